"""What follows from a model or a puzzle: what all answers share, why a value cannot be, and what would have to go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.language.model import IntVar, Literal, Model, as_literal
from solvers.api.answer import NotKnown
from solvers.api.arguments import checked
from solvers.api.own_model import Askable, subject_of
from solvers.api.search import Given
from solvers.core.backbone import Backbone
from solvers.core.backend import NO_GIVENS
from solvers.core.limits import Clock, OutOfTime, Settings
from solvers.core.registry import backend_for, load
from solvers.diagnose import work as diagnosing
from solvers.diagnose.repair import Repair
from solvers.explain import why_not as reasons
from solvers.explain.why_not import WhyNot


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


@checked
def why_not(
    what: Askable,
    supposed: Literal | IntVar | str | Sequence[Literal | IntVar],
    *,
    givens: Given = NO_GIVENS,
    seconds: float | None = None,
    formulation: str = "",
) -> WhyNot[Any, Any]:
    """A smallest set of rules and givens by which ``supposed`` is ruled out, or an answer that has it.

    >>> model = pb.Model("three friends")
    >>> ann, ben, cleo = friends = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    >>> _ = model.add_all_different(friends, because="each comes in by themselves")
    >>> _ = model.add(ben <= 2, because="Ben is not the last")
    >>> _ = model.add(cleo < ben, because="Cleo comes before Ben")
    >>> for part in pb.why_not(model, cleo == 2).reason.parts:
    ...     print(part)
    Ben is not the last
    Cleo comes before Ben
    >>> pb.why_not(pb.puzzle("sudoku").load("inkala"), "R1C2 = 1").status
    'possible'

    Args:
        supposed: a literal or several, or facts in the words of explanations, as for an instance of a puzzle.
        seconds: the time limit; ``reason`` is the smallest that was found by then.
    """
    puzzle, instance = subject_of(what, givens, formulation)
    several = supposed if isinstance(supposed, str | list | tuple) else [supposed]
    facts = several if isinstance(several, str) else list(map(as_literal, several))
    return reasons.why_not(puzzle, instance, facts, formulation, seconds=seconds)


@checked
def repair(
    what: Askable,
    *,
    givens: Given = NO_GIVENS,
    backend: str = "",
    show: int = 30,
    seed: int = 0,
    workers: int = 1,
    seconds: float | None = None,
) -> Repair[Any, Any] | None:
    """The least to give up, or to change, of a model or an instance without an answer; None where there is an answer.

    Of a model it is a minimum correction set: the fewest rules and givens without which the others can hold together.
    Of an instance it is what its puzzle knows of mistakes, as in ``diagnose``.

    >>> model = pb.Model("three friends")
    >>> ann, ben, cleo = friends = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    >>> _ = model.add(ann < ben, because="Ann comes before Ben")
    >>> _ = model.add(ben < cleo, because="Ben comes before Cleo")
    >>> _ = model.add(cleo < ann, because="Cleo comes before Ann")
    >>> _ = model.add(cleo == 1, because="Cleo is the first")
    >>> found = pb.repair(model)
    >>> found.fewest, found.proved
    (1, True)
    >>> for correction in found.corrections:
    ...     print(*correction.mistakes)
    the rule: Ben comes before Cleo; instead: given up

    Args:
        backend: who finds the fewest; empty for the quickest installed.
        show: so many ways are wanted.

    Raises:
        NotKnown: when the time limit comes before it is known whether there is an answer.
    """
    puzzle, instance = subject_of(what, givens)
    found = diagnosing.diagnose(
        puzzle, instance, backend, show=show, seed=seed, workers=workers, seconds=seconds, only_repairs=True
    )
    if found.stopped_by == "interrupt":
        raise KeyboardInterrupt
    if not found.answers and found.repair is None:
        raise NotKnown("the time limit came before it was known what would have to go")
    return found.repair
