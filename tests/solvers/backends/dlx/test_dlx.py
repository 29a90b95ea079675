"""Algorithm X gives every answer of every model it takes, once, and says plainly what it cannot take."""

from __future__ import annotations

import pytest

from models.language.model import Model
from solvers.core.backend import Limits, Settings
from solvers.core.registry import load_backend
from tests.random_models import answers_of, decisions_of
from tests.solvers.backends.everyone import latin

DLX, _ = load_backend("dlx")


def test_booleans_of_an_exact_cover_cost_no_items() -> None:
    """The 0-1 variables are the options, the constraints the items: nothing is added."""
    model = Model()
    a, b, c = (model.new_bool_var(name) for name in "abc")
    model.add_exactly_one([a, b])
    model.add_exactly_one([b, c])
    model.add_at_most_one([a, c])
    assert DLX.load(model).size() == {"items": 2, "secondary items": 1, "options": 3, "nodes": 6}


def test_a_latin_square_has_an_item_for_each_cell_row_and_column() -> None:
    search = DLX.load(latin(4))
    assert search.size() == {"items": 48, "secondary items": 0, "options": 64, "nodes": 192}
    assert len(answers_of(search)) == 576


def test_an_index_and_what_it_decides_are_one_option() -> None:
    """A die turned one of six ways: two faces, both read from the same table, make no options of their own."""
    model = Model()
    turns = [model.new_int_var(0, 5, f"turn {n}") for n in (1, 2, 3)]
    faces = [model.new_int_var(1, 3, f"face {n}") for n in (1, 2, 3)]
    for turn, face in zip(turns, faces, strict=True):
        model.add_element(turn, [1, 2, 3, 1, 2, 3], face)
    model.add_all_different(faces)
    assert DLX.load(model).size() == {"items": 6, "secondary items": 0, "options": 18, "nodes": 36}
    assert len(answers_of(DLX.load(model))) == 6 * 8
    model.project_on(faces)
    merged = DLX.load(model)
    assert merged.size()["options"] == 9, "turns that show the same face are one option"
    assert len(answers_of(merged)) == 6
    assert answers_of(merged, {turns[0]: 4}) == {(2, 1, 3), (2, 3, 1)}


def test_answers_are_not_multiplied_by_what_is_not_decided() -> None:
    model = Model()
    decided = model.new_bool_var("decided")
    others = [model.new_bool_var(f"other {n}") for n in range(200)]
    model.add_exactly_one([decided, *others])
    for one, next_one in zip(others[::2], others[1::2], strict=True):
        model.add_at_most_one([one, next_one])
    free = [model.new_int_var(0, 9, f"free {n}") for n in range(200)]
    for one, next_one in zip(free[::2], free[1::2], strict=True):
        model.add_all_different([one, next_one])
    model.project_on([decided])
    assert answers_of(DLX.load(model)) == {(0,), (1,)}


def test_more_variables_than_values_are_refuted_without_a_search() -> None:
    model = Model()
    model.add_all_different([model.new_int_var(1, 9, f"pigeon {n}") for n in range(10)])
    search = DLX.load(model)
    assert answers_of(search) == set()
    assert search.effort()["nodes"] == 0


def test_the_same_seed_gives_the_same_order_and_another_seed_another() -> None:
    def order(seed: int) -> list[tuple[int, ...]]:
        search = DLX.load(latin(4), Settings(seed=seed))
        return [decisions_of(search.model, answer) for answer in search.solutions(limits=Limits(solutions=20))]

    assert order(0) == order(0)
    assert order(7) == order(7)
    assert order(0) != order(7)


@pytest.mark.parametrize("limit", [None, 1, 7, 40])
def test_a_few_covers_are_counted_without_a_table(limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.backends.dlx.backend.tabulate", None)
    model = Model()
    pupils = [model.new_int_var(0, 3, f"pupil {number}") for number in range(4)]
    model.add_all_different(pupils)
    solutions = DLX.load(model).solutions(limits=Limits(solutions=limit))
    next(solutions)
    solutions.count_remaining()
    assert (solutions.outcome.found, solutions.outcome.complete) == (min(limit or 24, 24), limit in (None, 40))
