"""Sudoku: its models, its checker, plain clashes, and what a person is shown."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from models.errors import InputError
from models.registry import find_instance, load_puzzle
from models.sudoku.board import BOXES
from models.sudoku.instance import Grid, Sudoku
from solvers.classic.sudoku import RowByRow
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from tests.models.sudoku.grids import NINE, SOLVED, clues, shifted
from tests.tables import rows

PUZZLE = load_puzzle("sudoku")
FORMULATIONS = list(PUZZLE.formulations)


def sudoku(symbols: str, box: tuple[int, int] = (3, 3)) -> Sudoku:
    return Sudoku(clues(symbols), box)


def instances(name: str) -> list[Any]:
    return list(PUZZLE.read(find_instance(PUZZLE, name)))


def test_other_clues_leave_everything_else() -> None:
    parts: dict[str, Any] = {field.name: object() for field in fields(Sudoku)}
    assert vars(Sudoku(**parts).with_clues((1, 2))) == parts | {"clues": (1, 2)}


def answers(instance: Sudoku, formulation: str, backend: str = "backtracking") -> set[Grid]:
    found = Solver(PUZZLE, formulation, *load_backend(backend)).answers(instance)
    complete = list(found)
    assert found.outcome.complete
    return set(complete)


# The models


COUNTS = {
    **{f"order_{name}": 1 for name in ("4", "6", "6_tall", "8", "10", "12")},
    "inkala": 1,
    "empty_4": 288,
    "several_answers": 5,
    "no_answer": 0,
    "clash": 0,
}
"""How many answers the instances have, as their files say."""


@rows("formulation", FORMULATIONS)
@rows("name", COUNTS)
def test_an_instance_has_as_many_answers_as_its_file_says_those_of_the_row_by_row_program(
    name: str, formulation: str
) -> None:
    (instance,) = instances(name)
    found = answers(instance, formulation)
    assert len(found) == COUNTS[name]
    if name not in ("inkala", "order_10", "order_12"):  # which take that program long
        assert found == {Grid(cells) for cells in RowByRow(instance.clues, instance.box)}


def test_the_cells_of_order_9_are_81_variables_under_27_rules() -> None:
    model = PUZZLE.formulations["cells"](sudoku(NINE)).model
    assert (len(model.variables), len(model.constraints)) == (81, 27)
    sentences = {constraint.because for constraint in model.constraints}
    assert {"row 3 holds each digit once", "column 7 holds each digit once", "box 2 holds each digit once"} < sentences


def test_the_cover_of_order_9_is_729_activities_by_324_requirements() -> None:
    model = PUZZLE.formulations["cover"](sudoku(NINE)).model
    assert (len(model.variables), len(model.constraints)) == (729, 324)
    met = {constraint.because for constraint in model.constraints for var in constraint.scope() if var.name == "R2C4#1"}
    assert met == {
        "R2C4: R2C4 holds one digit",
        "R2#1: row 2 holds one 1",
        "C4#1: column 4 holds one 1",
        "B2#1: box 2 holds one 1",
    }


@rows("formulation", FORMULATIONS)
@rows("order", BOXES)
def test_every_order_has_a_model_that_its_answer_obeys(formulation: str, order: int) -> None:
    empty, answer = Sudoku((0,) * order**2, BOXES[order]), shifted(BOXES[order])
    assert PUZZLE.check(empty, answer) is None
    stated = PUZZLE.formulations[formulation](empty)
    filled = Sudoku(answer.cells, BOXES[order])
    given = stated.givens(filled)
    assignment = {var: given.get(var, 0) for var in stated.model.variables}
    assert stated.model.first_violation(assignment, given) is None
    assert stated.decode(empty, assignment) == answer


def test_instances_of_one_shape_share_a_structure() -> None:
    assert PUZZLE.shape(sudoku(NINE)) == PUZZLE.shape(sudoku("." * 81))
    assert PUZZLE.shape(sudoku("." * 36, (2, 3))) != PUZZLE.shape(sudoku("." * 36, (3, 2)))


# The checker


@rows(
    ("answer", "complaint"),
    [
        (SOLVED, None),
        (SOLVED[:80], "the grid has 80 cells; 81 are needed"),
        ("3" + SOLVED[1:], "row 1 has two 3s, at R1C1 and R1C2"),
        (SOLVED[9:] + SOLVED[:9], "column 1|box 1"),
        ("." + SOLVED[1:], "R1C1 holds 0; the digits are 1 to 9"),
        (SOLVED.translate(str.maketrans("12", "21")), "^R2C4 holds 2, where 1 is printed$"),
    ],
)
def test_the_checker_says_what_is_wrong(answer: str, complaint: str | None) -> None:
    found = PUZZLE.check(sudoku(NINE), Grid(clues(answer)))
    if complaint is None:
        assert found is None
    else:
        assert found is not None
        assert re.search(complaint, found)


# Clashes


@rows(
    ("symbols", "box", "sentence"),
    [
        ("7......7" + "." * 73, (3, 3), "row 1 has two 7s, at R1C1 and R1C8"),
        ("." * 40 + "5" + "." * 35 + "5" + "....", (3, 3), "column 5 has two 5s, at R5C5 and R9C5"),
        ("9.........9" + "." * 70, (3, 3), "box 1 has two 9s, at R1C1 and R2C2"),
        (".12345678" + "9" + "." * 71, (3, 3), "no digit is left for R1C1: its row, column and box have all 9 of them"),
        ("A........A" + "." * 90, (2, 5), "row 1 has two As, at R1C1 and R1C10"),
        (NINE, (3, 3), None),
        ("." * 81, (3, 3), None),
        (SOLVED, (3, 3), None),
    ],
)
def test_a_plain_clash_is_named(symbols: str, box: tuple[int, int], sentence: str | None) -> None:
    assert PUZZLE.contradiction(sudoku(symbols, box)) == sentence


def test_no_clash_is_seen_in_a_puzzle_that_has_an_answer() -> None:
    for name in ("norvig_easy50", "se_rated", "gecode_16", "gecode_25", "order_6_tall", "no_answer"):
        assert [PUZZLE.contradiction(instance) for instance in instances(name) if PUZZLE.contradiction(instance)] == []


# What is shown


def test_the_answer_is_drawn_beside_the_clues_and_any_drawing_fits_the_screen() -> None:
    (instance,) = instances("order_4")
    (answer,) = answers(instance, "cells")
    assert PUZZLE.render(instance, answer).splitlines() == [
        "+-----+-----+   +-----+-----+",
        "| 4 3 | . . |   | 4 3 | 1 2 |",
        "| . . | . . |   | 1 2 | 4 3 |",
        "+-----+-----+   +-----+-----+",
        "| . . | . . |   | 3 1 | 2 4 |",
        "| . . | 3 1 |   | 2 4 | 3 1 |",
        "+-----+-----+   +-----+-----+",
    ]
    for order, box in BOXES.items():
        cells = tuple(range(1, order + 1)) * order
        assert max(map(len, PUZZLE.render(Sudoku(cells, box), Grid(cells)).splitlines())) <= 100


def test_an_answer_has_a_line_for_bulk_output_and_rows_for_machines() -> None:
    instance, answer = sudoku(NINE), Grid(clues(SOLVED))
    assert PUZZLE.compact(instance, answer) == SOLVED
    assert PUZZLE.as_json(instance, answer)[0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    big = Grid(tuple(range(1, 26)) * 25)
    assert PUZZLE.compact(Sudoku((0,) * 625, (5, 5)), big).startswith("123456789ABCDEFGHIJKLMNOP1")


# The command line's own options


def test_a_puzzle_can_be_typed_in_full() -> None:
    assert PUZZLE.typed({"puzzle": NINE}) == sudoku(NINE)
    assert PUZZLE.typed({}) is None
    with pytest.raises(InputError, match="80 characters"):
        PUZZLE.typed({"puzzle": NINE[1:]})


def test_boxes_can_be_turned() -> None:
    flat = Sudoku((0,) * 36, (2, 3))
    assert PUZZLE.with_options(flat, {"boxes": "3x2"}).box == (3, 2)
    assert PUZZLE.with_options(flat, {}).box == (2, 3)
    for wrong in ("3x3", "3", "1x6", "0x0", "six"):
        with pytest.raises(InputError):
            PUZZLE.with_options(flat, {"boxes": wrong})
