"""Exact-cover programs as backends: the covering that ``dlx`` makes of a model, given to somebody else's Algorithm X.

Such a program knows items and options and nothing of who asks. What was chosen or taken out in advance is done to the
problem before it sees it, and so is what trips it: items that no option meets, and problems in which nothing is left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence

from models.language.model import Model
from solvers.backends.dlx.backend import CoverSearch
from solvers.backends.dlx.dancing import CoverEffort
from solvers.backends.shared.apart import ApartBackend
from solvers.core.limits import Clock
from solvers.lowering.covering import decides, unsupported_reason


class CoverBackend(ApartBackend):
    is_stateful = False

    def unsupported_reason(self, model: Model) -> str | None:
        found = unsupported_reason(model)
        if found is None and not decides(model):
            return "a projection that leaves choices open: each way of making them would be listed as an answer"
        return found


class ProblemPerSearch(ABC):
    """A problem like an ``ExactCover`` without late items, given anew what is left of it for each search."""

    def __init__(
        self, primary: int, secondary: int, options: Sequence[Sequence[int]], late: Collection[int] = ()
    ) -> None:
        self._primary = primary
        self._options = options
        self.nodes = sum(map(len, options))

    def covers(
        self, chosen: Iterable[int], removed: Iterable[int], stop: Callable[[], bool], effort: CoverEffort
    ) -> Generator[list[int], None, bool]:
        chosen, out = list(chosen), set(removed)
        met = [item for number in chosen for item in self._options[number]]
        taken = set(met)
        if len(taken) < len(met):
            return True
        left = {
            number: items
            for number, items in enumerate(self._options)
            if items and items[0] < self._primary and number not in out and taken.isdisjoint(items)
        }
        used = {item for items in left.values() for item in items}
        open_items = [item for item in range(self._primary) if item not in taken]
        if not open_items:
            yield chosen
        elif used.issuperset(open_items):
            others = sorted(item for item in used if item >= self._primary)
            numbers = {item: number for number, item in enumerate([*open_items, *others])}
            renamed = [[numbers[item] for item in items] for items in left.values()]
            places = list(left)
            for cover in self.found(len(open_items), len(others), renamed):
                effort.nodes += len(cover)
                yield chosen + [places[place] for place in cover]
        return True

    @abstractmethod
    def found(self, primary: int, secondary: int, options: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
        """Every cover, as places among ``options``; each item is in one of these, and there is a primary one."""


class ExternalCoverSearch(CoverSearch):
    def effort(self) -> dict[str, int]:
        return {"options taken": self._effort.nodes}

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        return None  # the table of counts is no work of theirs
