"""Restarts: when a search begins again from the root, with what it learnt from failures.

From the first restart on it learns clauses too. Half of the runs then branch on what conflicts asked for most of late
(Moskewicz et al. 2001), by halves. In an order that a model asks for a search begins again only to learn, and to
forget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.backends.backtracking.store import Store

if TYPE_CHECKING:  # most searches end before they learn
    from solvers.backends.backtracking.learning import Learning

FIRST_RESTART = 250
"""Contradictions before a search begins again for the first time. Runs double, while it learns they grow by 1.3."""

MOST_LEARNT = 2_000
"""Contradictions in an order that was asked for before clauses are forgotten."""


class Restarts:
    """``ordered``: a model asks for an order in which nothing changes by failures.

    Attributes:
        learning: what the search learns from contradictions, while it does.
    """

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self.learning: Learning | None = None
        self._learns = True  # it did not show yet that this does not pay
        self._run = FIRST_RESTART
        self._left: int | None = FIRST_RESTART  # contradictions to come; None: it does not begin again

    def end(self) -> None:
        """An answer was found that a new run would find again; what follows it is tried value by value."""
        self._left, self.learning = None, None

    def is_due(self) -> bool:
        """Count a contradiction. Where learning does not pay, the search goes on without it."""
        if self._left is None:
            return False
        self._left -= 1
        if self.learning is not None and not self.learning.pays():
            self._learns, self._left = False, -1
        return self._left < 0

    def restart(self, store: Store) -> None:
        """The store is at its root."""
        if not self._learns:
            self.learning = None
            self._run *= 2
        else:
            if self.learning is None:
                from solvers.backends.backtracking.learning import Learning  # most searches end before it is loaded

                self.learning = Learning(store)
            else:
                self.learning.forget()
                self.learning.by_activity = not self._ordered and not self.learning.by_activity
            self._run = self._run * 13 // 10
        store.clauses = self.learning
        self._left = self._run if not self._ordered else MOST_LEARNT if self._learns else None
