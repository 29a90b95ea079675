"""Runs of whole collections, in this process or in one of their own, and puzzles for them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from models.registry import find_instance, load_puzzle
from solvers.cli.exits import guarded
from solvers.run.__main__ import main
from tests.third_party import ROOT

SUDOKU = load_puzzle("sudoku")
EASY = [line for line in find_instance(SUDOKU, "norvig_easy50").read_text().splitlines() if line[0] != "#"]
RARE = [line for line in find_instance(SUDOKU, "royle_17").read_text().splitlines() if line[0] != "#"]
IMPOSSIBLE_ONE = "11" + "." * 79
MANY_ANSWERS = "." * 81


def solve(capsys: pytest.CaptureFixture[str], file: Path | str, *options: str) -> tuple[int, list[str], list[str]]:
    """The exit code and the lines on standard output and standard error."""
    code = guarded(main, ["sudoku", "--instance", str(file), *options])
    shown = capsys.readouterr()
    return code, shown.out.splitlines(), shown.err.splitlines()


def program(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "solvers.run", "sudoku", *map(str, arguments)]


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def note_beside(output: Path) -> str:
    """What the note says; nothing when there is none yet."""
    note = output.with_name(output.name + ".progress")
    return note.read_text() if note.exists() else ""


def visible(folder: Path) -> list[Path]:
    """What a person sees in a folder; the notes that runs are finished are hidden."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
