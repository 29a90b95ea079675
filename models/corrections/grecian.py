"""How may a stack of dials have been copied wrongly, so that it has no answer?

Four mistakes are looked for: a wrong number; a number where there is a hole, or the reverse; a ring
written down one place off; a dial read the wrong way round. Each counts one.

A cell shows in one column at most, so a wrong cell can spoil only one: however the dials stand, there
are at least as many wrong cells as wrong columns. And a wrong column can be put right by one cell
exactly where some ring's number is not needed to be negative: the other rings show at most the
target. So the model counts wrong columns, and the wrong cells themselves are read off afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from models.corrections.misreadings import surprise
from models.corrections.mistakes import Correction, Mistake, Mistakes, Nearest
from models.csp import Assignment, IntVar, Linear, LinearExpr, Literal, Model
from models.grecian import Dials, Ring, Turns, column_sums, face

MOST = 2_000
"""Of the ways to put several wrong columns right, so many are looked at."""


class Miscopied(Mistakes[Dials, Turns]):
    """Turns as in the puzzle itself, but each ring may be off by a place, each dial reversed, each column wrong."""

    def __init__(self, instance: Dials) -> None:
        self.model = model = Model(f"{instance.name}, copied wrongly")
        self._instance = instance
        self._turns = _turns(model, instance)
        self._shifts: dict[tuple[int, int], IntVar] = {}
        self._reversed: list[IntVar] = []
        self._positions: dict[tuple[int, int], IntVar] = {}
        for dial in range(len(instance.dials)):
            self._declare_dial(dial)
        seen = [[self._seen(ring, column) for column in range(instance.columns)] for ring in range(instance.rings)]
        self._wrong = _wrong_columns(model, instance, seen)
        for column, parts in enumerate(zip(*seen, strict=True)):
            self._demand_one_cell_will_do(column, parts)
        shifted = [self._is_shifted(shift) for shift in self._shifts.values()]
        model.decide([*self._turns.values(), *self._shifts.values(), *self._reversed, *self._wrong])
        model.minimize(sum([*self._wrong, *self._reversed, *shifted]))

    def nearest(self) -> Nearest:
        return MostColumns(self._instance)

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dials, Turns]]:
        turns = _steps(self._instance, self._turns, assignment)
        mistakes, put_right = [], self._instance
        for dial in self._dials():
            if assignment[self._reversed[dial]]:
                mistakes.append(Mistake(f"dial {dial} is written the wrong way round", "read anticlockwise"))
                put_right = _with_rings(put_right, {(dial, r): ring[::-1] for r, ring in _rings(put_right, dial)})
        for (dial, ring), shift in self._shifts.items():
            if assignment[shift]:
                way = "clockwise" if assignment[shift] > 0 else "anticlockwise"
                mistakes.append(
                    Mistake(f"dial {dial} ring {ring + 1} is one place off", f"its numbers moved one place {way}")
                )
                put_right = _with_rings(put_right, {(dial, ring): _moved(put_right, dial, ring, assignment[shift])})
        changes = [_changes(put_right, turns, column) for column, wrong in enumerate(self._wrong) if assignment[wrong]]
        for chosen in islice(product(*changes), MOST):
            yield Correction(
                mistakes=(*mistakes, *(change.mistake for change in chosen)),
                instance=_with_cells(put_right, chosen),
                answer=turns,
                unlikely=sum(change.unlikely for change in chosen),
            )

    def _dials(self) -> range:
        return range(len(self._instance.dials))

    def _declare_dial(self, dial: int) -> None:
        """Whether it is reversed, which of its rings are off, and where that and its turn bring each ring.

        The position of a ring counts through what it may bring to a column: first the places it can be
        turned to, then the same of the reversed ring.
        """
        model, columns = self.model, self._instance.columns
        is_reversed = model.new_bool_var(f"dial {dial} is reversed")
        self._reversed.append(is_reversed)
        rings = [ring for ring, _ in _rings(self._instance, dial)]
        if not rings:
            model.add(is_reversed == 0)
        turn = self._turns.get(dial)
        for ring in rings:
            place = f"dial {dial} ring {ring + 1}"
            position = model.new_int_var(0, 2 * columns - 1, f"{place} position")
            # A dial of one ring cannot be told from one that is turned a step further.
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
            model.add_allowed_assignments(scope, rows, because=f"where {place} comes to stand")
            self._positions[dial, ring] = position

    def _seen(self, ring: int, column: int) -> IntVar | int:
        """What shows at one place from above."""
        instance = self._instance
        seen: IntVar | int = 0
        for dial in range(instance.lowest_visible(ring), len(instance.dials)):
            position = self._positions.get((dial, ring))
            if position is None:
                continue
            back = _with_rings(instance, {(dial, ring): instance.dials[dial][ring][::-1]})
            coming = instance.coming_to(dial, ring, column) + back.coming_to(dial, ring, column)
            name = f"ring {ring + 1} column {column + 1} up to dial {dial}"
            seen = _lay(self.model, position, coming, seen, name)
        return seen

    def _demand_one_cell_will_do(self, column: int, parts: Sequence[IntVar | int]) -> None:
        """In a wrong column, some ring's number can be changed to bring it to its target."""
        target, total = self._instance.targets[column], _sum(parts)
        suited: list[Literal] = []
        for ring, part in enumerate(parts):
            if any(number is not None for dial in self._instance.dials for number in dial[ring]):
                suits = self.model.new_bool_var(f"column {column + 1} can be put right in ring {ring + 1}")
                self.model.add(_at_most(total - part, target)).only_enforce_if(suits)
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
        self.model = model = Model(f"{instance.name}, as many columns as can be")
        self._instance = instance
        self._turns = turns = _turns(model, instance)
        seen: list[list[IntVar | int]] = []
        for ring in range(instance.rings):
            row: list[IntVar | int] = []
            for column in range(instance.columns):
                below: IntVar | int = 0
                for dial in range(instance.lowest_visible(ring), len(instance.dials)):
                    coming = instance.coming_to(dial, ring, column)
                    if dial not in turns:
                        below = below if coming[0] is None else coming[0]
                    elif any(number is not None for number in coming):
                        name = f"ring {ring + 1} column {column + 1} up to dial {dial}"
                        below = _lay(model, turns[dial], coming, below, name)
                row.append(below)
            seen.append(row)
        wrong = _wrong_columns(model, instance, seen)
        model.decide(turns.values())
        model.minimize(sum(wrong))

    def sentence(self, assignment: Assignment) -> str:
        instance = self._instance
        turns = _steps(instance, self._turns, assignment)
        off = [
            f"column {column + 1} sums to {total}, not {target}"
            for column, (total, target) in enumerate(zip(column_sums(instance, turns), instance.targets, strict=True))
            if total != target
        ]
        right = instance.columns - len(off)
        said = "; ".join(off[:3]) + (" …" if len(off) > 3 else "")
        return f"{right} of {instance.columns} columns right at best, with turns {' '.join(map(str, turns))}: {said}"


