"""The supply of puzzles that a training asks for: of every kind its share, and more of those that were too hard."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Protocol

import numpy as np

from solvers.network.graph import FactorGraph, Numbers
from solvers.network.planted import cover_example, cubes_example
from solvers.network.puzzles import Example, KernelBoard, board_of, held_out, jigsaw
from solvers.network.symmetry import fingerprints

SHARES = {
    "9": 0.31,
    "hard": 0.35,
    "16": 0.07,
    "jigsaw": 0.05,
    "diagonals": 0.05,
    "latin": 0.05,
    "cubes": 0.04,
    "cover": 0.04,
    "6": 0.02,
    "easy": 0.02,
}
"""How many of the puzzles are of each kind."""

MADE_AT_ONCE = {"9": 400, "16": 10, "jigsaw": 12}
MADE_AT_ONCE_OF_OTHERS = 50
MAX_HARD = 4_000
EXTRA_CLUES = {"easy": 12, "16": 60, "jigsaw": 12, "diagonals": 12}
"""How many clues at most a puzzle of a kind gets besides those that it needs."""

LATIN_ORDERS = (5, 10)


class Taught(Protocol):
    """A puzzle with the answer that is to be learnt."""

    def graph(self) -> tuple[FactorGraph, Numbers]:
        """What is given leaves this graph; for each node whether the answer takes it."""


class Supply:
    """New puzzles by the shares of their kinds; those that were too hard come back as others like them."""

    def __init__(self, seed: int) -> None:
        self._numbers, self._random = np.random.default_rng(seed), Random(seed)
        self._stock: dict[str, list[Taught]] = {kind: [] for kind in SHARES}
        self._held_out = held_out()
        self.hard: deque[Example] = deque(maxlen=MAX_HARD)

    def next(self) -> tuple[str, Taught]:
        (kind,) = self._random.choices([*SHARES], [*SHARES.values()])
        if kind == "hard" and len(self.hard) < MADE_AT_ONCE_OF_OTHERS:
            kind = "9"
        while not self._stock[kind]:
            self._stock[kind] = self._made(kind)
        return kind, self._stock[kind].pop()

    def _made(self, kind: str) -> list[Taught]:
        if kind == "cubes":
            return [cubes_example(self._random)]
        if kind == "cover":
            return [cover_example(self._random)]
        many, numbers = MADE_AT_ONCE.get(kind, MADE_AT_ONCE_OF_OTHERS), self._numbers
        if kind == "hard":
            hard = self._random.sample([*self.hard], MADE_AT_ONCE_OF_OTHERS)
            return [*self._unseen(board_of(9).varied(hard, numbers))]
        board: KernelBoard
        if kind == "jigsaw":
            board = jigsaw(9, self._random)
        elif kind == "latin":
            board = board_of(self._random.randint(*LATIN_ORDERS), kind)
        else:
            board = board_of(int(kind)) if kind.isdigit() else board_of(9, kind)
        made = board.minimal(many, numbers)
        examples = self._unseen(made) if kind in ("9", "easy") else made
        return [self._easier(example, EXTRA_CLUES.get(kind, 0)) for example in examples]

    def _unseen(self, made: Iterable[Example]) -> list[Example]:
        """Without those whose grid is one of a puzzle that is held out, in another guise or not."""
        examples = [*made]
        marks = fingerprints(np.array([example.grid for example in examples])) if examples else []
        return [example for example, mark in zip(examples, marks, strict=True) if mark not in self._held_out]

    def _easier(self, example: Example, most: int) -> Example:
        clues, many = example.clues.copy(), self._random.randint(0, most)
        cells = self._random.sample(range(len(clues)), many)
        clues[cells] = example.grid[cells]
        return Example(example.board, clues, example.grid)
