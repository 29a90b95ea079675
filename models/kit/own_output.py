"""Files of answers, as a run writes them, told by their columns or keys: they are no files of puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from models.errors import InputError


def refuse_columns(columns: Iterable[object], path: Path | str) -> None:
    """Complain of a table of answers.

    Raises:
        InputError: when it is one, by the names of its columns.
    """
    names = {*columns}
    if names >= _KEYS or names >= _COLUMNS:
        raise InputError("this is what a run wrote, and no file of puzzles", path)


def refuse_records(head: bytes, path: Path | str) -> None:
    """Complain of answers as records of JSON, or with commas between.

    Raises:
        InputError: when they are some, by how the file begins.
    """
    names = head.partition(b"\n")[0].decode("utf-8-sig", "replace").strip().split(",")
    refuse_columns(_KEYS if _RECORD.match(head) else names, path)


_KEYS = frozenset(("puzzle", "instance", "status", "answers"))
"""Of records, and of the tables of version 0.1."""
_COLUMNS = frozenset(("number", "name", "status", "verdict"))
_RECORD = re.compile(rb'\s*(?:\[\s*)?\{"puzzle": "[^"]*", "instance": ')
