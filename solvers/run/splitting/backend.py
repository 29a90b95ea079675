"""How a search is split, as the command line asks for it."""

from __future__ import annotations

from models.errors import InputError
from models.kit.names import shown
from solvers.core.backend import Backend
from solvers.run.bulk.forms import lines_of
from solvers.run.request import RunRequest
from solvers.run.splitting.checkpoint import ENDING
from solvers.run.splitting.cubes import PIECES
from solvers.run.splitting.search import Split, SplitPlan

AUTO = "auto"

DEEPEST = 40
"""Decisions of a cube at most; with two alternatives each, that is more cubes than anybody waits for."""


def split(inner: Backend, request: RunRequest) -> Backend:
    """``inner`` at work on the cubes of a model, as ``request`` says."""
    counting = request.count and not request.minimize
    everything = request.all or request.count or request.minimize is not None
    notes = lines_of(request.output).with_name(request.output.name + ENDING) if request.output else None
    most = request.limit or (None if everything else 2)
    depth = _depth(request.split or AUTO)
    return Split(inner, SplitPlan(PIECES, depth, counting, most, notes, request.on, request.pool_size))


def _depth(word: str) -> int | None:
    if word == AUTO:
        return None
    if not (word.isdecimal() and 1 <= int(word) <= DEEPEST):
        raise InputError(f"--split says {shown(word)}; a number of decisions from 1 to {DEEPEST}, or auto, is expected")
    return int(word)
