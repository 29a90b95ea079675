"""FlatZinc's syntax: the items of a file one after the other, in time linear in its length.

Grammar as in the MiniZinc handbook, "FlatZinc Specification", classic text. An item is cut out up to its semicolon and
taken apart by itself; an array of plain entries is one token, so that long ones cost little. Values come out as
Python's own: ints, bools, floats, ranges and frozensets of ints, tuples for arrays, and strings; identifiers are
:class:`Name`, annotations :class:`Annotation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, TypeAlias, TypeVar

from models.errors import InputError
from models.kit.names import shown
from models.language.declarations import MAX_VALUE
from solvers.formats.document import MAX_LINE_BYTES, decoded, too_long

PIECE_BYTES = 1 << 17  # that are looked at together, or twice as many as an item has so far
MAX_DEPTH = 40  # of brackets; the annotations that compilers write reach about five

SPACE = re.compile(r"(?:\s++|%[^\n]*+)*+")
ITEM = re.compile(r'[^;"%]*+(?:(?:"(?:[^"\\\n]|\\.)*+"|%[^\n]*+)[^;"%]*+)*+;')

RANGE = r"-?\d+\s*+\.\.\s*+-?\d+"
FLOATS = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*\.\.\s*-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")

ORIGIN = r"::\s*+(?:(?:is_defined_var|var_is_introduced)(?![\w(])|defines_var\([\w\s]*+\))"
"""How the compiler came to an item, which is skipped like a comment: most items of a long file have such a note."""

TOKEN = re.compile(
    rf"(?:\s++|%[^\n]*+|{ORIGIN})*+("
    r"\[[^\[\](){}\"%:;=]*+\]|\{[^\[\](){}\"%:;=]*+\}"  # an array or a set without brackets in it
    r"|\"(?:[^\"\\\n]|\\.)*+\""
    rf"|::|{RANGE}|'[^'\n]*+'|[^\s\[\](){{}}\"%:;=,']++|.)",
)

ATOM = re.compile(
    rf"(?P<int>-?\d++(?![.eE\w]))|(?P<range>{RANGE})|(?P<float>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![.\w]))"
    r"|(?P<hex>-?0x[0-9a-fA-F]++|-?0o[0-7]++)|(?P<name>[A-Za-z_]\w*+|'[^'\n]*+')"
)


class Name(str):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    name: str
    arguments: tuple[Any, ...] = ()


Value: TypeAlias = Any
"""An int, a bool, a float, a set (range or frozenset), a string, a Name, an Annotation, or a tuple of such."""

Annotations = tuple[Annotation, ...]

T = TypeVar("T")


class Type(NamedTuple):
    kind: str  # int, bool, float or set
    is_variable: bool
    values: range | frozenset[int] | None = None  # what an int is limited to
    size: int | None = None  # how many entries an array has; None for what is no array


class Declaration(NamedTuple):
    """A parameter, a variable, or an array of either; the value is None where none is given."""

    line: int
    type: Type
    name: str
    annotations: Annotations
    value: Value


class ConstraintItem(NamedTuple):
    line: int
    name: str
    arguments: tuple[Value, ...]
    annotations: Annotations


class SolveItem(NamedTuple):
    """The solve item: ``satisfy``, ``minimize`` or ``maximize``, and what."""

    line: int
    method: str
    objective: Value
    annotations: Annotations


Item = Declaration | ConstraintItem | SolveItem


def items(stream: BinaryIO, where: Path | str) -> Iterator[Item]:
    """The items of a file, the declarations of predicates left out; little more than one in memory at a time."""
    text, line, reader = "", 1, _ItemReader(where)
    while piece := stream.read(max(PIECE_BYTES, len(text))) + (rest := stream.readline(MAX_LINE_BYTES)):
        if len(rest) == MAX_LINE_BYTES:
            raise too_long(where, line + text.count("\n") + piece.count(b"\n"))
        text += decoded(piece, where, line + text.count("\n"))
        place = 0
        while True:
            begin = SPACE.match(text, place).end()  # type: ignore[union-attr]  # which may be empty
            line += text.count("\n", place, begin)
            place = begin
            end = ITEM.match(text, begin)
            if end is None:
                break
            item = reader.read(end.group(), line)
            if item is not None:
                yield item
            line += text.count("\n", begin, end.end())
            place = end.end()
        text = text[place:]
        if len(text) > MAX_LINE_BYTES:
            raise too_long(where, line)
    if text:
        raise InputError(f"{shown(text[:60])} is an item without an end; a semicolon ends it", where, line)


class _ItemReader:
    """Reads one item after the other, the tokens of each from the left."""

    def __init__(self, where: Path | str) -> None:
        self._where = where
        self._names: dict[str, Value] = {}  # what each identifier that has come is read as: most come often

    def read(self, text: str, line: int) -> Item | None:
        """The item that begins in ``line``; None for a predicate's declaration."""
        self._text, self._line = text, line
        self._tokens = [*TOKEN.findall(text), ""]  # nothing is where it ends
        self._next = self._depth = 0
        if self._take("constraint"):
            name = self._identifier("the name of a constraint")
            arguments = self._listed(")") if self._take("(") else ()
            return self._ended(ConstraintItem(self._line, name, arguments, self._annotations()))
        if self._take("solve"):
            return self._goal()
        return None if self._take("predicate") else self._declaration()

    def _goal(self) -> SolveItem:
        annotations = self._annotations()
        method = self._token()
        if method not in ("satisfy", "minimize", "maximize"):
            self._fault(f"{shown(method)} is nothing to solve for; satisfy, minimize or maximize is", 1)
        objective = None if method == "satisfy" else self._expression()
        return self._ended(SolveItem(self._line, method, objective, annotations))

    def _declaration(self) -> Declaration:
        declared = self._type()
        self._expect(":")
        name = self._identifier("a name")
        annotations = self._annotations()
        value = self._expression() if self._take("=") else None
        item = self._ended(Declaration(self._line, declared, name, annotations, value))
        if value is None and not (declared.is_variable and declared.size is None):
            sentence = f"{name} is declared without a value, which only a single variable may be"
            raise InputError(sentence, self._where, self._line)
        return item

    def _ended(self, item: T) -> T:
        self._expect(";")
        return item

    def _type(self) -> Type:
        size = None
        if self._take("array"):
            index = self._expression()
            first, *others = index if isinstance(index, tuple) and index else (None,)
            if others or not isinstance(first, range) or first.start != 1:
                self._fault("an array has one dimension, counted from 1, such as array [1..8]", 1)
            size = max(0, first.stop - 1)
            self._expect("of")
        is_variable = self._take("var")
        word = self._token()
        kind, values = word, None
        if word == "set":
            self._expect("of")
            self._token()
        elif word not in ("bool", "int", "float"):
            if FLOATS.fullmatch(word) and not re.fullmatch(RANGE, word):
                kind = "float"
            else:
                kind, values = "int", self._domain(word)
        if is_variable and kind in ("set", "float"):
            self._fault(f"a variable that is a {kind}; only variables that are ints or bools are taken", 1)
        return Type(kind, is_variable, values, size)

    def _domain(self, word: str) -> range | frozenset[int]:
        values = None
        if word[0] in "{-" or word[0].isdigit():
            values = self._set(word) if word[0] == "{" else self._atom(word)
        if not isinstance(values, range | frozenset):
            self._fault(f"{shown(word)} begins no item; predicate, var, array, a type, constraint and solve do", 1)
        return values

    # Expressions

    def _expression(self) -> Value:
        token = self._token()
        value = self._names.get(token)
        if value is not None:
            return self._call(value) if self._tokens[self._next] == "(" else value
        first = token[0]
        if first == "[":
            return self._list(token) if len(token) > 1 else self._listed("]")
        if first == "{":
            return self._set(token)
        if first == '"':
            return token[1:-1]
        if token == "(" or token in ")]},;:=" or token == "::":
            self._fault(f"{shown(token)} stands where a value is expected", 1)
        value = self._atom(token)
        return self._call(value) if self._tokens[self._next] == "(" else value

    def _call(self, name: Value) -> Value:
        return Annotation(name, self._listed(")")) if type(name) is Name and self._take("(") else name

    def _listed(self, end: str) -> tuple[Value, ...]:
        """Expressions up to ``end``; a comma may stand behind the last."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fault(f"brackets are nested more than {MAX_DEPTH} deep", 1)
        found: list[Value] = []
        tokens = self._tokens
        while tokens[self._next] != end:
            found.append(self._expression())
            if tokens[self._next] != ",":
                break
            self._next += 1
        self._expect(end)
        self._depth -= 1
        return tuple(found)

    def _list(self, token: str) -> tuple[Value, ...]:
        pieces = [piece.strip() for piece in token[1:-1].split(",")]
        if not pieces[-1]:
            pieces.pop()
        return tuple(map(self._atom, pieces))

    def _set(self, token: str) -> range | frozenset[int]:
        values = self._list(token) if len(token) > 1 else self._fault("a set holds no brackets", 1)
        if not {int}.issuperset(map(type, values)):
            self._fault(f"{shown(token)} is a set of something else than ints", 1)
        return frozenset(values)

    def _atom(self, text: str) -> Value:
        """A number, a range, a Boolean or an identifier."""
        if text.isdecimal() and len(text) < 19:
            return int(text)
        if (known := self._names.get(text)) is not None:
            return known
        found = ATOM.fullmatch(text)
        kind = found.lastgroup if found else None
        if kind == "name":
            self._names[text] = text == "true" if text in ("true", "false") else Name(text)
            return self._names[text]
        if kind == "range":
            first, last = (self._number(end) for end in text.split(".."))
            return range(first, max(first, last + 1))
        if kind == "float":
            return float(text)
        if kind in ("int", "hex"):
            return self._number(text)
        return self._fault(f"{shown(text)} is no value", 1)

    def _number(self, text: str) -> int:
        if len(text) > 30 or abs(number := int(text, 0) if "x" in text or "o" in text else int(text)) > MAX_VALUE:
            self._fault(f"the number {shown(text.strip())} is too large; less than 2^62 either way is taken", 1)
        return number

    # Annotations and tokens

    def _annotations(self) -> Annotations:
        if self._tokens[self._next] != "::":
            return ()
        found: list[Annotation] = []
        while self._take("::"):
            value = self._expression()
            found.append(value if isinstance(value, Annotation) else Annotation(str(value)))
        return tuple(found)

    def _identifier(self, what: str) -> str:
        token = self._token()
        if type(self._names.get(token) or (None if token[0] in "[{" else self._atom(token))) is not Name:
            self._fault(f"{shown(token)} stands where {what} is expected", 1)
        return token

    def _token(self) -> str:
        token: str = self._tokens[self._next]
        self._next += 1
        if not token:
            self._fault("the item ends too early", 1)
        return token

    def _take(self, token: str) -> bool:
        """Whether the next token is this one; then it is read."""
        if self._tokens[self._next] != token:
            return False
        self._next += 1
        return True

    def _expect(self, token: str) -> None:
        if self._tokens[self._next] != token:
            self._fault(f"{shown(self._token())} stands where {token} is expected", 1)
        self._next += 1

    def _fault(self, sentence: str, back: int = 0) -> NoReturn:
        """Raise ``sentence`` with the line of the token that was read ``back`` tokens ago."""
        token = next(islice(TOKEN.finditer(self._text), max(0, self._next - back), None), None)
        line = self._line + self._text.count("\n", 0, token.start(1) if token else len(self._text))
        raise InputError(sentence, self._where, line)
