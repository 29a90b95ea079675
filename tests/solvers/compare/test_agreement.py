"""What counts as a contradiction between two backends, and what does not."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from models.registry import find_instance, load_puzzle
from models.sudoku.instance import Grid
from solvers.compare.agreement import disagreements, side_by_side
from solvers.compare.record import Measurement
from solvers.core.backend import WrongAnswer
from solvers.core.registry import load_backend
from solvers.core.solver import Solver, in_brief
from tests.tables import rows


def all_of(*answers: Any) -> Measurement:
    status = "answered" if answers else "impossible"
    return Measurement(status, found=len(answers), complete=True, answers=frozenset(answers))


def some(*answers: Any) -> Measurement:
    status = "answered" if answers else "stopped"
    return Measurement(status, found=len(answers), answers=frozenset(answers))


def counted(found: int, digest: int, complete: bool = True) -> Measurement:
    return Measurement("answered", found=found, complete=complete, answers=None, digest=digest)


def best(value: int | None, complete: bool = True) -> Measurement:
    answers = frozenset() if value is None else frozenset({value})
    return Measurement("answered", found=3, complete=complete, answers=answers, objective=value)


def failed(status: str) -> Measurement:
    return Measurement(status, "for some reason")


@rows(
    ("one", "other"),
    [
        (all_of(1, 2), all_of(2, 1)),
        (all_of(1, 2), some(1)),
        (all_of(1, 2), some()),
        (some(1), some(2)),
        (all_of(), all_of()),
        (all_of(), some()),
        (counted(9, 5), counted(9, 5)),
        (counted(9, 5), counted(7, 4, complete=False)),
        (counted(9, 5), some(1, 2)),
        (best(5), best(5)),
        (best(5), best(7, complete=False)),
        (best(5, complete=False), best(3, complete=False)),
        (best(5), Measurement("stopped")),
        (all_of(1), failed("killed")),
        (all_of(), failed("out of memory")),
        (all_of(1), failed("cannot take")),
    ],
)
def test_these_agree(one: Measurement, other: Measurement) -> None:
    assert list(disagreements([("one", one), ("other", other)])) == []


@rows(
    ("one", "other", "sentence"),
    [
        (all_of(1, 2), all_of(1), "1 that other has not:\n    2"),
        (all_of(1), some(1, 2), "1 that one has not:\n    2"),
        (all_of(), some(3), "1 that one has not:\n    3"),
        (all_of(), all_of(3), "one: 0 answers, all there are"),
        (all_of(1, 2, 3, 4, 5), all_of(), "5 that other has not:\n    1\n    2\n    3\n    …"),
        (counted(9, 5), counted(9, 6), "digest of the set 0000000000000006"),
        (counted(9, 5), counted(10, 5), "other: 10 answers"),
        (counted(9, 5), counted(10, 5, complete=False), "other: 10 answers, perhaps not all"),
        (all_of(1), counted(10, 5, complete=False), "one: 1 answer, all there are"),
        (best(5), best(3, complete=False), "one proves that nothing is better than 5, other has 3"),
        (best(5), best(3), "one proves that nothing is better than 5, other has 3"),
        (best(3), best(5), "other proves that nothing is better than 5, one has 3"),
        (all_of(), best(5), "one proves that there is no answer, other has one of 5"),
        (Measurement("wrong answer", "row 1 has two 2s"), some(), "one came out with a wrong answer: row 1 has two 2s"),
    ],
)
def test_these_disagree(one: Measurement, other: Measurement, sentence: str) -> None:
    (reason,) = disagreements([("one", one), ("other", other)])
    assert sentence in reason


def test_both_sides_are_shown() -> None:
    (reason,) = disagreements([("one", all_of(1, 2)), ("other", all_of(2, 3))])
    assert reason.splitlines() == [
        "one and other disagree",
        "  one: 2 answers, all there are",
        "    1 that other has not:",
        "    1",
        "  other: 2 answers, all there are",
        "    1 that one has not:",
        "    3",
        "    ^",
    ]


def test_answers_are_said_in_the_puzzles_own_way_and_their_differences_marked() -> None:
    sudoku: Any = load_puzzle("sudoku")
    instance = next(sudoku.read(find_instance(sudoku, "inkala")))
    grid = Grid(tuple(1 + cell % 9 for cell in range(81)))
    changed = Grid((2, *grid.cells[1:80], 5))
    (reason,) = disagreements([("one", all_of(grid)), ("other", all_of(changed))], partial(in_brief, sudoku, instance))
    lines = reason.splitlines()
    assert lines[3] == "    " + "123456789" * 9
    assert lines[6] == "    2" + ("123456789" * 9)[1:80] + "5"
    assert lines[7] == "    ^" + " " * 79 + "^"


def test_what_a_puzzle_has_no_line_for_is_said_as_json_and_what_is_no_answer_as_it_is() -> None:
    cubes: Any = load_puzzle("cubes")
    instance = next(cubes.read(find_instance(cubes, cubes.default_instance)))
    answer = next(Solver(cubes, "", *load_backend("backtracking")).answers(instance))
    assert json.loads(in_brief(cubes, instance, answer)) == cubes.as_json(instance, answer)
    assert in_brief(cubes, instance, "no answer") == "'no answer'"


def test_a_rejected_answer_is_said_in_the_puzzles_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    grecian: Any = load_puzzle("grecian")
    monkeypatch.setattr(type(grecian), "check", lambda *_: "column 1 is odd")
    instance = next(grecian.read(find_instance(grecian, "toy")))
    with pytest.raises(WrongAnswer, match="the answer 0 2 1 is wrong: column 1 is odd"):
        next(Solver(grecian, "", *load_backend("backtracking")).answers(instance))


@rows(
    ("one", "other", "marks"),
    [
        ("0 5 9 2 7", "0 5 9 2 7", ""),
        ("0 5 9 2 7", "0 5 8 2 7", "    ^"),
        ("0 5 9 2 7", "0 5 10 2 7", "    ^^"),
        ("0 5 10 2 7", "0 5 1 2 7", "     ^"),
        ("0 5 9", "0 5", "   ^"),
    ],
)
def test_differences_are_marked_below_the_second(one: str, other: str, marks: str) -> None:
    assert side_by_side(one, other) == (one, other, marks)


def test_of_long_lines_what_is_around_the_first_difference_is_shown() -> None:
    one, other, marks = side_by_side("a" * 300 + "x" + "b" * 300, "a" * 300 + "y" + "b" * 300)
    assert (one[marks.index("^")], other[marks.index("^")]) == ("x", "y")
    assert one.startswith("…")
    assert one.endswith("…")
    assert len(one) < 110


def test_an_answer_counted_twice_is_caught_even_alone() -> None:
    inflated = Measurement("answered", found=240, complete=True, answers=frozenset(range(15)))
    assert list(disagreements([("one", inflated)])) == ["one counts 240 answers, but only 15 different"]


def test_every_pair_is_compared() -> None:
    sides = [("a", all_of(1)), ("b", failed("crashed")), ("c", all_of(2)), ("d", all_of(1))]
    assert [reason.splitlines()[0] for reason in disagreements(sides)] == ["a and c disagree", "c and d disagree"]
