"""Files of exact cover problems: Knuth's DLX text, or TOML with named options.

DLX text, as the programs of *The Art of Computer Programming* take it: the first line names the primary items, then
``|`` and the secondary ones if there are any; every other line is an option, the names of its items. A line that starts
with ``|`` is a comment.

A matrix of 0 and 1 has an item for each column, and an option for each row: the items where it has 1.

TOML: ``items`` and, if any, ``secondary`` list the items, and the table ``[options]`` gives each option by name the
list of its items. A table ``[cells]`` may say by the option's name on which cells it lies: ``["r1c1", "r1c2"]``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from models.cover.instance import Cell, Cover, Option, cell_named
from models.errors import InputError
from models.kit.files import read_text
from models.kit.names import nearest, printable, shown
from models.kit.source import is_pipe
from models.kit.toml import SchemaError, has_key, read_one
from models.language.base import named_twice

FILE_KEYS = ("name", "source", "items", "secondary", "options", "cells")
MAX_OPTIONS = 100_000  # more than any puzzle of paper and cardboard has; they are kept in memory together
MAX_ITEMS_MET = 1_000_000  # how many items the options may meet, all together
TOO_MANY = f"there are more than {MAX_OPTIONS:,} options here, or they meet more than {MAX_ITEMS_MET:,} items together"


def read_cover(path: Path) -> Iterator[Cover | InputError]:
    """Yield the problem in a file (TOML by its name or its looks, else a matrix or DLX text), or what is wrong."""
    try:
        if path.suffix.lower() == ".toml" or (is_pipe(path) and _TOML.match(read_text(path))):
            yield from read_one(path, FILE_KEYS, _from_toml)
            return
        bits = _matrix(read_text(path))
        yield _from_matrix(path, bits) if bits else _from_dlx(path)
    except InputError as error:
        yield error


_TOML = re.compile(r"(\s|#[^\n]*\n)*(\[|\w+\s*=)")
"""How TOML begins: comments, and a table's head or the first key."""

_MULTIPLICITY = re.compile(r"(?:[0-9]+:)?[0-9]+\|.+")
"""How Knuth's Algorithm M writes how often an item is met: ``1:4|x1`` for 1 to 4 times, ``2|x1`` for twice."""


def looks_like(text: str) -> bool:
    """Return whether a file that begins with ``text`` is meant as a cover: most lines name items of the first."""
    lines = [line.split() for line in text.split("\n") if line.strip() and not line.startswith("|")]
    if not lines or has_key(text, ("items", "options", "secondary")) or _matrix(text):
        return bool(lines)
    options = [words for words in lines[1:] if all(word.partition(":")[0] in lines[0] for word in words)]
    return len({*lines[0]}) > 1 and 2 * len(options) > len(lines[1:])


def _matrix(text: str) -> list[tuple[int, str]]:
    """Return the rows of a matrix of 0 and 1 with their lines, without what parts the columns; none of another text.

    Where each row names items of the first, as one below ``0 1`` does, it is Knuth's text.
    """
    rows = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    bits = [(number, re.sub(r"[\s,;]", "", row)) for number, row in rows if not row.startswith(("#", "|"))]
    if len({len(row) for _, row in bits}) != 1 or not all({*row} <= {"0", "1"} for _, row in bits):
        return []
    named = rows[0][1].split()
    are_items = 1 < len(named) == len({*named}) and all({*row.split()} <= {*named} for _, row in rows)
    return bits if len(bits) > 1 and len(bits[0][1]) > 1 and not are_items else []


def _from_matrix(path: Path, bits: list[tuple[int, str]]) -> Cover:
    columns = len(bits[0][1])
    if len(bits) > MAX_OPTIONS or columns * len(bits) > 100 * MAX_ITEMS_MET:
        raise InputError(TOO_MANY, path)
    options = []
    for row, (number, bit) in enumerate(bits, 1):
        items = tuple(str(column) for column, one in enumerate(bit, 1) if one == "1")
        if not items:
            raise InputError(f"row {row} has no 1; an option meets at least one item", path, number)
        options.append(Option(f"row {row}", items))
    return Cover(printable(path.stem), tuple(map(str, range(1, columns + 1))), (), tuple(options))


