"""Locked candidates: a digit that a box, or a line, needs where the two cross is lost to the rest of the other."""

from __future__ import annotations

from collections.abc import Iterator

from models.deductions import Proposal
from models.sudoku.techniques.board import Board, Unit


def locked_candidates(board: Board) -> Iterator[Proposal]:
    """Pointing: a box needs the digit on the line. Claiming: a line needs it in the box."""
    boxes = board.lines("box")
    lines = board.lines("row") + board.lines("column")
    for name, bases, covers in (("pointing", boxes, lines), ("claiming", lines, boxes)):
        for base in bases:
            for digit in board.missing(base):
                yield from _locked(board, name, base, covers, digit)


def _locked(board: Board, name: str, base: Unit, covers: list[Unit], digit: int) -> Iterator[Proposal]:
    places = set(board.places(base, digit))
    if len(places) < 2:
        return
    for cover in covers:
        if places.issubset(cover.cells):
            facts = board.lack(digit, (cell for cell in base.cells if cell not in cover.cells))
            for cell in board.places(cover, digit):
                if cell not in places:
                    yield Proposal(name, board.not_value(cell, digit), (base.rule, cover.rule), facts)
