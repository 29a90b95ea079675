"""The puzzles that the network learns from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from solvers.kernel import compiled  # noqa: E402
from solvers.network.puzzles import KernelBoard, board_of, jigsaw  # noqa: E402

pytestmark = pytest.mark.skipif(compiled() is None, reason="no compiled kernel")


@pytest.mark.parametrize("make", [lambda: board_of(6), lambda: board_of(9, "diagonals"), lambda: jigsaw(6, Random(1))])
def test_a_puzzle_made_has_one_answer_and_no_clue_to_spare(make: Any) -> None:
    board: KernelBoard = make()
    examples = [*board.minimal(5, np.random.default_rng(1))]
    for example in examples:
        counts, answers = board.counts(example.clues[None], 2)
        assert counts[0] == 1
        assert (answers[0] == example.grid).all()
        for cell in np.flatnonzero(example.clues):
            fewer = example.clues.copy()
            fewer[cell] = 0
            assert board.counts(fewer[None], 2)[0][0] == 2


def test_puzzles_like_others_have_other_answers_and_one_each() -> None:
    board = board_of(9)
    old = [*board.minimal(20, np.random.default_rng(1))]
    new = [*board.varied(old, np.random.default_rng(2))]
    assert new
    for example in new:
        assert board.counts(example.clues[None], 2)[0][0] == 1
        assert all((example.grid != other.grid).any() for other in old)


def test_the_graph_of_a_puzzle_has_its_answer_as_a_cover() -> None:
    (example,) = board_of(9).minimal(1, np.random.default_rng(3))
    graph, target = example.graph()
    assert not graph.impossible.any()
    assert (np.add.reduceat(target[graph.members], graph.first_member) == 1).all()
    assert target.sum() == (example.clues == 0).sum()
