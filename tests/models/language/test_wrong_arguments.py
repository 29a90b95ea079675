"""Arguments of wrong types: every public method of a model answers with a ModelError, whatever it is given."""

from __future__ import annotations

import inspect
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from models.errors import PuzzlebenchError
from models.language.model import Model
from tests.tables import rows

WRONG: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "empty text": lambda: "",
    "text": lambda: "abc",
    "int": lambda: 3,
    "negative": lambda: -1,
    "float": lambda: 2.5,
    "too large": lambda: 10**30,
    "object": object,
    "function": lambda: len,
    "array": lambda: np.array([1, 2]),
    "array without dimensions": lambda: np.array(3),
    "array of floats": lambda: np.array([[0.5]]),
    "numpy int": lambda: np.int64(2),
    "generator": lambda: (number for number in (1, 2)),
    "long range": lambda: range(10**12),
    "longer range": lambda: range(10**30),
    "dictionary": lambda: {1: 2},
    "empty list": list,
    "list in a list": lambda: [[1], ["a"], None],
    "variable of another model": lambda: Model("other").new_bool_var("x"),
}


def methods() -> list[str]:
    return [name for name, _ in inspect.getmembers(Model, inspect.isfunction) if not name.startswith("_")]


def arguments_of(name: str, model: Model) -> list[Any]:
    """Arguments that the method takes."""
    x, y, b, c = model.new_int_var(0, 3, "x"), model.new_int_var(1, 3, "y"), *model.new_bool_vars("bc")
    task, other = (model.new_fixed_size_interval_var(start, 2) for start in (x, y))
    known: dict[str, list[Any]] = {
        "add": [x < y],
        "add_abs_equality": [x, y],
        "add_allowed_assignments": [[x, y], [(1, 1)]],
        "add_automaton": [[x, y], 0, [0], [(0, 1, 0)]],
        "add_circuit": [[(0, 1, b), (1, 0, c)]],
        "add_clauses": [[b, c], array("i", [1, 2, 0]), range(1), "clause"],
        "add_cumulative": [[task, other], [1, x], y],
        "add_decision_strategy": [[x, y], "first", "min_value"],
        "add_division_equality": [x, x, y],
        "add_element": [b, [1, x], y],
        "add_forbidden_assignments": [[x, y], [(1, 1)]],
        "add_global_cardinality": [[x, y], [1, 2], [1, range(2)], True],
        "add_hint": [x, 1],
        "add_implication": [b, c],
        "add_inverse": [[b, c], [x, y]],
        "add_lexicographic_less": [[x], [y]],
        "add_lexicographic_less_equal": [[x], [y]],
        "add_max_equality": [x, [x, y]],
        "add_min_equality": [x, [x, y]],
        "add_modulo_equality": [x, x, y],
        "add_multiplication_equality": [x, [x, y]],
        "add_no_overlap": [[task, other]],
        "add_no_overlap_2d": [[task, other], [task, other]],
        "complete": [{x: 1, y: 1, b: 1, c: 1}],
        "first_violation": [{x: 1, y: 1, b: 1, c: 1}, {x: 1}],
        "maximize": [x],
        "minimize": [x],
        "new_bool_var": ["n"],
        "new_bool_vars": [(2, 2), "n{}{}"],
        "new_constant": [3],
        "new_fixed_size_interval_var": [x, 2, "n"],
        "new_fixed_size_interval_vars": [[x, y], 2],
        "new_int_var": [0, 9, "n"],
        "new_int_var_from_values": [[1, 3], "n"],
        "new_int_vars": [(2, 2), 0, 9, "n{}{}"],
        "new_interval_var": [x, 2, y, "n"],
        "new_optional_fixed_size_interval_var": [x, 2, b, "n"],
        "new_optional_interval_var": [x, 2, y, b, "n"],
        "project_on": [x, y],
        "variable": ["x"],
    }
    of_literals = {f"add_{word}" for word in ("at_least_one", "at_most_one", "bool_and", "bool_or", "bool_xor")}
    if name in of_literals | {"add_exactly_one"}:
        return [b, c]
    return [x, y] if name == "add_all_different" else known.get(name, [])


