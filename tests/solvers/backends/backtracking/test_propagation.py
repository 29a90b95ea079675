"""What propagators leave of domains: cases by hand, and small ones against the values that are part of a solution."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from tests.examples import examples
from tests.solvers.backends.backtracking.settled import settled, supported

Domains = dict[str, Collection[int]]
"""By names, each a word: ``x y z`` for three alike."""

FAR = 10**12

CASES: dict[str, tuple[Domains, Callable[..., object], list[tuple[Domains, Domains | None]]]] = {
    # All different takes away taken values and finds values with one place left.
    "a taken value leaves the others": (
        {"x y z": range(1, 10)},
        lambda m, x, y, z: m.add_all_different(x, y, z),
        [({"x": [5]}, {"y z": [1, 2, 3, 4, 6, 7, 8, 9]})],
    ),
    "taking values goes on until nothing more is fixed": (
        {"x y z": range(1, 5)},
        lambda m, x, y, z: m.add_all_different(x, y, z),
        [
            ({"x": [1], "y": [1, 2, 3], "z": [2, 3, 4]}, {"y": [2, 3]}),
            ({"x": [1], "y": [1, 2], "z": [1, 2, 3]}, {"y": [2], "z": [3]}),
            ({"x": [1, 2, 3], "y": [1, 2, 3]}, {}),  # with values to spare nothing is hidden
        ],
    ),
    "as many values as cells give hidden singles": (
        {"x y z": range(1, 4)},
        lambda m, x, y, z: m.add_all_different(x, y, z),
        [({"x": [1, 2], "y": [1, 2]}, {"z": [3]}), ({"x": [1], "y": [1]}, None)],
    ),
    "fewer values than cells contradict": (
        {"w x y z": range(1, 4)},
        lambda m, *four: m.add_all_different(four),
        [({}, None)],
    ),
    "domains may differ and lie far apart": (
        {"x": [-5, 10**9], "y": [7, 10**9]},
        lambda m, x, y: m.add_all_different(x, y),
        [({"x": [10**9]}, {"y": [7]})],
    ),
    "none and one are different": (
        {"x": range(3)},
        lambda m, x: (m.add_all_different([]), m.add_all_different([x])),
        [({}, {})],
    ),
    # Linear constraints: bounds in general, every value for equality, small sums and inequality.
    "each term keeps what the others can make up for": (
        {"x y z": range(10)},
        lambda m, x, y, z: m.add(3 * x - 2 * y + z <= -10),
        [({}, {"x": [0, 1, 2], "y": [5, 6, 7, 8, 9], "z": range(9)})],
    ),
    "a lower bound is an upper bound turned round": (
        {"x y": range(-5, 6)},
        lambda m, x, y: m.add(x - 2 * y >= 13),
        [({}, {"x": [3, 4, 5], "y": [-5, -4]})],
    ),
    "wide sums are cut to their bounds": (
        {"x y": range(10**4 + 1)},
        lambda m, x, y: m.add(1000 * x + y == 9_999_999),
        [({"y": [9_999]}, {"x": [9_990]}), ({}, {"x": range(9_990, 10_000), "y": range(999, 10_000)})],
    ),
    "small sums see what bounds alone would not": (
        {"x": [4, 11], "y": [3, 20], "z": [7, 8, 30]},
        lambda m, x, y, z: m.add(x + y + z == 42),
        [({}, None)],
    ),
    "small sums keep only values of a solution": (
        {"x y": range(10)},
        lambda m, x, y: m.add(2 * x + 3 * y == 12),
        [({}, {"x": [0, 3, 6], "y": [0, 2, 4]})],
    ),
    **{
        f"a total of {total} leaves one value each": (
            {"x y z": range(2, 8)},
            lambda m, x, y, z, total=total: m.add(x + y + z == total),
            [({}, {"x y z": [total // 3]})],
        )
        for total in (6, 21)
    },
    **{
        f"a total of {total} is out of reach": (
            {"x y z": range(2, 8), "on": [0, 1]},
            lambda m, x, y, z, on, total=total: m.add(x + y + z == total).only_enforce_if(on),
            [({}, {"on": [0]}), ({"on": [1]}, None)],
        )
        for total in (-(10**18), 5, 22, 10**9, 10**18)
    },
    "equal variables share their values": (
        {"x": [1, 3, 5, FAR], "y": [0, 3, FAR]},
        lambda m, x, y: m.add(y == x),
        [({}, {"x y": [3, FAR]})],
    ),
    "equality may come out of a sum with a fixed variable": (
        {"x": [1, 7], "y": range(5, 10), "two": [2]},
        lambda m, x, y, two: m.add(x + two == y + 2),
        [({}, {"x y": [7]})],
    ),
    "inequality waits for the last variable": (
        {"x y": range(4)},
        lambda m, x, y: m.add(x + 2 * y != 4),
        [({}, {}), ({"y": [1]}, {"x": [0, 1, 3]}), ({"x": [2], "y": [1]}, None)],
    ),
    "a sum of nothing is zero": ({"x": [1]}, lambda m, x: (m.add(x - x != -1), m.add(x - x >= -1)), [({}, {})]),
    "a sum of nothing is no other number": ({"x": [1]}, lambda m, x: m.add(x - x == -1), [({}, None)]),
    "a sum of nothing is not below zero": ({"x": [1]}, lambda m, x: m.add(x - x <= -1), [({}, None)]),
    # Element over numbers, and the selection that stands for Element over variables.
    "a target value that is gone takes its indices along": (
        {"i": range(4), "t": range(10)},
        lambda m, i, t: m.add_element(i, [4, 7, 4, 9], t),
        [
            ({}, {"t": [4, 7, 9]}),
            ({"t": [7, 9]}, {"i": [1, 3]}),
            ({"t": [4]}, {"i": [0, 2]}),
            ({"i": [1, 3], "t": [4]}, None),
        ],
    ),
    "an index may be its own target": (
        {"i": range(4)},
        lambda m, i: m.add_element(i, [1, 0, 2, 3], i),
        [({"i": [0]}, None), ({"i": [2]}, {})],
    ),
    "the target shows what any source offers": (
        {"i": [0, 1], "t": range(10), "a": [1, 2], "b": [5, 6]},
        lambda m, i, t, a, b: m.add_element(i, [a, b], t),
        [({}, {"t": [1, 2, 5, 6]}), ({"t": [1, 2]}, {"i": [0]}), ({"t": [1]}, {"i": [0], "a": [1]})],
    ),
    "conditional equalities on one selector are one selection": (
        {"own": [-1, 3, 8], "below": [4, 5], "seen": range(10)},
        lambda m, own, below, seen: (
            m.add(seen == own).only_enforce_if(own != -1),
            m.add(seen == below).only_enforce_if(own == -1),
        ),
        [
            ({}, {"seen": [3, 4, 5, 8]}),
            ({"seen": [0, 1, 2, 3, 6, 7, 9]}, {"own": [3], "seen": [3]}),
            ({"own": [-1], "seen": [0, 1, 2, 3, 4, 6, 7, 8, 9]}, {"below": [4], "seen": [4]}),
        ],
    ),
    "selector values in no case leave the target free": (
        {"s": range(3), "x": [1], "y": [2], "t": [1, 2, 3]},
        lambda m, s, x, y, t: (
            m.add(t == x).only_enforce_if(s == 0),
            m.add(y == t).only_enforce_if(s == 1),
        ),
        [({"t": [2, 3]}, {"s": [1, 2]}), ({"s": [1]}, {"t": [2]})],
    ),
    # A table keeps exactly the values that some remaining row holds.
    "rows go with their values and values with their rows": (
        {"x y": range(4)},
        lambda m, x, y: m.add_allowed_assignments([x, y], [(0, 1), (1, 1), (2, 3), (9, 2)]),
        [
            ({}, {"x": [0, 1, 2], "y": [1, 3]}),
            ({"y": [0, 2, 3]}, {"x": [2], "y": [3]}),
            ({"x": [2, 3], "y": [1]}, None),
        ],
    ),
    "no rows never hold": ({"x": [0, 1]}, lambda m, x: m.add_allowed_assignments([x], []), [({}, None)]),
    "a variable may stand in two columns": (
        {"x y": range(4)},
        lambda m, x, y: m.add_allowed_assignments([x, y, x], [(0, 1, 1), (1, 2, 1), (2, 3, 0)]),
        [({}, {"x": [1], "y": [2]})],
    ),
    # Propagators over literals: clauses, exactly one and at most one, and conditions.
    "the last literal that can be true is true": (
        {"x": range(5), "y": [0, 1]},
        lambda m, x, y: m.add_bool_or([x <= 1, x == 4, y]),
        [
            ({"y": [0]}, {"x": [0, 1, 4]}),  # several tests of x are one
            ({"x": [2, 3, 4], "y": [0]}, {"x": [4]}),
            ({"x": [3]}, {"y": [1]}),
            ({"x": [3], "y": [0]}, None),
        ],
    ),
    "no literal is a contradiction": ({"y": [0, 1]}, lambda m, y: m.add_bool_or([]), [({}, None)]),
    "a conditional clause is a longer one": (
        {"x y": [0, 1]},
        lambda m, x, y: m.add(y == 1).only_enforce_if(x),
        [({"x": [1]}, {"y": [1]}), ({"y": [0]}, {"x": [0]})],
    ),
    "literals that are never or always true": (
        {"x y": range(3)},
        lambda m, x, y: (m.add_bool_or([x == 7, y == 1]), m.add_bool_or([x <= 2, y == 2])),
        [({}, {"y": [1]})],
    ),
    "of exactly one, one true makes the others false, and the last is true": (
        {"x y z": [0, 1]},
        lambda m, *three: m.add_exactly_one(three),
        [
            ({"y": [1]}, {"x z": [0]}),
            ({"y": [1], "z": [1]}, None),
            ({"x": [0], "z": [0]}, {"y": [1]}),
            ({"x y z": [0]}, None),
        ],
    ),
    "of at most one, one true makes the others false, and none may be": (
        {"x y z": [0, 1]},
        lambda m, *three: m.add_at_most_one(three),
        [({"y": [1]}, {"x z": [0]}), ({"y": [1], "z": [1]}, None), ({"x": [0], "z": [0]}, {}), ({"x y z": [0]}, {})],
    ),
    "two literals may speak of one variable": (
        {"x": range(4)},
        lambda m, x: m.add_exactly_one([x <= 1, x >= 1]),
        [({"x": [1]}, None), ({"x": [0, 1]}, {"x": [0]})],
    ),
    "the same literal twice is not one": ({"x": [0, 1]}, lambda m, x: m.add_at_most_one([x, x]), [({"x": [1]}, None)]),
    "nor is it exactly one": ({"x": [0, 1]}, lambda m, x: m.add_exactly_one([x, x]), [({"x": [0]}, None)]),
    "of no literals at most one is true": ({"x": [0, 1]}, lambda m, x: m.add_at_most_one([]), [({}, {})]),
    "and not exactly one": ({"x": [0, 1]}, lambda m, x: m.add_exactly_one([]), [({}, None)]),
    "an open condition prunes nothing, a met one what the relation prunes": (
        {"x y": range(4), "on": [0, 1]},
        lambda m, x, y, on: m.add(x + y == 6).only_enforce_if(on),
        [({}, {}), ({"on": [1]}, {"x y": [3]}), ({"on": [0]}, {})],
    ),
    **{
        f"a condition is refuted by {kind}": (
            {"x y": range(4), "on": [0, 1]},
            lambda m, x, y, on, add=add: add(m, x, y).only_enforce_if(on),
            [({"x y": [2]}, {"on": [0]})],
        )
        for kind, add in {
            "a sum": lambda m, x, y: m.add(x + y == 3),
            "bounds": lambda m, x, y: m.add(x + y >= 5),
            "all different": lambda m, x, y: m.add_all_different([x, y]),
            "an element": lambda m, x, y: m.add_element(x, [3, 3, 0, 3], y),
            "a table": lambda m, x, y: m.add_allowed_assignments([x, y], [(2, 3), (1, 2)]),
            "exactly one": lambda m, x, y: m.add_exactly_one([x == 2, y == 2]),
            "at most one": lambda m, x, y: m.add_at_most_one([x == 2, y == 2]),
        }.items()
    },
    "with two open literals nothing is refuted yet": (
        {"x y": range(4), "on also": [0, 1]},
        lambda m, x, y, on, also: m.add(x == y).only_enforce_if(on, also),
        [({"x": [1], "y": [2]}, {}), ({"x": [1], "y": [2], "on": [1]}, {"also": [0]})],
    ),
    "a trial leaves no trace": (
        {"x y": range(4), "on": [0, 1]},
        lambda m, x, y, on: m.add_allowed_assignments([x, y], [(2, 3), (1, 2)]).only_enforce_if(on),
        [({"x": [0, 2, 3]}, {}), ({"x": [0, 2, 3], "on": [1]}, {"x": [2], "y": [3]})],
    ),
}
"""Domains, what is posted, and questions: values that are kept, and what is then left, where it is less; or nothing."""


def by_name(domains: Domains) -> dict[str, list[int]]:
    return {name: list(values) for names, values in domains.items() for name in names.split()}


@pytest.mark.parametrize(("domains", "post", "questions"), CASES.values(), ids=CASES.keys())
def test_what_is_left(
    domains: Domains, post: Callable[..., object], questions: list[tuple[Domains, Domains | None]]
) -> None:
    model = Model()
    variables = {name: model.new_int_var_from_values(values, name) for name, values in by_name(domains).items()}
    post(model, *variables.values())
    for kept, expected in questions:
        left = settled(model, {variables[name]: values for name, values in by_name(kept).items()})
        whole = None if expected is None else {**by_name(domains), **by_name(kept), **by_name(expected)}
        assert left == whole, kept


def test_a_total_out_of_reach_takes_no_memory() -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(2 * x + 3 * y == 10**9)
    tracemalloc.start()
    try:
        assert settled(model, {}) is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def draw_selection(draw: st.DrawFn, model: Model, new: Callable[[str], IntVar]) -> None:
    """An index, a target and an array of variables and numbers, none of them twice."""
    places = draw(st.integers(1, 3))
    index, target = model.new_int_var(0, places - 1, "i"), new("t")
    array = [draw(st.integers(-2, 4)) if draw(st.booleans()) else new(f"x{place}") for place in range(places)]
    model.add_element(index, array, target)


def draw_sum(draw: st.DrawFn, model: Model, new: Callable[[str], IntVar]) -> None:
    """A small equality or inequality."""
    total: Any = sum(draw(st.integers(-3, 3)) * new(f"x{place}") for place in range(draw(st.integers(1, 4))))
    constant = draw(st.integers(-8, 12))
    model.add(total == constant if draw(st.booleans()) else total != constant)


def draw_pair(draw: st.DrawFn, model: Model, new: Callable[[str], IntVar]) -> None:
    """An equation of two variables, of which one has more values than a word has bits."""
    x = new("x")
    least = draw(st.integers(-90, 5))
    wide = model.new_int_var(least, least + draw(st.integers(60, 300)), "y")
    a, b = (draw(st.sampled_from([-3, -1, 1, 1, 2])) for _ in "xy")
    model.add(a * x + b * wide == draw(st.integers(-20, 90)))


def draw_table(draw: st.DrawFn, model: Model, new: Callable[[str], IntVar]) -> None:
    """A table over different variables."""
    columns = [new(f"x{place}") for place in range(draw(st.integers(1, 3)))]
    model.add_allowed_assignments(columns, draw(st.lists(st.tuples(*[st.integers(-2, 4)] * len(columns)), max_size=8)))


@pytest.mark.parametrize("kind", [draw_selection, draw_sum, draw_pair, draw_table])
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_what_is_left_is_part_of_a_solution(kind: Callable[..., None], data: st.DataObject) -> None:
    model, values = Model(), st.sets(st.integers(-3, 5), min_size=1, max_size=4)
    kind(data.draw, model, lambda name: model.new_int_var_from_values(data.draw(values), name))
    kept = {
        var: [value for value in var.domain if data.draw(st.booleans())]
        for var in model.variables
        if data.draw(st.booleans())
    }
    assert settled(model, kept) == supported(model, kept)
