"""The page of a comparison has the figures, the plot where it can, and every disagreement."""

import re
from pathlib import Path
from typing import Any

import pytest

from solvers.cli.exits import guarded
from solvers.compare import plots
from solvers.compare.__main__ import main
from solvers.compare.page import sortable
from solvers.compare.record import ComparisonRow, LeftOut
from solvers.compare.text import Cell, TableColumn
from solvers.core.limits import ANSWERED, BAD_INPUT
from tests.solvers.render.html.evil import NAME
from tests.solvers.render.html.measured import STUCK, compared, no_matplotlib, row, settled
from tests.solvers.render.html.parsed import Page, faultless


def page_of(rows: list[ComparisonRow], **more: Any) -> Page:
    return faultless(compared(rows, **more))


@pytest.fixture
def _no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", no_matplotlib)


@pytest.mark.usefixtures("_no_matplotlib")
def test_without_matplotlib_the_page_has_the_table_and_a_sentence() -> None:
    page = page_of([row("sat", settled(0.5))])
    assert "There is no plot here: a plot needs matplotlib" in page.text
    assert page.all("table", "sortable")


@pytest.mark.usefixtures("_no_matplotlib")
def test_the_table_has_the_figures_the_quickest_first() -> None:
    page = page_of([row("slow", settled(2.0)), row("stuck", STUCK), row("quick", settled(0.5))])
    for words in (
        "1,234\N{NO-BREAK SPACE}clauses",
        "5\N{NO-BREAK SPACE}conflicts",
        "20 MB",
        "503.0 ms",
        "2.00 s",
        "solver 1.0",
        "stopped",
    ):
        assert words in page.text
    assert page.text.index("quick") < page.text.index("slow") < page.text.index("stuck")
    orders = [head["aria-sort"] for head in page.all("th")]
    assert orders.count("ascending") == 1
    assert orders.count("none") == len(orders) - 1
    assert "python -m solvers.compare sudoku" in page.text


@pytest.mark.usefixtures("_no_matplotlib")
def test_total_and_status_stand_beside_the_backend_and_the_parts_of_the_times_are_folded() -> None:
    page = page_of([row("sat", settled(0.5))])
    heads = [(head.get("class") or "").split() for head in page.all("th")]
    names = re.findall(r"formulation|backend|total|status", page.text[page.text.index("A click on") :])
    assert names[:4] == ["formulation", "backend", "total", "status"]
    assert ["parts" in classes for classes in heads[:5]] == [False] * 5
    assert sum("parts" in classes for classes in heads) == 7  # four spans, CPU, size and effort
    assert page.all("button", "every-column")


@pytest.mark.usefixtures("_no_matplotlib")
def test_repeated_runs_show_their_spread() -> None:
    assert "497.0–697.0 ms" not in page_of([row("sat", settled(0.5, 0.7, 0.6))]).text
    assert "500.0–700.0 ms" in page_of([row("sat", settled(0.5, 0.7, 0.6))]).text


@pytest.mark.usefixtures("_no_matplotlib")
def test_many_instances_are_summed_up_and_a_family_is_shown_by_size() -> None:
    rows = [row("sat", settled(place + 1.0), f"instance {place}") for place in range(6)]
    summed = page_of(rows)
    assert "6 of 6" in summed.text
    assert "PAR-2" in summed.text
    assert "all 6 rows" in summed.text
    grown = page_of(rows, sizes=[4, 8, 12, 16, 20, 24])
    assert "Sudoku, sizes 4, 8, 12, 16, 20, 24" in grown.text
    assert "PAR-2" not in grown.text


@pytest.mark.usefixtures("_no_matplotlib")
def test_disagreements_and_those_left_out_are_named() -> None:
    page = page_of(
        [row("sat", settled(0.5))],
        disagreements=["one: sat found 2 <answers>"],
        left_out=[LeftOut("cells", "dlx", "cannot take <this>")],
    )
    assert page.all("p", "bad")
    assert "one: sat found 2 <answers>" in page.text
    assert "cells × dlx: cannot take <this>" in page.text


@pytest.mark.usefixtures("_no_matplotlib")
def test_a_comparison_of_nothing_is_still_a_page() -> None:
    assert "Nothing to compare" in page_of([]).text


def test_the_plot_is_part_of_the_page() -> None:
    pytest.importorskip("matplotlib")
    page = page_of([row("sat", settled(0.5, 0.6), NAME), row("mip", settled(2.0), NAME)])
    assert page.all("div", "chart")[0]["role"] == "img"
    ids = [node["id"] for node in page.all("g") if "id" in node]
    assert len(ids) == len(set(ids)) > 20
    assert not page.all("metadata")
    assert "cells × sat" in page.text
    assert page.text.count(NAME) >= 3  # in the heading, on the tab and above the plot


def test_a_bad_name_is_met_before_any_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(main, ["grecian", "--html", str(tmp_path / "page.csv")]) == BAD_INPUT
    assert ".html or .htm" in capsys.readouterr().err


def test_compare_writes_the_page(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert main(["grecian", "--instance", "toy", "--backends", "backtracking", "--html", str(target)]) == ANSWERED
    page = faultless(target.read_text(encoding="utf-8"))
    assert "All that were settled agree" in page.text
    assert "backtracking" in page.text


def test_a_column_is_sorted_with_the_empty_cells_last() -> None:
    cells = [Cell("3", 3), Cell(""), Cell("1", 1)]
    page = Page(
        "<!DOCTYPE html>\n"
        + sortable("c", [TableColumn("n", cells), TableColumn("k", [Cell("c"), Cell("e"), Cell("a")])], "n")
    )
    assert page.text.replace("\n", "").endswith("nk1a3ce")
