"""The MIP backend: answers found and enumerated with HiGHS of OR-Tools through MathOpt, one solve for each.

Solve, hand the answer over, add a row that forbids its projection, solve again, until nothing is left; the end of a
search takes its rows back. With an objective there are at most two solves, for any answer and for the best one below
it, but where the numbers are large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import inf
from typing import Any

from models.language.model import Assignment, Givens, Literal, Model, Objective
from solvers.core.backend import ENDLESS, Assignments, Backend, Clock, Search, Settings, SolverFailed, values_left
from solvers.lowering.mip.carrying import MAX_ACTIVITY, TOLERANCE
from solvers.lowering.mip.rows import ColumnSum, IntegerRows, unsupported_reason
from solvers.lowering.plain import reach
from solvers.workers.native import FailingAloud, call_in_thread, importing, native_prints_hidden, ortools_version

AGGREGATOR_RULE = 12
"""The rule of HiGHS's presolve by which equations take columns away, as a number. It is left out: together with others
it calls models infeasible that have solutions (HiGHS 1.12 to 1.15)."""


class Mip(Backend):
    name = "mip"
    summary = "HiGHS through OR-Tools MathOpt: branch and cut over linear relaxations, one answer at a time"
    is_stateful = False

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> MipSearch:
        with importing(self.name, "ortools", "mip"):
            from ortools.math_opt.python import mathopt
        return MipSearch(model, settings, mathopt)

    def version(self, variant: str = "") -> str:
        return f"HiGHS in OR-Tools MathOpt {ortools_version(self.name)}"


@dataclass(frozen=True)
class _Solved:
    assignment: Assignment | None
    proved: bool


_NOTHING = _Solved(None, proved=True)  # there is nothing, or nothing left


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


class MipSearch(Search):
    def __init__(self, model: Model, settings: Settings, mathopt: Any) -> None:
        super().__init__(model)
        self._settings = settings
        self._mathopt = mathopt
        self._rows = IntegerRows(model, settings.clock)
        self._program: MathOptProgram | None = MathOptProgram(mathopt, self._rows, settings.clock)
        self._effort = {"solves": 0, "nodes": 0, "simplex iterations": 0}

    def size(self) -> dict[str, int]:
        return {"columns": len(self._rows.columns), "rows": len(self._rows.rows)}

    def effort(self) -> dict[str, int]:
        return dict(self._effort)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = dict.fromkeys(self._effort, 0)
        mark = self._rows.mark()
        program = self._program or MathOptProgram(self._mathopt, self._rows, clock)
        self._program = program
        try:
            for var, values in values_left(givens, assumptions).items():
                program.bound(self._rows.restricted(var, values))
            if self.model.objective is not None:
                return (yield from self._improve(program, self.model.objective, clock))
            return (yield from self._enumerate(program, clock))
        finally:
            self._rows.back_to(mark)
            if program.in_use:
                # A solve had to be left behind, and goes on with it. The next search writes another one; not this
                # one, which may have been ended by Ctrl-C: that takes seconds where there are many rows.
                self._program = None
            else:
                program.restore()

    def _enumerate(self, program: MathOptProgram, clock: Clock) -> Assignments:
        while True:
            solved = self._solve(program, clock)
            if solved.assignment is None:
                return solved.proved
            yield solved.assignment
            if not self.model.projection:
                return True
            self._rows.forbid((var, solved.assignment[var]) for var in self.model.projection)

    def _improve(self, program: MathOptProgram, objective: Objective, clock: Clock) -> Assignments:
        """Any answer first, so that there is something to show early; then the best of those below it.

        With large numbers the best is not believed to be the best until nothing is found below it.
        """
        costs = list(objective.cost.summands())
        believed = not self._rows.cut and reach(costs) <= MAX_ACTIVITY
        solved = self._solve(program, clock)
        while solved.assignment is not None:
            yield solved.assignment
            if program.aims and (believed or not solved.proved):
                break
            self._rows.keep_below(costs, sum(c * solved.assignment[var] for c, var in costs))
            program.minimize(self._rows.total(costs))
            solved = self._solve(program, clock)
        return solved.proved

    def _solve(self, program: MathOptProgram, clock: Clock) -> _Solved:
        """Solve what the rows say now; once more, and without presolve, where HiGHS fails.

        That there is nothing to find has to come out both ways where rows were cut, since presolve may join them again.
        """
        failure: SolverFailed | None = None
        for presolve in (True, False):
            if self._rows.impossible:
                return _NOTHING
            if clock.expired():
                return _Solved(None, proved=False)
            try:
                solved = self._attempt(program, clock, presolve)
            except SolverFailed as failed:
                failure = failed
                continue
            if not (presolve and self._rows.cut and solved == _NOTHING):
                return solved
        if failure is None:
            return _NOTHING
        raise failure

    def _attempt(self, program: MathOptProgram, clock: Clock, presolve: bool) -> _Solved:
        parameters = self._parameters(clock, presolve)
        program.catch_up()
        with native_prints_hidden(), FailingAloud("HiGHS"):
            result = call_in_thread(lambda: program.solve(parameters), None, clock)
        if result is None:
            return _Solved(None, proved=False)
        self._effort["solves"] += 1
        self._effort["nodes"] += result.solve_stats.node_count
        clock.spend(result.solve_stats.node_count)
        self._effort["simplex iterations"] += result.solve_stats.simplex_iterations
        reason, reasons = result.termination.reason, self._mathopt.TerminationReason
        if reason in (reasons.OPTIMAL, reasons.FEASIBLE):
            values = program.values(result)
            if not all(row.holds(values) for row in self._rows.rows):
                raise SolverFailed("HiGHS failed: its solution, with integers for what is almost one, breaks a row")
            assignment = {var: self._rows.value(var).at(values) for var in self.model.variables}
            return _Solved(assignment, proved=reason == reasons.OPTIMAL)
        if reason in (reasons.INFEASIBLE, reasons.INFEASIBLE_OR_UNBOUNDED):  # every column is bounded
            return _NOTHING
        if reason == reasons.NO_SOLUTION_FOUND:
            return _Solved(None, proved=False)
        raise SolverFailed(f"HiGHS failed: {result.termination.detail or reason.name}")

    def _parameters(self, clock: Clock, presolve: bool) -> Any:
        remaining = clock.remaining()
        steps = clock.steps_left()  # of HiGHS, nodes: it counts nothing else that it can be limited by
        parameters = self._mathopt.SolveParameters(
            node_limit=None if steps == inf else max(1, int(steps)),
            time_limit=None if remaining is None else timedelta(seconds=remaining),
            random_seed=self._settings.seed % 2**31,
            relative_gap_tolerance=0.0,
        )
        for option in ("mip_feasibility_tolerance", "primal_feasibility_tolerance"):
            parameters.highs.double_options[option] = TOLERANCE
        parameters.highs.string_options["presolve"] = "on" if presolve else "off"
        parameters.highs.int_options["presolve_rule_off"] = 1 << AGGREGATOR_RULE
        return parameters


BACKEND = Mip()
