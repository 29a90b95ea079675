"""Mistakes in copying a stack of dials: a wrong cell, a ring one place off, a dial the wrong way round.

A cell shows in one column at most, so a wrong cell can spoil only one: however the dials stand, there
are at least as many wrong cells as wrong columns. And a wrong column can be put right by one cell
exactly where some ring's number is not needed to be negative: the other rings show at most the
target. So the model counts wrong columns, and the wrong cells themselves are read off afterwards, the likelier first: a
digit that looks like another, a neighbour's number, a hole overlooked, a number that comes again elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from models.grecian.instance import (
    Dials,
    Ring,
    Turns,
    face,
    hidden_numbers,
    lying_hidden,
    misfits,
    warnings,
    wrong_columns,
)
from models.grecian.mistakes.whole import whole_instance_errors
from models.grecian.model import ElementModel, Seen, element, lay_on, total
from models.grecian.reading import line
from models.kit.misreadings import surprise
from models.kit.names import count
from models.language.model import Assignment, IntVar, Literal, Model
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes, Nearest

MAX_COMBINATIONS = 2_000  # ways to put several wrong columns right, the likeliest first
NEVER_SEEN_PENALTY, SEEN_ELSEWHERE_PENALTY = 4, 1  # for a number that no dial has, or no dial in this ring
SLIP_PENALTIES = (0, 2, 4, 4)  # by how surprising one number is for the other


class Miscopied(Mistakes[Dials, Turns]):
    """Turns as in the puzzle itself, but each ring may be off by a place, each dial reversed, each column wrong.

    A dial of one ring is never off: it cannot be told from one that is turned a step further.
    """

    def __init__(self, instance: Dials) -> None:
        self._instance = instance
        self.model = model = Model(f"{instance.name} (copied wrongly)")
        self._turns = {
            dial: model.new_int_var(0, instance.columns - 1, f"turn of dial {dial}")
            for dial in range(1, len(instance.dials))
        }
        self._shifts: dict[tuple[int, int], IntVar] = {}
        self._reversed: list[IntVar] = []
        self._positions: dict[tuple[int, int], IntVar] = {}
        for dial in range(len(instance.dials)):
            self._declare_slips(dial)
        seen = [[self._look_down(ring, column) for column in range(instance.columns)] for ring in range(instance.rings)]
        columns = list(zip(*seen, strict=True))
        for column, (target, parts) in enumerate(zip(instance.targets, columns, strict=True)):
            model.add(total(parts) == target, because=f"column {column + 1} sums to {target}", key=("column", column))
        self._wrong = _excused_columns(model)
        for column, parts in enumerate(columns):
            self._demand_one_cell_will_do(column, parts)
        shifted = []
        for place, shift in self._shifts.items():
            shifted.append(model.new_bool_var(f"{shift.name} is not 0"))
            because = "a shift counts as a mistake"
            model.add_bool_or([shift == 0, shifted[-1]], because=because, key=("shift", *place))
        model.project_on([*self._turns.values(), *self._shifts.values(), *self._reversed, *self._wrong])
        model.minimize(sum([*self._wrong, *self._reversed, *shifted]))

    def warnings(self) -> Iterator[str]:
        return iter(warnings(self._instance))

    def nearest(self) -> Nearest:
        return MostColumns(self._instance)

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dials, Turns]]:
        put_right = self._instance
        turns = (0, *(assignment[turn] for turn in self._turns.values()))
        mistakes = []
        for dial, is_reversed in enumerate(self._reversed):
            if assignment[is_reversed]:
                where = f"dial {dial} is written the wrong way round"
                mistakes.append(Mistake(where, "read anticlockwise", ("reversed", dial)))
                backwards = {(dial, ring): put_right.dials[dial][ring][::-1] for ring in put_right.printed_rings(dial)}
                put_right = _with_rings(put_right, backwards)
        for (dial, ring), shift in self._shifts.items():
            if assignment[shift]:
                way = "clockwise" if assignment[shift] > 0 else "anticlockwise"
                where, key = f"dial {dial} ring {ring + 1} is one place off", ("shift", dial, ring)
                mistakes.append(Mistake(where, f"its numbers moved one place {way}", key, assignment[shift]))
                numbers, steps = put_right.dials[dial][ring], -assignment[shift]
                put_right = _with_rings(put_right, {(dial, ring): numbers[steps:] + numbers[:steps]})
        columns = [column for column, wrong in enumerate(self._wrong) if assignment[wrong]]
        together, left_out = likeliest([changes_for(put_right, turns, column) for column in columns])
        for chosen in together:
            corrected = with_cells(put_right, chosen)
            # One change may uncover what another takes for hidden.
            if corrected is None or wrong_columns(corrected, turns):
                continue
            yield Correction(
                mistakes=(*mistakes, *(change.mistake for change in chosen)),
                instance=corrected,
                answer=turns,
                unlikely=unlikely_together(chosen),
                others_left_out=left_out,
            )

    def _declare_slips(self, dial: int) -> None:
        """Whether a dial is reversed, how far each of its rings is off, and the position that this brings a ring to.

        The positions of a ring are the places it can be turned to, then those of the reversed ring.
        """
        model, columns = self.model, self._instance.columns
        is_reversed = model.new_bool_var(f"dial {dial} is reversed")
        self._reversed.append(is_reversed)
        rings = self._instance.printed_rings(dial)
        if not rings:
            model.add(is_reversed == 0, key=("reversed", dial))
        turn = self._turns.get(dial)
        for ring in rings:
            place = f"dial {dial} ring {ring + 1}"
            position = model.new_int_var(0, 2 * columns - 1, f"{place} position")
            shift = model.new_int_var(-1, 1, f"{place} shift") if len(rings) > 1 else None
            if shift is not None:
                self._shifts[dial, ring] = shift
            rows = [
                ((steps,) if turn is not None else ())
                + ((off,) if shift is not None else ())
                + (way, way * columns + (steps + off) % columns)
                for steps in (range(columns) if turn is not None else (0,))
                for off in ((0, -1, 1) if shift is not None else (0,))
                for way in (0, 1)
            ]
            scope = [var for var in (turn, shift, is_reversed, position) if var is not None]
            because, key = f"where {place} comes to stand", ("position", dial, ring)
            model.add_allowed_assignments(scope, rows, because=because, key=key)
            self._positions[dial, ring] = position

    def _look_down(self, ring: int, column: int) -> Seen:
        """What is seen at a place: each dial brings what its position picks, of its numbers or those of it reversed."""
        instance = self._instance
        seen: Seen = 0  # the table
        backwards = _with_rings(instance, {(d, ring): dial[ring][::-1] for d, dial in enumerate(instance.dials)})
        for dial in range(instance.lowest_visible(ring), len(instance.dials)):
            coming = instance.coming_to(dial, ring, column) + backwards.coming_to(dial, ring, column)
            key, position = ("shows", ring, column, dial), self._positions.get((dial, ring))
            seen = lay_on(self.model, key, position, coming, seen, element)
        return seen

    def _demand_one_cell_will_do(self, column: int, parts: Sequence[Seen]) -> None:
        """In a wrong column, some ring's number can be changed to bring it to its target."""
        target, together = self._instance.targets[column], total(parts)
        suited: list[Literal] = []
        for ring, part in enumerate(parts):
            if any(ring in self._instance.printed_rings(dial) for dial in range(len(self._instance.dials))):
                suits = self.model.new_bool_var(f"column {column + 1} can be put right in ring {ring + 1}")
                fits = self.model.add(together - part <= target, key=("put right", column, ring))
                fits.only_enforce_if(suits)
                suited.append(suits == 1)
        because = f"column {column + 1} is right, or can be put right by one number"
        self.model.add_bool_or([~self._wrong[column], *suited], because=because, key=("put right", column))


