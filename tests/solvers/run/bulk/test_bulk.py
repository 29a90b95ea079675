"""Whole collections: one line for each puzzle in the input's order, whatever it is and whoever solves it."""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from itertools import islice
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
from solvers.run.bulk.lines import Task
from solvers.run.request import RunRequest
from tests.clocks import LimitOfLooks
from tests.solvers.run.bulk.runs import (
    EASY,
    ENVIRONMENT,
    IMPOSSIBLE_ONE,
    MANY_ANSWERS,
    RARE,
    SMALL,
    SUDOKU,
    Bulk,
    program,
)

# What is written

ONLY, LEAST_2 = " the only answer", " at least 2 answers (limit reached)"
SEVERAL = "2 puzzles: 2 answered (1 with several answers); "
BROKEN = "# broken: impossible: row 1 has two 1s, at R1C1 and R1C2"


@pytest.mark.parametrize(
    ("puzzles", "options", "endings", "summary"),
    [
        ([EASY[0]], "", [""], "1 puzzle: 1 answered; "),
        (
            [EASY[0], MANY_ANSWERS, f"{IMPOSSIBLE_ONE} broken"],
            "--backend sat --unique",
            [ONLY, LEAST_2, BROKEN],
            "3 puzzles: 2 answered (1 with several answers), 1 impossible; ",
        ),
        ([SMALL, SMALL], "--backend backtracking --count", [" 288 answers"] * 2, "2 puzzles: 2 answered (2 "),
        ([EASY[0], MANY_ANSWERS], "--backend dlx --limit 1", ["", ""], "2 puzzles: 2 answered; "),
        (
            [EASY[0], MANY_ANSWERS],
            "--backend kernel --count",
            [ONLY, " at least 10,000 answers (limit reached)"],
            "1 puzzle has at least 10,000 answers",
        ),
        (
            [EASY[0], MANY_ANSWERS],
            "--backend kernel --count --limit 12345",
            [ONLY, " at least 12,345 answers (limit reached)"],
            SEVERAL,
        ),
        (
            [f"{SMALL} small", EASY[0], f"{SMALL} small"],
            "--backend sat",
            [LEAST_2, "", LEAST_2],
            "3 puzzles: 3 answered (2 with several answers); ",
        ),
    ],
)
def test_a_line_ends_with_what_was_asked(
    puzzles: list[str], options: str, endings: list[str], summary: str, bulk: Bulk
) -> None:
    code, _, errors = bulk(puzzles, options, "--output", bulk.output)
    assert code == (IMPOSSIBLE if BROKEN in endings else ANSWERED)
    for line, puzzle, ending in zip(bulk.output.read_text().splitlines(), puzzles, endings, strict=True):
        size = 0 if ending == BROKEN else len(puzzle.partition(" ")[0])
        assert (line[:size].isdigit() or not size, line[size:]) == (True, ending)
    assert errors[-1].startswith(summary)


def test_every_backend_writes_the_only_answers_and_tells_several_from_one(bulk: Bulk) -> None:
    puzzles = [*EASY[:12], MANY_ANSWERS, EASY[12]]
    told = set()
    for backend in ("sat", "kernel", "backtracking", "cpsat", "dlx"):
        code, lines, errors = bulk(puzzles, "--backend", backend)
        assert (code, lines[12][81:]) == (ANSWERED, LEAST_2), backend
        assert errors[-1].startswith("14 puzzles: 14 answered (1 with several answers); ")
        told.add((*lines[:12], lines[13]))
        records = [json.loads(line) for line in bulk(None, "--json --backend", backend)[1]]
        assert [record["unique"] for record in records] == [True] * 12 + [False, True], backend
    [lines] = told
    for line, puzzle in zip(lines, [*EASY[:12], EASY[12]], strict=True):
        assert all(clue in (digit, ".", "0") for clue, digit in zip(puzzle, line, strict=True))


