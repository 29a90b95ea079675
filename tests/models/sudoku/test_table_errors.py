"""What is wrong with a table is told in one sentence, with its line: boards, variants, and places that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.instance import Sudoku
from solvers.cli.exits import guarded
from solvers.run.__main__ import main
from tests.tables import rows

CASES = """
order = 4 | extra_regions = ["r1c1-r1c4 r2c1"]
    2: an extra region has 5 cells; there are 4 digits
order = 4 | disjoint_groups = true | boxes = "none"
    2: there are disjoint groups where the grid has boxes; this one has regions of its own, or none
order = 4 | clone = [{ cells = "r1c1 r1c2", copy = "r3c3" }]
    2: a clone has 2 cells, and its copy 1; as many are expected
order = 4 | clone = [{ cells = "r1c1", copy = "r1c3" }]
    2: R1C1 and R1C3 of a clone should hold one digit, but both are in row 1
order = 4 | clone = [{ cells = "r1c1", copy = "r1c1" }]
    2: R1C1 is at the same place of a clone and of its copy
order = 4 | quadruple = [{ cells = "r1c1 r1c2 r2c1", digits = "1" }]
    2: a quadruple has R1C1, R1C2 and R2C1; four that touch at a corner are expected
order = 4 | quadruple = [{ cells = "r1c1 r1c2 r2c1 r3c3", digits = "1" }]
    2: a quadruple has R1C1, R1C2, R2C1 and R3C3; four that touch at a corner are expected
order = 4 | quadruple = [{ cells = "r1c1 r1c2 r2c1 r2c2", digits = "5" }]
    2: the digits of a quadruple are '5'; one to four from 1 to 4 are expected
order = 4 | quadruple = [{ cells = "r1c1 r1c2 r2c1 r2c2", digits = "" }]
    2: the digits of a quadruple are ''; one to four from 1 to 4 are expected
order = 4 | between_lines = ["r1c1 r1c2"]
    2: entry 1 of between_lines has 2 cells; 3 at least are expected
order = 4 | minimum = "r9c9"
    2: r9c9 is no cell of this board, which has 4 rows and 4 columns
order = 4 | [[cage]] | cells = "r1c1 r1c2" | sum = 9
    2: the cage of R1C1 and R1C2 is to add up to 9; 2 different digits can make 3 to 7
order = 4 | cage = [ | {cells = "r1c1 r1c2"}, | {cells = "r1c2 r1c3"}]
    4: R1C2 is in two cages; a cell can be in one
order = 4 | [[cage]] | sum = 9 | cells = "r1c1 r5c1"
    4: r5c1 is no cell of this board, which has 4 rows and 4 columns
order = 4 | [[cage]] | sum = 9
    2: entry 1 of cage has no cells; expected are cells, sum
order = 4 | [[cage]] | sum = "" | cells = "r1c1"
    3: entry 1 of cage has the sum ''; a whole number is expected
order = 4 | thermometers = ["r1c1 r1c2 r1c1"]
    2: R1C1 is named twice in 'r1c1 r1c2 r1c1'
order = 4 | thermometers = ["r1c1"]
    2: entry 1 of thermometers has 1 cell; 2 at least are expected
order = 4 | thermometers = ["r1c1-r1c4 r2c4"]
    2: the thermometer from R1C1 has 5 cells; there are 4 digits that can grow along it
order = 4 | thermometers = ["r1c2 r1c1 r1c3"]
    2: R1C1 and R1C3 are no neighbours, as cells along a thermometer are
order = 4 | arrows = ["r1c2 r1c1 r1c3"]
    2: R1C1 and R1C3 are no neighbours, as cells along an arrow are
order = 4 | palindromes = ["r1c2 r1c1 r1c3"]
    2: R1C1 and R1C3 are no neighbours, as cells along a palindrome are
order = 4 | between_lines = ["r1c2 r1c1 r1c3"]
    2: R1C1 and R1C3 are no neighbours, as cells along a between line are
order = 4 | [[pill_arrow]] | pill = "r1c2 r1c1" | cells = "r1c3 r2c4 r4c4"
    2: R2C4 and R4C4 are no neighbours, as cells along an arrow are
order = 4 | [[pill_arrow]] | pill = "r1c1 r1c3" | cells = "r2c2 r2c3 r3c3"
    2: R1C1 and R1C3 are no neighbours, as cells along a pill are
antiknight = "yes"
    1: antiknight is 'yes'; true or false is expected
regions = ["AABB", "AABB", | "CCCD", "CCDD"]
    2: region C has 5 cells; every region has 4, as many as there are digits
