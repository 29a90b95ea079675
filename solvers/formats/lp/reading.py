"""CPLEX's LP format: integer programs as people write them, with bounded integer and binary variables."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, inf, lcm
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import MAX_VALUE, Assignment, Clause, IntVar, Key, Linear, LinearExpr, Model
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, ObjectiveNote, Reading, noting, numbered_lines
from solvers.lowering.bounds import Box, Ends, at_most, warnings_of

MAX_NUMBER_DIGITS = 300  # written out

Number: TypeAlias = int | Fraction  # a number as the file has it; whole ones are ints, which take less room

RELATIONS = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "=="}
MIRRORED = {"<=": ">=", ">=": "<=", "==": "=="}

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<relation>=[<>]|[<>]=?|=)"
    r"|(?P<sign>->|[-+:*/^\[\]])"
    r"""|(?P<name>[A-Za-z!"#$%&(),.;?@_`'{}~|][\w!"#$%&(),.;?@`'{}~|/\[\]]*))"""
)
_INFINITE = ("inf", "infinity")


@dataclass(slots=True)
class ProgramRow:
    key: Key
    line: int
    terms: dict[str, Number]
    relation: str
    bound: Number
    condition: tuple[str, int] | None = None


@dataclass(slots=True)
class ProgramColumn:
    line: int
    least: Number | None = 0
    greatest: Number | None = None
    whole: bool = False
    binary: bool = False

    def settled(self) -> ProgramColumn:
        """Return the column with bounds that are whole numbers where it is whole, and within 0 and 1 if binary."""
        least, greatest = self.least, self.greatest
        if self.binary:
            least = max(0, least or 0)
            greatest = 1 if greatest is None else min(1, greatest)
        if self.whole or self.binary:
            least = None if least is None else ceil(least)
            greatest = None if greatest is None else floor(greatest)
        return ProgramColumn(self.line, least, greatest, self.whole or self.binary)


@dataclass
class LinearProgram:
    """What has been read; the sense is ``min`` or ``max``, and the constant is added to the objective."""

    where: Path | str
    sense: str = "min"
    objective: dict[str, Number] = field(default_factory=dict)
    constant: Number = 0
    rows: list[ProgramRow] = field(default_factory=list)
    columns: dict[str, ProgramColumn] = field(default_factory=dict)
    notes: list[ObjectiveNote] = field(default_factory=list)

    def column(self, name: str, line: int) -> ProgramColumn:
        if name not in self.columns:
            self.columns[name] = ProgramColumn(line)
        return self.columns[name]

    def reading(self, clock: Clock) -> Reading:
        """What was read, as a model; an error where a model here cannot say it."""
        model = Model(Path(self.where).name)
        columns = {name: column.settled() for name, column in self.columns.items()}
        still_open = self._bounded(columns, clock)
        variables = {name: self._declared(model, name, column) for name, column in clock.along(columns.items())}
        for row in clock.along(self.rows):
            self._post(model, row, variables)
        self._optimise(model, variables)
        about = f"{count(len(variables), 'variable')}, {count(len(self.rows), 'row')}"
        return Reading(model, _values, about, warnings_of(still_open))

    def _bounded(self, columns: dict[str, ProgramColumn], clock: Clock) -> list[str]:
        """Give whole columns without bounds those that the rows leave; return the names of those still open.

        An open column is refused where the objective has no end with it.
        """
        unbounded = {name: _ends(one) for name, one in columns.items() if one.whole and inf in map(abs, _ends(one))}
        if not unbounded:
            return []
        box = Box(unbounded, lambda name: _ends(columns[name]))
        box.narrow([rule for row in self.rows if row.condition is None for rule in _rules(row)], clock)
        still_open = []
        for name in unbounded:
            ends, sign = box.ends(name), -1 if self.sense == "max" else 1
            values = box.closed(name)
            columns[name].least, columns[name].greatest = values[0], values[-1]
            if inf in map(abs, ends):
                still_open.append(name)
                towards = -sign * self.objective.get(name, 0)
                if towards and ends[towards > 0] in (-inf, inf):
                    side = "greatest" if towards > 0 else "least"
                    what = f"{shown(name)} has no {side} value, and the objective has no end with it; bound it"
                    raise self._error(what, columns[name].line)
        return still_open

    def _post(self, model: Model, row: ProgramRow, variables: Mapping[str, IntVar]) -> None:
        scale = lcm(row.bound.denominator, *(factor.denominator for factor in row.terms.values()))
        terms = tuple((int(factor * scale), variables[name]) for name, factor in row.terms.items() if factor)
        linear = Linear(terms, row.relation, int(row.bound * scale), key=row.key)
        if not terms and linear.relation_holds({}):
            return
        posted = model.add(linear if terms else Clause((), key=row.key))
        if row.condition is not None:
            flag = variables[row.condition[0]]
            if not flag.is_boolean:
                raise self._error(f"{flag} is a condition, and not binary", row.line)
            posted.only_enforce_if(flag == row.condition[1])

    def _optimise(self, model: Model, variables: Mapping[str, IntVar]) -> None:
        """Let the model minimise or maximise the objective; fractions in it are scaled up to whole numbers."""
        terms = {variables[name]: factor for name, factor in self.objective.items() if factor}
        if terms or self.constant:
            scale = lcm(*(factor.denominator for factor in (*terms.values(), self.constant)))
            total = LinearExpr({var: int(factor * scale) for var, factor in terms.items()}, int(self.constant * scale))
            model.minimize(total) if self.sense == "min" else model.maximize(total)
            if model.objective is not None:
                model.objective = replace(model.objective, divisor=scale)
        for note in self.notes:
            note.restore(model)

    def _declared(self, model: Model, name: str, column: ProgramColumn) -> IntVar:
        is_fixed = column.least == column.greatest and isinstance(column.least, int)
        if not (column.whole or is_fixed):  # HiGHS does not mark an integer column that is fixed and in no row
            what = "is continuous; models here have variables that are listed as general or binary"
            raise self._error(f"{shown(name)} {what}", column.line)
        assert column.least is not None  # of the open ones it was found
        assert column.greatest is not None
        if max(-column.least, column.greatest) > MAX_VALUE:
            raise self._error(f"{shown(name)} has a bound beyond 2^62; smaller ones are expected", column.line)
        least, greatest = int(column.least), int(column.greatest)
        if least > greatest:
            never = f"{name} is at least {least:,} and at most {greatest:,}"
            model.add(Clause((), key=(LINE, column.line), because=never))
        return model.new_int_var(least, max(least, greatest), name)

    def _error(self, sentence: str, line: int | None = None) -> InputError:
        return InputError(sentence, self.where, line)


def _ends(column: ProgramColumn) -> Ends:
    least, greatest = column.least, column.greatest
    return -inf if least is None else int(least), inf if greatest is None else int(greatest)


def _rules(row: ProgramRow) -> Iterator[tuple[Callable[[Box[str]], None], Collection[str]]]:
    """Yield how a row narrows its columns: as Σ factor·column ≤ bound, with whole numbers alone."""
    scale = lcm(row.bound.denominator, *(factor.denominator for factor in row.terms.values()))
    for relation, sign in (("<=", 1), (">=", -1)):
        if row.relation in (relation, "=="):
            factors = [int(sign * scale * factor) for factor in row.terms.values()]
            rule = partial(at_most, coefficients=factors, things=[*row.terms], most=int(sign * scale * row.bound))
            yield rule, row.terms.keys()


def exact(text: str) -> Number | None:
    """What a decimal number comes to, exactly; None for one of too many digits."""
    if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS:
        return int(text)
    mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
    if len(mantissa) > MAX_NUMBER_DIGITS or len(exponent) > 5 or abs(int(exponent or 0)) > MAX_NUMBER_DIGITS:
        return None
    value = Fraction(f"{mantissa}e{exponent or 0}")
    return int(value) if value.denominator == 1 else value


def _values(answer: Assignment) -> str:
    return "\n".join(f"{var.name} {value}" for var, value in answer.items())


class Token(NamedTuple):
    kind: str
    text: str
    line: int


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An integer program; an answer is a value for each variable."""
    notes: list[ObjectiveNote] = []
    file = _LpFile(clock.along(_tokens(noting(numbered_lines(stream, where), "\\", notes), where)), where)
    section = ""
    while heading := file.heading():
        section = heading.text
        _SECTIONS[section][1](file, section)
    if section != "end":
        raise file.error("the file does not end with the word End")
    file.program.notes = notes
    return file.program.reading(clock)


def _tokens(lines: Iterable[tuple[int, str]], where: Path | str) -> Iterator[Token]:
    """The words of a file; a section begins with one of the kind ``section``, and an empty line is one of no kind."""
    section, title, begun = "", "", 0
    for number, line in lines:
        text = line.partition("\\")[0]
        if not text.strip():
            yield Token("", "", number)
            continue
        for name, (form, _) in _SECTIONS.items():
            if found := form.match(text):
                section, title, begun, text = name, found[0].strip(), number, text[found.end() :]
                yield Token("section", section, number)
                break
        if section in ("", "end", "other") and text.strip():
            if section == "other":
                raise InputError(f"the section {shown(title)} is none that can be taken", where, begun)
            expected = "nothing can follow End" if section else "Minimize or Maximize is expected first"
            raise InputError(f"{shown(text.strip())} stands here; {expected}", where, number)
        at, size = 0, len(text.rstrip())
        while at < size:
            token = _TOKEN.match(text, at)
            if token is None:
                raise InputError(f"{shown(text[at:].strip())} is nothing that the format knows", where, number)
            yield Token(str(token.lastgroup), token[0].strip(), number)
            at = token.end()


class _LpFile:
    """A file, word by word, and the program that it says; behind a section's last word is one of no kind."""

    def __init__(self, words: Iterator[Token], where: Path | str) -> None:
        self._words = words
        self._ahead: deque[Token] = deque()
        self.where = where
        self.line = 0  # of the last word that was taken
        self.program = LinearProgram(where)

    def heading(self) -> Token | None:
        self.peek()
        return self._next() if self._ahead else None

    def peek(self, ahead: int = 0) -> Token:
        """The next word, or one further ahead."""
        for place in range(ahead + 1):
            if (place == len(self._ahead) and not self._read_ahead()) or self._ahead[place].kind == "section":
                return Token("", "", self.line)
        return self._ahead[ahead]

    def _read_ahead(self) -> bool:
        for word in self._words:
            if word.kind:
                self._ahead.append(word)
                return True
            if not self._ahead:
                self.line = word.line
        return False

    def _next(self) -> Token:
        token = self._ahead.popleft()
        self.line = token.line
        return token

    def take(self, kind: str, what: str) -> Token:
        token = self.peek()
        if token.kind != kind:
            found = shown(token.text) if token.kind else "nothing more"
            raise self.error(f"{found} stands where {what} is expected", token.line)
        return self._next()

    def error(self, sentence: str, line: int = 0) -> InputError:
        return InputError(sentence, self.where, line or self.line or None)

    # Parts of a section

    def name(self) -> str:
        """The name of a column, declared if this is the first mention of it."""
        word = self.take("name", "a variable")
        self.program.column(word.text, word.line)
        return word.text

    def column(self) -> ProgramColumn:
        return self.program.columns[self.name()]

    def relation(self, what: str = "<=, >= or =") -> str:
        return RELATIONS[self.take("relation", what).text]

    def is_at_label(self) -> bool:
        return self.peek().kind == "name" and self.peek(1).text == ":"

    def label(self) -> str:
        if not self.is_at_label():
            return ""
        name = self._next()
        self._next()
        return name.text

    def sign(self) -> int:
        sign = 1
        while self.peek().text in ("+", "-"):
            sign = -sign if self._next().text == "-" else sign
        return sign

    def number(self) -> Number | None:
        """A number with its sign; None for an infinite one."""
        sign = self.sign()
        if self.peek().text.lower() in _INFINITE:
            self._next()
            return None
        return sign * self.unsigned()

    def unsigned(self) -> Number:
        token = self.take("number", "a number")
        value = exact(token.text)
        if value is None:
            raise self.error(f"{shown(token.text)} has more than {MAX_NUMBER_DIGITS} digits", token.line)
        return value

    def sum(self) -> tuple[dict[str, Number], Number]:
        terms: dict[str, Number] = {}
        constant: Number = 0
        is_first = True
        while (token := self.peek()).text in ("+", "-", "[") or token.kind in ("number", "name"):
            if self.is_at_label():
                break
            if not is_first and token.kind != "sign":
                raise self.error(f"{shown(token.text)} stands where + or - is expected", token.line)
            factor: Number = self.sign()
            if self.peek().text == "[":
                raise self.error("what stands in [ ] is not linear, and cannot be taken", self.peek().line)
            has_number = self.peek().kind == "number"
            if has_number:
                factor *= self.unsigned()
            if self.peek().kind == "name" and not self.is_at_label():
                name = self.name()
                terms[name] = terms.get(name, 0) + factor
            elif has_number:
                constant += factor
            else:
                raise self.error("a variable or a number is expected behind the sign")
            if self.peek().text in ("*", "/", "^"):
                raise self.error(f"{self.peek().text} is not linear, and cannot be taken", self.peek().line)
            is_first = False
        return terms, constant

    def condition(self) -> tuple[str, int] | None:
        """``x = 1 ->``: what must be so for a row to count."""
        kinds = [self.peek(ahead).kind for ahead in range(3)]
        if kinds != ["name", "relation", "number"] or self.peek(3).text != "->":
            return None
        name, relation, number = self.name(), self._next(), self._next()
        if relation.text != "=" or number.text not in ("0", "1"):
            raise self.error("a condition is expected to say = 0 or = 1", number.line)
        self._next()
        return name, int(number.text)

    # Sections

    def take_objective(self, sense: str) -> None:
        self.program.sense = sense
        self.label()
        self.program.objective, self.program.constant = self.sum()
        if self.peek().kind:
            raise self.error(f"{shown(self.peek().text)} is no part of an objective", self.peek().line)

    def take_rows(self, _: str) -> None:
        labels: set[str] = set()
        while self.peek().kind:
            line, label = self.peek().line, self.label()
            key: Key = (label,) if label and label not in labels else (LINE, line)
            labels.add(label)
            condition = self.condition()
            terms, constant = self.sum()
            relation = self.relation()
            rows = self.program.rows
            if not terms:  # 2 <= x + y, perhaps with a bound on the other side too
                terms, greater = self.sum()
                rows.append(ProgramRow(key, line, terms, MIRRORED[relation], constant - greater, condition))
                if self.peek().kind != "relation":
                    continue
                relation, constant = self.relation(), greater
            bound = self.number()
            if bound is not None:
                rows.append(ProgramRow(key, line, terms, relation, bound - constant, condition))

    def take_bounds(self, _: str) -> None:
        while self.peek().kind:
            if self.peek().kind != "name" or self.peek().text.lower() in _INFINITE:
                bound, relation = self.number(), MIRRORED[self.relation()]
                column = self.column()
                _bound(column, relation, bound)
                if self.peek().kind == "relation":
                    _bound(column, self.relation(), self.number())
                continue
            column = self.column()
            if self.peek().text.lower() == "free":
                self.take("name", "free")
                column.least = column.greatest = None
            else:
                _bound(column, self.relation(), self.number())

    def take_general(self, _: str) -> None:
        while self.peek().kind:
            self.column().whole = True

    def take_binary(self, _: str) -> None:
        while self.peek().kind:
            self.column().binary = True

    def take_nothing(self, _: str) -> None:
        """Nothing follows; HiGHS writes the headings of some sections that nothing is in."""


def _bound(column: ProgramColumn, relation: str, bound: Number | None) -> None:
    if relation in ("<=", "=="):
        column.greatest = bound
    if relation in (">=", "=="):
        column.least = bound


def _heading(form: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{form})(?=\s|$)(?!\s*:)", re.IGNORECASE)


_SECTIONS: Mapping[str, tuple[re.Pattern[str], Callable[[_LpFile, str], None]]] = {
    "max": (_heading(r"max(?:imi[sz]e|imum)?"), _LpFile.take_objective),
    "min": (_heading(r"min(?:imi[sz]e|imum)?"), _LpFile.take_objective),
    "rows": (_heading(r"subject\s+to|such\s+that|s\.?t\.?"), _LpFile.take_rows),
    "bounds": (_heading(r"bounds?"), _LpFile.take_bounds),
    "general": (_heading(r"gen(?:erals?)?|int(?:egers?)?"), _LpFile.take_general),
    "binary": (_heading(r"bin(?:ary|aries)?"), _LpFile.take_binary),
    "end": (_heading(r"end"), _LpFile.take_nothing),
    "other": (
        _heading(r"semi(?:-?continuous|s)?|sos[12]?|lazy\s+constraints|user\s+cuts|pwlobj|genera[l]\s+constraints?"),
        _LpFile.take_nothing,
    ),
}
"""How each section begins, and what takes it in; nothing may be in the others, which a model here cannot say."""
