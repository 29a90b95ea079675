"""What a column of dials can come to, worked out by hand: row by row what shows, what is missing, what may come.

Of some dials the turn is known, of the others some turns are left. A column is gone through turn by turn of as few
of the open dials as will do. A row ends as soon as what shows is too much, or what is missing is none of the
numbers that the places still open may show, nor the sum of one for each of two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from models.deductions import Derivation
from models.grecian.instance import Dials
from models.language.model import IntVar, Key, Literal

MAX_PAIRS_COMPARED = 40  # pairs of numbers of two places; where there are more, another dial is turned
Left = Mapping[int, Sequence[int]]  # the turns that are left for each dial, the bottom one among them
Place = tuple[int, ...]  # rings of the column of which the numbers hang together; mostly a single ring


@dataclass(frozen=True)
class DerivationRow:
    """A column with some dials turned; turns of a dial that show alike share a row."""

    turns: tuple[tuple[int, tuple[int, ...]], ...]  # for each dial gone through
    shows: tuple[int | None, ...]  # for certain, ring by ring from the outermost in; None where that is open
    missing: int  # what is left to add; negative where there is too much
    open: tuple[tuple[Place, tuple[int, ...]], ...] = ()  # the other places, each with the sums that it may come to

    @property
    def fails(self) -> bool:
        sums = [values for _, values in self.open]
        if not sum(map(min, sums)) <= self.missing <= sum(map(max, sums)):
            return True
        if len(sums) > 2 or (len(sums) == 2 and len(sums[0]) * len(sums[1]) > MAX_PAIRS_COMPARED):
            return False
        return all(sum(chosen) != self.missing for chosen in product(*sums))


def derivations(
    instance: Dials,
    turns: Mapping[int, IntVar],
    rule: Key,
    known: Iterable[Literal],
    new: Iterable[Literal],
    besides: Iterable[Literal] = (),
) -> tuple[Derivation, ...]:
    """A table for each dial of which ``new`` facts take turns away by a column's sum, or one for all of them."""
    if rule[0] != "column":
        return ()
    column, known, new = int(rule[1]), tuple(known), tuple(new)
    left = {dial: _left(turns.get(dial), known) for dial in range(len(instance.dials))}
    tables = []
    for dial, turn in turns.items():
        about = [fact for fact in new if fact.var is turn]
        if about:
            case = {**left, dial: [value for value in left[dial] if value not in _left(turn, about)]}
            found = (*known, *new, *besides)
            stays = {one: _left(turns.get(one), found) for one in left}
            tables.append(_table(instance, column, case, dial, _Column(instance, column).row(stays, ())))
    return tuple(tables) or (_table(instance, column, left),)


def _left(turn: IntVar | None, facts: Iterable[Literal]) -> list[int]:
    about = [fact.values for fact in facts if fact.var is turn]
    return [value for value in turn.domain if all(value in values for values in about)] if turn is not None else [0]


def _table(
    instance: Dials, column: int, left: Left, first: int | None = None, stays: DerivationRow | None = None
) -> Derivation:
    """The cases that fail, in ``left``; ``stays`` is what shows where none of them is."""
    rows = work_out(instance, column, left, first)
    through = sorted({dial for row in rows for dial, _ in row.turns})
    varying = [dial for dial in through if len({dict(row.turns).get(dial) for row in rows}) > 1]
    alike = [dial for dial in left if dial and (len(left[dial]) == 1 or dial in through) and dial not in varying]
    fixed = [f"dial {dial} turned {' or '.join(map(str, left[dial]))}" for dial in alike]
    about = f"what shows in column {column + 1}" + (f" with {', '.join(fixed)}" if fixed else "")
    heading = (*(f"dial {dial} turned" for dial in varying), "shows", "sum", "to add", "still open")
    cells = tuple(
        (*(", ".join(map(str, dict(row.turns).get(dial, ["any"]))) for dial in varying), *_cells(row)) for row in rows
    )
    return Derivation(f"{about}; it must be {instance.targets[column]}", heading, cells, _short(rows, stays))


def _short(rows: Sequence[DerivationRow], stays: DerivationRow | None) -> str:
    """The sum that is left; or why a column that shows in one way alone has no such sum."""
    if stays and None not in stays.shows:
        return f"{' + '.join(map(str, stays.shows))} = {sum(filter(None, stays.shows))}"
    if stays or len(rows) > 1:
        return ""
    (row,) = rows
    shown = [number for number in row.shows if number is not None]
    total = f"{' + '.join(map(str, shown))} = {sum(shown)}" if len(shown) > 1 else ", ".join(map(str, shown))
    return ", and ".join(filter(None, [total, _open(row) if row.open else ""]))


def _cells(row: DerivationRow) -> tuple[str, str, str, str]:
    """What shows ring by ring, what that comes to, what would be left to add, and what the open rings may show."""
    shows = " ".join("?" if number is None else str(number) for number in row.shows)
    total = str(sum(filter(None, row.shows)))
    if row.missing < 0:
        return shows, total, f"{-row.missing} too much", "–"
    return shows, total, str(row.missing), _open(row)


