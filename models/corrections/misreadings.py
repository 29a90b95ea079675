"""How easily is one number read for another when a wooden puzzle is copied down by hand?"""

from __future__ import annotations

LOOKALIKES = frozenset(map(frozenset, ("17", "69", "38", "56", "08", "06", "49", "27", "14", "35")))
"""Digits that are taken for each other."""


def surprise(printed: int, meant: int) -> int:
    """0 when one is easily read for the other, 1 when it is a slip of another kind, 2 when nothing suggests it."""
    if _one_digit_alike(str(printed), str(meant)):
        return 0
    if _digits_swapped(str(printed), str(meant)) or abs(printed - meant) == 1:
        return 1
    return 2


def _one_digit_alike(one: str, other: str) -> bool:
    """One digit looks like the other's (7 for 1, 6 for 9), or one is lost or gained (9 for 19)."""
    if len(one) == len(other):
        pairs = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
        return len(pairs) == 1 and frozenset(pairs[0]) in LOOKALIKES
    shorter, longer = sorted((one, other), key=len)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


def _digits_swapped(one: str, other: str) -> bool:
    return one != other and one == other[::-1]
