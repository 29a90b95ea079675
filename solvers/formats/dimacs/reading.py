"""DIMACS: clauses over numbered Boolean variables, with the projection (``c p show`` or ``c ind``) that model
counters know.

Numbers of variables, those negated that are to be false, and a 0 that ends each clause. Under ``p cnf+``, a line such
as ``1 -2 3 <= 2`` says how many literals are true, and ``w 2*1 3*-2 >= 3`` what the true ones weigh. WCNF is read by
the same means.
"""

from __future__ import annotations

import re
from array import array
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, TypeAlias

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import Assignment, IntVar, LinearExpr, Model
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, MAX_LINE_BYTES, ObjectiveNote, Reading, answer_lines, room_for, too_long
from solvers.lowering.reifiable import enforce

PIECE_BYTES = 1 << 17  # that are looked at together
MIN_NUMPY_BYTES = PIECE_BYTES // 2  # from which on it is worth while to wait for numpy, where there is one

CLAUSE = rb"(?:-?[1-9][0-9]{0,8}[ \t]++)*+0[ \t\r]*+\n"
"""A clause that has a line, or the end of one, for itself."""

Count: TypeAlias = tuple[int, Sequence[tuple[int, int]], bytes, int]
"""The line of a sum, its literals each behind its weight, a relation and a bound."""

_NUMBER = re.compile(rb"[+-]?[0-9]{1,9}")
_PLAIN = re.compile(rb"(?P<clauses>(?:%b)++)" % CLAUSE)


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """A formula; its answers are told apart by all its variables, or by those it shows."""
    formula = ClauseFile(where, clock)
    counts: list[Count] = []
    has_sums = False
    for found, kind in formula.runs(stream, _PLAIN):
        if kind and formula.announced is not None:
            formula.take_lines(found)
            continue
        words = found.split()
        if words[0] == b"%":  # what SATLIB's files end with
            break
        if words[0] == b"p":
            formula.announce(words, b"cnf+" if words[1:2] == [b"cnf+"] else b"cnf")
            has_sums = words[1] == b"cnf+"
        elif formula.announced is None:
            raise formula.error(f"{quotation(words[:1])} stands where a header such as 'p cnf 3 2' is expected")
        elif has_sums and words[-2:-1] in ([b"<="], [b">="]):
            counts.append(formula.count(words))
        else:
            formula.take(words)
    if formula.announced is None:
        raise formula.error("the file has no header such as 'p cnf 3 2'")
    variables = formula.variables(len(formula.places) + len(counts))
    formula.close(variables)
    for line, terms, relation, bound in counts:
        total = sum((weight * (variables[abs(one) - 1] == int(one > 0)) for weight, one in terms), LinearExpr({}, 0))
        enforce(formula.model, total <= bound if relation == b"<=" else total >= bound, key=(LINE, line))
    if formula.shown is not None:
        formula.project(variables)
    about = f"{count(len(variables), 'variable')}, {count(len(formula.places), 'clause')}"
    return Reading(formula.model, numbered, about + (f", {count(len(counts), 'sum')}" if counts else ""))


def runs(stream: BinaryIO, plain: re.Pattern[bytes], where: Path | str) -> Iterator[tuple[int, bytes, str]]:
    """The lines of a file, each with its number from 1; those that follow each other and are plain come as one.

    Third comes the name of the group of ``plain`` that they match, which takes whole lines; nothing for other lines.
    """
    number, head = 1, stream.read(len(BOM_UTF8))
    begun = b"" if head == BOM_UTF8 else head
    while lines := begun + stream.read(PIECE_BYTES) + (rest := stream.readline(MAX_LINE_BYTES)):
        if len(rest) == MAX_LINE_BYTES:
            raise too_long(where, number + lines.count(b"\n"))
        at, begun, lines = 0, b"", lines if lines.endswith(b"\n") else lines + b"\n"
        while at < len(lines):
            run = plain.match(lines, at)
            end = lines.index(b"\n", at) + 1 if run is None else run.end()
            yield number, lines[at:end], "" if run is None else str(run.lastgroup)
            number += lines.count(b"\n", at, end)
            at = end


