"""MiniZinc and FlatZinc as they are written: names, rules with their sentences, and every kind in its words."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from solvers.core.registry import load_backend
from solvers.lowering.native import native_form
from solvers.minizinc.backend import BACKEND
from solvers.minizinc.flatzinc.reading import read
from solvers.minizinc.flatzinc.writing import is_native as is_builtin
from solvers.minizinc.writing import is_native
from tests.examples import examples
from tests.random_features import stated
from tests.random_models import answers_of, brute_force
from tests.solvers.formats.foreign import by_gecode, needs_program, written

NONE_THERE = pytest.mark.skipif(bool(BACKEND.missing()), reason=BACKEND.missing())


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


def stated_globals() -> Model:
    model = Model("globals")
    starts, x, y = model.new_int_vars(2, 0, 4, "s{}"), model.new_int_var(-3, 3, "x"), model.new_int_var(-3, 3, "y")
    tasks = [model.new_interval_var(start, size, start + size) for start, size in zip(starts, (2, 3), strict=True)]
    model.add_no_overlap(tasks, because="one machine", key=("machine",))
    model.add_no_overlap_2d(tasks, tasks)
    model.add_cumulative(tasks, [1, 2], x + 3)
    model.add_automaton([x, y], 5, [7], [(5, -3, 7), (7, 2, 7), (7, 3, 5)])
    model.add_inverse(starts, starts)
    model.add_abs_equality(x, y - 1)
    model.add_min_equality(x, [y, 2 * x - 3, 1])
    model.add_max_equality(x, [y, starts[0] + 1])
    model.add_multiplication_equality(x, y, starts[0])
    model.add_division_equality(x, y, starts[0] + 1)
    model.add_modulo_equality(x - 1, -y, starts[1] + 1)
    model.add_lexicographic_less([x, y, 1], [y - 1, x, 2])
    model.add_global_cardinality([x, y, x + y], [2, -1], [starts[0], 1])
    model.add_global_cardinality([x, y, x + y], [2, -1], [range(1, 3), 1], closed=True)
    return model


def test_globals_are_written_as_minizincs_own() -> None:
    model = stated_globals()
    text = written("minizinc", model)
    for item in (
        '% one machine\nconstraint :: "machine" disjunctive_strict([s0, s1], [2, 3]);\n',
        "  diffn([s0, s1], [s0, s1], [2, 3], [2, 3]),\n",
        "  cumulative([s0, s1], [2, 3], [1, 2], x + 3),\n",
        "  regular([x + 4, y + 4], 2, 7, [| 2, 0, 0, 0, 0, 0, 0 | 0, 0, 0, 0, 0, 2, 1 |], 1, {2}),\n",
        "  inverse(array1d(0..1, [s0, s1]), array1d(0..1, [s0, s1])),\n",
        "  x = abs(y - 1),\n",
        "  x = min([y, 2*x - 3, 1]),\n",
        "  x = max([y, s0 + 1]),\n",
        "  x = (y) * (s0),\n",
        "  x = (y) div (s0 + 1),\n",
        "  x - 1 = (-y) mod (s1 + 1),\n",
        "  lex_less([x, y, 1], [y - 1, x, 2]),\n",
        "  global_cardinality([x, y, x + y], [2, -1], [s0, 1]),\n",
        "  global_cardinality_low_up_closed([x, y, x + y], [2, -1], [1, 1], [2, 1])\n",
    ):
        assert item in text
    assert len(re.findall("^var ", text, re.MULTILINE)) == 4 < len(model.variables)


NATIVE = [
    *("abs", "min", "max", "product", "division", "modulo", "inverse", "automaton"),
    *("no overlap", "no overlap 2d", "cumulative", "cardinality", "lexicographic"),
]


@NONE_THERE
@pytest.mark.parametrize("feature", NATIVE)
@settings(max_examples=examples(60) // 3, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_written_natively_means_the_same(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature, conditions=False))
    assume(native_form(chosen.model, is_native).stated and not BACKEND.unsupported_reason(chosen.model))
    search = BACKEND.load(chosen.model)
    found = list(search.solutions())
    assert {tuple(one[var] for var in chosen.model.projection) for one in found} == chosen.answers()
    assert all(chosen.model.first_violation(one) is None for one in found)


@NONE_THERE
def test_what_is_asked_of_a_variable_that_is_not_written_is_answered_by_the_lowering() -> None:
    model = Model()
    x, y = model.new_int_vars(2, 0, 3, "x{}")
    model.add_no_overlap([model.new_fixed_size_interval_var(one, 2) for one in (x, y)])
    search = BACKEND.load(model)
    (first,) = native_form(model, is_native).absent
    for value in (0, 1):
        expected = {one for one in brute_force(model) if (one[0] + 2 <= one[1]) == value}
        assert {(one[x], one[y]) for one in search.solutions({first: value})} == expected
    assert answers_of(search) == brute_force(model)


ARITHMETIC = {
    "int_abs": lambda model, x, y, z: model.add_abs_equality(x, y),
    "array_int_minimum": lambda model, x, y, z: model.add_min_equality(x, [y, z, 1]),
    "array_int_maximum": lambda model, x, y, z: model.add_max_equality(x, [y, 1, z]),
    "int_times": lambda model, x, y, z: model.add_multiplication_equality(x, y, z),
    "int_div": lambda model, x, y, z: model.add_division_equality(x, y, z),
    "int_mod": lambda model, x, y, z: model.add_modulo_equality(x, y, z),
}


@needs_program("fzn-gecode", "apt-get install flatzinc")
@pytest.mark.parametrize("builtin", ARITHMETIC)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_flatzinc_says_arithmetic_by_its_builtins(builtin: str, data: st.DataObject) -> None:
    model, domains = Model(), st.sets(st.integers(-4, 5).filter(bool), min_size=2)
    three = [model.new_int_var_from_values(sorted(data.draw(domains)), name) for name in "xyz"]
    terms = data.draw(st.permutations([*three, 2, three[0]]))[:3]
    assume(any(isinstance(one, IntVar) for one in terms))
    ARITHMETIC[builtin](model, *terms)
    text = written("flatzinc", model)
    assert f"constraint {builtin}(" in text or not native_form(model, is_builtin).stated
    with TemporaryDirectory() as folder:
        assert set(by_gecode(model, Path(folder))) == brute_force(model)
    again = read(BytesIO(text.encode()), "it").model
    assert answers_of(load_backend("backtracking")[0].load(again)) == brute_force(model)


def test_flatzinc_does_not_declare_what_only_a_lowering_needs() -> None:
    model = Model()
    x, y, z = (model.new_int_var(-3, 3, name) for name in "xyz")
    model.add_modulo_equality(x, y, model.new_int_var(1, 3, "by"), because="shared out", key=("share",))
    model.add_abs_equality(z, x)
    text = written("flatzinc", model)
    assert '% shared out\nconstraint int_mod(y, by, x) :: mzn_constraint_name("share");\n' in text
    assert "constraint int_abs(x, z);\n" in text
    assert len(re.findall("^var ", text, re.MULTILINE)) == 4 < len(model.variables)
