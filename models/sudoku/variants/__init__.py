"""What a Sudoku variant is, and how one is written down.

A Sudoku is a board with some digits printed in it, and perhaps variants: further rules, such as cages with sums. An
instance with any of them, or on another board than a square with boxes, is typed as TOML::

    name = "Small cages"
    grid = [                 # the digits printed, . or 0 for an empty cell; left out, where there are none
        "....",
        "..1.",
        "....",
        "....",
    ]
    boxes = "2x2"            # rows x columns of a box; left out: the usual one of the order; "none": a Latin square
    antiknight = true        # a variant of the whole board
    thermometers = [         # a variant of several lines, each a row of cells
        "r1c1 r2c1 r2c2",
        "r4c1-r4c3",         # all cells of a straight line from one to the other
    ]

    [[cage]]                 # a variant with more to say of each of its places
    cells = "r1c1 r1c2"
    sum = 3

- ``regions = ["AABB", …]`` draws regions of any form in place of ``boxes``, a letter for each cell (jigsaw).
- ``order = 9`` says how many digits there are, where neither ``grid`` nor ``regions`` nor ``boxes`` shows it; else 9.
- ``grids = ["r1c1", "r1c13", "r7c7"]``, the upper left cells of several squares, makes them overlap as in a samurai;
  ``grid`` then shows the whole board with spaces where there is no cell.
- Cells are ``r1c1``, row before column, counted from 1 over the whole board, in either letter case.
- In a file of one instance a line (``.jsonl``) each line is such a table as JSON.

Every other key is the ``word`` of a variant. Its value is ``true`` for a rule of the whole board
(:class:`Everywhere`), a list of texts where each of its places is a row of cells (:class:`Along`), a list of tables
where there is more to say (:class:`Marked`), or whatever else the variant reads by itself.

A variant is a class in a module of this folder, which is found by being there, or an entry point of another package in
the group ``puzzlebench.variants`` that names a class. Rules on pairs of cells some steps apart are rows of the table in
``offsets.py``, groups that lie alike in every square rows of that in ``groups.py``. Others derive from one of the three
forms (or from :class:`Variant`) as frozen dataclasses, of which each object is one place, such as one cage.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from models.kit.names import listed, shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Key, LinearExpr, Model
from models.plugins import BrokenPlugin, load_plugin, plugins
from models.sudoku.board import BoardLayout, Unit
from models.sudoku.shapes import Shape

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard

ENTRY_POINTS = "puzzlebench.variants"


@dataclass(frozen=True)
class Variant(ABC):
    """One place at which a further rule holds, or the whole board.

    Cells are numbers: ``board.name(cell)`` is what people call one, ``board.positions[cell]`` its row and column.

    Attributes:
        summary: the rule of all places in whole sentences, printed above a puzzle; where empty, each ``rule`` is.
        only_houses: whether all it demands is said by ``houses``.
        is_rule: whether it demands anything; what is only said or drawn does not.
    """

    word: ClassVar[str] = ""  # its key in the TOML
    summary: ClassVar[str] = ""
    only_houses: ClassVar[bool] = False
    is_rule: ClassVar[bool] = True

    @classmethod
    @abstractmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        """The places that the value of its key tells; SchemaError when it is not of its form."""

    @classmethod
    @abstractmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        """The value of its key from which ``read`` makes these places again."""

    @property
    def key(self) -> Key:
        """The key of its constraints."""
        return (self.word, *self.of)

    @property
    def of(self) -> tuple[int, ...]:
        """The cells it is about, where these are not all."""
        found: tuple[int, ...] = vars(self).get("cells", ())
        return found

    @abstractmethod
    def rule(self, board: BoardLayout) -> str:
        """What it demands, in a sentence."""

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        """The rule of all its places, in whole sentences."""
        return cls.summary or f"Here, {'; '.join(dict.fromkeys(place.rule(board) for place in places))}."

    @property
    def remark(self) -> str:
        """What is to be said of how it was taken, of a rule where a setter's words may differ; empty for nothing."""
        return ""

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        """As many cells as there are digits, each of which is in one of them."""
        return ()

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:  # noqa: B027 - some are only houses
        """Demand it of the variables of the cells, besides what its houses say, ``**self.reason(board)`` each time."""

    @classmethod  # noqa: B027 - as above
    def post_implied(cls, places: Sequence[Self], model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """Say what follows from all places together and the houses, by keys of its own: to blame it never is."""

    @abstractmethod
    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        """Whether a filled grid, the digit of each cell, keeps to it; judged without the model."""

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        """What is drawn of it."""
        return ()

    def complaint(self, board: BoardLayout) -> str | None:
        """Why no grid can ever keep to it, or why it makes no sense, in a sentence; or None."""
        return None

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        """Demand it with its number left open: the variable of that, and what is printed; None where it has none."""
        return None

    def numbered(self, number: int) -> Self:
        """It with another number, as its variable says."""
        return self

    @classmethod
    def together(cls, places: Sequence[Self], board: BoardLayout) -> tuple[int, str] | None:
        """The number of a place that cannot be beside the others, and why not, in a sentence; or None."""
        return None

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        """What people see by it at one moment of solving, the easiest first."""
        return iter(())

    @classmethod
    def always(cls, board: BoardLayout) -> Sequence[Self]:
        """The places that every new puzzle with this variant has, and by which its answer is looked for."""
        return ()

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Further random places of a new puzzle, to which its answer, the digit of each cell, keeps."""
        return ()

    def reason(self, board: BoardLayout) -> Any:
        """What each of its constraints is added with: ``because`` and ``key``."""
        return {"because": self.rule(board), "key": self.key}


@dataclass(frozen=True)
class Everywhere(Variant):
    """A rule of the whole board: ``antiknight = true``; ``general`` is its sentence."""

    general: ClassVar[str] = ""

    def rule(self, board: BoardLayout) -> str:
        return self.general

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, bool):
            raise SchemaError(f"{cls.word} is {shown(value)}; true or false is expected", cls.word)
        if value:
            yield cls()

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return bool(places)

    @classmethod
    def always(cls, board: BoardLayout) -> Sequence[Self]:
        return (cls(),)


@dataclass(frozen=True)
class Along(Variant):
    """A rule of some cells in a row: ``thermometers = ["r1c1 r1c2 r2c2"]``.

    ``line`` is what the line is called on which each cell is a neighbour of the next; empty where they need not touch.
    There are ``shortest`` to ``longest`` cells, 0 for any number.
    """

    cells: tuple[int, ...]
    line: ClassVar[str] = ""
    shortest: ClassVar[int] = 2
    longest: ClassVar[int] = 0

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, list):
            found = f"{cls.word} is {shown(value)}; a list of texts is expected, each a row of cells such as r1c1 r1c2"
            raise SchemaError(found, cls.word)
        for number, text in enumerate(value):
            cells = cells_from(text, board, cls.word, number)
            if len(cells) < cls.shortest or 0 < cls.longest < len(cells):
                most = "" if cls.longest == cls.shortest else " at least" if not cls.longest else f" to {cls.longest}"
                found = f"entry {number + 1} of {cls.word} has {len(cells)} cell{'s' * (len(cells) != 1)}"
                raise SchemaError(f"{found}; {cls.shortest}{most} are expected", cls.word, number)
            if cls.line and (torn := gap(cells, board, cls.line)):
                raise SchemaError(torn, cls.word, number)
            yield cls(cells)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return [cells_as_text(place.cells, board) for place in places]


@dataclass(frozen=True)
class Marked(Variant):
    """A rule of some cells with more to say: ``[[cage]]`` with ``cells = "r1c1 r1c2"`` and ``sum = 12``.

    What else there is to say are the dataclass's further fields: numbers, texts, or rows of cells. ``called`` has the
    keys of those that are not called as they are in the TOML.
    """

    cells: tuple[int, ...]
    called: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        keys = {cls.called.get(part.name, part.name): part for part in fields(cls)}
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            expected = f"[[{cls.word}]] with {listed(keys)} below it is expected for each"
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        for number, entry in enumerate(value):
            where = f"entry {number + 1} of {cls.word}"
            for key in entry:
                if key not in keys:
                    found = f"{where} has the key {shown(key)}; expected are {', '.join(keys)}"
                    raise SchemaError(found, cls.word, number, key)
            given: dict[str, Any] = {}
            for key, part in keys.items():
                kind = str(part.type)
                if key not in entry:
                    if part.default is part.default_factory:  # both are missing
                        raise SchemaError(f"{where} has no {key}; expected are {', '.join(keys)}", cls.word, number)
                elif kind.startswith("tuple"):
                    given[part.name] = cells_from(entry[key], board, cls.word, number, key)
                else:
                    right = bool if kind.startswith("bool") else int if kind.startswith("int") else str
                    if type(entry[key]) is not right:
                        what = {bool: "true or false", int: "a whole number", str: "a text in quotes"}[right]
                        found = f"{where} has the {key} {shown(entry[key])}; {what} is expected"
                        raise SchemaError(found, cls.word, number, key)
                    given[part.name] = entry[key]
            yield cls(**given)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return [
            {
                cls.called.get(part.name, part.name): cells_as_text(value, board) if isinstance(value, tuple) else value
                for part in fields(place)
                if (value := getattr(place, part.name)) != part.default
            }
            for place in places
        ]


# Cells as text

_CELL = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})", re.IGNORECASE)


def cells_from(text: Any, board: BoardLayout, *keys: str | int) -> tuple[int, ...]:
    """The cells written as ``r1c1 r1c2``, or ``r1c1-r1c4`` for all of a straight line; ``keys`` lead to the text."""
    if not isinstance(text, str):
        raise SchemaError(f"found {shown(text)}; a text with cells is expected, such as r1c1 r1c2", *keys)
    found: list[int] = []
    for word in text.replace(",", " ").split():
        ends = [cell_from(end, board, *keys) for end in word.split("-", 1)]
        found += ends if len(ends) == 1 else _straight(board, ends[0], ends[1], word, keys)
    twice = next((cell for place, cell in enumerate(found) if cell in found[:place]), None)
    if twice is not None:
        raise SchemaError(f"{board.name(twice)} is named twice in {shown(text)}", *keys)
    return tuple(found)


def equal_in_one_unit(pairs: Iterable[tuple[int, int]], what: str, board: BoardLayout) -> str | None:
    """Which pair of cells that are to be equal shares a house, in a sentence; None where none does."""
    for one, other in pairs:
        shared = next((unit for unit in board.units_of[one] if unit in board.units_of[other]), None)
        if shared is not None:
            cells = f"{board.name(one)} and {board.name(other)} of {what}"
            return f"{cells} should hold one digit, but both are in {shared}"
    return None


def cell_from(word: str, board: BoardLayout, *keys: str | int) -> int:
    """The cell written as ``r1c1``; SchemaError when it is none of the board; ``keys`` lead to it."""
    match = _CELL.fullmatch(word)
    if match is None:
        raise SchemaError(f"found {shown(word)}; a cell is expected, such as r1c1", *keys)
    cell = board.cell_at.get((int(match[1]) - 1, int(match[2]) - 1))
    if cell is None:
        found = f"{word.lower()} is no cell of this board, which has {board.height} rows and {board.width} columns"
        raise SchemaError(found, *keys)
    return cell


def _straight(board: BoardLayout, first: int, last: int, word: str, keys: Sequence[str | int]) -> list[int]:
    """The cells from one to another in a row, a column or a diagonal."""
    (row, column), (last_row, last_column) = board.positions[first], board.positions[last]
    down, right = last_row - row, last_column - column
    length = max(abs(down), abs(right))
    if length == 0 or (down and right and abs(down) != abs(right)):
        raise SchemaError(f"found {shown(word)}; the ends of a row, a column or a diagonal are expected", *keys)
    steps = [(step * down // length, step * right // length) for step in range(length + 1)]
    cells = board.beside(first, steps)
    if len(cells) < len(steps):
        raise SchemaError(f"{word.lower()} leaves the board", *keys)
    return cells


def gap(cells: Sequence[int], board: BoardLayout, line: str) -> str | None:
    """Where a cell of a line is no neighbour of the next, at a side or a corner, in a sentence; or None."""
    for one, other in pairwise(cells):
        (row, column), (next_row, next_column) = board.positions[one], board.positions[other]
        if max(abs(row - next_row), abs(column - next_column)) > 1:
            return f"{board.name(one)} and {board.name(other)} are no neighbours, as cells along {line} are"
    return None


def cells_as_text(cells: Sequence[int], board: BoardLayout) -> str:
    return " ".join(map(board.name, cells)).lower()


def named(cells: Sequence[int], board: BoardLayout) -> str:
    """``R1C1, R1C2 and R1C3``; a rule may be half drawn, and have none yet."""
    return listed(map(board.name, cells)) if cells else "no cells"


def total(cells: Iterable[IntVar]) -> LinearExpr:
    return LinearExpr(dict.fromkeys(cells, 1), 0)


# Finding variants


@lru_cache(maxsize=1)
def _registered() -> Mapping[str, type[Variant]]:
    found: dict[str, type[Variant]] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        for part in vars(import_module(module.name)).values():
            if isinstance(part, type) and issubclass(part, Variant) and part.word and part.__module__ == module.name:
                found[part.word] = part
    for entry in plugins(ENTRY_POINTS).values():
        try:
            part = load_plugin(entry, type)
        except BrokenPlugin:
            continue
        if issubclass(part, Variant) and part.word:
            found.setdefault(part.word, part)
    return found


_own: list[type[Variant]] = []
"""The rules of one's own that the document at hand brings along."""


def use_own(rules: Sequence[type[Variant]]) -> None:
    """Know these rules of one's own and no others, from here on; one takes the place of ours of the same word."""
    _own[:] = rules


def variants() -> Mapping[str, type[Variant]]:
    """Return every variant by its word; of other packages' none that is broken, or that has one of the words here."""
    return {**_registered(), **{rule.word: rule for rule in _own}} if _own else _registered()


def read_variants(table: Mapping[str, Any], board: BoardLayout) -> tuple[Variant, ...]:
    """The variants that a table names by their words; those that cannot be are a SchemaError."""
    known = variants()
    found = tuple(place for word, value in table.items() if word in known for place in known[word].read(value, board))
    require(found, board)
    return found


def write_variants(places: Sequence[Variant], board: BoardLayout) -> dict[str, Any]:
    """A table from which ``read_variants`` makes these places again."""
    return {kind.word: kind.write(alike, board) for kind, alike in _by_kind(places).items()}


def descriptions(places: Sequence[Variant], board: BoardLayout) -> list[str]:
    """What a person has to know of each kind of them."""
    return [kind.describe(alike, board) for kind, alike in _by_kind(places).items()]


def post_all(
    places: Sequence[Variant], model: Model, cells: Sequence[IntVar], board: BoardLayout, implied: bool
) -> None:
    """Post every place, and if asked for what their kinds say is ``implied``."""
    for place in places:
        place.post(model, cells, board)
    for kind, alike in _by_kind(places).items() if implied else ():
        kind.post_implied(alike, model, cells, board)


def require(places: Sequence[Variant], board: BoardLayout) -> None:
    """See to it that each place can be where it is, and beside the others; SchemaError when one cannot."""
    for kind, alike in _by_kind(places).items():
        complaints = ((number, complaint) for number, one in enumerate(alike) if (complaint := one.complaint(board)))
        wrong = next(complaints, None) or kind.together(alike, board)
        if wrong is not None:
            raise SchemaError(wrong[1], kind.word, wrong[0])


def _by_kind(places: Sequence[Variant]) -> dict[type[Variant], list[Variant]]:
    found: dict[type[Variant], list[Variant]] = {}
    for place in places:
        found.setdefault(type(place), []).append(place)
    return found
