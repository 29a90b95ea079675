"""MiniZinc and FlatZinc as they are written: names, rules with their sentences, and every kind in its words."""

from __future__ import annotations

import re

from models.language.model import Model
from tests.solvers.formats.foreign import written


def small() -> Model:
    model = Model("small")
    x, y = model.new_int_var(1, 9, "first digit"), model.new_int_var_from_values([1, 3, 5, 9], "second")
    b, z = model.new_bool_var("is it?"), model.new_int_var(0, 3, "z")
    model.add(2 * x - y != 3, because="twice the first is not 3 more", key=("more", 0))
    model.add(x <= 7, because="two\nlines", key=("pair",))
    model.add_all_different(x, y, because="two\nlines", key=("pair",))
    model.add_allowed_assignments([x, y], [(1, 3), (2, 5), (2, 6)], key=("pairs", 1)).only_enforce_if(b, z >= 2)
    model.add_element(z, [4, y, 6, 7], x)
    model.add_at_most_one(b, x == 3, y.is_in([3, 9]))
    model.add_bool_or(~b, z.is_in([1, 2]), z != 0)
    model.project_on(y, x)
    model.maximize(x - 3 * z + 1)
    return model


def test_a_model_is_written_as_a_person_would() -> None:
    assert (
        written("minizinc", small())
        == r"""% a test
include "all_different.mzn";
include "element.mzn";
include "table.mzn";

var 1..9: first_digit;
var {1, 3, 5, 9}: second;
var 0..1: is_it;
var 0..3: z;

% twice the first is not 3 more
constraint :: "more 0" 2*first_digit - second != 3;

% two lines
constraint :: "pair" forall([
  first_digit <= 7,
  all_different([first_digit, second])
]);

constraint :: "pairs 1" is_it = 1 /\ z >= 2 -> table([first_digit, second], [| 1, 3 | 2, 5 |]);

constraint forall([
  element(z, array1d(0..3, [4, second, 6, 7]), first_digit),
  sum([is_it, first_digit = 3, second in {3, 9}]) <= 1,
  is_it = 0 \/ z in 1..2 \/ z != 0
]);

solve maximize first_digit - 3*z + 1;
output [
  "second" ++ " = \(second)\n",
  "first digit" ++ " = \(first_digit)\n"
];
"""
    )


def test_flatzinc_marks_the_answer_and_names_each_rule_but_no_definition() -> None:
    text = written("flatzinc", small())
    assert "var {1, 3, 5, 9}: second :: output_var;\n" in text
    assert "\nvar 0..3: z;\n" in text
    named = 'int_lin_ne([2, -1], [first_digit, second], 3) :: mzn_constraint_name("more 0")'
    assert f"% twice the first is not 3 more\nconstraint {named};\n" in text
    for line in text.splitlines():
        assert not ("defines_var" in line and "mzn_constraint_name" in line)
    defined = set(re.findall(r": (\w+) :: var_is_introduced :: is_defined_var;", text))
    assert defined == set(re.findall(r"defines_var\((\w+)\)", text))


STANDARD = """
array_int_element array_var_int_element bool2int bool_clause int_eq int_eq_reif int_lin_eq int_lin_eq_reif int_lin_le
int_lin_le_reif int_lin_ne int_lin_ne_reif int_ne int_ne_reif set_in set_in_reif
"""


def test_flatzinc_has_builtins_of_the_standard_only() -> None:
    posted = re.findall(r"^constraint (\w+)\(", written("flatzinc", small()), re.M)
    assert posted
    assert set(posted) <= set(STANDARD.split())
