"""Measurements drawn: what each kind of plot shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from models.errors import InputError, PuzzlebenchError
from models.registry import load_puzzle
from solvers.comparing.record import Comparison, Measurement, Row
from solvers.request import Request

pytest.importorskip("matplotlib")

from solvers.render.plots import check_plot, plot


@dataclass(frozen=True)
class Named:
    """An instance that is nothing but its name."""

    name: str


def row(instance: str, formulation: str, backend: str, *seconds: float | None) -> Row:
    runs = [
        Measurement("stopped") if span is None else Measurement("answered", complete=True, wall={"search": span})
        for span in seconds
    ]
    return Row(Named(instance), formulation, backend, tuple(runs))


ONE = [row("one", "cells", "sat", 0.1, 0.2, 0.4), row("one", "cover", "sat", 2), row("one", "cells", "mip", None)]
MANY = [*ONE, row("two", "cells", "sat", 0.3), row("two", "cover", "sat", None), row("two", "cells", "mip", None)]


def drawn(rows: list[Row], path: Path, sizes: list[int] | list[str] | None = None) -> str:
    """The words in a plot, as it is written with text as text."""
    plot(Comparison(load_puzzle("sudoku"), Request(time_limit=10), rows, sizes=sizes), path)
    return " ".join("".join(ElementTree.parse(path).getroot().itertext()).split())


def test_one_instance_is_drawn_as_bars_with_what_was_not_settled(tmp_path: Path) -> None:
    words = drawn(ONE, tmp_path / "bars.svg")
    for word in ("cells × sat", "200 ms", "cover × sat", "2 s", "cells × mip", "stopped", "log scale"):
        assert word in words, word


def test_many_instances_are_drawn_as_a_cactus_plot(tmp_path: Path) -> None:
    words = drawn(MANY, tmp_path / "cactus.svg")
    for word in ("instances settled", "cells × sat", "cells × mip", "time limit"):
        assert word in words, word


def test_a_family_is_drawn_against_its_sizes(tmp_path: Path) -> None:
    words = drawn(MANY, tmp_path / "growth.svg", sizes=[4, 8])
    for word in ("size", "cells × sat", "time limit for declare + load + search (×: not settled)"):
        assert word in words, word


def test_sizes_in_words_are_drawn_in_their_order(tmp_path: Path) -> None:
    words = drawn(MANY, tmp_path / "growth.svg", sizes=["4x3x12", "5x4x12"])
    assert "4x3x12" in words
    assert "5x4x12" in words


def test_sizes_far_apart_are_drawn_on_a_logarithmic_scale(tmp_path: Path) -> None:
    assert "size (log scale)" in drawn(MANY, tmp_path / "growth.svg", sizes=[100, 10**7])
    assert "size (log scale)" not in drawn(MANY, tmp_path / "growth.svg", sizes=[4, 100])


@pytest.mark.parametrize("sizes", [None, [4]])
@pytest.mark.parametrize(
    ("last", "is_drawn"),
    [
        (row("two", "cells", "sat", 4.9), False),
        (row("two", "cells", "sat", 5.1), True),
        (row("two", "cells", "sat", None), True),
        (Row(Named("two"), "cells", "sat", (Measurement("cannot take"),)), False),
    ],
)
def test_the_limit_is_drawn_where_something_comes_near_it(
    last: Row, is_drawn: bool, sizes: list[int] | None, tmp_path: Path
) -> None:
    rows = [last] if sizes else [ONE[0], last]
    assert ("time limit" in drawn(rows, tmp_path / "plot.svg", sizes)) == is_drawn


def test_bars_show_the_limit_too(tmp_path: Path) -> None:
    assert "time limit" in drawn(ONE, tmp_path / "bars.svg")
    assert "time limit" not in drawn(ONE[:2], tmp_path / "bars.svg")


def test_nothing_settled_is_a_plot_too(tmp_path: Path) -> None:
    assert "stopped" in drawn([ONE[2]], tmp_path / "bars.svg")
    drawn([ONE[2], MANY[5]], tmp_path / "cactus.svg")
    drawn([ONE[2], MANY[5]], tmp_path / "growth.svg", sizes=[4, 8])


def test_the_same_measurements_are_the_same_file(tmp_path: Path) -> None:
    drawn(ONE, tmp_path / "one.svg")
    drawn(ONE, tmp_path / "other.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_png_is_written_where_the_name_asks_for_it(tmp_path: Path) -> None:
    plot(Comparison(load_puzzle("sudoku"), Request(time_limit=10), ONE), tmp_path / "bars.png")
    assert (tmp_path / "bars.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", ["plot.pdf", "plot", "no/such/folder.svg"])
def test_what_cannot_be_written_is_told_beforehand(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        check_plot(tmp_path / name)


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.render.plots.find_spec", lambda name: None)
    with pytest.raises(PuzzlebenchError, match=r"pip install 'puzzlebench\[plot\]'"):
        check_plot(Path("plot.svg"))
