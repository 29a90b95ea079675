"""Dials written for a person: as they stand, and how to turn them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.grecian.instance import Dials, Turns, column_sums, face, hidden_numbers, lying_hidden, wrong_columns
from models.kit.names import count


def render(instance: Dials, answer: Turns | None = None) -> str:
    return "\n".join(_start_lines(instance) if answer is None else _answer_lines(instance, answer))


def _start_lines(instance: Dials) -> Iterator[str]:
    goal = "its own number: " + " ".join(map(str, instance.targets)) if instance.goal is None else instance.goal
    yield f"{instance.name}: every column must sum to {goal}"
    for place, dial in enumerate(instance.dials):
        yield f"dial {place}{' (bottom)' if place == 0 else ''}"
        for ring in instance.printed_rings(place):
            yield _row(f"  ring {ring + 1}", ["." if number is None else number for number in dial[ring]])


def _answer_lines(instance: Dials, turns: Turns) -> Iterator[str]:
    columns = instance.columns
    for dial, steps in enumerate(turns):
        yield f"dial {dial}{' (bottom)' if dial == 0 else ''}: {_both_ways(steps, columns)}"
    shorter = sum(min(steps, columns - steps) for steps in turns)
    yield f"{count(shorter, 'step')} in all, each dial turned the shorter way round"
    yield ""
    yield _row("column", range(1, columns + 1))
    for ring, shown in enumerate(face(instance, turns)):
        yield _row(f"ring {ring + 1}", [seen[0] if seen else "." for seen in shown])
    yield _row("sum", column_sums(instance, turns))
    if wrong := wrong_columns(instance, turns):
        yield _row("wanted", instance.targets)
        yield f"{columns - len(wrong)} of {count(columns, 'column')} right"
    yield ""
    hidden = hidden_numbers(instance, turns)
    yield lying_hidden(instance, turns) + (", untested by the sums:" if hidden else "")
    for dial, ring, numbers in hidden:
        yield f"  dial {dial} ring {ring + 1}: {' '.join(map(str, numbers.values()))}"


def _both_ways(steps: int, columns: int) -> str:
    if steps == 0:
        return "stays put"
    if 2 * steps == columns:
        return f"{steps} either way"
    return f"{steps} clockwise or {columns - steps} anticlockwise"


def _row(label: str, entries: Iterable[object]) -> str:
    return f"{label:<8}" + "".join(f"{entry:>4}" for entry in map(str, entries))
