"""What an incremental SAT solver must offer to stand under ``IncrementalSat``; literals are DIMACS numbers.

There are two: ``library.py`` has those of python-sat, ``learning.py`` this project's own, in C or in Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from solvers.core.backend import Clock

NO_WORK = {"restarts": 0, "conflicts": 0, "decisions": 0, "propagations": 0}


class SatEngine(ABC):
    """A solver that clauses are given to, again and again, and that is asked under assumptions.

    Attributes:
        may_be_left_behind: it works in a thread, which may not stop when the time is up.
        is_left_behind: this has happened, and it must not be asked any more.
    """

    may_be_left_behind = False
    is_left_behind = False

    @abstractmethod
    def add(self, clauses: Iterable[Sequence[int]]) -> None: ...

    @abstractmethod
    def solve(self, assumptions: list[int], conflicts: int, clock: Clock) -> bool | None:
        """Whether the clauses can be satisfied under ``assumptions``; None when the time was up first.

        The clock and Ctrl-C are looked at after every so many ``conflicts``, and what was learnt by then is kept.
        """

    @abstractmethod
    def model(self) -> list[int]:
        """The literals that are true, by variable, after an answer True."""

    @abstractmethod
    def core(self) -> list[int]:
        """Assumptions that cannot hold together, after an answer False."""

    @abstractmethod
    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no contradiction under ``assumptions``, and what it forces, in order."""

    @abstractmethod
    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals true first, where the solver takes such advice."""

    @abstractmethod
    def proof(self) -> list[str]:
        """What was learnt and deleted, line by line in the DRUP format, where that was asked for at the start."""

    @abstractmethod
    def work(self) -> dict[str, int]: ...

    @abstractmethod
    def close(self) -> None: ...
