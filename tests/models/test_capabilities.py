"""Rooms of puzzles are alike: the same parts in each, of the kinds that a puzzle names, and instances with titles."""

from __future__ import annotations

from pathlib import Path

import pytest

import models
from models.drawing import Drawing
from models.errors import InputError
from models.generation import Family
from models.mistakes import ErrorModel
from models.registry import PUZZLES, find_instance, instance_files, instance_titles, load_puzzle
from tests.tables import rows

PARTS = {"__init__", "instance", "model", "text", "reading", "picture", "mistakes", "generator"}


@rows("name", PUZZLES)
def test_every_room_has_the_same_parts(name: str) -> None:
    room = Path(models.__file__).parent / name
    assert {path.stem for path in room.iterdir()} >= PARTS


@rows("name", PUZZLES)
def test_a_capability_is_of_its_kind(name: str) -> None:
    puzzle = load_puzzle(name)
    assert isinstance(puzzle.drawing, Drawing)
    assert isinstance(puzzle.error_model, ErrorModel)
    assert all(isinstance(family, Family) for family in puzzle.families.values())


@rows("name", PUZZLES)
def test_every_instance_file_has_a_title(name: str) -> None:
    puzzle = load_puzzle(name)
    titles = instance_titles(puzzle)
    assert list(titles) == list(instance_files(puzzle))
    assert all(titles.values())


def test_titles_tell_the_year() -> None:
    titles = instance_titles(load_puzzle("cubes"))
    assert titles["amtnys-1"] == "AMTNYS 2006 teacher kit, set 1"
    assert titles["haque-4"] == "programming contest, four.txt (2015)"


@pytest.mark.parametrize(
    ("puzzle", "name", "end"),
    [
        ("cubes", "tick-44", "did you mean tick-4?"),
        ("cubes", "zzz", "--list shows the 49 instances that there are"),
        ("dealing", "zzz", "the instances are " + ", ".join(instance_files(load_puzzle("dealing")))),
    ],
)
def test_a_wrong_name_suggests_the_likely_instance(puzzle: str, name: str, end: str) -> None:
    with pytest.raises(InputError) as error:
        find_instance(load_puzzle(puzzle), name)
    assert str(error.value) == f"there is no file '{name}' and no instance of {puzzle} by that name; {end}"
