"""Stacks of dials to test with: the published ones with their answers, and odd ones."""

from itertools import product

from models.grecian.instance import Dials
from models.registry import find_instance, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend

PUZZLE = load_puzzle("grecian")

ONLY_ANSWERS = {
    "grecian": (0, 5, 9, 2, 7),
    "grecian-other-start": (0, 4, 4, 11, 0),
    "safecracker-40": (0, 4, 12, 7),
    "safecracker-50": (0, 6, 13, 0, 14),
    "toy": (0, 2, 1),
}

HOLE_TO_THE_TABLE = Dials("hole to the table", (3, 4), (((3, None),), ((None, 4),)))
FULL_TOP = Dials("a full top dial hides all", (5, 6), (((1, 2), (3, 4)), ((None, 1), (9, 9)), ((4, 5), (1, 1))))
ONE_DIAL = Dials("one dial", (1, 2), (((1, 2),),))
ONE_DIAL_WRONG = Dials("one dial, wrong", (1, 1), (((1, 2),),))
ONE_COLUMN = Dials("one column", (7,), (((3,), (9,)), ((None,), (4,))))
BLANK_DIAL = Dials("a dial with nothing on it", (1, 2), (((1, 2),), ((None, None),)))
EQUAL_NUMBERS = Dials("all numbers equal", (4, 4), (((2, 2), (2, 2)), ((None, 2), (2, 2))))
NEGATIVE = Dials("negative numbers", (-1, 2), (((1, 2), (0, 0)), ((-2, None), (None, None)), ((None, None), (1, 0))))
OWN_TARGETS = Dials("a target for each column", (5, 7, 5), (((1, 2, 3), (4, 4, 4)), ((None, 3, None), (None, None, 2))))

ODD_ONES = [
    HOLE_TO_THE_TABLE,
    FULL_TOP,
    ONE_DIAL,
    ONE_DIAL_WRONG,
    ONE_COLUMN,
    BLANK_DIAL,
    EQUAL_NUMBERS,
    NEGATIVE,
    OWN_TARGETS,
]


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def answers(dials, formulation="element", backend="backtracking", objective=None):
    stated = PUZZLE.formulations[formulation](dials, objective)
    solver, _ = load_backend(backend)
    return [stated.decode(dials, found) for found in solver.load(stated.model).solutions(limits=Limits(seconds=60))]


def every_right_position(dials, base_free=False):
    """Brute force over the checker: it knows no model and no search."""
    steps = range(dials.columns)
    bases = steps if base_free else [0]
    positions = product(bases, *[steps] * (len(dials.dials) - 1))
    return [turns for turns in positions if PUZZLE.check(dials, turns) is None]
