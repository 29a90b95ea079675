"""The options that only one puzzle has, declared as data; parsing them is the command line's business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Values = Mapping[str, str | bool]  # the options that were given, by name: a text as it was typed, True for a flag


class PuzzleOption(NamedTuple):  # quicker to make at every start than a dataclass
    """One option."""

    name: str  # as it is typed, without the dashes before it: ``at-most``
    metavar: str  # what stands for its text in the help; nothing for a flag
    help: str
    kind: Literal["flag", "text"] = "text"  # a flag is given or not, a text follows its option
