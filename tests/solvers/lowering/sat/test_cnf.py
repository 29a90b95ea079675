"""A whole model as clauses: the same answers, each value a SAT literal, each constraint under its own selector."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import CONSTRAINT_KINDS, Model
from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.backend import Clock
from solvers.lowering.sat.clauses import ClauseList
from solvers.lowering.sat.cnf import ENCODINGS, Cnf
from solvers.lowering.sat.variables import Integers
from tests.examples import examples
from tests.random_models import models
from tests.solvers.lowering.sat.projected import allowed, solutions
from tests.tables import rows


def test_there_is_an_encoding_for_every_kind_of_constraint() -> None:
    assert set(ENCODINGS) == set(CONSTRAINT_KINDS)


@settings(max_examples=examples(80), deadline=None)
@given(st.data())
def test_the_selectors_assumed_are_the_constraints_in_force(data: st.DataObject) -> None:
    model = data.draw(models())
    cnf = Cnf(model, selectors=True)
    assert len(cnf.selectors) == len(model.constraints)
    in_force = [data.draw(st.booleans()) for _ in model.constraints]
    some = Model("some of the constraints")
    some.variables = model.variables
    some.constraints = [c for c, chosen in zip(model.constraints, in_force, strict=True) if chosen]
    assumed = [selector for selector, chosen in zip(cnf.selectors, in_force, strict=True) if chosen]
    assert allowed(cnf, assumed) == solutions(some)


def test_a_core_names_the_constraints_that_clash() -> None:
    model = Model("clash")
    x, y, z = (model.new_int_var(0, 5, name) for name in "xyz")
    model.add(x + z <= 7)
    model.add(x > y)
    model.add_all_different([x, y, z])
    model.add(y >= 5)
    cnf = Cnf(model, selectors=True)
    oracle = IncrementalSat("cadical195", cnf.clauses)
    assert oracle.solve(cnf.selectors, Clock(None)) is False
    assert set(oracle.core()) == {cnf.selectors[1], cnf.selectors[3]}


def test_new_variables_are_new() -> None:
    model = Model()
    x = model.new_int_var(0, 9, "x")
    cnf = Cnf(model)
    numbers = [cnf.clauses.new_variable(), cnf.literal(x <= 4), cnf.clauses.new_variable()]
    used = {abs(literal) for equals in cnf.equals for literal in equals.values()}
    assert len({*numbers, *used}) == 3 + 10
    assert cnf.top == max(numbers)


def test_constraints_whose_condition_is_never_met_say_nothing() -> None:
    model = Model()
    x = model.new_int_var(0, 3, "x")
    model.add(x == 2).only_enforce_if(x.is_in([]))
    model.constraints[0] = replace(model.constraints[0])
    assert len(allowed(Cnf(model))) == 4


@rows(
    ("domain", "variables", "clauses"),
    [([5], 1, 1), ([0, 1], 1, 0), ([-3, 8], 1, 0), ([1, 2, 3], 3, 1 + 3), (range(9), 9, 1 + 36)],
)
def test_a_domain_takes_as_many_variables_and_clauses_as_documented(domain, variables, clauses) -> None:
    model, pool = Model(), ClauseList()
    model.new_int_var_from_values(domain, "x")
    Integers(model.variables, pool)
    assert pool.top == variables + 1, "one more is always true"
    assert len(pool) == clauses + 1


def test_every_value_decodes_to_itself() -> None:
    model = Model()
    for name, domain in {"one": [7], "bit": [0, 1], "gap": [-4, 9], "many": [-2, 0, 5, 6], "last": [0, 3]}.items():
        model.new_int_var_from_values(domain, name)
    assert len(allowed(Cnf(model))) == 1 * 2 * 2 * 4 * 2


@rows("values", [[], [1], [1, 4], [1, 2, 4], [0, 1, 2, 3, 4]])
def test_the_literal_a_test_is_true_for_its_values_and_no_others(values: list[int]) -> None:
    model = Model()
    x = model.new_int_var(0, 4, "x")
    cnf = Cnf(model)
    inside, outside = cnf.literal(x.is_in(values)), cnf.literal(~x.is_in(values))
    assert outside == -inside
    assert allowed(cnf, [inside]) == {(value,) for value in values}


@pytest.mark.parametrize("domain", [[3], [0, 1], [0, 2, 3, 4, 7]])
def test_what_a_test_demands_is_said_without_a_variable_or_clause(domain: list[int]) -> None:
    model = Model()
    x = model.new_int_var_from_values(domain, "x")
    cnf = Cnf(model)
    size = cnf.top, len(cnf.clauses)
    for values in ([], domain[:1], domain[1:], domain[::2], domain):
        assert allowed(cnf, cnf.demands(x.is_in(values))) == {(value,) for value in values}
    assert (cnf.top, len(cnf.clauses)) == size


def test_a_test_asked_for_twice_is_defined_once_and_one_of_a_single_value_is_there() -> None:
    model = Model()
    x = model.new_int_var(0, 9, "x")
    cnf = Cnf(model)
    top = cnf.top
    assert cnf.literal(x == 3) == -cnf.literal(x != 3)
    assert cnf.top == top
    first, size = cnf.literal(x <= 4), len(cnf.clauses)
    assert [cnf.literal(x <= 4), cnf.literal(x >= 5)] == [first, -first]
    assert len(cnf.clauses) == size
