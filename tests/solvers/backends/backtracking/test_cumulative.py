"""Tasks on a resource: propagation keeps what is part of a solution, and says so where there is none in plain cases."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.backends.backtracking.cumulative import earliest_starts
from solvers.backends.backtracking.posting import PostedModel
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.random_models import answers_of, brute_force, declared_in
from tests.random_tasks import tasks_on_a_resource
from tests.solvers.backends.backtracking.settled import settled, supported


@settings(max_examples=examples(300), deadline=None)
@given(tasks_on_a_resource(3), st.data())
def test_no_start_that_is_part_of_a_solution_is_lost(model: Model, data: st.DataObject) -> None:
    starts = declared_in(model)
    kept = {var: [value for value in var.domain if data.draw(st.booleans())] for var in starts if len(var.domain) < 9}
    left, right = settled(model, kept), supported(model, kept)
    if right is not None:
        assert left is not None
        assert all({*right[var.name]} <= {*left[var.name]} for var in starts)


@settings(max_examples=examples(200), deadline=None)
@given(tasks_on_a_resource())
def test_every_answer_is_found_once(model: Model) -> None:
    for backend in (load_backend(name)[0] for name in ("backtracking", "kernel", "cpsat", "sat")):
        if not backend.missing():
            assert answers_of(backend.load(model)) == brute_force(model), backend.name


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.tuples(st.integers(-4, 6), st.integers(1, 4), st.integers(0, 6)), min_size=1, max_size=4))
def test_edge_finding_raises_no_start_that_is_possible(tasks: list[tuple[int, int, int]]) -> None:
    begins, sizes = [begin for begin, _, _ in tasks], [size for _, size, _ in tasks]
    ends = [begin + size + slack for begin, size, slack in tasks]
    ways = [
        starts
        for starts in product(*(range(b, e - s + 1) for b, e, s in zip(begins, ends, sizes, strict=True)))
        if _is_one_by_one(starts, sizes)
    ]
    found = earliest_starts(begins, ends, sizes)
    if ways:
        assert found is not None
        assert all(found[task] <= min(way[task] for way in ways) for task in range(len(tasks)))


def _is_one_by_one(starts: tuple[int, ...], sizes: list[int]) -> bool:
    spans = sorted(zip(starts, sizes, strict=True))
    return all(one + size <= other for (one, size), (other, _) in pairwise(spans))


def test_edge_finding_says_who_is_last() -> None:
    # The first two fill 0 to 8 so far that the third, though it may start at 0, fits nowhere before them.
    assert earliest_starts([0, 1, 0], [8, 8, 30], [4, 3, 5]) == [0, 1, 7]
    assert earliest_starts([0, 1, 0], [6, 6, 30], [4, 3, 5]) is None
    # A task that may start only later fits no more between these two and their end.
    assert earliest_starts([0, 0, 3], [8, 8, 30], [4, 3, 2]) == [0, 0, 7]
    # Together with those that start no earlier it does not end in time, so that it comes after them.
    assert earliest_starts([0, 1, 0], [4, 3, 1], [2, 1, 1]) == [2, 1, 0]


def test_a_task_that_cannot_come_before_another_comes_after() -> None:
    assert earliest_starts([2, 4], [8, 20], [3, 3]) == [2, 5]  # after the second, the first would end at 10


def test_time_may_run_backwards_as_well() -> None:
    model = Model()
    starts = [model.new_int_var(*ends, f"s{place}") for place, ends in enumerate([(0, 2), (1, 2), (3, 3)])]
    sizes = (2, 1, 1)
    model.add_no_overlap(map(model.new_fixed_size_interval_var, starts, sizes))
    assert settled(model, {}) == {"s0": [0], "s1": [2], "s2": [3]}


def test_what_is_compulsory_pushes_others_aside() -> None:
    model = Model()
    x, y, free = model.new_int_var(2, 4, "x"), model.new_int_var(0, 9, "y"), model.new_int_var(0, 1, "free")
    tasks = [model.new_fixed_size_interval_var(start, size) for start, size in ((x, 5), (y, 3), (free, 1))]
    model.add_cumulative(tasks, [2, 2, 1], 3)
    others = {"x": [2, 3, 4], "free": [0, 1]}
    assert settled(model, {}) == {"y": [*range(10)], **others}
    assert settled(model, {y: range(2, 10)}) == {"y": [7, 8, 9], **others}
    assert settled(model, {y: range(7)}) == {"y": [0, 1], **others, "x": [3, 4]}  # which pushes back
    assert settled(model, {y: range(2, 7)}) is None


def test_energy_that_does_not_fit_is_a_contradiction() -> None:
    model = Model()
    starts = model.new_int_vars(4, 0, 4, "s{}")
    model.add_cumulative([model.new_fixed_size_interval_var(start, 2) for start in starts], [2, 2, 2, 1], 3)
    assert settled(model, {start: range(4) for start in starts}) is not None
    assert settled(model, {start: range(3) for start in starts}) is None  # 14 are needed, and 12 there


def test_what_is_compulsory_needs_no_more_than_there_is() -> None:
    model = Model()
    starts = model.new_int_vars(3, 0, 9, "s{}")
    model.add_cumulative([model.new_fixed_size_interval_var(start, 5) for start in starts], [1, 1, 1], 2)
    assert settled(model, {start: {start.index, start.index + 2} for start in starts}) is None
    assert settled(model, {start: {2 * start.index} for start in starts}) is None
    assert settled(model, {start: {3 * start.index} for start in starts}) is not None


def test_two_tasks_go_together_where_there_is_room_for_both() -> None:
    model = Model()
    starts = model.new_int_vars(2, 0, 2, "s{}")
    model.add_cumulative([model.new_fixed_size_interval_var(start, 3) for start in starts], [1, 1], 2)
    assert settled(model, {}) == {"s0": [0, 1, 2], "s1": [0, 1, 2]}
    model.add_cumulative([model.new_fixed_size_interval_var(start, 3) for start in starts], [2, 1], 2)
    assert settled(model, {}) is None


def test_nothing_auxiliary_is_left_of_what_is_stated() -> None:
    model = Model()
    starts = model.new_int_vars(4, 0, 9, "s{}")
    model.add_cumulative([model.new_fixed_size_interval_var(start, 3) for start in starts], [1, 1, 1, 1], 2)
    posted = PostedModel(model)
    assert len(posted.store.propagators) == 1
    assert posted.form.absent == {*model.auxiliaries}


@pytest.mark.parametrize("name", ["backtracking", "kernel", "cpsat"])
def test_an_auxiliary_variable_can_be_given_all_the_same(name: str) -> None:
    model = Model()
    x, y = model.new_int_vars(2, 0, 5, "s{}")
    model.add_no_overlap([model.new_fixed_size_interval_var(one, 3) for one in (x, y)])
    (first,) = model.auxiliaries
    backend, _ = load_backend(name)
    if backend.missing():
        pytest.skip(backend.missing())
    search = backend.load(model)
    both = [answers_of(search, {first: value}) for value in (0, 1)]
    assert both[0] | both[1] == answers_of(search) == brute_force(model)
    assert all({a < b for a, b in half} in ({True}, {False}) for half in both)
    assert len(answers_of(search, assumptions=[first == 1])) == len(both[1])
