"""One incremental python-sat solver, asked so that the clock and Ctrl-C are noticed.

It solves in slices of some conflicts, between which they are looked at; what was learnt is kept. The glucose solvers
count conflicts when they restart, perhaps not for minutes: they work in a thread, and one that does not stop when told
is left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from models.errors import InputError
from solvers.cli.exits import uninterrupted
from solvers.core.backend import ENDLESS, Clock, MissingLibrary, OutOfTime
from solvers.workers.native import call_in_thread, failing_aloud

MAX_SLICE_CONFLICTS, MIN_SLICE_CONFLICTS = 8_000, 100
"""Conflicts of a slice: a tenth of a second or two. Every slice begins with a restart and forgets when phases are due
to change, so short ones keep the solver from settling: in slices of 1,000, planted sets of 50 cubes took 1.7 times as
long."""

MAX_SLICE_LITERAL_CONFLICTS = 200_000_000
"""In between, literals times conflicts. A count and not a time: the answers must not depend on the clock."""


CLAUSES_BETWEEN_LOOKS = 10_000

MAX_LITERAL_LOOKS = 10_000_000
"""Looks at literals while the clauses are read: a tenth of a second. Beyond it they are put into another order."""


def import_library() -> Any:
    """The module ``pysat.solvers``."""
    try:
        import pysat.solvers
    except ImportError:
        raise MissingLibrary("sat", "python-sat", "sat") from None
    return pysat.solvers


def library_version() -> str:
    import_library()
    import pysat

    return f"python-sat {pysat.__version__}"


class InterruptsLeftToPython:
    """While it is entered, python-sat leaves Ctrl-C to Python. It may be entered again, but not twice at a time.

    In the main thread python-sat would jump out of the running solver, which then may answer wrongly, abort or hang.
    """

    def __enter__(self) -> None:
        import_library()
        from pysat._utils import MainThread  # which all its modules ask, just before each call

        self._asked, self._check = MainThread, MainThread.check
        MainThread.check = staticmethod(lambda: False)

    def __exit__(self, *problem: object) -> None:
        self._asked.check = staticmethod(self._check)


class IncrementalSat:
    """One incremental SAT solver, called as in python-sat, with clauses that it knows from the start.

    A seed other than 0 shuffles them; ``phases`` are literals to be tried true first, by solvers that take such advice.
    Where the clock is up before the clauses are read, ``OutOfTime`` is raised.
    """

    def __init__(
        self,
        solver: str,
        clauses: Sequence[Sequence[int]],
        seed: int = 0,
        phases: Sequence[int] = (),
        clock: Clock = ENDLESS,
        with_proof: bool = False,
    ) -> None:
        self._library = import_library()
        self._uninterrupted = InterruptsLeftToPython()
        self._name = solver
        self._proving = {"with_proof": True} if with_proof else {}  # which some solvers do not know
        self._phases = phases
        clauses = _shuffled(clauses, seed) if seed else clauses
        self._clauses = clauses if solver.startswith("cadical") else facts_first(clauses)
        self._slice = max(
            MIN_SLICE_CONFLICTS, min(MAX_SLICE_CONFLICTS, MAX_SLICE_LITERAL_CONFLICTS // (1 + sum(map(len, clauses))))
        )
        self._added: list[list[int]] = []  # kept for a solver that may be left behind
        self._is_apart = solver.startswith("glu")
        self._work_left_behind: dict[str, int] = {}
        self._solver: Any = None  # until it is needed, where there was no time to read the clauses
        self._ready(clock)

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool | None:
        """Whether the clauses can be satisfied under ``assumptions``; None when the time was up first."""
        if clock.expired():  # thousands of quick answers would never come to the end of a slice
            return None
        try:
            self._ready(clock)
        except OutOfTime:
            return None
        assumptions = list(assumptions)  # a core is read off this very list later, and only off a list
        with failing_aloud(self._name):
            return self._solve_apart(assumptions, clock) if self._is_apart else self._solve_here(assumptions, clock)

    def _solve_here(self, assumptions: list[int], clock: Clock) -> bool | None:
        solver = self._solver
        with self._uninterrupted:
            while True:
                solver.conf_budget(self._slice)
                verdict: bool | None = solver.solve_limited(assumptions)
                if verdict is not None:
                    return verdict
                if clock.expired():
                    return None

    def model(self) -> list[int]:
        """The literals that are true, by variable, after an answer True."""
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> list[int]:
        """Assumptions that cannot hold together, after an answer False."""
        return self._solver.get_core() or []

    def proof(self) -> list[str]:
        lines: list[str] = self._solver.get_proof()
        return lines

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no contradiction under ``assumptions``, and what it forces, in order."""
        with self._uninterrupted:
            fine, forced = self._ready(ENDLESS).propagate(assumptions=assumptions)
        return fine, forced or []

    def add(self, clause: Iterable[int]) -> None:
        clause = list(clause)
        if self._is_apart or self._solver is None:
            self._added.append(clause)
        if self._solver is not None:
            self._solver.add_clause(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        self._phases = [*self._phases, *literals]
        if self._solver is not None:
            with suppress(NotImplementedError):
                self._solver.set_phases(literals)

    def work(self) -> dict[str, int]:
        if self._solver is None:
            return self._work_left_behind or dict.fromkeys(("restarts", "conflicts", "decisions", "propagations"), 0)
        work: dict[str, int] = self._solver.accum_stats()
        if self._work_left_behind:
            return {what: count + self._work_left_behind[what] for what, count in work.items()}
        return work

    def close(self) -> None:
        if self._solver is not None:
            with uninterrupted():  # python-sat would delete it twice
                self._solver.delete()

    def renew(self, clock: Clock) -> None:
        """Forget what was learnt and added; clauses that there is no time to read are read when next needed."""
        self.close()
        self._solver = None
        self._work_left_behind = {}
        self._added.clear()
        self._ready(clock)

    def _ready(self, clock: Clock) -> Any:
        if self._solver is None:
            self._solver = self._new_solver(clock)
        return self._solver

    def _new_solver(self, clock: Clock) -> Any:
        try:
            solver = self._library.Solver(name=self._name, **self._proving)
        except self._library.NoSuchSolverError:
            raise InputError(f"sat:{self._name} is not part of the installed {library_version()}") from None
        try:
            for start in range(0, len(self._clauses), CLAUSES_BETWEEN_LOOKS):
                clock.check()
                solver.append_formula(self._clauses[start : start + CLAUSES_BETWEEN_LOOKS])
            solver.append_formula(self._added)
        except OutOfTime:
            with uninterrupted():
                solver.delete()
            raise
        if self._phases:
            with suppress(NotImplementedError):
                solver.set_phases(self._phases)
        return solver

    def _solve_apart(self, assumptions: list[int], clock: Clock) -> bool | None:
        solver, verdicts = self._solver, list[bool | None]()

        def solve() -> None:
            verdicts.append(solver.solve_limited(assumptions, expect_interrupt=True))

        try:
            call_in_thread(solve, solver.interrupt, clock)
        finally:
            if verdicts:
                solver.clear_interrupt()
            else:  # it was left behind
                self._work_left_behind = self.work()
                self._solver = None  # the time is up: another reads the clauses when it is needed
        return verdicts[0] if verdicts else None


def facts_first(clauses: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """The clauses, those of one literal first where there are many of them and a long clause.

    MiniSat and its descendants look through a clause again for each literal of it that is found false later.
    """
    facts = sum(1 for clause in clauses if len(clause) == 1)
    if facts * max(map(len, clauses), default=0) <= MAX_LITERAL_LOOKS:
        return clauses
    return sorted(clauses, key=lambda clause: len(clause) > 1)


def _shuffled(clauses: Sequence[Sequence[int]], seed: int) -> Sequence[Sequence[int]]:
    from random import Random  # most searches have no seed, and start without it

    return Random(seed).sample(clauses, len(clauses))