class ClauseFile:
    """A formula as far as it has been read."""

    def __init__(self, where: Path | str, clock: Clock) -> None:
        self.model = Model(Path(where).name)
        self.where = where
        self.clock = clock
        self.line = self.bytes = self.top = 0  # top is the highest number of a variable
        self.announced: tuple[int, int] | None = None  # variables and clauses, by the header
        self.note: ObjectiveNote | None = None
        self.shown: dict[int, int] | None = None  # the variables of an answer, each with the line that says so
        self.numbers = array("i")  # the clauses, each ended by a 0
        self.places = array("q")  # the line on which each begins
        self._header = self._begun = self._top_line = 0

    def runs(self, stream: BinaryIO, plain: re.Pattern[bytes]) -> Iterator[tuple[bytes, str]]:
        """The lines as from ``runs``, but for empty ones and comments; those that name an answer are taken in."""
        for line, found, kind in runs(stream, plain, self.where):
            self.line = line
            self.bytes += len(found)
            if kind or (not self.shows(words := found.split()) and words and words[0][:1] != b"c"):
                yield found, kind

    def announce(self, words: Sequence[bytes], kind: bytes, most: int = 4) -> None:
        if self._header:
            raise self.error(f"this is a second header; the first is line {self._header}")
        if words[1:2] == [b"wcnf+"]:
            raise self.error(
                "'p wcnf+' announces sums of literals beside weights, which are not read; under 'p cnf+' they are"
            )
        if not 4 <= len(words) <= most or words[1] != kind or not all(word.isdigit() for word in words[2:]):
            example = f"p {kind.decode()} 3 2"
            raise self.error(f"{quotation(words)} is no header such as '{example}', of 3 variables and 2 clauses")
        if any(len(word) > 18 for word in words):
            raise self.error("the header has a number of more than 18 digits")
        self.announced, self._header = (int(words[2]), int(words[3])), self.line

    def shows(self, words: Sequence[bytes]) -> bool:
        """Take in a comment that names variables of an answer (``c p show 1 2 0``, ``c ind 1 2 0``), or a note."""
        if words[:2] == [b"c", b"objective:"]:
            self.note = ObjectiveNote.found(b" ".join(words[1:]).decode("utf-8", "replace")) or self.note
        if words[:3] == [b"c", b"p", b"show"]:
            named = words[3:]
        elif words[:2] == [b"c", b"ind"] and all(map(_NUMBER.fullmatch, words[2:])):  # and not a sentence
            named = words[2:]
        else:
            return False
        self.shown = {} if self.shown is None else self.shown
        self.shown.update((self.number(word), self.line) for word in named)
        return True

    def take_lines(self, text: bytes) -> None:
        """Take lines in of which each ends a clause; they have been found to be made of such numbers alone."""
        numbers, most = _packed(text)
        self.reach(most)
        self.numbers += numbers
        lines = text.count(b"\n")
        self.places.extend(range(self.line, self.line + lines))
        if self._begun:
            self.places[-lines], self._begun = self._begun, 0

    def take(self, words: Sequence[bytes]) -> None:
        for number in self.clock.along(map(self.number, words)):
            self._begun = self._begun or self.line
            self.reach(abs(number))
            self.numbers.append(number)
            if not number:
                self.places.append(self._begun)
                self._begun = 0

    def count(self, words: Sequence[bytes]) -> Count:
        """Return a sum of literals, each with its weight, and what it is to be at most or at least."""
        *summands, relation, bound = words
        if self._begun:
            raise self.error(f"the clause that begins on line {self._begun} is not ended by a 0")
        pairs = [word.partition(b"*")[::2] for word in summands[1:]] if summands[:1] == [b"w"] else []
        terms = [(self.number(weight), self.number(one)) for weight, one in pairs]
        terms = terms or [(1, self.number(word)) for word in summands]
        if not all(one for _, one in terms):
            raise self.error("0 stands among the literals of a sum")
        self.reach(max((abs(one) for _, one in terms), default=0))
        return self.line, terms, relation, self.number(bound)

    def variables(self, clauses: int) -> list[IntVar]:
        """Declare the variables, now that all has been read, and so many clauses."""
        if self._begun:
            raise InputError("the clause that begins here is not ended by a 0", self.where, self._begun)
        if self.announced is not None:
            self.line = self._header
            if clauses != self.announced[1]:
                raise self.error(f"{count(self.announced[1], 'clause')} announced, and {clauses:,} found")
            self.reach(self.announced[0])
        if not room_for(self.top, self.bytes):
            self.line = self._top_line
            raise self.error(f"{self.top:,} variables are more than a file of {count(self.bytes, 'byte')} speaks of")
        return list(self.model.new_bool_vars(f"x{number}" for number in range(1, self.top + 1)))

    def close(self, variables: Sequence[IntVar]) -> None:
        self.model.add_clauses(variables, self.numbers, self.places, LINE)

    def project(self, variables: Sequence[IntVar]) -> None:
        """Let those of the variables that are shown make up an answer, or all of them where the file shows none."""
        if self.shown is None:
            self.model.project_on(variables)
            return
        self.shown.pop(0, None)
        for number, line in self.shown.items():
            if not 0 < number <= len(variables):
                self.line = line
                raise self.error(f"{number} is shown; the variables are 1 to {len(variables):,}")
        self.model.project_on(variables[number - 1] for number in self.shown)

    def number(self, word: bytes) -> int:
        if not _NUMBER.fullmatch(word):
            raise self.error(f"{quotation([word])} is no variable's number, negated or not, of at most 9 digits")
        return int(word)

    def error(self, sentence: str) -> InputError:
        return InputError(sentence, self.where, self.line or None)

    def reach(self, number: int) -> None:
        if number <= self.top:
            return
        if self.announced is not None and number > self.announced[0]:
            raise self.error(f"variable {number:,} is here or soon after, and {self.announced[0]:,} are announced")
        self.top, self._top_line = number, self.line


def _packed(text: bytes) -> tuple[array[int], int]:
    """The numbers in a text of nothing else, of 32 bits each, and the largest, signs apart."""
    if len(text) >= MIN_NUMPY_BYTES and find_spec("numpy"):
        import numpy as np

        found = np.fromstring(text.decode("ascii"), dtype=np.int32, sep=" ")
        return array("i", found.tobytes()), int(np.abs(found).max())
    numbers = array("i", map(int, text.split()))
    return numbers, largest(numbers)


def largest(numbers: Sequence[int]) -> int:
    """The largest of some numbers, signs apart."""
    return max(max(numbers), -min(numbers)) if numbers else 0


def quotation(words: Sequence[bytes]) -> str:
    return shown(b" ".join(words)[:200].decode("utf-8", "replace"))


def numbered(answer: Assignment) -> str:
    """An answer as solvers print it: the numbers of the variables, those negated that are false, and a 0."""
    numbers = (var.name.replace("x", "" if value else "-", 1) for var, value in answer.items())
    return answer_lines((*numbers, "0"))
