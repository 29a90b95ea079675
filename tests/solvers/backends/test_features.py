"""Every backend finds exactly the answers of brute force for everything the language lowers to kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.core.backend import Backend, Limits, Settings
from solvers.core.registry import BACKENDS, OTHERS, backend_for, load_backend
from tests.examples import DEEP, examples
from tests.random_features import FEATURES, Parts, meant_by, stated
from tests.random_models import answers_of, decisions_of
from tests.solvers.backends.everyone import each_of, installed

OURS = [name for name in BACKENDS if name != "maxsat"]
LISTED = sorted(FEATURES)


@pytest.mark.parametrize(
    ("names", "most"),
    [
        pytest.param(OURS, examples(500), id="ours"),
        pytest.param([*OTHERS], 20, id="others", marks=pytest.mark.lane),
        pytest.param([*OTHERS], 300, id="others at length", marks=pytest.mark.slow),
    ],
)
def test_every_backend_agrees_with_brute_force(names: list[str], most: int) -> None:
    @settings(max_examples=most, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        chosen = data.draw(stated(data.draw(st.sampled_from(LISTED))))
        answers = chosen.answers()
        is_for_all = DEEP or data.draw(st.integers(0, 9)) == 0
        for name in installed(names):
            if name in SLOW and not is_for_all:
                continue
            backend, _ = load_backend(name)
            if backend.unsupported_reason(chosen.model) is None:
                assert answers_of(backend.load(chosen.model)) == answers, name

    check()


SLOW = ("mip", "minizinc")
"""Those that take a hundred times as long as others: they are asked one model in ten."""


@settings(max_examples=examples(30), deadline=None)
@given(st.data())
def test_a_sum_of_literals_is_optimised(data: st.DataObject) -> None:
    chosen = data.draw(stated("sum of literals", most_vars=3))
    model = chosen.model
    parts = Parts(data.draw, model)
    cost = sum((parts.number(-2, 2) * literal for literal in parts.literals(1)), parts.variable() - 1)
    model.minimize(cost)
    costs = [meant_by(cost, dict(zip(model.projection, one, strict=True))) for one in chosen.answers()]
    for name in BACKENDS:
        backend, _ = load_backend(name)
        if backend.unsupported_reason(model) is None:
            search = backend.load(model).solutions({}, Limits())
            assert [meant_by(cost, answer) for answer in search][-1:] == ([min(costs)] if costs else []), name
            assert search.outcome.complete


@settings(max_examples=examples(280), deadline=None)
@given(st.data())
def test_auxiliary_variables_are_determined(data: st.DataObject) -> None:
    chosen = data.draw(stated(data.draw(st.sampled_from(LISTED)), conditions=False))
    answers = chosen.answers()
    chosen.model.project_on(chosen.model.variables)
    assert len(answers_of(load_backend("backtracking")[0].load(chosen.model))) == len(answers)


def seats(kind: str = "") -> Model:
    """Four people in five seats, all of them, or with an objective, or some with a sum that the model has to define."""
    model = Model(kind)
    row = [model.new_int_var(0, 4, name) for name in "abcd"]
    model.add_all_different(row)
    if kind == "auxiliaries":
        model.add((row[0] == 4) + (row[1] <= 1) + (row[2] > 2) >= 2)
    if kind == "objective":
        model.minimize(sum(row))
    if kind == "projection":
        model.project_on(row[:2])
    for var, value in zip(row, (4, 1, 3, 0), strict=True):
        model.add_hint(var, value)
    return model


HINTED = ["", "auxiliaries", "objective", "projection"]


@each_of([*BACKENDS, *OTHERS])
def test_a_hint_that_is_an_answer_is_the_first(backend: Backend) -> None:
    for model in map(seats, HINTED):
        if backend.unsupported_reason(model) is None:
            answers = backend.load(model).solutions(limits=Limits(solutions=1))
            assert [[answer[var] for var in model.variables[:4]] for answer in answers] == [[4, 1, 3, 0]]


@pytest.mark.parametrize("kind", HINTED)
def test_after_a_hint_the_search_goes_on(kind: str) -> None:
    plain = seats(kind)
    plain.hints.clear()
    expected = {decisions_of(plain, one) for one in load_backend("backtracking")[0].load(plain).solutions()}
    for name in ("kernel", "sat", "cpsat", "mip", "best", "", "backtracking"):
        model = seats(kind)
        search = backend_for(name)[0].load(model)
        answers = search.solutions()
        decided = [decisions_of(model, answer) for answer in answers]
        if kind == "objective":
            costs = [search.model.objective.cost.value(answer) for answer in search.solutions()]  # type: ignore[union-attr]
            assert (costs[0], costs[-1], costs) == (8, 6, sorted(set(costs), reverse=True)), name
        else:
            assert (len(decided), set(decided)) == (len(expected), expected), name
        assert answers.outcome.complete, name


def test_a_hint_that_is_no_answer_stays_a_hint() -> None:
    for broken, asked in (
        ({"a": 3}, {}),  # a rule is
        ({}, {"givens": {"a": 2}}),
        ({}, {"assumed": {"a": 2}}),
        ({}, {"any_of": {"a": 2}}),
        ({"a": None}, {}),  # there is no value
    ):
        model = seats()
        for name, value in broken.items():
            model.hints.pop(model.variable(name))
            if value is not None:
                model.add_hint(model.variable(name), value)
        literals = {how: [model.variable(name) == value for name, value in said.items()] for how, said in asked.items()}
        givens = {model.variable(name): value for name, value in asked.get("givens", {}).items()}
        search = load_backend("backtracking")[0].load(model)
        if "any_of" in asked:
            answers = search.any_of(literals["any_of"])
        else:
            answers = search.solutions(givens, assumptions=literals.get("assumed", ()))
        first = next(answers)
        assert [first[var] for var in model.variables] != [4, 1, 3, 0], (broken, asked)


def test_hints_of_auxiliaries_are_no_answer_where_a_variable_has_none() -> None:
    model = Model()
    x, d, rest = model.new_int_var(0, 9, "x"), model.new_int_var(1, 3, "d"), model.new_int_var(0, 9, "rest")
    model.add_modulo_equality(rest, x, d)
    model.add_modulo_equality(rest, x + 1, d)
    for var, value in ((x, 7), (rest, 1), (model.auxiliaries[0], 3)):
        model.add_hint(var, value)
    assert {answer[rest] for answer in load_backend("backtracking")[0].load(model).solutions()} == {0}


def test_answers_after_a_hint_are_counted_with_it() -> None:
    assert load_backend("kernel")[0].load(seats()).count().found == 5 * 4 * 3 * 2


def test_a_hint_is_tried_first() -> None:
    for name in ("cpsat", "sat", "sat:cadical153", "sat:glucose4", "sat:minisat22", "sat:maplechrono"):
        model = Model()
        row = model.new_int_vars(4, 0, 9, "x{}")
        model.add_all_different(row)
        for var, value in zip(row, (7, 3, 9, 0), strict=True):
            model.add_hint(var, value)
        backend, variant = load_backend(name)
        search = backend.load(model, Settings(variant=variant))
        first = next(search.solutions())
        assert [first[var] for var in row] == [7, 3, 9, 0], name
        assert next(search.solutions({row[0]: 1}))[row[0]] == 1, name
