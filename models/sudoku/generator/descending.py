"""Very hard Sudokus: published ones turned about, in which a clue is exchanged for another.

Digging meets none of them in hundreds of grids. Of those that are an exchange away from a very hard one, a third is
very hard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from models.generation import UniquenessOracle
from models.registry import instance_files, load_puzzle
from models.sudoku.generator.boards import turned_about
from models.sudoku.instance import Grid, Sudoku

VERY_HARD = 9.5
"""From here on the scale of Sudoku Explainer, new ones descend from published ones."""

PUBLISHED = "hardest_1106"
"""The instances that they descend from."""


def descended(name: str, random: Random, ask: UniquenessOracle[Sudoku, Grid]) -> Sudoku | None:
    """A puzzle with one answer that differs from a published one by a clue or more, and has none to spare.

    None where no clue of the published one can be exchanged.
    """
    ancestor = random.choice(_published())
    made = replace(ancestor, name=name, label=None, clues=tuple(turned_about(ancestor.clues, ancestor.box, random)))
    exchanged = next(_exchanged(made, random, ask), None)
    if exchanged is None:
        return None
    made = exchanged
    for cell in random.sample(range(len(made.clues)), len(made.clues)):
        if made.clues[cell] and ask.is_unique(fewer := with_clue(made, cell, 0)):
            made = fewer
    return made


@cache
def _published() -> Sequence[Sudoku]:
    puzzle = load_puzzle("sudoku")
    read = puzzle.read(instance_files(puzzle)[PUBLISHED])
    return tuple(instance for instance in read if isinstance(instance, Sudoku))


def _exchanged(instance: Sudoku, random: Random, ask: UniquenessOracle[Sudoku, Grid]) -> Iterator[Sudoku]:
    """What has one answer with one clue taken away and another one put anywhere, a random one for each taken away."""
    clues, layout = instance.clues, instance.layout
    cells = [cell for cell, clue in enumerate(clues) if clue]
    for taken in random.sample(cells, len(cells)):
        rest = with_clue(instance, taken, 0)
        others = [
            with_clue(rest, cell, digit)
            for cell, clue in enumerate(rest.clues)
            for digit in layout.digits.difference(rest.clues[peer] for peer in layout.peers[cell])
            if not clue and (cell, digit) != (taken, clues[taken])
        ]
        if sole := [other for other, found in zip(others, ask.counts(others), strict=True) if found == 1]:
            yield random.choice(sole)


def with_clue(instance: Sudoku, cell: int, digit: int) -> Sudoku:
    return instance.with_clues((*instance.clues[:cell], digit, *instance.clues[cell + 1 :]))
