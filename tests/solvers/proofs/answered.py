"""Statements with the answers that a search finds to them."""

from __future__ import annotations

from types import MappingProxyType

from models.language.model import Assignment, Givens, Model
from models.registry import find_instance, load_puzzle
from solvers.core.registry import load_backend
from solvers.proofs.statement import PBStatement, state


def answered(
    model: Model, givens: Givens = MappingProxyType({})
) -> tuple[PBStatement, list[list[str]], list[Assignment]]:
    """``model`` as a statement, and each of its answers as literals and as values."""
    statement = state(model, givens)
    found = list(load_backend("backtracking")[0].load(model).solutions(givens))
    return statement, [statement.literals(assignment) for assignment in found], found


def stated(puzzle_name: str, name: str, formulation: str, objective: str | None = None) -> tuple[Model, Givens]:
    """An instance that comes with a puzzle, the first of its file, as a model with what is given."""
    puzzle = load_puzzle(puzzle_name)
    instance = next(iter(puzzle.read(find_instance(puzzle, name))))
    stating = puzzle.state(instance, formulation, objective)
    return stating.model, stating.givens(instance)
