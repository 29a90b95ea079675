"""Random small models of what the language lowers to kinds, each with what it means in plain Python.

The meaning is written here a second time and knows nothing of kinds or auxiliary variables, so that a lowering
that is wrong is wrong against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from operator import eq, gt, le, lt, ne
from typing import Any

from hypothesis import strategies as st

from models.language.arrays import VariableArray
from models.language.model import Expression, IntVar, Literal, Model, Posted
from models.language.scheduling import Interval
from tests.random_models import Answers, assignments

Values = Mapping[IntVar, int]
Meaning = Callable[[Values], bool]
Feature = tuple[Posted, Meaning] | tuple[Posted, Meaning, Meaning]
"""What was posted and what it means, and what holds without any condition that is added to it."""


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


def _comparison(p: Parts) -> tuple[Any, Meaning]:
    """A literal, a Boolean variable or a comparison, of absolute values too, and whether it is true."""
    one, other = p.variable() + 0, p.expression()
    match p.number(0, 4):
        case 0:
            literal = p.literal()
            return literal, literal.holds
        case 1:
            flag = p.model.new_bool_var()
            return flag, lambda at: at[flag] == 1
        case 2:
            one = p.number(-1, 1) * p.variable() + p.draw(st.sampled_from([-1, 1])) * abs(one - p.variable())
    compare = p.draw(st.sampled_from([eq, ne, le, lt, gt]))
    return compare(one, other), lambda at: compare(meant_by(one, at), meant_by(other, at))


def _equivalent(p: Parts) -> Feature:
    (one, left), (other, right) = _comparison(p), _comparison(p)
    compare = p.draw(st.sampled_from([eq, ne]))
    return p.model.add(compare(one, other)), lambda at: compare(left(at), right(at))


def _implied(p: Parts) -> Feature:
    (one, left), (other, right), (third, last) = _comparison(p), _comparison(p), _comparison(p)
    match p.number(0, 2):
        case 0:
            return p.model.add(one.implies(other)), lambda at: not left(at) or right(at)
        case 1:
            return p.model.add(one.implies(other == third)), lambda at: not left(at) or right(at) == last(at)
    return p.model.add(one.implies(other.implies(third))), lambda at: not (left(at) and right(at)) or last(at)


def _sum_of_comparisons(p: Parts) -> Feature:
    drawn = [(p.number(-2, 2), *_comparison(p)) for _ in range(p.number(1, 3))]
    compare, bound = p.draw(st.sampled_from([eq, ne, le, gt])), p.expression()
    posted = p.model.add(compare(sum(factor * one for factor, one, _ in drawn), bound))
    return posted, lambda at: compare(sum(f * true(at) for f, _, true in drawn), meant_by(bound, at))


def _some_comparison(p: Parts) -> Feature:
    (one, left), (other, right) = _comparison(p), _comparison(p)
    return p.model.add_bool_or([one, [~other]]), lambda at: left(at) or not right(at)


def _distance(p: Parts) -> Feature:
    one, size = p.expression() - p.variable(), p.expression()
    compare = p.draw(st.sampled_from([eq, ne, le, lt, gt]))
    sign = p.draw(st.sampled_from([-1, 1]))
    return p.model.add(compare(sign * abs(one), size)), lambda at: compare(
        sign * abs(meant_by(one, at)), meant_by(size, at)
    )


def _entry_by_entry(p: Parts) -> Feature:
    ones, shift = VariableArray(p.several(1, 3)), p.number(-2, 2)
    others = [p.expression() for _ in ones]
    relation = p.draw(st.sampled_from([eq, gt, le, lt, ne]))
    return p.model.add(relation(shift - ones * 2, others)), lambda at: all(
        relation(shift - 2 * at[one], meant_by(other, at)) for one, other in zip(ones, others, strict=True)
    )


def _greatest_and_least(p: Parts) -> Feature:
    ones, others = (VariableArray(p.several(1, 3)) for _ in range(2))
    bound, sign = p.number(-2, 4), p.draw(st.sampled_from([-1, 1]))
    relation = p.draw(st.sampled_from([eq, gt, le, lt, ne]))
    return p.model.add(relation((ones + 1).max() + sign * (2 * others).min(), bound)), lambda at: relation(
        max(at[one] + 1 for one in ones) + sign * min(2 * at[one] for one in others), bound
    )


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


def _automaton(p: Parts) -> Feature:
    word = p.expressions(0, 4)
    triples = st.dictionaries(st.tuples(st.integers(0, 2), st.integers(-2, 3)), st.integers(0, 2), max_size=9)
    steps, start, final = p.draw(triples), p.number(0, 2), p.draw(st.sets(st.integers(0, 2)))

    def meaning(at: Values) -> bool:
        state: int | None = start
        for letter in word:
            state = None if state is None else steps.get((state, meant_by(letter, at)))
        return state in final

    return p.model.add_automaton(word, start, final, [(*step, after) for step, after in steps.items()]), meaning


def _cardinality(p: Parts) -> Feature:
    things, values = p.expressions(0, 4), p.draw(st.lists(st.integers(-2, 3), max_size=3))
    ranges = st.builds(range, st.integers(-1, 2), st.integers(0, 4), st.integers(1, 2))
    counts = [p.draw(ranges) if p.number(0, 1) else p.expression() for _ in values]
    closed = p.draw(st.booleans())

    def meaning(at: Values) -> bool:
        found = [meant_by(one, at) for one in things]
        totals = [(found.count(value), count) for value, count in zip(values, counts, strict=True)]
        fits = (n in c if isinstance(c, range) else n == meant_by(c, at) for n, c in totals)
        return all(fits) and (not closed or set(found) <= set(values))

    return p.model.add_global_cardinality(things, values, counts, closed=closed), meaning


def _interval(p: Parts) -> tuple[Interval, Meaning, Callable[[Values], tuple[int, int, bool]]]:
    """An interval, what making it demands, and where it starts and ends, and whether it is present."""
    start, size, literal = p.expression(), p.expression(), p.literal()
    if p.number(0, 1):
        start, size = p.variable() + p.number(-1, 1), p.number(0, 3)
    end = start + size if p.number(0, 3) else p.variable()
    if p.number(0, 1):
        made = p.model.new_optional_interval_var(start, size, end, literal)
    else:
        made, literal = p.model.new_interval_var(start, size, end), p.variable().is_in(range(-9, 9))

    def where(at: Values) -> tuple[int, int, bool]:
        return meant_by(start, at), meant_by(end, at), literal.holds(at)

    def meaning(at: Values) -> bool:
        first, last, present = where(at)
        return not present or first + meant_by(size, at) == last >= first

    return made, meaning, where


def _no_overlap(p: Parts) -> Feature:
    made, demanded, where = zip(*(_interval(p) for _ in range(p.number(1, 3))), strict=True)

    def apart(at: Values) -> bool:
        tasks = [one(at) for one in where]
        return all(b[0] >= a[1] or a[0] >= b[1] for a, b in combinations([t for t in tasks if t[2]], 2))

    return p.model.add_no_overlap(made), apart, lambda at: all(one(at) for one in demanded)


def _no_overlap_2d(p: Parts) -> Feature:
    made, demanded, where = zip(*(_interval(p) for _ in range(4)), strict=True)

    def apart(at: Values) -> bool:
        a, b, c, d = (one(at) for one in where)
        absent = not (a[2] and b[2] and c[2] and d[2])
        return absent or b[0] >= a[1] or a[0] >= b[1] or d[0] >= c[1] or c[0] >= d[1]

    return p.model.add_no_overlap_2d(made[:2], made[2:]), apart, lambda at: all(one(at) for one in demanded)


def _cumulative(p: Parts) -> Feature:
    made, demanded, where = zip(*(_interval(p) for _ in range(p.number(1, 3))), strict=True)
    var = p.variable()
    demands = [p.number(0, 2) if p.number(0, 2) else var - var.domain[0] for _ in made]
    capacity = p.draw(st.sampled_from([1, 2, p.expression()]))

    def fits(at: Values) -> bool:
        tasks = [(*one(at), meant_by(demand, at)) for one, demand in zip(where, demands, strict=True)]
        used = (sum(d for s, e, present, d in tasks if present and s <= time < e) for time in range(-12, 12))
        return max(used) <= meant_by(capacity, at)

    return p.model.add_cumulative(made, demands, capacity), fits, lambda at: all(one(at) for one in demanded)


FEATURES: dict[str, Callable[[Parts], Feature]] = {
    "sum of literals": _sum_of_literals,
    "same truth": _same_truth,
    "equivalent comparisons": _equivalent,
    "implied comparisons": _implied,
    "sum of comparisons": _sum_of_comparisons,
    "some comparison": _some_comparison,
    "distance": _distance,
    "entry by entry": _entry_by_entry,
    "greatest and least": _greatest_and_least,
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
    "automaton": _automaton,
    "cardinality": _cardinality,
    "no overlap": _no_overlap,
    "no overlap 2d": _no_overlap_2d,
    "cumulative": _cumulative,
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
        posted, meaning, *always = FEATURES[name](parts)
        meanings += always
        condition = parts.literals(1, 2) if conditions and draw(st.integers(0, 2)) == 0 else []
        posted.only_enforce_if(condition)
        meanings.append(_where(condition, meaning))
    return Stated(model, tuple(meanings))


def _where(condition: list[Literal], meaning: Meaning) -> Meaning:
    return lambda at: not all(one.holds(at) for one in condition) or meaning(at)
