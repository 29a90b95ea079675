"""Domains of any width are kept in digits, and every constraint over them still counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from solvers.backends.backtracking import wide
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.random_models import answers_of, brute_force, givens_for, literals_for, models

BACKTRACKING, _ = load_backend("backtracking")


@settings(max_examples=examples(200), deadline=None)
@given(models(), st.data())
def test_variables_in_digits_give_the_answers_of_brute_force(model: Model, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        # Everything from two values up is "wide", in digits to base two.
        patch.setattr(wide, "MAX_MASK_VALUES", 1)
        patch.setattr(wide, "DIGIT_BASE", 2)
        search = BACKTRACKING.load(model)
        givens = data.draw(givens_for(model))
        assert answers_of(search, givens) == brute_force(model, givens)
        assumed = data.draw(literals_for(model))
        assert answers_of(search, givens, assumed) == brute_force(model, givens, assumed)
        assert answers_of(search) == brute_force(model)


def scales_and_sum() -> tuple[Model, IntVar, IntVar, IntVar]:
    """cards = 7 · stacks + over, for up to a million millions of cards."""
    model = Model()
    cards, stacks = model.new_int_var(5, 10**15, "cards"), model.new_int_var(0, 10**15, "stacks")
    over = model.new_int_var(0, 6, "over")
    model.add(cards == 7 * stacks + over)
    return model, cards, stacks, over


@pytest.mark.needs_64_bits
def test_a_sum_over_wide_variables_is_solved_either_way_round_without_search() -> None:
    model, cards, stacks, over = scales_and_sum()
    number = 987_654_321_012_345
    search = BACKTRACKING.load(model)
    (answer,) = search.solutions({cards: number})
    assert (answer[stacks], answer[over]) == divmod(number, 7)
    assert search.effort()["nodes"] <= 7
    (answer,) = search.solutions({stacks: number // 7, over: 2})
    assert answer[cards] == number // 7 * 7 + 2
    assert search.effort()["nodes"] == 0


@pytest.mark.needs_64_bits
def test_wide_bounds_are_kept_to_the_last_value() -> None:
    model = Model()
    x, y = model.new_int_var(-(10**12), 10**12 + 1, "x"), model.new_int_var(0, 10**12, "y")
    model.add(x - y == 1)
    model.add(x >= 10**12 + 0 * y)
    model.project_on([x])
    assert [answer[x] for answer in BACKTRACKING.load(model).solutions()] == [10**12, 10**12 + 1]


@pytest.mark.needs_64_bits
def test_a_wide_objective_is_proved_best() -> None:
    model, cards, stacks, over = scales_and_sum()
    model.add(stacks + over >= 123_456_789_012)
    model.minimize(cards)
    solutions = BACKTRACKING.load(model).solutions()
    last = list(solutions)[-1]
    assert solutions.outcome.complete
    assert last[cards] == 7 * (123_456_789_012 - 6) + 6


@pytest.mark.needs_64_bits
def test_listed_values_make_a_wide_variable_narrow() -> None:
    model = Model()
    place, cost = model.new_int_var(0, 2, "place"), model.new_int_var(0, 10**12, "cost")
    model.add_element(place, [7 * 10**11, 5, 10**13], cost)
    model.add_all_different([place, cost])
    found = [answer[cost] for answer in BACKTRACKING.load(model).solutions()]
    assert found == [7 * 10**11, 5]
    model.add_allowed_assignments([cost], [[3]])
    assert list(BACKTRACKING.load(model).solutions()) == []
