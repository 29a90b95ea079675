"""The modelling language: what it says, how it prints, and the mistakes it catches where they are made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.csp import AllDifferent, Clause, IntVar, Linear, Literal, Model, ModelError


@pytest.fixture
def model() -> Model:
    return Model("m")


@pytest.fixture
def x(model: Model) -> IntVar:
    return model.new_int_var(1, 9, "x")


@pytest.fixture
def y(model: Model) -> IntVar:
    return model.new_int_var_from_values([1, 4, 5], "y")


@pytest.fixture
def b(model: Model) -> IntVar:
    return model.new_bool_var("b")


def test_comparison_with_a_number_is_a_literal(x: IntVar) -> None:
    assert (x <= 3) == x.is_in([1, 2, 3]) == ~(x > 3)
    assert (x == 2) == x.is_in([2, 77])
    assert (x == 77).is_never
    assert (x != 77).is_always


def test_comparison_with_an_expression_is_linear(x: IntVar, y: IntVar) -> None:
    assert isinstance(x == y, Linear)
    assert (2 * x + 3 < y - 1).statement() == "2·x − y ≤ -5"
    assert (sum([x, y, x]) >= 3).terms == ((2, x), (1, y))
    assert (x - x == 0).terms == ()


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (lambda m, x, y, b: m.new_int_var(3, 2, "z"), "variable 'z' of model 'm' has an empty domain"),
        (lambda m, x, y, b: m.new_bool_var("x"), "two variables called 'x'"),
        (lambda m, x, y, b: m.add_element(x, [1, 2], y), "x ∈ {1..9} reaches outside the array of 2 entries"),
        (lambda m, x, y, b: m.add_element(b, [1, "a"], y), "holds 'a'; ints and variables are expected"),
        (lambda m, x, y, b: m.add_allowed_assignments([x, y], [(1, 1), (1,)]), "tuple 1 of the table over (x, y)"),
        (lambda m, x, y, b: Model("k").add(x == 2), "x is part of Clause in model 'k', but it belongs to model 'm'"),
        (lambda m, x, y, b: Model("k").decide([x]), "it belongs to model 'm'"),
        (lambda m, x, y, b: Model("k").minimize(x), "it belongs to model 'm'"),
        (lambda m, x, y, b: m.decide([3]), "3 is a decision of model 'm', but an int is no variable"),
        (lambda m, x, y, b: m.decide([x, x]), "named twice among the decisions"),
        (lambda m, x, y, b: m.add(True), "was asked to add True, a bool"),
        (lambda m, x, y, b: m.add_bool_or([x]), "x ∈ {1..9} is no Boolean variable"),
        (lambda m, x, y, b: m.add_bool_or(["x"]), "a literal is expected"),
        (lambda m, x, y, b: m.add_all_different([x, x]), "names x twice and can never hold"),
        (lambda m, x, y, b: m.add(x + "a" == 2), "x is added to 'a', which is a str"),
        (lambda m, x, y, b: m.add(x == "a"), "x is compared with 'a', which is a str"),
        (lambda m, x, y, b: m.add(x * 1.5 == 2), "multiplied by 1.5"),
        (lambda m, x, y, b: m.add(x * y == 2), "multiplied by y"),
        (lambda m, x, y, b: m.add(x == y).only_enforce_if(x), "is no Boolean variable"),
        (lambda m, x, y, b: m.add(1 < x < 3), "has no truth value"),
        (lambda m, x, y, b: m.add(x + y <= 3 <= x), "has no truth value"),
        (lambda m, x, y, b: m.add((x == 1) and (y == 1)), "has no truth value"),
        (lambda m, x, y, b: m.add((x == y) or b), "has no truth value"),
        (lambda m, x, y, b: m.add(not b), "has no truth value"),
        (lambda m, x, y, b: m.add(not (x + y == 1)), "has no truth value"),  # noqa: SIM201
        (lambda m, x, y, b: 3 in [x, y], "has no truth value"),
        (lambda m, x, y, b: bool(x + y), "has no truth value"),
    ],
)
def test_a_mistake_is_caught_where_it_is_made(
    model: Model, x: IntVar, y: IntVar, b: IntVar, declare: Callable[..., object], sentence: str
) -> None:
    with pytest.raises(ModelError) as caught:
        declare(model, x, y, b)
    assert sentence in str(caught.value)


def test_constraints_are_values(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    assert AllDifferent((x, y)) == AllDifferent((x, y))
    assert AllDifferent((x, y)) != AllDifferent((y, x))
    assert len({AllDifferent((x, y)), AllDifferent((x, y)), Clause((b == 1,))}) == 2
    assert Linear(((1, x), (1, y)), "==", 3) != Linear(((1, x), (1, b)), "==", 3)


def test_every_kind_judges_an_assignment(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    at = {x: 4, y: 5, b: 1}
    one, all_nine = Literal(x, frozenset([4])), Literal(x, frozenset(range(1, 10)))
    posted = {
        "different": (model.add_all_different([x, y, b]), True),
        "element": (model.add_element(b, [3, x], y), False),
        "element over variables": (model.add_element(b, [3, y], y), True),
        "sum": (model.add(x + y == 9), True),
        "difference": (model.add(x - y != -1), False),
        "table": (model.add_allowed_assignments([x, y], [(1, 1), (4, 5)]), True),
        "empty table": (model.add_allowed_assignments([x], []), False),
        "clause": (model.add_bool_or([~one, b == 0]), False),
        "empty clause": (model.add_bool_or([]), False),
        "at most one": (model.add_at_most_one([one, all_nine]), False),
        "exactly one": (model.add_exactly_one([one, ~all_nine]), True),
        "unmet condition": (model.add(x == 1).only_enforce_if(~b), True),
        "met condition": (model.add(x == 1).only_enforce_if(b, y >= 2), False),
    }
    assert {name: p.constraint.holds(at) for name, (p, _) in posted.items()} == {
        name: expected for name, (_, expected) in posted.items()
    }


def test_a_model_checks_a_solution_with_no_solver(model: Model, x: IntVar, y: IntVar) -> None:
    model.add(x < y, because="the small one comes first")
    assert model.first_violation({x: 1, y: 4}) is None
    assert model.first_violation({x: 1, y: 3}) == "y = 3 lies outside {1, 4, 5}"
    assert model.first_violation({x: 5, y: 4}) == "x − y ≤ -1 does not hold: the small one comes first"
    assert model.first_violation({x: 1, y: 4}, {y: 5}) == "y = 4, where 5 is given"
    assert model.first_violation({x: 1}) == "y = None lies outside {1, 4, 5}"


def test_a_model_prints_as_mathematics(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    model.add(2 * x + y <= 7, because="the scales balance").only_enforce_if(b, x != 3)
    model.add_element(b, [3, x], y)
    model.decide([x, y])
    model.minimize(x - y)
    assert str(model) == (
        "model m\n"
        "  variables\n"
        "    x ∈ {1..9}\n"
        "    y ∈ {1, 4, 5}\n"
        "    b ∈ {0, 1}\n"
        "  constraints\n"
        "    b ∧ x ≠ 3 ⇒ 2·x + y ≤ 7    — the scales balance\n"
        "    y = (3, x)[b]\n"
        "  decisions x, y\n"
        "  minimize x − y"
    )
