"""The request of ``diagnose``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import (
    ASKED,
    MACHINES,
    MANY,
    OUTPUT,
    SOLVER,
    Request,
    file_option,
    flag,
    instances_option,
    option,
)


@dataclass(frozen=True, repr=False)
class DiagnoseRequest(Request):
    """What ``diagnose`` is asked."""

    verb = "diagnose"

    instances: tuple[str, ...] = instances_option()
    number: int | None = option("from 1", "N", "take only the Nth instance of a file of many", MANY)
    backend: str = option(str, "B", "find the optimum with maxsat (default) or cpsat", SOLVER, default="")
    limit: int | None = option("from 1", "K", "show at most K ways to put it right (default 10)", ASKED, default=10)
    further: int = option(
        "from 0", "N", "show those of N mistakes more than the fewest too", ASKED, default=0, is_rare=True
    )
    needless: bool = flag("say what could be left out of a puzzle that has one answer", ASKED)
    time_limit: float | None = option("seconds", "S", "stop after S seconds, for each instance", SOLVER)
    seed: int = option("whole", "N", "fix every random choice (default 0)", SOLVER, default=0, is_rare=True)
    workers: int = option("from 1", "N", "use N threads for the optimum (cpsat)", MACHINES, default=0, is_rare=True)
    json: bool = flag("print one JSON object for each instance, and nothing else", OUTPUT)
    svg: Path | None = file_option("draw where the likeliest mistake is (.svg or .png)")
    html: Path | None = file_option("write the diagnosis as a web page")
