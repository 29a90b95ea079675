"""The SAT solvers of python-sat, asked so that the clock and Ctrl-C are noticed.

They solve in slices of some conflicts. The glucose solvers count conflicts when they restart, perhaps not for minutes:
they work in a thread, and one that does not stop when told is left behind.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from models.errors import InputError
from solvers.backends.sat.engine import SatEngine
from solvers.cli.exits import uninterrupted
from solvers.core.backend import Clock, MissingLibrary
from solvers.workers.native import call_in_thread


def import_library(backend: str = "sat") -> Any:
    """The module ``pysat.solvers``, which ``backend`` needs."""
    try:
        import pysat.solvers
    except ImportError:
        raise MissingLibrary(backend, "python-sat", "sat") from None
    return pysat.solvers


def library_version(backend: str = "sat") -> str:
    import_library(backend)
    import pysat

    return f"python-sat {pysat.__version__}"


NOT_THE_MAIN_ONE = staticmethod(lambda: False)
"""What python-sat is told of the thread that it runs in."""


class InterruptsLeftToPython:
    """While it is entered, python-sat leaves Ctrl-C to Python. It may be entered again, but not twice at a time.

    In the main thread python-sat would jump out of the running solver, which then may answer wrongly, abort or hang.
    """

    def __init__(self) -> None:
        import_library()
        from pysat._utils import MainThread  # which all its modules ask, just before each call

        self._asked: Any = MainThread

    def __enter__(self) -> None:
        self._check = vars(self._asked)["check"]
        self._asked.check = NOT_THE_MAIN_ONE

    def __exit__(self, *problem: object) -> None:
        self._asked.check = self._check


class LibraryEngine(SatEngine):
    """One solver of python-sat, by the name that it has there."""

    def __init__(self, name: str, with_proof: bool = False) -> None:
        library = import_library()
        self._uninterrupted = InterruptsLeftToPython()
        self.may_be_left_behind = name.startswith("glu")
        self._with_proof = with_proof
        proving = {"with_proof": True} if with_proof else {}  # which some solvers do not know
        try:
            self._solver: Any = library.Solver(name=name, **proving)
        except library.NoSuchSolverError:
            raise InputError(f"sat:{name} is not part of the installed {library_version()}") from None
        _open.add(self)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._solver.append_formula(clauses)

    def solve(self, assumptions: list[int], conflicts: int, clock: Clock) -> bool | None:
        if self.may_be_left_behind:
            return self._solve_apart(assumptions, clock)
        solver = self._solver
        with self._uninterrupted:
            while True:
                solver.conf_budget(conflicts)
                verdict: bool | None = solver.solve_limited(assumptions)
                if verdict is not None:
                    return verdict
                if clock.expired():
                    return None

    def _solve_apart(self, assumptions: list[int], clock: Clock) -> bool | None:
        solver, verdicts = self._solver, list[bool | None]()

        def solve() -> None:
            verdicts.append(solver.solve_limited(assumptions, expect_interrupt=True))

        self.is_left_behind = True  # unless it comes back
        try:
            call_in_thread(solve, solver.interrupt, clock)
        finally:
            if verdicts:
                solver.clear_interrupt()
                self.is_left_behind = False
        return verdicts[0] if verdicts else None

    def model(self) -> list[int]:
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> list[int]:
        return self._solver.get_core() or []

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        with self._uninterrupted:
            fine, forced = self._solver.propagate(assumptions=assumptions)
        return fine, forced or []

    def prefer(self, literals: Sequence[int]) -> None:
        with suppress(NotImplementedError):
            self._solver.set_phases(literals)

    def proof(self) -> list[str]:
        lines: list[str] = self._solver.get_proof()
        return lines

    def _flush_proof(self) -> None:
        """Write out what the C library still holds of the proof.

        python-sat closes the file and not the stream over it. What is left there would be written later, when all
        streams are flushed, into whichever file has the number by then.
        """
        import pysolvers  # it comes with python-sat

        if (stream := self._solver.solver.prfp) is not None:
            pysolvers.flushpr(stream)

    def work(self) -> dict[str, int]:
        work: dict[str, int] = self._solver.accum_stats()
        return work

    def close(self) -> None:
        _open.discard(self)
        with uninterrupted():  # python-sat would delete it twice
            if self._with_proof:
                self._flush_proof()
            self._solver.delete()


_open: WeakSet[LibraryEngine] = WeakSet()
"""The solvers that nobody has closed yet."""


@atexit.register
def _close_all() -> None:
    """Delete what is still open while python-sat is whole: destructors that run after its modules fail, and say so."""
    for engine in list(_open):
        if not engine.is_left_behind:  # else its thread is still in it
            engine.close()
