"""What is told of puzzles that were made: a line for a person, an object for a program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.kit.names import count
from solvers.formats.puzzles import load_puzzle
from solvers.generate.record import Made
from solvers.generate.request import GenerateRequest


def summary(
    request: GenerateRequest, finished: Sequence[Made[Any, Any]], candidates: int, seconds: float, stopped: str
) -> str:
    """How it ended, on one line."""
    what = (
        f"{len(finished):,} of {count(request.puzzles, 'puzzle')}"
        if len(finished) < request.puzzles
        else (count(len(finished), "puzzle"))
    )
    where = f" in {request.output}" if request.output and finished else ""
    rate = f", {candidates / seconds:,.0f} a second" if seconds else ""
    told = f"made {what}{where} with seed {request.seed}; {count(candidates, 'candidate')}{rate}, {seconds:.1f} s"
    return f"{stopped}: {told}" if stopped else told


def record(made: Made[Any, Any], request: GenerateRequest, path: Path | None) -> dict[str, object]:
    """A puzzle as JSON values: what it is, its file as ``text``, and what is known of it."""
    return {
        "puzzle": request.puzzle,
        "name": made.instance.name,
        "seed": request.seed,
        "number": made.number,
        "file": path and str(path),
        "text": made.text,
        "answer": load_puzzle(request.puzzle).as_json(made.instance, made.answer),
        "unique": True,
        "judges": list(made.judges),
        "difficulty": made.difficulty or None,
        "remarks": list(made.warnings),
        "candidates": made.candidates,
        "worker": made.worker or None,
    }
