"""New sets of cubes: one tower, and as many paths left by counting colours as are told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import solvers
from models.cubes import PUZZLE
from models.cubes.generator import GENERATOR, new_set, paths
from solvers import api as pb
from solvers.classic import cubes as classic
from tests.models.rooms import instance_of, read
from tests.tables import rows


@rows("size", [2, 3, 4, 6])
@rows("seed", [1, 2])
def test_new_cubes_have_one_tower(size: int, seed: int, tmp_path: Path) -> None:
    (made,) = pb.generate("cubes", size=size, seed=seed)
    cubes = made.instance
    assert len(cubes.cubes) == len(cubes.colours) == size
    assert len(list(classic.pictures(cubes.cubes))) == 1
    for formulation in PUZZLE.formulations:
        assert solvers.count(cubes, formulation=formulation, backend="kernel") == 1
    assert read("cubes", tmp_path, made.text, "made.txt") == cubes


@rows("seed", range(8))
def test_paths_are_counted_as_they_are_gone_through(seed: int) -> None:
    cubes = new_set(5 + seed % 3, "", Random(seed)).cubes
    if len({colour for cube in cubes for colour in cube}) == len(cubes):
        assert paths(cubes) == sum(1 for _ in classic.paths(cubes))


def test_instant_insanity_is_medium_and_hard_cubes_have_many_paths_that_fail() -> None:
    grade = GENERATOR.grade(instance_of("cubes", "parker-jaap"))
    assert grade == "medium: counting colours leaves 5 of 81 paths to be tried"
    (made,) = pb.generate("cubes", size=8, difficulty="hard", seed=3)
    assert len(list(classic.pictures(made.instance.cubes))) == 1
    assert sum(1 for _ in classic.paths(made.instance.cubes)) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 12, 20])
def test_large_sets_have_one_tower_by_two_backends(size: int) -> None:
    for made in pb.generate("cubes", size=size, count=5, seed=2):
        assert solvers.is_unique(made.instance, backend="cpsat")
