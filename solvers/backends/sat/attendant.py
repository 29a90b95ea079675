"""How is a SAT solver stopped that looks up from its work at restarts only?

The glucose solvers count conflicts and obey ``interrupt()`` when they restart, and on some problems they
do not restart for minutes. So they work in a thread of their own, which leaves Python free meanwhile
(python-sat lets go of the interpreter's lock for them), and the caller waits outside, where the clock
and Ctrl-C reach it. A solver that does not stop when it is told to is left behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

from solvers.backend import Clock

TICK = 0.1
"""Seconds between two looks at the clock."""

PATIENCE = 0.2
"""Seconds that a solver may take to stop."""


class Attendant:
    """The thread in which one solver works, and the way to it.

    Attributes:
        left_behind: whether the solver did not stop when told to; nothing can be asked of it any more.
    """

    def __init__(self, solver: Any) -> None:
        self.left_behind = False
        self._solver = solver
        self._questions: SimpleQueue[Sequence[int] | None] = SimpleQueue()
        self._verdicts: SimpleQueue[bool | None] = SimpleQueue()
        Thread(target=_attend, args=(solver, self._questions, self._verdicts), daemon=True).start()
        finalize(self, self._questions.put, None)

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool | None:
        """Whether the clauses can be satisfied under ``assumptions``; None when the time was up first."""
        self._questions.put(assumptions)
        try:
            while True:
                left = clock.remaining()
                try:
                    return self._verdicts.get(timeout=TICK if left is None else min(left, TICK))
                except Empty:
                    if clock.expired():
                        self._stop()
                        return None
        except KeyboardInterrupt:
            self._stop()
            raise

    def _stop(self) -> None:
        self._solver.interrupt()
        try:
            self._verdicts.get(timeout=PATIENCE)
        except Empty:
            self.left_behind = True
        else:
            self._solver.clear_interrupt()


def _attend(solver: Any, questions: SimpleQueue[Sequence[int] | None], verdicts: SimpleQueue[bool | None]) -> None:
    """Answer question after question, until None comes."""
    while (assumptions := questions.get()) is not None:
        verdicts.put(solver.solve_limited(assumptions, expect_interrupt=True))
