"""One way around: propagation keeps what is part of a solution, closes no way too early, and sees what is cut off."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from solvers.backends.backtracking.posting import PostedModel
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.random_circuits import circuits
from tests.random_models import answers_of, brute_force, declared_in
from tests.solvers.backends.backtracking.settled import settled, supported


def tour(*heads: set[int]) -> tuple[Model, list[IntVar]]:
    """Nodes with the nodes that may follow each."""
    model = Model()
    following = [model.new_int_var_from_values(some, f"after {tail}") for tail, some in enumerate(heads)]
    model.add_circuit((tail, head, var == head) for tail, var in enumerate(following) for head in var.domain)
    return model, following


@settings(max_examples=examples(300), deadline=None)
@given(circuits(), st.data())
def test_nothing_that_is_part_of_a_solution_is_lost(model: Model, data: st.DataObject) -> None:
    variables = declared_in(model)
    kept = {var: [value for value in var.domain if data.draw(st.integers(0, 3))] for var in variables}
    left, right = settled(model, kept), supported(model, kept)
    if right is not None:
        assert left is not None
        assert all({*right[var.name]} <= {*left[var.name]} for var in variables)


@settings(max_examples=examples(300), deadline=None)
@given(circuits(5))
def test_every_way_around_is_found_once(model: Model) -> None:
    for backend in (load_backend(name)[0] for name in ("backtracking", "kernel", "cpsat", "sat")):
        if not backend.missing():
            assert answers_of(backend.load(model)) == brute_force(model), backend.name


def test_a_way_is_not_closed_while_a_node_is_outside() -> None:
    model, following = tour({1}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2})
    left = settled(model, {following[1]: {0, 2}})
    assert left is not None
    assert left["after 1"] == [2]


def test_nodes_that_cannot_be_reached_are_a_contradiction() -> None:
    model, _ = tour({1, 2}, {0, 2}, {0, 1}, {0, 4, 5}, {0, 3, 5}, {0, 3, 4})
    assert settled(model, {}) is None


def test_nodes_that_cannot_be_reached_stay_outside_where_they_may() -> None:
    left = settled(tour({1, 2}, {0, 2}, {0, 1}, {3, 4, 5}, {3, 4, 5}, {3, 4, 5})[0], {})
    assert left is not None
    assert [left[f"after {node}"] for node in (3, 4, 5)] == [[3], [4], [5]]


def test_nodes_from_which_nobody_gets_back_are_a_contradiction() -> None:
    model, _ = tour({1, 2, 3}, {0, 2}, {0, 1}, {4, 5}, {3, 5}, {3, 4})
    assert settled(model, {}) is None


def test_whoever_is_not_on_a_closed_way_stays_outside() -> None:
    model, following = tour({1, 3}, {2, 3}, {0, 3}, {0, 1, 2, 3})
    left = settled(model, {following[0]: {1}, following[1]: {2}, following[2]: {0}})
    assert left is not None
    assert left["after 3"] == [3]


def test_nothing_auxiliary_is_left_of_it() -> None:
    model, _ = tour({1, 2}, {0, 2}, {0, 1})
    assert PostedModel(model).form.absent == {*model.auxiliaries} != set()
