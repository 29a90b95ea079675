"""CPLEX's LP format: integer programs as people write them, with bounded integer and binary variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, lcm
from pathlib import Path
from typing import BinaryIO, NamedTuple

from models.errors import InputError
from models.kit.names import count, shown
from models.language.model import LARGEST, Assignment, Clause, IntVar, Key, Linear, LinearExpr, Model
from solvers.formats.document import LINE, Reading, numbered_lines

LONGEST = 300
"""Digits of a number, written out."""

SECTIONS = {
    "objective": r"(?P<sense>max|min)(?:imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|s\.?t\.?",
    "bounds": r"bounds?",
    "general": r"gen(?:erals?)?|int(?:egers?)?",
    "binary": r"bin(?:ary|aries)?",
    "end": r"end",
    "": r"semi(?:-?continuous|s)?|sos[12]?|lazy\s+constraints|user\s+cuts|pwlobj|genera[l]\s+constraints?",
}
"""How sections begin; those of no name are none that a model here can say."""

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


@dataclass
class Row:
    """A row as it stands in the file."""

    key: Key
    line: int
    terms: dict[str, Fraction]
    relation: str
    bound: Fraction
    condition: tuple[str, int] | None = None


@dataclass
class Column:
    """A variable as far as it is known."""

    line: int
    least: Fraction | None = Fraction(0)
    greatest: Fraction | None = None
    whole: bool = False


@dataclass
class _Program:
    """What has been read."""

    where: Path | str
    lines: int = 0
    sense: str = ""
    objective: dict[str, Fraction] = field(default_factory=dict)
    constant: Fraction = Fraction(0)
    rows: list[Row] = field(default_factory=list)
    columns: dict[str, Column] = field(default_factory=dict)

    def column(self, token: Token) -> Column:
        return self.columns.setdefault(token.text, Column(token.line))


def read(stream: BinaryIO, where: Path | str) -> Reading:
    """An integer program; an answer is a value for each variable."""
    program = _Program(where)
    sections = list(_sections(stream, where, program))
    if not sections or sections[-1][0] != "end":
        raise InputError("the file does not end with the word End", where, program.lines or None)
    for name, tokens in sections:
        _PARSERS[name](_Tokens(tokens, where), program)
    return _modelled(program)


def _sections(stream: BinaryIO, where: Path | str, program: _Program) -> Iterator[tuple[str, list[Token]]]:
    """Every section: its name, and the words in it."""
    name, tokens = "", list[Token]()
    for last, line in numbered_lines(stream, where):
        program.lines = last
        text = line.partition("\\")[0]
        if not text.strip():
            continue
        for section, form in _SECTION.items():
            found = form.match(text)
            if found is None:
                continue
            if not section:
                raise InputError(f"the section {shown(found[0].strip())} is none that can be taken", where, last)
            if name:
                yield name, tokens
            if section == "objective":
                program.sense = found["sense"].lower()
            name, tokens, text = section, [], text[found.end() :]
            break
        if name in ("", "end") and text.strip():
            expected = "Minimize or Maximize is expected first" if not name else "nothing can follow End"
            raise InputError(f"{shown(text.strip())} stands here; {expected}", where, last)
        at, size = 0, len(text.rstrip())
        while at < size:
            token = _TOKEN.match(text, at)
            if token is None:
                raise InputError(f"{shown(text[at:].strip())} is nothing that the format knows", where, last)
            tokens.append(Token(str(token.lastgroup), token[0].strip(), last))
            at = token.end()
    if name:
        yield name, tokens


class _Tokens:
    """The words of a section, taken one by one."""

    def __init__(self, tokens: list[Token], where: Path | str) -> None:
        self.tokens = tokens
        self.where = where
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """The next word; past the end one of no kind."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else Token("", "", self.line)

    @property
    def line(self) -> int:
        """The line of the last word that was taken."""
        return self.tokens[min(max(self.at - 1, 0), len(self.tokens) - 1)].line if self.tokens else 0

    def take(self, kind: str, what: str) -> Token:
        """The next word, of which ``what`` is expected."""
        token = self.peek()
        if token.kind != kind:
            found = shown(token.text) if token.kind else "nothing more"
            raise self.error(f"{found} stands where {what} is expected", token.line)
        self.at += 1
        return token

    def skip(self, text: str) -> bool:
        """Take the next word if it is this one."""
        self.at += (found := self.peek().text == text)
        return found

    def error(self, sentence: str, line: int = 0) -> InputError:
        return InputError(sentence, self.where, line or self.line)

    def label(self) -> Token | None:
        """The name before a colon."""
        if self.peek().kind == "name" and self.peek(1).text == ":":
            self.at += 2
            return self.tokens[self.at - 2]
        return None

    def sign(self) -> int:
        """The sign that any number of + and - come to."""
        sign = 1
        while self.peek().text in ("+", "-"):
            sign = -sign if self.peek().text == "-" else sign
            self.at += 1
        return sign

    def number(self) -> Fraction | None:
        """A number with its sign; None for an infinite one."""
        sign = self.sign()
        if self.peek().text.lower() in _INFINITE:
            self.at += 1
            return None
        return sign * self.value(self.take("number", "a number"))

    def value(self, token: Token) -> Fraction:
        """What a number comes to."""
        mantissa, _, exponent = token.text.lower().partition("e")
        if len(mantissa) > LONGEST or len(exponent) > 4 or abs(int(exponent or 0)) > LONGEST:
            raise self.error(f"{shown(token.text)} has more than {LONGEST} digits", token.line)
        return Fraction(token.text)

    def sum(self, program: _Program) -> tuple[dict[str, Fraction], Fraction]:
        """A linear expression: coefficients of names, and a constant."""
        terms: dict[str, Fraction] = {}
        constant, first = Fraction(0), True
        while self.peek().text in ("+", "-") or self.peek().kind in ("number", "name") or self.peek().text == "[":
            token = self.peek()
            if token.kind == "name" and self.peek(1).text == ":":
                break
            if not first and token.kind != "sign":
                raise self.error(f"{shown(token.text)} stands where + or - is expected", token.line)
            factor = Fraction(self.sign())
            if self.peek().text == "[":
                raise self.error("what stands in [ ] is not linear, and cannot be taken", self.peek().line)
            has_number = self.peek().kind == "number"
            if has_number:
                factor *= self.value(self.take("number", "a number"))
            if self.peek().kind == "name" and self.peek(1).text != ":":
                name = self.take("name", "a variable")
                program.column(name)
                terms[name.text] = terms.get(name.text, Fraction(0)) + factor
            elif has_number:
                constant += factor
            else:
                raise self.error("a variable or a number is expected behind the sign")
            if self.peek().text in ("*", "/", "^"):
                raise self.error(f"{self.peek().text} is not linear, and cannot be taken", self.peek().line)
            first = False
        return terms, constant


