"""What follows from a model or a puzzle: what all answers share."""

from __future__ import annotations

from models.language.model import Model
from solvers.api.answer import NotKnown
from solvers.api.arguments import checked
from solvers.api.own_model import Askable, subject_of
from solvers.api.search import Given
from solvers.core.backbone import Backbone
from solvers.core.backend import NO_GIVENS
from solvers.core.limits import Clock, OutOfTime, Settings
from solvers.core.registry import backend_for, load


@checked
def common(
    what: Askable,
    *,
    givens: Given = NO_GIVENS,
    backend: str = "",
    seconds: float | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
) -> Backbone:
    """What all answers to a model or an instance share, its backbone: of each variable the values that answers give it.

    >>> model = pb.Model("shifts")
    >>> ann, ben, cleo = days = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    >>> _ = model.add_all_different(days)
    >>> _ = model.add(ann != 1)
    >>> _ = model.add(ben == 1)
    >>> for one in pb.common(model).found:
    ...     print(one)
    Ann ∈ {2, 3}
    Ben = 1
    Cleo ∈ {2, 3}
    >>> pb.common(model).shared
    {Ben: 1}

    It is an iterator that tells of each variable as soon as it is settled; ``shared``, ``found``, ``status`` and
    ``complete`` go through all of it first. A model is asked for the variables of its projection.

    Raises:
        NotKnown: when the time limit comes before the model is loaded; else ``complete`` is False where it came first.
    """
    puzzle, instance = subject_of(what, givens, formulation)
    stated = puzzle.state(instance, formulation)
    taker, variant = backend_for(backend, seconds is not None, "shared")
    clock = Clock(seconds)
    try:
        search = load(taker, stated.model, Settings(seed, workers, variant, clock=clock))
    except OutOfTime:
        raise NotKnown("the time limit came before the model was loaded") from None
    landmarks = () if isinstance(what, Model) else stated.landmarks
    return Backbone(search, [*stated.model.projection, *landmarks], stated.givens(instance), clock)
