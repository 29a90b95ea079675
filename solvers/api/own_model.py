"""What the front door is asked of, as a puzzle and an instance of it: a model of one's own is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.errors import PuzzlebenchError
from models.formulation import NamedInstance
from models.language.model import Literal, Model
from models.own_model import ModelInstance, OwnModel
from models.puzzle import Puzzle
from solvers.api.answer import puzzle_of
from solvers.api.arguments import ONE_FORMULATION
from solvers.api.search import Given, named
from solvers.core.backend import NO_GIVENS
from solvers.core.limits import check_givens

Askable = Model | NamedInstance
"""What the front door takes: a model, or an instance of a puzzle."""


class _AskedModel(OwnModel):
    def half_filled(self, instance: ModelInstance, so_far: object) -> ModelInstance | None:
        """``so_far`` as values by their variables or names, or as a literal such as ``x == 3``."""
        if isinstance(so_far, Literal) and len(so_far.values) == 1:
            so_far = {so_far.var: next(iter(so_far.values))}
        return subject_of(instance.model, so_far)[1] if isinstance(so_far, Mapping) else None


OWN_MODEL = _AskedModel()


def subject_of(what: Askable, givens: Given = NO_GIVENS, formulation: str = "") -> tuple[Puzzle[Any, Any], Any]:
    """A model or an instance as a puzzle and an instance of it, for verbs that are written for puzzles.

    Raises:
        PuzzlebenchError: when ``what`` is neither, or a model is to have another formulation or an instance givens.
    """
    if not isinstance(what, Model):
        if givens:
            raise PuzzlebenchError("givens are values of a model's variables; an instance of a puzzle has its own")
        return puzzle_of(what), what
    if formulation:
        raise PuzzlebenchError(ONE_FORMULATION)
    known = named(what, givens)
    check_givens(what, known)
    return OWN_MODEL, ModelInstance(what, known)
