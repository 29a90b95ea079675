"""The console command ``puzzlebench VERB …``: each verb is also ``python -m solvers.VERB …``."""

from __future__ import annotations

import sys
from importlib import import_module

from models.kit.names import nearest, shown
from solvers.cli.exits import guarded
from solvers.core.exit_codes import ANSWERED, BAD_INPUT

VERBS = {
    "run": "solve a puzzle, show the answer, say whether it is the only one",
    "compare": "the same work on every formulation and backend, side by side",
    "explain": "the way to the answer one deduction at a time, or why there is none",
    "diagnose": "whether a puzzle is well posed, and if not, what would put it right",
    "verify": "check the proof of what a run claims, with no solver",
    "generate": "new puzzles, each certain to have one answer, as hard as asked",
    "export": "a puzzle's model in the formats of other programs",
    "flatzinc": "solve FlatZinc as MiniZinc expects it of a solver",
    "minizinc-config": "tell MiniZinc of this solver, each backend an entry",
    "bench": "what the program costs, measured against peers that do the same work",
}

MODULES = {"flatzinc": "solvers.minizinc.flatzinc.__main__", "minizinc-config": "solvers.minizinc.config"}
"""Where a verb has its ``main``, when it is not in the ``__main__`` of the room that has its name."""


def main() -> None:
    """Run the verb named first on the command line."""
    sys.exit(dispatch(sys.argv[1:]))


def dispatch(arguments: list[str]) -> int:
    """Hand ``arguments`` to their verb; without one, say which there are. Returns the exit code."""
    return guarded(_dispatched, arguments)


def _dispatched(arguments: list[str]) -> int:
    if arguments and arguments[0] in VERBS:
        code: int = import_module(MODULES.get(arguments[0], f"solvers.{arguments[0]}.__main__")).main(arguments[1:])
        return code
    if arguments in (["--version"], ["version"]):
        from solvers.cli.version import versions  # only who asks for it waits for it

        print(versions())
        return ANSWERED
    asked_for_help = bool(arguments) and arguments[0] in ("-h", "--help")
    lines = ["usage: puzzlebench VERB … (puzzlebench VERB --help says more), puzzlebench --version", ""]
    lines += [f"  {verb:15} {what}" for verb, what in VERBS.items()]
    if arguments and not asked_for_help:
        near = nearest(arguments[0], VERBS)
        lines.insert(0, f"error: there is no verb {shown(arguments[0])}" + (f"; did you mean {near}?" if near else ""))
    print("\n".join(lines), file=sys.stdout if asked_for_help else sys.stderr)
    return ANSWERED if asked_for_help else BAD_INPUT


if __name__ == "__main__":
    main()
