"""Subsets: k cells of a unit for k digits, so that nothing else fits there, nor they elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from models.deductions import TechniquePattern
from models.kit.names import listed
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of, written

SIZES = {2: "pair", 3: "triple", 4: "quad", 5: "quintuple", 6: "sextuple"}

NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}
DIRECT = {2: 2.0, 3: 2.5}
"""How hard they are to see, by their sizes; and hidden ones that leave a digit one place at once."""

Sets = Sequence[tuple[int, int]]
"""Names, each with a set as the bits of an integer."""


def naked_subsets(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """``size`` cells of a unit with ``size`` candidates between them: the unit's other cells lose these."""
    masks = board.masks
    for place, unit in enumerate(board.units):
        cells = [cell for cell in unit.cells if board.left[cell]]
        if len(cells) <= size:
            continue
        for chosen, digits in chosen_sets([(cell, board.left[cell]) for cell in cells], size):
            inside = sum(1 << cell for cell in chosen)
            units = [p for p in masks.around[chosen[0]] if not inside & ~masks.units[p]]
            if units[0] != place:
                continue  # where the cells share two units, all that follows is told once
            others = dict.fromkeys(cell for p in units for cell in bits(masks.units[p] & ~inside))
            gone = [(cell, digit) for cell in others for digit in digits_of(board.left[cell] & digits)]
            if gone:
                describe = partial(_describe_naked, board, [board.units[p] for p in units], chosen, digits_of(digits))
                yield Finding(f"naked {SIZES[size]}", NAKED[size], gone, describe)


def hidden_subsets(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """``size`` digits with ``size`` places in a unit between them: these places hold nothing else."""
    for place, digits, cells in hidden_sets(board, size):
        own = sum(1 << digit for digit in digits)
        gone = [(cell, digit) for cell in bits(cells) for digit in digits_of(board.left[cell] & ~own)]
        describe = partial(_describe_hidden, board, board.units[place], digits, list(bits(cells)))
        yield Finding(f"hidden {SIZES[size]}", HIDDEN[size], gone, describe)


def direct_hidden_subsets(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """A hidden pair or triple after which another digit has one place left in the unit."""
    for place, digits, cells in hidden_sets(board, size):
        for digit in board.digits:
            before = board.where[digit] & board.masks.units[place]
            rest = before & ~cells
            if digit not in digits and rest != before and rest.bit_count() == 1:
                single = rest.bit_length() - 1, digit
                describe = partial(_describe_hidden, board, board.units[place], digits, list(bits(cells)), single)
                yield Finding(f"direct hidden {SIZES[size]}", DIRECT[size], (), describe, single)


def hidden_sets(board: CandidateBoard, size: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Hidden subsets that take something away: the place of the unit, the digits, and their cells as bits."""
    for place, mask in enumerate(board.masks.units):
        places = [(digit, left) for digit in board.digits if (left := board.where[digit] & mask)]
        if len(places) <= size:
            continue
        for digits, cells in chosen_sets(places, size):
            own = sum(1 << digit for digit in digits)
            if any(board.left[cell] & ~own for cell in bits(cells)):
                yield place, digits, cells


def chosen_sets(sets: Sets, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of ``size`` of the ``sets``, by their names, that have ``size`` members between them."""
    small = [(name, members) for name, members in sets if 2 <= members.bit_count() <= size]

    def extend(chosen: tuple[int, ...], union: int, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
        for place in range(start, len(small) - size + len(chosen) + 1):
            name, members = small[place]
            larger = union | members
            if larger.bit_count() <= size:
                if len(chosen) + 1 < size:
                    yield from extend((*chosen, name), larger, place + 1)
                elif larger.bit_count() == size:
                    yield (*chosen, name), larger

    return extend((), 0, 0)


def _describe_naked(
    board: CandidateBoard, units: Sequence[Unit], chosen: Sequence[int], digits: Sequence[int]
) -> Description:
    if all(len(board.candidates[cell]) == len(digits) for cell in chosen):
        each = "both" if len(chosen) == 2 else "all"
        said = f"{board.names(chosen)} are {each} {written(digits, 'or')}"
    else:
        said = ", ".join(map(board.left_of, chosen))
    said += f", so nothing else in {listed(units)} is {written(digits, 'or')}"
    pattern = TechniquePattern((said,), (board.all_values(chosen),), look=board.units_at(*units))
    return [unit.rule for unit in units], board.hold_nothing_else(chosen), pattern


def _describe_hidden(
    board: CandidateBoard, unit: Unit, digits: Sequence[int], cells: Sequence[int], single: Candidate | None = None
) -> Description:
    """A hidden subset, perhaps with the single that it leaves."""
    said = f"in {unit}, {written(digits)} fit only {board.names(cells)}, so these hold nothing else"
    sides = board.values((cell, digit) for cell in cells for digit in digits if digit in board.candidates[cell])
    others = [cell for cell in unit.cells if cell not in cells]
    facts = [fact for digit in digits for fact in board.lack(digit, others)]
    if single:
        place, digit = single
        said += f"; then {SYMBOLS[digit]} fits only {board.name(place)}"
        facts += board.lack(digit, (other for other in others if other != place))
    return [unit.rule], facts, TechniquePattern((said,), (sides,), look=board.units_at(unit))
