"""``python -m solvers.bench``: what does the program cost, measured against hand-written code in the same run?"""

from __future__ import annotations

import sys
from pathlib import Path

from solvers.terminal.arguments import Parser
from solvers.terminal.exits import ANSWERED

EPILOG = """\
Ratios count, not seconds: both sides of each are measured in this run, in turns. Nothing else should
keep the machine busy meanwhile. It takes some minutes; --quick takes smaller samples.

exit codes: 0 measured, whatever came out, 2 bad input or usage
"""

README = Path(__file__).parents[2] / "README.md"


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    from solvers.bench import figures
    from solvers.bench.report import as_json, as_markdown, as_text, check_places, context, replace_table

    options = make_parser(list(figures.GROUPS)).parse_args(arguments)
    check_places(options.json, options.readme)
    effort = figures.QUICK if options.quick else figures.FULL
    circumstances = context(effort)
    found: list[figures.Figure] = []
    for name in options.only or figures.GROUPS:
        print(f"measuring {name} …", file=sys.stderr)
        found += figures.measure_group(name, effort)
    print(as_text(found, circumstances))
    if options.json:
        options.json.write_text(as_json(found, circumstances), encoding="utf-8")
    if options.readme:
        replace_table(options.readme, as_markdown(found, circumstances))
    return ANSWERED


def make_parser(groups: list[str]) -> Parser:
    """The options of ``bench``."""
    parser = Parser("bench", "What the program costs, measured against hand-written code.", EPILOG)
    parser.add_argument("--quick", action="store_true", help="smaller samples: about a minute")
    parser.add_argument("--only", metavar="GROUP", action="append", choices=groups, help=f"one of {', '.join(groups)}")
    parser.add_argument("--json", metavar="FILE", type=Path, help="the figures as JSON too")
    parser.add_argument(
        "--readme",
        metavar="FILE",
        type=Path,
        nargs="?",
        const=README,
        help="the table between the marks <!-- bench:begin --> and <!-- bench:end --> of FILE (default: README.md)",
    )
    return parser
