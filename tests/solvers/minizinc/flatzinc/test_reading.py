"""FlatZinc read: what is printed, where domains come from, what is called how, and what is said of malformed files."""

from __future__ import annotations

from io import BytesIO

import pytest

from models.errors import InputError
from solvers.core.registry import load_backend
from solvers.lowering.bounds import MAX_OPEN_INT
from solvers.minizinc.flatzinc.reading import FlatZinc, read
from tests.tables import rows

GOOD = """\
% two numbers and what they say
predicate mine(var int: x, array [int] of int: y);
array [1..2] of int: ones = [1, -1];
set of int: few = {1, 3};
int: three = 3;
var 1..9: x :: output_var;
var {2, 5, 7}: y :: output_var;
var bool: b :: output_var :: is_defined_var;
var 0..1: i :: var_is_introduced;
array [1..4] of var int: all :: output_array([0..1, 1..2]) = [x, y, i, three];
constraint int_lin_le(ones, [x, y], 0) :: mzn_constraint_name("not greater");
constraint set_in_reif(x, few, b) :: defines_var(b); constraint bool2int(b, i);
constraint int_le(x, 3)
  :: domain;
solve :: int_search([x, y], first_fail, indomain_min, complete) maximize y;
"""


def reading(text: str) -> FlatZinc:
    return read(BytesIO(text.encode()), "model.fzn")


def domain_of(variable: str, *items: str) -> tuple[int, int]:
    model = reading("\n".join([*items, "solve satisfy;"])).model
    (found,) = (var.domain for var in model.variables if var.name == variable)
    return found[0], found[-1]


def test_answers_are_printed_as_solvers_print_them() -> None:
    file = reading(GOOD)
    *_, best = load_backend("kernel")[0].load(file.model).solutions()
    assert file.written(best).splitlines()[1:] == [
        "y = 7;",
        f"b = {'true' if best[file.model.variables[0]] in (1, 3) else 'false'};",
        f"all = array2d(0..1, 1..2, [{best[file.model.variables[0]]}, 7, {best[file.model.variables[2]]}, 3]);",
    ]
    assert file.about == "4 variables, 4 constraints, to maximize"


def test_a_model_is_called_as_the_file_calls_it_and_an_int_that_is_a_boolean_is_one_variable_with_it() -> None:
    model = reading(GOOD).model
    rules = {constraint.key: constraint.because for constraint in model.constraints}
    assert (rules["line", 11], rules["line", 13]) == ("not greater", "int_le(x, 3)")
    assert [var.name for var in model.variables][:3] == ["x", "y", "b"]


def test_where_nothing_is_marked_for_output_everything_is() -> None:
    file = reading("var 1..2: x; var bool: b; solve satisfy;")
    assert [var.name for var in file.model.projection] == ["x", "b"]


@rows(
    ("items", "least", "greatest"),
    [
        (["constraint int_lin_eq([1, -2, 1], [x, y, z], 4);"], 0, 27),
        (["constraint int_times(y, z, x);"], -30, 40),
        (["constraint int_times(x, x, y);"], -3, 3),
        (["constraint int_abs(z, x);"], 0, 4),
        (["constraint int_div(y, 3, x);"], 0, 3),
        (["constraint int_mod(x, 3, z); constraint int_lin_le([1, 1], [x, y], 12); constraint int_le(0, x);"], 0, 12),
        (["constraint array_var_int_element(x, [y, z, 7], y);"], 1, 3),
        (["constraint array_int_element(y, [8, -3, 5], x);"], -3, 8),
        (["constraint int_max(y, z, x);"], 0, 10),
        (["constraint array_int_minimum(x, [y, z]);"], -3, 4),
        (["constraint int_pow(z, 3, x);"], -64, 64),
        (["constraint set_in(x, {5, 900});"], 5, 900),
        (["constraint int_le(x, y); constraint int_lt(z, x);"], -2, 10),
        (["constraint int_eq_reif(x, y, true); constraint int_le(3, x);"], 3, MAX_OPEN_INT + 3),
        (["constraint int_lt(x, w); constraint int_lt(w, x);"], -MAX_OPEN_INT, MAX_OPEN_INT),
        (["constraint int_le(x, 2); constraint int_le(5, x);"], -MAX_OPEN_INT, 2),
        ([], -MAX_OPEN_INT, MAX_OPEN_INT),
    ],
)
def test_a_variable_without_bounds_gets_those_that_the_constraints_leave(
    items: list[str], least: int, greatest: int
) -> None:
    declared = ["var int: x;", "var 0..10: y;", "var -3..4: z;", "var int: w;"]
    assert domain_of("x", *declared, *items) == (least, greatest)


