"""A model in a notebook: its mathematics by rule, escaped and bounded; what ``add`` returns says what it added."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from models.language.model import Model
from models.registry import PUZZLES, find_instance, load_puzzle


def test_a_model_is_shown_by_its_rules() -> None:
    model = Model("two <dice>")
    red, blue, total = (
        model.new_int_var(1, 6, "red & hot"),
        model.new_int_var(1, 6, "blue"),
        model.new_int_var(2, 9, "t"),
    )
    model.add(red + blue == total, because="t < all")
    for value in range(1, 7):
        model.add(red != value, key=("never", value))
    model.maximize(total)
    model.project_on(red, blue)
    shown = model._repr_html_()
    table = ElementTree.fromstring(shown)
    rows = {row[0].text or "": "".join(row[1].itertext()) for row in table.iter("tr")}
    assert "".join(table[0].itertext()) == "two <dice>: 3 variables, 7 constraints"
    assert (rows["t < all"], rows["never 3"]) == ("red & hot + blue − t = 0", "red & hot ≠ 3")
    assert rows["an answer is made up of"] == "red & hot, blue"
    assert "maximize t" in "".join(table.itertext())
    assert "<dice>" not in shown


def test_however_large_it_is_the_table_is_short() -> None:
    for name in PUZZLES:
        puzzle = load_puzzle(name)
        instance: Any = next(puzzle.read(find_instance(puzzle, puzzle.default_instance)))
        for formulation in puzzle.formulations:
            model = puzzle.state(instance, formulation).model
            ElementTree.fromstring(model._repr_html_())
    model = Model("large")
    for number in range(5_000):
        var = model.new_int_var(0, number % 90, f"x{number}")
        model.add(var <= 70)
        model.add(var >= 0, because="one rule of all")
    assert len(model._repr_html_()) < 20_000


def test_what_was_added_says_so() -> None:
    model = Model()
    x, y, swapped = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y"), model.new_bool_var("swapped")
    assert repr(model.add(x + y == 7, because="it is seven")) == "<added: x + y = 7 (it is seven)>"
    assert repr(model.add(x < y).only_enforce_if(~swapped)) == "<added: ¬swapped ⇒ x − y ≤ -1>"
    assert repr(model.add_inverse([x, y], [y, x])).endswith(" more>")
    assert repr(model.add_lexicographic_less_equal([x], [x])) == "<added: nothing, since it always holds>"
