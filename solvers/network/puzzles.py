"""Puzzles to learn from: minimal Sudokus of several boards, made in batches by the kernel, each with its only grid."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from models.language.constraints import AllDifferent
from models.registry import instance_files, load_puzzle
from models.sudoku.board import BOXES, BoardShape, Box, Square
from models.sudoku.generator.boards import regions
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.variants import variants
from solvers.kernel import compiled
from solvers.lowering.covering import covering
from solvers.network.graph import CoverStructure, FactorGraph, Numbers
from solvers.network.symmetry import fingerprints

MAX_NODES, MAX_NODES_OF_LARGE = 20_000, 2_000
"""States that the kernel propagates for some puzzles; one that it is at work on then keeps its clue."""

LARGE_ORDER = 9

GRID_CLUES_PER_ROW = 2
"""Random clues that a random grid grows from."""

MAX_CLUES_DROPPED = 3
"""Clues that a hard puzzle loses before it gets another answer."""

HELD_OUT = "norvig_easy50", "royle_17", "se_rated", "top1465", "hardest_1106"
"""Instance files whose grids are never learnt from, in no guise."""


@dataclass(frozen=True)
class Example:
    """A puzzle of one answer: clues and grid, cell by cell."""

    board: KernelBoard
    clues: Numbers
    grid: Numbers

    def graph(self) -> tuple[FactorGraph, Numbers]:
        """What the clues leave, and for each node whether the answer takes it."""
        graph = self.board.structure.left_by(self.board.chosen(self.clues[None]))
        return graph, self.board.chosen(self.grid[None])[0, graph.option].astype(np.float32)


class KernelBoard:
    """A board whose rules are houses, with an engine that counts the answers of many puzzles in one call."""

    def __init__(self, empty: Sudoku) -> None:
        model = CellsModel(empty).model
        self.order, self.cells = empty.order, len(model.variables)
        units = array("i")
        for constraint in model.constraints:
            assert isinstance(constraint, AllDifferent)
            units.extend((len(constraint.variables), *(var.index for var in constraint.variables)))
        self._max_nodes = MAX_NODES if self.order <= LARGE_ORDER else MAX_NODES_OF_LARGE
        self._domains = array("Q", [(1 << self.order) - 1]) * self.cells
        kernel = compiled()
        assert kernel is not None, "examples are made by the compiled kernel"
        self._engine = kernel.AllDifferentEngine(self.cells, self.order, self._domains, units)
        cover = covering(model)
        self.structure = CoverStructure(cover.primary, cover.secondary, [option.items for option in cover.options])
        self._option = np.zeros((self.cells, self.order + 1), dtype=np.int64)
        for number, option in enumerate(cover.options):
            self._option[cover.groups[option.group].members[0].index, option.choices[0][0]] = number

    def chosen(self, rows: Numbers) -> Numbers:
        """For each row of digits, which options they are; 0 is none."""
        found = np.zeros((len(rows), self.structure.options), dtype=bool)
        row, cell = np.nonzero(rows)
        found[row, self._option[cell, rows[row, cell]]] = True
        return found

    def counts(self, rows: Numbers, limit: int) -> tuple[Numbers, Numbers]:
        """The answers of each row, at most ``limit``, and the first of them; ``limit`` also where it takes too long."""
        givens, answers = np.ascontiguousarray(rows, dtype=np.uint8), np.zeros(rows.shape, dtype=np.uint8)
        counts, row = np.zeros(len(rows), dtype=np.int64), 0
        while row < len(rows):
            row = self._engine.batch(givens, answers, counts, self.cells, row, limit, self._max_nodes)
            if row < len(rows):
                counts[row], answers[row] = limit, 0
                self._engine.begin(self._domains)  # and so ends the search that is under way
                row += 1
        return counts, answers

    def grids(self, many: int, random: Any) -> Numbers:
        """Random grids: random digits are put into random cells as long as a grid is left."""
        clues, each = np.zeros((many, self.cells), dtype=np.uint8), np.arange(many)
        answers = self.counts(clues[:1], 1)[1].repeat(many, axis=0)
        for _ in range(GRID_CLUES_PER_ROW * self.order):
            tried = clues.copy()
            tried[each, random.integers(self.cells, size=many)] = random.integers(1, self.order + 1, size=many)
            _, found = self.counts(tried, 1)
            fits = found.all(axis=1)
            clues[fits], answers[fits] = tried[fits], found[fits]
        return answers

    def dug(self, grids: Numbers, orders: Numbers) -> Numbers:
        """Clues from which each grid follows, taken away one by one in each row's order where they can be spared."""
        clues, each = grids.copy(), np.arange(len(grids))
        for step in range(self.cells):
            tried = clues.copy()
            tried[each, orders[:, step]] = 0
            spared = self.counts(tried, 2)[0] == 1
            clues[spared] = tried[spared]
        return clues

    def minimal(self, many: int, random: Any) -> Iterator[Example]:
        grids = self.grids(many, random)
        grids = grids[grids.all(axis=1)]  # some regions have no grid
        many = len(grids)
        orders = random.permuted(np.tile(np.arange(self.cells), (many, 1)), axis=1)
        return self._examples(self.dug(grids, orders), grids)

    def varied(self, examples: Sequence[Example], random: Any) -> Iterator[Example]:
        """Puzzles near others: each has lost clues, has another answer, and is dug anew, its old clues last."""
        old, grids = (np.stack([getattr(example, part) for example in examples]) for part in ("clues", "grid"))
        clues = old.copy()
        for row, (kept, grid) in enumerate(zip(clues, grids, strict=True)):
            there = np.flatnonzero(kept)
            kept[random.choice(there, random.integers(1, MAX_CLUES_DROPPED + 1), replace=False)] = 0
            cell = random.choice(np.flatnonzero(kept == 0))
            kept[cell] = (grid[cell] - 1 + random.integers(1, self.order)) % self.order + 1
            clues[row] = kept
        _, answers = self.counts(clues, 1)
        fits = answers.all(axis=1)
        clues, answers = clues[fits], answers[fits]
        orders = np.argsort(random.random(clues.shape) + (clues > 0), axis=1)
        return self._examples(self.dug(answers, orders), answers)

    def _examples(self, clues: Numbers, grids: Numbers) -> Iterator[Example]:
        return (Example(self, *pair) for pair in zip(clues, grids, strict=True))


