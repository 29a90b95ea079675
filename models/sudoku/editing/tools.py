"""Tools of Sudoku's variants: how the value of each word is drawn on a board, place by place, and read off it again.

A variant gets its tool by its form, those of other packages too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise
from typing import Any

from models.editing import AREA, LINE, PAIR, TAP, WHOLE, DrawnItem, Symbol, Tool
from models.sudoku.variants import Along, Everywhere, Marked, Variant, variants
from models.sudoku.variants.cells import CellRule
from models.sudoku.variants.groups import WAYS, Diagonal, ExtraRegion
from models.sudoku.variants.lettered_cages import LetteredCages
from models.sudoku.variants.marks import ALL, Between, Inequality
from models.sudoku.variants.outside import LINES, Sandwich

Table = dict[str, Any]

REGION = "region"


@dataclass(frozen=True)
class WordForm:
    """How the value of a variant's word is drawn: its tools, and the items and the value made of each other."""

    tools: tuple[Tool, ...]
    items: Callable[[Any], Iterator[DrawnItem]]
    value: Callable[[Sequence[DrawnItem], int], Any]  # of the items, on a board of this order


def form_of(kind: type[Variant]) -> WordForm:
    """The form in which a variant is drawn."""
    about = kind.summary or (kind.__doc__ or "").split("``")[0].strip().rstrip(":") + "."
    word, label = kind.word, kind.word.replace("_", " ")

    def tool(gesture: str, group: str, key: str = word, called: str = label, **more: Any) -> Tool:
        return Tool(key, called, gesture, about, group, **more)

    if issubclass(kind, Diagonal):
        ways = (Symbol("true", "both"), *(Symbol(way, way) for way in WAYS))
        return WordForm(
            (tool(WHOLE, "the whole board", symbols=ways, asks="which"),),
            lambda value: iter([DrawnItem(word, (), "true" if value is True else value)] if value else []),
            lambda items, _: items[-1].value if items[-1].value in WAYS else True,
        )
    if issubclass(kind, Everywhere):
        return WordForm(
            (tool(WHOLE, "the whole board"),),
            lambda value: iter([DrawnItem(word, ())] if value else []),
            lambda *_: True,
        )
    if issubclass(kind, Along):
        gesture, group = (AREA, "cages and regions") if issubclass(kind, ExtraRegion) else (LINE, "lines")
        return WordForm(
            (tool(gesture, group),),
            lambda value: (DrawnItem(word, _parts(text)) for text in value),
            lambda items, _: [" ".join(item.parts) for item in items],
        )
    if issubclass(kind, Marked):
        return _marked(kind, tool)
    if issubclass(kind, LetteredCages):
        return WordForm(
            (tool(AREA, "cages and regions", called="cage with a letter", asks="letter or ?"),),
            lambda value: (DrawnItem(word, _parts(text), letter) for letter, rows in value.items() for text in rows),
            lambda items, _: {
                letter: [" ".join(item.parts) for item in items if item.value == letter]
                for letter in dict.fromkeys(item.value for item in items)
            },
        )
    if issubclass(kind, CellRule):
        return WordForm(
            (tool(TAP, "cells"),),
            lambda value: (DrawnItem(word, (part,)) for part in _parts(value)),
            lambda items, _: " ".join(part for item in items for part in item.parts),
        )
    if issubclass(kind, Inequality):
        return WordForm(
            (tool(PAIR, "between cells", called="less than"),),
            lambda value: (DrawnItem(word, (small.strip(), large.strip())) for small, large in map(_pair, value)),
            lambda items, _: [" < ".join(item.parts) for item in items],
        )
    if issubclass(kind, Between):
        return _between(kind, tool)
    if issubclass(kind, Sandwich):
        return _sandwich(kind, tool)
    return WordForm(  # one of another package that reads its value by itself
        (tool(WHOLE, "more", asks="its value as JSON"),),
        lambda value: iter([DrawnItem(word, (), json.dumps(value))]),
        lambda items, _: json.loads(items[-1].value),
    )


