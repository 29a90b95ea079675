"""Locked candidates and fish: units that need a digit where they cross others take it from the rest of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from models.deductions import Pattern
from models.language.model import Key
from models.sudoku.instance import SYMBOLS
from models.sudoku.techniques.board import Board, Finding, Told, bits, named
from models.sudoku.techniques.singles import locked
from models.sudoku.techniques.subsets import chosen_sets

SIZES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}

POINTING, CLAIMING = 2.6, 2.8
FISH = {2: 3.2, 3: 3.8, 4: 5.2}
"""How hard they are to see, fish by their sizes."""

FINNED = 7.6
"""Sudoku Explainer has no fish with fins; what they show it sees by Nishio, which begins here."""

LINES = (("row", "column"), ("column", "row"))


def locked_candidates(board: Board) -> Iterator[Finding]:
    """Pointing: a box needs the digit on the line. Claiming: a line needs it in the box."""
    for name, base, cover, digit, gone in locked(board):
        if gone:
            number = POINTING if name == "pointing" else CLAIMING
            tell = partial(_told_locked, board, base, cover, digit)
            yield Finding(name, number, [(cell, digit) for cell in bits(gone)], tell)


def fish(board: Board, size: int) -> Iterator[Finding]:
    """All fish of ``size`` rows or columns whose places of a digit lie in as many columns, or rows.

    Each of the base lines needs the digit, so they use the covering lines up.
    """
    units = board.masks.units
    for base_kind, cover_kind in LINES:
        covers = board.masks.of_kind[cover_kind]
        for digit in board.digits:
            where = board.where[digit]
            lines = [(base, _crossed(board, where & units[base], covers)) for base in board.masks.of_kind[base_kind]]
            for bases, crossed in chosen_sets(lines, size):
                across = list(bits(crossed))
                gone = where & _union(board, across) & ~_union(board, bases)
                if gone:
                    tell = partial(_told_fish, board, digit, bases, across, 0)
                    yield Finding(SIZES[size], FISH[size], [(cell, digit) for cell in bits(gone)], tell)


def finned_fish(board: Board, size: int) -> Iterator[Finding]:
    """Fish but for some further places of the base lines, the fins: what sees all of these loses the digit.

    Either the fish is one, or a fin holds the digit. Where without the fins a base line would have one place left,
    the fish is called sashimi. Those of two lines are told as strong links.
    """
    units, peers = board.masks.units, board.masks.peers
    for base_kind, cover_kind in LINES:
        covers = board.masks.of_kind[cover_kind]
        for digit in board.digits:
            where = board.where[digit]
            lines = [(base, where & units[base]) for base in board.masks.of_kind[base_kind]]
            for chosen in combinations([line for line in lines if line[1].bit_count() > 1], size):
                bases = [base for base, _ in chosen]
                inside = sum(places for _, places in chosen)
                crossed = [cover for cover in covers if units[cover] & inside]
                if len(crossed) > size + 2:
                    continue  # all fins are in one box
                for across in combinations(crossed, size):
                    fins = inside & ~_union(board, across)
                    if not fins:
                        continue
                    first = (fins & -fins).bit_length() - 1
                    gone = where & _union(board, across) & peers[first] & ~inside
                    if gone and (gone := gone & board.seen_from(fins)):
                        bodies = [(places & ~fins).bit_count() for _, places in chosen]
                        name = f"{'sashimi' if min(bodies) < 2 else 'finned'} {SIZES[size]}"
                        tell = partial(_told_fish, board, digit, bases, across, fins)
                        yield Finding(name, FINNED, [(cell, digit) for cell in bits(gone)], tell)


def _crossed(board: Board, places: int, covers: Sequence[int]) -> int:
    """Those of ``covers`` that some of ``places`` are in, as bits."""
    return sum(1 << cover for cover in covers if board.masks.units[cover] & places)


def _union(board: Board, places: Sequence[int]) -> int:
    cells = 0
    for place in places:
        cells |= board.masks.units[place]
    return cells


def _told_locked(board: Board, base: int, cover: int, digit: int) -> Told:
    one, across = board.units[base], board.units[cover]
    places = board.places(one, digit)
    said = f"in {one}, {SYMBOLS[digit]} fits only {board.names(places, 'or')}, so nowhere else in {across}"
    facts = board.lack(digit, (cell for cell in one.cells if cell not in across.cells))
    sides = (board.values((cell, digit) for cell in places),)
    return (one.rule, across.rule), facts, Pattern((said,), sides, look=board.units_at(one, across))


def _told_fish(board: Board, digit: int, bases: Sequence[int], covers: Sequence[int], fins: int) -> Told:
    lines, across = [board.units[base] for base in bases], [board.units[cover] for cover in covers]
    symbol = SYMBOLS[digit]
    inside, covered = _union(board, bases), _union(board, covers)
    places = list(bits(board.where[digit] & inside))
    if fins:
        seen = board.seen_from(fins)
        gone = [(cell, digit) for cell in bits(board.where[digit] & covered & ~inside & seen)]
        held = board.names(bits(fins), "or")
        words = (
            f"fish on {symbol} in {named(lines)}, {named(across)}, with fins {held}, so {board.excluded(gone)}",
            f"for in {named(lines)}, {symbol} fits only {named(across)}, or else {held}",
        )
    else:
        gone = [(cell, digit) for cell in bits(board.where[digit] & covered & ~inside)]
        words = (
            f"{SIZES[len(bases)]} on {symbol} in {named(lines)}, {named(across)}, so {board.excluded(gone)}",
            f"for in {named(lines)}, {symbol} fits only {named(across)}",
        )
    pairs = [pair for line in lines if not fins and len(pair := board.places(line, digit)) == 2]
    ties = [tie for pair in pairs for tie in board.chain([(cell, digit) for cell in pair])]
    rules: list[Key] = [*(line.rule for line in lines), *(cover.rule for cover in across)]
    rules += board.tied(*((cell, fin) for cell, _ in gone for fin in bits(fins)))
    facts = board.lack(digit, bits(inside & ~board.where[digit]))
    sides = (board.values((cell, digit) for cell in places),)
    return rules, facts, Pattern(words, sides, tuple(ties), board.units_at(*lines, digit=digit))
