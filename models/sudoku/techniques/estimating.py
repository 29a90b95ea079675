"""How hard a Sudoku with rules beside its houses is, nearly: what one technique sees at a moment is taken at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from models.deductions import Proposal, Snapshot, TechniquePattern
from models.grades import BOUNDS
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.techniques import PATTERNS, SINGLES, TECHNIQUES, CandidateBoard, Finding
from models.sudoku.techniques.board import Description
from models.sudoku.techniques.supposing import SUPPOSITION

if TYPE_CHECKING:
    from models.language.model import IntVar

BY_A_RULE = BOUNDS[0]
"""How hard it is to see what one further rule shows, on the scale of Sudoku Explainer."""


@dataclass(frozen=True)
class RoughGrade:
    """About the number of the hardest step; and how many candidates each cell has left where that is too hard."""

    number: float
    left: tuple[int, ...]


def estimate(instance: Sudoku, most: float) -> RoughGrade:
    """An estimate that ends with the first step beyond ``most``; what no pattern shows takes a supposition."""
    way, number = _Way(instance), 1.0
    while any(way.board.left):
        found = next(filter(None, way.looks()), ())
        number = max(number, min((step.number or BY_A_RULE for step in found), default=SUPPOSITION))
        if number > most or not found:
            break
        for step in found:
            if (step.number or BY_A_RULE) <= number:
                way.take(step)
    return RoughGrade(number, tuple(map(int.bit_count, way.board.left)))


class _Way:
    def __init__(self, instance: Sudoku) -> None:
        stated = CellsModel(instance)
        self._cells, self._further = stated.cells, stated.further[0]
        self._cell_of = {var: cell for cell, var in enumerate(stated.cells)}
        self._known: dict[IntVar, int] = {}
        left = {var: frozenset(var.domain) for var in stated.cells}
        self.board = CandidateBoard(stated.cells, instance.layout, Snapshot(self._known, left, given=frozenset()))
        for cell, clue in enumerate(instance.clues):
            if clue:
                self._put(cell, clue)

    def looks(self) -> Iterator[list[Finding]]:
        """What each technique sees, the easy ones first."""
        for technique in TECHNIQUES[:SINGLES]:
            yield [*technique(self.board)]
        *by_themselves, rest, places = self._further
        for together in (by_themselves, [rest], [places]):
            proposals = chain.from_iterable(shows(self.board) for shows in together)
            yield [step for proposal in proposals if (step := self._finding(proposal))]
        for technique in TECHNIQUES[SINGLES:PATTERNS]:
            yield [*technique(self.board)]

    def take(self, step: Finding) -> None:
        if step.placed:
            self._put(*step.placed)
        self.board.take(step)

    def _put(self, cell: int, digit: int) -> None:
        self._known[self._cells[cell]] = digit
        self.board.put(cell, digit)

    def _finding(self, proposal: Proposal) -> Finding | None:
        """What is new of a proposal, without its words."""
        candidates = self.board.candidates
        facts = [(cell, fact.values) for fact in proposal.new if (cell := self._cell_of[fact.var]) in candidates]
        placed = next(((cell, digit) for cell, (digit, *more) in facts if not more), None)
        gone = [(cell, digit) for cell, values in facts for digit in sorted(candidates[cell] - values)]
        return Finding(proposal.name, proposal.number, gone, _unsaid, placed) if placed or gone else None


def _unsaid() -> Description:
    return (), (), TechniquePattern(())