def _marked(kind: type[Marked], tool: Callable[..., Tool]) -> WordForm:
    """``cells`` and what else there is to say: one number or text, or as many of the first cells as are another row."""
    word = kind.word
    more = [part for part in fields(kind) if part.name != "cells"]
    keys = [kind.called.get(part.name, part.name) for part in more]
    rows = [key for key, part in zip(keys, more, strict=True) if str(part.type).startswith("tuple")]
    numbers = {key for key, part in zip(keys, more, strict=True) if str(part.type).startswith("int")}
    optional = all(part.default is not part.default_factory for part in more)
    cells = kind.called.get("cells", "cells")
    is_line = bool(rows) or word in ("little_killer", "sum_line")

    def items(value: Any) -> Iterator[DrawnItem]:
        for entry in value:
            first = _parts(entry[rows[0]]) if rows else ()
            said = str(len(first)) if rows else " ".join(str(entry[key]) for key in keys if key in entry)
            yield DrawnItem(word, first + _parts(entry[cells]), said)

    def value(drawn: Sequence[DrawnItem], _: int) -> Any:
        return [entry(item) for item in drawn]

    def entry(item: DrawnItem) -> Table:
        if rows:
            first = int(item.value) if item.value.isdecimal() else 0
            return {rows[0]: " ".join(item.parts[:first]), cells: " ".join(item.parts[first:])}
        said: Table = {cells: " ".join(item.parts)}
        if keys and item.value:
            is_number = keys[0] in numbers and item.value.isdecimal() and len(item.value) < 10
            said[keys[0]] = int(item.value) if is_number else item.value
        return said

    asks = f"how many of its first cells are the {rows[0]}" if rows else " ".join(keys)
    group = "lines" if is_line else "cages and regions"
    return WordForm((tool(LINE if is_line else AREA, group, asks=asks, optional=optional),), items, value)


def _between(kind: type[Between], tool: Callable[..., Tool]) -> WordForm:
    word = kind.word
    every = (Symbol("true", "all kinds"), *(Symbol(mark, called) for mark, called in kind.kinds.items()))
    asks: dict[str, Any] = {"asks": "number", "optional": True} if kind.is_numbered else {}
    with_number = " with a number" * kind.is_numbered
    tools = [
        tool(PAIR, "between cells", f"{word}.{mark}", called + with_number, **asks)
        for mark, called in kind.kinds.items()
    ]
    tools.append(tool(WHOLE, "between cells", f"{word}.{ALL}", f"{word}: all are given", symbols=every, asks="which"))

    def items(value: Any) -> Iterator[DrawnItem]:
        for mark in kind.kinds:
            for text in value.get(mark, ()):
                cells, _, number = text.partition(":")
                yield from (DrawnItem(f"{word}.{mark}", pair, number.strip()) for pair in pairwise(_parts(cells)))
        if given := value.get(ALL):
            said = given if isinstance(given, list) else [given]
            yield DrawnItem(f"{word}.{ALL}", (), ", ".join("true" if each is True else each for each in said))

    def value(drawn: Sequence[DrawnItem], _: int) -> Any:
        found: Table = {}
        for item in drawn:
            mark = item.tool.removeprefix(f"{word}.")
            if mark == ALL:
                said = item.value.split(", ")
                found[ALL] = item.value == "true" or (said if len(said) > 1 else item.value)
            else:
                number = f": {item.value}" if item.value else ""
                found.setdefault(mark, []).append(" ".join(item.parts) + number)
        return found

    return WordForm(tuple(tools), items, value)


def _sandwich(kind: type[Sandwich], tool: Callable[..., Tool]) -> WordForm:
    word = kind.word
    tools = [
        tool(TAP, "beside the grid", f"{word}.{key}", f"{word} of a {line}", asks="sum") for key, line in LINES.items()
    ]
    tools.append(tool(WHOLE, "beside the grid", f"{word}.crusts", "the two crusts", asks="two digits"))

    def items(value: Any) -> Iterator[DrawnItem]:
        for key in LINES:
            for place, said in enumerate(str(value.get(key, "")).split(), 1):
                if said != ".":
                    yield DrawnItem(f"{word}.{key}", (f"r{place}c1" if key == "rows" else f"r1c{place}",), said)
        if "crusts" in value:
            yield DrawnItem(f"{word}.crusts", (), value["crusts"])

    def value(drawn: Sequence[DrawnItem], order: int) -> Any:
        found: Table = {}
        sums: dict[str, dict[int, str]] = {}
        for item in drawn:
            key = item.tool.removeprefix(f"{word}.")
            if key == "crusts":
                found[key] = item.value
            else:
                row, column = _position(item.parts[0])
                sums.setdefault(key, {})[row if key == "rows" else column] = item.value or "."
        for key, at in sums.items():
            found[key] = " ".join(at.get(place, ".") for place in range(order))
        return found

    return WordForm(tuple(tools), items, value)


def word_forms() -> Mapping[str, WordForm]:
    return _forms_of(tuple(variants().items()))


@lru_cache(maxsize=8)
def _forms_of(kinds: tuple[tuple[str, type[Variant]], ...]) -> Mapping[str, WordForm]:
    return {word: form_of(kind) for word, kind in kinds}


def tools() -> tuple[Tool, ...]:
    region = Tool(REGION, "region", AREA, "Cells that hold each digit once, in place of a box.", "cages and regions")
    return (region, *(tool for form in word_forms().values() for tool in form.tools))


def _position(part: str) -> tuple[int, int]:
    row, _, column = part.removeprefix("r").partition("c")
    return int(row) - 1, int(column) - 1


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _pair(text: str) -> list[str]:
    return text.split("<")
