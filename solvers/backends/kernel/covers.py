"""Exact covers in C, asked as the dancing links in Python are; and counting by threads that share a search in C."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Generator, Sequence
from functools import partial
from threading import Condition, Thread
from typing import TYPE_CHECKING, Protocol

from models.language.model import Model
from solvers.backends.dlx.backend import CoverSearch
from solvers.backends.dlx.dancing import CoverEffort
from solvers.core.backend import Clock, Settings
from solvers.core.system import CAN_START_OTHERS
from solvers.kernel import compiled

if TYPE_CHECKING:
    from solvers.kernel._kernel import ExactCoverEngine

STEPS_A_CALL = 4_000  # options tried in one call: some milliseconds
MAX_ANSWERS_A_CALL = 64  # answers asked for in one call, once they come often; never more than those steps find


MAX_ANSWERS = 1 << 62  # more answers than anybody waits for
LOOK_EVERY_SECONDS = 0.05  # the clock is looked at so often while threads count


class CountingEngine(Protocol):
    """A search in C."""

    def count(self, answers: int, steps: int, /) -> tuple[int, bool]:
        """How many answers come next within so many steps, and whether these are all."""


class SharingEngine(CountingEngine, Protocol):
    """A search that another thread can help with."""

    def share(self, other: SharingEngine, /) -> bool:
        """Hand part of what is left to a search that is done; whether there was any."""


def count_remaining(
    engine: CountingEngine, steps: int, clock: Clock, most: int | None, report: Callable[[int], None]
) -> bool:
    """Count what is left of a search, ``most`` at most, looking at the clock every so many steps; whether it is all."""
    left = MAX_ANSWERS if most is None else most
    finished = False
    while left > 0 and not finished:
        found, finished = engine.count(left, steps)
        left -= found
        report(found)
        if not finished and clock.expired():
            break
    return finished


def count_together(engines: Sequence[SharingEngine], steps: int, clock: Clock, report: Callable[[int], None]) -> bool:
    """Count all that is left of the first search, a thread for each engine; the others are done, and get parts of it.

    Every answer is counted by one thread, whoever is first, so that the sum does not depend on who that was. The first
    search goes on alone where there are no threads.
    """
    if not CAN_START_OTHERS:
        return count_remaining(engines[0], steps, clock, None, report)
    changed = Condition()
    idle, untold, is_over = list(engines[1:]), 0, False
    errors: list[Exception] = []

    def has_work(engine: SharingEngine) -> bool:
        with changed:
            changed.wait_for(lambda: is_over or engine not in idle)
            return not is_over

    def count(engine: SharingEngine) -> None:
        nonlocal untold, is_over
        while has_work(engine):
            found, finished = 0, True
            try:
                found, finished = engine.count(MAX_ANSWERS, steps)
            except Exception as error:
                errors.append(error)
            with changed:
                untold += found
                if finished:
                    idle.append(engine)
                else:
                    idle[:] = [other for other in idle if not engine.share(other)]
                is_over = is_over or bool(errors) or len(idle) == len(engines)
                changed.notify_all()

    def report_more() -> None:
        nonlocal untold
        with changed:
            more, untold = untold, 0
        report(more)

    def ended() -> bool:
        with changed:
            return changed.wait_for(lambda: is_over, LOOK_EVERY_SECONDS)

    threads = [Thread(target=count, args=(engine,), daemon=True) for engine in engines]
    for thread in threads:
        thread.start()
    try:
        while not ended() and not clock.expired():
            report_more()
    finally:
        with changed:
            is_over = True
            changed.notify_all()
        for thread in threads:
            thread.join()
        report_more()
    if errors:
        raise errors[0]
    return len(idle) == len(engines)


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
        self._made = partial(kernel.ExactCoverEngine, primary, secondary, flat, is_late, links)
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

    def _note_effort(self, effort: CoverEffort, *engines: ExactCoverEngine) -> None:
        works = [engine.effort() for engine in engines or (self._engine,)]
        effort.nodes = sum(work["nodes"] for work in works)
        effort.updates = sum(work["updates"] for work in works)
        effort.dead_ends = sum(work["dead ends"] for work in works)


class CompiledCoverSearch(CoverSearch):
    linked = CompiledCover

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model, settings)
        self._workers = settings.workers

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        if not self._problem.decisive:
            return None  # several covers may be one answer
        return bool(self._links.count_remaining(clock, most, report, self._effort, self._workers))