def _from_dlx(path: Path) -> Cover:
    items: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    known: frozenset[str] = frozenset()
    options: dict[str, Option] = {}
    source: list[str] = []
    met = 0
    for line, text in enumerate(read_text(path).split("\n"), 1):
        words = text.split()
        if not words or words[0].startswith("|"):
            if items is None:
                source.append(text.strip().removeprefix("|").strip())
        elif items is None:
            items = _dlx_items(words, path, line)
            known = frozenset(items[0] + items[1])
        else:
            complaint = _strange(words, known, "on the first line") or _twice(words, "the option meets {} twice")
            met += len(words)
            if complaint or len(options) == MAX_OPTIONS or met > MAX_ITEMS_MET:
                raise InputError(complaint or TOO_MANY, path, line)
            name = " ".join(words)
            if name in options:
                name += f" (line {line})"
            options[name] = Option(name, tuple(words))
    if items is None:
        raise InputError("the file is empty; a line naming the items is expected, then one option a line", path)
    if not options:
        raise InputError("there are only items; below them one option a line is expected", path)
    return Cover(printable(path.stem), *items, tuple(options.values()), printable(" ".join(filter(None, source))))


def _dlx_items(words: Sequence[str], path: Path, line: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    items = [word for word in words if word != "|"]
    complaint = next(filter(None, map(_no_item, items)), None) or _twice(items, "item {} is named twice")
    if words.count("|") > 1:
        complaint = "the line of the items has a second |; one parts the primary items from the secondary ones"
    if complaint:
        raise InputError(complaint, path, line)
    split = words.index("|") if "|" in words else len(words)
    return tuple(items[:split]), tuple(items[split:])


def _no_item(word: str) -> str | None:
    """Why an item cannot be called so."""
    if _MULTIPLICITY.fullmatch(word):
        return f"item {shown(word)} has a multiplicity; none is supported: primary items are met exactly once"
    if "|" in word:
        return f"item {shown(word)} has a | in its name; write blanks around a | that parts items"
    if not word.isprintable():
        return f"item {shown(word)} has a character in its name that cannot be printed"
    return f"item {shown(word)} has a colon in its name; a colon is kept for colours" if ":" in word else None


def _from_toml(name: str, table: dict[str, Any]) -> Cover:
    for key in ("items", "options"):
        if key not in table:
            raise SchemaError(f"{shown(key)} is missing; items = [...] and a table [options] are expected")
    primary = _toml_items(table["items"], ("items",))
    secondary = _toml_items(table.get("secondary", []), ("secondary",))
    known = frozenset(primary)
    for place, item in enumerate(secondary):
        if item in known:
            raise SchemaError(f"item {item} is both primary and secondary", "secondary", place)
    known = known.union(secondary)
    lists = table["options"]
    if not isinstance(lists, dict):
        raise SchemaError(f"options is {shown(lists)}; a table [options] is expected", "options")
    if len(lists) > MAX_OPTIONS or sum(len(some) for some in lists.values() if isinstance(some, list)) > MAX_ITEMS_MET:
        raise SchemaError(TOO_MANY, "options")
    cells = _toml_cells(table.get("cells", {}), lists)
    options = []
    for option, listed in lists.items():
        if not option.strip() or not option.isprintable():
            raise SchemaError(
                f"an option is called {option!r}; a name that can be printed is expected", "options", option
            )
        items = _toml_items(listed, ("options", option))
        if not items:
            raise SchemaError(f"option {option} meets no item", "options", option)
        for place, item in enumerate(items):
            if strange := _strange([item], known, "on the list of items"):
                raise SchemaError(f"option {option}: {strange}", "options", option, place)
        options.append(Option(option, items, cells.get(option, ())))
    return Cover(name, primary, secondary, tuple(options), table.get("source", ""))


def as_toml(instance: Cover) -> str:
    """The text of a file from which ``read_cover`` makes ``instance`` again."""
    lines = [f"name = {_quoted([instance.name])}"]
    if instance.source:
        lines.append(f"source = {_quoted([instance.source])}")
    for key, items in (("items", instance.primary), ("secondary", instance.secondary)):
        if items or key == "items":
            tens = (items[start : start + 10] for start in range(0, len(items), 10))
            lines += [f"{key} = [", *(f"    {_quoted(some)}," for some in tens), "]"]
    lines += ["", "[options]"]
    lines += [f"{_quoted([option.name])} = [{_quoted(option.items)}]" for option in instance.options]
    if lying := [option for option in instance.options if option.cells]:
        lines += ["", "[cells]"]
        lines += [f"{_quoted([o.name])} = [{_quoted([f'r{r}c{c}' for r, c in o.cells])}]" for o in lying]
    return "\n".join([*lines, ""])


def _quoted(names: Sequence[str]) -> str:
    from json import dumps  # takes longer to import than most files to read

    return ", ".join(dumps(name, ensure_ascii=False) for name in names)


def _toml_cells(table: object, options: Collection[str]) -> dict[str, tuple[Cell, ...]]:
    """Where each option lies that the table [cells] names."""
    if not isinstance(table, dict):
        raise SchemaError(f"cells is {shown(table)}; a table [cells] is expected", "cells")
    found = {}
    for option, listed in table.items():
        if option not in options:
            raise SchemaError(f"cells are given for {option!r}, which is no option", "cells", option)
        if not isinstance(listed, list):
            raise SchemaError(
                f"the cells of {option} are {shown(listed)}; a list of cells is expected", "cells", option
            )
        places = [cell_named(name) if isinstance(name, str) else None for name in listed]
        cells = tuple(place for place in places if place is not None)
        if len(cells) < len(places):
            wrong = places.index(None)
            what = f"{shown(listed[wrong])}; a cell is written like r1c2, row 1 and column 2"
            raise SchemaError(f"option {option} lies on {what}", "cells", option, wrong)
        if len(set(cells)) < len(cells):
            raise SchemaError(f"option {option} lies on a cell twice", "cells", option)
        found[option] = cells
    return found


def _toml_items(listed: object, keys: tuple[str, ...]) -> tuple[str, ...]:
    whose = f"option {keys[1]}" if len(keys) > 1 else keys[0]
    if not isinstance(listed, list):
        raise SchemaError(f"{whose} is {shown(listed)}; a list of item names is expected", *keys)
    seen: set[str] = set()
    for place, item in enumerate(listed):
        if not isinstance(item, str) or not item.strip() or not item.isprintable():
            raise SchemaError(f"{whose} lists {shown(item)}; the name of an item is expected", *keys, place)
        if item in seen:
            raise SchemaError(f"{whose} names {item} twice", *keys, place)
        seen.add(item)
    return tuple(listed)


def _strange(words: Sequence[str], known: Collection[str], where: str) -> str | None:
    """What is wrong with the first of ``words`` that is no item; None where all are."""
    word = next((word for word in words if word not in known), None)
    if word is None:
        return None
    item, colon, colour = word.partition(":")
    if colon and item in known:
        return f"item {item} is given the colour {shown(colour)}; colours are not supported"
    near = nearest(word, sorted(known)) if len(known) < 10_000 else None  # comparing with many takes long
    return f"item {shown(word)} is not named {where}" + (f"; did you mean {near}?" if near else "")


def _twice(words: Sequence[str], sentence: str) -> str | None:
    """``sentence`` on the first word that comes twice; None where none does."""
    word = named_twice(words)
    return None if word is None else sentence.format(word)
