"""Whole collections: one line for each puzzle in the input's order, killed and resumed at will."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pytest

from models.registry import find_instance, load_puzzle
from solvers.backend import Limits
from solvers.bulk import chunk_sizes
from solvers.exits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED, guarded
from solvers.registry import BACKENDS, load_backend
from solvers.run import main
from solvers.solving import Solver
from tests.patience import soon
from tests.third_party import ROOT, command, install

SUDOKU = load_puzzle("sudoku")
EASY = [line for line in find_instance(SUDOKU, "norvig_easy50").read_text().splitlines() if line[0] != "#"]
RARE = [line for line in find_instance(SUDOKU, "royle_17").read_text().splitlines() if line[0] != "#"]
IMPOSSIBLE_ONE = "11" + "." * 79
MANY_ANSWERS = "." * 81


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.txt"


def solve(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, list[str], list[str]]:
    """The exit code and the lines on standard output and standard error."""
    code = guarded(main, ["sudoku", "--instance", str(file), *options])
    shown = capsys.readouterr()
    return code, shown.out.splitlines(), shown.err.splitlines()


def program(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "solvers.run", "sudoku", *map(str, arguments)]


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

# What is written


@pytest.mark.parametrize("backend", ["sat", "backtracking", "dlx", "cpsat"])
def test_one_line_for_each_puzzle_in_order(backend: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join(EASY[:12]))
    code, lines, errors = solve(capsys, file, "--backend", backend)
    assert code == ANSWERED
    assert len(lines) == 12
    for line, puzzle in zip(lines, EASY, strict=False):
        assert len(line) == 81
        assert all(clue in ".0" or clue == digit for clue, digit in zip(puzzle, line, strict=True))
    assert errors[-1].startswith("12 puzzles: 12 answered; ")


def test_unique_says_of_each_whether_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join([EASY[0], MANY_ANSWERS, IMPOSSIBLE_ONE + " broken"]))
    code, lines, errors = solve(capsys, file, "--backend", "sat", "--unique")
    assert code == IMPOSSIBLE
    assert lines[0].endswith(" the only answer")
    assert lines[1].endswith(" at least 2 answers (limit reached)")
    assert lines[2] == "# broken: impossible: row 1 has two 1s, at R1C1 and R1C2"
    assert errors[-1].startswith("3 puzzles: 2 answered, 1 impossible; ")


def test_json_lines_hold_one_object_each(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join([EASY[0], "oops", IMPOSSIBLE_ONE]))
    code, lines, _ = solve(capsys, file, "--backend", "dlx", "--json", "--unique")
    assert code == BAD_INPUT
    answered, bad, impossible = map(json.loads, lines)
    assert (answered["status"], answered["unique"], len(answered["answers"][0])) == ("answered", True, 9)
    assert (bad["status"], bad["line"]) == ("bad input", 2)
    assert (impossible["status"], impossible["found"], impossible["answers"]) == ("impossible", 0, [])


@pytest.mark.parametrize(("option", "answers"), [("--all", 288), ("--limit=5", 5)])
def test_several_answers_come_as_json(
    option: str, answers: int, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(f"{'.' * 16} one\n{'.' * 16} two\n")
    _, lines, _ = solve(capsys, file, "--backend", "backtracking", option)
    assert [len(json.loads(line)["answers"]) for line in lines] == [answers, answers]


def test_count_counts_without_keeping(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f"{'.' * 16} one\n{'.' * 16} two\n")
    _, lines, _ = solve(capsys, file, "--backend", "backtracking", "--count")
    assert [line.split(" ", 1)[1] for line in lines] == ["288 answers", "288 answers"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bad_line_is_named_counted_and_passed_over(
    workers: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = EASY[3][:40] + "x" + EASY[3][41:]
    file.write_text("\n".join([*EASY[:3], bad, *EASY[4:10]]))
    code, lines, errors = solve(capsys, file, "--backend", "backtracking", "--workers", workers)
    assert code == BAD_INPUT
    assert [len(line) == 81 and line.isdigit() for line in lines] == [True] * 3 + [False] + [True] * 6
    assert lines[3].startswith("# line 4: ")
    assert f"{file}:4: " in errors[0]
    assert errors[-1].startswith("10 puzzles: 9 answered, 1 bad input; ")


def test_a_limit_of_time_is_for_each_puzzle(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hard = [line for line in find_instance(SUDOKU, "gecode_25").read_text().splitlines() if line[0] != "#"]
    file.write_text("\n".join([hard[-1], EASY[0], hard[-1]]))
    code, lines, errors = solve(capsys, file, "--backend", "backtracking", "--time-limit", "0.1")
    assert code == STOPPED
    limit = "no answer yet (time limit reached)"
    assert [line.endswith(limit) for line in lines] == [True, False, True]
    assert errors[-1].startswith("3 puzzles: 1 answered, 2 stopped; ")


def test_puzzles_of_different_shapes_stand_in_one_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f"{'.' * 16} small\n{EASY[0]}\n{'.' * 16} small\n")
    code, lines, _ = solve(capsys, file, "--backend", "sat")
    assert code == ANSWERED
    assert [len(line) for line in lines] == [16, 81, 16]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--resume"], "--resume needs --output FILE"),
        (["--stats"], "--stats is about one puzzle"),
        (["--model"], "--model is about one puzzle"),
        (["--backend", "nosuch"], "there is no backend 'nosuch'"),
        (["--backend", "maxsat"], "cannot take a model without an objective"),
        (["--output", "/no/such/folder/answers.txt"], "cannot be written: No such file"),
    ],
)
def test_bad_usage_is_one_sentence(
    options: list[str], sentence: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(EASY[:3]))
    code, lines, errors = solve(capsys, file, *options)
    assert (code, lines) == (BAD_INPUT, [])
    assert len(errors) == 1
    assert sentence in errors[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to stand for a full disk")
def test_a_reader_that_goes_away_is_no_error(file: Path) -> None:
    file.write_text("\n".join(EASY * 20))
    command = " ".join(program("--instance", file, "--backend", "backtracking"))
    done = subprocess.run(f"{command} | head -1", shell=True, env=ENVIRONMENT, capture_output=True, text=True)
    assert len(done.stdout) == 82
    assert "Traceback" not in done.stderr


# Chunks


@pytest.mark.parametrize("learns", [True, False])
def test_chunks_are_cut_by_position_alone(learns: bool) -> None:
    sizes = list(islice(chunk_sizes(learns), 12))
    for place, start in enumerate([0, *accumulate(sizes[:-1])]):
        assert list(islice(chunk_sizes(learns, start), 12 - place)) == sizes[place:]


@pytest.mark.parametrize("name", [name for name in BACKENDS if not load_backend(name)[0].learns])
def test_who_learns_nothing_answers_alike_whatever_came_before(name: str) -> None:
    limits = Limits(solutions=3)
    file = find_instance(SUDOKU, "several_answers")
    several: Any = next(SUDOKU.read(file))
    others = list(islice(SUDOKU.read(find_instance(SUDOKU, "norvig_easy50")), 2))
    solver = Solver(SUDOKU, "", *load_backend(name))
    alone = list(solver.answers(several, limits))
    for other in [*others, several]:
        list(solver.answers(other, limits))
        assert list(solver.answers(several, limits)) == alone


def test_who_learns_answers_alike_once_renewed() -> None:
    limits = Limits(solutions=3)
    several: Any = next(SUDOKU.read(find_instance(SUDOKU, "several_answers")))
    solver = Solver(SUDOKU, "", *load_backend("sat"))
    alone = list(solver.answers(several, limits))
    for other in islice(SUDOKU.read(find_instance(SUDOKU, "royle_17")), 5):
        list(solver.answers(other, limits))
    solver.renew()
    assert list(solver.answers(several, limits)) == alone


# Killed, interrupted, resumed


@pytest.mark.parametrize(("backend", "workers"), [("sat", "1"), ("sat", "2"), ("backtracking", "1")])
def test_killed_at_random_moments_and_resumed_it_writes_the_same_bytes(
    backend: str, workers: str, file: Path, tmp_path: Path
) -> None:
    chance = random.Random(f"{backend} {workers}")
    puzzles = RARE[:1600] if backend == "sat" else RARE[:600]
    # Puzzles with many answers show whether a solver still has what it learnt before it was killed.
    puzzles = [MANY_ANSWERS + " many" if place % 5 == 4 else puzzle for place, puzzle in enumerate(puzzles)]
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
    assert done.returncode in (BAD_INPUT, ANSWERED)
    if done.returncode == BAD_INPUT:  # else a run before was through already
        assert f"{len(puzzles):,} puzzles: {len(puzzles) - 1:,} answered, 1 bad input" in done.stderr
    assert pieces.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pieces.txt", "puzzles.txt", "whole.txt"]


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
    while not (output.exists() and output.stat().st_size):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    with soon():
        said = process.communicate(timeout=20)[1].splitlines()
    assert process.returncode == STOPPED
    written = len(output.read_text().splitlines())
    assert said[0].startswith(f"{written:,} puzzles: {written:,} answered; ")
    note = json.loads((tmp_path / "answers.txt.progress").read_text())
    assert said[1] == f"interrupted; --resume goes on after the first {note['tally']['answered']:,}"
    assert len(said) == 2


def test_what_is_complete_is_left_alone(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join(EASY[:3]))
    options = ("--backend", "backtracking", "--output", str(tmp_path / "answers.txt"))
    solve(capsys, file, *options)
    before = (tmp_path / "answers.txt").stat()
    code, _, errors = solve(capsys, file, *options, "--resume")
    assert (code, errors) == (ANSWERED, [f"{tmp_path / 'answers.txt'} is complete already"])
    assert (tmp_path / "answers.txt").stat().st_mtime_ns == before.st_mtime_ns


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
    while not (tmp_path / "answers.txt.progress").exists() and killed.poll() is None:
        time.sleep(0.001)
    killed.kill()
    killed.wait()
    code, _, errors = solve(capsys, file, *options, *change, "--resume")
    assert code == BAD_INPUT
    assert errors[0].endswith(f"belongs to a run that was asked something else: {named} differs")


# Memory

PEAK = """
import sys
from solvers.run import main
from solvers.measure import peak_memory
from tests.patience import soon
main(sys.argv[1:])
print(peak_memory())
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_memory_does_not_grow_with_the_number_of_puzzles(workers: str, tmp_path: Path) -> None:
    peaks = []
    for size in (400, 4_000):
        file = tmp_path / f"{size}.txt"
        file.write_text("\n".join(f"1....2....3....4 {place} {'label ' * 19}" for place in range(size)))
        arguments = ["sudoku", "--instance", str(file), "--backend", "dlx", "--output", str(tmp_path / "out")]
        done = subprocess.run(
            [sys.executable, "-c", PEAK, *arguments, "--workers", workers],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stdout))
    assert peaks[1] - peaks[0] < 1e6  # the puzzles alone would be 2 MB more
