"""LP and MPS, read and solved by HiGHS."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given, settings

from models.errors import InputError
from models.language.model import Model
from solvers.lowering.mip.rows import MAX_OBJECTIVE
from solvers.lowering.size import reach
from tests.random_models import brute_force, models
from tests.solvers.formats.foreign import in_order_of_declaration, needs, written
from tests.solvers.formats.highs import Equation, Highs, answer_of, sums_of_columns
from tests.solvers.formats.wcnf.test_wcnf import best_of, with_objective

COMMENTS = {"lp": "\\ ", "mps": "* "}

formats = pytest.mark.parametrize("name", COMMENTS)


@pytest.fixture(scope="module")
def highs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Highs]:
    process = Highs(tmp_path_factory.mktemp("highs"))
    yield process
    process.close()


def _every_answer_is_found(highs: Highs, name: str, model: Model) -> None:
    """For every combination of decisions, HiGHS finds it possible exactly where it is an answer."""
    assume(prod(len(var.domain) for var in model.projection) <= 40)
    text = written(name, model)
    sums = sums_of_columns(text, COMMENTS[name])
    decided = answer_of(text, COMMENTS[name])
    domains = {var.name: var.domain for var in model.projection}
    candidates = list(product(*(domains[variable] for variable in decided)))
    cases: list[list[Equation]] = []
    for candidate in candidates:
        equations = ((sums[variable], value) for variable, value in zip(decided, candidate, strict=True))
        cases.append([(factors, value - constant) for (constant, factors), value in equations])
    found = highs.solve(text, name, cases)
    answers = {one for one, said in zip(candidates, found, strict=True) if said["status"] == "Optimal"}
    assert answers == in_order_of_declaration(model, brute_force(model))


def _best_is_found(highs: Highs, name: str, model: Model) -> None:
    assert model.objective is not None
    assume(reach(model.objective.cost.summands()) <= MAX_OBJECTIVE)
    text = written(name, model)
    (found,) = highs.solve(text, name)
    best = best_of(model)
    assert (found["status"] == "Optimal") == (best is not None)
    if best is not None:
        sums = sums_of_columns(text, COMMENTS[name])
        values = {
            var: sums[var.name][0]
            + sum(factor * found["columns"][column] for column, factor in sums[var.name][1].items())
            for var in model.variables
        }
        assert model.first_violation(values) is None
        assert model.objective.expression.value(values) == best
        sign = -1 if name == "mps" and model.objective.sense == "maximize" else 1
        assert round(sign * found["objective"]) == best


def _worth(total: tuple[int, dict[str, int]], columns: dict[str, int]) -> int:
    constant, factors = total
    return constant + sum(factor * columns[column] for column, factor in factors.items())


@needs("highspy")
@formats
@settings(max_examples=8, deadline=None)
@given(model=models(max_vars=3, max_constraints=3))
def test_highs_finds_the_answers_of_a_model(highs: Highs, name: str, model: Model) -> None:
    _every_answer_is_found(highs, name, model)


@pytest.mark.slow
@needs("highspy")
@formats
@settings(max_examples=150, deadline=None)
@given(model=models(max_vars=4))
def test_highs_finds_the_answers_of_many_models(highs: Highs, name: str, model: Model) -> None:
    _every_answer_is_found(highs, name, model)


@needs("highspy")
@formats
@settings(max_examples=10, deadline=None)
@given(model=with_objective(largest=90))
def test_highs_finds_the_best_answer(highs: Highs, name: str, model: Model) -> None:
    _best_is_found(highs, name, model)


@pytest.mark.slow
@needs("highspy")
@formats
@settings(max_examples=150, deadline=None)
@given(model=with_objective(largest=90))
def test_highs_finds_the_best_answer_of_many_models(highs: Highs, name: str, model: Model) -> None:
    _best_is_found(highs, name, model)


@needs("highspy")
@formats
def test_names_that_mean_something_to_readers_do_no_harm(highs: Highs, name: str) -> None:
    model = Model("odd names")
    words = ["e5", "free", "End", "st", "x y", "2x", "größe", "a:b", "", "<=", "inf", "x_y", "objective"]
    odd = [model.new_int_var(0, 3, word) for word in words]
    for place, var in enumerate(odd):
        model.add(var >= place % 3, because=f"rule {place}\nEnd", key=("subject to", place))
    model.add(sum(odd) <= 20)
    model.maximize(sum(place * var for place, var in enumerate(odd)))
    (found,) = highs.solve(written(name, model), name)
    assert abs(found["objective"]) == best_by_hand(odd)


def best_by_hand(variables: list[object]) -> int:
    """The most of Σ place·x: each x at its least, then what is left of the sum of 20 to those that come last."""
    values = [place % 3 for place in range(len(variables))]
    left = 20 - sum(values)
    for place in reversed(range(len(values))):
        more = min(3 - values[place], left)
        values[place] += more
        left -= more
    return sum(place * value for place, value in enumerate(values))


@needs("highspy")
@formats
def test_what_is_carried_may_be_negative(highs: Highs, name: str) -> None:
    model = Model()
    x, y = model.new_int_var(0, 900, "x"), model.new_int_var(0, 900, "y")
    model.add(1_000_007 * x + 999_900 * y == 1_000_007 * 2 + 999_900 * 898)
    (found,) = highs.solve(written(name, model), name)
    assert (found["columns"]["x"], found["columns"]["y"]) == (2, 898)
    assert any(value < 0 for column, value in found["columns"].items() if column.startswith("aux"))


@formats
def test_a_row_is_named_for_its_rule_which_stands_before_it(name: str) -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(x + 2 * y <= 7, because="not too many", key=("column", 3))
    text = written(name, model)
    assert "not too many" in text
    assert (" column_3: + 1 x + 2 y <= 7\n" if name == "lp" else " L column_3\n") in text


@formats
def test_what_is_too_large_for_double_precision_is_refused(name: str) -> None:
    model = Model()
    model.minimize(10**12 * model.new_bool_var("x"))
    with pytest.raises(InputError, match=f"{name.upper()} cannot say an objective that reaches beyond 1,000,000,000"):
        written(name, model)
