"""Marks between cells: inequality signs, Kropki dots, Xs and Vs (and what none of them says), quadruples."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product
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
    row of more than two cells there is a mark between each and the next. ``kinds`` says what each is called, ``usual``
    the number that one of a kind stands for. Where ``is_numbered``, ``"r1c1 r1c2: 3"`` has another, and ``all_given``
    may list kinds, such as ``["white", "black 3"]``; a kind without a number is of all the numbers that it has here.
    """

    kinds: ClassVar[dict[str, str]]
    usual: ClassVar[dict[str, int]]
    is_numbered: ClassVar[bool] = False
    cells: tuple[int, int]
    mark: str
    number: int = 0
    lacking: tuple[tuple[str, int], ...] = ()

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        lacking = [cls.kinds[kind] for kind, _ in cls._lacking(places)]
        return cls.summary + (f" Every {listed(lacking, 'and every')} is given." if lacking else "")

    @classmethod
    @abstractmethod
    def fits(cls, kind: str, number: int, one: int, other: int) -> bool:
        """Whether two digits are as a mark of this kind with this number says; the two may be swapped."""

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        keys = (*cls.kinds, ALL)
        if not isinstance(value, dict) or not {*value} <= {*keys}:
            raise SchemaError(f"{cls.word} is {shown(value)}; a table with {listed(keys)} is expected", cls.word)
        marked: dict[tuple[int, int], Self] = {}
        for kind in cls.kinds:
            rows = value.get(kind, [])
            if not isinstance(rows, list):
                expected = 'a list of texts such as "r1c1 r1c2" is expected'
                raise SchemaError(f"{kind} is {shown(rows)}; {expected}", cls.word, kind)
            for place, text in enumerate(rows):
                match = _NUMBERED.fullmatch(text) if cls.is_numbered and isinstance(text, str) else None
                cells = cells_from(match[1] if match else text, board, cls.word, kind, place)
                if len(cells) < 2:
                    raise SchemaError(f"found {shown(text)}; two neighbours are expected", cls.word, kind, place)
                for one, other in map(sorted, pairwise(cells)):
                    names = f"{board.name(one)} and {board.name(other)}"
                    if not are_neighbours(one, other, board):
                        found = f"{names} are no neighbours; a mark stands between two that are"
                        raise SchemaError(found, cls.word, kind, place)
                    if (one, other) in marked:
                        raise SchemaError(f"there are two marks between {names}", cls.word, kind, place)
                    marked[one, other] = cls((one, other), kind, int(match[2]) if match else cls.usual[kind])
        yield from marked.values()
        if lacking := cls._all_given(value.get(ALL, False), cls._numbers(marked.values())):
            yield from (cls(pair, "", 0, lacking) for pair in neighbours(board) if pair not in marked)

    @classmethod
    def _all_given(cls, value: Any, numbers: Mapping[str, Collection[int]]) -> tuple[tuple[str, int], ...]:
        entries = value if isinstance(value, list) and cls.is_numbered else [value]
        if isinstance(value, bool):
            entries = list(cls.kinds) if value else []
        found = set[tuple[str, int]]()
        for entry in entries:
            kind, space, number = entry.partition(" ") if isinstance(entry, str) else ("", "", "")
            if kind not in cls.kinds or (space and not (cls.is_numbered and _NUMBER.fullmatch(number))):
                such = ", or a list with such as 'black 3'," * cls.is_numbered
                expected = f"true, false, {listed(map(shown, cls.kinds), 'or')}{such} is expected"
                raise SchemaError(f"{ALL} is {shown(value)}; {expected}", cls.word, ALL)
            found.update((kind, each) for each in ([int(number)] if number else numbers[kind]))
        return tuple(sorted(found, key=lambda each: ([*cls.kinds].index(each[0]), each[1])))

    @classmethod
    def _numbers(cls, places: Iterable[Between]) -> dict[str, set[int]]:
        """The numbers that marks of each kind have here, or else the usual one."""
        found = {kind: {place.number for place in places if place.mark == kind} for kind in cls.kinds}
        return {kind: numbers or {cls.usual[kind]} for kind, numbers in found.items()}

    @staticmethod
    def _lacking(places: Sequence[Between]) -> tuple[tuple[str, int], ...]:
        return next((place.lacking for place in places if place.lacking), ())

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, Any] = {}
        for place in places:
            if place.mark:
                number = "" if place.number == cls.usual[place.mark] else f": {place.number}"
                found.setdefault(place.mark, []).append(cells_as_text(place.cells, board) + number)
        given = list[str]()
        for kind, numbers in cls._numbers(places).items():
            alike = [number for each, number in cls._lacking(places) if each == kind]
            given += [kind] if {*alike} == numbers else [f"{kind} {number}" for number in alike]
        if given:
            found[ALL] = True if given == [*cls.kinds] else given[0] if given[:1] == given else given
        return found

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        pairs = product(range(1, board.order + 1), repeat=2)
        fitting = [pair for pair in pairs if self._allows(*pair)]
        model.add_allowed_assignments([cells[cell] for cell in self.cells], fitting, **self.reason(board))

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """All marks are given, and where two kinds fit, either."""
        found, every = [], tuple(cls.usual.items())
        for one, other in neighbours(board):
            fitting = [mark for mark in every if cls.fits(*mark, answer[one], answer[other])]
            found.append(cls((one, other), *random.choice(fitting)) if fitting else cls((one, other), "", 0, every))
        return sorted(found, key=lambda place: (*cls.kinds, "").index(place.mark))

    def _allows(self, one: int, other: int) -> bool:
        if self.mark:
            return self.fits(self.mark, self.number, one, other)
        return not any(self.fits(*mark, one, other) for mark in self.lacking)


