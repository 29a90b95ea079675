"""Templates: all ways to place a digit once in every row, column and box; what is in none of them, or in each.

The names are those of HoDoKu's guide. It is no technique for a pencil: it says what the places of one digit can show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.deductions import TechniquePattern
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import CandidateBoard, Description, Finding, bits

MAX_TEMPLATES = 10_000
"""A digit with more ways than these is passed over."""


def templates(board: CandidateBoard) -> Iterator[Finding]:
    """What the templates of one digit place, then what they take away."""
    units = board.masks.units
    for digit in board.digits:
        where = board.where[digit]
        needing = [unit for unit in units if where & unit]
        always, ever = where, 0
        for count, template in enumerate(_templates(board, needing, where)):
            always &= template
            ever |= template
            if count == MAX_TEMPLATES or (ever == where and not always):
                break
        else:
            if not ever:
                continue
            for cell in bits(always):
                if any(where & units[place] & ~always for place in board.masks.around[cell]):
                    yield Finding("template set", None, (), partial(_describe, board, digit, cell), (cell, digit))
            if gone := [(cell, digit) for cell in bits(where & ~ever)]:
                yield Finding("template delete", None, gone, partial(_describe, board, digit, None))


def _templates(board: CandidateBoard, needing: list[int], left: int) -> Iterator[int]:
    """Every choice of places that see none of each other and meet all units that need the digit."""
    if not needing:
        yield 0
        return
    unit = min(needing, key=lambda unit: (left & unit).bit_count())
    for cell in bits(left & unit):
        here = 1 << cell
        rest = [other for other in needing if not other & here]
        for more in _templates(board, rest, left & ~board.masks.peers[cell] & ~here):
            yield here | more


def _describe(board: CandidateBoard, digit: int, placed: int | None) -> Description:
    where = board.where[digit]
    units = [unit for unit, mask in zip(board.units, board.masks.units, strict=True) if where & mask]
    shown = f"each has {board.name(placed)}" if placed is not None else "the other places are in none"
    words = (f"of all ways to place the {SYMBOLS[digit]}s that are left, {shown}",)
    facts = [fact for unit in units for fact in board.fits_only(digit, unit)]
    sides = (board.values((cell, digit) for cell in bits(where)),)
    look = board.cells_at(*bits(where), digit=digit)
    return [unit.rule for unit in units], facts, TechniquePattern(words, sides, look=look)
