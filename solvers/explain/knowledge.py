"""What is known: facts, their SAT literals, and the values left for each variable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.deductions import Deduction, Rule, Snapshot, is_value
from models.language.model import IntVar, Literal
from solvers.backends.sat.rules import Reasoner

Origin = Literal | int | None
"""Where a fact comes from, as ``Deduction.origins`` has it."""


class Knowledge:
    """Facts about ``variables``, growing one by one."""

    def __init__(self, reasoner: Reasoner, variables: Sequence[IntVar]) -> None:
        self.left: dict[IntVar, set[int]] = {var: set(var.domain) for var in variables}
        self.settled: set[IntVar] = set()
        self._reasoner = reasoner
        self._known: dict[IntVar, list[int]] = {var: [] for var in variables}
        self._fact: dict[int, Literal] = {}
        self._origin: dict[int, Origin] = {}

    def note(self, fact: Literal, origin: Origin = None) -> int:
        """Add ``fact`` to what is known; returns its SAT literal."""
        var, literal = fact.var, self._reasoner.literal(fact)
        if is_value(fact):
            self.settled.add(var)
            self.left[var] = set(fact.values)
            self._known[var] = []  # the value says all that the values taken away before said
        else:
            self.left[var].difference_update((~fact).values)
        self._known[var].append(literal)
        self._fact[literal] = fact
        self._origin[literal] = origin
        return literal

    def __contains__(self, literal: int) -> bool:
        return literal in self._fact

    def snapshot(self, unique: bool, given: frozenset[IntVar]) -> Snapshot:
        known = {var: next(iter(self.left[var])) for var in self.left if var in self.settled}
        left = {var: frozenset(left) for var, left in self.left.items() if var not in known}
        return Snapshot(known, left, unique=unique, given=given)

    def has(self, fact: Literal) -> bool:
        """Whether ``fact`` says nothing new; that the only value left is the value is new until it is noted."""
        return fact.var in self.settled or (not is_value(fact) and self.left[fact.var].isdisjoint((~fact).values))

    def about(self, variables: Iterable[IntVar]) -> list[int]:
        """The SAT literals of what is known of ``variables``."""
        return [literal for var in variables for literal in self._known[var]]

    def step(self, fact: Literal, literals: Iterable[int], rules: Sequence[Rule]) -> Deduction:
        """The step to ``fact`` by ``rules`` and the facts behind ``literals``."""
        used = sorted(literals, key=abs)
        facts = tuple(self._fact[literal] for literal in used)
        return Deduction(fact, facts, tuple(rules), origins=tuple(self._origin[literal] for literal in used))

    def in_order(self, literals: Iterable[int]) -> list[int]:
        """What had better be spared first: what steps took away, the latest first, then values taken away by a rule."""

        def step(literal: int) -> int:
            origin = self._origin[literal]
            return origin if isinstance(origin, int) and not is_value(self._fact[literal]) else 0

        return sorted(literals, key=lambda literal: (-step(literal), literal))

    def unsettled(self, variables: Iterable[IntVar]) -> list[IntVar]:
        return [var for var in variables if var not in self.settled]
