"""Files of cubes: one set a file, one cube a line, or several words of six characters on one.

A cube is six characters, each the colour of a face: 1 to 6 as they lie in the unfolding, 1 over 2 of the row 6-2-3,
then 4, then 5 below. Blanks and commas between them do not matter, nor does a number before them (``cube 3: …``). Six
words or numbers are colours too, and lists as programs write them (``['R', 'B', …],``). A first line may say how many
cubes follow. ``# name: …`` and ``# source: …`` name the set; what else follows a ``#`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from unicodedata import category, normalize

from models.cubes.instance import Cubes
from models.errors import InputError
from models.kit.files import read_lines
from models.kit.names import count, is_invisible, printable
from models.language.base import Key

MAX_CUBES_IN_FILE = 1000  # no set comes near it; a file with more lines than that holds something else


def read_cubes(path: Path) -> Iterator[Cubes | InputError]:
    try:
        yield _set(read_lines(path), path, path.stem)
    except InputError as error:
        yield error


def from_text(text: str) -> Cubes | None:
    """The cubes written one behind the other, such as ``BRRYRG RGYBGB RBGYRY GBRYYG``; None where these are none."""
    words = re.split(r"(?:[\s,;/]|\\n)+", text.strip())
    if len(words) < 2 or any(len(word) != 6 for word in words):
        return None
    return _set(enumerate(words, 1), None, "typed")


def looks_like(text: str) -> bool:
    """Return whether most lines of a file that begins with ``text`` have six letters, or six words, as cubes have."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    plain = [line for line in lines if not any(map(_NUMBERED.sub("", line).count, "|:="))]
    return 2 * sum(any(len(faces) == 6 for faces in _cubes_on(line)) for line in plain) > len(lines)


def _set(lines: Iterable[tuple[int, str]], path: Path | None, called: str) -> Cubes:
    facts = {"name": "", "source": ""}
    cubes: list[tuple[str, ...]] = []
    announced: tuple[int, int] | None = None  # how many cubes the first line says there are, and its number
    for number, line in lines:
        key, colon, text = line.lstrip("# \t").partition(":")
        if line.startswith("#"):
            if colon and key.strip() in facts and not facts[key.strip()]:
                facts[key.strip()] = text.strip()
            continue
        if not cubes and announced is None and _COUNT.fullmatch(line):
            announced = int(line), number
            continue
        for faces in _cubes_on(line):
            _check(faces, len(cubes) + 1, path, number)
            if len(cubes) == MAX_CUBES_IN_FILE:
                raise InputError(f"there are more than {MAX_CUBES_IN_FILE} cubes", path, number)
            cubes.append(faces)
    if announced is not None and announced[0] != len(cubes):
        found = f"the first line says {announced[0]}, but {count(len(cubes), 'cube')} follow"
        raise InputError(f"{found}; a cube has 6 faces, such as BRRYRG", path, announced[1])
    if not cubes:
        raise InputError("there is no cube in it; one a line is expected, such as BRRYRG", path)
    return Cubes(printable(facts["name"] or called), tuple(cubes), printable(facts["source"]))


def _check(faces: tuple[str, ...], cube: int, path: Path | None, number: int) -> None:
    if len(faces) != 6:
        shown = printable("".join(faces)) if len(faces) < 20 else printable("".join(faces[:20])) + "…"
        expected = "a cube has 6, such as BRRYRG or blue, red, red, yellow, red, green"
        sign = next((face for face in faces if face.isascii() and not face.isalnum()), None)
        if sign is not None and sum(map(str.isalnum, faces)) >= 6:
            found = f"cube {cube} has {sign!r} among its faces ({shown})"
            raise InputError(f"{found}; nothing but blanks and commas may part them: {expected}", path, number)
        raise InputError(f"cube {cube} has {count(len(faces), 'face')} ({shown}); {expected}", path, number)
    hidden = next((colour for colour in faces if any(map(is_invisible, colour))), None)
    if hidden is not None:
        found = f"a face of cube {cube} is {printable(hidden)}, which cannot be seen"
        raise InputError(f"{found}; a character that can be is expected for each colour", path, number)


def line(path: Path, instance: Cubes, key: Key) -> int | None:
    cube = key[1] if len(key) > 1 else 0
    written = ((number, text) for number, text in read_lines(path) if text[:1] != "#" and not _COUNT.fullmatch(text))
    lines = (number for number, text in written for _ in _cubes_on(text))
    return next(islice(lines, int(cube), None), None)


def _cubes_on(line: str) -> list[tuple[str, ...]]:
    """The cubes on a line: one of six words or six characters, or several words of six characters; mostly one."""
    line = line.partition(" #")[0]
    if _FRAME.fullmatch(line):
        return []
    if _LISTED.match(line):
        return [cube for inside in _LIST.findall(line) for cube in _cubes_on(re.sub("[\"']", "", inside))]
    words = [word for word in re.split(r"[\s,;]+", _NUMBERED.sub("", line)) if word]
    letters = _letters("".join(words))
    if len(letters) == 6:
        return [letters]
    if words and set(map(len, words)) == {6}:
        return [*map(_letters, words)]
    if len(words) == 6 and all(map(str.isalnum, words)):
        return [tuple(map(str.casefold, words))]
    if len(letters := _letters(line)) == 6 or not letters:  # a comma may be a colour, too
        return [letters] if letters else []
    return [tuple(words) if any(map(str.isdecimal, words)) else _letters("".join(words))]


_COUNT = re.compile(r"\s*[0-9]{1,4}\s*", re.ASCII)
_LIST = re.compile(r"[\[({]([^\[\](){}]+)[\])}]")
_LISTED = re.compile(r"\s*(\w+\s*=\s*)?[\[({]+[^\[\](){}]+[\])}]")  # from the first bracket of a line on
_FRAME = re.compile(r"\s*(\w+\s*=\s*)?[\[\](){}]+[,;]?\s*")  # the lines around lists: brackets and a name alone
_NUMBERED = re.compile(r"^\s*(cube\s*)?[0-9]+\s*[:.)]\s", re.IGNORECASE)


def _letters(line: str) -> tuple[str, ...]:
    """The characters of a line without blanks; an accent, or a sign that joins two, belongs to the one before it."""
    if line.isascii():
        return tuple("".join(line.split()))
    colours: list[str] = []
    for letter in normalize("NFC", "".join(line.split())):
        joins = category(letter)[0] == "M" or letter == _JOINER or (colours and colours[-1].endswith(_JOINER))
        if joins and colours:
            colours[-1] += letter
        else:
            colours.append(letter)
    return tuple(colours)


_JOINER = "\u200d"
