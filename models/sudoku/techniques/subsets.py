"""Singles and subsets: k cells of a unit for k digits, so that nothing else fits there, nor they elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board

SIZES = {2: "pair", 3: "triple", 4: "quad"}


def hidden_singles(board: Board) -> Iterator[Proposal]:
    """A digit has one place left in a unit."""
    for unit in board.units:
        for digit in board.missing(unit):
            places = board.places(unit, digit)
            if len(places) == 1:
                elsewhere = board.lack(digit, (cell for cell in unit.cells if cell != places[0]))
                yield Proposal("hidden single", board.value(places[0], digit), (unit.rule,), elsewhere)


def naked_subsets(board: Board, size: int) -> Iterator[Proposal]:
    """``size`` cells of a unit with ``size`` candidates between them: the unit's other cells lose these."""
    for unit in board.units:
        cells = [cell for cell in unit.cells if cell in board.candidates]
        narrow = [cell for cell in cells if len(board.candidates[cell]) <= size]
        if len(cells) <= size:
            continue
        for chosen in combinations(narrow, size):
            digits = frozenset().union(*(board.candidates[cell] for cell in chosen))
            if len(digits) == size:
                facts = board.hold_nothing_else(chosen)
                for cell in cells:
                    for digit in sorted(digits & board.candidates[cell]) if cell not in chosen else ():
                        yield board.excluded(f"naked {SIZES[size]}", cell, digit, (unit.rule,), facts)


def hidden_subsets(board: Board, size: int) -> Iterator[Proposal]:
    """``size`` digits with ``size`` places in a unit between them: these places hold nothing else."""
    for unit in board.units:
        places = {digit: board.places(unit, digit) for digit in board.missing(unit)}
        if len(places) <= size:
            continue
        for digits in combinations([digit for digit in places if len(places[digit]) <= size], size):
            cells = sorted(set().union(*(places[digit] for digit in digits)))
            if len(cells) == size:
                others = [cell for cell in unit.cells if cell not in cells]
                facts = tuple(dict.fromkeys(fact for digit in digits for fact in board.lack(digit, others)))
                for cell in cells:
                    for digit in sorted(board.candidates[cell].difference(digits)):
                        yield board.excluded(f"hidden {SIZES[size]}", cell, digit, (unit.rule,), facts)
