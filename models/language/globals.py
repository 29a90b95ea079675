"""Global constraints said in the kinds: products, quotients, minima, circuits and what else has no kind of its own.

Each function yields the constraints that together mean what its first line says. ``Model`` posts them as one, so
that a condition counts for all of them; the auxiliary variables they need are made through ``Auxiliaries`` and
hold their definitions without any condition. Every lowering is linear in the number of values of one variable, or
in the number of its arguments; sizes are told where they are more. Quotients and remainders are those of C and of
``CpModel``: rounded towards zero, so that −7 divided by 2 is −3, and −1 remains.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from models.errors import ModelError
from models.language.auxiliaries import (
    Auxiliaries,
    as_domain,
    bounds_of,
    said,
    summands_of,
    values_of,
    when,
)
from models.language.base import Domain, write_set
from models.language.constraints import Clause, ExactlyOne
from models.language.expressions import Assignment, Constraint, IntVar, LinearExpr, Literal

MOST_CASES = 10_000
"""A product, a quotient or a remainder by a variable of more values is refused: each value is a case of its own."""
MOST_PAIRS = 1_000_000
"""An inverse may have so many pairs of places, a circuit so many pairs of an arc and a node."""

Arc = tuple[int, int, Literal]
"""An edge of a graph from its tail to its head, and whether it is used."""


def conjunction(literals: Iterable[Literal]) -> Iterator[Constraint]:
    """All of the literals are true."""
    return (Clause((literal,)) for literal in literals)


def parity(auxiliaries: Auxiliaries, literals: Sequence[Literal]) -> Iterator[Constraint]:
    """An odd number of the literals are true.

    A chain of Booleans, each the exclusive or of the one before and one literal (Tseitin 1968).
    """
    if len(literals) < 2:
        yield Clause(tuple(literals))
        return
    odd, *others, last = literals
    for literal in others:
        odd = _either(auxiliaries, odd, literal)
    yield ExactlyOne((odd, last))


def _either(auxiliaries: Auxiliaries, one: Literal, other: Literal) -> Literal:
    """A literal that is true exactly when one of the two is true and the other is not."""
    var = auxiliaries.make(
        ("either", one, other),
        f"[{one} ⇎ {other}]",
        range(2),
        lambda assignment: int(one.holds(assignment) != other.holds(assignment)),
        lambda var: [
            *when([ExactlyOne((one, other))], var == 1),
            *when([ExactlyOne((one, ~other))], var == 0),
        ],
    )
    return var == 1


def forbidden(variables: Sequence[IntVar], tuples: Iterable[tuple[int, ...]]) -> Iterator[Constraint]:
    """The variables take together the values of none of the tuples: a clause for each."""
    rows = list(dict.fromkeys(tuples))
    values = zip(*rows, strict=True) if rows else ()
    differs = [{value: var != value for value in set(column)} for var, column in zip(variables, values, strict=False)]
    for row in rows:
        literals = tuple(tests[value] for tests, value in zip(differs, row, strict=True))
        if not any(literal.is_always for literal in literals):
            yield Clause(literals)


def absolute(auxiliaries: Auxiliaries, target: LinearExpr, expression: LinearExpr) -> Iterator[Constraint]:
    """``target = |expression|``, by the two cases of its sign."""
    positive = auxiliaries.truth(expression >= 0)
    yield from when(said(target == expression), positive)
    yield from when(said(target == -expression), ~positive)


def maximum(auxiliaries: Auxiliaries, target: LinearExpr, expressions: Sequence[LinearExpr]) -> Iterator[Constraint]:
    """``target`` is the greatest of the expressions: it is at least each of them, and at most one of them."""
    for expression in expressions:
        yield from said(target >= expression)
    yield Clause(tuple(auxiliaries.truth(expression >= target) for expression in expressions))


def product(auxiliaries: Auxiliaries, target: LinearExpr, factors: Sequence[LinearExpr]) -> Iterator[Constraint]:
    """``target`` is the product of the factors, each but the last multiplied into an auxiliary variable.

    For each value of the factor with fewer values, the product is linear.
    """
    first, *others = factors
    for place, factor in enumerate(others):
        if place == len(others) - 1:
            yield from _product_of_two(auxiliaries, target, first, factor)
        else:
            first = _multiplied(auxiliaries, first, factor)
    if not others:
        yield from said(target == first)


def _product_of_two(
    auxiliaries: Auxiliaries, target: LinearExpr, one: LinearExpr, other: LinearExpr
) -> Iterator[Constraint]:
    few, many = sorted((one, other), key=lambda factor: _count(values_of(factor)))
    for value, condition, fixed in _cases(auxiliaries, few):
        yield from when(said(fixed(target) == value * fixed(many)), *condition)


def _multiplied(auxiliaries: Auxiliaries, one: LinearExpr, other: LinearExpr) -> LinearExpr:
    """An auxiliary variable equal to the product of two expressions."""
    values, others = values_of(one), values_of(other)
    domain: Domain
    if _count(values) * _count(others) <= MOST_CASES:
        domain = as_domain(value * factor for value in values for factor in others)
    else:
        corners = [value * factor for value in (values[0], values[-1]) for factor in (others[0], others[-1])]
        domain = range(min(corners), max(corners) + 1)
    return auxiliaries.make(
        ("product", _known_by(one), _known_by(other)),
        f"({one})·({other})",
        domain,
        lambda assignment: one.value(assignment) * other.value(assignment),
        lambda var: _product_of_two(auxiliaries, var.as_sum(), one, other),
    ).as_sum()


def quotient(
    auxiliaries: Auxiliaries, target: LinearExpr, dividend: LinearExpr, divisor: LinearExpr
) -> Iterator[Constraint]:
    """``target`` is ``dividend`` divided by ``divisor``, rounded towards zero.

    For each value v of the divisor: what remains, dividend − v·target, has the sign of the dividend and is
    smaller than v.
    """
    _divisors(dividend, divisor)
    positive = auxiliaries.truth(dividend >= 0)
    for value, condition, fixed in _cases(auxiliaries, divisor):
        rest = fixed(dividend) - value * fixed(target)
        yield from when([*said(rest >= 0), *said(rest <= abs(value) - 1)], positive, *condition)
        yield from when([*said(rest <= 0), *said(rest >= 1 - abs(value))], ~positive, *condition)


def remainder(
    auxiliaries: Auxiliaries, target: LinearExpr, dividend: LinearExpr, divisor: LinearExpr
) -> Iterator[Constraint]:
    """``target`` is what remains of ``dividend`` divided by ``divisor``, with the sign of the dividend.

    The quotient is an auxiliary variable; for each value v of the divisor, target = dividend − v·quotient.
    """
    divisors = _divisors(dividend, divisor)
    least, greatest = bounds_of(dividend)
    most = max(abs(least), abs(greatest)) // min(map(abs, divisors))
    whole = auxiliaries.make(
        ("quotient", _known_by(dividend), _known_by(divisor)),
        f"({dividend}) / ({divisor})",
        range(0 if least >= 0 and divisors[0] > 0 else -most, most + 1),
        lambda assignment: _divide(dividend.value(assignment), divisor.value(assignment)),
        lambda var: quotient(auxiliaries, var.as_sum(), dividend, divisor),
    )
    for value, condition, fixed in _cases(auxiliaries, divisor):
        yield from when(said(fixed(target) == fixed(dividend) - value * whole), *condition)


def lexicographic(
    auxiliaries: Auxiliaries, ones: Sequence[LinearExpr], others: Sequence[LinearExpr], strict: bool
) -> Iterator[Constraint]:
    """The first sequence comes before the second in the order of a dictionary, or unless ``strict`` is equal to it.

    A Boolean for each place but the last: all are equal up to here.
    """
    equal: tuple[Literal, ...] = ()
    for place, (one, other) in enumerate(zip(ones, others, strict=True), 1):
        last = place == len(ones)
        yield from when(said(one < other if last and strict else one <= other), *equal)
        if not last:
            same = auxiliaries.truth(one == other)
            equal = (_both(auxiliaries, equal[0], same) if equal else same,)
    if strict and not ones:
        yield Clause(())


def _both(auxiliaries: Auxiliaries, one: Literal, other: Literal) -> Literal:
    """A literal that is true exactly when both are."""
    var = auxiliaries.make(
        ("both", one, other),
        f"[{one} ∧ {other}]",
        range(2),
        lambda assignment: int(one.holds(assignment) and other.holds(assignment)),
        lambda var: [Clause((var == 0, one)), Clause((var == 0, other)), Clause((var == 1, ~one, ~other))],
    )
    return var == 1


def inverse(variables: Sequence[IntVar], others: Sequence[IntVar]) -> Iterator[Constraint]:
    """``variables[i] = j`` exactly when ``others[j] = i``: two literals for each pair of places."""
    places = range(len(variables))
    for var in (*variables, *others):
        inside = var.is_in(places)
        if not inside.is_always:
            yield Clause((inside,))
    for i, var in enumerate(variables):
        for j, other in enumerate(others):
            yield ExactlyOne((var == j, other != i))


Case = tuple[int, tuple[Literal, ...], Callable[[LinearExpr], LinearExpr]]
"""A value of an expression, the condition that it has this value, and what another expression then comes to."""


def _cases(auxiliaries: Auxiliaries, expression: LinearExpr) -> Iterator[Case]:
    """Every value that an expression can have."""
    if not summands_of(expression):
        yield expression.constant, (), lambda other: other
        return
    if _count(values_of(expression)) > MOST_CASES:
        raise ModelError(
            f"{expression} has {_count(values_of(expression))} values; a factor or a divisor may have {MOST_CASES}, "
            "since each is a case of its own"
        )
    var = auxiliaries.variable(expression)
    for value in var.domain:

        def fixed(other: LinearExpr, value: int = value) -> LinearExpr:
            coefficient = other.terms.get(var, 0)
            return other - coefficient * var + coefficient * value if coefficient else other

        yield value, (var == value,), fixed


def _divisors(dividend: LinearExpr, divisor: LinearExpr) -> Domain:
    """The values of a divisor; 0 must not be one of them."""
    values = values_of(divisor)
    if 0 in values:
        raise ModelError(f"{dividend} is divided by {divisor} ∈ {write_set(values)}; a divisor must not reach 0")
    return values


def _divide(dividend: int, divisor: int) -> int:
    whole = abs(dividend) // abs(divisor)
    return whole if (dividend < 0) == (divisor < 0) else -whole


def _count(values: Domain) -> int:
    return values[-1] - values[0] + 1 if isinstance(values, range) else len(values)


def _known_by(expression: LinearExpr) -> Hashable:
    return frozenset(summands_of(expression)), expression.constant


def circuit(auxiliaries: Auxiliaries, arcs: Sequence[Arc], called: Hashable) -> Iterator[Constraint]:
    """The arcs whose literal is true make one circuit through all nodes but those with a true arc to themselves.

    Every node is left once and entered once. From a first node on, positions count up along the arcs (Miller, Tucker
    and Zemlin 1960), which no second circuit can do. The first node is one that cannot be left out; where all can, an
    auxiliary variable says which is the first that is not. A conditional equality for each arc, so that an encoding
    in clauses has about as many clauses as there are arcs times nodes.
    """
    nodes = sorted({node for tail, head, _ in arcs for node in (tail, head)})
    loops = {node: [test for tail, head, test in arcs if tail == head == node] for node in nodes}
    for node in nodes:
        yield ExactlyOne(tuple(test for tail, _, test in arcs if tail == node))
        yield ExactlyOne(tuple(test for _, head, test in arcs if head == node))
    fixed = next((node for node in nodes if not loops[node]), None)
    begins: dict[int, tuple[Literal, ...]] = {}  # the literal that a node is the first, where it can be
    if fixed is None:
        first = _first_visited(auxiliaries, [loops[node] for node in nodes], called)
        begins = {node: (first == place,) for place, node in enumerate(nodes)}
    position = {
        node: auxiliaries.make(
            ("position", called, node),
            f"position of node {node}",
            range(len(nodes)),
            lambda assignment, node=node: _steps(arcs, nodes, fixed, node, assignment),  # type: ignore[misc]
            lambda var: [],
        )
        for node in nodes
        if node != fixed
    }
    for node, place in position.items():
        for test in (*loops[node], *begins.get(node, ())):
            yield Clause((~test, place == 0))
    for tail, head, test in arcs:
        if tail != head != fixed:
            step = position[head] == (1 if tail == fixed else position[tail] + 1)
            onwards = [Clause((step,))] if isinstance(step, Literal) else [step]
            yield from when(onwards, test, *(~literal for literal in begins.get(head, ())))


def _first_visited(auxiliaries: Auxiliaries, loops: Sequence[Sequence[Literal]], called: Hashable) -> IntVar:
    """The place of the first node without a true loop; the number of nodes where each has one."""
    return auxiliaries.make(
        ("first", called),
        "first node of the circuit",
        range(len(loops) + 1),
        lambda assignment: next(
            (place for place, tests in enumerate(loops) if not any(test.holds(assignment) for test in tests)),
            len(loops),
        ),
        lambda first: [
            *(Clause((first != place, ~test)) for place, tests in enumerate(loops) for test in tests),
            *(Clause((first <= place, *tests)) for place, tests in enumerate(loops)),
        ],
    )


def _steps(arcs: Sequence[Arc], nodes: Sequence[int], fixed: int | None, node: int, assignment: Assignment) -> int:
    """How many true arcs lead from the first node of the circuit to ``node``; 0 where none do."""
    following = {tail: head for tail, head, test in arcs if test.holds(assignment)}
    here = fixed if fixed is not None else next((one for one in nodes if following.get(one) != one), node)
    for steps in range(len(nodes)):
        if here == node:
            return steps
        here = following.get(here, here)
    return 0
