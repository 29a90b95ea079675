"""The backend ``network``: a neural network proposes an answer of an exact cover, which is judged as all answers are.

It proposes what it believes in most, then makes sure of choices one by one, in a bounded number of attempts. It never
says that there is no answer, or no other: where its proposals are wrong, nothing is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from heapq import nlargest
from math import exp
from typing import Any

from models.drawing import Belief
from models.language.model import Givens, IntVar, Literal, Model
from solvers.backends.dlx.backend import CoverSearch, Values
from solvers.backends.dlx.dancing import CoverEffort
from solvers.core.backend import Assignments, Backend, Clock, MissingLibrary, NothingProved, Search, Settings
from solvers.lowering.covering import unsupported_reason

MAX_ATTEMPTS = 48
"""Attempts at one instance before it is given up."""

FIRST_ATTEMPTS, ATTEMPTS_AT_ONCE = 1, 16
MAX_EDGES_AT_ONCE = 1_000_000
"""Meetings of options and items in all attempts that are made side by side; they take some hundred bytes each."""

MAX_KEPT_SHARES = 1_000_000
"""Beliefs in options that are told of, all passes together; they take some hundred bytes each."""

CHOSEN, RULED_OUT = 1e9, -1e9
"""How much an option is believed that is given, or that cannot be."""


class NetworkBackend(Backend):
    name = "network"
    summary = "a neural network that proposes an answer of an exact cover; what it proposes is judged"
    is_stateful = False
    is_complete = False

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> Search:
        self.version()
        return NetworkSearch(model, settings)

    def version(self, variant: str = "") -> str:
        try:
            import numpy
        except ModuleNotFoundError:
            raise MissingLibrary(self.name, "numpy", "numpy") from None
        return f"Puzzlebench network over the model, numpy {numpy.__version__}"


class ProposedCovers:
    """Items and options, of which the network proposes one cover at most; as ``ExactCover``, but never complete."""

    def __init__(
        self, primary: int, secondary: int, options: Sequence[Sequence[int]], late: Collection[int] = ()
    ) -> None:
        from solvers.network.graph import CoverStructure  # takes numpy along

        self.nodes = sum(map(len, options))
        self.passes = self.attempts = 0
        self._structure = CoverStructure(primary, secondary, options)

    def covers(
        self, chosen: Iterable[int], removed: Iterable[int], stop: Callable[[], bool], effort: CoverEffort
    ) -> Generator[list[int], None, bool]:
        import numpy as np

        from solvers.network.inference import weights_of  # takes numpy along
        from solvers.network.proposals import Proposer, drawn_of  # as above

        made, proposer = 0, Proposer(self._structure, weights_of())  # anew: the same question has the same answer
        self.passes = self.attempts = 0
        while made < MAX_ATTEMPTS and not stop():
            many = max(1, min(ATTEMPTS_AT_ONCE, MAX_EDGES_AT_ONCE // max(1, self.nodes))) if made else FIRST_ATTEMPTS
            start, out = self._rows(many, chosen), self._rows(many, removed)
            found = proposer.attempt(start, drawn_of(many) if not made else drawn_of(many + 1)[1:], stop, out)
            made, self.passes, self.attempts = made + many, proposer.passes, proposer.attempts
            if found is not None:
                yield [int(number) for number in np.flatnonzero(found)]
                raise NothingProved("the network proposes one answer, and cannot tell whether there are others")
        if not stop():
            raise NothingProved(f"none of the {made} proposals that the network made is an answer")
        return False

    def alone(self, chosen: Iterable[int], removed: Iterable[int]) -> Iterator[tuple[list[float], bool]]:
        """How much each option is believed, before the first pass and after each, and whether the best are a cover."""
        import numpy as np

        from solvers.network.inference import passes_over, weights_of  # takes numpy along
        from solvers.network.proposals import PASSES_ALONE, covers_in  # as above

        start = self._rows(1, chosen)
        graph = self._structure.left_by(start, self._rows(1, removed))
        looking, is_cover = passes_over(graph, weights_of()), False
        believed = np.where(start[0], CHOSEN, RULED_OUT)
        for number in range(min(PASSES_ALONE, MAX_KEPT_SHARES // len(believed)) + 1 if len(graph.cover) else 0):
            if number:
                looking.step()
                is_cover = bool(covers_in(graph, looking.belief)[1][0])
            believed[graph.option] = looking.belief
            yield believed.tolist(), is_cover
            if is_cover:
                return

    def _rows(self, many: int, options: Iterable[int]) -> Any:
        import numpy as np

        rows = np.zeros((many, self._structure.options), dtype=bool)
        rows[:, [*options]] = True
        return rows


class NetworkSearch(CoverSearch):
    linked = ProposedCovers

    def effort(self) -> dict[str, int]:
        return {"passes": self._links.passes, "attempts": self._links.attempts}

    def beliefs(self) -> Iterator[Belief]:
        """The network alone: nothing is propagated or tried between its passes, and it ends with an answer, if ever.

        What is wrong are choices that meet an item together.
        """
        options = self._problem.options
        for believed, is_answer in self._links.alone(*self._asked):
            rivals = self._rivals(believed)
            shares: dict[IntVar, dict[int, float]] = {}
            taken: list[int] = []
            for numbers in filter(None, self._options_of):
                share_of = self._shares(numbers, believed, rivals)
                for number, share in share_of.items():
                    for var, value in self._values[number].items():
                        values = shares.setdefault(var, {})
                        values[value] = values.get(value, 0.0) + share
                most = max(share_of.values())
                best = [number for number, share in share_of.items() if share == most]
                taken += best if len(best) == 1 else []
            meets = Counter(item for number in taken for item in options[number].items)
            clashing = [number for number in taken if any(meets[item] > 1 for item in options[number].items)]
            yield Belief(shares, self._assigned(taken), frozenset(self._assigned(clashing)), is_answer)

    def _shares(self, numbers: Sequence[int], believed: Sequence[float], rivals: Sequence[float]) -> dict[int, float]:
        """How much the options of a group are believed, together 1; those that cannot be are left out.

        Where one of two meets nothing, the other is taken or not: it is held against its strongest rival.
        """
        scores = {number: believed[number] for number in numbers}
        if not all(self._problem.options[number].items for number in numbers):
            held = {number: believed[number] - rivals[number] for number in numbers}
            scores = {number: held[number] if self._problem.options[number].items else 0.0 for number in numbers}
        weights = {number: exp(score - max(scores.values())) for number, score in scores.items()}
        total = sum(weights.values())
        return {number: weight / total for number, weight in weights.items() if weight}

    def _rivals(self, believed: Sequence[float]) -> list[float]:
        """How much the strongest other option is believed that meets an item with each, where one option must."""
        problem = self._problem
        met: list[list[float]] = [[RULED_OUT, RULED_OUT] for _ in range(problem.primary)]
        for option, belief in zip(problem.options, believed, strict=True):
            for item in option.items:
                if item < problem.primary:
                    met[item].append(belief)
        tops = [nlargest(2, beliefs) for beliefs in met]
        return [
            max((tops[item][belief == tops[item][0]] for item in option.items if item < problem.primary), default=0.0)
            for option, belief in zip(problem.options, believed, strict=True)
        ]

    def _assigned(self, numbers: Iterable[int]) -> Values:
        return {var: value for number in numbers for var, value in self._values[number].items()}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        if (yield from super()._assuming(givens, assumptions, clock)):
            self._asked = [], range(len(self._problem.options))  # so that there is nothing to believe in
            raise NothingProved("the values given leave a choice without a value, and the network proves nothing")
        return False

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        return None


BACKEND = NetworkBackend()