def _take_objective(tokens: _Tokens, program: _Program) -> None:
    tokens.label()
    program.objective, program.constant = tokens.sum(program)
    if tokens.peek().kind:
        raise tokens.error(f"{shown(tokens.peek().text)} is no part of an objective", tokens.peek().line)


def _take_rows(tokens: _Tokens, program: _Program) -> None:
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
            program.rows.append(Row(key, line, terms, MIRRORED[relation], constant - greater, condition))
            if tokens.peek().kind != "relation":
                continue
            relation, constant = RELATIONS[tokens.take("relation", "<=").text], greater
        bound = tokens.number()
        if bound is not None:
            program.rows.append(Row(key, line, terms, relation, bound - constant, condition))


def _condition(tokens: _Tokens, program: _Program) -> tuple[str, int] | None:
    """``x = 1 ->``: what must be so for a row to count."""
    if [tokens.peek(ahead).kind for ahead in range(3)] != ["name", "relation", "number"] or tokens.peek(3).text != "->":
        return None
    name = tokens.take("name", "a variable")
    program.column(name)
    relation, number = tokens.take("relation", "="), tokens.take("number", "0 or 1")
    if relation.text != "=" or number.text not in ("0", "1"):
        raise tokens.error("a condition is expected to say = 0 or = 1", number.line)
    tokens.skip("->")
    return name.text, int(number.text)


