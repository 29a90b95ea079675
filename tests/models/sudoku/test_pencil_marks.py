"""Grids of pencil marks as players' programs print them: each cell holds one of its marks, whatever is round it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.board import BOXES, SYMBOLS, layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.reading.given_marks import with_marks
from models.sudoku.reading.table import sudoku_from
from models.sudoku.text import candidate_table
from solvers.api import explain
from tests.examples import DEEP
from tests.models.sudoku.grids import NINE, clues, read, shifted
from tests.tables import rows


class Frame(NamedTuple):
    """What is drawn round a grid: before, between and behind the boxes of a row; a rule above, between and below."""

    left: str
    between: str
    right: str
    rules: tuple[str, str, str]  # corner, dash, crossing and end of each; empty for none
    gap: str = " "


FRAMES = {
    "HoDoKu": Frame("| ", " | ", " |", (".-..", ":-+:", "'-''")),
    "HoDoKu, rules without crossings": Frame("| ", " | ", " |", (".--.", ":-+:", "'--'")),
    "Simple Sudoku": Frame(" | ", " | ", " |", ("*--*", "|-+|", "*--*")),
    "SudokuWiki": Frame("|", "|", "|", ("+-++", "+-++", "+-++"), "|"),
    "Sudoku Explainer": Frame("| ", " | ", " |", ("+--+", "|-+|", "+--+")),
    "rules between boxes alone": Frame("", " | ", "", ("", "--+-", "")),
    "box drawing": Frame("│ ", " │ ", " │", ("┌─┬┐", "├─┼┤", "└─┴┘")),
    "a rule round each cell": Frame("| ", " | ", " |", ("+-++", "+-++", "+-++"), " | "),
    "rules without sides": Frame("", "  ", "", ("*--*", "|-+|", "*--*")),
    "no rule": Frame("", "  ", "", ("", "", "")),
}


def drawn(cells: list[str], order: int, frame: Frame, random: Random) -> str:
    """The grid with columns as wide as the widest cell, or as they need, set left, right or in the middle."""
    rows, columns = BOXES[order]
    is_even, is_bare = random.random() < 0.5, random.random() < 0.5
    wide = [max(len(cells[place]) for place in range(column, order**2, order)) for column in range(order)]
    wide = [max(wide)] * order if is_even else wide
    justify = random.choice((str.ljust, str.rjust, str.center))
    lines = []
    for row in range(order):
        texts = [justify(cells[order * row + column], wide[column]) for column in range(order)]
        boxes = [frame.gap.join(texts[at : at + columns]) for at in range(0, order, columns)]
        if row % rows == 0 and (signs := frame.rules[row > 0]):
            lines.append(signs[0] + signs[2].join(signs[1] * (len(box) + 2) for box in boxes) + signs[3])
        lines.append(frame.left + frame.between.join(boxes) + frame.right)
    if signs := frame.rules[2]:
        lines.append(signs[0] + signs[2].join(signs[1] * (len(box) + 2) for box in boxes) + signs[3])
    return "\n".join(map(str.rstrip, lines) if is_bare else lines)


def candidates(order: int, random: Random) -> list[str]:
    """What is left in a half-solved grid of this order, some of it taken away."""
    answer, layout = shifted(BOXES[order]).cells, layout_of(BOXES[order])
    kept, clues = random.random(), random.random()
    known = [digit if random.random() < clues else 0 for digit in answer]
    cells = []
    for cell, digit in enumerate(answer):
        seen = {known[peer] for peer in layout.peers[cell]}
        left = {other for other in layout.digits - seen if random.random() < kept} | {digit}
        cells.append("".join(SYMBOLS[one] for one in sorted({digit} if known[cell] else left)))
    return cells


@rows("frame", FRAMES.values())
@rows("order", [4, 6, 8, 9, 10, 12, 16])
def test_marks_are_read_as_they_are_printed(tmp_path: Path, frame: Frame, order: int) -> None:
    random = Random(order)
    for _ in range(12 if DEEP else 4):
        cells = candidates(order, random)
        if max(map(len, cells)) > 1:
            expected = with_marks(Sudoku((0,) * order**2, BOXES[order]), cells)
            assert read(tmp_path, drawn(cells, order, frame, random)) == [expected]


@rows("order", [4, 9, 12, 16])
def test_marks_that_are_printed_here_are_read_again(tmp_path: Path, order: int) -> None:
    cells = candidates(order, Random(9))
    puzzle = with_marks(Sudoku((0,) * order**2, BOXES[order]), cells)
    table = candidate_table(puzzle.layout, [[SYMBOLS.index(mark) for mark in marks] for marks in cells])
    assert read(tmp_path, table) == [puzzle]


ROW = "*12  3   #45 | 6-7  8    9   | A123 (4)  .    "
CELLS = ["12", "3", "45", "67", "8", "9", "123", "4", "123456789"]


def test_signs_beside_marks_are_no_marks_and_no_comments(tmp_path: Path) -> None:
    text = "\n".join([ROW, *[ROW.replace("*12", "#12")] * 8])
    assert read(tmp_path, text) == [with_marks(Sudoku((0,) * 81), CELLS * 9)]


@rows("width", [9, 81, 729])
@rows("after", ["", f"\n{NINE}\n{NINE}\n"])
def test_729_marks_may_be_broken_into_lines(tmp_path: Path, width: int, after: str) -> None:
    cells = candidates(9, Random(width))
    marks = "".join(digit if digit in cell else "." for cell in cells for digit in "123456789")
    text = "\n".join(marks[at : at + width] for at in range(0, 729, width)) + after
    expected = with_marks(Sudoku((0,) * 81), cells)
    assert read(tmp_path, text) == [expected, *[Sudoku(clues(NINE))] * after.count(NINE)]
    (tmp_path / "mine.txt").write_text(text)
    assert next(iter(PUZZLE.read_many(tmp_path / "mine.txt"))) == expected


@rows("rule", ["*" + "-" * 79 + "*", "." + "-" * 79 + ".", "+" + "-" * 79 + "+"])
def test_a_rule_as_wide_as_a_puzzle_is_no_empty_puzzle(tmp_path: Path, rule: str) -> None:
    assert read(tmp_path, f"{rule}\n{NINE}\n{rule}") == [Sudoku(clues(NINE))]


def test_a_row_as_wide_as_a_puzzle_is_a_row(tmp_path: Path) -> None:
    cells = ["123456789"[:8], *["12345678"] * 7, "1234567"] * 9
    text = "\n".join(" ".join(cells[at : at + 9]).ljust(81) for at in range(0, 81, 9))
    assert read(tmp_path, text) == [with_marks(Sudoku((0,) * 81), cells)]


def test_a_slip_among_numbers_makes_no_marks(tmp_path: Path) -> None:
    rows = [[str((row + column) % 12 + 1) for column in range(12)] for row in range(12)]
    rows[1] = ["3", "41", "5", "6", "7", "8", "9", "1", "2", "1", "1", "2"]
    (error,) = read(tmp_path, "\n".join(map(" ".join, rows)))
    assert "row 1 has numbers, and other rows have pencil marks or a slip" in str(error)


def test_candidates_that_a_library_deletes_are_given_marks(tmp_path: Path) -> None:
    cells = [symbol if symbol != "." else "123456789" for symbol in NINE]
    cells[2], cells[80 - 8] = "35679", "123456789".replace("2", "")
    line = f":0300:4:{NINE.replace('9', '+9')}:113 213 413 r1c3<>8 291:r1c2<>4::"
    expected = with_marks(Sudoku((0,) * 81), cells)
    assert read(tmp_path, line) == [expected]


def test_explanations_start_from_the_marks() -> None:
    layout = layout_of((3, 3))
    seen = [{NINE[peer] for peer in peers} for peers in layout.peers]
    cells = [
        symbol if symbol != "." else "".join(sorted({*"123456789"} - digits))
        for symbol, digits in zip(NINE, seen, strict=True)
    ]
    puzzle = with_marks(Sudoku((0,) * 81), cells)
    assert explain(puzzle).steps[0].name == "hidden single"


def test_marks_of_several_digits_are_known_from_the_start() -> None:
    marks = ["14", "12", "23", "234", "23", "134", "124", "234", "234", "134", "134", "123", "24", "234", "23", "12"]
    way = explain(with_marks(Sudoku((0,) * 16, (2, 2)), marks))
    seen = {(str(fact.var), *(~fact).values) for fact in way.noted[0] if len(fact.values) > 1}
    taken = {
        (f"R{at // 4 + 1}C{at % 4 + 1}", digit) for at in range(16) for digit in {1, 2, 3, 4} - {*map(int, marks[at])}
    }
    assert taken <= seen


def test_a_grid_so_far_has_its_marks_beside_the_rules() -> None:
    puzzle = Sudoku(clues(NINE))
    so_far = "\n".join([" ".join(row).replace(".", "12", 1) for row in (NINE[at : at + 9] for at in range(0, 81, 9))])
    half = PUZZLE.half_filled(puzzle, so_far)
    assert half == PUZZLE.from_text(so_far)


def test_a_cell_without_a_mark_is_named() -> None:
    with pytest.raises(InputError, match="no digit is left for R1C2"):
        with_marks(Sudoku((0,) * 81), ["12", "", *["1"] * 79])


def test_nine_marks_for_each_cell_are_given_and_a_single_one_is_a_clue(tmp_path: Path) -> None:
    every = "123456789"
    marks = [every] * 81
    marks[:4] = ["1........", "020050000", ".2......9", every]
    table = {
        "grid": ["1........", *["." * 9] * 8],
        "given_marks": [{"cells": "r1c2", "digits": "2 5"}, {"cells": "r1c3", "digits": "2 9"}],
    }
    path = tmp_path / "marks.txt"
    path.write_text(f"Puzzle 7\n{''.join(marks)}\n{'.' * 81}\n{''.join([*marks[:5], '.' * 9, *marks[6:]])}\n")
    first, plain, error = PUZZLE.read(path)
    assert first == PUZZLE.from_text("".join(marks)) == sudoku_from("", table)
    assert isinstance(first, Sudoku)
    assert isinstance(plain, Sudoku)
    assert isinstance(error, InputError)
    assert first.name == "Puzzle 7"
    assert (error.sentence, error.line) == ("no digit is left for R1C6 among its pencil marks", 4)
