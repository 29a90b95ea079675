"""The backend ``pumpkin``: TU Delft's Pumpkin, a constraint solver that learns clauses, through pumpkin-solver.

The model is posted once. Givens and assumptions are assumed; an answer found is forbidden by a clause, and a cost is
bounded, under the selector of the search at hand, which the end of the search retires.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from models.language.base import Domain
from models.language.domains import runs_of
from models.language.expressions import IntVar
from models.language.model import Assignment, Givens, Literal, Model
from solvers.backends.external.posting import Posting, PostingBackend, PostingSearch, Terms, Thing
from solvers.core.backend import Assignments, Clock, Settings, values_left


class Pumpkin(PostingBackend):
    name = "pumpkin"
    summary = "Pumpkin: lazy clause generation, a constraint solver in Rust that learns"
    place = "solvers.backends.external.pumpkin:PumpkinSearch"
    solver, library, distribution = "Pumpkin", "pumpkin_solver", "pumpkin-solver"
    max_int = 2**29  # it computes in 32 bits


class Hopeless(Exception):
    """Pumpkin has found that a model has no answer, and hears no more of it."""


class PumpkinPosting(Posting):
    def __init__(self, model: Model, seed: int) -> None:
        import pumpkin_solver
        from pumpkin_solver import constraints

        self.library, self._kinds = pumpkin_solver, constraints
        self.pumpkin = pumpkin_solver.Model(seed=seed)
        self._tag = self.pumpkin.new_constraint_tag()
        with suppress(Hopeless):
            super().__init__(model)

    def predicate(self, variable: Thing, comparison: str, value: int) -> Thing:
        return self.library.Predicate(variable, getattr(self.library.Comparator, comparison), value)

    def variable(self, domain: Domain) -> Thing:
        variable = self._made(self.pumpkin.new_integer_variable, domain[0], domain[-1])
        runs = runs_of(domain)
        for before, after in pairwise(runs):
            below = self.negated(self.at_least(variable, before[-1] + 1))
            self.clause([below, self.at_least(variable, after[0])])
        return variable

    def boolean(self) -> Thing:
        return self._made(self.pumpkin.new_boolean_variable)

    def negated(self, boolean: Thing) -> Thing:
        return boolean.negate()

    def as_integer(self, boolean: Thing) -> Thing:
        return boolean.as_integer()

    def equals(self, variable: Thing, value: int) -> Thing:
        return self._made(self.pumpkin.predicate_as_boolean, self.predicate(variable, "Equal", value), self._tag)

    def at_least(self, variable: Thing, value: int) -> Thing:
        test = self.predicate(variable, "GreaterThanOrEqual", value)
        return self._made(self.pumpkin.predicate_as_boolean, test, self._tag)

    def clause(self, booleans: Sequence[Thing]) -> None:
        self._post(self._kinds.Clause(list(booleans), self._tag))

    def linear(self, terms: Terms, relation: str, constant: int, condition: Sequence[Thing] = ()) -> None:
        if relation == ">=":
            terms, relation, constant = [(-c, thing) for c, thing in terms], "<=", -constant
        kind = {"==": "Equals", "!=": "NotEquals", "<=": "LessThanOrEquals"}[relation]
        posted = getattr(self._kinds, kind)([thing.scaled(c) for c, thing in terms], constant, self._tag)
        if len(condition) > 1:
            condition = [self.negated(self._either([self.negated(boolean) for boolean in condition]))]
        if not condition:
            self._post(posted)
        elif not self.pumpkin.is_inconsistent():
            self.pumpkin.add_implication(posted, condition[0])

    def all_different(self, variables: Sequence[Thing]) -> None:
        self._post(self._kinds.AllDifferent(list(variables), self._tag))

    def element(self, index: Thing, array: Sequence[int], target: Thing) -> None:
        entries = [self._made(self.pumpkin.new_integer_variable, entry, entry) for entry in array]
        self._post(self._kinds.Element(index, entries, target, self._tag))

    def table(self, variables: Sequence[Thing], rows: Sequence[Sequence[int]]) -> None:
        self._post(self._kinds.Table(list(variables), [list(row) for row in rows], self._tag))

    def _made(self, maker: Callable[..., Thing], *parts: Thing) -> Thing:
        """A new thing; raises ``Hopeless`` where Pumpkin knows that nothing is left to be found, and refuses."""
        if self.pumpkin.is_inconsistent():
            raise Hopeless
        return maker(*parts)

    def _post(self, constraint: Thing) -> None:
        if not self.pumpkin.is_inconsistent():  # there is nothing left to say
            self.pumpkin.add_constraint(constraint)


class PumpkinSearch(PostingSearch):
    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model, settings)
        self._solves = 0
        self._blamed: list[Thing] = []
        self._asked: list[tuple[Literal, Thing]] = []
        self._clash = False
        self._reset()

    def effort(self) -> dict[str, int]:
        return {"solves": self._solves}

    def _reset(self) -> bool:
        self._posted = PumpkinPosting(self.model, self._seed)
        return True

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._solves, self._asked, self._blamed = 0, [], []
        posted, objective = self._posted, self.model.objective
        self._clash = not all(values_left(givens, assumptions).values())
        if self._clash:  # Pumpkin panics where it is to blame two assumptions that contradict each other
            return True
        try:
            self._asked = [(literal, self._predicate(literal)) for literal in assumptions]
            assumed = [self._predicate(var == value) for var, value in givens.items()]
            selector = posted.boolean()
        except Hopeless:
            return True
        assumed += [predicate for _, predicate in self._asked]
        assumed.append(posted.predicate(posted.as_integer(selector), "GreaterThanOrEqual", 1))
        decisions = [var for var in self.model.projection if var not in givens]
        try:
            while (assignment := self._solve(assumed)) is not None:
                yield assignment
                if objective is not None:
                    terms, least = list(objective.cost.summands()), objective.cost.value(assignment)
                    least -= objective.cost.constant
                    if not terms:
                        return True
                    posted.linear(posted.terms_of(terms), "<=", least - 1, [selector])
                elif not decisions:
                    return True
                else:
                    differs = [posted.test(var != assignment[var]) for var in decisions]
                    posted.clause([*differs, posted.negated(selector)])
            return True
        except Hopeless:
            return True
        finally:
            posted.clause([posted.negated(selector)])

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        """What Pumpkin blames, where nothing is found under it alone either."""
        if self._clash:
            return None
        core = [literal for literal, predicate in self._asked if any(blamed == predicate for blamed in self._blamed)]
        trial = self._assuming({}, core, Clock(None))
        for _ in trial:
            return None
        return tuple(core)

    def _predicate(self, literal: Literal) -> Thing:
        posted = self._posted
        return posted.predicate(posted.as_integer(posted.test(literal)), "GreaterThanOrEqual", 1)

    def _solve(self, assumed: Sequence[Thing]) -> Assignment | None:
        self._solves += 1
        self._blamed = []
        if self._posted.pumpkin.is_inconsistent():
            return None
        result: Any = self._posted.pumpkin.satisfy_under_assumptions(list(assumed))
        kinds = self._posted.library.SatisfactionUnderAssumptionsResult
        if isinstance(result, kinds.Satisfiable):
            found = result._0
            return {var: found.int_value(self._of(var)) for var in self.model.variables}
        if isinstance(result, kinds.UnsatisfiableUnderAssumptions):
            self._blamed = list(result._0)
        return None

    def _of(self, var: IntVar) -> Thing:
        return self._posted.of(var)


BACKEND = Pumpkin()
