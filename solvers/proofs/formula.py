"""Statements as they are read: pseudo-Boolean constraints in literal normal form, and the cutting-planes rules on them.

A literal is a number: ``2·v`` for Boolean v, ``2·v + 1`` for its negation, so that ``literal ^ 1`` is the opposite. A
constraint in normal form is ``Σ coefficient·literal ≥ degree`` with positive coefficients, each Boolean once. The lines
are OPB's with VeriPB's labels, free names and ``preserved:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_^\[\]{}-]+")
"""A Boolean's name, in the characters that every program that reads the format has to support."""


class Rejected(Exception):
    """A line of a statement or a proof that cannot be read, or a step that does not follow."""


@dataclass(frozen=True, slots=True)
class PBConstraint:
    """``Σ coefficient·literal ≥ degree``; ``terms`` maps each literal to its coefficient, which is positive."""

    terms: Mapping[int, int]
    degree: int

    @property
    def is_contradiction(self) -> bool:
        return sum(self.terms.values()) < self.degree

    @property
    def is_clause(self) -> bool:
        """Whether any one of the literals is enough."""
        return all(coefficient >= self.degree for coefficient in self.terms.values())

    @property
    def is_group(self) -> bool:
        """Whether all literals but one are needed: at most one of their negations is true."""
        return self.degree == len(self.terms) - 1 and all(coefficient == 1 for coefficient in self.terms.values())

    def negated(self) -> PBConstraint:
        """What holds exactly where this does not: ``Σ coefficient·~literal ≥ total − degree + 1``."""
        flipped = {literal ^ 1: coefficient for literal, coefficient in self.terms.items()}
        return PBConstraint(flipped, sum(flipped.values()) - self.degree + 1)

    def plus(self, other: PBConstraint) -> PBConstraint:
        """The sum of two constraints; ``l + ~l = 1`` goes to the degree."""
        return normal([*self._signed(), *other._signed()], self.degree + other.degree)

    def times(self, factor: int) -> PBConstraint:
        scaled = {literal: coefficient * factor for literal, coefficient in self.terms.items()}
        return PBConstraint(scaled if factor else {}, self.degree * factor)

    def divided(self, divisor: int) -> PBConstraint:
        return PBConstraint(
            {literal: -(-c // divisor) for literal, c in self.terms.items()}, -(-self.degree // divisor)
        )

    def saturated(self) -> PBConstraint:
        """No coefficient larger than the degree, which says the same; nothing, where the degree is not positive."""
        terms = self.terms if self.degree > 0 else {}
        return PBConstraint({literal: min(c, self.degree) for literal, c in terms.items()}, self.degree)

    def under(self, values: Mapping[int, int | bool]) -> PBConstraint:
        """The constraint with Booleans replaced, each by True, by False or by a literal."""
        signed, degree = [], self.degree
        for literal, coefficient in self.terms.items():
            value = values.get(literal >> 1)
            if value is None:
                signed.append((coefficient, literal))
            elif value is True or value is False:
                degree -= coefficient * (value is not bool(literal & 1))
            else:
                signed.append((coefficient, value ^ (literal & 1)))
        return normal(signed, degree)

    def implies(self, other: PBConstraint) -> bool:
        """Whether ``other`` follows by adding literal axioms and saturating (syntactic implication in VeriPB)."""
        if other.degree <= 0:
            return True
        lost = sum(max(0, c - other.terms.get(literal, 0)) for literal, c in self.saturated().terms.items())
        return self.degree - lost >= other.degree

    def holds(self, is_true: Sequence[bool] | Mapping[int, bool]) -> bool:
        missing = self.degree
        for literal, coefficient in self.terms.items():
            if missing <= 0:
                break
            if is_true[literal]:
                missing -= coefficient
        return missing <= 0

    def _signed(self) -> list[tuple[int, int]]:
        return [(coefficient, literal) for literal, coefficient in self.terms.items()]


def normal(terms: Iterable[tuple[int, int]], degree: int) -> PBConstraint:
    """``Σ coefficient·literal ≥ degree``, with coefficients of any sign and literals in any number, in normal form."""
    total: dict[int, int] = {}  # by Boolean, the coefficient of the positive literal
    for coefficient, literal in terms:
        if literal & 1:  # c·~x = c − c·x
            degree -= coefficient
            coefficient = -coefficient
        total[literal >> 1] = total.get(literal >> 1, 0) + coefficient
    result: dict[int, int] = {}
    for boolean, coefficient in total.items():
        if coefficient > 0:
            result[2 * boolean] = coefficient
        elif coefficient < 0:  # −c·x = c·~x − c
            result[2 * boolean + 1] = -coefficient
            degree -= coefficient
    return PBConstraint(result, degree)


class Names:
    """The Booleans of a statement and of a proof, numbered as they are first read."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def literal(self, word: str) -> int:
        name = word.removeprefix("~")
        number = self.numbers.get(name)
        if number is None:
            if not _NAME.fullmatch(name):
                raise Rejected(f"{word} is not a literal")
            number = self.numbers[name] = len(self.numbers)
        return 2 * number + (name is not word)

    def boolean(self, word: str) -> int:
        if word.startswith("~"):
            raise Rejected(f"{word} is not a Boolean")
        return self.literal(word)

    def constraints(self, words: Sequence[str]) -> tuple[PBConstraint, ...]:
        """The constraints of ``1 x_1 2 ~x_2 >= 2``: one for ``>=``, for ``=`` a second that says at most."""
        if len(words) < 2 or len(words) % 2 or words[-2] not in (">=", "="):
            raise Rejected(f"'{' '.join(words[:12])}' is not a pseudo-Boolean constraint")
        terms = self.terms(words[:-2])
        degree = whole(words[-1])
        at_least = normal(terms, degree)
        if words[-2] == ">=":
            return (at_least,)
        return (at_least, normal([(-coefficient, literal) for coefficient, literal in terms], -degree))

    def terms(self, words: Sequence[str]) -> list[tuple[int, int]]:
        return [(whole(factor), self.literal(word)) for factor, word in zip(words[::2], words[1::2], strict=True)]


def whole(word: str) -> int:
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        raise Rejected(f"{word} is not a number")
    return int(word)


@dataclass
class PBFormula:
    """A statement as it was read; an equality is two constraints.

    A label names the place of its line's first constraint, from 1. The Booleans that make up an answer, ``preserved``,
    are positive literals; None where no line names them.
    """

    names: Names = field(default_factory=Names)
    constraints: list[PBConstraint] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    objective: list[tuple[int, int]] | None = None
    preserved: tuple[int, ...] | None = None

    def with_lines(self, lines: Iterable[str]) -> PBFormula:
        """The statement with more lines; this one stays as it is."""
        names = Names()
        names.numbers.update(self.names.numbers)
        longer = replace(self, names=names, constraints=self.constraints[:], labels=dict(self.labels))
        _read(lines, longer)
        return longer


def read_formula(text: str) -> PBFormula:
    """A statement in OPB with VeriPB's additions; ``Rejected`` names the line that is none."""
    formula = PBFormula()
    _read(text.split("\n"), formula)
    return formula


def _read(lines: Iterable[str], formula: PBFormula) -> None:
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if not line or line.startswith("*"):
            continue
        if not line.endswith(";"):
            raise Rejected(f"line {number} of the statement: no semicolon ends it")
        words = line[:-1].split()
        try:
            if words[0] == "min:":
                if formula.objective is not None:
                    raise Rejected("there is an objective already")
                formula.objective = formula.names.terms(words[1:])
            elif words[0] == "preserved:":
                if formula.preserved is not None:
                    raise Rejected("what is preserved has been said already")
                formula.preserved = tuple(map(formula.names.boolean, dict.fromkeys(words[1:])))
            else:
                if words[0].startswith("@"):
                    formula.labels[words.pop(0)] = len(formula.constraints) + 1
                formula.constraints += formula.names.constraints(words)
        except Rejected as error:
            raise Rejected(f"line {number} of the statement: {error}") from None
        except (ValueError, IndexError):
            raise Rejected(f"line {number} of the statement: this is not a line of the format") from None
