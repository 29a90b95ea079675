"""The constraints of the modelling language: what each one says, and whether an assignment obeys it.

Every constraint is an immutable value. All share three optional parts:

- ``condition``: literals that must all be true for the constraint to count (half-reification;
  an empty condition always counts);
- ``because``: the rule of the puzzle it stands for, in a sentence for people;
- ``key``: the same rule for programs, which never read the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import NoReturn

from models.errors import ModelError
from models.language.domains import LISTED
from models.language.expressions import (
    Declared,
    Expression,
    IntVar,
    Literal,
    a_type,
    refuse_equivalence,
    write_set,
    write_sum,
)

Assignment = Mapping[IntVar, int]
"""A value for every variable of a model."""

Givens = Mapping[IntVar, int]
"""The values an instance fixes in advance."""


Key = tuple[str | int, ...]
"""What a rule is to programs: a word for its kind, then its subject, such as ``("column", 3)``."""


@dataclass(frozen=True, eq=False, repr=False)
class Constraint(Declared):
    """A relation between variables that holds or does not hold of an assignment.

    A kind of constraint says four things of itself: when it holds (``relation_holds``), what it speaks of
    (``relation_scope``), how it is written (``statement``), and what is wrong with how it was made (``complaint``).
    """

    called = "constraint"

    condition: tuple[Literal, ...] = field(default=(), kw_only=True)
    because: str = field(default="", kw_only=True)
    key: Key = field(default=(), kw_only=True)

    def holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the constraint; an unmet condition frees it."""
        if self.condition and not all(literal.holds(assignment) for literal in self.condition):
            return True
        return self.relation_holds(assignment)

    def relation_holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the relation itself, its condition left aside."""
        raise TypeError(f"{type(self).__name__} does not say when it holds")

    def relation_scope(self) -> Iterator[IntVar]:
        """The variables of the relation, its condition left aside; one may come twice."""
        raise TypeError(f"{type(self).__name__} does not name its variables")

    def scope(self) -> Iterator[IntVar]:
        """Every variable the constraint speaks of; one may come twice."""
        yield from self.relation_scope()
        yield from (literal.var for literal in self.condition)

    @property
    def sentence(self) -> str:
        """The rule it stands for, for people; without a ``because`` it is a rule by itself."""
        return self.because or str(self)

    @property
    def rule(self) -> Key:
        """The rule it is part of, for programs: its key, or where it has none, whatever shares its sentence."""
        return self.key or (self.sentence,)

    def statement(self) -> str:
        """The relation as a mathematician would write it, its condition left aside."""
        raise TypeError(f"{type(self).__name__} cannot be written down")

    def complaint(self) -> str | None:
        """What makes it no sound constraint, in words; None when nothing does. Its variables are known to be such."""
        return None

    def __str__(self) -> str:
        if not self.condition:
            return self.statement()
        return " ∧ ".join(map(str, self.condition)) + " ⇒ " + self.statement()

    __repr__ = __str__

    def _value(self) -> tuple[object, ...]:
        """The fields with every variable replaced by its identity, since ``x == y`` makes a constraint."""
        return tuple(_identify(getattr(self, part.name)) for part in fields(self))

    def __invert__(self) -> NoReturn:
        raise ModelError(f"({self}) cannot be negated by ~, which only a literal can; write the opposite relation")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Expression | Literal):
            refuse_equivalence(self, other)
        return type(other) is type(self) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())


@dataclass(frozen=True, eq=False, repr=False)
class AllDifferent(Constraint):
    """No two of the variables take the same value."""

    variables: tuple[IntVar, ...]

    def relation_holds(self, assignment: Assignment) -> bool:
        values = self._read(assignment)
        return len(set(values)) == len(values)

    @cached_property
    def _read(self) -> Callable[[Assignment], tuple[int, ...]]:
        """Reads the variables' values; made once, since every answer of thousands of Sudokus passes here."""
        return itemgetter(*self.variables) if len(self.variables) > 1 else lambda assignment: ()

    def relation_scope(self) -> Iterator[IntVar]:
        return iter(self.variables)

    def statement(self) -> str:
        return f"all different({_names(self.variables)})"

    def complaint(self) -> str | None:
        twice = _twice(self.variables)
        return f"{self} names {twice} twice and can never hold" if twice else None

    def takers(self) -> dict[int, list[IntVar]]:
        """For each value that some of the variables can take, these variables."""
        takers: dict[int, list[IntVar]] = {}
        for var in self.variables:
            for value in var.domain:
                takers.setdefault(value, []).append(var)
        return takers


