"""Few places for a digit, or few digits for a cell: what goes by rules about two cells, whichever of them it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from models.deductions import Proposal, TechniquePattern
from models.language.model import Constraint, IntVar, Key, Model
from models.sudoku.board import SYMBOLS, BoardLayout, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, written

MOST = 4
"""Where there are more places or digits, people do not look."""


class Whichever:
    """The rules of a model about two cells, such as a knight's move, beside its houses.

    Args:
        model: the model.
        cells: the variable of each cell.
        layout: the rows, columns and boxes.
    """

    def __init__(self, model: Model, cells: Sequence[IntVar], layout: BoardLayout) -> None:
        number = {var: cell for cell, var in enumerate(cells)}
        houses = {unit.rule for unit in layout.units}
        self._peers = layout.peers
        self._pairs: list[tuple[Constraint, IntVar, IntVar]] = []
        for constraint in model.constraints if len(model.constraints) > len(houses) else ():
            scope = list(dict.fromkeys(constraint.scope()))
            if len(scope) == 2 and all(var in number for var in scope) and constraint.rule not in houses:
                self._pairs.append((constraint, scope[0], scope[1]))
        self._number = number

    def __call__(self, board: CandidateBoard) -> Iterator[Proposal]:
        """What each of few places rules out, or each of few digits; those of the fewest first."""
        if not self._pairs:
            return
        found: list[tuple[list[Candidate], Unit | None]] = [
            ([(cell, digit) for cell in board.places(unit, digit)], unit)
            for unit in board.units
            for digit in board.missing(unit)
        ]
        found += [([(cell, digit) for digit in sorted(digits)], None) for cell, digits in board.candidates.items()]
        for few, unit in sorted((one for one in found if 1 < len(one[0]) <= MOST), key=lambda one: len(one[0])):
            told = {candidate for one in few for candidate in self._ruled_out.get(one, ())}  # houses alone are pointing
            gone = [
                (cell, digit)
                for cell, digit in sorted(told)
                if digit in board.candidates.get(cell, ()) and all(self._excludes(one, (cell, digit)) for one in few)
            ]
            if gone:
                yield self._describe(board, few, unit, gone)

    def _excludes(self, one: Candidate, other: Candidate) -> bool:
        by_house = one[1] == other[1] and one[0] in self._peers[other[0]]
        return by_house or other in self._ruled_out.get(one, ())

    def _describe(
        self, board: CandidateBoard, few: Sequence[Candidate], unit: Unit | None, gone: Sequence[Candidate]
    ) -> Proposal:
        rules: list[Key] = [unit.rule] if unit else []
        for one in few:
            for other in gone:
                rule = self._ruled_out.get(one, {}).get(other)
                rules += board.rules_between((one[0], other[0])) if rule is None else [rule]
        cell, digit = few[0]
        if unit:
            name, facts = "wherever it is", board.fits_only(digit, unit)
            said = f"in {unit}, {SYMBOLS[digit]} fits only {board.names(place for place, _ in few)}"
        else:
            name, facts = "whichever it is", board.hold_nothing_else([cell])
            said = f"{board.name(cell)} is {written((digit for _, digit in few), 'or')}"
        pattern = TechniquePattern((f"{said}; {name}, {board.excluded(gone)}",), (board.values(few),))
        return board.shows(name, gone, rules, facts, pattern)

    @cached_property
    def _ruled_out(self) -> dict[Candidate, dict[Candidate, Key]]:
        """For each candidate those that it rules out by a rule about two cells, and the rule."""
        found: dict[Candidate, dict[Candidate, Key]] = {}
        for constraint, one, other in self._pairs:
            for digit in one.domain:
                for against in other.domain:
                    if not constraint.holds({one: digit, other: against}):
                        left, right = (self._number[one], digit), (self._number[other], against)
                        found.setdefault(left, {})[right] = constraint.rule
                        found.setdefault(right, {})[left] = constraint.rule
        return found
