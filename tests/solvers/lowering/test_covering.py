"""Items and options say the same as the model they were made of."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import prod

from hypothesis import assume, given, settings

from models.language.model import Assignment, IntVar, Model
from solvers.lowering.covering import Covering, Option, covering, objection
from tests.examples import examples
from tests.random_models import brute_force, decisions_of, models

FEW = 400
"""Ways of taking one option for each group, at most so many are gone through."""


@settings(max_examples=examples(150))
@given(models(max_vars=4, max_constraints=4))
def test_one_option_a_group_covers_exactly_when_its_choices_solve_the_model(model: Model) -> None:
    assume(objection(model) is None)
    problem = covering(model)
    by_group = options_by_group(problem)
    assume(prod(map(len, by_group)) <= FEW)
    answers = set()
    for taken in product(*by_group):
        is_cover = covers(problem, taken)
        for choices in product(*(option.choices for option in taken)):
            assignment = assigned(problem, taken, choices)
            assert (model.first_violation(assignment) is None) == is_cover
            if is_cover:
                answers.add(decisions_of(model, assignment))
    assert answers == brute_force(model), "no choice was struck out that solves the model"


@settings(max_examples=examples(150))
@given(models(max_vars=4, max_constraints=4))
def test_the_parts_fit_together(model: Model) -> None:
    assume(objection(model) is None)
    problem = covering(model)
    assert sorted(var.index for group in problem.groups for var in group.members) == list(range(len(model.variables)))
    met = set(chain.from_iterable(option.items for option in problem.options))
    assert met <= set(range(problem.primary + problem.secondary))
    assert problem.late <= set(range(problem.primary))
    idle = [option.group for option in problem.options if not option.items]
    assert len(idle) == len(set(idle)), "a group has one idle option at most"
    for option in problem.options:
        assert list(option.items) == sorted(set(option.items))


@settings(max_examples=examples(150))
@given(models(max_vars=4, max_constraints=4))
def test_different_covers_are_different_answers_where_it_is_said(model: Model) -> None:
    assume(objection(model) is None)
    problem = covering(model)
    by_group = options_by_group(problem)
    assume(problem.decisive and prod(map(len, by_group)) <= FEW)
    firsts = [
        decisions_of(model, assigned(problem, taken, [option.choices[0] for option in taken]))
        for taken in product(*by_group)
        if covers(problem, taken)
    ]
    assert len(firsts) == len(set(firsts))


def options_by_group(problem: Covering) -> list[list[Option]]:
    return [[option for option in problem.options if option.group == number] for number in range(len(problem.groups))]


def covers(problem: Covering, taken: tuple[Option, ...]) -> bool:
    times = Counter(item for option in taken for item in option.items)
    return max(times.values(), default=0) <= 1 and all(times[item] == 1 for item in range(problem.primary))


def assigned(problem: Covering, taken: tuple[Option, ...], choices: object) -> Assignment:
    assignment: dict[IntVar, int] = {}
    for option, choice in zip(taken, choices, strict=True):
        assignment.update(zip(problem.groups[option.group].members, choice, strict=True))
    return assignment
