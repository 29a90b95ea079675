"""New Sudokus: a random grid, from which clues are taken away as long as it stays the only answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from models.errors import InputError
from models.generation import Candidate, Maker, Oracle, Plan
from models.kit.names import hint, shown
from models.kit.words import listed
from models.options import Option, Values
from models.sudoku.instance import BOXES, Box, Grid, Sudoku, layout_of, written

Cell = tuple[int, int]
"""Row and column, from 0."""

Orbit = tuple[int, ...]
"""Cells that a symmetry takes to each other, so that all of them have clues or none."""

LARGEST = 16
"""The highest order."""

LARGE = 10
"""Up to this order no search is long; beyond it, some take the kernel an hour, and a solver that learns a second."""

QUICKLY_GRADED = 12
"""Up to this order a puzzle is explained in seconds, and so graded although nobody asked."""

QUICKEST, SUREST = ("kernel", "sat", "dlx"), ("sat", "cpsat", "kernel")
"""The backends that are asked, in turn."""

FEWEST = {
    4: (4, "with three, several grids of order 4 always fit (all can be tried)"),
    9: (17, "no Sudoku with 16 clues has one answer (McGuire, Tugemann and Civario 2012)"),
}
"""The fewest clues that a puzzle with one answer can have, where that is known."""

SYMMETRIES = {
    "none": (),
    "half-turn": ("half turn",),
    "quarter-turn": ("quarter turn",),
    "diagonal": ("transposed",),
    "full": ("quarter turn", "transposed"),
}
"""Kinds of symmetry, each with the moves that leave the pattern of clues as it is."""

ROUNDS = 60
"""So often a candidate is changed for the better before it is given up."""

PUT_BACK = 3
"""At most so many orbits of clues are put back in a round, before others are taken away."""


def moved(move: str, cell: Cell, order: int) -> Cell:
    """Where a move takes a cell."""
    row, column = cell
    if move == "half turn":
        return order - 1 - row, order - 1 - column
    return (column, row) if move == "transposed" else (column, order - 1 - row)


def orbits(order: int, symmetry: str) -> list[Orbit]:
    """The orbits of all cells under a symmetry."""
    found: dict[Cell, Orbit] = {}
    for start in ((row, column) for row in range(order) for column in range(order)):
        if start in found:
            continue
        reached = [start]
        for cell in reached:  # grows meanwhile
            ways = (moved(move, cell, order) for move in SYMMETRIES[symmetry])
            reached += [there for there in dict.fromkeys(ways) if there not in reached]
        orbit = tuple(sorted(row * order + column for row, column in reached))
        found |= dict.fromkeys(reached, orbit)
    return list(dict.fromkeys(found.values()))


def random_grid(box: Box, random: Random, ask: Oracle[Sudoku, Grid]) -> Grid:
    """A filled grid: digits are put into cells one by one, both by chance, until only one grid is left."""
    order, peers = box[0] * box[1], layout_of(box).peers
    clues = [0] * (order * order)
    for cell in random.sample(range(order * order), order * order):
        seen = {clues[peer] for peer in peers[cell]}
        for digit in random.sample(range(1, order + 1), order):
            if digit in seen:
                continue
            clues[cell] = digit
            instance = Sudoku(tuple(clues), box)
            (found,) = ask.counts([instance])
            if found == 1 and (grid := ask.only(instance)):
                return grid
            if found:
                break
    raise AssertionError("every grid that fits is ruled out by none")


@dataclass(frozen=True)
class Wish(Plan[Sudoku, Grid]):
    """What is wanted of a Sudoku.

    Attributes:
        box: the shape of its boxes.
        clues: how many clues it has; None for as few as digging leaves.
        minimal: whether every clue is needed.
        symmetry: which symmetry the pattern of the clues has.
    """

    box: Box
    clues: int | None
    minimal: bool
    symmetry: str

    @property
    def judges(self) -> Sequence[str]:
        """Up to some order the quickest, beyond it first those that learn from failures."""
        return QUICKEST if self.order <= LARGE else SUREST

    @property
    def is_graded(self) -> bool:
        return self.order <= QUICKLY_GRADED

    @property
    def order(self) -> int:
        """How many digits there are."""
        return self.box[0] * self.box[1]

    def candidate(self, name: str, random: Random, ask: Oracle[Sudoku, Grid]) -> Candidate[Sudoku, Grid] | str:
        search = _Dig(self, random_grid(self.box, random, ask), name, random, ask)
        search.dig()
        for _ in range(ROUNDS):
            if not search.faults:
                break
            search.change()
        if search.faults:
            return search.complaint()
        count = len(search.cells)
        remarks = [f"{count} clues"] + ["minimal"] * self.minimal
        remarks += [f"{self.symmetry} symmetry"] * (self.symmetry != "none")
        return Candidate(search.instance(search.left), search.answer, tuple(remarks))


class _Dig:
    """A puzzle in the making: the orbits that still have their clues.

    Attributes:
        left: these orbits.
        faults: how far it is from what is wanted; 0 when it is that.
    """

    def __init__(self, wish: Wish, answer: Grid, name: str, random: Random, ask: Oracle[Sudoku, Grid]) -> None:
        self.answer = answer
        self.left: list[Orbit] = []
        self.faults = 0
        self._wish, self._name, self._random, self._ask = wish, name, random, ask
        self._orbits = orbits(wish.box[0] * wish.box[1], wish.symmetry)

    @property
    def cells(self) -> list[int]:
        """The cells with clues."""
        return [cell for orbit in self.left for cell in orbit]

    def instance(self, left: Sequence[Orbit]) -> Sudoku:
        """The puzzle with clues in these orbits."""
        clues = [0] * len(self.answer.cells)
        for orbit in left:
            for cell in orbit:
                clues[cell] = self.answer.cells[cell]
        return Sudoku(tuple(clues), self._wish.box, self._name)

    def dig(self) -> None:
        """Take clues away from the whole grid."""
        self.left = self._dug(self._random.sample(self._orbits, len(self._orbits)))
        self.faults = self._faults(self.left)

    def change(self) -> None:
        """Put some clues back and take others away; keep what comes of it unless it is further from what is wanted."""
        gone = [orbit for orbit in self._orbits if orbit not in self.left]
        back = self._random.sample(gone, min(len(gone), self._random.randint(1, PUT_BACK)))
        older = self._random.sample(self.left, len(self.left))
        left = self._dug([*older, *back])
        faults = self._faults(left)
        if faults <= self.faults:
            self.left, self.faults = left, faults

    def complaint(self) -> str:
        """In a few words, what is wrong with it."""
        count, clues = len(self.cells), self._wish.clues
        if clues is not None and count != clues:
            return f"kept {'more' if count > clues else 'fewer'} than {clues} clues"
        return "kept clues that are not needed"

    def _dug(self, order: Sequence[Orbit]) -> list[Orbit]:
        """What is left of these orbits when each that can be spared has been taken away, in this order."""
        left, target = list(order), self._wish.clues or 0
        count = sum(map(len, left))
        for orbit in order:
            if count - len(orbit) < target:
                continue
            fewer = [other for other in left if other is not orbit]
            if self._ask.is_unique(self.instance(fewer)):
                left, count = fewer, count - len(orbit)
        return left

    def _faults(self, left: Sequence[Orbit]) -> int:
        """How far these orbits are from what is wanted: clues too many, or else clues that are not needed."""
        if self._wish.clues is not None:
            count = sum(map(len, left))
            if count != self._wish.clues:
                return 1_000 + abs(count - self._wish.clues)
        if not self._wish.minimal:
            return 0
        whole = self.instance(left)
        cells = [cell for orbit in left for cell in orbit]
        without = [replace(whole, clues=(*whole.clues[:cell], 0, *whole.clues[cell + 1 :])) for cell in cells]
        return self._ask.counts(without).count(1)


class SudokuMaker(Maker[Sudoku, Grid]):
    """Sudokus of orders 4 to 16, on lines of a file."""

    options = (
        Option("clues", "N", "how many clues (default: as few as digging leaves)"),
        Option("minimal", "", "no clue can be spared", "flag"),
        Option("symmetry", "KIND", f"of the pattern of clues: {listed(SYMMETRIES, 'or')} (default none)"),
    )
    sizes = "the order, 4 to 16, or the shape of a box such as 2x3 (default 9)"
    suffix = ".sdk"
    shares_files = True

    def plan(self, size: str, values: Values) -> Wish:
        box = box_of(size or "9")
        symmetry = str(values.get("symmetry", "none"))
        if symmetry not in SYMMETRIES:
            instead = hint(symmetry, SYMMETRIES, f"there are {listed(SYMMETRIES)}")
            raise InputError(f"there is no symmetry {shown(symmetry)}; {instead}")
        clues = values.get("clues")
        wanted = None if clues is None else number_of_clues(str(clues), box[0] * box[1], symmetry)
        return Wish(box, wanted, bool(values.get("minimal")), symmetry)

    def write(self, instance: Sudoku, comments: Sequence[str]) -> str:
        lines = [f"# {comment}" for comment in comments]
        lines += ["# boxes {}x{}".format(*instance.box)] * (instance.box != (3, 3))
        return "\n".join([*lines, f"{written(bytes(instance.clues))} {instance.name}", ""])


def box_of(size: str) -> Box:
    """The shape of the boxes that a size means.

    Raises:
        InputError: when there is none.
    """
    numbers = size.lower().split("x")
    if not all(number.isdecimal() and len(number) < 4 for number in numbers) or len(numbers) > 2:
        raise InputError(f"--size {shown(size)} is no size; an order such as 9 is expected, or a box such as 2x3")
    rows, columns = map(int, numbers) if len(numbers) == 2 else BOXES.get(int(size), (1, int(size)))
    order = rows * columns
    if not 4 <= order <= LARGEST:
        raise InputError(f"--size {size} is order {order}; Sudokus of orders 4 to {LARGEST} are made")
    if order not in BOXES or min(rows, columns) == 1:
        orders = listed([known for known in BOXES if known <= LARGEST], "or")
        why = "is prime: no boxes but rows have so many cells" if order in (5, 7, 11, 13) else "has no usual boxes"
        raise InputError(f"--size {size}: order {order} {why}; {orders} is expected")
    return rows, columns


def number_of_clues(text: str, order: int, symmetry: str) -> int:
    """The number of clues that is wished for.

    Raises:
        InputError: when no puzzle with one answer can have so many, with the reason.
    """
    if not text.isdecimal() or len(text) > 4:
        raise InputError(f"--clues is {shown(text)}; a number of clues is expected")
    clues, (fewest, why) = int(text), FEWEST.get(order, (order - 1, f"only {order - 2} digits would be told apart"))
    if clues > order * order:
        raise InputError(f"--clues {clues} is more than the {order * order} cells of order {order}")
    if clues < fewest:
        raise InputError(f"--clues {clues} cannot be: at least {fewest} are needed, for {why}")
    sizes = [len(orbit) for orbit in orbits(order, symmetry)]
    reached = {0}
    for each in sizes:
        reached |= {total + each for total in reached}
    if clues not in reached:
        below = [total for total in reached if fewest <= total < clues]
        above = [total for total in reached if total > clues]
        groups, near = listed(sorted(set(sizes)), "or"), listed([*sorted(below)[-1:], *sorted(above)[:1]], "or")
        raise InputError(f"--clues {clues} cannot be: --symmetry {symmetry} groups clues by {groups}; {near} can")
    return clues


MAKER = SudokuMaker()