@lru_cache(maxsize=16)
def board_of(order: int, kind: str = "") -> KernelBoard:
    """The usual board of an order, or one with diagonals, or without boxes (latin)."""
    box: Box = BOXES.get(order, (1, order))
    if kind == "latin":
        return KernelBoard(Sudoku((0,) * order**2, (1, order), kind, board=BoardShape((Square(order),))))
    empty = Sudoku((0,) * order**2, box, kind)
    always = tuple(variants()["diagonals"].always(empty.layout)) if kind == "diagonals" else ()
    return KernelBoard(Sudoku((0,) * order**2, box, kind, variants=always))


def jigsaw(order: int, random: Random) -> KernelBoard:
    board = BoardShape((Square(order, regions(order, random)),))
    return KernelBoard(Sudoku((0,) * order**2, (1, order), "jigsaw", board=board))


def held_out() -> frozenset[bytes]:
    """The fingerprints of the grids that no training sees."""
    puzzle, board = load_puzzle("sudoku"), board_of(9)
    files = (puzzle.read(instance_files(puzzle)[name]) for name in HELD_OUT)
    clues = np.array([one.clues for file in files for one in file if isinstance(one, Sudoku)], dtype=np.uint8)
    grids = np.concatenate([board.counts(row[None], 1)[1] for row in clues])  # each with all the nodes that it needs
    assert grids.all(), "a puzzle that is held out has no answer"
    return frozenset(fingerprints(grids))
