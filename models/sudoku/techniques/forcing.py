"""Forcing chains and nets: a candidate is supposed, and what it forces, single by single, leads to a contradiction.

Where no candidate fails that way, two cells for a digit or two digits for a cell are gone through case by case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache, partial
from math import inf, prod

from models.kit.names import listed
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits
from models.sudoku.techniques.chains import longer
from models.sudoku.techniques.supposition import Account, Supposition

MAX_PLACED = 4_000
"""So many digits are placed in the search for a short contradiction; where none is found by then, it goes on."""

MAX_PLACED_IN_CASES = 5_000
"""So many where cases must be gone through, for each of the lengths that are tried."""

LINE_LIMITS = (25, 50, 100, 200, inf)
"""At first a text in cases of so few lines is looked for, then longer ones."""

NESTED = 10.0
"""How hard the shortest is to see: harder than nets on which patterns are seen."""

SUPPOSED, LAST_DIGIT = -1, -2
"""Why a digit is placed, where it is not the only place in a unit, which goes by its number."""


def forcing(board: CandidateBoard) -> Iterator[Finding]:
    """The candidate that fails in the fewest steps."""
    search = _ForcingSearch(board)
    failure = search.plain() or search.nested()
    if failure:
        cell, digit, _ = failure.trial.made[failure.own[0]]
        number = round(NESTED + longer(failure.lines), 1)
        yield Finding(_name(failure), number, [(cell, digit)], partial(_describe, board, failure))


@dataclass(frozen=True)
class _Failure:
    """How a supposition fails.

    Attributes:
        placed: places in ``trial.made`` of what is needed, supposed at first; those from ``start`` are its own.
        lack: the candidates without which there is a contradiction, or no other case: of a unit, or of a cell.
        cases: how all that is left then fails; empty where ``trial`` has a contradiction.
    """

    placed: tuple[int, ...]
    trial: _Singles
    start: int
    lack: tuple[Candidate, ...]
    unit: int
    cases: tuple[_Failure, ...] = ()

    @property
    def own(self) -> list[int]:
        return [place for place in self.placed if place >= self.start]

    @property
    def lines(self) -> int:
        return len(self.own) + 1 + sum(case.lines for case in self.cases)


Choice = tuple[int, list[Candidate]]
"""The candidates left of a unit's places for a digit, after its number, or of a cell, after ``LAST_DIGIT``."""


