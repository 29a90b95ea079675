"""``python -m solvers.serve``: the page on which puzzles are entered and played, served or written as a site."""

from __future__ import annotations

import sys

from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.core.limits import ANSWERED
from solvers.serve.request import ServeRequest

EPILOG = """\
examples:
  python -m solvers.serve --open
  python -m solvers.serve --build site

The page is at the printed address alone. Scripts ask http://127.0.0.1:PORT/api/WORD with the header
'Authorization: Bearer KEY'; KEY stands behind key= in that address.
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "Open the page on which puzzles are entered and played, or write it as a site."
    request = parse(ServeRequest, arguments, description, EPILOG)
    if request.build is not None:
        from solvers.serve.build import write_site  # most times the page is served

        write_site(request.build, request.pyodide, request.kernel)
        return ANSWERED
    from solvers.serve.server import serve  # only who serves waits for it

    serve(request)
    return ANSWERED


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
