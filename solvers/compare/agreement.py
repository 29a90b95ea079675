"""Agreement between backends: what one complete search says, no other search may contradict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

from models.kit.names import count
from solvers.compare.record import Measurement

MAX_LINE_CHARACTERS = 100
"""Of a line that is compared; of longer ones the part around their first difference is shown."""

CHARACTERS_BEFORE = 30
"""So many are shown before that difference."""

SHOWN = 3
"""So many answers of each side are shown where two sides differ."""


def disagreements(sides: Iterable[tuple[str, Measurement]], say: Callable[[Any], str] = repr) -> Iterator[str]:
    """Every contradiction between measurements of one instance, in words; ``say`` puts an answer in one line.

    - An answer that a checker rejects is wrong whatever the others say, and so is one that comes twice.
    - Two complete searches have the same set of answers.
    - What an incomplete search found is part of every complete search's set.
    - Two proved optima have the same value, and nothing found is better.
    """
    judged: list[tuple[str, Measurement]] = []
    for name, side in sides:
        if side.status == "wrong answer":
            yield f"{name} came out with a wrong answer: {side.note}"
        elif side.status in ("answered", "impossible", "stopped"):
            judged.append((name, side))
            if side.objective is None and side.answers is not None and side.found > len(side.answers):
                yield f"{name} counts {side.found:,} answers, but only {len(side.answers):,} different"
    for (name, side), (other_name, other) in combinations(judged, 2):
        reason = _contradiction(name, side, other_name, other, say)
        if reason:
            yield reason


def _contradiction(
    name: str, side: Measurement, other_name: str, other: Measurement, say: Callable[[Any], str]
) -> str | None:
    if side.objective is not None or other.objective is not None:
        return _better(name, side, other_name, other) or _better(other_name, other, name, side)
    if side.answers is not None and other.answers is not None:
        only_here, only_there = side.answers - other.answers, other.answers - side.answers
        if not (other.complete and only_here) and not (side.complete and only_there):
            return None
        samples = _samples(sorted(map(say, only_here))[:SHOWN], sorted(map(say, only_there))[:SHOWN])
        here = _side(name, side, _alone(len(only_here), other_name, samples[0]))
        there = _side(other_name, other, _alone(len(only_there), name, samples[1]))
    else:
        same = (side.found, side.digest) == (other.found, other.digest)
        too_many = (side.complete and other.found > side.found) or (other.complete and side.found > other.found)
        if not too_many and (same or not (side.complete and other.complete)):
            return None
        here = _side(name, side, [f"digest of the set {side.digest:016x}"])
        there = _side(other_name, other, [f"digest of the set {other.digest:016x}"])
    return f"{name} and {other_name} disagree\n{here}\n{there}"


def _better(name: str, proof: Measurement, other_name: str, other: Measurement) -> str | None:
    """How ``other`` has something better than what ``proof`` proves to be best; None when it has not."""
    if not proof.complete or other.objective is None:
        return None
    if proof.objective is None:
        return f"{name} proves that there is no answer, {other_name} has one of {other.objective}"
    if other.objective < proof.objective:
        return f"{name} proves that nothing is better than {proof.objective}, {other_name} has {other.objective}"
    return None


def _side(name: str, side: Measurement, details: list[str]) -> str:
    extent = "all there are" if side.complete else "perhaps not all"
    return "\n".join([f"  {name}: {count(side.found, 'answer')}, {extent}", *(f"    {detail}" for detail in details)])


def _alone(found: int, other: str, sample: list[str]) -> list[str]:
    """What one side has alone, some of it in full."""
    if not found:
        return [f"none that {other} has not"]
    return [f"{found:,} that {other} has not:", *sample] + (["…"] if found > SHOWN else [])


def _samples(here: list[str], there: list[str]) -> tuple[list[str], list[str]]:
    """Answers of both sides to be shown below each other; where there are two for a place, their differences marked."""
    left: list[str] = []
    right: list[str] = []
    for one, other in zip(here, there, strict=False):
        first, second, marks = side_by_side(one, other)
        left.append(first)
        right += [second, marks]
    return left + here[len(there) :], right + there[len(here) :]


def side_by_side(one: str, other: str) -> tuple[str, str, str]:
    """Two lines, cut to what can be compared by eye, and a third with a ``^`` below each difference of the second.

    Where something of the first is missing in the second, the ``^`` is below the character that comes next.
    """
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    changes = [(there, max(end, there + 1)) for kind, _, _, there, end in blocks if kind != "equal"]
    marks = [" "] * (len(other) + 1)
    for start, end in changes:
        marks[start:end] = "^" * (end - start)
    begin = 0
    if max(len(one), len(other)) > MAX_LINE_CHARACTERS and changes:
        begin = max(0, changes[0][0] - CHARACTERS_BEFORE)
    # Up to the first difference both lines are the same, so that the same piece of both is cut off.
    first, second, below = (_cut(text, begin) for text in (one, other, "".join(marks)))
    return first, second, below.replace("…", " ").rstrip()


def _cut(text: str, begin: int) -> str:
    end = begin + MAX_LINE_CHARACTERS
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")
