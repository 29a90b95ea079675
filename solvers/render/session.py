"""A recorded terminal session as an SVG: ``python -m solvers.render.session FILE.svg``, for the first page.

Each command runs in a pseudo-terminal, so that it is drawn with the colours that a person sees. rich turns them into
SVG. The fonts are those of the reader's machine: a picture of ours asks no other host for anything.
"""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from solvers.cli.text import console

COLUMNS = 96

SESSION = (
    ("run grecian --backend kernel", 13),
    ("explain sudoku --instance inkala --hint", 6),
    ("explain cover wildwood", 14),
)
"""The commands, and how many lines of each are shown."""


def record(commands: Sequence[tuple[str, int]] = SESSION) -> str:
    """The SVG of a session in which these commands are typed."""
    screen = console(width=COLUMNS)
    screen.record, screen.file = True, io.StringIO()
    for words, lines in commands:
        screen.print(Text.assemble(("$ ", "bold green"), (f"puzzlebench {words}", "bold")))
        shown = _output(words).splitlines()
        screen.print(Text.from_ansi("\n".join([*shown[:lines], *["  …"] * (len(shown) > lines)])), soft_wrap=True)
        screen.print()
    drawn = screen.export_svg(title="puzzlebench", unique_id="session")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)


def _output(words: str) -> str:
    """What a command prints on a terminal."""
    ours, its = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    process = subprocess.Popen(
        [sys.executable, "-m", "solvers", *words.split()],
        stdin=subprocess.DEVNULL,
        stdout=its,
        stderr=its,
        env=environment,
    )
    os.close(its)
    read = bytearray()
    while True:
        try:
            some = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that nobody writes any more
            break
        if not some:
            break
        read += some
    process.wait()
    os.close(ours)
    return read.decode().replace("\r\n", "\n")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(record() + "\n", encoding="utf-8")
