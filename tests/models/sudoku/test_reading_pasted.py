"""Sudokus as people paste them: blanks as spaces, pencil marks, tables with ids; and each mistake told once."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.instance import Sudoku
from models.sudoku.reading.table import sudoku_from
from tests.models.sudoku.grids import NINE, ROWS, SOLVED, clues, read
from tests.models.sudoku.grids import ruled as ruled_rows
from tests.tables import rows

GAP = "53..7....6..195....98....6.8...6...3.........7...2...6.6....28....419..5....8..79"
"""The same with nothing in row 5."""


def ruled(row_format: str, rule: str) -> str:
    return ruled_rows(row_format, rule, [row.replace(".", " ") for row in ROWS])


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


COMPACT = "\n".join(ROWS).replace(".", " ")
APART = "\n".join(" ".join(row) for row in ROWS).replace(".", " ")

BLANKS = {
    "side by side": COMPACT,
    "side by side, ends lost": trimmed(COMPACT),
    "apart": APART,
    "apart, ends lost": trimmed(APART),
    "indented": "\n".join(f"    {line}" for line in COMPACT.split("\n")),
    "groups": "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in COMPACT.split("\n")),
    "groups apart": trimmed(
        "\n".join("  ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in COMPACT.split("\n"))
    ),
    "bands": trimmed("\n\n".join("\n".join(ROWS[i : i + 3]) for i in (0, 3, 6)).replace(".", " ")),
    "rules": ruled("{}{}{}|{}{}{}|{}{}{}", "---+---+---"),
    "rules, ends lost": trimmed(ruled("{}{}{}|{}{}{}|{}{}{}", "---+---+---")),
    "rules outside too": ruled("|{}{}{}|{}{}{}|{}{}{}|", "+---+---+---+"),
    "wide rules": ruled("| {} {} {} | {} {} {} | {} {} {} |", "+-------+-------+-------+"),
    "wide rules inside": trimmed(ruled("{} {} {} | {} {} {} | {} {} {}", "------+-------+------")),
    "a rule round each cell": ruled("|{}|{}|{}|{}|{}|{}|{}|{}|{}|", "+-+-+-+-+-+-+-+-+-+"),
    "box drawing": ruled("║ {} {} {} │ {} {} {} │ {} {} {} ║", "╟───────┼───────┼───────╢"),
    "on one line": NINE.replace(".", " "),
}


@rows("text", BLANKS.values())
@rows("around", ["{}", "{}\n\n{}\n", f"{NINE}\n{{}}\n{NINE}", "# mine\nPuzzle 7\n{}\n"])
def test_empty_cells_may_be_spaces(tmp_path: Path, text: str, around: str) -> None:
    found = read(tmp_path, around.format(text, text))
    assert {*found} == {Sudoku(clues(NINE))}
    assert len(found) == around.count("{}") + around.count(NINE)


@rows("end", [str, str.rstrip])
@rows("form", ["{}{}{}{}{}{}{}{}{}", "|{}{}{}|{}{}{}|{}{}{}|", "{} {} {} {} {} {} {} {} {}"])
def test_a_row_may_be_empty(tmp_path: Path, form: str, end: type[str]) -> None:
    rows = [form.format(*GAP[start : start + 9].replace(".", " ")) for start in range(0, 81, 9)]
    assert read(tmp_path, "\n".join(map(end, rows))) == [Sudoku(clues(GAP))]


def test_grids_of_spaces_follow_each_other_without_a_blank_line(tmp_path: Path) -> None:
    assert read(tmp_path, f"{COMPACT}\n{COMPACT}\n{COMPACT}") == [Sudoku(clues(NINE))] * 3


def test_small_full_grids_are_no_large_ones_with_spaces(tmp_path: Path) -> None:
    four = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    assert [item.order for item in read(tmp_path, four * 4) if isinstance(item, Sudoku)] == [4] * 4


def test_spaces_that_leave_no_certain_columns_are_no_grid(tmp_path: Path) -> None:
    crooked = COMPACT.split("\n")
    crooked[4] = "  " + crooked[4]
    (error,) = read(tmp_path, "\n".join(crooked))
    assert isinstance(error, InputError)


LOST = "4....7.3..2..8.........9......1.28..5.7.........3......4.3..6..7...............1."


@rows("empty", range(9))
@rows("bands", [False, True])
@rows("after", ["", "\n", f"\n\n{NINE}\n"])
def test_where_empty_rows_have_lost_their_spaces_no_grid_is_taken_for_another(
    tmp_path: Path, empty: int, bands: bool, after: str
) -> None:
    rows = [LOST[start : start + 9] for start in range(0, 81, 9)]
    rows[empty] = "." * 9
    lines = trimmed("\n".join(rows).replace(".", " ")).split("\n")
    text = "\n\n".join("\n".join(lines[i : i + 3]) for i in (0, 3, 6)) if bands else "\n".join(lines)
    found = [item for item in read(tmp_path, text + after) if isinstance(item, Sudoku)]
    assert {*found} <= {Sudoku(clues("".join(rows))), Sudoku(clues(NINE))}


# Pencil marks


def pencilled(left: str, between: str, right: str, width: int) -> str:
    """NINE with the candidates of each empty cell, as its neighbours leave them."""
    cells = []
    for place, symbol in enumerate(NINE):
        row, column = divmod(place, 9)
        seen = {
            NINE[other]
            for other in range(81)
            if other // 9 == row
            or other % 9 == column
            or (other // 27 == place // 27 and other % 9 // 3 == column // 3)
        }
        cells.append(symbol if symbol != "." else "".join(d for d in "123456789" if d not in seen))
    lines = []
    for start in range(0, 81, 9):
        boxes = [" ".join(cell.ljust(width) for cell in cells[start + i : start + i + 3]) for i in (0, 3, 6)]
        lines.append(left + between.join(boxes) + right)
    return "\n".join(["{top}", *lines[:3], "{rule}", *lines[3:6], "{rule}", *lines[6:], "{end}"])


MARKS = {
    "HoDoKu": pencilled("| ", " | ", " |", 6).format(
        top="." + "-" * 66 + ".", rule=":----+----+----:", end="'----'----'"
    ),
    "HoDoKu's corners": pencilled("| ", " | ", " |", 6).format(
        top=".-----.-----.-----.", rule=":-----+-----+-----:", end="'-----'-----'-----'"
    ),
    "Simple Sudoku": pencilled(" | ", " | ", " |", 6).format(
        top=" *-------*", rule=" |-------+-------|", end=" *-------*"
    ),
    "SudokuWiki": pencilled("|", "|", "|", 5).format(top="+---+---+---+", rule="+---+---+---+", end="+---+---+---+"),
    "plain": pencilled("", " ", "", 1).format(top="", rule="", end=""),
}


@rows("text", MARKS.values())
def test_of_pencil_marks_a_single_one_is_what_the_cell_holds(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, text)
    assert len(found) == 1
    assert isinstance(found[0], Sudoku)
    assert all(clue in (0, digit) for clue, digit in zip(clues(NINE), found[0].clues, strict=True) if clue)
    assert all(digit in (0, int(right)) for digit, right in zip(found[0].clues, SOLVED, strict=True))
    remark, *_ = PUZZLE.warnings(found[0])
    assert remark.startswith("read from pencil marks: ")


def test_a_puzzle_without_marks_has_no_such_remark(tmp_path: Path) -> None:
    (plain,) = read(tmp_path, NINE)
    assert isinstance(plain, Sudoku)
    assert PUZZLE.warnings(plain) == ()


# Tables


@rows(
    ("text", "name"),
    [
        (f"id,puzzle,solution\n7,{NINE},{SOLVED}", "mine (7)"),
        (f"id,puzzle,solution,clues,difficulty\n1,{NINE},{SOLVED},30,2.2", "mine (1 30 2.2)"),
        (f"quizzes,solutions\n{NINE.replace('.', '0')},{SOLVED}", "mine"),
        (f"no;solution;puzzle\n1;{SOLVED};{NINE}", "mine (1)"),
        (f"name\tgrid\nof Monday\t{NINE}", "of Monday"),
        (f"0000183b305c {NINE} 1.2", "0000183b305c 1.2"),
        (f'"12","{NINE}","easy"', "12 easy"),
        (f"{NINE},{SOLVED},27", "mine (27)"),
    ],
)
def test_a_puzzle_may_stand_anywhere_in_a_table(tmp_path: Path, text: str, name: str) -> None:
    (puzzle,) = read(tmp_path, text, "mine.csv")
    assert puzzle == Sudoku(clues(NINE))
    assert puzzle.name == name


@pytest.mark.parametrize("first", [0, 1])
def test_the_numbers_of_rows_and_columns_are_no_part_of_a_grid(tmp_path: Path, first: int) -> None:
    heading = ",".join(["", *map(str, range(first, first + 9))])
    rows = [f"{number}," + ",".join(row).replace(".", "0") for number, row in enumerate(ROWS, first)]
    assert read(tmp_path, "\n".join([heading, *rows]), "mine.csv") == [Sudoku(clues(NINE))]


def test_a_sheet_with_ids_is_read(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["id", "puzzle", "solution"], [1, NINE, SOLVED], [2, NINE, SOLVED]):
        book.active.append(row)
    book.save(tmp_path / "mine.xlsx")
    found = list(PUZZLE.read(tmp_path / "mine.xlsx"))
    assert found == [Sudoku(clues(NINE))] * 2
    assert [item.name for item in found if isinstance(item, Sudoku)] == ["mine #1 (1)", "mine #2 (2)"]


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
