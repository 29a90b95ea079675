"""Measurements drawn: what each kind of plot shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from models.errors import InputError, PuzzlebenchError
from models.registry import load_puzzle
from solvers.compare.record import Comparison, ComparisonRow, Measurement
from solvers.compare.request import CompareRequest

pytest.importorskip("matplotlib")

from solvers.compare.plots import check_plot, colour, plot
from tests.tables import rows


@dataclass(frozen=True)
class Named:
    """An instance that is nothing but its name."""

    name: str


def row(instance: str, formulation: str, backend: str, *seconds: float | None) -> ComparisonRow:
    runs = [
        Measurement("stopped") if span is None else Measurement("answered", complete=True, wall={"search": span})
        for span in seconds
    ]
    return ComparisonRow(Named(instance), formulation, backend, tuple(runs))


ONE = [row("one", "cells", "sat", 0.1, 0.2, 0.4), row("one", "cover", "sat", 2), row("one", "cells", "mip", None)]
MANY = [*ONE, row("two", "cells", "sat", 0.3), row("two", "cover", "sat", None), row("two", "cells", "mip", None)]


def drawn(rows: list[ComparisonRow], path: Path, sizes: list[int] | list[str] | None = None) -> str:
    """The words in a plot, as it is written with text as text."""
    plot(Comparison(load_puzzle("sudoku"), CompareRequest(time_limit=10), rows, sizes=sizes), path)
    return " ".join("".join(ElementTree.parse(path).getroot().itertext()).split())


@rows(
    ("rows", "sizes", "wanted", "unwanted"),
    [
        (ONE, None, ["cells × sat", "200 ms", "cover × sat", "2 s", "cells × mip", "stopped", "time limit"], []),
        (ONE[:2], None, ["cells × sat"], ["time limit"]),
        (MANY, None, ["instances settled", "cells × sat", "cells × mip", "time limit"], []),
        (MANY, [4, 8], ["size", "cells × sat", "time limit for declare + load + search (×: not settled)"], []),
        (MANY, ["4x3x12", "5x4x12"], ["4x3x12", "5x4x12"], []),
        (MANY, [100, 10**7], ["size (log scale)"], []),
        (MANY, [4, 100], ["size"], ["size (log scale)"]),
        ([ONE[2]], None, ["stopped"], []),
        ([ONE[2], MANY[5]], None, ["cells × mip"], []),
        ([ONE[2], MANY[5]], [4, 8], ["size"], []),
    ],
)
def test_each_kind_of_plot_has_its_words(
    rows: list[ComparisonRow], sizes: Any, wanted: list[str], unwanted: list[str], tmp_path: Path
) -> None:
    words = drawn(rows, tmp_path / "plot.svg", sizes)
    assert [word for word in wanted if word not in words] == []
    assert [word for word in unwanted if word in words] == []


def bars(path: Path, *rows: ComparisonRow) -> dict[str, list[float]]:
    """How long the bars of each colour are."""
    drawn(list(rows), path)
    lengths: dict[str, list[float]] = {}
    for node in ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}path"):
        fill = re.search(r"fill: (#\w+); stroke: #ffffff", node.get("style", ""))
        if fill:
            xs = [float(x) for x in re.findall(r"[ML] ([-\d.]+)", node.get("d", ""))]
            lengths.setdefault(fill[1], []).append(max(xs) - min(xs))
    return lengths


def test_bars_are_as_long_as_the_times_they_stand_for(tmp_path: Path) -> None:
    (two,), (one,) = bars(tmp_path / "bars.svg", row("one", "a", "sat", 2), row("one", "a", "dlx", 1)).values()
    assert two == pytest.approx(2 * one)


def test_a_backend_has_its_own_colour_whoever_it_is_compared_with(tmp_path: Path) -> None:
    alone = bars(tmp_path / "alone.svg", row("one", "a", "dlx", 1))
    beside = bars(tmp_path / "beside.svg", row("one", "a", "sat", 1), row("one", "a", "dlx", 1))
    assert set(alone) == {colour("dlx")}
    assert list(beside) == [colour("sat"), colour("dlx")]


def test_the_backends_of_the_house_and_shades_of_one_differ_in_colour() -> None:
    names = ["backtracking", "classic", "cpsat", "dlx", "kernel", "maxsat", "mip", "sat", "sat:glucose4", "mine"]
    assert len(set(map(colour, names))) == len(names)


def test_plots_are_written_in_the_type_of_all_pictures(tmp_path: Path) -> None:
    for sizes in (None, [4, 8]):
        drawn(MANY if sizes else ONE, tmp_path / "plot.svg", sizes=sizes)
        content = (tmp_path / "plot.svg").read_text(encoding="utf-8")
        assert "font-family: 'Helvetica Neue', Arial" in content
        assert "Bitstream Vera" not in content


def test_sizes_close_together_do_not_write_over_each_other(tmp_path: Path) -> None:
    sizes = [4, 8, 12, 100, 101, 102, 103, 1000]
    rows = [row(f"size {size}", "cells", "sat", 0.1) for size in sizes]
    plot(Comparison(load_puzzle("sudoku"), CompareRequest(time_limit=10), rows, sizes=sizes), tmp_path / "plot.svg")
    nodes = ElementTree.parse(tmp_path / "plot.svg").getroot().iter("{http://www.w3.org/2000/svg}text")
    below = sorted((float(node.get("x", 0)), node.text or "") for node in nodes if (node.text or "").isdecimal())
    assert below[-1][1] == "1000"
    assert len(below) >= 3
    for (left, one), (right, other) in pairwise(below):
        assert right - left >= 0.6 * 10 * (len(one) + len(other)) / 2


def test_many_bars_have_room_for_their_names(tmp_path: Path) -> None:
    plot(
        Comparison(
            load_puzzle("sudoku"), CompareRequest(time_limit=10), [row("one", f"f{k}", "sat", 1) for k in range(40)]
        ),
        tmp_path / "plot.svg",
    )
    nodes = ElementTree.parse(tmp_path / "plot.svg").getroot().iter("{http://www.w3.org/2000/svg}text")
    heights = [float(node.get("y", 0)) for node in nodes if (node.text or "").startswith("f")]
    assert len(heights) == 40
    assert min(lower - upper for upper, lower in pairwise(sorted(heights))) >= 12


@rows("sizes", [None, [4]])
@rows(
    ("last", "is_drawn"),
    [
        (row("two", "cells", "sat", 4.9), False),
        (row("two", "cells", "sat", 5.1), True),
        (row("two", "cells", "sat", None), True),
        (ComparisonRow(Named("two"), "cells", "sat", (Measurement("cannot take"),)), False),
    ],
)
def test_the_limit_is_drawn_where_something_comes_near_it(
    last: ComparisonRow, is_drawn: bool, sizes: list[int] | None, tmp_path: Path
) -> None:
    rows = [last] if sizes else [ONE[0], last]
    assert ("time limit" in drawn(rows, tmp_path / "plot.svg", sizes)) == is_drawn


def test_the_same_measurements_are_the_same_file(tmp_path: Path) -> None:
    drawn(ONE, tmp_path / "one.svg")
    drawn(ONE, tmp_path / "other.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_png_is_written_where_the_name_asks_for_it(tmp_path: Path) -> None:
    plot(Comparison(load_puzzle("sudoku"), CompareRequest(time_limit=10), ONE), tmp_path / "bars.png")
    assert (tmp_path / "bars.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", ["plot.pdf", "plot", "no/such/folder.svg"])
def test_what_cannot_be_written_is_told_beforehand(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        check_plot(tmp_path / name)


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.compare.plots.find_spec", lambda name: None)
    with pytest.raises(PuzzlebenchError, match=r"pip install 'puzzlebench\[plot\]'"):
        check_plot(Path("plot.svg"))
