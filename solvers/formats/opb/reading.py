"""OPB, the format of pseudo-Boolean solvers: linear constraints over 0 and 1, and products of literals.

A comment ``* ind 1 2 0`` names the variables that make up an answer, as pseudo-Boolean model counters have it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import DEFINITION, Assignment, Clause, IntVar, Linear, LinearExpr, Model
from solvers.core.limits import ENDLESS, LOOK_EVERY, Clock
from solvers.formats.document import (
    LINE,
    MAX_LINE_BYTES,
    ObjectiveNote,
    Reading,
    answer_lines,
    noting,
    numbered_lines,
    room_for,
    too_long,
)

MAX_NUMBER_DIGITS = 1_000
RELATIONS = {"=": "==", ">=": ">=", "<=": "<="}

_HEADER = re.compile(r"\*\s*#variable=\s*([0-9]{1,18})\s+#constraint=\s*([0-9]{1,18})")
_SHOW = re.compile(r"\*\s*ind((?:\s+x?[0-9]{1,18})*)\s+0\s*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.@#\[\]{}^-]*")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_NUMBER_BEGINS = frozenset("+-0123456789")


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """A pseudo-Boolean problem; an answer is a value for each variable, or for those that a comment names."""
    return _OpbFile(where, clock).read(stream)


class _OpbFile:
    def __init__(self, where: Path | str, clock: Clock) -> None:
        self.where = where
        self.clock = clock
        self.model = Model(Path(where).name)
        self.line = 0
        self.header = 0
        self.announced: tuple[int, int] | None = None
        self.variables: dict[str, IntVar] = {}
        self.products: dict[tuple[str, ...], IntVar] = {}
        self.shown: dict[str, int] | None = None  # each with the line that shows it
        self.found = 0

    def read(self, stream: BinaryIO) -> Reading:
        size = open_bytes = begun = 0
        words: list[str] = []
        notes: list[ObjectiveNote] = []
        for number, line in noting(numbered_lines(stream, self.where), "*", notes):
            self.line = number
            size += len(line) + 1
            if line.startswith("*"):
                self._take_comment(line)
                continue
            *ended, rest = line.split(";")
            for text in ended:
                begun = begun if words else number
                words += text.split()
                self._take(words, begun)
                words = []
            if rest := rest.strip():
                begun, open_bytes = (begun, open_bytes + len(rest)) if words else (number, len(rest))
                words += rest.split()
                if open_bytes > MAX_LINE_BYTES:
                    raise too_long(self.where, begun)
        if words:
            raise InputError("what begins here is not ended by a ;", self.where, begun)
        self._check_header(size)
        for note in notes:
            note.restore(self.model)
        variables = sorted(self.variables.values(), key=lambda var: (len(var.name), var.name))
        self.model.project_on(variables if self.shown is None else self._named(self.shown))
        return Reading(self.model, _values, f"{count(len(variables), 'variable')}, {count(self.found, 'constraint')}")

    def _take_comment(self, line: str) -> None:
        header = _HEADER.match(line)
        if header and self.announced is None and not self.found:
            self.announced, self.header = (int(header[1]), int(header[2])), self.line
        elif show := _SHOW.fullmatch(line):
            self.shown = {} if self.shown is None else self.shown
            self.shown.update((f"x{word.removeprefix('x')}", self.line) for word in show[1].split())

    def _named(self, shown: Mapping[str, int]) -> list[IntVar]:
        for name, self.line in shown.items():
            if name not in self.variables:
                raise self._error(f"{name} is to be part of an answer, and there is no such variable")
        return [self.variables[name] for name in shown]

    def _check_header(self, size: int) -> None:
        """See to it that there is what the header announces; variables that stand nowhere are declared too."""
        if self.announced is None:
            if not self.found and self.model.objective is None:
                raise InputError("there is neither a header nor a constraint in it", self.where, self.line or None)
            return
        variables, constraints = self.announced
        self.line = self.header
        if constraints != self.found:
            raise self._error(f"{count(constraints, 'constraint')} announced, and {self.found:,} found")
        if not room_for(variables, size):
            raise self._error(f"{variables:,} variables are more than a file of {count(size, 'byte')} speaks of")
        missing = (f"x{number}" for number in range(1, variables + 1) if f"x{number}" not in self.variables)
        while len(self.variables) < variables:
            self._variable(next(missing))

    def _take(self, words: Sequence[str], begun: int) -> None:
        """A constraint or the objective, in words without the ``;``."""
        self.line, last = begun, self.line
        first = words[0] if words else ""
        if first[:4] in ("min:", "max:"):
            if self.model.objective is not None:
                raise self._error("a second objective")
            terms, constant = self._sum([first[4:], *words[1:]] if first[4:] else words[1:])
            optimise = self.model.minimize if first[:4] == "min:" else self.model.maximize
            optimise(LinearExpr(terms, constant))
        else:
            self._constrain(words)
        self.line = last

    def _constrain(self, words: Sequence[str]) -> None:
        if words and (words[0].startswith("[") or words[0] == "soft:"):
            raise self._error("this is a soft constraint; WCNF has those, and constraints here are hard")
        if len(words) < 2 or words[-2] not in RELATIONS:
            raise self._error(f"{shown(' '.join(words))} is no sum, then >=, = or <=, then a number")
        terms, constant = self._sum(words[:-2])
        self.found += 1
        summands = tuple((coefficient, var) for var, coefficient in terms.items() if coefficient)
        linear = Linear(summands, RELATIONS[words[-2]], self._number(words[-1]) - constant, key=(LINE, self.line))
        if summands:
            self.model.add(linear)
        elif not linear.relation_holds({}):
            self.model.add(Clause((), key=(LINE, self.line)))

    def _sum(self, words: Sequence[str]) -> tuple[dict[IntVar, int], int]:
        """Coefficients before literals, or before products of several."""
        terms: dict[IntVar, int] = {}
        constant, at, due = 0, 0, LOOK_EVERY
        while at < len(words):
            if at > due:
                self.clock.check()
                due += LOOK_EVERY
            coefficient = self._number(words[at])
            begin = at = at + 1
            while at < len(words) and words[at][0] not in _NUMBER_BEGINS:
                at += 1
            if at == begin:
                raise self._error(f"{shown(words[begin - 1])} stands before no variable")
            word = words[begin]
            if at > begin + 1:
                var, negated = self._product(words[begin:at]), False
            else:
                negated = word[0] == "~"
                var = self._variable(word[1:] if negated else word)
            if negated:
                constant += coefficient
                coefficient = -coefficient
            terms[var] = terms.get(var, 0) + coefficient
        return terms, constant

    def _product(self, words: Sequence[str]) -> IntVar:
        """A variable that is 1 exactly when all these literals are true."""
        factors = tuple(sorted(set(words)))
        if factors not in self.products:
            tests = [self._variable(word.removeprefix("~")) == (not word.startswith("~")) for word in factors]
            made = self.model.new_bool_var(f"({'·'.join(factors)})")
            self.products[factors] = made
            for test in tests:
                self.model.add_bool_or(made == 0, test, key=DEFINITION)
            self.model.add_bool_or(made == 1, *(~test for test in tests), key=DEFINITION)
        return self.products[factors]

    def _variable(self, name: str) -> IntVar:
        var = self.variables.get(name)
        if var is None:
            if not _NAME.fullmatch(name):
                raise self._error(f"{shown(name)} is no name of a variable: a letter, then letters and digits")
            if self.announced is not None and len(self.variables) >= self.announced[0]:
                announced = count(self.announced[0], "variable")
                raise self._error(f"{shown(name)} is one variable too many: the header announces {announced}")
            var = self.variables[name] = self.model.new_bool_var(name)
        return var

    def _number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word) or len(word) > MAX_NUMBER_DIGITS:
            raise self._error(f"{shown(word)} is no whole number of at most {MAX_NUMBER_DIGITS:,} digits")
        return int(word)

    def _error(self, sentence: str) -> InputError:
        return InputError(sentence, self.where, self.line)


def _values(answer: Assignment) -> str:
    """An answer as solvers print it: the variables' names, those negated that are 0."""
    return answer_lines(var.name if value else f"-{var.name}" for var, value in answer.items())
