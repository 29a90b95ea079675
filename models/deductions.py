"""Deductions and conflicts: the rules and facts that a new fact follows from, and the parts of a puzzle that clash.

Rules go by their keys (``Constraint.rule``), facts are literals ``x = v`` and ``x ≠ v``. These are the values that a
puzzle is shown when it is asked for a technique's name or for a picture; it need not know how they are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from models.language.expressions import IntVar, Literal
from models.language.model import DEFINITION, Constraint, Key, Model


@dataclass(frozen=True)
class Rule:
    """One rule of the puzzle: the constraints of a model that share a key, and their sentence for people."""

    key: Key
    sentence: str
    constraints: tuple[Constraint, ...]

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Derivation:
    """What one rule makes of what is known, as a table of cases that all fail, to be checked by hand.

    ``short`` is what is seen in a few words, such as ``9 + 12 + 15 + 6 = 42``, where that is possible.
    """

    about: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    short: str = ""


@dataclass(frozen=True)
class RefutationStep:
    """The new facts that one rule makes of what is known by then; none when the rule cannot hold any more."""

    rule: Rule
    facts: tuple[Literal, ...]
    derivations: tuple[Derivation, ...] = ()


@dataclass(frozen=True)
class Refutation:
    """How a supposition fails.

    Attributes:
        steps: what follows, one rule at a time; the last one clashes, unless there are cases.
        cases: for every value left for some variable, how that fails.
    """

    supposed: Literal
    steps: tuple[RefutationStep, ...]
    cases: tuple[Refutation, ...] = ()

    @property
    def lines(self) -> int:
        """How many lines the text of it has."""
        return 1 + len(self.steps) + sum(case.lines for case in self.cases)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules by which it fails, those of its cases among them."""
        return (*(step.rule for step in self.steps), *(rule for case in self.cases for rule in case.rules))


STRONG, WEAK, SO = "strong", "weak", "so"
"""The kinds of links: one of two values holds; not both of them do; where one holds, so does the other."""


@dataclass(frozen=True)
class Link:
    """An inference of some kind from one fact ``x = v`` to another, which a picture draws as a line between them."""

    start: Literal
    end: Literal
    kind: str


@dataclass(frozen=True)
class Place:
    """Where to look, in words (``box 6``) and lit in a picture, for a hint that does not say what is seen there."""

    words: str
    variables: tuple[IntVar, ...]


@dataclass(frozen=True)
class TechniquePattern:
    """What a technique sees, in words and for a picture.

    Attributes:
        lines: the words; what belongs below a line is indented.
        sides: the facts ``x = v`` that it rests on, in one group or in two, which hold by turns.
        links: the inferences from value to value, where they make up a chain.
        look: where to look for it; None where that is the variables of the links, or else of the sides.
        holds: what is left, such as ``R1C1 and R1C2 hold 1 and 2``, where that says it better than all that is gone.
    """

    lines: tuple[str, ...]
    sides: tuple[tuple[Literal, ...], ...] = ()
    links: tuple[Link, ...] = ()
    look: Place | None = None
    holds: str = ""


@dataclass(frozen=True)
class Deduction:
    """One step: from some facts, by some rules, a new fact, or several by one pattern.

    Attributes:
        fact: what is new: a variable's value, or a value it cannot take.
        facts: what was known before and is used; dropping any of them breaks the deduction.
        rules: the rules that are used; dropping any of them breaks it too.
        name: what people call the technique; empty where it has no name.
        smallest: whether it is proved that no deduction of anything new uses fewer rules.
        origins: for each of the facts, where it comes from: the value that makes it obvious by one rule,
            or the number of the step that found it; None where it was given.
        refutation: how the opposite of the fact fails, where that is not seen at once and is short.
        derivations: how a step by one rule is seen, where the puzzle has tables of it.
        more: what else is new by the same pattern; ``facts`` and ``rules`` are what all of it needs.
        number: how hard it is to see on the scale of Sudoku Explainer, where the technique has a place on it.
        unique: whether it rests on there being one answer only; then ``facts`` and ``rules`` are those of what is
            seen, and do not make it follow without that.
    """

    fact: Literal
    facts: tuple[Literal, ...]
    rules: tuple[Rule, ...]
    name: str = ""
    smallest: bool = False
    origins: tuple[Literal | int | None, ...] = ()
    refutation: Refutation | None = None
    derivations: tuple[Derivation, ...] = ()
    more: tuple[Literal, ...] = ()
    pattern: TechniquePattern | None = None
    number: float | None = None
    unique: bool = False

    @property
    def new(self) -> tuple[Literal, ...]:
        """All that is new."""
        return self.fact, *self.more

    @property
    def every_rule(self) -> tuple[Rule, ...]:
        """The rules that are used, those of the refutation among them."""
        return self.rules + (self.refutation.rules if self.refutation else ())

    @property
    def places(self) -> bool:
        """Whether the step settles a variable's value rather than taking one away."""
        return is_value(self.fact)

    @property
    def value(self) -> int:
        """The value that is settled or taken away."""
        return next(iter(self.fact.values)) if self.places else taken_away(self.fact)