def _open(row: DerivationRow) -> str:
    """What the open rings may show; where that is too little or too much anyway, the least or most they come to."""
    least, most = ([bound(values) for _, values in row.open] for bound in (min, max))
    for bounds, what, fits in (
        (least, "at least", sum(least) <= row.missing),
        (most, "at most", sum(most) >= row.missing),
    ):
        if row.open and not fits:
            total = " + ".join(map(str, bounds)) + (f" = {sum(bounds)}" if len(bounds) > 1 else "")
            return f"{_rings([ring for place, _ in row.open for ring in place], ', ')} {what} {total}"
    return "; ".join(f"{_rings(place, ' + ')}: {', '.join(map(str, values))}" for place, values in row.open) or "–"


def _rings(rings: Sequence[int], joined: str) -> str:
    return f"ring{'s' * (len(rings) > 1)} {joined.join(str(ring + 1) for ring in rings)}"


def work_out(instance: Dials, column: int, left: Left, first: int | None = None) -> tuple[DerivationRow, ...]:
    """The rows that show that ``column`` cannot come to its target; the turns of ``first`` are gone through before all.

    A ValueError where it can come to its target.
    """
    return tuple(_Column(instance, column).rows(left, (), first))


class _Column:
    """One column of a stack of dials: what each dial brings to it."""

    def __init__(self, instance: Dials, column: int) -> None:
        self._target = instance.targets[column]
        dials, rings = range(len(instance.dials)), range(instance.rings)
        self._coming = [[instance.coming_to(dial, ring, column) for ring in rings] for dial in dials]

    def rows(self, left: Left, gone_through: Sequence[int], first: int | None = None) -> Iterator[DerivationRow]:
        row = self.row(left, gone_through)
        if row.fails and first is None:
            yield row
            return
        parted = {dial: self._parted(left, dial) for dial in ([first] if first is not None else left)}
        telling = [dial for dial, parts in parted.items() if len(parts) > 1 or dial == first]
        if not telling:
            raise ValueError("the column comes to its target")
        # The dial is gone through that settles most at once.
        dial = min(telling, key=lambda dial: self._still_open(parted[dial], (*gone_through, dial)))
        for part in parted[dial]:
            yield from self.rows(part, (*gone_through, dial))

    def row(self, left: Left, gone_through: Sequence[int]) -> DerivationRow:
        shows: list[int | None] = []
        places: list[tuple[set[int], list[int]]] = []  # dials that matter, and the rings where they do
        for ring in range(len(self._coming[0])):
            dials, values = self._seen(ring, left)
            shows += values if len(values) == 1 else [None]
            if len(values) > 1:
                places.append((dials, [ring]))
        missing = self._target - sum(filter(None, shows))
        apart = tuple(((rings[0],), tuple(sorted(self._seen(rings[0], left)[1]))) for _, rings in places)
        row = DerivationRow(tuple((dial, tuple(left[dial])) for dial in gone_through), tuple(shows), missing, apart)
        return row if row.fails else replace(row, open=tuple(self._together(places, left)))

    def _seen(self, ring: int, left: Left) -> tuple[set[int], set[int]]:
        """The dials of which the turn matters for what shows in ``ring``, and what may show."""
        dials: set[int] = set()
        values: set[int] = set()
        for dial in reversed(range(len(self._coming))):
            brought = {self._coming[dial][ring][turn] for turn in left[dial]}
            values |= {number for number in brought if number is not None}
            if len(brought) > 1:
                dials.add(dial)
            if None not in brought:
                return dials, values
        return dials, values | {0}  # the table

    def _together(
        self, places: list[tuple[set[int], list[int]]], left: Left
    ) -> Iterator[tuple[Place, tuple[int, ...]]]:
        """The places with those in one that hang together by a dial, as far as the turns of one dial decide them."""
        joined: list[tuple[set[int], list[int]]] = []
        for dials, rings in places:
            apart = [group for group in joined if not group[0] & dials]
            meeting = [group for group in joined if group[0] & dials]
            merged = (dials.union(*(group[0] for group in meeting)), [ring for group in meeting for ring in group[1]])
            joined = [*apart, (merged[0], merged[1] + rings)]
        for dials, rings in sorted(joined, key=lambda group: group[1]):
            if len(dials) == 1 and len(rings) > 1:
                (dial,) = dials
                turned: list[Left] = [{**left, dial: (turn,)} for turn in left[dial]]
                sums = {sum(value for ring in rings for value in self._seen(ring, alone)[1]) for alone in turned}
                yield tuple(rings), tuple(sorted(sums))
            else:
                yield from (((ring,), tuple(sorted(self._seen(ring, left)[1]))) for ring in rings)

    def _parted(self, left: Left, dial: int) -> list[Left]:
        """``left`` for each of the turns of ``dial``, those together that bring the same to the column."""
        above = range(dial + 1, len(self._coming))
        # Nothing matters in a ring below a dial that shows a number there however it is turned.
        seen = [
            ring
            for ring in range(len(self._coming[0]))
            if all(any(self._coming[dial][ring][turn] is None for turn in left[dial]) for dial in above)
        ]
        alike: dict[tuple[int | None, ...], list[int]] = {}
        for turn in left[dial]:
            alike.setdefault(tuple(self._coming[dial][ring][turn] for ring in seen), []).append(turn)
        return [{**left, dial: tuple(turns)} for turns in alike.values()]

    def _still_open(self, parts: Sequence[Left], gone_through: Sequence[int]) -> tuple[int, int]:
        """How many of the ``parts`` are not settled, and how many there are: the fewer the better."""
        return sum(not self.row(part, gone_through).fails for part in parts), len(parts)
