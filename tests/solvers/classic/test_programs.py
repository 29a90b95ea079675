"""The published programs on the command line: the figures that were published, and the answers of the models."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from models.registry import instance_files, load_puzzle, puzzle_names
from solvers.classic import sudoku
from solvers.classic.programs import program_for, programs_of
from solvers.classic.sudoku import RowByRow
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.render.json import KEYS
from solvers.run.__main__ import main
from tests.tables import rows


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capsys.readouterr().out)


@rows(
    ("words", "effort", "found"),
    [
        (["classic"], {"turns": 10_871}, 1),
        (["classic:loops", "--count"], {"positions": 248_832, "unturned answers": 1}, 12),
    ],
)
def test_the_published_figures_of_the_dials(
    words: list[str], effort: dict[str, int], found: int, capsys: pytest.CaptureFixture[str]
) -> None:
    record = told(capsys, "grecian", "--backend", *words)
    assert (record["effort"], record["found"]) == (effort, found)
    assert record["answers"][0]["clockwise"] == [0, 5, 9, 2, 7]


def test_what_was_not_published_is_not_called_published(capsys: pytest.CaptureFixture[str]) -> None:
    main(["grecian", "--list"])
    lines = [line for line in capsys.readouterr().out.splitlines() if "classic:" in line]
    assert ["numpy" in line for line in lines] == ["as it was published" not in line for line in lines]
    assert any("classic:numpy" in line for line in lines)


def test_cubes_are_counted_over_all_orientations_as_the_model_counts_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["cubes", "--instance", "psykonosis", "--orientations", "--all"]
    by_program = told(capsys, *words, "--backend", "classic")
    by_model = told(capsys, *words, "--backend", "backtracking")
    assert by_program["found"] == by_program["effort"]["stackings"] > 4
    assert sorted(map(str, by_program["answers"])) == sorted(map(str, by_model["answers"]))


def test_a_program_is_reported_drawn_and_recorded_like_a_backend(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, page = tmp_path / "answer.svg", tmp_path / "answer.html"
    words = ["grecian", "--instance", "toy", "--backend", "classic:rings", "--svg", str(picture), "--html", str(page)]
    record = told(capsys, *words)
    assert set(record) == set(KEYS)
    assert (record["backend"], record["formulation"], record["unique"]) == ("classic:rings", None, True)
    assert picture.read_text().startswith("<svg")
    assert "published program rings" in page.read_text()


def test_a_program_that_stops_at_its_first_answer_claims_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    record = told(capsys, "grecian", "--instance", "toy", "--backend", "classic:odometer")
    assert (record["complete"], record["stopped_by"], record["unique"]) == (False, "program", None)
    assert record["verdict"] == "at least 1 answer (the program stops at the first)"


CASES = [
    ("grecian", "rings", "toy"),
    ("grecian", "rings", "safecracker-50"),
    *(("sudoku", "rows", name) for name in ("empty_4", "order_6", "order_6_tall", "several_answers", "clash")),
    *(("sudoku", "matrix", name) for name in ("empty_4", "order_4", "order_6", "order_6_tall", "no_answer", "clash")),
    ("cubes", "paths", "psykonosis"),
    *(("cover", "matrix", name) for name in ("wildwood", "queens-8", "langford-4", "mutilated-board")),
    *(("dealing", "remainders", name) for name in instance_files(load_puzzle("dealing"))),
]


@rows(("name", "program", "instance"), CASES)
def test_a_program_and_the_model_have_the_same_answers(name: str, program: str, instance: str) -> None:
    puzzle = load_puzzle(name)
    for item in list(puzzle.read(instance_files(puzzle)[instance]))[:1]:
        by_program = list(program_for(name, program)[1].answers(item, {}, []))
        answers = Solver(puzzle, "", *load_backend("backtracking")).answers(item)
        assert set(by_program) == set(answers)
        assert len(by_program) == len(set(by_program))


def test_every_program_is_covered_above() -> None:
    named = {(name, program) for name, program, _ in CASES} | {
        ("grecian", name) for name in ("odometer", "loops", "numpy")
    }
    assert named == {(name, program) for name in puzzle_names() for program in programs_of(name)}


class Ringing(RowByRow):
    """The program that rings the alarm of its time limit at its hundredth placement."""

    counted = 0

    @property
    def placements(self) -> int:  # type: ignore[override]
        return self.counted

    @placements.setter
    def placements(self, counted: int) -> None:
        self.counted = counted
        if counted == 100:
            signal.raise_signal(signal.SIGALRM)


def test_a_time_limit_breaks_into_a_program_and_what_was_counted_by_then_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = told(capsys, "cubes", "--instance", "haque-30", "--backend", "classic", "--time-limit", "0.3")
    assert (record["stopped_by"], record["status"]) == ("time", "stopped")
    monkeypatch.setattr(sudoku, "RowByRow", Ringing)
    record = told(capsys, "sudoku", "--instance", "inkala", "--backend", "classic", "--time-limit", "999")
    assert (record["stopped_by"], record["effort"]) == ("time", {"placements": 100})
