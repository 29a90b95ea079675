"""Locked candidates and fish: units that need a digit where they cross others take it from the rest of these."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Pattern, Proposal
from models.sudoku.instance import SYMBOLS
from models.sudoku.techniques.board import Board, named

SIZES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def locked_candidates(board: Board) -> Iterator[Proposal]:
    """Pointing: a box needs the digit on the line. Claiming: a line needs it in the box."""
    boxes = board.compact
    lines = board.lines("row") + board.lines("column")
    others = [unit for unit in boxes if unit.kind not in ("box", "region")]  # which may cross boxes as lines do
    for name, bases, covers in (("pointing", boxes, [*lines, *others]), ("claiming", lines, boxes)):
        for base in bases:
            for digit in board.missing(base):
                places = board.places(base, digit)
                for cover in covers if len(places) > 1 else ():
                    if not set(places).issubset(cover.cells):
                        continue
                    gone = [(cell, digit) for cell in board.places(cover, digit) if cell not in places]
                    if gone:
                        said = (
                            f"in {base}, {SYMBOLS[digit]} fits only {board.names(places, 'or')}, "
                            f"so nowhere else in {cover}"
                        )
                        facts = board.lack(digit, (cell for cell in base.cells if cell not in cover.cells))
                        sides = (board.values((cell, digit) for cell in places),)
                        pattern = Pattern((said,), sides, look=board.units_at(base, cover))
                        yield board.shows(name, gone, (base.rule, cover.rule), facts, pattern)


def fish(board: Board, size: int) -> Iterator[Proposal]:
    """All fish of ``size`` rows or columns whose places of a digit lie in as many columns, or rows.

    Each of the base lines needs the digit, so they use the covering lines up.
    """
    for base_kind, cover_kind in (("row", "column"), ("column", "row")):
        cover_of = {cell: unit for unit in board.lines(cover_kind) for cell in unit.cells}
        for digit in board.digits:
            places = [(unit, board.places(unit, digit)) for unit in board.lines(base_kind)]
            for bases in combinations([(unit, cells) for unit, cells in places if 2 <= len(cells) <= size], size):
                covers = {cover_of[cell].rule: cover_of[cell] for _, cells in bases for cell in cells}
                if len(covers) != size:
                    continue
                inside = {cell for unit, _ in bases for cell in unit.cells}
                covered = {cell for cover in covers.values() for cell in cover.cells}
                gone = [(cell, digit) for cell in sorted(covered - inside) if digit in board.candidates.get(cell, ())]
                if gone:
                    lines, across = [unit for unit, _ in bases], sorted(covers.values(), key=lambda unit: unit.number)
                    fish_on = f"{SIZES[size]} on {SYMBOLS[digit]} in {named(lines)}, {named(across)}"
                    words = (
                        f"{fish_on}, so {board.excluded(gone)}",
                        f"for in {named(lines)}, {SYMBOLS[digit]} fits only {named(across)}",
                    )
                    ties = [
                        tie for _, cells in bases if len(cells) == 2 for tie in board.chain([(c, digit) for c in cells])
                    ]
                    rules = [*(unit.rule for unit, _ in bases), *covers]
                    sides = (board.values((cell, digit) for _, cells in bases for cell in cells),)
                    pattern = Pattern(words, sides, tuple(ties), board.units_at(*lines, digit=digit))
                    yield board.shows(SIZES[size], gone, rules, board.lack(digit, sorted(inside - covered)), pattern)
