"""Grids whose empty cells are spaces, rewritten with dots before anything else looks at them.

``53  7``, ``|53 | 7 |   |``, ``5 3     7`` and ``| 5 3   |   7   |       |`` begin such grids. Only all nine rows
together tell which column each digit stands in, and whether a line without anything on it is an empty row; lines may
have lost the spaces at their ends. What does not come out as a 9×9 grid is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from models.errors import InputError
from models.sudoku.reading.lines import UPRIGHTS, are_given_marks, are_marks, is_rule, understand

Line = str | InputError | bytes
"""A line, one that cannot be read, or many plain ones together, which are passed on."""

Row = tuple[int, str]
"""A line and its number."""

MAX_LENGTH = 40
"""Characters that a line of such a grid may have, and lines that there may be with the rules between them."""

COLUMNS = (
    tuple(range(9)),
    (0, 1, 2, 4, 5, 6, 8, 9, 10),
    tuple(range(0, 18, 2)),
    (0, 2, 4, 7, 9, 11, 14, 16, 18),
    (0, 2, 4, 8, 10, 12, 16, 18, 20),
)
"""Where the cells may stand in a line without rules: side by side or apart, with or without gaps between the boxes."""

_MAY_BE = re.compile("[1-9 |!│┃║]+")
MARKS = 9**3
"""Pencil marks of a puzzle, nine for each cell."""

_PLACED = re.compile("(?:[1.0][2.0][3.0][4.0][5.0][6.0][7.0][8.0][9.0])+")
"""Marks of a cell or several, each digit at its place."""

_LINE = re.compile("(?=.* )(?=.*[1-9])[1-9 ]{81}")


def unbroken(lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, Line]]:
    """Yield the lines; where the first are 729 pencil marks broken into 9 lines or 81, these as one."""
    held: list[tuple[int, Line]] = []
    marks, rest = "", iter(lines)
    for number, line in rest:
        held.append((number, line))
        texts = line.decode().splitlines(keepends=True) if isinstance(line, bytes) else [str(line)]
        placed = 0
        while (
            placed < len(texts) and len(marks) < MARKS and _PLACED.fullmatch(text := texts[placed].strip("\ufeff\r\n "))
        ):
            marks += text
            placed += 1
        if are_given_marks(marks):
            held = [(held[0][0], marks)]
            if placed < len(texts):
                held.append((number + placed, "".join(texts[placed:]).encode()))
        if placed < len(texts) or len(marks) >= MARKS:
            break
    yield from held
    yield from rest


def dotted(lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, Line]]:
    """The lines, those of grids with spaces for empty cells rewritten."""
    held: list[Row] = []
    try:
        for number, line in lines:
            if isinstance(line, str):
                if held and _goes_on(line):
                    held.append((number, line))
                    if len(_rows(held)) == 9 or len(held) > MAX_LENGTH:
                        yield from _settled(held, ended=False)
                        held = []
                    continue
                if held:
                    yield from _settled(held)
                    held = []
                is_short = len(line) <= MAX_LENGTH
                if is_short and " " in line and _MAY_BE.fullmatch(line) and not _is_empty((number, line)):
                    held = [(number, line)]
                    continue
                if len(line) == 81 and _LINE.fullmatch(line) and not are_marks(line):
                    line = line.replace(" ", ".")
            elif held:
                yield from _settled(held)
                held = []
            yield number, line
    except InputError:
        yield from _settled(held)
        raise
    yield from _settled(held)


def _goes_on(line: str) -> bool:
    return len(line) <= MAX_LENGTH and (not line or _MAY_BE.fullmatch(line) is not None or is_rule(line))


def _rows(held: Sequence[Row], ended: bool = False) -> list[Row]:
    """The nine rows of a grid; none where these are not, or not yet, certain.

    Where no rules tell the rows, a line without a mark may be an empty row or part two bands of boxes: it parts them
    where there is one after the third row and one after the sixth, in eleven lines.
    """
    lines = [(number, line) for number, line in held if not line.strip() or not is_rule(line)]
    if any(UPRIGHTS.search(line) for _, line in lines):
        return [row for row in lines if row[1].strip()]
    while ended and lines and _is_empty(lines[-1]):
        lines.pop()
    empty = {place for place, row in enumerate(lines) if _is_empty(row)}
    shifted = empty >= {1, 5} or empty >= {2, 6}  # where the first rows are empty and got lost
    if len(lines) == 9 and 8 not in empty and not shifted and (ended or not empty >= {3, 7}):
        return lines
    if len(lines) == 11 and empty >= {3, 7} and not empty & {9, 10}:
        return [row for place, row in enumerate(lines) if place not in (3, 7)]
    return []


def _is_empty(row: Row) -> bool:
    """Whether a line has neither a mark nor enough spaces for a row."""
    return not row[1].strip() and len(row[1]) < 9


def _settled(held: Sequence[Row], ended: bool = True) -> Iterator[Row]:
    rows = _rows(held, ended)
    cells = _cells([line for _, line in rows]) if len(rows) == 9 and not _are_ordinary(held) else None
    if cells is None:
        yield from held
    else:
        for (number, _), row in zip(rows, cells, strict=True):
            yield number, row.replace(" ", ".")


def _are_ordinary(held: Sequence[Row]) -> bool:
    rows = [line for _, line in held if line.strip() and not is_rule(line)]
    try:
        return len({len(understand(line.strip()).digits) for line in rows}) == 1
    except InputError:
        return False


def _cells(lines: Sequence[str]) -> list[str] | None:
    """The nine symbols of each row; None where they stand in no columns."""
    if any(map(UPRIGHTS.search, lines)):
        return _between_rules(lines)
    lines = [line.rstrip() for line in lines]
    indent = min(len(line) - len(line.lstrip()) for line in lines if line)
    width = max(map(len, lines))
    for left in sorted({0, indent}):
        for columns in COLUMNS:
            # Of an indented grid it must be certain where it begins.
            fits = width - left == columns[-1] + 1 if left else width <= columns[-1] + 1
            if fits and all(
                place - left in columns for line in lines for place, mark in enumerate(line) if mark != " "
            ):
                padded = [line[left:].ljust(columns[-1] + 1) for line in lines]
                return ["".join(line[column] for column in columns) for line in padded]
    return None


def _between_rules(lines: Sequence[str]) -> list[str] | None:
    """The symbols between vertical rules, which stand round each cell or round three."""
    rows = []
    for line in lines:
        parts = UPRIGHTS.split(line)
        if len(parts) in (5, 11) or (len(parts) in (4, 10) and not parts[0].strip()):
            parts = parts[1:]
        if len(parts) in (4, 10):
            parts = parts[:-1]
        rows.append(parts)
    if {*map(len, rows)} == {9}:
        cells = [[part.strip() or " " for part in parts] for parts in rows]
        return ["".join(row) for row in cells] if all(len(cell) == 1 for row in cells for cell in row) else None
    if {*map(len, rows)} != {3}:
        return None
    apart = any(len(part) > 3 for parts in rows for part in parts)
    groups = [[_apart(part) if apart else part.ljust(3) for part in parts] for parts in rows]
    return ["".join(row) for row in groups] if all(len(group) == 3 for row in groups for group in row) else None


def _apart(part: str) -> str:
    """Three cells with a space between, and perhaps before the first; as they are where that does not fit."""
    first = 1 if not part[::2].strip() else 0
    cells = part.ljust(7)[first::2][:3]
    return cells if len(part) <= 7 and cells.replace(" ", "") == part.replace(" ", "") else part
