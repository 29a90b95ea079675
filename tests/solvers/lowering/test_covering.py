"""Items and options say the same as the model they were made of."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import prod

import pytest
from hypothesis import assume, given, settings

from models.language.model import Assignment, IntVar, Linear, Model
from solvers.lowering.covering import Covering, GroupOption, covering, is_cover, unsupported_reason
from tests.examples import examples
from tests.random_models import brute_force, decisions_of, models
from tests.tables import rows

FEW = 400
"""Ways of taking one option for each group, at most so many are gone through."""


@settings(max_examples=examples(300))
@given(models(max_vars=4, max_constraints=4))
def test_one_option_a_group_covers_exactly_when_its_choices_solve_the_model(model: Model) -> None:
    assume(unsupported_reason(model) is None)
    problem = covering(model)
    assert sorted(var.index for group in problem.groups for var in group.members) == list(range(len(model.variables)))
    met = set(chain.from_iterable(option.items for option in problem.options))
    assert met <= set(range(problem.primary + problem.secondary))
    assert problem.late <= set(range(problem.primary))
    idle = [option.group for option in problem.options if not option.items]
    assert len(idle) == len(set(idle)), "a group has one idle option at most"
    assert all(list(option.items) == sorted(set(option.items)) for option in problem.options)
    by_group = options_by_group(problem)
    assume(prod(map(len, by_group)) <= FEW)
    answers, firsts = set(), []
    for taken in product(*by_group):
        is_cover = covers(problem, taken)
        for choices in product(*(option.choices for option in taken)):
            assignment = assigned(problem, taken, choices)
            assert (model.first_violation(assignment) is None) == is_cover
            if is_cover:
                answers.add(decisions_of(model, assignment))
        if is_cover:
            firsts.append(decisions_of(model, assigned(problem, taken, [option.choices[0] for option in taken])))
    assert answers == brute_force(model), "no choice was struck out that solves the model"
    assert not problem.decisive or len(firsts) == len(set(firsts)), "different covers are different answers"


@rows("relation", ["==", "<=", ">=", "!="])
@rows("constant", [0, 1, 2])
@rows("weight", [1, 2, -1])
@rows("values", [(0, 1), (0, 2), (1, 2)])
def test_a_sum_counts_true_tests_where_it_is_of_booleans_and_one_at_most_or_needs_no_counting(
    relation: str, constant: int, weight: int, values: tuple[int, ...]
) -> None:
    model = Model()
    first, second = model.new_bool_vars("ab")
    third = model.new_int_var_from_values(values, "c")
    model.add(total := Linear(((1, first), (1, second), (weight, third)), relation, constant))
    every_way = product((0, 1), (0, 1), values)
    settled = len({total.holds(dict(zip(model.variables, way, strict=True))) for way in every_way}) == 1
    counts = settled or (relation in ("==", "<=") and constant == weight == 1 and values == (0, 1))
    assert (unsupported_reason(model) is None) == is_cover(model) == counts
    if counts:
        assert answers(model) == brute_force(model)


def test_literals_of_which_one_at_most_is_true_are_counted_however_many() -> None:
    model = Model()
    x, y, z = (model.new_int_var(0, 2, name) for name in "xyz")
    model.add_exactly_one(x == 1, y >= 1, z != 0)
    model.add_at_most_one(x >= 1, y == 2, z == 1)
    assert unsupported_reason(model) is None
    assert is_cover(model)
    assert answers(model) == brute_force(model)


@pytest.mark.parametrize("values", [2, 3, 4])
def test_different_values_are_taken_once_and_all_of_them_where_there_are_no_more(values: int) -> None:
    model = Model()
    model.add_all_different([model.new_int_var(1, values, name) for name in "xyz"])
    assert answers(model) == brute_force(model)


@pytest.mark.parametrize("other", ["inside", "outside"])
def test_what_hangs_together_may_be_bound_by_anything_in_a_cover(other: str) -> None:
    model = Model()
    x, z = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "z")
    y = model.new_int_var(0, 9, "y")
    model.add_element(x, [4, 0, 7], y)
    model.add(2 * y + (x if other == "inside" else z) >= 5)
    model.add_all_different(x, z)
    assert is_cover(model) == (other == "inside")
    assert answers(model) == brute_force(model)


def test_the_ways_that_are_paired_are_those_a_group_has() -> None:
    model = Model()
    x, z = model.new_int_var(0, 599, "x"), model.new_int_var(0, 599, "z")
    model.add_element(x, range(600), model.new_int_var(0, 4, "y"))
    model.add(x + z <= 700)
    assert unsupported_reason(model) is None
    model.add(z != model.new_int_var(0, 599, "w") + 1)
    assert "600 × 600 ways" in str(unsupported_reason(model))


def test_an_item_is_late_where_it_has_no_say_in_the_projection() -> None:
    model = Model()
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "y")
    model.add_all_different(x, y)
    model.project_on([x])
    problem = covering(model)
    assert not problem.decisive
    assert [problem.origins[item] for item in problem.late] == [y]


def answers(model: Model) -> set[tuple[int, ...]]:
    problem = covering(model)
    covered = [taken for taken in product(*options_by_group(problem)) if covers(problem, taken)]
    return {
        decisions_of(model, assigned(problem, taken, choices))
        for taken in covered
        for choices in product(*(option.choices for option in taken))
    }


def options_by_group(problem: Covering) -> list[list[GroupOption]]:
    return [[option for option in problem.options if option.group == number] for number in range(len(problem.groups))]


def covers(problem: Covering, taken: tuple[GroupOption, ...]) -> bool:
    times = Counter(item for option in taken for item in option.items)
    return max(times.values(), default=0) <= 1 and all(times[item] == 1 for item in range(problem.primary))


def assigned(problem: Covering, taken: tuple[GroupOption, ...], choices: object) -> Assignment:
    assignment: dict[IntVar, int] = {}
    for option, choice in zip(taken, choices, strict=True):
        assignment.update(zip(problem.groups[option.group].members, choice, strict=True))
    return assignment
