"""Each variant on random small boards: every backend finds the grids that keep to its rule, and no others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import permutations, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from models.deductions import Snapshot
from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.instance import Grid, Sudoku, check
from models.sudoku.model import CellsModel
from models.sudoku.reading.table import as_table, sudoku_from
from models.sudoku.techniques import CandidateBoard
from models.sudoku.variants import variants
from solvers.core.registry import load_backend

BACKENDS = ("kernel", "sat", "cpsat", "backtracking")

Solved = tuple[tuple[int, ...], ...]
"""The rows of a grid that the random data are true of, so that there is an answer."""

Table = dict[str, Any]

Maker = Callable[[Random, Solved], Table]


@cache
def solved_grids(order: int, box: tuple[int, int]) -> list[Solved]:
    """All grids with different digits in each row, each column and each box; a box of one row is no box."""
    rows = list(permutations(range(1, order + 1)))
    grids: list[Solved] = [()]
    for _ in range(order):
        grids = [(*above, row) for above in grids for row in rows if fits((*above, row), order, box)]
    return grids


def fits(rows: Solved, order: int, box: tuple[int, int]) -> bool:
    """Whether the last of some rows has no digit again that is in its column or its box above."""
    down, right = box
    last = len(rows) - 1
    return all(
        rows[last][column] not in (above[column], *above[column // right * right : column // right * right + right])
        if row // down == last // down
        else rows[last][column] != above[column]
        for row, above in enumerate(rows[:last])
        for column in range(order)
    )


def cell(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def neighbours(order: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of cells side by side, or one above the other."""
    places = product(range(order), repeat=2)
    steps = [((row, column), (row + down, column + 1 - down)) for row, column in places for down in (0, 1)]
    return [(one, other) for one, other in steps if max(other) < order]


def at(grid: Solved, *cells: tuple[int, int]) -> list[int]:
    return [grid[row][column] for row, column in cells]


def explainer(rng: Random, order: int, length: int) -> list[tuple[int, int]]:
    """Cells each of which touches the one before."""
    path = [(rng.randrange(order), rng.randrange(order))]
    while len(path) < length:
        row, column = path[-1]
        around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        free = [there for there in around if there not in path and min(there) >= 0 and max(there) < order]
        if not free:
            return explainer(rng, order, length)
        path.append(rng.choice(free))
    return path


def text(cells: list[tuple[int, int]]) -> str:
    return " ".join(cell(*one) for one in cells)


def whole(word: str) -> Maker:
    return lambda rng, grid: {word: True}


def arrows(rng: Random, grid: Solved) -> Table:
    while True:
        path = explainer(rng, len(grid), 3)
        circle, *shaft = at(grid, *path)
        if circle == sum(shaft):
            return {"arrows": [text(path)]}


def pill_arrow(rng: Random, grid: Solved) -> Table:
    while True:
        path = explainer(rng, len(grid), rng.randrange(6, 9))
        first, second, *shaft = at(grid, *path)
        if 10 * first + second == sum(shaft):
            return {"pill_arrow": [{"pill": text(path[:2]), "cells": text(path[2:])}]}


def palindromes(rng: Random, grid: Solved) -> Table:
    while True:
        path = explainer(rng, len(grid), rng.choice((3, 4)))
        if at(grid, *path) == at(grid, *reversed(path)):
            return {"palindromes": [text(path)]}


def inequalities(rng: Random, grid: Solved) -> Table:
    some = rng.sample(neighbours(len(grid)), 6)
    signs = (("<" if one < other else ">") for one, other in (at(grid, *pair) for pair in some))
    return {
        "inequalities": [f"{cell(*one)} {sign} {cell(*other)}" for (one, other), sign in zip(some, signs, strict=True)]
    }


def parity(rest: int) -> Maker:
    def made(rng: Random, grid: Solved) -> Table:
        places = [place for place in product(range(len(grid)), repeat=2) if at(grid, place)[0] % 2 == rest]
        return {("even", "odd")[rest]: text(rng.sample(places, 3))}

    return made


def marks(word: str, kinds: dict[str, Callable[[int, int], bool]]) -> Maker:
    def made(rng: Random, grid: Solved) -> Table:
        given = rng.choice([False, True, *kinds])
        found: Table = {kind: [] for kind in kinds}
        for pair in neighbours(len(grid)):
            kind = next((kind for kind, fits in kinds.items() if fits(*at(grid, *pair))), None)
            if kind and (given is True or given == kind or rng.random() < 0.3):
                found[kind].append(text(list(pair)))
        return {word: {**found, "all_given": given}}

    return made


