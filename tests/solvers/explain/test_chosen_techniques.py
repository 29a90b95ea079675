"""Techniques chosen by name: explanations use these alone, and they are listed and shown on a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.errors import InputError
from models.registry import load_puzzle
from solvers.explain.__main__ import main
from solvers.explain.techniques import chosen_techniques, technique_records

SUDOKU = load_puzzle("sudoku")
HARD = ["sudoku", "--instance", "top1465", "--number", "7", "--json"]


def step_names(*words: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    assert main([*HARD, *words]) == 0
    return {step["technique"] for step in json.loads(capsys.readouterr().out)["steps"]}


def test_a_name_a_family_or_all_can_be_said_in_any_letters() -> None:
    assert chosen_techniques(SUDOKU) is None
    assert chosen_techniques(SUDOKU, ["X-Wing"]) == chosen_techniques(SUDOKU, ["x wing"]) == {"X-wing"}
    assert chosen_techniques(SUDOKU, ["Unique rectangle type 6"]) == {"unique rectangle type 6"}
    families = chosen_techniques(SUDOKU, ["singles", "finned fish"], ["last cell, finned jellyfish"])
    assert families == {"hidden single", "naked single", "finned X-wing", "finned swordfish"}
    everything = chosen_techniques(SUDOKU, ["all"])
    assert everything == {name for record in technique_records(SUDOKU) for name in record["steps"]}
    usual = {name for record in technique_records(SUDOKU) if record["is_usual"] for name in record["steps"]}
    assert chosen_techniques(SUDOKU, without=["nishio"]) == usual - {"nishio"}


@pytest.mark.parametrize(
    ("puzzle", "word", "sentence"),
    [
        ("sudoku", "sward fish", "sudoku has no technique 'sward fish'; did you mean swordfish?"),
        ("sudoku", "magic", "sudoku has no technique 'magic'; explain --techniques lists them all"),
        ("cubes", "swordfish", "cubes has no techniques with names of their own"),
    ],
)
def test_what_has_no_such_name_is_told(puzzle: str, word: str, sentence: str) -> None:
    with pytest.raises(InputError) as told:
        chosen_techniques(load_puzzle(puzzle), [word])
    assert str(told.value) == sentence


def test_a_way_goes_by_the_chosen_techniques_and_by_rules(capsys: pytest.CaptureFixture[str]) -> None:
    usual = step_names(capsys=capsys)
    asked_for = step_names("--only", "all", capsys=capsys)
    assert asked_for - usual >= {"ALS-XY-wing", "alternating chain with ALS"}
    assert "nishio" in usual
    assert "nishio" not in step_names("--without", "nishio", capsys=capsys)


def test_a_list_is_of_no_use_beside_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="--hint is of no use beside --techniques"):
        main(["sudoku", "--techniques", "--hint"])


def test_techniques_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--techniques"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "fish:" in lines
    assert any(line.startswith("  Sue de Coq *") for line in lines)
    assert main(["sudoku", "--techniques", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == technique_records(SUDOKU)


def test_the_page_shows_each_with_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "techniques.html"
    assert main(["sudoku", "--techniques", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<figure>") == text.count("<figcaption>") == len(SUDOKU.techniques)
    assert all(technique.sentence in text for technique in SUDOKU.techniques)
