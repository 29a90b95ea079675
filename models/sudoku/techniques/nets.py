"""Forcing chains and nets: what follows from a supposition fails, or follows from every other one as well.

Where a candidate leads to something that both holds and does not, it is out (a contradiction). Where all candidates
of a cell, or all places of a digit in a unit, lead to one and the same thing, that is so (a reduction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from models.deductions import SO, WEAK, Pattern, Tie
from models.kit.words import listed
from models.language.model import Key, Literal
from models.sudoku.instance import SYMBOLS
from models.sudoku.techniques.board import Board, Candidate, Finding, Told, bits, chained, digits_of, written
from models.sudoku.techniques.network import Level, Network, longer
from models.sudoku.techniques.supposition import (
    CELL,
    HIDDEN_PAIR,
    LOCKED,
    NAKED_PAIR,
    PATTERNS,
    X_WING,
    Net,
    Target,
)

NISHIO, STATIC, DYNAMIC, PATTERNED = 7.5, 8.0, 8.5, 9.0
"""How hard the shortest are to see."""

ENDLESS = 10_000

CALLED = {LOCKED: "locked candidates", HIDDEN_PAIR: "a hidden pair", NAKED_PAIR: "a naked pair", X_WING: "an X-wing"}
"""The patterns that are seen on the way."""


@dataclass(frozen=True)
class _Cases:
    """Candidates of which one holds: all of a cell, or all places of a digit in a unit.

    Attributes:
        numbers: the candidates.
        unit: the place of the unit; ``CELL`` where they are those of a cell.
    """

    numbers: tuple[int, ...]
    unit: int


def nishio(board: Board) -> Iterator[Finding]:
    """A place of a digit, or its not being there, leads to a contradiction among the places of this digit."""
    best: Net | None = None
    for start in _all_candidates(board):
        for is_on in (True, False):
            trial = Net(board, start, is_on, of_digit=True)
            if trial.clash and (best is None or trial.complexity < best.complexity):
                best = trial
    if best:
        yield _contradiction(board, best, "nishio", NISHIO)


def forcing_chains(board: Board) -> Iterator[Finding]:
    """All candidates of a cell, or all places of a digit in a unit, lead along chains to one and the same thing."""
    network = Network(board)
    levels = {start: network.levels(start, True, ENDLESS) for start in network.weak}
    reached = {start: _union(found) for start, found in levels.items()}
    best: tuple[int, _Cases, Target] | None = None
    for cases in _choices(board, least=3):
        for target in _common(board, [reached[number] for number in cases.numbers]):
            complexity = sum(_depth(levels[number], target) for number in cases.numbers)
            if best is None or complexity < best[0]:
                best = complexity, cases, target
    if best:
        complexity, cases, target = best
        name = f"{'cell' if cases.unit == CELL else 'unit'} forcing chains"
        number = round(STATIC + longer(complexity), 1)
        ways = [network.way(levels[n][: _depth(levels[n], target)], target[0]) for n in cases.numbers]
        tell = partial(_told_chains, board, network, cases, ways, target)
        yield _aimed(board, name, number, target, tell)


def forcing_nets(board: Board, with_patterns: bool = False) -> Iterator[Finding]:
    """The easiest net: a contradiction, or a reduction of a cell, a unit, or of a candidate and its opposite."""
    trials: dict[int, Net] = {}
    best: tuple[int, Callable[[], Finding]] | None = None
    base = PATTERNED if with_patterns else DYNAMIC
    more = " with patterns" if with_patterns else ""

    def offer(complexity: int, find: Callable[[], Finding]) -> None:
        nonlocal best
        if best is None or complexity < best[0]:
            best = complexity, find

    def reduce(among: Sequence[Net], name: str, cases: _Cases) -> None:
        found = _common_of(board, among)
        if found:
            complexity, target = found
            number = round(base + longer(complexity), 1)
            tell = partial(_told_reduction, board, among, cases, target)
            offer(complexity, partial(_aimed, board, name, number, target, tell))

    for start in _all_candidates(board):
        both = [Net(board, start, is_on, with_patterns=with_patterns) for is_on in (True, False)]
        trials[start] = both[0]
        for trial in both:
            if trial.clash:
                offer(trial.complexity, partial(_contradiction, board, trial, "forcing net" + more, base))
        if board.left[start % len(board.left)].bit_count() > 2:
            reduce(both, "double forcing nets" + more, _Cases((start,), CELL))
    for cases in _choices(board, least=2):
        kind = "cell" if cases.unit == CELL else "unit"
        reduce([trials[number] for number in cases.numbers], f"{kind} forcing nets{more}", cases)
    if best:
        yield best[1]()


def _all_candidates(board: Board) -> Iterator[int]:
    """The numbers of all candidates."""
    for cell, left in enumerate(board.left):
        yield from (digit * len(board.left) + cell for digit in digits_of(left))


def _choices(board: Board, least: int) -> Iterator[_Cases]:
    """Cells with so many candidates at least, and units in which the first place of a digit is in such a cell."""
    size = len(board.left)
    for cell, left in enumerate(board.left):
        if left.bit_count() >= least:
            yield _Cases(tuple(digit * size + cell for digit in digits_of(left)), CELL)
    for digit in board.digits:
        for unit, mask in enumerate(board.masks.units):
            places = board.where[digit] & mask
            if places & (places - 1) and board.left[(places & -places).bit_length() - 1].bit_count() >= least:
                yield _Cases(tuple(digit * size + cell for cell in bits(places)), unit)


def _union(levels: Sequence[Level]) -> tuple[int, int]:
    """All that is on at some level, and all that is off."""
    on = off = 0
    for is_on, level in levels:
        if is_on:
            on |= level
        else:
            off |= level
    return on, off


def _depth(levels: Sequence[Level], target: Target) -> int:
    """How many candidates the shortest way to a target goes by."""
    return next(n for n, (is_on, level) in enumerate(levels, 1) if is_on is target[1] and level >> target[0] & 1)


def _common(board: Board, reached: Sequence[tuple[int, int]]) -> Iterator[Target]:
    """What all cases lead to, where that is new."""
    on = off = -1
    for one, other in reached:
        on &= one
        off &= other
    yield from ((number, False) for number in bits(off))
    yield from ((number, True) for number in bits(on) if _is_news(board, number))


def _common_of(board: Board, trials: Sequence[Net]) -> tuple[int, Target] | None:
    """What all trials lead to by the fewest candidates in all, and how many these are."""
    first, *others = trials
    best: tuple[int, Target] | None = None
    on, off = set(first.on), set(first.off)
    for other in others:
        on &= other.on.keys()
        off &= other.off.keys()
    for number in sorted(off):
        complexity = sum(trial.off[number].bit_count() for trial in trials)
        if best is None or complexity < best[0]:
            best = complexity, (number, False)
    for number in sorted(on):
        if _is_news(board, number):
            complexity = sum(trial.on[number].bit_count() for trial in trials)
            if best is None or complexity < best[0]:
                best = complexity, (number, True)
    return best


def _is_news(board: Board, number: int) -> bool:
    """Whether a cell may hold anything but a candidate."""
    left = board.left[number % len(board.left)]
    return bool(left & (left - 1))


def _aimed(board: Board, name: str, number: float, target: Target, tell: Callable[[], Told]) -> Finding:
    digit, cell = divmod(target[0], len(board.left))
    if target[1]:
        return Finding(name, number, (), tell, (cell, digit))
    return Finding(name, number, [(cell, digit)], tell)


def _contradiction(board: Board, trial: Net, name: str, base: float) -> Finding:
    number = round(base + longer(trial.complexity), 1)
    tell = partial(_told_contradiction, board, trial)
    return _aimed(board, name, number, (trial.start, not trial.is_on), tell)


# Telling


class _Story:
    """What a supposition leads to, line by line, with the rules and facts behind it."""

    def __init__(self, board: Board, trial: Net) -> None:
        self.board = board
        self.trial = replace(trial, recorded=True)
        self.rules: list[Key] = []
        self.facts: list[Literal] = []
        self.ties: dict[Tie, None] = {}
        self.held: dict[Candidate, None] = {}

    def candidate(self, number: int) -> Candidate:
        digit, cell = divmod(number, self.trial.size)
        return cell, digit

    def said(self, number: int, is_on: bool) -> str:
        cell, digit = self.candidate(number)
        return f"{self.board.name(cell)} {'=' if is_on else 'is not'} {SYMBOLS[digit]}"

    def lines(self, target: Target) -> Iterator[str]:
        """A line for the target, and for each candidate on the way that is on or that a pattern puts off."""
        trial = self.trial
        needed = trial.needed(target)
        for step, (why, _) in trial.why.items():
            if step in needed and (step[1] or step == target or why in PATTERNS):
                yield self._line(*step)

    def _line(self, number: int, is_on: bool) -> str:
        board = self.board
        why, before = self.trial.why[number, is_on]
        cell, digit = self.candidate(number)
        by: dict[Target, None] = {}
        for other in before:
            if is_on or why in PATTERNS:
                by |= dict.fromkeys(self._behind(other))
            else:
                by[other, True] = None
                self.rules += board.tied((cell, self.candidate(other)[0]))
        if is_on:
            self.held[cell, digit] = None
            unit = board.units[why] if why >= 0 else None
            how = f", the only place in {unit}" if unit else ", all that is left there"
            self.rules += [unit.rule] if unit else []
            self.facts += board.fits_only(digit, unit) if unit else board.hold_nothing_else((cell,))
            for other, on in by:
                if on:
                    self.ties[Tie(board.value(*self.candidate(other)), board.value(cell, digit), SO)] = None
        elif why in PATTERNS:
            how = f", by {CALLED[why]}"
            self.rules += [unit.rule for unit in board.units]
            self.facts += board.all_known()
        else:
            how = ""
        return f"{listed(self.said(*reason) for reason in by)} → {self.said(number, is_on)}{how}"

    def _behind(self, off: int) -> list[Target]:
        """What a candidate that is off is told to follow from: itself, where that has a line or is supposed."""
        if (off, False) not in self.trial.why:
            return [(off, False)]
        why, before = self.trial.why[off, False]
        if why in PATTERNS:
            return [(off, False)]
        self.rules += self.board.tied((self.candidate(off)[0], self.candidate(before[0])[0]))
        return [(before[0], True)]


def _told_contradiction(board: Board, trial: Net) -> Told:
    assert trial.clash
    story = _Story(board, trial)
    number = trial.clash[0]
    lines = [f"suppose {story.said(trial.start, trial.is_on)}:"]
    told = dict.fromkeys((*story.lines((number, True)), *story.lines((number, False))))
    lines += [f"  {line}" for line in told]
    lines += [f"  but {story.said(number, True)} and {story.said(number, False)} cannot both be"]
    lines += [f"so {story.said(trial.start, not trial.is_on)}"]
    start = story.candidate(trial.start)
    sides = (board.values(dict.fromkeys((start, *story.held))),)
    pattern = Pattern(tuple(lines), sides, tuple(story.ties), board.cells_at(start[0]))
    return story.rules, story.facts, pattern


def _told_reduction(board: Board, trials: Sequence[Net], cases: _Cases, target: Target) -> Told:
    stories = [_Story(board, trial) for trial in trials]
    lines, rules, facts = _heading(board, cases) if len(cases.numbers) > 1 else ([], [], [])
    held: dict[Candidate, None] = {}
    ties: dict[Tie, None] = {}
    for story in stories:
        start = story.trial.start, story.trial.is_on
        told = list(story.lines(target)) if start != target else []
        lines.append(f"  if {story.said(*start)}{':' if told else ', that is it'}")
        lines += [f"    {line}" for line in told]
        rules += story.rules
        facts += story.facts
        held |= story.held
        ties |= story.ties
    lines.append(f"so in any case {stories[0].said(*target)}")
    starts = dict.fromkeys(map(stories[0].candidate, cases.numbers))
    sides = (board.values(starts), board.values(held))
    look = board.cells_at(*dict.fromkeys(cell for cell, _ in starts))
    return rules, facts, Pattern(tuple(lines), sides, tuple(ties), look)


def _told_chains(board: Board, network: Network, cases: _Cases, ways: Sequence[Sequence[int]], target: Target) -> Told:
    lines, rules, facts = _heading(board, cases)
    held: list[Candidate] = []
    ties: list[Tie] = []
    for way in ways:
        told = list(map(network.candidate, way))
        links = board.chain(told, WEAK)
        cell, digit = told[0]
        alone = "that is it" if len(told) == 1 else "it holds nothing else" if len({c for c, _ in told}) == 1 else ""
        lines.append(f"  if {board.name(cell)} = {SYMBOLS[digit]}: {alone or chained(links)}")
        held += told[::2]
        ties += links
        for place, (one, other) in enumerate(pairwise(told)):
            unit = network.link(one, other) if place % 2 else None
            if place % 2:
                rules += [unit.rule] if unit else []
                facts += board.fits_only(other[1], unit) if unit else board.hold_nothing_else((one[0],))
            else:
                rules += board.tied((one[0], other[0]))
    cell, digit = network.candidate(target[0])
    lines.append(f"so in any case {board.name(cell)} {'=' if target[1] else 'is not'} {SYMBOLS[digit]}")
    starts = [network.candidate(number) for number in cases.numbers]
    sides = (board.values(starts), board.values(dict.fromkeys(held)))
    look = board.cells_at(*dict.fromkeys(cell for cell, _ in starts))
    return rules, facts, Pattern(tuple(lines), sides, tuple(dict.fromkeys(ties)), look)


def _heading(board: Board, cases: _Cases) -> tuple[list[str], list[Key], list[Literal]]:
    """What the cases are of, with the rule and the facts that leave no other."""
    candidates = [divmod(number, len(board.left)) for number in cases.numbers]
    cells, digits = [cell for _, cell in candidates], [digit for digit, _ in candidates]
    if cases.unit == CELL:
        line = f"{board.name(cells[0])} is {written(digits, 'or')}:"
        return [line], [], list(board.hold_nothing_else(cells[:1]))
    unit = board.units[cases.unit]
    line = f"in {unit}, {SYMBOLS[digits[0]]} fits only {board.names(cells, 'or')}:"
    return [line], [unit.rule], list(board.fits_only(digits[0], unit))
