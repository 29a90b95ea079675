"""The command ``puzzlebench VERB …``: each verb is also ``python -m solvers.VERB …``.

A script's own folder comes first on Python's search path, and python-sat installs example scripts into that folder, one
of them called ``models.py``: it would be taken for this project's package. So nothing of ours is imported at the top.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

VERBS = {
    "run": "solve a puzzle, show the answer, say whether it is the only one",
    "compare": "do the same work on every formulation and backend, side by side",
    "explain": "show the way to the answer one deduction at a time, or why there is none",
    "grade": "say how hard each puzzle of a file is, and by which steps",
    "diagnose": "say whether a puzzle is well posed, and if not, what would put it right",
    "verify": "check the proof of what a run claims, with no solver",
    "generate": "make new puzzles, each certain to have one answer, as hard as asked",
    "export": "write a puzzle's model in the formats of other programs",
    "serve": "open the page on which puzzles are entered and played, or write it as a site",
    "flatzinc": "solve FlatZinc as MiniZinc expects it of a solver",
    "minizinc-config": "make Puzzlebench and its backends known to MiniZinc as solvers",
    "train": "teach the network that solves exact covers",
    "bench": "measure what the program costs, against peers that do the same work",
}

MODULES = {
    "flatzinc": "solvers.minizinc.flatzinc.__main__",
    "minizinc-config": "solvers.minizinc.config",
    "train": "solvers.network.train.__main__",
}
"""Where a verb has its ``main``, when it is not in the ``__main__`` of the room that has its name."""


def main() -> None:
    """Take the scripts' folder off the search path, then run the verb named first on the command line."""
    scripts = Path(sys.argv[0]).resolve().parent  # where a link to the script leads, as Python itself sees it
    if scripts != Path(__file__).resolve().parent:
        sys.path[:] = [folder for folder in sys.path if not folder or Path(folder).resolve() != scripts]
    sys.exit(dispatch(sys.argv[1:]))


def dispatch(arguments: list[str]) -> int:
    """Hand ``arguments`` to their verb; without one, say which there are. Returns the exit code."""
    from solvers.cli.exits import guarded  # ours, and so not before main

    return guarded(_dispatched, arguments)


def _dispatched(arguments: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from solvers.cli.completion import complete  # the shell asks how the command line may go on

        complete(VERBS)
    if len(arguments) > 1 and arguments[0] == "help":
        arguments = [arguments[1], "--help-all"]
    if arguments and arguments[0] in VERBS:
        code: int = import_module(MODULES.get(arguments[0], f"solvers.{arguments[0]}.__main__")).main(arguments[1:])
        return code
    from solvers.core.limits import ANSWERED, BAD_INPUT  # as above

    if arguments in (["--version"], ["version"]):
        from solvers.cli.version import versions  # as above

        print(versions())
        return ANSWERED
    asked_for_help = bool(arguments) and arguments[0] in ("-h", "--help", "help")
    lines = ["usage: puzzlebench VERB … (puzzlebench help VERB says more), puzzlebench --version", ""]
    lines += [f"  {verb:15} {what}" for verb, what in VERBS.items()]
    if arguments and not asked_for_help:
        from models.kit.names import nearest, shown  # as above

        near = nearest(arguments[0], VERBS)
        lines.insert(0, f"error: there is no verb {shown(arguments[0])}" + (f"; did you mean {near}?" if near else ""))
    print("\n".join(lines), file=sys.stdout if asked_for_help else sys.stderr)
    return ANSWERED if asked_for_help else BAD_INPUT


if __name__ == "__main__":
    main()
