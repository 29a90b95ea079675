"""Wings: a pivot with two or three candidates sends the same digit into one of its wings, whichever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board


def xy_wings(board: Board) -> Iterator[Proposal]:
    """Pivot xy, wings xz and yz: a cell that sees both wings is not z."""
    pairs = board.pairs_of_candidates
    for pivot, digits in pairs.items():
        wings = [cell for cell in pairs if board.sees(cell, pivot) and len(pairs[cell] & digits) == 1]
        for one, other in combinations(wings, 2):
            common = (pairs[one] & pairs[other]) - digits
            if len(common) == 1 and pairs[one] & digits != pairs[other] & digits:
                yield from _winged(board, "XY-wing", pivot, (one, other), (one, other), *common)


def xyz_wings(board: Board) -> Iterator[Proposal]:
    """Pivot xyz, wings xz and yz: a cell that sees all three is not z."""
    pairs = board.pairs_of_candidates
    for pivot, digits in board.candidates.items():
        if len(digits) != 3:
            continue
        wings = [cell for cell in pairs if board.sees(cell, pivot) and pairs[cell] < digits]
        for one, other in combinations(wings, 2):
            if pairs[one] != pairs[other]:
                yield from _winged(
                    board, "XYZ-wing", pivot, (one, other), (pivot, one, other), *pairs[one] & pairs[other]
                )


def _winged(
    board: Board, name: str, pivot: int, wings: tuple[int, int], ends: tuple[int, ...], digit: int
) -> Iterator[Proposal]:
    facts = board.hold_nothing_else((pivot, *wings))
    for cell in board.seen_by_all(digit, ends):
        if cell not in (pivot, *wings):
            links = [board.shared(pivot, wing) for wing in wings] + [board.shared(cell, end) for end in ends]
            yield Proposal(name, board.not_value(cell, digit), tuple(dict.fromkeys(links)), facts)
