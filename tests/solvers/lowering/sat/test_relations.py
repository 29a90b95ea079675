"""Elements, tables, all-different and the constraints over literals as clauses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.lowering.sat.cnf import Cnf
from tests.examples import examples
from tests.random_models import KINDS, models
from tests.solvers.lowering.sat.projected import allowed, left_at_best, left_by_propagation, solutions


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_answers_agree_with_brute_force(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=(kind,), max_constraints=2))
    assert allowed(Cnf(model)) == solutions(model)


@pytest.mark.parametrize("kind", ["element", "table"])
@settings(max_examples=examples(80), deadline=None)
@given(data=st.data())
def test_unit_propagation_finds_every_value_that_is_out(kind: str, data: st.DataObject) -> None:
    """One unconditional constraint over distinct variables; an Element over numbers."""
    model = Model()
    if kind == "element":
        index = model.new_int_var(0, data.draw(st.integers(0, 4)), "index")
        target = model.new_int_var_from_values(data.draw(st.sets(st.integers(0, 4), min_size=1)), "target")
        model.add_element(index, data.draw(st.lists(st.integers(0, 4), min_size=5, max_size=5)), target)
    else:
        columns = [model.new_int_var(0, data.draw(st.integers(0, 3)), f"x{place}") for place in range(3)]
        rows = data.draw(st.lists(st.tuples(*(st.sampled_from(var.domain) for var in columns)), max_size=8))
        model.add_allowed_assignments(columns, rows)
    pairs = [(var, value) for var in model.variables for value in var.domain]
    excluded = data.draw(st.lists(st.sampled_from(pairs), max_size=5))
    assert left_by_propagation(Cnf(model), excluded) == left_at_best(model, excluded)


def test_a_table_row_alone_with_its_value_needs_no_variable() -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 3, "y")
    top = Cnf(model).top
    model.add_allowed_assignments([x, y], [(value, value % 4) for value in range(10)])
    assert Cnf(model).top == top


def test_a_table_may_name_a_variable_twice() -> None:
    model = Model()
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "y")
    model.add_allowed_assignments([x, y, x], [(0, 1, 0), (1, 1, 2), (2, 0, 2), (2, 1, 2)])
    assert allowed(Cnf(model)) == {(0, 1), (2, 0), (2, 1)}


def test_a_table_over_no_variables_holds_with_the_empty_tuple_only() -> None:
    empty, one = Model(), Model()
    empty.add_allowed_assignments([], [])
    one.add_allowed_assignments([], [()])
    assert allowed(Cnf(empty)) == set()
    assert allowed(Cnf(one)) == {()}


def test_a_permutation_says_that_each_value_is_taken() -> None:
    def clauses(highest: int) -> int:
        model = Model()
        xs = [model.new_int_var(1, highest, f"x{place}") for place in range(5)]
        before = len(Cnf(model).clauses)
        model.add_all_different(xs)
        return len(Cnf(model).clauses) - before

    assert clauses(6) == 6 * 10
    assert clauses(5) == 5 * 10 + 5
    assert clauses(4) == 1, "fewer values than variables: refuted at once"


def test_a_clause_spells_out_tests_for_a_few_values() -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    cnf = Cnf(model)
    before, top = len(cnf.clauses), cnf.top
    model.add_bool_or([x <= 2, y >= 8])
    cnf = Cnf(model)
    assert cnf.top == top
    assert len(cnf.clauses) == before + 1
    assert len(cnf.clauses[-1]) == 3 + 2
