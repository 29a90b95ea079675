"""Statements as they are read: pseudo-Boolean constraints in literal normal form, and the cutting-planes rules on them.

A literal is a number: ``2·v`` for Boolean v, ``2·v + 1`` for its negation, so that ``literal ^ 1`` is the opposite. A
constraint in normal form is ``Σ coefficient·literal ≥ degree`` with positive coefficients, each Boolean once. The lines
are OPB's with VeriPB's labels, free names and ``preserved:``.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_^\[\]{}-]+")
"""A Boolean's name, in the characters that every program that reads the format has to support."""


MAX_STATED_TERMS = 40_000_000
"""Terms of all constraints of a statement, counted as ``PBConstraint.size`` does."""

TERMS_OF_NOTHING = 5
"""Terms that take as much memory as a constraint without any."""

BITS_OF_A_TERM = 512
"""Bits of a coefficient that take as much memory as a term."""

MAX_BOOLEANS = 5_000_000
"""Booleans of a statement and its proof, a few hundred bytes each."""

MAX_LINE_CHARACTERS = 1 << 26
"""Characters of a line of a statement, or of a step of a proof: they are taken apart as a whole."""


class Rejected(Exception):
    """A line of a statement or a proof that cannot be read, or a step that does not follow."""


class UnitTerms(Mapping[int, int]):
    """The terms of a long clause, each literal once, in a tenth of the memory of a dictionary."""

    __slots__ = ("_literals",)

    def __init__(self, literals: Iterable[int]) -> None:
        self._literals = array("I", literals)

    def __getitem__(self, literal: int) -> int:
        if literal not in self._literals:
            raise KeyError(literal)
        return 1

    def __iter__(self) -> Iterator[int]:
        return iter(self._literals)

    def __len__(self) -> int:
        return len(self._literals)

    def items(self) -> ItemsView[int, int]:
        return dict.fromkeys(self._literals, 1).items()

    def values(self) -> ValuesView[int]:
        return dict.fromkeys(self._literals, 1).values()


@dataclass(frozen=True, slots=True)
class PBConstraint:
    """``Σ coefficient·literal ≥ degree``; ``terms`` maps each literal to its coefficient, which is positive."""

    terms: Mapping[int, int]
    degree: int

    @property
    def size(self) -> int:
        """The memory that it takes, in terms with small coefficients."""
        if isinstance(self.terms, UnitTerms):
            return TERMS_OF_NOTHING + len(self.terms) // 8
        widest = max(self.terms.values(), default=0).bit_length()
        return (
            TERMS_OF_NOTHING
            + len(self.terms) * (1 + widest // BITS_OF_A_TERM)
            + self.degree.bit_length() // BITS_OF_A_TERM
        )

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

    def implies(self, others: Iterable[PBConstraint]) -> bool:
        """Say whether all ``others`` follow by adding literal axioms and saturating, as VeriPB's implication does."""
        terms = self.saturated().terms
        spare = self.degree - sum(terms.values())  # the degree, less what is lost, where all is lost
        for other in others:
            kept = sum(min(c, terms[literal]) for literal, c in other.terms.items() if literal in terms)
            if spare + kept < other.degree and other.degree > 0:
                return False
        return True

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
            if len(self.numbers) >= MAX_BOOLEANS:
                raise Rejected(f"more than {MAX_BOOLEANS:,} Booleans are named")
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
    size: int = 0  # of all constraints

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
    _read(lines_of(text), formula)
    return formula


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text of perhaps a gigabyte, one by one."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def _read(lines: Iterable[str], formula: PBFormula) -> None:
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if not line or line.startswith("*"):
            continue
        if not line.endswith(";"):
            raise Rejected(f"line {number} of the statement: no semicolon ends it")
        if len(line) > MAX_LINE_CHARACTERS:
            raise Rejected(f"line {number} of the statement has more than {MAX_LINE_CHARACTERS:,} characters")
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
                constraints = formula.names.constraints(words)
                formula.constraints += constraints
                formula.size += sum(constraint.size for constraint in constraints)
                if formula.size > MAX_STATED_TERMS:
                    raise Rejected(f"there are more than {MAX_STATED_TERMS:,} terms up to here")
        except Rejected as error:
            raise Rejected(f"line {number} of the statement: {error}") from None
        except (ValueError, IndexError):
            raise Rejected(f"line {number} of the statement: this is not a line of the format") from None
