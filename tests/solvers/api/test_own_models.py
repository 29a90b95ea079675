"""Models of one's own are explained, hinted at, diagnosed and blamed as puzzles are, by their rules' sentences."""

from __future__ import annotations

from copy import copy

import pytest

from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers import api as pb


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
    assert found.answer == (3, 2, 1)


def test_givens_are_facts_of_the_way_and_parts_of_a_conflict() -> None:
    model = friends("last")
    ann, _, cleo = model.variables
    assert pb.explain(model).status == "several answers"
    assert pb.explain(model, givens={ann: 1}).answer == (1, 3, 2)
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
    assert pb.hint(model, so_far="Ben = 1").status == "wrong entries"


def test_what_has_a_best_answer_has_no_steps() -> None:
    model = friends()
    model.minimize(model.variables[0])
    for ask in (pb.explain, pb.hint, pb.diagnose):
        with pytest.raises(PuzzlebenchError, match=r"'three friends' has an objective, and reasons lead to"):
            ask(model)  # type: ignore[operator]
    assert pb.conflict(model) is None


def test_an_instance_has_its_own_givens() -> None:
    with pytest.raises(PuzzlebenchError, match="givens are values of a model's variables"):
        pb.conflict(pb.puzzle("sudoku").load(), givens={friends().variables[0]: 1})
