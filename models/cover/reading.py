"""Files of exact cover problems: Knuth's DLX text, or TOML with named options.

DLX text, as the programs of *The Art of Computer Programming* take it: the first line names the primary
items, then ``|`` and the secondary ones if there are any; every other line is an option, the names of its items.
A line that starts with ``|`` is a comment. An option is called by its items.

TOML: ``items`` and, if any, ``secondary`` list the items, and the table ``[options]`` gives each option by name
the list of its items.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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
            if complaint or len(options) == MOST_OPTIONS or met > MOST_MET:
                raise InputError(complaint or TOO_MANY, path, line)
            name = " ".join(words)
            if name in options:
                name += f" (line {line})"
            options[name] = Option(name, tuple(words))
    if items is None:
        raise InputError("the file is empty; a line naming the items is expected, then one option a line", path)
    return Cover(printable(path.stem), *items, tuple(options.values()), printable(" ".join(filter(None, source))))


def _dlx_items(words: Sequence[str], path: Path, line: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The primary and the secondary items."""
    bars = words.count("|")
    complaint = None
    if bars > 1:
        complaint = "the line of the items has a second |; one parts the primary items from the secondary ones"
    items = [word for word in words if word != "|"]
    for word in items:
        if not complaint and "|" in word:
            complaint = f"item {shown(word)} has a | in its name; write blanks around a | that parts items"
        elif not complaint and not word.isprintable():
            complaint = f"item {shown(word)} has a character in its name that cannot be printed"
        elif not complaint and ":" in word:
            complaint = f"item {shown(word)} has a colon in its name; multiplicities are not supported"
    complaint = complaint or _twice(items, "item {} is named twice")
    if complaint:
        raise InputError(complaint, path, line)
    split = words.index("|") if bars else len(words)
    return tuple(items[:split]), tuple(items[split:])


def _from_toml(path: Path) -> Cover:
    tables = read_toml(path, ("name", "source", "items", "secondary", "options"))

    def complain(sentence: str, *keys: str | int) -> InputError:
        return InputError(sentence, path, line_of(path, *keys))

    for key in ("items", "options"):
        if key not in tables:
            raise InputError(f"{shown(key)} is missing; items = [...] and a table [options] are expected", path)
    primary = _toml_items(tables["items"], ("items",), complain)
    secondary = _toml_items(tables.get("secondary", []), ("secondary",), complain)
    known = frozenset(primary)
    for place, item in enumerate(secondary):
        if item in known:
            raise complain(f"item {item} is both primary and secondary", "secondary", place)
    known = known.union(secondary)
    lists = tables["options"]
    if not isinstance(lists, dict):
        raise complain(f"options is {shown(lists)}; a table [options] is expected", "options")
    if len(lists) > MOST_OPTIONS or sum(len(some) for some in lists.values() if isinstance(some, list)) > MOST_MET:
        raise complain(TOO_MANY, "options")
    options = []
    for name, listed in lists.items():
        if not name.strip() or not name.isprintable():
            raise complain(f"an option is called {name!r}; a name that can be printed is expected", "options", name)
        items = _toml_items(listed, ("options", name), complain)
        if not items:
            raise complain(f"option {name} meets no item", "options", name)
        for place, item in enumerate(items):
            if strange := _strange([item], known, "on the list of items"):
                raise complain(f"option {name}: {strange}", "options", name, place)
        options.append(Option(name, items))
    return Cover(
        tables.get("name") or printable(path.stem), primary, secondary, tuple(options), tables.get("source", "")
    )


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


def _strange(words: Sequence[str], known: Collection[str], where: str) -> str | None:
    """What is wrong with the first of ``words`` that is no item; None where all are."""
    word = next((word for word in words if word not in known), None)
    if word is None:
        return None
    item, colon, colour = word.partition(":")
    if colon and item in known:
        return f"item {item} is given the colour {shown(colour)}; colours are not supported"
    from difflib import get_close_matches  # only bad files need it

    # Comparing takes long where there is much to compare.
    near = get_close_matches(word, sorted(known), 1) if len(word) < 100 and len(known) < 10_000 else []
    return f"item {shown(word)} is not named {where}" + (f"; did you mean {near[0]}?" if near else "")


def _twice(words: Sequence[str], sentence: str) -> str | None:
    """``sentence`` on the first word that comes twice; None where none does."""
    seen: set[str] = set()
    for word in words:
        if word in seen:
            return sentence.format(word)
        seen.add(word)
    return None