def test_it_is_said_where_bounds_are_made_up() -> None:
    assert reading("var int: x; solve satisfy;").warnings == (
        "1 variable without bounds (x) are looked for from −2,147,483,646 to 2,147,483,646",
    )


@rows(
    ("text", "line", "complaint"),
    [
        ("var 1..3: x\n", 1, "'var 1..3: x\\n' is an item without an end; a semicolon ends it"),
        ("\n\nvar 1.5..2.0: x;", 3, "a variable that is a float; only variables that are ints or bools are taken"),
        ("var set of 1..3: x;", 1, "a variable that is a set; only variables that are ints or bools are taken"),
        ("var 1..3: x;\nconstraint int_le(y, 3);", 2, "y is not declared"),
        ("constraint float_plus(1.0, 2.0, 3.0);", 1, "constraint 'float_plus' is about floats, which are not taken"),
        ("constraint set_union(1, 2, 3);", 1, "is about variables that are sets, which are not taken"),
        ("constraint int_lee(1, 2);", 1, "constraint 'int_lee' is not known; did you mean int_le?"),
        ("constraint int_le(\n1,\n2,\n3);", 1, "int_le takes 2 arguments, not 3"),
        ("constraint int_le(1, true);", 1, "argument 2 of int_le is 'true', where an int or a variable of ints is"),
        ("var 1..3: x; constraint int_lin_le([1, 2], [x], 3); solve satisfy;", 1, "2 coefficients for 1 summands"),
        ("constraint\nint_le(1,\n];", 3, "']' stands where a value is expected"),
        ("var 1..3: x; var 1..3: x;", 1, "x is declared twice"),
        ("array [1..3] of int: a = [1, 2];", 1, "a is declared with 3 entries and has 2"),
        ("array [1..1000000000] of var int: a;", 1, "a is declared without a value"),
        ("var 1..99999999999999999999: x;", 1, "is too large; less than 2^62 either way is taken"),
        ("var 1..2: x;", 1, "the file ends without a solve item"),
        ("solve satisfy; solve satisfy;", 1, "a second solve item; the first is in line 1"),
        ("solve win;", 1, "'win' is nothing to solve for; satisfy, minimize or maximize is"),
        ("constraint f(" + 1000 * "[" + ");", 1, "brackets are nested more than 40 deep"),
        ("minimise x;", 1, "'minimise' begins no item; predicate, var, array, a type, constraint and solve do"),
        ("var 0..9: x :: output_array([1..2]);\nvar bool: y = x;\nsolve satisfy;", 2, "the value of y is 'x', where"),
        ("\n\x00;", 2, "found a zero byte, which is no text"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, complaint: str) -> None:
    with pytest.raises(InputError) as raised:
        reading(text)
    assert complaint in raised.value.sentence
    assert raised.value.line == line


def test_bytes_that_are_no_text_are_told_with_their_line() -> None:
    with pytest.raises(InputError, match=r"model.fzn:2: byte 1 of the line is 0xff, which is no UTF-8"):
        read(BytesIO(b"\n\xff\xfe"), "model.fzn")


def test_a_wide_domain_is_not_listed() -> None:
    file = reading("var -1000000000..1000000000: x :: output_var; constraint int_lin_eq([3], [x], 6); solve satisfy;")
    assert [file.written(answer) for answer in load_backend("kernel")[0].load(file.model).solutions()] == ["x = 2;"]


@pytest.mark.parametrize(
    ("constraint", "printed"),
    [
        ("int_times(x, y, z)", "z = -80779729920;"),
        ("int_times(x, x, z)", "z = 15241383936;"),
        ("int_pow(x, 2, z)", "z = 15241383936;"),
        ("int_div(y, x, z)", "z = -5;"),
        ("int_mod(y, x, z)", "z = -37040;"),
    ],
)
def test_wide_factors_and_divisors_are_taken_in_digits(constraint: str, printed: str) -> None:
    pytest.importorskip("ortools")
    declared = "var -1000000..1000000: x; var -1000000..1000000: y; var int: z :: output_var;"
    fixed = "constraint int_eq(x, 123456); constraint int_eq(y, -654320);"
    file = reading(f"{declared} {fixed} constraint {constraint}; solve satisfy;")
    assert [file.written(answer) for answer in load_backend("cpsat")[0].load(file.model).solutions()] == [printed]
