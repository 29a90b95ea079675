"""Few places of a digit, few digits of a cell: what goes by rules about two cells is in no answer, and is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from models.deductions import Proposal, Snapshot
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.reading.table import sudoku_from
from models.sudoku.techniques.board import CandidateBoard
from models.sudoku.techniques.rules import Whichever
from solvers.core.registry import load_backend

TABLES: list[dict[str, Any]] = [
    {"antiknight": True, "boxes": "none"},
    {"antiking": True, "boxes": "none", "order": 5},
    {"kropki": {"white": ["r1c1 r1c2"], "black": ["r3c3 r3c4"]}},
    {"inequalities": ["r1c1 < r1c2 < r2c2", "r3c3 > r4c3"]},
]


def seen(instance: Sudoku, left: dict[str, frozenset[int]]) -> list[Proposal]:
    """What is seen where only these digits are left of those cells."""
    stated = CellsModel(instance)
    snapshot = Snapshot({}, {var: left.get(var.name, frozenset(var.domain)) for var in stated.cells})
    return list(
        Whichever(stated.model, stated.cells, instance.layout)(CandidateBoard(stated.cells, instance.layout, snapshot))
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_goes_is_in_no_answer(table: dict[str, Any]) -> None:
    instance = sudoku_from("small", {"order": 4} | table)
    stated = CellsModel(instance)
    search = load_backend("kernel")[0].load(stated.model)
    grids = [stated.decode(instance, answer).cells for answer in search.solutions({})]
    rng, proposals = Random(4), 0
    for _ in range(12):
        hidden = rng.choice(grids)
        some = rng.sample(range(len(hidden)), len(hidden) // 2)
        left = {cell: frozenset({hidden[cell], rng.choice(hidden)}) for cell in some}
        fitting = [grid for grid in grids if all(grid[cell] in digits for cell, digits in left.items())]
        for proposal in seen(instance, {instance.layout.name(cell): digits for cell, digits in left.items()}):
            proposals += 1
            assert all(grid[fact.var.index] in fact.values for grid in fitting for fact in proposal.new), proposal
    assert proposals


def test_it_is_told_what_goes_wherever_a_digit_is() -> None:
    instance = sudoku_from("small", {"order": 4, "boxes": "none", "antiking": True})
    others = {f"R1C{column}": frozenset((2, 3, 4)) for column in (3, 4)}
    told = [
        line for proposal in seen(instance, others) for line in (proposal.pattern.lines if proposal.pattern else ())
    ]
    assert "in row 1, 1 fits only R1C1 and R1C2; wherever it is, R2C1 and R2C2 are not 1" in told
