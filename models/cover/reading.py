"""Files of exact cover problems: Knuth's DLX text, or TOML with named options.

DLX text, as the programs of *The Art of Computer Programming* take it: the first line names the primary
items, then ``|`` and the secondary ones if there are any; every other line is an option, the names of its items.
A line that starts with ``|`` is a comment. An option is called by its items.

TOML: ``items`` and, if any, ``secondary`` list the items, and the table ``[options]`` gives each option by name
the list of its items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from models.cover.instance import Cover, Option
from models.errors import InputError
from models.kit.files import read_text
from models.kit.names import printable, shown
from models.kit.toml import line_of, read_toml

MOST_OPTIONS = 100_000
"""More than any puzzle of paper and cardboard has; they are kept in memory together."""

MOST_MET = 1_000_000
"""How many items the options may meet, all together."""


TOO_MANY = f"there are more than {MOST_OPTIONS:,} options here, or they meet more than {MOST_MET:,} items together"


def read_cover(path: Path) -> Iterator[Cover | InputError]:
    """The problem in a file, TOML if it is called so, else DLX text; or the error that says what is wrong with it."""
    try:
        yield _from_toml(path) if path.suffix.lower() == ".toml" else _from_dlx(path)
    except InputError as error:
        yield error


# DLX text


def _from_dlx(path: Path) -> Cover:
    primary: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    options: list[Option] = []
    names: set[str] = set()
    source: list[str] = []
    met = 0
    for line, text in enumerate(read_text(path).split("\n"), 1):
        words = text.split()
        if not words or words[0].startswith("|"):
            if not known:
                source.append(text.strip().removeprefix("|").strip())
            continue
        if not known:
            primary, secondary = _dlx_items(words, path, line)
            known = frozenset(primary + secondary)
            continue
        for word in words:
            if word not in known:
                raise InputError(_stranger(word, known, "the first line"), path, line)
        twice = _first_twice(words)
        if twice:
            raise InputError(f"the option meets {twice} twice", path, line)
        met += len(words)
        if len(options) == MOST_OPTIONS or met > MOST_MET:
            raise InputError(TOO_MANY, path, line)
        name = " ".join(words)
        if name in names:
            name += f" (line {line})"
        names.add(name)
        options.append(Option(name, tuple(words)))
    if not known:
        raise InputError("the file is empty; a line naming the items is expected, then one option a line", path)
    return Cover(printable(path.stem), primary, secondary, tuple(options), printable(" ".join(filter(None, source))))


def _dlx_items(words: Sequence[str], path: Path, line: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    bars = [place for place, word in enumerate(words) if word == "|"]
    if len(bars) > 1:
        raise InputError(
            "the line of the items has a second |; one parts the primary items from the secondary ones", path, line
        )
    items = [word for word in words if word != "|"]
    for word in items:
        item = f"item {shown(word)} has"
        if "|" in word:
            raise InputError(f"{item} a | in its name; write blanks around a | that parts items", path, line)
        if not word.isprintable():
            raise InputError(f"{item} a character in its name that cannot be printed", path, line)
        if ":" in word:
            raise InputError(f"{item} a colon in its name; multiplicities are not supported", path, line)
    twice = _first_twice(items)
    if twice:
        raise InputError(f"item {twice} is named twice", path, line)
    split = bars[0] if bars else len(words)
    return tuple(words[:split]), tuple(words[split + 1 :])


def _stranger(word: str, known: frozenset[str], where: str) -> str:
    item, colon, colour = word.partition(":")
    if colon and item in known:
        return f"item {item} is given the colour {shown(colour)}; colours are not supported"
    from difflib import get_close_matches

    # Comparing takes long where there is much to compare.
    near = get_close_matches(word, sorted(known), 1) if len(word) < 100 and len(known) < 10_000 else []
    return f"item {shown(word)} is not named on {where}" + (f"; did you mean {near[0]}?" if near else "")


def _first_twice(words: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for word in words:
        if word in seen:
            return word
        seen.add(word)
    return None


# TOML


def _from_toml(path: Path) -> Cover:
    tables = read_toml(path)

    def complain(sentence: str, *keys: str | int) -> InputError:
        return InputError(sentence, path, line_of(path, *keys))

    for key in tables:
        if key not in ("name", "source", "items", "secondary", "options"):
            raise complain(
                f"{shown(key)} is no key of an exact cover; name, source, items, secondary, options are", key
            )
    for key in ("items", "options"):
        if key not in tables:
            raise InputError(f"{shown(key)} is missing; items = [...] and a table [options] are expected", path)
    for key in ("name", "source"):
        if not isinstance(tables.get(key, ""), str):
            raise complain(f"{key} is {shown(tables[key])}; a text in quotes is expected", key)
    primary = _toml_items(tables["items"], ("items",), complain)
    secondary = _toml_items(tables.get("secondary", []), ("secondary",), complain)
    firsts = frozenset(primary)
    for place, item in enumerate(secondary):
        if item in firsts:
            raise complain(f"item {item} is both primary and secondary", "secondary", place)
    if not isinstance(tables["options"], dict):
        raise complain(f"options is {shown(tables['options'])}; a table [options] is expected", "options")
    known = firsts.union(secondary)
    met = sum(len(listed) for listed in tables["options"].values() if isinstance(listed, list))
    if len(tables["options"]) > MOST_OPTIONS or met > MOST_MET:
        raise complain(TOO_MANY, "options")
    options = []
    for name, listed in tables["options"].items():
        if not name.strip() or not name.isprintable():
            raise complain(f"an option is called {name!r}; a name that can be printed is expected", "options", name)
        items = _toml_items(listed, ("options", name), complain)
        for place, item in enumerate(items):
            if item not in known:
                sentence = f"option {name}: " + _stranger(item, known, "the list of items")
                raise complain(sentence, "options", name, place)
        if not items:
            raise complain(f"option {name} meets no item", "options", name)
        options.append(Option(name, items))
    name, source = tables.get("name") or path.stem, tables.get("source", "")
    return Cover(printable(name), primary, secondary, tuple(options), printable(source))


def _toml_items(listed: object, keys: tuple[str, ...], complain: Callable[..., InputError]) -> tuple[str, ...]:
    """A list of item names, none of them twice."""
    whose = f"option {keys[1]}" if len(keys) > 1 else keys[0]
    if not isinstance(listed, list):
        raise complain(f"{whose} is {shown(listed)}; a list of item names is expected", *keys)
    seen: set[str] = set()
    for place, item in enumerate(listed):
        if not isinstance(item, str) or not item.strip() or not item.isprintable():
            raise complain(f"{whose} lists {shown(item)}; the name of an item is expected", *keys, place)
        if item in seen:
            raise complain(f"{whose} names {item} twice", *keys, place)
        seen.add(item)
    return tuple(listed)
