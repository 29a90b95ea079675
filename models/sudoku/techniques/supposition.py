"""Suppositions: what follows from one, step by step, which of the steps its failure rests on, and what that uses.

In which order the steps follow is each technique's own, as it is graded by that: singles in ``forcing``, houses and
further rules in ``supposing``, and here candidates that hold (*on*) or not (*off*). What is on rules out what it shares
a unit or its cell with; what is off leaves on the last digit of its cell, or the last place in a unit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import TypeVar

from models.deductions import SO, Link, TechniquePattern
from models.language.model import Key, Literal
from models.sudoku.board import Unit
from models.sudoku.techniques.board import LINES, Candidate, CandidateBoard, Description, bits, digits_of

CELL = -1
"""Why a candidate is on or off, where that is by its cell; a unit goes by its place."""

LOCKED, HIDDEN_PAIR, NAKED_PAIR, X_WING = -2, -3, -4, -5
PATTERNS = {LOCKED: "locked candidates", HIDDEN_PAIR: "a hidden pair", NAKED_PAIR: "a naked pair", X_WING: "an X-wing"}
"""The patterns by which a candidate may be off."""

Target = tuple[int, bool]
"""A candidate, and whether it is on."""

Shown = tuple[int, int, list[int]]
"""What a pattern takes away: a digit, cells as bits, and by which candidates that have gone."""

S = TypeVar("S")


def origins(ends: Iterable[S], before: Callable[[S], Iterable[S]]) -> set[S]:
    """All steps that some rest on, these included; ``before`` says what a step directly rests on."""
    found: set[S] = set()
    waiting = list(ends)
    while waiting:
        step = waiting.pop()
        if step not in found:
            found.add(step)
            waiting += before(step)
    return found


class Supposition(ABC):
    """A supposition whose steps go by numbers, in order; ``gone`` has for each candidate that went the step."""

    def __init__(self) -> None:
        self.gone: dict[Candidate, int] = {}

    @abstractmethod
    def lacked(self, step: int) -> Iterable[Candidate]:
        """The candidates that had to go before a step."""

    def causes(self, candidates: Iterable[Candidate]) -> list[int]:
        """The steps by which candidates went; those that went before anything was supposed have none."""
        return sorted({self.gone[candidate] for candidate in candidates if candidate in self.gone})

    def needed(self, candidates: Iterable[Candidate]) -> list[int]:
        """All steps that take candidates away, back to what is supposed."""
        return sorted(origins(self.causes(candidates), lambda step: self.causes(self.lacked(step))))


class Account:
    """What a supposition uses, gathered line by line: rules, facts, links, and the candidates that it says hold."""

    def __init__(self, board: CandidateBoard) -> None:
        self.board = board
        self.rules: list[Key] = []
        self.facts: list[Literal] = []
        self.links: dict[Link, None] = {}
        self.held: dict[Candidate, None] = {}

    def because(self, candidate: Candidate, unit: Unit | None) -> None:
        """Note why a candidate is on: it is the only one left, of its digit in a unit or else of its cell."""
        rules, facts = self.board.only_one_left(candidate, unit)
        self.rules += rules
        self.facts += facts

    def link(self, causes: Iterable[Candidate], shown: Candidate) -> None:
        self.links |= {Link(self.board.value(*cause), self.board.value(*shown), SO): None for cause in causes}

    def description(self, lines: Sequence[str], starts: Iterable[Candidate], in_cases: bool = True) -> Description:
        """All of it; the candidates that the cases begin with make up a side of their own."""
        starts = dict.fromkeys(starts)
        groups = [starts, self.held] if in_cases else [starts | self.held]
        look = self.board.cells_at(*dict.fromkeys(cell for cell, _ in starts))
        sides = tuple(map(self.board.values, groups))
        return self.rules, self.facts, TechniquePattern(tuple(lines), sides, tuple(self.links), look)


@dataclass
class Net:
    """A supposition and all that follows until nothing more does, or until something is both on and off.

    ``on`` and ``off`` have for each candidate (``digit * size + cell``) all that it rests on, itself included, as bits:
    those that are on by their numbers, those that are off by ``off_bit``.

    Attributes:
        of_digit: whether only the places of its digit are looked at.
        with_patterns: whether locked candidates, pairs and X-wings are seen, once nothing else follows.
        contradiction: the candidate that is both, what its being on rests on, and what its being off does.
        why: for each that follows why, and what it directly rests on; kept where ``recorded``.
    """

    board: CandidateBoard
    start: int
    is_on: bool
    of_digit: bool = False
    with_patterns: bool = False
    recorded: bool = False
    on: dict[int, int] = field(default_factory=dict, init=False)
    off: dict[int, int] = field(default_factory=dict, init=False)
    contradiction: tuple[int, int, int] | None = field(default=None, init=False)
    why: dict[Target, tuple[int, tuple[int, ...]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        board = self.board
        self.size = len(board.left)
        self.off_bit = self.size * (len(board.digits) + 1)
        self._left, self._where = board.left[:], board.where[:]
        self._on_waiting: list[int] = []
        self._off_waiting: list[int] = []
        self._done = 0  # so many of those that are off are through
        if self.is_on:
            self.on[self.start] = 1 << self.start
            self._on_waiting.append(self.start)
        else:
            self.off[self.start] = 1 << self.start + self.off_bit
            self._off_waiting.append(self.start)
        self._follow()

    def seeing_patterns(self, board: CandidateBoard) -> Net:
        """Go on with patterns, on a board on which the same follows without them."""
        other = copy(self)
        other.__dict__.pop("looked_at", None)
        other.board, other.with_patterns = board, True
        other.on, other.off = self.on.copy(), self.off.copy()
        other._left = [mine & left for mine, left in zip(self._left, board.left, strict=True)]
        other._where = [mine & where for mine, where in zip(self._where, board.where, strict=True)]
        other._on_waiting, other._off_waiting = self._on_waiting[:], self._off_waiting[:]
        other._follow()
        return other

    @cached_property
    def looked_at(self) -> int:
        """The candidates that are on or off, as bits."""
        off = reduce(or_, self.off.values(), 0) >> self.off_bit
        return reduce(or_, self.on.values(), off) & (1 << self.off_bit) - 1 | off

    def _follow(self) -> None:
        while self.contradiction is None:
            if self._on_waiting:
                self._rule_out(self._on_waiting.pop(0))
            elif self._done < len(self._off_waiting):
                self._done += 1
                self._leave(self._off_waiting[self._done - 1])
            elif not self.with_patterns or not self._see_patterns():
                break

    @property
    def complexity(self) -> int:
        """How many candidates, on or off, the clash rests on."""
        assert self.contradiction
        return self.contradiction[1].bit_count() + self.contradiction[2].bit_count()

    def needed(self, target: Target) -> set[Target]:
        """All that a target rests on."""

        def before(step: Target) -> list[Target]:
            why, by = self.why.get(step, (CELL, ()))
            return [(other, not step[1] and why not in PATTERNS) for other in by]

        return origins([target], before)

    def _rule_out(self, number: int) -> None:
        digit, cell = divmod(number, self.size)
        on, off, off_bit, size = self.on, self.off, self.off_bit, self.size
        rests_on = on[number]
        inside = () if self.of_digit else digits_of(self._left[cell] & ~(1 << digit))
        following = [other * size + cell for other in inside]
        base, peers = digit * size, self._where[digit] & self.board.masks.peers[cell]
        while peers:
            low = peers & -peers
            following.append(base + low.bit_length() - 1)
            peers ^= low
        for other in following:
            if other in on:
                self.contradiction = other, on[other], rests_on | 1 << other + off_bit
                if self.recorded:
                    self.why[other, False] = CELL, (number,)
                return
            if other not in off:
                off[other] = rests_on | 1 << other + off_bit
                self._off_waiting.append(other)
                if self.recorded:
                    self.why[other, False] = CELL, (number,)

    def _leave(self, number: int) -> None:
        """Put on what is the last left once a candidate is off."""
        digit, cell = divmod(number, self.size)
        size, off = self.size, self.off
        left, where = self._left[cell], self._where[digit]
        following: list[tuple[int, int, list[int]]] = []
        if not self.of_digit and left.bit_count() == 2 and left >> digit & 1:
            gone = [d * size + cell for d in digits_of(self.board.left[cell] & ~left)]
            following.append((((left ^ 1 << digit).bit_length() - 1) * size + cell, CELL, gone))
        if where >> cell & 1:
            masks = self.board.masks
            for place, mask in masks.about[cell]:
                places = where & mask
                if places.bit_count() == 2:
                    gone = [digit * size + c for c in bits(self.board.where[digit] & mask & ~places)]
                    following.append((digit * size + (places ^ 1 << cell).bit_length() - 1, place, gone))
        self._left[cell] &= ~(1 << digit)
        self._where[digit] &= ~(1 << cell)
        for other, why, gone in following:
            rests_on = off[number] | 1 << other
            for before in gone:
                rests_on |= off[before]
            if other in off:
                self.contradiction = other, rests_on, off[other]
                if self.recorded:
                    self.why[other, True] = why, (number, *gone)
                return
            if other not in self.on:
                self.on[other] = rests_on
                self._on_waiting.append(other)
                if self.recorded:
                    self.why[other, True] = why, (number, *gone)

    # Patterns

    def _see_patterns(self) -> bool:
        """Put off what the first kind of pattern that shows takes away; whether there is one."""
        before = len(self._off_waiting)
        # Only where something is lost, digit by digit, can a pattern show that the board does not show itself.
        lost = [had & ~has for had, has in zip(self.board.where, self._where, strict=True)]
        places = [[where & mask for where in self._where] for mask in self.board.masks.units]
        for pattern, see in (
            (LOCKED, self._locked),
            (HIDDEN_PAIR, self._hidden_pairs),
            (NAKED_PAIR, self._naked_pairs),
            (X_WING, self._x_wings),
        ):
            for digit, cells, gone in see(lost, places):
                if cells and gone:
                    self._put_off(pattern, digit, cells, gone)
            if len(self._off_waiting) > before:
                return True
        return False

    def _put_off(self, pattern: int, digit: int, cells: int, gone: list[int]) -> None:
        """Put off a digit in cells, by a pattern that shows since others have gone."""
        rests_on = 0
        for number in gone:
            rests_on |= self.off[number]
        for cell in bits(cells):
            number = digit * self.size + cell
            if number not in self.off:
                self.off[number] = rests_on | 1 << number + self.off_bit
                self._off_waiting.append(number)
                if self.recorded:
                    self.why[number, False] = pattern, tuple(gone)

    def _gone(self, digit: int, cells: int) -> list[int]:
        lost = self.board.where[digit] & cells & ~self._where[digit]
        return [digit * self.size + cell for cell in bits(lost)]

    # Each is handed the cells that have lost a digit, and the places that units have left for it.

    def _locked(self, lost: Sequence[int], places: Sequence[Sequence[int]]) -> Iterator[Shown]:
        masks = self.board.masks
        changed = [(digit, cells) for digit, cells in enumerate(lost) if cells]
        for place, mask in enumerate(masks.units):
            left = places[place]
            for digit, cells in changed:
                held = left[digit]
                if cells & mask and held & (held - 1) and held.bit_count() <= masks.overlap:
                    for cover, across in masks.about[held.bit_length() - 1]:
                        if not held & ~across and cover != place and (taken := places[cover][digit] & ~held):
                            yield digit, taken, self._gone(digit, mask)

    def _hidden_pairs(self, lost: Sequence[int], places: Sequence[Sequence[int]]) -> Iterator[Shown]:
        for place, mask in enumerate(self.board.masks.units):
            held = places[place]
            if len({*held}) + held.count(0) - 1 == len(held):
                continue  # no two digits have the same places
            in_two = [(digit, cells) for digit, cells in enumerate(held) if cells.bit_count() == 2]
            for (one, cells), (other, others) in combinations(in_two, 2):
                if cells == others and (lost[one] | lost[other]) & mask:
                    gone = self._gone(one, mask) + self._gone(other, mask)
                    for digit in self.board.digits:
                        if digit not in (one, other):
                            yield digit, self._where[digit] & cells, gone

    def _naked_pairs(self, lost: Sequence[int], places: Sequence[Sequence[int]]) -> Iterator[Shown]:
        with_two = sum(1 << cell for cell, left in enumerate(self._left) if left.bit_count() == 2)
        for unit, mask in zip(self.board.units, self.board.masks.units, strict=True):
            if (with_two & mask).bit_count() < 2:
                continue
            for one, other in combinations([cell for cell in unit.cells if with_two >> cell & 1], 2):
                if self._left[one] == self._left[other]:
                    inside = 1 << one | 1 << other
                    gone = [number for digit in self.board.digits for number in self._gone(digit, inside)]
                    for digit in digits_of(self._left[one]):
                        yield digit, self._where[digit] & mask & ~inside, gone

    def _x_wings(self, lost: Sequence[int], places: Sequence[Sequence[int]]) -> Iterator[Shown]:
        masks = self.board.masks
        changed = [digit for digit in self.board.digits if lost[digit]]
        for base, cover in LINES:
            for digit in changed:
                in_two = [(p, cells) for p in masks.of_kind[base] if (cells := places[p][digit]).bit_count() == 2]
                for (one, cells), (other, others) in combinations(in_two, 2):
                    bases = masks.units[one] | masks.units[other]
                    if not lost[digit] & bases:
                        continue
                    both = cells | others
                    covers = [masks.units[p] for p in masks.of_kind[cover] if masks.units[p] & both]
                    if len(covers) == 2:
                        taken = self._where[digit] & (covers[0] | covers[1]) & ~bases
                        yield digit, taken, self._gone(digit, bases & ~both)
