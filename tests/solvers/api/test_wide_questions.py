"""Every question about variables with very many values ends when its time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import pytest

import solvers.api as pb
from models import Model
from models.errors import PuzzlebenchError
from models.language.domains import IntervalSet
from models.language.expressions import IntVar
from solvers.backends.sat import incremental
from solvers.backends.sat.engine import SatEngine
from solvers.core import registry
from solvers.kernel import missing
from tests.patience import soon
from tests.solvers.backends.everyone import found
from tests.wide_models import WIDE_MODELS, answers_within, wide_model

FAR, VERY_FAR = 20_000, 10**12
MANY_LISTED = 2_000
SECONDS = 2.0


def widest(model: Model) -> IntVar:
    return max(model.variables, key=lambda var: len(var.domain))


ALONE: dict[str, Callable[[Model], Any]] = {
    "explain": lambda model: pb.explain(model, seconds=SECONDS),
    "hint": lambda model: pb.hint(model, seconds=SECONDS),
    "why not": lambda model: pb.why_not(model, widest(model) == widest(model).domain[1], seconds=SECONDS),
    "conflict": lambda model: pb.conflict(model, seconds=SECONDS),
}
"""The questions that are answered without a choice of the backend."""

OF_A_BACKEND: dict[str, Callable[[Model, str], Any]] = {
    "solve": lambda model, backend: pb.solve(model, backend=backend, seconds=SECONDS),
    "is unique": lambda model, backend: pb.is_unique(model, backend=backend, seconds=SECONDS),
    "count": lambda model, backend: pb.count(model, backend=backend, seconds=SECONDS),
    "optimum": lambda model, backend: pb.optimum(model, backend=backend, seconds=SECONDS),
    "common": lambda model, backend: pb.common(model, backend=backend, seconds=SECONDS),
    "diagnose": lambda model, backend: pb.diagnose(model, backend=backend, seconds=SECONDS),
    "repair": lambda model, backend: pb.repair(model, backend=backend, seconds=SECONDS),
}

BACKENDS = ("", *registry.BACKENDS, *registry.OTHERS, "best", "sat:kernel", "sat:glucose4")

ROWS = [(question, "") for question in ALONE] + list(product(OF_A_BACKEND, BACKENDS))

RIGHT: dict[str, Callable[[int], Any]] = {"is unique": lambda answers: answers == 1, "count": lambda answers: answers}
"""What some questions come to where there are so many answers."""


def asked(model: Model, question: str, backend: str) -> Any:
    """Return the answer to a question, or the sentence that refuses it."""
    try:
        return ALONE[question](model) if question in ALONE else OF_A_BACKEND[question](model, backend)
    except PuzzlebenchError as refusal:
        return str(refusal)


@pytest.mark.slow
@pytest.mark.parametrize(("question", "backend"), ROWS)
@pytest.mark.parametrize("name", WIDE_MODELS)
def test_every_question_about_a_wide_model_ends_in_time_with_an_answer_or_a_sentence(
    name: str, question: str, backend: str
) -> None:
    found(backend.partition(":")[0] or "kernel")
    model, relevant = wide_model(name, FAR)
    with soon():
        said = asked(model, question, backend)
    right = question in RIGHT and RIGHT[question](len(answers_within(model, relevant)))
    assert said == right if question in RIGHT and not isinstance(said, str) else str(said)


@pytest.mark.parametrize("question", [*ALONE, *OF_A_BACKEND])
def test_no_question_lists_the_values_of_a_wide_set(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0
    as_before = IntervalSet.__iter__

    def noting(values: IntervalSet) -> Iterator[int]:
        nonlocal longest
        for number, value in enumerate(islice(as_before(values), MANY_LISTED), 1):
            longest = max(longest, number)
            yield value

    monkeypatch.setattr(IntervalSet, "__iter__", noting)
    for name in WIDE_MODELS:
        asked(wide_model(name, VERY_FAR)[0], question, "")
    assert longest < MANY_LISTED


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


@pytest.mark.skipif(bool(missing()), reason="without the compiled kernel there is no other")
@pytest.mark.parametrize("question", ["conflict", "explain", "why not"])
def test_no_solver_that_probes_each_value_is_asked_about_a_wide_model(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    as_before = incremental._engine

    def noting(name: str, with_proof: bool) -> SatEngine:
        asked_for.append(name)
        return as_before(name, with_proof)

    monkeypatch.setattr(incremental, "_engine", noting)
    model = Model("wide")
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, 2_100, "w")
    model.add(w == 500 * x + 7, because="w is 500 x and 7")
    model.add(w >= 600, because="w is at least 600")
    if question == "conflict":
        model.add(x == 0, because="x is 0")
    asked(model, question, "")
    assert set(asked_for) == {incremental.KERNEL}
