"""Marks between cells: inequality signs, Kropki dots, Xs and Vs (and what none of them says), quadruples."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, ClassVar, Literal, Self

from models.kit.names import listed, shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Model
from models.sudoku.board import SYMBOLS, BoardLayout
from models.sudoku.shapes import Dot, Less, Shape
from models.sudoku.variants import Marked, Variant, cell_from, cells_as_text, cells_from, named

ALL = "all_given"

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def neighbours(board: BoardLayout) -> Iterator[tuple[int, int]]:
    """All neighbours, side by side or one above the other, each pair once."""
    for cell in range(len(board.positions)):
        yield from ((cell, other) for other in board.beside(cell, ((0, 1), (1, 0))))


def are_neighbours(one: int, other: int, board: BoardLayout) -> bool:
    return other in board.beside(one, ((-1, 0), (0, -1), (0, 1), (1, 0)))


@dataclass(frozen=True)
class Inequality(Variant):
    """Greater-than Sudoku, Futoshiki: ``inequalities = ["r1c1 < r1c2", "r2c1 > r3c1 > r3c2"]``; the smaller first."""

    word = "inequalities"
    summary = "A sign between two cells points at the smaller digit."
    cells: tuple[int, int]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, list):
            expected = 'a list of texts such as "r1c1 < r1c2" is expected'
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        for number, text in enumerate(value):
            words = text.replace("<", " < ").replace(">", " > ").split() if isinstance(text, str) else []
            if len(words) < 3 or len(words) % 2 == 0 or not {*words[1::2]} <= {"<", ">"}:
                raise SchemaError(f'found {shown(text)}; a text such as "r1c1 < r1c2" is expected', cls.word, number)
            cells = [cell_from(word, board, cls.word, number) for word in words[::2]]
            for (one, other), sign in zip(pairwise(cells), words[1::2], strict=True):
                place = cls((one, other) if sign == "<" else (other, one))
                if wrong := place.complaint(board):
                    raise SchemaError(wrong, cls.word, number)
                yield place

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return [" < ".join(board.name(cell).lower() for cell in place.cells) for place in places]

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """All signs within regions; where there are none, one between every third two neighbours."""
        pairs = [pair for pair in neighbours(board) if board.region_of[pair[0]] == board.region_of[pair[1]]]
        if not any(square.regions for square in board.squares):
            pairs = sorted(random.sample(pairs, len(pairs) // 3))
        return [cls((one, other) if answer[one] < answer[other] else (other, one)) for one, other in pairs]

    def rule(self, board: BoardLayout) -> str:
        small, large = self.cells
        return f"{board.name(small)} is less than {board.name(large)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        small, large = self.cells
        model.add(cells[small] < cells[large], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        small, large = (grid[cell] for cell in self.cells)
        return small < large

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Less(*board.where(self.cells)),)

    def complaint(self, board: BoardLayout) -> str | None:
        if are_neighbours(*self.cells, board):
            return None
        one, other = map(board.name, sorted(self.cells))
        return f"{one} and {other} are no neighbours; a sign stands between two that are"


@dataclass(frozen=True)
class Between(Variant):
    """Two neighbours with a mark between them, or none where all marks of the kinds ``lacking`` are given.

    Its key has a table with the cells of each kind of mark, and perhaps ``all_given``: true, or one of the kinds. In a
    row of more than two cells there is a mark between each and the next. ``kinds`` says what each is called.
    """

    kinds: ClassVar[dict[str, str]]
    cells: tuple[int, int]
    mark: str
    lacking: tuple[str, ...] = ()

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        lacking = [cls.kinds[kind] for kind in cls._lacking(places)]
        return cls.summary + (f" Every {listed(lacking, 'and every')} is given." if lacking else "")

    @classmethod
    @abstractmethod
    def fits(cls, kind: str, one: int, other: int) -> bool:
        """Whether two digits are as a mark of this kind says; the two may be swapped."""

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        keys = (*cls.kinds, ALL)
        if not isinstance(value, dict) or not {*value} <= {*keys}:
            raise SchemaError(f"{cls.word} is {shown(value)}; a table with {listed(keys)} is expected", cls.word)
        marked: dict[tuple[int, int], str] = {}
        for kind in cls.kinds:
            rows = value.get(kind, [])
            if not isinstance(rows, list):
                expected = 'a list of texts such as "r1c1 r1c2" is expected'
                raise SchemaError(f"{kind} is {shown(rows)}; {expected}", cls.word, kind)
            for number, text in enumerate(rows):
                cells = cells_from(text, board, cls.word, kind, number)
                if len(cells) < 2:
                    raise SchemaError(f"found {shown(text)}; two neighbours are expected", cls.word, kind, number)
                for one, other in map(sorted, pairwise(cells)):
                    names = f"{board.name(one)} and {board.name(other)}"
                    if not are_neighbours(one, other, board):
                        found = f"{names} are no neighbours; a mark stands between two that are"
                        raise SchemaError(found, cls.word, kind, number)
                    if (one, other) in marked:
                        raise SchemaError(f"there are two marks between {names}", cls.word, kind, number)
                    marked[one, other] = kind
        yield from (cls(pair, kind) for pair, kind in marked.items())
        if lacking := cls._all_given(value.get(ALL, False)):
            yield from (cls(pair, "", lacking) for pair in neighbours(board) if pair not in marked)

    @classmethod
    def _all_given(cls, value: Any) -> tuple[str, ...]:
        if isinstance(value, bool):
            return tuple(cls.kinds) if value else ()
        if isinstance(value, str) and value in cls.kinds:
            return (value,)
        expected = f"true, false, {listed(map(shown, cls.kinds), 'or')} is expected"
        raise SchemaError(f"{ALL} is {shown(value)}; {expected}", cls.word, ALL)

    @staticmethod
    def _lacking(places: Sequence[Between]) -> tuple[str, ...]:
        return next((place.lacking for place in places if place.lacking), ())

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, Any] = {}
        for place in places:
            if place.mark:
                found.setdefault(place.mark, []).append(cells_as_text(place.cells, board))
        if lacking := cls._lacking(places):
            found[ALL] = lacking[0] if len(lacking) < len(cls.kinds) else True
        return found

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        pairs = product(range(1, board.order + 1), repeat=2)
        fitting = [pair for pair in pairs if self._allows(*pair)]
        model.add_allowed_assignments([cells[cell] for cell in self.cells], fitting, **self.reason(board))

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """All marks are given, and where two kinds fit, either."""
        found, every = [], tuple(cls.kinds)
        for one, other in neighbours(board):
            kinds = [kind for kind in every if cls.fits(kind, answer[one], answer[other])]
            found.append(cls((one, other), random.choice(kinds)) if kinds else cls((one, other), "", every))
        return sorted(found, key=lambda place: (*every, "").index(place.mark))

    def _allows(self, one: int, other: int) -> bool:
        if self.mark:
            return self.fits(self.mark, one, other)
        return not any(self.fits(kind, one, other) for kind in self.lacking)


class Kropki(Between):
    """Dots, of which between 1 and 2 there may be either."""

    word = "kropki"
    summary = "Two digits with a white dot between them follow each other; with a black one, one is twice the other."
    kinds: ClassVar = {"white": "white dot", "black": "black dot"}
    meanings: ClassVar = {"white": "digits that follow each other", "black": "a digit and its double"}

    @classmethod
    def fits(cls, kind: str, one: int, other: int) -> bool:
        return other - one in (1, -1) if kind == "white" else one == 2 * other or other == 2 * one

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if self.mark:
            return f"{cells} hold {self.meanings[self.mark]}"
        return f"{cells} hold neither {' nor '.join(self.meanings[kind] for kind in self.lacking)}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        small, large = sorted(grid[cell] for cell in self.cells)
        is_so = {"white": large == small + 1, "black": large == small + small}
        return is_so[self.mark] if self.mark else not any(is_so[kind] for kind in self.lacking)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        fill: Literal["white", "black"] = "white" if self.mark == "white" else "black"
        return (Dot(board.where(self.cells), f"{self.mark} dot", fill=fill),) if self.mark else ()


class XV(Between):
    word = "xv"
    summary = "Two digits with an X between them add up to 10; with a V, to 5."
    kinds: ClassVar = {"x": "X", "v": "V"}
    sums: ClassVar = {"x": 10, "v": 5}

    @classmethod
    def fits(cls, kind: str, one: int, other: int) -> bool:
        return bool(one + other == cls.sums[kind])

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if self.mark:
            return f"{cells} add up to {self.sums[self.mark]}"
        return f"{cells} do not add up to {' or '.join(str(self.sums[kind]) for kind in self.lacking)}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        letter = {10: "x", 5: "v"}.get(sum(grid[cell] for cell in self.cells), "")
        return letter == self.mark if self.mark else letter not in self.lacking

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        letter = self.mark.upper()
        return (Dot(board.where(self.cells), letter, label=letter, fill=""),) if letter else ()


@dataclass(frozen=True)
class Quadruple(Marked):
    """Four cells that touch at a corner, and digits that are among theirs, ``1 5 5`` for one 1 and two 5s."""

    word = "quadruple"
    summary = "The digits in a circle where four cells meet stand in these cells."
    digits: str

    @property
    def inside(self) -> Counter[int]:
        return Counter(int(word) if word.isdecimal() else 0 for word in self.digits.split())

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} hold {', '.join(self.digits.split())}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for digit, times in self.inside.items():
            # Of so many cells that too few remain, one holds it.
            for some in combinations(self.cells, len(self.cells) - times + 1):
                model.add_bool_or([cells[cell] == digit for cell in some], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        left = [grid[cell] for cell in self.cells]
        return all(left.count(digit) >= times for digit, times in self.inside.items())

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        label = "".join(SYMBOLS[digit] for digit in sorted(self.inside.elements()))
        return (Dot(board.where(self.cells), "quadruple", label),)

    def complaint(self, board: BoardLayout) -> str | None:
        square = board.beside(min(self.cells, default=0), SQUARE)
        if len(square) < 4 or {*square} != {*self.cells}:
            return f"a quadruple has {named(self.cells, board) or 'no cells'}; four that touch at a corner are expected"
        if not 0 < len(list(self.inside.elements())) <= 4 or not {*self.inside} <= board.digits:
            expected = f"one to four from 1 to {board.order} are expected"
            return f"the digits of a quadruple are {shown(self.digits)}; {expected}"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """At every sixth corner, two to four of the digits around it."""
        around = (tuple(board.beside(cell, SQUARE)) for cell in range(len(answer)))
        corners = [cells for cells in around if len(cells) == 4]
        return [
            cls(cells, " ".join(str(answer[cell]) for cell in random.sample(cells, random.randint(2, 4))))
            for cells in sorted(random.sample(corners, -(-len(corners) // 6)))
        ]
