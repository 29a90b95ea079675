"""The kinds of constraints: what each one says, and whether an assignment obeys it.

The base of all, and Linear, which comparing expressions makes, live in ``models.language.expressions``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import contains, itemgetter

from models.language.base import TEXT, Notation, a_type, are_of, named_twice, write_set
from models.language.domains import MAX_EXPLICIT_VALUES, MAX_SET_VALUES, lie_in
from models.language.expressions import Assignment, Constraint, IntVar, Linear, Literal


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
        return _reader(self.variables)

    def relation_scope(self) -> Iterator[IntVar]:
        return iter(self.variables)

    def statement(self, notation: Notation) -> str:
        return f"{notation.word('all different')}({_names(self.variables, notation)})"

    def complaint(self) -> str | None:
        twice = named_twice(self.variables)
        return f"{self} names {twice} twice and can never hold" if twice else None

    def takers(self) -> dict[int, list[IntVar]]:
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

    @cached_property
    def sources(self) -> tuple[IntVar, ...]:
        return tuple(dict.fromkeys([entry for entry in self.array if isinstance(entry, IntVar)]))

    def relation_scope(self) -> Iterator[IntVar]:
        return iter((self.index, *self.sources, self.target))

    def statement(self, notation: Notation) -> str:
        entries = (entry.written(notation) if isinstance(entry, IntVar) else str(entry) for entry in self.array)
        place = notation.name(self.index.name)
        return notation.entry(f"{notation.name(self.target.name)} = ({', '.join(entries)})", place)

    def complaint(self) -> str | None:
        index, size = self.index, len(self.array)
        for entry in () if are_of(self.array, int, IntVar) else self.array:
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

    def statement(self, notation: Notation) -> str:
        rows = ", ".join(f"({', '.join(map(str, row))})" for row in self.tuples[:4])
        more = f", … {len(self.tuples)} in all" if len(self.tuples) > 4 else ""
        return f"({_names(self.variables, notation)}) ∈ {{{rows}{more}}}"

    def complaint(self) -> str | None:
        width = len(self.variables)
        if are_ints(self.tuples) and set(map(len, self.tuples)) <= {width}:
            return None
        for place, row in enumerate(self.tuples):
            strange = [value for value in row if not isinstance(value, int)]
            wrong = f"{strange[0]!r} is {a_type(strange[0])}, where an int is expected" if strange else ""
            if wrong or len(row) != width:
                wrong = wrong or f"{len(row)} values for {width} variables"
                return f"tuple {place} of the table over ({_names(self.variables)}) is {row}: {wrong}"
        return None

    def rows(self) -> list[tuple[int, ...]]:
        """The tuples that the domains admit, each once."""
        domains = [var.domain for var in self.variables]
        return [row for row in dict.fromkeys(self.tuples) if all(map(contains, domains, row))]


@dataclass(frozen=True, eq=False, repr=False)
class _OverLiterals(Constraint):
    literals: tuple[Literal, ...]

    def true_ones(self, assignment: Assignment) -> int:
        read, tested, alike = self._tests
        values = read(assignment)
        return sum(map(contains, tested, values)) if alike is None else values.count(alike)

    @cached_property
    def _tests(self) -> tuple[Callable[[Assignment], tuple[int, ...]], Sequence[Set[int]], int | None]:
        """What reads the values, the sets they are looked for in, and the one value of all of these, if it is one."""
        tested = [literal.values for literal in self.literals]
        first = next(iter(tested[0]), None) if tested else None
        alike = first if all(len(values) == 1 and first in values for values in tested) else None
        return _reader([literal.var for literal in self.literals]), tested, alike

    def relation_scope(self) -> Iterator[IntVar]:
        return (literal.var for literal in self.literals)

    def complaint(self) -> str | None:
        return invalid_literal(self.literals)


@dataclass(frozen=True, eq=False, repr=False)
class Clause(_OverLiterals):
    """At least one of the literals is true."""

    def relation_holds(self, assignment: Assignment) -> bool:
        return self.true_ones(assignment) > 0

    def statement(self, notation: Notation) -> str:
        return " ∨ ".join(literal.written(notation) for literal in self.literals) or "false"


@dataclass(frozen=True, eq=False, repr=False)
class AtMostOne(_OverLiterals):
    """No two of the literals are true."""

    def relation_holds(self, assignment: Assignment) -> bool:
        return self.true_ones(assignment) <= 1

    def statement(self, notation: Notation) -> str:
        return f"{notation.word('at most one of')}({', '.join(literal.written(notation) for literal in self.literals)})"


@dataclass(frozen=True, eq=False, repr=False)
class ExactlyOne(_OverLiterals):
    def relation_holds(self, assignment: Assignment) -> bool:
        return self.true_ones(assignment) == 1

    def statement(self, notation: Notation) -> str:
        return f"{notation.word('exactly one of')}({', '.join(literal.written(notation) for literal in self.literals)})"


CONSTRAINT_KINDS: tuple[type[Constraint], ...] = (AllDifferent, Element, Linear, Table, Clause, AtMostOne, ExactlyOne)
"""The whole list: what a backend has to have an answer for, if only that it cannot take it."""


def _reader(variables: Sequence[IntVar]) -> Callable[[Assignment], tuple[int, ...]]:
    if len(variables) > 1:
        return itemgetter(*variables)
    return lambda assignment: tuple(assignment[var] for var in variables)


def normalised(comparison: Linear) -> Iterator[Constraint]:
    """A linear constraint in the fewest words: nothing where it always holds, a clause where one test says it."""
    test = as_test(comparison)
    if test is not None:
        if not test.is_always:
            yield Clause((test,))
    elif comparison.terms or comparison.tests:
        yield comparison
    elif not comparison.relation_holds({}):
        yield Clause(())


def only_if(constraints: Iterable[Constraint], *literals: Literal) -> Iterator[Constraint]:
    """``constraints`` where all ``literals`` are true, and nothing where one never is."""
    open_literals = tuple([literal for literal in literals if not literal.is_always])
    if not any(literal.is_never for literal in open_literals):
        for constraint in constraints:
            yield constraint.replace(condition=constraint.condition + open_literals) if open_literals else constraint


def as_test(comparison: Linear) -> Literal | None:
    """A linear constraint over one variable as a literal; None where it is over none or several, or too large."""
    if len(comparison.terms) != 1 or comparison.tests:
        return None
    ((coefficient, var),) = comparison.terms
    value = coefficient * comparison.constant
    if abs(coefficient) == 1 and comparison.relation in ("==", "!="):
        return var == value if comparison.relation == "==" else var != value
    if abs(coefficient) == 1:
        return var <= value if (comparison.relation == "<=") == (coefficient == 1) else var >= value
    if len(var.domain) > MAX_EXPLICIT_VALUES:
        return None
    return var.is_in(value for value in var.domain if comparison.relation_holds({var: value}))


def are_ints(rows: Iterable[Iterable[object]]) -> bool:
    """Whether all entries are ints of Python's own; quick, since tables can be long."""
    return set(map(type, chain.from_iterable(rows))) <= {int}


def invalid_literal(literals: Iterable[Literal]) -> str | None:
    """What is wrong with a literal made by hand: it tests for something outside its domain; None when nothing is."""
    for literal in literals:
        if literal is literal.var.is_one:
            continue
        values, domain = literal.values, literal.var.domain
        if len(values) == 1 and type(value := next(iter(values))) is int and value in domain:
            continue  # as most are
        # A set of more than so many has been cut to the domain already.
        if len(values) <= MAX_SET_VALUES and not (are_ints([values]) and lie_in(domain, values)):
            for value in values:
                if not isinstance(value, int) or value not in domain:
                    outside = write_set(domain)
                    return f"a literal tests whether {literal.var} is {value!r}, which lies outside {outside}"
    return None


def _names(variables: tuple[IntVar, ...], notation: Notation = TEXT) -> str:
    return ", ".join(notation.name(var.name) for var in variables)
