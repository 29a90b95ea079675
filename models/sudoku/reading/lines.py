"""Lines of Sudoku files: a whole puzzle, a row of a grid, or a rule between boxes.

A cell is a symbol (1-9, then A, B, C … in either case) or a whole number; an empty one is ``.``, ``0``, ``*``, ``_`` or
``-``, and between commas, semicolons or tabs also nothing. Cells stand side by side, in groups or apart, or as a list
of Python's or JSON's, ``[5, 3, 0, 0, 7, …],``; a separator may also stand behind the last one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from models.errors import InputError
from models.kit.names import count, shown
from models.sudoku.board import BOXES, SYMBOLS, Box


@dataclass(frozen=True)
class LineCells:
    """The cells on one line, 0 for an empty one.

    Attributes:
        is_whole: whether they are a whole puzzle rather than a row of a grid.
        box_columns: how many cells stand between two vertical rules of a row; 0 where they do not tell.
        has_open_end: whether the line ends with a separator, so that the last cell, an empty one, may be none.
    """

    digits: tuple[int, ...]
    is_whole: bool = False
    label: str = ""
    box_columns: int = 0
    are_marks: bool = False
    has_open_end: bool = False


def understand(line: str) -> LineCells:
    """What a line says that is neither blank nor a comment nor a rule; 16 cells on their own count as a row."""
    text = line.replace('"', "")
    if match := _LIST.match(text):
        text = text[match.end() :].translate(_NO_BRACKETS).strip(" ,")
    complaint = None
    for reading in (_one_word, _marks, _fields, _groups, _listed):
        try:
            found = reading(text)
        except InputError as error:
            complaint = complaint or error
        else:
            if found is not None:
                return found
    words = text.split()
    # Where most of the line are digits, dots, commas and the like, it is meant as cells and some of them are wrong.
    if complaint and 2 * sum(map(text.count, "0123456789.*_-,;?xX")) >= len("".join(words)):
        raise complaint
    is_long = bool(words) and len(words[0]) > max(BOXES)
    size = len(words[0]) if is_long else len("".join(words))
    where = "" if len(words) < 2 else " before the first blank" if is_long else " besides blanks"
    expected = f"a puzzle of n×n cells on one line (81 when n = 9) or a row of n, n being one of {ORDERS}"
    raise InputError(f"found {count(size, 'character')}{where}, {shown(text.strip())}; expected is {expected}")


def have_open_ends(rows: Sequence[LineCells | InputError]) -> bool:
    """Whether rows of a grid are one cell shorter: each ends with a separator, and none needs the last symbol."""
    order = len(rows[0].digits) - 1 if isinstance(rows[0], LineCells) else 0
    return order in BOXES and all(isinstance(r, LineCells) and r.has_open_end and max(r.digits) <= order for r in rows)


def is_rule(line: str) -> bool:
    """Whether the line is a drawn rule, such as ``------+-------+------``, or the bracket round a list of rows."""
    marks = set(line)
    if "---" in line and marks <= _CORNERED and line.strip()[0] in _CORNERS:  # HoDoKu's .------.------.
        return True
    return _AROUND.fullmatch(line) is not None or (marks <= _RULE and ("--" in line or not marks.isdisjoint(_STROKES)))


def is_whole(text: str) -> bool:
    """Whether the line holds a whole puzzle, and one too large to be mistaken for a row."""
    with suppress(InputError):
        return (found := understand(text)).is_whole and len(found.digits) > max(BOXES)
    return False


def is_heading(line: str) -> bool:
    """Whether the line names the columns of a table of puzzles, such as ``id,puzzle,solution``."""
    names = [name.strip(' "') for name in re.split("[,;\t]", line)]
    return len(names) > 1 and any(map(_COLUMN.fullmatch, names)) and not any(map(str.isdigit, line))


def is_meant_as_row(line: str) -> bool:
    words = re.split(r"[\s,;|]+", line)
    cells = sum(map(line.count, "0123456789.*_-?xX"))
    return max(map(len, words)) <= len("123456789") and 2 * cells >= sum(map(len, words))


def is_link(text: str) -> bool:
    """Whether the text is a link that people share a puzzle by, be it broken, or the packed puzzle in one."""
    return _LINK.match(text) is not None


def are_given_marks(text: str) -> bool:
    """Whether the text is pencil marks that are given: 729 characters, nine for each cell."""
    return len(text) == 9**3 and _GIVEN_MARKS.fullmatch(text) is not None


def box_from(text: str) -> Box:
    """The shape of boxes written as ``3x2``: rows, then columns."""
    match = _BOX.fullmatch(text.strip())
    if match is None:
        raise InputError(f"found boxes of {shown(text)}; rows x columns, such as 3x2, are expected")
    rows, columns = int(match[1]), int(match[2])
    if rows * columns not in BOXES or 1 in (rows, columns):
        raise InputError(f"found boxes of {rows}x{columns}; expected are boxes of {ORDERS} cells, no side 1")
    return rows, columns


def cell_value(text: str) -> int | None:
    """The digit that the text of one cell stands for, 0 when empty; None when it is no cell."""
    if len(text) < 2:
        return VALUES.get(text)
    return int(text) if len(text) == 2 and text.isascii() and text.isdigit() else None


def allowed(order: int) -> str:
    """The symbols of a puzzle, in words."""
    digits = f"1 to {order}" if order <= 9 else f"1 to {order} (9, A to {SYMBOLS[order]})"
    return f"{digits}, or . or 0 for an empty cell"


def within(values: Sequence[int | None], order: int, texts: Sequence[object]) -> tuple[int, ...]:
    """The values as digits of a puzzle of ``order``; ``texts`` are what they were read from."""
    digits = tuple(value for value in values if value is not None and value <= order)
    if len(digits) < len(values):
        place = next(place for place, value in enumerate(values) if value is None or value > order)
        found = f"cell {place + 1} of {len(values)} is {shown(texts[place])}"
        raise InputError(f"{found}; expected is {allowed(order)}")
    return digits


def without_index(cells: tuple[int, ...]) -> tuple[int, ...]:
    """The cells of a grid; of a table with numbered rows and columns, as pandas writes one, those of the grid in it."""
    if len(cells) == 100 and cells[0] == 0 and cells[1:10] == cells[10::10] in (_FROM_0, _FROM_1):
        return tuple(cell for place, cell in enumerate(cells) if place > 10 and place % 10)
    return cells


def label_from(text: str) -> str:
    """What stands beside a puzzle as its label; its solution is none, and a novel is cut short."""
    return _SOLUTION.sub("", text).strip(" \t,;")[:MAX_LABEL_CHARACTERS]


VALUES = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
VALUES |= {symbol.lower(): digit for symbol, digit in VALUES.items()}
BLANKS = frozenset(".0*_-")
VALUES |= dict.fromkeys(("", *BLANKS), 0)

MAX_LABEL_CHARACTERS = 120
"""Characters."""

UPRIGHTS = re.compile("[|!│┃║]")
"""Vertical rules."""

ORDERS = ", ".join(map(str, BOXES))

_SQUARES = {order * order: order for order in BOXES}
_STROKES = frozenset("=+─━═┄┈╌")
_FROM_0, _FROM_1 = tuple(range(9)), tuple(range(1, 10))
_CORNERS = frozenset(".,'`:+*")
_CORNERED = _CORNERS | frozenset(" -|")
_COLUMN = re.compile("(puzzle|quiz|sudoku|grid|board|clue)(s|zes)?", re.IGNORECASE)
_SOLUTION = re.compile(r"(?<!\w)[0-9]{16,}(?!\w)[\s,;]*")
_RULE = _STROKES | frozenset(" \t-|!:*│┃║┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╫╢╤╪╧╞╡╥╨┏┳┓┣╋┫┗┻┛┠╂┨┯┷┝┥┿╭╮╰╯")
_AROUND = re.compile(r"\s*(?:\w+\s*=\s*\[|[][])\s*")
_LIST = re.compile(r"\s*(?:\w+\s*=\s*\[\s*)?\[")  # grid = [[5, 3, …
_NO_BRACKETS = str.maketrans("[]", "  ")
_BOX = re.compile(r"([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})")
_SITES = r"(?:https?://)?[\w.-]*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)/"
_GIVEN_MARKS = re.compile(f"(?:{''.join(f'[.0{digit}]' for digit in range(1, 10))}){{81}}")
_LINK = re.compile(rf"\s*(?:{_SITES}|(?:fpuz(?:zles)?)?N4Ig|fpuz|(?:scl|ctc)[A-Za-z0-9+/=]{{20}})", re.IGNORECASE)
_FIRST_WORD = re.compile(r"\s*([^\s,;:|#]+)[\s,;:|#]*(.*)", re.DOTALL)


def _one_word(text: str) -> LineCells | None:
    """``53..7…`` with n×n characters, and perhaps a label."""
    match = _FIRST_WORD.fullmatch(text)
    order = _SQUARES.get(len(match[1])) if match else None
    if match is None or order is None or (order == 4 and not match[2]):
        return None
    return LineCells(_symbols(match[1], order), True, label_from(match[2]))


def _marks(text: str) -> LineCells | None:
    """``5 3 124 | 26 7 2468 | 1489 1249 248``: in each of n cells the digits that may still go there."""
    words = UPRIGHTS.sub(" ", text).split()
    order = len(words)
    if order not in BOXES or order > 9 or all(len(word) == 1 for word in words):
        return None
    digits = "123456789"[:order]
    if any(VALUES.get(word) != 0 and word != "".join(d for d in digits if d in word) for word in words):
        return None
    cells = tuple(VALUES[word] if len(word) == 1 else 0 for word in words)
    return LineCells(cells, box_columns=_box_columns(text, order), are_marks=True)


def _listed(text: str) -> LineCells | None:
    """``7,53..7…,5346…,easy``: a whole puzzle among fields, the first one with empty cells."""
    fields = [field.strip() for field in re.split("[,;\t]" if re.search("[,;\t]", text) else " +", text)]
    whole = [place for place, field in enumerate(fields) if len(field) > max(BOXES) and len(field) in _SQUARES]
    if not whole or len(fields) < 2:
        return None
    place = next((place for place in whole if not BLANKS.isdisjoint(fields[place])), whole[0])
    label = " ".join(field for at, field in enumerate(fields) if at not in whole and field)
    return LineCells(_symbols(fields[place], _SQUARES[len(fields[place])]), True, label_from(label))


def _fields(text: str) -> LineCells | None:
    """``5,3,,,7,…`` or ``13 9 2 0 …``: n cells kept apart, or n×n and perhaps a label."""
    separator = next((mark for mark in "\t;," if mark in text), None)
    bare = text if separator else UPRIGHTS.sub(" ", text)
    fields = [field.strip() for field in bare.split(separator)]
    has_open_end = separator is not None and not fields[-1]
    if has_open_end and len(fields) not in BOXES and len(fields) - 1 in (*BOXES, *_SQUARES):
        del fields[-1]  # the separator behind the last cell
    values = [cell_value(field) for field in fields]
    run = values.index(None) if None in values else len(values)
    if run == len(fields) and run in BOXES:
        box_columns = 0 if separator else _box_columns(text, run)
        return LineCells(within(values, run, fields), box_columns=box_columns, has_open_end=has_open_end)
    if run in _SQUARES:
        return LineCells(within(values[:run], _SQUARES[run], fields), True, label_from(" ".join(fields[run:])))
    return None


def _groups(text: str) -> LineCells | None:
    """``53. .7. ...`` or ``53.|.7.|...``: n or n×n symbols, in one group or several equal ones."""
    groups = UPRIGHTS.sub(" ", text).split()
    symbols = "".join(groups)
    if len(set(map(len, groups))) > 1:
        return None
    if len(symbols) in BOXES:
        return LineCells(_symbols(symbols, len(symbols)), box_columns=_box_columns(text, len(symbols)))
    return LineCells(_symbols(symbols, _SQUARES[len(symbols)]), True) if len(symbols) in _SQUARES else None


def _symbols(text: str, order: int) -> tuple[int, ...]:
    return within([VALUES.get(symbol) for symbol in text], order, text)


def _box_columns(text: str, order: int) -> int:
    """How many cells stand between two vertical rules, where that is a width that boxes can have."""
    groups = [group.split() for group in UPRIGHTS.split(text) if group.strip()]
    apart = sum(map(len, groups)) == order
    widths = {len(group) if apart else len("".join(group)) for group in groups}
    width = widths.pop() if len(widths) == 1 else 0
    return width if 1 < width < order and order % width == 0 else 0
