"""Singles: the last place of a digit in a unit, or the last digit of a cell; some after a look at a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.deductions import Pattern
from models.sudoku.instance import SYMBOLS, Unit
from models.sudoku.techniques.board import Board, Finding, Told, bits, digits_of, written
from models.sudoku.techniques.subsets import SIZES, hidden_sets

LAST, IN_BOX, IN_LINE, NAKED = 1.0, 1.2, 1.5, 2.3
"""How hard the singles are to see."""

POINTING, CLAIMING = 1.7, 1.9
"""How hard one is that shows once locked candidates are seen."""

HIDDEN_SET = {2: 2.0, 3: 2.5}
"""How hard one is that shows once a hidden pair is seen, or a hidden triple."""


def last_cells(board: Board) -> Iterator[Finding]:
    """A unit lacks one digit."""
    for place in _narrow_first(board):
        cells = [cell for cell in board.units[place].cells if board.left[cell]]
        if len(cells) == 1 and board.left[cells[0]].bit_count() == 1:
            unit, (digit,) = board.units[place], digits_of(board.left[cells[0]])
            said = f"last cell of {unit}: only {SYMBOLS[digit]} is missing"
            yield _single("last cell", LAST, board, cells[0], digit, unit, said)


def hidden_singles(board: Board) -> Iterator[Finding]:
    """A digit has one place left in a unit."""
    for place in _narrow_first(board):
        mask, unit = board.masks.units[place], board.units[place]
        for digit in board.digits:
            left = board.where[digit] & mask
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                said = f"in {unit}, {SYMBOLS[digit]} fits only {board.name(cell)}"
                number = IN_LINE if unit.kind in ("row", "column") else IN_BOX
                yield _single("hidden single", number, board, cell, digit, unit, said)


def naked_singles(board: Board) -> Iterator[Finding]:
    """A cell has one digit left; the others are placed in its units, or were excluded before."""
    for cell, left in enumerate(board.left):
        if left and not left & (left - 1):
            digit = left.bit_length() - 1
            yield Finding("naked single", NAKED, (), partial(_told_naked, board, cell, digit), (cell, digit))


def direct_locked(board: Board) -> Iterator[Finding]:
    """Pointing or claiming after which a digit has one place left in a unit of the same kind beside."""
    units = board.masks.units
    for name, base, cover, digit, _ in locked(board):
        kind = board.units[base].kind
        for place in board.masks.of_kind[kind]:
            before = board.where[digit] & units[place]
            rest = before & ~units[cover]
            if place != base and rest != before and rest and not rest & (rest - 1):
                tell = partial(_told_locked, board, base, cover, place, digit, rest.bit_length() - 1)
                number = POINTING if name == "pointing" else CLAIMING
                yield Finding(f"direct {name}", number, (), tell, (rest.bit_length() - 1, digit))


def direct_hidden_subsets(board: Board, size: int) -> Iterator[Finding]:
    """A hidden pair or triple after which another digit has one place left in the unit."""
    for place, digits, cells in hidden_sets(board, size):
        for digit in board.digits:
            before = board.where[digit] & board.masks.units[place]
            rest = before & ~cells
            if digit not in digits and rest != before and rest and not rest & (rest - 1):
                tell = partial(_told_hidden, board, board.units[place], digits, cells, digit, rest.bit_length() - 1)
                name = f"direct hidden {SIZES[size]}"
                yield Finding(name, HIDDEN_SET[size], (), tell, (rest.bit_length() - 1, digit))


def locked(board: Board) -> Iterator[tuple[str, int, int, int, int]]:
    """Where a unit needs a digit where another crosses it: the name, both by place, the digit, what the other loses.

    First boxes and the lines that they need it on (pointing), then lines and the boxes (claiming).
    """
    masks = board.masks
    lines = [place for kind in ("column", "row") for place in masks.of_kind.get(kind, ())]
    others = [place for place in range(len(masks.units)) if board.units[place].kind not in ("row", "column")]
    for name, bases in (("pointing", others), ("claiming", lines)):
        for base in bases:
            for digit in board.digits:
                places = board.where[digit] & masks.units[base]
                if places & (places - 1):
                    for cover in masks.around[places.bit_length() - 1]:
                        if cover != base and not places & ~masks.units[cover]:
                            yield name, base, cover, digit, board.where[digit] & masks.units[cover] & ~places


def _narrow_first(board: Board) -> list[int]:
    """The places of the units in the order in which people look through them: boxes, rows, columns."""
    kinds = board.masks.of_kind
    last = [place for kind in ("row", "column") for place in kinds.get(kind, ())]
    return [place for place in range(len(board.units)) if place not in last] + last


def _single(name: str, number: float, board: Board, cell: int, digit: int, unit: Unit, said: str) -> Finding:
    def tell() -> Told:
        facts = board.lack(digit, (other for other in unit.cells if other != cell))
        return (unit.rule,), facts, Pattern((said,), look=board.units_at(unit))

    return Finding(name, number, (), tell, (cell, digit))


def _told_naked(board: Board, cell: int, digit: int) -> Told:
    told, rest = [], set(board.digits) - {digit}
    for unit in board.layout.units_of[cell]:
        placed = sorted(rest.intersection(filter(None, map(board.known, unit.cells))))
        rest.difference_update(placed)
        if placed:
            told.append(f"{unit} has {written(placed)}")
    if rest:
        told.append(f"{written(sorted(rest))} {'is' if len(rest) == 1 else 'are'} ruled out already")
    said = f"only {SYMBOLS[digit]} is left for {board.name(cell)}: {'; '.join(told)}"
    return (), board.hold_nothing_else((cell,)), Pattern((said,), look=board.cells_at(cell))


def _told_locked(board: Board, base: int, cover: int, last: int, digit: int, cell: int) -> Told:
    one, across, there = board.units[base], board.units[cover], board.units[last]
    places = board.places(one, digit)
    said = (
        f"in {one}, {SYMBOLS[digit]} fits only {board.names(places, 'or')}, so nowhere else in {across}; "
        f"then in {there} it fits only {board.name(cell)}"
    )
    facts = (
        *board.lack(digit, (other for other in one.cells if other not in across.cells)),
        *board.lack(digit, (other for other in there.cells if other != cell and other not in across.cells)),
    )
    sides = (board.values((place, digit) for place in places),)
    return (one.rule, across.rule, there.rule), facts, Pattern((said,), sides, look=board.units_at(one, there))


def _told_hidden(board: Board, unit: Unit, digits: tuple[int, ...], cells: int, digit: int, cell: int) -> Told:
    chosen = list(bits(cells))
    said = (
        f"in {unit}, {written(digits)} fit only {board.names(chosen)}, so these hold nothing else; "
        f"then {SYMBOLS[digit]} fits only {board.name(cell)}"
    )
    others = [other for other in unit.cells if other not in chosen]
    facts = [fact for hidden in digits for fact in board.lack(hidden, others)]
    facts += board.lack(digit, (other for other in others if other != cell))
    sides = (board.values((c, d) for c in chosen for d in digits if d in board.candidates[c]),)
    return (unit.rule,), facts, Pattern((said,), sides, look=board.units_at(unit))
