"""On which line of a TOML file does a key, a table or an entry of an array stand?

The standard library's parser does not tell, so this walks a text that it has already accepted; it runs only
when a sentence about that line is to be written.
"""

from __future__ import annotations

import re
from pathlib import Path

from models.kit.files import read_text

Place = tuple[str | int, ...]
"""The way to a part: table names, keys, and the numbers of array entries from 0."""


def line_of(path: Path | str, *keys: str | int) -> int | None:
    """The line on which ``keys`` starts, or its nearest part that exists; None when no part of it does.

    ``line_of(path, "dials", 2, "rings", 3)`` is the line of ring 3 (from 0) of the third ``[[dials]]``.

    Raises:
        InputError: when the file cannot be read.
    """
    text = read_text(path)
    starts = _Walk(text).starts
    for length in range(len(keys), 0, -1):
        start = starts.get(keys[:length])
        if start is not None:
            return text.count("\n", 0, start) + 1
    return None


_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'  # several lines, escapes; up to two quotes may precede the closing three
    r"|'''.*?'''(?:'{0,2})"  # several lines, no escapes
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")


class _Walk:
    """Where every part of a TOML text starts, as an offset into it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts: dict[Place, int] = {}
        self._tables_of: dict[Place, int] = {}  # how many [[tables]] each array of tables has so far
        table: Place = ()
        self._blank()
        while self.at < len(text):
            if text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._blank()

    def _header(self) -> Place:
        """``[a.b]`` or ``[[a.b]]``; a name of an array of tables means its latest table."""
        start = self.at
        repeated = self.text.startswith("[[", start)
        self.at += 2 if repeated else 1
        *above, last = self._key()
        place: Place = ()
        for name in above:
            place += (name,)
            self.starts.setdefault(place, start)
            if place in self._tables_of:
                place += (self._tables_of[place] - 1,)
        place += (last,)
        self.starts.setdefault(place, start)
        if repeated:
            count = self._tables_of.get(place, 0)
            self._tables_of[place] = count + 1
            place += (count,)
            self.starts[place] = start
        self._blank()
        self.at += 2 if repeated else 1
        return place

    def _pair(self, table: Place) -> None:
        """``a.b = value``"""
        start = self.at
        place = table
        for name in self._key():
            place += (name,)
            self.starts.setdefault(place, start)
        self._blank()
        self.at += 1  # the equals sign
        self._blank()
        self._value(place)

    def _key(self) -> list[str]:
        """The names of a dotted key, quoted or bare."""
        names = []
        while True:
            self._blank()
            names.append(self._name())
            self._blank()
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def _name(self) -> str:
        import tomllib

        quoted = _STRING.match(self.text, self.at)
        match = quoted or _BARE_KEY.match(self.text, self.at)
        assert match is not None, "the text is TOML"
        self.at = match.end()
        return str(tomllib.loads(f"name = {match[0]}")["name"]) if quoted else match[0]

    def _value(self, place: Place) -> None:
        character = self.text[self.at]
        if character == "[":
            self._entries(place)
        elif character == "{":
            self._pairs(place)
        else:
            match = _STRING.match(self.text, self.at) or _BARE_VALUE.match(self.text, self.at)
            assert match is not None, "the text is TOML"
            self.at = match.end()

    def _entries(self, place: Place) -> None:
        """``[value, value]``"""
        number = 0
        while self._next_of("]"):
            self.starts[place + (number,)] = self.at
            self._value(place + (number,))
            number += 1

    def _pairs(self, place: Place) -> None:
        """``{a = value, b = value}``"""
        while self._next_of("}"):
            self._pair(place)

    def _next_of(self, closing: str) -> bool:
        """Go past the opening bracket or the comma to what comes next; False, past it, when that is ``closing``."""
        self._blank()
        if self.text[self.at] in "[{,":
            self.at += 1
            self._blank()
        if self.text[self.at] == closing:
            self.at += 1
            return False
        return True

    def _blank(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
