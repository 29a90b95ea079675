"""Misreadings: how easily one number is taken for another when a wooden puzzle is copied down by hand."""

from __future__ import annotations

COMMONEST = frozenset(map(frozenset, ("17", "69")))
"""Digits that are most often taken for each other."""

LOOKALIKES = frozenset(map(frozenset, ("38", "56", "08", "06", "49", "27", "14", "35")))


def surprise(printed: int, meant: int) -> int:
    """How surprising it is to find one number where the other is meant, from 0 to 3.

    0: they are easily taken for each other, as 7 and 1, 6 and 9, or 9 and 19, where a digit is lost or
    gained; 1: they look somewhat alike, or are one apart; 2: one digit is another; 3: nothing suggests it.
    """
    one, other = str(printed), str(meant)
    if _differ_in_one(one, other, COMMONEST) or _digit_lost(one, other):
        return 0
    if _differ_in_one(one, other, LOOKALIKES) or one == other[::-1] or abs(printed - meant) == 1:
        return 1
    return 2 if len(one) == len(other) and _differing(one, other) == 1 else 3


def distance(printed: int, meant: int) -> int:
    """How far one number is from the other as it is counted and written down, from 0 to 2.

    0: they are one apart, or digits are easily taken for each other; 1: one slip of the pen; 2: further.
    """
    if abs(printed - meant) == 1 or _differ_in_one(str(printed), str(meant), COMMONEST):
        return 0
    return 1 if meant in one_slip_away(printed) else 2


def one_slip_away(number: int) -> set[int]:
    """Every other number with a digit more or less, with another digit somewhere, or with two that changed places."""
    text = str(number)
    found = {text[:place] + text[place + 1 :] for place in range(len(text))}
    for digit in "0123456789":
        found.update(text[:place] + digit + text[place:] for place in range(len(text) + 1))
        found.update(text[:place] + digit + text[place + 1 :] for place in range(len(text)))
    found.update(text[:place] + text[place : place + 2][::-1] + text[place + 2 :] for place in range(len(text) - 1))
    return {int(other) for other in found if other} - {number}


def _differ_in_one(one: str, other: str, confused: frozenset[frozenset[str]]) -> bool:
    if len(one) != len(other) or _differing(one, other) != 1:
        return False
    return any(frozenset(pair) in confused for pair in zip(one, other, strict=True))


def _differing(one: str, other: str) -> int:
    return sum(mine != theirs for mine, theirs in zip(one, other, strict=True))


def _digit_lost(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))