def test_records_hold_one_object_each_and_several_answers_come_as_such(bulk: Bulk) -> None:
    code, lines, _ = bulk([EASY[0], "oops", IMPOSSIBLE_ONE], "--backend dlx --json --unique")
    answered, bad, impossible = map(json.loads, lines)
    assert (code, answered["status"], answered["unique"], len(answered["answers"][0])) == (2, "answered", True, 9)
    assert (bad["status"], bad["line"]) == ("bad input", 2)
    assert (impossible["status"], impossible["found"], impossible["answers"]) == ("impossible", 0, [])
    for option, answers in (("--all", 288), ("--limit=5", 5)):
        _, lines, _ = bulk([f"{SMALL} one", f"{SMALL} two"], "--backend backtracking", option)
        assert [len(json.loads(line)["answers"]) for line in lines] == [answers, answers]


def test_answers_without_end_are_counted_so_far_and_no_further(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (statuses, bulk_run):
        monkeypatch.setattr(module, "MAX_COUNTED", 50)
    bound = "1 puzzle has at least 50 answers, and no more of one puzzle are looked for: --limit K changes that"
    for options in ("kernel --count", "backtracking --count", "kernel --count --json", "kernel --all"):
        code, lines, errors = bulk([EASY[0], MANY_ANSWERS, IMPOSSIBLE_ONE], "--backend", options)
        assert (code, "at least 50 answers (limit reached)" in lines[1]) == (IMPOSSIBLE, True), options
        assert errors[-2].startswith("3 puzzles: 2 answered (1 with several answers), 1 impossible; ")
        assert errors[-1] == bound


def test_each_puzzle_has_one_status() -> None:
    rows: list[tuple[Outcome, dict[str, Any], str]] = [
        (Outcome(1, False, "time"), {}, "perhaps several answers"),
        (Outcome(1, False, "solutions"), {"limit": 1}, "answered"),
        (Outcome(1, True), {}, "answered"),
        (Outcome(2, False, "solutions"), {}, "several answers"),
        (Outcome(10_000, False, "solutions"), {"count": True}, "more answers than are counted"),
        (Outcome(10_000, True), {"count": True}, "several answers"),
        (Outcome(1, False, "time"), {"minimize": "turns"}, "answered"),
        (Outcome(0, False, "time"), {}, "stopped"),
        (Outcome(0, False, "killed"), {}, "lost with its workers"),
    ]
    for outcome, asked, expected in rows:
        result = Result(Solver(SUDOKU, "", *load_backend("dlx")), None, "", (), outcome)
        assert statuses.status(result, RunRequest(**asked)) == expected


def test_a_limit_of_time_is_for_each_puzzle(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Task(RunRequest(time_limit=7.0)).limits == Limits(7.0, 2)
    monkeypatch.setattr(Task, "limits", LimitOfLooks(solutions=2, budget=300))
    hard = [line for line in find_instance(SUDOKU, "gecode_25").read_text().splitlines() if line[0] != "#"]
    code, lines, errors = bulk([hard[-1], EASY[0], hard[-1]], "--backend backtracking")
    limit = "no answer yet (time limit reached)"
    assert (code, [line.endswith(limit) for line in lines]) == (STOPPED, [True, False, True])
    assert errors[-1].startswith("3 puzzles: 1 answered, 2 stopped; ")


@pytest.mark.parametrize("backend", ["backtracking", "sat", "kernel"])
def test_bad_lines_are_named_and_passed_over_whatever_the_number_of_workers(backend: str, bulk: Bulk) -> None:
    puzzle = EASY[0].encode()
    others = [line.encode() for line in [*RARE[:100], MANY_ANSWERS, *RARE[100:150]]]
    lines = [puzzle, EASY[3][:40].encode() + b"x" + EASY[3][41:].encode(), puzzle, b"f\xfcr", b"5" * 1_000_001, *others]
    bulk.file.write_bytes(b"\n".join(lines))
    code, shown, errors = bulk(None, "--backend", backend)
    assert (code, len(shown)) == (BAD_INPUT, len(lines))
    assert [line.partition(":")[0] for line in shown if line[0] == "#"] == ["# line 2", "# line 4", "# line 5"]
    assert f"{bulk.file}:2: " in errors[0]
    assert errors[-1].startswith("156 puzzles: 153 answered (1 with several answers), 3 bad input; ")
    assert bulk(None, "--workers 2 --backend", backend)[:2] == (code, shown)


# What is said of it


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--resume", "--resume needs --output FILE"),
        ("--stats", "--stats is about one puzzle"),
        ("--model", "--model is about one puzzle"),
        ("--backend nosuch", "there is no backend 'nosuch'"),
        ("--backend maxsat", "cannot take a model without an objective"),
        ("--output /no/such/folder/answers.txt", "cannot be written: No such file"),
        ("--output puzzles.txt", "puzzles.txt: is the input file, which --output would overwrite"),
        ("--output answers.txt --backend nosuch", "there is no backend 'nosuch'"),
        ("--output answers.txt --formulation nosuch", "formulation"),
    ],
)
def test_bad_usage_is_one_sentence_and_leaves_the_output_alone(
    options: str, sentence: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bulk.folder)
    bulk.output.write_text("answers of last year\n")
    code, lines, [error] = bulk(EASY[:3], options)
    assert (code, lines, sentence in error) == (BAD_INPUT, [], True)
    assert bulk.output.read_text() == "answers of last year\n"
    assert bulk.file.read_text() == "\n".join(EASY[:3])


