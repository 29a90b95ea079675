"""Generators: what no puzzle can be is refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from models.errors import InputError
from models.registry import load_puzzle
from tests.tables import rows

REFUSED: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    "grecian": [
        ("1x4x12", {}, "a size of 1 dial is asked for; 2 to 8 are expected: with fewer nothing can be turned"),
        ("5x4x1000000", {}, "a size of 1,000,000 columns is asked for; 2 to 24 are expected: nobody turns more"),
        ("5x4", {}, "'5x4' is no size; dials, rings and columns are expected"),
        ("5x4x12", {"holes": "100%"}, "the share of holes is 100%; less than 100% is expected"),
        ("5x4x12", {"holes": "20%"}, "so that numbers lie hidden in the answer; without that 61% are needed at least"),
        ("5x4x12", {"holes": "many"}, "--holes is 'many'; a share such as 30% or 0.3 is expected"),
        ("3x2x4", {"decoys": "16"}, "16 decoys are asked for; besides the answer there are only 15 positions"),
        ("5x4x12", {"target": "3"}, "a target is 3; 4 to 9999 are expected, as each ring shows 1 at least"),
        ("5x4x12", {"target": "42,41"}, "there are 2 targets for 12 columns"),
        ("5x2x3", {}, "the innermost ring of 3 columns has no place for each of 4 upper dials"),
    ],
    "cubes": [
        ("5x1", {}, "5 cubes in 1 colour have no tower, for each side would show a colour twice; 5 are expected"),
        ("5x6", {}, "with 6 colours on 5 cubes no side can show every colour"),
        ("1", {}, "1 cube; 2 to 30 are expected: one alone is a tower however it stands"),
        ("1000000", {}, "1,000,000 cubes; 2 to 30 are expected: the largest known sets have 32"),
        ("four", {}, "'four' is no size; a number of cubes is expected, such as 8"),
    ],
    "cover": [
        ("1x9", {}, "the board is 1x9; sides from 2 to 12 are expected: in one row pieces have no shape"),
        ("1000x1000", {}, "the board is 1000x1000; sides from 2 to 12 are expected: on more, nobody ends by hand"),
        ("6x6", {"missing": "0"}, "each answer has a mirror image"),
        ("4x4", {"missing": "12"}, "of 16 cells 12 are missing, too many for two pieces"),
        ("6x6", {"cells": "1"}, "--cells is 1; 2 to 12 are expected, for of single cells all are alike"),
        ("6x6", {"options": "9"}, "--options is for items without a board"),
        ("20", {"fixed": True}, "--fixed is for a board; a size such as 6x8 makes one"),
        ("20", {"options": "3"}, "--options is 3; 10 to 200 are expected for 20 items"),
        ("1000000", {}, "--size is 1000000; 4 to 100 items are expected, or a board such as 6x8"),
    ],
}


@rows(
    ("puzzle", "size", "asked", "sentence"),
    [(puzzle, *case) for puzzle in REFUSED for case in REFUSED[puzzle]],
)
def test_what_cannot_be_is_refused_with_the_reason(
    puzzle: str, size: str, asked: dict[str, Any], sentence: str
) -> None:
    generator = load_puzzle(puzzle).generator
    assert generator is not None
    with pytest.raises(InputError) as refused:
        generator.specification(size, asked)
    assert sentence in str(refused.value)
