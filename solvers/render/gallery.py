"""``python -m solvers.render.gallery``: draw the pictures that the README shows, each into its file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.grecian.picture import picture
from models.registry import find_instance, load_puzzle
from solvers.cli.exits import guarded
from solvers.core.limits import ANSWERED
from solvers.core.registry import load_backend
from solvers.core.solver import Solver

FOLDER = Path(__file__).parents[2] / "instances" / "_pictures"


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m solvers.render.gallery", description="Draw the README's pictures anew.")
    parser.add_argument("--folder", metavar="FOLDER", type=Path, default=FOLDER, help="where to (default: %(default)s)")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures():
        (folder / name).write_bytes(svg.encode())
        print(folder / name)
    return ANSWERED


def pictures() -> Iterator[tuple[str, str]]:
    puzzle = load_puzzle("grecian")
    instance: Any = next(puzzle.read(find_instance(puzzle, "grecian")))
    answer = next(Solver(puzzle, "", *load_backend("backtracking")).answers(instance))
    yield "grecian-before.svg", picture(instance).svg()
    yield "grecian-after.svg", picture(instance, answer, before=False).svg()


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
