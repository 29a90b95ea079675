"""Collections whose run ends before its time: what is done is kept, and what is resumed writes the same bytes."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from tests.patience import soon, wait_until
from tests.solvers.run.bulk.runs import (
    EASY,
    ENVIRONMENT,
    IMPOSSIBLE_ONE,
    MANY_ANSWERS,
    RARE,
    note_beside,
    program,
    solve,
    visible,
)
from tests.third_party import command, install


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.txt"


# Killed, interrupted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "workers"), [("sat", "1"), ("sat", "2"), ("backtracking", "1"), ("kernel", "1"), ("kernel", "2")]
)
def test_killed_at_random_moments_and_resumed_it_writes_the_same_bytes(
    backend: str, workers: str, file: Path, tmp_path: Path
) -> None:
    chance = random.Random(f"{backend} {workers}")
    puzzles = {"sat": RARE[:1600], "backtracking": RARE[:600], "kernel": RARE * 40}[backend]
    # Puzzles with many answers show whether a solver still has what it learnt before it was killed; others cut rows.
    often, seldom = (997, 991) if backend == "kernel" else (5, 7)
    puzzles = [MANY_ANSWERS + " many" if place % often == 4 else puzzle for place, puzzle in enumerate(puzzles)]
    puzzles = [f"{'.' * 16} small" if place % seldom == 6 else puzzle for place, puzzle in enumerate(puzzles)]
    puzzles[100] = "this is no puzzle"
    file.write_text("\n".join(puzzles))
    options = ("--instance", file, "--backend", backend, "--unique")
    whole, pieces = tmp_path / "whole.txt", tmp_path / "pieces.txt"
    done = subprocess.run(program(*options, "--output", whole), env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == BAD_INPUT
    arguments = program(*options, "--output", pieces, "--resume", "--workers", workers)
    note = tmp_path / "pieces.txt.progress"
    kills = []
    for attempt in range(6):
        before = note.stat().st_mtime_ns if note.exists() else 0
        process = subprocess.Popen(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if attempt % 2:  # some time after it has got one step further, else wherever it stands
            while process.poll() is None and not (note.exists() and note.stat().st_mtime_ns > before):
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.05))
        else:
            time.sleep(chance.uniform(0, 0.5))
        process.kill()
        kills.append(process.wait())
    done = subprocess.run(arguments, env=ENVIRONMENT, capture_output=True, text=True)
    assert kills.count(-signal.SIGKILL) >= 2
    assert done.returncode == BAD_INPUT
    several = f"({sum(puzzle.endswith((' many', ' small')) for puzzle in puzzles):,} with several answers)"
    assert f"{len(puzzles):,} puzzles: {len(puzzles) - 1:,} answered {several}, 1 bad input" in done.stderr
    assert pieces.read_bytes() == whole.read_bytes()
    assert [path.name for path in visible(tmp_path)] == ["pieces.txt", "puzzles.txt", "whole.txt"]


def test_the_number_of_workers_does_not_change_a_byte(file: Path, tmp_path: Path) -> None:
    file.write_text("\n".join([*RARE[:100], *[MANY_ANSWERS] * 20, *RARE[100:150]]))
    for workers in "12":
        output = ("--output", tmp_path / workers, "--workers", workers)
        done = subprocess.run(program("--instance", file, "--backend", "sat", *output), env=ENVIRONMENT)
        assert done.returncode == ANSWERED
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_a_killed_worker_loses_nothing(file: Path, tmp_path: Path) -> None:
    environment = install(tmp_path)
    environment["KILL_ONCE"] = str(tmp_path / "mark")
    file.write_text("\n".join(EASY[:30]))
    expected = command(environment, "run", "sudoku", "--instance", file, "--backend", "kills_once")
    (tmp_path / "mark").touch()
    done = command(environment, "run", "sudoku", "--instance", file, "--backend", "kills_once", "--workers", "2")
    assert not (tmp_path / "mark").exists(), "no worker was killed"
    assert done.returncode == ANSWERED
    assert done.stdout == expected.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_it_within_a_second_and_says_where_it_stands(workers: str, file: Path, tmp_path: Path) -> None:
    file.write_text("\n".join(RARE))
    output = tmp_path / "answers.txt"
    arguments = program("--instance", file, "--backend", "backtracking", "--output", output, "--workers", workers)
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: output.exists() and output.stat().st_size)
    process.send_signal(signal.SIGINT)
    with soon():
        said = process.communicate(timeout=20)[1].splitlines()
    assert process.returncode == STOPPED
    written = len(output.read_text().splitlines())
    assert said[0].startswith(f"{written:,} puzzles: {written:,} answered; ")
    note = json.loads((tmp_path / "answers.txt.progress").read_text())
    assert said[1] == f"interrupted; --resume goes on after the first {note['tally']['answered']:,}"
    assert len(said) == 2


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_asked_to_end_it_keeps_what_is_done(ending: str, file: Path, tmp_path: Path) -> None:
    file.write_text("\n".join(RARE))
    output = tmp_path / "answers.txt"
    arguments = program("--instance", file, "--backend", "backtracking", "--output", output, "--workers", "2")
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: '"answered"' in note_beside(output))
    process.send_signal(getattr(signal, ending))
    with soon():
        said = process.communicate(timeout=20)[1].splitlines()
    assert process.returncode == STOPPED
    done = json.loads(note_beside(output))["tally"]["answered"]
    assert said[1] == f"interrupted; --resume goes on after the first {done:,}"


def test_a_second_run_on_the_same_output_is_refused(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(RARE))
    output = tmp_path / "answers.txt"
    options = ("--backend", "backtracking", "--output", str(output))
    first = subprocess.Popen(program("--instance", file, *options), env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_until(lambda: '"answered"' in note_beside(output))
    for resume in ([], ["--resume"]):
        code, _, errors = solve(capsys, file, *options, *resume)
        assert (code, errors) == (BAD_INPUT, [f"error: {output}: another run is writing it"])
    first.kill()
    first.wait()
    file.write_text("\n".join(RARE[:-1]))
    assert solve(capsys, file, *options, "--resume")[2][0].endswith("content of the input differs")


# Resumed when nothing is left to do


@pytest.mark.parametrize("form", [[], ["--unique"], ["--json"], ["--limit", "2"], ["--count", "--limit", "9"]])
def test_what_is_complete_is_left_alone(
    form: list[str], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join([IMPOSSIBLE_ONE, *EASY[:2], MANY_ANSWERS, "oops", EASY[0][:-3]]))
    options = ("--backend", "backtracking", "--output", str(tmp_path / "answers.txt"), *form)
    first, _, _ = solve(capsys, file, *options)
    before = (tmp_path / "answers.txt").stat()
    code, _, errors = solve(capsys, file, *options, "--resume")
    counts = "6 puzzles: 3 answered (1 with several answers), 1 impossible, 2 bad input"
    assert (code, errors) == (first, [f"{tmp_path / 'answers.txt'} is complete already: {counts}"])
    assert code == BAD_INPUT
    assert (tmp_path / "answers.txt").stat().st_mtime_ns == before.st_mtime_ns
    assert visible(tmp_path) == [tmp_path / "answers.txt", file]


def cut_short(puzzles: Path, answers: Path) -> None:
    answers.write_text("".join(answers.read_text().splitlines(keepends=True)[:-1]))


def one_puzzle_more(puzzles: Path, answers: Path) -> None:
    puzzles.write_text(puzzles.read_text() + EASY[7])


def one_puzzle_fewer(puzzles: Path, answers: Path) -> None:
    puzzles.write_text("\n".join(puzzles.read_text().splitlines()[:-1]))


def the_first_puzzle_changed(puzzles: Path, answers: Path) -> None:
    puzzles.write_text("\n".join([EASY[8], *puzzles.read_text().splitlines()[1:]]))


def a_bad_line_mended(puzzles: Path, answers: Path) -> None:
    puzzles.write_text(puzzles.read_text().replace("oops", EASY[9]))


def notes_of_mine(puzzles: Path, answers: Path) -> None:
    answers.write_text("milk\nbread\nan answer\nbutter\neggs\n")


def copied_without_its_note(puzzles: Path, answers: Path) -> None:
    answers.with_name(".answers.txt.finished").unlink()


@pytest.mark.parametrize(
    "spoil",
    [
        cut_short,
        one_puzzle_more,
        one_puzzle_fewer,
        the_first_puzzle_changed,
        a_bad_line_mended,
        notes_of_mine,
        copied_without_its_note,
    ],
    ids=lambda spoil: spoil.__name__,
)
@pytest.mark.parametrize("form", [[], ["--unique"], ["--json"]])
def test_what_is_something_else_is_not_called_complete(
    spoil: Any, form: list[str], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join([*EASY[:3], "oops", EASY[4]]))
    output = tmp_path / "answers.txt"
    options = ("--backend", "backtracking", "--output", str(output), *form)
    solve(capsys, file, *options)
    spoil(file, output)
    before = output.read_bytes()
    code, _, errors = solve(capsys, file, *options, "--resume")
    assert code == BAD_INPUT
    assert len(errors) == 1
    assert errors[0].startswith(f"error: {output}: is neither this run unfinished nor finished: ")
    assert output.read_bytes() == before


@pytest.mark.parametrize(("before", "after"), [([], ["--json"]), (["--json"], ["--unique"]), (["--unique"], [])])
def test_what_was_asked_otherwise_is_not_called_complete(
    before: list[str], after: list[str], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(EASY[:3]))
    options = ("--backend", "backtracking", "--output", str(tmp_path / "answers.txt"))
    solve(capsys, file, *options, *before)
    code, _, errors = solve(capsys, file, *options, *after, "--resume")
    assert code == BAD_INPUT
    assert "is neither this run unfinished nor finished: it was asked something else: " in errors[0]


# Resumed with another question


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (["--seed", "1"], "seed"),
        (["--backend", "dlx"], "backend"),
        (["--json"], "json"),
        (["--boxes", "3x3"], "boxes"),
        (["--formulation", "cover"], "formulation"),
    ],
)
def test_resume_does_not_mix_two_questions(
    change: list[str], named: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(RARE))
    output = tmp_path / "answers.txt"
    options = ("--backend", "backtracking", "--output", str(output))
    killed = subprocess.Popen(program("--instance", file, *options), env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_until(lambda: (tmp_path / "answers.txt.progress").exists() or killed.poll() is not None, pause=0.001)
    killed.kill()
    killed.wait()
    code, _, errors = solve(capsys, file, *options, *change, "--resume")
    assert code == BAD_INPUT
    assert errors[0].endswith(f"belongs to a run that was asked something else: {named} differs")