@pytest.mark.needs_processes
def test_a_reader_that_goes_away_is_not_an_error(bulk: Bulk) -> None:
    bulk.file.write_text("\n".join(EASY * 20))
    command = " ".join(program("--instance", bulk.file, "--backend backtracking"))
    done = subprocess.run(f"{command} | head -1", shell=True, env=ENVIRONMENT, capture_output=True, text=True)
    assert len(done.stdout) == 82
    assert "Traceback" not in done.stderr


def test_what_could_not_be_read_is_seen_once(bulk: Bulk) -> None:
    out, err = bulk.folder / "out", bulk.folder / "err"
    for places in ((out, out), (out, err)):
        with ExitStack() as files:
            streams = {path: files.enter_context(path.open("w")) for path in places}
            with redirect_stdout(streams[places[0]]), redirect_stderr(streams[places[1]]):
                assert bulk([MANY_ANSWERS, MANY_ANSWERS[1:] + "O", MANY_ANSWERS])[0] == BAD_INPUT
        assert [path.read_text().count("cell 81 of 81 is 'O'") for path in places] == [1, 1]


def test_a_wrong_file_is_complained_of_no_more_than_anyone_reads(bulk: Bulk) -> None:
    code, _, errors = bulk(["y"] * 500, "--backend backtracking --output", bulk.output)
    assert (code, len(bulk.output.read_text().splitlines())) == (BAD_INPUT, 500)
    complaints = [line for line in errors if line.startswith("error: ")]
    assert (len(complaints), complaints[-1]) == (21, "error: 480 more could not be read")


# What a killed run may have learnt


def test_answers_do_not_depend_on_what_came_before_where_nothing_is_learnt_or_it_is_forgotten() -> None:
    limits = Limits(solutions=3)
    several: Any = next(SUDOKU.read(find_instance(SUDOKU, "several_answers")))
    others = list(islice(SUDOKU.read(find_instance(SUDOKU, "royle_17")), 3))
    for name in BACKENDS:
        is_stateful = load_backend(name)[0].is_stateful
        if is_stateful and name != "sat":
            continue
        solver = Solver(SUDOKU, "", *load_backend(name))
        alone = list(solver.answers(several, limits))
        for other in [*others, several]:
            list(solver.answers(other, limits))
            if is_stateful:
                solver.renew()
            assert list(solver.answers(several, limits)) == alone, name
