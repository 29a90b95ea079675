"""Fish: a digit whose places in k rows lie in k columns is lost to the rest of these columns, and the same across."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board

SIZES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish(board: Board, size: int) -> Iterator[Proposal]:
    """All fish of ``size`` rows or columns: of the base lines each needs the digit, so they use the covers up."""
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
                rules = tuple(unit.rule for unit, _ in bases) + tuple(covers)
                for cell in sorted(covered - inside):
                    if digit in board.candidates.get(cell, ()):
                        yield Proposal(SIZES[size], board.not_value(cell, digit), rules, facts)
