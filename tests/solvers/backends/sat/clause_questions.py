"""Random clauses and questions for a learning engine, judged by truth tables."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Protocol

from solvers.backends.sat.cdcl import DELETED

ENDLESS = 1 << 60


class Engine(Protocol):
    def add(self, literals: Sequence[int], /) -> None: ...
    def solve(self, assumptions: Sequence[int], conflicts: int, propagations: int, /) -> bool | None: ...
    def propagate(self, assumptions: Sequence[int], /) -> tuple[bool, list[int]]: ...
    def model(self) -> list[int]: ...
    def core(self) -> list[int]: ...
    def prefer(self, literals: Sequence[int], /) -> None: ...
    def log(self) -> list[int]: ...
    def effort(self) -> dict[str, int]: ...


class InBuffers:
    """The compiled engine, spoken to in lists as its twin is."""

    def __init__(self, kernel: ModuleType, logging: bool) -> None:
        self.engine = kernel.ClauseEngine(logging)

    def add(self, literals: Sequence[int]) -> None:
        self.engine.add(array("i", literals))

    def solve(self, assumptions: Sequence[int], conflicts: int, propagations: int) -> bool | None:
        verdict: bool | None = self.engine.solve(array("i", assumptions), conflicts, propagations)
        return verdict

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        fine, implied = self.engine.propagate(array("i", assumptions))
        return fine, numbers(implied)

    def model(self) -> list[int]:
        return numbers(self.engine.model())

    def core(self) -> list[int]:
        return numbers(self.engine.core())

    def prefer(self, literals: Sequence[int]) -> None:
        self.engine.prefer(array("i", literals))

    def log(self) -> list[int]:
        return numbers(self.engine.log())

    def effort(self) -> dict[str, int]:
        effort: dict[str, int] = self.engine.effort()
        return effort


def numbers(data: bytes) -> list[int]:
    return array("i", data).tolist()


class TruthTable:
    """All assignments of some variables at once: bit ``a`` of a number is about the assignment ``a``."""

    def __init__(self, variables: int) -> None:
        self.models = self._all = (1 << (1 << variables)) - 1
        columns = [sum(1 << a for a in range(1 << variables) if a >> v & 1) for v in range(variables)]
        self._where = {v + 1: column for v, column in enumerate(columns)}
        self._where |= {-v: self._all ^ column for v, column in self._where.items()}

    def add(self, clause: Iterable[int]) -> None:
        self.models &= self.union(clause)

    def union(self, clause: Iterable[int]) -> int:
        holds = 0
        for literal in clause:
            holds |= self._where[literal]
        return holds

    def under(self, literals: Iterable[int]) -> int:
        """The models in which the literals hold."""
        models = self.models
        for literal in literals:
            models &= self._where[literal]
        return models


def closure(clauses: Sequence[Sequence[int]], assumptions: Iterable[int]) -> set[int] | None:
    """All that follows from assumptions by unit propagation, the plain way; None on a contradiction."""
    true = set(assumptions)
    while not any(-literal in true for literal in true):
        before = len(true)
        for clause in clauses:
            rest = {literal for literal in clause if -literal not in true}
            if not rest:
                return None
            if len(rest) == 1:
                true |= rest
        if len(true) == before:
            return true
    return None


def check_log(clauses: Sequence[Sequence[int]], log: Sequence[int], known: list[Sequence[int]]) -> None:
    """See that each clause that was learnt follows from those before by unit propagation, and note it in ``known``."""
    for clause in split(log):
        if clause and clause[0] == DELETED:
            del known[next(at for at, other in enumerate(known) if sorted(other) == sorted(clause[1:]))]
        else:
            assert closure([*clauses, *known], [-literal for literal in clause]) is None
            known.append(clause)


def split(log: Iterable[int]) -> Iterator[list[int]]:
    """Clauses that are ended by 0 each."""
    clause: list[int] = []
    for literal in log:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


def random_clauses(random: Random, variables: int, count: int) -> list[list[int]]:
    sizes = (1, 2, 3, 3, 3, 3, 4, 6) if random.random() < 0.3 else (2, 3, 3, 3)
    return [random_literals(random, variables, random.choice(sizes)) for _ in range(count)]


def random_literals(random: Random, variables: int, count: int) -> list[int]:
    return [random.choice((-1, 1)) * random.randint(1, variables) for _ in range(count)]


def flat(clauses: Iterable[Iterable[int]]) -> list[int]:
    return [literal for clause in clauses for literal in (*clause, 0)]


def conversation(engine: Engine, seed: int) -> Iterator[object]:
    """Add clauses and variables and ask under assumptions, at random; all that the engine says, once it was judged."""
    random = Random(seed)
    variables, top = random.choice((3, 5, 8)), 0
    table, clauses, learnt = TruthTable(variables), list[list[int]](), list[Sequence[int]]()
    for _ in range(random.randint(1, 5)):
        new = random_clauses(random, random.randint(2, variables), int(variables * random.uniform(0.3, 3)))
        engine.add(flat(new))
        clauses += new
        for clause in new:
            table.add(clause)
        top = max(top, 0, *map(abs, flat(new)))
        if random.random() < 0.3:
            preferred = random_literals(random, variables, 3)
            engine.prefer(preferred)
            top = max(top, *map(abs, preferred))
        for _ in range(random.randint(0, 4)):
            assumptions = random_literals(random, variables, random.choice((0, 0, 1, 2, 4)))
            top = max(top, *map(abs, assumptions), 0)
            if random.random() < 0.4:
                yield _propagated(engine, assumptions, table, clauses)
            else:
                yield _solved(engine, assumptions, table, top, random.choice((ENDLESS, 1)))
            yield engine.effort()
        log = engine.log()
        check_log(clauses, log, learnt)
        yield log
    if not table.models:
        assert engine.solve([], ENDLESS, ENDLESS) is False
        check_log(clauses, engine.log(), learnt)
        assert [] in learnt


def _solved(
    engine: Engine, assumptions: list[int], table: TruthTable, top: int, limit: int
) -> tuple[object, list[int]]:
    verdict = None
    while verdict is None:
        verdict = engine.solve(assumptions, limit, ENDLESS)
    assert verdict == bool(table.under(assumptions))
    if verdict:
        model = engine.model()
        assert [abs(literal) for literal in model] == list(range(1, top + 1))
        assert table.under([*model, *assumptions])
        return verdict, model
    core = engine.core()
    assert set(core) <= set(assumptions)
    assert not table.under(core)
    return verdict, core


def _propagated(
    engine: Engine, assumptions: list[int], table: TruthTable, clauses: list[list[int]]
) -> tuple[bool, list[int]]:
    fine, implied = engine.propagate(assumptions)
    # No less than the clauses propagate, and, since learnt ones do too, no more than follows.
    plain = closure(clauses, assumptions)
    models = table.under(assumptions)
    assert not fine or plain is not None
    assert fine or not models
    assert len(implied) == len(set(implied))
    if fine and plain is not None:
        facts = {literal for literal in plain if not table.models & table.union([-literal])}
        assert plain <= set(implied) | facts
        assert all(literal in assumptions or not models & table.union([-literal]) for literal in implied)
    return fine, implied
