"""Sums and objectives as clauses: the answers of brute force, and as few clauses as documented."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Linear, LinearExpr, Model
from solvers.lowering.sat.cnf import Cnf
from solvers.lowering.sat.objective import Totals
from tests.examples import examples
from tests.solvers.lowering.sat.projected import allowed, solutions


@settings(max_examples=examples(240), deadline=None)
@given(
    st.lists(st.tuples(st.integers(-9, 9), st.sets(st.integers(-4, 9), min_size=1, max_size=5)), max_size=5),
    st.sampled_from(["==", "!=", "<=", ">="]),
    st.integers(-40, 60),
    st.booleans(),
)
def test_single_sums_with_wide_coefficients_agree_with_brute_force(parts, relation, constant, conditional) -> None:
    model = Model()
    terms = tuple((c, model.new_int_var_from_values(values, f"x{i}")) for i, (c, values) in enumerate(parts))
    posted = model.add(Linear(terms, relation, constant))
    if conditional:
        posted.only_enforce_if(model.new_bool_var("condition"))
    assert allowed(Cnf(model)) == solutions(model)


def clauses_of(sizes: list[int], coefficients: list[int], relation: str, constant: int) -> tuple[int, int]:
    """How many clauses and auxiliary variables the sum takes beyond its variables."""
    model = Model()
    xs = [model.new_int_var(0, size - 1, f"x{place}") for place, size in enumerate(sizes)]
    bare = Cnf(model)
    before = len(bare.clauses), bare.top
    model.add(Linear(tuple(zip(coefficients, xs, strict=True)), relation, constant))
    cnf = Cnf(model)
    return len(cnf.clauses) - before[0], cnf.top - before[1]


@pytest.mark.parametrize(
    ("sizes", "coefficients", "relation", "constant", "clauses", "variables"),
    [
        pytest.param([9], [1], "<=", 4, 4, 0, id="one variable: a clause for each forbidden value"),
        pytest.param([9, 9], [1, -1], "==", 0, 9, 0, id="x = y, value by value"),
        pytest.param([9, 9], [1, -1], "==", 2, 9 + 2, 0, id="x = y + 2, and the two values left over on each side"),
        pytest.param([9, 9], [1, -1], "!=", 0, 9, 0, id="x ≠ y, value by value"),
        pytest.param([10, 10, 19], [1, 1, -1], "==", 0, 100, 0, id="x + y = z: a clause for each pair, no variable"),
        pytest.param([10, 10], [1, -1], "<=", 0, 8 + 9 + 9 + 9, 9, id="x ≤ y: linear, not quadratic"),
        pytest.param([40_000, 10_000, 4], [1, -4, -1], "==", 0, 40_000, 10**5, id="linear in the widest variable"),
        pytest.param([5_000, 5_000], [1, -1], "<=", 0, 4 * 5_000, 10**4, id="a clause or four for each value"),
        pytest.param([9, 9, 9], [1, 1, 1], "<=", 24, 0, 0, id="always true"),
        pytest.param([9, 9, 9], [1, 1, 1], ">=", 25, 1, 0, id="never true"),
    ],
)
def test_a_sum_takes_as_few_clauses(sizes, coefficients, relation, constant, clauses, variables) -> None:
    taken = clauses_of(sizes, coefficients, relation, constant)
    assert taken[0] <= clauses
    assert taken[1] <= variables


def test_rests_that_nothing_can_tell_apart_are_one_state() -> None:
    assert clauses_of([2] * 6, [10] * 6, "<=", 34) == clauses_of([2] * 6, [1] * 6, "<=", 3)
    # a + b + 10·c ≤ 37: whether a + b is 8, the most there is, is all that matters to c.
    assert clauses_of([5, 5, 6], [1, 1, 10], "<=", 37) == (9, 4)


def test_a_condition_is_needed_by_the_clauses_that_forbid_only() -> None:
    model = Model()
    xs = [model.new_int_var(0, 5, f"x{place}") for place in range(4)]
    free = model.new_bool_var("free")
    plain = len(Cnf(model).clauses)
    model.add(sum(xs, 0 * xs[0]) == 9).only_enforce_if(~free)
    cnf = Cnf(model)
    literal = cnf.literal(free == 1)
    written = cnf.clauses[plain:]
    variables = {equal for var in xs for equal in cnf.equals[var.index].values()} | {literal}
    for clause in written:
        says_only_integers = all(abs(part) in variables for part in clause)
        assert (literal in clause) or not says_only_integers


def test_an_element_of_variables_is_cheap() -> None:
    model = Model()
    index = model.new_int_var(0, 9, "index")
    array: list[int | IntVar] = [model.new_int_var(1, 9, f"a{place}") for place in range(10)]
    target = model.new_int_var(1, 9, "target")
    before = len(Cnf(model).clauses)
    model.add_element(index, array, target)
    assert len(Cnf(model).clauses) - before == 10 * 9


@settings(max_examples=examples(100), deadline=None)
@given(
    st.lists(st.tuples(st.integers(-5, 5), st.sets(st.integers(-3, 6), min_size=1, max_size=4)), max_size=4),
    st.booleans(),
    st.integers(-9, 9),
    st.data(),
)
def test_a_bound_allows_what_stays_below_it(parts, minimize, constant, data) -> None:
    model = Model()
    xs = [model.new_int_var_from_values(values, f"x{place}") for place, (_, values) in enumerate(parts)]
    expression = LinearExpr({x: c for x, (c, _) in zip(xs, parts, strict=True)}, constant)
    (model.minimize if minimize else model.maximize)(expression)
    cnf = Cnf(model)
    assert model.objective is not None
    totals = Totals(model.objective, cnf)

    def place(values: tuple[int, ...]) -> int:
        return totals.place(dict(zip(model.variables, values, strict=True)))

    everything = solutions(model)
    by_total = sorted(everything, key=lambda values: expression.value(dict(zip(xs, values, strict=True))))
    places = [place(values) for values in by_total]
    assert places == sorted(places, reverse=not minimize)
    assert set(places) == set(range(len(totals.values)))
    if len(totals.values) > 1:
        bound = data.draw(st.integers(0, len(totals.values) - 2))
        assert allowed(cnf, [totals.at_most(bound)]) == {v for v in everything if place(v) <= bound}
