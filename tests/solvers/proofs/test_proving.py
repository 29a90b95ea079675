"""Proofs of what brute force says are accepted; of anything else none can be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.core.backend import WrongAnswer
from solvers.proofs.checker import check
from solvers.proofs.clauses import is_plain
from solvers.proofs.formula import PBConstraint
from solvers.proofs.proving import prove
from solvers.proofs.statement import state
from tests.random_models import givens_for, models
from tests.solvers.proofs.answered import answered, stated
from tests.tables import rows

PRODUCERS = ("sat", "tree", "quick")


@pytest.mark.parametrize("producer", PRODUCERS)
@settings(deadline=None)
@given(data=st.data())
def test_all_answers_are_proved_complete_and_none_where_one_is_kept_back(producer: str, data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4))
    statement, answers, _ = answered(model, data.draw(givens_for(model)))
    proved = check(statement.formula(), prove(statement, answers, producer))
    assert proved.conclusion == ("ENUMERATION_COMPLETE" if answers else "UNSAT")
    assert len(proved.answers) == len(answers)
    if answers:
        answers.pop(data.draw(st.integers(0, len(answers) - 1)))
        with pytest.raises(WrongAnswer):
            prove(statement, answers, producer)


@pytest.mark.parametrize("producer", PRODUCERS)
@settings(deadline=None)
@given(data=st.data())
def test_the_least_is_proved_least(producer: str, data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=3))
    factors = [data.draw(st.integers(-3, 3)) for _ in model.variables]
    total = sum((factor * var for factor, var in zip(factors, model.variables, strict=True)), 0 * model.variables[0])
    data.draw(st.sampled_from([model.minimize, model.maximize]))(total)
    statement, answers, found = answered(model)
    proved = check(statement.formula(), prove(statement, answers, producer, best=True))
    assert model.objective is not None
    least = model.objective.cost.value(found[-1]) - statement.constant if found else None
    assert (proved.conclusion, proved.least) == ("BOUNDS", least)


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


@rows("model", [*lines()])
def test_each_form_of_line_has_its_answers_and_no_other_as_clauses_too(model: Model) -> None:
    statement, answers, _ = answered(model)
    assert len(check(statement.formula(), prove(statement, answers, "sat")).answers) == len(answers)
    with pytest.raises(WrongAnswer):
        prove(statement, answers[1:], "sat")


@pytest.mark.slow
def test_the_grecian_has_twelve_positions_with_the_bottom_dial_turned_too() -> None:
    # As the published loops count them: each way to stack the dials right, seen from twelve sides.
    model, givens = stated("grecian", "grecian", "element", "turns")
    model.objective = None
    statement, answers, _ = answered(model, givens)
    proved = check(statement.formula(), prove(statement, answers, "sat"))
    assert (proved.conclusion, len(proved.answers)) == ("ENUMERATION_COMPLETE", 12)


def test_answers_that_may_not_be_the_best_are_shown_as_some_answers() -> None:
    model = Model("dice")
    model.minimize(model.new_int_var(1, 6, "die"))
    statement = state(model)
    answers = [statement.literals(dict.fromkeys(model.variables, pips)) for pips in (5, 3)]
    proved = check(statement.formula(), prove(statement, answers, "tree", best=True, complete=False))
    assert (proved.conclusion, len(proved.answers), proved.least) == ("ENUMERATION_PARTIAL", 2, None)


@rows("terms", [1, 2, 3, 4, 5])
def test_the_form_of_a_constraint_is_told_by_which_sets_of_false_literals_break_it(terms: int) -> None:
    for coefficients in combinations_with_replacement((1, 2, 3, 5), terms):
        for degree in range(sum(coefficients) + 1):

            def breaks(
                false: Iterable[int], coefficients: tuple[int, ...] = coefficients, degree: int = degree
            ) -> bool:
                return sum(coefficients) - sum(coefficients[place] for place in false) < degree

            constraint = PBConstraint({2 * place: c for place, c in enumerate(coefficients)}, degree)
            sets = [false for size in range(terms + 1) for false in combinations(range(terms), size) if breaks(false)]
            clause = not any(len(false) < terms for false in sets)
            by_two = all(any(map(breaks, combinations(false, min(2, len(false))))) for false in sets)
            assert constraint.is_clause == clause
            assert is_plain(constraint) == (clause or by_two)
            assert constraint.is_group == (set(coefficients) == {1} and degree == terms - 1)
