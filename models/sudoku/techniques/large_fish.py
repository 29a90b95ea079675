"""Fish of rows, columns and boxes: Franken and mutant fish, with fins or without, and siamese ones.

The places of a digit in some *base* units that share none of them lie in as many *cover* units, but for the *fins*. So
one of the fins holds the digit, or the bases use the covers up; and what is in a cover, in no base, and sees all fins
loses it. A fish is a *Franken* fish where bases are lines of one kind and boxes, covers lines of the other kind and
boxes; a *mutant* one where rows and columns are among the bases, or among the covers. Two bases may share a fin.
The names are those of HoDoKu's guide.

They are found from what they take away: if a place held the digit, its peers would not; and then so many bases have all
their places in one cover less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from models.deductions import TechniquePattern
from models.language.model import Key
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, named
from models.sudoku.techniques.fish import SIZES

MAX_UNITS = {2: 400, 3: 100, 4: 60}
"""On boards of more units there are too many of that size to be gone through."""


@dataclass(frozen=True)
class _Fish:
    """The places of its base and cover units, and its fins as cells."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: int


def large_fish(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """Fish of ``size`` units that are not lines of one kind alone, those first that take most away."""
    for digit in board.digits if len(board.units) <= MAX_UNITS[size] else ():
        found: dict[int, _Fish] = {}
        for cell in bits(board.where[digit]):
            for bases, covers in _violated(board, digit, cell, size):
                for cover in board.masks.around[cell]:
                    if cover not in bases and cover not in covers:
                        fish, gone = _whole(board, digit, bases, (*covers, cover))
                        if gone and _kind(board, fish):
                            found.setdefault(gone, fish)
        for gone, fish in sorted(found.items(), key=lambda item: -item[0].bit_count()):
            out = [(cell, digit) for cell in bits(gone)]
            yield Finding(_name(board, fish), None, out, partial(_describe, board, fish, out))


def _violated(
    board: CandidateBoard, digit: int, cell: int, size: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Bases that share no place, with all places in one cover less, if ``cell`` held the digit."""
    units = board.masks.units
    left = board.where[digit] & ~board.masks.peers[cell] & ~(1 << cell)
    places = {
        place: left & mask for place, mask in enumerate(units) if not mask >> cell & 1 and board.where[digit] & mask
    }
    bases = {place: inside for place, inside in places.items() if inside.bit_count() <= 3 * (size - 1)}
    useful = [place for place, inside in places.items() if inside & (inside - 1)]
    for covers in combinations(useful, size - 1):
        inside = 0
        for cover in covers:
            inside |= places[cover]
        fitting = [base for base, held in bases.items() if not held & ~inside and base not in covers]
        if len(fitting) >= size:
            yield from ((chosen, covers) for chosen in _apart(bases, fitting, size))


def _apart(places: dict[int, int], among: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    for chosen in combinations(among, size):
        taken = 0
        for base in chosen:
            if taken & places[base]:
                break
            taken |= places[base]
        else:
            yield chosen


def _whole(board: CandidateBoard, digit: int, bases: tuple[int, ...], covers: tuple[int, ...]) -> tuple[_Fish, int]:
    """The fish of these units, and all that it takes away."""
    units, where = board.masks.units, board.where[digit]
    inside = twice = 0
    for base in bases:
        twice |= inside & units[base]
        inside |= units[base]
    covered = board.masks.union(covers)
    fins = where & inside & (twice | ~covered)
    gone = where & covered & ~inside
    return _Fish(digit, bases, tuple(sorted(covers)), fins), gone & board.seen_from(fins) if fins else gone


def _kind(board: CandidateBoard, fish: _Fish) -> str:
    """Franken or mutant; none where its bases are lines of one kind, its covers of the other."""

    def lines(places: Sequence[int]) -> tuple[set[str], bool]:
        kinds = {board.units[place].kind for place in places}
        return kinds & {"row", "column"}, bool(kinds - {"row", "column"})

    (bases, base_box), (covers, cover_box) = lines(fish.bases), lines(fish.covers)
    if len(bases) > 1 or len(covers) > 1 or (bases & covers):
        return "mutant"
    return "Franken" if base_box or cover_box else ""


def _name(board: CandidateBoard, fish: _Fish) -> str:
    finned = "finned " if fish.fins else ""
    return f"{finned}{_kind(board, fish)} {SIZES[len(fish.bases)]}"


def _describe(board: CandidateBoard, fish: _Fish, gone: Sequence[Candidate]) -> Description:
    bases = [board.units[place] for place in fish.bases]
    covers = [board.units[place] for place in fish.covers]
    symbol = SYMBOLS[fish.digit]
    why = f"for in {named(bases)}, {symbol} fits only {named(covers)}"
    where = f"{named(bases)}, {named(covers)}"
    if fish.fins:
        held = board.names(bits(fish.fins), "or")
        fins = "fins" if fish.fins & (fish.fins - 1) else "the fin"
        where, why = f"{where}, with {fins} {held}", f"{why}, or else {held}"
    rules: list[Key] = [unit.rule for unit in (*bases, *covers)]
    rules += board.rules_between(*((cell, fin) for cell, _ in gone for fin in bits(fish.fins)))
    facts = [fact for unit in bases for fact in board.fits_only(fish.digit, unit)]
    places = dict.fromkeys(cell for unit in bases for cell in board.places(unit, fish.digit))
    sides = (board.values((cell, fish.digit) for cell in places),)
    words = f"fish on {symbol} in {where}, so {board.excluded(gone)}", why
    return rules, facts, TechniquePattern(words, sides, (), board.units_at(*bases, digit=fish.digit))
