"""A family of instances that grow with their size, as its puzzle declares it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Size = int | tuple[int, ...]
"""How large an instance of a family is: a number, or where it has more than one measure all of them: ``5x4x12``."""


@dataclass(frozen=True)
class Family:
    """Instances that grow with their size, so that the cost of solving can be seen to grow.

    Attributes:
        make: from a size and a seed to an instance; the same two give the same instance, everywhere.
        about: what a size is, for people.
        measures: how many numbers a size written in full consists of.
    """

    make: Callable[[Any, int], Any]
    about: str
    measures: int = 1
