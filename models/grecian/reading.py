"""Files of dials, in TOML.

Their keys: ``target``, one number for all columns or a list of one each; ``dials``, a list of texts from the
bottom up, each with one ring a line from the outermost in, its columns clockwise; a hole is ``.`` and 0 is
an ordinary number. A dial with fewer lines than the largest is smaller: it lacks the outermost rings.
``name`` (else the file's own) and ``source`` are free text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.grecian.instance import Dials, Ring
from models.kit.files import read_text
from models.kit.names import printable, shown
from models.kit.toml import line_of, read_toml

KEYS = ("name", "source", "target", "dials")

LARGEST = 999_999
"""The largest number a dial or a target may show; no puzzle comes near it and no solver overflows."""


def read_dials(path: Path) -> Iterator[Dials | InputError]:
    """The one instance of a file, or the error that says what is wrong with it."""
    try:
        yield _dials(path, read_toml(path, KEYS))
    except InputError as error:
        yield error


def _dials(path: Path, table: dict[str, Any]) -> Dials:
    dials = _rings(path, table)
    columns, reach = len(dials[0][-1]), max(map(len, dials))
    outside = ((None,) * columns,)
    targets = _targets(path, table, columns)
    whole = tuple(outside * (reach - len(dial)) + dial for dial in dials)
    return Dials(table.get("name") or printable(path.stem), targets, whole, table.get("source", ""))


def _targets(path: Path, table: dict[str, Any], columns: int) -> tuple[int, ...]:
    if "target" not in table:
        raise InputError("there is no target; expected is the sum of every column, such as target = 42", path)
    target = table["target"]
    targets = target if isinstance(target, list) else [target] * columns
    for place, number in enumerate(targets):
        if type(number) is not int or not 0 <= number <= LARGEST:
            line = line_of(path, "target", place)
            raise InputError(f"the target is {shown(number)}; a number from 0 to {LARGEST} is expected", path, line)
    if len(targets) != columns:
        found = f"there are {len(targets)} targets for {columns} columns"
        raise InputError(f"{found}; one number for all or one a column is expected", path, line_of(path, "target"))
    return tuple(targets)


def _rings(path: Path, table: dict[str, Any]) -> list[tuple[Ring, ...]]:
    """The rings of each dial, all of the same length."""
    texts = table.get("dials")
    if not isinstance(texts, list) or not texts:
        found = "there are no dials" if not texts else f"dials is {shown(texts)}"
        raise InputError(f"{found}; a list of texts is expected, one a dial", path, line_of(path, "dials"))
    dials: list[tuple[Ring, ...]] = []
    columns = None
    for dial, text in enumerate(texts):
        if not isinstance(text, str):
            found = f"dial {dial} is {shown(text)}"
            raise InputError(f"{found}; a text with one ring a line is expected", path, line_of(path, "dials", dial))
        rings: list[Ring] = []
        for row, line in enumerate(text.split("\n")):
            if not line.strip():
                continue
            ring = f"dial {dial}, ring {len(rings) + 1}"
            try:
                rings.append(_ring(ring, line.split(), columns, "ring 1" if rings or dial == 0 else "dial 0"))
            except InputError as error:
                raise InputError(error.sentence, path, _line(path, dial, row)) from None
            columns = len(rings[0])
        if not rings:
            found = f"dial {dial} has no ring"
            raise InputError(f"{found}; a line of numbers is expected", path, line_of(path, "dials", dial))
        dials.append(tuple(rings))
    return dials


def _ring(ring: str, words: list[str], columns: int | None, model: str) -> Ring:
    """The numbers and holes of one line; there must be as many as ``columns``, the width of ``model``."""
    for word in words:
        if word != "." and not _is_number(word):
            found = f"{ring} has {shown(word)}"
            raise InputError(f"{found}; a number from 0 to {LARGEST} or a dot for a hole is expected")
    if columns is not None and len(words) != columns:
        found = f"{ring} has {len(words)} number{'s' * (len(words) > 1)}"
        raise InputError(f"{found}; every ring needs {columns}, as {model} has")
    return tuple(None if word == "." else int(word) for word in words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(LARGEST))


def _line(path: Path, dial: int, row: int) -> int | None:
    """The line of the file on which ``row`` of a dial's text stands."""
    start = line_of(path, "dials", dial)
    if start is None:
        return None
    # A newline right after the opening quotes is no part of the text.
    opens_alone = read_text(path).split("\n")[start - 1].rstrip().endswith(("'''", '"""'))
    return start + row + opens_alone
