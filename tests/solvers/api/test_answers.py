"""An answer is a dictionary of names and values, and more; arguments that there are not name the one that was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from json import dumps
from typing import Any

import pytest

from models.errors import PuzzlebenchError
from solvers import Status
from solvers import api as pb
from tests.solvers.api.test_api import best_of_two, contradiction
from tests.tables import rows


def fence() -> tuple[pb.Model, list[Any]]:
    model = pb.Model("fence")
    width, height, area = parts = [model.new_int_var(0, 25, name) for name in ("width", "height", "area")]
    model.add(width + height == 10)
    model.add_multiplication_equality(area, [width, height])
    model.project_on(width, height)
    return model, parts


def test_an_answer_is_a_dictionary_of_what_makes_it_up() -> None:
    model, (width, height, area) = fence()
    answer = pb.solve(model, givens={width: 4})
    assert isinstance(answer, Mapping)
    assert (dict(answer), {**answer}, answer.value) == ({"width": 4, "height": 6},) * 3
    assert (list(answer), len(answer), answer == {"width": 4, "height": 6}) == (["width", "height"], 2, True)
    assert ("width" in answer, "depth" in answer, answer.get("depth", 7)) == (True, False, 7)
    assert answer["area"] == answer[area] == answer[width + 5 * height] - 10 == 24
    assert (answer[width + height == 10], answer[area <= 23]) == (True, False)


def test_what_has_no_answer_is_an_empty_dictionary_and_no_other_answer() -> None:
    nothing = pb.solve(contradiction())
    assert (dict(nothing), len(nothing), "x" in nothing, nothing.value) == ({}, 0, False, None)
    assert nothing == pb.solve(contradiction())
    unknown = pb.solve(contradiction(), backend="backtracking", seconds=1e-9)
    assert (unknown.status, unknown == nothing) == (Status.UNKNOWN, False)
    with pytest.raises(KeyError, match="proved to have no answer"):
        nothing["x"]


def test_an_answer_of_a_puzzle_has_the_values_of_its_model_too() -> None:
    answer = pb.solve(pb.puzzle("sudoku").load("inkala"))
    assert (len(answer), answer["R1C1"]) == (81, 8)
    assert tuple(answer.values()) == answer.value.cells
    impossible = pb.solve(pb.puzzle("sudoku").typed("11" + 79 * "."))
    assert str(impossible).startswith("<impossible: sudoku")


def test_value_and_objective_are_alike_wherever_an_answer_comes_from(tmp_path: Any) -> None:
    model, *_ = best_of_two()
    *_, last = pb.solutions(model)
    for answer in (pb.solve(model), last, pb.optimum(model), pb.solve(model, proof=tmp_path / "best")):
        assert (answer.value, answer.objective, answer.proved) == ({"x": 2, "y": 3}, 17, answer is not last)
    grecian = pb.puzzle("grecian").load()
    found = pb.solve(grecian, minimize="turns")
    assert (found.value, found.objective) == (pb.solve(grecian, minimize="turns", proof=tmp_path / "turns").value, 14)


@rows(
    ("call", "name", "instead"),
    [
        (pb.solve, "time_limit", "did you mean seconds?"),
        (pb.solve, "timeout", "did you mean seconds?"),
        (pb.solve, "solver", "did you mean backend?"),
        (pb.solve, "bakend", "did you mean backend?"),
        (pb.solve, "max_solutions", "solutions() has limit, the most answers that are wanted"),
        (pb.solve, "nonsense", "it has backend, seconds, givens, assumptions, "),
        (pb.solutions, "n", "did you mean limit?"),
        (pb.count, "num_workers", "did you mean workers?"),
        (pb.load, "timeout", "it has backend, seed, workers, formulation, minimize"),
        (pb.explain, "time_limit", "did you mean seconds?"),
        (pb.hint, "so_fa", "did you mean so_far?"),
        (pb.diagnose, "threads", "did you mean workers?"),
        (pb.conflict, "timeout", "did you mean seconds?"),
    ],
)
def test_an_argument_that_there_is_not_is_answered_with_the_one_that_was_meant(
    call: Callable[..., object], name: str, instead: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(f"{call.__name__}() has no argument {name!r}; {instead}")):
        call(contradiction(), **{name: 1})


@rows(
    ("name", "instead"),
    [
        ("sovle", "did you mean solve?"),
        ("CpModel", "did you mean Model?"),
        ("AllDifferent", "use model.add_all_different"),
        ("all_different", "use model.add_all_different"),
        ("intvar", "use model.new_int_var"),
        ("boolvar", "use model.new_bool_var"),
    ],
)
def test_a_name_that_there_is_not_is_answered_so_too(name: str, instead: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(f"has no attribute {name!r}; {instead}") + "$"):
        getattr(pb, name)


def test_an_answer_tells_how_values_are_asked_for() -> None:
    answer = pb.solve(best_of_two()[0])
    with pytest.raises(PuzzlebenchError, match=r"^answer.value is a dictionary .* write answer\[x\]$"):
        answer.value("x")
    with pytest.raises(AttributeError, match=r"^an answer has no 'objective_value'; use objective$"):
        answer.objective_value  # type: ignore[attr-defined]  # noqa: B018
    assert dumps(answer.value) == '{"x": 2, "y": 3}'
