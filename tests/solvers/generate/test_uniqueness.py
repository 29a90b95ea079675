"""Oracles: they count as any search does, and two that differ are never silent."""

from __future__ import annotations

import pytest

from models.errors import InputError
from models.sudoku.instance import Grid, Sudoku
from solvers.api.instance_set import InstanceSet
from solvers.core.backend import ENDLESS, Clock, OutOfTime, WrongAnswer
from solvers.core.registry import load_puzzle
from solvers.generate.uniqueness import BackendOracle, confirm, judges
from tests.tables import rows

PUZZLE = load_puzzle("sudoku")
SUDOKU = InstanceSet(PUZZLE)
TWO = Sudoku((0,) * 14 + (1, 0), (2, 2))
ONE = SUDOKU.load("order_4")
NONE = Sudoku((1, 1) + (0,) * 14, (2, 2))


@rows("backend", ["kernel", "sat", "dlx", "cpsat"])
def test_answers_are_counted_up_to_two(backend: str) -> None:
    oracle: BackendOracle[Sudoku, Grid] = BackendOracle(PUZZLE, backend, ENDLESS)
    assert oracle.counts([TWO, ONE, NONE]) == [2, 1, 0]
    assert oracle.counts([SUDOKU.load("inkala"), ONE]) == [1, 1]  # of two shapes
    assert oracle.counts([]) == []
    assert [oracle.only(each) is not None for each in (TWO, ONE, NONE)] == [False, True, False]


def test_an_answer_that_another_backend_does_not_find_is_a_disagreement() -> None:
    second: BackendOracle[Sudoku, Grid] = BackendOracle(PUZZLE, "sat", ENDLESS)
    answer = second.only(ONE)
    assert answer is not None
    confirm(second, ONE, answer, "kernel")
    with pytest.raises(WrongAnswer, match="sat finds another answer"):
        confirm(second, ONE, Grid(answer.cells[::-1]), "kernel")
    with pytest.raises(WrongAnswer, match="sat finds not exactly one answer"):
        confirm(second, TWO, answer, "kernel")


def test_time_that_is_up_is_no_answer() -> None:
    for backend in ("kernel", "sat"):
        with pytest.raises(OutOfTime):
            BackendOracle(PUZZLE, backend, Clock(0)).only(SUDOKU.load("inkala"))


def test_there_must_be_two_to_confirm_each_other() -> None:
    with pytest.raises(InputError, match="two of kernel are needed"):
        judges(PUZZLE, ("kernel",), ENDLESS)
