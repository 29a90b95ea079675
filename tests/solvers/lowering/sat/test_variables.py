"""Every value of an integer variable is a SAT literal; other tests get one when they are asked for."""

from __future__ import annotations

import pytest

from models.language.model import Model
from solvers.lowering.sat.clauses import ClauseList
from solvers.lowering.sat.cnf import Cnf
from solvers.lowering.sat.variables import Integers
from tests.solvers.lowering.sat.projected import allowed


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("values", [[], [1], [1, 4], [1, 2, 4], [0, 1, 2, 3, 4]])
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
