"""The texts that formats write: what stands where, and that wide numbers are written at once or refused."""

from __future__ import annotations

import warnings
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

import solvers
from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers import api as pb
from solvers.formats.opb import lines
from solvers.formats.registry import FORMATS
from tests.patience import soon
from tests.random_models import models
from tests.solvers.formats.foreign import MINI_TRACK, opb_lines, written
from tests.tables import rows
from tests.wide_models import WIDE_MODELS, wide_model

FAR = 10**12
MAX_SHORT_LETTERS = 10**5
"""What is written of a small model is short, however wide its variables are."""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lp", "\\ not too many\n column_3: + 1 x + 2 y <= 7\n"),
        ("mps", "* not too many\n L column_3\n"),
        ("opb", "* not too many\n-1 x2 -2 x3 "),
    ],
)
def test_a_line_is_named_for_its_rule_which_stands_before_it(name: str, text: str) -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(x + 2 * y <= 7, because="not too many", key=("column", 3))
    assert text in written(name, model)


def test_the_header_of_dimacs_announces_what_follows() -> None:
    model = Model()
    model.add_all_different(model.new_int_var(0, 2, name) for name in "abc")
    lines = written("dimacs", model).splitlines()
    ((_, _, variables, clauses),) = (line.split() for line in lines if line.startswith("p "))
    body = [list(map(int, line.split())) for line in lines if not line.startswith(("c ", "p "))]
    assert len(body) == int(clauses)
    assert max(abs(literal) for clause in body for literal in clause) == int(variables)


def test_without_an_objective_all_clauses_are_hard() -> None:
    model = Model()
    model.add_bool_or(model.new_bool_var("a"), model.new_bool_var("b"))
    assert all(line.startswith(("c ", "h ")) for line in written("wcnf", model).splitlines())


@pytest.mark.parametrize("bound", [-1, 0, 1, 2])
def test_what_speaks_of_no_variable_holds_or_not(bound: int) -> None:
    model = Model()
    b = model.new_bool_var("b")
    model.add(b - b >= bound)
    assert len(opb_lines(written("opb", model))) == (bound > 0)


@pytest.mark.parametrize("name", ["dimacs", "wcnf", "opb"])
def test_a_name_that_would_end_a_comment_does_not(name: str) -> None:
    model = Model("odd")
    model.add(model.new_bool_var("a\n1 2 0\nb = 1:x1") == 1, because="it\nis so")
    comment = "* " if name == "opb" else "c "
    assert not [line for line in written(name, model).splitlines() if "b = 1" in line and not line.startswith(comment)]


@settings(max_examples=10, deadline=None)
@given(model=models())
def test_xcsp3_is_xml_in_the_constraints_of_the_mini_track(model: Model) -> None:
    constraints = ElementTree.fromstring(written("xcsp3", model).encode()).find("constraints")
    for parent in (constraints, *constraints.findall("block")):
        assert {one.tag for one in parent} <= MINI_TRACK


def test_a_rule_is_a_block_with_its_sentence() -> None:
    model = Model('a "model" -- with <signs>')
    x, y = model.new_int_var(1, 9, "cell & <x>"), model.new_int_var(1, 9, "y")
    with_reason = {"because": 'so says the "box" -- <always>', "key": ("row", 1)}
    model.add(x + y == 10, **with_reason)
    model.add_all_different(x, y, **with_reason)
    model.project_on(y)
    instance = ElementTree.fromstring(written("xcsp3", model).encode())
    (block,) = instance.findall("constraints/block")
    assert block.attrib == {"id": "row_1", "note": 'so says the "box" -- <always>'}
    assert [one.tag for one in block] == ["sum", "allDifferent"]
    assert [var.get("note") for var in instance.findall("variables/var")] == ["cell & <x>", None]
    assert [one.text for one in instance.findall("annotations/decision")] == [" y "]


def at_once(model: Model, name: str) -> str:
    """The model in a format, or why it is refused."""
    with soon(), warnings.catch_warnings(action="ignore"):
        try:
            return pb.export(model, name)
        except PuzzlebenchError as refusal:
            return str(refusal)


@rows("name", [name for name, known in FORMATS.items() if known.writes])
def test_wide_models_are_written_at_once_or_refused(name: str) -> None:
    for made in WIDE_MODELS:
        assert len(at_once(wide_model(made, FAR)[0], name)) < MAX_SHORT_LETTERS


def test_a_statement_is_no_longer_than_memory_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model("tested often")
    w, flags = model.new_int_var(0, 9_999, "w"), model.new_bool_vars(f"flag{place}" for place in range(4))
    monkeypatch.setattr(lines, "MAX_TERMS", 40_000)
    for place, flag in enumerate(flags):
        lines.pseudo_boolean(model)
        model.add(flag == 1).only_enforce_if(w == place)
    with pytest.raises(lines.CannotState, match="more than 40,000 terms"):
        lines.pseudo_boolean(model)


def test_a_conflict_over_wide_variables_is_refused_in_a_sentence() -> None:
    model = Model("wide")
    w, x = model.new_int_var(0, FAR, "w"), model.new_int_var(0, 3, "x")
    model.add(w >= FAR // 2, because="it is large")
    model.add(w <= 5 + x, because="it is small")
    with (
        soon(),
        pytest.raises(PuzzlebenchError, match="conflicts are found with SAT, which cannot take variables with"),
    ):
        solvers.conflict(model, seconds=2)