def sandwich(rng: Random, grid: Solved) -> Table:
    def between(line: tuple[int, ...]) -> str:
        first, last = sorted((line.index(low), line.index(high)))
        return rng.choice([".", str(sum(line[first + 1 : last]))])

    low, high = crusts = sorted(rng.sample(range(1, len(grid) + 1), 2))
    rows, columns = (" ".join(map(between, lines)) for lines in (grid, zip(*grid, strict=True)))
    return {"sandwich": {"rows": rows, "columns": columns, "crusts": " ".join(map(str, crusts))}}


def little_killer(rng: Random, grid: Solved) -> Table:
    order = len(grid)
    start = rng.randrange(order - 1)
    lines = [
        [(start + step, step) for step in range(order - start)],
        [(order - 1 - step, start + step) for step in range(order - start)],
    ]
    found = [{"cells": f"{cell(*line[0])}-{cell(*line[-1])}", "sum": sum(at(grid, *line))} for line in lines]
    return {"little_killer": found}


def calcudoku(rng: Random, grid: Solved) -> Table:
    cages, seen = [], set[tuple[int, int]]()
    for _ in range(9):
        cells = explainer(rng, len(grid), rng.choice((1, 2, 2, 3)))
        if seen.isdisjoint(cells):
            seen.update(cells)
            largest, *others = sorted(at(grid, *cells), reverse=True)
            targets = [f"{largest + sum(others)}+", f"{largest * prod(others)}x"]
            if others and largest >= sum(others):
                targets.append(f"{largest - sum(others)}-")
            if others and largest % prod(others) == 0:
                targets += [f"{largest // prod(others)}/", str(largest // prod(others))]
            cages.append({"cells": text(cells), "target": rng.choice(targets)})
    return {"calcudoku": cages}


MAKERS: dict[str, Maker] = {
    "diagonals": lambda rng, grid: {"diagonals": rng.choice([True, "falling", "rising"])},
    "windoku": whole("windoku"),
    "antiking": whole("antiking"),
    "nonconsecutive": whole("nonconsecutive"),
    "arrows": arrows,
    "pill_arrow": pill_arrow,
    "palindromes": palindromes,
    "inequalities": inequalities,
    "even": parity(0),
    "odd": parity(1),
    "kropki": marks("kropki", {"white": lambda a, b: abs(a - b) == 1, "black": lambda a, b: a == 2 * b or b == 2 * a}),
    "xv": marks("xv", {"x": lambda a, b: a + b == 10, "v": lambda a, b: a + b == 5}),
    "sandwich": sandwich,
    "little_killer": little_killer,
    "calcudoku": calcudoku,
}

BOARDS: list[tuple[Table, int, tuple[int, int]]] = [
    ({"order": 4}, 4, (2, 2)),
    ({"order": 4, "boxes": "none"}, 4, (1, 4)),
]


@pytest.mark.parametrize("word", MAKERS)
def test_every_backend_finds_what_keeps_to_the_rule_and_people_see_no_less(word: str) -> None:
    rng = Random(word)
    for plain, order, box in BOARDS:
        grids = solved_grids(order, box)
        hidden = rng.choice(grids)
        table = plain | MAKERS[word](rng, hidden)
        instance = sudoku_from("random", table)
        right = {grid for grid in map(flat, grids) if check(instance, grid) is None}
        if word not in EMPTY:
            assert right, table
        assert len(right) < len(grids), table
        for backend in BACKENDS:
            assert answers(instance, backend) == right, (table, backend)
        assert sudoku_from("random", as_table(instance)) == instance
        for cell, values in seen_at_first(instance):
            assert {grid.cells[cell] for grid in right} <= values, table


def seen_at_first(instance: Sudoku) -> Iterator[tuple[int, Collection[int]]]:
    """What people see by the variants before anything is known: cells with the digits that are left for them."""
    stated = CellsModel(instance)
    snapshot = Snapshot({}, {var: frozenset(var.domain) for var in stated.cells})
    marks = CandidateBoard(stated.cells, instance.layout, snapshot)
    for variant in instance.variants:
        for proposal in variant.shows(marks):
            yield from ((fact.var.index, fact.values) for fact in proposal.new)


def flat(grid: Solved) -> Grid:
    return Grid(tuple(digit for row in grid for digit in row))


def answers(instance: Sudoku, backend: str) -> set[Grid]:
    stated = CellsModel(instance)
    solutions = load_backend(backend)[0].load(stated.model).solutions(stated.givens(instance))
    found = [stated.decode(instance, assignment) for assignment in solutions]
    assert solutions.outcome.complete
    assert len(set(found)) == len(found)
    return set(found)


EMPTY = ("antiking", "nonconsecutive")
"""On so small a board no grid may be left."""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("diagonals = 1", 'diagonals is 1; true, "falling" or "rising" is expected'),
        ("order = 6\nwindoku = true", "windows of 6 cells are no squares; a Windoku has order 4, 9, 16 or 25"),
        ('arrows = ["r1c1 r10c2"]', "r10c2 is no cell of this board, which has 9 rows and 9 columns"),
        (
            'arrows = ["r1c1-r1c9 r2c9 r3c9"]',
            "the arrow from R1C1 on has 10 cells, which add up to 10 at least; its circle holds a digit of at most 9",
        ),
        (
            '[[pill_arrow]]\npill = "r1c1 r1c2"\ncells = "r1c3"',
            "the digits along an arrow of 1 cell add up to at most 9; its pill has 2 digits",
        ),
        (
            'palindromes = ["r1c1 r2c2 r1c3"]',
            "R1C1 and R1C3 of a palindrome should hold one digit, but both are in row 1",
        ),
        ("kropki = true", "kropki is True; a table with white, black and all_given is expected"),
        ('[kropki]\nwhite = ["r1c1 r2c2"]', "R1C1 and R2C2 are no neighbours; a mark stands between two that are"),
        ('[kropki]\nwhite = ["r1c1 r1c2"]\nblack = ["r1c2 r1c1"]', "there are two marks between R1C1 and R1C2"),
        ('[xv]\nall_given = "y"', "all_given is 'y'; true, false, 'x' or 'v' is expected"),
        ('inequalities = ["r1c1 = r1c2"]', "found 'r1c1 = r1c2'; a text such as \"r1c1 < r1c2\" is expected"),
        ('inequalities = ["r1c1 < r3c1"]', "R1C1 and R3C1 are no neighbours; a sign stands between two that are"),
        ('even = "r1c1 r1c1"', "R1C1 is named twice in 'r1c1 r1c1'"),
        ('[sandwich]\nrows = "1 2 3"', "rows is '1 2 3'; a text of 9 numbers is expected, . for none"),
        ('[sandwich]\ncolumns = ". 1 . . . . . . ."', "no digits between 1 and 9 in column 2 can add up to 1"),
        (
            '[[little_killer]]\ncells = "r1c3-r3c1"\nsum = -4',
            "the diagonal from R1C3 to R3C1 is to add up to -4; it can make 3 to 27",
        ),
        (
            '[[little_killer]]\ncells = "r1c3 r2c2"\nsum = 9',
            "the diagonal from R1C3 to R2C2 goes on; a diagonal from edge to edge is expected, such as r1c4-r4c1",
        ),
        (
            '[[calcudoku]]\ncells = "r1c1 r1c2"\ntarget = "18+"',
            "no digits from 1 to 9 do for the cage of R1C1 and R1C2, where R1C1 and R1C2 add up to 18",
        ),
        (
            '[[calcudoku]]\ncells = "r1c1 r1c2"\ntarget = "0/"',
            "no digits from 1 to 9 do for the cage of R1C1 and R1C2, "
            "where R1C1 and R1C2 divided into the largest make 0",
        ),
        (
            '[[calcudoku]]\ncells = "r1c1 r1c2"\ntarget = "a+"',
            'the cage of R1C1 and R1C2 has the target \'a+\'; a number and a sign are expected, such as "12+" or "2/"',
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence_with_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    (error,) = PUZZLE.read(path)
    assert isinstance(error, InputError)
    assert error.line is not None
    assert error.sentence == sentence


def test_there_is_a_file_to_copy_every_word_from() -> None:
    (instance,) = PUZZLE.read(PUZZLE.instances_folder / "variants" / "_every_word.toml")
    assert {variant.word for variant in instance.variants} == {*variants()}
