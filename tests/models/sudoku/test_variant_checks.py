"""Each variant says its rule twice, to the model and to the check of a grid; both say the same of every grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from models.language.model import IntVar, Model
from models.sudoku import PUZZLE
from models.sudoku.board import BoardLayout
from models.sudoku.instance import Sudoku
from models.sudoku.reading.table import sudoku_from
from models.sudoku.variants import Variant, variants
from solvers.core.registry import load_backend

TWO_GRIDS = {"order": 4, "grids": ["r1c3", "r2c1"]}
"""Two squares, neither of which begins in row 1 and column 1."""

TABLES: list[dict[str, Any]] = [
    *({"order": 4, "diagonals": way} for way in ("falling", "rising")),
    *({"order": 4, word: True} for word in ("windoku", "antiking", "antiknight", "nonconsecutive", "disjoint_groups")),
    *(TWO_GRIDS | {"diagonals": way} for way in ("falling", "rising")),
    *(TWO_GRIDS | {word: True} for word in ("windoku", "antiking", "antiknight", "nonconsecutive", "disjoint_groups")),
    {"order": 4, "kropki": {"all_given": True}},
    {"order": 4, "kropki": {"black": ["r1c1 r1c2"], "all_given": "black"}},
    {"order": 4, "kropki": {"white": ["r1c1 r1c2"], "all_given": "white"}},
    {"order": 4, "xv": {"v": ["r1c1 r1c2"], "all_given": True}},
    {"order": 4, "xv": {"x": [], "all_given": "v"}},
    {"order": 4, "inequalities": ["r1c1 < r1c2", "r2c2 > r3c2"]},
    {"order": 4, "arrows": ["r1c1 r1c2 r2c2"]},
    {"order": 4, "extra_regions": ["r1c1 r2c3 r3c2 r4c4", "r1c4 r2c2 r3c3 r4c1"]},
]

CASES = [
    *((str(table), sudoku_from("typed", table)) for table in TABLES),
    ("every word", next(iter(PUZZLE.read(PUZZLE.instances_folder / "variants" / "_every_word.toml")))),
]


NEEDS_ITS_LINE = "sandwich"
"""Is judged where its row or column has every digit; tests/models/sudoku/test_variant_rules.py tries it on all such."""


def without_houses(instance: Sudoku) -> BoardLayout:
    """The board with cells of which none sees another, so that a variant leaves nothing to the rows and boxes."""
    layout = BoardLayout(instance.board or instance.box)
    vars(layout)["peers"] = (frozenset(),) * len(layout.positions)
    return layout


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
    search = load_backend("backtracking")[0].load(model)
    for _ in range(6):
        some = {cells[cell]: rng.randint(1, layout.order) for cell in rng.sample(range(len(cells)), 2)}
        for answer in islice(search.solutions(some), 1):
            grid = [answer[var] for var in cells]
            yield grid
            for _ in range(30):
                cell = rng.choice(about)
                yield [*grid[:cell], rng.randint(1, layout.order), *grid[cell + 1 :]]


@pytest.mark.parametrize(("name", "instance"), CASES, ids=[name for name, _ in CASES])
def test_a_rule_is_judged_as_it_is_posted(name: str, instance: Sudoku) -> None:
    layout, rng = without_houses(instance), Random(name)
    for place in (one for one in instance.variants if one.word != NEEDS_ITS_LINE):
        model, cells = alone([place], layout)
        judged = {True: 0, False: 0}
        for grid in near(place, layout, rng):
            keeps = model.first_violation(dict(zip(cells, grid, strict=True))) is None
            assert place.holds(grid, layout) == keeps, (place, grid)
            judged[keeps] += 1
        assert all(judged.values()), (place, judged)


def test_every_variant_is_judged() -> None:
    assert {place.word for _, instance in CASES for place in instance.variants} == {*variants()}


@pytest.mark.parametrize(("name", "instance"), CASES, ids=[name for name, _ in CASES])
def test_each_house_of_a_board_is_a_rule_of_its_own(name: str, instance: Sudoku) -> None:
    units = instance.layout.units
    assert len({unit.rule for unit in units}) == len({str(unit) for unit in units}) == len(units)
    assert all(len({*unit.cells}) == instance.order for unit in units)
    assert {(type(unit.kind), type(unit.number)) for unit in units} == {(str, int)}
