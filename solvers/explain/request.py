"""The request of ``explain``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import (
    ASKED,
    MANY,
    OUTPUT,
    SOLVER,
    ProvableRequest,
    file_option,
    flag,
    instances_option,
    option,
)


@dataclass(frozen=True, repr=False)
class ExplainRequest(ProvableRequest):
    """What ``explain`` is asked."""

    verb = "explain"

    instances: tuple[str, ...] = instances_option()
    number: int | None = option("from 1", "N", "take the puzzle number N of a file of many", MANY, default=1)
    formulation: str = option(str, "F", "reason in this formulation (default: the first)", SOLVER, default="")
    hint: str | None = option(
        str,
        "",
        "give the next step alone: where to look (look, or no word), or what there is to see (see)",
        ASKED,
        choices=("look", "see"),
        alone="look",
    )
    so_far: tuple[str, ...] = option(
        str,
        "GRID|FILE|FACTS",
        "go on from what is found: a half-filled grid, or facts such as 'R1C1 = 5; R1C2, R1C3 != 4'",
        ASKED,
        default=(),
        flag="--from",
        many=True,
    )
    why_not: str | None = option(
        str, "FACTS", "say why these facts cannot be, such as 'R1C2 = 5', or show an answer that has them", ASKED
    )
    only: tuple[str, ...] = option(
        str, "A,B,…", "use these techniques alone, by name or by family", ASKED, default=(), many=True
    )
    without: tuple[str, ...] = option(str, "A,B,…", "leave these techniques out", ASKED, default=(), many=True)
    techniques: bool = flag("list the techniques that have a name, and stop", ASKED)
    limit: int | None = option("from 1", "K", "show at most K conflicts", ASKED, is_rare=True)
    smallest: bool = flag("prove a conflict or a reason to have the fewest parts", ASKED, apart="which")
    all_conflicts: bool = flag("no answer: show every minimal conflict", ASKED, apart="which")
    effort: float = option(
        "number", "E", "millions of propagations for a smaller reason (default 1)", SOLVER, default=1.0, is_rare=True
    )
    time_limit: float | None = option("seconds", "S", "stop after S seconds", SOLVER)
    brief: bool = flag("say each step in one line", OUTPUT, apart="detail")
    full: bool = flag("show the tables by which each step can be checked by hand", OUTPUT, apart="detail")
    json: bool = flag("print one JSON object, and nothing else", OUTPUT)
    html: Path | None = file_option("write the steps as a web page, forward and back")
    proof: Path | None = file_option(
        "write a proof that there is no other answer, or that a conflict is one, as FILE.opb and FILE.pbp", is_rare=True
    )
