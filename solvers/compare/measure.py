"""Measurements: what one formulation on one backend costs in a process of its own, and what comes out of it."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from time import perf_counter
from traceback import print_exception
from typing import Any

from models.errors import ModelError, PuzzlebenchError
from models.language.model import Model
from models.plugins import in_one_line
from solvers.cli.own_code import DEBUG, own_sentence
from solvers.compare.record import PARTS, Measurement, answers_wanted
from solvers.compare.request import CompareRequest
from solvers.core.backend import Backend, CannotTake, Limits, MissingLibrary, Outcome, Settings, WrongAnswer
from solvers.core.registry import load, load_backend, load_puzzle
from solvers.core.solver import answers_of
from solvers.workers.usage import peak_memory, processor_seconds
from solvers.workers.worker_process import call

MAX_SENT_ANSWERS = 100_000
"""So many answers travel back whole; of more, only a digest, which still tells two sets apart."""

GRACE_SECONDS = 10.0
"""Seconds that a backend may take beyond its time limit before its process is killed."""


def measure(request: CompareRequest, instance: Any) -> Measurement:
    """Measure what ``request`` asks of one formulation on one backend, in a fresh process.

    Whatever happens to that process, a measurement comes back.
    """
    deadline = None if request.time_limit is None else request.time_limit + GRACE_SECONDS
    try:
        ending = call(partial(measure_here, request), instance, deadline)
    except Exception as error:  # the instance, or what came of it, does not travel
        return Measurement("crashed", in_one_line(error))
    if isinstance(ending.answer, Measurement):
        if os.environ.get(DEBUG):
            print(ending.stderr, end="", file=sys.stderr)
        return ending.answer
    if ending.overdue:
        return Measurement("killed", f"did not stop within {GRACE_SECONDS:g} s after its time limit")
    return _ended(ending.code, ending.stderr)


def measure_here(request: CompareRequest, instance: Any) -> Measurement:
    """Measure ``request`` in this process; what goes wrong there is a measurement too."""
    try:
        return _measure(request, instance)
    except WrongAnswer as error:
        return Measurement("wrong answer", str(error), memory=peak_memory())
    except MemoryError:
        return Measurement("out of memory", "the process could get no more memory", memory=peak_memory())
    except CannotTake as error:
        return Measurement("cannot take", str(error))
    except MissingLibrary as error:
        return Measurement("missing", str(error))
    except ModelError as error:
        return Measurement("crashed", _told(error))
    except PuzzlebenchError as error:
        return Measurement("crashed", str(error))
    except SystemExit as error:
        return Measurement("crashed", f"ended without a result: it called sys.exit({error.code!r})")
    except Exception as error:
        return Measurement("crashed", _told(error))


def _told(error: Exception) -> str:
    """What it says in one line, with its place in a puzzle's own file; the traceback is for whoever wants it."""
    print_exception(error)
    return own_sentence(error) or in_one_line(error)


def digest_of(answer: object) -> int:
    """A number for one answer, given as JSON values; the digest of a set is the sum of its answers' numbers."""
    return int.from_bytes(sha256(json.dumps(answer, sort_keys=True).encode()).digest()[:8])


def _measure(request: CompareRequest, instance: Any) -> Measurement:
    backend, variant = load_backend(request.backend)
    settings = Settings(request.seed, request.worker_count, variant)
    _warm_up(backend, settings, optimising := request.minimize is not None)
    puzzle = load_puzzle(request.puzzle)
    watch = _Stopwatch()
    with watch.timing("model"):
        stated = puzzle.state(instance, request.formulation, request.minimize)
    with watch.timing("load"):
        search = load(backend, stated.model, settings)
    left = None if request.time_limit is None else request.time_limit - watch.total
    outcome, found, digest = Outcome(stopped_by="time"), set[Any](), 0
    objective: float | None = None
    if left is None or left > 0:
        with watch.timing("search"):
            answers = answers_of(puzzle, instance, stated, search, Limits(left, answers_wanted(request)))
        while True:
            with watch.timing("search"):
                answer = next(answers, None)
            if answer is None:
                break
            watch.note_first()
            if optimising:
                found = {answer}  # each is better than the one before
                continue
            digest = (digest + digest_of(puzzle.as_json(instance, answer))) % 2**64
            if len(found) <= MAX_SENT_ANSWERS:
                found.add(answer)
        outcome, objective = answers.outcome, answers.objective_value
    status, note = _verdict(outcome, watch.total, request.time_limit)
    return Measurement(
        status=status,
        note=note,
        solver=backend.version(variant),
        found=outcome.found,
        complete=outcome.complete,
        answers=frozenset(found) if len(found) <= MAX_SENT_ANSWERS else None,
        digest=digest,
        wall=watch.wall,
        cpu=watch.cpu,
        memory=peak_memory(),
        size=search.size(),
        effort=dict(outcome.effort),
        objective=objective if optimising else None,
    )


def _verdict(outcome: Outcome, took: float, limit: float | None) -> tuple[str, str]:
    """The status and its note; an answer that came after the limit comes too late, as in solver competitions."""
    if not outcome.complete and outcome.stopped_by != "solutions":
        return "stopped", outcome.failure or outcome.stopped_by
    if limit is not None and took > limit:
        return "stopped", f"time: settled after {took:.3g} s"
    return "answered" if outcome.found else "impossible", outcome.stopped_by


class _Stopwatch:
    """Wall and processor seconds, added up part by part."""

    def __init__(self) -> None:
        self.wall: dict[str, float] = {}
        self.cpu: dict[str, float] = {}

    @property
    def total(self) -> float:
        return sum(self.wall.get(part, 0.0) for part in PARTS)

    @contextmanager
    def timing(self, part: str) -> Iterator[None]:
        wall, cpu = perf_counter(), processor_seconds()
        yield
        self.wall[part] = self.wall.get(part, 0.0) + perf_counter() - wall
        self.cpu[part] = self.cpu.get(part, 0.0) + processor_seconds() - cpu

    def note_first(self) -> None:
        """The search up to here is what the first answer took, if it is the first."""
        for spans in (self.wall, self.cpu):
            spans.setdefault("first", spans["search"])


def _warm_up(backend: Backend, settings: Settings, optimising: bool) -> None:
    """Solve next to nothing, so that the imports of the solver underneath are paid before any span begins."""
    model = Model("warm-up")
    anything = model.new_bool_var("anything")
    if optimising:
        model.minimize(anything)
    with suppress(CannotTake):
        next(backend.load(model, settings).solutions(), None)
    gc.collect()  # what a backend may use again is let go


def _ended(code: int, errors: str) -> Measurement:
    """What became of a process that ended with ``code`` and no result, from its standard error."""
    if "bad_alloc" in errors:  # what C++ writes before it aborts
        return Measurement("out of memory", "the solver could get no more memory")
    if code < 0:
        name = {number.value: number.name for number in signal.Signals}.get(-code, f"signal {-code}")
        hint = ", as happens when memory runs out" if name == "SIGKILL" else ""
        return Measurement("killed", f"its process was ended by {name}{hint}")
    if code == 0:
        return Measurement("crashed", "ended without a result")
    last = errors.strip().splitlines()[-1:]
    return Measurement("crashed", last[0] if last else f"ended without a result, with exit code {code}")
