"""The request of ``compare``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, MACHINES, OUTPUT, SOLVER, Request, file_option, flag, instances_option, option

DEFAULT_SECONDS = 60.0
"""The time for each run where no limit is given, so that one slow backend does not hold up the table."""


@dataclass(frozen=True, repr=False)
class CompareRequest(Request):
    """What ``compare`` is asked. ``formulation`` and ``backend`` name those of a single run of the comparison."""

    verb = "compare"

    instances: tuple[str, ...] = instances_option("take this instance, as for run; may be given several times")
    first: int | None = option("from 1", "N", "take of each file only its first N instances", ASKED)
    family: str | None = option(str, "NAME", "plant instances that grow, in place of files; see below", ASKED)
    sizes: str | None = option(str, "A,B,…", "plant instances of these sizes, such as 4,8,12", ASKED)
    backends: str | None = option(str, "A,B,…", "compare only these; sat:glucose4 chooses the solver too", SOLVER)
    formulations: str | None = option(str, "A,B,…", "compare only these", SOLVER)
    mode: str | None = option(
        str, "", "look for so many answers (default: unique)", ASKED, choices=("first", "unique", "all", "count")
    )
    minimize: str | None = option(str, "WHAT", "compare the search for the best answer", ASKED)
    time_limit: float | None = option(
        "seconds",
        "S",
        f"stop declare + load + search of each run after S seconds (default {DEFAULT_SECONDS:g})",
        SOLVER,
        default=DEFAULT_SECONDS,
    )
    repeat: int = option("from 1", "R", "show median, minimum and maximum of R runs", ASKED, default=1)
    seed: int = option("whole", "N", "seed the backends and a family (default 0)", SOLVER, default=0, is_rare=True)
    workers: int = option("from 1", "N", "let a backend use N threads", MACHINES, default=0, is_rare=True)
    on: str | None = option(str, "WHERE", "measure the runs on a cluster, as for run", MACHINES, is_rare=True)
    json: bool = flag("print the measurements as JSON", OUTPUT, apart="form")
    csv: bool = flag("print the measurements as CSV, one line for each run", OUTPUT, apart="form")
    plot: Path | None = file_option("draw bars, a cactus plot or growth curves (.svg, .png)")
    html: Path | None = file_option("write the tables and the plot as a web page")
