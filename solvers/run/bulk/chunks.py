"""Chunks: where a file of many puzzles is cut, each piece solved at one go by one process and noted down when done.

The cuts depend on the puzzles alone, never on time. Where a backend learns from one puzzle to the next, every chunk
begins with a freshly loaded solver, which costs as much as dozens of easy puzzles: short chunks are dear, and long ones
leave workers idle and more to do again after a kill. So they grow, and hold fewer puzzles where those are large.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from typing import Any

from models.errors import InputError
from models.formulation import Rows
from models.language.model import Model
from solvers.core.solver import Solver

CHUNK_PUZZLES = 8  # puzzles of a chunk, where nothing is learnt from one to the next

FIRST_WEIGHT, GROWTH, MAX_WEIGHT = 100, 10, 1_000
"""Weight of the first chunk otherwise, how many times heavier each next one is, and the most there can be.

A 9×9 Sudoku weighs 1, a 16×16 one 25 and a 25×25 one 400.
"""

USUAL_CHOICES = 729
"""Choices in a 9×9 Sudoku, 81 cells times 9 digits; a puzzle with twice as many or more weighs more, by the square."""

MAX_KNOWN_SHAPES = 100  # weights kept in mind at a time


def chunk_sizes(is_stateful: bool) -> Iterator[int]:
    """The weights of the chunks of a file; as all puzzles weigh 1 as a rule, the numbers of puzzles."""
    size, longest = (FIRST_WEIGHT, MAX_WEIGHT) if is_stateful else (CHUNK_PUZZLES, CHUNK_PUZZLES)
    while True:
        yield size
        size = min(GROWTH * size, longest)


def cut(
    items: Iterator[Any], sizes: Iterable[int], weigh: Callable[[Any], int], divides: bool = False
) -> Iterator[list[Any]]:
    """The items in chunks; each ends with the item that gives it its size, the last wherever the items end.

    With ``divides`` rows are cut where their puzzles would be, each of which weighs what the first does.
    """
    for size in sizes:
        chunk: list[Any] = []
        weight = 0
        for item in items:
            if divides and isinstance(item, Rows):
                each = weigh(item[0])
                many = -(-(size - weight) // each)
                if many < len(item):
                    chunk.append(item.before(many))
                    items = chain([item.after(many)], items)
                    break
                weight += each * len(item)
            else:
                weight += weigh(item)
            chunk.append(item)
            if weight >= size:
                break
        if not chunk:
            return
        yield chunk


def flowing(items: Iterator[Any], sizes: Iterable[int], weigh: Callable[[Any], int]) -> Iterator[Iterator[Any]]:
    """The chunks that ``cut`` makes, each item when it is asked for; a chunk must be gone through before the next."""
    for size in sizes:
        for first in items:
            yield _up_to(size, first, items, weigh)
            break
        else:
            return


def _up_to(size: int, item: Any, items: Iterator[Any], weigh: Callable[[Any], int]) -> Iterator[Any]:
    yield item
    weight = weigh(item)
    while weight < size:
        for item in items:
            yield item
            weight += weigh(item)
            break
        else:
            return


class Scales:
    """Weighs puzzles by the structure that the solver would declare for them, once for each shape."""

    def __init__(self, solver: Solver[Any, Any]) -> None:
        self._solver = solver
        self._known: dict[Hashable, int] = {}

    def __call__(self, item: Any) -> int:
        if isinstance(item, InputError):
            return 1
        shape = self._solver.puzzle.shape(item)
        weight = self._known.get(shape)
        if weight is None:
            if len(self._known) == MAX_KNOWN_SHAPES:
                del self._known[next(iter(self._known))]
            weight = self._known[shape] = weight_of(self._solver.stated(item).model)
        return weight


def weight_of(model: Model) -> int:
    """How many of the usual structure this one counts for: a guess at how long a search may take."""
    choices = sum(len(var.domain) - 1 for var in model.projection)
    return max(1, choices // USUAL_CHOICES) ** 2


def puzzles_in(item: Any) -> int:
    return len(item) if isinstance(item, Rows) else 1


def after(chunks: Iterator[list[Any]], puzzles: int) -> tuple[Iterator[list[Any]], int]:
    """The chunks from that of the puzzle that follows the first ``puzzles`` on, and how many of its come before.

    A ValueError where there are fewer puzzles.
    """
    left = puzzles
    while left > 0:
        chunk = next(chunks, None)
        if chunk is None:
            raise ValueError(f"{left} more puzzles are expected")
        size = sum(map(puzzles_in, chunk))
        if size > left:
            return chain([chunk], chunks), left
        left -= size
    return chunks, 0


class Trace:
    """A digest of the puzzles that are done, for an input that can be read only once; ``done`` ones are not kept."""

    def __init__(self, done: int = 0) -> None:
        from hashlib import sha256  # only an input that is no file needs it

        self._digest = sha256()
        self._digested = 0
        self._done = done
        self._read: deque[Any] = deque()  # and not digested

    def along(self, puzzles: Iterable[Any]) -> Iterator[Any]:
        for puzzle in puzzles:
            self._read.append(puzzle)
            self.mark(min(self._done, self._digested + 1))
            yield puzzle

    def mark(self, puzzles: int) -> str:
        """The digest of the first ``puzzles``, at least as many as were asked for before."""
        while self._digested < puzzles:
            self._digest.update(repr(self._read.popleft()).encode())
            self._digested += 1
        return self._digest.hexdigest()
