"""Locked candidates and fish: units that need a digit where they cross others take it from the rest of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations

from models.deductions import TechniquePattern
from models.language.model import Key
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import LINES, Candidate, CandidateBoard, Description, Finding, Masks, bits, named
from models.sudoku.techniques.subsets import chosen_sets

SIZES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}

LOCKED = {"pointing": 2.6, "claiming": 2.8}
DIRECT = {"pointing": 1.7, "claiming": 1.9}
"""How hard locked candidates are to see, and those that leave a digit one place at once."""

FISH = {2: 3.2, 3: 3.8, 4: 5.2}
"""How hard fish are to see, by their sizes."""

FINNED = 7.6
"""Sudoku Explainer has no fish with fins; what they show it sees by Nishio, which begins here."""


def locked_candidates(board: CandidateBoard) -> Iterator[Finding]:
    """Pointing: a box needs the digit on the line. Claiming: a line needs it in the box."""
    for name, base, cover, digit in _locked(board):
        units = board.masks.units
        gone = [(cell, digit) for cell in bits(board.where[digit] & units[cover] & ~units[base])]
        if gone:
            yield Finding(name, LOCKED[name], gone, partial(_describe_locked, board, base, cover, digit))


def direct_locked(board: CandidateBoard) -> Iterator[Finding]:
    """Pointing or claiming after which a digit has one place left in a unit of the same kind beside."""
    units = board.masks.units
    for name, base, cover, digit in _locked(board):
        for place in board.masks.of_kind[board.units[base].kind]:
            before = board.where[digit] & units[place]
            rest = before & ~units[cover]
            if place != base and rest != before and rest.bit_count() == 1:
                cell = rest.bit_length() - 1
                describe = partial(_describe_locked, board, base, cover, digit, board.units[place], cell)
                yield Finding(f"direct {name}", DIRECT[name], (), describe, (cell, digit))


def fish(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """All fish of ``size`` rows or columns whose places of a digit lie in as many columns, or rows.

    Each of the base lines needs the digit, so they use the covering lines up.
    """
    for kinds in LINES:
        for digit in board.digits:
            for bases, across, left in _fish(board.masks, board.where[digit], size, *kinds):
                gone = [(cell, digit) for cell in bits(left)]
                describe = partial(_describe_fish, board, digit, bases, across, 0, gone)
                yield Finding(SIZES[size], FISH[size], gone, describe)


@lru_cache(maxsize=1 << 8)
def _fish(
    masks: Masks, where: int, size: int, base_kind: str, cover_kind: str
) -> list[tuple[Sequence[int], Sequence[int], int]]:
    """The lines of all fish of a digit that may be at these places, those across them, and where it goes."""
    units, covers = masks.units, masks.of_kind[cover_kind]
    lines = [
        (base, sum(1 << cover for cover in covers if units[cover] & where & units[base]))
        for base in masks.of_kind[base_kind]
    ]
    chosen = [(bases, list(bits(crossed))) for bases, crossed in chosen_sets(lines, size)]
    found = ((bases, across, where & masks.union(across) & ~masks.union(bases)) for bases, across in chosen)
    return [shown for shown in found if shown[2]]


def finned_fish(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """Fish but for some further places of the base lines, the fins: what sees all of these loses the digit.

    It is sashimi where a base line would have one place left without the fins. Those of two lines are strong links.
    """
    for kinds in LINES:
        for digit in board.digits:
            for bases, across, fins, left in _finned(board.masks, board.where[digit], size, *kinds):
                gone = [(cell, digit) for cell in bits(left)]
                body = board.where[digit] & ~fins
                is_sashimi = any((body & board.masks.units[base]).bit_count() < 2 for base in bases)
                name = f"{'sashimi' if is_sashimi else 'finned'} {SIZES[size]}"
                yield Finding(name, FINNED, gone, partial(_describe_fish, board, digit, bases, across, fins, gone))


@lru_cache(maxsize=1 << 8)
def _finned(
    masks: Masks, where: int, size: int, base_kind: str, cover_kind: str
) -> list[tuple[Sequence[int], Sequence[int], int, int]]:
    """The lines of all finned fish of a digit that may be at these places, those across, fins, and where it goes."""
    units, peers, covers = masks.units, masks.peers, masks.of_kind[cover_kind]
    found: list[tuple[Sequence[int], Sequence[int], int, int]] = []
    lines = [(base, where & units[base]) for base in masks.of_kind[base_kind]]
    for chosen in combinations([line for line in lines if line[1].bit_count() > 1], size):
        inside = sum(places for _, places in chosen)
        crossed = [cover for cover in covers if units[cover] & inside]
        if len(crossed) > size + 2:
            continue  # all fins are in one box
        for across in combinations(crossed, size):
            covered = masks.union(across)
            fins = inside & ~covered
            if not fins:
                continue
            left = where & covered & peers[(fins & -fins).bit_length() - 1] & ~inside
            if left and (left := left & masks.seen_from(fins)):
                found.append(([base for base, _ in chosen], across, fins, left))
    return found


def _locked(board: CandidateBoard) -> Iterator[tuple[str, int, int, int]]:
    """Where a unit needs a digit where another crosses it: the name, both by place, and the digit.

    First boxes and the lines that they need it on (pointing), then lines and the boxes (claiming).
    """
    masks = board.masks
    lines = [*masks.of_kind["column"], *masks.of_kind["row"]]
    for name, bases in (("pointing", masks.boxes), ("claiming", lines)):
        for base in bases:
            for digit in board.digits:
                places = board.where[digit] & masks.units[base]
                if places & (places - 1):
                    for cover in masks.around[places.bit_length() - 1]:
                        if cover != base and not places & ~masks.units[cover]:
                            yield name, base, cover, digit


def _describe_locked(
    board: CandidateBoard, base: int, cover: int, digit: int, beside: Unit | None = None, single: int = 0
) -> Description:
    """Locked candidates, perhaps with the ``single`` place that they leave the digit in the unit ``beside``."""
    one, across = board.units[base], board.units[cover]
    places = board.places(one, digit)
    line = f"in {one}, {SYMBOLS[digit]} fits only {board.names(places, 'or')}, so nowhere else in {across}"
    facts = board.lack(digit, (cell for cell in one.cells if cell not in across.cells))
    sides = (board.values((cell, digit) for cell in places),)
    if not beside:
        return (one.rule, across.rule), facts, TechniquePattern((line,), sides, look=board.units_at(one, across))
    line += f"; then in {beside} it fits only {board.name(single)}"
    facts += board.lack(digit, (cell for cell in beside.cells if cell != single and cell not in across.cells))
    return (
        (one.rule, across.rule, beside.rule),
        facts,
        TechniquePattern((line,), sides, look=board.units_at(one, beside)),
    )


def _describe_fish(
    board: CandidateBoard, digit: int, bases: Sequence[int], covers: Sequence[int], fins: int, gone: Sequence[Candidate]
) -> Description:
    lines, across = [board.units[base] for base in bases], [board.units[cover] for cover in covers]
    symbol, inside = SYMBOLS[digit], board.masks.union(bases)
    places = board.where[digit] & inside
    name, where = SIZES[len(bases)], f"{named(lines)}, {named(across)}"
    why = f"for in {named(lines)}, {symbol} fits only {named(across)}"
    if fins:
        held = board.names(bits(fins), "or")
        shown = "fins" if fins & (fins - 1) else "the fin"
        name, where, why = "fish", f"{where}, with {shown} {held}", f"{why}, or else {held}"
    words = f"{name} on {symbol} in {where}, so {board.excluded(gone)}", why
    pairs = [pair for line in lines if not fins and len(pair := board.places(line, digit)) == 2]
    links = [link for pair in pairs for link in board.chain([(cell, digit) for cell in pair])]
    rules: list[Key] = [unit.rule for unit in (*lines, *across)]
    rules += board.rules_between(*((cell, fin) for cell, _ in gone for fin in bits(fins)))
    facts = board.lack(digit, bits(inside & ~places))
    sides = (board.values((cell, digit) for cell in bits(places)),)
    return rules, facts, TechniquePattern(words, sides, tuple(links), board.units_at(*lines, digit=digit))
