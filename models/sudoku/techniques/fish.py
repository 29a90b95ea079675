"""Locked candidates and fish: units that need a digit where they cross others take it from the rest of these."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board

SIZES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def locked_candidates(board: Board) -> Iterator[Proposal]:
    """Pointing: a box needs the digit on the line. Claiming: a line needs it in the box."""
    boxes = board.lines("box")
    lines = board.lines("row") + board.lines("column")
    for name, bases, covers in (("pointing", boxes, lines), ("claiming", lines, boxes)):
        for base in bases:
            for digit in board.missing(base):
                places = set(board.places(base, digit))
                for cover in covers if len(places) > 1 else ():
                    if places.issubset(cover.cells):
                        facts = board.lack(digit, (cell for cell in base.cells if cell not in cover.cells))
                        for cell in board.places(cover, digit):
                            if cell not in places:
                                yield board.excluded(name, cell, digit, (base.rule, cover.rule), facts)


def fish(board: Board, size: int) -> Iterator[Proposal]:
    """All fish of ``size`` rows or columns whose places of a digit lie in as many columns, or rows.

    Each of the base lines needs the digit, so they use the covering lines up.
    """
    for base_kind, cover_kind in (("row", "column"), ("column", "row")):
        cover_of = {cell: unit for unit in board.lines(cover_kind) for cell in unit.cells}
        for digit in board.digits:
            places = [(unit, board.places(unit, digit)) for unit in board.lines(base_kind)]
            for bases in combinations([(unit, cells) for unit, cells in places if 2 <= len(cells) <= size], size):
                covers = {cover_of[cell].rule: cover_of[cell] for _, cells in bases for cell in cells}
                if len(covers) != size:
                    continue
                inside = {cell for unit, _ in bases for cell in unit.cells}
                covered = {cell for cover in covers.values() for cell in cover.cells}
                facts = board.lack(digit, sorted(inside - covered))
                rules = [*(unit.rule for unit, _ in bases), *covers]
                for cell in sorted(covered - inside):
                    if digit in board.candidates.get(cell, ()):
                        yield board.excluded(SIZES[size], cell, digit, rules, facts)
