"""How making puzzles ended, as a line for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.kit.names import count
from solvers.generate.record import Made
from solvers.generate.request import GenerateRequest


def summary(
    request: GenerateRequest, finished: Sequence[Made[Any, Any]], candidates: int, seconds: float, stopped: str
) -> str:
    what = count(request.puzzles, "puzzle")
    what = f"{len(finished):,} of {what}" if len(finished) < request.puzzles else count(len(finished), "puzzle")
    where = f" in {request.output}" if request.output and finished else ""
    rate = f", {candidates / seconds:,.0f} a second" if seconds else ""
    told = f"made {what}{where} with seed {request.seed}; {count(candidates, 'candidate')}{rate}, {seconds:.1f} s"
    return f"{stopped}: {told}" if stopped else told