@dataclass(frozen=True, eq=False, repr=False)
class Element(Constraint):
    """``target = array[index]``, counted from 0; an index outside the array breaks it."""

    index: IntVar
    array: tuple[int | IntVar, ...]
    target: IntVar

    def relation_holds(self, assignment: Assignment) -> bool:
        place = assignment[self.index]
        if not 0 <= place < len(self.array):
            return False
        entry = self.array[place]
        return assignment[self.target] == (assignment[entry] if isinstance(entry, IntVar) else entry)

    def relation_scope(self) -> Iterator[IntVar]:
        yield self.index
        yield from (entry for entry in self.array if isinstance(entry, IntVar))
        yield self.target

    def statement(self) -> str:
        return f"{self.target.name} = ({', '.join(map(str, self.array))})[{self.index.name}]"

    def complaint(self) -> str | None:
        index, size = self.index, len(self.array)
        for entry in self.array:
            if not isinstance(entry, int | IntVar):
                return f"the array read by {index} holds {entry!r}, {a_type(entry)}; ints and variables are expected"
        if index.domain[0] < 0 or index.domain[-1] >= size:
            places = f"0 to {size - 1} are its places" if size else "it has no place"
            return (
                f"{index} ∈ {write_set(index.domain)} reaches outside the array of {size} entries "
                f"it reads for {self.target}; {places}"
            )
        return None


@dataclass(frozen=True, eq=False, repr=False)
class Linear(Constraint):
    """``c1·x1 + c2·x2 + … relation constant``, the relation one of ``== != <= >=``.

    Made by comparing expressions, such as ``2*x + y <= 7``; each variable comes once.
    """

    terms: tuple[tuple[int, IntVar], ...]
    relation: str
    constant: int

    def relation_holds(self, assignment: Assignment) -> bool:
        total = sum(coefficient * assignment[var] for coefficient, var in self.terms)
        if self.relation == "==":
            return total == self.constant
        if self.relation == "!=":
            return total != self.constant
        if self.relation == "<=":
            return total <= self.constant
        return total >= self.constant

    def relation_scope(self) -> Iterator[IntVar]:
        return (var for _, var in self.terms)

    def statement(self) -> str:
        sign = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}.get(self.relation, self.relation)
        return f"{write_sum(self.terms)} {sign} {self.constant}"

    def complaint(self) -> str | None:
        if self.relation not in ("==", "!=", "<=", ">="):
            return f"the linear relation {self.relation!r} is none of ==, !=, <=, >="
        for number in (*(coefficient for coefficient, _ in self.terms), self.constant):
            if not isinstance(number, int):
                return f"{self} speaks of {number}, {a_type(number)}; ints are expected"
        twice = _twice([var for _, var in self.terms])
        return f"{self} names {twice} twice" if twice else None


