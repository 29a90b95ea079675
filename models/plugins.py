"""Registered objects by name: ours, and what other packages add through entry points."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from models.errors import InputError, PuzzlebenchError
from models.kit.names import hint, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class BrokenPlugin(PuzzlebenchError):
    """What another package adds cannot be loaded."""


def plugins(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of ``group`` by name; of two packages with the same name, the first found counts."""
    return _installed(group, tuple(sys.path))


@cache
def _installed(group: str, _path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """What is found once for each place that packages are looked for in: every one of them has a file to be read."""
    from importlib.metadata import entry_points  # takes its time, and most commands need none of it

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        found.setdefault(entry.name, entry)
    return found


def load_plugin(entry: EntryPoint, kind: type) -> Any:
    """The object that ``entry`` names; a BrokenPlugin when it cannot be imported, or is none of its ``kind``."""
    what = f"{kind.__name__.lower()} {entry.name}"
    whose = f" of {entry.dist.name}" if entry.dist is not None else ""
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:  # another package's code can fail in any way
        raise BrokenPlugin(f"{what} ({entry.value}{whose}) cannot be loaded: {in_one_line(error)}") from error
    if not isinstance(found, kind):
        raise BrokenPlugin(f"{what} ({entry.value}{whose}) cannot be used: {found!r} is no {kind.__name__} object")
    return found


def imported(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def names(ours: Mapping[str, str], group: str) -> list[str]:
    """The words of what is registered: ours, and what other packages add to ``group``."""
    return list(dict.fromkeys([*ours, *plugins(group)]))


def find(kind: type, name: str, ours: Mapping[str, str], group: str) -> Any:
    """The object registered as ``name``, imported only now; an InputError when there is none."""
    if name in ours:
        return imported(ours[name])
    entry = plugins(group).get(name)
    if entry is None:
        what = kind.__name__.lower()
        known = names(ours, group)
        instead = hint(name, known, f"the {what}s are {', '.join(known)}")
        raise InputError(f"there is no {what} {shown(name)}; {instead}")
    return load_plugin(entry, kind)


def in_one_line(error: BaseException) -> str:
    """The type of ``error`` and the first line of what it says."""
    lines = str(error).strip().splitlines()
    if not lines:
        return type(error).__name__
    return f"{type(error).__name__}: {lines[0]}" + (" …" if len(lines) > 1 else "")
