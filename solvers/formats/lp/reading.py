"""CPLEX's LP format: integer programs as people write them, with bounded integer and binary variables."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from models.errors import InputError
from models.kit.names import shown
from models.language.model import Key
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.document import LINE, Reading, numbered_lines
from solvers.formats.rows import MAX_NUMBER_DIGITS, LinearProgram, Number, ProgramColumn, ProgramRow, exact

SECTIONS = {
    "max": r"max(?:imi[sz]e|imum)?",
    "min": r"min(?:imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|s\.?t\.?",
    "bounds": r"bounds?",
    "general": r"gen(?:erals?)?|int(?:egers?)?",
    "binary": r"bin(?:ary|aries)?",
    "end": r"end",
    "other": r"semi(?:-?continuous|s)?|sos[12]?|lazy\s+constraints|user\s+cuts|pwlobj|genera[l]\s+constraints?",
}
"""How sections begin; nothing may be in the others, which a model here cannot say."""

RELATIONS = {"<": "<=", "=<": "<=", "<=": "<=", ">": ">=", "=>": ">=", ">=": ">=", "=": "=="}
MIRRORED = {"<=": ">=", ">=": "<=", "==": "=="}

_SECTION = {name: re.compile(rf"\s*(?:{form})(?=\s|$)(?!\s*:)", re.IGNORECASE) for name, form in SECTIONS.items()}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<relation>=?[<>]=?|=)"
    r"|(?P<sign>->|[-+:*/^\[\]])"
    r"""|(?P<name>[A-Za-z!"#$%&(),.;?@_`'{}~|][\w!"#$%&(),.;?@`'{}~|/\[\]]*))"""
)
_INFINITE = ("inf", "infinity")


class Token(NamedTuple):
    """A word of the file: its kind, itself, and its line."""

    kind: str
    text: str
    line: int


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """An integer program; an answer is a value for each variable."""
    program = LinearProgram(where)
    tokens = _Tokens(clock.along(_tokens(numbered_lines(stream, where), where)), where)
    section = ""
    while heading := tokens.heading():
        section = heading.text
        if section in ("max", "min"):
            program.sense = section
        _PARSERS[section](tokens, program)
    if section != "end":
        raise InputError("the file does not end with the word End", where, tokens.line or None)
    return program.reading(clock)


def _tokens(lines: Iterable[tuple[int, str]], where: Path | str) -> Iterator[Token]:
    """The words of a file one by one; where a section begins, one of the kind ``section``."""
    section, title, begun = "", "", 0
    for number, line in lines:
        text = line.partition("\\")[0]
        if not text.strip():
            yield Token("", "", number)
            continue
        for section_word, form in _SECTION.items():
            if found := form.match(text):
                section, title, begun, text = section_word, found[0].strip(), number, text[found.end() :]
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


class _Tokens:
    """The words of a file, taken one by one; a section ends with a word of no kind.

    Attributes:
        line: the line of the last word that was taken.
    """

    def __init__(self, words: Iterator[Token], where: Path | str) -> None:
        self._words = words
        self._ahead: deque[Token] = deque()
        self.where = where
        self.line = 0

    def heading(self) -> Token | None:
        """The heading of the next section; None at the end of the file."""
        self.peek()
        return self._next() if self._ahead else None

    def peek(self, ahead: int = 0) -> Token:
        """The next word, or one further ahead; past the end of the section one of no kind."""
        for place in range(ahead + 1):
            if place == len(self._ahead) and not self._read():
                return Token("", "", self.line)
            if self._ahead[place].kind == "section":
                return Token("", "", self.line)
        return self._ahead[ahead]

    def _read(self) -> bool:
        """Read one more word ahead; whether there is one."""
        for word in self._words:
            if word.kind:
                self._ahead.append(word)
                return True
            if not self._ahead:
                self.line = word.line  # an empty line, or a comment
        return False

    def _next(self) -> Token:
        token = self._ahead.popleft()
        self.line = token.line
        return token

    def take(self, kind: str, what: str) -> Token:
        """The next word, of which ``what`` is expected."""
        token = self.peek()
        if token.kind != kind:
            found = shown(token.text) if token.kind else "nothing more"
            raise self.error(f"{found} stands where {what} is expected", token.line)
        return self._next()

    def skip(self, text: str) -> bool:
        """Take the next word if it is this one."""
        found = self.peek().text == text
        if found:
            self._next()
        return found

    def column(self, program: LinearProgram) -> ProgramColumn:
        """The column whose name is the next word."""
        name = self.take("name", "a variable")
        return program.column(name.text, name.line)

    def error(self, sentence: str, line: int = 0) -> InputError:
        return InputError(sentence, self.where, line or self.line)

    def label(self) -> Token | None:
        """The name before a colon."""
        if self.peek().kind == "name" and self.peek(1).text == ":":
            name = self._next()
            self._next()
            return name
        return None

    def sign(self) -> int:
        """The sign that any number of + and - come to."""
        sign = 1
        while self.peek().text in ("+", "-"):
            sign = -sign if self.peek().text == "-" else sign
            self._next()
        return sign

    def number(self) -> Number | None:
        """A number with its sign; None for an infinite one."""
        sign = self.sign()
        if self.peek().text.lower() in _INFINITE:
            self._next()
            return None
        return sign * self.value(self.take("number", "a number"))

    def value(self, token: Token) -> Number:
        """What a number comes to."""
        value = exact(token.text)
        if value is None:
            raise self.error(f"{shown(token.text)} has more than {MAX_NUMBER_DIGITS} digits", token.line)
        return value

    def sum(self, program: LinearProgram) -> tuple[dict[str, Number], Number]:
        """A linear expression: coefficients of names, and a constant."""
        terms: dict[str, Number] = {}
        constant: Number = 0
        first = True
        while self.peek().text in ("+", "-") or self.peek().kind in ("number", "name") or self.peek().text == "[":
            token = self.peek()
            if token.kind == "name" and self.peek(1).text == ":":
                break
            if not first and token.kind != "sign":
                raise self.error(f"{shown(token.text)} stands where + or - is expected", token.line)
            factor: Number = self.sign()
            if self.peek().text == "[":
                raise self.error("what stands in [ ] is not linear, and cannot be taken", self.peek().line)
            has_number = self.peek().kind == "number"
            if has_number:
                factor *= self.value(self.take("number", "a number"))
            if self.peek().kind == "name" and self.peek(1).text != ":":
                name = self.take("name", "a variable")
                program.column(name.text, name.line)
                terms[name.text] = terms.get(name.text, 0) + factor
            elif has_number:
                constant += factor
            else:
                raise self.error("a variable or a number is expected behind the sign")
            if self.peek().text in ("*", "/", "^"):
                raise self.error(f"{self.peek().text} is not linear, and cannot be taken", self.peek().line)
            first = False
        return terms, constant


def _take_objective(tokens: _Tokens, program: LinearProgram) -> None:
    tokens.label()
    program.objective, program.constant = tokens.sum(program)
    if tokens.peek().kind:
        raise tokens.error(f"{shown(tokens.peek().text)} is no part of an objective", tokens.peek().line)


def _take_rows(tokens: _Tokens, program: LinearProgram) -> None:
    names: set[str] = set()
    while tokens.peek().kind:
        line = tokens.peek().line
        label = tokens.label()
        key: Key = (LINE, line)
        if label is not None and label.text not in names:
            names.add(label.text)
            key = (label.text,)
        condition = _condition(tokens, program)
        terms, constant = tokens.sum(program)
        relation = RELATIONS[tokens.take("relation", "<=, >= or =").text]
        if not terms:  # 2 <= x + y, perhaps with a bound on the other side too
            terms, greater = tokens.sum(program)
            program.rows.append(ProgramRow(key, line, terms, MIRRORED[relation], constant - greater, condition))
            if tokens.peek().kind != "relation":
                continue
            relation, constant = RELATIONS[tokens.take("relation", "<=").text], greater
        bound = tokens.number()
        if bound is not None:
            program.rows.append(ProgramRow(key, line, terms, relation, bound - constant, condition))


def _condition(tokens: _Tokens, program: LinearProgram) -> tuple[str, int] | None:
    """``x = 1 ->``: what must be so for a row to count."""
    if [tokens.peek(ahead).kind for ahead in range(3)] != ["name", "relation", "number"] or tokens.peek(3).text != "->":
        return None
    name = tokens.take("name", "a variable")
    program.column(name.text, name.line)
    relation, number = tokens.take("relation", "="), tokens.take("number", "0 or 1")
    if relation.text != "=" or number.text not in ("0", "1"):
        raise tokens.error("a condition is expected to say = 0 or = 1", number.line)
    tokens.skip("->")
    return name.text, int(number.text)


def _take_bounds(tokens: _Tokens, program: LinearProgram) -> None:
    while tokens.peek().kind:
        if tokens.peek().kind != "name" or tokens.peek().text.lower() in _INFINITE:
            bound = tokens.number()
            relation = MIRRORED[RELATIONS[tokens.take("relation", "<=, >= or =").text]]
            column = tokens.column(program)
            _bound(column, relation, bound)
            if tokens.peek().kind == "relation":
                _bound(column, RELATIONS[tokens.take("relation", "<=").text], tokens.number())
            continue
        column = tokens.column(program)
        if tokens.peek().text.lower() == "free":
            tokens.take("name", "free")
            column.least = column.greatest = None
        else:
            relation = RELATIONS[tokens.take("relation", "<=, >= or =").text]
            _bound(column, relation, tokens.number())


def _bound(column: ProgramColumn, relation: str, bound: Number | None) -> None:
    if relation in ("<=", "=="):
        column.greatest = bound
    if relation in (">=", "=="):
        column.least = bound


def _take_general(tokens: _Tokens, program: LinearProgram) -> None:
    while tokens.peek().kind:
        tokens.column(program).whole = True


def _take_binary(tokens: _Tokens, program: LinearProgram) -> None:
    while tokens.peek().kind:
        column = tokens.column(program)
        column.whole, column.least, column.greatest = True, 0, 1


def _take_nothing(tokens: _Tokens, program: LinearProgram) -> None:
    """Nothing follows; HiGHS writes the headings of some sections that nothing is in."""


_PARSERS = {
    "max": _take_objective,
    "min": _take_objective,
    "rows": _take_rows,
    "bounds": _take_bounds,
    "general": _take_general,
    "binary": _take_binary,
    "other": _take_nothing,
    "end": _take_nothing,
}
