"""A Sudoku at one moment as its solver sees it: candidates, units, and which cells see each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations, cycle, pairwise
from operator import and_, or_
from typing import Any

from models.deductions import STRONG, WEAK, Link, Place, Proposal, Snapshot, TechniquePattern
from models.kit.names import listed
from models.language.model import IntVar, Key, Literal
from models.sudoku.board import SYMBOLS, BoardLayout, Unit

Candidate = tuple[int, int]
"""A cell and a digit that it may hold."""

LINES = (("row", "column"), ("column", "row"))
"""The kinds of lines, and those that cross them."""

SEVERAL = {"box": "boxes"}
"""The kinds of units of which several are not called by the kind and an s."""

Description = tuple[Iterable[Key], Iterable[Literal], TechniquePattern]
"""The rules and the facts that a finding uses, and perhaps more, and what is seen."""


@dataclass(frozen=True)
class Finding:
    """What a technique sees, before it is put into words by ``describe``: candidates that are ``gone``, or one placed.

    ``number`` is how hard it is to see, on the scale of Sudoku Explainer, None where that has no such technique;
    ``unique`` says that it rests on there being one answer only.
    """

    name: str
    number: float | None
    gone: Sequence[Candidate]
    describe: Callable[[], Description]
    placed: Candidate | None = None
    unique: bool = False


class Masks:
    """The houses of a layout as sets of cells (bits of integers), or by their places in ``layout.units``.

    ``boxes`` are all that are neither rows nor columns; ``around`` has for each cell the places of its houses,
    ``about`` the houses with their places; ``overlap`` is the number of cells that two houses share at most;
    ``in_order`` is the order in which people look through the houses: boxes, rows, columns.
    """

    def __init__(self, layout: BoardLayout) -> None:
        self.units = [sum(1 << cell for cell in unit.cells) for unit in layout.units]
        self.kinds = [unit.kind for unit in layout.units]
        self.of_kind = {kind: [p for p, own in enumerate(self.kinds) if own == kind] for kind in self.kinds}
        self.boxes = [p for p, kind in enumerate(self.kinds) if kind not in ("row", "column")]
        self.in_order = [*self.boxes, *self.of_kind["row"], *self.of_kind["column"]]
        self.around = [
            [p for p, mask in enumerate(self.units) if mask >> cell & 1] for cell in range(len(layout.names))
        ]
        pairs = combinations(self.units, 2)
        self.overlap = max(((one & other).bit_count() for one, other in pairs), default=0)
        self.about = [[(p, self.units[p]) for p in places] for places in self.around]
        self.peers = [sum(1 << peer for peer in peers) for peers in layout.peers]

        self.seen_from = lru_cache(maxsize=1 << 14)(self._seen_from)

    def union(self, places: Iterable[int]) -> int:
        """The cells of the houses at these places."""
        return reduce(or_, (self.units[place] for place in places), 0)

    def _seen_from(self, cells: int) -> int:
        """The cells that share a house with each of ``cells``."""
        return reduce(and_, (self.peers[cell] for cell in bits(cells)), -1)


masks_of = lru_cache(maxsize=16)(Masks)
"""The masks of a layout, made once for the latest ones."""


class CandidateBoard:
    """The candidates of each cell in a snapshot, or in a grid in which nothing is known.

    Without ``cells``, the variable of each cell, findings can be taken, and not described. ``left`` has for each cell
    its candidates as bits by digit, 0 where it is settled; ``where`` for each digit the cells that may hold it. In
    ``memory`` techniques keep what they may need on the next board.
    """

    def __init__(
        self,
        cells: Sequence[IntVar],
        layout: BoardLayout,
        snapshot: Snapshot | None = None,
        memory: dict[object, Any] | None = None,
    ) -> None:
        self.layout = layout
        self.masks = masks_of(layout)
        self.units = layout.units
        self.digits = tuple(range(1, layout.order + 1))
        self.peers = layout.peers
        self.unique = snapshot.unique if snapshot else True
        self._cells = cells
        self._known = snapshot.known if snapshot else {}
        self._given = snapshot.given if snapshot else None
        self.memory = {} if memory is None else memory
        self.left = [0] * len(layout.names)
        self.where = [0] * (layout.order + 1)
        for cell in range(len(layout.names)):
            digits: Iterable[int] = self.digits
            if snapshot:
                var = cells[cell]
                digits = () if var in snapshot.known else snapshot.left.get(var, ())
            for digit in digits:
                self.left[cell] |= 1 << digit
                self.where[digit] |= 1 << cell

    def filled(self, cell: int) -> int:
        """The digit of a cell that was filled and is not given, as a bit; 0 where that is not known of it."""
        is_filled = self._given is not None and self._cells[cell] not in self._given
        return 1 << self._known.get(self._cells[cell], 0) & ~1 if is_filled else 0

    # What changes, where steps are taken

    def take(self, finding: Finding) -> None:
        if finding.placed:
            self.put(*finding.placed)
        for cell, digit in finding.gone:
            self.left[cell] &= ~(1 << digit)
            self.where[digit] &= ~(1 << cell)
        self.__dict__.pop("candidates", None)

    def put(self, cell: int, digit: int) -> None:
        """Settle a cell, so that its peers lose the digit."""
        for other in digits_of(self.left[cell]):
            self.where[other] &= ~(1 << cell)
        self.left[cell] = 0
        losing = self.where[digit] & self.masks.peers[cell]
        self.where[digit] ^= losing
        for peer in bits(losing):
            self.left[peer] ^= 1 << digit

    # What is seen

    @cached_property
    def candidates(self) -> dict[int, frozenset[int]]:
        """For each cell that is not settled, the digits that it may still hold."""
        return {cell: frozenset(digits_of(left)) for cell, left in enumerate(self.left) if left}

    def seen_from(self, cells: int) -> int:
        """The cells that share a unit with each of ``cells``, as bits."""
        return self.masks.seen_from(cells)

    def shows(self, name: str, excluded: Iterable[Candidate], *description: Any) -> Proposal:
        """That cells do not hold digits, by what a further rule shows: its rules, its facts and the pattern."""
        return _proposal(name, self.values_not(excluded), *description)

    def proposal(self, finding: Finding) -> Proposal:
        new = self.values([finding.placed]) if finding.placed else self.values_not(finding.gone)
        return _proposal(finding.name, new, *finding.describe(), finding.number, finding.unique)

    def places(self, unit: Unit, digit: int) -> list[int]:
        """The cells of ``unit`` that may still hold ``digit``; none where it is settled."""
        return [cell for cell in unit.cells if self.left[cell] >> digit & 1]

    def missing(self, unit: Unit) -> list[int]:
        settled = set(map(self.known, unit.cells))
        return [digit for digit in self.digits if digit not in settled]

    def known(self, cell: int) -> int | None:
        return self._known.get(self._cells[cell])

    def may_hold(self, cell: int) -> frozenset[int]:
        """The digits that a cell may hold, be it settled or not."""
        return self.candidates.get(cell) or frozenset((self.known(cell) or 0,))

    def sees(self, one: int, other: int) -> bool:
        return one in self.peers[other]

    def rules_between(self, *pairs: tuple[int, int]) -> list[Key]:
        """The rules by which the two cells of each pair see each other; none for a cell and itself."""
        units_of = self.layout.units_of
        return [next(u for u in units_of[one] if other in u.cells).rule for one, other in pairs if one != other]

    def value(self, cell: int, digit: int) -> Literal:
        return self._cells[cell] == digit

    def values(self, candidates: Iterable[Candidate]) -> tuple[Literal, ...]:
        return tuple(self._cells[cell] == digit for cell, digit in candidates)

    def all_values(self, cells: Iterable[int]) -> tuple[Literal, ...]:
        return self.values((cell, digit) for cell in cells for digit in sorted(self.candidates[cell]))

    def settled(self, cells: Iterable[int]) -> tuple[Literal, ...]:
        return tuple(var == self._known[var] for var in map(self._cells.__getitem__, cells) if var in self._known)

    def values_not(self, candidates: Iterable[Candidate]) -> tuple[Literal, ...]:
        return tuple(self._cells[cell] != digit for cell, digit in candidates)

    def lack(self, digit: int, cells: Iterable[int]) -> tuple[Literal, ...]:
        """What is known that keeps ``digit`` out of each of ``cells``: their values, or that it is no candidate."""
        variables = (self._cells[cell] for cell in cells)
        return tuple(var == self._known[var] if var in self._known else var != digit for var in variables)

    def fits_only(self, digit: int, unit: Unit) -> tuple[Literal, ...]:
        """What is known that leaves ``digit`` its places in ``unit``."""
        places = self.places(unit, digit)
        return self.lack(digit, (cell for cell in unit.cells if cell not in places))

    def hold_nothing_else(self, cells: Iterable[int]) -> tuple[Literal, ...]:
        """What is known of ``cells``: every digit that is no candidate of theirs."""
        return tuple(
            self._cells[cell] != digit for cell in cells for digit in self.digits if digit not in self.candidates[cell]
        )

    def only_one_left(self, candidate: Candidate, unit: Unit | None) -> tuple[list[Key], tuple[Literal, ...]]:
        """The rule and facts by which a candidate is the only one left of its digit in a unit, or of its cell."""
        cell, digit = candidate
        return ([unit.rule], self.fits_only(digit, unit)) if unit else ([], self.hold_nothing_else((cell,)))

    def all_known(self) -> tuple[Literal, ...]:
        settled = (self._cells[cell] == digit for cell in range(len(self.left)) if (digit := self.known(cell)))
        return (*settled, *self.hold_nothing_else(self.candidates))

    def strong_links(self, digit: int) -> Iterator[tuple[Unit, int, int]]:
        """The units in which ``digit`` has two places left, and these places: one of the two holds it."""
        for unit in self.units:
            places = self.places(unit, digit)
            if len(places) == 2:
                yield unit, places[0], places[1]

    # Where to look, and in words

    def units_at(self, *units: Unit, digit: int = 0) -> Place:
        """Some units as where to look, perhaps for one digit: ``the 4s in row 2 and row 7``."""
        cells = dict.fromkeys(cell for unit in units for cell in unit.cells)
        words = (f"the {SYMBOLS[digit]}s in " if digit else "") + named(units)
        return Place(words, tuple(self._cells[cell] for cell in cells))

    def cells_at(self, *cells: int, digit: int = 0) -> Place:
        """Some cells as where to look; for a ``digit``, at all of its places."""
        words = f"the {SYMBOLS[digit]}s" if digit else self.names(cells)
        return Place(words, tuple(self._cells[cell] for cell in cells))

    def chain(self, candidates: Sequence[Candidate], first: str = STRONG) -> tuple[Link, ...]:
        """The links from each candidate to the next, strong and weak by turns; the ``first`` kind first."""
        kinds = cycle((first, WEAK if first == STRONG else STRONG))
        return tuple(Link(self.value(*one), self.value(*other), next(kinds)) for one, other in pairwise(candidates))

    def chain_pattern(self, chain: Sequence[Candidate], gone: Iterable[Candidate]) -> TechniquePattern:
        """A chain of which one end or the other holds; with nothing gone, both ends are one, which holds."""
        (first, digit), links = chain[0], self.chain(chain)
        held = [f"{self.name(cell)} is {SYMBOLS[value]}" for cell, value in chain[1::2]]
        if gone:
            so, why = self.excluded(gone), f"either {self.name(first)} is {SYMBOLS[digit]}, or"
        else:
            so, why = held[-1], f"if {self.name(first)} is not {SYMBOLS[digit]}, then"
        sides = tuple(self.values(dict.fromkeys(chain[turn::2])) for turn in (0, 1))
        return TechniquePattern((f"{chained(links)}, so {so}", f"for {why} {', so '.join(held)}"), sides, links)

    def name(self, cell: int) -> str:
        return self.layout.name(cell)

    def names(self, cells: Iterable[int], last: str = "and") -> str:
        """``R1C1, R1C2 and R1C3``."""
        return listed(map(self.name, cells), last)

    def left_of(self, cell: int) -> str:
        """``R1C5 is 1 or 4``."""
        return f"{self.name(cell)} is {written(sorted(self.candidates[cell]), 'or')}"

    def excluded(self, candidates: Iterable[Candidate]) -> str:
        """``R1C6 and R2C4 are not 1``: cells with the digits they do not hold."""
        gone: dict[int, list[int]] = {}
        for cell, digit in candidates:
            gone.setdefault(cell, []).append(digit)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in gone.items():
            alike.setdefault(tuple(sorted(digits)), []).append(cell)
        return listed(
            f"{self.names(cells)} {'is' if len(cells) == 1 else 'are'} not {written(digits, 'or')}"
            for digits, cells in alike.items()
        )


def _proposal(
    name: str,
    new: tuple[Literal, ...],
    rules: Iterable[Key],
    facts: Iterable[Literal],
    pattern: TechniquePattern,
    number: float | None = None,
    unique: bool = False,
) -> Proposal:
    return Proposal(name, new, tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(facts)), pattern, number, unique)


def written(digits: Iterable[int], last: str = "and") -> str:
    """``1, 4 and A``."""
    return listed((SYMBOLS[digit] for digit in digits), last)


def left_or_gone(left: Sequence[int], gone: Sequence[int]) -> str:
    """What is left of the digits of a cell, or what is not, whichever is shorter: ``1 or 2``, ``not 3``."""
    return written(left, "or") if len(left) <= len(gone) else f"not {written(gone, 'or')}"


def named(units: Sequence[Unit]) -> str:
    """``rows 2 and 7``, ``box 5 and column 5``: units by kind and number."""
    kinds = dict.fromkeys(unit.kind for unit in units)
    alike = [[unit.number + 1 for unit in units if unit.kind == kind] for kind in kinds]
    return listed(
        f"{kind if len(numbers) == 1 else SEVERAL.get(kind, f'{kind}s')} {listed(map(str, numbers))}"
        for kind, numbers in zip(kinds, alike, strict=True)
    )


def chained(links: Iterable[Link]) -> str:
    """Links as people write them, from cell to cell: ``R1C5 -4- R4C5 =4= R4C7``; those inside a cell are left out.

    A link that does not begin where the one before it ended follows a comma.
    """
    words: list[str] = []
    at: IntVar | None = None
    for link in links:
        start, end = link.start.var, link.end.var
        if start is not at:
            words.append(f", {start.name}" if words else start.name)
        if end is not start:
            sign = {STRONG: "=", WEAK: "-"}[link.kind]
            words.append(f" {sign}{SYMBOLS[next(iter(link.end.values))]}{sign} {end.name}")
        at = end
    return "".join(words)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 12)
def digits_of(left: int) -> tuple[int, ...]:
    return tuple(bits(left))
