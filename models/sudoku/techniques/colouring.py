"""Simple colouring: places of a digit joined by units with two places are true and false by turns, like two colours.

Cells with the same two candidates that see one another are coloured likewise, by which of the two they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise

from models.deductions import STRONG, Link, TechniquePattern
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, chained, digits_of

Neighbours = dict[int, list[tuple[Unit, int]]]
"""For each place the units with one other place, and that place."""

COLOURING = 6.6
"""How hard it is to see: as hard as a chain of one digit, which shows the least of it."""

BOTH = (True, False)

Colours = dict[int, bool]
"""The places that are joined, with the one colour or the other."""


def simple_colouring(board: CandidateBoard) -> Iterator[Finding]:
    """Wrap: two places of one colour see each other, so that colour is false. Trap: a cell sees both colours."""
    for digit in board.digits:
        neighbours: Neighbours = {}
        for unit, one, other in board.strong_links(digit):
            neighbours.setdefault(one, []).append((unit, other))
            neighbours.setdefault(other, []).append((unit, one))
        done: set[int] = set()
        for start in neighbours:
            if start not in done:
                colours = _colours(neighbours, start)
                done.update(colours)
                yield from _wrap(board, digit, neighbours, colours)
                yield from _trap(board, digit, neighbours, colours)


def remote_pairs(board: CandidateBoard) -> Iterator[Finding]:
    """Cells with the same two candidates, each seeing the next: one of any two an odd number apart has the one digit,
    the other the other, so whatever sees both loses both.
    """
    alike: dict[int, list[int]] = {}
    for cell, left in enumerate(board.left):
        if left.bit_count() == 2:
            alike.setdefault(left, []).append(cell)
    for left, cells in alike.items():
        for start in cells:
            came_from = {start: start}
            for cell in (order := [start]):
                order += (near := [c for c in cells if c not in came_from and board.sees(c, cell)])
                came_from |= dict.fromkeys(near, cell)
            for end in order:
                way = [end]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                if start < end and len(way) > 2 and len(way) % 2 == 0:
                    seen = board.seen_from(1 << start | 1 << end)
                    gone = [(cell, digit) for digit in digits_of(left) for cell in bits(seen & board.where[digit])]
                    if gone:
                        describe = partial(_describe_pairs, board, way[::-1], gone)
                        yield Finding("remote pair", COLOURING, gone, describe)


def _describe_pairs(board: CandidateBoard, way: Sequence[int], gone: Sequence[Candidate]) -> Description:
    one, other = digits_of(board.left[way[0]])
    chain = [
        candidate
        for place, cell in enumerate(way)
        for candidate in ([(cell, one), (cell, other)] if place % 2 == 0 else [(cell, other), (cell, one)])
    ]
    links = board.chain(chain)
    names = board.names((way[0], way[-1]))
    words = (
        f"{chained(links)}, so {board.excluded(gone)}",
        f"for one of {names} is {SYMBOLS[one]}, the other {SYMBOLS[other]}",
    )
    rules = board.rules_between(*pairwise(way), *((cell, end) for cell, _ in gone for end in (way[0], way[-1])))
    sides = (board.values(chain[::2]), board.values(chain[1::2]))
    return rules, board.hold_nothing_else(way), TechniquePattern(words, sides, links)


def _colours(neighbours: Neighbours, start: int) -> Colours:
    colours = {start: True}
    waiting = [start]
    while waiting:
        place = waiting.pop()
        for _, other in neighbours[place]:
            if other not in colours:
                colours[other] = not colours[place]
                waiting.append(other)
    return colours


def _links(board: CandidateBoard, digit: int, neighbours: Neighbours, start: int) -> tuple[Link, ...]:
    """Every link once, each branch followed to its end before the next is begun."""
    links: dict[frozenset[int], Link] = {}

    def follow(place: int) -> None:
        for _, other in neighbours[place]:
            if frozenset((place, other)) not in links:
                links[frozenset((place, other))] = Link(board.value(place, digit), board.value(other, digit), STRONG)
                follow(other)

    follow(start)
    return tuple(links.values())


def _wrap(board: CandidateBoard, digit: int, neighbours: Neighbours, colours: Colours) -> Iterator[Finding]:
    for one, other in combinations(colours, 2):
        if colours[one] == colours[other] and board.sees(one, other):
            out = [place for place in colours if colours[place] == colours[one]]
            why = f"{board.names((one, other))} see each other, so the {SYMBOLS[digit]}s are the others"
            yield _finding(digit, out, partial(_describe, board, digit, neighbours, colours, [(one, other)], why))
            return


def _trap(board: CandidateBoard, digit: int, neighbours: Neighbours, colours: Colours) -> Iterator[Finding]:
    out, ends = [], []
    for cell, left in board.candidates.items():
        if digit in left and cell not in colours:
            seen = [next((p for p in colours if colours[p] is side and board.sees(cell, p)), None) for side in BOTH]
            if None not in seen:
                out.append(cell)
                ends += [(cell, place) for place in seen if place is not None]
    if out:
        gone = board.excluded((cell, digit) for cell in out)
        why = f"so {gone}, seeing both"
        yield _finding(digit, out, partial(_describe, board, digit, neighbours, colours, ends, why))


def _finding(digit: int, out: Iterable[int], describe: Callable[[], Description]) -> Finding:
    return Finding("simple colouring", COLOURING, [(cell, digit) for cell in sorted(out)], describe)


def _describe(
    board: CandidateBoard, digit: int, neighbours: Neighbours, colours: Colours, ends: list[tuple[int, int]], why: str
) -> Description:
    # All links of the colouring are offered as reasons; not all of them will be needed.
    units = {unit.rule: unit for place in colours for unit, _ in neighbours[place]}
    facts = (fact for unit in units.values() for fact in board.fits_only(digit, unit))
    sides = [[place for place in colours if colours[place] is side] for side in BOTH]
    line = f"either {board.names(sides[0])} {'is' if len(sides[0]) == 1 else 'are'} {SYMBOLS[digit]}, "
    line += f"or else {board.names(sides[1])}; {why}"
    links = _links(board, digit, neighbours, next(iter(colours)))
    groups = tuple(board.values((place, digit) for place in side) for side in sides)
    pattern = TechniquePattern((chained(links), line), groups, links, board.cells_at(*colours, digit=digit))
    return [*units, *board.rules_between(*ends)], facts, pattern
