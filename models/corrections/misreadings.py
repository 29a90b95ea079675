"""How easily is one number read for another when a wooden puzzle is copied down by hand?"""

from __future__ import annotations

COMMONEST = frozenset(map(frozenset, ("17", "69")))
"""Digits that are most often taken for each other."""

LOOKALIKES = frozenset(map(frozenset, ("38", "56", "08", "06", "49", "27", "14", "35")))
"""Others that may be."""


def surprise(printed: int, meant: int) -> int:
    """0 when one is easily read for the other, 1 when it is a slip of another kind, 2 when nothing suggests it.

    Easily read are 7 for 1, 6 for 9, and 9 for 19: a digit is lost or gained.
    """
    one, other = str(printed), str(meant)
    if _differ_in_one(one, other, COMMONEST) or _digit_lost(one, other):
        return 0
    if _differ_in_one(one, other, LOOKALIKES) or one == other[::-1] or abs(printed - meant) == 1:
        return 1
    return 2


def _differ_in_one(one: str, other: str, confused: frozenset[frozenset[str]]) -> bool:
    if len(one) != len(other):
        return False
    pairs = [frozenset(pair) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(pairs) == 1 and pairs[0] in confused


def _digit_lost(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))
