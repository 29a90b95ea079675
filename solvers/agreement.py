"""Do the backends agree? What one complete search says, no other search may contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from solvers.measure import Measurement

SHOWN = 3
"""So many answers of each side are shown where two sides differ."""


def disagreements(sides: Iterable[tuple[str, Measurement]]) -> Iterator[str]:
    """Every contradiction between measurements of one instance, in words.

    - An answer that a checker rejects is wrong whatever the others say.
    - Two complete searches have the same set of answers.
    - What an incomplete search found is part of every complete search's set.
    - Two proved optima have the same value, and nothing found is better.
    """
    sides = list(sides)
    for name, side in sides:
        if side.status == "wrong answer":
            yield f"{name} came out with a wrong answer: {side.note}"
    judged = [(name, side) for name, side in sides if side.status in ("answered", "impossible", "stopped")]
    for (name, side), (other_name, other) in combinations(judged, 2):
        reason = _contradiction(name, side, other_name, other)
        if reason:
            yield reason


def _contradiction(name: str, side: Measurement, other_name: str, other: Measurement) -> str | None:
    if side.objective is not None or other.objective is not None:
        for first, a, second, b in ((name, side, other_name, other), (other_name, other, name, side)):
            if a.complete and b.objective is not None and (a.objective is None or b.objective < a.objective):
                return f"{first} proves that nothing is better than {a.objective}, {second} has {b.objective}"
            if a.complete and b.complete and b.objective is None:
                return f"{first} proves the best to be {a.objective}, {second} proves that there is no answer"
        return None
    if side.answers is not None and other.answers is not None:
        only_here, only_there = side.answers - other.answers, other.answers - side.answers
        if (other.complete and only_here) or (side.complete and only_there):
            return "\n".join(
                [
                    f"{name} and {other_name} disagree",
                    _side(name, side, only_here, other_name),
                    _side(other_name, other, only_there, name),
                ]
            )
        return None
    if side.complete and other.complete and (side.found, side.digest) != (other.found, other.digest):
        return (
            f"{name} and {other_name} disagree\n  {name}: {side.found:,} answers, digest {side.digest:016x}\n"
            f"  {other_name}: {other.found:,} answers, digest {other.digest:016x}"
        )
    return None


def _side(name: str, side: Measurement, alone: frozenset[object], other: str) -> str:
    extent = "all" if side.complete else "not all"
    lines = [f"  {name}: {side.found:,} answers ({extent}), {len(alone):,} of them not from {other}"]
    lines += [f"    {answer!r}" for answer in sorted(alone, key=repr)[:SHOWN]]
    if len(alone) > SHOWN:
        lines.append("    …")
    return "\n".join(lines)
