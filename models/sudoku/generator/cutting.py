"""Cages cut anew: two neighbours at a time, until a puzzle without a clue is as hard as aimed at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from models.generation import UniquenessOracle
from models.sudoku.generator.aiming import Aim, Miss
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.variants.cages import CageRule
from models.sudoku.variants.planting import ASIDE

MAX_CUTS = 40
"""How often a puzzle is cut in vain before it is given up."""

SMALLER_SIZES, LARGER_SIZES = (2, 2, 3), (3, 4, 4, 5)
"""How many cells the new cages have of a puzzle that is too hard, and of one that is too easy."""


def recut(empty: Sudoku, answer: Grid, random: Random, ask: UniquenessOracle[Sudoku, Grid], aim: Aim) -> Sudoku | str:
    """A puzzle with cages cut as aimed at and no answer but this; or in a few words why not."""
    puzzle, miss, in_vain = empty, aim.miss(empty), 0
    while miss.why and in_vain < MAX_CUTS:
        changed = _changed(puzzle, answer, random, miss)
        now = aim.miss(changed)
        in_vain = 0 if now.points < miss.points else in_vain + 1
        if now.points <= miss.points:
            puzzle, miss = changed, now
    if not miss.why and not ask.is_unique(puzzle):
        return "have several answers without a clue"
    return miss.why or puzzle


def _changed(puzzle: Sudoku, answer: Grid, random: Random, miss: Miss) -> Sudoku:
    """The puzzle with other cages in place of two neighbours, one where it is too hard, and of a cell without one."""
    layout = puzzle.layout
    cages = [place for place in puzzle.variants if isinstance(place, CageRule)]
    cage_of = {cell: cage.cells for cage in cages for cell in cage.cells}
    start = random.choice(miss.unsettled or range(len(answer.cells)))
    here = cage_of.get(start, (start,))
    near = sorted({other for cell in here for other in layout.beside(cell, ASIDE)}.difference(here))
    beside = random.choice(near)
    cells = {*here, *cage_of.get(beside, (beside,))}
    sizes = SMALLER_SIZES if miss.unsettled else LARGER_SIZES
    cut = type(cages[0]).cut(cells, sizes, answer.cells, layout, random)
    kept = (place for place in puzzle.variants if not isinstance(place, CageRule) or cells.isdisjoint(place.cells))
    return replace(puzzle, variants=(*kept, *cut))
