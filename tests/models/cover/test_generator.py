"""New exact covers: boards that fill in one way, options of which one choice meets all."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import solvers
from models.cover.generator import choices, cut, packing
from models.cover.instance import Cover, Option, ways
from solvers import api as pb
from solvers.classic.cover import AlgorithmX, incidence
from tests.models.rooms import read
from tests.tables import rows

SORTS: list[dict[str, Any]] = [{"size": "4x5"}, {"size": "5x5", "fixed": True, "missing": 0}, {"size": "14"}]


@rows("asked", SORTS)
@rows("seed", [1, 2, 3])
def test_new_problems_have_one_answer(asked: dict[str, Any], seed: int, tmp_path: Path) -> None:
    (made,) = pb.generate("cover", seed=seed, **asked)
    cover = made.instance
    (rows,) = AlgorithmX(incidence((option.items for option in cover.options), cover.primary))
    assert tuple(cover.options[row].name for row in rows) == made.answer
    assert solvers.count(cover, backend="backtracking") == 1
    assert read("cover", tmp_path, made.text) == cover


@rows("seed", range(10))
def test_a_board_is_cut_into_connected_pieces_that_fill_it(seed: int) -> None:
    board = [(row, column) for row in range(6) for column in range(5)]
    pieces = cut(board, 5, Random(seed))
    assert sorted(cell for piece in pieces for cell in piece) == board
    assert all(len(piece) >= 4 for piece in pieces)
    assert all(len(cut(piece, len(piece) + 1, Random(0))) == 1 for piece in pieces)


def test_pieces_lie_every_way_on_the_board() -> None:
    board = [(row, column) for row in range(3) for column in range(3)]
    tromino = ((0, 0), (0, 1), (1, 0))
    assert len({*ways(tromino)}) == 4
    assert len(packing("", board, [tromino], fixed=False).options) == 16
    assert len(packing("", board, [tromino], fixed=True).options) == 4
    assert len({*ways(((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)))}) == 8  # the F of the pentominoes


def test_choices_are_counted_where_the_fewest_are_left() -> None:
    options = (Option("x", ("a",)), Option("y", ("a", "b")), Option("z", ("b", "c")), Option("u", ("c",)))
    # c and a both have two takers, and a is the first: x, then z; y, then u.
    assert choices(Cover("", ("a", "b", "c"), (), options)) == 4
