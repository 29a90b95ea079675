"""Collections whose run ends before its time: what is done is kept, and what is resumed writes the same bytes."""

from __future__ import annotations

import json
import signal
import subprocess
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


# Interrupted


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


@pytest.mark.parametrize(("ending", "workers"), [("SIGINT", "1"), ("SIGINT", "2"), ("SIGTERM", "2"), ("SIGHUP", "2")])
def test_asked_to_end_it_does_within_a_second_and_says_where_it_stands(
    ending: str, workers: str, file: Path, tmp_path: Path
) -> None:
    file.write_text("\n".join(RARE))
    output = tmp_path / "answers.txt"
    arguments = program("--instance", file, "--backend", "backtracking", "--output", output, "--workers", workers)
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: output.exists() and output.stat().st_size)
    process.send_signal(getattr(signal, ending))
    with soon():
        said = process.communicate(timeout=20)[1].splitlines()
    assert process.returncode == STOPPED
    written = len(output.read_text().splitlines())
    assert said[0].startswith(f"{written:,} puzzles: {written:,} answered; ")
    note = json.loads((tmp_path / "answers.txt.progress").read_text())
    assert said[1] == f"interrupted; --resume goes on after the first {note['tally']['answered']:,}"
    assert len(said) == 2


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
