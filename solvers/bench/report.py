"""The report of a benchmark: as text, as JSON, and as the table of its page."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from typing import Any

from models.errors import InputError
from solvers.bench.figures import Figure, Samples
from solvers.cli.files import write_whole

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"

LIBRARIES = ("puzzlebench", "ortools", "python-sat", "numpy", "xcover", "pyxcc", "miniexact", "cpmpy", "distributed")

COLUMNS = ("measured", "here", "theirs", "against", "ratio", "must be", "what both sides do")
HEADING = f"| {' | '.join(COLUMNS)} |\n|---|--:|--:|---|--:|---|---|"


def context(samples: Samples) -> dict[str, Any]:
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
        "sample": samples.name,
    }


def as_text(figures: Sequence[Figure], circumstances: dict[str, Any]) -> str:
    """The figures for a terminal, and what they belong to."""
    lines = [f"Measured {_when(circumstances)}: {_machine(circumstances)}"]
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            lines += ["", f"{group:41} {'ours':>12} {'theirs':>12} {'against':14} {'ratio':>7}   must"]
        verdict = {True: "holds", False: "DOES NOT HOLD", None: ""}[figure.holds]
        ours, peer, ratio = _values(figure)
        values = f"{ours:>12} {peer:>12} {figure.against:14} {ratio:>7}"
        line = f"  {figure.name:39} {values}   {figure.bound:12} {verdict:14} {figure.note}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def as_json(figures: Sequence[Figure], circumstances: dict[str, Any]) -> str:
    keys = ("group", "name", "ours", "peer", "against", "unit", "bound", "note", "ratio", "holds")
    records = [{key: getattr(figure, key) for key in keys} for figure in figures]
    return json.dumps({**circumstances, "figures": records}, ensure_ascii=False, indent=1) + "\n"


def sections(figures: Sequence[Figure], circumstances: dict[str, Any]) -> dict[str, list[str]]:
    """The rows of each group: its name with what holds for all, then a row for each figure with a peer or a bound.

    One row has all figures that have neither.
    """
    rows: dict[str, list[str]] = {}
    for group in dict.fromkeys(figure.group for figure in figures):
        of_group = [figure for figure in figures if figure.group == group]
        compared = [figure for figure in of_group if figure.peer is not None or figure.bound]
        notes = [figure.note.split("; ") for figure in compared]
        common = [part for part in notes[0] if all(part in note for note in notes)] if len(notes) > 1 else []
        rows[group] = [_row(f"**{group}** ({_when(circumstances)})", note="; ".join(common))]
        previous = ""
        for figure, parts in zip(compared, notes, strict=True):
            bound = f"{figure.bound}{' (it is not)' if figure.holds is False else ''}"
            note = "; ".join(part for part in parts if part not in common)
            ours, peer, ratio = _values(figure)
            cells = ours, peer, figure.against, ratio, bound
            rows[group].append(_row(figure.name, *cells, note="″" if note and note == previous else note))
            previous = note
        others: dict[str, list[str]] = {}
        for figure in of_group:
            if figure not in compared:
                others.setdefault(figure.note, []).append(" ".join(filter(None, [figure.name, _values(figure)[0]])))
        if others:
            printed = [f"{', '.join(names)}{note and f' ({note})'}" for note, names in others.items()]
            rows[group].append(_row("the others", note="; ".join(printed)))
    return rows


def _row(name: str, *cells: str, note: str) -> str:
    filled = [name, *cells, *[""] * (len(COLUMNS) - 2 - len(cells)), note]
    return f"| {' | '.join(cell.replace('|', '/') for cell in filled)} |"


def check_places(json_file: Path | None, readme: Path | None) -> None:
    """Make sure, before minutes of measuring, that there is a place for what comes out."""
    if json_file is not None and not json_file.parent.is_dir():
        raise InputError("cannot be written: there is no such folder", json_file)
    if readme is not None:
        _around_table(readme)


def replace_table(path: Path, figures: Sequence[Figure], circumstances: dict[str, Any]) -> None:
    """Put the figures into the table between the two marks of a file.

    Groups that were not measured now stay as they are where this machine measured them, with the same libraries.
    """
    before, old, after = _around_table(path)
    machine = f"{_machine(circumstances)}."
    kept: dict[str, list[str]] = {}
    if old.startswith(HEADING) and old.endswith(machine):
        for row in old.removeprefix(HEADING).removesuffix(machine).split("\n"):
            if row.startswith("| **"):
                kept[row.split("**")[1]] = []
            if row:
                kept[next(reversed(kept))].append(row)
    rows = ({**kept, **sections(figures, circumstances)}).values()
    table = "\n".join([HEADING, *chain(*rows), "", machine])
    write_whole(path, f"{before}{BEGIN}\n{table}\n{END}{after}".encode())


def _around_table(path: Path) -> tuple[str, str, str]:
    """What stands in a file before the first mark, between the two, and after the second."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    before, begin, rest = text.partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise InputError(f"has no place for the table; the marks {BEGIN} and {END} are expected", path)
    return before, table.strip(), after


def _when(circumstances: dict[str, Any]) -> str:
    load = "" if circumstances["load"] is None else f", load {circumstances['load']}"
    return "{date}, {sample} samples".format(**circumstances) + load


def _machine(circumstances: dict[str, Any]) -> str:
    libraries = ", ".join(f"{name} {found}" for name, found in circumstances["libraries"].items())
    where = "{processor}, {cores} cores, {system}, Python {python}, ".format(**circumstances)
    return f"{where}{libraries}; seed {circumstances['seed']}"


def _values(figure: Figure) -> tuple[str, str, str]:
    ours, peer = ("" if side is None else _value(side, figure.unit) for side in (figure.ours, figure.peer))
    return ours, peer, "" if figure.ratio is None else f"{figure.ratio:.2f}"


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
