"""The request of ``serve``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from solvers.core.request import ASKED, MACHINES, OUTPUT, SOLVER, Request, file_option, flag, option


@dataclass(frozen=True, repr=False)
class ServeRequest(Request):
    """What ``serve`` is asked."""

    verb = "serve"
    takes: ClassVar[Literal["instances", "puzzle", "files", ""]] = ""

    host: str = option(str, "ADDRESS", "listen at ADDRESS (default 127.0.0.1)", ASKED, default="127.0.0.1")
    port: int = option("from 0", "N", "listen at port N, up to 65535 (default 8042; 0 for any)", ASKED, default=8042)
    names: str = option(
        str, "NAMES", "answer to these names too, with commas between them (default: none)", ASKED, default=""
    )
    open: bool = flag("open the page in a browser", OUTPUT)
    build: Path | None = file_option("write the page into the folder FILE as a static site")
    pyodide: Path | None = file_option("take Pyodide from the folder FILE (default: by npm)", is_rare=True)
    kernel: Path | None = file_option("take the kernel for WebAssembly from FILE (default: by emcc)", is_rare=True)
    time_limit: float | None = option("seconds", "S", "cut a question short after S seconds (default 20)", SOLVER)
    workers: int = option(
        "from 1", "N", "answer at most N questions at once (default 1 for each core)", MACHINES, default=0
    )
