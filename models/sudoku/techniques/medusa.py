"""3D Medusa: candidates of all digits joined by strong links hold and do not by turns, like two colours.

Of a cell's last two candidates, or of a digit's last two places in a unit, one holds. So of all that is joined in this
way one colour holds, and the other does not. The rules are those of Stuart's SudokuWiki.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.deductions import STRONG, Link, TechniquePattern
from models.kit.names import listed
from models.language.model import Key, Literal
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits
from models.sudoku.techniques.chains import Network

Colours = tuple[int, int]
"""The candidates of either colour, as bits by their numbers."""


def medusa(board: CandidateBoard) -> Iterator[Finding]:
    """Wrap: a colour that cannot hold is out. Trap: what sees both colours is out."""
    network = Network(board)
    met = 0
    for start in network.strong:
        if met >> start & 1:
            continue
        colours = _colours(network, start)
        met |= colours[0] | colours[1]
        near = [_near(network, colour) for colour in colours]
        for turn in (0, 1):
            if why := _failure(board, network, colours[turn], near[turn]):
                yield _finding(board, network, colours, colours[turn], *why)
        if trapped := near[0] & near[1] & ~(colours[0] | colours[1]):
            yield _finding(board, network, colours, trapped, "", [])


def _colours(network: Network, start: int) -> Colours:
    colours, latest = [1 << start, 0], 1 << start
    turn = 0
    while latest:
        following = 0
        for number in bits(latest):
            following |= network.strong[number]
        turn = 1 - turn
        latest = following & ~colours[turn]
        colours[turn] |= latest
    return colours[0], colours[1]


def _near(network: Network, numbers: int) -> int:
    near = 0
    for number in bits(numbers):
        near |= network.weak[number]
    return near


def _failure(board: CandidateBoard, network: Network, colour: int, near: int) -> tuple[str, list[Candidate]] | None:
    """Why a colour cannot hold, and whose cells show it: two of it clash, or it leaves a cell nothing."""
    if clashing := network.candidates(colour & near):
        return f"{_named(board, clashing[:1])} cannot hold beside others of its colour", clashing
    for cell, digits in board.candidates.items():
        numbers = sum(1 << digit * network.size + cell for digit in digits)
        if not numbers & ~near:
            return f"{board.name(cell)} would be left nothing", [(cell, digit) for digit in sorted(digits)]
    return None


def _named(board: CandidateBoard, candidates: list[Candidate]) -> str:
    return listed(f"{board.name(cell)} = {SYMBOLS[digit]}" for cell, digit in candidates)


def _finding(
    board: CandidateBoard, network: Network, colours: Colours, out: int, why: str, ends: list[Candidate]
) -> Finding:
    gone = network.candidates(out)
    return Finding("3D Medusa", None, gone, partial(_describe, board, network, colours, gone, why, ends))


def _describe(
    board: CandidateBoard, network: Network, colours: Colours, gone: list[Candidate], why: str, ends: list[Candidate]
) -> Description:
    rules: list[Key] = []
    facts: list[Literal] = []
    links: list[Link] = []
    for one in bits(colours[0]):
        for other in bits(network.strong[one]):
            first, second = network.candidate(one), network.candidate(other)
            more_rules, more_facts = board.only_one_left(first, network.link(first, second))
            rules += more_rules
            facts += more_facts
            links.append(Link(board.value(*first), board.value(*second), STRONG))
    sides = [network.candidates(colour) for colour in colours]
    coloured = [*sides[0], *sides[1]]
    rules += board.rules_between(
        *(
            (cell, end)
            for cell, digit in gone or ends
            for end, held in coloured
            if digit == held and board.sees(cell, end)
        ),
        *((cell, end) for cell, digit in ends for end, held in coloured if digit == held and board.sees(cell, end)),
    )
    facts += board.hold_nothing_else(dict.fromkeys(cell for cell, _ in ends))
    line = f"either {_named(board, sides[0])}, or else {_named(board, sides[1])}"
    so = f"{why}, so {board.excluded(gone)}" if why else f"{board.excluded(gone)}, which see both"
    pattern = TechniquePattern((line, so), tuple(map(board.values, sides)), tuple(links))
    return rules, facts, pattern
