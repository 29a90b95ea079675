"""New Sudokus: one answer whoever is asked, no clue to spare, a pattern that is symmetric, as many clues as asked."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from models.errors import InputError
from models.generation import Candidate, Oracle
from models.options import Values
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.making import MAKER, SYMMETRIES, orbits
from solvers.backend import ENDLESS
from solvers.classic.sudoku import RowByRow
from solvers.generating.oracle import Oracle as Asked
from solvers.puzzles import load_puzzle

PUZZLE = load_puzzle("sudoku")
KERNEL: Oracle[Sudoku, Grid] = Asked(PUZZLE, "kernel", ENDLESS)
SAT: Oracle[Sudoku, Grid] = Asked(PUZZLE, "sat", ENDLESS)


def candidates(size: str, values: Values, seed: str = "") -> Any:
    plan, random = MAKER.plan(size, values), Random(seed)
    ask = {"kernel": KERNEL, "sat": SAT}[plan.judges[0]]
    while True:
        if isinstance(found := plan.candidate("new", random, ask), Candidate):
            yield found


@pytest.mark.parametrize(
    ("size", "values"),
    [
        ("4", {}),
        ("2x3", {"minimal": True, "symmetry": "diagonal"}),
        ("8", {"symmetry": "quarter-turn"}),
        ("9", {"clues": "24"}),
        ("9", {"minimal": True, "symmetry": "half-turn"}),
        ("9", {"symmetry": "full", "clues": "36"}),
        ("5x2", {}),
        ("3x4", {"clues": "70"}),
    ],
)
def test_what_is_made_has_one_answer_whoever_is_asked(size: str, values: Values) -> None:
    for made in islice(candidates(size, values), 2):
        assert PUZZLE.check(made.instance, made.answer) is None
        assert KERNEL.only(made.instance) == SAT.only(made.instance) == made.answer
        assert asked_for(made.instance, values)


def asked_for(instance: Sudoku, values: Values) -> bool:
    clues = [cell for cell, clue in enumerate(instance.clues) if clue]
    symmetric = all(
        len({cell in clues for cell in orbit}) == 1
        for orbit in orbits(instance.order, str(values.get("symmetry", "none")))
    )
    return symmetric and len(clues) == int(values.get("clues", len(clues)))


@pytest.mark.parametrize("size", ["4", "2x3"])
def test_the_published_program_finds_no_other_answer(size: str) -> None:
    for made in islice(candidates(size, {}), 3):
        assert list(RowByRow(made.instance.clues, made.instance.box)) == [made.answer.cells]


@pytest.mark.parametrize(
    ("size", "values"),
    [
        ("6", {"minimal": True}),
        ("9", {"minimal": True, "symmetry": "half-turn"}),
        ("9", {"minimal": True, "clues": "26"}),
        ("9", {}),
    ],
)
def test_without_any_of_its_clues_a_minimal_one_has_several_answers(size: str, values: Values) -> None:
    for made in islice(candidates(size, values), 2):
        clues = made.instance.clues
        fewer = [
            Sudoku((*clues[:cell], 0, *clues[cell + 1 :]), made.instance.box) for cell, clue in enumerate(clues) if clue
        ]
        assert set(KERNEL.counts(fewer)) == {2}
        assert set(SAT.counts(fewer[:5])) == {2}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("order", [4, 9])
def test_orbits_part_the_cells_and_a_pattern_of_them_looks_alike_when_it_is_moved(order: int, symmetry: str) -> None:
    parts = orbits(order, symmetry)
    assert sorted(cell for orbit in parts for cell in orbit) == list(range(order * order))
    turned = {cell: (cell % order) * order + order - 1 - cell // order for cell in range(order * order)}
    mirrored = {cell: cell % order * order + cell // order for cell in range(order * order)}
    twice = {cell: turned[turned[cell]] for cell in turned}
    moves = {"half-turn": [twice], "quarter-turn": [turned], "diagonal": [mirrored], "full": [turned, mirrored]}
    for move in moves.get(symmetry, []):
        assert {frozenset(move[cell] for cell in orbit) for orbit in parts} == set(map(frozenset, parts))
        assert all(frozenset(move[cell] for cell in orbit) == frozenset(orbit) for orbit in parts)


def test_three_clues_never_make_a_sudoku_of_order_4() -> None:
    """That is why the wish is refused; with one more digit than the clues show, two of them could change places."""
    with pytest.raises(InputError, match="at least 4 are needed"):
        MAKER.plan("4", {"clues": "3"})
    grids = list(RowByRow((0,) * 16, (2, 2)))
    first = grids[0]
    for cells in ((a, b, c) for c in range(16) for b in range(c) for a in range(b)):
        assert sum(all(grid[cell] == first[cell] for cell in cells) for grid in grids) > 1


@pytest.mark.slow
def test_twenty_clues_are_reached() -> None:
    (made,) = islice(candidates("9", {"clues": "20"}), 1)
    assert sum(map(bool, made.instance.clues)) == 20
    assert SAT.only(made.instance) == made.answer
