"""The request of ``verify``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, MACHINES, OUTPUT, Request, flag, instances_option, option


@dataclass(frozen=True, repr=False)
class VerifyRequest(Request):
    verb = "verify"
    takes = "files"

    instances: tuple[str, ...] = instances_option("take this instance, where it lies elsewhere now or came from a pipe")
    puzzle: str = option(
        str, "FILE.py", "take the puzzle in this Python file, if it is about one of that name", ASKED, default=""
    )
    workers: int = option(
        "from 1", "N", "use N processes for a folder (default: as many as there are cores)", MACHINES, default=0
    )
    on: str | None = option(str, "WHERE", "let a cluster work, as for run; the files have to be there too", MACHINES)
    json: bool = flag("print one JSON object for each certificate, and nothing else", OUTPUT)
    other: str | None = option(str, "PROGRAM", "have another checker agree", ASKED, flag="--with", choices=("veripb",))
    expect: str | None = option(
        str,
        "CLAIM",
        "reject whatever claims another thing, such as 'exactly 1', 'no answer' or 'the least is 14'",
        ASKED,
    )
    files: tuple[Path, ...] = ()
