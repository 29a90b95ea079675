"""A name or a form of a call that is not there is answered by what to write."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pickle import dumps, loads

import pytest

from models.language.arrays import VariableArray
from models.language.model import Model, ModelError
from models.language.synonyms import SYNONYMS, suggestion
from tests.tables import rows


@rows(
    ("name", "method"),
    [
        ("AddAllDifferent", "add_all_different"),
        ("add_alldifferent", "add_all_different"),
        ("AllDifferent", "add_all_different"),
        ("NewIntVar", "new_int_var"),
        ("add_table", "add_allowed_assignments"),
        ("gcc", "add_global_cardinality"),
        ("regular", "add_automaton"),
        ("cumulative", "add_cumulative"),
        ("add_bin_packing", "add with sum(size * (bin == b) for ...) == load[b] for each b, sum(load) == sum(sizes)"),
        ("add_cirquit", "add_circuit"),
        ("Minimize", "minimize"),
        ("solve", "solvers.solve(model)"),
        ("weighted_sum", "array @ coefficients"),
        ("NewFixedSizeIntervalVarSeries", "new_fixed_size_interval_vars"),
        ("add_linear_constraint", "add"),
        ("AddReservoirConstraintWithActive", SYNONYMS["reservoir"]),
        ("add_linear_expression_in_domain", "add_allowed_assignments of [expression] and [(value,), ...]"),
        ("add_map_domain", "add with flag == (x == value) for each value"),
        ("add_assumptions", "assumptions of solvers.solve(model, assumptions=[...])"),
        ("NValue", "add_max_equality of [x == value for ...] for each value, and their sum"),
    ],
)
def test_the_likely_method_is_named(name: str, method: str) -> None:
    with pytest.raises(AttributeError, match=f"^a model has no {name!r}; use ") as caught:
        getattr(Model(), name)
    assert str(caught.value).endswith(f"; use {method}")


def test_what_is_like_nothing_is_only_missing() -> None:
    model = Model()
    assert not hasattr(model, "qqq")
    assert not hasattr(model, "_repr_png_")
    assert deepcopy(model).variables == []


@rows(
    "name",
    ["qqq", "clone", "has_objective", "negated", "Proto", "validate", "rebuild_constant_map"],
)
def test_nothing_is_named_for_what_no_method_is_like(name: str) -> None:
    assert suggestion(name, dir(Model)) == ""


def test_every_synonym_leads_to_a_method() -> None:
    methods = {method.split()[0] for method in SYNONYMS.values() if "solvers." not in method}
    assert methods - {"only_enforce_if", "array"} <= {*dir(Model)}


@rows(
    ("ask", "sentence"),
    [
        (lambda x, task: x[0].Not(), "a variable has no 'Not'; use ~x"),
        (lambda x, task: x[0].negated(), "a variable has no 'negated'; use ~x"),
        (lambda x, task: (x[0] == 1).negated(), "a literal has no 'negated'; use ~x"),
        (lambda x, task: x[0].value(), "a variable has no 'value'; use answer[x]"),
        (lambda x, task: x.T, "an array has no 'T'; use columns"),
        (lambda x, task: x.flatten(), "an array has no 'flatten'; use flat"),
        (lambda x, task: x.value(), "an array has no 'value'; use answer[array]"),
        (lambda x, task: x.start, "an array has no 'start'"),
        (lambda x, task: task.start_expr(), "an interval has no 'start_expr'; use start"),
        (lambda x, task: task.EndExpr(), "an interval has no 'EndExpr'; use end"),
        (lambda x, task: task.size_expr(), "an interval has no 'size_expr'; use size"),
    ],
)
def test_parts_of_a_model_name_what_to_use(ask: Callable[..., object], sentence: str) -> None:
    model = Model()
    x = model.new_int_vars(2, 0, 9, "x{}")
    with pytest.raises(AttributeError) as caught:
        ask(x, model.new_fixed_size_interval_var(x[0], 2))
    assert str(caught.value) == sentence


INTERVALS = "new_fixed_size_interval_vars(starts, sizes) makes intervals"


@rows(
    ("call", "sentence"),
    [
        (lambda m, x: m.new_int_var(0, 9, shape=3), "use new_int_vars(shape, lowest, highest, name)"),
        (lambda m, x: m.new_bool_var(shape=3), "use new_bool_vars(shape, name)"),
        (lambda m, x: m.add_no_overlap(x, [1, 2]), f"add_no_overlap takes intervals; {INTERVALS}"),
        (lambda m, x: m.add_no_overlap(x), f"an interval is expected; {INTERVALS}"),
        (lambda m, x: m.add_cumulative(x, [1, 2], [1, 1], 1), f"demands and a capacity; {INTERVALS}"),
        (lambda m, x: m.add_cumulative([0, 2], [1, 1], 1), f"0 is an int; an interval is expected; {INTERVALS}"),
        (lambda m, x: m.add_no_overlap(3), "3 is an int; a list is expected"),
        (lambda m, x: m.new_fixed_size_interval_vars(x[0], 3), "takes an array or a list of starts"),
        (lambda m, x: m.add_element(x[0], [1, 2]), "add_element(i, array, x) says that x is array[i]"),
        (lambda m, x: m.add_element([1, 2], x[0], x[1]), "add_element(i, array, x) says that x is array[i]"),
        (lambda m, x: m.add(x >= 1, "why"), "was asked to add 'why', a str"),
    ],
)
def test_a_call_in_the_form_of_other_tools_is_told_the_one_here(call: Callable[..., object], sentence: str) -> None:
    model = Model()
    with pytest.raises(ModelError) as caught:
        call(model, model.new_int_vars(2, 0, 1, "x{}"))
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200


def test_an_error_of_the_callers_own_stays_what_it_is() -> None:
    model = Model()
    with pytest.raises(TypeError, match="concatenate"):
        model.add_no_overlap(one + 1 for one in "ab")  # type: ignore[operator]


def test_intervals_and_arrays_of_them_are_still_copied() -> None:
    model = Model()
    tasks = model.new_fixed_size_interval_vars(model.new_int_vars(2, 0, 9, "x{}"), 2)
    copied: VariableArray = loads(dumps(tasks))
    assert str(copied.end) == str(tasks.end) == "(x0 + 2, x1 + 2)"
