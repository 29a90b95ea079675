"""A model beyond all bounds is refused in a sentence, at once; a big one is not."""

from __future__ import annotations

import pytest

from models.language.model import Linear, Model
from solvers.core.backend import CannotTake
from solvers.core.registry import load_backend
from solvers.lowering.sat import cnf
from solvers.lowering.sat.cnf import Cnf, unsupported_reason
from tests.patience import soon


def test_a_domain_of_millions_is_refused_by_name() -> None:
    model = Model()
    model.new_bool_var("small")
    model.new_int_var(0, 10**12, "huge")
    assert "huge" in str(unsupported_reason(model))
    with pytest.raises(CannotTake, match="huge"):
        load_backend("sat")[0].load(model)


def test_a_sum_of_wide_variables_is_refused_in_its_own_words() -> None:
    model = Model()
    x, y, z = (model.new_int_var(0, 50_000, name) for name in "xyz")
    model.add(x + 3 * y == z)
    assert "x + 3·y − z = 0" in str(unsupported_reason(model))


def test_an_objective_with_too_many_totals_is_refused() -> None:
    model = Model()
    xs = [model.new_int_var(0, 1000, f"x{place}") for place in range(10)]
    model.minimize(sum((10**place * x for place, x in enumerate(xs)), 0 * xs[0]))
    assert "minimize" in str(unsupported_reason(model))


def test_many_coefficients_without_pattern_are_refused_before_they_are_added_up() -> None:
    model = Model()
    xs = [model.new_bool_var(f"x{place}") for place in range(60)]
    with soon():
        model.add(sum((3**place * x for place, x in enumerate(xs)), 0 * xs[0]) <= 10**20)
        assert unsupported_reason(model) is not None


def test_wide_variables_in_matching_sums_are_taken() -> None:
    model = Model()
    cards, rest, left = (
        model.new_int_var(0, 60_000, "c"),
        model.new_int_var(0, 15_000, "r"),
        model.new_int_var(0, 3, "l"),
    )
    model.add(cards == 4 * rest + left)
    model.add(cards >= rest)
    model.minimize(cards)
    assert unsupported_reason(model) is None


def test_sums_in_which_everything_is_a_multiple_are_counted_as_such() -> None:
    model = Model()
    xs = [model.new_int_var(0, 9, f"x{place}") for place in range(20)]
    model.add(sum((10**6 * x for x in xs), 0 * xs[0]) <= 50 * 10**6)
    assert unsupported_reason(model) is None


def test_tests_of_a_wide_variable_are_counted() -> None:
    model = Model()
    w = model.new_int_var(0, 900_000, "w")
    flags = model.new_bool_vars(f"flag{place}" for place in range(9))
    for place, flag in enumerate(flags):
        assert unsupported_reason(model) is None
        model.add_bool_or(flag, w >= 10 * place + 5)
    assert "which would take more than" in str(unsupported_reason(model))


def test_a_sum_of_very_many_variables_is_judged_at_once() -> None:
    model = Model()
    xs = model.new_bool_vars(f"x{place}" for place in range(20_000))
    model.add(Linear(tuple((1, x) for x in xs), "<=", 9_000))
    with soon():
        assert unsupported_reason(model) is not None


@pytest.mark.parametrize("relation", ["==", "!=", "<="])
@pytest.mark.parametrize("coefficients", [(1, 1, 1, 1), (2, 4, 6, 8), (1, 10, 100, 1000)])
def test_a_sum_is_taken_for_no_fewer_clauses_than_it_is(
    monkeypatch: pytest.MonkeyPatch, relation: str, coefficients: tuple[int, ...]
) -> None:
    model = Model()
    xs = [model.new_int_var(0, 9, f"x{place}") for place in range(4)]
    before = len(Cnf(model).clauses)
    model.add(Linear(tuple(zip(coefficients, xs, strict=True)), relation, sum(coefficients) * 9 // 2))
    monkeypatch.setattr(cnf, "MAX_SUM_CLAUSES", len(Cnf(model).clauses) - before - 1)
    assert unsupported_reason(model) is not None


def test_variables_of_few_values_may_have_any_number_of_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "MAX_WIDE_CLAUSES", 50)
    model = Model()
    xs = [model.new_int_var(0, 9, f"x{place}") for place in range(4)]
    for _ in range(20):
        model.add_all_different(xs)
    assert unsupported_reason(model) is None
