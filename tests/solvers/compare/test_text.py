"""The tables of a comparison on a terminal: as wide as it is, every column and every figure whole."""

from __future__ import annotations

import re
from typing import Any

import pytest

import solvers
from models.registry import load_puzzle
from solvers.compare import text as tables
from solvers.compare.record import Comparison, ComparisonRow, Measurement
from solvers.compare.request import CompareRequest
from solvers.compare.text import by_run, by_size, show, side_by_side

SPANS = {"model": 0.0123456, "load": 123.4, "first": 7.5, "search": 1234.5}
COUNTS = {"conflicts": 12_345_678, "decisions": 23_456_789, "propagations": 3_456_789_012, "restarts": 4_321}


def row(formulation: str, backend: str, instance: Any) -> ComparisonRow:
    run = Measurement(
        "answered",
        solver="python-sat 1.9.dev17, cadical195",
        found=123_456,
        complete=True,
        wall=SPANS,
        cpu=SPANS,
        memory=1_234_000_000,
        size={"variables": 11_026, "clauses": 46_877, "literals": 124_025},
        effort=COUNTS,
    )
    return ComparisonRow(instance, formulation, backend, (run,))


def rows() -> list[ComparisonRow]:
    instance = solvers.puzzle("grecian").load("grecian")
    return [row(formulation, backend, instance) for formulation in ("element", "table") for backend in ("sat", "cpsat")]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 160, 200, 400])
def test_no_table_is_wider_than_the_terminal_and_every_column_is_there(width: int) -> None:
    columns = by_run(rows())
    parts = side_by_side(columns, width)
    names = [column.name for part in parts for column, _ in part[2:]]
    assert names == [name for name in names if names.count(name) == 1]
    assert set(names) == {column.name for column in columns[2:]} - {"CPU"}
    for part in parts:
        assert [column.name for column, _ in part[:2]] == ["formulation", "backend"]
        if width >= 60:
            assert 1 + sum(3 + wide for _, wide in part) <= width
    assert len(parts) == 1 or width < 400


@pytest.mark.parametrize("width", [80, 120])
def test_status_and_answers_are_in_the_first_table(width: int) -> None:
    first = [column.name for column, _ in side_by_side(by_run(rows()), width)[0]]
    assert {"total", "status", "answers", "memory"} <= set(first)


def test_that_enough_answers_were_found_is_said_in_words() -> None:
    several = Measurement("answered", "solutions", found=2, wall=SPANS)
    (status,) = (
        column
        for column in by_run([ComparisonRow(rows()[0].instance, "f", "sat", (several,))])
        if column.name == "status"
    )
    assert [(cell.text, cell.under) for cell in status.cells] == [("answered", ("limit reached",))]


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_nothing_is_cut_off(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.delenv("NO_COLOR", raising=False)
    left_out = [tables.LeftOut("element", "dlx", "cannot take " + "a long constraint " * 20 + "to its end")]
    show(Comparison(load_puzzle("grecian"), CompareRequest("grecian"), rows(), left_out))
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= width
    for word in ("formulation", "answered", "123,456", "1,234 MB", "search", "3,456,789,012", "cadical195"):
        assert re.search(rf"(?<![\w,]){re.escape(word)}(?![\w,])", said), word
    assert "…" not in said
    assert "to its end" in " ".join(said.split())


def test_of_a_pipe_the_width_is_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    show(Comparison(load_puzzle("grecian"), CompareRequest("grecian"), rows()))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= tables.DEFAULT_WIDTH == 120


def test_many_sizes_of_a_family_go_on_below() -> None:
    instance = solvers.puzzle("grecian").load("grecian")
    request, sizes = CompareRequest("grecian", family="dials"), [*range(100, 120)]
    comparison = Comparison(load_puzzle("grecian"), request, [row("element", "sat", instance)] * 20, sizes=sizes)
    parts = side_by_side(by_size(comparison), 80)
    assert [column.name for part in parts for column, _ in part[2:]] == [*map(str, sizes)]
    assert len(parts) > 1
