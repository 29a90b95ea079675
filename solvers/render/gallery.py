"""``python -m solvers.render.gallery``: draw the pictures that the README shows, each into its file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.grecian.picture import picture
from models.kit.svg import Markup, Picture, group, on_paper, text
from models.registry import find_instance, load_puzzle
from models.sudoku.model import CellsModel
from models.sudoku.picture import belief_picture
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
    yield "network-passes.svg", _passes().svg()


def _passes() -> Picture:
    """A Sudoku of 17 clues after the first pass of the network, after half of them, and after the last."""
    puzzle = load_puzzle("sudoku")
    instance: Any = next(puzzle.read(find_instance(puzzle, "royle_17")))
    solver = Solver(puzzle, "cells", *load_backend("network"))
    next(solver.answers(instance))
    loaded, _ = solver.cached(instance)
    assert isinstance(loaded.stated, CellsModel)
    moments = list(loaded.search.beliefs())
    parts: list[Markup] = []
    for place, number in enumerate((1, len(moments) // 2, len(moments) - 1)):
        shown = belief_picture(instance, loaded.stated, moments[number])
        parts.append(group(shown.body, transform=f"translate({place * shown.width:g} 0)"))
        parts.append(text((place + 0.5) * shown.width, shown.height + 10, f"after pass {number}", 24))
    words = ["The more a digit is believed, the darker its ground.", "Framed digits clash."]
    return on_paper("The passes of the network", words, 3 * shown.width, shown.height + 40, parts)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
