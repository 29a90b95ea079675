"""The propagators that stand for the constraints of a model, over one cell for each variable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any

from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.expressions import Constraint, IntVar, Linear, Literal
from models.language.model import Model
from solvers.backends.backtracking import linear as sums
from solvers.backends.backtracking.all_different import AllDifferentPropagator
from solvers.backends.backtracking.element import (
    FREE,
    MAX_SHORT_ELEMENT_BITS,
    MAX_SHORT_INDEX_VALUES,
    NOTHING,
    ElementPropagator,
    LongElementPropagator,
    SelectionPropagator,
    reading,
    selections,
)
from solvers.backends.backtracking.literals import CellLiteral, ClausePropagator, ConditionalPropagator, OnePropagator
from solvers.backends.backtracking.store import Propagator, Store
from solvers.backends.backtracking.table import TablePropagator
from solvers.backends.backtracking.value_index import is_equality, mask_of, value_indexes
from solvers.backends.backtracking.wide import (
    MAX_EXPLICIT_VALUES,
    DigitsPropagator,
    JudgePropagator,
    Thresholds,
    is_wide,
    listed_domains,
    narrower,
)
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.plain import kind_of, plain, reads_numbers_only

if TYPE_CHECKING:
    from solvers.backends.backtracking.stated import StatedConstraints

# A sum is made domain consistent where all its variables together have no more values than …
EXACT_SUM_VALUES = 128
EXACT_PAIR_VALUES = 1024  # an equation of two variables where neither has more values than this
EXACT_SUM_SPAN = 1024  # … if its least and its greatest value are no further apart than this …
EXACT_SUM_REACH = 1 << 16  # … and no further than this where each variable takes any value of its value index
MAX_MASK_BITS = 1 << 29
"""64 megabytes for all masks; where there would be more, domains of over ``MAX_EXPLICIT_VALUES`` values are wide."""


class PostedModel:
    """A model as a store full of propagators; where ``clock`` is up before all are posted, ``OutOfTime`` is raised.

    Attributes:
        store: cell ``i`` is the domain of variable ``i``; further cells belong to propagators.
        wide: the variables kept in digits, by their index; the first propagators, in this order.
        choices: for each unconditional exactly-one its selector and its literals.
        form: what of the model is posted as it was stated; None where nothing is.
        absent: the auxiliary variables that this leaves unused, each fixed at a value.
        bound: what keeps the objective below the best so far; None without an objective.
    """

    def __init__(self, model: Model, clock: Clock = ENDLESS, *, native: bool = True) -> None:
        stated = _stated(model) if native else None
        constraints = list(
            plain(clock.along(stated.constraints if stated else model.constraints), split_elements=False)
        )
        domains = listed_domains(model.variables, clock.along(constraints))
        self.form = stated.form if stated else None
        self.absent = stated.form.absent if stated else frozenset[IntVar]()
        for var in self.absent:
            domains[var.index] = domains[var.index][:1]
        few = stated.of_few_values if stated else set[int]()
        self.store = Store()
        wide: set[int] = set()
        for span in (0, MAX_EXPLICIT_VALUES):
            wide = {place for place, domain in enumerate(domains) if is_wide(domain, span)} - few
            kept = [domain[:1] if place in wide else domain for place, domain in enumerate(domains)]
            self.value_indexes = value_indexes(model.variables, kept, clock.along(constraints))
            if self._bits(clock.along(constraints)) <= MAX_MASK_BITS:
                break
        if wide:
            constraints = [piece for constraint in clock.along(constraints) for piece in narrower(constraint, wide)]
        self.choices: list[tuple[int, tuple[Literal, ...]]] = []
        self.bound: sums.BoundsPropagator | None = None
        self._variables = model.variables
        self._clock = clock
        self._adds: dict[tuple[int, int], Sequence[int]] = {}
        for index, domain in clock.along(zip(self.value_indexes, kept, strict=True)):
            self.store.new_cell(index.mask(domain))
        # Variables kept in digits; the cell of each holds its least value.
        self.wide = {place: DigitsPropagator(domains[place], self.store) for place in sorted(wide)}
        self._thresholds = Thresholds(self.store, lambda var: self._terms([(1, var)]))
        groups, others = selections(clock.along(constraints), self.wide)
        others += [clause for constraint in clock.along(others) for clause in _one_of_many_values(constraint)]
        propagators = stated.propagators(self._terms, self._literals) if stated else []
        for propagator in chain(
            self.wide.values(), map(self._selection, groups), map(self._propagator, others), propagators
        ):
            clock.check()
            self.store.post(propagator)
        if model.objective is not None:
            terms = self._terms((c, var) for c, var in model.objective.cost.summands() if c)
            self.bound = sums.BoundsPropagator(terms, None, None)
            self.store.post(self.bound)
        self.store.look_often(max((len(index.values) for index in self.value_indexes), default=0))

    def cells(self, var: IntVar) -> list[int]:
        wide = self.wide.get(var.index)
        return [var.index, *(wide.cells if wide else ())]

    def restrict(self, var: IntVar, values: Set[int]) -> bool:
        """Let ``var`` take one of ``values`` until ``lift``; False when that is a contradiction at once."""
        wide = self.wide.get(var.index)
        if wide is not None:
            wide.restrict(values)
            self.store.schedule([wide])
            return bool(values)
        return self.store.narrow(var.index, self.mask(var, values))

    def mask(self, var: IntVar, values: Set[int]) -> int:
        return self.value_indexes[var.index].mask(values)

    def lift(self) -> None:
        for wide in self.wide.values():
            wide.restrict(None)

    def value(self, var: IntVar) -> int:
        wide = self.wide.get(var.index)
        if wide is not None:
            return wide.value(self.store)
        return self.value_indexes[var.index].values[self.store.domains[var.index].bit_length() - 1]

    def assignment(self) -> dict[IntVar, int]:
        pairs = zip(self._variables, self.store.domains, self.value_indexes, strict=False)
        values = {var: index.values[mask.bit_length() - 1] for var, mask, index in pairs}
        for place, wide in self.wide.items():
            values[self._variables[place]] = wide.value(self.store)
        return self.form.complete(values) if self.form else values

    def _propagator(self, constraint: Constraint) -> Propagator:
        if (
            self.wide
            and isinstance(constraint, AllDifferent | Element | Table)  # otherwise than in a sum or a test
            and any(var.index in self.wide for var in constraint.relation_scope())
        ):
            cells = tuple(cell for var in constraint.scope() for cell in self.cells(var))
            return JudgePropagator(cells, constraint, self.value)
        if isinstance(constraint, Clause):
            # c1 ∧ c2 ⇒ l1 ∨ l2  is the clause  ¬c1 ∨ ¬c2 ∨ l1 ∨ l2
            # and of several literals over one variable it asks whether any holds: they are one.
            joined: dict[int, int] = {}
            for cell, yes in self._literals([*(~literal for literal in constraint.condition), *constraint.literals]):
                joined[cell] = joined.get(cell, 0) | yes
            return ClausePropagator(tuple(joined.items()))
        relation: Propagator = getattr(self, f"_{kind_of(constraint)}")(constraint)
        if not constraint.condition:
            return relation
        return ConditionalPropagator(self._literals(constraint.condition), relation)

    def _literals(self, literals: Iterable[Literal]) -> list[CellLiteral]:
        return [
            (literal.var.index, self.value_indexes[literal.var.index].mask(literal.values))
            if literal.var.index not in self.wide
            else self._thresholds.test(literal)
            for literal in literals
        ]

    def _bits(self, constraints: Iterable[Constraint]) -> int:
        bits = [len(index.values) for index in self.value_indexes]
        if max(bits, default=0) <= MAX_EXPLICIT_VALUES:
            return sum(bits)
        tests: Iterable[Literal] = (
            literal
            for constraint in constraints
            for literal in (*getattr(constraint, "literals", ()), *constraint.condition)
        )
        return sum(bits) + sum(bits[literal.var.index] for literal in tests)

    def _all_different(self, constraint: AllDifferent) -> Propagator:
        return AllDifferentPropagator(tuple(var.index for var in constraint.variables))

    def _element(self, element: Element) -> Propagator:
        index, target, places = element.index.index, element.target.index, self.value_indexes[element.index.index]
        array: Sequence[Any] = element.array
        if places.values != range(len(array)):
            inside = range(len(array))
            array = [array[value] if value in inside else None for value in places.values]
        place = self.value_indexes[target].place
        if reads_numbers_only(element):
            entries = [NOTHING if entry is None else place(entry) for entry in array]
            bits = len(entries) * len(self.value_indexes[target].values)  # of the masks that an ElementPropagator keeps
            is_long = len(entries) > MAX_SHORT_INDEX_VALUES or bits > MAX_SHORT_ELEMENT_BITS
            return (LongElementPropagator if is_long else ElementPropagator)(index, entries, target)
        reads = [
            NOTHING if entry is None else reading(entry.index) if type(entry) is IntVar else place(entry)
            for entry in array
        ]
        return SelectionPropagator(index, reads, target)

    def _selection(self, group: Sequence[tuple[Literal, IntVar, IntVar]]) -> Propagator:
        """Literal ⇒ target == source, for each of the group."""
        selector = group[0][0].var.index
        reads = [FREE] * len(self.value_indexes[selector].values)
        for literal, _, source in group:
            for place in map(self.value_indexes[selector].place, literal.values):
                if place >= 0:  # a value that another constraint rules out has none
                    reads[place] = reading(source.index)
        return SelectionPropagator(selector, reads, group[0][1].index)

    def _linear(self, linear: Linear) -> Propagator:
        if is_equality(linear) and not any(var.index in self.wide for _, var in linear.terms):
            (_, left), (_, right) = linear.terms
            return sums.EqualPropagator(left.index, right.index)
        if linear.relation == "==" and len(linear.terms) == 2 and (equal := self._pair(linear)) is not None:
            return equal
        terms = self._terms(linear.terms)
        if linear.relation == "!=":
            return sums.UnequalPropagator(terms, linear.constant)
        reach = sum(abs(adds[-1] - adds[0]) for _, adds in terms)
        if linear.relation == "==" and _is_small_sum(linear) and reach <= EXACT_SUM_REACH:
            return sums.SumPropagator(terms, linear.constant)
        lowest = None if linear.relation == "<=" else linear.constant
        highest = None if linear.relation == ">=" else linear.constant
        return sums.BoundsPropagator(terms, lowest, highest)

    def _pair(self, linear: Linear) -> Propagator | None:
        """An equation of two variables exactly, whatever their sizes: as a shift, or value by value; None by bounds."""
        (a, x), (b, y) = linear.terms
        if not self.wide.keys().isdisjoint((x.index, y.index)):
            return None
        ones, others = self.value_indexes[x.index].values, self.value_indexes[y.index].values
        if sorted((a, b)) == [-1, 1] and isinstance(ones, range) and isinstance(others, range):
            # x = y + c, and the first places stand for the first values
            shift = others[0] + a * linear.constant - ones[0]
            if -len(others) < shift < len(ones):
                return sums.EqualPropagator(x.index, y.index, shift)
            return ClausePropagator(())
        if max(len(ones), len(others)) > EXACT_PAIR_VALUES:
            return None
        place = self.value_indexes[y.index].place
        reads = [divmod(linear.constant - a * value, b) for value in ones]
        entries = [NOTHING if rest else place(value) for value, rest in reads]
        return ElementPropagator(x.index, entries, y.index)

    def _terms(self, summands: Iterable[tuple[int, IntVar]]) -> list[sums.Term]:
        terms: list[sums.Term] = []
        for coefficient, var in summands:
            terms.append((var.index, self._adding(coefficient, var)))
            if var.index in self.wide:
                terms += self.wide[var.index].terms(coefficient)
        return terms

    def _adding(self, coefficient: int, var: IntVar) -> Sequence[int]:
        index = self.value_indexes[var.index]
        known = self._adds.get((coefficient, id(index)))
        if known is None:
            values = index.values
            if isinstance(values, range):
                first, last = coefficient * values[0], coefficient * values[-1]
                known = range(first, last + (1 if coefficient > 0 else -1), coefficient)
            else:
                known = tuple(coefficient * value for value in values)
            known = tuple(known) if len(known) <= EXACT_SUM_SPAN else known
            self._adds[coefficient, id(index)] = known
        return known

    def _table(self, table: Table) -> Propagator:
        columns: list[tuple[int, dict[int, int]]] = []
        for column, var in enumerate(table.variables):
            rows_of: dict[int, list[int]] = {}
            for place, row in enumerate(table.tuples):
                rows_of.setdefault(row[column], []).append(place)
            supported: dict[int, int] = {}
            for bit, rows in zip(self.value_indexes[var.index].bits(rows_of), rows_of.values(), strict=True):
                self._clock.check()
                supported[bit] = mask_of(rows)
            columns.append((var.index, supported))
        return TablePropagator(self.store.new_cell((1 << len(table.tuples)) - 1), columns)

    def _at_most_one(self, constraint: AtMostOne) -> Propagator:
        # One more bit than there are literals: none of them.
        selector = self.store.new_cell((2 << len(constraint.literals)) - 1)
        return OnePropagator(selector, self._literals(constraint.literals))

    def _exactly_one(self, constraint: ExactlyOne) -> Propagator:
        selector = self.store.new_cell((1 << len(constraint.literals)) - 1)
        if not constraint.condition:
            self.choices.append((selector, constraint.literals))
        return OnePropagator(selector, self._literals(constraint.literals))


def _stated(model: Model) -> StatedConstraints | None:
    if not model.lowered:
        return None
    from solvers.backends.backtracking.stated import StatedConstraints  # most models state none

    return StatedConstraints(model)


def _one_of_many_values(constraint: Constraint) -> Iterable[Clause]:
    """That one of an ExactlyOne's literals is true, where they test values of a wide domain: one by one is too long."""
    if isinstance(constraint, ExactlyOne) and any(
        len(lit.var.domain) > MAX_EXPLICIT_VALUES for lit in constraint.literals
    ):
        yield Clause(constraint.literals, condition=constraint.condition, because=constraint.because)


def _is_small_sum(linear: Linear) -> bool:
    """Whether dynamic programming over its partial sums pays; over 0 and 1 alone, bounds do as well."""
    spans = [abs(c) * (var.domain[-1] - var.domain[0]) for c, var in linear.terms]
    if max(spans, default=0) <= 1 or sum(spans) > EXACT_SUM_SPAN:
        return False
    return sum(len(var.domain) for _, var in linear.terms) <= EXACT_SUM_VALUES
