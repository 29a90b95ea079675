"""KenKen, or Calcudoku: cages whose digits make a number by one of the four operations; digits may repeat in a cage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, product
from math import prod
from random import Random

from models.kit.names import shown
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Outline, Shape
from models.sudoku.variants import named, total
from models.sudoku.variants.killer import CageRule
from models.sudoku.variants.planting import cages

SIGNS = {"+": "+", "-": "−", "−": "−", "–": "−", "*": "×", "x": "×", "X": "×", "×": "×", "/": "÷", ":": "÷", "÷": "÷"}
"""Each way an operation is typed, and how it is printed."""

DOES = {
    "+": "add up to",
    "−": "subtracted from the largest leave",
    "×": "multiply to",
    "÷": "divided into the largest make",
}

PLANTED_SIZES = (1, 2, 2, 2, 3, 3, 4)
"""How many cells new cages have, the usual sizes more often."""

MAX_OPEN_FILLINGS = 10_000
"""Whether the number was misread is asked of cages with no more fillings, right or wrong."""

MAX_FILLINGS = 50_000
"""A cage with more ways to fill it is refused."""


@dataclass(frozen=True)
class Calculation(CageRule):
    """A cage with its number and operation: ``[[calcudoku]]`` with ``cells = "r1c1 r1c2"`` and ``target = "2÷"``.

    The largest digit is what others are subtracted from, or divided into. Without an operation any that makes the
    number will do; in a cage of one cell the number is its digit.
    """

    word = "calcudoku"
    summary = (
        "The digits of a cage make its number by the operation beside it, or by any where there is none; "
        "they may repeat."
    )
    target: str

    @property
    def number(self) -> int:
        return self._parts[0]

    @property
    def signs(self) -> str:
        """The operations by which they may make it."""
        return self._parts[1] or ("+" if len(self.cells) == 1 else "+−×÷")

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if len(self.cells) == 1:
            return f"{cells} is {self.number}"
        if len(self.signs) > 1:
            return f"{cells} make {self.number} by one of the four operations"
        return f"{cells} {DOES[self.signs]} {self.number}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        caged = [cells[cell] for cell in self.cells]
        if self.signs == "+":
            model.add(total(caged) == self.number, **self.reason(board))
        else:
            model.add_allowed_assignments(caged, self._apart(self._rows(board), board), **self.reason(board))

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        size, order, sign = len(self.cells), board.order, self.signs
        if len(sign) > 1 or order**size > MAX_OPEN_FILLINGS:
            return None
        ways = ((row, _made(row)[sign]) for row in product(range(1, order + 1), repeat=size))
        rows = [(*row, made) for row, made in ways if made is not None]
        called = f"the number of the cage of {named(self.cells, board)}"
        number = model.new_int_var_from_values({row[-1] for row in rows}, called)
        model.add_allowed_assignments([*(cells[cell] for cell in self.cells), number], rows, **self.reason(board))
        return number, self.number

    def numbered(self, number: int) -> Calculation:
        return replace(self, target=f"{number}{self._parts[1]}")

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        made = _made([grid[cell] for cell in self.cells])
        return any(made[sign] == self.number for sign in self.signs)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        number, sign = self._parts
        return (Outline(board.where(self.cells), "cage", label=f"{number}{sign}", dashed=False),)

    def complaint(self, board: BoardLayout) -> str | None:
        if not self.cells:
            return "a cage has no cells"
        cage = f"the cage of {named(self.cells, board)}"
        if _TARGET.fullmatch(self.target) is None:
            expected = 'a number and a sign are expected, such as "12+" or "2/"'
            return f"{cage} has the target {shown(self.target)}; {expected}"
        if len(self.cells) == 1 and self._parts[1] in ("−", "÷"):
            return f"{cage} has the sign {self._parts[1]}, which takes two cells or more"
        rows = self._rows(board)
        if len(rows) > MAX_FILLINGS:
            if self.signs == "+":
                return None
            return f"{cage} can be filled in more than {MAX_FILLINGS:,} ways; so large a cage is taken with + alone"
        if not self._apart(rows, board):
            return f"no digits from 1 to {board.order} do for {cage}, where {self.rule(board)}"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Calculation]:
        found = []
        for cells in cages(board, random, PLANTED_SIZES):
            digits = sorted((answer[cell] for cell in cells), reverse=True)
            made = {"+": sum(digits), "×": prod(digits)}
            if len(digits) == 2:
                large, small = digits
                made |= {"−": large - small} | ({"÷": large // small} if large % small == 0 else {})
            sign = "" if len(digits) == 1 else random.choice(sorted(made))
            found.append(cls(cells, f"{made[sign or '+']}{sign}"))
        return found

    @property
    def _parts(self) -> tuple[int, str]:
        match = _TARGET.fullmatch(self.target)
        return (int(match[1]), SIGNS.get(match[2], "")) if match else (0, "")

    def _apart(self, rows: Iterable[tuple[int, ...]], board: BoardLayout) -> list[tuple[int, ...]]:
        """Those rows in which cells of one row, column or box hold different digits."""
        pairs = [
            (one, other)
            for one, other in combinations(range(len(self.cells)), 2)
            if self.cells[other] in board.peers[self.cells[one]]
        ]
        return [row for row in rows if all(row[one] != row[other] for one, other in pairs)]

    def _rows(self, board: BoardLayout) -> list[tuple[int, ...]]:
        """What makes the number, one row too many where there are more than can be gone through."""
        size, order, number = len(self.cells), board.order, self.number
        leads = range(1, order + 1)
        ways: dict[str, Iterator[tuple[int, ...]]] = {
            "+": _adding_up(size, number, order),
            "×": _multiplying(size, number, order),
            "−": _led((lead, _adding_up(size - 1, lead - number, order)) for lead in leads),
            "÷": _led(
                (lead, _multiplying(size - 1, lead // number, order)) for lead in leads if number and not lead % number
            ),
        }
        found = chain.from_iterable(ways[sign] for sign in self.signs)
        return list(dict.fromkeys(islice(found, MAX_FILLINGS + 1)))


def _made(row: Sequence[int]) -> dict[str, int | None]:
    """What digits make by each operation; nothing where they make no number from 0 on, or one with a fraction."""
    largest, *others = sorted(row, reverse=True)
    rest, divisor = largest - sum(others), prod(others)
    return {
        "+": sum(row),
        "−": rest if rest >= 0 else None,
        "×": prod(row),
        "÷": None if largest % divisor else largest // divisor,
    }


_TARGET = re.compile(rf"\s*([0-9]{{1,9}})\s*([{re.escape(''.join(SIGNS))}]?)\s*")


def _adding_up(size: int, total: int, order: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield from [()] * (total == 0)
        return
    for digit in range(max(1, total - (size - 1) * order), min(order, total - size + 1) + 1):
        yield from ((digit, *rest) for rest in _adding_up(size - 1, total - digit, order))


def _multiplying(size: int, total: int, order: int) -> Iterator[tuple[int, ...]]:
    rest = total
    for digit in range(order, 1, -1):
        while rest and rest % digit == 0:
            rest //= digit
    if rest != 1 or total > order**size:  # a larger prime is in it, or it is too large altogether
        return
    if size == 0:
        yield ()
        return
    for digit in range(1, order + 1):
        if total % digit == 0:
            yield from ((digit, *others) for others in _multiplying(size - 1, total // digit, order))


def _led(rows: Iterable[tuple[int, Iterator[tuple[int, ...]]]]) -> Iterator[tuple[int, ...]]:
    """Each row with its largest digit put in at every place."""
    for largest, others in rows:
        for rest in others:
            for place in range(len(rest) + 1):
                yield (*rest[:place], largest, *rest[place:])
