"""Workings: each step of dials can be checked by hand, in text, in JSON and on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.deductions import Derivation, Refutation
from models.registry import find_instance, load_puzzle
from solvers.explain.__main__ import main
from solvers.explain.record import Explanation
from solvers.explain.work import explain
from tests.solvers.render.html.parsed import faultless


def explained(name: str) -> Explanation:  # type: ignore[type-arg]
    puzzle = load_puzzle("grecian")
    return explain(puzzle, next(puzzle.read(find_instance(puzzle, name))))


def steps_of(refutation: Refutation) -> Iterator[tuple[Derivation, ...]]:
    yield from (step.derivations for step in refutation.steps)
    for case in refutation.cases:
        yield from steps_of(case)


@pytest.mark.parametrize("name", ["toy", "safecracker-40", pytest.param("grecian", marks=pytest.mark.slow)])
def test_every_use_of_a_column_is_worked_out(name: str) -> None:
    found = explained(name)
    assert found.answer is not None
    for step in found.steps:
        if step.refutation is not None:
            assert all(steps_of(step.refutation))
        elif len(step.rules) == 1:
            assert step.derivations
        else:  # all turns but one were ruled out by steps before, each with its numbers
            assert all(isinstance(origin, int) for origin in step.origins)


def test_a_step_tells_what_shows_what_is_to_add_and_why_nothing_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--instance", "toy", "--full"]) == 0
    said = capsys.readouterr().out
    assert "what shows in column 1 with dial 2 turned 1; it must be 15:" in said
    assert "dial 1 turned   shows   sum   to add   still open" in said
    assert "0               6 3 1   10    5        –" in said


def test_tables_are_told_on_wish_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--instance", "toy"]) == 0
    said = capsys.readouterr().out
    assert "what shows in column" not in said
    assert "by the rule: column 2 sums to 15" in said
    assert "Each sum is worked out in a table with --full." in said


def test_json_has_each_row_by_its_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grecian", "--instance", "toy", "--json"]) == 0
    (working,) = json.loads(capsys.readouterr().out)["steps"][1]["workings"]
    first = {"dial 1 turned": "0", "shows": "6 3 1", "sum": "10", "to add": "5", "still open": "–"}
    assert working["rows"][0] == first


def test_the_page_has_the_tables_and_turns_the_dials_with_the_steps(tmp_path: Path) -> None:
    from tests.solvers.explain.test_page import pictures_of

    assert main(["grecian", "--instance", "toy", "--html", str(tmp_path / "page.html")]) == 0
    page = faultless((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert len(page.all("table", "working")) == 2
    assert not any("open" in folded for folded in page.all("details"))
    start, first, second = pictures_of(tmp_path)
    assert "The dials stand turned clockwise by 0, 0, 0" in start
    assert "The dials stand turned clockwise by 0, 0, 1" in first
    assert "Framed: column 2" in first
    assert "The dials stand turned clockwise by 0, 2, 1" in second
    assert main(["grecian", "--instance", "toy", "--html", str(tmp_path / "page.html"), "--full"]) == 0
    page = faultless((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert sum("open" in folded for folded in page.all("details")) == 2
