"""``python -m solvers.network.train``: teach the network, or go on teaching it."""

from __future__ import annotations

import sys

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.core.limits import ANSWERED, MissingLibrary
from solvers.kernel import missing
from solvers.network.train.request import TrainRequest

EPILOG = """\
The folder gets checkpoint.pt, weights.npz, curve.json and, at the end, curve.svg. The same command goes on where an
earlier one was stopped, until its time is spent.
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    request = parse(TrainRequest, arguments, "Teach the network to solve exact covers.", EPILOG)
    if why := missing():
        raise InputError(f"training needs the compiled kernel, which makes the puzzles: {why}")
    try:
        from solvers.network.training import Training  # takes torch along, which few have
    except ModuleNotFoundError as absent:
        raise MissingLibrary("network", absent.name or "torch", "learn") from None
    request.output.mkdir(parents=True, exist_ok=True)
    Training(request.output, request.time_limit, request.seed, request.weights).run()
    return ANSWERED


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
