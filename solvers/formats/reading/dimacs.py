"""DIMACS: clauses over numbered Boolean variables, with the projection (``c p show``) that model counters know."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap
from typing import BinaryIO

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import Assignment, Literal, Model
from solvers.formats.document import LINE, Reading, numbered_lines, room_for

WIDTH = 78
"""Characters of a line of values, as solvers print them."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def read(stream: BinaryIO, where: Path | str) -> Reading:
    """A formula; its answers are told apart by all its variables, or by those it shows."""
    return _Formula(where).read(stream)


class _Formula:
    """A formula as far as it has been read."""

    def __init__(self, where: Path | str) -> None:
        self.where = where
        self.line = 0
        self.size = 0
        self.header = 0
        self.announced = (0, 0)
        self.model = Model("dimacs")
        self.clause: list[Literal] = []
        self.begun = 0
        self.shown: dict[int, int] = {}  # variables, and the lines that show them
        self.shows = False

    def read(self, stream: BinaryIO) -> Reading:
        for number, line in numbered_lines(stream, self.where):
            self.line = number
            self.size += len(line) + 1
            words = line.split()
            if not words:
                continue
            if words[0].startswith("c") and not self._shows(words):
                continue
            if words[0] == "%":  # what the SATLIB files end with
                break
            if words[0] == "p":
                self._announce(words)
            else:
                for word in words:
                    self._take(word)
        return self._ended()

    def _announce(self, words: list[str]) -> None:
        if self.header:
            raise self._error(f"this is a second header; the first is line {self.header}")
        if len(words) != 4 or words[1] != "cnf" or not all(word.isascii() and word.isdigit() for word in words[2:]):
            raise self._error(f"{shown(' '.join(words))} is no header such as 'p cnf 3 2': variables, clauses")
        if any(len(word) > 18 for word in words):
            raise self._error("the header announces more than any file could hold")
        self.header = self.line
        self.announced = int(words[2]), int(words[3])

    def _shows(self, words: list[str]) -> bool:
        """Whether a comment names variables that make up an answer, which are noted down."""
        if words[:3] == ["c", "p", "show"]:
            self.shows = True
            for word in words[3:]:
                number = self._number(word)
                if number < 0:
                    raise self._error(f"{word} is shown; a variable is expected, which is a number from 1 up")
                if number:
                    self.shown.setdefault(number, self.line)
        return False

    def _take(self, word: str) -> None:
        """The next number of a clause."""
        number = self._number(word)
        if not self.header:
            raise self._error("a clause stands before the header, such as 'p cnf 3 2'")
        if number:
            self.begun = self.begun or self.line
            self.clause.append(self._literal(number))
            return
        self.model.add_bool_or(self.clause, key=(LINE, self.begun or self.line))
        self.clause, self.begun = [], 0

    def _literal(self, number: int) -> Literal:
        self._declare(abs(number), self.line)
        var = self.model.variables[abs(number) - 1]
        return var == 1 if number > 0 else var == 0

    def _declare(self, number: int, line: int) -> None:
        """See to it that there is a variable of this number."""
        if number > self.announced[0]:
            raise InputError(f"variable {number}, but the header announces {self.announced[0]:,}", self.where, line)
        if not room_for(number, self.size):
            raise InputError(
                f"variable {number:,} in a file of {count(self.size, 'byte')} so far; most would stand nowhere",
                self.where,
                line,
            )
        for new in range(len(self.model.variables) + 1, number + 1):
            self.model.new_bool_var(f"x{new}")

    def _ended(self) -> Reading:
        if not self.header:
            raise self._error("the file has no header, such as 'p cnf 3 2'")
        if self.clause:
            raise InputError("the clause that begins here is not ended by a 0", self.where, self.begun)
        found = len(self.model.constraints)
        if found != self.announced[1]:
            what = f"{count(self.announced[1], 'clause')} announced, and {found:,} found"
            raise InputError(what, self.where, self.header)
        self._declare(self.announced[0], self.header)
        variables = self.model.variables
        for number, line in self.shown.items():
            self._declare(number, line)
        if self.shows:
            self.model.project_on(variables[number - 1] for number in self.shown)
        about = f"{count(len(variables), 'variable')}, {count(found, 'clause')}"
        return Reading(self.model, _values, about)

    def _number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word):
            raise self._error(f"{shown(word)} is no number of a variable, negated or not")
        return int(word)

    def _error(self, sentence: str) -> InputError:
        return InputError(sentence, self.where, self.line or None)


def _values(answer: Assignment) -> str:
    """An answer as solvers print it: the numbers of the variables, those negated that are false."""
    numbers = " ".join(f"{var.name[1:]}" if value else f"-{var.name[1:]}" for var, value in answer.items())
    return "\n".join(f"v {line}" for line in wrap(f"{numbers} 0", WIDTH - 2, break_on_hyphens=False))
