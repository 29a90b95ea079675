"""Statements and proofs keep to the grammar of VeriPB, whose own checker is not at hand here."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from models.puzzle import Puzzle
from models.registry import instance_files, load_puzzle, loaded_puzzles
from solvers.formats.opb.lines import CannotState
from solvers.proofs.checker import check
from solvers.proofs.formula import read_formula
from solvers.proofs.proving import prove
from solvers.proofs.statement import state
from tests.random_models import givens_for, models
from tests.solvers.proofs.answered import answered
from tests.solvers.proofs.veripb_grammar import opb_fault, pbp_fault
from tests.tables import rows

STATED = [
    (puzzle.name, formulation, objective)
    for puzzle in loaded_puzzles()
    if puzzle.name in ("grecian", "sudoku", "cubes", "cover", "dealing")
    for formulation in puzzle.formulations
    for objective in (None, *puzzle.objectives)
]


def smallest(puzzle: Puzzle[Any, Any]) -> Any:
    """An instance that comes with the puzzle, the one of the smallest file."""
    files = sorted(instance_files(puzzle).values(), key=lambda path: (path.stat().st_size, path))
    return next(iter(puzzle.read(next(path for path in files if not path.stem.startswith("clash")))))


@pytest.mark.parametrize(("word", "formulation", "objective"), STATED)
def test_a_puzzles_statement_is_one_that_veripb_parses(word: str, formulation: str, objective: str | None) -> None:
    puzzle = load_puzzle(word)
    instance = smallest(puzzle)
    stated = puzzle.state(instance, formulation, objective)
    try:
        text = state(stated.model, stated.givens(instance)).text("puzzlebench {}")
    except CannotState as error:
        pytest.skip(str(error))
    assert opb_fault(text) is None
    assert "preserved: " in text
    assert ("\nmin: " in text) == (objective is not None)


NAMES = st.text(st.sampled_from("aB_9-^[]{}~@;*% \n\u2028\x85é"), max_size=5)


@settings(deadline=None)
@given(data=st.data())
def test_a_random_models_statement_is_one_that_veripb_parses(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=4))
    for constraint in model.constraints:
        constraint.__dict__["key"] = tuple(data.draw(st.lists(NAMES, max_size=2)))
        constraint.__dict__["because"] = data.draw(NAMES)
    for var in model.variables:
        var.name = data.draw(NAMES)
    if data.draw(st.booleans()):
        model.minimize(data.draw(st.integers(-2, 2)) * model.variables[0])
    statement = state(model, data.draw(givens_for(model)))
    text = statement.text("puzzlebench {}")
    assert opb_fault(text) is None
    assert len(read_formula(text).constraints) == sum(
        1 + (line.relation == "=") for line in (*statement.lines, *statement.given)
    )


@settings(deadline=None, max_examples=40)
@given(data=st.data(), producer=st.sampled_from(("sat", "tree")))
def test_a_proof_is_one_that_veripb_parses(data: st.DataObject, producer: str) -> None:
    model = data.draw(models(max_vars=4, max_constraints=4))
    optimises = data.draw(st.booleans())
    if optimises:
        model.minimize(sum(var for var in model.variables))
    statement, answers, _ = answered(model)
    assert pbp_fault(prove(statement, answers, producer, best=optimises), optimises=optimises) is None


def test_an_answer_without_a_variable_is_counted_once() -> None:
    model = Model("nothing is asked")
    model.add_exactly_one(model.new_bool_var("aa"), model.new_bool_var("bb"))
    model.project_on([])
    statement, (answer, *_), _ = answered(model)
    assert opb_fault(statement.text("puzzlebench {}")) is None
    assert len(check(statement.formula(), prove(statement, [answer], "tree")).answers) == 1


@rows(
    ("line", "fault"),
    [
        ("@rule 1 aa 1 bb = 1 ;", "no line of the format"),
        ("@ru-le 1 aa 1 bb >= 1 ;", "no line of the format"),
        ("1 a >= 1 ;", "no line of the format"),
        ("1 aa 1 bb >= 01 ;", "no line of the format"),
        ("preserved: aa ;", "preserved: comes too late"),
        ("min: 1 aa ;", "min: comes too late"),
        ("@first 1 bb >= 0 ;", "labels two constraints"),
    ],
)
def test_the_grammar_refuses_what_veripb_refuses(line: str, fault: str) -> None:
    head = "* a comment\npreserved: aa bb ;\nmin: 1 aa ;\n@first 1 aa >= 0 ;\n"
    assert opb_fault(head) is None
    assert fault in (opb_fault(f"{head}{line}\n") or "")
