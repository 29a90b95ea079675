"""The request of ``run``: its options, and those that make no sense together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from models.errors import InputError
from solvers.core.request import (
    ASKED,
    MACHINES,
    MANY,
    OUTPUT,
    SOLVER,
    ProvableRequest,
    file_option,
    flag,
    instances_option,
    option,
    options_of,
)


@dataclass(frozen=True, repr=False)
class RunRequest(ProvableRequest):
    verb = "run"

    instances: tuple[str, ...] = instances_option(decides=False)
    number: int | None = option("from 1", "N", "solve only the Nth puzzle of a file of many", MANY)
    formulation: str = option(
        str, "F", "state it in this formulation (default: the quickest that fits)", SOLVER, default="", is_rare=True
    )
    backend: str = option(str, "B", "let B solve it: sat, sat:glucose4, classic … (--list)", SOLVER, default="")
    all: bool = flag("show every answer", ASKED, apart="how many")
    count: bool = flag("count the answers (of each in a file, up to 10,000)", ASKED, apart="how many")
    limit: int | None = option("from 1", "K", "show at most K answers, or count at most K", ASKED, is_rare=True)
    common: bool = flag("show what all answers share, and the values that some have", ASKED, apart="how many")
    unique: bool = flag("find one answer, and whether it is the only one", ASKED, apart="how many", is_rare=True)
    minimize: str | None = option(str, "WHAT", "find the best answer (<objectives>)", ASKED)
    time_limit: float | None = option("seconds", "S", "stop after S seconds; of many, after S each", SOLVER)
    seed: int = option("whole", "N", "fix every random choice (default 0)", SOLVER, default=0, is_rare=True)
    workers: int = option(
        "from 1", "N", "use N threads, or processes for many puzzles", MACHINES, default=0, decides=False
    )
    on: str | None = option(
        str,
        "WHERE",
        "let a cluster work: dask://HOST:PORT, tls://…, a scheduler's FILE.json, or local (default: own processes)",
        MACHINES,
        decides=False,
        is_rare=True,
    )
    split: str | None = option(
        str,
        "DEPTH|auto",
        "cut the search into cubes of DEPTH decisions, or as many as are good, if any, for the workers to share",
        MACHINES,
        is_rare=True,
    )
    estimate: bool = flag(
        "only estimate how many answers there are and how long a search would take", ASKED, is_rare=True
    )
    json: bool = flag("print one JSON object for each, and nothing else", OUTPUT, apart="form")
    why: bool = flag("say by which rule the backend was chosen", SOLVER, decides=False, is_rare=True)
    stats: bool = flag("show sizes and search effort", OUTPUT, decides=False, is_rare=True)
    svg: Path | None = file_option("draw the answer, or else the puzzle (.svg, .png)")
    html: Path | None = file_option("write answer, model and figures as a web page")
    sheet: Path | None = file_option(
        "only draw the puzzle, to be printed and solved by hand (.html, .svg or .png)", is_rare=True
    )
    proof: Path | None = file_option(
        "write what is claimed as FILE.opb and its proof as FILE.pbp; for a file of many, into the folder FILE",
        is_rare=True,
    )
    verified: bool = flag("prove what is claimed, and have the proof checked", OUTPUT)
    model: bool = flag("print the formal model and stop", OUTPUT, decides=False, is_rare=True)
    list: bool = flag("list instances, formulations and backends", ASKED, decides=False)
    output: Path | None = option(
        "destination", "FILE", "write what came of each: .txt, .jsonl, .csv, .xlsx …", MANY, decides=False
    )
    resume: bool = flag("go on where an interrupted --output stopped", MANY, decides=False, is_rare=True)

    @property
    def splits(self) -> bool:
        """Whether a search is cut into cubes: that is asked for, or several workers are to list all answers."""
        return self.split is not None or (self.workers > 1 and self.all)

    @property
    def is_classic(self) -> bool:
        return self.backend.partition(":")[0] == "classic"


HOW_MANY = ("all", "count", "limit", "unique", "common")

SENSELESS = {
    "list": ("only lists what there is", ("json", "why", "stats", "svg", "html", "model", "output", *HOW_MANY)),
    "model": (
        "prints the formal model and looks for no answer",
        ("json", "why", "stats", "svg", "html", "output", *HOW_MANY),
    ),
    "sheet": (
        "draws the puzzle and looks for no answer",
        ("list", "model", "json", "why", "stats", "svg", "html", "output", "proof", "verified", *HOW_MANY),
    ),
    "estimate": (
        "estimates a search and does none",
        ("list", "model", "sheet", "why", "stats", "svg", "html", "output", "proof", "verified", "split", *HOW_MANY),
    ),
    "split": ("shares one search among workers, none of whom can prove the whole", ("proof", "verified")),
    "on": ("says who works on searches", ("list", "model", "sheet", "estimate")),
    "minimize": ("asks for the best answer, of which one is enough", HOW_MANY),
    "common": (
        "asks what all answers share",
        ("limit", "minimize", "split", "on", "proof", "verified", "stats", "output", "estimate"),
    ),
    "unique": ("asks whether the first answer is the only one", ("limit",)),
    "number": ("takes one puzzle out of a file", ("output",)),
    "proof": ("proves what a search came to", ("list", "model")),
    "verified": ("proves what a search came to", ("list", "model")),
    "output": ("writes one line for each puzzle", ("svg", "html", "model", "stats", "why")),
}
"""For an name what it does, and those that are of no use beside it."""


def check_options(request: RunRequest) -> None:
    """Refuse an option that would be passed over in silence beside the others."""
    for one, (what, others) in SENSELESS.items():
        for other in others:
            if _is_given(request, one) and _is_given(request, other):
                raise InputError(f"--{other} is of no use beside --{one}, which {what}")
    if request.resume and not request.output:
        raise InputError("--resume needs --output FILE to know where to go on")
    if request.is_classic:
        for name in ("formulation", "minimize", "model", "proof", "verified", "split", "estimate", "on", "common"):
            if getattr(request, name):
                raise InputError(f"--{name} is about models, and a published program (classic) takes none")


def check_options_for_many(request: RunRequest) -> None:
    """Refuse an option that is about a single puzzle."""
    for name in ("svg", "html", "model", "stats", "why", "estimate", "common"):
        if getattr(request, name):
            raise InputError(f"--{name} is about one puzzle, and this is a file of many: name one with --number N")
    if request.is_classic:
        raise InputError("a published program solves one puzzle, and this is a file of many: name one with --number N")


def shared(request: RunRequest) -> RunRequest:
    """What is asked of one puzzle, whose search the workers of a pool share by cubes."""
    for name in ("proof", "verified"):
        if _is_given(request, name):
            raise InputError(
                f"--{name} is of no use beside --on, by which workers share the search of one puzzle: "
                "none of them can prove the whole"
            )
    return replace(request, split="auto")


def resume_key(request: RunRequest) -> dict[str, str]:
    """What of ``request`` decides what is written, by the names of the options, those of the puzzle included."""
    deciding = (option.name for option in options_of(RunRequest).values() if option.decides)
    ours = {name: repr(getattr(request, name)) for name in deciding}
    return ours | {"PUZZLE": repr(request.puzzle)} | {name: repr(value) for name, value in request.own}


def _is_given(request: RunRequest, name: str) -> bool:
    value = getattr(request, name)
    return value is not None and value is not False