def _take_bounds(tokens: _Tokens, program: _Program) -> None:
    while tokens.peek().kind:
        if tokens.peek().kind != "name" or tokens.peek().text.lower() in _INFINITE:
            bound = tokens.number()
            relation = MIRRORED[RELATIONS[tokens.take("relation", "<=, >= or =").text]]
            column = program.column(tokens.take("name", "a variable"))
            _bound(column, relation, bound)
            if tokens.peek().kind == "relation":
                _bound(column, RELATIONS[tokens.take("relation", "<=").text], tokens.number())
            continue
        column = program.column(tokens.take("name", "a variable"))
        if tokens.peek().text.lower() == "free":
            tokens.take("name", "free")
            column.least = column.greatest = None
        else:
            relation = RELATIONS[tokens.take("relation", "<=, >= or =").text]
            _bound(column, relation, tokens.number())


def _bound(column: Column, relation: str, bound: Fraction | None) -> None:
    if relation in ("<=", "=="):
        column.greatest = bound
    if relation in (">=", "=="):
        column.least = bound


def _take_general(tokens: _Tokens, program: _Program) -> None:
    while tokens.peek().kind:
        program.column(tokens.take("name", "a variable")).whole = True


def _take_binary(tokens: _Tokens, program: _Program) -> None:
    while tokens.peek().kind:
        column = program.column(tokens.take("name", "a variable"))
        column.whole, column.least, column.greatest = True, Fraction(0), Fraction(1)


def _take_end(tokens: _Tokens, program: _Program) -> None:
    """Nothing follows."""


_PARSERS = {
    "objective": _take_objective,
    "rows": _take_rows,
    "bounds": _take_bounds,
    "general": _take_general,
    "binary": _take_binary,
    "end": _take_end,
}


def _modelled(program: _Program) -> Reading:
    """What was read, as a model."""
    model = Model(Path(program.where).name)
    variables = {name: _declared(model, name, column, program.where) for name, column in program.columns.items()}
    for row in program.rows:
        scale = lcm(row.bound.denominator, *(factor.denominator for factor in row.terms.values()))
        terms = tuple((int(factor * scale), variables[name]) for name, factor in row.terms.items() if factor)
        linear = Linear(terms, row.relation, int(row.bound * scale), key=row.key)
        if not terms and linear.relation_holds({}):
            continue
        posted = model.add(linear if terms else Clause((), key=row.key))
        if row.condition is not None:
            flag = variables[row.condition[0]]
            if not flag.is_boolean:
                raise InputError(f"{flag} is a condition, and not binary", program.where, row.line)
            posted.only_enforce_if(flag == row.condition[1])
    _optimise(model, program, variables)
    about = f"{count(len(variables), 'variable')}, {count(len(program.rows), 'row')}"
    return Reading(model, _values, about)


def _declared(model: Model, name: str, column: Column, where: Path | str) -> IntVar:
    if not column.whole:
        raise InputError(
            f"{shown(name)} is continuous; models here have variables that are listed as general or binary",
            where,
            column.line,
        )
    if column.least is None or column.greatest is None or max(-column.least, column.greatest) > LARGEST:
        what = "greatest" if column.least is not None else "least"
        raise InputError(f"{shown(name)} has no {what} value; bounds below 2^62 are expected", where, column.line)
    least, greatest = ceil(column.least), floor(column.greatest)
    if least > greatest:
        raise InputError(f"nothing lies between the bounds of {shown(name)}", where, column.line)
    return model.new_int_var(least, greatest, name)


def _optimise(model: Model, program: _Program, variables: Mapping[str, IntVar]) -> None:
    terms = {variables[name]: factor for name, factor in program.objective.items() if factor}
    fractions = [factor for factor in (*terms.values(), program.constant) if factor.denominator != 1]
    if fractions:
        raise InputError(f"the objective has the factor {float(fractions[0])}; whole ones are expected", program.where)
    if terms:
        total = LinearExpr({var: int(factor) for var, factor in terms.items()}, int(program.constant))
        model.minimize(total) if program.sense == "min" else model.maximize(total)


def _values(answer: Assignment) -> str:
    """An answer: each variable and its value on a line."""
    return "\n".join(f"{var.name} {value}" for var, value in answer.items())
