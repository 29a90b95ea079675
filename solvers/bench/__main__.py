"""``python -m solvers.bench``: what the program costs, measured against peers in the same run."""

from __future__ import annotations

import sys
from dataclasses import replace

from models.errors import InputError
from solvers.bench.request import BenchRequest
from solvers.cli.exits import guarded
from solvers.cli.files import write_whole
from solvers.cli.options import parse
from solvers.core.limits import ANSWERED, STOPPED

EPILOG = """\
Ratios count, not seconds: both sides of each are measured in this run, in turns. Nothing else should
keep the machine busy meanwhile. It takes a quarter of an hour; --quick takes smaller samples. The groups
cluster, hard, classic, default and network are measured only where --only names them. A library that
is not installed is left out, with a note. With --only, --readme replaces the rows of those groups and leaves
the others.

exit codes: 0 measured, whatever came out, 2 bad input or usage, 3 interrupted, 70 an internal error
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    # What is measured is imported with every puzzle and library it takes: not for a mistake on the command line.
    from solvers.bench import figures, groups, story
    from solvers.bench.report import as_json, as_text, check_places, context, replace_table  # as above
    from solvers.compare.plots import check_plot  # as above

    description = "What the program costs, measured against peers that do the same work."
    request = parse(BenchRequest, arguments, description, EPILOG, {"only": list(groups.GROUPS)})
    check_places(request.json, request.readme)
    if request.plot:
        if request.only and "story" not in request.only:
            raise InputError("--plot draws the group story: it is of no use with --only of others")
        check_plot(request.plot)
    samples = replace(figures.QUICK if request.quick else figures.FULL, peers=request.peer)
    circumstances = context(samples)
    found: list[figures.Figure] = []
    stopped = False
    try:
        for name in request.only or [name for name in groups.GROUPS if name not in groups.NAMED_ONLY]:
            print(f"measuring {name} …", file=sys.stderr)
            for figure in groups.GROUPS[name](samples):  # one by one, so that an interrupt leaves those before it
                found.append(figure)
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = True
    print(as_text(found, circumstances))
    if request.json:
        write_whole(request.json, as_json(found, circumstances).encode())
    if stopped:
        kept = "; table and plot stay as they are" if request.readme or request.plot else ""
        print(f"interrupted: this is what was measured until then{kept}", file=sys.stderr)
        return STOPPED
    if request.plot:
        story.picture([figure for figure in found if isinstance(figure, story.Contender)], request.plot)
    if request.readme:
        replace_table(request.readme, found, circumstances)
    return ANSWERED


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
