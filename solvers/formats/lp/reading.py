"""CPLEX's LP format: integer programs as people write them, with bounded integer and binary variables."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from models.errors import InputError
from models.kit.names import shown
from models.language.model import Key
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, Reading, numbered_lines
from solvers.formats.rows import MAX_NUMBER_DIGITS, LinearProgram, Number, ProgramColumn, ProgramRow, exact

RELATIONS = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "=="}
MIRRORED = {"<=": ">=", ">=": "<=", "==": "=="}

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<relation>=[<>]|[<>]=?|=)"
    r"|(?P<sign>->|[-+:*/^\[\]])"
    r"""|(?P<name>[A-Za-z!"#$%&(),.;?@_`'{}~|][\w!"#$%&(),.;?@`'{}~|/\[\]]*))"""
)
_INFINITE = ("inf", "infinity")


class Token(NamedTuple):
    kind: str
    text: str
    line: int


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An integer program; an answer is a value for each variable."""
    file = _LpFile(clock.along(_tokens(numbered_lines(stream, where), where)), where)
    section = ""
    while heading := file.heading():
        section = heading.text
        _SECTIONS[section][1](file, section)
    if section != "end":
        raise file.error("the file does not end with the word End")
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
            column = self.column()
            column.whole, column.least, column.greatest = True, 0, 1

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
