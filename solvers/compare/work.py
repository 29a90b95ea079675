"""The work of ``compare``: every formulation on every backend that takes it, each run in its own process, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from models.errors import InputError
from models.language.model import Model
from models.plugins import BrokenPlugin
from models.puzzle import Puzzle
from models.registry import family, read_size, write_size
from solvers.compare.agreement import disagreements
from solvers.compare.measure import measure
from solvers.compare.record import MAX_UNSETTLED_IN_A_ROW, Comparison, ComparisonRow, LeftOut, Measurement
from solvers.compare.request import CompareRequest
from solvers.core.backend import Backend
from solvers.core.registry import load_backend, there_are
from solvers.core.request import open_work
from solvers.core.solver import in_brief
from solvers.workers.base import Pool
from solvers.workers.pool import open_pool

Pair = tuple[str, str]
"""A formulation and a backend."""

Announce = Callable[[str], None]


def compare(puzzle: Puzzle[Any, Any], request: CompareRequest, announcing: Callable[[int], Any]) -> Comparison:
    """Measure what ``request`` asks: every formulation on every backend that takes it, on every instance.

    ``announcing`` is given the number of runs, and makes a context with a function that is called before each run.
    """
    sizes = None
    if request.family:
        instances, sizes = planted(puzzle, request)
    else:
        instances = chosen_instances(puzzle, request)
    formulations, missing = words(request.formulations), dict[str, str]()
    backends = words(request.backends)
    if not backends:
        backends, missing = there_are()
    pairs, left_out = entrants(puzzle, instances, formulations, backends, request.minimize)
    left_out += [LeftOut(name, *why) for name in formulations or puzzle.formulations for why in missing.items()]
    pool = nullcontext() if request.on is None else open_pool(request.on)
    with announcing(len(pairs) * len(instances) * request.repeat) as announce, pool as others:
        rows, finished = contest(request, instances, pairs, announce, pool=others)
    return Comparison(puzzle, request, rows, left_out, contradictions(puzzle, rows), sizes, finished)


def chosen_instances(puzzle: Puzzle[Any, Any], request: CompareRequest) -> list[Any]:
    """The instances of all files named, or the default one, or the one that was typed."""
    instances: list[Any] = []
    each: list[tuple[str, ...]] = [(name,) for name in request.instances] or [()]
    for named in each:
        for item in islice(open_work(puzzle, replace(request, instances=named)).instances, request.first):
            if isinstance(item, InputError):
                raise item
            instances.append(item)
    return list(dict.fromkeys(instances))  # two of the same name and content would be two rows of the same


def planted(puzzle: Puzzle[Any, Any], request: CompareRequest) -> tuple[list[Any], list[int | str]]:
    """The instances of the family that ``request`` names, the small ones first, and their sizes."""
    name = request.family or ""
    sizes = {read_size(name, word) for word in words(request.sizes)}
    if not sizes:
        raise InputError(f"--family {name} needs --sizes, such as --sizes 4,8,12")
    growing = sorted(sizes, key=lambda size: (size,) if isinstance(size, int) else size)
    make = family(name)
    instances = [puzzle.with_options(make(size, request.seed), request.own_values) for size in growing]
    return instances, [size if isinstance(size, int) else write_size(size) for size in growing]


def words(text: str | None) -> list[str]:
    """The words between the commas, each once."""
    return list(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


def entrants(
    puzzle: Puzzle[Any, Any],
    instances: Sequence[Any],
    formulations: Sequence[str],
    backends: Sequence[str],
    objective: str | None = None,
) -> tuple[list[Pair], list[LeftOut]]:
    """The pairs of formulation and backend that fit, and those left out, each with the reason.

    A pair is left out when it can take none of the ``instances``, or when its backend cannot even be loaded.
    """
    for name in formulations or [""]:
        puzzle.require(name, objective)
    loaded: dict[str, Backend] = {}
    broken: dict[str, str] = {}
    for word in backends:
        try:
            loaded[word], _ = load_backend(word)
        except BrokenPlugin as error:
            broken[word] = str(error)
    shapes = {puzzle.shape(instance): instance for instance in reversed(instances)}  # alike to every backend
    fitting: list[Pair] = []
    left_out: list[LeftOut] = []
    for formulation in formulations or puzzle.formulations:
        reasons: dict[str, str] = {}
        undecided = dict(loaded)
        for instance in reversed(shapes.values()):
            if undecided:  # mostly nobody is, after the first
                try:
                    model = puzzle.state(instance, formulation, objective).model
                except InputError as error:
                    if formulations:
                        raise
                    reasons |= dict.fromkeys(undecided, f"{instance.name}: {error.sentence}")
                    continue
                found = {word: _unsupported_reason(backend, model) for word, backend in undecided.items()}
                undecided = {word: backend for word, backend in undecided.items() if found[word] is not None}
                reasons = {word: reason for word, reason in found.items() if reason is not None} | reasons
        for word in backends:
            if word in broken:
                left_out.append(LeftOut(formulation, word, broken[word]))
            elif word in undecided:
                left_out.append(LeftOut(formulation, word, f"cannot take {reasons[word]}"))
            else:
                fitting.append((formulation, word))
    return fitting, left_out


def _unsupported_reason(backend: Backend, model: Model) -> str | None:
    """Why the backend does not take the model; one that fails already here may run, and its run says how it fails."""
    try:
        return backend.unsupported_reason(model)
    except Exception:
        return None


@dataclass(frozen=True)
class Job:
    """One run: of the instance at ``place``, for the time number ``turn`` from 0.

    Its request names the formulation and the backend.
    """

    request: CompareRequest
    instance: Any
    place: int
    turn: int

    @property
    def pair(self) -> Pair:
        return self.request.formulation, self.request.backend

    @property
    def name(self) -> str:
        formulation, backend = self.pair
        return f"{self.instance.name}: {formulation} × {backend}" + (f" ({self.turn + 1})" if self.turn else "")


def contest(
    request: CompareRequest,
    instances: Sequence[Any],
    pairs: Sequence[Pair],
    announce: Announce = lambda name: None,
    run: Callable[[CompareRequest, Any], Measurement] = measure,
    pool: Pool | None = None,
) -> tuple[list[ComparisonRow], bool]:
    """Measure each pair on each instance; repeats are interleaved, so that a noisy moment hurts all alike.

    ``announce`` is called with the name of each run before it starts; of those that a pool does, as they are done.
    Ctrl-C ends it with the rows there are; the second value is whether these are all.
    """
    runs: dict[tuple[int, str, str], list[Measurement]] = {}
    lost_in_a_row = dict.fromkeys(pairs, 0)

    def jobs_of(turn: int, places: Sequence[int]) -> Iterator[Job]:
        for place in places:
            for pair in pairs:
                mine = runs.setdefault((place, *pair), [])
                if turn and mine[0].status == "not run":
                    continue
                if not turn and request.family and lost_in_a_row[pair] >= MAX_UNSETTLED_IN_A_ROW:
                    mine.append(Measurement("not run", f"the {MAX_UNSETTLED_IN_A_ROW} before were not settled"))
                    continue
                formulation, backend = pair
                asked = replace(request, formulation=formulation, backend=backend, on=None)
                yield Job(asked, instances[place], place, turn)

    # Whether a pair is run on a size of a family depends on what came of the sizes before.
    batches = [[place] for place in range(len(instances))] if request.family else [range(len(instances))]
    finished = False
    try:
        for turn in range(request.repeat):
            for places in batches:
                for job, measurement in _done([*jobs_of(turn, places)], run, announce, pool):
                    runs[job.place, *job.pair].append(measurement)
                    # A run that cannot take its instance costs nothing, and may be otherwise next.
                    if not turn and measurement.status != "cannot take":
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
    jobs: Sequence[Job], run: Callable[[CompareRequest, Any], Measurement], announce: Announce, pool: Pool | None
) -> Iterator[tuple[Job, Measurement]]:
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
    found: list[str] = []
    for instance in dict.fromkeys(row.instance for row in rows):
        sides = [(row.name, run) for row in rows if row.instance == instance for run in row.runs]
        found += [f"{instance.name}: {reason}" for reason in disagreements(sides, partial(in_brief, puzzle, instance))]
    return list(dict.fromkeys(found))
