"""Grades: how hard the way to an answer is, in a word and as a number that people know."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

MEANINGS = {
    "gentle": "every step shows a value that is the only one left, or has only one place left",
    "moderate": "some steps compare two rules, or take values away first",
    "tricky": "some steps need a small pattern with a name, such as a wing",
    "hard": "some steps need three or four rules at once, or a larger pattern with a name",
    "fiendish": "some steps need five rules or more at once, or a long chain",
    "diabolical": "some steps need suppositions that are followed until they fail or agree",
}
"""What each grade says of the hardest step."""

GRADE_WORDS = tuple(MEANINGS)
GRADES = tuple(f"{word}: {meaning}" for word, meaning in MEANINGS.items())
"""The grades in a word, and in a sentence."""

BOUNDS = (2.6, 4.0, 5.2, 6.6, 8.2)
"""Where each of them but the first begins on the scale of Sudoku Explainer, for puzzles that have a number on it."""

SPAN = (1.0, 11.0)
"""The least and the greatest number on that scale that can be wished for; what is harder is met by luck alone."""


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, where each time the easiest step is taken.

    Attributes:
        word: one of ``GRADE_WORDS``.
        number: of the hardest step, on the scale of Sudoku Explainer.
        hardest: the techniques of all steps that have this number, in the order in which they come up.
        steps: how many steps each technique takes, by the technique, in the order in which they come up.
    """

    word: str
    number: float
    hardest: Sequence[str]
    steps: Mapping[str, int]

    @property
    def technique(self) -> str:
        """The technique of the hardest step, of the first where there are several; empty of a full grid."""
        return self.hardest[0] if self.hardest else ""


def place_of(number: float) -> int:
    """Which of the grades a number on the scale belongs to."""
    return bisect(BOUNDS, number)


def numbers_of(first: str, last: str) -> tuple[float, float]:
    """The least and the greatest number of the grades from one to another."""
    begins = (SPAN[0], *BOUNDS, inf)
    return begins[GRADE_WORDS.index(first)], round(begins[GRADE_WORDS.index(last) + 1] - 0.1, 1)