regions = ["AABB", "AAB"]
    1: row 1 of regions has 4 cells; a square is expected, and there are 2 rows
grid = ["1..", "...", "..."]
    1: there is no usual box of 3 cells; boxes = "none" or regions are expected
grid = ["1..5", "....", "....", "...."]
    1: R1C4 is '5'; expected is 1 to 4, or . or 0 for an empty cell
order = 6 | boxes = "2x2"
    1: by its boxes this is of order 4, by its order of order 6
boxes = "1x9"
    1: boxes is '1x9'; rows x columns such as "3x3", no side 1 and at most 25 cells, or "none", are expected
order = 4 | cages = []
    2: found the key 'cages'; expected are name, source, order…
diagonals = 1
    1: diagonals is 1; true, "falling" or "rising" is expected
order = 6 | windoku = true
    2: windows of 6 cells are no squares; a Windoku has order 4, 9, 16 or 25
arrows = ["r1c1 r10c2"]
    1: r10c2 is no cell of this board, which has 9 rows and 9 columns
arrows = ["r1c1-r1c9 r2c9 r3c9"]
    1: the arrow from R1C1 on has 10 cells, which add up to 10 at least; its circle holds a digit of at most 9
[[pill_arrow]] | pill = "r1c1 r1c2" | cells = "r1c3"
    1: the digits along an arrow of 1 cell add up to at most 9; its pill has 2 digits
palindromes = ["r1c1 r2c2 r1c3"]
    1: R1C1 and R1C3 of a palindrome should hold one digit, but both are in row 1
kropki = true
    1: kropki is True; a table with white, black and all_given is expected
[[little_killer]] | cells = "r1c5-r5c1" | sum = 23 | [[little_killer]] | cells = "r1c5-r5c1" | sum = 24
    4: the diagonal from R1C5 to R5C1 has a sum already; it can have one
[kropki] | white = ["r1c1 r2c2"]
    2: R1C1 and R2C2 are no neighbours; a mark stands between two that are
[kropki] | white = ["r1c1 r1c2"] | black = ["r1c2 r1c1"]
    3: there are two marks between R1C1 and R1C2
order = 4 | lettered_cages = { "A1" = ["r1c1"] }
    2: cages have 'A1' for a letter; up to 3 letters, or ? for any sum, are expected
order = 4 | lettered_cages = { A = ["r1c1 r1c2", "r2c2 r1c2"] }
    2: R1C2 is in two cages; a cell can be in one
order = 4 | lettered_cages = { A = ["r1c1", "r2c1 r2c2 r2c3"] }
    2: the cages of the letter A have 1 and 3 cells, which can have no sum in common
order = 4 | lettered_cages = ["r1c1"]
    2: lettered_cages is ['r1c1']; a table such as { A = ["r1c1 r1c2", "r5c5 r6c5"] } is expected
[[given_marks]] | cells = "r1c1" | digits = "1 10"
    1: the digits of given marks are '1 10'; some from 1 to 9 are expected
[numbered_dots] | white = ["r1c1 r1c2: 9"]
    1: no digits from 1 to 9 do where R1C1 and R1C2 hold digits that differ by 9
[numbered_dots] | black = ["r1c1 r1c2: x"]
    2: found 'r1c2:'; a cell is expected, such as r1c1
[numbered_dots] | all_given = ["white", "black x"]
    2: all_given is ['white', 'black x']; true, false, 'white' or 'black', or a list with such as 'black 3', is expected
[kropki] | black = ["r1c1 r1c2: 3"]
    2: found 'r1c2:'; a cell is expected, such as r1c1
[xv] | all_given = "y"
    2: all_given is 'y'; true, false, 'x' or 'v' is expected
inequalities = ["r1c1 = r1c2"]
    1: found 'r1c1 = r1c2'; a text such as "r1c1 < r1c2" is expected
inequalities = ["r1c1 < r3c1"]
    1: R1C1 and R3C1 are no neighbours; a sign stands between two that are
even = "r1c1 r1c1"
    1: R1C1 is named twice in 'r1c1 r1c1'
[sandwich] | rows = "1 2 3"
    2: rows is '1 2 3'; a text of 9 numbers is expected, . for none
[sandwich] | columns = ". 1 . . . . . . ."
    1: no digits between 1 and 9 in column 2 can add up to 1
[[little_killer]] | cells = "r1c3-r3c1" | sum = -4
    1: the diagonal from R1C3 to R3C1 is to add up to -4; it can make 3 to 27
[[little_killer]] | cells = "r1c3 r2c2" | sum = 9
    1: the diagonal from R1C3 to R2C2 goes on; a diagonal from edge to edge is expected, such as r1c4-r4c1
