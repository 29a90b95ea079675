"""What a room declares by a line of text, such as where its drawing is, is there and is of its kind."""

from __future__ import annotations

import pytest

from models.drawing import Drawing
from models.generation import Family
from models.mistakes import ErrorModel
from models.registry import PUZZLES, load_puzzle


@pytest.mark.parametrize("name", PUZZLES)
def test_a_capability_is_of_its_kind(name: str) -> None:
    puzzle = load_puzzle(name)
    assert isinstance(puzzle.drawing, Drawing)
    assert isinstance(puzzle.error_model, ErrorModel)
    assert all(isinstance(family, Family) for family in puzzle.families.values())
