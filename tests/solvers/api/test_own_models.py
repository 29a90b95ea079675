"""Models of one's own are explained, hinted at, diagnosed and blamed as puzzles are, by their rules' sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.errors import ModelError, PuzzlebenchError
from models.language.model import DEFINITION, Key, Literal, Model
from solvers import api as pb
from tests.random_models import assignments, brute_force, declared_in, givens_for, models
from tests.tables import rows


def friends(given_up: str = "") -> Model:
    model = Model("three friends")
    _, ben, cleo = everybody = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    model.add_all_different(everybody, because="each comes in by themselves")
    if given_up != "last":
        model.add(ben <= 2, because="Ben is not the last")
    model.add(cleo < ben)
    return model


def test_steps_are_told_by_the_rules_sentences_and_by_their_own_text_where_they_have_none() -> None:
    found = pb.explain(friends())
    assert found.status == "explained"
    assert [str(step.fact) for step in found.steps] == ["Ben ≠ 3", "Ben = 2", "Cleo = 1", "Ann = 3"]
    assert {str(rule) for step in found.steps for rule in step.rules} == {"Ben is not the last", "Cleo − Ben ≤ -1"}
    assert found.answer == {"Ann": 3, "Ben": 2, "Cleo": 1}
    assert str(found).splitlines()[2:4] == ["  1. Ben ≠ 3    by one rule", "       by the rule: Ben is not the last"]


def test_givens_are_facts_of_the_way_and_parts_of_a_conflict() -> None:
    model = friends("last")
    ann, _, cleo = model.variables
    assert pb.explain(model).status == "several answers"
    assert pb.explain(model, givens={ann: 1}).answer == {"Ann": 1, "Ben": 3, "Cleo": 2}
    found = pb.conflict(model, givens={cleo: 3})
    assert found is not None
    assert list(map(str, found.parts)) == ["Cleo = 3 is given", "Cleo − Ben ≤ -1"]
    assert pb.explain(model, givens={cleo: 3}).conflicts[0].parts[0].name == "Cleo = 3 is given"


def test_a_diagnosis_leaves_the_model_as_it_was() -> None:
    model = friends()
    before = str(copy(model))
    assert pb.diagnose(model).verdict == "well posed"
    found = pb.diagnose(model, givens={model.variables[1]: 1})
    assert (found.verdict, str(model)) == ("impossible", before)
    assert found.repair is not None
    ways = {str(mistake) for group in found.repair.groups for correction in group for mistake in correction.mistakes}
    assert ways == {"the given Ben = 1; instead: given up", "the rule: Cleo − Ben ≤ -1; instead: given up"}
    assert pb.diagnose(friends("last")).hints is not None


def test_a_hint_goes_on_from_what_is_found() -> None:
    model = friends()
    assert pb.hint(model).sentence == "Look at this rule: Ben is not the last"
    assert pb.hint(model, "see", so_far="Ben = 2").sentence == "Cleo = 1: by one rule"
    for so_far in ("Ben = 1", {"Ben": 1}, {model.variables[1]: 1}, [model.variables[1] == 1]):
        assert pb.hint(model, so_far=so_far).status == "wrong entries"
    assert str(pb.hint(model)).endswith("Look at this rule: Ben is not the last")


def test_what_has_a_best_answer_has_no_steps() -> None:
    model = friends()
    model.minimize(model.variables[0])
    for ask in (pb.explain, pb.hint, pb.diagnose):
        with pytest.raises(PuzzlebenchError, match=r"'three friends' has an objective, and reasons lead to"):
            ask(model)  # type: ignore[operator]
    assert pb.conflict(model) is None


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_steps_and_conflicts_are_those_of_brute_force(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4))
    givens = data.draw(givens_for(model))
    assume(not givens.keys() >= {*model.projection})  # or all variables are explained
    answers = brute_force(model, givens)
    found = pb.explain(model, givens=givens)
    assert found.status == ("impossible" if not answers else "explained" if len(answers) == 1 else "several answers")
    if len(answers) == 1:
        assert (tuple(found.answer.values()),) == tuple(answers)
    for step in found.steps:
        for fact in step.new:
            assert not _hold_together(model, [*(rule.key for rule in step.rules), *step.facts, ~fact])
    for conflict in found.conflicts:
        members = [member for part in conflict.parts for member in part.members]
        assert not _hold_together(model, members)
        assert all(_hold_together(model, members[:place] + members[place + 1 :]) for place in range(len(members)))


def _hold_together(model: Model, members: Sequence[Key | Literal]) -> bool:
    """Whether these rules, by their keys, and these facts can be true at once, as every assignment is tried."""
    rules = {DEFINITION, *(member for member in members if isinstance(member, tuple))}
    facts = [member for member in members if isinstance(member, Literal)]
    return any(
        all(fact.holds(whole) for fact in facts)
        and all(constraint.holds(whole) for constraint in model.constraints if constraint.rule in rules)
        for whole in map(model.complete, assignments(declared_in(model)))
    )


@rows("ask", [pb.solve, pb.explain, pb.hint, pb.diagnose, pb.conflict])
@rows(
    ("wrong", "sentence"),
    [
        ({"Ann": 4}, "Ann = 4 is given, outside its domain {1..3}"),
        ({"Anne": 1}, "has no variable 'Anne'; did you mean Ann?"),
        ({"Ann": "1"}, "Ann is given '1', a str; an int is expected"),
        ({Model().new_int_var(0, 9, "x"): 1}, "x is given a value, but it is no variable of model 'three friends'"),
    ],
)
def test_a_given_that_cannot_be_is_refused_in_a_sentence(ask: Callable[..., object], wrong: Any, sentence: str) -> None:
    with pytest.raises(ModelError, match=re.escape(sentence)):
        ask(friends(), givens=wrong)


def test_what_is_not_known_in_time_is_said_to_be_unknown() -> None:
    found = pb.explain(friends(), seconds=1e-9)
    for shown in (repr(found), str(found)):
        assert "It is not known yet whether there is an answer." in shown
    assert str(pb.explain(friends(), only=1)).endswith("\nStopped after 1 step.")


def test_an_instance_has_its_own_givens() -> None:
    with pytest.raises(PuzzlebenchError, match="givens are values of a model's variables"):
        pb.conflict(pb.puzzle("sudoku").load(), givens={friends().variables[0]: 1})


def test_what_a_sum_takes_away_is_one_step() -> None:
    model = Model("heads and legs")
    hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
    model.add(hens + hares == 35, because="there are 35 heads")
    model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
    found = pb.explain(model)
    assert "hares ≠ 0..5, 24..35" in str(found)
    assert (len(found.steps) < 10, found.answer) == (True, {"hens": 23, "hares": 12})


def test_in_a_notebook_a_step_is_shown_with_its_rule_and_nothing_is_markup_that_is_none() -> None:
    model = Model("<b>")
    x, y = model.new_int_var(0, 3, "x < y"), model.new_int_var(0, 3, "y")
    model.add(x > y, because="one > other")
    shown = pb.explain(model, givens={x: 1})._repr_html_()
    assert "<li>y = 0 – by one rule<br/>by the rule: one &gt; other<br/>since x &lt; y = 1</li>" in shown
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown + pb.diagnose(model)._repr_html_() + pb.hint(model)._repr_html_()


def test_a_choice_that_the_domain_itself_forbids_is_no_question_of_a_diagnosis() -> None:
    model = Model("two ways")
    first = model.new_bool_var("first")
    model.project_on(first, model.new_int_var(0, 0, "never"))
    assert "ambiguous" in str(pb.diagnose(model))
