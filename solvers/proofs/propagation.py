"""Unit propagation over pseudo-Boolean constraints: what a reverse unit propagation step is checked by.

A constraint propagates a literal when it cannot be met without it. Three forms are kept apart for speed alone:

- a *clause* (degree 1) watches two of its literals (Moskewicz and others, "Chaff", DAC 2001);
- an *at most one* (all literals but one must hold) acts only when one of its Booleans goes the rare way;
- any other constraint keeps its *slack*: what its literals not yet false exceed the degree by. A literal with a
  larger coefficient than the slack is propagated; a negative slack is a conflict.

What is known without assumptions is the closure of the constraints that are there now, and of nothing else: when one
goes, what had followed from it goes too (as VeriPB says of ``del``), unless others still imply it. The trail is then
emptied and filled again from the *roots*, the constraints that propagate when nothing is assigned yet. Only a
contradiction stays: it shows that the constraints had no solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from itertools import chain

from solvers.core.limits import ENDLESS, LOOK_EVERY, Clock
from solvers.proofs.formula import PBConstraint


class SlackSum:
    __slots__ = ("terms", "largest", "slack")

    def __init__(self, terms: list[tuple[int, int]], slack: int) -> None:
        self.terms = terms  # literal, coefficient; the largest coefficients first
        self.largest = max((coefficient for _, coefficient in terms), default=0)
        self.slack = slack


class UnitPropagator:
    """Constraints, and what follows from them one by one.

    Invariant between calls: ``trail`` is the closure of the constraints under propagation, or is ``_outdated`` and
    becomes it before it is next used, or ``contradiction`` is true.

    Where the clock is up while it propagates, ``OutOfTime`` is raised, and it is of no more use.

    Attributes:
        is_true: for each literal, whether it is true.
        trail: the literals that are true without any assumption, in the order in which they were found.
        contradiction: whether the constraints were found to contradict each other.
    """

    def __init__(self, clock: Clock = ENDLESS) -> None:
        self._clock = clock
        self.is_true: list[bool] = []
        self.trail: list[int] = []
        self.contradiction = False
        self._watching: list[list[list[int]]] = []  # by literal, the clauses that watch it
        self._groups: list[list[list[int]]] = []  # by literal, the at-most-ones that it would use up
        self._sums: list[list[tuple[SlackSum, int]]] = []  # by literal, the sums that lose slack when it is false
        self._literals: list[int] = []  # each literal's number, once for all clauses and groups
        self._listed = 0  # entries of the three lists above
        self._stale = 0  # those of them whose constraint was removed
        self._roots: dict[int, list[int]] = {}  # by its handle's id, what a constraint propagates all by itself
        self._outdated = False  # whether the trail may hold what followed from a constraint that was removed
        self._done = 0  # how much of the trail has been propagated

    def reach(self, booleans: int) -> None:
        for _ in range(2 * booleans - len(self.is_true)):
            self.is_true.append(False)
            self._watching.append([])
            self._groups.append([])
            self._sums.append([])
            self._literals.append(len(self._literals))

    def add(self, constraint: PBConstraint) -> object:
        """Add a constraint and propagate; returns what ``remove`` takes it out by."""
        if self._outdated:
            self._renew()
        terms, degree = constraint.terms, constraint.degree
        if degree <= 0:
            return None
        if constraint.is_clause:
            return self._add_clause([self._literals[literal] for literal in terms])
        if constraint.is_group:
            return self._add_group([self._literals[literal ^ 1] for literal in terms])
        return self._add_sum(
            sorted(((literal, min(c, degree)) for literal, c in terms.items()), key=_by_weight), degree
        )

    def remove(self, handle: object) -> None:
        """Take a constraint out, and what has followed from it alone."""
        self._outdated = self._outdated or self._may_have_propagated(handle)
        self._take_out(handle)

    def _take_out(self, handle: object) -> None:
        """Empty a constraint, so that it says nothing where it is listed, until the lists are gone through."""
        self._roots.pop(id(handle), None)
        if isinstance(handle, SlackSum):
            self._stale += len(handle.terms)
            handle.slack = sum(coefficient for _, coefficient in handle.terms)  # and never less than 0
            handle.terms, handle.largest = [], 0
        elif isinstance(handle, list):
            self._stale += len(handle)  # or 2, of a clause
            handle.clear()
        if self._stale > self._listed // 2 + len(self.is_true):
            for literal in self._literals:
                self._watching[literal] = [clause for clause in self._watching[literal] if clause]
                self._groups[literal] = [group for group in self._groups[literal] if group]
                self._sums[literal] = [pair for pair in self._sums[literal] if pair[0].terms]
            listed: Iterable[Sized] = chain(self._watching, self._groups, self._sums)
            self._listed, self._stale = sum(map(len, listed)), 0

    def _may_have_propagated(self, handle: object) -> bool:
        """Whether a constraint may be the reason for a literal of the trail."""
        is_true, true = self.is_true, 0
        if isinstance(handle, SlackSum):
            return any(is_true[literal] and coefficient > handle.slack for literal, coefficient in handle.terms)
        # Where a clause or a group has propagated, one of its literals is true and the others are false.
        for literal in handle if isinstance(handle, list) else ():
            if is_true[literal]:
                true += 1
            elif not is_true[literal ^ 1]:
                return False
        return true == 1

    def _renew(self) -> None:
        self._outdated = False
        if not self.contradiction:
            self._undo(0)
            roots = all(self._assign(literal) for root in self._roots.values() for literal in root)
            self.contradiction = not (roots and self._propagate())

    def conflict(self, literals: Iterable[int], constraint: PBConstraint | None = None) -> bool:
        """Whether assuming ``literals``, and ``constraint`` where given, leads to a conflict; nothing else changes."""
        return self.consequences(literals, constraint) is None

    def consequences(self, literals: Iterable[int], constraint: PBConstraint | None = None) -> list[int] | None:
        """All literals that follow from ``literals`` (and ``constraint``), with these; None on a conflict."""
        if self._outdated:
            self._renew()
        if self.contradiction:
            return None
        mark = len(self.trail)
        consistent = all(self._assign(literal) for literal in literals) and self._propagate()
        handle = None
        if consistent and constraint is not None:
            handle = self.add(constraint)
            consistent, self.contradiction = not self.contradiction, False
        found = self.trail[:] if consistent else None
        self._undo(mark)
        if isinstance(handle, SlackSum):  # which is the last in its lists
            self._roots.pop(id(handle), None)
            for literal, _ in handle.terms:
                self._sums[literal].pop()
            self._listed -= len(handle.terms)
        elif handle is not None:
            self._take_out(handle)
        return found

    def _add_clause(self, clause: list[int]) -> list[int]:
        is_true = self.is_true
        clause.sort(key=lambda literal: is_true[literal ^ 1])  # those not false first
        for literal in clause[:2]:
            self._watching[literal].append(clause)
        self._listed += min(2, len(clause))
        if len(clause) == 1:
            self._roots[id(clause)] = clause
        if not clause or is_true[clause[0] ^ 1]:
            self.contradiction = True
        elif len(clause) == 1 or is_true[clause[1] ^ 1]:
            self._settle(clause[0])
        return clause

    def _add_group(self, group: list[int]) -> list[int]:
        for literal in group:
            self._groups[literal].append(group)
        self._listed += len(group)
        chosen = [literal for literal in group if self.is_true[literal]]
        if chosen:
            for literal in group:
                if literal != chosen[0]:
                    self._settle(literal ^ 1)
        return group

    def _add_sum(self, terms: list[tuple[int, int]], degree: int) -> SlackSum:
        # What is false but not yet propagated is counted when it is: nothing is, between calls.
        slack = sum(c for literal, c in terms if not self.is_true[literal ^ 1]) - degree
        handle = SlackSum(terms, slack)
        for literal, coefficient in terms:
            self._sums[literal].append((handle, coefficient))
        self._listed += len(terms)
        widest = sum(coefficient for _, coefficient in terms) - degree  # its slack when nothing is assigned
        if widest < handle.largest:
            self._roots[id(handle)] = [literal for literal, coefficient in terms if coefficient > widest]
        if slack < 0:
            self.contradiction = True
        elif slack < handle.largest:
            for literal, coefficient in terms:
                if coefficient > slack and not self.is_true[literal ^ 1]:
                    self._settle(literal)
        return handle

    def _settle(self, literal: int) -> None:
        if not self.contradiction and not (self._assign(literal) and self._propagate()):
            self.contradiction = True

    def _assign(self, literal: int) -> bool:
        """Make a literal true; False where it is false."""
        if self.is_true[literal ^ 1]:
            return False
        if not self.is_true[literal]:
            self.is_true[literal] = True
            self.trail.append(literal)
        return True

    def _undo(self, mark: int) -> None:
        """Forget what was assigned since the trail had the length ``mark``."""
        trail, sums = self.trail, self._sums
        for literal in trail[mark : self._done]:
            for handle, coefficient in sums[literal ^ 1]:
                handle.slack += coefficient
        for literal in trail[mark:]:
            self.is_true[literal] = False
        del trail[mark:]
        self._done = min(self._done, mark)

    def _propagate(self) -> bool:
        """Everything that follows from the trail; False on a conflict."""
        trail, is_true, watching = self.trail, self.is_true, self._watching
        while self._done < len(trail):
            literal = trail[self._done]
            self._done += 1
            if self._done % LOOK_EVERY == 0:
                self._clock.check()
            false = literal ^ 1
            consistent = True
            for handle, coefficient in self._sums[false]:  # all of them, so that undoing gives all back
                handle.slack -= coefficient
                if handle.slack < handle.largest:
                    consistent = consistent and self._spend(handle)
            if not consistent:
                return False
            for group in self._groups[literal]:
                for other in group:
                    if other != literal and not is_true[other ^ 1]:
                        if is_true[other]:
                            return False
                        is_true[other ^ 1] = True
                        trail.append(other ^ 1)
            if watching[false] and not self._rewatch(false):
                return False
        return True

    def _spend(self, handle: SlackSum) -> bool:
        slack, is_true = handle.slack, self.is_true
        if slack < 0:
            return False
        for literal, coefficient in handle.terms:
            if coefficient <= slack:
                break
            if not is_true[literal] and not is_true[literal ^ 1]:
                is_true[literal] = True
                self.trail.append(literal)
        return True

    def _rewatch(self, false: int) -> bool:
        """Let every clause that watched ``false`` watch another literal, or propagate its last; False on a conflict."""
        is_true, watching, trail = self.is_true, self._watching, self.trail
        staying: list[list[int]] = []
        clauses = watching[false]
        for place, clause in enumerate(clauses):
            if not clause:
                continue  # it was removed
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if is_true[first]:
                staying.append(clause)
                continue
            for index in range(2, len(clause)):
                other = clause[index]
                if not is_true[other ^ 1]:
                    clause[1], clause[index] = other, false
                    watching[other].append(clause)
                    break
            else:
                staying.append(clause)
                if is_true[first ^ 1]:
                    staying.extend(clauses[place + 1 :])
                    watching[false] = staying
                    return False
                is_true[first] = True
                trail.append(first)
        watching[false] = staying
        return True


def _by_weight(term: tuple[int, int]) -> int:
    return -term[1]


def refuted(constraints: Sequence[PBConstraint]) -> bool:
    """Whether unit propagation over these few alone leads to a conflict."""
    using: dict[int, list[tuple[int, int]]] = {}  # by literal, the places of constraints, and its coefficients there
    ranked, slacks = [], []
    for place, constraint in enumerate(constraints):
        ranked.append(sorted(constraint.terms.items(), key=lambda term: term[1]))  # the largest last
        slacks.append(sum(constraint.terms.values()) - constraint.degree)
        for literal, coefficient in constraint.terms.items():
            using.setdefault(literal, []).append((place, coefficient))
    true: set[int] = set()
    waiting: list[int] = []  # true, and not propagated yet
    touched: Iterable[int] = range(len(ranked))
    while True:
        for place in touched:
            terms, slack = ranked[place], slacks[place]
            if slack < 0:
                return True
            while terms and terms[-1][1] > slack:
                literal, _ = terms.pop()
                if literal not in true and literal ^ 1 not in true:
                    true.add(literal)
                    waiting.append(literal)
        if not waiting:
            return False
        touched = []
        for place, coefficient in using.get(waiting.pop() ^ 1, ()):
            slacks[place] -= coefficient
            touched.append(place)
