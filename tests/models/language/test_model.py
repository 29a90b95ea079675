"""The modelling language: what it says, how it prints, and the mistakes it catches where they are made."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from array import array
from ast import literal_eval
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest

from models.errors import ModelError
from models.language.constraints import as_test, normalised
from models.language.model import (
    MAX_VALUE,
    AllDifferent,
    AtMostOne,
    Clause,
    ExactlyOne,
    IntVar,
    Linear,
    LinearExpr,
    Literal,
    Model,
    Table,
)
from tests.random_models import assignments
from tests.tables import rows


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
    assert str(2 * x + 3 < y - 1) == "2·x − y ≤ -5"
    assert (sum([x, y, x]) >= 3).terms == ((2, x), (1, y))
    assert (x - x == 0).terms == ()
    assert type((x == 4) - (x == 4) + x + y <= 3) is Linear


def test_several_things_come_one_by_one_or_in_an_iterable(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    pairs = [
        (model.add_all_different(x, y), model.add_all_different([x, y])),
        (model.add_bool_or(b, x == 3), model.add_bool_or(iter([b, x == 3]))),
        (model.add_at_most_one(b, x == 3), model.add_at_most_one((b, x == 3))),
        (model.add_exactly_one(b, x == 3), model.add_exactly_one([b, x == 3])),
        (model.add(x < y).only_enforce_if(b, x == 3), model.add(x < y).only_enforce_if([b, x == 3])),
        (model.add_bool_or(b), model.add_bool_or([b])),
    ]
    assert [one.constraint for one, _ in pairs] == [other.constraint for _, other in pairs]
    model.project_on(y, x)
    assert model.projection == (y, x)
    model.project_on(x)
    assert model.projection == (x,)


def test_whatever_counts_as_an_int_becomes_one(model: Model, x: IntVar, b: IntVar) -> None:
    class Whole:
        def __index__(self) -> int:
            return 3

    three = Whole()
    assert (x == three) == (x == 3)
    assert (x < three) == x.is_in([1, 2])
    assert str(three * x + b >= three) == "3·x + b ≥ 3"
    z = model.new_int_var_from_values([5, three], "z")
    assert z.domain == (3, 5)
    assert model.new_int_var(three, 4, "w").domain == range(3, 5)
    posted = [
        model.add_allowed_assignments([x, b], [[three, True]]),
        model.add_element(b, [three, z], three),
        model.add(z.is_in({three})),
    ]
    written = ["(x, b) ∈ {(3, 1)}", "(3) = (3, z)[b]", "z = 3"]
    assert [str(one.constraint) for one in posted] == written


def test_a_test_of_a_boolean_counts_in_a_sum(model: Model, x: IntVar, b: IntVar) -> None:
    assert str(sum([~b, b == 1, b == 0]) + x <= 3) == "−b + x ≤ 1"
    assert str(+b - (b == 1) + (b != 7) >= 2) == "0 ≥ 1"
    assert str(x + b <= ~b) == "x + 2·b ≤ 1"


def test_tests_of_a_huge_domain_take_no_room(model: Model) -> None:
    huge = model.new_int_var(-MAX_VALUE, MAX_VALUE, "huge")
    assert str(huge != 3) == "huge ≠ 3"
    assert (huge <= 3) == ~(huge > 3) == huge.is_in(range(-MAX_VALUE, 4))
    assert (huge != 3).holds({huge: 4})
    assert not (huge != 3).holds({huge: 3})
    assert (huge < 5).holds({huge: -(10**18)})
    assert ~(huge != 3) == (huge == 3)
    assert (huge >= -MAX_VALUE).is_always
    assert (huge > MAX_VALUE).is_never


def test_every_change_to_a_model_is_counted(model: Model, x: IntVar, b: IntVar) -> None:
    counts = [model.revision]
    for change in (
        lambda: model.new_bool_var("c"),
        lambda: model.new_bool_vars(["d", "e"]),
        lambda: model.add_clauses([b], array("i", [1, 0]), [0]),
        lambda: model.add(x == 3).only_enforce_if(b),
        lambda: model.project_on(x),
        lambda: model.minimize(x),
    ):
        change()
        counts.append(model.revision)
    assert counts == sorted(set(counts))


def test_constraints_are_values(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    assert AllDifferent((x, y)) == AllDifferent((x, y))
    assert AllDifferent((x, y)) != AllDifferent((y, x))
    assert len({AllDifferent((x, y)), AllDifferent((x, y)), Clause((b == 1,))}) == 2
    assert Linear(((1, x), (1, y)), "==", 3) != Linear(((1, x), (1, b)), "==", 3)
    assert AtMostOne((b == 1, x == 3)) != ExactlyOne((b == 1, x == 3))
    assert ((b == 1) == "b") is False


def test_what_is_to_be_as_small_as_possible(model: Model, x: IntVar, y: IntVar) -> None:
    for ask, cost in ((model.minimize, "x − 2·y + 1"), (model.maximize, "−x + 2·y − 1")):
        ask(x - 2 * y + 1)
        assert model.objective is not None
        assert str(model.objective.cost) == cost


def test_an_implication_fails_only_from_true_to_false(model: Model, x: IntVar, b: IntVar) -> None:
    implied = model.add_implication(b, x >= 3).constraint
    assert [at for at in assignments([b, x]) if not implied.holds(at)] == [{b: 1, x: 1}, {b: 1, x: 2}]


def test_a_constant_is_one_variable(model: Model) -> None:
    three = model.new_constant(3)
    assert model.new_constant(3) is three
    assert (three.domain, model.new_constant(4).domain) == (range(3, 4), range(4, 5))
    other = model.new_int_var(0, 9, "the constant 5")  # a name of one's own is no constant
    assert (model.new_constant(5).domain, other.name) == (range(5, 6), "the constant 5")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (lambda x, y: x + 2 * y + 3, "x + 2·y + 3"),
        (lambda x, y: x - y - 3, "x − y − 3"),
        (lambda x, y: -x - 3 + 0 * y, "−x − 3"),
        (lambda x, y: x - x + 3, "3"),
        (lambda x, y: (x == 4) - (x == 4) + x + y <= 3, "x + y ≤ 3"),
        (lambda x, y: Model("m"), "model m\n  variables\n  no constraints"),
        (lambda x, y: Linear(((0, x), (1, y)), "<=", 3), "y ≤ 3"),
        (lambda x, y: Table((x,), ((1,), (2,), (3,), (4,))), "(x) ∈ {(1), (2), (3), (4)}"),
        (lambda x, y: Table((x,), ((1,), (2,), (3,), (4,), (5,))), "(x) ∈ {(1), (2), (3), (4), … 5 in all}"),
    ],
)
def test_parts_are_written_as_mathematics(x: IntVar, y: IntVar, text: Callable[..., object], written: str) -> None:
    assert str(text(x, y)) == written


@pytest.mark.parametrize(("least", "greatest"), [(0, 2), (-1, 1), (0, 1)])
def test_a_test_is_written_by_its_name_alone_where_the_variable_is_boolean(
    model: Model, least: int, greatest: int
) -> None:
    x = model.new_int_var(least, greatest, "x")
    is_boolean = (least, greatest) == (0, 1)
    assert [str(x == 1), str(x != 1)] == (["x", "¬x"] if is_boolean else ["x = 1", "x ≠ 1"])
    assert [str(x <= greatest), str(x > greatest)] == ["x ∈ its domain", "x ∈ ∅"]


def test_values_without_a_gap_are_a_range(model: Model) -> None:
    domains = [model.new_int_var_from_values(values).domain for values in ([5, 3, 4], [-1, 0, 1], [7], [0, 2])]
    assert domains == [range(3, 6), range(-1, 2), range(7, 8), (0, 2)]


def test_many_names_are_cut_short() -> None:
    for names, shown in (("abcdef", "a, b, c, d, e, f"), ("abcdefg", "a, b, …, g")):
        model = Model()
        model.new_bool_vars(names)
        assert f"    {shown} ∈ {{0, 1}}" in str(model).splitlines()


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


def test_an_element_reads_no_place_outside_its_array(model: Model, y: IntVar, b: IntVar) -> None:
    """Places are counted from 0 and from the front only, whatever values an assignment claims."""
    element = model.add_element(b, [1, 4], y).constraint
    for one in (element, model.add_element(b, [1, y], y).constraint):
        assert not any(one.holds({b: place, y: value}) for place in (-2, -1, 2, 3) for value in y.domain)
    assert element.holds({b: 1, y: 4})
    assert element.holds({b: 0, y: 1})


def test_a_comparison_with_tests_in_it_judges_before_it_is_added(x: IntVar, y: IntVar, b: IntVar) -> None:
    for at in assignments([x, y, b]):
        meant = 3 * (at[x] == 4) - 2 * (at[y] >= 4) + 2 * at[b]
        left = 3 * (x == 4) - 2 * (y >= 4) + 2 * b
        compared = [left == meant, left != meant, left <= meant, left >= meant, left < meant, left > meant]
        assert [one.holds(at) for one in compared] == [True, False, True, True, False, False]
        assert left.value(at) == meant
    assert {*(left <= 1).scope()} == {x, y, b}
    assert str(left <= 1) == "2·b + 3·[x = 4] − 2·[y ≠ 1] ≤ 1"


@pytest.mark.parametrize("left", [lambda x, b: b + (x == 4), lambda x, b: (x == 4) + (x != 2)], ids=["one", "none"])
def test_no_test_is_lost_from_a_sum(x: IntVar, b: IntVar, left: Callable[..., LinearExpr]) -> None:
    """A sum with a variable beside its tests, and one of tests alone, are neither a literal nor a number."""
    compared = left(x, b) == 1
    assert as_test(compared) is None
    assert [*normalised(compared)] == [compared]
    with pytest.raises(ModelError, match=r"counts tests, which are not variables"):
        left(x, b).summands()


def test_a_model_checks_a_solution_with_no_solver(model: Model, x: IntVar, y: IntVar) -> None:
    model.add(x < y, because="the small one comes first")
    assert model.first_violation({x: 1, y: 4}) is None
    assert model.first_violation({x: 1, y: 3}) == "y = 3 lies outside {1, 4, 5}"
    assert model.first_violation({x: 5, y: 4}) == "x − y ≤ -1 does not hold: the small one comes first"
    assert model.first_violation({x: 1, y: 4}, {x: 1, y: 4}) is None
    assert model.first_violation({x: 1, y: 4}, {y: 5}) == "y = 4, where 5 is given"
    assert model.first_violation({x: 1}) == "y has no value"


def test_the_variable_that_is_wrong_is_named_among_those_of_its_domain() -> None:
    model = Model()
    x, y, z = (model.new_int_var(1, 3, name) for name in "xyz")
    assert model.first_violation({x: 1, y: 4, z: 2}) == "y = 4 lies outside {1..3}"
    assert model.first_violation({x: 1, y: 2}) == "z has no value"
    model.add(x != y)
    assert model.first_violation({x: 2, y: 2, z: 2}) == "x − y ≠ 0 does not hold"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((7, 2, 1), None),
        ((7, 0, 1), "d = 0 lies outside {1..3}"),
        ((7, None, 1), "d has no value"),
        ((None, 2, 1), "x has no value"),
    ],
)
def test_what_lies_outside_is_told_before_anything_is_computed_from_it(
    values: tuple[int | None, ...], sentence: str | None
) -> None:
    model = Model()
    x, d, r = model.new_int_var(0, 9, "x"), model.new_int_var(1, 3, "d"), model.new_int_var(0, 9, "r")
    model.add_modulo_equality(r, x, d)  # by an auxiliary quotient
    assignment = {var: value for var, value in zip((x, d, r), values, strict=True) if value is not None}
    assert model.first_violation(assignment) == sentence
    if sentence:
        with pytest.raises(ModelError, match=re.escape(sentence)):
            model.complete(assignment)


@pytest.mark.parametrize("number", [1, True, np.int64(1)])
def test_a_literal_or_a_comparison_that_is_1_is_itself_and_one_that_is_0_the_opposite(
    x: IntVar, y: IntVar, b: IntVar, number: int
) -> None:
    for test in (x == 3, b == 0, ~b, x < y):
        assert (test == number).is_same(test)
        assert (test != number).is_same(~test)
        assert (test == number - number).is_same(~test)
        assert (test != number - number).is_same(test)
        assert (number == test).is_same(test)


def test_a_model_prints_as_mathematics(model: Model, x: IntVar, y: IntVar, b: IntVar) -> None:
    model.add(2 * x + y <= 7, because="the scales balance").only_enforce_if(b, x != 3)
    model.add_element(b, [3, x], y)
    model.project_on([x, y])
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
        "  projection x, y\n"
        "  minimize x − y"
    )


def test_the_language_imports_no_puzzle_and_no_solver() -> None:
    script = "import sys, models; print([name for name in sys.modules if name.split('.')[0] in ('models', 'solvers')])"
    names = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    language = ["arguments", "auxiliaries", "base", "constraints", "declarations", "domains", "expressions", "globals"]
    language += ["logic", "model", "scheduling", "sequences"]
    whole = {"models.language", *(f"models.language.{name}" for name in language)}
    assert set(literal_eval(names)) - {"models", "models.errors", "models.kit", "models.kit.names"} == whole


def test_a_name_is_optional() -> None:
    model = Model()
    x, y, b = model.new_int_var(0, 9), model.new_int_var_from_values([1, 3]), model.new_bool_var()
    assert (x.name, y.name, b.name) == ("x0", "x1", "x2")
    named = model.new_bool_var("x1")
    assert (named.name, y.name) == ("x1", "x1_")
    assert model.new_bool_var("x5").name == "x5"
    assert model.new_bool_var().name == "x5_"


def test_literals_are_compared_and_still_are_values(x: IntVar, y: IntVar, b: IntVar) -> None:
    one, other, again = x == 1, y == 1, x == 1
    assert {one, other, again} == {one, other}
    assert {one: "x", other: "y"}[again] == "x"
    assert again in [other, one]
    assert ~one not in [other, one]
    assert (one, 3) == (again, 3)
    assert (one, 3) != (other, 3)
    assert not (one, 3) != (again, 3)  # noqa: SIM202
    assert [str(one == other), str(one != b), str(~(b == one))] == ["x = 1 ⇔ y = 1", "x = 1 ⇎ b", "b ⇎ x = 1"]


@rows(
    "module",
    [
        "",
        *(
            f".language.{name}"
            for name in ("arrays", "declarations", "expressions", "globals", "model", "scheduling", "sequences")
        ),
    ],
)
def test_the_examples_in_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"models{module}"))
    assert (failed, tried > 0) == (0, True)
