"""Grades of new puzzles: by word, by a range of words, and by numbers where the puzzle has a scale of them."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from models.errors import InputError
from solvers.api.instance_set import InstanceSet
from solvers.core.backend import ENDLESS
from solvers.core.registry import load_puzzle
from solvers.explain.wording import hardness
from solvers.generate import grading
from solvers.generate.grading import Grader
from tests.tables import rows

SUDOKU = load_puzzle("sudoku")
EASY = InstanceSet(SUDOKU).load("norvig_easy50", 2)


def grader(wanted: str, puzzle: Any = SUDOKU) -> Grader:
    return Grader(puzzle, wanted, ENDLESS, puzzle.generator)


@rows(
    ("wanted", "why_not"),
    [
        ("", ""),
        ("gentle", ""),
        ("gentle-hard", ""),
        ("hard-fiendish", "are gentle"),
        ("1.0-2.5", ""),
        ("4-5", "are too easy"),
        ("1.0", "are too hard"),
    ],
)
def test_a_wish_is_met_or_why_it_is_not(wanted: str, why_not: str) -> None:
    assert grader(wanted).graded(EASY)[1] == why_not


@rows(
    ("wanted", "numbers"),
    [("", None), ("gentle", (1.0, 2.5)), ("tricky-hard", (4.0, 6.5)), ("diabolical", (8.2, inf)), ("4-5", (4.0, 5.0))],
)
def test_a_wish_in_words_is_a_range_of_numbers(wanted: str, numbers: tuple[float, float] | None) -> None:
    assert grader(wanted).numbers == numbers


def test_what_explain_finds_too_hard_is_not_explained_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    killer = InstanceSet(SUDOKU).load("variants/killer")
    counted: list[int] = []
    monkeypatch.setattr(grading, "hardness", lambda step: counted.append(1) or hardness(step))
    assert grader("gentle").graded(killer)[1].startswith("are ")
    few = len(counted)
    grader("gentle-diabolical").graded(killer)
    assert few < len(counted) - few


def test_an_easy_one_is_told_in_a_word_and_a_number() -> None:
    assert grader("").graded(EASY)[0].startswith("gentle: 1.")


@rows("wanted", ["easy", "hard-gentle", "gentle-hard-hard", "5-4", "4.55", "-"])
def test_what_is_no_wish_is_refused(wanted: str) -> None:
    with pytest.raises(InputError, match="--difficulty"):
        grader(wanted)


def test_numbers_are_for_puzzles_that_have_them() -> None:
    with pytest.raises(InputError, match="no numbers, but words"):
        grader("3-4", load_puzzle("cubes"))
