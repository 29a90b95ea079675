"""What a file is: its ending decides, then its content; and nobody hears of another puzzle's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.cover import PUZZLE as COVER
from models.cover.instance import Cover
from models.errors import InputError
from models.registry import recognise, recognise_written
from solvers.core.registry import puzzle_meant
from tests.models.sudoku.grids import NINE, ROWS
from tests.tables import rows

COLOURS = "p q r | x y\np q x y:A\np r x:A y\np x:B\n"
MATRIX = "001\n010\n101\n001\n001\n101\n010\n001\n011\n100\n"
WBO = "* #variable= 2 #constraint= 2 #soft= 1\nsoft: 5 ;\n+1 x1 +1 x2 >= 1 ;\n[3] -1 x2 >= 0 ;\n"
CNF = "c of SATLIB\np cnf 3  2   \n 1 -2 0\n2 3\n0\n%\n0\n"
XCSP3 = '<?xml version="1.0"?>\n<instance format="XCSP3" type="CSP"><variables/></instance>\n'
MARKS = "\n".join(["+" + "-" * 30 + "+", *["| 12 3 45 | 67 8 9 | 1 4 2356 |"] * 9, "+" + "-" * 30 + "+"])

RECOGNISED = {
    "a grid of pencil marks, which is a cover of one item too": ("marks.txt", MARKS, "sudoku"),
    "a matrix of 0 and 1": ("matrix.txt", MATRIX, "cover"),
    "a matrix of nine columns": ("matrix.txt", "100000001 \n" * 9, "cover"),
    "clauses under another name": ("satlib.txt", CNF, "dimacs"),
    "constraints under another name": ("model.txt", XCSP3, "xcsp3"),
    "a list of Sudokus": ("list.csv", f"puzzle,solution\n{NINE},{NINE}\n", "sudoku"),
}


@rows(("name", "text", "puzzle"), RECOGNISED.values())
def test_a_file_is_recognised(tmp_path: Path, name: str, text: str, puzzle: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert puzzle_meant(str(path)).name == puzzle


REFUSED = {
    "colours in any file": ("knuth.txt", COLOURS, "read as cover: item y is given the colour 'A'"),
    "weighted constraints": ("soft.wbo", WBO, "this file holds soft pseudo-Boolean constraints (WBO), which"),
    "letters read for digits": ("scan.txt", NINE.replace(".", "O"), "read as sudoku: cell 3 of 81 is 'O'"),
    "letters in rows": ("scan.txt", "\n".join(ROWS).replace(".", "O"), "read as sudoku: cell 3 of 9 is 'O'"),
    "a colour too many": ("cubes.txt", "BRRYRG\nRGYBGB\nRBGYRY\nGBRYY\n", "read as cubes: cube 4 has 5 faces"),
    "a dealing that says too little": ("deal.toml", 'leftovers = "0 1"\n', "read as dealing: it does not say how many"),
    "a cover with a strange item": (
        "rooms.toml",
        'items = ["a"]\n[options]\nA = ["b"]\n',
        "read as cover: option A: item",
    ),
    "prose": ("prose.txt", "once upon a time\nthere was no puzzle\n", "this is no instance of any puzzle"),
    "a page": ("page.txt", "<!DOCTYPE html>\n<html></html>\n", "this file holds a page of the web"),
}


@rows(("name", "text", "sentence"), REFUSED.values())
def test_the_sentence_is_about_the_likeliest_puzzle(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        puzzle_meant(str(path))
    assert sentence in str(raised.value)


def test_the_covers_of_a_matrix_are_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "matrix.txt"
    path.write_text("0, 1, 1\n1 0 0\n\n101\n")
    (found,) = COVER.read(path)
    assert isinstance(found, Cover)
    assert found.primary == ("1", "2", "3")
    assert [(option.name, option.items) for option in found.options] == [
        ("row 1", ("2", "3")),
        ("row 2", ("1",)),
        ("row 3", ("1", "3")),
    ]


def test_an_ending_goes_before_the_content(tmp_path: Path) -> None:
    path = tmp_path / "items.dlx"
    path.write_text("101 110\n101\n110\n")
    (found,) = COVER.read(path)
    assert isinstance(found, Cover)
    assert (found.primary, recognise(path).name) == (("101", "110"), "cover")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NINE[:-1] + "x", "cell 81 of 81 is 'x'"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B01", "does not carry a puzzle that can be read"),
        ("https://sudokupad.app/abcd", "leads to 'abcd' on sudokupad.app"),
    ],
)
def test_what_is_written_out_and_wrong_says_why(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        recognise_written(text)
    assert sentence in str(raised.value)
