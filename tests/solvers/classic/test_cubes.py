"""The published program for the coloured cubes, against the figures on record and against the models."""

import tomllib
from itertools import islice

import pytest

from models.registry import family, find_instance, instance_files, load_puzzle
from solvers.classic.cubes import Paths, eight_ways, paths, pictures
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from tests.tables import rows

PUZZLE = load_puzzle("cubes")
FIGURES = tomllib.loads((PUZZLE.instances_folder / "_figures.toml").read_text())


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


SMALL = [name for name in instance_files(PUZZLE) if len(instance(name).cubes) <= 10]


def picture(answer):
    return frozenset(zip(*(eight_ways(placement.colours) for placement in answer), strict=True))


@rows("name", SMALL)
def test_figures_on_record_and_the_answers_of_the_model(name):
    seen = Paths()
    found = set(pictures(instance(name).cubes, seen))
    if name == "parker-jaap":  # of 81 paths
        assert (seen.after, seen.complete) == ([1, 3, 9, 18, 5], 5)
    assert (len(found), seen.stackings) == (FIGURES[name]["answers"], FIGURES[name]["stackings"])
    assert found == {
        picture(answer) for answer in Solver(PUZZLE, "", *load_backend("backtracking")).answers(instance(name))
    }


@pytest.mark.slow
def test_fifteen_cubes():
    seen = Paths()
    assert len(list(pictures(instance("augusto-15").cubes, seen))) == 2
    assert (seen.complete, seen.stackings) == (2, 16)


def test_a_search_without_end_can_be_left():
    seen = Paths()
    list(islice(paths(family("cubes")(16, 1).cubes, seen), 1))
    assert seen.complete == 1
    assert seen.after[1] < 3
