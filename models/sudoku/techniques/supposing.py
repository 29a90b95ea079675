"""Suppositions beside further rules: a candidate is supposed, and followed through houses and rules until it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from models.deductions import Proposal, TechniquePattern
from models.language.model import Key
from models.sudoku.board import SYMBOLS, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, left_or_gone
from models.sudoku.techniques.rules import OneRule, RuleByRule
from models.sudoku.techniques.supposition import Supposition

ENOUGH_LINES = 6
"""A supposition that fails in so few lines is not bettered by trying more of them."""

MAX_EVENTS = 150
"""A supposition of which more follows is left to others."""

MAX_FURTHER_TRIES = 20
"""So many more suppositions are tried for a shorter text, once one has failed."""

SUPPOSITION = 9.0
"""How hard it is to see, on the scale of Sudoku Explainer: as hard as a forcing chain of some length there."""


@dataclass(frozen=True)
class _Event:
    """What follows from candidates that are absent (``by``): others go, or without any that is what cannot be.

    ``words`` are empty for what goes without saying, that a digit placed is in no other cell it sees.
    """

    words: str
    rules: tuple[Key, ...]
    by: tuple[Candidate, ...]
    gone: tuple[Candidate, ...]


class Supposing:
    """The supposition that fails in the fewest lines."""

    def __init__(self, rules: RuleByRule) -> None:
        self._about: dict[int, list[OneRule]] = {}
        for rule in rules.rules:
            for cell in rule.cells:
                self._about.setdefault(cell, []).append(rule)

    def __call__(self, board: CandidateBoard) -> Iterator[Proposal]:
        by_size = sorted(board.candidates.items(), key=lambda item: len(item[1]))
        best: _RuleSupposition | None = None
        further = 0
        for supposed in ((cell, digit) for cell, digits in by_size for digit in sorted(digits)):
            trial = _RuleSupposition(board, self._about, supposed)
            if trial.fails() and (best is None or trial.lines < best.lines):
                best = trial
            further += best is not None
            if best and (best.lines <= ENOUGH_LINES or further > MAX_FURTHER_TRIES):
                break
        if best:
            yield best.proposal()


class _RuleSupposition(Supposition):
    """A board on which one candidate is supposed."""

    def __init__(self, board: CandidateBoard, about: Mapping[int, Sequence[OneRule]], supposed: Candidate) -> None:
        super().__init__()
        self._board = board
        self._about = about
        self._left = [set(board.may_hold(cell)) for cell in range(len(board.peers))]
        self._events: list[_Event] = []
        self._few: set[int] = set()  # cells with one candidate or none left, of which nothing has followed yet
        self._stale: dict[OneRule | Unit, None] = {}
        self._supposed = cell, digit = supposed
        self._take(_Event("", (), (), tuple((cell, other) for other in sorted(self._left[cell] - {digit}))))

    def fails(self) -> bool:
        """Follow what is supposed; whether that ends in something that cannot be, which is the last event then."""
        while len(self._events) < MAX_EVENTS:
            found = next(filter(None, self._next()), None)
            if found is None:
                return False
            self._take(found)
            if not found.gone:
                return True
        return False

    def lacked(self, step: int) -> tuple[Candidate, ...]:
        return self._events[step].by

    @cached_property
    def needed_events(self) -> list[_Event]:
        """The events without which it would not fail, in order."""
        last = self._events[-1]
        return [*(self._events[step] for step in self.needed(last.by)), last]

    @property
    def lines(self) -> int:
        return sum(bool(event.words) for event in self.needed_events)

    def proposal(self) -> Proposal:
        board, events, supposed = self._board, self.needed_events, [self._supposed]
        lines = [f"suppose {board.name(self._supposed[0])} = {SYMBOLS[self._supposed[1]]}:"]
        lines += [f"  {event.words}" for event in events if event.words]
        lines.append(f"so {board.excluded(supposed)}")
        met = dict.fromkeys(cell for cell, _ in [*supposed, *(c for event in events for c in event.by)])
        facts = (*board.settled(met), *board.hold_nothing_else(cell for cell in met if cell in board.candidates))
        pattern = TechniquePattern(tuple(lines), (board.values(supposed),), look=board.cells_at(self._supposed[0]))
        rules = tuple(dict.fromkeys(key for event in events for key in event.rules))
        return Proposal("supposition", board.values_not(supposed), rules, facts, pattern, SUPPOSITION)

    def _take(self, event: _Event) -> None:
        for cell, digit in event.gone:
            self._left[cell].discard(digit)
            if len(self._left[cell]) < 2:
                self._few.add(cell)
            self.gone.setdefault((cell, digit), len(self._events))
            for house in self._board.layout.units_of[cell]:
                self._stale[house] = None
            for rule in self._about.get(cell, ()):
                self._stale[rule] = None
        self._events.append(event)

    def _next(self) -> Iterator[_Event | None]:
        """What follows next, what is plain to see first."""
        for cell in sorted(self._few):
            if not self._left[cell]:
                yield _Event(f"no digit for {self._board.name(cell)} is left", (), self._lost([cell]), ())
            else:
                self._few.discard(cell)
                yield self._settled(cell, *self._left[cell])
        while self._stale:
            rule = next(iter(self._stale))
            del self._stale[rule]
            yield from self._by_house(rule) if isinstance(rule, Unit) else self._by_rule(rule)

    def _settled(self, cell: int, digit: int) -> _Event | None:
        board = self._board
        gone = tuple((peer, digit) for peer in sorted(board.peers[cell]) if digit in self._left[peer])
        if not gone:
            return None
        last = max(self.gone.get((cell, other), 0) for other in board.digits if other != digit)
        is_said = last == 0 or self._events[last].words
        words = "" if is_said else f"{board.name(cell)} = {SYMBOLS[digit]}, all that is left there"
        return _Event(words, tuple(board.rules_between(*((cell, peer) for peer, _ in gone))), self._lost([cell]), gone)

    def _by_house(self, house: Unit) -> Iterator[_Event]:
        board = self._board
        if len(house.cells) < len(board.digits):
            return
        once: set[int] = set()
        several: set[int] = set()
        for cell in house.cells:
            several |= once & self._left[cell]
            once |= self._left[cell]
        for digit in (digit for digit in board.digits if digit not in several):
            by = tuple((cell, digit) for cell in house.cells if digit not in self._left[cell])
            if digit not in once:
                yield _Event(f"no place for {SYMBOLS[digit]} in {house} is left", (house.rule,), by, ())
                continue
            cell = next(cell for cell in house.cells if digit in self._left[cell])
            if len(self._left[cell]) > 1:
                gone = tuple((cell, other) for other in sorted(self._left[cell] - {digit}))
                words = f"{board.name(cell)} = {SYMBOLS[digit]}, the only place in {house}"
                self._stale[house] = None
                yield _Event(words, (house.rule,), by, gone)

    def _by_rule(self, rule: OneRule) -> Iterator[_Event]:
        left = tuple(frozenset(self._left[cell]) for cell in rule.cells)
        held = rule.supported(left)
        gone = tuple(
            (cell, digit)
            for cell, mine, may in zip(rule.cells, left, held, strict=True)
            for digit in sorted(mine - may)
        )
        if gone:
            keys = (rule.key, *self._board.rules_between(*rule.rules_between))
            fails = not all(held)
            words = f"{rule.sentence}: " + ("impossible" if fails else f"so {self._so(gone)}")
            yield _Event(words, keys, self._lost(rule.cells), () if fails else gone)

    def _so(self, gone: Iterable[Candidate]) -> str:
        out: dict[int, list[int]] = {}
        for cell, digit in gone:
            out.setdefault(cell, []).append(digit)
        left = {cell: sorted(self._left[cell].difference(digits)) for cell, digits in out.items()}
        return "; ".join(f"{self._board.name(cell)} is {left_or_gone(left[cell], out[cell])}" for cell in out)

    def _lost(self, cells: Iterable[int]) -> tuple[Candidate, ...]:
        digits = self._board.digits
        return tuple((cell, digit) for cell in cells for digit in digits if digit not in self._left[cell])
