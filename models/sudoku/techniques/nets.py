"""Forcing chains and nets: what follows from a supposition fails, or follows from every other one as well.

Where a candidate leads to something that both holds and does not, it is out (a contradiction). Where all candidates
of a cell, or all places of a digit in a unit, lead to one and the same thing, that is so (a reduction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import pairwise
from operator import and_, attrgetter, itemgetter, or_

from models.deductions import WEAK
from models.kit.names import listed
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import (
    Candidate,
    CandidateBoard,
    Description,
    Finding,
    bits,
    chained,
    digits_of,
    written,
)
from models.sudoku.techniques.chains import Level, Network, longer
from models.sudoku.techniques.supposition import CELL, LOCKED, PATTERNS, Account, Net, Target

NISHIO, STATIC, DYNAMIC, PATTERNED = 7.5, 8.0, 8.5, 9.0
"""How hard the shortest are to see."""

ALL_LEVELS = 10_000


@dataclass(frozen=True)
class _Cases:
    """The numbers of candidates of which one holds: all of a cell (``CELL``), or all places of a digit in a unit."""

    numbers: tuple[int, ...]
    unit: int

    @property
    def kind(self) -> str:
        return "cell" if self.unit == CELL else "unit"


def nishio(board: CandidateBoard) -> Iterator[Finding]:
    """A place of a digit, or its not being there, leads to a contradiction among the places of this digit."""
    nets = (net for both in _nets(board, of_digit=True).values() for net in both)
    if net := min((net for net in nets if net.contradiction), key=attrgetter("complexity"), default=None):
        describe = partial(_describe_contradiction, board, net)
        yield _finding(board, "nishio", NISHIO, net.complexity, (net.start, not net.is_on), describe)


def forcing_chains(board: CandidateBoard) -> Iterator[Finding]:
    """All candidates of a cell, or all places of a digit in a unit, lead along chains to one and the same thing."""
    network = Network(board)
    levels = {start: network.levels(start, True, ALL_LEVELS) for start in network.weak}
    on, off = ({start: _reached(levels[start], is_on) for start in levels} for is_on in (True, False))
    found: list[tuple[int, Target, _Cases]] = []
    for cases in _choices(board, least=3):
        all_on, all_off = (bits(reduce(and_, (reached[n] for n in cases.numbers))) for reached in (on, off))
        for target in _targets(board, all_on, all_off):
            found.append((sum(_depth(levels[n], target) for n in cases.numbers), target, cases))
    if found:
        complexity, target, cases = min(found, key=itemgetter(0))
        ways = [network.way(levels[n][: _depth(levels[n], target)], target[0]) for n in cases.numbers]
        describe = partial(_describe_chains, board, network, cases, ways, target)
        yield _finding(board, f"{cases.kind} forcing chains", STATIC, complexity, target, describe)


def forcing_nets(board: CandidateBoard, with_patterns: bool = False) -> Iterator[Finding]:
    """The easiest net: a contradiction, or a reduction of a cell, a unit, or of a candidate and its opposite."""
    nets = _nets(board, with_patterns=with_patterns)
    found: list[tuple[int, str, Target, Callable[[], Description]]] = []

    def reduction(name: str, cases: _Cases, of: Sequence[Net]) -> None:
        all_on = sorted(set(of[0].on).intersection(*(net.on for net in of[1:])))
        all_off = sorted(set(of[0].off).intersection(*(net.off for net in of[1:])))
        targets = [
            (sum((net.on if is_on else net.off)[number].bit_count() for net in of), (number, is_on))
            for number, is_on in _targets(board, all_on, all_off)
        ]
        if targets:
            complexity, target = min(targets, key=itemgetter(0))
            found.append((complexity, name, target, partial(_describe_reduction, board, cases, of, target)))

    for start, both in nets.items():
        for net in both:
            if net.contradiction:
                contradiction = partial(_describe_contradiction, board, net)
                found.append((net.complexity, "forcing net", (start, not net.is_on), contradiction))
        if board.left[start % len(board.left)].bit_count() > 2:
            reduction("double forcing nets", _Cases((start,), CELL), both)
    for cases in _choices(board, least=2):
        reduction(f"{cases.kind} forcing nets", cases, [nets[number][0] for number in cases.numbers])
    if found:
        complexity, name, target, describe = min(found, key=itemgetter(0))
        base, more = (PATTERNED, " with patterns") if with_patterns else (DYNAMIC, "")
        yield _finding(board, name + more, base, complexity, target, describe)


def _nets(board: CandidateBoard, of_digit: bool = False, with_patterns: bool = False) -> dict[int, list[Net]]:
    """For each candidate what follows from it, and from its opposite.

    From one board to the next, nets are kept that nothing which is gone can matter to.
    """
    nets: dict[int, list[Net]]
    left, nets = board.memory.get((of_digit, with_patterns), ([], {}))
    if left == board.left:
        return nets
    gone = [was & ~now for was, now in zip(left, board.left, strict=False)]
    is_later = len(left) == len(board.left) and not any(now & ~was for was, now in zip(left, board.left, strict=True))
    near = _near(board, gone, with_patterns) if is_later else -1
    plain = _nets(board) if with_patterns else {}
    kept: dict[int, list[Net]] = {}
    for start in _all_candidates(board):
        kept[start] = []
        for place, is_on in enumerate((True, False)):
            if ~near and not nets[start][place].looked_at & near:
                net = nets[start][place]
            elif with_patterns:
                net = plain[start][place].seeing_patterns(board)
            else:
                net = Net(board, start, is_on, of_digit)
            kept[start].append(net)
    board.memory[of_digit, with_patterns] = board.left[:], kept
    return kept


def _near(board: CandidateBoard, gone: Sequence[int], with_patterns: bool) -> int:
    """The candidates, as bits, that nets look at together with one that is gone: of its cell, or of its digit near it.

    Patterns look at all digits near it, and at all places of its digit.
    """
    size, near = len(board.left), 0
    for cell, digits in enumerate(gone):
        around = board.masks.peers[cell] | 1 << cell
        for digit in digits_of(digits):
            for other in board.digits:
                whole = with_patterns and other == digit
                at = (1 << size) - 1 if whole else around if with_patterns or other == digit else 1 << cell
                near |= at << other * size
    return near


def _all_candidates(board: CandidateBoard) -> Iterator[int]:
    for cell, left in enumerate(board.left):
        yield from (digit * len(board.left) + cell for digit in digits_of(left))


def _choices(board: CandidateBoard, least: int) -> Iterator[_Cases]:
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


def _reached(levels: Sequence[Level], is_on: bool) -> int:
    return reduce(or_, (level for state, level in levels if state is is_on), 0)


def _depth(levels: Sequence[Level], target: Target) -> int:
    """How many candidates the shortest way to a target goes by."""
    return next(n for n, (is_on, level) in enumerate(levels, 1) if is_on is target[1] and level >> target[0] & 1)


def _targets(board: CandidateBoard, on: Iterable[int], off: Iterable[int]) -> Iterator[Target]:
    """What all cases lead to, where that is new: a candidate is off, or it is on and not the only one of its cell."""
    yield from ((number, False) for number in off)
    yield from ((number, True) for number in on if board.left[number % len(board.left)].bit_count() > 1)


def _candidate(board: CandidateBoard, number: int) -> Candidate:
    digit, cell = divmod(number, len(board.left))
    return cell, digit


def _statement(board: CandidateBoard, target: Target) -> str:
    """``R1C1 = 5``, or ``R1C1 is not 5``."""
    cell, digit = _candidate(board, target[0])
    return f"{board.name(cell)} {'=' if target[1] else 'is not'} {SYMBOLS[digit]}"


def _finding(
    board: CandidateBoard, name: str, base: float, complexity: int, target: Target, describe: Callable[[], Description]
) -> Finding:
    candidate, number = _candidate(board, target[0]), round(base + longer(complexity), 1)
    return Finding(name, number, (), describe, candidate) if target[1] else Finding(name, number, [candidate], describe)


class _Story(Account):
    """What suppositions lead to, line by line, with the rules and facts behind it."""

    def heading(self, cases: _Cases) -> str:
        """What the cases are of; the rule and the facts that leave no other are noted."""
        board = self.board
        cells, digits = zip(*(_candidate(board, number) for number in cases.numbers), strict=True)
        unit = None if cases.unit == CELL else board.units[cases.unit]
        self.because((cells[0], digits[0]), unit)
        if unit:
            return f"in {unit}, {SYMBOLS[digits[0]]} fits only {board.names(cells, 'or')}:"
        return f"{board.name(cells[0])} is {written(digits, 'or')}:"

    def lines(self, net: Net, target: Target) -> Iterator[str]:
        """A line for the target, and for each candidate on the way that is on or that a pattern puts off."""
        needed = net.needed(target)
        for step, (why, _) in net.why.items():
            if step in needed and (step[1] or step == target or why in PATTERNS):
                yield self._line(net, *step)

    def _line(self, net: Net, number: int, is_on: bool) -> str:
        board = self.board
        why, before = net.why[number, is_on]
        candidate = _candidate(board, number)
        by: dict[Target, None] = {}
        for other in before:
            if is_on or why in PATTERNS:
                by |= dict.fromkeys([self._behind(net, other)])
            else:
                by[other, True] = None
                self.rules += board.rules_between((candidate[0], _candidate(board, other)[0]))
        how = ""
        if is_on:
            unit = board.units[why] if why >= 0 else None
            how = f", the only place in {unit}" if unit else ", all that is left there"
            self.held[candidate] = None
            self.because(candidate, unit)
            self.link((_candidate(board, other) for other, on in by if on), candidate)
        elif why in PATTERNS:
            how = f", by {PATTERNS[why]}" + (self._locked(candidate, before) if why == LOCKED else "")
            self.rules += [unit.rule for unit in board.units]
            self.facts += board.all_known()
        return f"{listed(_statement(board, reason) for reason in by)} → {_statement(board, (number, is_on))}{how}"

    def _locked(self, candidate: Candidate, gone: Sequence[int]) -> str:
        """In which unit the digit is left only within a unit of the candidate, once others are gone."""
        board, (cell, digit) = self.board, candidate
        masks, without = board.masks, sum(1 << _candidate(board, number)[0] for number in gone)
        for place, unit in enumerate(masks.units):
            if without & ~unit or unit >> cell & 1:
                continue
            left = board.where[digit] & unit & ~without
            within = [p for p, across in masks.about[cell] if not left & ~across]
            if left and within:
                return f": in {board.units[place]}, {SYMBOLS[digit]} fits only within {board.units[within[0]]}"
        return ""

    def _behind(self, net: Net, off: int) -> Target:
        """What a candidate that is off follows from: itself, where that has a line or is supposed."""
        why, before = net.why.get((off, False), (LOCKED, ()))
        if why in PATTERNS:
            return off, False
        self.rules += self.board.rules_between((_candidate(self.board, off)[0], _candidate(self.board, before[0])[0]))
        return before[0], True


def _describe_contradiction(board: CandidateBoard, net: Net) -> Description:
    net, story = replace(net, board=board, recorded=True), _Story(board)
    assert net.contradiction
    number = net.contradiction[0]
    steps = dict.fromkeys((*story.lines(net, (number, True)), *story.lines(net, (number, False))))
    lines = [
        f"suppose {_statement(board, (net.start, net.is_on))}:",
        *(f"  {line}" for line in steps),
        f"  but {_statement(board, (number, True))} and {_statement(board, (number, False))} cannot both be",
        f"so {_statement(board, (net.start, not net.is_on))}",
    ]
    return story.description(lines, [_candidate(board, net.start)], in_cases=False)


def _describe_reduction(board: CandidateBoard, cases: _Cases, nets: Sequence[Net], target: Target) -> Description:
    story = _Story(board)
    lines = [story.heading(cases)] if len(cases.numbers) > 1 else []
    for net in nets:
        start = net.start, net.is_on
        steps = list(story.lines(replace(net, board=board, recorded=True), target)) if start != target else []
        lines.append(f"  if {_statement(board, start)}{':' if steps else ', that is it'}")
        lines += [f"    {line}" for line in steps]
    lines.append(f"so in any case {_statement(board, target)}")
    return story.description(lines, [_candidate(board, number) for number in cases.numbers])


def _describe_chains(
    board: CandidateBoard, network: Network, cases: _Cases, ways: Sequence[Sequence[int]], target: Target
) -> Description:
    story = _Story(board)
    lines = [story.heading(cases)]
    for way in ways:
        chain = list(map(network.candidate, way))
        links = board.chain(chain, WEAK)
        alone = "that is it" if len(chain) == 1 else "it holds nothing else" if len({c for c, _ in chain}) == 1 else ""
        lines.append(f"  if {_statement(board, (way[0], True))}: {alone or chained(links)}")
        story.held |= dict.fromkeys(chain[::2])
        story.links |= dict.fromkeys(links)
        for place, (one, other) in enumerate(pairwise(chain)):
            if place % 2:
                story.because(other, network.link(one, other))
            else:
                story.rules += board.rules_between((one[0], other[0]))
    lines.append(f"so in any case {_statement(board, target)}")
    return story.description(lines, map(network.candidate, cases.numbers))
