"""A model as the proto that CP-SAT is given.

It is filled directly, without the modelling classes of ``ortools.sat.python.cp_model``; any class will do that has the
fields of a ``CpModelProto``. Variable ``v`` of the model is variable ``v.index`` of the proto. A *reference* is the
number of a Boolean variable, or ``-1 - number`` for its negation. What is added to the model's own variables is
determined by them, so that each solution of the model remains one solution of the proto:

- for a literal ``x in S`` that is no Boolean variable itself, a Boolean equal to it;
- for a conditional Element, a variable equal to the entry that is read, whether or not the condition holds;
- for a conditional Table, a Boolean for each tuple, equal to "this tuple is taken".

Global constraints that CP-SAT has itself are stated, and auxiliary variables that this leaves unused are fixed. A sum
that counts ``x in S`` counts the values of S where all of them are counted in the model anyway: CP-SAT learns nothing
from the windows of a car sequence that count Booleans of their own, and solves it in a second by those of the values.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from models.language.auxiliaries import least_and_greatest, values_of
from models.language.base import Domain
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import Lowered
from models.language.domains import runs_of
from models.language.expressions import Constraint, IntVar, Linear, LinearExpr, Literal
from models.language.model import Model, Objective
from models.language.scheduling import Interval
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.plain import MAX_CPSAT_INT, entries, kind_of, plain, reach

if TYPE_CHECKING:
    from solvers.lowering.native import NativeForm


MAX_DIVISOR = 1_000
"""By which an objective is divided: CP-SAT takes what is within 1/10,000 of its bound for the best."""


MAX_COUNTED_VALUES = 64
"""The most values of a set that are counted one by one in a sum."""


NATIVE = {
    "automaton",
    "circuit",
    "cumulative",
    "division_equality",
    "inverse",
    "max_equality",
    "modulo_equality",
    "multiplication_equality",
    "no_overlap",
    "no_overlap_2d",
}
"""The global constraints that CP-SAT has, some only of what ``_is_native`` says; any other is given as lowered."""


class ProtoWriter:
    """Fills an empty ``CpModelProto`` with a model; ``named``, constraints are called by the words of their keys.

    ``form`` says what is stated and what is absent; it is None where that is nothing, as always unless ``native``.
    """

    def __init__(
        self, proto: Any, model: Model, clock: Clock = ENDLESS, *, named: bool = False, native: bool = True
    ) -> None:
        self.proto = proto
        self.form = _native_form(model) if native else None
        absent = self.form.absent if self.form else ()
        constraints = self.form.constraints if self.form else model.constraints
        self._literals: dict[Literal, int] = {}
        self._interval_at: dict[Interval, int] = {}
        self._like: dict[Domain, Any] = {}  # the first variable of each domain, to be copied
        self._by_values = _by_values(model, absent) if model.defined_at else {}
        variables = proto.variables
        for var in model.variables:
            like = self._like.get(var.domain)
            if like is None or var in absent:
                self._new_var(var.domain[:1] if var in absent else var.domain)
            else:
                variables.append(like)
        # CP-SAT (9.15) takes wrong solutions for right, or aborts, where an entry of an array differs from the target
        # by a constant; so what it is given are arrays of numbers.
        for stated in self.form.stated if self.form else ():
            clock.check()
            getattr(self, f"_{stated.kind}")(*stated.arguments)
        for constraint in plain(constraints):
            clock.check()
            first = len(self.proto.constraints)
            getattr(self, f"_{kind_of(constraint)}")(constraint)
            for place in range(first, len(self.proto.constraints) if named else 0):
                self.proto.constraints[place].name = " ".join(map(str, constraint.key))
        for var in model.variables if named else ():  # when all are there: copies have the same name
            self.proto.variables[var.index].name = var.name
        if model.objective is not None:
            self._minimize(model.objective)
            if named:
                self._scale(model.objective)
        for var, value in model.hints.items():
            self.proto.solution_hint.vars.append(var.index)
            self.proto.solution_hint.values.append(value)

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent) -> None:
        if not constraint.condition:
            exprs = self.proto.constraints.add().all_diff.exprs
            for var in constraint.variables:
                _write_expr(exprs.add(), var.index)
            return
        # Not every version lets an AllDifferent be conditional: condition ⇒ x ≠ y, for each pair.
        for x, y in combinations(constraint.variables, 2):
            self._linear(Linear(((1, x), (-1, y)), "!=", 0, condition=constraint.condition))

    def _element(self, constraint: Element) -> None:
        target = constraint.target.index
        if constraint.condition:
            # entry = array[index] always; condition ⇒ target = entry. Every index reads some entry.
            target = self._new_var(entries(constraint))
            _write_sum(self._enforced(constraint), [constraint.target.index, target], [1, -1], [0, 0])
        element = self.proto.constraints.add().element
        _write_expr(element.linear_index, constraint.index.index)
        _write_expr(element.linear_target, target)
        for entry in constraint.array:
            element.exprs.add().offset = entry

    def _linear(self, constraint: Linear) -> None:
        if self._by_values:
            constraint = self._counting_values(constraint)
        lowest, highest = least_and_greatest(constraint.terms)
        allowed = _allowed(constraint.relation, constraint.constant, lowest, highest)
        if allowed == [lowest, highest]:
            return
        if not allowed or not constraint.terms:
            self._forbid(constraint)
            return
        coefficients, variables = zip(*constraint.terms, strict=True)
        _write_sum(self._enforced(constraint), [var.index for var in variables], coefficients, allowed)

    def _table(self, constraint: Table) -> None:
        rows = constraint.rows()
        if not rows:
            self._forbid(constraint)
        elif not constraint.variables:
            return  # the empty tuple is always taken
        elif not constraint.condition:
            table = self.proto.constraints.add().table
            for var in constraint.variables:
                _write_expr(table.exprs.add(), var.index)
            table.values.extend([value for row in rows for value in row])
        else:
            # Not every version lets a table be conditional: condition ⇒ one of the tuples is taken.
            taken = [self._all_true(map(_equal, constraint.variables, row)) for row in rows]
            self._enforced(constraint).bool_or.literals.extend(taken)

    def _clause(self, constraint: Clause) -> None:
        if len(constraint.literals) == 1 and not constraint.literals[0].is_never:
            self._within(self._enforced(constraint), constraint.literals[0])
            return
        self._enforced(constraint).bool_or.literals.extend(self._references(constraint.literals))

    def _at_most_one(self, constraint: AtMostOne) -> None:
        if constraint.condition:
            self._count(constraint, constraint.literals, 0)
        else:
            self.proto.constraints.add().at_most_one.literals.extend(self._references(constraint.literals))

    def _exactly_one(self, constraint: ExactlyOne) -> None:
        if constraint.condition:
            self._count(constraint, constraint.literals, 1)
        else:
            self.proto.constraints.add().exactly_one.literals.extend(self._references(constraint.literals))

    # One function for each global constraint

    def _max_equality(self, target: LinearExpr, sums: Sequence[LinearExpr]) -> None:
        maximum = self.proto.constraints.add().lin_max
        _write_affine(maximum.target, target)
        for one in sums:
            _write_affine(maximum.exprs.add(), one)

    def _multiplication_equality(self, target: LinearExpr, *factors: LinearExpr) -> None:
        self._operation(self.proto.constraints.add().int_prod, target, factors)

    def _division_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self._operation(self.proto.constraints.add().int_div, target, sums)

    def _modulo_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self._operation(self.proto.constraints.add().int_mod, target, sums)

    def _inverse(self, variables: Sequence[IntVar], inverse: Sequence[IntVar]) -> None:
        both = self.proto.constraints.add().inverse
        both.f_direct.extend([var.index for var in variables])
        both.f_inverse.extend([var.index for var in inverse])

    def _circuit(self, arcs: Sequence[tuple[int, int, Literal]]) -> None:
        number = {node: place for place, node in enumerate(sorted({node for arc in arcs for node in arc[:2]}))}
        references = self._references([literal for _, _, literal in arcs])
        circuit = self.proto.constraints.add().circuit
        circuit.tails.extend([number[tail] for tail, _, _ in arcs])
        circuit.heads.extend([number[head] for _, head, _ in arcs])
        circuit.literals.extend(references)

    def _automaton(
        self, letters: Sequence[IntVar], start: int, final: Sequence[int], steps: Sequence[tuple[tuple[int, int], int]]
    ) -> None:
        automaton = self.proto.constraints.add().automaton
        automaton.starting_state = start
        automaton.final_states.extend(final)
        automaton.transition_tail.extend([state for (state, _), _ in steps])
        automaton.transition_label.extend([value for (_, value), _ in steps])
        automaton.transition_head.extend([following for _, following in steps])
        for letter in letters:
            _write_expr(automaton.exprs.add(), letter.index)

    def _no_overlap(self, intervals: Sequence[Interval]) -> None:
        numbers = [self._interval(one) for one in intervals]
        self.proto.constraints.add().no_overlap.intervals.extend(numbers)

    def _no_overlap_2d(self, xs: Sequence[Interval], ys: Sequence[Interval]) -> None:
        sides = [[self._interval(one) for one in intervals] for intervals in (xs, ys)]
        apart = self.proto.constraints.add().no_overlap_2d
        apart.x_intervals.extend(sides[0])
        apart.y_intervals.extend(sides[1])

    def _cumulative(self, tasks: Sequence[Interval], demands: Sequence[LinearExpr], capacity: LinearExpr) -> None:
        numbers = [self._interval(one) for one in tasks]
        cumulative = self.proto.constraints.add().cumulative
        _write_affine(cumulative.capacity, capacity)
        cumulative.intervals.extend(numbers)
        for demand in demands:
            _write_affine(cumulative.demands.add(), demand)

    # Their helpers

    def _operation(self, proto: Any, target: LinearExpr, sums: Sequence[LinearExpr]) -> None:
        _write_affine(proto.target, target)
        for one in sums:
            _write_affine(proto.exprs.add(), one)

    def _interval(self, interval: Interval) -> int:
        if interval not in self._interval_at:
            presence = self._references(interval.presence)
            self._interval_at[interval] = len(self.proto.constraints)
            proto = self.proto.constraints.add()
            proto.enforcement_literal.extend(presence)
            for part in ("start", "size", "end"):
                _write_affine(getattr(proto.interval, part), getattr(interval, part))
        return self._interval_at[interval]

    def _counting_values(self, linear: Linear) -> Linear:
        """Return ``linear`` with the values counted where it counts a set of them."""
        if self._by_values.keys().isdisjoint([var for _, var in linear.terms]):
            return linear
        total: dict[IntVar, int] = {}
        for coefficient, var in linear.terms:
            for counted in self._by_values.get(var, (var,)):
                total[counted] = total.get(counted, 0) + coefficient
        terms = tuple([(coefficient, var) for var, coefficient in total.items() if coefficient])
        in_reach = reach(terms) + abs(linear.constant) <= MAX_CPSAT_INT
        return replace(linear, terms=terms) if in_reach else linear

    def _count(self, constraint: Constraint, literals: Sequence[Literal], lowest: int) -> None:
        """The condition ⇒ lowest ≤ number of true literals ≤ 1; ¬b counts as 1 − b."""
        references = self._references(literals)
        negated = sum(reference < 0 for reference in references)
        numbers = [max(reference, -1 - reference) for reference in references]
        signs = [1 if reference >= 0 else -1 for reference in references]
        _write_sum(self._enforced(constraint), numbers, signs, [lowest - negated, 1 - negated])

    def _forbid(self, constraint: Constraint) -> None:
        """The relation holds of no assignment, so not all of the condition may be true: an empty clause."""
        self._enforced(constraint).bool_or.literals.extend([])

    def _enforced(self, constraint: Constraint) -> Any:
        proto = self.proto.constraints.add()
        proto.enforcement_literal.extend(self._references(constraint.condition))
        return proto

    def _references(self, literals: Iterable[Literal]) -> list[int]:
        return [one.var.index if one is one.var.is_one else self._reference(one) for one in literals]

    def _reference(self, literal: Literal) -> int:
        var, values = literal.var, literal.values
        if var.domain == range(2) and len(values) == 1:
            return var.index if 1 in values else -1 - var.index
        reference = self._literals.get(literal)
        if reference is None:
            reference = self._new_reference(literal)
            self._literals[literal] = reference
            self._literals[~literal] = -1 - reference
        return reference

    def _new_reference(self, literal: Literal) -> int:
        if literal.is_never or literal.is_always:
            return self._new_var(range(1, 2)) if literal.is_always else -1 - self._new_var(range(1, 2))
        boolean = self._new_var(range(2))
        # b ⇒ x ∈ S and ¬b ⇒ x ∉ S
        for reference, test in ((boolean, literal), (-1 - boolean, ~literal)):
            proto = self.proto.constraints.add()
            proto.enforcement_literal.append(reference)
            self._within(proto, test)
        return boolean

    def _within(self, proto: Any, test: Literal) -> None:
        _write_sum(proto, [test.var.index], [1], _intervals(test.values))

    def _all_true(self, literals: Iterable[Literal]) -> int:
        """A Boolean that is true exactly when all of ``literals`` are."""
        references = self._references(literals)
        if len(references) == 1:
            return references[0]
        boolean = self._new_var(range(2))
        forth = self.proto.constraints.add()  # b ⇒ every literal
        forth.enforcement_literal.append(boolean)
        forth.bool_and.literals.extend(references)
        back = self.proto.constraints.add()  # every literal ⇒ b
        back.bool_or.literals.extend([boolean, *(-1 - reference for reference in references)])
        return boolean

    def _new_var(self, domain: Domain) -> int:
        variables = self.proto.variables
        number, like = len(variables), self._like.get(domain)
        if like is None:
            self._like[domain] = variable = variables.add()
            variable.domain.extend(_intervals(domain))
        else:
            variables.append(like)
        return number

    def _minimize(self, objective: Objective) -> None:
        """A maximum is the minimum of the negated sum."""
        for coefficient, var in objective.cost.summands():
            self.proto.objective.vars.append(var.index)
            self.proto.objective.coeffs.append(coefficient)

    def _scale(self, objective: Objective) -> None:
        """Say what the objective comes to: the factor, times the minimised sum and the constant."""
        divisor = objective.divisor if objective.divisor <= MAX_DIVISOR else 1
        self.proto.objective.offset = objective.cost.constant
        if objective.sense == "maximize" or divisor != 1:
            self.proto.objective.scaling_factor = (1 if objective.sense == "minimize" else -1) / divisor


def restrict(proto: Any, number: int, values: Collection[int]) -> None:
    domain = proto.variables[number].domain
    if hasattr(domain, "clear"):
        domain.clear()
    else:  # before 9.15
        del domain[:]
    domain.extend(_intervals(values))


def forbid(proto: Any, numbers: Sequence[int], values: Sequence[int]) -> None:
    """Let the variables ``numbers`` of ``proto`` take no tuple of ``values``, which lists one after the other."""
    table = proto.constraints.add().table
    table.negated = True
    for number in numbers:
        _write_expr(table.exprs.add(), number)
    table.values.extend(values)


def _write_sum(proto: Any, numbers: Sequence[int], coefficients: Sequence[int], allowed: Sequence[int]) -> None:
    proto.linear.vars.extend(numbers)
    proto.linear.coeffs.extend(coefficients)
    proto.linear.domain.extend(allowed)


def _write_expr(expr: Any, number: int) -> None:
    expr.vars.append(number)
    expr.coeffs.append(1)


def _write_affine(expr: Any, one: LinearExpr) -> None:
    for coefficient, var in one.summands():
        expr.vars.append(var.index)
        expr.coeffs.append(coefficient)
    expr.offset = one.constant


def _by_values(model: Model, absent: Container[IntVar]) -> dict[IntVar, tuple[IntVar, ...]]:
    """Return the auxiliary Booleans that test for a set of values, each with those that test for one of them."""
    singles: dict[IntVar, dict[int, IntVar]] = {}
    sets: list[tuple[IntVar, Literal]] = []
    for flag, places in model.defined_at.items():
        definition = model.constraints[places[0]] if len(places) == 1 else None
        if not isinstance(definition, ExactlyOne) or definition.condition or flag in absent:
            continue
        negated, test = definition.literals
        if negated.var is not flag or 1 in negated.values:
            continue
        if len(test.values) == 1:
            singles.setdefault(test.var, {})[min(test.values)] = flag
        elif len(test.values) <= MAX_COUNTED_VALUES:
            sets.append((flag, test))
    return {
        flag: tuple([singles[test.var][value] for value in sorted(test.values)])
        for flag, test in sets
        if singles.get(test.var, {}).keys() >= test.values
    }


def _native_form(model: Model) -> NativeForm | None:
    if not model.lowered:
        return None
    from solvers.lowering.native import native_form  # most models state nothing

    return native_form(model, _is_native)


def _is_native(stated: Lowered) -> bool:
    """Whether CP-SAT has it: it takes sums of one variable, and computes in 64 bits."""
    from solvers.lowering.native import intervals_in, reach_of  # as above

    if stated.kind not in NATIVE:
        return False
    sums = [one for one in _parts_of(stated.arguments) if isinstance(one, LinearExpr)]
    if any(len(list(one.summands())) > 1 for one in sums):
        return False
    if stated.kind == "multiplication_equality":
        return reach_of(sums[1]) * reach_of(sums[2]) < MAX_CPSAT_INT
    if stated.kind == "modulo_equality":
        return values_of(sums[2])[0] > 0
    if stated.kind == "circuit":
        arcs = stated.arguments[0]
        return len({(tail, head) for tail, head, _ in arcs}) == len(arcs)
    if stated.kind == "cumulative" and values_of(stated.arguments[2])[0] < 0:
        return False
    return all(values_of(one.size)[0] >= (stated.kind == "no_overlap_2d") for one in intervals_in(stated))


def _parts_of(thing: object) -> Iterator[object]:
    """All that arguments consist of, intervals before their sums."""
    yield thing
    parts = thing if isinstance(thing, tuple) else ()
    if isinstance(thing, Interval):
        parts = thing.start, thing.size, thing.end
    for part in parts:
        yield from _parts_of(part)


def _intervals(values: Collection[int]) -> list[int]:
    return [bound for run in runs_of(values) for bound in (run[0], run[-1])]


def _allowed(relation: str, constant: int, lowest: int, highest: int) -> list[int]:
    spans = {
        "==": [(max(constant, lowest), min(constant, highest))],
        "!=": [(lowest, min(constant - 1, highest)), (max(constant + 1, lowest), highest)],
        "<=": [(lowest, min(constant, highest))],
        ">=": [(max(constant, lowest), highest)],
    }[relation]
    return [bound for first, last in spans if first <= last for bound in (first, last)]


def _equal(var: IntVar, value: int) -> Literal:
    return Literal(var, frozenset((value,)))
