"""Names in files: identifiers that every format takes, and comments that say which parts stand for which value."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from unicodedata import normalize

from models.kit.names import printable, shortened
from models.language.base import Key
from models.language.model import Model

MAX_IDENTIFIER_LETTERS = 80  # some readers take no more than 255, and something may be added at either end

PROGRAM_WORDS = """
    free inf infinity infinite st subject such end name rows columns rhs ranges min minimum minimize minimise
    max maximum maximize maximise bound bounds gen general generals int integer integers bin binary binaries semi sos
    sec
    """
RESERVED = frozenset(PROGRAM_WORDS.split())
"""Words that mean something to readers of LP and MPS files, in whatever letter case."""

SIGNS = {"=": "is", "≠": "not", "≤": "most", "≥": "least", "¬": "not", "−": "minus", "+": "plus", "·": "times"}
"""Signs that tell names apart, as words."""

_SIGN = re.compile(f"[{''.join(SIGNS)}]")


class Identifiers:
    """Makes identifiers out of names: Latin letters, digits and underscores, a letter first, none of them twice.

    The ``reserved`` words are none, in whatever letter case.
    """

    def __init__(self, reserved: Collection[str] = RESERVED) -> None:
        self._reserved = reserved
        self._used: dict[str, int] = {}

    def new(self, name: str) -> str:
        """An identifier much like ``name``, which no other is."""
        words = name if name.isalnum() else _SIGN.sub(lambda sign: f" {SIGNS[sign[0]]} ", name)
        ascii_only = normalize("NFKD", words).encode("ascii", "ignore").decode()
        plain = re.sub(r"\W+", "_", ascii_only).strip("_")[:MAX_IDENTIFIER_LETTERS]
        # e5 might be read as an exponent.
        if not plain[:1].isalpha() or plain.lower() in self._reserved or re.match(r"[eE]\d", plain):
            plain = f"v_{plain}"
        free = plain
        while free in self._used:
            self._used[plain] += 1
            free = f"{plain}_{self._used[plain]}"
        self._used[free] = 1
        return free


def one_line(words: object, longest: int = 500) -> str:
    """``words`` as a comment or a sentence takes them: on one line, nothing invisible, not overly long."""
    return shortened(printable(" ".join(str(words).split())), longest)


def value_lines(
    model: Model, literals: Sequence[Mapping[int, int]] | Sequence[Mapping[int, str]], comment: str
) -> Iterator[str]:
    """``dial = 1:x4 2:x5``: comments that say which literal stands for which value, and what makes up an answer."""
    for var, of_var in zip(model.variables, literals, strict=True):
        yield f"{comment}{one_line(var.name)} = {' '.join(f'{value}:{lit}' for value, lit in of_var.items())}\n"
    yield from (f"{comment}{line}\n" for line in answer_line(model))


def answer_line(model: Model) -> Iterator[str]:
    """``answer: dial, ring``: the variables that are the answer; nothing where all are."""
    if len(model.projection) < len(model.variables):
        names = ", ".join(one_line(var.name) for var in model.projection)
        yield f"answer: {names or 'nothing, only whether there is one'}"


def spelt(key: Key) -> str:
    """A key as words: ``column 3``."""
    return " ".join(map(str, key))


def quoted(text: str) -> str:
    """``text`` between quotation marks, in which a backslash takes their meaning and its own away."""
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
