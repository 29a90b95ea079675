"""Dealings to test with, and all their answers."""

from models.registry import find_instance, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver

PUZZLE = load_puzzle("dealing")


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def answers(dealing, formulation="rounds", backend="backtracking", objective=None):
    solver = Solver(PUZZLE, formulation, *load_backend(backend), objective=objective)
    found = solver.answers(dealing, Limits(seconds=60))
    dealt = list(found)
    assert found.outcome.complete
    return dealt


def cards(dealing, *how):
    return sorted(dealt.cards for dealt in answers(dealing, *how))
