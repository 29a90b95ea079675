"""What an explanation consists of: facts, the rules and facts they follow from, and clashes.

These are the values that a puzzle is shown when it is asked for a technique's name; how they are found
is no business of a puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.csp import Constraint, IntVar, Literal, Model


@dataclass(frozen=True)
class Rule:
    """One rule of the puzzle: the constraints of a model that share a sentence.

    Attributes:
        sentence: the rule for people.
        constraints: what it stands for in the model.
    """

    sentence: str
    constraints: tuple[Constraint, ...]

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Step:
    """One deduction: from some facts, by some rules, a new fact.

    Attributes:
        fact: what is new: a variable's value, or a value it cannot take.
        facts: what was known before and is used; dropping any of them breaks the deduction.
        rules: the rules that are used; dropping any of them breaks it too.
        smallest: whether it is proved that no deduction of anything new uses fewer rules.
        branch: when the fact cannot be seen at once: what its opposite would force, up to the clash.
    """

    fact: Literal
    facts: tuple[Literal, ...]
    rules: tuple[Rule, ...]
    smallest: bool = False
    branch: tuple[Literal, ...] = ()

    @property
    def places(self) -> bool:
        """Whether the step settles a variable's value rather than taking one away."""
        return len(self.fact.values) == 1

    @property
    def value(self) -> int:
        """The value that is settled or taken away."""
        return next(iter(self.fact.values)) if self.places else taken_away(self.fact)


@dataclass(frozen=True)
class Moment:
    """What is known at one moment of solving.

    Attributes:
        known: the value of every variable that is settled.
        left: for the others, the values that nothing known takes away.
        step: the deduction that is made now; None where it is only looked on.
    """

    known: Mapping[IntVar, int]
    left: Mapping[IntVar, frozenset[int]]
    step: Step | None = None


@dataclass(frozen=True)
class Parts:
    """A puzzle taken apart, so that an impossible one can be blamed on some of its parts.

    Attributes:
        model: the model; what no part stands for is always in force.
        named: for each part, in words, the rules (by their sentences) and the facts it stands for.
    """

    model: Model
    named: Mapping[str, tuple[str | Literal, ...]]


@dataclass(frozen=True)
class Conflict:
    """Parts of a puzzle that cannot hold together, though any one fewer could.

    Attributes:
        parts: what the parts are called, in the puzzle's order.
        smallest: whether it is proved that no other conflict has fewer parts.
    """

    parts: tuple[str, ...]
    smallest: bool = False


def taken_away(fact: Literal) -> int:
    """The value that a fact of the kind ``x ≠ v`` takes away."""
    (value,) = set(fact.var.domain) - fact.values
    return value


def values_of(facts: Sequence[Literal]) -> frozenset[int]:
    """The values that facts of the kind ``x ≠ v`` take away."""
    return frozenset(taken_away(fact) for fact in facts)
