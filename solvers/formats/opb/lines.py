"""Pseudo-Boolean lines: a model in OPB, as a person can read it and a proof starts from it.

Every variable of more than two values has a Boolean for each value, of which exactly one is true; a test ``x in S`` is
then the sum of the Booleans of S. ``tests/solvers/proofs`` holds every kind to its ``holds`` on all tuples of small
domains.

The format is OPB with VeriPB's additions (labels, names, ``preserved:``), see
https://veripb.github.io/overview.html: ``1 x_1 1 x_2 = 1 ;``, where ``~x`` is the negation of ``x``. An equality is two
constraints and has no label, because a label names one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_letters, digits
from typing import Any

from models.errors import PuzzlebenchError
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.expressions import Constraint, IntVar, Linear, Literal
from models.language.model import Key, Model

MAX_VALUES = 1_000_000  # of all variables together: each of them becomes a Boolean
MAX_TERMS = 10_000_000  # of all lines together: a test of a wide variable may take a million of them

Term = tuple[int, str]  # a coefficient and a literal: a Boolean's name, or ~ and that name


class CannotState(PuzzlebenchError):
    """A model is too large to be written down as pseudo-Boolean lines."""


@dataclass(frozen=True)
class OpbLine:
    """One constraint: the sum of ``terms`` is ``relation`` (``>=`` or ``=``) to ``bound``; an equality has no label."""

    label: str
    terms: tuple[Term, ...]
    relation: str
    bound: int

    def __str__(self) -> str:
        label = f"@{self.label} " if self.label else ""
        return f"{label}{write_terms(self.terms)}{self.relation} {self.bound} ;"


@dataclass(frozen=True)
class PseudoBoolean:
    """A model, line by line.

    ``choices`` has by the number of the constraint that says "one of these is true" the literals of a variable's
    values; the next number says that no two are. Numbers count from 1, and an equality takes two.
    """

    model: Model
    values: Sequence[Mapping[int, str]]  # by the variable: the literal that says that it has a value
    lines: list[OpbLine] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)  # what a line of that number stands for, which it precedes
    objective: tuple[Term, ...] | None = None  # to be minimised, without its constant
    preserved: tuple[str, ...] = ()  # the Booleans that make up an answer
    constant: int = 0
    choices: dict[int, tuple[str, ...]] = field(default_factory=dict)


def pseudo_boolean(model: Model, rules: Collection[Key] | None = None) -> PseudoBoolean:
    """``model`` as pseudo-Boolean lines; of ``rules`` alone, where they are named."""
    total = sum(len(var.domain) for var in model.variables)
    if total > MAX_VALUES:
        raise CannotState(
            f"the variables of {model.name} have {total:,} values together; a statement spells out up to {MAX_VALUES:,}"
        )
    return _LineWriter(model).write(rules)


def write_terms(terms: Iterable[Term]) -> str:
    """``1 x_1 2 ~x_2 ``, with a blank behind each term."""
    return "".join(f"{coefficient} {literal} " for coefficient, literal in terms)


class _LineWriter:
    def __init__(self, model: Model) -> None:
        self.model = model
        self._names: set[str] = set()
        self._labels: set[str] = set()
        self._number = 0  # of the latest constraint
        self._terms = 0  # in all lines
        self.values = [self._value_literals(var) for var in model.variables]
        objective, constant = None, 0
        if model.objective is not None:
            merged, constant = _merged(self._sum(model.objective.cost.summands()))
            objective, constant = tuple(merged), constant + model.objective.cost.constant
        preserved = dict.fromkeys(
            literal.removeprefix("~") for var in model.projection for literal in self.values[var.index].values()
        )
        if not preserved:  # the format wants one at least
            preserved = {self.new_boolean("no_variable"): None}
        self.statement = PseudoBoolean(
            model, self.values, objective=objective, preserved=tuple(preserved), constant=constant
        )

    def write(self, rules: Collection[Key] | None = None) -> PseudoBoolean:
        if not self.model.projection:
            (stand_in,) = self.statement.preserved
            self.post(stand_in, [(1, stand_in)], ">=", 1)
        for var, names in zip(self.model.variables, self.values, strict=True):
            if not var.is_boolean:
                self.statement.choices[self._number + 1] = tuple(names.values())
                self.post("", [(1, literal) for literal in names.values()], "=", 1)
            elif len(var.domain) == 1:
                self.post(label_of(var.name), [(1, self.values[var.index][var.domain[0]])], ">=", 1)
        last = ""
        for constraint in self.model.constraints:
            if rules is not None and constraint.rule not in rules:
                continue
            if constraint.because != last and constraint.because:
                self.statement.comments.setdefault(len(self.statement.lines), " ".join(constraint.because.split()))
            last = constraint.because
            KINDS[type(constraint)](self, constraint, _Condition(self, constraint))
        return self.statement

    def post(self, label: str, terms: Sequence[Term], relation: str, bound: int) -> None:
        self._number += 1 + (relation == "=")
        self._terms += len(terms)
        if self._terms > MAX_TERMS:
            raise CannotState(f"a statement of {self.model.name} would have more than {MAX_TERMS:,} terms")
        label = "" if relation == "=" else unused(label, self._labels)
        self.statement.lines.append(OpbLine(label, tuple(terms), relation, bound))

    def test(self, literal: Literal) -> list[str]:
        """The literals of which exactly one is true where ``literal`` is, and none where it is not."""
        names = self.values[literal.var.index]
        return [names[value] for value in literal.var.domain if value in literal.values]

    def new_boolean(self, name: str) -> str:
        return unused(name, self._names)

    def _sum(self, terms: Iterable[tuple[int, IntVar]]) -> Iterator[Term]:
        for coefficient, var in terms:
            for value, literal in self.values[var.index].items():
                if coefficient * value:
                    yield coefficient * value, literal

    def _value_literals(self, var: IntVar) -> dict[int, str]:
        name = safe_name(var.name)
        if var.is_boolean:
            name = unused(name, self._names)
            return {value: name if value else f"~{name}" for value in var.domain}
        stem = unused(name, self._names)
        return {value: unused(f"{stem}_{value}", self._names) for value in var.domain}


class _Condition:
    """The condition of a constraint, as what is added to each of its lines so that an unmet condition satisfies it."""

    def __init__(self, writer: _LineWriter, constraint: Constraint) -> None:
        self.writer = writer
        self.label = label_of("_".join(map(str, constraint.key)) or type(constraint).__name__.lower())
        self.unmet = [name for literal in constraint.condition for name in writer.test(~literal)]
        self.always = not constraint.condition

    def at_least(self, terms: Iterable[Term], bound: int, detail: object = "") -> None:
        """The sum of ``terms`` is at least ``bound``; where the condition may be unmet, by enough of it as well."""
        merged, constant = _merged(terms)
        bound -= constant
        short = bound - sum(coefficient for coefficient, _ in merged if coefficient < 0)
        if short > 0:  # otherwise it always holds
            merged, constant = _merged([*merged, *((short, name) for name in self.unmet)])
            self._post(merged, ">=", bound - constant, detail)

    def equal(self, terms: Iterable[Term], bound: int, detail: object = "") -> None:
        """The sum of ``terms`` is ``bound``: one line, or two where there is a condition."""
        merged, constant = _merged(terms)
        if self.always:
            self._post(merged, "=", bound - constant, detail)
        else:
            self.at_least(merged, bound - constant, detail)
            self.at_least(_negated(merged), constant - bound, detail)

    def at_most(self, terms: Iterable[Term], bound: int, detail: object = "") -> None:
        self.at_least(_negated(terms), -bound, detail)

    def _post(self, terms: Sequence[Term], relation: str, bound: int, detail: object) -> None:
        self.writer.post(label_of(f"{self.label}_{detail}") if detail != "" else self.label, terms, relation, bound)


def _all_different(writer: _LineWriter, constraint: AllDifferent, under: _Condition) -> None:
    """Each value is taken at most once; exactly once, where there are as many variables as values."""
    takers = constraint.takers()
    is_permutation = under.always and len(takers) == len(constraint.variables)
    for value, variables in sorted(takers.items()):
        literals = [(1, writer.values[var.index][value]) for var in variables]
        if is_permutation:
            under.equal(literals, 1, value)
        else:
            under.at_most(literals, 1, value)


def _clause(writer: _LineWriter, constraint: Clause, under: _Condition) -> None:
    """At least one of the tests is true: the sum of what makes them true is at least 1."""
    literals = dict.fromkeys(name for literal in constraint.literals for name in writer.test(literal))
    under.at_least([(1, name) for name in literals], 1)


def _at_most_one(writer: _LineWriter, constraint: AtMostOne, under: _Condition) -> None:
    under.at_most([(1, name) for literal in constraint.literals for name in writer.test(literal)], 1)


def _exactly_one(writer: _LineWriter, constraint: ExactlyOne, under: _Condition) -> None:
    under.equal([(1, name) for literal in constraint.literals for name in writer.test(literal)], 1)


def _linear(writer: _LineWriter, constraint: Linear, under: _Condition) -> None:
    """The sum with a term for each value; for ``!=``, a new Boolean says whether it is larger or smaller."""
    terms = list(writer._sum(constraint.terms))
    if constraint.relation != "!=":
        {"==": under.equal, ">=": under.at_least, "<=": under.at_most}[constraint.relation](terms, constraint.constant)
        return
    larger = writer.new_boolean(f"larger_{len(writer.statement.lines)}")
    merged, constant = _merged(terms)
    bound = constraint.constant - constant
    most = sum(coefficient for coefficient, _ in merged if coefficient > 0)
    least = sum(coefficient for coefficient, _ in merged if coefficient < 0)
    # larger: the sum is at least bound + 1; otherwise it is at most bound - 1.
    under.at_least([*merged, (max(0, bound + 1 - least), f"~{larger}")], bound + 1, "larger")
    under.at_most([*merged, (-max(0, most - bound + 1), larger)], bound - 1, "smaller")


def _table(writer: _LineWriter, constraint: Table, under: _Condition) -> None:
    """One row is chosen, and each variable has a value exactly where a row with that value is chosen.

    A row has a Boolean of its own; where a variable has another value in each row, that value's literal is it.
    """
    rows = constraint.rows()
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(constraint.variables)
    telling = next((place for place, column in enumerate(columns) if len(set(column)) == len(rows)), None)
    if telling is None or not under.always:
        telling = None
        chosen = [writer.new_boolean(f"row_{len(writer.statement.lines)}_{number}") for number in range(len(rows))]
    else:
        chosen = [writer.values[constraint.variables[telling].index][value] for value in columns[telling]]
    under.at_least([(1, name) for name in chosen], 1, "row")
    under.at_most([(1, name) for name in chosen], 1, "row")
    for place, (var, column) in enumerate(zip(constraint.variables, columns, strict=True)):
        if place == telling:
            continue
        with_value: dict[int, list[str]] = {value: [] for value in var.domain}
        for name, value in zip(chosen, column, strict=True):
            with_value[value].append(name)
        for value, names in with_value.items():
            _says(under, names, writer.values[var.index][value], f"{safe_name(var.name)}_{value}")


def _element(writer: _LineWriter, constraint: Element, under: _Condition) -> None:
    """For each place, that the index is there means that the target has the value of what the array holds there."""
    index, target = writer.values[constraint.index.index], writer.values[constraint.target.index]
    places = [place for place in constraint.index.domain if 0 <= place < len(constraint.array)]
    under.at_least([(1, index[place]) for place in places], 1, "place")
    numbers: dict[int, list[str]] = {value: [] for value in target}
    for place in places:
        entry = constraint.array[place]
        if isinstance(entry, IntVar):
            for value, literal in writer.values[entry.index].items():
                here = [(1, _negation(index[place])), (1, _negation(literal))]
                under.at_least([*here, (1, target[value])] if value in target else here, 1, f"{place}_{value}")
        else:
            numbers.setdefault(entry, []).append(index[place])
    only_numbers = not any(isinstance(constraint.array[place], IntVar) for place in places)
    for value, names in numbers.items():
        if value not in target:
            under.at_most([(1, name) for name in names], 0, value)
        elif only_numbers and under.always:
            _says(under, names, target[value], value)
        elif names:
            under.at_least([*((1, _negation(name)) for name in names), (len(names), target[value])], len(names), value)


def _says(under: _Condition, causes: Sequence[str], effect: str, detail: object) -> None:
    """``effect`` is true exactly where one of ``causes`` is, at most one of which is; if only, where conditional."""
    if under.always:
        under.equal([*((1, cause) for cause in causes), (-1, effect)], 0, detail)
    elif causes:
        needed = len(causes)
        under.at_least([*((1, _negation(cause)) for cause in causes), (needed, effect)], needed, detail)


KINDS: dict[type[Constraint], Callable[[_LineWriter, Any, _Condition], None]] = {
    AllDifferent: _all_different,
    AtMostOne: _at_most_one,
    Clause: _clause,
    Element: _element,
    ExactlyOne: _exactly_one,
    Linear: _linear,
    Table: _table,
}
"""The function that writes the lines of each kind of constraint."""


def _merged(terms: Iterable[Term]) -> tuple[list[Term], int]:
    """Each Boolean once, and the constant that is left of ``x + ~x = 1``."""
    total: dict[str, int] = {}
    constant = 0
    for coefficient, literal in terms:
        opposite = _negation(literal)
        if opposite in total:  # c·~x = c − c·x
            constant += coefficient
            total[opposite] -= coefficient
        else:
            total[literal] = total.get(literal, 0) + coefficient
    return [(coefficient, literal) for literal, coefficient in total.items() if coefficient], constant


def _negated(terms: Iterable[Term]) -> list[Term]:
    return [(-coefficient, literal) for coefficient, literal in terms]


def _negation(literal: str) -> str:
    return literal[1:] if literal.startswith("~") else f"~{literal}"


NAME_LETTERS = frozenset(ascii_letters + digits + "_-")


def safe_name(name: str) -> str:
    """``name`` in the characters that a name may have, from a letter on and of at least two."""
    safe = "".join(letter if letter in NAME_LETTERS else "_" for letter in name)
    return safe if len(safe) > 1 and (safe[0].isascii() and safe[0].isalpha()) else f"x_{safe}"


def label_of(name: object) -> str:
    """``name`` in the characters that a label may have: those of a name but the hyphen."""
    return safe_name(str(name)).replace("-", "_")


def unused(name: str, used: set[str]) -> str:
    """``name``, or with a number behind it where it is taken; taken from now on."""
    free, number = name, 2
    while free in used:
        free, number = f"{name}_n{number}", number + 1
    used.add(free)
    return free
