"""Clues taken away: from a random grid, as long as it stays the only answer, and until what is left is as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from models.generation import UniquenessOracle
from models.sudoku.board import BoardLayout, Position
from models.sudoku.instance import Grid, Sudoku

Orbit = tuple[int, ...]
"""Cells that a symmetry takes to each other, so that all of them have clues or none."""

SYMMETRIES = {
    "none": (),
    "half-turn": ("half turn",),
    "quarter-turn": ("quarter turn",),
    "diagonal": ("transposed",),
    "full": ("quarter turn", "transposed"),
}
"""Kinds of symmetry, each with the moves that leave the pattern of clues as it is."""

MAX_CHANGES = 60
"""How often a puzzle is changed for the better before it is given up."""

MAX_ORBITS_PUT_BACK = 3
"""In each change, before others are taken away."""


@dataclass(frozen=True)
class CluePattern:
    """The clues that are wanted: how many (None for as few as digging leaves, down to ``least``), all needed or not."""

    clues: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    least: int = 0


def orbits(layout: BoardLayout, symmetry: str) -> list[Orbit]:
    found: dict[int, Orbit] = {}
    for start in range(len(layout.positions)):
        if start in found:
            continue
        reached = [start]
        for cell in reached:  # grows meanwhile
            ways = (layout.cell_at[_moved(move, layout.positions[cell], layout)] for move in SYMMETRIES[symmetry])
            reached += [there for there in dict.fromkeys(ways) if there not in reached]
        found |= dict.fromkeys(reached, tuple(sorted(reached)))
    return list(dict.fromkeys(found.values()))


def _moved(move: str, position: Position, layout: BoardLayout) -> Position:
    """Where a move of the whole board takes a position."""
    row, column = position
    if move == "half turn":
        return layout.height - 1 - row, layout.width - 1 - column
    return (column, row) if move == "transposed" else (column, layout.height - 1 - row)


def random_grid(empty: Sudoku, random: Random, ask: UniquenessOracle[Sudoku, Grid]) -> Grid | None:
    """A random grid of an empty board, or None: random digits are put into random cells until only one grid is left."""
    layout = empty.layout
    clues = [0] * len(layout.positions)
    if ask.counts([empty]) == [0]:
        return None
    for cell in random.sample(range(len(clues)), len(clues)):
        seen = {clues[peer] for peer in layout.peers[cell]}
        for digit in random.sample(range(1, layout.order + 1), layout.order):
            if digit in seen:
                continue
            clues[cell] = digit
            instance = replace(empty, clues=tuple(clues))
            (found,) = ask.counts([instance])
            if found == 1:
                return ask.only(instance)
            if found:
                break
    raise AssertionError("an empty board with a grid has no digit for a cell")


def dug(
    empty: Sudoku, answer: Grid, wanted: CluePattern, random: Random, ask: UniquenessOracle[Sudoku, Grid]
) -> Sudoku | str:
    """A puzzle with clues as wanted and no answer but this; or in a few words why they were not reached."""
    every = orbits(empty.layout, wanted.symmetry)

    def puzzle(left: Sequence[Orbit]) -> Sudoku:
        clues = [0] * len(answer.cells)
        for orbit in left:
            for cell in orbit:
                clues[cell] = answer.cells[cell]
        return replace(empty, clues=tuple(clues))

    def dig(order: Sequence[Orbit]) -> list[Orbit]:
        """What is left of these orbits when each that can be spared has been taken away, in this order."""
        left, target = list(order), wanted.clues or wanted.least
        count = sum(map(len, left))
        for orbit in order:
            if count - len(orbit) < target:
                continue
            fewer = [other for other in left if other is not orbit]
            if ask.is_unique(puzzle(fewer)):
                left, count = fewer, count - len(orbit)
        return left

    def faults(left: Sequence[Orbit]) -> int:
        """How far these orbits are from what is wanted: clues too many, or else clues that are not needed."""
        count = sum(map(len, left))
        if wanted.clues is not None and count != wanted.clues:
            return 1_000 + abs(count - wanted.clues)
        if not wanted.minimal:
            return 0
        whole = puzzle(left)
        cells = [cell for orbit in left for cell in orbit]
        without = [replace(whole, clues=(*whole.clues[:cell], 0, *whole.clues[cell + 1 :])) for cell in cells]
        return ask.counts(without).count(1)

    left = dig(random.sample(every, len(every)))
    wrong = faults(left)
    for _ in range(MAX_CHANGES):
        if not wrong:
            return puzzle(left)
        # Put some clues back and take others away; keep what comes of it unless it is further from what is wanted.
        gone = [orbit for orbit in every if orbit not in left]
        back = random.sample(gone, min(len(gone), random.randint(1, MAX_ORBITS_PUT_BACK)))
        changed = dig([*random.sample(left, len(left)), *back])
        if (now := faults(changed)) <= wrong:
            left, wrong = changed, now
    if not wrong:
        return puzzle(left)
    count = sum(map(len, left))
    if wanted.clues is not None and count != wanted.clues:
        return f"kept {'more' if count > wanted.clues else 'fewer'} than {wanted.clues} clues"
    return "kept clues that are not needed"
