"""Positions that show each technique, for pictures.

They are in ``positions.txt``: what is filled in (after a + where it is not given), and candidates that are gone
besides, such as ``R1C2-3``. The puzzles were made by our own generator, but for those of some nets, from ``top1465``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from models.deductions import Deduction, KnownTechnique, Snapshot
from models.errors import ModelError
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import CandidateBoard
from models.sudoku.techniques.board import digits_of
from models.sudoku.techniques.catalogue import findings_named


@cache
def positions() -> dict[str, str]:
    """For each name of a step a position that shows it, as it is written in the file."""
    lines = Path(__file__).with_name("positions.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ") for line in lines if line and not line.startswith("#"))


def example(technique: KnownTechnique) -> tuple[Sudoku, CellsModel, Snapshot]:
    """A position that shows a technique, with the step."""
    name = next(name for name in technique.names if name in positions())
    filled, *gone = positions()[name].split()
    marks = re.findall("[+]?.", filled)
    digits = [int(mark[-1].replace(".", "0")) for mark in marks]
    instance = Sudoku(tuple(0 if "+" in mark else digit for mark, digit in zip(marks, digits, strict=True)))
    stated = CellsModel(instance)
    board = CandidateBoard((), instance.layout)
    for cell, digit in enumerate(digits):
        if digit:
            board.put(cell, digit)
    named = {var.name: cell for cell, var in enumerate(stated.cells)}
    left = {cell: set(digits_of(board.left[cell])) for cell, digit in enumerate(digits) if not digit}
    for word in gone:
        cell_name, _, out = word.partition("-")
        left[named[cell_name]] -= set(map(int, out))
    known = {stated.cells[cell]: digit for cell, digit in enumerate(digits) if digit}
    snapshot = Snapshot(
        known,
        {stated.cells[cell]: frozenset(digits) for cell, digits in left.items()},
        unique=True,
        given=frozenset(stated.givens(instance)),
    )
    seen = CandidateBoard(stated.cells, instance.layout, snapshot)
    finding = next(findings_named(seen, {name}), None)
    if finding is None:
        raise ModelError(f"the position for {name} does not show it")
    proposal = seen.proposal(finding)
    first, *more = proposal.new
    step = Deduction(first, proposal.facts, (), name, more=tuple(more), pattern=proposal.pattern)
    return instance, stated, replace(snapshot, step=step)