@rows("name", methods())
def test_every_method_is_called_rightly_here(name: str) -> None:
    """So that the table below begins with what is taken: a new method needs its line above."""
    model = Model("m")
    arguments = arguments_of(name, model)
    takes = [part for part in inspect.signature(getattr(Model, name)).parameters.values() if part.name != "self"]
    assert len(arguments) >= len([part for part in takes if part.kind is not part.VAR_KEYWORD])
    getattr(model, name)(*arguments)


@rows("wrong", WRONG)
@rows("name", methods())
def test_whatever_a_method_is_given_it_answers_in_a_sentence(name: str, wrong: str) -> None:
    for place in range(len(arguments_of(name, Model("m")))):
        model = Model("m")
        arguments = arguments_of(name, model)
        for given in (WRONG[wrong](), [WRONG[wrong]()]):
            with suppress(PuzzlebenchError):
                getattr(model, name)(*arguments[:place], given, *arguments[place + 1 :])


@rows("reason", [{"because": 3}, {"because": None}, {"key": 3}, {"key": np.array(3)}, {"key": [1]}])
@rows(
    "name",
    [name for name in methods() if "reason" in inspect.signature(getattr(Model, name)).parameters],
)
def test_a_reason_that_is_none_is_refused(name: str, reason: dict[str, Any]) -> None:
    model = Model("m")
    with pytest.raises(PuzzlebenchError, match=r"because=|key="):
        getattr(model, name)(*arguments_of(name, model), **reason)


@rows(
    ("ask", "sentence"),
    [
        (lambda m, x: m.add_circuit(3), "add_circuit was given 3, an int, as arcs; a list is expected"),
        (lambda m, x: m.add_automaton([x], 0, 3, []), "given 3, an int, as final_states; a list is expected"),
        (lambda m, x: m.add_automaton([x], {}, [0], [(0, 1, 0)]), "the starting state is {}, a dict; ints are"),
        (lambda m, x: m.add_allowed_assignments([x], None), "was given None as tuples; a list is expected"),
        (lambda m, x: m.add_global_cardinality([x], [1], [1], "no"), "closed is 'no'; True or False is expected"),
        (lambda m, x: m.add_element([x, x], [1, 2], x), r"given \[x, x\], a list, as index; a variable or a linear"),
        (lambda m, x: m.first_violation("x"), "first_violation was given 'x', a str, as assignment; a dictionary of"),
        (lambda m, x: m.variable([1]), r"was given \[1\], a list, as name; a text is expected"),
        (lambda m, x: m.new_bool_vars(2**62), r"the shape 4611686018427387904 has more than 100,000,000 variables"),
        (lambda m, x: m.add_bool_or(range(10**12)), "has too many entries for the memory; a shorter"),
    ],
)
def test_the_sentence_names_the_argument(ask: Callable[[Model, Any], object], sentence: str) -> None:
    model = Model("m")
    x = model.new_int_var(0, 1, "x")
    with pytest.raises(PuzzlebenchError, match=sentence):
        ask(model, x)


def test_a_number_in_place_of_a_variable_is_not_part_of_the_answer() -> None:
    """Of every method that takes a variable or a number, by what it is given in the table of wrong arguments."""
    for name in methods():
        if not name.startswith("add_"):
            continue
        model = Model("m")
        arguments = arguments_of(name, model)
        declared = tuple(model.variables)
        takes = [part for part in inspect.signature(getattr(Model, name)).parameters.values() if part.name != "self"]
        for place, part in enumerate(takes[: len(arguments)]):
            if part.annotation == "Sum":
                with suppress(PuzzlebenchError):  # 3 may lie outside what is possible
                    getattr(model, name)(*arguments[:place], 3, *arguments[place + 1 :])
        assert set(model.projection) <= set(declared) - set(model.auxiliaries), name
