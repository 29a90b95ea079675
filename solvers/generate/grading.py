"""Grades of new puzzles: how hard ``explain`` or their maker finds them, and whether that is what was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from models.errors import InputError
from models.generation import Generator
from models.grades import GRADE_WORDS, numbers_of
from models.kit.names import hint, listed, shown
from models.puzzle import Puzzle
from solvers.core.backend import Clock, MissingLibrary, OutOfTime
from solvers.explain.record import Explanation
from solvers.explain.wording import grade_of, hardness
from solvers.explain.work import explain

MAX_NARROW_RANGE, WIDER_BY = 0.3, 0.2
"""Points of the scale: a range that few puzzles hit, and by how much one is wider at both ends that more do."""

_NUMBERS = re.compile(r"\s*(\d{1,2}(?:\.\d)?)\s*(?:-\s*(\d{1,2}(?:\.\d)?)\s*)?", re.ASCII)


class Grader:
    """Grades puzzles of one kind, and compares that with what was ``wanted``.

    A word such as ``hard``, or two, ``moderate-hard``; where the generator has a scale, a number or a range of them,
    ``4.5-6.2``, too; empty for any.
    """

    def __init__(self, puzzle: Puzzle[Any, Any], wanted: str, clock: Clock, generator: Generator[Any, Any]) -> None:
        self._puzzle = puzzle
        self._clock = clock
        self._generator = generator
        self._words = tuple(generator.grades) or GRADE_WORDS
        self._range = _range(wanted, generator)
        self._accepted = _accepted("" if self._range else wanted, self._words)

    @property
    def wants_number(self) -> bool:
        return self._range is not None

    @property
    def numbers(self) -> tuple[float, float] | None:
        """The least and the greatest number that will do; None where there are none, or any will do."""
        if self._range or not self._generator.scale or self._accepted == self._words:
            return self._range
        return numbers_of(self._accepted[0], self._accepted[-1])

    @property
    def advice(self) -> str:
        """What to wish for instead of a number that few puzzles have; empty where that was not wished for."""
        if self._range is None or self._range[1] - self._range[0] > MAX_NARROW_RANGE:
            return ""
        least, most = self._generator.span
        wider = (max(least, self._range[0] - WIDER_BY), min(most, self._range[1] + WIDER_BY))
        return "a range such as {:.1f}-{:.1f} is hit more often".format(*wider)

    def graded(self, instance: Any) -> tuple[str, str]:
        """The grade in words, and why it will not do in a few words, empty where it will."""
        if self._range:
            known, (least, most) = self._generator.graded(instance), self._range
            if known is None:
                return "", "have no number"
            if not least <= known.number <= most:
                return "", f"are too {'easy' if known.number < least else 'hard'}"
        grade = self._generator.grade(instance) if self._generator.grades else ""
        grade = grade or self._explained(instance)
        word = grade.partition(":")[0]
        return grade, "" if not word or word in self._accepted else f"are {word}"

    def _explained(self, instance: Any) -> str:
        """The grade that ``explain`` gives; none where it lacks a library and every grade will do.

        No more steps are found after one that is too hard.
        """
        most = self._words.index(self._accepted[-1])

        def look(found: Explanation[Any, Any]) -> None:
            if found.steps and hardness(found.steps[-1]) > most:
                raise _TooHard(grade_of(found.steps[-1:]))

        try:
            found = explain(self._puzzle, instance, seconds=self._clock.remaining(), on_progress=look)
        except _TooHard as too_hard:
            return str(too_hard)
        except MissingLibrary:
            if self._accepted != self._words:
                raise
            return ""
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if found.stopped_by:
            raise OutOfTime("the time is up")
        return found.grade


class _TooHard(Exception):
    """A step is harder than wished for; its grade is the text."""


def _range(wanted: str, generator: Generator[Any, Any]) -> tuple[float, float] | None:
    """The least and the most that a number may be; None where ``wanted`` is not about numbers."""
    match = _NUMBERS.fullmatch(wanted)
    if match is None:
        return None
    if not generator.scale:
        raise InputError(f"--difficulty {shown(wanted)}: these puzzles have no numbers, but words for it")
    least, most = float(match[1]), float(match[2] or match[1])
    if least > most:
        raise InputError(f"--difficulty {shown(wanted)} is no range from an easier number to a harder one")
    if least < generator.span[0] or most > generator.span[1]:
        raise InputError(f"--difficulty {shown(wanted)} is beyond what can be wished for: {generator.scale}")
    return least, most


def _accepted(wanted: str, known: Sequence[str]) -> Sequence[str]:
    if not wanted:
        return known
    ends = [word.strip().lower() for word in wanted.split("-")]
    for word in ends:
        if word not in known:
            instead = hint(word, known, f"expected is {listed(known, 'or')}, or two of them as {known[1]}-{known[2]}")
            raise InputError(f"--difficulty {shown(word)} is none; {instead}")
    first, last = known.index(ends[0]), known.index(ends[-1])
    if len(ends) > 2 or first > last:
        raise InputError(f"--difficulty {shown(wanted)} is no range from an easier grade to a harder one")
    return known[first : last + 1]
