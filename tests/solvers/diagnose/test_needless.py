"""What could be left out of a puzzle that has one answer: found by asking without each part, as brute force would."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from models.registry import load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from solvers.core.backend import Clock
from solvers.diagnose.__main__ import main
from solvers.diagnose.needless import needless_parts

SUDOKU = load_puzzle("sudoku")
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


@given(st.sets(st.integers(0, 15), min_size=4, max_size=12))
def test_clues_that_can_be_left_out_leave_one_answer(kept: set[int]) -> None:
    grid = Sudoku(tuple(digit if cell in kept else 0 for cell, digit in enumerate(SOLVED)), (2, 2))

    def is_unique(sudoku: Sudoku) -> bool:
        return len(list(solvers.solutions(sudoku, limit=2))) == 1

    if not is_unique(grid):
        return
    found = {part.name for part in needless_parts(SUDOKU, grid, SUDOKU.parts(grid, CellsModel(grid)), Clock(None))}
    clues = [(cell, [*grid.clues]) for cell in kept]
    for cell, left in clues:
        left[cell] = 0
    expected = {cell for cell, left in clues if is_unique(replace(grid, clues=tuple(left)))}
    assert found == {f"{grid.layout.name(cell)} = {SOLVED[cell]} is given" for cell in expected}


def test_needless_cages_are_told_and_houses_are_not_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cages = "".join(
        f'[[cage]]\ncells = "{cells}"\nsum = {total}\n' for cells, total in (("r1c1 r1c2", 3), ("r1c3 r1c4", 7))
    )
    file = tmp_path / "four.toml"
    file.write_text(f'grid = ["....", "34.2", "21.3", "432."]\n{cages}')
    assert main(["sudoku", "--instance", str(file), "--needless", "--json"]) == 0
    needless = json.loads(capsys.readouterr().out)["needless"]
    assert "the cage of R1C1 and R1C2 holds different digits, which add up to 3" in needless
    assert not any(part.startswith(("row", "column", "box")) for part in needless)


def test_what_is_minimal_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--instance", "inkala", "--needless"]) == 0
    assert "nothing can be left out" in capsys.readouterr().out


def test_other_puzzles_are_asked_about_all_their_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--needless"]) == 0
    assert "  column 12 sums to 42" in capsys.readouterr().out.splitlines()