@dataclass(frozen=True, eq=False, repr=False)
class Table(Constraint):
    """The variables take, in order, the values of one of the listed tuples."""

    variables: tuple[IntVar, ...]
    tuples: tuple[tuple[int, ...], ...]

    def relation_holds(self, assignment: Assignment) -> bool:
        return tuple(assignment[var] for var in self.variables) in self._allowed

    @cached_property
    def _allowed(self) -> frozenset[tuple[int, ...]]:
        """The tuples as a set, made once: a table is consulted for every answer."""
        return frozenset(self.tuples)

    def relation_scope(self) -> Iterator[IntVar]:
        return iter(self.variables)

    def statement(self) -> str:
        rows = ", ".join(f"({', '.join(map(str, row))})" for row in self.tuples[:4])
        more = f", … {len(self.tuples)} in all" if len(self.tuples) > 4 else ""
        return f"({_names(self.variables)}) ∈ {{{rows}{more}}}"

    def complaint(self) -> str | None:
        width = len(self.variables)
        if are_ints(self.tuples) and set(map(len, self.tuples)) <= {width}:
            return None
        for place, row in enumerate(self.tuples):
            strange = next((value for value in row if not isinstance(value, int)), None)
            if strange is not None or len(row) != width:
                wrong = (
                    f"{len(row)} values for {width} variables"
                    if strange is None
                    else f"{strange!r} is {a_type(strange)}, where an int is expected"
                )
                return f"tuple {place} of the table over ({_names(self.variables)}) is {row}: {wrong}"
        return None

    def rows(self) -> list[tuple[int, ...]]:
        """The tuples that the domains admit, each once."""
        domains = [var.domain for var in self.variables]
        return [
            row
            for row in dict.fromkeys(self.tuples)
            if all(value in domain for value, domain in zip(row, domains, strict=True))
        ]


@dataclass(frozen=True, eq=False, repr=False)
class _OverLiterals(Constraint):
    """A constraint that counts true literals."""

    literals: tuple[Literal, ...]

    def relation_scope(self) -> Iterator[IntVar]:
        return (literal.var for literal in self.literals)

    def complaint(self) -> str | None:
        return stray(self.literals)


@dataclass(frozen=True, eq=False, repr=False)
class Clause(_OverLiterals):
    """At least one of the literals is true."""

    def relation_holds(self, assignment: Assignment) -> bool:
        return any(assignment[literal.var] in literal.values for literal in self.literals)

    def statement(self) -> str:
        return " ∨ ".join(map(str, self.literals)) if self.literals else "false"


@dataclass(frozen=True, eq=False, repr=False)
class AtMostOne(_OverLiterals):
    """No two of the literals are true."""

    def relation_holds(self, assignment: Assignment) -> bool:
        return sum(assignment[literal.var] in literal.values for literal in self.literals) <= 1

    def statement(self) -> str:
        return f"at most one of({', '.join(map(str, self.literals))})"


@dataclass(frozen=True, eq=False, repr=False)
class ExactlyOne(_OverLiterals):
    """One of the literals is true, and no other."""

    def relation_holds(self, assignment: Assignment) -> bool:
        return sum(assignment[literal.var] in literal.values for literal in self.literals) == 1

    def statement(self) -> str:
        return f"exactly one of({', '.join(map(str, self.literals))})"


CONSTRAINT_KINDS: tuple[type[Constraint], ...] = (
    AllDifferent,
    Element,
    Linear,
    Table,
    Clause,
    AtMostOne,
    ExactlyOne,
)
"""The whole list: what a backend has to have an answer for, if only that it cannot take it."""


def are_ints(rows: Iterable[Iterable[object]]) -> bool:
    """Whether all entries are ints of Python's own; quick, since tables can be long."""
    return set(map(type, chain.from_iterable(rows))) <= {int}


def stray(literals: Iterable[Literal]) -> str | None:
    """What is wrong with a literal made by hand: it tests for something outside its domain; None when nothing is."""
    for literal in literals:
        if len(literal.values) <= LISTED:  # a larger set has been cut to the domain already
            for value in literal.values:
                if not isinstance(value, int) or value not in literal.var.domain:
                    domain = write_set(literal.var.domain)
                    return f"a literal tests whether {literal.var} is {value!r}, which lies outside {domain}"
    return None


def _twice(variables: Iterable[IntVar]) -> str | None:
    """The name of the first variable that comes again."""
    seen: set[IntVar] = set()
    for var in variables:
        if var in seen:
            return var.name
        seen.add(var)
    return None


def _names(variables: tuple[IntVar, ...]) -> str:
    return ", ".join(var.name for var in variables)


def _identify(part: object) -> object:
    if isinstance(part, IntVar):
        return ("variable", id(part))
    if isinstance(part, tuple):
        return tuple(map(_identify, part))
    return part
