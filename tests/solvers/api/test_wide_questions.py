"""Every question about variables with very many values ends when its time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import solvers.api as pb
from models import Model
from models.errors import PuzzlebenchError
from models.language.domains import IntervalSet
from models.language.expressions import IntVar
from tests.patience import soon
from tests.wide_models import WIDE_MODELS, wide_model

FAR = 20_000
SECONDS = 2.0


def widest(model: Model) -> IntVar:
    return max(model.variables, key=lambda var: len(var.domain))


QUESTIONS: dict[str, Callable[[Model], Any]] = {
    "explain": lambda model: pb.explain(model, seconds=SECONDS),
    "hint": lambda model: pb.hint(model, seconds=SECONDS),
    "why not": lambda model: pb.why_not(model, widest(model) == widest(model).domain[1], seconds=SECONDS),
    "conflict": lambda model: pb.conflict(model, seconds=SECONDS),
    "diagnose": lambda model: pb.diagnose(model, seconds=SECONDS),
    "repair": lambda model: pb.repair(model, seconds=SECONDS),
    "common": lambda model: pb.common(model, seconds=SECONDS),
    "is unique": lambda model: pb.is_unique(model, seconds=SECONDS),
    "count": lambda model: pb.count(model, seconds=SECONDS),
}


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", WIDE_MODELS)
def test_every_question_about_a_wide_model_ends_in_time_with_an_answer_or_a_sentence(name: str, question: str) -> None:
    model, _ = wide_model(name, FAR)
    with soon():
        try:
            said = str(QUESTIONS[question](model))
        except PuzzlebenchError as refusal:
            said = str(refusal)
    assert said


def test_all_values_of_a_wide_domain_but_one_take_no_room() -> None:
    x = Model().new_int_var(0, 10_000, "x")
    assert isinstance((x != 5).values, IntervalSet)


def test_a_wide_model_is_explained_to_its_end() -> None:
    model = Model("wide")
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, 2_000, "w")
    model.add(w == 500 * x + 7, because="w is 500 x and 7")
    model.add(x >= 1, because="x is not 0")
    model.add(w <= 600, because="w is at most 600")
    explained = pb.explain(model)
    assert explained.status == "explained"
    assert "w = 507" in str(explained)
