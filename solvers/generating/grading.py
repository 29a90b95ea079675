"""Grades of new puzzles: how hard ``explain`` finds them, and whether that is what was asked for."""

from __future__ import annotations

from typing import Any

from models.errors import InputError
from models.kit.names import hint, shown
from models.kit.words import listed
from models.puzzle import Puzzle
from solvers.backend import Clock, MissingLibrary, OutOfTime
from solvers.explaining.explanation import explain
from solvers.render.wording import GRADES

WORDS = tuple(grade.partition(":")[0] for grade in GRADES)
"""The grades in one word each, the easiest first."""


class Grader:
    """Grades puzzles of one kind, and compares that with what was wanted.

    Args:
        puzzle: the puzzle.
        wanted: a word such as ``hard``, or two with a hyphen between them, ``moderate-hard``; empty for any.
        clock: when to stop.

    Raises:
        InputError: when ``wanted`` is neither.
    """

    def __init__(self, puzzle: Puzzle[Any, Any], wanted: str, clock: Clock) -> None:
        self._puzzle = puzzle
        self._clock = clock
        self._accepted = _words(wanted)

    def graded(self, instance: Any) -> tuple[str, str]:
        """The grade in words, and why it will not do in a few words, empty where it will."""
        try:
            found = explain(self._puzzle, instance, seconds=self._clock.remaining())
        except MissingLibrary:
            if self._accepted != WORDS:
                raise
            return "", ""
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if found.stopped_by:
            raise OutOfTime("the time is up")
        word = found.grade.partition(":")[0]
        return found.grade, "" if not word or word in self._accepted else f"are {word}"


def _words(wanted: str) -> tuple[str, ...]:
    """The words that ``wanted`` accepts."""
    if not wanted:
        return WORDS
    ends = [word.strip().lower() for word in wanted.split("-")]
    for word in ends:
        if word not in WORDS:
            instead = hint(word, WORDS, f"expected is {listed(WORDS, 'or')}, or two of them as moderate-hard")
            raise InputError(f"--difficulty {shown(word)} is none; {instead}")
    first, last = WORDS.index(ends[0]), WORDS.index(ends[-1])
    if len(ends) > 2 or first > last:
        raise InputError(f"--difficulty {shown(wanted)} is no range from an easier grade to a harder one")
    return WORDS[first : last + 1]