@dataclass(frozen=True)
class _Change:
    """What one cell should have been; None is a hole."""

    dial: int
    ring: int
    home: int
    meant: int | None
    mistake: Mistake
    unlikely: int


def _changes(instance: Dials, turns: Turns, column: int) -> list[_Change]:
    """Each cell that brings ``column`` to its target if it is changed, and how; the likeliest first."""
    shown = face(instance, turns)
    total = sum(seen[0] for ring in shown if (seen := ring[column]))
    changes: list[_Change] = []
    if total == instance.targets[column]:
        return changes
    for ring in range(instance.rings):
        there = shown[ring][column]
        needed = instance.targets[column] - total + (there[0] if there else 0)
        if needed < 0:
            continue
        changes += _changes_at(instance, turns, ring, column, there, needed)
    return sorted(changes, key=lambda change: change.unlikely)


def _changes_at(
    instance: Dials, turns: Turns, ring: int, column: int, there: tuple[int, int] | None, needed: int
) -> Iterator[_Change]:
    """How one cell can bring ``needed`` to a place where now ``there`` shows: a number and its dial, or the table."""
    top = there[1] if there else -1
    known = {number for dial in instance.dials for line in dial for number in line if number is not None}
    strange = 2 if needed not in known else 0  # no other place has such a number
    for dial in range(max(top, 0), len(instance.dials)):
        home = (column - turns[dial]) % instance.columns
        where = f"dial {dial} ring {ring + 1} place {home + 1}"
        printed = instance.dials[dial][ring][home]
        if printed is not None:
            mistake = Mistake(f"{where} reads {printed}", str(needed))
            yield _Change(dial, ring, home, needed, mistake, surprise(printed, needed) + strange)
            below = _showing(instance, turns, ring, column, dial)
            if below == needed:
                yield _Change(dial, ring, home, None, Mistake(f"{where} reads {printed}", "a hole"), 0)
        elif any(number is not None for number in instance.dials[dial][ring]):
            mistake = Mistake(f"{where} is a hole", str(needed))
            yield _Change(dial, ring, home, needed, mistake, 1 + strange)


