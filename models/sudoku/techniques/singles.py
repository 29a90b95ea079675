"""Singles: the last place of a digit in a unit, or the last digit of a cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.deductions import TechniquePattern
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import CandidateBoard, Description, Finding, digits_of, written

LAST_CELL, HIDDEN_IN_BOX, HIDDEN_IN_LINE, NAKED = 1.0, 1.2, 1.5, 2.3
"""How hard the singles are to see."""


def last_cells(board: CandidateBoard) -> Iterator[Finding]:
    """A unit lacks one digit."""
    for unit in (board.units[place] for place in _units(board)):
        cells = [cell for cell in unit.cells if board.left[cell]]
        if len(cells) == 1 and board.left[cells[0]].bit_count() == 1:
            (digit,) = digits_of(board.left[cells[0]])
            said = f"last cell of {unit}: only {SYMBOLS[digit]} is missing"
            describe = partial(_describe, board, unit, cells[0], digit, said)
            yield Finding("last cell", LAST_CELL, (), describe, (cells[0], digit))


def hidden_singles(board: CandidateBoard) -> Iterator[Finding]:
    """A digit has one place left in a unit."""
    for place in _units(board):
        mask, unit = board.masks.units[place], board.units[place]
        for digit in board.digits:
            left = board.where[digit] & mask
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                said = f"in {unit}, {SYMBOLS[digit]} fits only {board.name(cell)}"
                number = HIDDEN_IN_BOX if place in board.masks.boxes else HIDDEN_IN_LINE
                describe = partial(_describe, board, unit, cell, digit, said)
                yield Finding("hidden single", number, (), describe, (cell, digit))


def naked_singles(board: CandidateBoard) -> Iterator[Finding]:
    """A cell has one digit left; the others are placed in its units, or were excluded before."""
    for cell, left in enumerate(board.left):
        if left.bit_count() == 1:
            digit = left.bit_length() - 1
            yield Finding("naked single", NAKED, (), partial(_describe_naked, board, cell, digit), (cell, digit))


def _units(board: CandidateBoard) -> list[int]:
    """The places of the units in the order in which people look through them: boxes, rows, columns."""
    return [*board.masks.boxes, *board.masks.of_kind["row"], *board.masks.of_kind["column"]]


def _describe(board: CandidateBoard, unit: Unit, cell: int, digit: int, said: str) -> Description:
    facts = board.lack(digit, (other for other in unit.cells if other != cell))
    return (unit.rule,), facts, TechniquePattern((said,), look=board.units_at(unit))


def _describe_naked(board: CandidateBoard, cell: int, digit: int) -> Description:
    told, rest = [], set(board.digits) - {digit}
    for unit in board.layout.units_of[cell]:
        placed = sorted(rest.intersection(filter(None, map(board.known, unit.cells))))
        rest.difference_update(placed)
        if placed:
            told.append(f"{unit} has {written(placed)}")
    if rest:
        told.append(f"{written(sorted(rest))} {'is' if len(rest) == 1 else 'are'} ruled out already")
    said = f"only {SYMBOLS[digit]} is left for {board.name(cell)}: {'; '.join(told)}"
    return (), board.hold_nothing_else((cell,)), TechniquePattern((said,), look=board.cells_at(cell))
