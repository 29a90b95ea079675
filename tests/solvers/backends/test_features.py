"""Every backend finds exactly the answers of brute force for everything the language lowers to kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.core.backend import Limits, Settings
from solvers.core.registry import BACKENDS, OTHERS, backend_for, load_backend
from tests.examples import examples
from tests.random_features import FEATURES, Parts, meant_by, stated
from tests.random_models import answers_of, decisions_of
from tests.solvers.backends.everyone import found

ENUMERATING = [name for name in BACKENDS if name != "maxsat"]


@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=examples(20), deadline=None)
@given(st.data())
def test_every_backend_agrees_with_brute_force(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature))
    answers = chosen.answers()
    for name in ENUMERATING:
        backend, _ = load_backend(name)
        if backend.unsupported_reason(chosen.model) is None:
            assert answers_of(backend.load(chosen.model)) == answers, name


@pytest.mark.parametrize("most", [5, pytest.param(300, marks=pytest.mark.slow)])
def test_other_peoples_solvers_agree_with_brute_force(most: int) -> None:
    @settings(max_examples=most, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        chosen = data.draw(stated(data.draw(st.sampled_from(sorted(FEATURES)))))
        answers = chosen.answers()
        for name in OTHERS:
            backend, _ = load_backend(name)
            if not backend.missing() and backend.unsupported_reason(chosen.model) is None:
                assert answers_of(backend.load(chosen.model)) == answers, name

    check()


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


@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=examples(10), deadline=None)
@given(st.data())
def test_auxiliary_variables_are_determined(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature, conditions=False))
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


@pytest.mark.parametrize("kind", HINTED)
@pytest.mark.parametrize("name", [*BACKENDS, *OTHERS])
def test_a_hint_that_is_an_answer_is_the_first(name: str, kind: str) -> None:
    backend, model = found(name), seats(kind)
    if backend.unsupported_reason(model) is not None:
        pytest.skip(backend.unsupported_reason(model))
    answers = backend.load(model).solutions(limits=Limits(solutions=1))
    assert [[answer[var] for var in model.variables[:4]] for answer in answers] == [[4, 1, 3, 0]]


@pytest.mark.parametrize("kind", HINTED)
@pytest.mark.parametrize("name", ["kernel", "sat", "cpsat", "mip", "best", "", "backtracking"])
def test_after_a_hint_the_search_goes_on(name: str, kind: str) -> None:
    model, plain = seats(kind), seats(kind)
    plain.hints.clear()
    search = backend_for(name)[0].load(model)
    expected = {decisions_of(plain, one) for one in load_backend("backtracking")[0].load(plain).solutions()}
    answers = search.solutions()
    decided = [decisions_of(model, answer) for answer in answers]
    if kind == "objective":
        costs = [answers.search.model.objective.cost.value(answer) for answer in search.solutions()]  # type: ignore[union-attr]
        assert (costs[0], costs[-1], costs) == (8, 6, sorted(set(costs), reverse=True))
    else:
        assert (len(decided), set(decided)) == (len(expected), expected)
    assert answers.outcome.complete


@pytest.mark.parametrize(
    ("broken", "asked"),
    {
        "a rule": ({"a": 3}, {}),
        "a given": ({}, {"givens": {"a": 2}}),
        "an assumption": ({}, {"assumed": {"a": 2}}),
        "none of several": ({}, {"any_of": {"a": 2}}),
        "no value": ({"a": None}, {}),
    }.values(),
)
def test_a_hint_that_is_no_answer_stays_a_hint(broken: dict[str, int | None], asked: dict[str, dict[str, int]]) -> None:
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
    assert [first[var] for var in model.variables] != [4, 1, 3, 0]


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


@pytest.mark.parametrize("name", ["cpsat", "sat", "sat:cadical153", "sat:glucose4", "sat:minisat22", "sat:maplechrono"])
def test_a_hint_is_tried_first(name: str) -> None:
    model = Model()
    row = [model.new_int_var(0, 9) for _ in range(4)]
    model.add_all_different(row)
    for var, value in zip(row, (7, 3, 9, 0), strict=True):
        model.add_hint(var, value)
    backend, variant = load_backend(name)
    search = backend.load(model, Settings(variant=variant))
    first = next(search.solutions())
    assert [first[var] for var in row] == [7, 3, 9, 0]
    assert next(search.solutions({row[0]: 1}))[row[0]] == 1