class _Singles(Supposition):
    """A board on which something is supposed, and all singles that follow are placed.

    Attributes:
        left: the digits left for each cell, as bits; 0 for those placed.
        room: how many places each unit has left for each digit, 0 where it is placed; ``rows`` has for each cell
            where the counts of its units begin.
        made: the digits placed, in order, each with why; the steps of the supposition.
        contradiction: a candidate that went last of its cell (``LAST_DIGIT``), or of its digit in the unit.
    """

    def __init__(self, board: CandidateBoard) -> None:
        super().__init__()
        order = self.order = len(board.digits)
        self.peers = board.peers
        self.units = board.units
        number = {unit.rule: place for place, unit in enumerate(board.units)}
        self.rows = [[number[rule] * (order + 1) for rule in rules] for rules in board.layout.rules_of]
        self.left = [0] * len(board.peers)
        self.room = [0] * (len(board.units) * (order + 1))
        for cell, digits in board.candidates.items():
            self.left[cell] = sum(1 << digit for digit in digits)
            for row in self.rows[cell]:
                for digit in digits:
                    self.room[row + digit] += 1
        self.made: list[tuple[int, int, int]] = []
        self.contradiction: tuple[int, Candidate] | None = None

    def copy(self) -> _Singles:
        other = copy(self)
        other.left, other.room = self.left[:], self.room[:]
        other.made, other.gone = self.made[:], self.gone.copy()
        return other

    def suppose(self, cell: int, digit: int) -> bool:
        """Place a digit and all singles that follow, breadth first; whether that ends in a contradiction."""
        left, room, rows, gone, made = self.left, self.room, self.rows, self.gone, self.made
        waiting = [(cell, digit, SUPPOSED)]
        for cell, digit, why in waiting:
            bit, rest = 1 << digit, left[cell]
            if not rest & bit:
                continue  # placed already
            by = len(made)
            made.append((cell, digit, why))
            for row in rows[cell]:
                room[row + digit] = 0
            left[cell] = 0
            closed = [(cell, other) for other in bits(rest ^ bit)]
            for peer in self.peers[cell]:
                rest = left[peer]
                if rest & bit:
                    rest ^= bit
                    left[peer] = rest
                    if not rest:
                        gone[peer, digit] = by
                        self.contradiction = LAST_DIGIT, (peer, digit)
                        return True
                    if not rest & rest - 1:
                        waiting.append((peer, rest.bit_length() - 1, LAST_DIGIT))
                    closed.append((peer, digit))
            for candidate in closed:
                gone[candidate] = by
            for where, digit in closed:
                for row in rows[where]:
                    places = room[row + digit]
                    if places:
                        room[row + digit] = places - 1
                        if places == 1:
                            self.contradiction = row // (self.order + 1), (where, digit)
                            return True
                        if places == 2:
                            unit, bit = row // (self.order + 1), 1 << digit
                            for only in self.units[unit].cells:
                                if left[only] & bit:
                                    waiting.append((only, digit, unit))
                                    break
        return False

    def lacked(self, step: int) -> list[Candidate]:
        cell, digit, why = self.made[step]
        return [] if why == SUPPOSED else [other for other in self.among(why, cell, digit) if other != (cell, digit)]

    def among(self, unit: int, cell: int, digit: int) -> list[Candidate]:
        """All digits of a cell, where that is why one of them is placed, or else all places of a digit in a unit."""
        if unit == LAST_DIGIT:
            return [(cell, other) for other in range(1, self.order + 1)]
        return [(other, digit) for other in self.units[unit].cells]

    def choices(self) -> Iterator[Choice]:
        for cell, left in enumerate(self.left):
            if left.bit_count() == 2:
                yield LAST_DIGIT, [(cell, digit) for digit in bits(left)]
        for number, unit in enumerate(self.units):
            for digit in range(1, self.order + 1):
                if self.room[number * (self.order + 1) + digit] == 2:
                    yield number, [(cell, digit) for cell in unit.cells if self.left[cell] >> digit & 1]

    def failure(self, start: int) -> _Failure:
        assert self.contradiction
        unit, candidate = self.contradiction
        lack = self.among(unit, *candidate)
        return _Failure(tuple(self.needed(lack)), self, start, tuple(lack), unit)

    def joined(self, start: int, choice: Choice, cases: tuple[_Failure, ...]) -> _Failure:
        """What all ``cases`` of a choice need of what was placed before them, and what leaves no other case."""
        unit, left = choice
        lack = tuple(candidate for candidate in self.among(unit, *left[0]) if candidate not in left)
        shared = [place for case in cases for place in case.placed if place < len(self.made)]
        before = (c for place in shared for c in self.lacked(place))
        placed = {start, *shared, *self.needed((*lack, *before))}
        return _Failure(tuple(sorted(placed)), self, start, lack, unit, cases)


class _ForcingSearch:
    """The search for a supposition that fails soon, those in cells with few candidates first."""

    def __init__(self, board: CandidateBoard) -> None:
        self._start = _Singles(board)
        by_size = sorted(board.candidates.items(), key=lambda item: len(item[1]))
        self._suppositions = [(cell, digit) for cell, digits in by_size for digit in sorted(digits)]
        self._undecided: list[tuple[Candidate, _Singles]] = []
        self._answer: set[Candidate] = set()
        self._placed = 0

    def plain(self) -> _Failure | None:
        """The one that fails by singles alone in the fewest steps, of all that are tried before the work is done."""
        self._placed = 0
        best: _Failure | None = None
        for supposed in self._suppositions:
            trial = self._suppose(self._start, supposed)
            if not trial.contradiction:
                self._undecided.append((supposed, trial))
            else:
                found = trial.failure(0)
                best = found if best is None or found.lines < best.lines else best
            if best and self._placed > MAX_PLACED:
                break
        return best

    def nested(self) -> _Failure | None:
        """One that fails when what is left is gone through in cases; None where every candidate is in some answer."""
        self._undecided.sort(key=lambda supposed: -len(supposed[1].made))  # what forces most is near to failing
        for lines in LINE_LIMITS:
            self._placed = 0
            for supposed, trial in self._undecided:
                met = supposed in self._answer  # on the way from something else
                if not met and (found := self._split(trial, 0, lines)):
                    return found
                if self._placed > MAX_PLACED_IN_CASES and lines < inf:
                    break
        return None

    def _suppose(self, before: _Singles, supposed: Candidate) -> _Singles:
        trial = before.copy()
        trial.suppose(*supposed)
        self._placed += len(trial.made) - len(before.made)
        return trial

    def _split(self, trial: _Singles, start: int, lines: float) -> _Failure | None:
        """How two cases fail, or one of them and then the other, in so many lines; None where an answer is met."""
        if lines <= 0:
            return None
        suppose = cache(lambda candidate: self._suppose(trial, candidate))  # a candidate may be in several choices
        both: list[_Failure] = []
        most: tuple[tuple[bool, int], Choice, list[_Singles]] | None = None
        for choice in trial.choices():
            trials = [suppose(candidate) for candidate in choice[1]]
            failures = [other.failure(len(trial.made)) for other in trials if other.contradiction]
            if len(failures) == len(trials):
                both.append(trial.joined(start, choice, tuple(failures)))
            else:
                forced = prod(len(other.made) - len(trial.made) for other in trials if not other.contradiction)
                merit = bool(failures), forced
                if sum(failure.lines for failure in failures) < lines and (most is None or merit > most[0]):
                    most = merit, choice, trials
        if both:
            best = min(both, key=lambda failure: failure.lines)
            return best if best.lines <= lines else None
        if most:
            return self._joined(trial, start, most[1], most[2], lines)
        return self._every_digit(trial, start, lines)

    def _every_digit(self, trial: _Singles, start: int, lines: float) -> _Failure | None:
        sizes = [(left.bit_count(), cell) for cell, left in enumerate(trial.left) if left]
        if not sizes:
            self._answer.update((cell, digit) for cell, digit, _ in trial.made)
            return None
        _, cell = min(sizes)
        choice = LAST_DIGIT, [(cell, digit) for digit in bits(trial.left[cell])]
        trials = [self._suppose(trial, candidate) for candidate in choice[1]]
        return self._joined(trial, start, choice, trials, lines)

    def _joined(
        self, trial: _Singles, start: int, choice: Choice, trials: list[_Singles], lines: float
    ) -> _Failure | None:
        """All cases of a choice together, each gone through in its turn, those that fail at once first."""
        before = len(trial.made)
        cases: list[_Failure] = []
        for other in sorted(trials, key=lambda other: other.contradiction is None):
            left = lines - 2 - sum(case.lines for case in cases)
            case = other.failure(before) if other.contradiction else self._split(other, before, left)
            if case is None:
                return None
            cases.append(case)
        joined = trial.joined(start, choice, tuple(cases))
        return joined if joined.lines <= lines else None


