"""What is true, level by level, and clauses that watch two of their literals for what follows.

Two watched literals: M. Moskewicz and others, "Chaff", DAC 2001. A watch comes with another literal of its clause (N.
Sörensson and N. Eén, "MiniSat 2.1", SAT Race 2008): where this blocker is true, nobody need look at the clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solvers.backends.sat.activity import ActivityQueue


class WatchedClause(list[int]):
    """Three literals or more, the first two of which are watched. Where it gives a value, then to the first."""

    __slots__ = ("is_dead", "lbd", "spared")

    def __init__(self, literals: Iterable[int], lbd: int) -> None:
        super().__init__(literals)
        self.lbd = lbd  # the number of levels of its literals; 0 where it was not learnt
        self.spared = 1 if lbd else 0  # in how many reductions to come
        self.is_dead = False


Watch = tuple[int, WatchedClause]  # a blocker, and the clause
Reason = Sequence[int] | None
"""The clause that gave a variable its value; None for decisions and facts."""


class WatchedClauses:
    """Clauses and the values of variables.

    Literals are as in DIMACS, so lists by literal have a place for a variable at one end and for its negation at the
    other. The *trail* has the literals that are true, in the order of propagation, in *levels*: each begins with a
    decision; level 0 has the *facts*. Invariant: of the watched literals of a clause one is true, or neither is false,
    but for what the trail has yet to propagate.
    """

    def __init__(self) -> None:
        self.top = 0
        # By literal.
        self.value = [0]  # 1: true, -1: false, 0: open
        self.pairs: list[list[int]] = [[]]  # what clauses of two literals say is true when it is
        self.watches: list[list[Watch]] = [[]]  # the clauses that watch it
        # By variable.
        self.level = [0]
        self.reason: list[Reason] = [None]
        self.phase = [0]  # the literal that is tried first: how it was last
        self.queue = ActivityQueue()
        self.clauses: list[WatchedClause] = []
        self.trail: list[int] = []
        self.limits: list[int] = []  # where each level begins in the trail
        self.propagations = 0
        self._head = 0  # how much of the trail is propagated

    def reach(self, top: int) -> None:
        """Let there be variables up to ``top``."""
        new = range(self.top + 1, top + 1)
        middle = slice(self.top + 1, self.top + 1)
        self.value[middle] = [0] * (2 * len(new))
        self.pairs[middle] = [[] for _ in range(2 * len(new))]
        self.watches[middle] = [[] for _ in range(2 * len(new))]
        for variable in new:
            self.level.append(0)
            self.reason.append(None)
            self.phase.append(-variable)
            self.queue.append()
        self.top = max(self.top, top)

    def attach(self, literals: list[int], lbd: int) -> Sequence[int]:
        """Add a clause of two literals or more, none of which but the first has followed from the others yet."""
        first, second = literals[:2]
        if len(literals) == 2:
            self.pairs[-first].append(second)
            self.pairs[-second].append(first)
            return literals
        clause = WatchedClause(literals, lbd)
        self.clauses.append(clause)
        self.watches[first].append((second, clause))
        self.watches[second].append((first, clause))
        return clause

    def begin_level(self) -> None:
        self.limits.append(len(self.trail))

    def assign(self, literal: int, reason: Reason) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.level[abs(literal)] = len(self.limits)
        self.reason[abs(literal)] = reason if self.limits else None
        self.trail.append(literal)

    def backtrack(self, level: int) -> None:
        if len(self.limits) <= level:
            return
        until = self.limits[level]
        for literal in self.trail[until:]:
            self.value[literal] = self.value[-literal] = 0
            self.phase[abs(literal)] = literal
            self.queue.enter(abs(literal))
        del self.trail[until:], self.limits[level:]
        self._head = until

    def find_conflict(self) -> Sequence[int] | None:
        """Propagate what is on the trail; a clause that is false, if there is one."""
        value, trail = self.value, self.trail
        while self._head < len(trail):
            literal = trail[self._head]
            self._head += 1
            self.propagations += 1
            false = -literal
            for other in self.pairs[literal]:
                if value[other] < 0:
                    return other, false
                if not value[other]:
                    self.assign(other, (other, false))
            watching, kept = self.watches[false], list[Watch]()
            self.watches[false] = kept
            for place, watch in enumerate(watching):
                blocker, clause = watch
                if value[blocker] > 0:
                    kept.append(watch)
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] <= 0:
                    instead = next((at for at in range(2, len(clause)) if value[clause[at]] >= 0), 0)
                    if instead:
                        clause[1], clause[instead] = clause[instead], false
                        self.watches[clause[1]].append((first, clause))
                        continue
                kept.append((first, clause))
                if value[first] < 0:
                    kept += watching[place + 1 :]
                    return clause
                if not value[first]:
                    self.assign(first, clause)
        return None

    def is_reason(self, clause: WatchedClause) -> bool:
        return self.value[clause[0]] > 0 and self.reason[abs(clause[0])] is clause

    def remove_dead(self) -> None:
        self.clauses = [clause for clause in self.clauses if not clause.is_dead]
        for watching in self.watches:
            watching[:] = [watch for watch in watching if not watch[1].is_dead]
