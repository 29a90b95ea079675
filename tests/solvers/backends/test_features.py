"""Every backend finds exactly the answers of brute force for everything the language lowers to kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.core.backend import Limits, Settings
from solvers.core.registry import BACKENDS, OTHERS, load_backend
from tests.examples import examples
from tests.random_features import FEATURES, Parts, meant_by, stated
from tests.random_models import answers_of

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