[[calcudoku]] | cells = "r1c1 r1c2" | target = "18+"
    1: no digits from 1 to 9 do for the cage of R1C1 and R1C2, where R1C1 and R1C2 add up to 18
[[calcudoku]] | cells = "r1c1 r1c2" | target = "0/"
    1: no digits from 1 to 9 do for the cage of R1C1 and R1C2, where R1C1 and R1C2 divided into the largest make 0
[[calcudoku]] | cells = "r1c1 r1c2" | target = "a+"
    1: the cage of R1C1 and R1C2 has the target 'a+'; a number and a sign are expected, such as "12+" or "2/"
[[sum_line]] | cells = "r1c1" | sum = 5
    1: a sum line has 1 cell; 2 or more are expected
[[sum_line]] | cells = "r1c1 r1c2" | sum = 0
    1: a sum line of 2 cells is to be cut into sums of 0; it can make 1 to 18
[[sum_line]] | cells = "r1c1 r1c2" | sum = 19
    1: a sum line of 2 cells is to be cut into sums of 19; it can make 1 to 18
[[sum_line]] | cells = "r1c1 r1c3" | sum = 9
    1: R1C1 and R1C3 are no neighbours, as cells along a sum line are
grids = ["r1c1"] | order = 4
    1: grids is ['r1c1']; the upper left cells of 2 to 30 grids are expected
grids = "r1c1 r3c3" | order = 4
    1: grids is 'r1c1 r3c3'; the upper left cells of 2 to 30 grids are expected
grids = ["r1c1", "c3"] | order = 4
    1: grid 2 is at 'c3'; a cell such as r1c13 is expected, and no more than 200 rows
grids = ["r1c1", "r0c3"] | order = 4
    1: grid 2 is at 'r0c3'; a cell such as r1c13 is expected, and no more than 200 rows
grids = ["r1c1", "r999c3"] | order = 4
    1: grid 2 is at 'r999c3'; a cell such as r1c13 is expected, and no more than 200 rows
grids = ["r3c3", "r3c3"] | order = 4
    1: two grids are at r3c3
grids = ["r1c1", "r3c3"] | order = 4 | grid = ["123412"]
    3: R1C5 is '1', where no grid has a cell
grids = ["r1c1", "r3c3"] | order = 4 | grid = ["1234", "...."]
    3: R3C1 has nothing; a digit is expected, or . or 0 for an empty cell
grids = ["r1c1", "r3c3"] | order = 4 | grid = 7
    3: grid is 7; a list of texts is expected, one for each row of the board
grids = ["r1c1", "r3c3"] | order = 4 | regions = ["AABB", "AABB", "CCDDEE", "CCDEEE", "  FFGG", "  FFGG"]
    3: grid 1 has 3 cells of region 'D'; each region has 4
grids = ["r1c1", "r3c3"] | order = 4 | regions = ["AABB", "AABB"]
    3: grid 1 has 8 cells in none of region ' '; each region has 4
grids = ["r1c1", "r3c3"] | order = 4 | boxes = "2x2" | regions = ["AABB"]
    4: found both regions and boxes; a grid is cut in one way
"""
"""The lines of a file, and below them the number of the wrong one with the sentence, … for how that goes on."""


@rows(
    ("text", "line", "sentence"),
    re.findall(r"^(.+)\n    (\d+): (.+)$", CASES, re.MULTILINE),
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text.replace(" | ", "\n"))
    (error,) = PUZZLE.read(path)
    assert isinstance(error, InputError)
    assert error.line == int(line)
    assert error.sentence == sentence or (sentence.endswith("…") and error.sentence.startswith(sentence[:-1]))


def test_one_wrong_line_of_many_is_told_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text('{"order": 4, "antiknight": true}\n{"order": 4, "cage": [{"cells": "r9c9"}]}\n{\n\n{"order": 4}\n')
    first, second, third, last = PUZZLE.read(path)
    assert isinstance(first, Sudoku)
    assert isinstance(last, Sudoku)
    assert (first.name, last.name) == ("many #1", "many #5")
    assert "many.jsonl:2: r9c9 is no cell" in str(second)
    assert "many.jsonl:3: this is no JSON" in str(third)


def test_on_the_command_line_it_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[cage]]\ncells = "r1c1"\nsum = 12')
    assert guarded(main, ["sudoku", "--instance", str(path)]) == 2
    output = capsys.readouterr()
    assert not output.out
    assert len(output.err.splitlines()) == 1
    assert f"{path}:1: " in output.err
