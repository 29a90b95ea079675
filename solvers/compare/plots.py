"""Plots of a comparison: bars with their spread, a cactus plot for many instances, curves for a family."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32

from models.errors import InputError, PuzzlebenchError
from models.kit.svg import FONTS
from solvers.cli.files import write_whole
from solvers.cli.text import rounded_duration
from solvers.compare.record import Comparison, ComparisonRow

COLOURS = {
    "kernel": "#0072b2",
    "cpsat": "#d55e00",
    "sat": "#009e73",
    "dlx": "#cc79a7",
    "mip": "#d18f00",
    "backtracking": "#3f9fd8",
    "maxsat": "#8f6fd1",
    "classic": "#8a5a2b",
}
"""A backend's colour in every plot, readable on light and on dark; others get one of ``OTHERS`` by their name."""
OTHERS = ("#6b7280", "#a3742b", "#4f8a10", "#b0446c", "#00838f", "#9a6324")

WIDE, NARROW = 9.0, 4.1
"""How many inches wide a plot is: on a sheet, and on a phone."""

MARKERS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx")

LIMIT = "time limit for declare + load + search"

LOG_SCALE_RATIO = 1000
"""Sizes so many times as large as others are drawn on a logarithmic scale."""


def check_plot(path: Path) -> None:
    """Make sure that ``path`` is something ``plot`` can write.

    Raises:
        InputError: when the file's ending is none that is known, or its folder does not exist.
        PuzzlebenchError: when matplotlib is missing.
    """
    if path.suffix not in (".svg", ".png"):
        raise InputError(f"ends in {path.suffix or 'nothing'}; a plot is written as .svg or .png", path)
    if not path.parent.is_dir():
        raise InputError("cannot be written: there is no such folder", path)
    _need_matplotlib()


def plot(comparison: Comparison, path: Path) -> None:
    check_plot(path)
    write_whole(path, drawing(comparison, path.suffix[1:]))


