"""A run that is stopped: every line that is in its output is noted, and the next run goes on with the next puzzle."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.kit.source import path_of
from models.registry import find_instance
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.run.bulk import chunks, run
from solvers.run.bulk.forms import lines_of
from solvers.workers.base import PoolLost
from solvers.workers.worker_process import TaskResult
from tests.patience import soon, wait_until
from tests.solvers.run.bulk.runs import (
    EASY,
    ENVIRONMENT,
    MANY_ANSWERS,
    RARE,
    SUDOKU,
    note_beside,
    program,
    solve,
    visible,
)

LINES = [MANY_ANSWERS if place % 5 == 4 else puzzle for place, puzzle in enumerate(EASY)]
LINES[7] = "oops"
"""Those with many answers show what a solver has learnt; where nothing of that is kept, others are found."""


def lines_in(output: Path) -> int:
    return output.read_bytes().count(b"\n") if output.exists() else 0


def noted(output: Path) -> int:
    """How many puzzles the note covers."""
    note = note_beside(output)
    return sum(json.loads(note)["tally"].values()) if note else 0


def stopping_after(lines: int, error: BaseException) -> Callable[..., Iterator[Any]]:
    """What solves the lines of a chunk, and is stopped after so many of all chunks."""
    usual = run.solve_lines

    def solve_lines(task: Any, items: Iterable[Any]) -> Iterator[Any]:
        nonlocal lines
        for line in usual(task, items):
            if lines < line.puzzles:
                raise error
            lines -= line.puzzles
            yield line

    return solve_lines


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(chunks, "FIRST_WEIGHT", 12)
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(LINES))
    return path


@pytest.mark.parametrize(
    ("backend", "name"),
    [
        ("sat", "pieces.txt"),
        ("backtracking", "pieces.txt"),
        *(("dlx", f"pieces.{ending}") for ending in ("jsonl", "csv", "xlsx", "parquet", "txt.gz", "jsonl.zst")),
        ("dlx", "memory://stops/pieces.csv"),
    ],
)
def test_every_line_in_the_output_is_noted(
    backend: str,
    name: str,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for ending, module in (("parquet", "pyarrow.parquet"), ("memory:", "fsspec"), (".zst", "backports.zstd")):
        if ending in name and sys.version_info < (3, 14):
            pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    whole, written = name.replace("pieces", "whole"), lines_of(path_of(name))
    options = ["--unique", "--backend", backend, "--output"]
    assert solve(capsys, file, *options, whole)[0] == BAD_INPUT
    done = 0
    for more in (1, 6, 9, 17):  # within chunks, and beyond the end of the first
        # Of the chunk that is under way, a backend that learns solves again what is written.
        again = 0 if backend != "sat" else done if done < 12 else done - 12
        with monkeypatch.context() as patch:
            patch.setattr(run, "solve_lines", stopping_after(again + more, KeyboardInterrupt()))
            code, _, errors = solve(capsys, file, *options, name, "--resume")
        done += more
        assert (code, errors[-1]) == (STOPPED, f"interrupted; --resume goes on after the first {done}")
        assert lines_in(written) == noted(written) == done
    assert solve(capsys, file, *options, name, "--resume")[0] == BAD_INPUT
    assert content(name) == content(whole)
    assert not written.exists() or str(written) == name


def content(name: str) -> bytes:
    if name.startswith("memory:"):
        import fsspec

        return bytes(fsspec.filesystem("memory").cat(name.removeprefix("memory:/")))
    return Path(name).read_bytes()


@pytest.mark.parametrize("error", [PoolLost("the scheduler is gone"), OSError(5, "Input/output error"), ValueError()])
def test_what_is_written_is_noted_whatever_ends_the_run(
    error: Exception, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "answers.txt"
    with monkeypatch.context() as patch:
        patch.setattr(run, "solve_lines", stopping_after(5, error))
        solve(capsys, file, "--output", str(output))
    assert lines_in(output) == noted(output) == 5


def test_what_a_cluster_has_written_in_a_burst_is_noted_when_it_is_lost(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Many chunks come at once, and then the scheduler is gone."""

    class Lost:
        workers = 2

        def imap(self, work: Any, pieces: Iterable[Any], *_: Any) -> Iterator[tuple[int, TaskResult]]:
            results = [TaskResult(work(piece)) for piece in islice(pieces, 3)]
            yield from enumerate(results)
            raise PoolLost("the scheduler is gone")

    @contextmanager
    def open_pool(*_: Any) -> Iterator[Lost]:
        yield Lost()

    monkeypatch.setattr(chunks, "GROWTH", 1)
    monkeypatch.setattr(run, "open_pool", open_pool)
    output = tmp_path / "answers.txt"
    options = ("--backend", "sat", "--workers", "2", "--output", str(output))
    code, _, errors = solve(capsys, file, *options)
    assert (code, errors[-1]) == (STOPPED, "the scheduler is gone; --resume goes on after the first 36")
    assert lines_in(output) == noted(output) == 36


