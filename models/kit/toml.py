"""TOML files: their tables, the line of any part of them, and one sentence for whatever is wrong.

The standard library's parser does not tell on which line a part stands, so ``line_of`` walks a text that the
parser has already accepted; it runs only when a sentence about that line is to be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from models.errors import InputError
from models.kit.files import read_text
from models.kit.names import printable, shown

I = TypeVar("I")  # noqa: E741 - I for instance

MAX_TOML_CHARACTERS = 4_000_000
"""Characters of a TOML file: the parser takes seconds for so many, and its tables a hundred times the room."""

MAX_LOCATED_CHARACTERS = 1_000_000
"""Characters of a text in which the line of a part is looked for; in a longer one no line is told."""

Place = tuple[str | int, ...]
"""The way to a part: table names, keys, and the numbers of array entries from 0."""


def read_toml(path: Path | str, keys: Sequence[str] = ()) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        InputError: when it is none, or has another key than ``keys``, if any are named, or a ``name`` or ``source``
            that is no text.
    """
    import tomllib  # most puzzles' files are no TOML

    text = read_text(path)
    if len(text) > MAX_TOML_CHARACTERS:
        raise InputError(f"the file has more than {MAX_TOML_CHARACTERS:,} characters", path)
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InputError("brackets are nested too deeply", path) from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        raise _no_toml(str(error), text, path) from None
    for key, value in table.items() if keys else ():
        if key not in keys:
            raise InputError(f"found the key {shown(key)}; expected are {', '.join(keys)}", path, line_of(path, key))
        if key in ("name", "source"):
            if not isinstance(value, str):
                found = f"{key} is {shown(value)}; a text in quotes is expected"
                raise InputError(found, path, line_of(path, key))
            table[key] = printable(value)
    return table


def has_key(text: str, keys: Sequence[str]) -> bool:
    """Return whether one of ``keys`` is given a value, or heads a table, on a line of ``text``."""
    return re.search(rf"(?m)^\s*(?:(?:{'|'.join(keys)})\s*=|\[\[?\s*(?:{'|'.join(keys)})\s*\])", text) is not None


def line_of(path: Path | str, *keys: str | int) -> int | None:
    """The line on which the part ``"dials", 2, "rings", 3`` starts, or the nearest that exists around it."""
    text = read_text(path)
    if len(text) > MAX_LOCATED_CHARACTERS:
        return None
    starts = _Walk(text).starts
    for length in range(len(keys), 0, -1):
        start = starts.get(keys[:length])
        if start is not None:
            return text.count("\n", 0, start) + 1
    return None


class SchemaError(InputError):
    """What is wrong with one part of a table, before it is known in which file.

    ``keys`` are the way to the part; where it is a text of several lines, ``row`` is the line in it, from 0.
    """

    def __init__(self, sentence: str, *keys: str | int, row: int | None = None) -> None:
        super().__init__(sentence)
        self.keys, self.row = keys, row

    def located(self, path: Path) -> InputError:
        line = line_of(path, *self.keys)
        if line is not None and self.row is not None:
            line = first_row(path, line) + self.row
        return InputError(self.sentence, path, line)


def first_row(path: Path, line: int) -> int:
    # A newline right after the opening quotes is no part of the text.
    return line + read_text(path).split("\n")[line - 1].rstrip().endswith(("'''", '"""'))


def read_one(path: Path, keys: Sequence[str], make: Callable[[str, dict[str, Any]], I]) -> Iterator[I | InputError]:
    """The one instance of a file, which ``make`` makes of its name and its table; or the error that says what is wrong.

    The table may have these keys; ``name`` and ``source``, if among them, are free text.
    """
    try:
        table = read_toml(path, keys)
        yield make(table.get("name") or printable(path.stem), table)
    except SchemaError as misfit:
        yield misfit.located(path)
    except InputError as error:
        yield error


SENTENCES = {
    "Cannot overwrite a value": "{} is given twice",
    "Duplicate inline table key": "a key is given twice within braces",
    "Cannot declare": "a table is given twice",
    "Cannot mutate immutable namespace": "a table that is complete already is given again",
    "Invalid value": "found no value here; a number, a list or a text in quotes is expected",
    "Expected '=' after a key": "expected is an equals sign after the key, as in key = value",
    "Invalid statement": "expected is a line such as key = value",
    "Expected newline or end of document": "found more on the line than one value; expected is one key = value a line",
    "Unclosed array": "a list is not closed; a ] is expected",
    "Unclosed inline table": "a table in braces is not closed; a }} is expected",
    "Unterminated string": "a text is not closed; quotes are expected at its end",
    "Unescaped '\\' in a string": "a backslash in a text is written twice",
    "Expected ']'": "the name of a table is not closed; a ] is expected",
    "Illegal character '\\n'": "a text is not closed on its line; quotes are expected at its end",
    "Found invalid character '\\n'": "a text is not closed on its line; quotes are expected at its end",
}
"""For the beginning of what Python's parser says, what is said here; ``{}`` is the key of the line."""