def _describe(board: CandidateBoard, failure: _Failure) -> Description:
    account = Account(board)
    failures = [failure]
    for one in failures:
        failures += one.cases
        made, gone = one.trial.made, one.trial.gone
        lacks: list[tuple[Iterable[Candidate], int, Candidate | None]] = [(one.lack, one.unit, None)]
        for place in one.own:
            cell, digit, why = made[place]
            account.held[cell, digit] = None
            lacks.append((one.trial.lacked(place), why, (cell, digit)))
        for lack, unit, shown in lacks:
            by = one.trial.causes(lack)
            account.rules += board.rules_between(
                *((cell, made[gone[cell, d]][0]) for cell, d in lack if (cell, d) in gone)
            )
            if shown:
                account.link((made[place][:2] for place in by), shown)
            for cell, digit in lack:
                account.facts += () if board.left[cell] >> digit & 1 else board.lack(digit, [cell])
            account.rules += [board.units[unit].rule] if unit >= 0 else []
    supposed = next(iter(account.held))
    lines = [*_lines(board, failure, "suppose", ""), f"so {board.excluded([supposed])}"]
    return account.description(lines, [supposed], in_cases=False)


def _name(failure: _Failure) -> str:
    if failure.cases:
        return "nested forcing net"
    trial = failure.trial
    plain = all(len(trial.causes(trial.lacked(place))) <= 1 for place in failure.own)
    return "forcing chain" if plain else "forcing net"


def _lines(board: CandidateBoard, failure: _Failure, word: str, indent: str) -> Iterator[str]:
    """A line for each link: what it follows from, and what holds; the cases indented below what leads to them."""
    made = failure.trial.made

    def because(lack: Iterable[Candidate]) -> str:
        causes = (made[place] for place in failure.trial.causes(lack))
        return listed(f"{board.name(cell)} = {SYMBOLS[digit]}" for cell, digit, _ in causes)

    first, *rest = failure.own
    yield f"{indent}{word} {board.name(made[first][0])} = {SYMBOLS[made[first][1]]}:"
    indent += "  "
    for place in rest:
        cell, digit, why = made[place]
        how = "all that is left there" if why == LAST_DIGIT else f"the only place in {board.units[why]}"
        by = because(failure.trial.lacked(place))
        yield f"{indent}{by} → {board.name(cell)} = {SYMBOLS[digit]}, {how}"
    if not failure.cases:
        assert failure.trial.contradiction
        unit, (cell, digit) = failure.trial.contradiction
        one_digit = unit == LAST_DIGIT
        nothing = f"digit for {board.name(cell)}" if one_digit else f"place for {SYMBOLS[digit]} in {board.units[unit]}"
        yield f"{indent}{because(failure.lack)} → no {nothing} is left"
    for case in failure.cases:
        yield from _lines(board, case, "if", indent)
