"""The work of a run: the solver that is asked for, and what comes of one puzzle."""

from __future__ import annotations

import sys
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from solvers.core.limits import Asked, Limits, Settings
from solvers.core.record import Result
from solvers.core.registry import backend_for, load_puzzle
from solvers.core.solver import Solver
from solvers.run.request import RunRequest


def solver_for(request: RunRequest, puzzle: Puzzle[Any, Any] | None = None) -> Solver[Any, Any]:
    settings = Settings(seed=request.seed, workers=request.worker_count)
    backend, variant = backend_for(request.backend, request.time_limit is not None, asked_by(request))
    if not backend.is_complete and asked_by(request) != "unique":
        raise InputError(f"backend {backend.name} finds one answer at most: ask it for no more, nor for the best")
    if request.splits:
        from solvers.run.splitting.search import split  # most searches are whole

        backend = split(backend, request)
    # Answers that are only counted may be too many to keep. A page tells what missed an incomplete backend's only one.
    is_told = request.verified or request.proof is not None or not backend.is_complete
    keeps_found = is_told and not request.count
    return Solver(
        puzzle or load_puzzle(request.puzzle),
        request.formulation,
        backend,
        variant,
        settings,
        request.minimize,
        keeps_found,
    )


def asked_by(request: RunRequest) -> Asked:
    if request.minimize:
        return "best"
    if request.common:
        return "shared"
    if request.count:
        return "proved count" if request.proof is not None or request.verified else "count"
    return "all" if request.all or (request.limit or 0) > 2 else "unique"


def solve(request: RunRequest, instance: Any) -> Result[Any, Any]:
    """What comes of one puzzle; by default two answers are looked for, to know whether the first is the only one."""
    keep = not request.count
    if request.is_classic:
        from solvers.classic.programs import published, run_program  # the published programs come with it

        program = published(load_puzzle(request.puzzle), request.backend.partition(":")[2], request.seed)
        # A program runs as it always did, to the end unless it is stopped.
        return run_program(program, instance, Limits(request.time_limit, request.limit), keep)
    all_of_them = request.all or request.count or request.minimize is not None
    wanted = request.limit or (None if all_of_them else 2)
    if sys.stderr is None or not sys.stderr.isatty():
        return solver_for(request).solve(instance, Limits(request.time_limit, wanted), keep)
    from solvers.cli.progress import status_line  # only who looks on is told how far the search is

    with status_line() as life:
        return solver_for(request).solve(instance, Limits(request.time_limit, wanted, life), keep, life.follow)
