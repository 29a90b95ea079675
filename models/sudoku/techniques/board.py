"""A Sudoku at one moment as its solver sees it: candidates, units, and which cells see each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from models.deductions import Moment, Proposal
from models.language.model import IntVar, Key, Literal
from models.sudoku.instance import Unit


class Board:
    """The candidates at one moment.

    Args:
        cells: the variable of each cell.
        units: all rows, columns and boxes.
        moment: what is known.

    Attributes:
        candidates: for each cell that is not settled, the digits that it may still hold.
        digits: all digits.
    """

    def __init__(self, cells: Sequence[IntVar], units: Sequence[Unit], moment: Moment) -> None:
        self.units = units
        self.digits = tuple(cells[0].domain)
        self.candidates = {
            cell: moment.left[var] for cell, var in enumerate(cells) if var not in moment.known and var in moment.left
        }
        self._cells = cells
        self._known = moment.known

    def excluded(self, name: str, cell: int, digit: int, rules: Iterable[Key], facts: tuple[Literal, ...]) -> Proposal:
        """That ``cell`` does not hold ``digit``, by the technique called ``name``."""
        return Proposal(name, self._cells[cell] != digit, tuple(dict.fromkeys(rules)), facts)

    def places(self, unit: Unit, digit: int) -> list[int]:
        """The cells of ``unit`` that may still hold ``digit``; none where it is settled."""
        return [cell for cell in unit.cells if digit in self.candidates.get(cell, ())]

    def missing(self, unit: Unit) -> list[int]:
        """The digits that are not settled in ``unit``."""
        settled = {self._known.get(self._cells[cell]) for cell in unit.cells}
        return [digit for digit in self.digits if digit not in settled]

    @cached_property
    def pairs_of_candidates(self) -> dict[int, frozenset[int]]:
        """The cells with two candidates."""
        return {cell: left for cell, left in self.candidates.items() if len(left) == 2}

    def sees(self, one: int, other: int) -> bool:
        """Whether two different cells share a unit."""
        return one in self._peers[other]

    def shared(self, one: int, other: int) -> Key:
        """The rule of a unit that two cells share."""
        return next(unit.rule for unit in self._units_of[one] if other in unit.cells)

    def seen_by_all(self, digit: int, cells: Iterable[int]) -> list[int]:
        """The cells that may hold ``digit`` and share a unit with each of ``cells``."""
        common = set.intersection(*(self._peers[cell] for cell in cells))
        return sorted(cell for cell in common if digit in self.candidates.get(cell, ()))

    def value(self, cell: int, digit: int) -> Literal:
        """That ``cell`` holds ``digit``."""
        return self._cells[cell] == digit

    def lack(self, digit: int, cells: Iterable[int]) -> tuple[Literal, ...]:
        """What is known that keeps ``digit`` out of each of ``cells``: their values, or that it is no candidate."""
        variables = (self._cells[cell] for cell in cells)
        return tuple(var == self._known[var] if var in self._known else var != digit for var in variables)

    def hold_nothing_else(self, cells: Iterable[int]) -> tuple[Literal, ...]:
        """What is known of ``cells``: every digit that is no candidate of theirs."""
        return tuple(
            self._cells[cell] != digit for cell in cells for digit in self.digits if digit not in self.candidates[cell]
        )

    def lines(self, kind: str) -> list[Unit]:
        """All units of one kind."""
        return [unit for unit in self.units if unit.kind == kind]

    def strong_links(self, digit: int) -> Iterator[tuple[Unit, int, int]]:
        """The units in which ``digit`` has two places left, and these places: one of the two holds it."""
        for unit in self.units:
            places = self.places(unit, digit)
            if len(places) == 2:
                yield unit, places[0], places[1]

    @cached_property
    def _units_of(self) -> list[list[Unit]]:
        return [[unit for unit in self.units if cell in unit.cells] for cell in range(len(self._cells))]

    @cached_property
    def _peers(self) -> list[set[int]]:
        return [
            {other for unit in units for other in unit.cells if other != cell}
            for cell, units in enumerate(self._units_of)
        ]
