"""Clues taken away: from a random grid, as long as it stays the only answer, and until what is left is as wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from models.generation import UniquenessOracle
from models.sudoku.board import BoardLayout, Position
from models.sudoku.generator.aiming import Aim
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
"""How often a puzzle is changed in vain before it is given up."""

MAX_ORBITS_PUT_BACK = 3
"""In each change, before others are taken away."""


@dataclass(frozen=True)
class CluePattern:
    """The clues that are wanted: how many (None for as few as digging leaves, down to ``least``), all needed or not."""

    clues: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    least: int = 0

    @property
    def may_have_more(self) -> bool:
        return self.clues is None and not self.minimal


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
            instance = empty.with_clues(tuple(clues))
            (found,) = ask.counts([instance])
            if found == 1:
                return ask.only(instance)
            if found:
                break
    raise AssertionError("an empty board with a grid has no digit for a cell")


def dug(
    empty: Sudoku,
    answer: Grid,
    wanted: CluePattern,
    random: Random,
    ask: UniquenessOracle[Sudoku, Grid],
    aim: Aim | None = None,
) -> Sudoku | str:
    """A puzzle with clues as wanted, as hard as aimed at and no answer but this; or in a few words why not."""
    if wanted.clues == 0 and not ask.is_unique(empty):
        return "have several answers without a clue"
    digging = Digging(empty, answer, wanted, ask, aim)
    left = [] if wanted.clues == 0 else digging.dig(random.sample(digging.every, len(digging.every)))
    fault, in_vain = digging.fault(left), 0
    while fault.why and in_vain < MAX_CHANGES:
        # Put some clues back and take others away; keep what comes of it unless it is further from what is wanted.
        gone = [orbit for orbit in digging.every if orbit not in left]
        back = random.sample(gone, min(len(gone), random.randint(1, MAX_ORBITS_PUT_BACK)))
        changed = [*random.sample(left, len(left)), *back]
        if not (fault.has_too_few and wanted.may_have_more):
            changed = digging.dig(changed)
        now = fault if set(changed) == set(left) else digging.fault(changed)
        is_nearer = aim is not None and now.size < fault.size
        in_vain = 0 if is_nearer else in_vain + 1
        if now.size <= fault.size:
            left, fault = changed, now
    return fault.why or digging.puzzle(left)


@dataclass(frozen=True)
class _Fault:
    """How far clues are from what is wanted, the worst first, and in a few words why; nothing where they are not."""

    size: tuple[int, float] = (0, 0)
    why: str = ""
    has_too_few: bool = False


class Digging:
    def __init__(
        self,
        empty: Sudoku,
        answer: Grid,
        wanted: CluePattern,
        ask: UniquenessOracle[Sudoku, Grid],
        aim: Aim | None,
    ) -> None:
        self._empty = empty
        self._cells = answer.cells
        self._wanted = wanted
        self._ask = ask
        self._aim = aim
        self.every = orbits(empty.layout, wanted.symmetry)

    def puzzle(self, left: Iterable[Orbit]) -> Sudoku:
        clues = [0] * len(self._cells)
        for orbit in left:
            for cell in orbit:
                clues[cell] = self._cells[cell]
        return self._empty.with_clues(tuple(clues))

    def dig(self, order: Sequence[Orbit]) -> list[Orbit]:
        """What is left of these orbits when each that can be spared has been taken away, in this order.

        What cannot be spared now cannot be spared later either; so several are asked about at once while few can be.
        """
        left, waiting, target = dict.fromkeys(order), list(order), self._wanted.clues or self._wanted.least
        count, at_once = sum(map(len, left)), 1
        while waiting:
            asked = [orbit for orbit in waiting[:at_once] if count - len(orbit) >= target]
            waiting = waiting[at_once:]
            counts = self._ask.counts([self.puzzle(left.keys() - {orbit}) for orbit in asked])
            spare = [orbit for orbit, found in zip(asked, counts, strict=True) if found == 1]
            if spare:
                del left[spare[0]]
                count -= len(spare[0])
                waiting = [*spare[1:], *waiting]
            at_once = max(1, at_once // 2) if spare else at_once * 2
        return list(left)

    def fault(self, left: Sequence[Orbit]) -> _Fault:
        count, clues = sum(map(len, left)), self._wanted.clues
        if clues is not None and count != clues:
            return _Fault((2, abs(count - clues)), f"kept {'more' if count > clues else 'fewer'} than {clues} clues")
        whole = self.puzzle(left)
        if self._wanted.minimal:
            cells = [cell for orbit in left for cell in orbit]
            without = [whole.with_clues((*whole.clues[:cell], 0, *whole.clues[cell + 1 :])) for cell in cells]
            if spare := self._ask.counts(without).count(1):
                return _Fault((1, spare), "kept clues that are not needed")
        if self._aim is None:
            return _Fault()
        miss = self._aim.miss(whole)
        return _Fault((0, miss.points), miss.why, miss.has_too_few_clues)
