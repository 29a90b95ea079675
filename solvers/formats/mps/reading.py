"""MPS, the exchange format of mixed-integer programs, free or fixed: columns and rows in sections, a number a field.

Integer columns are those between markers and those with a bound of kind BV, LI or UI; without any bound, one between
markers is 0 or 1, as CPLEX and HiGHS have it. Of several rows without a bound (N) the first is the objective, or the
one that OBJNAME names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from models.errors import InputError
from models.kit.names import shown
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import Reading, noting, numbered_lines
from solvers.formats.lp.reading import MAX_NUMBER_DIGITS, LinearProgram, Number, ProgramRow, exact

INFINITE = 10**20  # bounds from here on are none, as all programs have it
RELATIONS = {"L": "<=", "G": ">=", "E": "==", "N": ""}  # what the kinds of rows mean; those of kind N have no bound

BOUNDED_SIDES = {
    **dict.fromkeys(("LO", "LI", "MI"), ("least",)),
    **dict.fromkeys(("UP", "UI", "PL"), ("greatest",)),
    **dict.fromkeys(("FX", "FR"), ("least", "greatest")),
    "BV": (),
}
"""What the kinds of bounds are about; BV says a type, within whose bounds the others hold too."""

VALUELESS = ("FR", "MI", "PL", "BV")  # the kinds of bounds that need no number

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?")
_INFINITY = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))  # where the fields of fixed MPS stand on a line


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An integer program; an answer is a value for each variable."""
    file = _MpsFile(where)
    lines = noting(numbered_lines(stream, where), "*", file.program.notes)
    for file.line, text in lines:
        if file.section == "ENDATA":
            break
        if text.startswith("*") or not text.strip():
            continue
        if text[0].isspace() or (file.section == "OBJSENSE" and text.split()[0].lower() in SENSES):
            file.take(text)
        else:
            file.head(text.split())
    return file.finished(clock).reading(clock)


