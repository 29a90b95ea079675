"""What the language lowers to kinds means what it says, as the model itself judges it; and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import DEFINITION, LARGEST, IntVar, Model, ModelError
from tests.examples import examples
from tests.random_features import FEATURES, stated
from tests.random_models import brute_force


@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_a_model_judges_what_was_lowered_with_no_solver(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature))
    assert brute_force(chosen.model) == chosen.answers()


@pytest.fixture
def model() -> Model:
    return Model("m")


@pytest.fixture
def x(model: Model) -> IntVar:
    return model.new_int_var(-1, 9, "x")


@pytest.fixture
def b(model: Model) -> IntVar:
    return model.new_bool_var("b")


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (
            lambda m, x, b: m.add_forbidden_assignments([x, b], [(1, 1), (1,)]),
            "tuple 1 of the table over (x, b) is (1,)",
        ),
        (lambda m, x, b: m.add_forbidden_assignments([x], [3]), "a tuple with a value for each variable is expected"),
        (lambda m, x, b: m.add_bool_and(x), "x ∈ {-1..9} is no Boolean variable"),
        (
            lambda m, x, b: Model("k").add_bool_xor(b, x == 1, x == 2),
            "b is part of Clause in model 'k', but it belongs",
        ),
        (lambda m, x, b: m.add_abs_equality(x, "y"), "'y' is a str; a variable, a literal, a linear expression or"),
        (lambda m, x, b: Model("k").add_abs_equality(x, x), "x is part of a sum in model 'k', but it belongs to model"),
        (lambda m, x, b: m.add_min_equality(x), "model 'm': the least of no expression is asked for"),
        (lambda m, x, b: m.add_max_equality(x, []), "model 'm': the greatest of no expression is asked for"),
        (lambda m, x, b: m.add_multiplication_equality(x), "model 'm': the product of no factor is asked for"),
        (lambda m, x, b: m.add_multiplication_equality(x, [0.5, x]), "0.5 is a float; a variable"),
        (
            lambda m, x, b: m.add_multiplication_equality(x, [m.new_int_var(0, LARGEST)] * 2),
            "x2 has 4611686018427387904 values; the divisor, or the factor that has fewer, may have 10000",
        ),
        (lambda m, x, b: m.add_division_equality(b, 7, x), "x ∈ {-1..9} divides; a divisor must not reach 0"),
        (lambda m, x, b: m.add_modulo_equality(b, x, 0), "0 ∈ {0} divides; a divisor must not reach 0"),
        (lambda m, x, b: m.add_modulo_equality(b, x, m.new_int_var(1, 20_000, "d")), "d has 20000 values; the divisor"),
        (lambda m, x, b: m.add_lexicographic_less([x], [x, b]), "1 entries are put in order with 2; as many are"),
        (lambda m, x, b: m.add_inverse([x], [x, b]), "1 variables are to be inverse to 2; as many are expected"),
        (lambda m, x, b: m.add_inverse([x] * 1001, [b] * 1001), "and not more than 1000"),
        (lambda m, x, b: m.add_inverse([3], [x]), "3 is part of an inverse in model 'm', but an int is no variable"),
        (lambda m, x, b: m.add_circuit([(0, 1)]), "an arc of a circuit is (0, 1); two ints and a literal are expected"),
        (lambda m, x, b: m.add_circuit([("a", 1, b)]), "an arc of a circuit is ('a', 1, "),
        (lambda m, x, b: m.add_circuit([(0, 1, x)]), "x ∈ {-1..9} is no Boolean variable"),
        (lambda m, x, b: m.add_circuit((i, i, b) for i in range(1001)), "a circuit has 1001 arcs and 1001 nodes"),
        (lambda m, x, b: m.add_abs_equality(x, x - b).constraint, "this was lowered to 2 constraints, not one"),
        (lambda m, x, b: Model("k").add(x + (x == 1) >= 1), "x is part of a sum in model 'k', but it belongs to model"),
        (lambda m, x, b: Model("k").maximize((x == 1) + 0), "x is part of the objective of model 'k', but it belongs"),
        (lambda m, x, b: m.add_hint(3, 3), "3 is hinted at in model 'm', but an int is no variable"),
        (lambda m, x, b: m.add_hint(b, 2), "b is hinted to be 2, which lies outside {0, 1}"),
        (lambda m, x, b: m.add_hint(b, "1"), "b is hinted to be '1', which lies outside {0, 1}"),
        (lambda m, x, b: m.new_constant(1.5), "is to take 1.5, a float; ints are expected"),
        (lambda m, x, b: x**2, "x is raised to a power, which is not linear: use add_multiplication_equality"),
        (lambda m, x, b: x * b, "for the product of two variables use add_multiplication_equality"),
    ],
)
def test_a_mistake_is_caught_where_it_is_made(
    model: Model, x: IntVar, b: IntVar, declare: Callable[..., object], sentence: str
) -> None:
    with pytest.raises(ModelError) as caught:
        declare(model, x, b)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


def test_each_literal_gets_one_auxiliary_variable(model: Model, x: IntVar, b: IntVar) -> None:
    model.add((x == 1) + b + (x != 1) + 2 * (b == 0) >= 2)
    model.add(2 * (x == 1) + b <= 2)
    model.minimize(3 * (x == 1) - (x <= 4))
    assert [var.name for var in model.auxiliaries] == ["[x = 1]", "[x ∈ {-1..4}]"]
    assert str(model.objective) == "minimize 3·[x = 1] − [x ∈ {-1..4}]"
    assert model.projection == (x, b)
    assert model.complete({x: 1, b: 0}) == {x: 1, b: 0, model.auxiliaries[0]: 1, model.auxiliaries[1]: 1}
    assert [one.constraint for one in model.posted()] == [c for c in model.constraints if c.key != DEFINITION]


def test_a_condition_counts_for_all_of_what_was_lowered(model: Model, x: IntVar, b: IntVar) -> None:
    posted = model.add_abs_equality(3, x - b, because="three apart", key=("apart", 0)).only_enforce_if(b)
    assert len(posted.constraints) == 2
    for constraint in posted.constraints:
        assert b.is_in([1]) in constraint.condition
        assert constraint.rule == ("apart", 0)
        assert constraint.sentence == "three apart"
    assert {c.key for c in model.constraints} == {("apart", 0), DEFINITION}
    assert all(b.is_in([1]) not in c.condition for c in model.constraints if c.key == DEFINITION)


def test_quotients_are_rounded_towards_zero_as_in_c() -> None:
    for dividend, divisor, quotient, rest in ((7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1)):
        model = Model()
        model.add_division_equality(quotient, dividend, divisor)
        model.add_modulo_equality(rest, dividend, divisor)
        assert model.first_violation({}) is None


def test_a_wide_product_is_as_long_as_the_narrow_factor(model: Model, b: IntVar) -> None:
    wide, result = model.new_int_var(0, 10**9), model.new_int_var(0, 10**12)
    narrow = model.new_int_var(1, 50)
    assert len(model.add_multiplication_equality(result, wide, narrow).constraints) == 50
    assert len(model.add_division_equality(wide, result, 1000).constraints) == 2
    assert len(model.add_abs_equality(wide, result - 10**6).constraints) == 2


def test_hints_are_kept_and_no_constraint(model: Model, x: IntVar) -> None:
    before = model.revision
    model.add_hint(x, 3)
    model.add_hint(x, 4)
    assert (model.hints, model.constraints) == ({x: 4}, [])
    assert model.revision > before


def test_a_model_prints_its_auxiliary_variables_apart(model: Model, x: IntVar, b: IntVar) -> None:
    model.add((x == 3) + (x == 4) == b)
    assert str(model) == (
        "model m\n"
        "  variables\n"
        "    x ∈ {-1..9}\n"
        "    b ∈ {0, 1}\n"
        "  auxiliary variables\n"
        "    [x = 3], [x = 4] ∈ {0, 1}\n"
        "  constraints\n"
        "    exactly one of(¬[x = 3], x = 3)\n"
        "    exactly one of(¬[x = 4], x = 4)\n"
        "    −b + [x = 3] + [x = 4] = 0"
    )
