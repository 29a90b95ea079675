"""The SAT backend: answers found and enumerated with one incremental solver, of python-sat or of the kernel.

The model is encoded once. Givens are assumptions, so what is learnt from one puzzle serves the next. Every answer is
forbidden by a clause over its projection under a selector, which the end of the search retires with its clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from models.language.model import ExactlyOne, Givens, Literal, Model
from solvers.backends.sat.incremental import (
    KERNEL,
    IncrementalSat,
    require_solver,
    solver_for_hard_questions,
    solver_version,
)
from solvers.core.backend import ENDLESS, Accepts, Assignments, Backend, Clock, Search, Settings
from solvers.kernel import missing
from solvers.lowering.plain import beside_numbers
from solvers.lowering.sat.cnf import Cnf, unsupported_reason
from solvers.lowering.sat.objective import Totals

MAX_RETIRED_SELECTORS = 1_000
"""After so many retired selectors the solver is made anew: each is one more variable in every model, for
good, and twenty thousand of them halve the speed on Sudokus. A new solver costs some milliseconds."""


class Sat(Backend):
    """A SAT solver over one-hot cnf.

    The clock and Ctrl-C are noticed every 100 to 8,000 conflicts: hundredths of a second, tenths on the largest models.
    """

    name = "sat"
    summary = "a learning SAT solver, python-sat's or the kernel's, over clauses for every kind of constraint"
    variants: ClassVar = (
        "cadical195",
        "cadical153",
        "cadical103",
        "glucose4",
        "glucose3",
        "minisat22",
        "maplechrono",
        "maplesat",
        KERNEL,
    )

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> SatSearch:
        solver = settings.variant or solver_for_hard_questions(len(var.domain) for var in model.variables)
        require_solver(solver)  # before the work of encoding
        search = SatSearch(model, solver, settings)
        search.backend, search.variant = self, KERNEL if solver == KERNEL else settings.variant
        return search

    def version(self, variant: str = "") -> str:
        return solver_version(variant or solver_for_hard_questions())

    def remark(self) -> str:
        why_not = missing() if solver_for_hard_questions() == KERNEL else ""
        return f"here in Python, slower: there is neither python-sat nor the kernel: {why_not}" if why_not else ""


class SatSearch(Search):
    alternatives = 10  # measured on backbones of Sudokus and random clauses: 1 and 100 take up to twice as long

    def __init__(self, model: Model, solver: str, settings: Settings = Settings()) -> None:
        super().__init__(model)
        self._cnf = Cnf(model, clock=settings.clock)
        self._totals = None if model.objective is None else Totals(model.objective, self._cnf)
        places = {var: place for place, var in enumerate(self._cnf.order)}
        implied = _implied_when_lower(model)
        self._spelt_out = [(places[var], var) for var in model.projection if var.index not in implied]
        self._if_higher = [(places[var], var) for var in model.projection if var.index in implied]
        values = ((self._cnf.equals[var.index], hint) for var, hint in self.model.hints.items())
        hints = [equal if value == hint else -equal for equals, hint in values for value, equal in equals.items()]
        self._sat = IncrementalSat(solver, self._cnf.clauses, settings.seed, hints, settings.clock)
        self._top = self._cnf.top
        self._work_before = self._sat.work()

    def _reset(self) -> bool:
        """A new solver for the same clauses: encoding the model is most of the work of loading it."""
        self._renew(ENDLESS)
        return True

    def _renew(self, clock: Clock) -> None:
        self._top = self._cnf.top
        self._sat.renew(clock)
        self._work_before = self._sat.work()

    def size(self) -> dict[str, int]:
        clauses = self._cnf.clauses
        return {"variables": self._cnf.top, "clauses": len(clauses), "literals": sum(map(len, clauses))}

    def effort(self) -> dict[str, int]:
        now, before = self._sat.work(), self._work_before
        return {what: now[what] - before[what] for what in ("conflicts", "decisions", "propagations", "restarts")}

    def _quicker_judge(self) -> Accepts | None:
        from solvers.backends.shared.judging import compiled_judge  # most searches come to few answers

        return compiled_judge(self.model)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        assumed = self._begin(givens, clock)
        for literal in assumptions:
            assumed += self._cnf.demands(literal)
        if self._totals is None:
            return (yield from self._distinct(givens, assumed, clock))
        return (yield from self._improving(self._totals, assumed, clock))

    def _any_of(self, givens: Givens, literals: Sequence[Literal], clock: Clock) -> Assignments:
        """One clause over the values of all the literals, in force under the selector."""
        equals = self._cnf.equals
        one_of = [equals[one.var.index][value] for one in literals for value in one.values]
        return (yield from self._distinct(givens, self._begin(givens, clock), clock, one_of))

    def _begin(self, givens: Givens, clock: Clock) -> list[int]:
        if self._top - self._cnf.top >= MAX_RETIRED_SELECTORS:
            self._renew(clock)
        self._work_before = self._sat.work()
        return self._cnf.assumptions(givens)

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...]:
        core = set(self._sat.core())
        return tuple(literal for literal in assumptions if not core.isdisjoint(self._cnf.demands(literal)))

    def _distinct(
        self, givens: Givens, assumptions: list[int], clock: Clock, one_of: Sequence[int] | None = None
    ) -> Assignments:
        """Every answer; with ``one_of``, in which one of those SAT literals is true.

        Where anything is assumed, so is the selector from the first question on, and the solver goes on from there with
        the next. Where no clause came under it, the next search has it.
        """
        sat, cnf = self._sat, self._cnf
        telling, assignment = cnf.telling, cnf.assignment
        selector = self._top + 1
        if assumptions or one_of is not None:
            assumptions.append(selector)
        spelt_out = [place for place, var in self._spelt_out if var not in givens]
        if_higher = [place for place, var in self._if_higher if var not in givens]
        try:
            if one_of is not None:
                self._top = selector
                sat.add([*one_of, -selector])
            while verdict := sat.solve(assumptions, clock):
                literals = telling(sat.model())
                yield assignment(literals)
                if not spelt_out and not if_higher:
                    return True
                if not assumptions:
                    assumptions.append(selector)
                self._top = selector
                forbidden = [-literals[place] for place in spelt_out]
                forbidden += [-literals[place] for place in if_higher if literals[place] > 0]
                forbidden.append(-selector)
                sat.add(forbidden)
            return verdict is False
        finally:
            if self._top == selector:
                sat.add((-selector,))

    def _improving(self, totals: Totals, assumptions: list[int], clock: Clock) -> Assignments:
        """Find an answer, then halve what is left between the least total not ruled out and the best one found."""
        sat, cnf = self._sat, self._cnf
        lowest, best = 0, len(totals.values)  # by place among the values: not ruled out, and found
        middle = best - 1  # the first answer may come to anything
        while lowest < best:
            bound = [totals.at_most(middle)] if middle < len(totals.values) - 1 else []
            verdict = sat.solve(assumptions + bound, clock)
            if verdict is None:
                return False
            if verdict:
                literals = cnf.telling(sat.model())
                solution = cnf.assignment(literals)
                best = totals.place(solution)
                yield solution
            else:
                lowest = middle + 1
            middle = (lowest + best) // 2
        return True


def _implied_when_lower(model: Model) -> set[int]:
    """The two-valued variables of the projection (their indices) whose lower value follows from which have the higher.

    They are those in an ExactlyOne of nothing else. So an answer is forbidden by its chosen options alone.
    """
    projection = {var.index for var in model.projection if len(var.domain) == 2}
    implied: set[int] = set()
    for constraint in beside_numbers(model):
        if isinstance(constraint, ExactlyOne) and not constraint.condition:
            indices = {literal.var.index for literal in constraint.literals}
            if indices <= projection and all(
                literal.values == {literal.var.domain[1]} for literal in constraint.literals
            ):
                implied |= indices
    return implied


BACKEND = Sat()
