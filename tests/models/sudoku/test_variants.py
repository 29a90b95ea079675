"""Variants: each rule is said twice, to the model and to the check of a grid, and is read, written and told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, permutations
from operator import ne
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from models.deductions import Snapshot
from models.errors import InputError
from models.language.model import IntVar, Model
from models.sudoku import PUZZLE, techniques
from models.sudoku import variants as variants_module
from models.sudoku.board import BoardLayout, layout_of
from models.sudoku.instance import Grid, Sudoku, check, contradiction
from models.sudoku.model import CellsModel, SudokuCoverModel
from models.sudoku.reading.table import as_table, as_toml, sudoku_from
from models.sudoku.techniques import CandidateBoard
from models.sudoku.variants import Variant, cells_from, variants, write_variants
from solvers.api import explain
from solvers.core.backend import Backend
from solvers.core.registry import load_backend
from solvers.lowering.units import units_of
from solvers.run.__main__ import main
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
]
"""Boards of order 4 and less; some grid is right."""

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

EVERY_WORD = PUZZLE.instances_folder / "variants" / "_every_word.toml"


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
    solutions = backend.load(stated.model).solutions(stated.givens(instance))
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


TOO_LARGE_FOR_FOUR = {"nabner"}
"""A rule of which no line of three cells fits among four digits."""

PLANTED = [
    *((word,) for word, kind in variants().items() if kind.is_rule),
    *(("cage", "thermometers"), ("antiknight", "kropki"), ("diagonals", "arrows"), ("quadruple", "even", "odd")),
]
BOARDS: list[dict[str, Any]] = [{"order": 4}, {"order": 4, "boxes": "none"}, JIGSAW]


@pytest.mark.parametrize("words", PLANTED, ids="+".join)
def test_random_places_leave_every_backend_the_right_grids_and_people_see_no_less(words: tuple[str, ...]) -> None:
    found = set[str]()
    for board in BOARDS[: 2 if {"windoku", "disjoint_groups"} & {*words} else 3]:
        if "disjoint_groups" in words and "boxes" in board:
            continue
        instance = planted(words, board, f"{words} {board}")
        right = right_grids(instance)
        found.update(variant.word for variant in instance.variants)
        assert right or {*words} & {"antiking", "nonconsecutive", "diagonals"}  # to which no small grid may keep
        for backend in ("kernel", "sat", "cpsat", "backtracking"):
            assert answers(instance, CellsModel(instance), load_backend(backend)[0]) == right, (instance, backend)
        assert answers(instance, CellsModel(instance, implied=False), load_backend("kernel")[0]) == right
        assert read(as_table(instance)) == instance
        for cell, left in seen_at_first(instance):
            assert {grid.cells[cell] for grid in right} <= left, instance
    assert found == {*words} or {*words} <= TOO_LARGE_FOR_FOUR


def seen_at_first(instance: Sudoku) -> Iterator[tuple[int, frozenset[int]]]:
    """What people see by the variants before anything is known: cells with the digits that are left for them."""
    stated = CellsModel(instance)
    snapshot = Snapshot({}, {var: frozenset(var.domain) for var in stated.cells})
    board = CandidateBoard(stated.cells, instance.layout, snapshot)
    for variant in instance.variants:
        for proposal in variant.shows(board):
            yield from ((fact.var.index, frozenset(fact.values)) for fact in proposal.new)


@rows("table", TABLES)
def test_the_model_has_the_right_answers_and_what_is_read_is_written(table: dict[str, Any], tmp_path: Path) -> None:
    instance = read(table)
    assert right_grids(instance)
    for word in ("kernel", "sat", "backtracking"):
        assert answers(instance, CellsModel(instance), load_backend(word)[0]) == right_grids(instance)
    assert read(as_table(instance)) == instance
    assert read_file(tmp_path / "one.toml", as_toml(instance)) == instance
    assert read_file(tmp_path / "one.jsonl", json.dumps(as_table(instance)) + "\n") == instance


# Each place of a rule by itself, judged by the model and by the check

ALONE = [*map(read, [*TABLES, *NO_SMALL_GRID]), *PUZZLE.read(EVERY_WORD)]

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
    search = load_backend("backtracking")[0].load(model)
    for _ in range(6):
        some = {cells[cell]: rng.randint(1, layout.order) for cell in rng.sample(range(len(cells)), 2)}
        for answer in islice(search.solutions(some), 1):
            grid = [answer[var] for var in cells]
            yield grid
            for _ in range(30):
                cell = rng.choice(about)
                yield [*grid[:cell], rng.randint(1, layout.order), *grid[cell + 1 :]]


@pytest.mark.parametrize("instance", ALONE, ids=lambda instance: str(as_table(instance))[:80])
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


def test_every_word_is_in_the_file_to_copy_from_and_says_its_rule() -> None:
    (instance,) = PUZZLE.read(EVERY_WORD)
    assert isinstance(instance, Sudoku)
    assert {place.word for place in instance.variants} == {*variants()}
    assert all(word == kind.word and (kind.summary or "describe" in vars(kind)) for word, kind in variants().items())


# What follows, and what people see


def test_what_is_left_of_a_house_beside_its_cages_has_a_sum_of_its_own() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4 r2c4", "sum": 5}, {"cells": "r2c1 r3c1", "sum": 4}]
    found = {constraint.sentence for constraint in CellsModel(read({"order": 4, "cage": cages})).model.constraints}
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
    lines = {step.name: step.pattern.lines[0] for step in explained.steps if step.pattern}
    assert lines["cage of one cell"] == "R4C4 is a cage by itself, with sum 4"
    assert lines["cage combinations"] == (
        "R1C1, R2C1 and R2C2, a cage of 3 cells with sum 6, can only be 1+2+3, so R1C1, R2C1 and R2C2 are not 4"
    )


def test_a_cage_too_many_is_to_blame_and_nothing_that_follows_from_it() -> None:
    cages = [{"cells": "r1c1-r1c3", "sum": 9}, {"cells": "r1c4", "sum": 4}, {"cells": "r4c1 r4c2", "sum": 3}]
    (conflict,) = explain(read({"order": 4, "cage": cages})).conflicts
    assert {part.key for part in conflict.parts} <= {("cage", 0, 1, 2), ("cage", 3), ("row", 0)}


def test_a_cover_says_what_is_nothing_but_houses() -> None:
    jigsaw = read(TABLES[0])
    assert answers(jigsaw, SudokuCoverModel(jigsaw), load_backend("kernel")[0]) == right_grids(jigsaw)
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
        assert len(answers(instance, stated, load_backend("kernel")[0])) == len(right_grids(instance)) == many


def test_a_wrong_answer_is_told_with_the_rule_it_breaks() -> None:
    instance = read({"order": 4, "thermometers": ["r1c2 r1c1"]})
    grid = Grid((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    assert check(instance, grid) == "it is not so that digits grow along the thermometer R1C2 and R1C1"


@pytest.mark.parametrize("word", ["minimum", "maximum"])
def test_extreme_cells_side_by_side_are_not_compared_and_say_so(word: str) -> None:
    alone, together = (read({"order": 4, word: cells}) for cells in ("r1c1", "r1c1 r1c2"))
    grids = right_grids(together)
    assert {grid.cells[0] < grid.cells[1] for grid in grids} == {True, False}
    assert len({grid.cells[0] < grid.cells[1] for grid in right_grids(alone)}) == 1
    assert PUZZLE.rules(together)[-1].endswith("than each neighbour that is not such a cell itself.")


def test_two_equal_clues_in_a_region_clash() -> None:
    clash = contradiction(read({"grid": ["..1.", "...1", "....", "...."], **JIGSAW}))
    assert clash == "region B has two 1s, at R1C3 and R2C4"


# How they are typed


@pytest.mark.parametrize(
    "grid", ["1...............", "1... .... .... ....", "\n1 . . .\n....\n....\n....\n", "1...\n....\n\n....\n...."]
)
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
    assert main(["sudoku", "--instance", str(path), "--limit", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for instance, line in zip(PUZZLE.read(path), lines, strict=True):
        assert isinstance(instance, Sudoku)
        assert check(instance, Grid(tuple(map(int, line)))) is None


def test_the_instance_that_tells_how_to_type_one_has_one_answer(tmp_path: Path) -> None:
    (example,) = re.findall(r"::\n\n(    name = .*?)\n\n- ", variants_module.__doc__ or "", re.DOTALL)
    instance = read_file(tmp_path / "example.toml", dedent(example))
    assert isinstance(instance, Sudoku)
    assert len(right_grids(instance)) == 1


# What is printed above a puzzle


@rows("path", sorted(EVERY_WORD.parent.glob("*.toml")))
def test_the_rules_of_a_puzzle_name_its_houses_and_every_variant_it_has_and_no_others(path: Path) -> None:
    (instance,) = PUZZLE.read(path)
    assert isinstance(instance, Sudoku)
    first, *further = PUZZLE.rules(instance)
    houses = {unit.kind for unit in layout_of(instance.board or instance.box).units}
    for house in ("row", "column", "box", "region"):
        assert (house in first) == (house in houses)
    assert "box" in houses or "box" not in " ".join(further)
    for kind, sentence in zip(dict.fromkeys(map(type, instance.variants)), further, strict=True):
        assert sentence.startswith(kind.summary or "A number beside a row or a column is the sum")
        assert sentence.endswith(".")


def test_the_rules_of_a_plain_sudoku_are_its_summary() -> None:
    assert PUZZLE.rules(Sudoku((0,) * 81)) == (PUZZLE.summary,)


def test_the_rules_tell_which_marks_are_all_given_and_other_crusts() -> None:
    marked = {"order": 4, "xv": {"x": [], "v": ["r1c1 r1c2"], "all_given": "v"}, "kropki": {"all_given": True}}
    rules = " ".join(PUZZLE.rules(read({**marked, "sandwich": {"rows": ". . . 0", "crusts": "2 3"}})))
    assert "Every V is given." in rules
    assert "Every white dot and every black dot is given." in rules
    assert "between its 2 and its 3." in rules
    dots = {"white": ["r1c1 r1c2: 3"], "all_given": ["white", "black 4"]}
    rules = PUZZLE.rules(read({"order": 4, "numbered_dots": dots}))[-1]
    assert rules.endswith("Neighbours without a dot do not hold digits that differ by 3 or a digit and 4 times it.")
