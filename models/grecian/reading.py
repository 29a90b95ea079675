"""Files of dials, in TOML.

Their keys: ``target``, one number for all columns or a list of one each; ``dials``, a list of texts from the
bottom up, each with one ring a line from the outermost in; a hole is ``.`` and 0 is an ordinary number. A dial
with fewer lines than the largest lacks the outermost rings. ``name`` and ``source`` are free text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.grecian.instance import Dials, Ring
from models.kit.files import read_text
from models.kit.names import count, shown
from models.kit.toml import SchemaError, first_row, has_key, line_of, read_one, read_toml
from models.language.base import Key

FILE_KEYS = ("name", "source", "target", "dials")

EXPECTED_FILE = (
    "a file of dials says target = 42 and dials = ['''…''', '''…'''], from the bottom dial up, with the "
    "numbers of a dial between its quotes, one ring a line and a dot for a hole, as instances/grecian/toy.toml does"
)

MAX_NUMBER = 999_999  # on a dial or as a target; no puzzle comes near it and no solver overflows


def read_dials(path: Path) -> Iterator[Dials | InputError]:
    for found in read_one(path, FILE_KEYS, _dials):
        if isinstance(found, InputError) and found.line and _is_bare(path, found.line):
            yield InputError(f"here are numbers alone; {EXPECTED_FILE}", path, found.line)
        else:
            yield found


def looks_like(text: str) -> bool:
    """Return whether a file that begins with ``text`` is meant as dials: it names them, or has rings of numbers."""
    words = text.replace(",", " ").split()
    are_rings = len(words) > 1 and all(map(_is_number, words)) and max(map(int, words)) > 25
    return has_key(text, ("target", "dials")) or are_rings


def _is_bare(path: Path, line: int) -> bool:
    """Whether a file without a word of dials has on this line, where it is no TOML, numbers such as a ring has."""
    try:
        text = read_text(path)
    except InputError:
        return False
    words = text.split("\n")[line - 1].replace(",", " ").split()
    return "dials" not in text and bool(words) and all(word in ".-_x" or _is_number(word) for word in words)


def _dials(name: str, table: dict[str, Any]) -> Dials:
    dials = _rings(table)
    columns, reach = len(dials[0][-1]), max(map(len, dials))
    outside = ((None,) * columns,)
    targets = _targets(table, columns)
    return Dials(name, targets, tuple(outside * (reach - len(dial)) + dial for dial in dials), table.get("source", ""))


def _targets(table: dict[str, Any], columns: int) -> tuple[int, ...]:
    if "target" not in table:
        # The line of the dials tells that this file is meant as dials, where that is to be found out.
        raise SchemaError("there is no target; expected is the sum of every column, such as target = 42", "dials")
    target = table["target"]
    targets = target if isinstance(target, list) else [target] * columns
    for place, number in enumerate(targets):
        if type(number) is not int or not 0 <= number <= MAX_NUMBER:
            found = f"the target is {shown(number)}"
            raise SchemaError(f"{found}; a number from 0 to {MAX_NUMBER} is expected", "target", place)
    if len(targets) != columns:
        found = f"there are {len(targets)} targets for {columns} columns"
        raise SchemaError(f"{found}; one number for all or one a column is expected", "target")
    return tuple(targets)


def _rings(table: dict[str, Any]) -> list[tuple[Ring, ...]]:
    texts = table.get("dials")
    if not isinstance(texts, list) or not texts:
        found = "there are no dials" if not texts else f"dials is {shown(texts)}"
        raise SchemaError(f"{found}; a list of texts is expected, one a dial", "dials")
    dials: list[tuple[Ring, ...]] = []
    reach = max(_written(text) for text in texts)
    columns = 0  # as many as the first ring has
    for dial, text in enumerate(texts):
        if not isinstance(text, str):
            found = f"dial {dial} is {shown(text)}"
            raise SchemaError(f"{found}; a text with one ring a line is expected", "dials", dial)
        rings: list[Ring] = []
        outside = reach - _written(text)  # the rings that it lacks count, as everywhere
        for row, words in enumerate(map(str.split, text.split("\n"))):
            ring = f"dial {dial}, ring {outside + len(rings) + 1}"
            strange = next((word for word in words if word != "." and not _is_number(word)), None)
            if strange is not None:
                found = f"{ring} has {shown(strange)}"
                expected = f"a number from 0 to {MAX_NUMBER} or a dot for a hole is expected"
                raise SchemaError(f"{found}; {expected}", "dials", dial, row=row)
            columns = columns or len(words)
            if words and len(words) != columns:
                found = f"{ring} has {count(len(words), 'number')}"
                expected = f"every ring needs {columns}, as {f'ring {outside + 1}' if rings else 'dial 0'} has"
                raise SchemaError(f"{found}; {expected}", "dials", dial, row=row)
            if words:
                rings.append(tuple(None if word == "." else int(word) for word in words))
        if not rings:
            raise SchemaError(f"dial {dial} has no ring; a line of numbers is expected", "dials", dial)
        dials.append(tuple(rings))
    return dials


def _written(text: object) -> int:
    return sum(map(bool, map(str.split, text.split("\n")))) if isinstance(text, str) else 0


def line(path: Path, instance: Dials, key: Key) -> int | None:
    kind, *numbers = key
    if kind == "target" or "targets" in numbers:
        return line_of(path, "target")
    if kind == "order":
        numbers = [number for number in numbers if isinstance(number, int)]
    if not numbers or not all(isinstance(number, int) for number in numbers):
        return line_of(path, "dials")
    start = line_of(path, "dials", dial := int(numbers[0]))
    if start is None or len(numbers) == 1 or (kind == "swapped" and len(numbers) == 2):
        return start
    rows = [row for row, text in enumerate(read_toml(path)["dials"][dial].split("\n")) if text.split()]
    ring = int(numbers[1]) - (instance.rings - len(rows))  # the rings that a smaller dial lacks are not written
    return first_row(path, start) + rows[ring] if 0 <= ring < len(rows) else start


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(MAX_NUMBER))
