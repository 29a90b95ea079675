"""One incremental SAT solver, of python-sat or of this project: solve under assumptions, cores, propagation, clauses.

It solves in slices of some conflicts, between which the clock and Ctrl-C are looked at; what was learnt is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec

from solvers.backends.sat.engine import NO_WORK, SatEngine
from solvers.core.backend import ENDLESS, Clock, OutOfTime
from solvers.kernel import VERSION, missing
from solvers.workers.native import FailingAloud

MAX_SLICE_CONFLICTS, MIN_SLICE_CONFLICTS = 8_000, 100
"""Conflicts of a slice: a tenth of a second or two. Every slice begins with a restart and forgets when phases are due
to change, so short ones keep the solver from settling: in slices of 1,000, planted sets of 50 cubes took 1.7 times as
long."""

MAX_SLICE_LITERAL_CONFLICTS = 200_000_000
"""In between, literals times conflicts. A count and not a time: the answers must not depend on the clock."""

CLAUSES_BETWEEN_LOOKS = 10_000

MAX_LITERAL_LOOKS = 10_000_000
"""Looks at literals while the clauses are read: a tenth of a second. Beyond it they are put into another order."""

MAX_PROBED_VALUES = 2_000
"""Where a variable has more values, the kernel is asked: CaDiCaL probes each of them before it looks at its limit
again, which took half a minute with 20,000."""

KERNEL = "kernel"
"""The name of this project's own solver: the compiled kernel, and Python where there is none."""


def solver_for_many_questions() -> str:
    """The solver for thousands of small questions about one model: the quickest of those that are here.

    Steps of cubes and of Sudokus are found a twentieth sooner by the compiled kernel than by MiniSat.
    """
    return "minisat22" if missing() and is_library_installed() else KERNEL


def solver_for_hard_questions(sizes: Iterable[int] = ()) -> str:
    """Return the strongest solver that keeps to limits, for few hard questions; ``sizes`` are those of long clauses."""
    if not missing() and any(size > MAX_PROBED_VALUES for size in sizes):
        return KERNEL
    return "cadical195" if is_library_installed() else KERNEL


def is_library_installed() -> bool:
    return find_spec("pysat") is not None


def is_learning_quick() -> bool:
    """Whether a solver here is a compiled one."""
    return is_library_installed() or not missing()


def require_solver(solver: str) -> None:
    """Raise ``MissingLibrary`` where ``solver`` is one of python-sat and that is not installed."""
    if solver != KERNEL:
        from solvers.backends.sat.library import import_library  # only where it is asked for

        import_library()


def solver_version(solver: str) -> str:
    """The name and version of what ``solver`` is of."""
    if solver == KERNEL:
        why_not = missing()
        return f"Puzzlebench kernel in Python ({why_not})" if why_not else f"Puzzlebench kernel {VERSION} in C"
    from solvers.backends.sat.library import library_version  # only where it is asked for

    return f"{library_version()}, {solver}"


class IncrementalSat:
    """One incremental SAT solver, with clauses that it knows from the start.

    A seed other than 0 shuffles them; ``phases`` are literals to be tried true first, by solvers that take such advice.
    ``solver`` is ``kernel`` or python-sat's name of one of its own.

    Raises:
        OutOfTime: when the clock is up before the clauses are read.
        MissingLibrary, InputError: when there is no such solver here.
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
        self._name = solver
        self._failing_aloud = FailingAloud(solver)
        self._with_proof = with_proof
        self._phases = phases
        clauses = _shuffled(clauses, seed) if seed else clauses
        self._clauses = clauses if solver.startswith("cadical") else facts_first(clauses)
        self._slice = max(
            MIN_SLICE_CONFLICTS, min(MAX_SLICE_CONFLICTS, MAX_SLICE_LITERAL_CONFLICTS // (1 + sum(map(len, clauses))))
        )
        self._added: list[list[int]] = []  # for an engine that takes the place of another
        self._work_left_behind = NO_WORK
        self._engine: SatEngine | None = None  # until it is needed, where there was no time to read the clauses
        self._ready(clock)

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool | None:
        """Whether the clauses can be satisfied under ``assumptions``; None when the time was up first."""
        if clock.expired():  # thousands of quick answers would never come to the end of a slice
            return None
        try:
            engine = self._ready(clock)
        except OutOfTime:
            return None
        assumptions = list(assumptions)  # a core is read off this very list later, and only off a list
        try:
            with self._failing_aloud:
                return engine.solve(assumptions, self._slice, clock)
        finally:
            if engine.is_left_behind:  # another reads the clauses when it is needed
                self._work_left_behind = self.work()
                self._engine = None

    def model(self) -> list[int]:
        """The literals that are true, by variable, after an answer True."""
        return self._ready(ENDLESS).model()

    def core(self) -> list[int]:
        """Assumptions that cannot hold together, after an answer False."""
        return self._ready(ENDLESS).core()

    def proof(self) -> list[str]:
        return self._ready(ENDLESS).proof()

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no contradiction under ``assumptions``, and what it forces, in order."""
        return self._ready(ENDLESS).propagate(assumptions)

    def add(self, clause: Iterable[int]) -> None:
        clause = list(clause)
        if self._engine is None or self._engine.may_be_left_behind:
            self._added.append(clause)
        if self._engine is not None:
            self._engine.add([clause])

    def prefer(self, literals: Sequence[int]) -> None:
        self._phases = [*self._phases, *literals]
        if self._engine is not None:
            self._engine.prefer(literals)

    def work(self) -> dict[str, int]:
        if self._engine is None:
            return self._work_left_behind
        work = self._engine.work()
        if self._work_left_behind is not NO_WORK:
            work = {what: count + self._work_left_behind[what] for what, count in work.items()}
        return work

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def renew(self, clock: Clock) -> None:
        """Forget what was learnt and added; clauses that there is no time to read are read when next needed."""
        self.close()
        self._engine = None
        self._work_left_behind = NO_WORK
        self._added.clear()
        self._ready(clock)

    def _ready(self, clock: Clock) -> SatEngine:
        if self._engine is None:
            self._engine = self._new_engine(clock)
        return self._engine

    def _new_engine(self, clock: Clock) -> SatEngine:
        engine = _engine(self._name, self._with_proof)
        try:
            for start in range(0, len(self._clauses), CLAUSES_BETWEEN_LOOKS):
                clock.check()
                engine.add(self._clauses[start : start + CLAUSES_BETWEEN_LOOKS])
            engine.add(self._added)
        except OutOfTime:
            engine.close()
            raise
        if self._phases:
            engine.prefer(self._phases)
        return engine


def _engine(name: str, with_proof: bool) -> SatEngine:
    if name == KERNEL:
        from solvers.backends.sat.learning import KernelEngine  # only where it is asked for

        return KernelEngine(with_proof)
    from solvers.backends.sat.library import LibraryEngine  # only where it is asked for

    return LibraryEngine(name, with_proof)


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
