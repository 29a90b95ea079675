"""Dials with holes (Grecian Computer, Safecracker): how must each be turned for every column to reach its sum?

Dials lie on one another. Each has rings of numbers and holes; through a hole shows whatever lies
below, and a hole that goes all the way to the table adds nothing. Dials are counted from 0, the
bottom one, which stays put; rings from 1, the outermost; columns from 1, clockwise. A dial turned
``k`` steps clockwise brings the number of column ``c - k`` to column ``c``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from models.drawing import Drawing
from models.errors import InputError
from models.kit.notebook import Shown
from models.language.model import Assignment, IntVar, Key, LinearExpr, Model, Posted
from models.mistakes import Copying
from models.options import Option, Values
from models.puzzle import Family, Formulation, Puzzle

Ring = tuple[int | None, ...]
"""One ring of a dial, columns clockwise; None is a hole."""

Turns = tuple[int, ...]
"""An answer: the steps that each dial is turned clockwise, the bottom dial first."""


@dataclass(frozen=True)
class Dials(Shown):
    """The numbers printed on a stack of dials, as it stands before anything is turned.

    Attributes:
        name: what it is called.
        targets: the sum each column has to reach.
        dials: from the bottom up, each with the same number of rings; where a dial does not reach, its
            ring is all holes.
        source: where the numbers come from.
        show_hidden: whether pictures list the numbers that lie covered.
    """

    puzzle_name: ClassVar = "grecian"

    name: str
    targets: tuple[int, ...]
    dials: tuple[tuple[Ring, ...], ...]
    source: str = ""
    show_hidden: bool = field(default=False, compare=False)

    @property
    def columns(self) -> int:
        """How many columns there are; so many steps turn a dial once round."""
        return len(self.targets)

    @property
    def rings(self) -> int:
        """How many rings there are."""
        return len(self.dials[0])

    @cached_property
    def printed(self) -> int:
        """How many numbers are printed on all the dials together."""
        return sum(number is not None for dial in self.dials for ring in dial for number in ring)

    def coming_to(self, dial: int, ring: int, column: int) -> Ring:
        """What ``dial`` brings to a place when it is turned 0, 1, 2 … steps clockwise (all counted from 0)."""
        numbers = self.dials[dial][ring]
        return tuple(numbers[(column - steps) % self.columns] for steps in range(self.columns))

    def lowest_visible(self, ring: int) -> int:
        """The topmost dial without a hole in ``ring``: whatever lies below it never shows; dial 0 if there is none."""
        full = (dial for dial in reversed(range(len(self.dials))) if None not in self.dials[dial][ring])
        return next(full, 0)


def face(instance: Dials, turns: Turns) -> list[list[tuple[int, int] | None]]:
    """What shows after ``turns``: for each ring and column the number and its dial; None shows the table."""
    shown: list[list[tuple[int, int] | None]] = [[None] * instance.columns for _ in range(instance.rings)]
    for place, (dial, steps) in enumerate(zip(instance.dials, turns, strict=True)):
        for ring, numbers in enumerate(dial):
            for home, number in enumerate(numbers):
                if number is not None:
                    shown[ring][(home + steps) % instance.columns] = (number, place)
    return shown


def column_sums(instance: Dials, turns: Turns) -> list[int]:
    """What each column adds up to after ``turns``."""
    return [sum(seen[0] for seen in column if seen) for column in zip(*face(instance, turns), strict=True)]


def hidden_numbers(instance: Dials, turns: Turns) -> Iterator[tuple[int, int, list[int]]]:
    """The numbers that do not show after ``turns``: dial, ring (both from 0) and numbers, in the starting order."""
    shown = face(instance, turns)
    for place, (dial, steps) in enumerate(zip(instance.dials, turns, strict=True)):
        for ring, numbers in enumerate(dial):
            covered = []
            for home, number in enumerate(numbers):
                seen = shown[ring][(home + steps) % instance.columns]
                if number is not None and seen is not None and seen[1] != place:
                    covered.append(number)
            if covered:
                yield place, ring, covered


def sum_of(stack: Iterable[IntVar | int]) -> LinearExpr:
    """What shows in a column, added up; an expression even where no turn changes it."""
    total = LinearExpr({}, 0)
    for part in stack:
        total += part
    return total


class StackedDials(Formulation[Dials, Turns]):
    """What the formulations share: the turns, each place seen from above, the column sums.

    Each place of each ring is followed from the bottom up. A dial without a hole in a ring hides all
    that lies below, so the walk begins at the topmost such dial; a dial without a number in it changes
    nothing and is passed over. The decisions are the turns from the bottom up, since the outer rings
    depend on the lower dials only.

    Attributes:
        turns: the turn of each dial that can be turned.
        stacks: for each column what shows in it, ring by ring; a plain number where no turn can change it.
        sums: for each column the constraint that it reaches its target.
    """

    kind: ClassVar[str]
    turns: dict[int, IntVar]
    stacks: list[tuple[IntVar | int, ...]]
    sums: list[Posted]

    def __init__(self, instance: Dials, objective: str | None = None) -> None:
        self.model = Model(f"{instance.name} ({self.kind})")
        self._shows: list[Key] = []
        self._instance = instance
        # Where effort counts, the base may be turned as well: that way round may be nearer.
        first = 1 if objective is None else 0
        self.turns = {
            dial: self.model.new_int_var(0, instance.columns - 1, f"turn of dial {dial}")
            for dial in range(first, len(instance.dials))
        }
        self._declare_positions()
        seen = [[self._seen(ring, column) for column in range(instance.columns)] for ring in range(instance.rings)]
        self.stacks = list(zip(*seen, strict=True))
        self.sums = []
        for column, (target, stack) in enumerate(zip(instance.targets, self.stacks, strict=True)):
            because = f"column {column + 1} sums to {target}"
            self.sums.append(self.model.add(sum_of(stack) == target, because=because, key=("column", column)))
        self.model.project_on(self.turns.values())
        self.granted = frozenset(self._shows)  # anyone sees what shows
        if objective is not None:
            self._minimize(objective)

    def decode(self, instance: Dials, assignment: Assignment) -> Turns:
        return tuple(assignment[self.turns[dial]] if dial in self.turns else 0 for dial in range(len(instance.dials)))

    def _declare_positions(self) -> None:
        """Declare what ``_position`` gives besides the turns; nothing, where the dials are as they are printed."""

    def _position(self, dial: int, ring: int) -> IntVar | None:
        """Which of ``_coming`` a ring of a dial brings to a column; None where that is always the first."""
        return self.turns.get(dial)

    def _coming(self, dial: int, ring: int, column: int) -> Ring:
        """What a ring of a dial may bring to a column."""
        return self._instance.coming_to(dial, ring, column)

    @abstractmethod
    def _lay(self, position: IntVar, coming: Ring, below: IntVar | int, seen: IntVar, because: str, key: Key) -> None:
        """Demand that ``seen`` is what ``position`` picks of ``coming``, or ``below`` where that is a hole."""

    def _seen(self, ring: int, column: int) -> IntVar | int:
        """What shows at one place from above; a plain number where no turn can change it."""
        place = f"ring {ring + 1} column {column + 1}"
        seen: IntVar | int = 0  # the table adds nothing
        for dial in range(self._instance.lowest_visible(ring), len(self._instance.dials)):
            coming = self._coming(dial, ring, column)
            possible = {number for number in coming if number is not None}
            if not possible:
                continue
            below, because = seen, f"{place}: dial {dial} shows its number"
            position = self._position(dial, ring)
            if position is None:
                seen = below if coming[0] is None else coming[0]
                continue
            if None in coming:
                possible.update(below.domain if isinstance(below, IntVar) else (below,))
                because += ", or through a hole what lies below"
            key = ("shows", ring, column, dial)
            self._shows.append(key)
            seen = self.model.new_int_var_from_values(possible, f"{place} up to dial {dial}")
            self._lay(position, coming, below, seen, because, key)
        return seen

    def _minimize(self, objective: str) -> None:
        """Ask for the fewest steps, each dial turned the shorter way round, or for the fewest dials turned."""
        columns = self._instance.columns
        if objective == "turns":
            effort, what = [min(steps, columns - steps) for steps in range(columns)], "steps"
        else:
            effort, what = [min(steps, 1) for steps in range(columns)], "dials"
        costs = []
        for dial, turn in self.turns.items():
            cost = self.model.new_int_var_from_values(effort, f"{what} for dial {dial}")
            self.model.add_element(turn, effort, cost, because=f"what turning dial {dial} costs", key=("cost", dial))
            costs.append(cost)
        self.model.minimize(sum(costs))


class ElementFormulation(StackedDials):
    """For each dial, ring and column, the turn picks what is seen: a number of the dial, or what lies below."""

    kind = "element"

    def _lay(self, position: IntVar, coming: Ring, below: IntVar | int, seen: IntVar, because: str, key: Key) -> None:
        choice = [below if number is None else number for number in coming]
        self.model.add_element(position, choice, seen, because=because, key=key)


class TableFormulation(StackedDials):
    """For each dial, ring and column the permitted triples (turn, what lies below, what is seen)."""

    kind = "table"

    def _lay(self, position: IntVar, coming: Ring, below: IntVar | int, seen: IntVar, because: str, key: Key) -> None:
        if None not in coming or not isinstance(below, IntVar):
            # What lies below never shows, or is a known number: pairs will do.
            through = 0 if isinstance(below, IntVar) else below
            pairs = [(steps, through if number is None else number) for steps, number in enumerate(coming)]
            self.model.add_allowed_assignments([position, seen], pairs, because=because, key=key)
            return
        triples = [
            (steps, under, under if number is None else number)
            for steps, number in enumerate(coming)
            for under in below.domain
        ]
        self.model.add_allowed_assignments([position, below, seen], triples, because=because, key=key)


class Grecian(Puzzle[Dials, Turns]):
    """Rotating dials with holes."""

    name = "grecian"
    title = "Grecian Computer"
    summary = "Turn the dials so that the numbers showing in every column add up to the same sum."
    formulations: ClassVar = {"element": ElementFormulation, "table": TableFormulation}
    default_instance = "grecian"
    objectives: ClassVar = {
        "turns": "the fewest single steps in total, either way round, the bottom dial turned too where that helps",
        "dials": "the fewest dials turned, the bottom dial among them",
    }

    def read(self, path: Path) -> Iterator[Dials | InputError]:
        from models.grecian.reading import read_dials

        yield from read_dials(path)

    def shape(self, instance: Dials) -> object:
        return instance.targets, instance.dials

    def check(self, instance: Dials, answer: Turns) -> str | None:
        """What is wrong with ``answer``; the base may be turned too, as it may where effort is counted."""
        if len(answer) != len(instance.dials):
            return f"there are {len(instance.dials)} dials, but the answer turns {len(answer)}"
        for dial, steps in enumerate(answer):
            if not 0 <= steps < instance.columns:
                return f"dial {dial} is turned {steps} steps; 0 to {instance.columns - 1} are expected"
        for column, (total, target) in enumerate(zip(column_sums(instance, answer), instance.targets, strict=True)):
            if total != target:
                return f"column {column + 1} sums to {total}, not {target}"
        return None

    def clash(self, instance: Dials) -> str | None:
        """A target above or below everything that the rings can show together."""
        lowest = highest = 0
        for ring in range(instance.rings):
            above = instance.dials[instance.lowest_visible(ring) :]
            numbers = {number for dial in above for number in dial[ring] if number is not None}
            if None in above[0][ring]:
                numbers.add(0)  # no dial is full here, so the table may show
            lowest, highest = lowest + min(numbers), highest + max(numbers)
        for column, target in enumerate(instance.targets):
            if not lowest <= target <= highest:
                bound = f"at most {highest}" if target > highest else f"at least {lowest}"
                return f"column {column + 1} must sum to {target}, but whatever shows in a column comes to {bound}"
        return None

    def render(self, instance: Dials, answer: Turns | None = None) -> str:
        return "\n".join(_start_lines(instance) if answer is None else _answer_lines(instance, answer))

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option("hidden", "", "in pictures, list the numbers that lie covered", "flag"),)

    def arrange(self, instance: Dials, values: Values) -> Dials:
        return replace(instance, show_hidden=True) if values.get("hidden") else instance

    @property
    def drawing(self) -> Drawing[Dials, Turns]:
        from models.grecian.drawing import GrecianDrawing  # most runs draw nothing

        return GrecianDrawing()

    @property
    def copying(self) -> Copying[Dials, Turns]:
        from models.grecian.mistakes import Miscopied  # only a diagnosis asks for it

        return Copying(Miscopied, _untested)

    @property
    def families(self) -> Mapping[str, Family]:
        from models.grecian.family import FAMILIES  # only where a family is asked for

        return FAMILIES

    def as_json(self, instance: Dials, answer: Turns) -> object:
        shown = face(instance, answer)
        return {
            "clockwise": list(answer),
            "face": [[seen[0] if seen else None for seen in ring] for ring in shown],
            "column_sums": column_sums(instance, answer),
        }

    def compact(self, instance: Dials, answer: Turns) -> str:
        return " ".join(map(str, answer))


def _untested(instance: Dials, answer: Turns) -> str | None:
    hidden = sum(len(numbers) for _, _, numbers in hidden_numbers(instance, answer))
    if not hidden:
        return None
    lie = "lies" if hidden == 1 else "lie"
    return f"{hidden} of the {instance.printed} printed numbers {lie} hidden: a mistake there would not show"


def _start_lines(instance: Dials) -> Iterator[str]:
    """The dials as they stand, each as it is printed in a file."""
    alike = len(set(instance.targets)) == 1
    goal = str(instance.targets[0]) if alike else "its own number: " + " ".join(map(str, instance.targets))
    yield f"{instance.name}: every column must sum to {goal}"
    for place, dial in enumerate(instance.dials):
        yield f"dial {place}" + (" (bottom)" if place == 0 else "")
        for ring, numbers in enumerate(dial):
            if any(number is not None for number in numbers):
                yield _row(f"  ring {ring + 1}", ["." if number is None else number for number in numbers])


def _answer_lines(instance: Dials, turns: Turns) -> Iterator[str]:
    """How far to turn each dial, what then shows and adds up to what, and what lies hidden."""
    columns = instance.columns
    for dial, steps in enumerate(turns):
        yield f"dial {dial}: {_both_ways(steps, columns)}"
    shorter = sum(min(steps, columns - steps) for steps in turns)
    yield f"{_count(shorter, 'step')} in all, each dial turned the shorter way round"
    yield ""
    yield _row("column", range(1, columns + 1))
    for ring, shown in enumerate(face(instance, turns)):
        yield _row(f"ring {ring + 1}", [seen[0] if seen else "." for seen in shown])
    sums = column_sums(instance, turns)
    yield _row("sum", sums)
    right = sum(map(int.__eq__, sums, instance.targets))
    if right < columns:
        yield _row("wanted", instance.targets)
        yield f"{right} of {_count(columns, 'column')} right"
    yield ""
    hidden = list(hidden_numbers(instance, turns))
    count = sum(len(numbers) for _, _, numbers in hidden)
    lie = "lies" if count == 1 else "lie"
    yield f"{count} of the {instance.printed} printed numbers {lie} hidden" + (
        ", untested by the sums:" if count else ""
    )
    for dial, ring, numbers in hidden:
        yield f"  dial {dial} ring {ring + 1}: {' '.join(map(str, numbers))}"


def _both_ways(steps: int, columns: int) -> str:
    if steps == 0:
        return "stays put"
    if 2 * steps == columns:
        return f"{steps} either way"
    return f"{steps} clockwise or {columns - steps} anticlockwise"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _row(label: str, entries: Iterable[object]) -> str:
    return f"{label:<8}" + "".join(f"{entry:>4}" for entry in map(str, entries))


PUZZLE = Grecian()
