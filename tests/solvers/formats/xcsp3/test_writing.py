"""XCSP3, parsed as XML and solved by cosoco."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.language.base import Domain
from models.language.model import Linear, Model
from solvers.lowering.size import reach
from tests.random_models import KINDS, Answers, brute_force, models
from tests.solvers.formats.foreign import needs, written
from tests.solvers.formats.wcnf.test_wcnf import best_of, with_objective

MINI = {"intension", "extension", "allDifferent", "sum", "element", "block"}

LARGEST_SUM = 2**31 - 1
"""Of cosoco, which adds up in 32 bits."""

LARGEST_VALUE = 10**6
"""Of cosoco in good time: it keeps a place for every number between the values of an allDifferent."""


def _program() -> str:
    import cosoco_bin

    return str(Path(cosoco_bin.__file__).with_name("cosoco"))


def said_by_cosoco(text: str, folder: Path, *options: str) -> list[str]:
    """The lines of status, values and objective that cosoco prints."""
    file = folder / "model.xml"
    file.write_text(text, encoding="utf-8")
    command = [_program(), str(file), "-colors=0", "-verb=0", "-model=1", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert re.search("^s ", done.stdout, re.MULTILINE), (done.returncode, done.stdout, text)
    return [line for line in done.stdout.splitlines() if line[:2] in ("s ", "v ", "o ")]


def _solutions(model: Model, said: list[str]) -> Iterator[tuple[int, ...]]:
    """All assignments; a star stands for every value."""
    for line in said:
        if line.startswith("v "):
            words = zip(line[2:].split(), model.variables, strict=True)
            yield from product(*(_values(word, var.domain) for word, var in words))


def _values(word: str, domain: Domain) -> Domain:
    return domain if word == "*" else (int(word),)


def _is_for_cosoco(model: Model) -> bool:
    """Whether the numbers are not too large, and there is a constraint: without any, cosoco crashes."""
    sums = [one.terms for one in model.constraints if isinstance(one, Linear)]
    if model.objective is not None:
        sums.append(tuple(model.objective.expression.summands()))
    small = all(abs(value) <= LARGEST_VALUE for var in model.variables for value in (var.domain[0], var.domain[-1]))
    return small and all(reach(terms) <= LARGEST_SUM for terms in sums) and _constrains(written("xcsp3", model))


def _constrains(text: str) -> bool:
    return any(f"<{kind}>" in text for kind in MINI)


def _answers(model: Model, folder: Path) -> Answers:
    solutions = _solutions(model, said_by_cosoco(written("xcsp3", model), folder, "-nbsols=0"))
    return {tuple(solution[var.index] for var in model.projection) for solution in solutions}


@needs("cosoco_bin")
@settings(max_examples=12, deadline=None)
@given(model=models())
def test_cosoco_finds_the_answers_of_a_model(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    assume(_is_for_cosoco(model))
    assert _answers(model, tmp_path_factory.mktemp("xcsp3")) == brute_force(model)


@pytest.mark.slow
@needs("cosoco_bin")
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_cosoco_finds_the_answers_of_many_models_of_a_kind(
    tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject
) -> None:
    model = data.draw(models(kinds=(kind,)))
    assume(_is_for_cosoco(model))
    assert _answers(model, tmp_path_factory.mktemp("xcsp3")) == brute_force(model)


@needs("cosoco_bin")
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({7}, "eq(x,7)"),
        (set(range(300)) - {7}, "ne(x,7)"),
        (set(range(150)), "le(x,149)"),
        (set(range(150, 300)), "ge(x,150)"),
        ({2, 3, 298}, "in(x,set(2,3,298))"),
        (set(range(20, 80)) | set(range(90, 150)), "or(and(ge(x,20),le(x,79)),and(ge(x,90),le(x,149)))"),
    ],
)
def test_a_test_is_said_as_briefly_as_may_be(values: set[int], said: str, tmp_path: Path) -> None:
    model = Model()
    x, free = model.new_int_var(0, 299, "x"), model.new_bool_var("free")
    model.add_bool_or(x.is_in(values), free)
    model.add(free == 0)
    assert f"<intension> or({said}," in written("xcsp3", model)
    assert _answers(model, tmp_path) == {(value, 0) for value in values}


def _best(model: Model, folder: Path) -> int | None:
    said = said_by_cosoco(written("xcsp3", model), folder)
    if "s UNSATISFIABLE" in said:
        return None
    assert model.objective is not None
    constant = model.objective.expression.constant
    found = [int(line.split()[1]) for line in said if line.startswith("o ")]
    return found[-1] + constant if found else constant


@needs("cosoco_bin")
@settings(max_examples=8, deadline=None)
@given(model=with_objective(largest=9))
def test_cosoco_finds_the_best_answer(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    assume(_is_for_cosoco(model))
    assert _best(model, tmp_path_factory.mktemp("xcsp3")) == best_of(model)


@settings(max_examples=10, deadline=None)
@given(model=models())
def test_it_is_xml_in_the_constraints_of_the_mini_track(model: Model) -> None:
    instance = ElementTree.fromstring(written("xcsp3", model).encode())
    constraints = instance.find("constraints")
    assert constraints is not None
    for parent in (constraints, *constraints.findall("block")):
        assert {one.tag for one in parent} <= MINI


def test_a_rule_is_a_block_with_its_sentence() -> None:
    model = Model('a "model" -- with <signs>')
    x, y = model.new_int_var(1, 9, "cell & <x>"), model.new_int_var(1, 9, "y")
    with_reason = {"because": 'so says the "box" -- <always>', "key": ("row", 1)}
    model.add(x + y == 10, **with_reason)
    model.add_all_different(x, y, **with_reason)
    instance = ElementTree.fromstring(written("xcsp3", model).encode())
    (block,) = instance.findall("constraints/block")
    assert block.attrib == {"id": "row_1", "note": 'so says the "box" -- <always>'}
    assert [one.tag for one in block] == ["sum", "allDifferent"]
    assert [var.get("note") for var in instance.findall("variables/var")] == ["cell & <x>", None]


def test_what_is_no_part_of_the_answer_is_no_decision() -> None:
    model = Model()
    x, y = model.new_int_var(1, 9, "x"), model.new_int_var(1, 9, "y")
    model.add(x < y)
    model.project_on(y)
    instance = ElementTree.fromstring(written("xcsp3", model).encode())
    assert [one.text for one in instance.findall("annotations/decision")] == [" y "]
