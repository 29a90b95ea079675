"""What people see by the rules of variants, and how it is told: no more is left than a rule and its houses leave."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from models.deductions import Proposal, Snapshot, taken_away
from models.sudoku import PUZZLE, techniques
from models.sudoku.board import BoardLayout
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.reading.table import as_toml, sudoku_from
from models.sudoku.techniques.board import CandidateBoard
from models.sudoku.techniques.rules import RuleByRule, Whichever
from models.sudoku.techniques.supposing import Supposing
from solvers.__main__ import dispatch
from solvers.api import explain
from solvers.core.registry import load_backend
from solvers.explain.explainer import Explainer
from tests.tables import rows

FILES = PUZZLE.instances_folder / "variants"

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
    facts = [fact for proposal in seen(instance, left, by_rule) for fact in proposal.new]
    gone = {(fact.var.name, taken_away(fact)) for fact in facts if len(fact.values) > 1}
    only = {(fact.var.name, *fact.values) for fact in facts if len(fact.values) == 1}
    for name, digits in left.items():
        out = {digit for digit in digits if (name, digit) in gone}
        assert out == digits - held[name] or {(name, *held[name])} <= only
    assert all(held[name] == {digit} for name, digit in only)


@rows(
    "table",
    [
        {"antiknight": True, "boxes": "none"},
        {"antiking": True, "boxes": "none", "order": 5},
        {"kropki": {"white": ["r1c1 r1c2"], "black": ["r3c3 r3c4"]}},
        {"inequalities": ["r1c1 < r1c2 < r2c2", "r3c3 > r4c3"]},
    ],
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


def test_what_is_left_of_a_house_beside_its_cages_has_a_sum_of_its_own() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4 r2c4", "sum": 5}, {"cells": "r2c1 r3c1", "sum": 4}]
    found = {constraint.sentence for constraint in CellsModel(read({"cage": cages})).model.constraints}
    assert "row 1 adds up to 10 and the cages inside it to 9, so R1C4 is 1" in found
    assert "row 1 adds up to 10 and the cages that meet it to 14, so R2C4 is 4" in found


@rows(
    ("cage", "known", "left"),
    [
        ({"cells": "r1c1-r1c3"}, {}, {}),
        ({"cells": "r1c1"}, {}, {}),
        ({"cells": "r1c1", "sum": 3}, {}, {"R1C1": {3}}),
        ({"cells": "r1c1", "sum": 3}, {"R1C1": 3}, {}),
        ({"cells": "r1c1 r2c1", "sum": 7}, {}, {"R1C1": {3, 4}, "R2C1": {3, 4}}),
        ({"cells": "r1c1 r2c1", "sum": 7}, {"R1C1": 3}, {"R2C1": {4}}),
        ({"cells": "r1c1 r2c1", "sum": 7}, {"R1C1": 3, "R2C1": 4}, {}),
    ],
)
def test_a_cage_shows_what_its_sum_leaves_to_open_cells_and_nothing_without_one(
    cage: dict[str, Any], known: dict[str, int], left: dict[str, set[int]]
) -> None:
    instance = read({"cage": [cage]})
    stated = CellsModel(instance)
    settled = {var: known[var.name] for var in stated.cells if var.name in known}
    candidates = {var: frozenset(var.domain) for var in stated.cells if var not in settled}
    (place,) = instance.variants
    shown = dict[str, set[int]]()
    for proposal in place.shows(CandidateBoard(stated.cells, instance.layout, Snapshot(settled, candidates))):
        for fact in proposal.new:
            shown[fact.var.name] = shown.get(fact.var.name, {1, 2, 3, 4}) & fact.values
    assert shown == left


@rows(("rule", "houses_alone"), [("diagonals", True), ("windoku", True), ("antiknight", False)])
def test_where_all_rules_are_houses_every_technique_is_tried_as_without_them(rule: str, houses_alone: bool) -> None:
    """Further rules have suppositions of their own; by the houses alone one may then lead nowhere."""
    stated = CellsModel(read({rule: True}))
    snapshot = Snapshot({}, {var: frozenset(var.domain) for var in stated.cells})
    tried: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(techniques, "findings", lambda board, some: tried.extend(str(one) for one in some) or ())
        assert list(stated.techniques(snapshot)) == []
    assert (tried == [str(one) for one in techniques.TECHNIQUES]) == houses_alone


def test_an_explanation_tells_the_combinations_of_a_cage() -> None:
    cages = [{"cells": "r1c1 r2c1 r2c2", "sum": 6}, {"cells": "r4c4", "sum": 4}]
    explained = explain(read({"cage": cages}))
    lines = {step.name: step.pattern.lines[0] for step in explained.steps if step.pattern}
    assert lines["cage of one cell"] == "R4C4 is a cage by itself, with sum 4"
    assert lines["cage combinations"] == (
        "R1C1, R2C1 and R2C2, a cage of 3 cells with sum 6, can only be 1+2+3, so R1C1, R2C1 and R2C2 are not 4"
    )


def test_a_cage_too_many_is_to_blame_and_nothing_that_follows_from_it() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4", "sum": 4}, {"cells": "r4c1 r4c2", "sum": 3}]
    (conflict,) = explain(read({"cage": cages})).conflicts
    assert {part.key for part in conflict.parts} <= {("cage", 0, 1, 2), ("cage", 3), ("row", 0)}


@pytest.mark.parametrize("name", ["futoshiki", pytest.param("antiknight", marks=pytest.mark.slow)])
def test_published_variants_are_told_to_their_end_by_name(name: str) -> None:
    (instance,) = PUZZLE.read(FILES / f"{name}.toml")
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


def test_an_explanation_tells_what_a_rule_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["explain", "sudoku", "variants/kenken"]) == 0
    told = capsys.readouterr().out
    assert "by one rule" not in told
    assert "R1C1 and R2C1 add up to 11, so R1C1 and R2C1 are 5 or 6" in told


@rows("name", ["sandwich", "little_killer", "arrows"])
def test_an_explanation_can_begin(name: str) -> None:
    (instance,) = PUZZLE.read(FILES / f"{name}.toml")
    stated = PUZZLE.state(instance)
    assert next(iter(Explainer(stated, stated.givens(instance)).steps())).new


@pytest.mark.parametrize(
    ("name", "right", "wrong", "told"),
    [
        ("kenken", '"11+"', '"10+"', "the number of the cage of R1C1 and R2C1 reads 10 (line 16); instead: 11"),
        pytest.param(
            *("sandwich", "26 10 16", "26 12 16", "the sandwich of row 6 reads 12 (line 28); instead: 10"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_number_that_was_misread_is_found(
    name: str, right: str, wrong: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((FILES / f"{name}.toml").read_text().replace(right, wrong))
    assert dispatch(["diagnose", "sudoku", str(path)]) == 0
    assert told in capsys.readouterr().out


def test_the_verbs_take_a_board_of_two_grids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "two.toml", tmp_path / "two.html"
    grid = ["1234", "34..", "2.431.", "4.21..", "  32..", "  ...3"]
    path.write_text(as_toml(read({"grids": ["r1c1", "r3c3"], "grid": grid})))
    assert dispatch(["run", "sudoku", str(path)]) == 0
    assert "answered: the only answer" in capsys.readouterr().out
    assert dispatch(["explain", "sudoku", str(path), "--html", str(page)]) == 0
    assert "R6C6" in page.read_text(encoding="utf-8")
    assert dispatch(["diagnose", "sudoku", str(path)]) == 0
    assert dispatch(["export", "sudoku", str(path), "--to", "fpuzzles"]) == 2
    assert "boards of one grid; this one has several" in capsys.readouterr().err
