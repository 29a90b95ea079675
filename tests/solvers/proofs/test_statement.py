"""A statement has the model's solutions: every kind of constraint is held to its own ``holds`` on all tuples."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Assignment, Model
from solvers.formats.opb.lines import CannotState
from solvers.proofs.formula import PBFormula, read_formula
from solvers.proofs.propagation import UnitPropagator
from solvers.proofs.statement import PBStatement, state
from tests.random_models import KINDS, assignments, brute_force, decisions_of, givens_for, models
from tests.solvers.proofs import answered


def satisfiable(formula: PBFormula, literals: list[int]) -> bool:
    """Whether what is auxiliary can be chosen so that all lines are satisfied; tried one by one."""
    propagator = UnitPropagator()
    propagator.reach(len(formula.names.numbers))
    for constraint in formula.constraints:
        propagator.add(constraint)
    tasks = [literals]
    while tasks:
        found = propagator.consequences(tasks.pop())
        if found is None:
            continue
        true = set(found)
        is_true = {literal: literal in true for literal in range(2 * len(formula.names.numbers))}
        if all(constraint.holds(is_true) for constraint in formula.constraints):
            return True
        free = next(lit for lit in range(0, len(is_true), 2) if lit not in true and lit + 1 not in true)
        tasks += [[*found, free], [*found, free + 1]]
    return False


def stated(statement: PBStatement, assignment: Assignment) -> bool:
    formula = read_formula(statement.text())
    return satisfiable(formula, [formula.names.literal(word) for word in statement.literals(assignment)])


def agrees(model: Model) -> None:
    statement = state(model, {})
    for assignment in assignments(model.variables):
        assert stated(statement, assignment) == all(c.holds(assignment) for c in model.constraints), assignment


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(data=st.data())
def test_a_kind_says_what_its_lines_say(kind: str, data: st.DataObject) -> None:
    agrees(data.draw(models(kinds=(kind,), max_vars=3, max_constraints=1)))


@settings(deadline=None)
@given(data=st.data())
def test_given_values_are_lines(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=3, max_constraints=2))
    givens = data.draw(givens_for(model))
    statement = state(model, givens)
    found = {decisions_of(model, one) for one in assignments(model.variables) if stated(statement, one)}
    assert found == brute_force(model, givens)


def test_a_sudoku_is_324_lines_and_its_givens() -> None:
    statement = state(*answered.stated("sudoku", "inkala", "cells"))
    assert (len(statement.lines), len(statement.given)) == (324, 21)
    assert str(statement.lines[81]) == " ".join(f"1 R1C{column}_1" for column in range(1, 10)) + " = 1 ;"
    assert str(statement.given[0]) == "@given[R1C1_0] 1 R1C1_8 >= 1 ;"


def test_names_that_clash_are_told_apart() -> None:
    model = Model()
    for name in ("a b", "a_b", "a b_1", "ä", "9"):
        model.new_int_var(0, 2, name)
    statement = state(model, {})
    names = [name for names in statement.values for name in names.values()]
    assert len(set(names)) == len(names) == 15
    assert read_formula(statement.text()).names.numbers.keys() == set(names)


def test_a_domain_too_large_to_spell_out_is_refused() -> None:
    model = Model("wide")
    model.new_int_var(0, 10**9, "x")
    with pytest.raises(CannotState, match="1,000,000,001 values together"):
        state(model, {})


def test_a_line_is_labelled_by_its_rule_or_by_the_kind_of_a_constraint_that_names_none() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(x + y >= 2)
    model.add(x + 2 * y <= 7, key=("scales", 4))
    text = state(model, {}).text()
    assert "@linear " in text
    assert "@scales_4 " in text
