"""A model as a mixed-integer program: integer columns with bounds, and linear rows; or why it is too large for that.

A variable of the model is seen through its columns:

- one value: no column, a constant;
- two values a < b: one binary column z, x = a + (b − a)·z;
- *cases*, where the model tests the variable for single values: one binary column for each value,
  of which exactly one is 1, and x is the sum of value times column;
- otherwise, in sums only: one integer column from 0, or several as its digits where it has many values.

Every literal is then a sum that is 0 or 1. The condition of a constraint enters as a big-M *relaxation*: a row
``sum ≤ bound`` becomes ``sum ≤ bound + M·(condition literals that are false)``, where M is what the sum can exceed
the bound by, so that one false literal leaves the row nothing to say. Wherever the cases of the variables allow,
rows without any M are used instead, since they leave the linear programming relaxation tighter. Every row is said in
numbers that double precision carries (``solvers.lowering.mip.carrying``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from models.language.auxiliaries import least_and_greatest
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.domains import runs_of
from models.language.expressions import IntVar, Linear, Literal
from models.language.model import Model
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.mip.carrying import DIGIT_BASE, MAX_COLUMN_SPAN, IntegerRow, Span, carried
from solvers.lowering.plain import kind_of, plain, too_large_objective

MAX_CASES = 10_000
"""A variable with more values than this is given no column for each of them."""

MAX_DIFFERENT_VALUES = 100
"""Up to this many values, ``x ≠ y`` is said value by value."""

MAX_OBJECTIVE = 10**9
"""Objectives are taken up to here: HiGHS still tells 1 more from 1 less."""


class ColumnSum:
    __slots__ = ("constant", "terms")

    def __init__(self, constant: int = 0, terms: dict[int, int] | None = None) -> None:
        self.constant = constant
        self.terms = {} if terms is None else terms

    def add(self, other: ColumnSum, factor: int = 1) -> ColumnSum:
        self.constant += factor * other.constant
        for column, coefficient in other.terms.items():
            self.terms[column] = self.terms.get(column, 0) + factor * coefficient
        return self

    @classmethod
    def of(cls, parts: Iterable[tuple[int, ColumnSum]], constant: int = 0) -> ColumnSum:
        """``constant + Σ factor · part``."""
        total = cls(constant)
        for factor, part in parts:
            total.add(part, factor)
        return total

    def at(self, values: Sequence[int]) -> int:
        return self.constant + sum(coefficient * values[column] for column, coefficient in self.terms.items())


class IntegerRows:
    """A model as columns and rows; where ``clock`` is up before all are written, ``OutOfTime`` is raised.

    It is ``impossible`` when a row cannot hold, whatever the columns are, and ``cut`` when a row had to be, for large
    numbers. ``begins`` has for each constraint how many rows come before its own.
    """

    def __init__(self, model: Model, clock: Clock = ENDLESS) -> None:
        self.columns: list[Span] = []
        self.rows: list[IntegerRow] = []
        self.impossible = self.cut = False
        self.begins: list[int] = []
        self._value: list[ColumnSum] = []
        self._cases: list[dict[int, ColumnSum] | None] = []
        with_cases = vars_with_cases(model)
        for var in model.variables:
            clock.check()
            self._see(var, var.index in with_cases)
        for constraint in model.constraints:
            clock.check()
            self.begins.append(len(self.rows))
            for piece in plain((constraint,)):
                post = getattr(self, f"_{kind_of(piece)}")
                post(piece, self._count(~literal for literal in piece.condition))  # how many relax it

    # What the solver needs to know

    def value(self, var: IntVar) -> ColumnSum:
        return self._value[var.index]

    def cases(self, var: IntVar) -> dict[int, ColumnSum] | None:
        """For each value of ``var`` a sum that is 1 where it has this value, else 0; None where it has no cases."""
        return self._cases[var.index]

    def columns_of(self, var: IntVar) -> set[int]:
        return {column for seen in (self.value(var), *(self._cases[var.index] or {}).values()) for column in seen.terms}

    def total(self, terms: Iterable[tuple[int, IntVar]]) -> ColumnSum:
        return ColumnSum.of((coefficient, self._value[var.index]) for coefficient, var in terms)

    def restricted(self, var: IntVar, values: Collection[int]) -> dict[int, tuple[int, int]]:
        """New bounds of the columns of ``var``, so that it takes one of ``values``; gaps in its range become rows."""
        cases = self._cases[var.index]
        if not values:
            self.impossible = True
            return {}
        if len(var.domain) > 2 and cases is not None:
            only = len(values) == 1
            return {
                column: (int(only and case in values), int(case in values))
                for case, test in cases.items()
                for column in test.terms
            }
        runs, value = runs_of(values), self.value(var)
        least, greatest = runs[0][0], runs[-1][-1]
        for before, after in pairwise(runs) if cases is None else ():
            self._at_least(self._outside(value, before[-1] + 1, after[0] - 1, least, greatest), 1, ColumnSum(), 0)
        if len(value.terms) > 1:
            self._row(value, least, greatest)
            return {}
        return {
            column: ((least - value.constant) // c, (greatest - value.constant) // c)
            for column, c in value.terms.items()
        }

    def forbid(self, answer: Iterable[tuple[IntVar, int]]) -> None:
        others = ColumnSum()
        for var, value in answer:
            cases = self._cases[var.index]
            if cases is not None:
                others.add(ColumnSum(1)).add(cases[value], -1)
            else:
                others.add(self._outside(self.value(var), value, value, var.domain[0], var.domain[-1]))
        self._at_least(others, 1, ColumnSum(), 0)

    def keep_below(self, terms: Sequence[tuple[int, IntVar]], bound: int) -> None:
        self._row(self.total(terms), None, bound - 1)

    def mark(self) -> tuple[int, int, bool]:
        return len(self.columns), len(self.rows), self.impossible

    def back_to(self, mark: tuple[int, int, bool]) -> None:
        columns, rows, self.impossible = mark
        del self.columns[columns:], self.rows[rows:]

    # How a variable is seen

    def _see(self, var: IntVar, with_cases: bool) -> None:
        domain = var.domain
        cases: dict[int, ColumnSum] | None = None
        if len(domain) == 1:
            value, cases = ColumnSum(domain[0]), {domain[0]: ColumnSum(1)}
        elif len(domain) == 2:
            z, (low, high) = self._new_column(0, 1), domain
            value, cases = ColumnSum(low, {z: high - low}), {low: ColumnSum(1, {z: -1}), high: ColumnSum(0, {z: 1})}
        elif with_cases:
            columns = {case: self._new_column(0, 1) for case in domain}
            self.rows.append(IntegerRow(dict.fromkeys(columns.values(), 1), 1, 1))  # exactly one case
            value = ColumnSum(
                domain[0], {column: case - domain[0] for case, column in columns.items() if case != domain[0]}
            )
            cases = {case: ColumnSum(0, {column: 1}) for case, column in columns.items()}
        else:
            value = self._new_integer(domain[0], domain[-1])
        self._value.append(value)
        self._cases.append(cases)

    def _new_integer(self, least: int, greatest: int) -> ColumnSum:
        span = greatest - least
        if span <= MAX_COLUMN_SPAN:
            return ColumnSum(least, {self._new_column(0, span): 1})
        value, counts = ColumnSum(least), 1
        while counts <= span:
            value.terms[self._new_column(0, min(DIGIT_BASE - 1, span // counts))] = counts
            counts *= DIGIT_BASE
        self._row(value, None, greatest)
        return value

    def _new_column(self, least: int, greatest: int) -> int:
        self.columns.append((least, greatest))
        return len(self.columns) - 1

    def _cases_of(self, var: IntVar) -> dict[int, ColumnSum]:
        cases = self._cases[var.index]
        assert cases is not None, f"{var.name} has no column for each value"
        return cases

    def _case(self, var: IntVar, value: int) -> ColumnSum:
        return self._cases_of(var).get(value) or ColumnSum()

    def _truth(self, literal: Literal) -> ColumnSum:
        cases, values = self._cases_of(literal.var), literal.values
        if 2 * len(values) <= len(cases):
            return ColumnSum.of((1, cases[value]) for value in sorted(values))
        return ColumnSum.of(((-1, cases[value]) for value in sorted(cases.keys() - values)), 1)

    def _count(self, literals: Iterable[Literal]) -> ColumnSum:
        return ColumnSum.of((1, self._truth(literal)) for literal in literals)

    # How a row is written

    def _at_most(self, total: ColumnSum, bound: int, relaxed: ColumnSum, greatest: int) -> None:
        """``total ≤ bound`` unless it is relaxed; ``total`` never exceeds ``greatest``."""
        if greatest > bound:
            self._row(ColumnSum().add(total).add(relaxed, bound - greatest), None, bound)

    def _at_least(self, total: ColumnSum, bound: int, relaxed: ColumnSum, least: int) -> None:
        """``total ≥ bound`` unless it is relaxed; ``total`` never falls below ``least``."""
        self._at_most(ColumnSum().add(total, -1), -bound, relaxed, -least)

    def _row(self, total: ColumnSum, least: int | None, most: int) -> None:
        terms = {column: coefficient for column, coefficient in total.terms.items() if coefficient}
        least = None if least is None else least - total.constant
        rows = carried(terms, least, most - total.constant, self.columns)
        self.impossible = self.impossible or rows is None
        self.cut = self.cut or len(rows or ()) > 1
        self.rows += rows or ()

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent, relaxed: ColumnSum) -> None:
        """Each value is taken at most once; exactly once, where there are as many values as variables."""
        takers = constraint.takers()
        all_taken = len(takers) == len(constraint.variables)
        for value, variables in takers.items():
            times = ColumnSum.of((1, self._case(var, value)) for var in variables)
            self._at_most(times, 1, relaxed, len(variables))
            if all_taken:
                self._at_least(times, 1, relaxed, 0)
        if len(takers) < len(constraint.variables):
            self._at_least(ColumnSum(), 1, relaxed, 0)

    def _element(self, constraint: Element, relaxed: ColumnSum) -> None:
        """For each value: the index is at a place with this value exactly when the target takes it."""
        index, target = self._cases_of(constraint.index), self._cases_of(constraint.target)
        difference: dict[int, ColumnSum] = defaultdict(ColumnSum)
        for place, case in index.items():
            entry = constraint.array[place]
            assert isinstance(entry, int), "arrays of variables are split beforehand"
            difference[entry].add(case)
        for value, case in target.items():
            difference[value].add(case, -1)
        for total in difference.values():
            self._equal(total, 0, relaxed, -1, 1)

    def _linear(self, constraint: Linear, relaxed: ColumnSum) -> None:
        terms, relation = constraint.terms, constraint.relation
        least, greatest = least_and_greatest(terms)
        constant = max(least - 1, min(constraint.constant, greatest + 1))  # beyond these, all are alike
        by_cases = 1 <= len(terms) <= 2 and all(self._cases[var.index] is not None for _, var in terms)
        if relation == "<=":
            self._at_most(self.total(terms), constant, relaxed, greatest)
        elif relation == ">=":
            self._at_least(self.total(terms), constant, relaxed, least)
        elif relation == "!=" and by_cases:
            for case, partner in self._partners(terms, constant):
                self._at_most(ColumnSum().add(case).add(partner), 1, relaxed, 2)
        elif relation == "!=":
            others = self._outside(self.total(terms), constant, constant, least, greatest)
            self._at_least(others.add(relaxed), 1, ColumnSum(), 0)
        elif by_cases and constraint.condition:
            for case, partner in (*self._partners(terms, constant), *self._partners(terms[::-1], constant)):
                self._at_most(ColumnSum().add(case).add(partner, -1), 0, relaxed, 1)
        else:
            self._equal(self.total(terms), constant, relaxed, least, greatest)

    def _table(self, constraint: Table, relaxed: ColumnSum) -> None:
        """One column for each tuple: some tuple is chosen, and each variable takes the value it has there."""
        rows = constraint.rows()
        chosen = [self._new_column(0, 1) for _ in rows]
        number = ColumnSum(0, dict.fromkeys(chosen, 1))
        self._at_most(number, 1, ColumnSum(), len(rows))
        self._at_least(number, 1, relaxed, 0)
        for place, var in enumerate(constraint.variables):
            difference = {value: ColumnSum().add(case, -1) for value, case in self._cases_of(var).items()}
            for row, column in zip(rows, chosen, strict=True):
                difference[row[place]].add(ColumnSum(0, {column: 1}))
            for total in difference.values():
                self._equal(total, 0, relaxed, -1, 1)

    def _clause(self, constraint: Clause, relaxed: ColumnSum) -> None:
        bounds = as_bounds(constraint)
        if bounds is not None and self._cases[bounds[0].index] is None:
            var, least, greatest = bounds
            self._row(self.value(var), least, greatest)
            return
        self._at_least(self._count(constraint.literals), 1, relaxed, 0)

    def _at_most_one(self, constraint: AtMostOne, relaxed: ColumnSum) -> None:
        self._at_most(self._count(constraint.literals), 1, relaxed, len(constraint.literals))

    def _exactly_one(self, constraint: ExactlyOne, relaxed: ColumnSum) -> None:
        self._equal(self._count(constraint.literals), 1, relaxed, 0, len(constraint.literals))

    # Their helpers

    def _equal(self, total: ColumnSum, bound: int, relaxed: ColumnSum, least: int, greatest: int) -> None:
        """``total = bound`` unless it is relaxed; ``total`` lies between ``least`` and ``greatest``."""
        if relaxed.terms:
            self._at_most(total, bound, relaxed, greatest)
            self._at_least(total, bound, relaxed, least)
        else:
            self._row(total, bound, bound)

    def _partners(self, terms: Sequence[tuple[int, IntVar]], constant: int) -> Iterator[tuple[ColumnSum, ColumnSum]]:
        """For each case of the first variable, the case of the second in which the terms come to ``constant``.

        Without a second variable, the partner is 1 where the first alone comes to it.
        """
        (c, x), *others = terms
        for value, case in self._cases_of(x).items():
            rest = constant - c * value
            if not others:
                yield case, ColumnSum(int(rest == 0))
                continue
            ((d, y),) = others
            yield case, self._case(y, rest // d) if rest % d == 0 else ColumnSum()

    def _outside(self, total: ColumnSum, first: int, last: int, least: int, greatest: int) -> ColumnSum:
        """A sum that can be 1 only where ``total`` is not in first … last: below plus above, two new binary columns."""
        below, above = (ColumnSum(0, {self._new_column(0, 1): 1}) for _ in range(2))
        self._at_most(total, first - 1, ColumnSum(1).add(below, -1), greatest)
        self._at_least(total, last + 1, ColumnSum(1).add(above, -1), least)
        return below.add(above)


def unsupported_reason(model: Model) -> str | None:
    """The first thing in ``model`` with too many values or too large numbers, in words; None when there is none."""
    cases = vars_with_cases(model)
    for var in model.variables:
        if len(var.domain) > MAX_CASES and var.index in cases:
            return f"{var.name}, which is tested for single values and has {len(var.domain):,} of them"
    return too_large_objective(model, MAX_OBJECTIVE)


def vars_with_cases(model: Model) -> set[int]:
    cases = {var.index for var in model.variables if not isinstance(var.domain, range)}
    for constraint in plain(model.constraints):
        if isinstance(constraint, AllDifferent | Element | Table):
            cases.update(var.index for var in constraint.relation_scope())
        elif isinstance(constraint, Clause) and as_bounds(constraint) is not None:
            continue
        elif isinstance(constraint, Clause | AtMostOne | ExactlyOne):
            cases.update(literal.var.index for literal in constraint.literals)
        elif isinstance(constraint, Linear) and constraint.relation == "!=" and len(constraint.terms) <= 2:
            cases.update(var.index for _, var in constraint.terms if len(var.domain) <= MAX_DIFFERENT_VALUES)
        cases.update(literal.var.index for literal in constraint.condition)
    return cases


def as_bounds(clause: Clause) -> tuple[IntVar, int, int] | None:
    """The variable and its bounds, where the clause says no more than ``least ≤ x ≤ greatest``; else None."""
    if clause.condition or len(clause.literals) != 1:
        return None
    (literal,) = clause.literals
    runs = runs_of(literal.values)
    is_interval = isinstance(literal.var.domain, range) and len(runs) == 1
    return (literal.var, runs[0][0], runs[0][-1]) if is_interval else None
