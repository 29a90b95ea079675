"""A statement as clauses for a SAT solver, with the proof that each of them follows from its lines.

- A clause, and a line that says no more than that certain two literals are not both false, is as good as its clauses:
  what unit propagation finds by them it finds by the line, and nothing is written to the proof.
- "At most one" of many literals is cut into groups with a new Boolean each, "one of the group is true"; adding up
  the definitions turns the line into "at most one" of these.
- Any other line is read as a sum of columns, one for each variable of the model in it, and its partial sums as the
  nodes of a decision diagram: a new Boolean for "the columns up to here add up to t at least". Two ``red`` steps define
  it, ``pol`` adds up the definitions of neighbours, and each clause ``node ∧ x = v ⇒ next node`` is then ``rup``
  (Gocht, Martins, Nordström, Oertel: "Certified CNF translations for pseudo-Boolean solving", SAT 2022).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import isqrt

from solvers.proofs.formula import PBConstraint
from solvers.proofs.script import Script
from solvers.proofs.statement import PBStatement

MAX_PAIRWISE_LITERALS = 30
"""Of up to so many literals, "at most one" is a clause for each two."""

ClauseLiterals = tuple[int, ...]
"""Literals of the statement or of Booleans that the proof defines, one of which is true."""

Variables = Mapping[int, tuple[Sequence[int], int]]
"""For each Boolean of a variable with several, their literals and the number of the line "one of them is true"."""


def clauses_of(statement: PBStatement, script: Script, lines: bool = True) -> Iterator[ClauseLiterals]:
    """Clauses that have the statement's solutions; what they need to be believed is written to ``script``.

    Without ``lines``, only clauses that a line is not as good as by itself.
    """
    variables, number = variables_of(statement, script), 0
    for line in (*statement.lines, *statement.given):
        numbers = [number + 1] if line.relation == ">=" else [number + 1, number + 2]
        number = numbers[-1]
        constraints = [script.formula.constraints[place - 1] for place in numbers]
        if lines or not all(map(is_plain, constraints)):
            yield from translated(constraints, numbers, variables, script)


def translated(
    constraints: Sequence[PBConstraint], numbers: Sequence[int], variables: Variables, script: Script
) -> Iterator[ClauseLiterals]:
    """The clauses of one constraint, or of the two of an equality, known to the proof by their ``numbers``."""
    if all(map(is_plain, constraints)):
        for place, constraint in zip(numbers, constraints, strict=True):
            yield from _binary(place, constraint, script)
    else:
        yield from _Diagram(script, constraints, numbers, variables).clauses()


def variables_of(statement: PBStatement, script: Script) -> Variables:
    choices = (
        ([script.formula.names.literal(name) for name in names], number) for number, names in statement.choices.items()
    )
    return {value >> 1: (values, number) for values, number in choices for value in values}


def is_plain(constraint: PBConstraint) -> bool:
    """Whether it is a clause, or breaks as soon as it breaks at all by two literals that are false."""
    if constraint.degree <= 0 or constraint.is_clause or constraint.is_group:
        return True
    slack = sum(constraint.terms.values()) - constraint.degree
    coefficients = sorted(constraint.terms.values())
    # The heaviest sets of which no two break it: all that are small, or a larger one with those that fit beside it.
    if sum(c for c in coefficients if 2 * c <= slack) > slack:
        return False
    larger = {c for c in coefficients if slack < 2 * c <= 2 * slack}
    return all(large + sum(c for c in coefficients if c + large <= slack) <= slack for large in larger)


def _binary(number: int, constraint: PBConstraint, script: Script) -> Iterator[ClauseLiterals]:
    if constraint.degree <= 0:
        return
    if constraint.is_clause:
        yield tuple(constraint.terms)
    elif constraint.is_group and len(constraint.terms) > MAX_PAIRWISE_LITERALS:
        yield from _large_group(number, list(constraint.terms), script)
    else:
        slack = sum(constraint.terms.values()) - constraint.degree
        ranked = sorted(constraint.terms.items(), key=lambda term: -term[1])
        for place, (literal, coefficient) in enumerate(ranked):
            if coefficient > slack:
                yield (literal,)
            for other, added in ranked[place + 1 :]:
                if coefficient + added <= slack:
                    break
                yield (literal, other)


def _large_group(number: int, literals: list[int], script: Script) -> Iterator[ClauseLiterals]:
    """At most one of the negations of ``literals`` is true; constraint ``number`` says so."""
    if len(literals) <= MAX_PAIRWISE_LITERALS:
        yield from combinations(literals, 2)
        return
    heads, definitions = [], [str(number)]
    size = isqrt(len(literals) - 1) + 1
    for first in range(0, len(literals), size):
        part = literals[first : first + size]
        head, positive, _ = script.define({literal ^ 1: 1 for literal in part}, 1)
        yield from combinations(part, 2)
        yield from ((literal, head) for literal in part)
        heads.append(head)
        definitions.append(f"{positive} +")
    yield from _large_group(script.pol(" ".join(definitions)), [head ^ 1 for head in heads], script)


@dataclass(frozen=True)
class _DiagramColumn:
    """A variable in a sum.

    Attributes:
        adds: for each of its values, by the literal that says so, what its ``terms`` come to.
        least, most: words of ``pol`` that prove the least and the most it adds; empty where that is plain.
        choice: the number of what says that at most one of its values is true; none where that is plain.
    """

    terms: Mapping[int, int]
    adds: Mapping[int, int]
    least: str = ""
    most: str = ""
    choice: tuple[int, ...] = ()


class _Diagram:
    """The decision diagram of one line: ``columns`` add up to at least ``bound``, or for an equality just to it."""

    def __init__(
        self, script: Script, constraints: Sequence[PBConstraint], numbers: Sequence[int], variables: Variables
    ) -> None:
        self.script = script
        self.numbers = numbers
        self.bound = constraints[0].degree
        self.columns = _columns(constraints[0], variables, script)
        self.lowest = list(accumulate((min(column.adds.values()) for column in self.columns), initial=0))
        self.highest = list(accumulate((max(column.adds.values()) for column in self.columns), initial=0))
        self.nodes: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.limits: dict[tuple[str, int], str] = {}
        self.prefixes: list[dict[int, int]] = [{}]
        for column in self.columns:
            self.prefixes.append({**self.prefixes[-1], **column.terms})

    def clauses(self) -> Iterator[ClauseLiterals]:
        """The clauses from the last column to the first; then the definitions are forgotten."""
        depth = len(self.columns)
        is_equality = len(self.numbers) == 2
        wanted = {self.bound, self.bound + 1} if is_equality else {self.bound}
        first = self.script.last
        kept: set[int] = set()
        is_too_low = self.highest[depth] < self.bound
        if is_too_low or (is_equality and self.lowest[depth] > self.bound):
            limit = self._limit("most" if is_too_low else "least", depth)
            if limit:
                self.script.pol(f"{self.numbers[0 if is_too_low else 1]} {limit} +")
            self.script.clause(())
            yield ()
            return
        for place in range(depth, 0, -1):
            following: set[int] = set()
            for total in sorted(wanted):
                rests = {total - added for added in self.columns[place - 1].adds.values()}
                following |= {rest for rest in rests if self.lowest[place - 1] < rest <= self.highest[place - 1]}
                if place < depth or total == self.bound:
                    yield from self._step(place, total, kept, up=True)
                if is_equality and (place < depth or total == self.bound + 1):
                    yield from self._step(place, total, kept, up=False)
            wanted = following
        forgotten = [number for number in range(first + 1, self.script.last + 1) if number not in kept]
        if forgotten:
            self.script.delete(forgotten)

    def _step(self, place: int, total: int, kept: set[int], up: bool) -> Iterator[ClauseLiterals]:
        """``sum ≥ total`` and the value of a column leave a sum for the columns before it; not ``up``: ``sum < total``.

        Node ∧ x = v ⇒ node before it; where no sum of the columns before is like that, node ⇒ x ≠ v.
        """
        if place == len(self.columns):
            node: tuple[int, ...] = ()
            source = self.numbers[0] if up else self.numbers[1]
        else:
            literal, positive, negative = self._node(place, total)
            node, source = ((literal ^ 1,), positive) if up else ((literal,), negative)
        sums: dict[int, int] = {}
        for value, added in self.columns[place - 1].adds.items():
            rest = total - added
            low, high = self.lowest[place - 1], self.highest[place - 1]
            if rest <= low if up else rest > high:
                continue  # always so
            if low < rest <= high:
                before, positive, negative = self._node(place - 1, rest)
                clause = (*node, value ^ 1, before if up else before ^ 1)
                other = str(negative if up else positive)
            else:
                clause = (*node, value ^ 1)
                other = self._limit("most" if up else "least", place - 1)
                rest = high + 1 if up else low
            if rest not in sums:
                sums[rest] = self.script.pol(f"{source} {other} +") if other else source
            kept.add(self.script.clause(clause, [int(sums[rest]), *self.columns[place - 1].choice]))
            yield clause

    def _node(self, place: int, total: int) -> tuple[int, int, int]:
        if (place, total) not in self.nodes:
            self.nodes[place, total] = self.script.define(self.prefixes[place], total)
        return self.nodes[place, total]

    def _limit(self, which: str, place: int) -> str:
        """The number of a constraint that says the least or the most the first columns add up to; empty for none."""
        if (which, place) not in self.limits:
            words = (column.least if which == "least" else column.most for column in self.columns[:place])
            parts = [word for word in words if word]
            adding = " ".join([*parts[:1], *(f"{part} +" for part in parts[1:])])
            self.limits[which, place] = str(self.script.pol(adding)) if adding else ""
        return self.limits[which, place]


def _columns(constraint: PBConstraint, variables: Variables, script: Script) -> list[_DiagramColumn]:
    columns: dict[int, dict[int, int]] = {}
    for literal, coefficient in constraint.terms.items():
        values, _ = variables.get(literal >> 1, ((literal & ~1,), 0))
        columns.setdefault(values[0], {})[literal] = coefficient
    made = [_column(terms, *variables.get(first >> 1, ((), 0)), script) for first, terms in columns.items()]
    return sorted(made, key=lambda column: len(column.adds))


def _column(terms: Mapping[int, int], values: Sequence[int], number: int, script: Script) -> _DiagramColumn:
    """A column; constraint ``number`` says that one of ``values`` is true, and the next that no two are."""
    if not values:
        ((literal, coefficient),) = terms.items()
        return _DiagramColumn(terms, {literal: coefficient, literal ^ 1: 0})
    constant = sum(terms.get(value ^ 1, 0) for value in values)
    gains = {value: terms.get(value, 0) - terms.get(value ^ 1, 0) for value in values}
    least, most = min(gains.values()), max(gains.values())
    adds = {value: constant + gain for value, gain in gains.items()}
    # gains ≥ least: least times "one is true", or -least times "at most one", and what each value is above it.
    floor = [f"{number if least >= 0 else number + 1} {abs(least)} *"]
    floor += [f"{script.word(value)} {gain - least} * +" for value, gain in gains.items() if gain > least]
    roof = [f"{number + 1 if most >= 0 else number} {abs(most)} *"]
    roof += [f"{script.word(value)} {most - gain} * +" for value, gain in gains.items() if gain < most]
    return _DiagramColumn(terms, adds, " ".join(floor), " ".join(roof), (number + 1,))
