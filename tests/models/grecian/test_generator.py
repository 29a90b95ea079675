"""New dials: one answer, every dial in one piece, nothing hidden unless asked, decoys that are there."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import solvers
from models.grecian.generator import GENERATOR, planted, positions
from models.grecian.generator.planting import in_one_piece
from models.grecian.instance import Dials, hidden_numbers, wrong_columns
from solvers import api as pb
from solvers.classic.grecian import ring_by_ring
from tests.models.rooms import instance_of, read
from tests.tables import rows

GRECIAN: Dials = instance_of("grecian", "grecian")

SORTS: list[dict[str, Any]] = [
    {"size": "3x3x6"},
    {"size": "3x3x6", "hidden": True},
    {"size": "3x2x7", "decoys": 2},
    {"size": "4x3x6", "hidden": True, "decoys": 3},
    {"size": "3x2x5", "target": "9,10,11,12,13"},
]


@rows("asked", SORTS)
@rows("seed", [1, 2, 3])
def test_new_dials_are_what_was_asked_for(asked: dict[str, Any], seed: int, tmp_path: Path) -> None:
    (made,) = pb.generate("grecian", seed=seed, **asked)
    dials = made.instance
    assert "x".join(map(str, (len(dials.dials), dials.rings, dials.columns))) == asked["size"]
    assert list(ring_by_ring(dials)) == [made.answer]
    assert solvers.count(dials, backend="backtracking") == 1
    assert all(in_one_piece(wood(dials, dial)) for dial in range(1, len(dials.dials)))
    assert bool(hidden_numbers(dials, made.answer)) == ("hidden" in asked)
    positions = product((0,), *[range(dials.columns)] * (len(dials.dials) - 1))
    wrong = [len(wrong_columns(dials, turns)) for turns in positions]
    assert sum(1 <= columns <= max(1, dials.columns // 6) for columns in wrong) >= asked.get("decoys", 0)
    assert read("grecian", tmp_path, made.text) == dials


def test_the_size_of_the_grecian_with_decoys_and_a_share_of_holes() -> None:
    (made,) = pb.generate("grecian", seed=1, holes="40%", hidden=True, decoys=2, difficulty="medium-hard")
    upper = [wood(made.instance, dial) for dial in range(1, 5)]
    places = sum(sum(map(any, rings)) * 12 for rings in upper)
    assert sum(sum(map(sum, rings)) for rings in upper) == pytest.approx(0.6 * places, abs=2)
    assert wrong_columns(made.instance, made.answer) == []
    assert made.difficulty.startswith(("medium", "hard"))
    assert solvers.is_unique(made.instance, backend="sat")


def test_the_wooden_dials_are_in_one_piece_and_medium() -> None:
    assert all(in_one_piece(wood(GRECIAN, dial)) for dial in range(1, 5))
    assert positions(GRECIAN) == 481
    assert GENERATOR.grade(GRECIAN).startswith("medium")


def test_wood_falls_apart_where_nothing_joins_it() -> None:
    apart = [[True, False, False, False], [False, True, True, True]]
    assert not in_one_piece(apart)
    assert in_one_piece([[True, False, False, False], [True, False, True, False]])  # the hub joins the innermost ring
    assert in_one_piece([[True, False, False, True], [False, False, False, True]])  # round the ring


def test_positions_are_looked_at_until_a_column_is_out_of_reach() -> None:
    # From the top down: dial 1 in three ways, and in each of them one column cannot come to 4, as no number is above 3.
    assert positions(Dials("", (3, 5, 4), (((1, 2, 3),), ((None, 5, None),)))) == 3
    # With 3 for 4: where the 5 is right, dial 0 has to be laid below it.
    assert positions(Dials("", (1, 5, 3), (((1, 2, 3),), ((None, 5, None),)))) == 4


@rows("size", range(1, 7))
def test_the_family_of_every_size_has_an_answer(size: int) -> None:
    assert next(ring_by_ring(planted(size, 1)), None) is not None


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True])
def test_twenty_of_the_size_of_the_grecian(hidden: bool) -> None:
    for made in pb.generate("grecian", count=20, hidden=hidden, decoys=1, seed=5):
        assert list(ring_by_ring(made.instance)) == [made.answer]
        assert all(in_one_piece(wood(made.instance, dial)) for dial in range(1, 5))
        assert bool(hidden_numbers(made.instance, made.answer)) == hidden


def wood(dials: Dials, dial: int) -> list[list[bool]]:
    return [[number is not None for number in ring] for ring in dials.dials[dial]]
