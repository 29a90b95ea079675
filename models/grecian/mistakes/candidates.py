"""Candidate cells of a stack of dials: those that could be why a column does not reach its target.

They are ranked by what people get wrong, such as a digit that looks like another, a neighbour's number or a hole
overlooked; and by what the rest of the dials suggests, where numbers come again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from models.grecian.instance import Dials, Turns, face, misfits
from models.kit.misreadings import surprise
from models.mistakes import Mistake

MAX_COMBINATIONS = 2_000  # ways to put several wrong columns right, the likeliest first
NEVER_SEEN_PENALTY, SEEN_ELSEWHERE_PENALTY = 4, 1  # for a number that no dial has, or no dial in this ring
SLIP_PENALTIES = (0, 2, 4, 4)  # by how surprising one number is for the other


@dataclass(frozen=True)
class CellChange:
    """What one cell should have been; where it changed places with its neighbour, the neighbour too."""

    dial: int
    ring: int
    home: int  # its place in the ring as the dial is printed
    printed: int | None  # what is there; None is a hole
    meant: int | None  # what should be there
    unlikely: int
    swapped_with: int | None = None  # the place of the neighbour, which does not show and should have held ``printed``

    @property
    def mistake(self) -> Mistake:
        where = f"dial {self.dial} ring {self.ring + 1}"
        if self.swapped_with is None:
            read = "is a hole" if self.printed is None else f"reads {self.printed}"
            key = ("cell", self.dial, self.ring, self.home)
            return Mistake(f"{where} place {self.home + 1} {read}", _cell(self.meant), key, self.meant)
        (first, one), (last, other) = sorted([(self.home, self.printed), (self.swapped_with, self.meant)])
        where = f"{where} places {first + 1} and {last + 1} read {_cell(one)} and {_cell(other)}"
        return Mistake(where, f"{_cell(other)} and {_cell(one)}", ("swapped", self.dial, self.ring, first))


def changes_for(instance: Dials, turns: Turns, column: int) -> list[CellChange]:
    """Each cell that brings ``column`` to its target if it is changed, and how; the likeliest first."""
    shown = [ring[column] or (0, 0) for ring in face(instance, turns)]
    off = instance.targets[column] - sum(number for number, _ in shown)
    impossible = frozenset(misfits(instance))
    changes: list[CellChange] = []
    for ring, (number, top) in enumerate(shown):
        if off and number + off >= 0:
            changes += _changes_at(instance, turns, ring, column, top, number + off, impossible)
    return sorted(changes, key=lambda change: change.unlikely)


def likeliest(columns: Sequence[Sequence[CellChange]]) -> tuple[list[tuple[CellChange, ...]], bool]:
    together: list[tuple[CellChange, ...]] = [()]
    left_out = False
    for changes in columns:
        together = sorted(((*chosen, change) for chosen in together for change in changes), key=unlikely_together)
        left_out = left_out or len(together) > MAX_COMBINATIONS
        del together[MAX_COMBINATIONS:]
    return together, left_out


def unlikely_together(changes: Sequence[CellChange]) -> int:
    """How unlikely several changes are; two neighbours that changed places are one slip."""
    if len(changes) == 2:
        one, other = changes
        neighbours = (one.dial, one.ring) == (other.dial, other.ring) and abs(one.home - other.home) == 1
        if neighbours and (one.meant, other.meant) == (other.printed, one.printed):
            return 0
    return sum(change.unlikely for change in changes)


def with_cells(instance: Dials, changes: Sequence[CellChange]) -> Dials | None:
    """``instance`` with the changes made; None where a cell would change twice, as between two that it swaps with."""
    cells = [(change.dial, change.ring, change.home, change.meant) for change in changes]
    cells += [(c.dial, c.ring, c.swapped_with, c.printed) for c in changes if c.swapped_with is not None]
    if len({cell[:3] for cell in cells}) < len(cells):
        return None
    dials = [[list(ring) for ring in dial] for dial in instance.dials]
    for dial, ring, home, number in cells:
        dials[dial][ring][home] = number
    return replace(instance, dials=tuple(tuple(tuple(ring) for ring in dial) for dial in dials))


def _changes_at(
    instance: Dials,
    turns: Turns,
    ring: int,
    column: int,
    top: int,
    needed: int,
    impossible: Collection[tuple[int, int, int]],
) -> Iterator[CellChange]:
    """How a cell can bring ``needed`` to a place where dial ``top`` shows; ``impossible`` numbers are wrong anyway."""
    strange = _strangeness(instance, ring, needed)
    for dial in range(top, len(instance.dials)):
        home = (column - turns[dial]) % instance.columns
        numbers = instance.dials[dial][ring]
        printed = numbers[home]
        if printed is not None and (dial, ring, home) in impossible:
            yield CellChange(dial, ring, home, printed, needed, strange)
        elif printed is not None:
            slip = 1 if needed in numbers[max(home - 1, 0) : home + 2] else SLIP_PENALTIES[surprise(printed, needed)]
            yield CellChange(dial, ring, home, printed, needed, slip + strange)
            if _showing(instance, turns, ring, column, dial)[0] == needed:
                # That just the right number lies below is hardly chance.
                yield CellChange(dial, ring, home, printed, None, 0)
        elif any(number is not None for number in numbers):
            yield CellChange(dial, ring, home, None, needed, 2 + strange)
        yield from _swaps(instance, turns, dial, ring, home, needed)


def _swaps(instance: Dials, turns: Turns, dial: int, ring: int, home: int, needed: int) -> Iterator[CellChange]:
    numbers = instance.dials[dial][ring]
    for other in (home - 1, home + 1):  # in a line of numbers: the last and the first are no neighbours there
        if 0 <= other < len(numbers) and numbers[other] == needed != numbers[home]:
            column = (other + turns[dial]) % instance.columns
            if _showing(instance, turns, ring, column, len(instance.dials))[1] > dial:
                yield CellChange(dial, ring, home, numbers[home], needed, 0, other)


def _cell(number: int | None) -> str:
    return "a hole" if number is None else str(number)


def _strangeness(instance: Dials, ring: int, needed: int) -> int:
    """How little the other numbers suggest that there is such a number."""
    if any(needed in dial[ring] for dial in instance.dials):
        return 0
    if any(needed in numbers for dial in instance.dials for numbers in dial):
        return SEEN_ELSEWHERE_PENALTY
    return NEVER_SEEN_PENALTY


def _showing(instance: Dials, turns: Turns, ring: int, column: int, above: int) -> tuple[int, int]:
    """What shows at a place when the dials from ``above`` on are taken away, and on which dial; the table is -1."""
    for dial in reversed(range(above)):
        number = instance.dials[dial][ring][(column - turns[dial]) % instance.columns]
        if number is not None:
            return number, dial
    return 0, -1
