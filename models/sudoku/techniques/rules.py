"""Rules that are no houses: what the ways to fill a thermometer, an arrow, a dot … leave for its cells.

And what goes by rules about two cells, whichever of few places a digit is in, or whichever of few digits in a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from models.deductions import Place, Proposal, TechniquePattern
from models.kit.names import listed
from models.language.expressions import Linear
from models.language.model import Constraint, IntVar, Key, Model
from models.sudoku.board import SYMBOLS, BoardLayout, Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, left_or_gone, written

MAX_TRIED_CELLS = 3_000
"""So many cells are filled on trial for one rule at one moment; a rule that needs more is left to others."""

MAX_LISTED = 3
"""Of so many cells a line of words says what each can be, if that is one of so few digits."""

MAX_ALTERNATIVES = 4
"""Where there are more places or digits, people do not look."""

Ways = Sequence[frozenset[int]]
"""The digits that each cell of a rule may hold."""

Spans = Sequence[tuple[int, int]]
"""The least and the greatest of them."""


class RuleByRule:
    """The rules of a model that are no houses, each with its cells, ``but`` for those that show more by themselves."""

    def __init__(self, model: Model, cells: Sequence[IntVar], layout: BoardLayout, but: Collection[Key] = ()) -> None:
        number = {var: cell for cell, var in enumerate(cells)}
        passed = {*but, *(unit.rule for unit in layout.units)}
        found: dict[Key, list[Constraint]] = {}
        for constraint in model.constraints:
            if constraint.rule not in passed:
                found.setdefault(constraint.rule, []).append(constraint)
        scopes = {key: list(dict.fromkeys(var for c in of for var in c.scope())) for key, of in found.items()}
        self.rules = [
            OneRule(key, of, [number[var] for var in scopes[key]], layout)
            for key, of in found.items()
            if all(var in number for var in scopes[key])
        ]

    def __call__(self, board: CandidateBoard) -> Iterator[Proposal]:
        """What each rule leaves for its cells, a digit that is the only one left before those that go."""
        found = [(rule, gone) for rule in self.rules if (gone := rule.gone(board))]
        for rule, gone in found:
            for cell, out in gone.items():
                if len(board.candidates[cell]) == len(out) + 1:
                    yield rule.proposal(board, {cell: out})
        yield from (rule.proposal(board, gone) for rule, gone in found)


class OneRule:
    def __init__(self, key: Key, constraints: Sequence[Constraint], cells: Sequence[int], layout: BoardLayout) -> None:
        self.key = key
        self.sentence = constraints[0].sentence
        self.cells = cells
        self.rules_between = [
            (cell, other) for place, cell in enumerate(cells) for other in cells[:place] if other in layout.peers[cell]
        ]
        places = {cell: place for place, cell in enumerate(cells)}
        self._apart: list[list[int]] = [[places[other] for other in cells if other in layout.peers[c]] for c in cells]
        order = dict.fromkeys(var for constraint in constraints for var in constraint.scope())
        self._variables = tuple(order)
        at = {var: place for place, var in enumerate(order)}
        scopes = [(constraint, {var: at[var] for var in constraint.scope()}) for constraint in constraints]
        self._about = [[pair for pair in scopes if place in pair[1].values()] for place in range(len(cells))]
        self._found: dict[Ways, Ways] = {}
        linear = [c for c in constraints if type(c) is Linear and not c.condition]
        if len(linear) == len(constraints):
            sums = tuple((c.relation, c.constant, *((factor, at[var]) for factor, var in c.terms)) for c in linear)
            self._found = _found_for(sums, tuple(map(tuple, self._apart)))

    def gone(self, board: CandidateBoard) -> dict[int, list[int]]:
        """The digits that go from each of its cells."""
        left = tuple(map(board.may_hold, self.cells))
        if all(len(digits) == 1 for digits in left):
            return {}
        supported = self.supported(left)
        lost = ((cell, sorted(mine - may)) for cell, mine, may in zip(self.cells, left, supported, strict=True))
        return {cell: out for cell, out in lost if out and len(out) < len(board.candidates[cell])}

    def proposal(self, board: CandidateBoard, gone: Mapping[int, Sequence[int]]) -> Proposal:
        """The proposal of what goes; in words, what is left for a cell where that is shorter."""
        left = {cell: sorted(board.candidates[cell].difference(out)) for cell, out in gone.items()}
        open_cells = [cell for cell in self.cells if cell in board.candidates]
        facts = (*board.settled(self.cells), *board.hold_nothing_else(open_cells))
        rules = (self.key, *board.rules_between(*self.rules_between))
        sides = board.values((c, d) for c in open_cells for d in left.get(c, sorted(board.candidates[c])))
        look = Place(f"the rule: {self.sentence}", self._variables)
        pattern = TechniquePattern((self._words(board, gone, left),), (sides,), look=look)
        name = str(self.key[0]).replace("_", " ")
        only = [(cell, digits[0]) for cell, digits in left.items() if len(digits) == 1]
        if len(only) == len(gone) == 1:
            return Proposal(name, board.values(only), tuple(dict.fromkeys(rules)), facts, pattern)
        out = [(cell, digit) for cell, digits in gone.items() for digit in digits]
        return board.shows(name, out, rules, facts, pattern)

    def _words(
        self, board: CandidateBoard, gone: Mapping[int, Sequence[int]], left: Mapping[int, Sequence[int]]
    ) -> str:
        known = [
            f"{board.name(cell)} is {written(sorted(digits), 'or')}"
            for cell in self.cells
            if cell not in gone and len(self.cells) <= MAX_LISTED and len(digits := board.may_hold(cell)) <= MAX_LISTED
        ]
        words: dict[str, list[int]] = {}
        for cell, out in gone.items():
            words.setdefault(left_or_gone(left[cell], out), []).append(cell)
        so = listed(
            f"{board.names(cells)} {'is' if len(cells) == 1 else 'are'} {what}" for what, cells in words.items()
        )
        return f"{'; '.join([self.sentence, *known])}, so {so}"

    def supported(self, left: Ways) -> Ways:
        if left not in self._found:
            self._found[left] = self._supported(left)
        return self._found[left]

    def _supported(self, left: Ways) -> Ways:
        """What of ``left`` is in some way to fill the cells; all of it where that takes too long to find out."""
        if len(left) == 2:
            beside = self._beside
            one = frozenset(digit for digit in left[0] if not beside[digit].isdisjoint(left[1]))
            return one, left[1] & frozenset().union(*(beside[digit] for digit in one))
        found: list[set[int]] = [set() for _ in left]
        spans = [(min(digits), max(digits)) for digits in left]
        self._tried = 0
        for place, digits in enumerate(left):
            for digit in sorted(digits):
                if digit not in found[place]:
                    way = self._way(place, digit, left, spans)
                    if self._tried > MAX_TRIED_CELLS:
                        return left
                    for mine, chosen in zip(found, way or (), strict=False):
                        mine.add(chosen)
        return tuple(map(frozenset, found))

    @cached_property
    def _beside(self) -> dict[int, frozenset[int]]:
        """For each digit of the first of two cells, those that the second can hold beside it."""
        first, second = (tuple(var.domain) for var in self._variables)
        every: Spans = [(min(digits), max(digits)) for digits in (first, second)]
        return {
            one: frozenset(other for other in second if self._may_be(0, {0: one, 1: other}, every)) for one in first
        }

    def _way(self, place: int, digit: int, left: Ways, spans: Spans) -> list[int] | None:
        """A way to fill the cells with ``digit`` in one of them; None where there is none."""
        order = [place, *(other for other in range(len(left)) if other != place)]
        chosen: dict[int, int] = {}

        def fill(depth: int) -> bool:
            if depth == len(order):
                return True
            at = order[depth]
            for value in (digit,) if depth == 0 else left[at]:
                self._tried += 1
                chosen[at] = value
                if self._may_be(at, chosen, spans) and fill(depth + 1):
                    return True
                del chosen[at]
                if self._tried > MAX_TRIED_CELLS:
                    return False
            return False

        return [chosen[at] for at in range(len(left))] if fill(0) else None

    def _may_be(self, at: int, chosen: Mapping[int, int], spans: Spans) -> bool:
        """Whether nothing speaks against the cell ``at`` being filled as it is beside others."""
        mine = chosen[at]
        for other in self._apart[at]:  # quicker than any()
            if chosen.get(other) == mine:
                return False
        return all(_fits(constraint, scope, chosen, spans) for constraint, scope in self._about[at])


@lru_cache(maxsize=1 << 10)
def _found_for(sums: Hashable, apart: Hashable) -> dict[Ways, Ways]:
    """What was found for sums of cells that are alike, in whatever puzzle: many puzzles in a row have most of them."""
    return {}


def _fits(constraint: Constraint, scope: Mapping[IntVar, int], chosen: Mapping[int, int], spans: Spans) -> bool:
    """Whether a constraint can hold still; of one that is not linear that is looked at when all of it is filled."""
    if type(constraint) is not Linear or constraint.condition:
        values = {var: chosen[place] for var, place in scope.items() if place in chosen}
        return len(values) < len(scope) or constraint.holds(values)
    least = most = -constraint.constant
    for factor, var in constraint.terms:
        place = scope[var]
        if place in chosen:
            low = high = factor * chosen[place]
        else:
            low, high = spans[place] if factor > 0 else spans[place][::-1]
            low, high = factor * low, factor * high
        least += low
        most += high
    if constraint.relation == "!=":
        return bool(least or most)
    return (least <= 0 or constraint.relation == ">=") and (most >= 0 or constraint.relation == "<=")


class Whichever:
    """The rules of a model about two cells, such as a knight's move, beside its houses."""

    def __init__(self, model: Model, cells: Sequence[IntVar], layout: BoardLayout) -> None:
        number = {var: cell for cell, var in enumerate(cells)}
        houses = {unit.rule for unit in layout.units}
        self._peers = layout.peers
        self._pairs: list[tuple[Constraint, IntVar, IntVar]] = []
        for constraint in model.constraints if len(model.constraints) > len(houses) else ():
            scope = list(dict.fromkeys(constraint.scope()))
            if len(scope) == 2 and all(var in number for var in scope) and constraint.rule not in houses:
                self._pairs.append((constraint, scope[0], scope[1]))
        self._number = number

    def __call__(self, board: CandidateBoard) -> Iterator[Proposal]:
        """What each of few places rules out, or each of few digits; those of the fewest first."""
        if not self._pairs:
            return
        found: list[tuple[list[Candidate], Unit | None]] = [
            ([(cell, digit) for cell in board.places(unit, digit)], unit)
            for unit in board.units
            for digit in board.missing(unit)
        ]
        found += [([(cell, digit) for digit in sorted(digits)], None) for cell, digits in board.candidates.items()]
        for few, unit in sorted(
            (one for one in found if 1 < len(one[0]) <= MAX_ALTERNATIVES), key=lambda one: len(one[0])
        ):
            # Houses alone would be pointing.
            by_rules = {candidate for one in few for candidate in self._ruled_out.get(one, ())}
            gone = [
                (cell, digit)
                for cell, digit in sorted(by_rules)
                if digit in board.candidates.get(cell, ()) and all(self._excludes(one, (cell, digit)) for one in few)
            ]
            if gone:
                yield self._describe(board, few, unit, gone)

    def _excludes(self, one: Candidate, other: Candidate) -> bool:
        by_house = one[1] == other[1] and one[0] in self._peers[other[0]]
        return by_house or other in self._ruled_out.get(one, ())

    def _describe(
        self, board: CandidateBoard, few: Sequence[Candidate], unit: Unit | None, gone: Sequence[Candidate]
    ) -> Proposal:
        rules: list[Key] = [unit.rule] if unit else []
        for one in few:
            for other in gone:
                rule = self._ruled_out.get(one, {}).get(other)
                rules += board.rules_between((one[0], other[0])) if rule is None else [rule]
        cell, digit = few[0]
        if unit:
            name, facts = "wherever it is", board.fits_only(digit, unit)
            words = f"in {unit}, {SYMBOLS[digit]} fits only {board.names(place for place, _ in few)}"
        else:
            name, facts = "whichever it is", board.hold_nothing_else([cell])
            words = f"{board.name(cell)} is {written((digit for _, digit in few), 'or')}"
        pattern = TechniquePattern((f"{words}; {name}, {board.excluded(gone)}",), (board.values(few),))
        return board.shows(name, gone, rules, facts, pattern)

    @cached_property
    def _ruled_out(self) -> dict[Candidate, dict[Candidate, Key]]:
        """For each candidate those that it rules out by a rule about two cells, and the rule."""
        found: dict[Candidate, dict[Candidate, Key]] = {}
        for constraint, one, other in self._pairs:
            for digit in one.domain:
                for against in other.domain:
                    if not constraint.holds({one: digit, other: against}):
                        left, right = (self._number[one], digit), (self._number[other], against)
                        found.setdefault(left, {})[right] = constraint.rule
                        found.setdefault(right, {})[left] = constraint.rule
        return found
