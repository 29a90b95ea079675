"""The backend ``choco``: Choco, compiled to native code, through pychoco.

Each search posts the model anew: a Choco model cannot be searched again, and with an objective it brings the process
down (https://github.com/chocoteam/pychoco/issues/44). Choco enumerates full assignments, and a round that mostly
repeats answers is broken off for one in which all of them are forbidden.

Native, where they have no condition and speak of variables and numbers, are ``cumulative`` of tasks that are always
there and longer than 0 by a number, a circuit by the values of one variable a node, ``global_cardinality``,
lexicographic order, maximum, minimum, absolute value, product, quotient and remainder.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from models.language.auxiliaries import values_of
from models.language.base import Domain
from models.language.declarations import Lowered
from models.language.expressions import LinearExpr
from models.language.globals import Arc
from models.language.model import Givens, IntVar, Literal, Model
from models.language.scheduling import Interval
from solvers.backends.external.posting import Posting, PostingBackend, Terms, Thing
from solvers.core.backend import Assignments, Clock, Search, Settings, values_left
from solvers.lowering.native import (
    LEXICOGRAPHIC,
    is_absolute,
    is_counting,
    is_negated,
    is_plain,
    is_plain_arithmetic,
    is_variable,
    span_of,
)


class Choco(PostingBackend):
    name = "choco"
    summary = "Choco through pychoco: constraint propagation with its global constraints, by dom/wdeg"
    is_stateful = False
    place = "solvers.backends.external.choco:ChocoSearch"
    solver = library = distribution = "pychoco"
    max_int = 21_000_000  # its own end at 21,474,836


class ChocoPosting(Posting):
    def __init__(self, model: Model, *, native: bool = True) -> None:
        import pychoco

        library: Any = pychoco
        self.choco = library.Model(max_dom_size_for_enum=1 << 20)
        super().__init__(model, native=native)

    def variable(self, domain: Domain) -> Thing:
        is_range = isinstance(domain, range)
        return self.choco.intvar(domain[0], domain[-1]) if is_range else self.choco.intvar(list(domain))

    def boolean(self) -> Thing:
        return self.choco.boolvar()

    def negated(self, boolean: Thing) -> Thing:
        return self.choco.bool_not_view(boolean)

    def as_integer(self, boolean: Thing) -> Thing:
        return boolean

    def equals(self, variable: Thing, value: int) -> Thing:
        boolean = self.choco.boolvar()
        self.choco.reify_x_eq_y(variable, value, boolean)
        return boolean

    def at_least(self, variable: Thing, value: int) -> Thing:
        boolean = self.choco.boolvar()
        self.choco.reify_x_gt_y(variable, value - 1, boolean)
        return boolean

    def clause(self, booleans: Sequence[Thing]) -> None:
        if booleans:
            self.choco.sum(list(booleans), ">=", 1).post()
        else:
            self.choco.arithm(self.choco.boolvar(), ">", 1).post()  # what nothing can obey

    def linear(self, terms: Terms, relation: str, constant: int, condition: Sequence[Thing] = ()) -> None:
        relation = "=" if relation == "==" else relation
        coefficients, variables = [c for c, _ in terms], [thing for _, thing in terms]
        sum_of = self.choco.scalar(variables, coefficients, relation, constant)
        if condition:
            met = [self.negated(boolean) for boolean in condition]
            sum_of.implied_by(self.negated(self._either(met)))
        else:
            sum_of.post()

    def all_different(self, variables: Sequence[Thing]) -> None:
        self.choco.all_different(list(variables)).post()

    def element(self, index: Thing, array: Sequence[int], target: Thing) -> None:
        self.choco.element(target, list(array), index).post()

    def table(self, variables: Sequence[Thing], rows: Sequence[Sequence[int]]) -> None:
        self.choco.table(list(variables), [list(row) for row in rows]).post()

    def takes(self, stated: Lowered) -> bool:
        if stated.kind == "cumulative":
            tasks, demands, capacity = stated.arguments
            numbers = [*(task.size for task in tasks), *demands]
            return (
                not any(task.presence or not is_variable(task.start) for task in tasks)
                and all(not one.terms and one.constant > 0 for one in numbers)
                and is_plain(capacity)
                and values_of(capacity)[0] >= 0
            )
        if stated.kind == "global_cardinality":
            things, _, counts, _ = stated.arguments
            of_variables = not any(isinstance(one, range) for one in counts) and all(map(is_plain, counts))
            return is_counting(stated) and all(map(is_variable, things)) and (of_variables or all(map(span_of, counts)))
        if stated.kind in LEXICOGRAPHIC:
            return all(map(is_plain, (*stated.arguments[0], *stated.arguments[1])))
        if stated.kind == "circuit":
            return _successors(stated.arguments[0]) is not None
        return is_plain_arithmetic(stated, Choco.max_int)

    # One function for each global constraint

    def _cumulative(self, tasks: Sequence[Interval], demands: Sequence[LinearExpr], capacity: LinearExpr) -> None:
        made = [self.choco.task(self._integer(task.start), task.size.constant) for task in tasks]
        self.choco.cumulative(made, [self._integer(one) for one in demands], self._integer(capacity)).post()

    def _circuit(self, arcs: Sequence[Arc]) -> None:
        self.choco.circuit([self.of(var) for var in _successors(arcs) or ()]).post()

    def _global_cardinality(
        self, things: Sequence[LinearExpr], values: Sequence[int], counts: Sequence[LinearExpr | range], closed: bool
    ) -> None:
        often = [self.variable(one) if isinstance(one, range) else self._integer(one) for one in counts]
        self.choco.global_cardinality([self._integer(one) for one in things], list(values), often, closed).post()

    def _lexicographic_less(self, *both: Sequence[LinearExpr]) -> None:
        self.choco.lex_less(*([self._integer(one) for one in each] for each in both)).post()

    def _lexicographic_less_equal(self, *both: Sequence[LinearExpr]) -> None:
        self.choco.lex_less_eq(*([self._integer(one) for one in each] for each in both)).post()

    def _max_equality(self, target: LinearExpr, sums: Sequence[LinearExpr]) -> None:
        if is_absolute(sums):
            self.choco.absolute(self._integer(target), self._integer(min(sums, key=is_negated))).post()
        elif is_negated(target):
            self.choco.min(self._integer(-target), [self._integer(-one) for one in sums]).post()
        else:
            self.choco.max(self._integer(target), [self._integer(one) for one in sums]).post()

    def _multiplication_equality(self, target: LinearExpr, *factors: LinearExpr) -> None:
        self.choco.times(*map(self._integer, (*factors, target))).post()

    def _division_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self.choco.div(*map(self._integer, (*sums, target))).post()

    def _modulo_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self.choco.mod(*map(self._integer, (*sums, target))).post()

    def _integer(self, one: LinearExpr) -> Thing:
        """A variable or a number."""
        number = one.constant
        return next((self.of(var) for _, var in one.summands()), None) or self.choco.intvar(number, number)


def _successors(arcs: Sequence[Arc]) -> list[IntVar] | None:
    """The variables whose values are the next nodes, if there are such, by the number of their node from 0 on."""
    found = {tail: test.var for tail, _, test in arcs}
    heads = {(tail, head) for tail, head, _ in arcs}
    if len(found) < 2 or sorted(found) != list(range(len(found))) or len(heads) < len(arcs):
        return None
    by_value = all(test == (found[tail] == head) and tail != head < len(found) for tail, head, test in arcs)
    all_values = all((tail, value) in heads for tail, var in found.items() for value in var.domain)
    return [found[node] for node in range(len(found))] if by_value and all_values else None


class ChocoSearch(Search):
    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model)
        self._seed = settings.seed
        self._nodes = self._fails = 0
        ChocoPosting(model)  # whatever is wrong with it is said now

    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables), "constraints": len(self.model.constraints)}

    def effort(self) -> dict[str, int]:
        return {"nodes": self._nodes, "fails": self._fails}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._nodes = self._fails = 0
        projection = self.model.projection
        seen: set[tuple[int, ...]] = set()
        left, native = values_left(givens, assumptions), True
        while True:
            posted = ChocoPosting(self.model, native=native)
            if not posted.form.absent.isdisjoint(left):
                native = False
                continue
            for var, values in left.items():
                if not values:
                    return True
                posted.clause([posted.test(var.is_in(values))])
            for answer in seen:
                posted.clause([posted.test(var != value) for var, value in zip(projection, answer, strict=True)])
            new = repeated = 0
            for assignment in self._solved(posted):
                decided = tuple([assignment[var] for var in projection])
                if self.model.objective is None and decided in seen:
                    repeated += 1
                else:
                    seen.add(decided)
                    new += 1
                    yield assignment
                if not projection and self.model.objective is None:
                    return True
                if repeated > 100 + 10 * new:
                    break
            else:
                return True

    def _solved(self, posted: ChocoPosting) -> Generator[dict[Any, int], None, None]:
        """What Choco finds, ever better where there is an objective."""
        model, choco = self.model, posted.choco
        if model.objective is not None:
            terms = list(model.objective.cost.summands())
            least = sum(min(c * var.domain[0], c * var.domain[-1]) for c, var in terms)
            most = sum(max(c * var.domain[0], c * var.domain[-1]) for c, var in terms)
            cost = choco.intvar(least, most)
            posted.linear([*posted.terms_of(terms), (-1, cost)], "==", 0)
            choco.set_objective(cost, False)
        solver: Any = choco.get_solver()
        if self._seed and posted.variables:
            solver.set_random_search(*posted.variables, seed=self._seed % 2**31)
        nodes_before, fails_before, found = self._nodes, self._fails, True
        while found:
            found = solver.solve()
            self._nodes = nodes_before + int(solver.get_node_count())
            self._fails = fails_before + int(solver.get_fail_count())
            if found:
                values = (thing.get_value() for thing in posted.variables)
                yield posted.form.complete(dict(zip(model.variables, values, strict=True)))


BACKEND = Choco()