_NUMBER = re.compile("[0-9]{1,3}")
_NUMBERED = re.compile(rf"(.*):\s*({_NUMBER.pattern})\s*", re.DOTALL)


class Kropki(Between):
    """Dots, of which between 1 and 2 there may be either."""

    word = "kropki"
    summary = "Two digits with a white dot between them follow each other; with a black one, one is twice the other."
    kinds: ClassVar = {"white": "white dot", "black": "black dot"}
    usual: ClassVar = {"white": 1, "black": 2}

    @classmethod
    def fits(cls, kind: str, number: int, one: int, other: int) -> bool:
        if kind == "white":
            return abs(one - other) == number
        return one == number * other or other == number * one

    @classmethod
    def meaning(cls, kind: str, number: int) -> str:
        """What the two digits are."""
        if kind == "white":
            return "digits that follow each other" if number == 1 else f"digits that differ by {number}"
        return "a digit and its double" if number == 2 else f"a digit and {number} times it"

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if self.mark:
            return f"{cells} hold {self.meaning(self.mark, self.number)}"
        return f"{cells} do not hold {listed([self.meaning(*mark) for mark in self.lacking], 'or')}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        small, large = sorted(grid[cell] for cell in self.cells)
        is_so = [
            large == (small + number if kind == "white" else small * number)
            for kind, number in (self.lacking or [(self.mark, self.number)])
        ]
        return any(is_so) == bool(self.mark)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        fill: Literal["white", "black"] = "white" if self.mark == "white" else "black"
        label = "" if self.number == self.usual.get(self.mark) else str(self.number)
        return (Dot(board.where(self.cells), f"{self.mark} dot", label, fill),) if self.mark else ()


class NumberedDots(Kropki):
    """Dots with any difference or ratio: ``numbered_dots = { white = ["r1c1 r1c2: 3"], black = ["r2c1 r3c1"] }``."""

    word = "numbered_dots"
    summary = (
        "Two digits with a white dot between them differ by its number, or by 1 where it has none; with a black one, "
        "one is the other times its number, or twice the other."
    )
    is_numbered = True

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        lacking = [cls.meaning(*mark) for mark in cls._lacking(places)]
        return cls.summary + (f" Neighbours without a dot do not hold {listed(lacking, 'or')}." if lacking else "")

    def complaint(self, board: BoardLayout) -> str | None:
        if self.lacking or any(self._allows(*pair) for pair in permutations(board.digits, 2)):
            return None
        return f"no digits from 1 to {board.order} do where {self.rule(board)}"

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        if not self.mark:
            return None
        pairs = product(range(1, board.order + 1), repeat=2)
        rows = [(*pair, self._made(self.mark, *pair)) for pair in pairs]
        called = f"the number of the {self.mark} dot between {named(self.cells, board)}"
        number = model.new_int_var_from_values({made for *_, made in rows if made}, called)
        of = [*(cells[cell] for cell in self.cells), number]
        model.add_allowed_assignments(of, [row for row in rows if row[-1]], **self.reason(board))
        return number, self.number

    def numbered(self, number: int) -> Self:
        return replace(self, number=number)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Between every third two neighbours, of a random kind where both fit."""
        pairs, found = list(neighbours(board)), list[Self]()
        for one, other in sorted(random.sample(pairs, len(pairs) // 3)):
            made = {kind: cls._made(kind, answer[one], answer[other]) for kind in cls.kinds}
            kind = random.choice([kind for kind, number in made.items() if number])
            found.append(cls((one, other), kind, made[kind]))
        return sorted(found, key=lambda place: [*cls.kinds].index(place.mark))

    @staticmethod
    def _made(kind: str, one: int, other: int) -> int:
        """The number that a dot of this kind has between two digits; 0 where there can be none."""
        small, large = sorted((one, other))
        return large - small if kind == "white" else 0 if large % small or large == small else large // small


class XV(Between):
    word = "xv"
    summary = "Two digits with an X between them add up to 10; with a V, to 5."
    kinds: ClassVar = {"x": "X", "v": "V"}
    usual: ClassVar = {"x": 10, "v": 5}

    @classmethod
    def fits(cls, kind: str, number: int, one: int, other: int) -> bool:
        return one + other == number

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if self.mark:
            return f"{cells} add up to {self.number}"
        return f"{cells} do not add up to {' or '.join(str(number) for _, number in self.lacking)}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        letter = {10: "x", 5: "v"}.get(sum(grid[cell] for cell in self.cells), "")
        return letter == self.mark if self.mark else letter not in dict(self.lacking)

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
