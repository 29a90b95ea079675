"""``puzzlebench minizinc-config``: what MiniZinc needs to know of this solver, one entry for each backend.

For each a configuration (``.msc``) is written, and beside them, for all, the library that tells MiniZinc which global
constraints to hand over whole (``solvers/minizinc/mznlib``).
"""

from __future__ import annotations

import json
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.kit.names import shown
from solvers.cli.exits import guarded
from solvers.cli.files import write_whole
from solvers.cli.version import version
from solvers.core.limits import ANSWERED
from solvers.core.registry import backend_names, load_backend

USAGE = """\
usage: puzzlebench minizinc-config [--output FOLDER]

Writes MiniZinc's solver configurations: puzzlebench, which chooses a backend for each model, and puzzlebench.sat,
puzzlebench.cpsat … for each backend. Without --output they go where MiniZinc looks for them, ~/.minizinc/solvers; of
another folder, tell MiniZinc by MZN_SOLVER_PATH=FOLDER. They lead to this installation: write them again when it has
moved.

exit codes: 0 written, 2 bad input or usage
"""

NAME = "puzzlebench"
LIBRARY = Path(__file__).parent / "mznlib"
FLAGS = ["-a", "-n", "-i", "-f", "-s", "-v", "-p", "-r", "-t"]

START = """\
import site, sys
site.addsitedir(sys.argv.pop(1))
sys.path.insert(0, sys.argv.pop(1))
from solvers.__main__ import main
main()"""
"""Runs the verb named behind two folders: that of other packages, since MiniZinc follows the link that the Python of an
environment is, and so leaves the environment; and that of this package, whether it is installed or not."""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    if any(word in ("-h", "--help") for word in arguments):
        print(USAGE, end="")
        return ANSWERED
    folder = _folder(arguments)
    try:
        (folder / NAME).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", folder) from None
    for file in sorted(LIBRARY.glob("*.mzn")):
        write_whole(folder / NAME / file.name, file.read_bytes())
    words = ["", *(name for name in backend_names() if name != "minizinc")]  # which leads back to MiniZinc
    for word in words:
        entry = json.dumps(configuration(word), indent=2, ensure_ascii=False) + "\n"
        write_whole(folder / f"{_id(word)}.msc", entry.encode())
    print(f"{len(words)} solvers written to {folder}: {', '.join(map(_id, words))}")
    print(f"try: minizinc --solver {NAME} MODEL.mzn")
    return ANSWERED


def configuration(backend: str = "") -> dict[str, Any]:
    """What MiniZinc needs to know of one backend; no ``inputType``, with which MiniZinc 2.6 takes nothing of a file."""
    summary = load_backend(backend)[0].summary if backend else "whichever backend the model suits"
    folders = [sysconfig.get_path("purelib"), str(Path(__file__).parents[2])]
    choice = ["--backend", backend] if backend else []
    return {
        "id": _id(backend),
        "name": f"Puzzlebench {backend}".strip(),
        "description": summary,
        "version": version(),
        "mznlib": NAME,
        "executable": [sys.executable, "-c", START, *folders, "flatzinc", *choice],
        "tags": ["cp", "int"],
        "stdFlags": FLAGS,
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
        "needsMznExecutable": False,
        "needsStdlibDir": False,
        "isGUIApplication": False,
    }


def _id(backend: str) -> str:
    return f"{NAME}.{backend}" if backend else NAME


def _folder(arguments: Sequence[str]) -> Path:
    if not arguments:
        return Path.home() / ".minizinc" / "solvers"
    if arguments[0] != "--output" or len(arguments) != 2:
        strange = next((word for word in arguments if word != "--output"), arguments[-1])
        raise InputError(f"{shown(strange)} is not understood; --output FOLDER is all there is to say")
    return Path(arguments[1])


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
