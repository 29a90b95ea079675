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
from solvers.backends.external.assuming import AssumingSearch, Hopeless
from solvers.backends.external.posting import Posting, PostingBackend, Terms, Thing
from solvers.core.backend import values_left


class Pumpkin(PostingBackend):
    name = "pumpkin"
    summary = "Pumpkin: lazy clause generation, a constraint solver in Rust that learns"
    place = "solvers.backends.external.pumpkin:PumpkinSearch"
    solver, library, distribution = "Pumpkin", "pumpkin_solver", "pumpkin-solver"
    max_int = 2**29  # it computes in 32 bits


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


class PumpkinSearch(AssumingSearch):
    def _reset(self) -> bool:
        self._posted = PumpkinPosting(self.model, self._settings.seed)
        self._blamed: list[Thing] = []
        return True

    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables), "constraints": len(self.model.constraints)}

    def contradicts(self, givens: Givens, assumptions: Sequence[Literal]) -> bool:
        # Pumpkin panics where it is to blame two assumptions that contradict each other.
        return not all(values_left(givens, assumptions).values())

    def head(self, literal: Literal) -> Thing:
        return self._posted.test(literal)

    def new_head(self) -> Thing:
        return self._posted.boolean()

    def find(self, heads: Sequence[Thing]) -> Assignment | None:
        self._solves += 1
        self._blamed = []
        posted = self._posted
        if posted.pumpkin.is_inconsistent():
            return None
        assumed = [posted.predicate(posted.as_integer(head), "GreaterThanOrEqual", 1) for head in heads]
        result: Any = posted.pumpkin.satisfy_under_assumptions(assumed)
        kinds = posted.library.SatisfactionUnderAssumptionsResult
        if isinstance(result, kinds.Satisfiable):
            found = result._0
            return {var: found.int_value(posted.of(var)) for var in self.model.variables}
        if isinstance(result, kinds.UnsatisfiableUnderAssumptions):
            blamed = list(result._0)
            self._blamed = [head for head, predicate in zip(heads, assumed, strict=True) if predicate in blamed]
        return None

    def blamed(self) -> list[Thing]:
        return self._blamed

    def demand_better(self, assignment: Assignment, head: Thing) -> None:
        assert self.model.objective is not None
        cost = self.model.objective.cost
        terms = self._posted.terms_of(cost.summands())
        if not terms:
            raise Hopeless
        self._posted.linear(terms, "<=", cost.value(assignment) - cost.constant - 1, [head])

    def forbid(self, assignment: Assignment, decisions: Sequence[IntVar], head: Thing) -> None:
        differs = [self._posted.test(var != assignment[var]) for var in decisions]
        self._posted.clause([*differs, self._posted.negated(head)])

    def retire(self, head: Thing) -> None:
        self._posted.clause([self._posted.negated(head)])


BACKEND = Pumpkin()
