"""Small models with huge numbers, each with the few values of its wide variables that matter to its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from models.language.model import IntVar, Model
from tests.random_models import Answers, decisions_of, declared_in

FARTHEST = 10**18
"""What the numbers of some models reach whatever the width of others."""

Relevant = Mapping[IntVar, Iterable[int]]
"""For each wide variable the values that suffice to find every answer."""

Make = Callable[[Model, int], Relevant]


def answers_within(model: Model, relevant: Relevant) -> Answers:
    """The decisions' values in every solution with relevant values; with an objective only of the best."""
    found: dict[tuple[int, ...], int] = {}
    declared = declared_in(model)
    for values in product(*(relevant.get(var, var.domain) for var in declared)):
        assignment = model.complete(dict(zip(declared, values, strict=True)))
        if model.first_violation(assignment) is None:
            cost = 0 if model.objective is None else model.objective.cost.value(assignment)
            answer = decisions_of(model, assignment)
            found[answer] = min(cost, found.get(answer, cost))
    least = min(found.values(), default=0)
    return {answer for answer, cost in found.items() if model.objective is None or cost == least}


def a_total_out_of_reach(model: Model, far: int) -> Relevant:
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(2 * x + 3 * y == FARTHEST)
    return {}


def a_total_far_out_of_reach(model: Model, far: int) -> Relevant:
    x, y = model.new_int_var(-9, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(2 * x + 3 * y == -(10**9)).only_enforce_if(x <= 3)
    model.add(x - y != 10**30)
    model.add(x + y <= 10**30)
    model.add(x + y >= -(10**30))
    return {}


def a_table_and_a_test(model: Model, far: int) -> Relevant:
    x, y, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, 4, "y"), model.new_int_var(0, far, "w")
    model.add_allowed_assignments([x, w], [(0, 5), (1, far), (2, 7), (3, 5)])
    model.add(y + x <= 4).only_enforce_if(w != 5)
    return {w: (5, 7, far)}


