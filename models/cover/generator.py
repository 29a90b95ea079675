"""New exact covers: boards cut into pieces that fit together in one way, and options of which one choice meets all.

A board is a rectangle without some cells, so that it looks different turned or turned over, and is cut at random into
pieces of about equal size, no two alike. Without a board, some options that meet every item once are planted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from string import ascii_uppercase

from models.cover.instance import Cell, Chosen, Cover, Option, Shape, beside, flush, ways
from models.cover.reading import as_toml
from models.errors import InputError
from models.generation import Candidate, Generator, Specification, UniquenessOracle
from models.kit.names import count
from models.kit.specifications import THREE_GRADES, commented, graded, number_of, size_of
from models.options import PuzzleOption, Values

BOARD_SIDES = (2, 12)  # the shortest and the longest side of a board
ITEM_COUNTS = (4, 100)  # the fewest and the most items of options without a board
MAX_NEW_OPTIONS = 400  # each of them is tried alone
MAX_PIECE_CELLS = 12
TRIES_PER_OPTION = 4  # for each option wanted
MAX_CUTS = 100  # of one board, before another is taken
MAX_CHOICES = 2_000  # that are counted; whoever makes more has a computer do it
GRADE_CHOICES = (30, 200)  # the fewest choices of a problem that is medium, and hard


@dataclass(frozen=True)
class BoardSpecification(Specification[Cover, Chosen]):
    """What is wanted of a board and its pieces."""

    rows: int
    columns: int
    cells: int  # of a piece, about
    missing: int  # cells that the rectangle lacks
    fixed: bool  # whether pieces lie as they are, neither turned nor turned over

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Cover, Chosen]
    ) -> Candidate[Cover, Chosen] | str:
        board = self._board(random)
        if not self.fixed and len({*ways(board)}) < 8:
            return "have a board that looks the same turned or turned over"
        cuts = (cut(board, self.cells, random) for _ in range(MAX_CUTS))
        pieces = next((pieces for pieces in cuts if len({ways(piece)[0] for piece in pieces}) == len(pieces)), None)
        if pieces is None:
            return "could not be cut into pieces that are all different"
        instance = packing(name, board, pieces, self.fixed)
        answer = ask.only(instance)
        if answer is None:
            return "can be laid in more than one way"
        sizes = f"{count(len(pieces), 'piece')} of {min(map(len, pieces))} to {max(map(len, pieces))} cells"
        lying = "not to be turned" if self.fixed else "turned and turned over at will"
        return Candidate(instance, answer, (sizes, lying))

    def _board(self, random: Random) -> Shape:
        board = {(row, column) for row in range(self.rows) for column in range(self.columns)}
        for cell in random.sample(sorted(board), len(board)):
            if len(board) > self.rows * self.columns - self.missing and _in_one_piece(board - {cell}):
                board.discard(cell)
        return tuple(sorted(board))


@dataclass(frozen=True)
class OptionsSpecification(Specification[Cover, Chosen]):
    """What is wanted of options: how many, and how many items they meet."""

    items: int
    options: int

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Cover, Chosen]
    ) -> Candidate[Cover, Chosen] | str:
        items = [f"i{number}" for number in range(1, self.items + 1)]
        planted = list(_parts(random.sample(items, len(items)), random))
        met = [*map(frozenset, planted)]
        for _ in range(TRIES_PER_OPTION * self.options):
            if len(met) == self.options:
                break
            more = frozenset(random.sample(items, len(random.choice(planted))))
            if more not in met and ask.is_unique(_of_items(name, items, [*met, more])):
                met.append(more)
        if len(met) < self.options:
            return f"have fewer than {count(self.options, 'option')} when one more would make a second choice"
        instance = _of_items(name, items, random.sample(met, len(met)))
        answer = ask.only(instance)
        warnings = (f"{len(planted)} of {self.options} options",)
        return Candidate(instance, answer, warnings) if answer else "have two choices"


class CoverGenerator(Generator[Cover, Chosen]):
    """Boards to be filled with pieces, or options alone."""

    options = (
        PuzzleOption("cells", "N", "of a board: about N cells in each piece (default 4 to 7, more on larger boards)"),
        PuzzleOption("missing", "N", "of a board: the rectangle lacks N cells (default an eighth, 2 at least)"),
        PuzzleOption("fixed", "", "of a board: pieces are neither turned nor turned over", "flag"),
        PuzzleOption("options", "N", "without a board: how many options there are (default twice the items)"),
    )
    sizes = "RxC for a board of R rows and C columns (default 6x8), or N for options that meet N items"
    suffix = ".toml"
    grades = THREE_GRADES

    def specification(self, size: str, values: Values) -> BoardSpecification | OptionsSpecification:
        expected = "rows and columns of a board are expected, such as 6x8, or a number of items"
        measures = size_of(size or "6x8", expected)
        if len(measures) > 2:
            raise InputError(f"--size {size} is no size; {expected}")
        if len(measures) == 2:
            return _board_specification(measures[0], measures[1], values)
        return _options_specification(measures[0], values)

    def grade(self, instance: Cover) -> str:
        effort = choices(instance)
        grade = graded(effort, GRADE_CHOICES)
        more = " or more" * (effort == MAX_CHOICES)
        return f"{grade}: {effort:,}{more} of {count(len(instance.options), 'option')} tried where the fewest are left"

    def write(self, instance: Cover, comments: Sequence[str]) -> str:
        return "\n".join([*commented(comments), as_toml(instance)])


def _board_specification(rows: int, columns: int, values: Values) -> BoardSpecification:
    least, most = BOARD_SIDES
    if not (least <= rows <= most and least <= columns <= most):
        why = "in one row pieces have no shape" if min(rows, columns) < least else "on more, nobody ends by hand"
        raise InputError(f"the board is {rows}x{columns}; sides from {least} to {most} are expected: {why}")
    if "options" in values:
        raise InputError("--options is for items without a board; a board's options are where its pieces can lie")
    area, fixed = rows * columns, bool(values.get("fixed"))
    missing = number_of(values, "missing", max(2, area // 8)) or 0
    cells = number_of(values, "cells", min(7, 3 + area // 20)) or 0
    if missing == 0 and not fixed:
        raise InputError("--missing 0: a whole rectangle turned over is itself, so that each answer has a mirror image")
    if area - missing < 2 * cells:
        raise InputError(f"of {area} cells {missing} are missing, too many for two pieces of {count(cells, 'cell')}")
    if not 2 <= cells <= MAX_PIECE_CELLS:
        why = "of single cells all are alike" if cells < 2 else "larger ones are hardly pieces of a puzzle"
        raise InputError(f"--cells is {cells}; 2 to {MAX_PIECE_CELLS} are expected, for {why}")
    return BoardSpecification(rows, columns, cells, missing, fixed)


def _options_specification(items: int, values: Values) -> OptionsSpecification:
    least, most = ITEM_COUNTS
    if not least <= items <= most:
        raise InputError(f"--size is {items}; {least} to {most} items are expected, or a board such as 6x8")
    if board := [name for name in ("cells", "missing", "fixed") if name in values]:
        raise InputError(f"--{board[0]} is for a board; a size such as 6x8 makes one")
    options = number_of(values, "options", 2 * items) or 0
    if not items // 2 <= options <= min(MAX_NEW_OPTIONS, 10 * items):
        expected = f"{items // 2} to {min(MAX_NEW_OPTIONS, 10 * items)} are expected for {items} items"
        too_few = "the choice alone takes up to half as many as there are items"
        why = too_few if options < items else "each is tried alone"
        raise InputError(f"--options is {options}; {expected}, for {why}")
    return OptionsSpecification(items, options)


# Boards and pieces


def cut(board: Iterable[Cell], about: int, random: Random) -> list[Shape]:
    """The board cut at random into pieces of ``about`` so many cells, one less or more where that can be."""
    left, pieces = {*board}, []
    while left:
        # Begun where least is left around, and often grown there, so that no cell stays behind alone.
        piece = [min(sorted(left), key=lambda cell: (_room(cell, left), random.random()))]
        left -= {*piece}
        for _ in range(random.choice((about - 1, about, about, about + 1)) - 1):
            edge = sorted({near for cell in piece for near in beside(cell)} & left)
            if not edge:
                break
            tightest = min(edge, key=lambda cell: (_room(cell, left), random.random()))
            piece.append(tightest if random.random() < 0.5 else random.choice(edge))
            left.discard(piece[-1])
        pieces.append(piece)
    return [tuple(sorted(piece)) for piece in _merged(pieces, about - 1)]


def _merged(pieces: list[list[Cell]], least: int) -> list[list[Cell]]:
    """The pieces with those of fewer cells than ``least`` joined to the smallest neighbour."""
    done = list(pieces)
    while (small := min(done, key=len)) and len(small) < least and len(done) > 1:
        around = {near for cell in small for near in beside(cell)}
        done.remove(small)
        min((other for other in done if not around.isdisjoint(other)), key=len).extend(small)
    return done


def packing(name: str, board: Sequence[Cell], pieces: Sequence[Shape], fixed: bool) -> Cover:
    """Every way to lay each piece on the board as an option; the items are the pieces and the cells."""
    cells = {cell: f"r{cell[0] + 1}c{cell[1] + 1}" for cell in board}
    names = [ascii_uppercase[place % 26] * (1 + place // 26) for place in range(len(pieces))]
    options = []
    for letter, piece in zip(names, pieces, strict=True):
        lying = 0
        for shape in [flush(piece)] if fixed else dict.fromkeys(ways(piece)):
            for row, column in board:
                # The shape's first cell, which is in its first row, comes to lie on the cell.
                on = [(row + down, column + right - shape[0][1]) for down, right in shape]
                if all(cell in cells for cell in on):
                    lying += 1
                    options.append(Option(f"{letter}{lying}", (letter, *(cells[cell] for cell in on))))
    return Cover(name, (*names, *cells.values()), (), tuple(options))


def _room(cell: Cell, left: set[Cell]) -> int:
    return sum(near in left for near in beside(cell))


def _in_one_piece(cells: set[Cell]) -> bool:
    waiting, reached = [min(cells)], {min(cells)}
    while waiting:
        new = {*beside(waiting.pop())} & cells - reached
        reached |= new
        waiting += sorted(new)
    return len(reached) == len(cells)


def choices(instance: Cover) -> int:
    """How many options are tried, always for the item that the fewest of those left meet, until no way is left."""
    met = [frozenset(option.items) for option in instance.options]
    tried = 0

    def go_on(left: Sequence[int], items: frozenset[str]) -> None:
        nonlocal tried
        takers = Counter(chain.from_iterable(met[option] for option in left))
        item = min(items, key=lambda item: (takers[item], item), default="")
        for option in [option for option in left if item in met[option]]:
            if tried == MAX_CHOICES:
                return
            tried += 1
            go_on([other for other in left if met[other].isdisjoint(met[option])], items - met[option])

    go_on(range(len(met)), frozenset(instance.primary))
    return tried


# Options without a board


def _parts(items: Sequence[str], random: Random) -> Iterator[list[str]]:
    start = 0
    while start < len(items):
        end = start + random.choice((2, 3, 4))
        end = len(items) if len(items) - end < 2 else end
        yield list(items[start:end])
        start = end


def _of_items(name: str, items: Sequence[str], met: Sequence[frozenset[str]]) -> Cover:
    place = {item: number for number, item in enumerate(items)}
    options = [Option(f"o{number}", tuple(sorted(some, key=place.__getitem__))) for number, some in enumerate(met, 1)]
    return Cover(name, tuple(items), (), tuple(options))


GENERATOR = CoverGenerator()
