"""Random small models of what the language lowers to kinds, each with what it means in plain Python.

The meaning is written here a second time and knows nothing of kinds or auxiliary variables, so that a lowering
that is wrong is wrong against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from hypothesis import strategies as st

from models.language.model import Expression, IntVar, Literal, Model, Posted
from tests.random_models import Answers

Values = Mapping[IntVar, int]
Meaning = Callable[[Values], bool]


@dataclass(frozen=True)
class Stated:
    """A model, and whether values of its declared variables are a solution by what its features mean."""

    model: Model
    meanings: tuple[Meaning, ...]

    def answers(self) -> Answers:
        """All solutions by brute force over the declared variables."""
        declared = self.model.projection
        assignments = (dict(zip(declared, values, strict=True)) for values in product(*(v.domain for v in declared)))
        return {tuple(one.values()) for one in assignments if all(meaning(one) for meaning in self.meanings)}


def meant_by(thing: Any, values: Values) -> int:
    """What a variable, a literal, a linear expression or an int comes to."""
    return thing if isinstance(thing, int) else thing.as_sum().value(values)


class Parts:
    """Draws the parts of a constraint."""

    def __init__(self, draw: st.DrawFn, model: Model) -> None:
        self.draw = draw
        self.model = model
        self.variables = list(model.projection)

    def number(self, least: int, greatest: int) -> int:
        return self.draw(st.integers(least, greatest))

    def several(self, least: int = 1, most: int = 3) -> list[IntVar]:
        return self.draw(st.lists(st.sampled_from(self.variables), min_size=least, max_size=most))

    def variable(self) -> IntVar:
        return self.draw(st.sampled_from(self.variables))

    def literal(self) -> Literal:
        var = self.variable()
        literal = var.is_in(self.draw(st.sets(st.sampled_from(list(var.domain)))))
        return ~literal if self.draw(st.booleans()) else literal

    def literals(self, least: int = 0, most: int = 4) -> list[Literal]:
        return [self.literal() for _ in range(self.number(least, most))]

    def expression(self) -> Expression | int:
        kind = self.number(0, 5)
        if kind == 0:
            return self.number(-2, 4)
        if kind == 1:
            return self.literal()
        if kind == 2:
            return self.number(-2, 2) * self.variable() + self.variable() + self.number(-2, 2)
        return self.variable()

    def expressions(self, least: int = 1, most: int = 3) -> list[Expression | int]:
        return [self.expression() for _ in range(self.number(least, most))]


def _truncated(dividend: int, divisor: int) -> int:
    return int(dividend / divisor)


def _one_circuit(arcs: list[tuple[int, int]], nodes: set[int]) -> bool:
    following = dict(arcs)
    if len(following) < len(arcs) or set(following) != nodes or set(following.values()) != nodes:
        return False
    visited = {node for node in nodes if following[node] != node}
    here, seen = next(iter(visited), None), set[int]()
    while here is not None and here not in seen:
        seen.add(here)
        here = following[here]
    return seen == visited


def _sum_of_literals(p: Parts) -> tuple[Posted, Meaning]:
    literals, bound, kind = p.literals(1), p.number(-2, 4), p.number(0, 3)
    weights = [p.number(-2, 2) for _ in literals]
    total = sum((w * one for w, one in zip(weights, literals, strict=True)), p.variable() - p.variable())
    compared = [total == bound, total != bound, total <= bound, total > bound][kind]

    def meaning(at: Values) -> bool:
        it = meant_by(total, at)
        return (it == bound, it != bound, it <= bound, it > bound)[kind]

    return p.model.add(compared), meaning


def _same_truth(p: Parts) -> tuple[Posted, Meaning]:
    one, other = p.literal(), p.literal()
    if p.number(0, 1):
        return p.model.add(one == other), lambda at: one.holds(at) == other.holds(at)
    return p.model.add(one != other), lambda at: one.holds(at) != other.holds(at)


def _literal_and_variable(p: Parts) -> tuple[Posted, Meaning]:
    one, var = p.literal(), p.variable()
    if p.number(0, 1):
        return p.model.add(var == one), lambda at: at[var] == one.holds(at)
    return p.model.add(one != var), lambda at: at[var] != one.holds(at)


def _all_different(p: Parts) -> tuple[Posted, Meaning]:
    sums = [var + place for place, var in enumerate(p.several(2))]
    return p.model.add_all_different(sums), lambda at: len({meant_by(one, at) for one in sums}) == len(sums)


def _element(p: Parts) -> tuple[Posted, Meaning]:
    index, target = p.variable(), p.expression()
    shifted = index - index.domain[0]
    array = p.expressions(size := index.domain[-1] - index.domain[0] + 1, size)
    return (
        p.model.add_element(shifted, array, target),
        lambda at: meant_by(array[meant_by(shifted, at)], at) == meant_by(target, at),
    )


def _forbidden(p: Parts) -> tuple[Posted, Meaning]:
    columns = p.several()
    rows = p.draw(st.lists(st.tuples(*(st.integers(-2, 3) for _ in columns)), max_size=6))
    return (
        p.model.add_forbidden_assignments(columns, rows),
        lambda at: tuple(at[var] for var in columns) not in rows,
    )


def _and(p: Parts) -> tuple[Posted, Meaning]:
    literals = p.literals()
    return p.model.add_bool_and(literals), lambda at: all(one.holds(at) for one in literals)


def _xor(p: Parts) -> tuple[Posted, Meaning]:
    literals = p.literals()
    return p.model.add_bool_xor(literals), lambda at: sum(one.holds(at) for one in literals) % 2 == 1


def _abs(p: Parts) -> tuple[Posted, Meaning]:
    target, one = p.expression(), p.expression()
    return p.model.add_abs_equality(target, one), lambda at: meant_by(target, at) == abs(meant_by(one, at))


def _min(p: Parts) -> tuple[Posted, Meaning]:
    target, them = p.expression(), p.expressions()
    return p.model.add_min_equality(
        target, them
    ), lambda at: meant_by(target, at) == min(meant_by(one, at) for one in them)


def _max(p: Parts) -> tuple[Posted, Meaning]:
    target, them = p.expression(), p.expressions()
    return p.model.add_max_equality(
        target, *them
    ), lambda at: meant_by(target, at) == max(meant_by(one, at) for one in them)


def _product(p: Parts) -> tuple[Posted, Meaning]:
    target, factors = p.expression(), p.expressions()

    def meaning(at: Values) -> bool:
        result = 1
        for factor in factors:
            result *= meant_by(factor, at)
        return meant_by(target, at) == result

    return p.model.add_multiplication_equality(target, factors), meaning


def _divisor(p: Parts) -> Expression | int:
    if p.number(0, 1):
        return p.draw(st.sampled_from([-3, -2, -1, 1, 2, 3]))
    var = p.variable()
    return var - var.domain[0] + 1 if p.number(0, 2) else var - var.domain[-1] - 1


def _division(p: Parts) -> tuple[Posted, Meaning]:
    target, one, by = p.expression(), p.expression(), _divisor(p)
    return (
        p.model.add_division_equality(target, one, by),
        lambda at: meant_by(target, at) == _truncated(meant_by(one, at), meant_by(by, at)),
    )


def _modulo(p: Parts) -> tuple[Posted, Meaning]:
    target, one, by = p.expression(), p.expression(), _divisor(p)

    def meaning(at: Values) -> bool:
        n, d = meant_by(one, at), meant_by(by, at)
        return meant_by(target, at) == n - d * _truncated(n, d)

    return p.model.add_modulo_equality(target, one, by), meaning


def _lexicographic(p: Parts) -> tuple[Posted, Meaning]:
    ones = p.expressions(0)
    others = p.expressions(len(ones), len(ones))

    def both(at: Values) -> tuple[list[int], list[int]]:
        return [meant_by(one, at) for one in ones], [meant_by(one, at) for one in others]

    if p.number(0, 1):
        return p.model.add_lexicographic_less(ones, others), lambda at: both(at)[0] < both(at)[1]
    return p.model.add_lexicographic_less_equal(ones, others), lambda at: both(at)[0] <= both(at)[1]


def _inverse(p: Parts) -> tuple[Posted, Meaning]:
    ones = p.several(1, 2)
    others = p.several(len(ones), len(ones))
    places = range(len(ones))

    def meaning(at: Values) -> bool:
        inside = all(at[var] in places for var in (*ones, *others))
        return inside and all(
            (at[one] == j) == (at[two] == i) for i, one in enumerate(ones) for j, two in enumerate(others)
        )

    return p.model.add_inverse(ones, others), meaning


def _circuit(p: Parts) -> tuple[Posted, Meaning]:
    nodes = p.number(1, 4)
    ends = st.tuples(st.integers(1, nodes), st.integers(1, nodes))
    around = [(node, node % nodes + 1) for node in range(1, nodes + 1)]
    loops = [(node, node) for node in range(1, nodes + 1) if p.number(0, 2)]
    arcs = [(tail, head, p.literal()) for tail, head in (*around, *loops, *p.draw(st.lists(ends, max_size=3)))]

    def meaning(at: Values) -> bool:
        return _one_circuit([(tail, head) for tail, head, test in arcs if test.holds(at)], set(range(1, nodes + 1)))

    return p.model.add_circuit(arcs), meaning


FEATURES: dict[str, Callable[[Parts], tuple[Posted, Meaning]]] = {
    "sum of literals": _sum_of_literals,
    "same truth": _same_truth,
    "a literal and a variable": _literal_and_variable,
    "all different sums": _all_different,
    "element of sums": _element,
    "forbidden": _forbidden,
    "and": _and,
    "xor": _xor,
    "abs": _abs,
    "min": _min,
    "max": _max,
    "product": _product,
    "division": _division,
    "modulo": _modulo,
    "lexicographic": _lexicographic,
    "inverse": _inverse,
    "circuit": _circuit,
}


@st.composite
def stated(draw: st.DrawFn, feature: str, most_vars: int = 4, conditions: bool = True) -> Stated:
    """A model of a few variables with one feature, sometimes two, conditional or not."""
    model = Model("random")
    domains = st.one_of(
        st.just([0, 1]), st.just([0, 1]), st.sets(st.integers(-2, 3), min_size=1, max_size=4).map(sorted)
    )
    if feature == "circuit":
        domains = st.just([0, 1])
    for _ in range(draw(st.integers(1, most_vars + 2 * (feature == "circuit")))):
        model.new_int_var_from_values(draw(domains))
    parts = Parts(draw, model)
    meanings = []
    for name in [feature, *draw(st.lists(st.sampled_from(sorted(FEATURES)), max_size=1))]:
        posted, meaning = FEATURES[name](parts)
        if conditions and draw(st.integers(0, 2)) == 0:
            condition = parts.literals(1, 2)
            posted.only_enforce_if(condition)
            meanings.append(_where(condition, meaning))
        else:
            meanings.append(meaning)
    return Stated(model, tuple(meanings))


def _where(condition: list[Literal], meaning: Meaning) -> Meaning:
    return lambda at: not all(one.holds(at) for one in condition) or meaning(at)