# These are compiled when something is wrong with a file, and not at every start.

HUGE = r"[0-9](?:_?[0-9]){4300}"
_KEY = r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*="


def _is_json(text: str) -> bool:
    from models.kit.json_text import json_of  # only a file that is not TOML asks for it

    try:
        return text.lstrip()[:1] == "[" and isinstance(json_of(text), list)
    except (ValueError, RecursionError):
        return False


def _no_toml(complaint: str, text: str, path: Path | str) -> InputError:
    """The error for what Python's parser said of ``text``: ``Invalid value (at line 3, column 5)``."""
    if text.lstrip()[:1] == "{" or _is_json(text):
        return InputError("this looks like JSON; TOML is expected", path, 1)
    huge = re.search(HUGE, text)
    if huge:
        line = text.count("\n", 0, huge.start()) + 1
        return InputError("found a number of thousands of digits; no puzzle has one", path, line)
    what, _, place = complaint.removesuffix(")").rpartition(" (at ")
    words = place.replace(",", " ").split()
    if len(words) == 4 and words[0] == "line" and words[1].isdecimal():
        line, where = int(words[1]), f" (column {words[3]})"
    else:
        line, where = text.rstrip("\n").count("\n") + 1, ", but the file ends here"
    sentence = next((said for start, said in SENTENCES.items() if what.startswith(start)), None)
    if sentence is None:
        sentence = printable(what[:1].lower() + what[1:]).replace("{", "{{").replace("}", "}}")
    if "{}" in sentence:
        where = ""
    return InputError(f"{sentence.format(_key_on(text, line))}{where}: this is no TOML", path, line)


def _key_on(text: str, line: int) -> str:
    match = re.match(_KEY, text.split("\n")[line - 1])
    return f"the key {printable(match[1])}" if match else "a key"


_TOKEN = (
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'  # several lines, escapes; up to two quotes may precede the closing three
    r"|'''.*?'''(?:'{0,2})"  # several lines, no escapes
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|#[^\n]*"
    r"|[][{},=.\n]"
    r"|[^][{},=.#\"'\s]+"
)


class _Walk:
    """Where every part of a TOML text starts, as an offset into it."""

    def __init__(self, text: str) -> None:
        tokens = ((match[0], match.start()) for match in re.finditer(_TOKEN, text, re.DOTALL) if match[0][0] != "#")
        self._tokens = [*tokens, ("", len(text))]
        self._at = 0
        self.starts: dict[Place, int] = {}
        self._tables_of: dict[Place, int] = {}  # how many [[tables]] each array of tables has so far
        table: Place = ()
        while self._next:
            if self._next == "[":
                table = self._header()
            elif self._next == "\n":
                self._at += 1
            else:
                self._pair(table)

    @property
    def _next(self) -> str:
        return self._tokens[self._at][0]

    def _header(self) -> Place:
        """``[a.b]`` or ``[[a.b]]``; a name of an array of tables means its latest table."""
        (_, start), (second, _) = self._tokens[self._at : self._at + 2]
        place: Place = ()
        for name in self._names("]"):
            if place in self._tables_of:
                place += (self._tables_of[place] - 1,)
            place += (name,)
            self.starts.setdefault(place, start)
        if second == "[":
            count = self._tables_of.get(place, 0)
            self._tables_of[place] = count + 1
            place += (count,)
            self.starts[place] = start
            self._at += 1
        return place

    def _pair(self, place: Place) -> None:
        start = self._tokens[self._at][1]
        for name in self._names("="):
            place += (name,)
            self.starts.setdefault(place, start)
        self._value(place)

    def _names(self, end: str) -> list[str]:
        """The names of a dotted key, quoted or bare, up to ``end``, and past it."""
        import tomllib  # as above

        names = []
        while self._next != end:
            if self._next not in "[.":
                quoted = self._next[0] in "\"'"
                names.append(tomllib.loads(f"name = {self._next}")["name"] if quoted else self._next)
            self._at += 1
        self._at += 1
        return names

    def _value(self, place: Place) -> None:
        """A list, whose entries are numbered; a table in braces; or anything else up to where it ends."""
        closing = {"[": "]", "{": "}"}.get(self._next)
        if closing is None:
            while self._next not in ("", "\n", ",", "]", "}"):
                self._at += 1
            return
        self._at += 1
        count = 0
        while self._next != closing:
            if self._next in "\n,":
                self._at += 1
            elif closing == "}":
                self._pair(place)
            else:
                self.starts[place + (count,)] = self._tokens[self._at][1]
                self._value(place + (count,))
                count += 1
        self._at += 1
