"""The request of ``generate``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, MACHINES, OUTPUT, SOLVER, ProvableRequest, file_option, flag, option


@dataclass(frozen=True, repr=False)
class GenerateRequest(ProvableRequest):
    """What ``generate`` is asked. Without a ``seed`` one is drawn."""

    verb = "generate"
    takes = "puzzle"

    number: int | None = option("from 1", "N", "make only the Nth of those that the seed makes", ASKED, is_rare=True)
    size: str | None = option(str, "SIZE", "make them so large: <sizes>", ASKED)
    difficulty: str | None = option(
        str, "GRADE", "make them so hard: <grades>; or a range, with a hyphen between two of them", ASKED
    )
    puzzles: int = option("from 1", "N", "make N puzzles (default 1)", ASKED, default=1, flag="--count")
    tries: int | None = option(
        "from 1", "N", "give a puzzle up after N candidates that will not do (default 1,000)", ASKED, is_rare=True
    )
    seed: int | None = option("whole", "N", "make the very same puzzles again (default: drawn, and shown)", ASKED)
    time_limit: float | None = option("seconds", "S", "stop after S seconds; what is finished is kept", SOLVER)
    workers: int = option("from 1", "N", "use N processes; what is made does not depend on it", MACHINES, default=0)
    on: str | None = option(str, "WHERE", "let a cluster work, as for run", MACHINES, is_rare=True)
    json: bool = flag("print one JSON object for each puzzle, and nothing else", OUTPUT)
    html: Path | None = file_option("write a booklet to be printed: the puzzles, and at the end the answers")
    proof: Path | None = file_option(
        "write a proof that there is one answer, of each puzzle in the --output, into the folder FILE", is_rare=True
    )
    output: Path | None = file_option("write to FILE, or each puzzle into a file of its own in the folder FILE")
