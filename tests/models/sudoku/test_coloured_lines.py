"""Coloured lines: the model leaves just the digits that the rule, tried on all of them, lets through."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from models.language.model import Model
from models.sudoku.board import BoardLayout, layout_of
from models.sudoku.variants import coloured_lines, variants
from models.sudoku.variants.coloured_lines import ColouredLine, SumLine
from models.sudoku.variants.planting import LinePlanter
from solvers.core.registry import load_backend
from tests.tables import rows

RULES = [kind for kind in variants().values() if issubclass(kind, ColouredLine | SumLine)]
BOARDS = [layout_of((2, 3)), layout_of((3, 3)), layout_of((2, 4))]


def line_on(board: BoardLayout, kind: Any, random: Random) -> Any:
    """A random line of up to four cells on which the rule makes sense."""
    while True:
        start, long = random.randrange(len(board.positions)), random.randint(2, 4)
        cells = tuple(LinePlanter(board, random).grow(start, long, lambda line: True))
        place = SumLine(cells, random.randint(3, 12)) if kind is SumLine else kind(cells)
        if len(cells) >= getattr(kind, "shortest", 2) and not place.complaint(board):
            return place


def test_there_are_the_rules_that_setters_use() -> None:
    assert {kind.word for kind in RULES} == {
        *("renban", "german_whispers", "dutch_whispers", "region_sum_lines", "entropic_lines", "modular_lines"),
        *("zipper_lines", "nabner", "ten_lines", "lockout_lines", "double_arrows", "slow_thermometers"),
        "sum_line",
    }
    assert {kind.__module__ for kind in RULES} == {coloured_lines.__name__}


@pytest.mark.parametrize("kind", RULES, ids=lambda kind: kind.word)
def test_a_line_leaves_what_its_rule_does(kind: Any) -> None:
    for seed in range(100):
        random = Random(f"{kind.word} {seed}")
        board = BOARDS[seed % 3]
        place = line_on(board, kind, random)
        model = Model(kind.word)
        cells = {cell: model.new_int_var(1, board.order, board.name(cell)) for cell in place.cells}
        place.post(model, [cells.get(cell) for cell in range(len(board.positions))], board)  # type: ignore[misc]
        model.project_on(cells.values())
        found = {tuple(one[var] for var in cells.values()) for one in load_backend("kernel")[0].load(model).solutions()}
        grid = [0] * len(board.positions)
        expected = set()
        for digits in product(range(1, board.order + 1), repeat=len(place.cells)):
            for cell, digit in zip(place.cells, digits, strict=True):
                grid[cell] = digit
            if place.holds(grid, board):
                expected.add(digits)
        assert found == expected, place


@rows(
    ("word", "cells", "digits", "holds"),
    [
        ("renban", "r1c1 r1c2 r1c3", "574", False),
        ("renban", "r1c1 r1c2 r1c3", "576", True),
        ("german_whispers", "r1c1 r1c2 r1c3", "162", False),
        ("german_whispers", "r1c1 r1c2 r1c3", "161", True),
        ("dutch_whispers", "r1c1 r1c2 r1c3", "159", True),
        ("region_sum_lines", "r1c3 r1c4 r1c5", "734", True),
        ("region_sum_lines", "r1c3 r1c4 r1c5", "735", False),
        ("entropic_lines", "r1c1 r1c2 r1c3 r1c4", "1592", True),
        ("entropic_lines", "r1c1 r1c2 r1c3 r1c4", "1599", False),
        ("modular_lines", "r1c1 r1c2 r1c3 r1c4", "1234", True),
        ("modular_lines", "r1c1 r1c2 r1c3 r1c4", "1233", False),
        ("zipper_lines", "r1c1 r1c2 r1c3 r1c4 r1c5", "13825", False),
        ("zipper_lines", "r1c1 r1c2 r1c3 r1c4 r1c5", "13857", True),
        ("zipper_lines", "r1c1 r1c2 r1c3 r1c4", "1423", False),
        ("zipper_lines", "r1c1 r1c2 r1c3 r1c4", "1324", True),
        ("nabner", "r1c1 r1c2 r1c3", "152", False),
        ("nabner", "r1c1 r1c2 r1c3", "153", True),
        ("ten_lines", "r1c1 r1c2 r1c3 r1c4", "2819", True),
        ("ten_lines", "r1c1 r1c2 r1c3 r1c4", "2891", True),
        ("ten_lines", "r1c1 r1c2 r1c3 r1c4", "9821", False),
        ("lockout_lines", "r1c1 r1c2 r1c3", "347", False),
        ("lockout_lines", "r1c1 r1c2 r1c3", "327", True),
        ("lockout_lines", "r1c1 r1c2 r1c3", "326", False),
        ("double_arrows", "r1c1 r1c2 r1c3 r1c4", "4562", False),
        ("double_arrows", "r1c1 r1c2 r1c3 r1c4", "9467", False),
        ("double_arrows", "r1c1 r1c2 r1c3 r1c4", "9561", False),
        ("double_arrows", "r1c1 r1c2 r1c3 r1c4", "9465", False),
        ("double_arrows", "r1c1 r1c2 r1c3 r1c4", "7463", True),
        ("slow_thermometers", "r1c1 r1c2 r2c1", "133", True),
        ("slow_thermometers", "r1c1 r1c2 r2c1", "132", False),
    ],
)
def test_a_rule_is_what_setters_mean(word: str, cells: str, digits: str, holds: bool) -> None:
    board = BOARDS[1]
    (place,) = variants()[word].read([cells], board)
    grid = [0] * 81
    for cell, digit in zip(place.of, digits, strict=True):
        grid[cell] = int(digit)
    assert place.holds(grid, board) is holds


@pytest.mark.parametrize(
    ("digits", "made", "holds"), [("3663", 9, True), ("3636", 9, True), ("3366", 9, False), ("6636", 21, True)]
)
def test_a_sum_line_is_cut_where_its_number_is_reached(digits: str, made: int, holds: bool) -> None:
    (place,) = SumLine.read([{"cells": "r1c1-r1c4", "sum": made}], BOARDS[1])
    assert place.holds([*map(int, digits), *[0] * 77], BOARDS[1]) is holds


@pytest.mark.parametrize(
    ("order", "kinds"), [(4, ["1", "23", "4"]), (8, ["123", "45", "678"]), (9, ["123", "456", "789"])]
)
def test_low_middle_and_high_digits_are_thirds_and_the_middle_takes_what_is_uneven(
    order: int, kinds: list[str]
) -> None:
    found = variants()["entropic_lines"].kinds(layout_of((1, order)))  # type: ignore[attr-defined]
    assert ["".join(map(str, kind)) for kind in found] == kinds


@pytest.mark.parametrize(
    ("cells", "made", "told"),
    [
        ("r1c1", 5, "has 1 cell; 2 or more"),
        ("r1c1 r1c2", 0, "sums of 0; it can make 1 to 18"),
        ("r1c1 r1c2", 19, "it can make 1 to 18"),
        ("r1c1 r1c3", 9, "are no neighbours"),
    ],
)
def test_a_sum_line_that_makes_no_sense_is_told(cells: str, made: int, told: str) -> None:
    (place,) = SumLine.read([{"cells": cells, "sum": made}], BOARDS[1])
    assert told in (place.complaint(BOARDS[1]) or "")
