"""The backend ``kernel``: each model goes to the engine in C that fits it, and to its Python twin where none is built.

1. A model that says AllDifferent, and of single variables which values they have, goes to the AllDifferent engine.
2. A model whose constraints count true tests, an exact cover at heart, goes to the exact-cover engine.
3. Every other, or one with decision strategies, goes to the store, which does what ``backtracking`` does node by node.

``kernel:network`` always takes the store, and tries values in the network's order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from models.language.expressions import IntVar, Literal
from models.language.model import Givens, Model
from solvers.core.backend import (
    ENDLESS,
    Accepts,
    Assignments,
    Backend,
    Clock,
    Search,
    Settings,
    WrongAnswer,
    values_left,
)
from solvers.kernel import VERSION, compiled, missing
from solvers.lowering.covering import is_cover
from solvers.lowering.units import AllDifferentSystem, units_of

MAX_ANSWERS_A_CALL = 64
"""Answers asked for in one call, once they come often."""

NODES_A_CALL = 4_000
"""States propagated in one call of the AllDifferent engine: some milliseconds."""

Readable = bytes | bytearray | memoryview


class Kernel(Backend):
    name = "kernel"
    summary = "own propagation and search, exact covers and all-different units, compiled from C"
    is_stateful = False
    variants = ("natural", "network")  # the order of values

    def unsupported_reason(self, model: Model) -> str | None:
        return None

    def _load(self, model: Model, settings: Settings) -> Search:
        self.version(settings.variant)
        built = compiled() is not None
        has_own = not model.strategies and settings.variant != "network"  # an engine that is not the store
        units = units_of(model, settings.seed) if built and has_own else None
        if units is not None:
            return AllDifferentSearch(model, units, settings.workers)
        if has_own and is_cover(model, settings.clock):
            from solvers.backends.dlx.backend import CoverSearch  # most models are no covers
            from solvers.backends.kernel.covers import CompiledCoverSearch  # as above

            return CompiledCoverSearch(model, settings) if built else CoverSearch(model, settings)
        from solvers.backends.backtracking.backend import BacktrackingSearch  # a file of Sudokus does without
        from solvers.backends.kernel.flatten import StoreSearch  # as above

        return StoreSearch(model, settings) if built else BacktrackingSearch(model, settings)

    def version(self, variant: str = "") -> str:
        why_not = missing()
        own = f"Puzzlebench kernel in Python ({why_not})" if why_not else f"Puzzlebench kernel {VERSION} in C"
        if variant != "network":
            return own
        from solvers.backends.backtracking.backend import order_of_values  # a file of Sudokus does without

        return own + order_of_values(self.name, variant)

    def remark(self) -> str:
        why_not = missing()
        return f"here in Python instead, slower: {why_not}" if why_not else ""


class AllDifferentBatch:
    """A ``Batch`` of the AllDifferent engine, with -1 as the count of a row with a value that is none.

    Rows begin ``stride`` bytes apart.
    """

    def __init__(self, engine: Any, model: str, givens: memoryview, rows: int, stride: int, limit: int) -> None:
        self.answers = bytearray(rows * stride)
        self.counts = array("q", bytes(8 * rows))
        self.stride = stride
        self.done = 0
        self._engine = engine
        self._model = model
        self._givens = givens
        self._limit = limit

    def go_on(self, clock: Clock = ENDLESS) -> None:
        """Search until every row is over or the time is up; raises ``WrongAnswer`` when the judge refuses an answer."""
        begun, step = self.done, self.stride
        while self.done < len(self.counts):
            self.done = self._engine.batch(
                self._givens, self.answers, self.counts, step, self.done, self._limit, NODES_A_CALL
            )
            if clock.expired():
                break
        fresh = slice(begun * step, None)
        counts = self.counts[begun : self.done + 1]  # of the row under way, there may be an answer too
        wrong = self._engine.judge(self._givens[fresh], memoryview(self.answers)[fresh], counts, step)
        if wrong >= 0:
            raise WrongAnswer(f"the answer in row {begun + wrong} of a batch of model {self._model!r} is wrong")

    def give_up(self) -> None:
        self.done += 1


class AllDifferentSearch(Search):
    def __init__(self, model: Model, system: AllDifferentSystem, workers: int = 1) -> None:
        super().__init__(model)
        kernel = compiled()
        assert kernel is not None
        self._system = system
        self._workers = workers
        self._made = partial(
            kernel.AllDifferentEngine, len(system.variables), len(system.values), system.domains, system.units
        )
        self._engine = self._made()
        self._helpers: list[Any] = []  # of a count in threads
        self._bits = {value: 1 << place for place, value in enumerate(system.values)}
        self._number = {var: place for place, var in enumerate(system.variables)}
        self._value_at: Callable[[int], int] = (0, *system.values).__getitem__

    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables), "constraints": len(self.model.constraints)}

    def effort(self) -> dict[str, int]:
        parts = [engine.effort() for engine in (self._engine, *self._helpers)]
        return {what: sum(part[what] for part in parts) for what in parts[0]}

    def _quicker_judge(self) -> Accepts | None:
        from solvers.backends.shared.judging import compiled_judge  # most searches come to few answers

        return compiled_judge(self.model)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        engine, variables, value_at = self._engine, self._system.variables, self._value_at
        self._begin(givens, assumptions)
        size, asked, finished = len(variables), 1, False
        while not finished:
            answers, finished = engine.more(asked, NODES_A_CALL)
            for at in range(0, len(answers), size or 1):
                yield dict(zip(variables, map(value_at, answers[at : at + size]), strict=True))
            asked = min(2 * asked, MAX_ANSWERS_A_CALL) if answers else asked
            if not finished and clock.expired():
                return False
        return True

    @property
    def row(self) -> Sequence[IntVar]:
        return self._system.variables if self._system.values == tuple(range(1, len(self._system.values) + 1)) else ()

    def batch(
        self,
        givens: Readable,
        limit: int | None = 2,
        stride: int | None = None,
        clock: Clock = ENDLESS,
        apart: bool = False,
    ) -> AllDifferentBatch:
        """Search many instances at once: rows of bytes in, rows of bytes and counts out.

        A row has a byte for each variable, as ``AllDifferentSystem`` numbers them: 0 where it is open, else the place
        of its value among the system's, from 1. Anything with the buffer protocol will do, a numpy array of uint8 too.
        Every answer is judged by code that shares nothing with the search. Without a ``limit`` all are counted.
        A batch ``apart`` has an engine of its own, so that threads can search several at once.
        """
        from solvers.backends.kernel.covers import MAX_ANSWERS  # most searches are of one instance

        engine = self._made() if apart else self._engine
        if not apart:
            self._cancel()
        size = len(self._system.variables)
        step = size if stride is None else stride
        bytes_given = memoryview(givens).cast("B")
        rows = (len(bytes_given) - size) // step + 1 if size and len(bytes_given) >= size else 0
        engine.begin(self._system.domains)  # an earlier batch may have been left in the middle
        batch = AllDifferentBatch(
            engine, self.model.name, bytes_given, rows, step, MAX_ANSWERS if limit is None else limit
        )
        batch.go_on(clock)
        return batch

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool:
        from solvers.backends.kernel.covers import count_remaining, count_together  # most answers are listed

        if self._workers == 1 or most is not None:
            return count_remaining(self._engine, NODES_A_CALL, clock, most, report)
        self._helpers = [self._made() for _ in range(self._workers - 1)]
        return count_together([self._engine, *self._helpers], NODES_A_CALL, clock, report)

    def _begin(self, givens: Givens, assumptions: Sequence[Literal]) -> None:
        allowed = self._system.domains[:]
        for var, values in values_left(givens, assumptions).items():
            allowed[self._number[var]] &= sum(map(self._bits.__getitem__, values))
        self._helpers = []
        self._engine.begin(allowed)


BACKEND = Kernel()
