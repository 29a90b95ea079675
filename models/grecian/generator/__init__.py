"""New stacks of dials: those that a person would turn, and those of any size that have an answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import ClassVar

from models.errors import InputError
from models.generation import Family, Generator
from models.grecian.generator.effort import MAX_POSITIONS, positions
from models.grecian.generator.planting import DialsSpecification, planted_dials
from models.grecian.instance import Dials, Turns
from models.kit.names import count, shown
from models.kit.wishes import THREE_GRADES, commented, graded, number_of, share_of, size_of
from models.options import PuzzleOption, Values

MEAN_NUMBER = 10.5
"""What a number that shows comes to on average: on the Grecian Computer four rings come to 42."""

MAX_DIALS, MAX_RINGS, MAX_COLUMNS = 8, 8, 24
MAX_TARGET = 9_999
MAX_FAMILY_MEASURE = 50  # Dials, rings and columns of the family, each

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


GENERATOR = DialsGenerator()
