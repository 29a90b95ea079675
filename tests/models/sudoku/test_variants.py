"""Variants: each rule is told twice, to the model and to the check of a grid, and is read, written, linked and told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, permutations, product
from operator import ne
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

import solvers
from models.deductions import Snapshot
from models.errors import InputError
from models.language.model import IntVar, Model
from models.registry import instance_files
from models.sudoku import PUZZLE
from models.sudoku import variants as variants_module
from models.sudoku.board import BoardLayout, layout_of
from models.sudoku.instance import Grid, Sudoku, check, contradiction
from models.sudoku.links import LINKS, sudoku_from_link
from models.sudoku.links.writing import WRITERS
from models.sudoku.model import CellsModel, SudokuCoverModel
from models.sudoku.reading.table import as_table, as_toml, sudoku_from
from models.sudoku.techniques import CandidateBoard
from models.sudoku.variants import Variant, cells_from, variants, write_variants
from models.sudoku.variants.coloured_lines import ColouredLine, SumLine
from models.sudoku.variants.indexers import ColumnIndexer, Indexer, RowIndexer
from models.sudoku.variants.planting import LinePlanter
from models.sudoku.variants.views import SIDES, View
from solvers.__main__ import dispatch
from solvers.core.backend import Backend
from solvers.core.registry import load_backend
from solvers.lowering.units import units_of
from tests.examples import DEEP, examples
from tests.tables import rows

JIGSAW = {"regions": ["AABB", "ACBB", "ACCD", "CDDD"]}
TWO_GRIDS = {"order": 4, "grids": ["r1c3", "r2c1"]}
"""Two squares, neither of which begins in row 1 and column 1."""

WHOLE = ("windoku", "antiking", "antiknight", "nonconsecutive", "disjoint_groups")

TABLES: list[dict[str, Any]] = [
    {"grid": ["1...", "....", "....", "...."], **JIGSAW},
    {"grid": ["12..", "....", "....", "...."], "boxes": "none", "thermometers": ["r2c2-r4c4"]},
    {"grid": ["2..", "...", "..."], "boxes": "none"},
    {"order": 4, "antiknight": True},
    {"order": 4, "thermometers": ["r1c1 r2c2 r2c3", "r4c4 r4c3"]},
    {"order": 4, "cage": [{"cells": "r1c1 r2c1 r2c2", "sum": 7}, {"cells": "r1c3 r1c4 r2c4"}]},
    {"order": 4, "cage": [{"cells": "r1c1", "sum": 3}, {"cells": "r1c2-r1c4", "sum": 7}]},
    {"order": 4, "extra_regions": ["r1c1 r2c3 r3c2 r4c4", "r1c4 r2c2"]},
    {"order": 4, "disjoint_groups": True},
    {"order": 4, "clone": [{"cells": "r1c1 r2c2", "copy": "r3c3 r4c1"}]},
    {"order": 4, "quadruple": [{"cells": "r2c2 r2c3 r3c2 r3c3", "digits": "1 3 1"}]},
    {"order": 4, "boxes": "none", "quadruple": [{"cells": "r1c1 r1c2 r2c1 r2c2", "digits": "4 2"}]},
    {"order": 4, "between_lines": ["r1c1 r2c2 r3c3", "r4c1-r4c3"]},
    {"order": 4, "minimum": "r2c2 r2c3", "maximum": "r4c1"},
    *({"order": 4, "diagonals": way} for way in ("falling", "rising")),
    {"order": 4, "kropki": {"black": ["r1c2 r1c3"], "white": ["r3c1 r3c2"]}},
    {"order": 4, "numbered_dots": {"white": ["r1c1 r1c2: 3", "r2c1 r2c2"], "black": ["r3c3 r3c4: 4"]}},
    {"order": 4, "boxes": "none", "numbered_dots": {"white": ["r2c3 r2c2 r3c2: 3"], "all_given": "white"}},
    {"order": 4, "boxes": "none", "numbered_dots": {"black": ["r2c4 r3c4: 3", "r4c2 r4c3: 3"], "all_given": ["black"]}},
    {"order": 4, "boxes": "none", "xv": {"x": [], "all_given": "v"}},
    {"order": 4, "given_marks": [{"cells": "r1c1 r1c2", "digits": "3 4"}, {"cells": "r2c1", "digits": "2"}]},
    {"order": 4, "lettered_cages": {"A": ["r1c1 r1c2", "r3c3 r4c4"], "?": ["r3c1 r2c2", "r3c2 r2c3"]}},
    {"order": 4, "inequalities": ["r1c1 < r1c2", "r2c2 > r3c2"]},
    {"order": 4, "arrows": ["r1c1 r1c2 r2c2"]},
    {"order": 4, "sum_line": [{"cells": "r1c1 r1c2 r1c3", "sum": 4}]},
    {"order": 4, "boxes": "none", "calcudoku": [{"cells": "r1c1 r1c2", "target": "2"}]},
    {"order": 4, "sandwich": {"rows": "0 . . .", "columns": ". . . 4", "crusts": "2 3"}},
    # two grids that share a box; two whose boxes do not meet; two that share nothing; regions; no boxes
    {"grids": ["r1c1", "r3c3"], "grid": ["1234", "....", "....1.", "......", "  3...", "  ...."], "order": 4},
    {"grids": ["r1c3", "r2c1"], "grid": ["  1...", "......", "2.....", "......", "...4"], "order": 4},
    {"grids": ["r1c1", "r2c6"], "grid": ["1234", ".... 1234", "..1. ....", ".... 2...", "     ...."], "order": 4},
    {
        "grids": ["r1c1", "r3c3"],
        "grid": ["1234", "....", "......", "......", "  3...", "  ...."],
        "regions": ["AABB", "ACBB", "ACXXYY", "CCXXYY", "  pppp", "  qqqq"],
        "order": 4,
    },
    {
        "grids": ["r1c1", "r3c3"],
        "grid": ["1234", "....", "......", "...1..", "  .3..", "  ...."],
        "boxes": "none",
        "order": 4,
    },
]
"""Boards of order 4 and less, of one grid and of two; some grid is right."""

NO_SMALL_GRID: list[dict[str, Any]] = [
    *({"order": 4, word: True} for word in WHOLE),
    *(TWO_GRIDS | {word: True} for word in WHOLE),
    *(TWO_GRIDS | {"diagonals": way} for way in ("falling", "rising")),
    {"order": 4, "kropki": {"all_given": True}},
    {"order": 4, "kropki": {"black": ["r1c1 r1c2"], "all_given": "black"}},
    {"order": 4, "kropki": {"white": ["r1c1 r1c2"], "all_given": "white"}},
    {"order": 4, "xv": {"v": ["r1c1 r1c2"], "all_given": True}},
    {"order": 4, "numbered_dots": {"white": ["r1c1 r1c2: 2"], "all_given": ["white 2", "black 4"]}},
    {"order": 4, "numbered_dots": {"white": ["r1c1 r1c2: 2"], "black": ["r2c1 r2c2: 3"], "all_given": True}},
]
"""Boards of two grids, and rules that only larger ones can keep to; each place of them is judged by itself."""

FILES = {name: path for name, path in instance_files(PUZZLE).items() if path.suffix == ".toml"}
EVERY_WORD = PUZZLE.instances_folder / "variants" / "_every_word.toml"


def read(table: dict[str, Any]) -> Sudoku:
    return sudoku_from("typed", table)


def read_file(path: Path, text: str = "") -> Sudoku:
    if text:
        path.write_text(text)
    (item,) = PUZZLE.read(path)
    assert isinstance(item, Sudoku)
    return item


@cache
def latin_squares(order: int) -> list[tuple[int, ...]]:
    rows = list(permutations(range(1, order + 1)))
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(order):
        fits = ((above, row) for above in squares for row in rows if all(all(map(ne, row, one)) for one in above))
        squares = [(*above, row) for above, row in fits]
    return [tuple(digit for row in square for digit in row) for square in squares]


@cache
def right_grids(instance: Sudoku) -> set[Grid]:
    """Of all squares with different digits in rows and columns that agree where they meet, those that are right."""
    layout, found = instance.layout, list[dict[int, int]]([{}])
    for square in layout.squares:
        places = product(range(instance.order), repeat=2)
        cells = [layout.cell_at[square.corner[0] + row, square.corner[1] + column] for row, column in places]
        houses = [unit.cells for unit in layout.units if {*unit.cells} <= {*cells}]
        alone = (dict(zip(cells, grid, strict=True)) for grid in latin_squares(instance.order))
        alone = (grid for grid in alone if all(instance.clues[cell] in (0, grid[cell]) for cell in cells))
        fit = [grid for grid in alone if all(len({grid[c] for c in house}) == len(house) for house in houses)]
        found = [a | b for a in found for b in fit if all(a[cell] == b[cell] for cell in a.keys() & b)]
    grids = (Grid(tuple(grid[cell] for cell in range(len(layout.positions)))) for grid in found)
    return {grid for grid in grids if check(instance, grid) is None}


def answers(instance: Sudoku, stated: Any, backend: str) -> set[Grid]:
    loaded: Backend = load_backend(backend)[0]
    solutions = loaded.load(stated.model).solutions(stated.givens(instance))
    found = [stated.decode(instance, answer) for answer in solutions]
    assert solutions.outcome.complete
    assert len(set(found)) == len(found)
    return set(found)


def planted(words: Sequence[str], board: dict[str, Any], seed: str) -> Sudoku:
    """Random places of variants on a board of order 4, to which a random grid keeps; none where no grid can."""
    random, kinds = Random(seed), [variants()[word] for word in words]
    layout = layout_of((plain := read(board)).board or plain.box)
    table = board | write_variants([place for kind in kinds for place in kind.always(layout)], layout)
    if right := sorted(right_grids(read(table)), key=str):
        grid = random.choice(right)
        table |= write_variants([place for kind in kinds for place in kind.plant(grid.cells, layout, random)], layout)
    return read(table)


def tell_twice(instance: Sudoku, backends: Sequence[str], folder: Path) -> set[Grid]:
    """Return the right grids, after every backend has found them and all that is written was read again."""
    right = right_grids(instance)
    for backend in backends:
        assert answers(instance, CellsModel(instance), backend) == right, (instance, backend)
    assert answers(instance, CellsModel(instance, implied=False), "kernel") == right, instance
    if all(place.only_houses for place in instance.variants):
        assert answers(instance, SudokuCoverModel(instance), "dlx") == right, instance
    assert read(as_table(instance)) == instance
    assert read_file(folder / "one.toml", as_toml(instance)) == instance
    assert read_file(folder / "one.jsonl", json.dumps(as_table(instance)) + "\n") == instance
    return right


@rows("table", TABLES)
def test_every_backend_finds_the_right_grids_and_what_is_read_is_written(table: dict[str, Any], tmp_path: Path) -> None:
    assert tell_twice(read(table), ("kernel", "sat", "backtracking"), tmp_path)


PLANTED = [
    *((word,) for word, kind in variants().items() if kind.is_rule),
    *(("thermometers", "cage"), ("antiknight", "kropki"), ("diagonals", "arrows"), ("even", "odd", "quadruple")),
]
BOARDS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"order": 4}, ("kernel", "sat", "cpsat")),
    ({"order": 4, "boxes": "none"}, ("kernel", "backtracking")),
    (JIGSAW, ("kernel", "sat")),
]
NO_SMALL_GRID_KEEPS_TO = {"antiking", "nonconsecutive", "diagonals"}
TOO_LARGE_FOR_FOUR = {"nabner"}
"""A rule of which no line of three cells fits among four digits."""


@rows("words", PLANTED)
def test_random_places_leave_every_backend_the_right_grids_and_people_see_no_less(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    found = set[str]()
    for board, backends in BOARDS[: 2 if {"windoku", "disjoint_groups"} & {*words} else 3]:
        if "disjoint_groups" in words and "boxes" in board:
            continue
        instance = planted(words, board, f"{words} {board}")
        right = tell_twice(instance, backends, tmp_path)
        found.update(variant.word for variant in instance.variants)
        assert right or {*words} & NO_SMALL_GRID_KEEPS_TO
        for cell, left in seen_at_first(instance):
            assert {grid.cells[cell] for grid in right} <= left, instance
        if len(words) == 1 and {*words} <= WRITERS.keys():
            assert all(sudoku_from_link(link(instance), "") == instance for link in LINKS.values())
    assert found == {*words} or {*words} <= TOO_LARGE_FOR_FOUR


def seen_at_first(instance: Sudoku) -> Iterator[tuple[int, frozenset[int]]]:
    """What people see by the variants before anything is known: cells with the digits that are left for them."""
    stated = CellsModel(instance)
    snapshot = Snapshot({}, {var: frozenset(var.domain) for var in stated.cells})
    board = CandidateBoard(stated.cells, instance.layout, snapshot)
    for variant in instance.variants:
        for proposal in variant.shows(board):
            yield from ((fact.var.index, frozenset(fact.values)) for fact in proposal.new)


def test_on_boards_of_two_grids_a_shared_box_is_one_house_and_gaps_are_0_in_json() -> None:
    layout = read({"grids": ["r1c1", "r3c3"], "order": 4}).layout
    assert (len(layout.units), len(layout.positions), layout.names[-1]) == (2 * 12 - 1, 2 * 16 - 4, "R6C6")
    apart = read({"grids": ["r1c1", "r2c4"], "order": 2, "boxes": "none"})
    grid = [[1, 2, 0, 0, 0], [2, 1, 0, 1, 2], [0, 0, 0, 2, 1]]
    assert PUZZLE.as_json(apart, Grid((1, 2, 2, 1, 1, 2, 2, 1))) == grid


# Each place of a rule by itself, judged by the model and by the check

ALONE = [*map(read, [*TABLES, *NO_SMALL_GRID]), read_file(EVERY_WORD)]

NEEDS_ITS_LINE = "sandwich"
"""Is judged where its row or column has every digit, as above."""


def alone(places: Sequence[Variant], layout: BoardLayout) -> tuple[Model, list[IntVar]]:
    """The model of nothing but some places of variants: no rows, columns and boxes."""
    model = Model()
    cells = [model.new_int_var(1, layout.order, name) for name in layout.names]
    for place in places:
        place.post(model, cells, layout)
        for house in place.houses(layout):
            model.add_all_different(cells[cell] for cell in house.cells)
    return model, cells


def near(place: Variant, layout: BoardLayout, rng: Random) -> Iterator[list[int]]:
    """Grids that keep to a rule or nearly do, whatever other rules say."""
    model, cells = alone([place], layout)
    about = [*place.of] or range(len(cells))
    search = load_backend("kernel")[0].load(model)
    for _ in range(6 if DEEP or len(cells) < 81 else 3):
        some = {cells[cell]: rng.randint(1, layout.order) for cell in rng.sample(range(len(cells)), 2)}
        for answer in islice(search.solutions(some), 1):
            grid = [answer[var] for var in cells]
            yield grid
            for _ in range(30):
                cell = rng.choice(about)
                yield [*grid[:cell], rng.randint(1, layout.order), *grid[cell + 1 :]]


@rows("instance", ALONE)
def test_a_rule_is_judged_as_it_is_posted_and_its_houses_are_rules_of_their_own(instance: Sudoku) -> None:
    layout, rng = BoardLayout(instance.board or instance.box), Random(0)
    vars(layout)["peers"] = (frozenset(),) * len(layout.positions)  # so that nothing is left to the rows and boxes
    for place in (one for one in instance.variants if one.word != NEEDS_ITS_LINE):
        model, cells = alone([place], layout)
        judged = {True: 0, False: 0}
        for grid in near(place, layout, rng):
            keeps = model.first_violation(dict(zip(cells, grid, strict=True))) is None
            assert place.holds(grid, layout) == keeps, (place, grid)
            judged[keeps] += 1
        assert all(judged.values()) or not place.is_rule, (place, judged)
    units = instance.layout.units
    assert len({unit.rule for unit in units}) == len({str(unit) for unit in units}) == len(units)
    assert all(len({*unit.cells}) == instance.order for unit in units)
    assert {(type(unit.kind), type(unit.number)) for unit in units} == {(str, int)}


def leaves_what_it_says(place: Any, board: BoardLayout, cells: Sequence[int], apart: bool = False) -> bool:
    """Whether the model leaves cells the digits that the rule, tried on all, lets pass; ``apart``: no two equal."""
    model, digits = Model(place.word), range(1, board.order + 1)
    variables = {cell: model.new_int_var(1, board.order, board.name(cell)) for cell in cells}
    place.post(model, [variables.get(cell) for cell in range(len(board.positions))], board)
    if apart:
        model.add_all_different(variables.values())
    model.project_on(variables.values())
    found = {tuple(one[var] for var in variables.values()) for one in load_backend("kernel")[0].load(model).solutions()}
    grid, right = [0] * len(board.positions), set()
    for tried in permutations(digits) if apart else product(digits, repeat=len(cells)):
        for cell, digit in zip(cells, tried, strict=True):
            grid[cell] = digit
        if place.holds(grid, board):
            right.add(tried)
    return found == right


LINE_RULES = [kind for kind in variants().values() if issubclass(kind, ColouredLine | SumLine)]
VIEWS = [kind for kind in variants().values() if issubclass(kind, View)]
LINE_BOARDS = [layout_of((2, 3)), layout_of((3, 3)), layout_of((2, 4))]
SIX = LINE_BOARDS[0]


@rows("kind", LINE_RULES)
def test_a_line_leaves_what_its_rule_says(kind: Any) -> None:
    for seed in range(examples(100)):
        random, board = Random(f"{kind.word} {seed}"), LINE_BOARDS[seed % 3]
        while True:  # until the rule makes sense on a random line
            start, long = random.randrange(len(board.positions)), random.randint(2, 4)
            cells = tuple(LinePlanter(board, random).grow(start, long, lambda line: True))
            place = SumLine(cells, random.randint(3, 12)) if kind is SumLine else kind(cells)
            if len(cells) >= getattr(kind, "shortest", 2) and not place.complaint(board):
                break
        assert leaves_what_it_says(place, board, cells), place


@rows("kind", VIEWS)
@rows("side", SIDES)
def test_a_number_beside_the_board_leaves_what_it_says(kind: type[View], side: str) -> None:
    least, most = kind.reach(6)
    for clue in range(least, most + 1):
        place = kind(side, clue % 6, clue)
        assert leaves_what_it_says(place, SIX, sorted(place.line(SIX)), apart=True), place


@rows("kind", [ColumnIndexer, RowIndexer])
def test_an_indexer_leaves_what_it_says(kind: type[Indexer]) -> None:
    for cell in Random(0).sample(range(36), 12):
        row, column = SIX.positions[cell]
        line = [SIX.cell_at[(row, at) if kind is ColumnIndexer else (at, column)] for at in range(6)]
        assert leaves_what_it_says(kind((cell,)), SIX, line, apart=True), cell


ROW_1 = ["r1c1-r1c3"], ["r1c1-r1c4"], ["r1c1-r1c5"]


@rows(
    ("word", "typed", "right", "wrong"),
    [
        ("renban", ROW_1[0], "576", "574"),
        ("german_whispers", ROW_1[0], "161", "162"),
        ("dutch_whispers", ROW_1[0], "159", ""),
        ("region_sum_lines", ["r1c3-r1c5"], "734", "735"),
        ("entropic_lines", ROW_1[1], "1592", "1599"),
        ("modular_lines", ROW_1[1], "1234", "1233"),
        ("zipper_lines", ROW_1[2], "13857", "13825"),
        ("zipper_lines", ROW_1[1], "1324", "1423"),
        ("nabner", ROW_1[0], "153", "152"),
        ("ten_lines", ROW_1[1], "2819 2891", "9821"),
        ("lockout_lines", ROW_1[0], "327", "347 326"),
        ("double_arrows", ROW_1[1], "7463", "4562 9467 9561 9465"),
        ("slow_thermometers", ["r1c1 r1c2 r2c1"], "133", "132"),
        ("sum_line", [{"cells": "r1c1-r1c4", "sum": 9}], "3663 3636", "3366"),  # is cut where its number is reached
        ("sum_line", [{"cells": "r1c1-r1c4", "sum": 21}], "6636", ""),
        ("x_sums", {"left": "6 . . . . . . . ."}, "312645789", "213645789"),
        ("x_sums", {"right": "6 . . . . . . . ."}, "987546213", "312645789"),
        ("skyscrapers", {"left": "5 . . . . . . . ."}, "312645789", "123456789"),
        ("skyscrapers", {"right": "9 . . . . . . . ."}, "987654321", "123456789"),
        ("numbered_rooms", {"left": "2 . . . . . . . ."}, "312645789", "321645789"),
        ("numbered_rooms", {"right": "2 . . . . . . . ."}, "987546213", "312645789"),
    ],
)
def test_a_rule_is_what_setters_mean(word: str, typed: Any, right: str, wrong: str) -> None:
    board = LINE_BOARDS[1]
    (place,) = variants()[word].read(typed, board)
    for digits in (*right.split(), *wrong.split()):
        grid = [0] * 81
        for cell, digit in zip(place.of or range(9), digits, strict=True):
            grid[cell] = int(digit)
        assert place.holds(grid, board) is (digits in right.split()), digits


@rows(("order", "kinds"), [(4, ["1", "23", "4"]), (8, ["123", "45", "678"]), (9, ["123", "456", "789"])])
def test_low_middle_and_high_digits_are_thirds_and_the_middle_takes_what_is_uneven(
    order: int, kinds: list[str]
) -> None:
    found = variants()["entropic_lines"].kinds(layout_of((1, order)))  # type: ignore[attr-defined]
    assert ["".join(map(str, kind)) for kind in found] == kinds


@rows("word", ["minimum", "maximum"])
def test_extreme_cells_side_by_side_are_not_compared_and_say_so(word: str) -> None:
    alone, together = (read({"order": 4, word: cells}) for cells in ("r1c1", "r1c1 r1c2"))
    grids = right_grids(together)
    assert {grid.cells[0] < grid.cells[1] for grid in grids} == {True, False}
    assert len({grid.cells[0] < grid.cells[1] for grid in right_grids(alone)}) == 1
    assert PUZZLE.rules(together)[-1].endswith("than each neighbour that is not such a cell itself.")


def test_a_wrong_answer_is_told_with_the_rule_it_breaks() -> None:
    instance = read({"order": 4, "thermometers": ["r1c2 r1c1"]})
    grid = Grid((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    assert check(instance, grid) == "it is not so that digits grow along the thermometer R1C2 and R1C1"


def test_two_equal_clues_in_a_region_clash() -> None:
    clash = contradiction(read({"grid": ["..1.", "...1", "....", "...."], **JIGSAW}))
    assert clash == "region B has two 1s, at R1C3 and R2C4"


# What the engines are given


def test_a_cover_says_what_is_nothing_but_houses() -> None:
    jigsaw = read(TABLES[0])
    assert answers(jigsaw, SudokuCoverModel(jigsaw), "kernel") == right_grids(jigsaw)
    with pytest.raises(InputError, match=r"^an exact cover cannot say that digits grow along the thermometer R2C2"):
        SudokuCoverModel(read(TABLES[1]))


def test_what_says_only_that_digits_differ_is_left_to_the_engine_for_that() -> None:
    differing = [units_of(CellsModel(read(table)).model) is not None for table in TABLES[:5]]
    assert differing == [True, False, True, True, False]


def test_what_single_cells_may_hold_is_left_to_that_engine_too_and_a_clue_against_it_to_no_answer() -> None:
    table = {"order": 4, "given_marks": [{"cells": "r1c1 r1c2", "digits": "1 3"}], "even": "r2c1"}
    for clue, many in (("1", 24), ("2", 0)):
        instance = read(table | {"grid": [f"{clue}...", "....", "....", "...."]})
        stated = CellsModel(instance)
        assert units_of(stated.model) is not None
        assert len(answers(instance, stated, "kernel")) == len(right_grids(instance)) == many


# Published examples

WORDS = {
    *("diagonals", "windoku", "antiking", "nonconsecutive", "arrows", "pill_arrow", "palindromes", "kropki", "xv"),
    *("inequalities", "even", "odd", "sandwich", "little_killer", "calcudoku", "clone", "given_marks"),
    *("renban", "german_whispers", "region_sum_lines", "entropic_lines", "zipper_lines", "slow_thermometers"),
}


def published(name: str) -> str:
    """The answer in the header of an instance, or nothing."""
    return "".join(
        re.findall(r"^#     (\w+)$", FILES[name].read_text().partition("published answer:")[2], re.MULTILINE)
    )


EXAMPLES = {name: published(name) for name in FILES if published(name)}


@rows("name", [*EXAMPLES, "variants/lettered_cages"])
def test_an_example_has_one_answer_which_is_the_published_one_and_a_picture(name: str) -> None:
    instance = read_file(FILES[name])
    (answer,) = solvers.solutions(instance, limit=2)
    assert PUZZLE.compact(instance, answer.value) == EXAMPLES.get(name, PUZZLE.compact(instance, answer.value))
    assert "<svg" in PUZZLE.drawing.picture(instance, answer.value)


def test_every_word_has_its_sentence_a_place_to_copy_from_and_the_frequent_ones_a_published_example() -> None:
    assert {place.word for place in read_file(EVERY_WORD).variants} == {*variants()}
    assert all(word == kind.word and (kind.summary or "describe" in vars(kind)) for word, kind in variants().items())
    assert {variant.word for name in EXAMPLES for variant in read_file(FILES[name]).variants} >= WORDS


@rows("name", ["killer", "sandwich", "samurai"])
def test_the_verbs_take_an_example(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert dispatch(["run", "sudoku", f"variants/{name}", "--json", "--html", str(page)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "answered"
    assert "<svg" in page.read_text(encoding="utf-8")
    assert dispatch(["export", "sudoku", f"variants/{name}", "--to", "opb"]) == 0
    assert dispatch(["diagnose", "sudoku", f"variants/{name}"]) == 0
    assert capsys.readouterr().err == ""


# How they are typed


@rows("grid", ["1...............", "1... .... .... ....", "\n1 . . .\n....\n....\n....\n", "1...\n....\n\n....\n...."])
def test_a_grid_may_be_one_text(grid: str) -> None:
    assert read({"grid": grid, "boxes": "none"}) == read({"grid": ["1...", "....", "....", "...."], "boxes": "none"})


@rows("grid", ["", " ", "\n", "12", [], [""], [["1..."]], 5])
def test_what_is_no_grid_is_told(grid: Any) -> None:
    with pytest.raises(InputError, match="grid"):
        read({"grid": grid})


def test_a_run_of_cells_is_named_by_its_ends() -> None:
    board = layout_of((2, 2))
    for text, names in (("r1c1-r1c3 R4C4", "R1C1 R1C2 R1C3 R4C4"), ("r3c1-r1c3, r2c1", "R3C1 R2C2 R1C3 R2C1")):
        assert " ".join(map(board.name, cells_from(text, board))) == names


def test_one_wrong_line_of_many_is_told_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text('{"order": 4, "antiknight": true}\n{"order": 4, "cage": [{"cells": "r9c9"}]}\n{\n\n{"order": 4}\n')
    first, second, third, last = PUZZLE.read(path)
    assert isinstance(first, Sudoku)
    assert isinstance(last, Sudoku)
    assert (first.name, last.name) == ("many #1", "many #5")
    assert "many.jsonl:2: r9c9 is no cell" in str(second)
    assert "many.jsonl:3: this is no JSON" in str(third)


def test_many_instances_on_lines_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.jsonl"
    tables = [{"grid": "1.......2......." if n else "12..34..........", "antiknight": bool(n)} for n in range(3)]
    path.write_text("".join(json.dumps(table) + "\n" for table in tables))
    assert dispatch(["run", "sudoku", "--instance", str(path), "--limit", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for instance, line in zip(PUZZLE.read(path), lines, strict=True):
        assert isinstance(instance, Sudoku)
        assert check(instance, Grid(tuple(map(int, line)))) is None


def test_the_instance_that_tells_how_to_type_one_has_one_answer(tmp_path: Path) -> None:
    (example,) = re.findall(r"::\n\n(    name = .*?)\n\n- ", variants_module.__doc__ or "", re.DOTALL)
    assert len(right_grids(read_file(tmp_path / "example.toml", dedent(example)))) == 1


# What is printed above a puzzle


@rows("path", sorted(EVERY_WORD.parent.glob("*.toml")))
def test_the_rules_of_a_puzzle_name_its_houses_and_every_variant_it_has_and_no_others(path: Path) -> None:
    instance = read_file(path)
    assert PUZZLE.rules(Sudoku((0,) * 81)) == (PUZZLE.summary,)
    first, *further = PUZZLE.rules(instance)
    houses = {unit.kind for unit in layout_of(instance.board or instance.box).units}
    for house in ("row", "column", "box", "region"):
        assert (house in first) == (house in houses)
    assert "box" in houses or "box" not in " ".join(further)
    for kind, sentence in zip(dict.fromkeys(map(type, instance.variants)), further, strict=True):
        assert sentence.startswith(kind.summary or "A number beside a row or a column is the sum")
        assert sentence.endswith(".")


def test_the_rules_tell_which_marks_are_all_given_and_other_crusts() -> None:
    marked = {"order": 4, "xv": {"x": [], "v": ["r1c1 r1c2"], "all_given": "v"}, "kropki": {"all_given": True}}
    rules = " ".join(PUZZLE.rules(read({**marked, "sandwich": {"rows": ". . . 0", "crusts": "2 3"}})))
    assert "Every V is given." in rules
    assert "Every white dot and every black dot is given." in rules
    assert "between its 2 and its 3." in rules
    dots = {"white": ["r1c1 r1c2: 3"], "all_given": ["white", "black 4"]}
    rules = PUZZLE.rules(read({"order": 4, "numbered_dots": dots}))[-1]
    assert rules.endswith("Neighbours without a dot do not hold digits that differ by 3 or a digit and 4 times it.")
