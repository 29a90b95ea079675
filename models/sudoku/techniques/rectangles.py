"""Unique rectangles where the four cells lack candidates or some are filled: types 1 to 6, hidden and avoidable ones.

Four cells at the corners of two rows and two columns, in two boxes and none of them given, never hold two digits
crosswise: these could change places, and there would be two answers. Of that alone follows

- what would leave the four cells no other digits (types 1, 4 and 6, hidden rectangles): a candidate of a corner from
  which the two digits run round the rectangle, each time because a corner has no other, or a line no other place;
- the one other digit that all corners with more candidates share (types 2 and 5), where they see it.

A rectangle with filled corners is *avoidable*. The names are those of HoDoKu's guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from models.deductions import TechniquePattern
from models.kit.names import listed
from models.language.model import Key, Literal
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of


@dataclass(frozen=True)
class _Rectangle:
    """Its corners row by row, each with what it holds or may hold, as bits."""

    corners: tuple[int, ...]
    left: tuple[int, ...]
    two: int

    @property
    def extra(self) -> list[int]:
        """The corners that may hold something beside the two digits."""
        return [corner for corner, left in enumerate(self.left) if left & ~self.two]


def rectangles(board: CandidateBoard) -> Iterator[Finding]:
    """All that unique and avoidable rectangles show, those first that take most away."""
    found: dict[tuple[str, tuple[Candidate, ...]], Finding] = {}
    for rectangle in _rectangles(board) if board.unique else ():
        for name, gone in (*_running_round(board, rectangle), *_one_digit_more(board, rectangle)):
            describe = partial(_describe, board, rectangle, gone)
            found.setdefault((name, tuple(gone)), Finding(name, None, gone, describe, unique=True))
    yield from sorted(found.values(), key=lambda finding: -len(finding.gone))


def _rectangles(board: CandidateBoard) -> Iterator[_Rectangle]:
    """All that may hold two digits crosswise, one of them nothing else; one is open at least, and none given."""
    masks = board.masks
    may_hold = [left or board.filled(cell) for cell, left in enumerate(board.left)]
    for one, other in combinations(masks.of_kind["row"], 2):
        for first, second in combinations(masks.of_kind["column"], 2):
            corners = tuple(
                cells.bit_length() - 1
                for row in (one, other)
                for column in (first, second)
                if (cells := masks.units[row] & masks.units[column])
            )
            if len(corners) != 4 or not any(board.left[corner] for corner in corners):
                continue
            left = tuple(may_hold[corner] for corner in corners)
            one_way, other_way = (
                sorted(place for corner in diagonal for place in masks.around[corner])
                for diagonal in (corners[::3], corners[1:3])
            )
            if not all(left) or one_way != other_way:  # the digits could not change places
                continue
            for a in digits_of(left[0] & left[3]):
                for b in digits_of(left[1] & left[2] & ~(1 << a)):
                    two = 1 << a | 1 << b
                    if any(not mask & ~two for mask in left):
                        yield _Rectangle(corners, left, two)


def _running_round(board: CandidateBoard, rectangle: _Rectangle) -> Iterator[tuple[str, list[Candidate]]]:
    """Candidates of corners from which the two digits run round: those of a corner, those of a digit, and each."""
    out = [
        (corner, digit)
        for corner, left in enumerate(rectangle.left)
        if left & (left - 1)
        for digit in digits_of(left & rectangle.two)
        if _closes(board, rectangle, corner, digit)
    ]
    together = [[one for one in out if one[0] == corner] for corner in range(4)]
    together += [[one for one in out if one[1] == digit] for digit in digits_of(rectangle.two)]
    for gone in [*together, *([one] for one in out)]:
        if gone:
            yield _name(board, rectangle, gone), [(rectangle.corners[corner], digit) for corner, digit in gone]


def _run(board: CandidateBoard, rectangle: _Rectangle, corner: int, digit: int) -> list[tuple[int, int]]:
    """The corners with what they hold in the order in which it follows from ``digit`` in ``corner``."""
    left = [mask if not mask & ~rectangle.two else 0 for mask in rectangle.left]
    held = {corner: 1 << digit} | {place: mask for place, mask in enumerate(left) if mask and not mask & (mask - 1)}
    for one in (order := list(held)):
        for other in (one ^ 1, one ^ 2):
            rest = rectangle.two & ~held[one]
            if other not in held and (left[other] == rectangle.two or _needs(board, rectangle, one, other, rest)):
                held[other] = rest
                order.append(other)
    return [(place, held[place].bit_length() - 1) for place in order]


def _closes(board: CandidateBoard, rectangle: _Rectangle, corner: int, digit: int) -> bool:
    """Whether a candidate of a corner would fill all four with the two digits crosswise."""
    held = dict(_run(board, rectangle, corner, digit))
    return len(held) == 4 and held[0] == held[3] and held[1] == held[2] and held[0] != held[1]


def _needs(board: CandidateBoard, rectangle: _Rectangle, one: int, other: int, digit: int) -> bool:
    """Whether a line of the rectangle has no place for a digit (a bit) but these two of its corners."""
    both = 1 << rectangle.corners[one] | 1 << rectangle.corners[other]
    where = board.where[digit.bit_length() - 1]
    if not where >> rectangle.corners[other] & 1:
        return False
    return any(mask & both == both and not where & mask & ~both for mask in board.masks.units)


def _one_digit_more(board: CandidateBoard, rectangle: _Rectangle) -> Iterator[tuple[str, list[Candidate]]]:
    extra = rectangle.extra
    more = 0
    for corner in extra:
        more |= rectangle.left[corner] & ~rectangle.two
    if len(extra) < 2 or more.bit_count() != 1:
        return
    digit = more.bit_length() - 1
    cells = sum(1 << rectangle.corners[corner] for corner in extra)
    gone = [(cell, digit) for cell in bits(board.seen_from(cells) & board.where[digit])]
    if gone:
        if _is_avoidable(board, rectangle):
            yield "avoidable rectangle type 2", gone
        else:
            yield f"unique rectangle type {2 if len(extra) == 2 and sum(extra) != 3 else 5}", gone


def _is_avoidable(board: CandidateBoard, rectangle: _Rectangle) -> bool:
    return not all(board.left[corner] for corner in rectangle.corners)


def _name(board: CandidateBoard, rectangle: _Rectangle, gone: Sequence[tuple[int, int]]) -> str:
    extra = rectangle.extra
    if _is_avoidable(board, rectangle):
        return "avoidable rectangle type 1"
    if len(extra) == 1:
        return "unique rectangle type 1"
    if len(extra) == 2:
        return f"unique rectangle type {6 if sum(extra) == 3 else 4}"
    return "hidden rectangle"


def _how(board: CandidateBoard, rectangle: _Rectangle, gone: Sequence[Candidate]) -> str:
    """What else follows from the first of the candidates that are out, if it is one of a corner."""
    cell, digit = gone[0]
    if not rectangle.two >> digit & 1:
        return ""
    corner = rectangle.corners.index(cell)
    run = [(place, held) for place, held in _run(board, rectangle, corner, digit) if place != corner]
    so = [f"{board.name(rectangle.corners[place])} is {SYMBOLS[held]}" for place, held in run]
    return f"if {board.name(cell)} is {SYMBOLS[digit]}, then {listed(so)}; "


def _describe(board: CandidateBoard, rectangle: _Rectangle, gone: Sequence[Candidate]) -> Description:
    one, other = digits_of(rectangle.two)
    cells = rectangle.corners
    never = (
        f"{board.names(cells)}, none of them given, cannot hold {SYMBOLS[one]} and {SYMBOLS[other]} crosswise: "
        "these could change places, and there would be two answers"
    )
    words = (never, f"{_how(board, rectangle, gone)}so {board.excluded(gone)}")
    around = [*cells, *(cell for cell, _ in gone)]
    units = [unit for unit in board.units if len(set(unit.cells).intersection(around)) > 1]
    rules: list[Key] = [unit.rule for unit in units]
    facts: list[Literal] = [*board.settled(around), *board.hold_nothing_else(c for c in around if board.left[c])]
    facts += [fact for unit in units for digit in (one, other) for fact in board.fits_only(digit, unit)]
    sides = [board.values((cell, digit) for cell in cells for digit in (one, other) if board.left[cell] >> digit & 1)]
    return rules, facts, TechniquePattern(words, tuple(sides), look=board.cells_at(*cells))
