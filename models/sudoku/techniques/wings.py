"""Wings and almost locked sets: a digit that holds in one of some cells, so that whatever sees all of them loses it.

An almost locked set is k cells that see each other with k + 1 candidates between them: if it lacks one of these, it
holds all the others. Two such sets of which only one can hold x share every other digit z that both have (ALS-XZ).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from models.deductions import WEAK, TechniquePattern
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import (
    Candidate,
    CandidateBoard,
    Description,
    Finding,
    bits,
    chained,
    digits_of,
    written,
)

XY, XYZ = 4.2, 4.4
"""How hard wings of three cells are to see."""

LARGER = {4: 5.5, 5: 6.2, 6: 6.6, 7: 7.5}
"""How hard those of so many cells are; of four and of five at least, where cells of three candidates are harder."""

ALS = 8.1
"""How hard ALS-XZ of larger sets is: Sudoku Explainer, which has it not, then needs several chains."""


ALS_CELLS = 4
"""The largest of these sets that are looked for."""


@dataclass(frozen=True)
class AlmostLockedSet:
    """Its cells and the candidates they have between them, as bits, and how many its largest cell has."""

    cells: int
    digits: int
    largest: int


Taken = dict[int, int]
"""For each digit the places that lose it, as bits."""


def xy_wings(board: CandidateBoard) -> Iterator[Finding]:
    """Pivot xy, wings xz and yz: a cell that sees both wings is not z."""
    return _wings(board, 2)


def xyz_wings(board: CandidateBoard) -> Iterator[Finding]:
    """Pivot xyz, wings xz and yz: a cell that sees all three is not z."""
    return _wings(board, 3)


def large_wings(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """An almost locked set of all cells but one, and that a cell with two candidates: WXYZ- to TUVWXYZ-wings."""
    where = board.where
    pairs = [(other, _taken(board, other), digits_of(other.digits)) for other in _sets(board, 1, 2)]
    found: list[Finding] = []
    for one in _sets(board, size - 1, size):
        for other, taken, (x, y) in pairs:
            if other.digits & ~one.digits or one.cells & other.cells:
                continue
            if one.cells & where[x] & ~taken[x] and one.cells & where[y] & ~taken[y]:
                continue  # both may hold either
            more = size - 3 - abs(3 - one.largest) if size < 6 else 0
            number = round(LARGER[size] + more / 10, 1)
            name = f"{'TUVWXYZ'[7 - size :]}-wing"
            found += _joined(board, ((one, _taken(board, one)), (other, taken)), name, number)
    yield from sorted(found, key=lambda finding: (finding.number or 0, -len(finding.gone)))


def als_xz(board: CandidateBoard) -> Iterator[Finding]:
    """Two almost locked sets that share a digit which only one of them can hold."""
    where = board.where
    sizes = range(2, ALS_CELLS + 1)
    sets = [(found, _taken(board, found)) for size in sizes for found in almost_locked_sets(board, size)]
    holding = [dict.fromkeys(bits(places), 0) for places in where]  # for each digit and cell the sets, as bits
    for place, (one, taken) in enumerate(sets):
        for digit in taken:
            for cell in bits(one.cells & where[digit]):
                holding[digit][cell] |= 1 << place
    for place, (one, taken) in enumerate(sets):
        joined = 0  # the sets that can hold one of its digits only where all that hold this digit in it see them
        for digit, seen in taken.items():
            near = far = 0
            for cell, found in holding[digit].items():
                if seen >> cell & 1:
                    near |= found
                else:
                    far |= found
            joined |= near & ~far
        for other in bits(joined >> place + 1 << place + 1):
            if not one.cells & sets[other][0].cells:
                yield from _joined(board, ((one, taken), sets[other]), "ALS-XZ", ALS)


def _wings(board: CandidateBoard, size: int) -> Iterator[Finding]:
    left, peers = board.left, board.masks.peers
    pairs = sum(1 << cell for cell, digits in enumerate(left) if digits.bit_count() == 2)
    for pivot, digits in enumerate(left):
        if digits.bit_count() != size:
            continue
        near = [cell for cell in bits(peers[pivot] & pairs) if left[cell] != digits and left[cell] & digits]
        for one, other in combinations(near, 2):
            shared = left[one] & left[other]
            fits = shared.bit_count() == 1 and (left[one] | left[other] | digits).bit_count() == 3
            if fits and bool(shared & digits) == (size == 3):
                digit = shared.bit_length() - 1
                cells = 1 << one | 1 << other | (1 << pivot if size == 3 else 0)
                gone = [(cell, digit) for cell in bits(board.seen_from(cells) & board.where[digit])]
                if gone:
                    describe = partial(_describe_wing, board, pivot, one, other, digit, gone)
                    yield Finding("XYZ-wing" if size == 3 else "XY-wing", XYZ if size == 3 else XY, gone, describe)


def almost_locked_sets(board: CandidateBoard, size: int) -> list[AlmostLockedSet]:
    """All choices of ``size`` cells that see each other and have one candidate more between them."""
    return _sets(board, size, size + 1)


def _sets(board: CandidateBoard, size: int, digits: int) -> list[AlmostLockedSet]:
    """All choices of ``size`` cells that see each other and have so many candidates between them."""
    left, peers = board.left, board.masks.peers
    small = sum(1 << cell for cell, candidates in enumerate(left) if 2 <= candidates.bit_count() <= digits)
    chosen = [(0, small, 0, 0)]  # cells, those that see all of these and follow, their digits, the most in one of them
    for _ in range(size):
        chosen = [
            (cells | 1 << cell, near & peers[cell] & -(2 << cell), larger, max(largest, left[cell].bit_count()))
            for cells, near, union, largest in chosen
            for cell in bits(near)
            if (larger := union | left[cell]).bit_count() <= digits
        ]
    return [
        AlmostLockedSet(cells, union, largest) for cells, _, union, largest in chosen if union.bit_count() == digits
    ]


def _taken(board: CandidateBoard, found: AlmostLockedSet) -> Taken:
    """For each digit of a set the places that lose it where the set holds it."""
    where = board.where
    return {digit: where[digit] & board.seen_from(where[digit] & found.cells) for digit in digits_of(found.digits)}


def _joined(
    board: CandidateBoard,
    sets: tuple[tuple[AlmostLockedSet, Taken], tuple[AlmostLockedSet, Taken]],
    name: str,
    number: float,
) -> Iterator[Finding]:
    """What two sets take away together, where only one of them can hold some digit that both have."""
    (one, by_one), (other, by_other) = sets
    both, where = one.cells | other.cells, board.where
    shared = digits_of(one.digits & other.digits)
    only = [digit for digit in shared if not where[digit] & other.cells & ~by_one[digit]]
    taken = [(digit, by_one[digit] & by_other[digit]) for digit in shared if [digit] != only]
    if len(only) > 1:  # each set then holds one of the two, and all the rest of its digits
        more = ((digit, seen & ~both) for by in (by_one, by_other) for digit, seen in by.items())
        taken += [(digit, seen) for digit, seen in more if digit not in only[:2]]
    gone = list(dict.fromkeys((cell, digit) for digit, seen in taken for cell in bits(seen))) if only else []
    if gone:
        yield Finding(name, number, gone, partial(_describe_sets, board, one, other, only, gone))


def _describe_wing(
    board: CandidateBoard, pivot: int, one: int, other: int, digit: int, gone: Sequence[Candidate]
) -> Description:
    ((shared,), (own,)) = (board.candidates[wing] - {digit} for wing in (one, other))
    cells = ends = [pivot, one, other]
    chain = [(one, digit), (one, shared), (pivot, shared), (pivot, own), (other, own), (other, digit)]
    if not board.left[pivot] >> digit & 1:
        ends, pattern = cells[1:], board.chain_pattern(chain, gone)
    else:
        links = board.chain(chain[:3]) + board.chain(chain[3:], WEAK)
        why = f"for {', '.join(map(board.left_of, cells))}: one of them is {SYMBOLS[digit]}"
        words = (f"{chained(links)}, so {board.excluded(gone)}", why)
        pattern = TechniquePattern(words, (board.all_values(cells),), links)
    rules = board.rules_between((pivot, one), (pivot, other), *((cell, end) for cell, _ in gone for end in ends))
    return rules, board.hold_nothing_else(cells), pattern


def _describe_sets(
    board: CandidateBoard,
    one: AlmostLockedSet,
    other: AlmostLockedSet,
    only: Sequence[int],
    gone: Sequence[Candidate],
) -> Description:
    def contents(group: AlmostLockedSet) -> str:
        cells = list(bits(group.cells))
        return f"{board.names(cells)} {'has' if len(cells) == 1 else 'have'} {written(digits_of(group.digits))}"

    words = (
        f"{contents(one)}, {contents(other)}; only one of the two can hold {written(only)}, so {board.excluded(gone)}",
        "for the other then holds all the rest of its digits",
    )
    cells = list(bits(one.cells | other.cells))
    pairs = [pair for group in (one, other) for pair in combinations(bits(group.cells), 2)]
    pairs += [(a, b) for a in bits(one.cells) for b in bits(other.cells) if board.sees(a, b)]
    pairs += [(cell, end) for cell, _ in gone for end in cells if board.sees(cell, end)]
    sides = tuple(board.all_values(bits(group.cells)) for group in (one, other))
    return (
        board.rules_between(*pairs),
        board.hold_nothing_else(cells),
        TechniquePattern(words, sides, look=board.cells_at(*cells)),
    )
