"""A model beyond all bounds is refused in a sentence, at once; a big one is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from models.language.model import IntVar, Linear, LinearExpr, Model
from solvers.core.backend import CannotTake
from solvers.core.registry import load_backend
from solvers.lowering.sat import cnf
from solvers.lowering.sat.cnf import Cnf, unsupported_reason
from tests.patience import soon
from tests.tables import rows


def sum_of(coefficients: Iterable[int], variables: Iterable[IntVar]) -> LinearExpr:
    return LinearExpr(dict(zip(variables, coefficients, strict=False)), 0)


def xs(model: Model, many: int, most: int) -> list[IntVar]:
    return [model.new_int_var(0, most, f"x{place}") for place in range(many)]


def wide_but_matching(model: Model) -> None:
    cards, rest, left = (model.new_int_var(0, most, name) for most, name in ((60_000, "c"), (15_000, "r"), (3, "l")))
    model.add(cards == 4 * rest + left)
    model.add(cards >= rest)
    model.minimize(cards)


LIMITS: dict[str, tuple[Callable[[Model], object], str | None]] = {
    "a domain of millions": (lambda m: (m.new_bool_var(), m.new_int_var(0, 10**12, "huge")), "huge"),
    "a sum of wide variables": (lambda m: m.add(sum_of((1, 3, -1), xs(m, 3, 50_000)) == 0), "x0 + 3·x1 − x2 = 0"),
    "an objective with too many totals": (
        lambda m: m.minimize(sum_of((10**place for place in range(10)), xs(m, 10, 1000))),
        "minimize",
    ),
    "many coefficients without pattern": (
        lambda m: m.add(sum_of((3**place for place in range(60)), xs(m, 60, 1)) <= 10**20),
        "",
    ),
    "very many variables": (lambda m: m.add(sum_of([1] * 20_000, xs(m, 20_000, 1)) <= 9_000), ""),
    "wide variables in matching sums": (wide_but_matching, None),
    "all a multiple": (lambda m: m.add(sum_of([10**6] * 20, xs(m, 20, 9)) <= 50 * 10**6), None),
}


@rows("case", LIMITS)
def test_what_is_beyond_all_bounds_is_refused_by_name_before_it_is_added_up(case: str) -> None:
    make, named = LIMITS[case]
    model = Model()
    make(model)
    with soon():
        reason = unsupported_reason(model)
    assert (reason is None) == (named is None)
    assert (named or "") in str(reason)


def test_a_backend_refuses_what_its_clauses_cannot_take() -> None:
    model = Model()
    model.new_int_var(0, 10**12, "huge")
    with pytest.raises(CannotTake, match="huge"):
        load_backend("sat")[0].load(model)


def test_tests_of_a_wide_variable_are_counted() -> None:
    model = Model()
    w = model.new_int_var(0, 900_000, "w")
    flags = model.new_bool_vars(f"flag{place}" for place in range(9))
    for place, flag in enumerate(flags):
        assert unsupported_reason(model) is None
        model.add_bool_or(flag, w >= 10 * place + 5)
    assert "which would take more than" in str(unsupported_reason(model))


@pytest.mark.parametrize("relation", ["==", "!=", "<="])
@pytest.mark.parametrize("coefficients", [(1, 1, 1, 1), (2, 4, 6, 8), (1, 10, 100, 1000)])
def test_a_sum_is_taken_for_no_fewer_clauses_than_it_is(
    monkeypatch: pytest.MonkeyPatch, relation: str, coefficients: tuple[int, ...]
) -> None:
    model = Model()
    terms = tuple(zip(coefficients, xs(model, 4, 9), strict=True))
    before = len(Cnf(model).clauses)
    model.add(Linear(terms, relation, sum(coefficients) * 9 // 2))
    monkeypatch.setattr(cnf, "MAX_SUM_CLAUSES", len(Cnf(model).clauses) - before - 1)
    assert unsupported_reason(model) is not None


def test_variables_of_few_values_may_have_any_number_of_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "MAX_WIDE_CLAUSES", 50)
    model = Model()
    variables = xs(model, 4, 9)
    for _ in range(20):
        model.add_all_different(variables)
    assert unsupported_reason(model) is None
