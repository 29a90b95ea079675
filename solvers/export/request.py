"""The request of ``export``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, MANY, OUTPUT, SOLVER, Request, file_option, instances_option, option


@dataclass(frozen=True, repr=False)
class ExportRequest(Request):
    verb = "export"

    instances: tuple[str, ...] = instances_option()
    number: int | None = option("from 1", "N", "take the puzzle number N of a file of many", MANY, default=1)
    formulation: str = option(
        str, "F", "state it in this formulation (default: the quickest that the format can say)", SOLVER, default=""
    )
    minimize: str | None = option(str, "WHAT", "state what is to be as small as possible (<objectives>)", ASKED)
    to: str | None = option(
        str, "FORMAT", "write this format (default: the one that FILE's ending tells); see below", OUTPUT
    )
    output: Path | None = file_option("write to FILE, not to standard output")