class _MpsFile:
    """A file as far as it has been read."""

    def __init__(self, where: Path | str) -> None:
        self.where = where
        self.line = 0
        self.section = ""
        self.rows: dict[str, ProgramRow] = {}  # the relation of an N row is empty
        self.program = LinearProgram(where)
        self._objective = ""
        self._is_whole = False  # whether the line stands between markers
        self._between_markers: list[str] = []
        self._column = ""
        self._sets: dict[str, str] = {}
        self._bounded: dict[tuple[str, str], int] = {}  # columns and their sides, with the line that bounds them
        self._sided: set[str] = set()  # rows with a right-hand side
        self._ranges: dict[str, Number] = {}

    def head(self, words: Sequence[str]) -> None:
        section = words[0].upper()
        if section not in SECTIONS and section not in OTHERS:
            raise self.error(f"{shown(words[0])} is no section of an MPS file; lines within one begin with a space")
        if self.section == "" and section not in ("NAME", "OBJSENSE", "OBJNAME", "ROWS"):
            raise self.error(f"{section} stands where NAME or ROWS is expected")
        self.section = section
        if section == "OBJSENSE" and len(words) > 1:
            self.take(words[1])

    def take(self, text: str) -> None:
        text = self._uncommented(text) if "$" in text else text
        parse = SECTIONS.get(self.section)
        if parse is None:
            what = f"the section {self.section} is none that can be taken" if self.section else "a section is expected"
            raise self.error(f"{shown(text.strip())} stands here; {what}")
        parse(self, text)

    def _uncommented(self, text: str) -> str:
        """Return a line up to a field that begins with $ where no name is expected that could."""
        first = 2 if self.section in ("ROWS", "BOUNDS", "INDICATORS") else 1
        for word in list(re.finditer(r"\S+", text))[first:]:
            if word[0].startswith("$") and word[0] not in self.rows and word[0] not in self.program.columns:
                return text[: word.start()]
        return text

    def error(self, sentence: str) -> InputError:
        return InputError(sentence, self.where, self.line or None)

    # Sections

    def take_nothing(self, text: str) -> None:
        raise self.error(f"{shown(text.strip())} stands where the next section is expected")

    def take_sense(self, text: str) -> None:
        sense = SENSES.get(text.strip().lower())
        if sense is None:
            raise self.error(f"{shown(text.strip())} is no sense of an objective; MIN or MAX is expected")
        self.program.sense = sense

    def take_objective_name(self, text: str) -> None:
        self._objective = text.strip()

    def take_row(self, text: str) -> None:
        words = text.split()
        kind, name = words if len(words) == 2 else _fixed(text)[:2]
        if kind.upper() not in RELATIONS or not name:
            raise self.error(f"{shown(text.strip())} is no row such as 'L capacity'; its kind is N, L, G or E")
        if name in self.rows:
            raise self.error(f"a second row {shown(name)}")
        self.rows[name] = ProgramRow((name,), self.line, {}, RELATIONS[kind.upper()], 0)

    def take_column(self, text: str) -> None:
        if "'MARKER'" in text:
            word = text.split()[-1].strip("'").upper()
            if word not in ("INTORG", "INTEND"):
                raise self.error(f"the marker {shown(word)} is none that can be taken; INTORG and INTEND are")
            self._is_whole = word == "INTORG"
            return
        name, entries = self._entries(text, has_head=True)
        columns = self.program.columns
        if name != self._column and name in columns:
            raise self.error(f"the column {shown(name)} comes a second time")
        self._column = name
        if name not in columns:
            self.program.column(name, self.line).whole = self._is_whole
            if self._is_whole:
                self._between_markers.append(name)
        for row, value in entries:
            if name in self.rows[row].terms:
                raise self.error(f"{shown(name)} comes a second time in the row {shown(row)}")
            self.rows[row].terms[name] = value

    def take_side(self, text: str) -> None:
        for row, value in self._entries_of_set(text):
            if row in self._sided:
                raise self.error(f"a second right-hand side of the row {shown(row)}")
            self._sided.add(row)
            self.rows[row].bound = value

    def take_range(self, text: str) -> None:
        for row, value in self._entries_of_set(text):
            if row in self._ranges or not self.rows[row].relation:
                found = "a second range of" if row in self._ranges else "a range of the objective"
                raise self.error(f"{found} {shown(row)}")
            self._ranges[row] = value

    def take_bound(self, text: str) -> None:
        kind, set_name, name, value = self._bound(text)
        self._see_one_set(set_name)
        column = self.program.columns[name]
        column.whole = column.whole or kind in ("LI", "UI")
        column.binary = column.binary or kind == "BV"
        for side in BOUNDED_SIDES[kind]:
            if (name, side) in self._bounded:
                raise self.error(f"a second {'lower' if side == 'least' else 'upper'} bound of {shown(name)}")
            self._bounded[name, side] = self.line
        for side in BOUNDED_SIDES[kind]:
            end = None if kind in VALUELESS else value
            if end is not None and not -INFINITE < end < INFINITE:
                if (end < 0) is not (side == "least"):
                    raise self.error(f"{shown(name)} is bounded by infinity on the wrong side")
                end = None
            setattr(column, side, end)

    def _bound(self, text: str) -> tuple[str, str, str, Number | None]:
        """The kind of a bound, the name of its set, its column and its value."""
        columns, complaint = self.program.columns, ""
        for words in (text.split(), [field for field in _fixed(text)[:4] if field]):
            kind, *rest = words if words else [""]
            kind = kind.upper()
            if kind not in BOUNDED_SIDES:
                complaint = complaint or f"{shown(kind)} is no kind of bound; {', '.join(BOUNDED_SIDES)} are"
                continue
            if rest and kind in VALUELESS and rest[-1] in columns and len(rest) < 3:
                return kind, rest[0] if len(rest) == 2 else "", rest[-1], None
            value = _number(rest[-1]) if len(rest) in (2, 3) else None
            if value is not None and rest[-2] in columns:
                return kind, rest[0] if len(rest) == 3 else "", rest[-2], value
            complaint = complaint or f"{shown(text.strip())} is no bound of a known column such as 'UP BOUND x 4'"
        raise self.error(complaint)

    def take_indicator(self, text: str) -> None:
        words = text.split()
        if len(words) != 4 or words[0].upper() != "IF" or words[1] not in self.rows or words[3] not in ("0", "1"):
            raise self.error(f"{shown(text.strip())} is no indicator of a known row such as 'IF capacity x 1'")
        if words[2] not in self.program.columns:
            raise self.error(f"there is no column {shown(words[2])}")
        self.rows[words[1]].condition = words[2], int(words[3])

    # Their helpers

    def _entries(self, text: str, has_head: bool = False) -> tuple[str, list[tuple[str, Number]]]:
        """The name that a line begins with, and rows with a number each: free, or else fixed with spaces in names."""
        words = text.split()
        first, *pairs = words if len(words) % 2 else ["", *words]
        fixed = _fixed(text)[1:]
        for head, flat in ((first, pairs), (fixed[0], fixed[1:5] if fixed[3] else fixed[1:3])):
            values = [value for value in map(_number, flat[1::2]) if value is not None]
            is_whole = len(flat) in (2, 4) and len(values) == len(flat) // 2 and (head or not has_head)
            if is_whole and all(name in self.rows for name in flat[::2]):
                return head, list(zip(flat[::2], values, strict=True))
        if len(pairs) not in (2, 4) or (has_head and not first):
            raise self.error(f"{shown(text.strip())} is no line of names and numbers such as 'x capacity 3'")
        for name in pairs[::2]:
            if name not in self.rows:
                raise self.error(f"there is no row {shown(name)}")
        wrong = next(word for word in pairs[1::2] if _number(word) is None)
        raise self.error(f"{shown(wrong)} is no number of at most {MAX_NUMBER_DIGITS} digits")

    def _entries_of_set(self, text: str) -> list[tuple[str, Number]]:
        name, entries = self._entries(text)
        self._see_one_set(name)
        return entries

    def _see_one_set(self, name: str) -> None:
        """See to it that a section has one set: which of several counts, programs do not agree on."""
        if name and self._sets.setdefault(self.section, name) != name:
            raise self.error(f"{self.section} has a second set {shown(name)}; one is expected")

    def finished(self, clock: Clock) -> LinearProgram:
        if self.section != "ENDATA":
            raise self.error("the file does not end with the word ENDATA")
        program = self.program
        free = [name for name, row in self.rows.items() if not row.relation]
        if self._objective and self._objective not in free:
            raise self.error(f"OBJNAME names {shown(self._objective)}, which is no row of the kind N")
        if free:
            objective = self.rows[self._objective or free[0]]
            program.objective, program.constant = objective.terms, -objective.bound
        program.rows.extend(clock.along(self._bounded_rows()))
        for name in self._between_markers:
            if (name, "least") not in self._bounded and (name, "greatest") not in self._bounded:
                program.columns[name].greatest = 1
        for (name, side), line in self._bounded.items():
            greatest = None if program.columns[name].binary else program.columns[name].greatest
            if side == "greatest" and (name, "least") not in self._bounded and greatest is not None and greatest < 0:
                found = f"{shown(name)} has an upper bound below 0 and no lower bound"
                what = f"{found}, which programs read in different ways; give it one (MI for none)"
                raise InputError(what, self.where, line)
        return program

    def _bounded_rows(self) -> Iterator[ProgramRow]:
        """The rows that say something, those with a range as two."""
        for name, row in self.rows.items():
            if not row.relation:
                continue
            if not -INFINITE < row.bound < INFINITE:
                raise InputError(f"the row {shown(name)} has a right-hand side of 10^20 or more", self.where, row.line)
            if name not in self._ranges:
                yield row
                continue
            width, least = self._ranges[name], row.bound
            size = -width if width < 0 else width
            if row.relation == "<=" or (row.relation == "==" and width < 0):
                least = row.bound - size
            yield replace(row, relation=">=", bound=least)
            yield replace(row, relation="<=", bound=least + size)


