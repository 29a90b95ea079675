"""New stacks of dials: those that a person would turn, and those of any size that have an answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from random import Random
from typing import ClassVar

from models.errors import InputError
from models.generation import Family, Generator
from models.grecian.generator.planting import DialsSpecification, planted_dials
from models.grecian.instance import Dials, Ring, Turns
from models.kit.names import count, shown
from models.kit.specifications import THREE_GRADES, commented, graded, number_of, share_of, size_of
from models.options import PuzzleOption, Values

MEAN_NUMBER = 10.5  # what a number that shows comes to on average: on the Grecian Computer four rings come to 42

MAX_DIALS, MAX_RINGS, MAX_COLUMNS = 8, 8, 24
MAX_TARGET = 9_999
MAX_POSITIONS = 5_000  # that are counted; whoever looks at more has a computer do it
MAX_FAMILY_MEASURE = 50  # dials, rings and columns of the family, each

GRADE_POSITIONS = (200, 600)
"""From so many positions to look at on, a stack is medium, and hard; the Grecian Computer has 481."""


def planted(size: int | tuple[int, int, int], seed: int) -> Dials:
    """So many dials, rings and columns; of one number, so many dials of 12 columns and one ring fewer, two at least."""
    dials, rings, columns = (size, max(2, size - 1), 12) if isinstance(size, int) else size
    measures = f"{dials}x{rings}x{columns}"
    if not all(1 <= measure <= MAX_FAMILY_MEASURE for measure in (dials, rings, columns)):
        several, bounds = isinstance(size, tuple), f"1 to {MAX_FAMILY_MEASURE}"
        expected = f"dials, rings and columns from {bounds}" if several else f"{bounds} dials"
        raise InputError(f"the size of family dials is {measures if several else size}; {expected} are expected")
    wanted = DialsSpecification(dials, rings, columns, (round(MEAN_NUMBER * rings),) * columns)
    random = Random(f"dials {dials} {rings} {columns} {seed}")
    return planted_dials(wanted, f"planted dials {measures} seed {seed}", random)


class DialsGenerator(Generator[Dials, Turns]):
    """Dials of any size that a person would turn."""

    options = (
        PuzzleOption("target", "N", "the sum of every column, or one for each with commas between them"),
        PuzzleOption("holes", "SHARE", "how much of the upper dials is cut out, such as 70%"),
        PuzzleOption(
            "decoys", "K", "K other positions in which all but a few columns come right (a sixth of them, at least one)"
        ),
        PuzzleOption("hidden", "", "numbers may lie below others in the answer, as on the wooden ones", "flag"),
    )
    sizes = "DxRxN for D dials of R rings and N columns (default 5x4x12)"
    suffix = ".toml"
    grades = THREE_GRADES
    families: ClassVar = {"dials": Family(planted, "dials, or DxRxN for D dials of R rings and N columns", 3)}

    def specification(self, size: str, values: Values) -> DialsSpecification:
        expected = "dials, rings and columns are expected, such as 5x4x12"
        measures = size_of(size or "5x4x12", expected)
        if len(measures) != 3:
            raise InputError(f"--size {shown(size)} is no size; {expected}")
        dials, rings, columns = measures
        text = str(values.get("target", round(MEAN_NUMBER * rings)))
        targets = [number_of({"target": part}, "target") or 0 for part in text.split(",")]
        targets *= columns if len(targets) == 1 and columns <= MAX_COLUMNS else 1
        decoys = number_of(values, "decoys") or 0
        holes, hidden = share_of(values, "holes"), bool(values.get("hidden"))
        wanted = DialsSpecification(dials, rings, columns, tuple(targets), holes, decoys, hidden)
        if sentence := unsupported_reason(wanted):
            raise InputError(sentence)
        return wanted

    def grade(self, instance: Dials) -> str:
        effort = positions(instance)
        more = " or more" * (effort == MAX_POSITIONS)
        word = graded(effort, GRADE_POSITIONS)
        return f"{word}: {effort:,}{more} positions of some of the dials have to be looked at"

    def write(self, instance: Dials, comments: Sequence[str]) -> str:
        targets = instance.goal if instance.goal is not None else [*instance.targets]
        lines = [*commented(comments), f'name = "{instance.name}"', f"target = {targets}"]
        lines += ["# from the bottom up, each from the outermost ring in; a dot is a hole", "dials = ["]
        numbers = [number for dial in instance.dials for ring in dial for number in ring if number is not None]
        wide = max(len(str(number)) for number in numbers)
        for place, dial in enumerate(instance.dials):
            lines.append("'''")
            for ring in dial[instance.reach(place) :]:
                lines.append(" ".join(("." if number is None else str(number)).rjust(wide) for number in ring))
            lines.append("''',")
        return "\n".join([*lines, "]", ""])


def unsupported_reason(wanted: DialsSpecification) -> str | None:
    """Why there can be no such dials, or nobody would turn them, in a sentence; None where there may be some."""
    dials, rings, columns = wanted.dials, wanted.rings, wanted.columns
    for number, least, most, what in (
        (dials, 2, MAX_DIALS, "dial"),
        (rings, 1, MAX_RINGS, "ring"),
        (columns, 2, MAX_COLUMNS, "column"),
    ):
        if not least <= number <= most:
            why = "with fewer nothing can be turned to another place" if number < least else "nobody turns more by hand"
            return f"a size of {count(number, what)} is asked for; {least} to {most} are expected: {why}"
    if len(wanted.targets) != columns:
        found = f"there are {len(wanted.targets)} targets for {count(columns, 'column')}"
        return f"{found}; one for all or one each is expected"
    for target in wanted.targets:
        if not rings <= target <= MAX_TARGET:
            return f"a target is {target}; {rings} to {MAX_TARGET} are expected, as each ring shows 1 at least"
    others = columns ** (dials - 1) - 1
    if wanted.decoys > others:
        return f"{wanted.decoys} decoys are asked for; besides the answer there are only {others:,} positions"
    if not wanted.hidden and dials - 1 > columns:
        found = f"the innermost ring of {columns} columns has no place for each of {dials - 1} upper dials"
        return f"{found}, as it must where no number lies hidden; with hidden numbers (--hidden) it need not"
    if wanted.holes is None:
        return None
    if not 0 <= wanted.holes < 1:
        return f"the share of holes is {wanted.holes:.0%}; less than 100% is expected, for every dial has a number"
    if not wanted.hidden and round((1 - wanted.holes) * wanted.places) > rings * columns - 1:
        fewest = 1 - (rings * columns - 1) / wanted.places
        cover = f"with only {wanted.holes:.0%} holes the dials cover one another, so that numbers lie hidden"
        more = f"without that {ceil(100 * fewest)}% are needed at least, with hidden numbers (--hidden) fewer"
        return f"{cover} in the answer; {more}"
    return None


# How hard a stack is


def positions(instance: Dials) -> int:
    """In how many positions of some of the dials the columns have to be looked at until only the answer is left.

    A position is given up when what shows, and what may yet show, does not come to the target in some column. From the
    bottom up or from the top down, whichever is quicker.
    """
    dials = range(len(instance.dials))
    return _laid(instance, dials[::-1], _laid(instance, dials, MAX_POSITIONS))


def _laid(instance: Dials, order: Sequence[int], most: int) -> int:
    """The positions looked at, ``most`` at most, where the dials come in this order, from one end to the other."""
    upwards = order[0] == 0
    # Where all targets are alike, turning the whole is nothing new: the first dial stays as it is.
    fixed = 0 if instance.goal is None else order[0]
    bounds = []
    for done in range(1, len(order) + 1):
        left = sorted(order[done:], reverse=True)
        bounds.append([_may_show(instance, ring, left) for ring in range(instance.rings)])

    def within_reach(face: Sequence[Ring], done: int) -> bool:
        for column, target in enumerate(instance.targets):
            lowest = highest = 0.0
            for ring, (least, most, is_full) in zip(face, bounds[done], strict=True):
                number = ring[column]
                if number is not None and not upwards:
                    least = most = number  # nothing comes to lie on it
                elif not is_full:
                    least, most = min(least, number or 0), max(most, number or 0)
                lowest, highest = lowest + least, highest + most
            if not lowest <= target <= highest:
                return False
        return True

    looked = 0

    def lay(done: int, face: Sequence[Ring]) -> None:
        nonlocal looked
        if done == len(order):
            return
        for steps in range(1 if order[done] == fixed else instance.columns):
            turned = [ring[-steps:] + ring[:-steps] if steps else ring for ring in instance.dials[order[done]]]
            upper, lower = (turned, face) if upwards else (face, turned)
            laid = [
                tuple(under if number is None else number for number, under in zip(above, below, strict=True))
                for above, below in zip(upper, lower, strict=True)
            ]
            if looked == most:
                return
            looked += 1
            if within_reach(laid, done):
                lay(done + 1, laid)

    lay(0, [(None,) * instance.columns for _ in range(instance.rings)])
    return looked


def _may_show(instance: Dials, ring: int, dials: Sequence[int]) -> tuple[float, float, bool]:
    """The least and the greatest number in a ring of some dials, from the top down, and whether one of them is full."""
    numbers: list[int] = []
    for dial in dials:
        numbers += [number for number in instance.dials[dial][ring] if number is not None]
        if None not in instance.dials[dial][ring]:
            return min(numbers), max(numbers), True
    return min(numbers, default=inf), max(numbers, default=-inf), False


GENERATOR = DialsGenerator()
