"""Global constraints said in the kinds: products, quotients, minima, circuits and what else has no kind of its own.

What one method demands is posted as one: a condition counts for all of it, and the auxiliary variables it needs
hold their definitions without any condition. A lowering is linear in the number of its arguments, and where it is
by cases in the number of values of one variable; what would be absurdly large is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import isqrt
from typing import Any, Unpack

from models.errors import ModelError
from models.language.auxiliaries import Auxiliaries, count_values, known_by, values_of
from models.language.base import a_type, are_of, as_domain, as_int, write_set
from models.language.constraints import Clause, ExactlyOne, Table, are_ints, normalised, only_if
from models.language.declarations import Posted, Reason, Sum, Truth, flatten
from models.language.expressions import (
    Assignment,
    Constraint,
    Expression,
    IntVar,
    Linear,
    LinearExpr,
    Literal,
    Test,
    as_literal,
)
from models.language.logic import Greatest

MAX_CASES = 10_000
"""A product, a quotient or a remainder by a variable of more values is refused: each value is a case of its own."""

MAX_PAIRS = 1_000_000
"""An inverse may have so many pairs of places, a circuit so many pairs of an arc and a node."""

Arc = tuple[int, int, Literal]
"""An edge of a graph from its tail to its head, and whether it is used."""

Case = tuple[int, tuple[Literal, ...], Callable[[LinearExpr], LinearExpr]]
"""A value of an expression, the condition that it has this value, and what another expression then comes to."""


class GlobalConstraints(Auxiliaries):
    """The methods of a model whose constraints have no kind of their own."""

    def add_bool_and(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """All of ``literals`` are true."""
        return self._all((Clause((literal,)) for literal in self._literals(literals)), reason)

    def add_bool_xor(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """An odd number of ``literals`` are true.

        A chain of Booleans, each the exclusive or of the one before and one literal (Tseitin 1968).
        """
        parts = self._literals(literals)
        self._check(Clause(parts))
        if len(parts) < 2:
            return self._all([Clause(parts)], reason)
        odd, *others, last = parts
        for literal in others:
            odd = self._either(odd, literal)
        return self._all([ExactlyOne((odd, last))], reason)

    def add_forbidden_assignments(
        self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables`` take together the values of none of ``tuples``: a clause for each tuple."""
        table = self._table(variables, tuples)
        self._check(table)
        rows = table.rows()
        columns = zip(*rows, strict=True) if rows else ()
        differs = [
            {value: var != value for value in set(column)}
            for var, column in zip(table.variables, columns, strict=False)
        ]
        clauses = (Clause(tuple(tests[value] for tests, value in zip(differs, row, strict=True))) for row in rows)
        return self._all(clauses, reason)

    def add_abs_equality(self, target: Sum, expression: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is the absolute value of ``expression``, by the two cases of its sign.

        >>> from models import Model
        >>> model = Model()
        >>> x, y, distance = (model.new_int_var(0, 9, name) for name in ("x", "y", "distance"))
        >>> _ = model.add_abs_equality(distance, x - y)
        >>> model.first_violation({x: 2, y: 7, distance: 5}) is None
        True
        """
        size, inside = self._sum(target), self._sum(expression)
        return self._all(self._absolute(inside, "==", size), reason, "max_equality", size, (inside, -inside))

    def add_min_equality(self, target: Sum, *expressions: Sum | Iterable[Sum], **reason: Unpack[Reason]) -> Posted:
        """``target`` is the least of ``expressions``: at most each of them, and at least one of them."""
        sums = self._sums(expressions, "add_min_equality needs an expression")
        least, greatest = -self._sum(target), [-one for one in sums]
        return self._all(self._reached(least, greatest), reason, "max_equality", least, tuple(greatest))

    def add_max_equality(self, target: Sum, *expressions: Sum | Iterable[Sum], **reason: Unpack[Reason]) -> Posted:
        """``target`` is the greatest of ``expressions``: at least each of them, and at most one of them."""
        sums = self._sums(expressions, "add_max_equality needs an expression")
        return self._all(self._reached(self._sum(target), sums), reason, "max_equality", self._sum(target), tuple(sums))

    def add_multiplication_equality(
        self, target: Sum, *factors: Sum | Iterable[Sum], **reason: Unpack[Reason]
    ) -> Posted:
        """``target`` is the product of ``factors``, a linear equation for each value of the factor with fewer values.

        Of three factors or more, each but the last is multiplied into an auxiliary variable.
        """
        result = self._sum(target)
        first, *others = self._sums(factors, "add_multiplication_equality needs a factor")
        for factor in others[:-1]:
            first = self._multiplied(first, factor)
        if not others:
            return self._all(normalised(result == first), reason)
        return self._all(
            self._product(result, first, others[-1]), reason, "multiplication_equality", result, first, others[-1]
        )

    def add_division_equality(self, target: Sum, dividend: Sum, divisor: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is ``dividend`` divided by ``divisor``, rounded towards zero as in C: −7 divided by 2 is −3."""
        sums = self._sum(target), self._sum(dividend), self._divisor(divisor)
        return self._all(self._quotient(*sums), reason, "division_equality", *sums)

    def add_modulo_equality(self, target: Sum, dividend: Sum, divisor: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is what remains of ``dividend`` divided by ``divisor`` as in C: of −7 divided by 2, −1.

        It has the sign of the dividend; unlike ``CpModel`` this takes divisors below 0, whose sign makes no difference.
        """
        rest, whole, by = self._sum(target), self._sum(dividend), self._divisor(divisor)
        quotient = self._divided(whole, by)
        equations = (
            only_if(normalised(fixed(rest) == fixed(whole) - v * quotient), *at) for v, at, fixed in self._cases(by)
        )
        return self._all(chain.from_iterable(equations), reason, "modulo_equality", rest, whole, by)

    def add_lexicographic_less(self, ones: Iterable[Sum], others: Iterable[Sum], **reason: Unpack[Reason]) -> Posted:
        """``ones`` come before ``others`` in the order of a dictionary: less at the first place where they differ."""
        return self._in_order(ones, others, reason, "lexicographic_less")

    def add_lexicographic_less_equal(
        self, ones: Iterable[Sum], others: Iterable[Sum], **reason: Unpack[Reason]
    ) -> Posted:
        """``ones`` come before ``others`` in the order of a dictionary, or equal them."""
        return self._in_order(ones, others, reason, "lexicographic_less_equal")

    def add_inverse(
        self, variables: Iterable[Expression], inverse: Iterable[Expression], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables[i] == j`` exactly when ``inverse[j] == i``, counted from 0; no other value is taken."""
        ones, others = self._columns(variables), self._columns(inverse)
        if len(ones) != len(others) or len(ones) ** 2 > MAX_PAIRS:
            raise ModelError(
                f"model {self.name!r}: {len(ones)} variables cannot be inverse to {len(others)}; "
                f"both lists need the same length, at most {isqrt(MAX_PAIRS)}"
            )
        for var in (*ones, *others):
            self._own(var, f"part of an inverse in model {self.name!r}")
        inside = [var.is_in(range(len(ones))) for var in (*ones, *others)]
        constraints = [
            *(Clause((literal,)) for literal in inside if not literal.is_always),
            *(ExactlyOne((one == j, other != i)) for i, one in enumerate(ones) for j, other in enumerate(others)),
        ]
        return self._all(constraints, reason, "inverse", ones, others)

    def add_circuit(self, arcs: Iterable[tuple[int, int, Truth]], **reason: Unpack[Reason]) -> Posted:
        """The arcs whose literal is true make one circuit through all nodes.

        An arc is ``(tail, head, literal)``, its nodes any ints. A true arc from a node to itself takes the node out of
        the circuit; where every node is taken out, there is none, which is allowed. From a first node on, positions
        count up along the arcs (Miller, Tucker and Zemlin 1960), which they could not do around a second circuit: a
        conditional equation for each arc, and in clauses about as many of them as there are arcs times nodes.

        >>> from models import Model
        >>> model = Model("a tour of three towns")
        >>> leads = {(a, b): model.new_bool_var(f"{a} → {b}") for a in range(3) for b in range(3) if a != b}
        >>> _ = model.add_circuit((a, b, used) for (a, b), used in leads.items())
        >>> model.first_violation({used: int((b - a) % 3 == 1) for (a, b), used in leads.items()}) is None
        True
        """
        found = self._arcs(arcs)
        return self._all(self._around(found), reason, "circuit", tuple(found))

    # What they are lowered to

    def _number(self, test: Test) -> Literal | IntVar:
        if not isinstance(test, Greatest):
            return super()._number(test)
        sums = [self._sum(part) for part in test.parts]
        domains = [values_of(one) for one in sums]
        return self._auxiliary(
            ("greatest", frozenset(map(known_by, sums))),
            f"{test}",
            range(max(values[0] for values in domains), max(values[-1] for values in domains) + 1),
            Greatest(tuple(sums)).value,
            lambda var: self._reached(var.as_sum(), sums),
        )

    def _either(self, one: Literal, other: Literal) -> Literal:
        differ, agree = ExactlyOne((one, other)), ExactlyOne((one, ~other))
        return self._reified(("either", one, other), f"{one} ⇎ {other}", differ, agree)

    def _both(self, one: Literal, other: Literal) -> Literal:
        return self._flag(
            ("both", one, other),
            f"{one} ∧ {other}",
            partial(_both_of, one, other),
            lambda flag: [Clause((~flag, one)), Clause((~flag, other)), Clause((flag, ~one, ~other))],
        )

    def _reached(self, bound: LinearExpr, sums: Sequence[LinearExpr]) -> Iterator[Constraint]:
        for one in sums:
            yield from normalised(bound >= one)
        yield Clause(tuple(self._truth(one >= bound) for one in sums))

    def _product(self, target: LinearExpr, one: LinearExpr, other: LinearExpr) -> Iterator[Constraint]:
        few, many = sorted((one, other), key=count_values)
        for value, condition, fixed in self._cases(few):
            yield from only_if(normalised(fixed(target) == value * fixed(many)), *condition)

    def _multiplied(self, one: LinearExpr, other: LinearExpr) -> LinearExpr:
        values, others = values_of(one), values_of(other)
        if count_values(one) * count_values(other) <= MAX_CASES:
            domain = as_domain(value * factor for value in values for factor in others)
        else:
            corners = [value * factor for value in (values[0], values[-1]) for factor in (others[0], others[-1])]
            domain = range(min(corners), max(corners) + 1)
        return self._auxiliary(
            ("product", known_by(one), known_by(other)),
            f"({one})·({other})",
            domain,
            partial(_multiply, one, other),
            lambda var: self._product(var.as_sum(), one, other),
        ).as_sum()

    def _quotient(self, target: LinearExpr, dividend: LinearExpr, divisor: LinearExpr) -> Iterator[Constraint]:
        """For each value v of the divisor, dividend − v·target has the sign of the dividend and is smaller than v."""
        positive = self._truth(dividend >= 0)
        for value, condition, fixed in self._cases(divisor):
            rest = fixed(dividend) - value * fixed(target)
            yield from only_if([*normalised(rest >= 0), *normalised(rest <= abs(value) - 1)], positive, *condition)
            yield from only_if([*normalised(rest <= 0), *normalised(rest >= 1 - abs(value))], ~positive, *condition)

    def _divided(self, dividend: LinearExpr, divisor: LinearExpr) -> LinearExpr:
        by, whole = values_of(divisor), values_of(dividend)
        most = max(-whole[0], whole[-1]) // (min(abs(by[0]), abs(by[-1])) if by[0] * by[-1] > 0 else 1)
        return self._auxiliary(
            ("quotient", known_by(dividend), known_by(divisor)),
            f"({dividend}) / ({divisor})",
            range(0 if whole[0] >= 0 and by[0] > 0 else -most, most + 1),
            partial(_divide, dividend, divisor),
            lambda var: self._quotient(var.as_sum(), dividend, divisor),
        ).as_sum()

    def _cases(self, expression: LinearExpr) -> Iterator[Case]:
        if not any(True for _ in expression.summands()):
            yield expression.constant, (), lambda other: other
            return
        count = count_values(expression)
        if count > MAX_CASES:
            raise ModelError(
                f"{expression} has {count} values; the divisor, or the factor that has fewer, may have {MAX_CASES}, "
                "since each is a case of its own"
            )
        var = self._variable(expression)
        for value in var.domain:

            def fixed(other: LinearExpr, value: int = value) -> LinearExpr:
                coefficient = other.terms.get(var, 0)
                return other - coefficient * var + coefficient * value if coefficient else other

            yield value, (var == value,), fixed

    def _in_order(self, ones: Iterable[Sum], others: Iterable[Sum], reason: Reason, kind: str) -> Posted:
        first, second = (tuple(map(self._sum, flatten(things))) for things in (ones, others))
        if len(first) != len(second):
            sizes = f"{len(first)} entries are compared with {len(second)}"
            raise ModelError(f"model {self.name!r}: {sizes}; both lists need the same length")
        in_order = self._place_by_place(first, second, strict=kind == "lexicographic_less")
        return self._all(in_order, reason, kind, first, second)

    def _place_by_place(
        self, ones: Sequence[LinearExpr], others: Sequence[LinearExpr], strict: bool
    ) -> Iterator[Constraint]:
        """Where all places before are equal, the next is not greater; a Boolean for each place but the last."""
        equal: tuple[Literal, ...] = ()
        for left, one, other in zip(range(len(ones) - 1, -1, -1), ones, others, strict=True):
            yield from only_if(normalised(one < other if strict and not left else one <= other), *equal)
            if left:
                same = self._truth(one == other)
                equal = (self._both(equal[0], same) if equal else same,)
        if strict and not ones:
            yield Clause(())

    def _around(self, arcs: Sequence[Arc]) -> Iterator[Constraint]:
        """One circuit: the first node is one that cannot be left out, or where all can, the first that is not."""
        called = len(self.constraints)  # no two circuits share their positions
        nodes = sorted({node for arc in arcs for node in arc[:2]})
        loops = {node: [test for tail, head, test in arcs if tail == head == node] for node in nodes}
        for node in nodes:
            yield ExactlyOne(tuple(test for tail, _, test in arcs if tail == node))
            yield ExactlyOne(tuple(test for _, head, test in arcs if head == node))
        start = next((node for node in nodes if not loops[node]), None)
        begins: dict[int, tuple[Literal, ...]] = dict.fromkeys(nodes, ())  # where it can be: that it is the first
        if start is None:
            first = self._first(list(loops.values()), called)
            begins = {node: (first == place,) for place, node in enumerate(nodes)}

        position = {}
        for node in nodes:
            if node != start:
                steps = partial(_steps, arcs, nodes, start, node)
                key, name = ("position", called, node), f"position of node {node}"
                position[node] = self._auxiliary(key, name, range(len(nodes)), steps, lambda var: ())
        for node, place in position.items():
            for test in (*loops[node], *begins[node]):
                yield Clause((~test, place == 0))
        for tail, head, test in arcs:
            if tail != head != start:
                before = LinearExpr({}, 0) if tail == start else position[tail].as_sum()
                yield from only_if(normalised(position[head] - before == 1), test, *(~first for first in begins[head]))

    def _first(self, loops: Sequence[Sequence[Literal]], called: int) -> IntVar:
        """The place of the first node without a true loop; the number of nodes where each has one."""
        return self._auxiliary(
            ("first", called),
            "first node of the circuit",
            range(len(loops) + 1),
            partial(_first_without, loops),
            lambda first: [
                *(Clause((first != place, ~test)) for place, tests in enumerate(loops) for test in tests),
                *(Clause((first <= place, *tests)) for place, tests in enumerate(loops)),
            ],
        )

    # Arguments

    def _sums(self, things: tuple[Sum | Iterable[Sum], ...], none: str) -> list[LinearExpr]:
        sums = [self._sum(thing) for thing in flatten(things)]
        if not sums:
            raise ModelError(f"model {self.name!r}: {none}")
        return sums

    def _divisor(self, thing: Sum) -> LinearExpr:
        divisor = self._sum(thing)
        if 0 in values_of(divisor):
            raise ModelError(
                f"the divisor {divisor} ∈ {write_set(values_of(divisor))} can be 0; declare it without 0, such as by "
                "new_int_var_from_values"
            )
        return divisor

    def _columns(self, things: Iterable[object]) -> tuple[Any, ...]:
        """Return what stands for ``things`` in a kind: variables themselves, auxiliaries for expressions and ints."""
        columns = flatten(things)
        return columns if are_of(columns, IntVar) else tuple(map(self._column, columns))

    def _column(self, thing: object) -> Any:
        stands = isinstance(thing, Literal | LinearExpr | Linear) or as_int(thing) is not None
        return self._variable(thing) if stands else thing

    def _entries(self, things: Iterable[object]) -> tuple[Any, ...]:
        """Return the entries of an array: like the columns of a kind, except that ints stay ints."""
        numbers = ((one, as_int(one)) for one in flatten(things))
        return tuple(self._column(one) if number is None else number for one, number in numbers)

    def _table(self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]]) -> Table:
        columns = self._columns(variables)
        rows: list[Any] = list(tuples)
        for place, row in () if are_of(rows, tuple) else enumerate(rows):
            if not isinstance(row, Iterable):
                of = ", ".join(map(str, columns))
                raise ModelError(
                    f"model {self.name!r}: tuple {place} of the table over ({of}) is {row!r}, {a_type(row)}; "
                    f"a tuple with a value for each variable is expected{', such as (3,)' * (len(columns) == 1)}"
                )
            rows[place] = tuple(row)
        if not are_ints(rows):
            rows = [tuple(value if (number := as_int(value)) is None else number for value in row) for row in rows]
        return Table(columns, tuple(rows))

    def _arcs(self, arcs: Iterable[tuple[int, int, Truth]]) -> list[Arc]:
        found: list[Arc] = []
        for arc in arcs:
            ends = tuple(map(as_int, arc[:2])) if isinstance(arc, Sequence) and len(arc) == 3 else ()
            if len(ends) != 2 or None in ends:
                raise ModelError(
                    f"model {self.name!r}: an arc of a circuit is {arc!r}; two ints and a literal are expected, "
                    "such as (i, j, following[i] == j)"
                )
            found.append((int(arc[0]), int(arc[1]), as_literal(arc[2])))
        nodes = {end for arc in found for end in arc[:2]}
        if len(found) * len(nodes) > MAX_PAIRS:
            raise ModelError(
                f"model {self.name!r}: a circuit has {len(found)} arcs and {len(nodes)} nodes; "
                f"their product may be {MAX_PAIRS}"
            )
        return found


