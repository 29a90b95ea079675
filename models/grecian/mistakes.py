"""How may a stack of dials have been copied wrongly, so that it has no answer?

Four mistakes are looked for: a wrong number; a number where there is a hole, or the reverse; a ring
written down one place off; a dial read the wrong way round. Each counts one, and so do two neighbours
that changed places where only one of them shows.

A cell shows in one column at most, so a wrong cell can spoil only one: however the dials stand, there
are at least as many wrong cells as wrong columns. And a wrong column can be put right by one cell
exactly where some ring's number is not needed to be negative: the other rings show at most the
target. So the model counts wrong columns, and the wrong cells themselves are read off afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.grecian.model import Dials, ElementFormulation, Ring, StackedDials, Turns, column_sums, sum_of
from models.grecian.suspects import are_apart, changes_for, likeliest, unlikely_together, with_cells
from models.language.model import Assignment, IntVar, Literal
from models.mistakes import Correction, Mistake, Mistakes, Nearest


class Miscopied(Mistakes[Dials, Turns]):
    """Turns as in the puzzle itself, but each ring may be off by a place, each dial reversed, each column wrong."""

    def __init__(self, instance: Dials) -> None:
        self._instance = instance
        self._stated = stated = SlippedDials(instance)
        self.model = model = stated.model
        self._wrong = _excused_columns(stated)
        for column, parts in enumerate(stated.stacks):
            self._demand_one_cell_will_do(column, parts)
        shifted = [self._is_shifted(shift) for shift in stated.shifts.values()]
        model.project_on([*stated.turns.values(), *stated.shifts.values(), *stated.reversed, *self._wrong])
        model.minimize(sum([*self._wrong, *stated.reversed, *shifted]))

    def nearest(self) -> Nearest:
        return MostColumns(self._instance)

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dials, Turns]]:
        stated, put_right = self._stated, self._instance
        turns = stated.decode(put_right, assignment)
        mistakes = []
        for dial, is_reversed in enumerate(stated.reversed):
            if assignment[is_reversed]:
                mistakes.append(Mistake(f"dial {dial} is written the wrong way round", "read anticlockwise"))
                backwards = {(dial, ring): put_right.dials[dial][ring][::-1] for ring in _printed(put_right, dial)}
                put_right = _with_rings(put_right, backwards)
        for (dial, ring), shift in stated.shifts.items():
            if assignment[shift]:
                way = "clockwise" if assignment[shift] > 0 else "anticlockwise"
                mistakes.append(
                    Mistake(f"dial {dial} ring {ring + 1} is one place off", f"its numbers moved one place {way}")
                )
                put_right = _with_rings(put_right, {(dial, ring): _moved(put_right, dial, ring, assignment[shift])})
        columns = [column for column, wrong in enumerate(self._wrong) if assignment[wrong]]
        together, left_out = likeliest([changes_for(put_right, turns, column) for column in columns])
        for chosen in together:
            corrected = with_cells(put_right, chosen)
            # One change may uncover what another takes for hidden.
            if not are_apart(chosen) or tuple(column_sums(corrected, turns)) != corrected.targets:
                continue
            yield Correction(
                mistakes=(*mistakes, *(change.mistake for change in chosen)),
                instance=corrected,
                answer=turns,
                unlikely=unlikely_together(chosen),
                others_left_out=left_out,
            )

    def _demand_one_cell_will_do(self, column: int, parts: Sequence[IntVar | int]) -> None:
        """In a wrong column, some ring's number can be changed to bring it to its target."""
        target, total = self._instance.targets[column], sum_of(parts)
        suited: list[Literal] = []
        for ring, part in enumerate(parts):
            if any(ring in _printed(self._instance, dial) for dial in range(len(self._instance.dials))):
                suits = self.model.new_bool_var(f"column {column + 1} can be put right in ring {ring + 1}")
                self.model.add(total - part <= target).only_enforce_if(suits)
                suited.append(suits == 1)
        because = f"column {column + 1} is right, or can be put right by one number"
        self.model.add_bool_or([~self._wrong[column], *suited], because=because)

    def _is_shifted(self, shift: IntVar) -> IntVar:
        is_shifted = self.model.new_bool_var(f"{shift.name} is not 0")
        self.model.add_bool_or([shift == 0, is_shifted], because="a shift counts as a mistake")
        return is_shifted


