"""A model lowered says the same as before, in fewer forms."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest
from hypothesis import given

from models.language.auxiliaries import least_and_greatest
from models.language.bulk import Clauses
from models.language.model import Clause, Element, Linear, Model
from solvers.lowering import plain as module
from solvers.lowering.plain import entries, kinds_in, plain, reach, reads_numbers_only
from solvers.lowering.sat.cnf import unsupported_reason
from tests.random_models import assignments, models
from tests.tables import rows


@pytest.mark.parametrize("large", [2, module.MAX_EXPLICIT_VALUES])
@pytest.mark.parametrize("split_elements", [False, True])
@given(models(max_vars=4))
def test_every_assignment_is_judged_as_before_by_what_is_plain(split_elements: bool, large: int, model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_EXPLICIT_VALUES", large)
        lowered = list(plain(model.constraints, split_elements=split_elements))
    for constraint in lowered:
        assert not any(literal.is_never or literal.is_always for literal in constraint.condition)
        if isinstance(constraint, Element):
            assert reads_numbers_only(constraint) or not split_elements
        if isinstance(constraint, Linear) and large > 2:
            assert all(coefficient and len(var.domain) > 1 for coefficient, var in constraint.terms)
    for assignment in assignments(model.variables):
        before = all(constraint.holds(assignment) for constraint in model.constraints)
        assert before == all(constraint.holds(assignment) for constraint in lowered)


@pytest.mark.parametrize(
    ("test", "written"),
    [
        (lambda x: x >= 5, ["x ≥ 5", "x ≤ 1000000"]),
        (lambda x: x != 5, ["x ≠ 5"]),
        (lambda x: x == 5, ["x ≥ 5", "x ≤ 5"]),
        (lambda x: x.is_in([5, 7]), ["x ∈ {5, 7}"]),
    ],
)
def test_a_test_of_a_large_domain_becomes_bounds(test, written: list[str]) -> None:  # type: ignore[no-untyped-def]
    model = Model()
    x = model.new_int_var(-(10**6), 10**6, "x")
    b = model.new_bool_var("b")
    model.add(test(x), because="so it is").only_enforce_if(b)
    lowered = list(plain(model.constraints))
    assert [str(constraint) for constraint in lowered] == [f"b ⇒ {each}" for each in written]
    assert {constraint.because for constraint in lowered} == {"so it is"}


@rows(
    ("state", "written"),
    [
        (lambda x, y: x - y == 10**30, ["false"]),
        (lambda x, y: x - y != 10**30, []),
        (lambda x, y: x + 2 * y <= 12, []),
        (lambda x, y: x + 2 * y <= 11, ["x + 2·y ≤ 11"]),
        (lambda x, y: x + 2 * y >= 13, ["false"]),
        (lambda x, y: x + 2 * y >= -(10**30), []),
        (lambda x, y: 10**30 * x - 10**30 * y == 10**30, ["x − y = 1"]),
        (lambda x, y: 6 * x + 10 * y <= 25, ["3·x + 5·y ≤ 12"]),
        (lambda x, y: 6 * x + 10 * y >= 25, ["3·x + 5·y ≥ 13"]),
        (lambda x, y: 6 * x + 10 * y == 25, ["false"]),
        (lambda x, y: 6 * x + 10 * y != 25, []),
    ],
)
def test_no_sum_keeps_numbers_that_its_domains_do_not_reach(state: Callable[..., Linear], written: list[str]) -> None:
    model = Model()
    x, y = model.new_int_var(0, 4, "x"), model.new_int_var(0, 4, "y")
    model.add(state(x, y))
    assert [str(constraint) for constraint in plain(model.constraints)] == written


def test_the_reach_of_a_sum() -> None:
    model = Model()
    x, y = model.new_int_var(-2, 5, "x"), model.new_int_var_from_values([1, 4], "y")
    terms = [(3, x), (-2, y)]
    assert least_and_greatest(terms) == (-14, 13)
    assert reach(terms) == 23
    assert least_and_greatest([]) == (0, 0)


def test_what_an_array_can_give() -> None:
    model = Model()
    i, x, y = model.new_int_var(0, 2, "i"), model.new_int_var(-3, 2, "x"), model.new_int_var(-9, 9, "y")
    numbers, mixed = Element(i, (7, -1, 7, 99), y), Element(i, (4, x, 6, 99), y)
    assert entries(numbers) == (-1, 7)
    assert entries(mixed) == range(-3, 7)


def test_a_sum_of_very_many_terms_is_refused_in_a_short_sentence() -> None:
    model = Model()
    model.add(sum(2**61 * var for var in model.new_bool_vars(f"x{place}" for place in range(5_000))) <= 2**61)
    assert len(module.too_large(model, module.MAX_CPSAT_INT) or "") in range(100, 300)


def test_to_choose_and_load_a_solver_for_clauses_kept_as_numbers_makes_none_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model()
    few = model.new_bool_vars(f"x{place}" for place in range(10))
    model.add_clauses(few, array("i", [1, 2, 0, -3, 4, 0]), range(2))
    monkeypatch.setattr(Clauses, "_clause", lambda *_: pytest.fail("a clause was made"))
    assert (kinds_in(model), unsupported_reason(model)) == ({Clause}, None)
