"""Simple colouring: places of a digit joined by units with two places are true and false by turns, like two colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.sudoku.instance import Unit
from models.sudoku.techniques.board import Board

Links = dict[int, list[tuple[Unit, int]]]
"""For each place the units with one other place, and that place."""


def simple_colouring(board: Board) -> Iterator[Proposal]:
    """Wrap: two places of one colour see each other, so that colour is false. Trap: a cell sees both colours."""
    for digit in board.digits:
        links: Links = {}
        for unit, one, other in board.strong_links(digit):
            links.setdefault(one, []).append((unit, other))
            links.setdefault(other, []).append((unit, one))
        done: set[int] = set()
        for start in links:
            if start not in done:
                colour = _colour(links, start)
                done.update(colour)
                # All links of the colouring are offered as reasons; not all of them will be needed.
                units = {unit.rule: unit for place in colour for unit, _ in links[place]}
                outside = {other for unit in units.values() for other in unit.cells} - colour.keys()
                facts = board.lack(digit, sorted(outside))
                for cell, ends in (*_wraps(board, colour), *_traps(board, digit, colour)):
                    rules = [*units, *(board.shared(one, other) for one, other in ends)]
                    yield board.excluded("simple colouring", cell, digit, rules, facts)


Excluded = tuple[int, list[tuple[int, int]]]
"""A cell that does not hold the digit, and the cells that see each other which show it."""


def _colour(links: Links, start: int) -> dict[int, bool]:
    """All places joined to ``start``, coloured by turns."""
    colour = {start: True}
    waiting = [start]
    while waiting:
        place = waiting.pop()
        for _, other in links[place]:
            if other not in colour:
                colour[other] = not colour[place]
                waiting.append(other)
    return colour


def _wraps(board: Board, colour: dict[int, bool]) -> Iterator[Excluded]:
    for one, other in combinations(colour, 2):
        if colour[one] == colour[other] and board.sees(one, other):
            yield from ((place, [(one, other)]) for place in colour if colour[place] == colour[one])
            return


def _traps(board: Board, digit: int, colour: dict[int, bool]) -> Iterator[Excluded]:
    for cell, candidates in board.candidates.items():
        if digit in candidates and cell not in colour:
            seen = [
                next((p for p in colour if colour[p] is side and board.sees(cell, p)), None) for side in (True, False)
            ]
            if None not in seen:
                yield cell, [(cell, place) for place in seen if place is not None]