def colour(backend: str) -> str:
    """The colour of a backend, wherever it is drawn; ``sat:glucose4`` has a shade of that of ``sat``."""
    family, colon, variant = backend.partition(":")
    plain = COLOURS.get(family) or OTHERS[crc32(family.encode()) % len(OTHERS)]
    if not colon:
        return plain
    ground, part = ((0, 0.3), (255, 0.3), (0, 0.5), (255, 0.5))[crc32(variant.encode()) % 4]
    channels = (int(plain[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round((1 - part) * channel + part * ground):02x}" for channel in channels)


def drawing(
    comparison: Comparison,
    kind: str,
    style: Mapping[str, Any] = MappingProxyType({}),
    width: float = WIDE,
    prefix: str = "",
) -> bytes:
    """What was measured as a picture, of the ``kind`` svg or png, ``WIDE`` or ``NARROW``; see :func:`drawn`."""
    rows, limit = comparison.rows, comparison.request.time_limit or 0.0
    instances = comparison.by_instance()
    size = (width, 5.5)
    draw: Callable[[Any], None]
    if comparison.sizes is not None:
        draw = partial(_growth, rows=rows, sizes=comparison.sizes, limit=limit)
    elif len(instances) == 1:
        draw = partial(_bars, rows=rows, limit=limit)
        size = (width, 1.4 + (0.75 if width == NARROW else 0.45) * max(2, len(rows)))  # room for each label
    else:
        draw = partial(_cactus, rows=rows, limit=limit)
    names = ", ".join(instance.name for instance in instances)
    return drawn(draw, f"Seconds that each backend takes: {names}", kind, style, size, prefix)


def drawn(
    draw: Callable[[Any], None],
    title: str,
    kind: str,
    style: Mapping[str, Any] = MappingProxyType({}),
    size: tuple[float, float] = (WIDE, 5.5),
    prefix: str = "",
) -> bytes:
    """What ``draw`` puts on the axes it is given, as a picture of the ``kind`` svg or png, in the look of all plots.

    Plots that stand on one page have a ``prefix`` each, so that they share no id, and say nothing of their making.
    """
    _need_matplotlib()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    # The same picture is the same file, and words stay words, to be found and read aloud.
    look: Any = {"svg.hashsalt": prefix or "puzzlebench", "svg.fonttype": "none", **style}
    metadata = dict.fromkeys(("Creator", "Date", "Format", "Type")) if prefix else {"Title": title, "Date": None}
    with matplotlib.rc_context(look):
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        if prefix:
            figure.draw_without_rendering()  # which makes the marks on the axes
            for number, artist in enumerate(figure.findobj()):
                artist.set_gid(f"{prefix}-{number}")
        out = BytesIO()
        figure.savefig(out, format=kind, metadata=metadata if kind == "svg" else {"Title": title})
        pyplot.close(figure)
    if kind == "png":
        return out.getvalue()
    return _DEFAULT_FONTS.sub(FONTS.encode(), out.getvalue())  # the type of all other pictures


_DEFAULT_FONTS = re.compile(rb"'DejaVu Sans',[^;\"]*")


def _need_matplotlib() -> None:
    if find_spec("matplotlib") is None:
        raise PuzzlebenchError("a plot needs matplotlib, which is not installed: pip install 'puzzlebench[plot]'")


def _bars(axes: Any, rows: Sequence[ComparisonRow], limit: float) -> None:
    """One bar for each row, its length the median, a line from the least to the most; a word where there is none."""
    looks, narrow = _Looks(rows), axes.figure.get_figwidth() == NARROW
    for place, row in enumerate(rows):
        if narrow:  # the name above its bar, where there is no room beside it
            axes.annotate(row.name, (0, place - 0.5), va="center", annotation_clip=False)
        if row.total is None:
            beside(axes, row.run.status, 0, place, style="italic")
            continue
        least, most = min(row.totals), max(row.totals)
        height = 0.5 if narrow else 0.7
        axes.barh(place, row.total, height, color=colour(row.backend), hatch=looks.hatch(row), edgecolor="white")
        if len(row.totals) > 1:
            axes.plot([least, most], [place, place], "|-", color=axes.spines["left"].get_edgecolor(), markersize=10)
        beside(axes, rounded_duration(row.total), most, place)
    axes.set_yticks([] if narrow else range(len(rows)), [] if narrow else [row.name for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.8 if narrow else -0.5)  # the first row on top
    longest = max((most for row in rows for most in row.totals), default=1.0)
    about = "declare + load + search"
    if _comes_near(rows, limit):
        longest = max(longest, limit)
        axes.axvline(limit, linestyle=":", color="grey")
        about += f"\ndotted: {LIMIT}"
    seconds_in_proportion(axes.xaxis, 3 if narrow else 6)
    axes.set_xlim(0, (1.35 if narrow else 1.15) * longest)
    axes.set_xlabel(about)
    axes.set_title(rows[0].instance.name.replace("$", r"\$"), wrap=True)  # a dollar sign is no formula


def beside(axes: Any, words: str, end: float, place: int, **style: str) -> None:
    axes.annotate(words, (end, place), (5, 0), textcoords="offset points", va="center", **style)


def seconds_in_proportion(axis: Any, most: int) -> None:
    """An axis from nothing on, as bars need it: twice as long is twice the time; at ``most`` so many marks."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(most))
    axis.set_major_formatter(FuncFormatter(lambda seconds, place: rounded_duration(seconds) if seconds else "0"))


def _cactus(axes: Any, rows: Sequence[ComparisonRow], limit: float) -> None:
    """Instances settled against the time each took, as solver competitions draw it."""
    looks = _Looks(rows)
    for mine in looks.pairs:
        times = sorted(row.total for row in mine if row.total is not None)
        axes.plot(range(1, len(times) + 1), times, markersize=3, **looks.line(mine[0]))
    _limit(axes, rows, limit)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("instances settled, the quickest first")
    axes.set_ylabel("declare + load + search of each (log scale)")


def _growth(axes: Any, rows: Sequence[ComparisonRow], sizes: Sequence[int | str], limit: float) -> None:
    """Seconds against size; a curve ends where its backend stopped, marked by a cross."""
    numbers = [size for size in sizes if isinstance(size, int)]
    places = numbers if len(numbers) == len(sizes) else list(range(len(sizes)))
    place_of = dict(zip(dict.fromkeys(row.instance for row in rows), places, strict=False))
    looks = _Looks(rows)
    for mine in looks.pairs:
        settled = [(place_of[row.instance], row.total) for row in mine if row.total is not None]
        (line,) = axes.plot([place for place, _ in settled], [time for _, time in settled], **looks.line(mine[0]))
        lost = [place_of[row.instance] for row in mine if _lost(row)]
        axes.plot(lost, [limit] * len(lost), "x", color=line.get_color())
    _limit(axes, rows, limit)
    if places is not numbers:
        axes.set_xticks(places, list(map(str, sizes)))
        if sum(len(str(size)) for size in sizes) > 8 * axes.figure.get_figwidth():
            axes.tick_params("x", rotation=90)
    elif min(numbers) > 0 and max(numbers) >= LOG_SCALE_RATIO * min(numbers):
        axes.set_xscale("log")
    else:
        axes.set_xticks(_apart(numbers, axes.figure.get_figwidth()))  # those that were measured
    axes.set_xlabel(f"size{' (log scale)' * (axes.get_xscale() == 'log')}")
    axes.set_ylabel("declare + load + search (log scale)")


def _limit(axes: Any, rows: Sequence[ComparisonRow], limit: float) -> None:
    """Times as people say them up a logarithmic axis, the time limit where something comes near it, and the legend."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=12))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, place: rounded_duration(seconds)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    if _comes_near(rows, limit):
        axes.axhline(limit, linestyle=":", color="grey", label=LIMIT.replace(" for ", " for\n") + "\n(×: not settled)")
    axes.grid(alpha=0.3)
    if axes.figure.get_figwidth() == NARROW:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
    else:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


def _apart(numbers: Sequence[int], inches: float) -> list[int]:
    """Those of ``numbers`` that can be written below an axis of so many inches side by side; the last always."""
    every = sorted(set(numbers))
    room = (every[-1] - every[0]) * 0.14 * len(str(every[-1])) / inches
    kept = [every[-1]]
    for number in reversed(every):
        if kept[-1] - number > room:
            kept.append(number)
    return kept[::-1]


def _comes_near(rows: Sequence[ComparisonRow], limit: float) -> bool:
    """Whether a row did not settle the question, or took more than half of its time."""
    return any(_lost(row) or (row.total or 0.0) > limit / 2 for row in rows)


def _lost(row: ComparisonRow) -> bool:
    """Whether a row was run and did not settle the question."""
    return row.total is None and row.run.status not in ("not run", "cannot take", "missing")


class _Looks:
    """The colour, line, marker and hatching of each pair, of which ``pairs`` has the rows."""

    def __init__(self, rows: Sequence[ComparisonRow]) -> None:
        self._formulations = list(dict.fromkeys(row.formulation for row in rows))
        names = dict.fromkeys(row.name for row in rows)
        self.pairs = [[row for row in rows if row.name == name] for name in names]

    def hatch(self, row: ComparisonRow) -> str:
        return self._of(row, HATCHES)

    def line(self, row: ComparisonRow) -> dict[str, str]:
        looks = {"linestyle": self._of(row, LINES), "marker": self._of(row, MARKERS)}
        return {"color": colour(row.backend), **looks, "label": row.name}

    def _of(self, row: ComparisonRow, looks: Sequence[str]) -> str:
        return looks[self._formulations.index(row.formulation) % len(looks)]