class MostColumns(Nearest):
    """The turns that leave the fewest columns wrong, the dials taken as they are."""

    def __init__(self, instance: Dials) -> None:
        self._instance = instance
        self._stated = ElementModel(instance)
        self.model = self._stated.model
        self.model.minimize(sum(_excused_columns(self.model)))

    def sentence(self, assignment: Assignment) -> str:
        instance = self._instance
        turns = self._stated.decode(instance, assignment)
        wrong = wrong_columns(instance, turns)
        off = [f"column {column + 1} sums to {total}, not {target}" for column, total, target in wrong[:3]]
        right = f"{instance.columns - len(wrong)} of {count(instance.columns, 'column')} right at best"
        sums = "; ".join(off) + (" …" if len(wrong) > 3 else "")
        reason = left_out(instance)
        perhaps = f"; perhaps a dial is left out, as {reason}" if reason else ""
        return f"{right}, with turns {' '.join(map(str, turns))}: {sums}{perhaps}"


def left_out(instance: Dials) -> str:
    """Why a dial may be left out, as the end of a sentence: mostly each has one ring fewer than the one below."""
    reach = [instance.rings - instance.reach(dial) for dial in range(len(instance.dials))]
    for dial, (below, above) in enumerate(pairwise(reach)):
        if below - above > 1:
            return f"dial {dial} reaches {count(below, 'ring')} and dial {dial + 1} above it only {above}"
    return f"the top dial reaches {reach[-1]} rings, not 1" if reach[0] > reach[-1] > 1 else ""


def _untested(instance: Dials, turns: Turns) -> str | None:
    hidden = hidden_numbers(instance, turns)
    return f"{lying_hidden(instance, turns)}: a mistake there would not show" if hidden else None


def _excused_columns(model: Model) -> list[IntVar]:
    """A Boolean for each column: it need not reach its sum."""
    wrong: list[IntVar] = []
    for posted in [posted for posted in model.posted() if posted.constraint.key[:1] == ("column",)]:
        wrong.append(model.new_bool_var(f"column {len(wrong) + 1} is wrong"))
        posted.only_enforce_if(~wrong[-1])
    return wrong


def _with_rings(instance: Dials, rings: dict[tuple[int, int], Ring]) -> Dials:
    dials = tuple(
        tuple(rings.get((place, ring), numbers) for ring, numbers in enumerate(dial))
        for place, dial in enumerate(instance.dials)
    )
    return replace(instance, dials=dials)


# Candidate cells: those that could be why a column does not reach its target, ranked by what people get wrong


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


ERROR_MODEL = ErrorModel(Miscopied, _untested, whole_instance_errors, line)
