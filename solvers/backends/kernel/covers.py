"""Exact covers in C, asked as the dancing links in Python are (``solvers.backends.dlx.dancing``)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solvers.backends.dlx.dancing import CoverEffort
from solvers.backends.kernel.counting import count_remaining, count_together
from solvers.core.backend import Clock
from solvers.kernel import compiled

if TYPE_CHECKING:
    from solvers.kernel._kernel import Cover

STEPS_A_CALL = 4_000  # options tried in one call: some milliseconds
MAX_ANSWERS_A_CALL = 64  # answers asked for in one call, once they come often; never more than those steps find


class CompiledCover:
    """Items and options as in an ``ExactCover``, loaded once and searched as often as wanted, one search at a time.

    With ``links``, links dance even where bitsets of options would do; tests ask for it.
    """

    def __init__(
        self,
        primary: int,
        secondary: int,
        options: Sequence[Sequence[int]],
        late: Collection[int] = (),
        links: bool = False,
    ) -> None:
        kernel = compiled()
        assert kernel is not None
        self.nodes = sum(map(len, options))
        # An option that meets nothing only fills the bitsets; near each other, options of one item fill few words.
        self._option = sorted(
            (number for number, option in enumerate(options) if option), key=lambda n: max(options[n])
        )
        self._number = {option: number for number, option in enumerate(self._option)}
        flat = array("i")
        for option in self._option:
            flat.append(len(options[option]))
            flat.extend(options[option])
        links = links or len(self._option) > kernel.MOST_BITSET_OPTIONS
        is_late = bytes(item in late for item in range(primary))
        self._dances = links
        self._made = partial(kernel.Cover, primary, secondary, flat, is_late, links)
        self._engine = self._made()

    def covers(
        self,
        chosen: Collection[int] = (),
        removed: Collection[int] = (),
        stop: Callable[[], bool] = lambda: False,
        effort: CoverEffort | None = None,
    ) -> Generator[list[int], None, bool]:
        engine = self._engine
        effort = CoverEffort() if effort is None else effort
        given, finished = list(dict.fromkeys(chosen)), not self.begin(chosen, removed)
        width, option_of, asked = engine.width(), self._option.__getitem__, 1
        while not finished:
            answers, finished = engine.more(asked, STEPS_A_CALL)
            self._note_effort(effort)
            if answers:
                numbers = memoryview(answers).cast("i").tolist()
                for at in range(0, len(numbers), width):
                    yield [*given, *map(option_of, numbers[at + 1 : at + 1 + numbers[at]])]
                asked = min(2 * asked, MAX_ANSWERS_A_CALL)
            if not finished and stop():
                return False
        return True

    def count(self, chosen: Collection[int] = (), removed: Collection[int] = (), workers: int = 1) -> int:
        counted: list[int] = []
        if self.begin(chosen, removed):
            self.count_remaining(Clock(None), None, counted.append, CoverEffort(), workers)
        return sum(counted)

    def count_remaining(
        self, clock: Clock, most: int | None, report: Callable[[int], None], effort: CoverEffort, workers: int = 1
    ) -> bool:
        """Count what the latest search has left, ``most`` at most; whether these are all."""
        engines = [self._engine]
        try:
            if workers == 1 or most is not None or self._dances:
                return count_remaining(self._engine, STEPS_A_CALL, clock, most, report)
            engines += [self._made() for _ in range(workers - 1)]
            return count_together(engines, STEPS_A_CALL, clock, report)
        finally:
            self._note_effort(effort, *engines)

    def begin(self, chosen: Collection[int] = (), removed: Collection[int] = ()) -> bool:
        """Begin a search; False when an option is chosen and removed at once."""
        named, taken_out = dict.fromkeys(chosen), dict.fromkeys(removed)
        if any(option in taken_out for option in named):
            return False
        number = self._number
        self._engine.begin(
            array("i", (number[option] for option in named if option in number)),
            array("i", (number[option] for option in taken_out if option in number)),
        )
        return True

    def _note_effort(self, effort: CoverEffort, *engines: Cover) -> None:
        works = [engine.effort() for engine in engines or (self._engine,)]
        effort.nodes = sum(work["nodes"] for work in works)
        effort.updates = sum(work["updates"] for work in works)
        effort.dead_ends = sum(work["dead ends"] for work in works)
