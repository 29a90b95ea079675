"""Sets that lean on each other: Sue de Coq, and death blossom.

*Sue de Coq* (two-sector disjoint subsets): cells where a line and a box cross, with cells of the rest of the line and
of the rest of the box, have as many digits between them as there are cells, each in one unit alone; so each holds.
*Death blossom*: whichever digit a cell holds (the stem), an almost locked set that needs it elsewhere (a petal) loses
it, and then holds another digit that all petals share. The names are those of HoDoKu's guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product

from models.deductions import TechniquePattern
from models.language.model import Key
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of, written
from models.sudoku.techniques.wings import AlmostLockedSet, almost_locked_sets

MAX_BESIDE = 4
"""So many cells of a line, or of a box, beside those where they cross."""

MAX_STEM, MAX_PETAL = 4, 4
"""The most digits of a stem, and the most cells of a petal."""

Petal = tuple[int, int]
"""The cells of a petal, or the stem itself, and what that takes away of the digit they share, as bits."""


def sue_de_coq(board: CandidateBoard) -> Iterator[Finding]:
    """All of them; those of which the sets in line and box share no digit, and those of which they do."""
    masks = board.masks
    for box in masks.boxes:
        for line in (*masks.of_kind["row"], *masks.of_kind["column"]):
            crossing = [cell for cell in bits(masks.units[box] & masks.units[line]) if board.left[cell]]
            for size in range(2, len(crossing) + 1):
                for middle in combinations(crossing, size):
                    yield from _sue_de_coq(board, box, line, middle)


def _sue_de_coq(board: CandidateBoard, box: int, line: int, middle: Sequence[int]) -> Iterator[Finding]:
    masks, left = board.masks, board.left
    held = _digits_in(board, middle)
    spare = held.bit_count() - len(middle)
    if spare < 2:
        return
    across = masks.units[box] & masks.units[line]
    sides = [[cell for cell in bits(masks.units[unit] & ~across) if left[cell]] for unit in (line, box)]
    ways = [
        [
            (chosen, digits)
            for count in range(1, MAX_BESIDE + 1)
            for chosen in combinations(side, count)
            if (digits := _digits_in(board, chosen)) & held and (digits & ~held).bit_count() < count
        ]
        for side in sides
    ]
    for (of_line, one), (of_box, other) in product(*ways):
        cells = len(middle) + len(of_line) + len(of_box)
        both = one & other
        if both & held or (held | one | other).bit_count() + both.bit_count() != cells:
            continue
        gone: dict[Candidate, None] = {}
        inside = sum(1 << cell for cell in (*middle, *of_line, *of_box))
        for part in ((*middle, *of_line), (*middle, *of_box)):
            only = _digits_in(board, part) & ~(other if part[-1] in of_line else one) | (
                both & _digits_in(board, part[len(middle) :])
            )
            for digit in digits_of(only):
                places = sum(1 << cell for cell in part if left[cell] >> digit & 1)
                seen = board.seen_from(places) & board.where[digit] & ~inside
                gone |= dict.fromkeys((cell, digit) for cell in bits(seen))
        if gone:
            describe = partial(_describe_sue, board, box, line, (middle, of_line, of_box), list(gone))
            yield Finding("Sue de Coq", None, list(gone), describe)


def death_blossom(board: CandidateBoard) -> Iterator[Finding]:
    """All stems, with such petals as take most away together; the stem may hold the digit itself."""
    petals = [found for size in range(1, MAX_PETAL + 1) for found in almost_locked_sets(board, size)]
    best: dict[tuple[int, int, int], tuple[int, ...]] = {}
    for stem, digits in enumerate(board.left):
        if not 2 <= digits.bit_count() <= MAX_STEM:
            continue
        touching = {
            digit: [
                petal
                for petal in petals
                if petal.digits >> digit & 1
                and not petal.cells >> stem & 1
                and not board.where[digit] & petal.cells & ~board.masks.peers[stem]
            ]
            for digit in digits_of(digits)
        }
        for shared in board.digits:
            leaves = [_leaves(board, stem, digit, shared, touching[digit]) for digit in digits_of(digits)]
            if all(leaves):
                for way, gone in _blossoms(leaves, (), board.where[shared]):
                    if len({*way}) > 1:
                        best.setdefault((stem, shared, gone), way)
    for (stem, shared, gone), way in sorted(best.items(), key=lambda item: (len(item[1]), -item[0][2].bit_count())):
        out = [(cell, shared) for cell in bits(gone)]
        yield Finding("death blossom", None, out, partial(_describe_blossom, board, stem, way, shared, out))


def _leaves(
    board: CandidateBoard, stem: int, digit: int, shared: int, petals: Sequence[AlmostLockedSet]
) -> list[Petal]:
    """What takes ``shared`` away when the stem holds ``digit``: the stem itself, or petals; one for each effect."""
    where = board.where[shared]
    if digit == shared:
        return [(1 << stem, where & board.masks.peers[stem])]
    found: dict[int, int] = {}
    for petal in petals:
        if petal.digits >> shared & 1:
            gone = board.seen_from(where & petal.cells) & where & ~petal.cells
            if gone:
                found.setdefault(gone, petal.cells)
    return [(cells, gone) for gone, cells in found.items()]


def _blossoms(leaves: Sequence[list[Petal]], way: tuple[int, ...], gone: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if len(way) == len(leaves):
        yield way, gone
        return
    for cells, out in leaves[len(way)]:
        if gone & out:
            yield from _blossoms(leaves, (*way, cells), gone & out)


def _digits_in(board: CandidateBoard, cells: Sequence[int]) -> int:
    union = 0
    for cell in cells:
        union |= board.left[cell]
    return union


def _describe_sue(
    board: CandidateBoard, box: int, line: int, parts: tuple[Sequence[int], ...], gone: Sequence[Candidate]
) -> Description:
    units = [board.units[line], board.units[box]]
    cells = [cell for part in parts for cell in part]
    said = ", ".join(
        f"{board.names(part)} {'has' if len(part) == 1 else 'have'} {written(digits_of(_digits_in(board, part)))}"
        for part in parts
    )
    words = (
        f"{said}: as many digits as cells, so each of them holds there, and {board.excluded(gone)}",
        f"for {units[0]} and {units[1]} hold each digit once",
    )
    rules: list[Key] = [unit.rule for unit in units]
    rules += board.rules_between(*((cell, end) for cell, _ in gone for end in cells if board.sees(cell, end)))
    sides = tuple(board.all_values(part) for part in parts)
    return rules, board.hold_nothing_else(cells), TechniquePattern(words, sides, look=board.cells_at(*cells))


def _describe_blossom(
    board: CandidateBoard, stem: int, petals: Sequence[int], shared: int, gone: Sequence[Candidate]
) -> Description:
    said = []
    cells = [stem]
    for digit, petal in zip(sorted(board.candidates[stem]), petals, strict=True):
        if petal != 1 << stem:
            inside = list(bits(petal))
            cells += inside
            digits = written(digits_of(_digits_in(board, inside)), "or")
            said.append(f"if it is {SYMBOLS[digit]}, one of {board.names(inside)} ({digits}) is {SYMBOLS[shared]}")
    words = (f"{board.left_of(stem)}, and so {board.excluded(gone)}", f"for {'; '.join(said)}")
    cells = [*dict.fromkeys(cells)]
    pairs: list[tuple[int, int]] = [pair for petal in petals for pair in combinations(bits(petal), 2)]
    pairs += [(stem, cell) for cell in cells if cell != stem and board.sees(stem, cell)]
    pairs += [(cell, end) for cell, _ in gone for end in cells if board.sees(cell, end)]
    sides = (board.all_values([stem]), board.values((cell, shared) for cell in cells if board.left[cell] >> shared & 1))
    facts = board.hold_nothing_else(cells)
    return board.rules_between(*pairs), facts, TechniquePattern(words, sides, look=board.cells_at(*cells))