def tests_of_every_shape(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(-FARTHEST, FARTHEST, "w")
    model.add_allowed_assignments([x, w], [(0, -FARTHEST), (1, -1), (2, 0), (3, 7), (1, FARTHEST)])
    a, b, c = (model.new_bool_var(name) for name in "abc")
    model.add((w >= 0) == a)
    model.add_bool_or(b, w <= -5, w > 6)
    model.add_at_most_one(b, c, w != 0)
    model.add(x >= 2).only_enforce_if(c, w != FARTHEST)
    return {w: (-FARTHEST, -1, 0, 7, FARTHEST)}


def huge_coefficients(model: Model, far: int) -> Relevant:
    x, y, z = (model.new_int_var(0, 3, name) for name in "xyz")
    model.add(FARTHEST * x - FARTHEST * y + z == FARTHEST + 2)
    model.add(10**30 * x + z <= 2 * 10**30 + 1)
    return {}


def a_sum_of_wide_variables(model: Model, far: int) -> Relevant:
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    v, w = model.new_int_var(-far, far, "v"), model.new_int_var(0, FARTHEST, "w")
    model.add_allowed_assignments([x, v], [(0, -far), (1, 0), (2, 5), (3, far)])
    model.add(w == 3 * v + 7 * y + 1)
    return {v: (-far, 0, 5, far), w: [3 * v + 7 * y + 1 for v in (0, 5, far) for y in range(4)]}


def entries_that_are_huge(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 4, "x"), model.new_int_var(-FARTHEST, FARTHEST, "w")
    entries = [-FARTHEST, 3, far, 3, 10**30]
    model.add_element(x, entries, w)
    return {w: set(entries)}


def entries_that_are_wide(model: Model, far: int) -> Relevant:
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var(0, 3, "y")
    v, w = model.new_int_var(0, far, "v"), model.new_int_var(0, far, "w")
    model.add(v == far // 10 * y)
    model.add_element(x, [v, y, 7], w)
    return {v: [far // 10 * y for y in range(4)], w: [0, 1, 2, 3, 7, *(far // 10 * y for y in range(4))]}


def an_entry_read_where_a_test_holds(model: Model, far: int) -> Relevant:
    x, y, w = model.new_int_var(0, 2, "x"), model.new_bool_var("y"), model.new_int_var(0, far, "w")
    model.add_element(x, [4, far, 9], w).only_enforce_if(y)
    model.add_allowed_assignments([w], [(4,), (5,), (far,)])
    return {w: (4, 5, far)}


def wide_and_all_different(model: Model, far: int) -> Relevant:
    u, v, w = (model.new_int_var(-far, far, name) for name in "uvw")
    few = (-far, 0, 1, far)
    for var in (u, v):
        model.add(var.is_in(few))
    model.add_allowed_assignments([w], [(0,), (far,)])
    model.add_all_different(u, v, w)
    model.add_all_different(u, v + 1)
    return {u: few, v: few, w: (0, far)}


def wide_and_equal(model: Model, far: int) -> Relevant:
    x, v, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, far, "v"), model.new_int_var(-5, far, "w")
    model.add(v == w)
    model.add_allowed_assignments([x, v], [(0, 5), (1, far), (2, 7)])
    model.add(v != x + 5)
    return {v: (5, 7, far), w: (5, 7, far)}


def wide_and_free(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, far, "w")
    model.add(w + x >= far + 2)
    model.project_on(x)
    return {w: (far - 1, far)}


def two_that_differ(model: Model, far: int) -> Relevant:
    x, v, w = model.new_int_var(0, 1, "x"), model.new_int_var(-far, far, "v"), model.new_int_var(-far, far, "w")
    model.add(v != w)
    model.add(v >= far - x)
    model.add(w >= far)
    model.project_on(x)
    return {v: (far - 1, far), w: (far,)}


def nothing_but_a_wide_variable(model: Model, far: int) -> Relevant:
    w = model.new_int_var(-FARTHEST, FARTHEST, "w")
    model.project_on([])
    return {w: (0,)}


def a_set_with_holes(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, far, "w")
    model.add(w.is_in([0, 3, *range(far // 2, far // 2 + min(far // 4, 100_000)), far]))
    model.add(w <= x)
    return {w: (0, 3)}


def a_range_within(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, far, "w")
    model.add(w.is_in(range(5, far - 5))).only_enforce_if(x != 0)
    model.add(w <= 5 + x)
    model.add(w >= 3)
    return {w: (3, 4, 5, 6, 7, 8)}


def far_between(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var_from_values([-FARTHEST, -1, 0, 10**9, FARTHEST], "w")
    v = model.new_int_var_from_values([-FARTHEST, 0, FARTHEST], "v")
    model.add(v != w)
    model.add(w == 0).only_enforce_if(x <= 1)
    model.add(v + w <= x)
    return {}


def rows_that_are_forbidden(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 1, "x"), model.new_int_var(far - 1, 3 * far, "w")
    model.add_forbidden_assignments([x, w], [(0, far), (1, far + 1), (1, 5)])
    model.add(w <= far + 1)
    return {w: (far - 1, far, far + 1)}


def a_product(model: Model, far: int) -> Relevant:
    many = range(far // 4, far // 4 + 4)
    x, y, w = model.new_int_var(0, 3, "x"), model.new_int_var(many[0], many[-1], "y"), model.new_int_var(0, far, "w")
    model.add_multiplication_equality(w, [x, y])
    return {w: [x * y for x in range(4) for y in many]}


def a_quotient(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(far // 100 - 1, far // 100 + 1, "x"), model.new_int_var(0, far, "w")
    rest = model.new_int_var(0, 5, "rest")
    model.add(w >= far - 2)
    model.add_division_equality(x, w, 100)
    model.add_modulo_equality(rest, w, 100)
    return {w: (far - 2, far - 1, far)}


def sizes_and_extremes(model: Model, far: int) -> Relevant:
    x, v, w = model.new_int_var(-3, 3, "x"), model.new_int_var(-far, far, "v"), model.new_int_var(0, far, "w")
    model.add(v == far // 10 * x)
    model.add_abs_equality(w, v)
    least = model.new_int_var(-far, far, "least")
    model.add_min_equality(least, v, w, 7)
    steps = [far // 10 * x for x in range(-3, 4)]
    return {v: steps, w: [abs(step) for step in steps], least: [*steps, 7]}


def how_many_hold(model: Model, far: int) -> Relevant:
    x, v, w = model.new_int_var(0, 2, "x"), model.new_int_var(0, far, "v"), model.new_int_var(0, far, "w")
    for var in (v, w):
        model.add_allowed_assignments([var], [(3,), (far,)])
    model.add((v == far) + (w <= 3) + (v >= 4) == x)
    return {v: (3, far), w: (3, far)}


def a_table_where_a_test_holds(model: Model, far: int) -> Relevant:
    x, y, w = model.new_int_var(0, 2, "x"), model.new_bool_var("y"), model.new_int_var(-far, far, "w")
    model.add_allowed_assignments([x, w], [(0, -far), (1, 4), (2, far), (0, 4)]).only_enforce_if(y)
    model.add(w.is_in([4, far]))
    return {w: (4, far)}


def the_least_of_many(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, far, "w")
    model.add(w + 10 * x >= far // 10)
    model.minimize(w)
    return {w: range(far // 10 - 30, far // 10 + 1)}


def the_most_of_few(model: Model, far: int) -> Relevant:
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(x + y <= 4)
    model.maximize(FARTHEST * x + 3 * y)
    return {}


def shifts_out_of_reach(model: Model, far: int) -> Relevant:
    x, y, w = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "y"), model.new_int_var(far, far + 3, "w")
    for shift in (2**33, 2**40, 2**63, 10**30):
        model.add(x - y == shift).only_enforce_if(model.new_bool_var(f"by {shift}"))
        model.add(y - w != shift)
    model.add(w - x == 2).only_enforce_if(y == 2)
    model.add(w - x == far + 1).only_enforce_if(y == 1)
    return {}


def a_shift_out_of_what_is_listed(model: Model, far: int) -> Relevant:
    b, x = model.new_bool_var("b"), model.new_int_var(0, 3, "x")
    w, z = model.new_int_var(0, far, "w"), model.new_int_var(far, 2 * far, "z")
    model.add(w.is_in([0, 1, 2, 7]))
    model.add(z - w == far)
    model.add(w - x == far // 2).only_enforce_if(b)
    return {w: (0, 1, 2, 7), z: [far + value for value in (0, 1, 2, 7)]}


def values_where_a_word_ends(model: Model, far: int) -> Relevant:
    y, w = model.new_int_var(0, 5, "y"), model.new_int_var(2**62 - 10, 2**62 - 1, "w")
    v = model.new_int_var_from_values([1 - 2**62, 2**61, 2**62 - 1], "v")
    model.add(w - y == 2**62 - 6)
    model.add(v <= y).only_enforce_if(y != 0)
    model.add_decision_strategy([v, w], "lowest_min", "lower_half")
    return {}


def a_target_that_is_an_entry(model: Model, far: int) -> Relevant:
    x, w = model.new_int_var(0, 2, "x"), model.new_int_var(-far, far, "w")
    model.add_element(x, [x, far - 7, w], w)
    model.project_on(x)
    return {w: (0, 5, far - 7)}


WIDE_MODELS: dict[str, Make] = {
    name: made for name, made in list(globals().items()) if getattr(made, "__annotations__", {}).get("far") == "int"
}
"""What declares each of them, for domains that reach as far as a number of at least 10,000."""


def wide_model(name: str, far: int) -> tuple[Model, Relevant]:
    """One of the models, and the values that suffice."""
    model = Model(name)
    return model, WIDE_MODELS[name](model, far)
