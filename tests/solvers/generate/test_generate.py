"""``generate``: the same seed, the same files; every puzzle has one answer, and run reads it back."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from solvers.api.instance_set import InstanceSet
from solvers.core.registry import load_puzzle
from solvers.generate.record import Outcome
from solvers.generate.work import Workshop
from tests.tables import rows

SUDOKU = InstanceSet(load_puzzle("sudoku"))


def made(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert dispatch(["generate", "sudoku", "--json", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_seed_makes_the_same_bytes_with_any_number_of_workers(tmp_path: Path) -> None:
    asked = ["generate", "sudoku", "--size", "4", "--seed", "3", "--count", "3"]
    assert dispatch([*asked, "--output", str(tmp_path / "one.sdk")]) == 0
    assert dispatch([*asked, "--output", str(tmp_path / "two.sdk"), "--workers", "2"]) == 0
    assert (tmp_path / "one.sdk").read_bytes() == (tmp_path / "two.sdk").read_bytes()


def test_run_reads_back_what_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = made(capsys, "--size", "2x3", "--count", "2", "--seed", "1", "--output", str(tmp_path / "mine.sdk"))
    instances = list(SUDOKU.every(tmp_path / "mine.sdk"))
    assert [instance.name for instance in instances] == ["sudoku-1-1", "sudoku-1-2"] == [r["name"] for r in records]
    assert [instance.box for instance in instances] == [(2, 3), (2, 3)]


@rows(
    ("words", "sentence"),
    [
        (["--clues", "16"], "no Sudoku with 16 clues has one answer (McGuire, Tugemann and Civario 2012)"),
        (["--size", "7"], "7 is prime"),
        (["--clues", "26", "--symmetry", "quarter-turn"], "25 or 28 can"),
        (["--symmetry", "halfturn"], "did you mean half-turn?"),
        (["--difficulty", "harrd"], "did you mean hard?"),
        (["inkala"], "one word too many"),
        (["--variants", "killer", "--difficulty", "3-4"], "these have none; a word will do"),
        (["--difficulty", "12"], "'12' is beyond what can be wished for: numbers on the scale of Sudoku Explainer, 1."),
        (["--difficulty", "0.5"], "'0.5' is beyond"),
        (["--difficulty", "10.9-12"], "'10.9-12' is beyond"),
        (["--variants", "killer", "--output", "new.sdk"], "would not be read back"),
        (["--output", "new.toml"], "would not be read back"),
        (["--output", "new.pdf"], "would not be read back from a .pdf file; use .sdk, .txt or no ending, for a folder"),
        (["--output", "new.JSON"], "use .sdk, .txt"),
        (["--variants", "kropki", "--output", "new.txt"], "use .toml, .jsonl or no ending, for a folder"),
        (
            ["--variants", "kropki", "--count", "2", "--output", "kk.txt"],
            "into a folder, each a .toml file: --output kk",
        ),
        (["--variants", "killer", "--count", "2"], "--output FOLDER takes many"),
        (["--variants", "killr"], "did you mean killer?"),
        (["--number", "2", "--count", "2"], "--count is of no use"),
        (["--technique", "xy-winge"], "there is no technique 'xy-winge'; did you mean XY-wing, XYZ-wing or X-wing?"),
        (["--technique", "guessing"], "there is no technique 'guessing'; there are hidden single, "),
        (["--technique", "swordfish", "--difficulty", "gentle"], "do not go together: swordfish is from 3.8 to 4.8"),
        (["--technique", "xy-wing", "--variants", "killer"], "--technique is for puzzles without rules beside houses"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):  # of a mistake in the words themselves
        assert dispatch(["generate", "sudoku", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_wish_that_is_not_reached_ends_in_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["generate", "sudoku", "--clues", "17", "--tries", "1", "--seed", "1"]) == 3
    assert "none of 1 candidates will do: 1 kept more than 17 clues" in capsys.readouterr().err


@rows(("wish", "advice"), [("11.0", "; a range such as 10.8-11.0 is hit more often"), ("10.5-11.0", "")])
def test_a_number_that_few_puzzles_have_ends_in_the_advice_of_a_range(
    wish: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["generate", "sudoku", "--size", "4", "--difficulty", wish, "--tries", "2", "--seed", "1"]) == 3
    assert f"none of 2 candidates will do: 2 are too easy{advice}\n" in capsys.readouterr().err


def test_a_full_grid_is_graded_without_a_hardest_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["generate", "sudoku", "--clues", "81", "--seed", "1"]) == 0
    assert "gentle: 1.0 on the scale of Sudoku Explainer\n" in capsys.readouterr().out


@rows("name", ["sudoku", "grecian", "cubes", "cover", "dealing"])
def test_the_help_names_what_can_be_wished_for_and_the_grades(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        dispatch(["generate", name, "--help"])
    said = capsys.readouterr().out
    generator = load_puzzle(name).generator
    assert generator is not None
    assert all(f"--{option.name}" in said for option in generator.options)
    assert all(word in said for word in generator.grades or ("gentle", "fiendish"))


def test_in_a_folder_each_puzzle_has_a_file_that_run_reads(tmp_path: Path) -> None:
    words = ["--size", "4", "--variants", "latin", "--count", "2", "--seed", "1", "--output", str(tmp_path / "new")]
    assert dispatch(["generate", "sudoku", *words]) == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["sudoku-1-1.toml", "sudoku-1-2.toml"]
    assert all(SUDOKU.read(file).board is not None for file in files)


def test_many_with_variants_go_into_one_file_of_lines(tmp_path: Path) -> None:
    goal = tmp_path / "new.jsonl"
    words = ["--size", "4", "--variants", "kropki", "--seed", "1"]
    assert dispatch(["generate", "sudoku", *words, "--count", "2", "--output", str(goal)]) == 0
    assert dispatch(["generate", "sudoku", *words, "--output", str(tmp_path / "new.toml")]) == 0
    both = list(SUDOKU.every(goal))
    assert len(both) == 2
    assert both[0] == SUDOKU.read(tmp_path / "new.toml")


def test_the_nth_of_a_seed_is_made_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--size", "4", "--seed", "5"]
    assert made(capsys, *words, "--count", "3")[2] == made(capsys, *words, "--number", "3")[0]


def test_an_interrupt_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = Workshop.make

    def interrupted(self: Workshop, number: int, tell: Callable[[int], None]) -> Outcome:
        if number == 3:
            raise KeyboardInterrupt
        return make(self, number, tell)

    monkeypatch.setattr(Workshop, "make", interrupted)
    goal = tmp_path / "new.sdk"
    assert dispatch(["generate", "sudoku", "--size", "4", "--count", "9", "--output", str(goal)]) == 3
    assert len(list(SUDOKU.every(goal))) == 2
    assert "interrupted: made 2 of 9 puzzles" in capsys.readouterr().err


def test_a_booklet_has_the_puzzles_first_and_the_answers_at_its_end(tmp_path: Path) -> None:
    goal = tmp_path / "booklet.html"
    assert dispatch(["generate", "sudoku", "--size", "4", "--count", "2", "--seed", "2", "--html", str(goal)]) == 0
    text = goal.read_text(encoding="utf-8")
    assert text.count("<svg") == 4
    puzzles, answers = text.split(">Answers<")
    assert (puzzles.count("<svg"), answers.count("<svg")) == (2, 2)
    assert "2. gentle" in puzzles
