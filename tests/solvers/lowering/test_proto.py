"""What CP-SAT is given: tests as Booleans, clauses, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from models.language.model import Model
from solvers.backends.cpsat.backend import import_library
from solvers.core.registry import load_backend
from solvers.lowering.proto import ProtoWriter
from tests.random_models import answers_of, brute_force

pytest.importorskip("ortools")
CPSAT, _ = load_backend("cpsat")


def proto_of(model: Model) -> Any:
    return ProtoWriter(import_library().CpModelProto(), model).proto


@pytest.mark.parametrize("top", [1, 3])
def test_a_test_that_is_always_or_never_true_is_a_constant(top: int) -> None:
    model = Model()
    x, y = model.new_int_var(0, top, "x"), model.new_int_var(0, top, "y")
    model.add_exactly_one(x.is_in([]), ~y.is_in(range(top + 1)), x.is_in(range(top + 1)))
    model.add_at_most_one(y.is_in(range(top + 1)), y.is_in([]))
    assert answers_of(CPSAT.load(model)) == brute_force(model)
    proto = proto_of(model)
    constants = [list(var.domain) for var in proto.variables][2:]
    assert constants
    assert all(domain == [1, 1] for domain in constants)
    assert len(proto.constraints) == 2


def test_a_single_test_is_a_domain_and_several_are_a_disjunction() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_bool_var("y")
    model.add_bool_or(x.is_in([1, 2]))
    model.add_bool_or(~y, x == 1)
    proto = proto_of(model)
    single, *others = proto.constraints
    assert (list(single.linear.vars), list(single.linear.domain)) == ([0], [1, 2])
    sizes = [len(other.bool_or.literals) for other in others]
    assert [size for size in sizes if size] == [2]
    assert answers_of(CPSAT.load(model)) == brute_force(model) == {(1, 0), (1, 1), (2, 0)}


@pytest.mark.parametrize(
    ("singles", "counted"),
    [
        (range(4), ["[x = 1]", "[x = 3]", "[y = 1]", "[y = 3]"]),
        ([1, 3], ["[x = 1]", "[x = 3]", "[y = 1]", "[y = 3]"]),
        ([0, 2], ["[x ∈ {1, 3}]", "[y ∈ {1, 3}]"]),
        ([1], ["[x ∈ {1, 3}]", "[y ∈ {1, 3}]"]),
    ],
)
def test_a_sum_of_sets_counts_their_values_where_these_are_counted_anyway(
    singles: Sequence[int], counted: list[str]
) -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    for value in singles:
        model.add((x == value) + (y == value) <= 1)
    model.add(x.is_in([1, 3]) + y.is_in([1, 3]) == 1)
    names = [var.name for var in model.variables]
    proto = proto_of(model)
    sums = [one.linear for one in proto.constraints if len(one.linear.vars) > 1]
    (equality,) = [one for one in sums if list(one.domain) == [1, 1]]
    assert sorted(names[var] for var in equality.vars) == counted
    assert answers_of(CPSAT.load(model)) == brute_force(model)


def test_hints_are_handed_on() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add_hint(y, 2)
    model.add_hint(x, 1)
    hint = proto_of(model).solution_hint
    assert dict(zip(hint.vars, hint.values, strict=True)) == {0: 1, 1: 2}