def _number(word: str) -> Number | None:
    """A number, a very large one for infinity; None for what is none."""
    if infinite := _INFINITY.fullmatch(word):
        return -INFINITE if infinite[1] == "-" else INFINITE
    return exact(word) if _NUMBER.fullmatch(word) else None


def _fixed(text: str) -> list[str]:
    """The fields of a line by their places, without the spaces around them."""
    return [text[first:end].strip() for first, end in _FIELDS]


SENSES = {word: sense for sense in ("min", "max") for word in (sense, f"{sense}imize", f"{sense}imise")}
"""What the section OBJSENSE may say."""

SECTIONS: Mapping[str, Callable[[_MpsFile, str], None]] = {
    "NAME": _MpsFile.take_nothing,
    "OBJSENSE": _MpsFile.take_sense,
    "OBJNAME": _MpsFile.take_objective_name,
    "ROWS": _MpsFile.take_row,
    "COLUMNS": _MpsFile.take_column,
    "RHS": _MpsFile.take_side,
    "RANGES": _MpsFile.take_range,
    "BOUNDS": _MpsFile.take_bound,
    "INDICATORS": _MpsFile.take_indicator,
    "ENDATA": _MpsFile.take_nothing,
}
"""What takes in a line of each section."""

OTHERS = ("SOS", "SOS1", "SOS2", "QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX", "CSECTION", "LAZYCONS", "USERCUTS")
"""Sections that a model here cannot say; nothing may be in them."""
