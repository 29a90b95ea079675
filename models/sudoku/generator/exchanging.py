"""Symmetric Sudokus without a clue to spare: the digits of clues are exchanged until each is needed.

Of the grids hardly one in hundreds has such a puzzle with full symmetry. But near a symmetric puzzle there are many
others, of other grids, and some of them have fewer clues that can be spared.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from models.generation import UniquenessOracle
from models.sudoku.generator.aiming import Aim
from models.sudoku.generator.descending import with_clue
from models.sudoku.generator.digging import CluePattern, Digging, Orbit
from models.sudoku.instance import Grid, Sudoku

MAX_EXCHANGES = 150
"""How often a clue is exchanged in vain before a puzzle is given up."""

DIGGINGS, EXCHANGES_AT_ONCE = 10, 8
"""So many puzzles of a grid are dug, of which the one with the fewest clues is taken; and so many exchanges tried."""


def unspared(
    empty: Sudoku,
    answer: Grid,
    wanted: CluePattern,
    random: Random,
    ask: UniquenessOracle[Sudoku, Grid],
    aim: Aim | None,
) -> Sudoku | str:
    """A symmetric puzzle in which each clue is needed, perhaps of another grid; or in a few words why not."""
    ask = _Remembering(ask)
    digging = Digging(empty, answer, wanted, ask, None)
    every = digging.every
    found = (digging.dig(random.sample(every, len(every))) for _ in range(DIGGINGS))
    puzzle = digging.puzzle(min(found, key=lambda left: sum(map(len, left))))
    spare = ask.spare(puzzle)
    fewest, in_vain = len(spare), 0
    while spare and in_vain < MAX_EXCHANGES:
        in_vain += 1
        changed = _exchanged(puzzle, spare, random, ask)
        if changed is None:
            continue
        changed, still_spare = _without_orbits(changed, every, random, ask)
        more = len(still_spare) - len(spare)
        if more <= 0 or random.random() < 0.5**more:
            puzzle, spare = changed, still_spare
        if len(spare) < fewest:
            fewest, in_vain = len(spare), 0
    if spare:
        return "kept clues that are not needed"
    return (aim.miss(puzzle).why if aim else "") or puzzle


class _Remembering:
    """An oracle that is asked about each puzzle once: some exchanges are tried again and again."""

    def __init__(self, ask: UniquenessOracle[Sudoku, Grid]) -> None:
        self._ask = ask
        self._known: dict[tuple[int, ...], int] = {}
        self._spare: dict[tuple[int, ...], frozenset[int]] = {}
        self.only = ask.only

    def counts(self, instances: Sequence[Sudoku]) -> list[int]:
        fresh = {instance.clues: instance for instance in instances if instance.clues not in self._known}
        self._known |= zip(fresh, self._ask.counts([*fresh.values()]), strict=True)
        return [self._known[instance.clues] for instance in instances]

    def is_unique(self, instance: Sudoku) -> bool:
        return self.counts([instance]) == [1]

    def spare(self, puzzle: Sudoku) -> frozenset[int]:
        """The cells whose clues could be left out, each by itself."""
        if puzzle.clues not in self._spare:
            cells = [cell for cell, clue in enumerate(puzzle.clues) if clue]
            counts = self._ask.counts([with_clue(puzzle, cell, 0) for cell in cells])
            self._spare[puzzle.clues] = frozenset(c for c, found in zip(cells, counts, strict=True) if found == 1)
        return self._spare[puzzle.clues]


def _exchanged(
    puzzle: Sudoku, spare: frozenset[int], random: Random, ask: UniquenessOracle[Sudoku, Grid]
) -> Sudoku | None:
    """The puzzle with another digit for a clue, where some such that was tried has one answer.

    The digit of a clue that can be spared follows from the others: no other would do.
    """
    layout, clues = puzzle.layout, puzzle.clues
    needed = [cell for cell, clue in enumerate(clues) if clue and cell not in spare]
    tried = []
    for cell in random.choices(needed, k=EXCHANGES_AT_ONCE) if needed else ():
        digits = sorted(layout.digits.difference([clues[cell]], map(clues.__getitem__, layout.peers[cell])))
        if digits:
            tried.append(with_clue(puzzle, cell, random.choice(digits)))
    return next((each for each, found in zip(tried, ask.counts(tried), strict=True) if found == 1), None)


def _without_orbits(
    puzzle: Sudoku, every: Sequence[Orbit], random: Random, ask: _Remembering
) -> tuple[Sudoku, frozenset[int]]:
    """What is left without orbits that can be spared, and which clues still can be."""
    spare = ask.spare(puzzle)
    for orbit in random.sample(every, len(every)):
        if spare.issuperset(orbit):
            fewer = puzzle
            for cell in orbit:
                fewer = with_clue(fewer, cell, 0)
            if ask.is_unique(fewer):
                puzzle, spare = fewer, ask.spare(fewer)
    return puzzle, spare
