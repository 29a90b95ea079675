"""What of a model is propagated as it was stated: its propagators, and the constraints of a kind that go with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from models.language.declarations import Lowered
from models.language.expressions import Constraint, IntVar, LinearExpr, Literal
from models.language.model import Model
from models.language.scheduling import Interval
from solvers.backends.backtracking import circuit, cumulative, operations
from solvers.backends.backtracking.linear import Term
from solvers.backends.backtracking.literals import CellLiteral
from solvers.backends.backtracking.store import Propagator
from solvers.lowering.native import NativeForm, native_form

Terms = Callable[[Iterable[tuple[int, IntVar]]], list[Term]]
Literals = Callable[[Iterable[Literal]], list[CellLiteral]]


class StatedConstraints:
    """The global constraints of a model that have propagators, or tables of few rows.

    Attributes:
        constraints: all that is left to be posted as constraints of a kind.
        of_few_values: the indexes of variables that must have a bit for each value.
    """

    def __init__(self, model: Model) -> None:
        self.form: NativeForm = native_form(
            model, lambda one: any(kind.takes(one) for kind in (cumulative, circuit, operations))
        )
        tables = [one for one in self.form.stated if operations.takes(one)]
        self._propagated = [one for one in self.form.stated if not operations.takes(one)]
        self.constraints: list[Constraint] = [*self.form.constraints, *map(operations.table, tables)]
        for one in self._propagated:
            self.constraints += circuit.one_in_one_out(*one.arguments) if circuit.takes(one) else ()
        self.of_few_values = {var.index for one in self._propagated for var in one.scope()}

    def propagators(self, terms: Terms, literals: Literals) -> list[Propagator]:
        return [self._propagator(one, terms, literals) for one in self._propagated]

    def _propagator(self, stated: Lowered, terms: Terms, literals: Literals) -> Propagator:
        if stated.kind == "circuit":
            return _circuit(literals, *stated.arguments)
        tasks, *others = stated.arguments
        demands, capacity = others or ([LinearExpr({}, 1)] * len(tasks), LinearExpr({}, 1))
        return _cumulative(tasks, demands, capacity, terms)


def _circuit(literals: Literals, arcs: Sequence[tuple[int, int, Literal]]) -> Propagator:
    number = {node: place for place, node in enumerate(sorted({node for arc in arcs for node in arc[:2]}))}
    tests = literals([literal for _, _, literal in arcs])
    used = [(number[tail], number[head], test) for (tail, head, _), test in zip(arcs, tests, strict=True)]
    return circuit.CircuitPropagator(len(number), used)


def _cumulative(
    tasks: Sequence[Interval], demands: Sequence[LinearExpr], capacity: LinearExpr, terms: Terms
) -> Propagator:
    needed = [demand.constant for demand in demands]
    posted = [
        cumulative.TimedTask(terms(task.start.summands())[0], task.start.constant, task.size.constant, demand)
        for task, demand in zip(tasks, needed, strict=True)
        if task.size.constant and demand
    ]
    return cumulative.CumulativePropagator(posted, capacity.constant)
