"""The puzzles that the network learns from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from solvers.kernel import compiled  # noqa: E402
from solvers.network.planted import CoverExample, cover_example, cubes_example  # noqa: E402
from solvers.network.puzzles import KernelBoard, board_of, held_out, jigsaw  # noqa: E402
from solvers.network.supply import SHARES, Supply  # noqa: E402
from solvers.network.symmetry import fingerprints  # noqa: E402
from tests.tables import rows  # noqa: E402

TOP1465_FIRST = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"

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


@pytest.mark.parametrize("make", [cover_example, cubes_example])
def test_of_a_cover_some_options_are_given_and_the_others_are_in_the_graph(make: Any) -> None:
    random = Random(4)
    for _ in range(10):
        example: CoverExample = make(random)
        graph, target = example.graph()
        assert not graph.impossible.any()
        assert example.answer[example.given].all()
        assert target.sum() == example.answer.sum() - example.given.sum()
        taken = np.add.reduceat(target[graph.members], graph.first_member)
        assert (taken[graph.spare == 0] == 1).all()
        assert (taken <= 1).all()


def test_the_grids_of_files_that_are_measured_are_held_out() -> None:
    clues = np.array([[int(sign) for sign in TOP1465_FIRST.replace(".", "0")]], dtype=np.uint8)
    _, answers = board_of(9).counts(clues, 1)
    assert {*fingerprints(answers)} <= held_out()


def test_a_puzzle_whose_grid_is_held_out_is_not_supplied_in_any_guise() -> None:
    random = np.random.default_rng(6)
    made = [*board_of(9).minimal(10, random)]
    supply = Supply(1)
    assert supply._unseen(made) == made
    supply._held_out = frozenset(fingerprints(np.array([_disguised(made[3].grid, random)])))
    assert supply._unseen(made) == [*made[:3], *made[4:]]


@rows("kind", [kind for kind in SHARES if kind != "hard"])
def test_every_kind_is_supplied(kind: str) -> None:
    for example in Supply(2)._made(kind)[:3]:
        graph, target = example.graph()
        assert not graph.impossible.any()
        assert len(target) == len(graph.cover)


def test_a_grid_in_another_guise_has_the_same_fingerprint() -> None:
    random = np.random.default_rng(5)
    grids = board_of(9).grids(200, random)
    assert len(set(fingerprints(grids))) == len(grids)
    assert fingerprints(np.array([_disguised(grid, random) for grid in grids])) == fingerprints(grids)


def _disguised(grid: Any, random: Any) -> Any:
    def moved() -> Any:
        return np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)])

    square = grid.reshape(9, 9)[moved()][:, moved()]
    return (random.permutation(9) + 1)[(square.T if random.random() < 0.5 else square) - 1].ravel()
