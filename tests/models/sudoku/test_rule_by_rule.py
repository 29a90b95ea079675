"""Rules that are no houses: what is shown is all that a rule and the houses of its cells leave, and is in no answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from models.deductions import Proposal, Snapshot, taken_away
from models.registry import load_puzzle
from models.sudoku.board import BoardLayout
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.reading.table import sudoku_from
from models.sudoku.techniques.board import CandidateBoard
from models.sudoku.techniques.rules import RuleByRule, Whichever
from models.sudoku.techniques.supposing import Supposing
from solvers.api import explain
from solvers.core.registry import load_backend
from tests.tables import rows

SUDOKU = load_puzzle("sudoku")

PLACES: list[dict[str, Any]] = [
    {"thermometers": ["r1c1 r2c2 r2c3"]},
    {"arrows": ["r1c1 r1c2 r2c2"]},
    {"kropki": {"black": ["r1c2 r2c2"]}},
    {"inequalities": ["r1c2 < r2c2"]},
    {"calcudoku": [{"cells": "r1c1 r1c2 r2c1", "target": "8x"}]},
    {"little_killer": [{"cells": "r1c1-r4c4", "sum": 7}]},
    {"lettered_cages": {"A": ["r1c1 r1c2", "r2c3 r2c4"]}},
]


def read(table: dict[str, Any]) -> Sudoku:
    return sudoku_from("typed", {"order": 4} | table)


def seen(
    instance: Sudoku, left: Mapping[str, Collection[int]], make: Callable[[CellsModel, BoardLayout], Any]
) -> list[Proposal]:
    """What is seen where some cells have only these digits left."""
    stated = CellsModel(instance)
    snapshot = Snapshot({}, {var: frozenset(left.get(var.name, var.domain)) for var in stated.cells})
    return list(make(stated, instance.layout)(CandidateBoard(stated.cells, instance.layout, snapshot)))


def by_rule(stated: CellsModel, layout: BoardLayout) -> RuleByRule:
    return RuleByRule(stated.model, stated.cells, layout)


def whichever(stated: CellsModel, layout: BoardLayout) -> Whichever:
    return Whichever(stated.model, stated.cells, layout)


def lines_of(proposal: Proposal) -> tuple[str, ...]:
    assert proposal.pattern is not None
    return proposal.pattern.lines


@rows("table", PLACES)
@rows("seed", range(3))
def test_what_goes_is_in_no_way_to_fill_the_cells(table: dict[str, Any], seed: int) -> None:
    rng, instance = Random(seed), read(table)
    (place,) = instance.variants
    layout, cells = instance.layout, sorted({*place.of})
    left = {layout.name(cell): {*rng.sample((1, 2, 3, 4), rng.choice((2, 3, 4)))} for cell in cells}
    held: dict[str, set[int]] = {name: set() for name in left}
    for digits in product(*left.values()):
        grid = [0] * 16
        for cell, digit in zip(cells, digits, strict=True):
            grid[cell] = digit
        apart = all(grid[one] != grid[other] for one in cells for other in cells if other in layout.peers[one])
        if apart and place.holds(grid, layout):
            for cell in cells:
                held[layout.name(cell)].add(grid[cell])
    if not all(held.values()):
        return  # nothing is left: that is for somebody else to say
    gone = {
        (f.var.name, taken_away(f))
        for proposal in seen(instance, left, by_rule)
        for f in proposal.new
        if len(f.values) > 1
    }
    only = {
        (f.var.name, *f.values)
        for proposal in seen(instance, left, by_rule)
        for f in proposal.new
        if len(f.values) == 1
    }
    for name, digits in left.items():
        out = {digit for digit in digits if (name, digit) in gone}
        assert out == digits - held[name] or {(name, *held[name])} <= only
    assert all(held[name] == {digit} for name, digit in only)


@pytest.mark.parametrize(
    "table",
    [
        {"antiknight": True, "boxes": "none"},
        {"antiking": True, "boxes": "none", "order": 5},
        {"kropki": {"white": ["r1c1 r1c2"], "black": ["r3c3 r3c4"]}},
        {"inequalities": ["r1c1 < r1c2 < r2c2", "r3c3 > r4c3"]},
    ],
    ids=str,
)
def test_what_goes_wherever_a_digit_is_is_in_no_answer(table: dict[str, Any]) -> None:
    instance = read(table)
    stated = CellsModel(instance)
    search = load_backend("kernel")[0].load(stated.model)
    grids = [stated.decode(instance, answer).cells for answer in search.solutions({})]
    rng, proposals = Random(4), 0
    for _ in range(12):
        hidden = rng.choice(grids)
        some = rng.sample(range(len(hidden)), len(hidden) // 2)
        left = {cell: frozenset({hidden[cell], rng.choice(hidden)}) for cell in some}
        fitting = [grid for grid in grids if all(grid[cell] in digits for cell, digits in left.items())]
        named = {instance.layout.name(cell): digits for cell, digits in left.items()}
        for proposal in seen(instance, named, whichever):
            proposals += 1
            assert all(grid[fact.var.index] in fact.values for grid in fitting for fact in proposal.new), proposal
    assert proposals


def test_what_goes_wherever_a_digit_is_is_described() -> None:
    others = {f"R1C{column}": (2, 3, 4) for column in (3, 4)}
    proposals = seen(read({"boxes": "none", "antiking": True}), others, whichever)
    line = "in row 1, 1 fits only R1C1 and R1C2; wherever it is, R2C1 and R2C2 are not 1"
    assert line in [line for proposal in proposals for line in lines_of(proposal)]


def test_a_rule_is_described_with_what_is_known_of_its_cells_and_what_is_left() -> None:
    (found,) = seen(read({"arrows": ["r1c1 r1c2 r2c2"]}), {"R1C2": {1}, "R2C2": {2, 3}}, by_rule)
    assert found.name == "arrows"
    assert lines_of(found) == (
        "R1C2 and R2C2 along the arrow add up to R1C1; R1C2 is 1; R2C2 is 2 or 3, so R1C1 is 3 or 4",
    )
    assert found.pattern is not None
    assert found.pattern.look is not None
    assert found.pattern.look.words == "the rule: R1C2 and R2C2 along the arrow add up to R1C1"


def test_a_supposition_is_followed_through_the_rules_until_it_fails() -> None:
    """A 2 beside the black dot leaves no digit and its double of 1, 3 and 1, 4."""
    instance = read({"kropki": {"white": ["r1c1 r1c2"], "black": ["r1c2 r1c3"]}})
    left = {"R1C1": {2, 4}, "R1C2": {1, 2, 3}, "R1C3": {1, 2, 4}}
    (found,) = seen(instance, left, lambda stated, layout: Supposing(by_rule(stated, layout)))
    assert [(fact.var.name, taken_away(fact)) for fact in found.new] == [("R1C1", 2)]
    assert lines_of(found) == (
        "suppose R1C1 = 2:",
        "  R1C2 and R1C3 hold a digit and its double: impossible",
        "so R1C1 is not 2",
    )


@pytest.mark.parametrize("name", ["futoshiki", pytest.param("antiknight", marks=pytest.mark.slow)])
def test_published_variants_are_told_to_their_end_by_name(name: str) -> None:
    (instance,) = SUDOKU.read(SUDOKU.instances_folder / "variants" / f"{name}.toml")
    found = explain(instance)
    assert found.status == "explained"
    assert all(step.name for step in found.steps)
    assert "supposition" in {step.name for step in found.steps}


def test_the_way_through_a_variant_goes_by_its_rules_and_by_no_long_search() -> None:
    given = {"grid": ["....", "..2.", "....", "...."]}
    found = explain(
        read(given | {"kropki": {"white": ["r1c1 r1c2", "r2c1 r2c2"], "black": ["r3c1 r3c2", "r4c3 r4c4"]}})
    )
    names = {step.name for step in found.steps}
    assert "kropki" in names
    assert "nested forcing net" not in names
