"""Rows in MathOpt: a program that follows them as they grow, and goes back with them when a search is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.mip.rows import ColumnSum, IntegerRows


class MathOptProgram:
    """A MathOpt model that follows rows as they grow, and goes back with them; it ``aims`` at a least cost or not."""

    def __init__(self, mathopt: Any, rows: IntegerRows, clock: Clock = ENDLESS) -> None:
        self.in_use = self.aims = False
        self._mathopt = mathopt
        self._rows = rows
        self._model = mathopt.Model()
        self._columns: list[Any] = []
        self._constraints: list[Any] = []
        self._bounded: set[int] = set()
        self.catch_up(clock)

    def catch_up(self, clock: Clock = ENDLESS) -> None:
        for least, greatest in self._rows.columns[len(self._columns) :]:
            self._columns.append(self._model.add_variable(lb=least, ub=greatest, is_integer=True))
        for row in self._rows.rows[len(self._constraints) :]:
            clock.check()
            constraint = self._model.add_linear_constraint(
                lb=-inf if row.least is None else row.least, ub=inf if row.most is None else row.most
            )
            for column, coefficient in row.terms.items():
                constraint.set_coefficient(self._columns[column], coefficient)
            self._constraints.append(constraint)

    def bound(self, bounds: Mapping[int, tuple[int, int]]) -> None:
        for column, limits in bounds.items():
            self._columns[column].lower_bound, self._columns[column].upper_bound = limits
        self._bounded.update(bounds)

    def minimize(self, cost: ColumnSum) -> None:
        self.aims = True
        for column, coefficient in cost.terms.items():
            self._model.objective.set_linear_coefficient(self._columns[column], coefficient)

    def restore(self) -> None:
        """Forget the objective and the bounds of this search, and the columns and rows that are there no more."""
        self.aims = False
        self._model.objective.clear()
        for constraint in self._constraints[len(self._rows.rows) :]:
            self._model.delete_linear_constraint(constraint)
        for column in self._columns[len(self._rows.columns) :]:
            self._model.delete_variable(column)
        del self._constraints[len(self._rows.rows) :], self._columns[len(self._rows.columns) :]
        for column in self._bounded:
            self._columns[column].lower_bound, self._columns[column].upper_bound = self._rows.columns[column]
        self._bounded.clear()

    def solve(self, parameters: Any) -> Any:
        self.in_use = True
        try:
            return self._mathopt.solve(self._model, self._mathopt.SolverType.HIGHS, params=parameters)
        finally:
            self.in_use = False

    def values(self, result: Any) -> Sequence[int]:
        return [round(value) for value in result.variable_values(self._columns)]
