"""Runs of whole collections, in this process or in one of their own, stopped at any line; and puzzles for them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, NoReturn

import pytest

from models.registry import find_instance, load_puzzle
from solvers.cli.exits import guarded
from solvers.run import journal
from solvers.run.__main__ import main
from solvers.run.bulk import run
from solvers.run.journal import Journal
from solvers.workers import usage
from tests.third_party import ROOT

SUDOKU = load_puzzle("sudoku")
EASY = [line for line in find_instance(SUDOKU, "norvig_easy50").read_text().splitlines() if line[0] != "#"]
RARE = [line for line in find_instance(SUDOKU, "royle_17").read_text().splitlines() if line[0] != "#"]
IMPOSSIBLE_ONE = "11" + "." * 79
MANY_ANSWERS = "." * 81
SMALL = "." * 16

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

Ended = tuple[int, list[str], list[str]]
"""The exit code, and the lines on standard output and on standard error."""


class Bulk:
    """Runs in this process on the puzzles in ``file``; ``output`` is a file that they may write."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.file, self.output = folder, folder / "puzzles.txt", folder / "answers.txt"
        self._capsys = capsys

    def __call__(self, puzzles: Iterable[str] | Path | None, *options: str | Path) -> Ended:
        """Solve these puzzles, those at another place, or those that are in ``file`` already."""
        place = puzzles if isinstance(puzzles, str | Path) else self.file
        if puzzles is not None and place is self.file:
            self.file.write_text("\n".join(puzzles))
        return self.run("sudoku", "--instance", place, *options)

    def run(self, *options: str | Path) -> Ended:
        """Run these words, which may stand together in one text."""
        code = guarded(main, words_of(options))
        shown = self._capsys.readouterr()
        return code, shown.out.splitlines(), shown.err.splitlines()

    def visible(self) -> list[str]:
        """What a person sees in the folder; the notes that runs are finished are hidden."""
        return sorted(path.name for path in self.folder.iterdir() if not path.name.startswith("."))


def words_of(options: Iterable[str | Path]) -> list[str]:
    return [word for one in options for word in (one.split() if isinstance(one, str) else [str(one)])]


def program(*options: str | Path) -> list[str]:
    return [sys.executable, "-m", "solvers.run", "sudoku", *words_of(options)]


# What a run has left


def note_of(output: Path) -> Path:
    return output.with_name(output.name + ".progress")


def lines_in(output: Path) -> int:
    return output.read_bytes().count(b"\n") if output.exists() else 0


def noted(output: Path) -> int:
    """How many puzzles the note covers; none when there is none yet."""
    with suppress(FileNotFoundError):
        return sum(json.loads(note_of(output).read_text())["tally"].values())
    return 0


# Stopped at a line


@contextmanager
def stopped_after(lines: int, error: BaseException | None = None) -> Iterator[None]:
    """Meanwhile a run in this process is ended, by Ctrl-C or this ``error``, once so many lines are written."""
    usual = run.solve_lines

    def solve_lines(task: Any, items: Iterable[Any]) -> Iterator[Any]:
        nonlocal lines
        for line in usual(task, items):
            if lines < line.puzzles:
                raise error or KeyboardInterrupt
            lines -= line.puzzles
            yield line

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "solve_lines", solve_lines)
        yield


@contextmanager
def at_lines(moments: Mapping[int, Callable[[], object]]) -> Iterator[None]:
    """Meanwhile do something whenever a run in this process has written so many lines."""
    write, left, lines = Journal.write, sorted(moments), 0

    def writing(written: Journal, line: str, status: str, puzzles: int = 1) -> None:
        nonlocal lines
        write(written, line, status, puzzles)
        lines += puzzles
        while left and left[0] <= lines:
            moments[left.pop(0)]()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "write", writing)
        yield


def kill_a_worker(chance: Random) -> bool:
    """Kill one of the workers of this process, and return whether there was one."""
    with suppress(IndexError, ProcessLookupError):
        os.kill(chance.choice(sorted(usage._living)), signal.SIGKILL)
        return True
    return False


ENDING = f"import sys; from {__name__} import be_ended; be_ended(sys.argv[1:])"


def be_ended(words: list[str]) -> NoReturn:
    """Be a run that gets a signal once so many lines are written, wherever it is at that moment.

    The first words are the number of the signal, that of lines, and the lines after each of which a worker is killed.
    """
    number, lines, kills = words[0], int(words[1]), [int(line) for line in words[2].split(",") if line]
    reached, chance = Event(), Random(words[1])
    journal.NOTE_SECONDS = 0.02  # so that some lines are noted by then

    def end() -> None:
        reached.wait()
        os.kill(os.getpid(), int(number))

    Thread(target=end, daemon=True).start()
    moments: dict[int, Callable[[], object]] = {line: lambda: kill_a_worker(chance) for line in kills}
    with at_lines(moments | {lines: reached.set}):
        sys.exit(guarded(main, words[3:]))


def ended(ending: signal.Signals, lines: int, *options: str | Path, kills: Iterable[int] = ()) -> tuple[int, list[str]]:
    """The exit code of such a run, in a process of its own, and what it says on standard error."""
    command = [sys.executable, "-c", ENDING, str(int(ending)), str(lines), ",".join(map(str, kills)), "sudoku"]
    done = subprocess.run([*command, *words_of(options)], env=ENVIRONMENT, capture_output=True, text=True)
    return done.returncode, done.stderr.splitlines()
