"""The report of a benchmark: as text, as JSON, and as the table of the README."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from models.errors import InputError
from solvers.bench.figures import Effort, Figure
from solvers.terminal.files import write_whole

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"

LIBRARIES = ("puzzlebench", "ortools", "python-sat", "numpy")


def context(effort: Effort) -> dict[str, Any]:
    """The machine, the versions and the seeds that the figures belong to."""
    libraries: dict[str, str] = {}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "libraries": libraries,
        "seed": 0,
        "sample": effort.name,
    }


def as_text(figures: Sequence[Figure], circumstances: dict[str, Any]) -> str:
    """The figures for a terminal, and what they belong to."""
    lines = [_said(circumstances)]
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            lines += ["", f"{group:41} {'ours':>12} {'by hand':>12} {'ratio':>7}   must"]
        verdict = {True: "holds", False: "DOES NOT HOLD", None: ""}[figure.holds]
        ours, peer, ratio = _values(figure)
        line = f"  {figure.name:39} {ours:>12} {peer:>12} {ratio:>7}   {figure.bound:12} {verdict:14} {figure.note}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def as_json(figures: Sequence[Figure], circumstances: dict[str, Any]) -> str:
    """Everything, for machines."""
    keys = ("group", "name", "ours", "peer", "unit", "bound", "note", "ratio", "holds")
    records = [{key: getattr(figure, key) for key in keys} for figure in figures]
    return json.dumps({**circumstances, "figures": records}, ensure_ascii=False, indent=1) + "\n"


def as_markdown(figures: Sequence[Figure], circumstances: dict[str, Any]) -> str:
    """The table of the README: every figure that stands beside hand-written code or has a bound."""
    lines = ["| measured | here | by hand | ratio | must be |", "|---|--:|--:|--:|---|"]
    for figure in figures:
        if figure.peer is not None or figure.bound:
            bound = f"{figure.bound}{' (it is not)' if figure.holds is False else ''}"
            lines.append(f"| {' | '.join([figure.name, *_values(figure), bound])} |")
    return "\n".join([*lines, "", f"{_said(circumstances)}."])


def check_places(json_file: Path | None, readme: Path | None) -> None:
    """Make sure, before minutes of measuring, that there is a place for what comes out.

    Raises:
        InputError: when there is none.
    """
    if json_file is not None and not json_file.parent.is_dir():
        raise InputError("cannot be written: there is no such folder", json_file)
    if readme is not None:
        _around_table(readme)


def replace_table(path: Path, table: str) -> None:
    """Put ``table`` between the two marks of a file.

    Raises:
        InputError: when the marks are not there.
    """
    before, after = _around_table(path)
    write_whole(path, f"{before}{BEGIN}\n{table}\n{END}{after}".encode())


def _around_table(path: Path) -> tuple[str, str]:
    """What stands in a file before the first mark and after the second."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InputError(f"has no place for the table; the marks {BEGIN} and {END} are expected", path)
    return before, after


def _said(circumstances: dict[str, Any]) -> str:
    libraries = ", ".join(f"{name} {found}" for name, found in circumstances["libraries"].items())
    return (
        "Measured in one run on {date}: {processor}, {cores} cores, {system}, Python {python}, ".format(**circumstances)
        + f"{libraries}; seed {circumstances['seed']}, {circumstances['sample']} samples"
    )


def _values(figure: Figure) -> tuple[str, str, str]:
    """Ours, the peer's and the ratio, each as it is said."""
    peer = "" if figure.peer is None else _value(figure.peer, figure.unit)
    return _value(figure.ours, figure.unit), peer, "" if figure.ratio is None else f"{figure.ratio:.2f}"


def _value(value: float, unit: str) -> str:
    if unit == "ms" and value >= 1000:
        return f"{value / 1000:.2f} s"
    digits = 3 if unit == "rho" else 0 if value >= 100 or unit == "nodes" else 1
    return f"{value:,.{digits}f}{'' if unit == '/s' else ' '}{unit}"


def _processor() -> str:
    """The model of the processor, where the system says it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or "unknown processor"
