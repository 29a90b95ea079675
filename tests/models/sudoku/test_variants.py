"""Variants: what is typed is read and written back, and the model has the answers that the rules themselves allow."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import permutations
from operator import ne
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from models.deductions import Snapshot
from models.errors import InputError
from models.sudoku import PUZZLE, techniques
from models.sudoku import variants as variants_module
from models.sudoku.board import layout_of
from models.sudoku.instance import Grid, Sudoku, check, contradiction
from models.sudoku.model import CellsModel, SudokuCoverModel
from models.sudoku.reading.table import as_table, as_toml, sudoku_from
from models.sudoku.techniques import CandidateBoard
from models.sudoku.variants import cells_as_text, cells_from, variants
from solvers.api import explain
from solvers.backends.kernel.recognise import units_of
from solvers.cli.exits import guarded
from solvers.core.backend import Backend
from solvers.core.limits import ANSWERED, BAD_INPUT
from solvers.core.registry import load_backend
from solvers.run.__main__ import main

TABLES: list[dict[str, Any]] = [
    {"order": 4, "antiknight": True},
    {"order": 4, "thermometers": ["r1c1 r2c2 r2c3", "r4c4 r4c3"]},
    {"order": 4, "cage": [{"cells": "r1c1 r2c1 r2c2", "sum": 7}, {"cells": "r1c3 r1c4 r2c4"}]},
    {"order": 4, "cage": [{"cells": "r1c1", "sum": 3}, {"cells": "r1c2-r1c4", "sum": 7}]},
    {"grid": ["1...", "....", "....", "...."], "regions": ["AABB", "ACBB", "ACCD", "CDDD"]},
    {"grid": ["12..", "....", "....", "...."], "boxes": "none", "thermometers": ["r2c2-r4c4"]},
    {"grid": ["2..", "...", "..."], "boxes": "none"},
    {"order": 4, "extra_regions": ["r1c1 r2c3 r3c2 r4c4", "r1c4 r2c2"]},
    {"order": 4, "disjoint_groups": True},
    {"order": 4, "clone": [{"cells": "r1c1 r2c2", "copy": "r3c3 r4c1"}]},
    {"order": 4, "quadruple": [{"cells": "r2c2 r2c3 r3c2 r3c3", "digits": "1 3 1"}]},
    {"order": 4, "boxes": "none", "quadruple": [{"cells": "r1c1 r1c2 r2c1 r2c2", "digits": "4 2"}]},
    {"order": 4, "between_lines": ["r1c1 r2c2 r3c3", "r4c1-r4c3"]},
    {"order": 4, "minimum": "r2c2 r2c3", "maximum": "r4c1"},
]


def read(table: dict[str, Any]) -> Sudoku:
    return sudoku_from("typed", table)


def read_file(path: Path, text: str) -> Sudoku | InputError:
    path.write_text(text)
    (item,) = PUZZLE.read(path)
    return item


@cache
def latin_squares(order: int) -> list[Grid]:
    rows = list(permutations(range(1, order + 1)))
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(order):
        fits = ((above, row) for above in squares for row in rows if all(all(map(ne, row, one)) for one in above))
        squares = [(*above, row) for above, row in fits]
    return [Grid(tuple(digit for row in square for digit in row)) for square in squares]


@cache
def right_grids(instance: Sudoku) -> set[Grid]:
    """Of all grids with different digits in each row and column those that nothing is wrong with."""
    return {grid for grid in latin_squares(instance.order) if check(instance, grid) is None}


def answers(instance: Sudoku, stated: Any, backend: Backend) -> set[Grid]:
    search = backend.load(stated.model)
    return {stated.decode(instance, answer) for answer in search.solutions(stated.givens(instance))}


@pytest.mark.parametrize("word", ["kernel", "sat", "backtracking"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_model_has_the_answers_that_are_right(table: dict[str, Any], word: str) -> None:
    instance = read(table)
    assert right_grids(instance)
    assert answers(instance, CellsModel(instance), load_backend(word)[0]) == right_grids(instance)


def by_chance(seed: int) -> dict[str, Any]:
    """A board of order 4 with some variants, so that a grid chosen by chance is right."""
    random = Random(seed)
    table: dict[str, Any] = {"order": 4}
    if random.random() < 0.5:
        table["boxes"] = "none"
    elif random.random() < 0.5:
        table = {"regions": random.choice((["AABB", "ACBB", "ACCD", "CDDD"], ["AAAA", "BBBC", "DBCC", "DDDC"]))}
    board = read(table).layout
    grid = random.choice(sorted(right_grids(read(table)), key=str)).cells
    cages: list[list[int]] = []
    for cell in random.sample(range(16), random.randrange(17)):
        near = [cage for cage in cages if grid[cell] not in {grid[other] for other in cage} and random.random() < 0.5]
        if near:
            near[0].append(cell)
        else:
            cages.append([cell])
    table["cage"] = [{"cells": cells_as_text(cage, board), "sum": sum(grid[cell] for cell in cage)} for cage in cages]
    for cage in table["cage"]:
        if random.random() < 0.1:
            del cage["sum"]
    bulb, *rest = random.sample(range(16), 16)
    tube = [bulb]
    for cell in rest:
        beside = max(abs(cell // 4 - tube[-1] // 4), abs(cell % 4 - tube[-1] % 4)) == 1
        if beside and grid[cell] > grid[tube[-1]]:
            tube.append(cell)
    return table | ({"thermometers": [cells_as_text(tube, board)]} if len(tube) > 1 else {})


@pytest.mark.parametrize("seed", range(12))
def test_the_models_of_variants_put_together_have_the_answers_that_are_right(seed: int) -> None:
    instance = read(by_chance(seed))
    assert right_grids(instance)
    for word in ("kernel", "backtracking", "sat"):
        assert answers(instance, CellsModel(instance), load_backend(word)[0]) == right_grids(instance)
    assert answers(instance, CellsModel(instance, implied=False), load_backend("kernel")[0]) == right_grids(instance)


def test_what_is_left_of_a_house_beside_its_cages_has_a_sum_of_its_own() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4 r2c4", "sum": 5}, {"cells": "r2c1 r3c1", "sum": 4}]
    found = {constraint.sentence for constraint in CellsModel(read({"order": 4, "cage": cages})).model.constraints}
    assert "row 1 adds up to 10 and the cages inside it to 9, so R1C4 is 1" in found
    assert "row 1 adds up to 10 and the cages that meet it to 14, so R2C4 is 4" in found


@pytest.mark.parametrize(
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
    instance = read({"order": 4, "cage": [cage]})
    stated = CellsModel(instance)
    settled = {var: known[var.name] for var in stated.cells if var.name in known}
    candidates = {var: frozenset(var.domain) for var in stated.cells if var not in settled}
    (place,) = instance.variants
    shown = dict[str, set[int]]()
    for proposal in place.shows(CandidateBoard(stated.cells, instance.layout, Snapshot(settled, candidates))):
        for fact in proposal.new:
            shown[fact.var.name] = shown.get(fact.var.name, {1, 2, 3, 4}) & fact.values
    assert shown == left


@pytest.mark.parametrize(("rule", "houses_alone"), [("diagonals", True), ("windoku", True), ("antiknight", False)])
def test_where_all_rules_are_houses_every_technique_is_tried_as_without_them(rule: str, houses_alone: bool) -> None:
    """Further rules have suppositions of their own; by the houses alone one may then lead nowhere."""
    stated = CellsModel(read({"order": 4, rule: True}))
    snapshot = Snapshot({}, {var: frozenset(var.domain) for var in stated.cells})
    tried: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(techniques, "findings", lambda board, some: tried.extend(str(one) for one in some) or ())
        assert list(stated.techniques(snapshot)) == []
    assert (tried == [str(one) for one in techniques.TECHNIQUES]) == houses_alone


def test_an_explanation_tells_the_combinations_of_a_cage() -> None:
    cages = [{"cells": "r1c1 r2c1 r2c2", "sum": 6}, {"cells": "r4c4", "sum": 4}]
    explained = explain(read({"order": 4, "cage": cages}))
    told = {step.name: step.pattern.lines[0] for step in explained.steps if step.pattern}
    assert told["cage of one cell"] == "R4C4 is a cage by itself, with sum 4"
    assert told["cage combinations"] == (
        "R1C1, R2C1 and R2C2, a cage of 3 cells with sum 6, can only be 1+2+3, so R1C1, R2C1 and R2C2 are not 4"
    )


def test_a_cage_too_many_is_to_blame_and_nothing_that_follows_from_it() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4", "sum": 4}, {"cells": "r4c1 r4c2", "sum": 3}]
    (conflict,) = explain(read({"order": 4, "cage": cages})).conflicts
    assert {part.key for part in conflict.parts} <= {("cage", 0, 1, 2), ("cage", 3), ("row", 0)}


def test_a_cover_says_what_is_nothing_but_houses() -> None:
    jigsaw = read(TABLES[4])
    assert answers(jigsaw, SudokuCoverModel(jigsaw), load_backend("kernel")[0]) == right_grids(jigsaw)
    with pytest.raises(InputError, match=r"^an exact cover cannot say that digits grow along the thermometer R1C1"):
        SudokuCoverModel(read(TABLES[1]))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_read_is_written_so_that_it_is_read_again(table: dict[str, Any], tmp_path: Path) -> None:
    instance = read(table)
    assert read(as_table(instance)) == instance
    assert read_file(tmp_path / "one.toml", as_toml(instance)) == instance
    assert read_file(tmp_path / "one.jsonl", json.dumps(as_table(instance)) + "\n") == instance


@pytest.mark.parametrize(
    "grid", ["1...............", "1... .... .... ....", "\n1 . . .\n....\n....\n....\n", "1...\n....\n\n....\n...."]
)
def test_a_grid_may_be_one_text(grid: str) -> None:
    assert read({"grid": grid, "boxes": "none"}) == read({"grid": ["1...", "....", "....", "...."], "boxes": "none"})


@pytest.mark.parametrize("grid", ["", " ", "\n", "12", [], [""], [["1..."]], 5])
def test_what_is_no_grid_is_told(grid: Any) -> None:
    with pytest.raises(InputError, match="grid"):
        read({"grid": grid})


def test_a_run_of_cells_is_named_by_its_ends() -> None:
    board = layout_of((2, 2))
    for text, names in (("r1c1-r1c3 R4C4", "R1C1 R1C2 R1C3 R4C4"), ("r3c1-r1c3, r2c1", "R3C1 R2C2 R1C3 R2C1")):
        assert " ".join(map(board.name, cells_from(text, board))) == names


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (
            'order = 4\n[[cage]]\ncells = "r1c1 r1c2"\nsum = 9',
            2,
            "the cage of R1C1 and R1C2 is to add up to 9; 2 different digits can make 3 to 7",
        ),
        (
            'order = 4\ncage = [\n{cells = "r1c1 r1c2"},\n{cells = "r1c2 r1c3"}]',
            4,
            "R1C2 is in two cages; a cell can be in one",
        ),
        (
            'order = 4\n[[cage]]\nsum = 9\ncells = "r1c1 r5c1"',
            4,
            "r5c1 is no cell of this board, which has 4 rows and 4 columns",
        ),
        ("order = 4\n[[cage]]\nsum = 9", 2, "entry 1 of cage has no cells; expected are cells, sum"),
        (
            'order = 4\n[[cage]]\nsum = ""\ncells = "r1c1"',
            3,
            "entry 1 of cage has the sum ''; a whole number is expected",
        ),
        ('order = 4\nthermometers = ["r1c1 r1c2 r1c1"]', 2, "R1C1 is named twice in 'r1c1 r1c2 r1c1'"),
        ('order = 4\nthermometers = ["r1c1"]', 2, "entry 1 of thermometers has 1 cell; 2 at least are expected"),
        (
            'order = 4\nthermometers = ["r1c1-r1c4 r2c4"]',
            2,
            "the thermometer from R1C1 has 5 cells; there are 4 digits that can grow along it",
        ),
        (
            'order = 4\nthermometers = ["r1c2 r1c1 r1c3"]',
            2,
            "R1C1 and R1C3 are no neighbours, as cells along a thermometer are",
        ),
        ('order = 4\narrows = ["r1c2 r1c1 r1c3"]', 2, "R1C1 and R1C3 are no neighbours, as cells along an arrow are"),
        (
            'order = 4\npalindromes = ["r1c2 r1c1 r1c3"]',
            2,
            "R1C1 and R1C3 are no neighbours, as cells along a palindrome are",
        ),
        (
            'order = 4\nbetween_lines = ["r1c2 r1c1 r1c3"]',
            2,
            "R1C1 and R1C3 are no neighbours, as cells along a between line are",
        ),
        (
            'order = 4\n[[pill_arrow]]\npill = "r1c2 r1c1"\ncells = "r1c3 r2c4 r4c4"',
            2,
            "R2C4 and R4C4 are no neighbours, as cells along an arrow are",
        ),
        (
            'order = 4\n[[pill_arrow]]\npill = "r1c1 r1c3"\ncells = "r2c2 r2c3 r3c3"',
            2,
            "R1C1 and R1C3 are no neighbours, as cells along a pill are",
        ),
        ('antiknight = "yes"', 1, "antiknight is 'yes'; true or false is expected"),
        (
            'regions = ["AABB", "AABB",\n"CCCD", "CCDD"]',
            2,
            "region C has 5 cells; every region has 4, as many as there are digits",
        ),
        ('regions = ["AABB", "AAB"]', 1, "row 1 of regions has 4 cells; a square is expected, and there are 2 rows"),
        ('grid = ["1..", "...", "..."]', 1, 'there is no usual box of 3 cells; boxes = "none" or regions are expected'),
        ('grid = ["1..5", "....", "....", "...."]', 1, "R1C4 is '5'; expected is 1 to 4, or . or 0 for an empty cell"),
        ('order = 6\nboxes = "2x2"', 1, "by its boxes this is of order 4, by its order of order 6"),
        ('boxes = "1x9"', 1, None),
        ("order = 4\ncages = []", 2, None),
    ],
)
def test_what_is_typed_wrongly_is_told_with_line(text: str, line: int, sentence: str | None, tmp_path: Path) -> None:
    error = read_file(tmp_path / "bad.toml", text)
    assert isinstance(error, InputError)
    assert error.line == line
    assert sentence is None or error.sentence == sentence


@pytest.mark.parametrize(
    "text", ['[[cage]]\ncells = "r1c1"\nsum = 12', 'regions = ["AB", "AA"]', 'antiknight = "r1c1"']
)
def test_a_bad_instance_is_one_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    assert guarded(main, ["sudoku", "--instance", str(path)]) == BAD_INPUT
    said = capsys.readouterr()
    assert not said.out
    assert len(said.err.splitlines()) == 1
    assert f"{path}:1: " in said.err


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
    assert main(["sudoku", "--instance", str(path), "--limit", "1"]) == ANSWERED
    lines = capsys.readouterr().out.splitlines()
    for instance, line in zip(PUZZLE.read(path), lines, strict=True):
        assert isinstance(instance, Sudoku)
        assert check(instance, Grid(tuple(map(int, line)))) is None


def test_what_says_only_that_digits_differ_is_left_to_the_engine_for_that() -> None:
    for differing in (TABLES[0], TABLES[4]):
        assert units_of(CellsModel(read(differing)).model) is not None
    assert units_of(CellsModel(read(TABLES[1])).model) is None


def test_a_wrong_answer_is_told_with_the_rule_it_breaks() -> None:
    instance = read({"order": 4, "thermometers": ["r1c2 r1c1"]})
    grid = Grid((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    assert check(instance, grid) == "it is not so that digits grow along the thermometer R1C2 and R1C1"


def test_two_equal_clues_in_a_region_clash() -> None:
    regions = ["AABB", "ACBB", "ACCD", "CDDD"]
    assert contradiction(read({"grid": ["..1.", "...1", "....", "...."], "regions": regions})) == (
        "region B has two 1s, at R1C3 and R2C4"
    )


def test_the_instance_that_tells_how_to_type_one_has_one_answer(tmp_path: Path) -> None:
    assert variants_module.__doc__ is not None
    (example,) = re.findall(r"::\n\n(    name = .*?)\n\n- ", variants_module.__doc__, re.DOTALL)
    instance = read_file(tmp_path / "example.toml", dedent(example))
    assert isinstance(instance, Sudoku)
    assert len(right_grids(instance)) == 1


def test_every_variant_has_a_word_and_says_its_rule() -> None:
    assert {"cage", "antiknight", "thermometers"} <= variants().keys()
    for word, kind in variants().items():
        assert word == kind.word
        assert kind.summary or "describe" in vars(kind)


EXAMPLES = sorted((PUZZLE.instances_folder / "variants").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_rules_of_a_puzzle_name_its_houses_and_every_variant_it_has_and_no_others(path: Path) -> None:
    (instance,) = PUZZLE.read(path)
    assert isinstance(instance, Sudoku)
    first, *told = PUZZLE.rules(instance)
    houses = {unit.kind for unit in layout_of(instance.board or instance.box).units}
    for house in ("row", "column", "box", "region"):
        assert (house in first) == (house in houses)
    assert "box" in houses or "box" not in " ".join(told)
    kinds = list(dict.fromkeys(map(type, instance.variants)))
    assert len(told) == len(kinds)
    for kind, sentence in zip(kinds, told, strict=True):
        assert sentence.startswith(kind.summary or "A number beside a row or a column is the sum")
        assert sentence.endswith(".")


def test_the_rules_of_a_plain_sudoku_are_its_summary() -> None:
    assert PUZZLE.rules(Sudoku((0,) * 81)) == (PUZZLE.summary,)


def test_the_rules_tell_which_marks_are_all_given_and_other_crusts() -> None:
    marked = {"order": 4, "xv": {"x": [], "v": ["r1c1 r1c2"], "all_given": "v"}, "kropki": {"all_given": True}}
    told = " ".join(PUZZLE.rules(read({**marked, "sandwich": {"rows": ". . . 0", "crusts": "2 3"}})))
    assert "Every V is given." in told
    assert "Every white dot and every black dot is given." in told
    assert "between its 2 and its 3." in told
