"""Backbones on every backend: the values that answers give each variable, those of brute force, told once each."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.language.model import Givens, IntVar, Model
from solvers.core.backbone import MAX_LISTED_VALUES, Backbone
from solvers.core.backend import Clock
from solvers.core.limits import Status
from solvers.core.registry import load_backend
from tests.random_models import brute_force, givens_for, literals_for, models
from tests.solvers.backends.everyone import drawing, each_of, enumerating, found, latin, trying
from tests.solvers.backends.hard_models import market_split


def values_of(model: Model, givens: Givens) -> dict[IntVar, set[int]]:
    """The values that the answers found by brute force give each variable of the projection."""
    answers = brute_force(model, givens)
    columns = zip(*answers, strict=True) if answers else ()
    return dict(zip(model.projection, map(set, columns), strict=bool(answers)))


@enumerating
def test_it_has_the_values_of_all_answers_and_tells_of_each_variable_once(name: str) -> None:
    backend = found(name)

    @trying(name)
    @given(drawing)
    def check(data: st.DataObject) -> None:
        model = data.draw(models(max_vars=4, max_constraints=4))
        assume(backend.unsupported_reason(model) is None)
        search = backend.load(model)
        for _ in range(2):
            givens = data.draw(givens_for(model))
            expected = values_of(model, givens)
            backbone = Backbone(search, model.projection, givens)
            told = list(backbone)
            assert sorted(one.var.index for one in told) == sorted(var.index for var in expected)
            assert {one.var: set(one.values) for one in told} == expected
            assert all(one.settled for one in told)
            assert backbone.shared == {var: min(values) for var, values in expected.items() if len(values) == 1}
            assert backbone.complete
            solved = bool(brute_force(model, givens))
            assert backbone.status is (Status.SOLVED if solved else Status.IMPOSSIBLE)

    check()


@enumerating
def test_answers_can_be_asked_for_that_have_one_of_several_literals(name: str) -> None:
    backend = found(name)

    @trying(name)
    @given(drawing)
    def check(data: st.DataObject) -> None:
        model = data.draw(models(max_vars=4, max_constraints=4))
        assume(backend.unsupported_reason(model) is None)
        givens, literals = data.draw(givens_for(model)), data.draw(literals_for(model))
        search = backend.load(model)
        solutions = search.any_of(literals, givens)
        answers = [tuple(assignment[var] for var in model.projection) for assignment in solutions]
        expected = set().union(*(brute_force(model, givens, [literal]) for literal in literals), set())
        assert sorted(answers) == sorted(expected)
        assert solutions.outcome.complete
        assert len(list(search.solutions(givens))) == len(brute_force(model, givens)), "nothing has left a trace"

    check()


@each_of(["sat", "kernel"])
def test_every_answer_met_counts_so_that_few_are_asked_for(name: str) -> None:
    model = latin(4)
    backbone = Backbone(found(name).load(model), model.projection)
    assert {len(one.values) for one in backbone.found} == {4}
    assert backbone.outcome.found < 48, "one for each value, where there are 576"


@each_of(["sat", "kernel", "backtracking"])
def test_of_wide_variables_it_is_found_out_whether_answers_agree(name: str) -> None:
    model = Model("wide")
    x, y, z = (model.new_int_var(0, 2 * MAX_LISTED_VALUES, word) for word in "xyz")
    model.add(x == 1_234)
    model.add(y + z == 2)
    backbone = Backbone(found(name).load(model), [x, y, z])
    shared, varies, _ = backbone.found
    assert (shared.shared, str(shared)) == (1_234, "x = 1234")
    assert (varies.shared, varies.settled, varies.listed, len(varies.values)) == (None, True, False, 2)
    assert str(varies).endswith(", …}")


@each_of(["kernel", "cpsat"])
def test_what_is_known_when_the_time_is_up_is_told_and_said_to_be_unfinished(name: str) -> None:
    hard = market_split()
    backbone = Backbone(found(name).load(hard), hard.variables, clock=Clock(0.2))
    assert (list(backbone), backbone.complete, backbone.outcome.stopped_by) == ([], False, "time")
    assert backbone.status is Status.UNKNOWN


def test_an_interrupt_leaves_what_was_known_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    model = latin(3)
    search = load_backend("backtracking")[0].load(model)
    backbone = Backbone(search, model.projection)
    next(backbone)
    monkeypatch.setattr(type(search), "solutions", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(backbone)
    settled = [one for one in backbone.found if one.settled]
    assert settled
    assert not backbone.complete
    assert backbone.outcome.stopped_by == "interrupt"
    for one in backbone.found:
        assert one.values <= set(backbone.not_excluded(one.var)) <= {1, 2, 3}


def _interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt
