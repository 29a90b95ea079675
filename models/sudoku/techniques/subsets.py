"""Singles and subsets: k cells of a unit for k digits, so that nothing else fits there, nor they elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from operator import or_

from models.deductions import TechniquePattern
from models.kit.names import listed
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of, written

LAST_CELL, HIDDEN_IN_BOX, HIDDEN_IN_LINE, NAKED_SINGLE = 1.0, 1.2, 1.5, 2.3
"""How hard the singles are to see."""

SIZES = {2: "pair", 3: "triple", 4: "quad", 5: "quintuple", 6: "sextuple"}

NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}
DIRECT = {2: 2.0, 3: 2.5}
"""How hard they are to see, by their sizes; and hidden ones that leave a digit one place at once."""

Sets = Sequence[tuple[int, int]]
"""Names, each with a set as the bits of an integer."""


def last_cells(board: CandidateBoard) -> Iterator[Finding]:
    unsettled = reduce(or_, board.where)
    for place in board.masks.in_order:
        cells = unsettled & board.masks.units[place]
        if cells.bit_count() == 1 and board.left[cell := cells.bit_length() - 1].bit_count() == 1:
            unit, (digit,) = board.units[place], digits_of(board.left[cell])
            line = f"last cell of {unit}: only {SYMBOLS[digit]} is missing"
            describe = partial(_describe_single, board, unit, cell, digit, line)
            yield Finding("last cell", LAST_CELL, (), describe, (cell, digit))


def hidden_singles(board: CandidateBoard) -> Iterator[Finding]:
    """A digit has one place left in a unit."""
    for place in board.masks.in_order:
        mask, unit = board.masks.units[place], board.units[place]
        for digit in board.digits:
            left = board.where[digit] & mask
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                line = f"in {unit}, {SYMBOLS[digit]} fits only {board.name(cell)}"
                number = HIDDEN_IN_BOX if place in board.masks.boxes else HIDDEN_IN_LINE
                describe = partial(_describe_single, board, unit, cell, digit, line)
                yield Finding("hidden single", number, (), describe, (cell, digit))


def naked_singles(board: CandidateBoard) -> Iterator[Finding]:
    """A cell has one digit left; the others are placed in its units, or were excluded before."""
    for cell, left in enumerate(board.left):
        if left.bit_count() == 1:
            digit = left.bit_length() - 1
            yield Finding(
                "naked single", NAKED_SINGLE, (), partial(_describe_naked_single, board, cell, digit), (cell, digit)
            )


def _describe_single(board: CandidateBoard, unit: Unit, cell: int, digit: int, line: str) -> Description:
    facts = board.lack(digit, (other for other in unit.cells if other != cell))
    return (unit.rule,), facts, TechniquePattern((line,), look=board.units_at(unit))


def _describe_naked_single(board: CandidateBoard, cell: int, digit: int) -> Description:
    reasons, rest = [], set(board.digits) - {digit}
    for unit in board.layout.units_of[cell]:
        placed = sorted(rest.intersection(filter(None, map(board.known, unit.cells))))
        rest.difference_update(placed)
        if placed:
            reasons.append(f"{unit} has {written(placed)}")
    if rest:
        reasons.append(f"{written(sorted(rest))} {'is' if len(rest) == 1 else 'are'} ruled out already")
    line = f"only {SYMBOLS[digit]} is left for {board.name(cell)}: {'; '.join(reasons)}"
    return (), board.hold_nothing_else((cell,)), TechniquePattern((line,), look=board.cells_at(cell))


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
                continue  # where the cells share two units, all that follows is said once
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
        line = f"{board.names(chosen)} are {each} {written(digits, 'or')}"
    else:
        line = ", ".join(map(board.left_of, chosen))
    line += f", so nothing else in {listed(units)} is {written(digits, 'or')}"
    pattern = TechniquePattern((line,), (board.all_values(chosen),), look=board.units_at(*units))
    return [unit.rule for unit in units], board.hold_nothing_else(chosen), pattern


def _describe_hidden(
    board: CandidateBoard, unit: Unit, digits: Sequence[int], cells: Sequence[int], single: Candidate | None = None
) -> Description:
    line = f"in {unit}, {written(digits)} fit only {board.names(cells)}, so these hold nothing else"
    sides = board.values((cell, digit) for cell in cells for digit in digits if digit in board.candidates[cell])
    others = [cell for cell in unit.cells if cell not in cells]
    facts = [fact for digit in digits for fact in board.lack(digit, others)]
    if single:
        place, digit = single
        line += f"; then {SYMBOLS[digit]} fits only {board.name(place)}"
        facts += board.lack(digit, (other for other in others if other != place))
    holds = "" if single else f"{board.names(cells)} hold {written(digits)}"
    return [unit.rule], facts, TechniquePattern((line,), (sides,), look=board.units_at(unit), holds=holds)
