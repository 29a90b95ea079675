"""The request of ``bench``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solvers.core.request import ASKED, OUTPUT, Request, flag, option

TABLE = Path(__file__).with_name("README.md")  # the page that has the table of figures


@dataclass(frozen=True, repr=False)
class BenchRequest(Request):
    verb = "bench"
    takes = ""

    quick: bool = flag("take smaller samples: about a minute", ASKED)
    only: tuple[str, ...] = option(str, "GROUP", "measure one of <choices>", ASKED, default=(), many=True)
    peer: tuple[Path, ...] = option(
        Path,
        "FOLDER",
        "measure the kernel against a Sudoku program, what FOLDER/build.sh makes of it, or FOLDER/rate; or the "
        "default on the models in FOLDER (.fzn, .mps, .lp, .opb)",
        ASKED,
        default=(),
        many=True,
    )
    plot: Path | None = option(
        Path, "FILE", "draw what the group story measures as bars (.svg, .png)", OUTPUT, decides=False
    )
    json: Path | None = option(Path, "FILE", "write the figures as JSON too", OUTPUT)
    readme: Path | None = option(
        Path,
        "FILE",
        "write the table between the marks bench:begin and bench:end of FILE (default: solvers/bench/README.md)",
        OUTPUT,
        alone=TABLE,
    )
