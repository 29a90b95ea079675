"""What the language lowers to kinds means what it says, as the model itself judges it; and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.constraints import as_test, normalised
from models.language.model import DEFINITION, MAX_VALUE, Clause, IntVar, Linear, Model
from tests.examples import examples
from tests.random_features import FEATURES, stated
from tests.random_models import assignments, brute_force
from tests.tables import rows


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


def test_each_literal_gets_one_auxiliary_variable(model: Model, x: IntVar, b: IntVar) -> None:
    model.add((x == 1) + b + (x != 1) + 2 * (b == 0) >= 2)
    model.add(2 * (x == 1) + b <= 2)
    model.minimize(3 * (x == 1) - (x <= 4))
    assert [var.name for var in model.auxiliaries] == ["[x = 1]", "[x ∈ {-1..4}]"]
    assert str(model.objective) == "minimize 3·[x = 1] − [x ∈ {-1..4}]"
    assert model.projection == (x, b)
    assert model.complete({x: 1, b: 0}) == {x: 1, b: 0, model.auxiliaries[0]: 1, model.auxiliaries[1]: 1}
    assert [one.constraint for one in model.posted()] == [c for c in model.constraints if c.key != DEFINITION]


@pytest.mark.parametrize(
    ("constraint", "auxiliaries"),
    [
        (lambda x, b: b == (x < 2 * b), []),
        (lambda x, b: (x < 2 * b) != b, []),
        (lambda x, b: b.implies(x < 2 * b), []),
        (lambda x, b: (x < 2 * b).implies(b), []),
        (lambda x, b: (x < 2 * b).implies(x != b), ["[x − 2·b ≤ -1]"]),
        (lambda x, b: (x < 2 * b) == (x != b), ["[x − 2·b ≤ -1]"]),
        (lambda x, b: abs(x - b) <= 3, []),
        (lambda x, b: abs(x - b) != 3, []),
        (lambda x, b: abs(x - b) == 3, ["[x − b ≥ 0]"]),
        (lambda x, b: abs(x) + abs(b) == 3, ["|x|", "|b|"]),
        (lambda x, b: abs(x - b) + abs(x - b) == 2, ["[x − b ≥ 0]", "|x − b|"]),
    ],
)
def test_few_auxiliary_variables_are_made(
    model: Model, x: IntVar, b: IntVar, constraint: Callable[[IntVar, IntVar], Linear], auxiliaries: list[str]
) -> None:
    model.add(constraint(x, b))
    assert sorted(var.name for var in model.auxiliaries) == sorted(auxiliaries)


def test_comparisons_are_values_in_lists_and_sets(x: IntVar, b: IntVar) -> None:
    assert len({x < b, x < b, x <= b}) == 2
    assert [x < b, Clause(())] == [x < b, Clause(())]
    assert [x < b, Clause(())] != [Clause(()), x < b]
    assert (x < b) in [Clause(()), x < b]


def test_a_condition_counts_for_all_of_what_was_lowered(model: Model, x: IntVar, b: IntVar) -> None:
    posted = model.add_abs_equality(3, x - b, because="three apart", key=("apart", 0)).only_enforce_if(b)
    assert len(posted.constraints) == 2
    for constraint in posted.constraints:
        assert b.is_in([1]) in constraint.condition
        assert constraint.rule == ("apart", 0)
        assert constraint.sentence == "three apart"
    assert {c.key for c in model.constraints} == {("apart", 0), DEFINITION}
    assert all(b.is_in([1]) not in c.condition for c in model.constraints if c.key == DEFINITION)


@rows("divisors", [[-3, 1, 2], [-1, 3], [-4, -2], [2, 5], [-2, 1], [-2, 1, 3]])
def test_quotients_are_rounded_towards_zero_as_in_c_by_divisors_on_both_sides_of_0(divisors: list[int]) -> None:
    """The quotient that is left aside reaches far enough for each of them."""
    for least, greatest in ((-7, 5), (-5, 7), (2, 6), (-6, -2)):
        model = Model()
        whole, by = model.new_int_var(least, greatest), model.new_int_var_from_values(divisors)
        quotient, rest = model.new_int_var(-9, 9), model.new_int_var(-9, 9)
        model.add_division_equality(quotient, whole, by)
        model.add_modulo_equality(rest, whole, by)
        for n, d in product(whole.domain, by.domain):
            right = int(n / d)
            for off, more in ((-1, 0), (0, 0), (1, 0), (0, -1), (0, 1)):
                at = {whole: n, by: d, quotient: right + more, rest: n - right * d + off}
                assert (model.first_violation(at) is None) == (off == more == 0)


@pytest.mark.parametrize(
    ("one", "reached"), [((-200, 310), range(-46_500, 31_001)), ((-310, 200), range(-31_000, 46_501))]
)
def test_a_wide_product_within_a_product_reaches_from_its_least_to_its_greatest(
    model: Model, b: IntVar, one: tuple[int, int], reached: range
) -> None:
    factors = [model.new_int_var(*one), model.new_int_var(-150, 100), b]
    model.add_multiplication_equality(model.new_int_var(-(10**6), 10**6), factors)
    assert [var.domain for var in model.auxiliaries if str(var).startswith("(")] == [reached]


def test_a_circuit_enters_no_node_that_it_cannot_leave(model: Model) -> None:
    arcs = {(tail, head): model.new_bool_var() for tail, head in ((0, 1), (0, 0))}
    model.add_circuit((tail, head, used) for (tail, head), used in arcs.items())
    assert None not in map(model.first_violation, assignments([*arcs.values()]))


@pytest.mark.parametrize("loops", [{0, 1, 2}, {1, 2}, {0, 2}, set()])
def test_a_circuit_goes_once_around_the_nodes_whose_loop_is_not_taken(model: Model, loops: set[int]) -> None:
    ends = [(tail, head) for tail, head in product(range(3), repeat=2) if tail != head or tail in loops]
    arcs = {arc: model.new_bool_var() for arc in ends}
    model.add_circuit((tail, head, used) for (tail, head), used in arcs.items())
    circuits = [{*enumerate(heads)} for heads in permutations(range(3))]  # of three nodes none has two rounds
    for at in assignments([*arcs.values()]):
        assert (model.first_violation(at) is None) == ({arc for arc, var in arcs.items() if at[var]} in circuits)


@pytest.mark.parametrize("places", [1, 2, 3])
def test_the_order_of_a_dictionary_goes_by_the_first_place_that_differs(places: int) -> None:
    strict, loose = Model(), Model()
    for model, add in ((strict, strict.add_lexicographic_less), (loose, loose.add_lexicographic_less_equal)):
        ones, others = ([model.new_int_var(0, 2) for _ in range(places)] for _ in range(2))
        add(ones, others)
        for at in assignments(model.projection):
            left, right = ([at[var] for var in them] for them in (ones, others))
            assert (model.first_violation(at) is None) == (left < right if model is strict else left <= right)


def test_a_product_of_few_values_has_those_and_no_others(model: Model) -> None:
    few, others = model.new_int_var_from_values([-1, 2]), model.new_int_var_from_values([0, 3, 5])
    model.add_multiplication_equality(model.new_int_var(-99, 99), few, others, model.new_int_var(1, 2))
    assert next(var.domain for var in model.auxiliaries) == (-5, -3, 0, 6, 10)


def test_a_factor_may_be_a_sum_wider_than_64_bits(model: Model, b: IntVar) -> None:
    parts = [model.new_int_var(-MAX_VALUE, MAX_VALUE) for _ in range(3)]
    product = model.add_multiplication_equality(0, sum(parts), b)
    at = {**dict.fromkeys(parts, MAX_VALUE), b: 0}
    assert all(constraint.holds(model.complete(at)) for constraint in product.constraints)
    assert not all(constraint.holds(model.complete({**at, b: 1})) for constraint in product.constraints)


@pytest.mark.parametrize("relation", ["==", "!=", "<=", ">="])
def test_the_negation_of_a_comparison_holds_exactly_where_it_does_not(x: IntVar, b: IntVar, relation: str) -> None:
    comparison = Linear(((2, x), (-3, b)), relation, 4)
    for at in assignments([x, b]):
        assert (~comparison).holds(at) != comparison.holds(at)


@pytest.mark.parametrize(
    ("comparison", "test"),
    [
        (lambda x: 2 * x <= 5, "x ∈ {-1..2}"),
        (lambda x: -2 * x <= -5, "x ∈ {3..9}"),
        (lambda x: 3 * x == 6, "x = 2"),
        (lambda x: 3 * x == 7, "x ∈ ∅"),
        (lambda x: 3 * x != 6, "x ≠ 2"),
        (lambda x: -1 * x <= 7, "x ∈ its domain"),
        (lambda x: -1 * x >= -7, "x ∈ {-1..7}"),
    ],
)
def test_a_comparison_of_one_variable_is_a_test_of_it(
    x: IntVar, comparison: Callable[[IntVar], Linear], test: str
) -> None:
    literal = as_test(comparison(x))
    assert str(literal) == test
    always = literal is not None and literal.is_always
    assert list(map(str, normalised(comparison(x)))) == ([] if always else [test])


@rows(
    ("state", "holds"),
    [
        (lambda m, x, y: m.add_all_different(x, 2, y + 1, 5), lambda x, y: len({x, 2, y + 1, 5}) == 4),
        (lambda m, x, y: m.add_element(1, [x, y + 1, 7], x + 1), lambda x, y: y == x),
        (lambda m, x, y: m.add_element(x, [5, y, 0, 5], 5), lambda x, y: x in (0, 3)),
        (lambda m, x, y: m.add_element(x, [5, y, 0, 5], x), lambda x, y: (5, y, 0, 5)[x] == x),
        (
            lambda m, x, y: m.add_allowed_assignments([x, 2, y], [(1, 2, 3), (3, 1, 0), (0, 2, 0)]),
            lambda x, y: (x, y) in ((1, 3), (0, 0)),
        ),
        (lambda m, x, y: m.add_inverse([x, 0], [1, y]), lambda x, y: (x, y) == (1, 0)),
    ],
)
def test_an_int_stands_wherever_a_kind_has_a_variable_and_is_no_part_of_the_answer(
    state: Callable[..., object], holds: Callable[[int, int], bool]
) -> None:
    model = Model("m")
    x, y = model.new_int_vars(2, 0, 3, "x{}")
    state(model, x, y)
    assert sorted(brute_force(model)) == [pair for pair in product(range(4), repeat=2) if holds(*pair)]


def test_a_comparison_of_no_variable_is_nothing_or_the_empty_clause() -> None:
    assert list(normalised(Linear((), "<=", 3))) == []
    assert list(normalised(Linear((), ">=", 3))) == [Clause(())]


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
