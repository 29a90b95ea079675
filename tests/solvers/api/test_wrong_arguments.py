"""Arguments of wrong types: every call of the front door answers with a sentence, whatever it is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.errors import PuzzlebenchError
from models.language.model import Model
from models.sudoku.instance import Sudoku
from solvers import api as pb
from solvers.api.instance_set import InstanceSet
from solvers.api.search import LoadedModel
from tests.models.language.test_wrong_arguments import WRONG
from tests.tables import rows


def small_model() -> Model:
    model = Model("m")
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(x < y)
    return model


def calls() -> dict[str, Callable[..., Any]]:
    """Every function of the front door, and every public method of what it loads, which is made anew each time."""
    found = {name: getattr(pb, name) for name in pb.__all__ if inspect.isfunction(getattr(pb, name))}
    for kind, make in ((LoadedModel, lambda: pb.load(small_model())), (InstanceSet, lambda: pb.puzzle("dealing"))):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_") and name != "answers":  # which takes what has been checked
                found[f"{kind.__name__}.{name}"] = _of_a_new_one(method, make)
    return found


def _of_a_new_one(method: Callable[..., Any], make: Callable[[], Any]) -> Callable[..., Any]:
    def call(*args: Any, **named: Any) -> Any:
        return method(make(), *args, **named)

    parameters = [part for part in inspect.signature(method).parameters.values() if part.name != "self"]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return call


CALLS = calls()

FIRST: dict[str, Callable[[], Any]] = {
    "what": small_model,
    "supposed": lambda: "x = 3",
    "puzzle": lambda: "dealing",
    "word": lambda: "dealing",
    "to": lambda: "opb",
    "certificate": lambda: "there is none",
    "path": lambda: "there is none",
    "name": lambda: "",
}
"""What the arguments without a default are given where another one is wrong."""


def parameters() -> list[tuple[str, str]]:
    kinds = inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL
    return [
        (name, part.name)
        for name, call in CALLS.items()
        for part in inspect.signature(call).parameters.values()
        if part.kind not in kinds
    ]


@pytest.mark.parametrize(("name", "parameter"), parameters())
def test_whatever_a_call_is_given_it_answers_or_says_in_a_sentence_why_not(
    name: str, parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where a proof may be written
    takes = inspect.signature(CALLS[name]).parameters
    for wrong in WRONG.values():
        if parameter.startswith("on_") and callable(wrong()):
            continue  # what somebody's own function raises is theirs
        given = {one: FIRST[one]() for one, part in takes.items() if part.default is part.empty and one in FIRST}
        if "seconds" in takes:
            given["seconds"] = 5
        with suppress(PuzzlebenchError):
            found = CALLS[name](**{**given, parameter: wrong()})
            if inspect.isgenerator(found) or hasattr(found, "__next__"):
                next(found, None)


@rows(
    ("call", "sentence"),
    [
        (lambda m: pb.solve(m, proof=""), "'.' cannot be the name of a certificate; the name of a file is expected"),
        (lambda m: pb.solve(m, proof="/"), "'/' cannot be the name of a certificate"),
        (lambda m: pb.solve(m, proof="\0"), "cannot be the name of a certificate"),
        (lambda m: pb.solve(m, proof="9" * 5000), "cannot be the name of a certificate"),
        (lambda m: pb.verify("", m), "'.' cannot be the name of a certificate"),
        (lambda m: pb.verify(3, m), "certificate is 3; the name of a file is expected"),
        (lambda m: pb.puzzle(3), "word is 3; the word of a puzzle, or a puzzle of your own, is expected"),
        (lambda m: pb.puzzle(None), "word is None; the word of a puzzle"),
        (lambda m: pb.explain(m, so_far=np.array([1, 2])), r"so_far is array\(\[1, 2\]\); a half-filled model"),
        (lambda m: pb.hint(m, np.array([1, 2])), r"strength is array\(\[1, 2\]\); a word is expected"),
        (lambda m: pb.solve(m, assumptions=np.array(3)), r"assumptions has array\(3\); literals such as x == 3 are"),
        (lambda m: pb.solve(m, assumptions=range(10**12)), "assumptions has range"),
        (lambda m: pb.solve(m, assumptions=[3]), "assumptions has 3; literals such as x == 3 are expected"),
        (lambda m: pb.solve(m, seed=2.5), "seed is 2.5; a whole number is expected"),
        (lambda m: pb.explain(m, techniques="singles"), "techniques is 'singles'; a list of words is expected"),
        (lambda m: pb.solve(Sudoku((0,) * 16)), "a Sudoku of this board has 81 cells, not 16"),
        (lambda m: pb.generate("sudoku", puzzles=0), "a new sudoku cannot be asked for by 'puzzles'; there are"),
    ],
)
def test_the_sentence_names_the_argument(call: Callable[[Model], object], sentence: str) -> None:
    with pytest.raises(PuzzlebenchError, match=sentence):
        call(small_model())


@pytest.mark.parametrize("call", [pb.solve, pb.count, lambda m, seed: pb.common(m, seed=seed).shared, pb.diagnose])
def test_whole_numbers_of_other_libraries_are_whole_numbers(call: Callable[..., object]) -> None:
    call(small_model(), seed=np.int64(2))


def test_assumptions_may_come_from_a_generator() -> None:
    model = small_model()
    x = model.variables[0]
    assert pb.count(model, assumptions=(x == value for value in (1,))) == 2
