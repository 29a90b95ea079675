"""Blocks: rows of a file that are handed to a search all at once, and what is written for them.

What comes out is byte for byte what the puzzles would come to one by one. Every answer is judged by the search's own
judge, and some by the model and the puzzle's checker as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from time import monotonic
from typing import Any

from models.formulation import Rows
from models.puzzle import Puzzle
from solvers.core.backend import Clock, Limits, Outcome, WrongAnswer
from solvers.core.batches import Batch, TakesBatches
from solvers.core.record import Result
from solvers.core.solver import Loaded, Solver
from solvers.run.bulk.chunks import CHUNK_PUZZLES, puzzles_in

BLOCK_ROWS = 1_000  # rows of a chunk, or a few more, as rows that were read together stay together
SAMPLE_EVERY = 1_000  # of so many answers, one is judged by the model and the puzzle's checker as well
PAUSE_SECONDS = 0.25  # seconds after which what is there is written, where the rest of a block takes longer
LOOKS_WITHIN_LIMIT = 10  # how many times within its limit of time a search is looked at, where it has one


def in_rows(solver: Solver[Any, Any], items: Iterable[Any]) -> Iterator[Any]:
    """The items as they are, but rows that this solver's search cannot take at once as their instances."""
    for item in items:
        if isinstance(item, Rows) and taking_batches(solver.cached(item[0])[0]) is None:
            yield from map(item.__getitem__, range(len(item)))
        else:
            yield item


def weight(item: Any) -> int:
    return len(item) if isinstance(item, Rows) else BLOCK_ROWS // CHUNK_PUZZLES


def skipped(items: Iterator[Any], number: int) -> Iterator[Any]:
    """What follows the first ``number`` puzzles; a ValueError where there are fewer."""
    while number > 0:
        item = next(items, None)
        if item is None:
            raise ValueError(f"{number} more puzzles are expected")
        many = puzzles_in(item)
        if many > number:
            return chain([item.after(number)], items)
        number -= many
    return items


class Block:
    """Rows on their way through the search of a solver that takes batches, each up to the limits."""

    def __init__(self, solver: Solver[Any, Any], rows: Rows[Any], limits: Limits) -> None:
        self.solver = solver
        self.rows = rows
        self._limits = limits
        self._loaded = solver.cached(rows[0])[0]
        search = taking_batches(self._loaded)
        assert search is not None
        self._search = search
        self._width = len(search.row)
        self._stopped = False  # whether time was up for the latest row
        self._batch: Batch | None = None

    def begin(self) -> None:
        """Search for as long as a pause, on an engine of its own, so that other blocks may be searched meanwhile."""
        clock = Clock(PAUSE_SECONDS)
        self._batch = self._search.batch(self.rows.givens(), self._limits.solutions, clock=clock, apart=True)

    def go_on(self) -> Iterator[range]:
        """Search; the places of the rows that are over, as they come. A row whose time is up comes by itself."""
        seconds = self._limits.seconds
        pause = PAUSE_SECONDS if seconds is None else min(PAUSE_SECONDS, seconds / LOOKS_WITHIN_LIMIT)
        written, since = 0, monotonic()
        if self._batch is None:
            self._batch = self._search.batch(self.rows.givens(), self._limits.solutions, clock=Clock(pause))
        batch = self._batch
        while True:
            if batch.done > written:
                self._check(range(written, batch.done, SAMPLE_EVERY))
                yield range(written, batch.done)
                written, since = batch.done, monotonic()
            elif seconds is not None and monotonic() - since >= seconds:
                self._stopped = True
                yield range(written, written + 1)
                self._stopped = False
                batch.give_up()
                written, since = batch.done, monotonic()
            if written == len(self.rows):
                return
            batch.go_on(Clock(pause))

    def counts(self, places: range) -> list[int]:
        return self._begun.counts[places.start : places.stop].tolist()

    def outcome(self, found: int) -> Outcome:
        if self._stopped:
            return Outcome(found, stopped_by="time")
        complete = self._limits.solutions is None or found < self._limits.solutions
        return Outcome(found, complete, "" if complete else "solutions")

    def written(self, places: range) -> list[str]:
        """The answers of the rows, each on a line; of a row without one, anything."""
        return self.rows.written(self._values(places))

    def names(self, places: range) -> list[str]:
        return self._between(places).names()

    def labels(self, places: range) -> list[str]:
        return self._between(places).labels()

    def given(self, places: range) -> list[str]:
        return self._between(places).given()

    def as_json(self, places: range) -> list[str]:
        return self.rows.as_json(self._values(places))

    @property
    def _begun(self) -> Batch:
        assert self._batch is not None
        return self._batch

    def _between(self, places: range) -> Rows[Any]:
        rows = self.rows if places.stop == len(self.rows) else self.rows.before(places.stop)
        return rows.after(places.start) if places.start else rows

    def _values(self, places: range) -> bytes:
        return bytes(self._begun.answers[places.start * self._width : places.stop * self._width])

    def result(self, place: int) -> Result[Any, Any]:
        """What came of one row, as if it had been searched by itself."""
        puzzle: Puzzle[Any, Any] = self.solver.puzzle
        found, instance = self._begun.counts[place], self.rows[place]
        outcome = self.outcome(found)
        answers = (self._answer(place, instance),) if found else ()
        contradiction = puzzle.contradiction(instance) or "" if outcome.complete and not found else ""
        return Result(
            self.solver,
            instance,
            self._loaded.formulation,
            answers,
            outcome,
            contradiction=contradiction,
            searched=self._loaded.search,
        )

    def _check(self, places: range) -> None:
        for place in places:
            if self._begun.counts[place]:
                self._answer(place, self.rows[place])

    def _answer(self, place: int, instance: Any) -> Any:
        """The answer of a row, judged by the model and the puzzle's checker."""
        stated = self._loaded.stated
        values = self._begun.answers[place * self._width : (place + 1) * self._width]
        assignment = dict(zip(stated.row, values, strict=True))
        complaint = stated.model.first_violation(assignment, stated.givens(instance))
        answer = None if complaint else stated.decode(instance, assignment)
        complaint = complaint or self.solver.puzzle.check(instance, answer)
        if complaint:
            raise WrongAnswer(f"{instance.name}: the answer of a batch is wrong: {complaint}")
        return answer


def taking_batches(loaded: Loaded[Any, Any]) -> TakesBatches | None:
    """The search of ``loaded``, where it takes rows of just the variables that the formulation has in them."""
    search: object = loaded.search
    ours = loaded.stated.row
    if not ours or not isinstance(search, TakesBatches):
        return None
    theirs = search.row
    return search if len(ours) == len(theirs) and all(a is b for a, b in zip(ours, theirs, strict=True)) else None
