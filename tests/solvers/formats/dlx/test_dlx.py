"""Knuth's text: names that his programs take, what they stand for, and our own reader as the other side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.language.model import Model
from models.registry import load_puzzle
from solvers.__main__ import dispatch
from tests.solvers.formats.foreign import written


def test_a_model_is_written_with_names_after_its_rules() -> None:
    model = Model("small")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(1, 3, "y")
    model.add_all_different(x, y, because="no two\nalike", key=("row", 4))
    model.add_exactly_one(x == 2, y == 2, because="a 2 at least", key=("a very long word", 12))
    assert written("dlx", model) == (
        "| a test\n"
        "| averyl12: a 2 at least\n"
        "| takes0: x takes one value\n"
        "| takes1: y takes one value\n"
        "| row4_1: no two alike\n"
        "| row4_2: no two alike\n"
        "| row4_3: no two alike\n"
        "averyl12 takes0 takes1 | row4_1 row4_2 row4_3\n"
        "| x = 1\n"
        "takes0 row4_1\n"
        "| x = 2\n"
        "averyl12 takes0 row4_2\n"
        "| x = 3\n"
        "takes0 row4_3\n"
        "| y = 1\n"
        "takes1 row4_1\n"
        "| y = 2\n"
        "averyl12 takes1 row4_2\n"
        "| y = 3\n"
        "takes1 row4_3\n"
    )


def test_it_is_said_that_several_covers_may_be_one_answer() -> None:
    model = Model("projected")
    x, y = model.new_int_var(1, 2, "x"), model.new_int_var(1, 2, "y")
    model.project_on(x)
    assert "| several covers may be one answer" not in written("dlx", model)
    model.add_at_most_one(x == 1, y == 1)
    assert "| several covers may be one answer: they differ in what is no part of it\n" in written("dlx", model)


@pytest.mark.parametrize("number", [1, 12, 12_345_678])
def test_every_name_is_short_and_no_other_has_it(number: int) -> None:
    model = Model("names")
    for place in range(4):
        one, other = model.new_bool_var(), model.new_bool_var()
        model.add_exactly_one(one, other, key=("column", number))
        model.add_exactly_one(one, ~other, key=("columnar" * place, number))
        model.add_exactly_one(other, key=("|: #",))
    names = [name for name in re.split(r"\s+", re.search("^[^|].*$", written("dlx", model), re.M)[0]) if name != "|"]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"\w{1,8}", name, re.ASCII) for name in names)


@pytest.mark.parametrize("name", ["langford-4", "mutilated-board"])
def test_a_cover_comes_back_as_it_went(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = tmp_path / "again.dlx"
    assert dispatch(["export", "cover", name, "--output", str(goal)]) == 0
    puzzle = load_puzzle("cover")
    (there,) = puzzle.read(next(puzzle.instances_folder.glob(f"{name}.*")))
    (back,) = puzzle.read(goal)
    useful = [there.options[number] for number in there.useful]
    assert [len(option.items) for option in back.options] == [len(option.items) for option in useful]
    assert (len(back.primary), len(back.secondary)) == (len(there.primary), len(there.secondary))
