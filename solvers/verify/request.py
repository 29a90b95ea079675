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
    options: tuple[str, ...] = option(
        str,
        "NAME[=VALUE]",
        "take it with this option of the puzzle, as the run had it (needed beside --instance)",
        ASKED,
        (),
        flag="--option",
        many=True,
    )
    puzzle: str = option(
        str, "FILE.py", "take the puzzle in this Python file, if it is about one of that name", ASKED, default=""
    )
    time_limit: float | None = option("seconds", "S", "time limit in seconds for each certificate", ASKED)
    workers: int = option(
        "from 1", "N", "use N processes for a folder (default: as many as there are cores)", MACHINES, default=0
    )
    on: str | None = option(str, "WHERE", "let a cluster work, as for run; the files have to be there too", MACHINES)
    json: bool = flag("print one JSON object for each certificate, and nothing else", OUTPUT)
    other: str | None = option(str, "PROGRAM", "have another checker agree", ASKED, flag="--with", choices=("veripb",))
    expect: str | None = option(
        str,
        "CLAIM",
        "reject what does not prove this, such as 'exactly 1', 'at least 5', 'no answer' or 'the least is 14'",
        ASKED,
    )
    files: tuple[Path, ...] = ()

    @property
    def given_options(self) -> dict[str, str | bool] | None:
        """The puzzle's own options that were named, by name; None where none were."""
        pairs = (word.partition("=") for word in self.options)
        return {name: value if sign else True for name, sign, value in pairs} or None
