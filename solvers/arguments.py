"""The kinds of value that options of the command line take, each with its own sentence when it is wrong."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import isfinite


def at_least(lowest: int) -> Callable[[str], int]:
    """An argparse type: a whole number from ``lowest`` up."""

    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < lowest:
            raise ArgumentTypeError(f"{text!r} is no whole number from {lowest} up")
        return int(text)

    return whole_number


def seconds(text: str) -> float:
    """An argparse type: a time span in seconds, more than 0."""
    try:
        span = float(text)
    except ValueError:
        span = 0.0
    if span <= 0 or not isfinite(span):
        raise ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return span
