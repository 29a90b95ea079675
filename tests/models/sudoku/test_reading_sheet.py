"""How an Excel workbook becomes Sudokus."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.instance import Sudoku
from tests.models.sudoku.grids import NINE, clues
from tests.tables import rows

openpyxl = pytest.importorskip("openpyxl")

EMPTY_EDGES = "." * 9 + NINE[9:72] + "." * 9


def save(folder: Path, cells: dict[tuple[int, int], Any], bordered: tuple[int, int, int, int] | None = None) -> Path:
    """A workbook with these cells, and a border round those of an area."""
    book = openpyxl.Workbook()
    for (row, column), value in cells.items():
        book.active.cell(row, column, value)
    if bordered:
        thin = openpyxl.styles.Side("thin")
        for row in range(bordered[0], bordered[2] + 1):
            for column in range(bordered[1], bordered[3] + 1):
                book.active.cell(row, column).border = openpyxl.styles.Border(thin, thin, thin, thin)
    path = folder / "mine.xlsx"
    book.save(path)
    return path


def square(symbols: str, top: int = 1, left: int = 1, write: Any = int) -> dict[tuple[int, int], Any]:
    order = round(len(symbols) ** 0.5)
    return {
        (top + place // order, left + place % order): write(symbol)
        for place, symbol in enumerate(symbols)
        if symbol != "."
    }


@rows("write", [int, float, str, lambda symbol: f" {symbol} "])
@rows("corner", [(1, 1), (5, 3), (1, 40)])
def test_a_grid_of_numbers_or_text_may_stand_anywhere(tmp_path: Path, write: Any, corner: tuple[int, int]) -> None:
    assert list(PUZZLE.read(save(tmp_path, square(NINE, *corner, write=write)))) == [Sudoku(clues(NINE))]


def test_empty_edges_belong_to_a_grid_at_the_sheet_corner_or_with_borders(tmp_path: Path) -> None:
    puzzle = Sudoku(clues(EMPTY_EDGES))
    assert list(PUZZLE.read(save(tmp_path, square(EMPTY_EDGES)))) == [puzzle]
    assert list(PUZZLE.read(save(tmp_path, square(EMPTY_EDGES, 3, 4), bordered=(3, 4, 11, 12)))) == [puzzle]


def test_letters_are_digits_of_the_big_orders(tmp_path: Path) -> None:
    symbols = "123456789ABCDEFG" * 16
    (found,) = PUZZLE.read(save(tmp_path, square(symbols, write=str)))
    assert found == Sudoku(clues(symbols), (4, 4))


def test_a_sheet_may_list_puzzles_one_a_row_with_a_label(tmp_path: Path) -> None:
    cells = {(1, 1): "puzzle", (2, 1): NINE, (2, 2): "easy", (3, 1): NINE[:-1], (4, 1): NINE}
    first, wrong, last = PUZZLE.read(save(tmp_path, cells))
    assert (first.name, last.name) == ("easy", "mine #3")
    assert isinstance(wrong, InputError)
    assert wrong.line == 3


@rows(
    ("cells", "sentences"),
    [
        *(
            (square(NINE, 2, 2) | {(4, 3): value}, ("C4 holds", "1 to 9"))
            for value in (12, -1, 5.5, "x", "55", True, date(2020, 1, 1), "5\n3")
        ),
        (square(EMPTY_EDGES, 3, 4), ("7 rows and 9 columns, from D4 to L10",)),
        ({(2, 2): 1, (6, 4): 2}, ("5 rows and 3 columns, from B2 to D6",)),
        (
            {**square(NINE), (1_048_576, 16_384): "a stray note"},  # the far end of a sheet, to which nobody is to go
            ("used as far as XFD1048576, 17,179,869,184 cells; up to 5,000,000 are read",),
        ),
    ],
)
def test_what_is_no_grid_of_digits_is_named(tmp_path: Path, cells: Any, sentences: tuple[str, ...]) -> None:
    (error,) = PUZZLE.read(save(tmp_path, cells))
    assert isinstance(error, InputError)
    assert all(sentence in error.sentence for sentence in sentences)


def test_an_empty_sheet_holds_no_puzzle(tmp_path: Path) -> None:
    assert list(PUZZLE.read(save(tmp_path, {}))) == []


def test_without_openpyxl_one_sentence_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path, square(NINE))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (error,) = PUZZLE.read(path)
    assert "pip install 'puzzlebench[excel]'" in str(error)


def test_the_first_sheet_counts(tmp_path: Path) -> None:
    path = save(tmp_path, square(NINE))
    book = openpyxl.load_workbook(path)
    book.create_sheet("notes").cell(1, 1, "hello")
    book.save(path)
    assert list(PUZZLE.read(path)) == [Sudoku(clues(NINE))]


def test_a_small_file_that_unpacks_to_a_huge_one_is_not_unpacked(tmp_path: Path) -> None:
    plain, huge = save(tmp_path, square(NINE)), tmp_path / "huge.xlsx"
    with ZipFile(plain) as parts, ZipFile(huge, "w", ZIP_DEFLATED) as bigger:
        for name in parts.namelist():
            bigger.writestr(name, parts.read(name))
        bigger.writestr("xl/media/blanks", b" " * 100_000_001)
    (error,) = PUZZLE.read(huge)
    assert isinstance(error, InputError)
    assert error.sentence.endswith(" bytes; up to 100,000,000 are read")
