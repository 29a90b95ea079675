"""The links between candidates: which cannot hold together, and of which two one must hold.

Candidates go by numbers, those of a digit in a row, so that sets of them are the bits of an integer. That one holds
(it is *on*) rules out all it has a weak link to (they are *off*); that one is off leaves on what it has a strong
link to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.sudoku.board import Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, bits, digits_of

Level = tuple[bool, int]
"""What follows so many links from a start: whether these candidates are on, and which they are."""


class Network:
    """The links on a board.

    Args:
        board: the board.
        by_digit: whether the last two places of a digit in a unit are a strong link.
        by_cell: whether the last two candidates of a cell are one, and any two are a weak link.

    Attributes:
        size: how many cells there are.
        weak: for each candidate those that it has a weak link to.
        strong: for each candidate those that it has a strong link to; only candidates with such links.
        linked: the candidates with strong links.
    """

    def __init__(self, board: CandidateBoard, by_digit: bool = True, by_cell: bool = True) -> None:
        self._board = board
        size = self.size = len(board.left)
        self.weak: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        for cell, left in enumerate(board.left):
            digits = digits_of(left)
            inside = sum(1 << digit * size + cell for digit in digits) if by_cell else 0
            for digit in digits:
                number = digit * size + cell
                peers = (board.where[digit] & board.masks.peers[cell]) << digit * size
                self.weak[number] = (inside | peers) & ~(1 << number)
            if by_cell and len(digits) == 2:
                self._join(digits[0] * size + cell, digits[1] * size + cell)
        if by_digit:
            for digit in board.digits:
                for mask in board.masks.units:
                    places = board.where[digit] & mask
                    if places.bit_count() == 2:
                        one, other = bits(places)
                        self._join(digit * size + one, digit * size + other)
        self.linked = sum(1 << number for number in self.strong)

    def candidate(self, number: int) -> Candidate:
        """The cell and the digit of a candidate."""
        digit, cell = divmod(number, self.size)
        return cell, digit

    def candidates(self, numbers: int) -> list[Candidate]:
        """The cells and digits of a set of candidates."""
        return [self.candidate(number) for number in bits(numbers)]

    def link(self, one: Candidate, other: Candidate) -> Unit | None:
        """Where the strong link between two candidates is: in a unit, or in a cell."""
        board = self._board
        if one[0] == other[0]:
            return None
        both = 1 << one[0] | 1 << other[0]
        where = board.where[one[1]]
        return next(unit for unit, mask in zip(board.units, board.masks.units, strict=True) if where & mask == both)

    def levels(self, start: int, on: bool, limit: int, back_to: int | None = None) -> list[Level]:
        """All that follows from a candidate being on, or off: what is met first after each number of links.

        Args:
            start: the candidate.
            on: whether it is on.
            limit: at most so many levels.
            back_to: the search ends where this candidate is met again, not as it was at the start.
        """
        found = [(on, 1 << start)]
        met = {on: 1 << start, not on: 0}
        state, latest = on, 1 << start
        while latest and len(found) < limit:
            following = 0
            if state:
                for number in bits(latest):
                    following |= self.weak[number]
            else:
                for number in bits(latest & self.linked):
                    following |= self.strong[number]
            state = not state
            latest = following & ~met[state]
            met[state] |= latest
            if latest:
                found.append((state, latest))
            if back_to is not None and state is not on and latest >> back_to & 1:
                break
        return found

    def way(self, levels: Sequence[Level], end: int) -> list[int]:
        """A shortest way to a candidate that is in the last of some levels."""
        way = [end]
        for on, level in reversed(levels[:-1]):
            links = self.weak if on else self.strong
            way.append(next(number for number in bits(level) if links.get(number, 0) >> way[-1] & 1))
        return way[::-1]

    def rings(self, start: int, limit: int) -> Iterator[list[int]]:
        """Ways from a candidate that is on back to it, on and off by turns, the short ones first; ``limit`` at most."""
        closing = self.strong.get(start, 0)
        came_from: dict[int, tuple[int, int]] = {}
        latest, length, met = [start] if closing else [], 2, 1 << start
        while latest and length <= limit:
            ways = [self._back(start, number, came_from) for number in latest]
            if length > 2:
                for way in ways:
                    for last in bits(self.weak[way[-1]] & closing):
                        if last not in way:
                            yield [*way, last]
            following = []
            for way in ways:
                number, ruled_out = way[-1], {*way[1::2]}
                for off in bits(self.weak[number] & self.linked):
                    if off not in ruled_out:
                        for other in bits(self.strong[off] & ~met):
                            met |= 1 << other
                            came_from[other] = off, number
                            following.append(other)
            latest, length = following, length + 2

    def _back(self, start: int, number: int, came_from: dict[int, tuple[int, int]]) -> list[int]:
        way = [number]
        while number != start:
            off, number = came_from[number]
            way += (off, number)
        return way[::-1]

    def _join(self, one: int, other: int) -> None:
        self.strong[one] = self.strong.get(one, 0) | 1 << other
        self.strong[other] = self.strong.get(other, 0) | 1 << one


def longer(complexity: int) -> float:
    """What it adds to the difficulty of chains that there are so many candidates in all of them.

    The steps are those of Sudoku Explainer: a tenth beyond 4, 6, 8, 12, 16, 24 … links.
    """
    added, most, odd = 0, 4, False
    while complexity - 2 > most:
        added += 1
        most = most * 4 // 3 if odd else most * 3 // 2
        odd = not odd
    return added / 10