def test_stopped_while_the_file_is_made_of_its_lines_it_goes_on_there(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "answers.json"

    def interrupted(*given: Any) -> None:
        assert [*given[-1]]  # all is solved
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(run, "complete", interrupted)
        code, _, errors = solve(capsys, file, "--output", str(output))
    assert (code, errors[-1]) == (STOPPED, f"interrupted; --resume goes on after the first {len(LINES)}")
    with monkeypatch.context() as patch:
        patch.setattr(run, "solve_lines", stopping_after(0, AssertionError()))  # there is nothing to solve
        assert solve(capsys, file, "--output", str(output), "--resume")[0] == BAD_INPUT
    assert len(json.loads(output.read_text())) == len(LINES)
    assert visible(tmp_path) == sorted([output, file])


def test_a_burst_before_a_long_search_is_noted_when_the_run_is_killed(file: Path, tmp_path: Path) -> None:
    hard = [line for line in find_instance(SUDOKU, "gecode_25").read_text().splitlines() if line[0] != "#"][-1]
    file.write_text("\n".join([*EASY[:40], hard, *EASY[40:]]))
    output = tmp_path / "answers.txt"
    arguments = program("--instance", file, "--backend", "backtracking", "--output", output)
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_until(lambda: lines_in(output) == 40 == noted(output))
    process.kill()
    process.wait()
    assert lines_in(output) == noted(output) == 40


# For real


def stopped(arguments: list[str], ending: signal.Signals, output: Path, lines: int, chance: random.Random) -> list[str]:
    """What a run says that is asked to end at some moment after it has written so many lines; nothing if all were."""
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    wait_until(lambda: process.poll() is not None or lines_in(output) >= lines, pause=0.002)
    time.sleep(chance.uniform(0, 0.2))
    process.send_signal(ending)
    with soon():
        said = process.communicate()[1].splitlines()
    if not note_beside(output):  # all was done, and Python at its end, where the system answers signals by itself
        return []
    assert process.returncode == STOPPED, said
    return said


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    ("backend", "name", "words"),
    [
        ("sat", "pieces.txt", ""),
        ("sat", "pieces.jsonl", "--workers 2"),
        ("sat", "pieces.csv", "--workers 2 --on local"),
        ("kernel", "pieces.txt", "--workers 2 --on local"),
        ("backtracking", "pieces.csv.gz", "--workers 2"),
        ("backtracking", "pieces.parquet", ""),
    ],
)
def test_stopped_at_random_moments_it_goes_on_after_the_last_line(
    backend: str, name: str, words: str, ending: signal.Signals, tmp_path: Path
) -> None:
    if "--on" in words:
        pytest.importorskip("distributed", reason="Dask is not installed")
    if "parquet" in name:
        pytest.importorskip("pyarrow.parquet")
    chance = random.Random(f"{backend} {name} {ending}")
    file, pieces = tmp_path / "puzzles.txt", tmp_path / name
    whole = pieces.with_name(name.replace("pieces", "whole"))
    puzzles = RARE * {"sat": 2, "kernel": 60, "backtracking": 1}[backend]
    file.write_text("\n".join(MANY_ANSWERS if place % 40 == 9 else line for place, line in enumerate(puzzles)))
    options = ("--instance", file, "--backend", backend, "--unique", "--output")
    done = subprocess.run(program(*options, whole), env=ENVIRONMENT, capture_output=True)
    assert done.returncode == ANSWERED
    written = lines_of(pieces)
    arguments = program(*options, pieces, "--resume", *words.split())
    before = 0
    for _ in range(2):
        said = stopped(arguments, ending, written, before + chance.randint(1, 150), chance)
        if not said:
            assert pieces.read_bytes() == whole.read_bytes()
            return
        after = lines_in(written)
        assert noted(written) == after > before
        assert said[-1] == f"interrupted; --resume goes on after the first {after:,}"
        before = after
    done = subprocess.run(arguments, env=ENVIRONMENT, capture_output=True)
    assert done.returncode == ANSWERED
    assert pieces.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["sat", "kernel", "backtracking"])
def test_killed_it_loses_no_more_than_a_second_of_lines(backend: str, tmp_path: Path) -> None:
    """What is in the output is looked at again and again, and each time a second later it is noted."""
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.txt"
    file.write_text("\n".join(RARE * {"sat": 20, "kernel": 2000, "backtracking": 5}[backend]))
    arguments = program("--instance", file, "--backend", backend, "--output", output)
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_until(partial(lines_in, output))
    for _ in range(3):
        before = lines_in(output)
        time.sleep(1.5)  # the machine may be busy
        assert process.poll() is None
        assert noted(output) >= before
    process.kill()
    process.wait()
