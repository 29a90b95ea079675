"""Searching a model piece by piece on several workers: answers, counts and optima, put together without duplicates.

Every answer lies in exactly one cube, since cubes differ in a variable of the projection. So the answers of all cubes
together are those of the whole, and their numbers add up. An optimum is shared: what is begun later has to beat it.

Where a few answers are asked for and nobody has said how deep to cut, a search stays whole if cubes of it are hardly
smaller than it is. Of ten planted sets of 60 cubes, a SAT solver settled six in 15 seconds of one processor; by 64
cubes of each, as two workers would share them, five in as many seconds, and by turns at 24 four.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic, time

from models.errors import InputError
from models.kit.names import shown
from models.language.model import Assignment, Givens, IntVar, Literal, Model
from solvers.core.backend import Assignments, Backend, Clock, OutOfTime, Progress, Search, Settings, SolverFailed
from solvers.run.bulk.forms import lines_of
from solvers.run.request import RunRequest
from solvers.run.splitting.checkpoint import ENDING, Notes
from solvers.run.splitting.covers import tree_of
from solvers.run.splitting.cubes import DEFAULT_CUBES, FEW_CUBES, Cube, cut, left_open
from solvers.run.splitting.pieces import Done, Piece, Values, Whole, packed, search_piece
from solvers.workers.pool import open_pool

MAX_OPEN_SHARE = 0.9
"""What cubes leave open on the average, from which on their search stays whole: a hundred planted cubes 0.97, dials
8x6x24 0.86 after one decision. Where between them it lies is a choice."""
AUTO = "auto"

MAX_DEPTH = 40  # decisions of a cube at most; with two alternatives each, that is more cubes than anybody waits for


@dataclass(frozen=True)
class SplitPlan:
    """How a search is split."""

    pieces: int = DEFAULT_CUBES  # cubes, where no depth is said
    depth: int | None = None  # decisions of each cube
    counts: bool = False  # whether answers are counted and not listed
    most: int | None = None  # how many answers are enough
    notes: Path | None = None  # where finished cubes are noted
    on: str | None = None
    workers: int = 1  # 0 for as many as there are


class Split(Backend):
    """A backend at work on the cubes of each model, which several workers search."""

    name = "split"
    summary = "another backend at work on the cubes of a model, in processes of their own"

    def __init__(self, inner: Backend, plan: SplitPlan = SplitPlan()) -> None:
        self._inner = inner
        self._plan = plan
        self.name = inner.name  # type: ignore[misc] # people see who searches
        self.is_stateful = False

    def unsupported_reason(self, model: Model) -> str | None:
        return self._inner.unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> Search:
        search = self._inner.load(model, replace(settings, workers=1))
        return SplitSearch(search, settings.seed, self._plan)

    def version(self, variant: str = "") -> str:
        return self._inner.version(variant)


class SplitSearch(Search):
    """A model whose cubes are searched apart; ``whole`` is the model in the backend that is asked for each."""

    def __init__(self, whole: Search, seed: int, plan: SplitPlan) -> None:
        super().__init__(whole.model)
        self._whole = whole
        self._seed = seed
        self._plan = plan
        self.backend, self.variant = whole.backend, whole.variant
        self.rule = whole.rule
        self._results: Generator[Done, None, None] | None = None
        self._uncounted = 0
        self._least: int | None = None
        self._begin()

    def size(self) -> dict[str, int]:
        return self._whole.size()

    def effort(self) -> dict[str, int]:
        if self._is_whole:
            return self._whole.effort()
        return {"cubes": len(self._cubes), "cubes done": self._finished, **self._effort}

    def progress(self) -> Progress | None:
        if not self._cubes:
            return self._whole.progress() if self._is_whole else None
        spent = monotonic() - self._started
        left = spent * (1 - self._share) / (self._share - self._given) if self._share > self._given else None
        return Progress(self._finished, len(self._cubes), self._share, left)

    def _begin(self) -> None:
        self._cubes: list[Cube] = []
        self._finished = 0
        self._share = 0.0  # of the tree that is done
        self._given = 0.0  # of it that was refuted by cutting, or done by an earlier run
        self._effort: dict[str, int] = {}
        self._started = monotonic()
        self._is_whole = False
        self.why = self._whole.why
        self.workers = frozenset()

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._begin()
        with Notes(self._plan.notes, self.model, givens, assumptions, self._plan.counts) as notes:
            cubes = notes.cubes or self._cut(givens, assumptions, clock)
            if cubes is not None:
                self._cubes = notes.cubes or notes.begin(cubes)
                return (yield from self._put_together(notes, givens, assumptions, clock))
        if assumptions:
            return (yield from self._whole._assuming(givens, assumptions, clock))
        return (yield from self._whole._assignments(givens, clock))

    def _put_together(self, notes: Notes, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        whole = Whole(
            packed(self.model),
            tuple((var.index, value) for var, value in givens.items()),
            tuple((literal.var.index, literal.values) for literal in assumptions),
            self._whole.word,
            self._seed,
            self._plan.counts,
            clock.remaining() is not None,
        )
        best: tuple[int, int] | None = None  # what it costs, and the first cube that has such an answer
        latest: Assignment | None = None  # with an objective it waits for a better one: of the best, another is shown
        with closing(self._searched(notes, whole, clock)) as self._results:
            complete = True
            try:
                for done in self._results:
                    complete &= done.complete
                    for answer in done.answers:
                        assignment: Assignment | None = self._assignment(answer)
                        if assignment is not None and self.model.objective is not None:
                            cost = self.model.objective.cost.value(assignment)
                            best = min(best, (cost, done.number)) if best else (cost, done.number)
                            if self._least is not None and cost >= self._least:
                                continue
                            self._least, assignment, latest = cost, latest, assignment
                        self._uncounted = done.found - 1 if self._plan.counts else 0
                        if assignment is not None:
                            yield assignment
                if best and complete:
                    latest = self._shown(whole, best, clock) or latest
            except (OutOfTime, KeyboardInterrupt, SolverFailed):
                if latest is not None:
                    yield latest
                raise
        if latest is not None:
            yield latest
        return complete

    def _shown(self, whole: Whole, best: tuple[int, int], clock: Clock) -> Assignment | None:
        """Return one of the best answers, which does not depend on who searched which cube, nor on who was first.

        The first cube that has one had none as good to beat: it is always known. None where the time is up.
        """
        cost, number = best
        piece = replace(next(islice(self._pieces(clock), number, None)), most=1, below=cost + 1)
        return next(map(self._assignment, search_piece(whole, piece).answers), None)

    def _count_remaining(self, clock: Clock, most: int | None, tell: Callable[[int], None]) -> bool | None:
        if self._is_whole:
            return self._whole._count_remaining(clock, most, tell)
        if not self._plan.counts or self._results is None:
            return None
        complete, left = True, most
        found = self._uncounted
        results: Iterator[Done] = self._results
        while True:
            found = found if left is None else min(left, found)
            tell(found)
            if left is not None:
                left -= found
                if left == 0:
                    return False
            done = next(results, None)
            if done is None:
                return complete
            complete &= done.complete
            found = done.found

    def _cut(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> list[Cube] | None:
        tree, plan = tree_of(self.model, givens, assumptions, clock), self._plan
        if plan.most is not None and plan.depth is None:
            cubes = cut(tree, min(FEW_CUBES, plan.pieces))
            left = left_open(tree, cubes)
            if left > MAX_OPEN_SHARE:
                why = f"the search stays whole, for each of {len(cubes)} cubes leaves {left:.0%} of it open"
                self.why = f"{self._whole.why or f'{self._whole.word}, as asked for'}; {why}"
                self._is_whole = True
                return None
            if self._whole.is_stateful:
                return cubes
        return cut(tree, plan.pieces, plan.depth)

    def _searched(self, notes: Notes, whole: Whole, clock: Clock) -> Generator[Done, None, None]:
        """What each cube comes to: in the order of the cubes, or where that does not matter as soon as it is known."""
        self._least = None
        self._share = 1 - sum(cube.share for cube in self._cubes)
        for number in notes.done:
            self._share += self._cubes[number].share
        self._given = self._share
        with open_pool(self._plan.on, self._plan.workers) as pool:
            for done in notes.done.values():
                self._finished += 1
                yield done
            pieces = (piece for piece in self._pieces(clock) if piece.number not in notes.done)
            in_order = not self._plan.counts and self.model.objective is None
            work = partial(search_piece, whole)
            with closing(pool.imap(work, pieces, in_order, clock.check)) as results:
                for _, result in results:
                    if result.error is not None:
                        raise result.error
                    done = result.value
                    self._note(done, result.worker)
                    if done.complete:
                        notes.add(done)
                    if done.stopped_by == "failure":
                        raise SolverFailed(done.failure)
                    yield done
            notes.finish()

    def _pieces(self, clock: Clock) -> Iterator[Piece]:
        seconds = clock.remaining()
        until = None if seconds is None else time() + seconds
        for number, cube in enumerate(self._cubes):
            decisions = tuple((var.index, value) for var, value in cube.decisions)
            yield Piece(number, decisions, until, self._plan.most, self._least)

    def _note(self, done: Done, worker: str) -> None:
        self._finished += 1
        if worker:
            self.workers |= {worker}
            self._effort[f"cubes of {worker}"] = self._effort.get(f"cubes of {worker}", 0) + 1
        self._share += self._cubes[done.number].share
        for name, amount in done.effort:
            self._effort[name] = self._effort.get(name, 0) + amount

    def _assignment(self, values: Values) -> dict[IntVar, int]:
        return {var: value for var, value in zip(self.model.variables, values, strict=True) if value is not None}


def split(inner: Backend, request: RunRequest) -> Backend:
    counting = request.count and not request.minimize
    everything = request.all or request.count or request.minimize is not None
    notes = lines_of(request.output).with_name(request.output.name + ENDING) if request.output else None
    most = request.limit or (None if everything else 2)
    depth = _depth(request.split or AUTO)
    return Split(inner, SplitPlan(DEFAULT_CUBES, depth, counting, most, notes, request.on, request.pool_size))


def _depth(word: str) -> int | None:
    if word == AUTO:
        return None
    if not (word.isdecimal() and 1 <= int(word) <= MAX_DEPTH):
        raise InputError(
            f"--split says {shown(word)}; a number of decisions from 1 to {MAX_DEPTH}, or auto, is expected"
        )
    return int(word)
