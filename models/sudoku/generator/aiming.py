"""How hard a new Sudoku is to be: a range on the scale of Sudoku Explainer, or the technique of its hardest step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import inf

from models.errors import InputError, ModelError
from models.kit.names import MAX_COMPARED_CHARACTERS, letters_of, listed, shown
from models.sudoku.instance import Sudoku
from models.sudoku.techniques.names import EASIEST_NUMBERS, TECHNIQUE_NAMES

ABSENT = 2.0
"""Points of the scale that a puzzle counts as further off in which the technique does not occur."""

MAX_NEAR = 3
"""So many names are told that may have been meant."""

SPREAD = 1.0
"""How far above its easiest number the number of a technique is looked for."""


@dataclass(frozen=True)
class Miss:
    """By how many points of the scale an aim is missed, and in a few words why; empty where it is not.

    ``has_too_few_clues`` says that more of them may make the puzzle as it should be; of one with rules beside houses
    that is too hard, ``points`` are the candidates left then, in the cells ``unsettled``.
    """

    points: float = 0.0
    why: str = ""
    has_too_few_clues: bool = False
    unsettled: Sequence[int] = ()


@dataclass(frozen=True)
class Aim:
    """The least and the greatest number that a puzzle's hardest step may have, and its technique; none for any."""

    least: float
    most: float
    techniques: Sequence[str] = ()

    def within(self, least: float, most: float) -> Aim:
        """What is aimed at where the number must also be from ``least`` to ``most``."""
        if most < self.least or least > self.most:
            easy = f"from {self.least:.1f} to {self.most:.1f} on the scale of Sudoku Explainer"
            raise InputError(f"--technique and --difficulty do not go together: {self.techniques[0]} is {easy}")
        return replace(self, least=max(least, self.least), most=min(most, self.most))

    def miss(self, instance: Sudoku) -> Miss:
        if any(not variant.only_houses for variant in instance.variants):
            from models.sudoku.techniques.estimating import estimate  # as below

            about = estimate(instance, self.most)
            if about.number > self.most:
                unsettled = [cell for cell, left in enumerate(about.left) if left]
                return Miss(sum(about.left), "are too hard", True, unsettled)
            return self._too_easy(about.number)
        from models.sudoku.techniques.grading import grade  # takes its time to import, and is not always wanted

        try:
            found = grade(instance, self.most)
        except ModelError:
            return Miss(inf, "have no number")
        if self.techniques:
            if self.least <= found.number <= self.most and set(self.techniques).intersection(found.hardest):
                return Miss()
            off = found.number - self.least
            occurs = not found.steps.keys().isdisjoint(self.techniques)
            return Miss(abs(off) + ABSENT * (not occurs), "need another technique", off > 0 and occurs)
        if found.number > self.most:
            return Miss(found.number - self.most, "are too hard", True)
        return self._too_easy(found.number)

    def _too_easy(self, number: float) -> Miss:
        return Miss(self.least - number, "are too easy") if number < self.least else Miss()


def technique_aim(text: str) -> Aim:
    """The aim at a technique as ``explain`` calls it, whatever the case and the punctuation; all types without one."""
    wanted = letters_of(text)
    names = [name for name in EASIEST_NUMBERS if wanted in (letters_of(name), letters_of(name.partition(" type ")[0]))]
    if not names:
        lowered = {name.lower(): name for name in EASIEST_NUMBERS}
        near = get_close_matches(text.lower()[:MAX_COMPARED_CHARACTERS], lowered, MAX_NEAR)
        there = (
            f"did you mean {listed(map(lowered.__getitem__, near), 'or')}?"
            if near
            else f"there are {listed(TECHNIQUE_NAMES)}"
        )
        raise InputError(f"there is no technique {shown(text)}; {there}")
    least = min(EASIEST_NUMBERS[name] for name in names)
    return Aim(least, least + SPREAD, tuple(names))
