"""Whole collections: one line for each puzzle in the input's order, killed and resumed at will."""

from __future__ import annotations

import json
import os
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.registry import find_instance
from solvers.core.backend import Limits
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED, Outcome
from solvers.core.record import Result
from solvers.core.registry import BACKENDS, load_backend
from solvers.core.solver import Solver
from solvers.run.bulk import run as bulk_run
from solvers.run.bulk import statuses
from solvers.run.request import RunRequest
from tests.patience import wait_until
from tests.solvers.run.bulk.runs import (
    EASY,
    ENVIRONMENT,
    IMPOSSIBLE_ONE,
    MANY_ANSWERS,
    RARE,
    SUDOKU,
    note_beside,
    program,
    solve,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.txt"


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


SMALL = "." * 16
SEVERAL = "2 puzzles: 2 answered (1 with several answers); "
BROKEN = "# broken: impossible: row 1 has two 1s, at R1C1 and R1C2"


@pytest.mark.parametrize(
    ("puzzles", "options", "endings", "summary"),
    [
        ([EASY[0]], [], [""], "1 puzzle: 1 answered; "),
        (
            [EASY[0], MANY_ANSWERS, f"{IMPOSSIBLE_ONE} broken"],
            ["--backend", "sat", "--unique"],
            [" the only answer", " at least 2 answers (limit reached)", BROKEN],
            "3 puzzles: 2 answered (1 with several answers), 1 impossible; ",
        ),
        ([SMALL, SMALL], ["--backend", "backtracking", "--count"], [" 288 answers"] * 2, "2 puzzles: 2 answered (2 "),
        ([EASY[0], MANY_ANSWERS], ["--backend", "dlx", "--limit", "1"], ["", ""], "2 puzzles: 2 answered; "),
        (
            [EASY[0], MANY_ANSWERS],
            ["--backend", "kernel", "--count"],
            [" the only answer", " at least 10,000 answers (limit reached)"],
            "1 puzzle has at least 10,000 answers",
        ),
        (
            [EASY[0], MANY_ANSWERS],
            ["--backend", "kernel", "--count", "--limit", "12345"],
            [" the only answer", " at least 12,345 answers (limit reached)"],
            SEVERAL,
        ),
        (
            [f"{SMALL} small", EASY[0], f"{SMALL} small"],
            ["--backend", "sat"],
            [" at least 2 answers (limit reached)", "", " at least 2 answers (limit reached)"],
            "3 puzzles: 3 answered (2 with several answers); ",
        ),
    ],
)
def test_a_line_ends_with_what_was_asked(
    puzzles: list[str],
    options: list[str],
    endings: list[str],
    summary: str,
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file.write_text("\n".join(puzzles))
    output = tmp_path / "answers.txt"
    code, _, errors = solve(capsys, file, *options, "--output", str(output))
    assert code == (IMPOSSIBLE if BROKEN in endings else ANSWERED)
    for line, puzzle, ending in zip(output.read_text().splitlines(), puzzles, endings, strict=True):
        size = 0 if ending == BROKEN else len(puzzle.partition(" ")[0])
        assert (line[:size].isdigit() or not size, line[size:]) == (True, ending)
    assert errors[-1].startswith(summary)


@pytest.mark.parametrize(("option", "answers"), [("--all", 288), ("--limit=5", 5)])
def test_several_answers_come_as_json(
    option: str, answers: int, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(f"{SMALL} one\n{SMALL} two\n")
    _, lines, _ = solve(capsys, file, "--backend", "backtracking", option)
    assert [len(json.loads(line)["answers"]) for line in lines] == [answers, answers]


def test_json_lines_hold_one_object_each(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join([EASY[0], "oops", IMPOSSIBLE_ONE]))
    code, lines, _ = solve(capsys, file, "--backend", "dlx", "--json", "--unique")
    assert code == BAD_INPUT
    answered, bad, impossible = map(json.loads, lines)
    assert (answered["status"], answered["unique"], len(answered["answers"][0])) == ("answered", True, 9)
    assert (bad["status"], bad["line"]) == ("bad input", 2)
    assert (impossible["status"], impossible["found"], impossible["answers"]) == ("impossible", 0, [])


@pytest.mark.parametrize("backend", ["sat", "kernel", "cpsat", "dlx"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_several_answers_are_told_from_one_without_being_asked(
    backend: str, form: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join([EASY[0], MANY_ANSWERS, EASY[1]]))
    code, lines, errors = solve(capsys, file, "--backend", backend, *form)
    assert code == ANSWERED
    assert errors[-1].startswith("3 puzzles: 3 answered (1 with several answers); ")
    if form:
        assert [json.loads(line)["unique"] for line in lines] == [True, False, True]
    else:
        assert [line[81:] for line in lines] == ["", " at least 2 answers (limit reached)", ""]


@pytest.mark.parametrize("form", [["--count"], ["--count", "--json"], ["--all"]])
@pytest.mark.parametrize("backend", ["kernel", "backtracking"])
def test_answers_without_end_are_counted_so_far_and_no_further(
    form: list[str], backend: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(statuses, "MAX_COUNTED", 50)
    monkeypatch.setattr(bulk_run, "MAX_COUNTED", 50)
    file.write_text("\n".join([EASY[0], MANY_ANSWERS, IMPOSSIBLE_ONE]))
    code, lines, errors = solve(capsys, file, "--backend", backend, *form)
    assert code == IMPOSSIBLE
    assert "at least 50 answers (limit reached)" in lines[1]
    assert errors[-2].startswith("3 puzzles: 2 answered (1 with several answers), 1 impossible; ")
    assert errors[-1] == (
        "1 puzzle has at least 50 answers, and no more of one puzzle are looked for: --limit K changes that"
    )


@pytest.mark.parametrize(
    ("outcome", "asked", "expected"),
    [
        (Outcome(1, False, "time"), {}, "perhaps several answers"),
        (Outcome(1, False, "solutions"), {"limit": 1}, "answered"),
        (Outcome(1, True), {}, "answered"),
        (Outcome(2, False, "solutions"), {}, "several answers"),
        (Outcome(10_000, False, "solutions"), {"count": True}, "more answers than are counted"),
        (Outcome(10_000, True), {"count": True}, "several answers"),
        (Outcome(1, False, "time"), {"minimize": "turns"}, "answered"),
        (Outcome(0, False, "time"), {}, "stopped"),
        (Outcome(0, False, "killed"), {}, "lost with its workers"),
    ],
)
def test_each_puzzle_has_one_status(outcome: Outcome, asked: dict[str, Any], expected: str) -> None:
    result = Result(Solver(SUDOKU, "", *load_backend("dlx")), None, "", (), outcome)
    assert statuses.status(result, RunRequest(**asked)) == expected


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


# Where the puzzles come from


def solve_piped(file: Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
    arguments = program("--instance", "/dev/stdin", *options)
    with subprocess.Popen(["cat", str(file)], stdout=subprocess.PIPE) as cat:
        return subprocess.run(arguments, stdin=cat.stdout, env=ENVIRONMENT, capture_output=True, text=True)


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="a pipe has no name here")
def test_puzzles_come_through_a_pipe(file: Path, tmp_path: Path) -> None:
    file.write_text("\n".join([*RARE[:60], "oops", *RARE[60:120]]))
    options = ("--backend", "backtracking")
    expected = subprocess.run(
        program("--instance", file, *options), env=ENVIRONMENT, capture_output=True, text=True
    ).stdout
    assert expected.count("\n") == 121
    for workers in ("1", "2"):
        assert solve_piped(file, *options, "--workers", workers).stdout == expected
        output = tmp_path / f"{workers}.txt"
        assert solve_piped(file, *options, "--workers", workers, "--output", output).returncode == BAD_INPUT
        assert output.read_text() == expected


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="a pipe has no name here")
def test_a_run_through_a_pipe_goes_on_with_the_same_puzzles_only(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "answers.txt"
    options = ("--backend", "backtracking", "--output", output)
    file.write_text("\n".join(RARE))
    with subprocess.Popen(["cat", str(file)], stdout=subprocess.PIPE) as cat:
        killed = subprocess.Popen(
            program("--instance", "/dev/stdin", *options), stdin=cat.stdout, env=ENVIRONMENT, stderr=subprocess.DEVNULL
        )
        wait_until(lambda: '"answered"' in note_beside(output))
        killed.kill()
        killed.wait()
    sound = json.loads(note_beside(output))["tally"]["answered"]
    other = tmp_path / "others.txt"
    other.write_text("\n".join(RARE[1:]))
    for different in (other, Path(os.devnull)):
        done = solve_piped(different, *options, "--resume")
        assert done.returncode == BAD_INPUT
    other.write_text("\n".join(RARE[: sound + 20]))
    assert solve_piped(other, *options, "--resume").returncode == ANSWERED
    solved = subprocess.run(
        program("--instance", other, *options[:2]), env=ENVIRONMENT, capture_output=True, text=True
    ).stdout
    assert output.read_text() == solved


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_line_that_is_no_text_does_not_stop_the_rest(
    workers: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = EASY[0].encode()
    file.write_bytes(b"\n".join([puzzle, b"f\xfcr", puzzle, b"5" * 1_000_001, puzzle]))
    code, lines, errors = solve(capsys, file, "--backend", "backtracking", "--workers", workers)
    assert code == BAD_INPUT
    assert [line[:8] for line in lines] == [lines[0][:8], "# line 2", lines[0][:8], "# line 4", lines[0][:8]]
    assert errors[-1].startswith("5 puzzles: 3 answered, 2 bad input; ")


@pytest.mark.parametrize("other", ["", ".progress", ".progress.new"])
def test_the_input_is_not_the_output(other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"puzzles{other}"
    file.write_text("\n".join(EASY[:3]))
    code, _, errors = solve(capsys, file, "--output", str(tmp_path / "puzzles"))
    assert (code, errors) == (BAD_INPUT, [f"error: {file}: is the input file, which --output would overwrite"])
    assert file.read_text() == "\n".join(EASY[:3])


def test_a_mistake_in_what_is_asked_leaves_the_output_alone(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(EASY[:3]))
    output = tmp_path / "answers.txt"
    output.write_text("answers of last year\n")
    for mistake in (["--backend", "nosuch"], ["--formulation", "nosuch"]):
        assert solve(capsys, file, "--output", str(output), *mistake)[0] == BAD_INPUT
    assert output.read_text() == "answers of last year\n"


# What a killed run may have learnt


@pytest.mark.parametrize("name", [name for name in BACKENDS if not load_backend(name)[0].is_stateful])
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


# What is said of it


@pytest.mark.parametrize(("together", "times"), [(True, 1), (False, 2)])
def test_what_could_not_be_read_is_seen_once(together: bool, times: int, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("." * 81 + "\n" + "." * 80 + "O" + "\n" + "." * 81 + "\n")
    errors = subprocess.STDOUT if together else subprocess.PIPE
    done = subprocess.run(
        program("--instance", str(tmp_path / "mine.txt")),
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    assert done.returncode == 2
    assert (done.stdout + (done.stderr or "")).count("cell 81 of 81 is 'O'") == times


def test_a_wrong_file_is_complained_of_no_more_than_anyone_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("y\n" * 500, encoding="utf-8")
    output = tmp_path / "output.txt"
    code, _, errors = solve(capsys, file, "--backend", "backtracking", "--output", str(output))
    assert code == BAD_INPUT
    assert len(output.read_text().splitlines()) == 500
    complaints = [line for line in errors if line.startswith("error: ")]
    assert len(complaints) == 21
    assert complaints[-1] == "error: 480 more could not be read"
