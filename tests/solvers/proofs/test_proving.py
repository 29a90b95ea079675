"""Proofs of what brute force says are accepted; of anything else none can be made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from models.registry import find_instance, load_puzzle
from solvers.core.backend import WrongAnswer
from solvers.core.registry import load_backend
from solvers.proofs.checker import check
from solvers.proofs.formula import read_formula
from solvers.proofs.proving import prove
from solvers.proofs.statement import state
from tests.random_models import givens_for, models

PRODUCERS = ("sat", "tree", "quick")


@pytest.mark.parametrize("producer", PRODUCERS)
@settings(deadline=None)
@given(data=st.data())
def test_every_set_of_answers_is_proved_complete(producer: str, data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4))
    givens = data.draw(givens_for(model))
    search = load_backend("backtracking")[0].load(model)
    statement = state(model, givens)
    answers = [statement.literals(assignment) for assignment in search.solutions(givens)]
    formula = read_formula(statement.text())
    proved = check(read_formula(statement.text()), prove(statement, formula, answers, producer))
    assert proved.conclusion == ("ENUMERATION_COMPLETE" if answers else "UNSAT")
    assert len(proved.answers) == len(answers)


@pytest.mark.parametrize("producer", PRODUCERS)
@settings(deadline=None)
@given(data=st.data())
def test_an_answer_kept_back_leaves_nothing_to_prove(producer: str, data: st.DataObject) -> None:
    model = data.draw(models(max_vars=3))
    statement = state(model, {})
    answers = [statement.literals(found) for found in load_backend("backtracking")[0].load(model).solutions()]
    if answers:
        answers.pop(data.draw(st.integers(0, len(answers) - 1)))
        with pytest.raises(WrongAnswer):
            prove(statement, read_formula(statement.text()), answers, producer)


@pytest.mark.parametrize("producer", PRODUCERS)
@settings(deadline=None)
@given(data=st.data())
def test_the_least_is_proved_least(producer: str, data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=3))
    factors = [data.draw(st.integers(-3, 3)) for _ in model.variables]
    total = sum((factor * var for factor, var in zip(factors, model.variables, strict=True)), 0 * model.variables[0])
    data.draw(st.sampled_from([model.minimize, model.maximize]))(total)
    statement = state(model, {})
    found = list(load_backend("backtracking")[0].load(model).solutions())
    answers = [statement.literals(assignment) for assignment in found]
    proof = prove(statement, read_formula(statement.text()), answers, producer, best=True)
    proved = check(read_formula(statement.text()), proof)
    assert proved.conclusion == "BOUNDS"
    if found:
        assert model.objective is not None
        assert proved.least == model.objective.cost.value(found[-1]) - statement.constant
    else:
        assert proved.least is None


def lines() -> Iterator[Model]:
    """A model for each form of line that is more than clauses of its own literals."""
    for many in (31, 40):
        model = Model(f"at most one of {many}")
        model.add_at_most_one(*(model.new_bool_var(f"b{place}") for place in range(many)))
        yield model
    model = Model("an equality of ints")
    xx, yy, zz = (model.new_int_var(0, 3, name) for name in ("xx", "yy", "zz"))
    model.add(3 * xx + 2 * yy - zz == 5)
    yield model
    for is_equality in (False, True):
        model = Model("weights of Booleans")
        total = sum(weight * model.new_bool_var(f"w{place}") for place, weight in enumerate((5, 3, 2, 2, 1)))
        model.add(total == 6 if is_equality else total >= 6)
        yield model


@pytest.mark.parametrize("model", [*lines()], ids=lambda model: model.name)
def test_each_form_of_line_has_its_answers_and_no_other_as_clauses_too(model: Model) -> None:
    statement = state(model)
    formula = read_formula(statement.text())
    answers = [statement.literals(found) for found in load_backend("backtracking")[0].load(model).solutions()]
    assert len(check(formula, prove(statement, formula, answers, "sat")).answers) == len(answers)
    with pytest.raises(WrongAnswer):
        prove(statement, read_formula(statement.text()), answers[1:], "sat")


@pytest.mark.slow
def test_the_grecian_has_twelve_positions_with_the_bottom_dial_turned_too() -> None:
    # As the published loops count them: each way to stack the dials right, seen from twelve sides.
    puzzle = load_puzzle("grecian")
    instance = next(iter(puzzle.read(find_instance(puzzle, "grecian"))))
    stated = puzzle.state(instance, "element", "turns")
    stated.model.objective = None
    givens = stated.givens(instance)
    statement = state(stated.model, givens)
    answers = [
        statement.literals(assignment)
        for assignment in load_backend("backtracking")[0].load(stated.model).solutions(givens)
    ]
    formula = read_formula(statement.text())
    proved = check(formula, prove(statement, formula, answers, "sat"))
    assert (proved.conclusion, len(proved.answers)) == ("ENUMERATION_COMPLETE", 12)


def test_answers_that_may_not_be_the_best_are_shown_as_some_answers() -> None:
    model = Model("dice")
    model.minimize(model.new_int_var(1, 6, "die"))
    statement = state(model)
    formula = read_formula(statement.text())
    answers = [statement.literals(dict.fromkeys(model.variables, pips)) for pips in (5, 3)]
    proved = check(formula, prove(statement, formula, answers, "tree", best=True, complete=False))
    assert (proved.conclusion, len(proved.answers), proved.least) == ("ENUMERATION_PARTIAL", 2, None)
