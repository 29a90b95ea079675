"""HiGHS in particular: wide domains without a column for each value, and a solve that is left behind."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.backend import CannotTake
from solvers.registry import load_backend
from tests.random_models import answers_of, brute_force, models

pytest.importorskip("ortools")
MIP, _ = load_backend("mip")
KINDS = ("all different", "element", "linear", "table", "clause", "at most one", "exactly one")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_each_kind_of_constraint_by_itself(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=(kind,), max_vars=4))
    assert answers_of(MIP.load(model)) == brute_force(model)


def test_sums_over_wide_domains_need_no_column_for_each_value() -> None:
    model = Model("remainders")
    cards, stack, left = (
        model.new_int_var(0, top, name) for top, name in ((2000, "cards"), (500, "stack"), (3, "left"))
    )
    model.add(cards == 4 * stack + left)
    model.add(left == 3)
    model.add(cards >= 1990)
    search = MIP.load(model)
    assert search.size()["columns"] < 10
    assert {cards for cards, _, _ in answers_of(search)} == {1991, 1995, 1999}


def test_a_difference_over_wide_domains() -> None:
    model = Model("apart")
    x, y = model.new_int_var(0, 300, "x"), model.new_int_var(298, 600, "y")
    model.add(x != y)
    model.add(x >= 298)
    model.add(y <= 300)
    assert len(answers_of(MIP.load(model))) == 6


def test_too_many_values_are_refused_in_a_sentence() -> None:
    model = Model("wide")
    x, y = model.new_int_var(0, 10**6, "x"), model.new_bool_var("y")
    model.add_bool_or([x == 3, y])
    with pytest.raises(CannotTake, match=r"x, which is tested for single values and has 1,000,001 of them"):
        MIP.load(model)


def test_too_large_numbers_are_refused_in_a_sentence() -> None:
    model = Model("large")
    x, y = model.new_int_var(0, 9, "x"), model.new_bool_var("y")
    model.add(10**7 * x <= 5).only_enforce_if(y)
    with pytest.raises(CannotTake, match=r"a sum that reaches beyond 1,000,000: y ⇒ 10000000·x ≤ 5"):
        MIP.load(model)


def test_it_names_its_solver() -> None:
    assert MIP.version().startswith("HiGHS in OR-Tools MathOpt 9.")


def test_a_search_that_leaves_a_solve_behind_writes_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing all rows again takes seconds for a large model, and whoever pressed Ctrl-C is waiting."""
    from solvers.backends.mip import backend as mip

    model = Model()
    model.add_all_different([model.new_int_var(1, 3, name) for name in "abc"])
    search = load_backend("mip")[0].load(model)
    written = []
    program = mip.Program
    monkeypatch.setattr(mip, "Program", lambda *rows: written.append(rows) or program(*rows))
    answers = search.solutions()
    next(answers)
    monkeypatch.setattr(search._program, "in_use", True)
    answers.close()
    assert not written
    monkeypatch.undo()
    assert len(list(search.solutions())) == 6
