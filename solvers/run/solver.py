"""The solver that a run asks for: its puzzle, formulation and backend, which may share its search among workers."""

from __future__ import annotations

from typing import Any

from solvers.backends.default.choice import Asked, backend_for
from solvers.core.backend import Settings
from solvers.core.solver import Solver
from solvers.formats.puzzles import load_puzzle
from solvers.run.request import RunRequest


def solver_for(request: RunRequest) -> Solver[Any, Any]:
    """The solver that ``request`` asks for; where it names no backend, one is chosen for each structure."""
    settings = Settings(seed=request.seed, workers=request.worker_count)
    backend, variant = backend_for(request.backend, request.time_limit is not None, asked_by(request))
    if request.splits:
        from solvers.run.splitting.backend import split  # most searches are whole

        backend = split(backend, request)
    # Answers that are only counted may be too many to keep.
    keeps_found = (request.verified or request.proof is not None) and not request.count
    puzzle = load_puzzle(request.puzzle)
    return Solver(puzzle, request.formulation, backend, variant, settings, request.minimize, keeps_found)


def asked_by(request: RunRequest) -> Asked:
    """What ``request`` asks of every instance."""
    if request.minimize:
        return "best"
    if request.count:
        return "proved count" if request.proof is not None or request.verified else "count"
    return "all" if request.all or (request.limit or 0) > 2 else "unique"
