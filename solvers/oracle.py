"""How is a python-sat solver asked again and again, so that the clock and Ctrl-C are noticed?

A python-sat solver cannot be broken into: in the main thread it catches Ctrl-C itself and jumps out of
the running solver, which is left in ruins and may answer wrongly or abort the process afterwards. So it
is asked not to, and solves in slices of some conflicts; between two slices Python raises the
KeyboardInterrupt that came meanwhile, and the clock is looked at. What was learnt in a slice is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from models.errors import InputError
from solvers.backend import Clock, MissingLibrary

SLICE = 200
"""Conflicts of a slice: milliseconds as a rule. A fixed number, or else the answers would depend on the clock."""


class Oracle:
    """One incremental SAT solver.

    Args:
        solver: its name in python-sat.
        clauses: what it knows from the start.
        seed: 0 for the clauses as they come, any other number to shuffle them.
    """

    def __init__(self, solver: str, clauses: Sequence[Sequence[int]], seed: int = 0) -> None:
        self._library = import_library()
        try:
            self._solver = self._library.Solver(name=solver)
        except self._library.NoSuchSolverError:
            raise InputError(f"sat:{solver} is not part of the installed {library_version()}") from None
        if seed:
            clauses = Random(seed).sample(clauses, len(clauses))
        self._solver.append_formula(clauses)

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool | None:
        """Whether the clauses can be satisfied under ``assumptions``; None when the time was up first."""
        solver = self._solver
        handler, self._library.MainThread = self._library.MainThread, _NoHandler
        try:
            while True:
                solver.conf_budget(SLICE)
                verdict: bool | None = solver.solve_limited(assumptions)
                if verdict is not None:
                    return verdict
                if clock.expired():
                    return None
        finally:
            self._library.MainThread = handler

    def model(self) -> list[int]:
        """The literals that are true, by variable, after an answer True."""
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> list[int]:
        """Assumptions that cannot hold together, after an answer False."""
        return self._solver.get_core() or []

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation under ``assumptions`` meets no clash, and the literals it forces, in order."""
        handler, self._library.MainThread = self._library.MainThread, _NoHandler
        try:
            fine, forced = self._solver.propagate(assumptions=assumptions)
        finally:
            self._library.MainThread = handler
        return fine, forced or []

    def add(self, clause: Iterable[int]) -> None:
        """Demand one more clause from now on."""
        self._solver.add_clause(clause)

    def work(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts since the solver was made."""
        work: dict[str, int] = self._solver.accum_stats()
        return work

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()


class _NoHandler:
    """Tells python-sat that it is not in the main thread, where it would handle Ctrl-C itself."""

    @staticmethod
    def check() -> bool:
        return False


def import_library() -> Any:
    """The module ``pysat.solvers``.

    Raises:
        MissingLibrary: when python-sat is not installed.
    """
    try:
        import pysat.solvers
    except ImportError:
        raise MissingLibrary("sat", "python-sat", "sat") from None
    return pysat.solvers


def library_version() -> str:
    """Such as ``python-sat 1.9``."""
    import_library()
    import pysat

    return f"python-sat {pysat.__version__}"
