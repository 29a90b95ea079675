"""Random small models of what the language lowers to kinds, each with what it means in plain Python.

The meaning is written here a second time and knows nothing of kinds or auxiliary variables, so that a lowering
that is wrong is wrong against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import eq, gt, le, lt, ne
from typing import Any

from hypothesis import strategies as st

from models.language.model import Expression, IntVar, Literal, Model, Posted
from tests.random_models import Answers, assignments

Values = Mapping[IntVar, int]
Meaning = Callable[[Values], bool]
Feature = tuple[Posted, Meaning]


@dataclass(frozen=True)
class Stated:
    """A model, and whether values of its declared variables are a solution by what its features mean."""

    model: Model
    meanings: tuple[Meaning, ...]

    def answers(self) -> Answers:
        """All solutions by brute force over the declared variables."""
        tried = assignments(self.model.projection)
        return {tuple(one.values()) for one in tried if all(meaning(one) for meaning in self.meanings)}


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
        match self.number(0, 5):
            case 0:
                return self.number(-2, 4)
            case 1:
                return self.literal()
            case 2:
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


def _sum_of_literals(p: Parts) -> Feature:
    literals, bound = p.literals(1), p.number(-2, 4)
    compare = p.draw(st.sampled_from([eq, ne, le, gt]))
    total = sum((p.number(-2, 2) * one for one in literals), p.variable() - p.variable())
    return p.model.add(compare(total, bound)), lambda at: compare(meant_by(total, at), bound)


def _same_truth(p: Parts) -> Feature:
    one, other = p.literal(), p.draw(st.sampled_from([p.literal(), p.variable()]))
    compare = p.draw(st.sampled_from([eq, ne]))
    ones = (one, other) if p.number(0, 1) else (other, one)
    value = other.holds if isinstance(other, Literal) else lambda at: at[other]
    return p.model.add(compare(*ones)), lambda at: compare(one.holds(at), value(at))


def _all_different(p: Parts) -> Feature:
    sums = [var + place for place, var in enumerate(p.several(2))]
    return p.model.add_all_different(sums), lambda at: len({meant_by(one, at) for one in sums}) == len(sums)


def _element(p: Parts) -> Feature:
    index, target = p.variable(), p.expression()
    shifted = index - index.domain[0]
    array = p.expressions(size := index.domain[-1] - index.domain[0] + 1, size)
    posted = p.model.add_element(shifted, array, target)
    return posted, lambda at: meant_by(array[meant_by(shifted, at)], at) == meant_by(target, at)


def _forbidden(p: Parts) -> Feature:
    columns = p.several()
    rows = p.draw(st.lists(st.tuples(*(st.integers(-2, 3) for _ in columns)), max_size=6))
    posted = p.model.add_forbidden_assignments(columns, rows)
    return posted, lambda at: tuple(at[var] for var in columns) not in rows


def _and(p: Parts) -> Feature:
    literals = p.literals()
    return p.model.add_bool_and(literals), lambda at: all(one.holds(at) for one in literals)


def _xor(p: Parts) -> Feature:
    literals = p.literals()
    return p.model.add_bool_xor(literals), lambda at: sum(one.holds(at) for one in literals) % 2 == 1


def _abs(p: Parts) -> Feature:
    target, one = p.expression(), p.expression()
    return p.model.add_abs_equality(target, one), lambda at: meant_by(target, at) == abs(meant_by(one, at))


def _of_several(add: Callable[..., Posted], meaning: Callable[[Sequence[int]], int]) -> Callable[[Parts], Feature]:
    """A number made of several others, which come one by one or in a list."""

    def feature(p: Parts) -> Feature:
        target, them = p.expression(), p.expressions()
        posted = add(p.model, target, them) if p.number(0, 1) else add(p.model, target, *them)
        return posted, lambda at: meant_by(target, at) == meaning([meant_by(one, at) for one in them])

    return feature


def _divided(add: Callable[..., Posted], meaning: Callable[[int, int], int]) -> Callable[[Parts], Feature]:
    def feature(p: Parts) -> Feature:
        target, one, by = p.expression(), p.expression(), _divisor(p)
        posted = add(p.model, target, one, by)
        return posted, lambda at: meant_by(target, at) == meaning(meant_by(one, at), meant_by(by, at))

    return feature


def _divisor(p: Parts) -> Expression | int:
    if p.number(0, 1):
        return p.draw(st.sampled_from([-3, -2, -1, 1, 2, 3]))
    var = p.variable()
    return var - var.domain[0] + 1 if p.number(0, 2) else var - var.domain[-1] - 1


def _lexicographic(p: Parts) -> Feature:
    ones = p.expressions(0)
    others = p.expressions(len(ones), len(ones))
    add, less = p.draw(st.sampled_from([(Model.add_lexicographic_less, lt), (Model.add_lexicographic_less_equal, le)]))
    both = lambda at: ([meant_by(one, at) for one in them] for them in (ones, others))  # noqa: E731
    return add(p.model, ones, others), lambda at: less(*both(at))


def _inverse(p: Parts) -> Feature:
    ones = p.several(1, 2)
    others = p.several(len(ones), len(ones))
    pairs = [(i, one, j, two) for i, one in enumerate(ones) for j, two in enumerate(others)]

    def meaning(at: Values) -> bool:
        inside = all(at[var] in range(len(ones)) for var in (*ones, *others))
        return inside and all((at[one] == j) == (at[two] == i) for i, one, j, two in pairs)

    return p.model.add_inverse(ones, others), meaning


def _circuit(p: Parts) -> Feature:
    nodes = range(1, p.number(1, 4) + 1)
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes))
    around = [(node, node % len(nodes) + 1) for node in nodes]
    loops = [(node, node) for node in nodes if p.number(0, 2)]
    arcs = [(tail, head, p.literal()) for tail, head in (*around, *loops, *p.draw(st.lists(ends, max_size=3)))]

    def meaning(at: Values) -> bool:
        return _one_circuit([(tail, head) for tail, head, test in arcs if test.holds(at)], set(nodes))

    return p.model.add_circuit(arcs), meaning


FEATURES: dict[str, Callable[[Parts], Feature]] = {
    "sum of literals": _sum_of_literals,
    "same truth": _same_truth,
    "all different sums": _all_different,
    "element of sums": _element,
    "forbidden": _forbidden,
    "and": _and,
    "xor": _xor,
    "abs": _abs,
    "min": _of_several(Model.add_min_equality, min),
    "max": _of_several(Model.add_max_equality, max),
    "product": _of_several(Model.add_multiplication_equality, prod),
    "division": _divided(Model.add_division_equality, _truncated),
    "modulo": _divided(Model.add_modulo_equality, lambda n, d: n - d * _truncated(n, d)),
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
        condition = parts.literals(1, 2) if conditions and draw(st.integers(0, 2)) == 0 else []
        posted.only_enforce_if(condition)
        meanings.append(_where(condition, meaning))
    return Stated(model, tuple(meanings))


def _where(condition: list[Literal], meaning: Meaning) -> Meaning:
    return lambda at: not all(one.holds(at) for one in condition) or meaning(at)
