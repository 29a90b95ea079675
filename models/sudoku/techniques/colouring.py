"""Simple colouring: places of a digit joined by units with two places are true and false by turns, like two colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.deductions import Proposal
from models.language.model import Key
from models.sudoku.techniques.board import Board, Unit

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
                yield from _wraps(board, digit, links, colour)
                yield from _traps(board, digit, links, colour)


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


def _wraps(board: Board, digit: int, links: Links, colour: dict[int, bool]) -> Iterator[Proposal]:
    for one, other in combinations(colour, 2):
        if colour[one] == colour[other] and board.sees(one, other):
            for place in colour:
                if colour[place] == colour[one]:
                    extra = [board.shared(one, other)]
                    yield _proposal(board, digit, links, colour, place, extra)
            return


def _traps(board: Board, digit: int, links: Links, colour: dict[int, bool]) -> Iterator[Proposal]:
    for cell, candidates in board.candidates.items():
        if digit not in candidates or cell in colour:
            continue
        seen = [next((p for p in colour if colour[p] is side and board.sees(cell, p)), None) for side in (True, False)]
        if None not in seen:
            extra = [board.shared(cell, place) for place in seen if place is not None]
            yield _proposal(board, digit, links, colour, cell, extra)


def _proposal(board: Board, digit: int, links: Links, colour: dict[int, bool], cell: int, extra: list[Key]) -> Proposal:
    """All links of the colouring are offered as reasons; not all of them will be needed."""
    units = {unit.rule: unit for place in colour for unit, _ in links[place]}
    outside = sorted({other for unit in units.values() for other in unit.cells} - colour.keys())
    rules = tuple(dict.fromkeys([*units, *extra]))
    return Proposal("simple colouring", board.not_value(cell, digit), rules, board.lack(digit, outside))
