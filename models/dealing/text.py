"""A dealing written for a person: what is known of it, and how it went round by round."""

from __future__ import annotations

from models.dealing.instance import Dealing, Dealt, rounds_of
from models.kit.names import count

HEADINGS = ("round", "cards in play", "each stack", "left over", "one of them stands for")


def render(instance: Dealing, answer: Dealt | None = None) -> str:
    """What is known, in a few lines; with ``answer`` every round, and the sum that the leftovers make."""
    return _question(instance) if answer is None else _rounds(instance, answer)


def _question(instance: Dealing) -> str:
    words = instance.noted + ["…"] * instance.goes_on
    lines = [f"dealt into {instance.stacks} stacks, again and again until nothing is left"]
    lines.append(f"left over, round by round: {' '.join(words) or 'nothing was dealt'}")
    lines.append(f"cards: {'not known' if instance.cards is None else format(instance.cards, ',')}")
    if instance.at_most is not None:
        lines[-1] += f", at most {instance.at_most:,}"
    return "\n".join(lines)


def _rounds(instance: Dealing, answer: Dealt) -> str:
    if not answer.leftovers:
        return "0 cards: there is nothing to deal"
    rows: list[tuple[str, ...]] = [HEADINGS]
    parts = []
    for number, dealt in enumerate(rounds_of(instance, answer), 1):
        left = str(dealt.leftover) if dealt.leftover else "0 (a chip)"
        rows.append((str(number), f"{dealt.cards:,}", f"{dealt.stack:,}", left, f"{dealt.stands_for:,}"))
        parts.append(f"{dealt.leftover} × {dealt.stands_for:,}")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    total = f"{' + '.join(parts)} = {count(answer.cards, 'card')}, dealt into {instance.stacks} stacks each time"
    return "\n".join([*table, "", total])
