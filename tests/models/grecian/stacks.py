"""Stacks of dials to test with: the published ones with their answers, and odd ones."""

from itertools import product

from models.grecian.instance import Dials
from models.registry import load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from tests.models.rooms import instance_of

PUZZLE = load_puzzle("grecian")

ONLY_ANSWERS = {
    "grecian": (0, 5, 9, 2, 7),
    "grecian-other-start": (0, 4, 4, 11, 0),
    "safecracker-40": (0, 4, 12, 7),
    "safecracker-50": (0, 6, 13, 0, 14),
    "toy": (0, 2, 1),
}

HOLE_TO_THE_TABLE = Dials("hole to the table", (3, 4), (((3, None),), ((None, 4),)))
ONE_DIAL = Dials("one dial", (1, 2), (((1, 2),),))
OWN_TARGETS = Dials("a target for each column", (5, 7, 5), (((1, 2, 3), (4, 4, 4)), ((None, 3, None), (None, None, 2))))

ODD_ONES = [
    HOLE_TO_THE_TABLE,
    Dials("a full top dial hides all", (5, 6), (((1, 2), (3, 4)), ((None, 1), (9, 9)), ((4, 5), (1, 1)))),
    ONE_DIAL,
    Dials("one dial, wrong", (1, 1), (((1, 2),),)),
    Dials("one column", (7,), (((3,), (9,)), ((None,), (4,)))),
    Dials("a dial with nothing on it", (1, 2), (((1, 2),), ((None, None),))),
    Dials("all numbers equal", (4, 4), (((2, 2), (2, 2)), ((None, 2), (2, 2)))),
    Dials("negative numbers", (-1, 2), (((1, 2), (0, 0)), ((-2, None), (None, None)), ((None, None), (1, 0)))),
    OWN_TARGETS,
]


def instance(name):
    return instance_of("grecian", name)


def answers(dials, formulation="element", backend="backtracking", objective=None):
    stated = PUZZLE.formulations[formulation](dials, objective)
    solver, _ = load_backend(backend)
    return [stated.decode(dials, found) for found in solver.load(stated.model).solutions(limits=Limits(seconds=60))]


def every_right_position(dials, base_free=False):
    """Brute force over the checker: it knows no model and no search."""
    steps = range(dials.columns)
    positions = product(steps if base_free else [0], *[steps] * (len(dials.dials) - 1))
    return [turns for turns in positions if PUZZLE.check(dials, turns) is None]
