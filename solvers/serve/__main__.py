"""``python -m solvers.serve``: the page on which puzzles are entered and played, served or written as a site."""

from __future__ import annotations

import sys

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.serve.request import ServeRequest

EPILOG = """\
examples:
  python -m solvers.serve --open
  python -m solvers.serve --build site
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    parse(ServeRequest, arguments, "Open the page on which puzzles are entered and played, or write it.", EPILOG)
    raise InputError("the page cannot be served yet")


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
