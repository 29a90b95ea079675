"""XCSP3, written: what is native there means the same to cosoco, and to our own reader."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.core.registry import load_backend
from solvers.formats.xcsp3.reading import read
from solvers.formats.xcsp3.writing import is_native
from solvers.lowering.native import native_form
from tests.examples import examples
from tests.random_features import stated
from tests.random_models import Answers, answers_of, brute_force
from tests.solvers.formats import foreign

NATIVE = ["abs", "product", "division", "modulo"]


def read_again(model: Model) -> Answers:
    """The answers of the model that our reader makes of the file; its first variables are the model's."""
    found = read(BytesIO(foreign.written("xcsp3", model).encode()), "it").model
    return answers_of(load_backend("backtracking")[0].load(found))


def agrees(model: Model, answers: Answers) -> None:
    assume(native_form(model, is_native).stated and foreign.fits_cosoco(model))
    assert read_again(model) == answers
    assume(answers)  # cosoco takes an intension that is never true for one that always is
    with TemporaryDirectory() as folder:
        assert set(foreign.by_cosoco(model, Path(folder))) == answers


@foreign.needs("cosoco_bin")
@pytest.mark.parametrize("feature", NATIVE)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_written_natively_means_the_same(feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature, conditions=False))
    agrees(chosen.model, chosen.answers())


@st.composite
def tasks(draw: st.DrawFn) -> Model:
    model = Model("tasks")
    starts = [model.new_int_var_from_values(draw(st.sets(st.integers(0, 7), min_size=2))) for _ in range(3)]
    made = [model.new_fixed_size_interval_var(start, draw(st.integers(1, 4))) for start in starts]
    if draw(st.booleans()):
        model.add_no_overlap(made)
    else:
        model.add_cumulative(made, [draw(st.integers(1, 3)) for _ in made], draw(st.integers(1, 4)))
    return model


@foreign.needs("cosoco_bin")
@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(model=tasks())
def test_so_do_tasks(model: Model) -> None:
    agrees(model, brute_force(model))


@st.composite
def counts_and_orders(draw: st.DrawFn) -> Model:
    """Values counted by numbers, ranges or variables, or two lists in lexicographic order."""
    model = Model("lists")
    values = st.integers(-2, 3)
    variables = [model.new_int_var_from_values(draw(st.sets(values, min_size=2))) for _ in range(4)]
    several = st.lists(st.sampled_from(variables), min_size=2, max_size=4)
    if draw(st.booleans()):
        add = draw(st.sampled_from([Model.add_lexicographic_less, Model.add_lexicographic_less_equal]))
        add(model, *zip(*draw(st.lists(st.tuples(*[st.sampled_from(variables)] * 2), min_size=2)), strict=True))
        return model
    counted = draw(st.lists(values, unique=True, min_size=1, max_size=3))
    spans = st.builds(lambda least, more: range(least, least + more), st.integers(0, 2), st.integers(1, 3))
    counts = draw(st.sampled_from([st.integers(0, 3), st.sampled_from(variables), st.integers(0, 3) | spans]))
    closed = draw(st.booleans())
    model.add_global_cardinality(draw(several), counted, [draw(counts) for _ in counted], closed)
    return model


@foreign.needs("cosoco_bin")
@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(model=counts_and_orders())
def test_so_do_counts_and_orders(model: Model) -> None:
    agrees(model, brute_force(model))


def test_globals_have_elements_of_their_own() -> None:
    model = Model()
    starts, x, y = model.new_int_vars(2, 0, 4, "s{}"), model.new_int_var(-3, 3, "x"), model.new_int_var(-3, 3, "y")
    tasks = [model.new_fixed_size_interval_var(start, size) for start, size in zip(starts, (2, 3), strict=True)]
    model.add_no_overlap(tasks, because="one machine", key=("machine",))
    model.add_cumulative(tasks, [1, 2], 2)
    model.add_abs_equality(x, y - 1)
    model.add_multiplication_equality(x, y, starts[0])
    model.add_division_equality(x, y, starts[0] + 1)
    model.add_lexicographic_less_equal([x, y], starts)
    model.add_global_cardinality([x, y], [2, -1], [starts[0], y])
    model.add_global_cardinality([x, y], [2, -1], [range(1, 3), 1], closed=True)
    text = foreign.written("xcsp3", model)
    tasks_text = "<origins> s0 s1 </origins> <lengths> 2 3 </lengths>"
    for element in (
        f'<block id="machine" note="one machine">\n      <noOverlap> {tasks_text} </noOverlap>\n',
        f"<cumulative> {tasks_text} <heights> 1 2 </heights> <condition> (le,2) </condition> </cumulative>",
        "<intension> eq(x,abs(add(y,-1))) </intension>",
        "<intension> eq(x,mul(y,s0)) </intension>",
        "<intension> eq(x,div(y,add(s0,1))) </intension>",
        "<lex> <list> x y </list> <list> s0 s1 </list> <operator> le </operator> </lex>",
        "<cardinality> <list> x y </list> <values> 2 -1 </values> <occurs> s0 y </occurs> </cardinality>",
        '<list> x y </list> <values closed="true"> 2 -1 </values> <occurs> 1..2 1..1 </occurs> </cardinality>',
    ):
        assert element in text
    assert re.findall('<var id="([^"]*)"', text) == ["s0", "s1", "x", "y"]