def _showing(instance: Dials, turns: Turns, ring: int, column: int, above: int) -> int:
    """What shows at a place when the dials from ``above`` on are taken away."""
    for dial in reversed(range(above)):
        number = instance.dials[dial][ring][(column - turns[dial]) % instance.columns]
        if number is not None:
            return number
    return 0


def _turns(model: Model, instance: Dials) -> dict[int, IntVar]:
    """A turn for every dial but the bottom one."""
    return {
        dial: model.new_int_var(0, instance.columns - 1, f"turn of dial {dial}")
        for dial in range(1, len(instance.dials))
    }


def _steps(instance: Dials, turns: dict[int, IntVar], assignment: Assignment) -> Turns:
    return tuple(assignment[turns[dial]] if dial in turns else 0 for dial in range(len(instance.dials)))


def _lay(model: Model, index: IntVar, coming: Ring, below: IntVar | int, name: str) -> IntVar:
    """What is seen where ``index`` picks one of ``coming``, and ``below`` through a hole."""
    possible = {number for number in coming if number is not None}
    if None in coming:
        possible.update(below.domain if isinstance(below, IntVar) else (below,))
    seen = model.new_int_var_from_values(possible, name)
    choice = [below if number is None else number for number in coming]
    model.add_element(index, choice, seen, because=f"{name} shows a number, or through a hole what lies below")
    return seen


def _wrong_columns(model: Model, instance: Dials, seen: list[list[IntVar | int]]) -> list[IntVar]:
    """A Boolean for each column: it need not reach its sum."""
    wrong = []
    for column, parts in enumerate(zip(*seen, strict=True)):
        target = instance.targets[column]
        wrong.append(model.new_bool_var(f"column {column + 1} is wrong"))
        total = _sum(parts)
        terms = tuple((coefficient, var) for var, coefficient in total.terms.items())
        because = f"column {column + 1} sums to {target}, or is wrong"
        model.add(Linear(terms, "==", target - total.constant, because=because)).only_enforce_if(~wrong[-1])
    return wrong


def _sum(parts: Iterable[IntVar | int]) -> LinearExpr:
    total = LinearExpr({}, 0)
    for part in parts:
        total += part
    return total


def _at_most(total: LinearExpr, bound: int) -> Linear:
    terms = tuple((coefficient, var) for var, coefficient in total.terms.items() if coefficient)
    return Linear(terms, "<=", bound - total.constant)


def _rings(instance: Dials, dial: int) -> list[tuple[int, Ring]]:
    """The rings of a dial that have numbers on them."""
    return [
        (place, ring) for place, ring in enumerate(instance.dials[dial]) if any(number is not None for number in ring)
    ]


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


def _with_cells(instance: Dials, changes: Iterable[_Change]) -> Dials:
    dials = [[list(ring) for ring in dial] for dial in instance.dials]
    for change in changes:
        dials[change.dial][change.ring][change.home] = change.meant
    return replace(instance, dials=tuple(tuple(tuple(ring) for ring in dial) for dial in dials))
