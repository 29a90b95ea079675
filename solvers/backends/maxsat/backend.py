"""The MaxSAT backend: a best answer by RC2 of python-sat, core by core.

The model's clauses are hard, its objective a set of soft clauses (Ignatiev, Morgado and Marques-Silva, "RC2: an
efficient MaxSAT solver", JSAT 2019): each core of soft clauses that cannot all hold raises what is known to be lost,
until the first solution, a best one. An ordinary SAT call looks for any solution first, for a search that is cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from random import Random
from typing import Any, ClassVar

from models.language.model import Assignment, Givens, Literal, Model
from solvers.backends.sat.incremental import IncrementalSat
from solvers.backends.sat.library import InterruptsLeftToPython, import_library, library_version
from solvers.cli.exits import uninterrupted
from solvers.core.backend import Assignments, Backend, Clock, OutOfTime, Search, Settings, SolverFailed
from solvers.lowering.sat.cnf import Cnf, unsupported_reason
from solvers.lowering.sat.objective import costs_of
from solvers.workers.native import FailingAloud

SLICE_CONFLICTS = 1_000  # conflicts between two looks at the clock; a Ctrl-C is noticed then as well

MAX_PAIRED_SOFT_CLAUSES = 1_000
"""Up to so many soft clauses RC2 looks first for sets of which at most one can hold: a look at every pair."""


class MaxSat(Backend):
    """RC2 over one-hot integers. Glucose is as quick, but counts conflicts, and sees the clock, at restarts only."""

    name = "maxsat"
    summary = "python-sat's RC2: the best answer by MaxSAT, over the same CNF encodings; for models with an objective"
    variants: ClassVar = ("cadical195", "glucose4", "minisat22")

    def unsupported_reason(self, model: Model) -> str | None:
        return "a model without an objective" if model.objective is None else unsupported_reason(model, totals=False)

    def _load(self, model: Model, settings: Settings) -> MaxSatSearch:
        return MaxSatSearch(model, settings.variant or self.variants[0], settings)

    def version(self, variant: str = "") -> str:
        return f"RC2 of {library_version(self.name)}, {variant or self.variants[0]}"


class MaxSatSearch(Search):
    """A model as hard and soft clauses; each search gives them to a solver of its own, which changes them."""

    def __init__(self, model: Model, solver: str, settings: Settings = Settings()) -> None:
        super().__init__(model)
        import_library("maxsat")
        assert model.objective is not None
        self._cost_of = model.objective.cost
        self._solver = solver
        self._seed = settings.seed
        self._cnf = Cnf(model, clock=settings.clock)
        self._costs = costs_of(model.objective, self._cnf)
        self._cores = self._lost = 0

    def size(self) -> dict[str, int]:
        return {"variables": self._cnf.top, "clauses": len(self._cnf.clauses), "soft": len(self._costs.soft)}

    def effort(self) -> dict[str, int]:
        return {"cores": self._cores, "weight lost": self._lost}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._cores = self._lost = 0
        hard: list[Sequence[int]] = [(literal,) for literal in self._cnf.assumptions(givens)]
        hard += [(literal,) for assumed in assumptions for literal in self._cnf.demands(assumed)]
        hard += self._cnf.clauses
        if self._seed:
            Random(self._seed).shuffle(hard)
        try:
            with closing(IncrementalSat(self._solver, hard, clock=clock)) as solver:
                verdict = solver.solve((), clock)
                if not verdict:
                    return verdict is False
                first = self._assignment(solver.model())
            yield first
            if self._cost(first) == self._costs.least:
                return True
            try:
                best = self._assignment(self._best_model(hard, clock))
            except SolverFailed:  # once more, on clauses in another order
                best = self._assignment(self._best_model(hard[::-1], clock))
        except OutOfTime:
            return False
        if self._cost(best) < self._cost(first):
            yield best
        return True

    def _best_model(self, hard: Sequence[Sequence[int]], clock: Clock) -> list[int]:
        """A model that breaks soft clauses of the least weight; there must be a model."""
        with uninterrupted():
            rc2 = self._rc2(hard)
            # RC2 makes every call to its SAT solver through this one method.
            rc2._call_oracle = self._patient(rc2, clock)
        try:
            with InterruptsLeftToPython(), FailingAloud("RC2"):
                model: list[int] = rc2.compute()
            self._lost = rc2.cost
            return model
        finally:
            # The call and RC2 hold each other: let go, RC2 is deleted here, not in the middle of a later search.
            with uninterrupted():
                del rc2._call_oracle
                rc2.delete()

    def _rc2(self, hard: Sequence[Sequence[int]]) -> Any:
        from pysat.examples.rc2 import RC2, RC2Stratified
        from pysat.formula import WCNF

        formula = WCNF()
        formula.extend(hard)
        for literal, weight in self._costs.soft:
            formula.append((literal,), weight=weight)
        # Heavy soft clauses first, where there are lighter ones.
        kind = RC2 if len(set(formula.wght)) == 1 else RC2Stratified
        return kind(formula, solver=self._solver, adapt=len(formula.soft) <= MAX_PAIRED_SOFT_CLAUSES, exhaust=True)

    def _patient(self, rc2: Any, clock: Clock) -> Callable[..., bool]:

        def call(assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool:
            while True:
                clock.check()  # thousands of calls may take few conflicts each
                rc2.oracle.conf_budget(SLICE_CONFLICTS)
                verdict: bool | None = rc2.oracle.solve_limited(assumptions=assumptions)
                if verdict is not None:
                    self._cores += not verdict
                    return verdict

        return call

    def _assignment(self, model: list[int]) -> Assignment:
        true, equals = set(model), self._cnf.equals
        return {
            var: next(value for value, literal in equals[var.index].items() if literal in true)
            for var in self.model.variables
        }

    def _cost(self, assignment: Assignment) -> int:
        return self._cost_of.value(assignment)


BACKEND = MaxSat()