@dataclass(frozen=True)
class KnownTechnique:
    """A technique that people know by name.

    Attributes:
        family: the kind of techniques that it belongs to, by which several can be named at once.
        sentence: what is seen.
        names: what steps by it are called; more than one where it has several kinds.
        is_usual: whether explanations use it unasked.
    """

    name: str
    family: str
    sentence: str
    names: tuple[str, ...]
    is_usual: bool


@dataclass(frozen=True)
class Proposal:
    """A deduction of all that is ``new`` by a technique with a name, for somebody to check.

    ``rules`` (their keys) and ``facts``, which must be known, are those that it uses, and perhaps more. ``pattern``,
    ``number`` and ``unique`` are as in ``Deduction``.
    """

    name: str
    new: tuple[Literal, ...]
    rules: tuple[Key, ...]
    facts: tuple[Literal, ...]
    pattern: TechniquePattern | None = None
    number: float | None = None
    unique: bool = False


@dataclass(frozen=True)
class Snapshot:
    """What is known at one moment of solving.

    Attributes:
        known: the value of every variable that is settled.
        left: for the others, the values that nothing known takes away.
        step: the deduction that is made now; None between steps.
        look: the variables that are to be looked at, where no step says it.
        unique: whether there is known to be one answer only.
        given: the variables of which the puzzle says the value; None where that is not known.
    """

    known: Mapping[IntVar, int]
    left: Mapping[IntVar, frozenset[int]]
    step: Deduction | None = None
    look: tuple[IntVar, ...] = ()
    unique: bool = False
    given: frozenset[IntVar] | None = None

    def values(self, var: IntVar) -> frozenset[int]:
        """What a variable may still be, before the step."""
        return frozenset({self.known[var]}) if var in self.known else self.left.get(var, frozenset(var.domain))


@dataclass(frozen=True, repr=False)
class PuzzlePart:
    """One part of a puzzle that may be blamed when there is no answer.

    Attributes:
        key: that of its rule, or for a given, ``("given", …)``.
        name: the part for people.
        members: the rules (by their keys) and the facts it stands for.
    """

    key: Key
    name: str
    members: tuple[Key | Literal, ...]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<part: {self.name}>"


@dataclass(frozen=True)
class Parts:
    """A puzzle taken apart, in its own order; what of the model no part stands for is always in force."""

    model: Model
    parts: tuple[PuzzlePart, ...]


def rules_of(model: Model, background: Collection[Key] = ()) -> tuple[PuzzlePart, ...]:
    """Every rule of ``model`` that is not in the background, as a part of its own."""
    names = sentences_of(model.constraints).items()
    return tuple(PuzzlePart(key, name, (key,)) for key, name in names if key not in (*background, DEFINITION))


def sentences_of(constraints: Iterable[Constraint]) -> dict[Key, str]:
    """Return the sentence of each rule by its key; where rules share one, with how the first constraint is written."""
    firsts: dict[Key, Constraint] = {}
    for constraint in constraints:
        firsts.setdefault(constraint.rule, constraint)
    sentences = {key: first.sentence for key, first in firsts.items()}
    shared = Counter(sentences.values())
    return {key: f"{said} ({firsts[key]})" if shared[said] > 1 else said for key, said in sentences.items()}


@dataclass(frozen=True, repr=False)
class Conflict:
    """Parts of a puzzle that cannot hold together, though any one fewer could.

    Every conflict of this puzzle is proved to have ``at_least`` so many parts. Where the time was up before it was
    ``minimal``, perhaps some parts can be spared.
    """

    parts: tuple[PuzzlePart, ...]
    at_least: int = 0
    minimal: bool = True

    @property
    def smallest(self) -> bool:
        """Whether it is proved that no other conflict has fewer parts."""
        return self.at_least == len(self.parts)

    def __str__(self) -> str:
        """Its parts, a line each."""
        return "\n".join(map(str, self.parts)) or "the rules alone cannot hold together"

    def __repr__(self) -> str:
        return f"<conflict{', the smallest' * self.smallest}: {'; '.join(map(str, self.parts))}>"


def is_value(fact: Literal) -> bool:
    """Whether ``fact`` settles its variable's value; else it takes one value away."""
    return len(fact.values) == 1


def facts_of(test: Literal) -> list[Literal]:
    """Return what ``test`` says as facts: the value of its variable, or each value that it takes away."""
    if is_value(test):
        return [test]
    return [test.var != value for value in sorted((~test).values)]


def taken_away(fact: Literal) -> int:
    """The value that a fact of the kind ``x ≠ v`` takes away."""
    (value,) = (~fact).values
    return value