class MostColumns(Nearest):
    """The turns that leave the fewest columns wrong, the dials taken as they are."""

    def __init__(self, instance: Dials) -> None:
        self._instance = instance
        self._stated = ElementFormulation(instance)
        self.model = self._stated.model
        self.model.minimize(sum(_excused_columns(self._stated)))

    def sentence(self, assignment: Assignment) -> str:
        instance = self._instance
        turns = self._stated.decode(instance, assignment)
        off = [
            f"column {column + 1} sums to {total}, not {target}"
            for column, (total, target) in enumerate(zip(column_sums(instance, turns), instance.targets, strict=True))
            if total != target
        ]
        right = instance.columns - len(off)
        said = "; ".join(off[:3]) + (" …" if len(off) > 3 else "")
        columns = f"{instance.columns} column" + ("" if instance.columns == 1 else "s")
        return f"{right} of {columns} right at best, with turns {' '.join(map(str, turns))}: {said}"


class SlippedDials(ElementFormulation):
    """Dials of which each may be reversed, and each ring may be off by a place.

    Attributes:
        shifts: for each dial and ring how far the ring is off; a dial of one ring has none, since it cannot
            be told from one that is turned a step further.
        reversed: for each dial whether it is written the wrong way round.
    """

    kind = "copied wrongly"

    def _declare_positions(self) -> None:
        """Where its turn and its slips bring each ring of each dial.

        The position of a ring counts through what it may bring to a column: first the places it can be
        turned to, then the same of the reversed ring.
        """
        model, columns = self.model, self._instance.columns
        self.shifts: dict[tuple[int, int], IntVar] = {}
        self.reversed: list[IntVar] = []
        self._positions: dict[tuple[int, int], IntVar] = {}
        for dial in range(len(self._instance.dials)):
            is_reversed = model.new_bool_var(f"dial {dial} is reversed")
            self.reversed.append(is_reversed)
            rings = _printed(self._instance, dial)
            if not rings:
                model.add(is_reversed == 0)
            turn = self.turns.get(dial)
            for ring in rings:
                place = f"dial {dial} ring {ring + 1}"
                position = model.new_int_var(0, 2 * columns - 1, f"{place} position")
                shift = model.new_int_var(-1, 1, f"{place} shift") if len(rings) > 1 else None
                if shift is not None:
                    self.shifts[dial, ring] = shift
                rows = [
                    ((steps,) if turn is not None else ())
                    + ((off,) if shift is not None else ())
                    + (way, way * columns + (steps + off) % columns)
                    for steps in (range(columns) if turn is not None else (0,))
                    for off in ((0, -1, 1) if shift is not None else (0,))
                    for way in (0, 1)
                ]
                scope = [var for var in (turn, shift, is_reversed, position) if var is not None]
                model.add_allowed_assignments(scope, rows, because=f"where {place} comes to stand")
                self._positions[dial, ring] = position

    def _position(self, dial: int, ring: int) -> IntVar | None:
        return self._positions.get((dial, ring))

    def _coming(self, dial: int, ring: int, column: int) -> Ring:
        instance = self._instance
        backwards = _with_rings(instance, {(dial, ring): instance.dials[dial][ring][::-1]})
        return instance.coming_to(dial, ring, column) + backwards.coming_to(dial, ring, column)


def _excused_columns(stated: StackedDials) -> list[IntVar]:
    """A Boolean for each column: it need not reach its sum."""
    wrong = []
    for column, reaches in enumerate(stated.sums, 1):
        wrong.append(stated.model.new_bool_var(f"column {column} is wrong"))
        reaches.only_enforce_if(~wrong[-1])
    return wrong


def _printed(instance: Dials, dial: int) -> list[int]:
    """The rings of a dial that have numbers on them."""
    return [ring for ring, numbers in enumerate(instance.dials[dial]) if any(number is not None for number in numbers)]


def _moved(instance: Dials, dial: int, ring: int, steps: int) -> Ring:
    """A ring with its numbers moved clockwise against its dial."""
    numbers = instance.dials[dial][ring]
    return tuple(numbers[(place - steps) % len(numbers)] for place in range(len(numbers)))


def _with_rings(instance: Dials, rings: dict[tuple[int, int], Ring]) -> Dials:
    dials = tuple(
        tuple(rings.get((place, ring), numbers) for ring, numbers in enumerate(dial))
        for place, dial in enumerate(instance.dials)
    )
    return replace(instance, dials=dials)
