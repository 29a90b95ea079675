"""The request of ``train``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, OUTPUT, SOLVER, Request, option


@dataclass(frozen=True, repr=False)
class TrainRequest(Request):
    verb = "train"
    takes = ""

    time_limit: float = option("seconds", "S", "stop after S seconds in all (default 3600)", ASKED, 3600.0)
    weights: Path | None = option(Path, "FILE", "begin with the weights of this file instead of chance", ASKED)
    seed: int = option("whole", "N", "fix every random choice (default 1)", SOLVER, default=1)
    output: Path = option(
        Path, "FOLDER", "keep the checkpoint, the weights and the curve here (default: taught)", OUTPUT, Path("taught")
    )
