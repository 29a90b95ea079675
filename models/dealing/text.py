"""How is a dealing written for a person: what is known of it, and how it went round by round?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.dealing.model import Dealing, Dealt

HEADINGS = ("round", "cards in play", "each stack", "left over", "one of them stands for")


def question(instance: Dealing) -> str:
    """What is known, in a few lines."""
    told = ["?" if leftover is None else str(leftover) for leftover in instance.leftovers]
    if instance.goes_on:
        told.append("…")
    lines = [f"dealt into {instance.stacks} stacks, again and again until nothing is left"]
    lines.append(f"left over, round by round: {' '.join(told) or 'nothing was dealt'}")
    lines.append(f"cards: {'not known' if instance.cards is None else format(instance.cards, ',')}")
    if instance.at_most is not None:
        lines[-1] += f", at most {instance.at_most:,}"
    return "\n".join(lines)


def rounds(instance: Dealing, answer: Dealt) -> str:
    """Every round, and the sum that the leftovers make."""
    if not answer.leftovers:
        return "0 cards: there is nothing to deal"
    rows: list[tuple[str, ...]] = [HEADINGS]
    parts = []
    cards, stands_for = answer.cards, 1
    for number, leftover in enumerate(answer.leftovers, 1):
        left = str(leftover) if leftover else "0 (a chip)"
        rows.append((str(number), f"{cards:,}", f"{cards // instance.stacks:,}", left, f"{stands_for:,}"))
        parts.append(f"{leftover} × {stands_for:,}")
        cards //= instance.stacks
        stands_for *= instance.stacks
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    plural = "" if answer.cards == 1 else "s"
    total = f"{' + '.join(parts)} = {answer.cards:,} card{plural}, dealt into {instance.stacks} stacks each time"
    return "\n".join([*table, "", total])
