"""Measurements drawn: bars with their spread, a cactus plot for many instances, curves for a growing family."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.errors import InputError, PuzzlebenchError
from solvers.contest import Row

MARKERS = "osD^vP*X<>hd"


def plot(rows: Sequence[Row], path: Path, sizes: Sequence[int] | None, limit: float) -> None:
    """Draw ``rows`` into ``path``, an .svg or .png file.

    Args:
        sizes: the sizes of a family's instances, in their order; None when they are no family.
        limit: the time limit of each run, drawn where it matters.

    Raises:
        InputError: when the file's ending is neither.
        PuzzlebenchError: when matplotlib is missing.
    """
    if path.suffix not in (".svg", ".png"):
        raise InputError(f"ends in {path.suffix or 'nothing'}; a plot is written as .svg or .png", path)
    try:
        import matplotlib
    except ImportError:
        raise PuzzlebenchError(
            "a plot needs matplotlib, which is not installed: pip install 'puzzlebench[plot]'"
        ) from None
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "puzzlebench"  # the same picture is the same file
    from matplotlib import pyplot

    pyplot.style.use("tableau-colorblind10")
    figure, axes = pyplot.subplots(figsize=(9, 5.5), layout="constrained")
    if sizes is not None:
        _growth(axes, rows, sizes, limit)
    elif len({row.instance for row in rows}) == 1:
        _bars(axes, rows)
    else:
        _cactus(axes, rows, limit)
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None
    finally:
        pyplot.close(figure)


def _bars(axes: Any, rows: Sequence[Row]) -> None:
    """One bar for each row, its length the median, a line from the least to the most."""
    solved = [row for row in rows if row.total is not None]
    for place, row in enumerate(solved):
        totals = [sum(run.wall.get(part, 0.0) for part in ("model", "load", "search")) for run in row.runs]
        middle = row.total or 0.0
        spread = [[middle - min(totals)], [max(totals) - middle]]
        axes.barh(place, middle, xerr=spread, capsize=4, color=f"C{place % 10}")
        axes.annotate(f" {middle:.3g} s", (max(totals), place), va="center")
    axes.set_yticks(range(len(solved)), [row.name for row in solved])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.margins(x=0.2)
    axes.set_xlabel("seconds: declare + load + search (log scale)")
    axes.set_title(rows[0].instance.name)


def _cactus(axes: Any, rows: Sequence[Row], limit: float) -> None:
    """Instances solved against the time each took, as solver competitions draw it."""
    for place, (name, mine) in enumerate(_by_pair(rows)):
        times = sorted(row.total for row in mine if row.total is not None)
        axes.plot(range(1, len(times) + 1), times, marker=MARKERS[place % len(MARKERS)], markersize=3, label=name)
    axes.axhline(limit, linestyle=":", color="grey", label="time limit")
    axes.set_yscale("log")
    axes.set_xlabel("instances solved")
    axes.set_ylabel("seconds for each (log scale)")
    axes.legend()


def _growth(axes: Any, rows: Sequence[Row], sizes: Sequence[int], limit: float) -> None:
    """Seconds against size; a curve ends where its backend stopped, marked by a cross."""
    size_of = dict(zip(dict.fromkeys(row.instance for row in rows), sizes, strict=True))
    for place, (name, mine) in enumerate(_by_pair(rows)):
        solved = [(size_of[row.instance], row.total) for row in mine if row.total is not None]
        marker = MARKERS[place % len(MARKERS)]
        (line,) = axes.plot([s for s, _ in solved], [t for _, t in solved], marker=marker, label=name)
        lost = [size_of[row.instance] for row in mine if row.total is None]
        axes.plot(lost, [limit] * len(lost), "x", color=line.get_color())
    axes.axhline(limit, linestyle=":", color="grey", label="time limit (×: not solved)")
    axes.set_yscale("log")
    axes.set_xlabel("size")
    axes.set_ylabel("seconds: declare + load + search (log scale)")
    axes.legend()


def _by_pair(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    names = dict.fromkeys(row.name for row in rows)
    return [(name, [row for row in rows if row.name == name]) for name in names]
