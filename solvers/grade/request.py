"""The request of ``grade``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import MACHINES, MANY, OUTPUT, SOLVER, Request, flag, instances_option, option


@dataclass(frozen=True, repr=False)
class GradeRequest(Request):
    """What ``grade`` is asked."""

    verb = "grade"

    instances: tuple[str, ...] = instances_option()
    formulation: str = option(
        str, "F", "reason in this formulation (default: the first)", SOLVER, default="", is_rare=True
    )
    time_limit: float | None = option("seconds", "S", "stop after S seconds each", SOLVER)
    workers: int = option("from 1", "N", "use N processes (default: as many as there are cores)", MACHINES, default=0)
    on: str | None = option(
        str,
        "WHERE",
        "let a cluster work: dask://HOST:PORT, tls://…, a scheduler's FILE.json, or local (default: own processes)",
        MACHINES,
        is_rare=True,
    )
    json: bool = flag("print one JSON object for each, and nothing else", OUTPUT)
    output: Path | None = option("destination", "FILE", "write a line for each: .txt, .jsonl, .csv, .xlsx …", MANY)
    resume: bool = flag("go on where an interrupted --output stopped", MANY, is_rare=True)
