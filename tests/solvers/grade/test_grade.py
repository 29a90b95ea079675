"""Grades of a file: a line a puzzle, in any form, by any number of workers, and what has no grade."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from models.errors import ModelError
from models.registry import find_instance, load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.techniques.grading import grade
from solvers.cli.exits import guarded
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.explain.work import explain
from solvers.grade import grading
from solvers.grade.__main__ import main
from solvers.grade.grading import GRADE_COLUMNS
from solvers.run.__main__ import main as run
from tests.solvers.run.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS
from tests.tables import rows

HARD = ".5...2..3......85..487....16...3....8..5.7..4....1...93....642..85......4..9...1."


def test_a_line_says_word_number_technique_and_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY[0]}\n{HARD}\n")
    assert main(["sudoku", "--instance", str(tmp_path / "two.txt")]) == ANSWERED
    shown = capsys.readouterr()
    easy, hard = shown.out.splitlines()
    assert easy.startswith("gentle 1.")
    assert hard.startswith("fiendish 6.6, UVWXYZ-wing: hidden single × 35, last cell × 20, claiming × 6, ")
    assert "2 puzzles: 2 graded" in shown.err


def test_the_steps_are_those_of_the_explanation(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = load_puzzle("sudoku")
    found = explain(puzzle, next(puzzle.read(find_instance(puzzle, "norvig_easy50"))))
    assert main(["sudoku", "--instance", "norvig_easy50", "--json"]) == ANSWERED
    record = json.loads(capsys.readouterr().out.splitlines()[0])
    assert record["grade"] == found.grade.partition(":")[0]
    assert record["rating"] == found.number
    assert sum(record["steps"].values()) == len(found.steps)


def test_what_has_no_grade_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "odd.txt").write_text(f"{MANY_ANSWERS} open\n{IMPOSSIBLE_ONE} clash\n")
    assert main(["sudoku", "--instance", str(tmp_path / "odd.txt")]) == IMPOSSIBLE
    shown = capsys.readouterr()
    several, none = shown.out.splitlines()
    assert several == "# open: at least 2 answers (limit reached)"
    assert none.startswith("# clash: impossible")
    assert "2 without a grade" in shown.err


def test_a_bad_line_is_told_and_the_others_are_graded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.txt").write_text(f"{EASY[0]}\n123\n")
    assert main(["sudoku", "--instance", str(tmp_path / "bad.txt"), "--json"]) == BAD_INPUT
    graded, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert graded["status"] == "graded"
    assert bad["status"] == "bad input"
    assert "line 2: found 3 characters" in bad["verdict"]


def test_a_table_has_the_keys_of_the_record_as_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY[0]} first\n{HARD} second\n")
    output = tmp_path / "grades.csv"
    assert main(["sudoku", "--instance", str(tmp_path / "two.txt"), "--output", str(output)]) == ANSWERED
    rows = list(csv.DictReader(output.open(newline="", encoding="utf-8")))
    assert [*rows[0]] == [*GRADE_COLUMNS]
    assert [row["name"] for row in rows] == ["first", "second"]
    assert (rows[1]["grade"], rows[1]["rating"], rows[1]["technique"]) == ("fiendish", "6.6", "UVWXYZ-wing")
    assert rows[1]["steps"].startswith("hidden single × 35, last cell × 20")
    assert main(["sudoku", "--instance", str(tmp_path / "two.txt"), "--json"]) == ANSWERED
    record = json.loads(capsys.readouterr().out.splitlines()[0])
    assert ["number", *record] == [*GRADE_COLUMNS]


@rows("ending", ["txt", "parquet"])
def test_workers_make_no_difference(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "some.txt").write_text("\n".join([*EASY[:4], MANY_ANSWERS, HARD]))
    for workers in ("1", "2"):
        output = str(tmp_path / f"by{workers}.{ending}")
        words = ["sudoku", "--instance", str(tmp_path / "some.txt"), "--output", output, "--workers", workers]
        assert main(words) == IMPOSSIBLE
    assert (tmp_path / f"by1.{ending}").read_bytes() == (tmp_path / f"by2.{ending}").read_bytes()


def test_a_run_that_solves_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(f"{EASY[0]}\n{EASY[0]}\n")
    words = ["sudoku", "--instance", str(tmp_path / "one.txt"), "--output", str(tmp_path / "out.jsonl")]
    assert guarded(run, words) == ANSWERED
    assert guarded(main, [*words, "--resume"]) == BAD_INPUT
    assert guarded(main, words) == ANSWERED


@rows("words", [["cubes", "--instance", "parker-jaap"], ["grecian", "--instance", "toy"]])
def test_puzzles_that_have_no_scale_are_graded_by_their_explanation(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = load_puzzle(words[0])
    found = explain(puzzle, next(puzzle.read(find_instance(puzzle, words[2]))))
    assert main([*words, "--json"]) == (ANSWERED if found.grade else IMPOSSIBLE)
    record = json.loads(capsys.readouterr().out)
    assert record["rating"] is None
    assert record["grade"] == (found.grade.partition(":")[0] or None)


def test_a_puzzle_with_clues_that_clash_has_no_grade_of_its_own() -> None:
    clues = [int(digit) if digit.isdigit() else 0 for digit in EASY[0]]
    place = next(cell for cell in range(81) if not clues[cell])
    clues[place] = next(clues[cell] for cell in range(9 * (place // 9), 9 * (place // 9) + 9) if clues[cell])
    with pytest.raises(ModelError):
        grade(Sudoku(tuple(clues)))


def test_a_time_limit_is_for_each(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cubes", "--instance", "haque-30", "--time-limit", "0.01"]) == STOPPED
    assert "no answer yet (time limit reached)" in capsys.readouterr().out
    asked: list[float] = []

    def explained_too_late(*words: Any, seconds: float) -> Any:
        asked.append(seconds)
        return explain(*words, seconds=0.0)

    monkeypatch.setattr(grading, "explain", explained_too_late)
    assert main(["sudoku", "--instance", "inkala", "--formulation", "cells", "--time-limit", "900"]) == STOPPED
    assert "the time limit came first" in capsys.readouterr().out
    assert asked == [900]
