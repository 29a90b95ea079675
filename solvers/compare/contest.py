"""Contests: every formulation on every backend that takes it, each run in its own process, in fair turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from models.errors import InputError
from models.language.model import Model
from models.plugins import BrokenPlugin
from models.puzzle import Puzzle
from solvers.compare.agreement import disagreements
from solvers.compare.measure import measure
from solvers.compare.record import GIVE_UP, ComparisonRow, LeftOut, Measurement
from solvers.compare.request import CompareRequest
from solvers.core.backend import Backend
from solvers.core.registry import load_backend
from solvers.core.solver import in_brief
from solvers.workers.pool import Pool


def entrants(
    puzzle: Puzzle[Any, Any],
    instances: Sequence[Any],
    formulations: Sequence[str],
    backends: Sequence[str],
    objective: str | None = None,
) -> tuple[list[tuple[str, str]], list[LeftOut]]:
    """The pairs of formulation and backend that fit, and those left out, each with the reason.

    A pair is left out when it can take none of the ``instances``, or when its backend cannot even be loaded.
    """
    for name in formulations or [""]:
        puzzle.require(name, objective)
    loaded, broken = _loaded(backends)
    shapes = {puzzle.shape(instance): instance for instance in reversed(instances)}  # alike to every backend
    fitting: list[tuple[str, str]] = []
    left_out: list[LeftOut] = []
    for formulation in formulations or puzzle.formulations:
        objections: dict[str, str] = {}
        undecided = dict(loaded)
        for instance in reversed(shapes.values()):
            if undecided:  # mostly nobody is, after the first
                try:
                    model = puzzle.state(instance, formulation, objective).model
                except InputError as error:
                    if formulations:
                        raise
                    objections |= dict.fromkeys(undecided, f"{instance.name}: {error.sentence}")
                    continue
                found = {word: _objection(backend, model) for word, backend in undecided.items()}
                undecided = {word: backend for word, backend in undecided.items() if found[word] is not None}
                objections = {word: reason for word, reason in found.items() if reason is not None} | objections
        for word in backends:
            if word in broken:
                left_out.append(LeftOut(formulation, word, broken[word]))
            elif word in undecided:
                left_out.append(LeftOut(formulation, word, f"cannot take {objections[word]}"))
            else:
                fitting.append((formulation, word))
    return fitting, left_out


def _loaded(words: Sequence[str]) -> tuple[dict[str, Backend], dict[str, str]]:
    """The backends that ``words`` name, and what is wrong with those that are broken."""
    loaded: dict[str, Backend] = {}
    broken: dict[str, str] = {}
    for word in words:
        try:
            loaded[word], _ = load_backend(word)
        except BrokenPlugin as error:
            broken[word] = str(error)
    return loaded, broken


def _objection(backend: Backend, model: Model) -> str | None:
    """What the backend objects to; one that fails already here may run, and its run says how it fails."""
    try:
        return backend.unsupported_reason(model)
    except Exception:
        return None


@dataclass(frozen=True)
class Job:
    """One run that is to be done.

    Attributes:
        request: what is asked; it names the formulation and the backend.
        instance: of which instance.
        place: which of the instances that is.
        turn: which of the repeats it is, from 0.
    """

    request: CompareRequest
    instance: Any
    place: int
    turn: int

    @property
    def pair(self) -> tuple[str, str]:
        """The formulation and the backend."""
        return self.request.formulation, self.request.backend

    @property
    def name(self) -> str:
        """How it is announced."""
        formulation, backend = self.pair
        return f"{self.instance.name}: {formulation} × {backend}" + (f" ({self.turn + 1})" if self.turn else "")


def contest(
    request: CompareRequest,
    instances: Sequence[Any],
    pairs: Sequence[tuple[str, str]],
    announce: Callable[[str], None] = lambda name: None,
    run: Callable[[CompareRequest, Any], Measurement] = measure,
    pool: Pool | None = None,
) -> tuple[list[ComparisonRow], bool]:
    """Measure each pair on each instance; repeats are interleaved, so that a noisy moment hurts all alike.

    Args:
        announce: told the name of each run before it starts; of those that a pool does, as they are done.
        run: how one run is done: what ``request`` asks of one formulation on one backend, on one instance.
        pool: who does the runs, as many at a time as there are workers; None for one after the other.

    Returns:
        The rows, and whether all was measured: Ctrl-C ends it with what there is.
    """
    runs: dict[tuple[int, str, str], list[Measurement]] = {}
    lost_in_a_row = dict.fromkeys(pairs, 0)
    finished = False
    # Whether a pair is run on a size of a family depends on what came of the sizes before.
    batches = [[place] for place in range(len(instances))] if request.family else [range(len(instances))]
    try:
        for turn in range(request.repeat):
            for places in batches:
                jobs = []
                for place in places:
                    for pair in pairs:
                        mine = runs.setdefault((place, *pair), [])
                        if turn and mine[0].status == "not run":
                            continue
                        if not turn and request.family and lost_in_a_row[pair] >= GIVE_UP:
                            mine.append(Measurement("not run", f"the {GIVE_UP} before were not settled"))
                            continue
                        formulation, backend = pair
                        asked = replace(request, formulation=formulation, backend=backend, on=None)
                        jobs.append(Job(asked, instances[place], place, turn))
                for job, measurement in _done(jobs, run, announce, pool):
                    runs[job.place, *job.pair].append(measurement)
                    if (
                        not turn and measurement.status != "cannot take"
                    ):  # that costs nothing, and may be otherwise next
                        lost_in_a_row[job.pair] = 0 if measurement.solved else lost_in_a_row[job.pair] + 1
        finished = True
    except KeyboardInterrupt:
        pass
    rows = [
        ComparisonRow(instances[place], formulation, backend, tuple(mine))
        for (place, formulation, backend), mine in runs.items()
        if mine
    ]
    return rows, finished


def _done(
    jobs: Sequence[Job],
    run: Callable[[CompareRequest, Any], Measurement],
    announce: Callable[[str], None],
    pool: Pool | None,
) -> Iterator[tuple[Job, Measurement]]:
    """Each job with what came of it, as they are done."""
    if pool is None:
        for job in jobs:
            announce(job.name)
            yield job, run(job.request, job.instance)
        return
    with closing(pool.imap(partial(_at_work, run), jobs, in_order=False)) as results:
        for number, result in results:
            announce(jobs[number].name)
            lost = Measurement("killed", f"its worker was lost: {result.error}")
            yield jobs[number], lost if result.error else replace(result.value, worker=result.worker)


def _at_work(run: Callable[[CompareRequest, Any], Measurement], job: Job) -> Measurement:
    return run(job.request, job.instance)


def contradictions(puzzle: Puzzle[Any, Any], rows: Sequence[ComparisonRow]) -> list[str]:
    """Every disagreement between rows on the same instance."""
    found: list[str] = []
    for instance in dict.fromkeys(row.instance for row in rows):
        sides = [(row.name, run) for row in rows if row.instance == instance for run in row.runs]
        found += [f"{instance.name}: {reason}" for reason in disagreements(sides, partial(in_brief, puzzle, instance))]
    return list(dict.fromkeys(found))