def _steps(arcs: Sequence[Arc], nodes: Sequence[int], start: int | None, node: int, assignment: Assignment) -> int:
    """How many true arcs lead from the first node of the circuit to ``node``; 0 where none do."""
    following = {tail: head for tail, head, test in arcs if test.holds(assignment)}
    here = start if start is not None else next((one for one in nodes if following.get(one) != one), node)
    for steps in range(len(nodes)):
        if here == node:
            return steps
        here = following.get(here, here)
    return 0


def _first_without(groups: Sequence[Sequence[Literal]], assignment: Assignment) -> int:
    """The place of the first group without a true literal; how many groups there are where each has one."""
    places = (place for place, tests in enumerate(groups) if not any(test.holds(assignment) for test in tests))
    return next(places, len(groups))


def _both_of(one: Literal, other: Literal, assignment: Assignment) -> bool:
    return one.holds(assignment) and other.holds(assignment)


def _multiply(one: LinearExpr, other: LinearExpr, assignment: Assignment) -> int:
    return one.value(assignment) * other.value(assignment)


def _divide(one: LinearExpr, other: LinearExpr, assignment: Assignment) -> int:
    dividend, divisor = one.value(assignment), other.value(assignment)
    whole = abs(dividend) // abs(divisor)
    return whole if (dividend < 0) == (divisor < 0) else -whole
