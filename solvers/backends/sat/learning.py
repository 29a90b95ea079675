"""The learning solver of this project as an engine: compiled (``solvers/kernel/clauses.c``) or in Python (``cdcl.py``).

Both make the same search, conflict by conflict, so which of them answers is a matter of time alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from itertools import chain

from solvers.backends.sat.cdcl import DELETED, ClauseSearch
from solvers.backends.sat.engine import SatEngine
from solvers.cli.exits import uninterrupted
from solvers.core.backend import Clock
from solvers.kernel import compiled

MAX_SLICE_PROPAGATIONS, MAX_PYTHON_SLICE_PROPAGATIONS = 3_000_000, 30_000
"""After so many the clock and Ctrl-C are looked at: tenths of a second. What the search does next is the same."""


class KernelEngine(SatEngine):
    """The kernel's ``ClauseEngine``, spoken to in buffers of C ints; where it is not compiled, its twin."""

    def __init__(self, with_proof: bool = False) -> None:
        kernel = compiled()
        self._engine = kernel.ClauseEngine(with_proof) if kernel else ClauseSearch(with_proof)
        self._slice = MAX_SLICE_PROPAGATIONS if kernel else MAX_PYTHON_SLICE_PROPAGATIONS
        self._whole = nullcontext if kernel else uninterrupted  # Python's would be left half way through a step
        self._log: list[int] = []

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._engine.add(array("i", chain.from_iterable((*clause, 0) for clause in clauses)))

    def solve(self, assumptions: list[int], conflicts: int, clock: Clock) -> bool | None:
        sent = array("i", assumptions)
        while True:
            with self._whole():
                verdict: bool | None = self._engine.solve(sent, conflicts, self._slice)
            if verdict is not None:
                return verdict
            if clock.expired():
                return None

    def model(self) -> list[int]:
        return _received(self._engine.model())

    def core(self) -> list[int]:
        return _received(self._engine.core())

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        with self._whole():
            fine, forced = self._engine.propagate(array("i", assumptions))
        return fine, _received(forced)

    def prefer(self, literals: Sequence[int]) -> None:
        self._engine.prefer(array("i", literals))

    def proof(self) -> list[str]:
        self._log += _received(self._engine.log())
        lines, words = [], list[str]()
        for number in self._log:
            words.append("d" if number == DELETED else str(number))
            if number == 0:
                lines.append(" ".join(words))
                words.clear()
        return lines

    def work(self) -> dict[str, int]:
        work: dict[str, int] = self._engine.effort()
        return work

    def close(self) -> None:
        pass  # it goes with the last who knows it


def _received(numbers: bytes | list[int]) -> list[int]:
    return memoryview(numbers).cast("i").tolist() if isinstance(numbers, bytes) else numbers
