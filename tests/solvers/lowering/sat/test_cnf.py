"""A whole model as clauses: the same answers, and each constraint under its own selector where asked for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import CONSTRAINT_KINDS, Model
from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.backend import Clock
from solvers.lowering.sat.cnf import ENCODINGS, Cnf
from tests.examples import examples
from tests.random_models import models
from tests.solvers.lowering.sat.projected import allowed, solutions


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
