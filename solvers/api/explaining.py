"""Reasons: the steps to an answer, the next one alone, what is the matter, and which rules cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from models.deductions import Conflict
from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers.api.arguments import checked
from solvers.api.own_model import Askable, subject_of
from solvers.api.search import Given
from solvers.core.backend import NO_GIVENS
from solvers.diagnose import work as diagnosing
from solvers.diagnose.record import Diagnosis
from solvers.explain import conflicts
from solvers.explain import work as explanations
from solvers.explain.explainer import EFFORT
from solvers.explain.record import LOOK, Explanation, Hint
from solvers.explain.techniques import chosen_techniques


@checked
def explain(
    what: Askable,
    formulation: str = "",
    *,
    givens: Given = NO_GIVENS,
    so_far: object = (),
    seconds: float | None = None,
    effort: float = EFFORT,
    smallest: bool = False,
    every: bool = False,
    most: int | None = None,
    only: int | None = None,
    techniques: Sequence[str] = (),
    without: Sequence[str] = (),
    on_progress: Callable[[Explanation[Any, Any]], object] = lambda found: None,
) -> Explanation[Any, Any]:
    """The way to the answer of a model or an instance one deduction at a time, or why there is none.

    >>> model = pb.Model("three friends")
    >>> ann, ben, cleo = friends = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    >>> _ = model.add_all_different(friends, because="each comes in by themselves")
    >>> _ = model.add(ben <= 2, because="Ben is not the last")
    >>> _ = model.add(cleo < ben, because="Cleo comes before Ben")
    >>> for step in pb.explain(model).steps:
    ...     print(step.fact, *step.rules, sep=", ")
    Ben ≠ 3, Ben is not the last
    Ben = 2, Cleo comes before Ben
    Cleo = 1, Cleo comes before Ben
    Ann = 3
    >>> found = pb.explain(pb.puzzle("sudoku").load("norvig_easy50", 2))
    >>> found.status, len(found.steps) > 20
    ('explained', True)
    >>> sorted({step.name for step in pb.explain(found.instance, techniques=["singles"]).steps})
    ['hidden single', 'last cell']

    Args:
        formulation: of an instance, one of its puzzle's; empty for the first.
        givens: of a model, values that are fixed in advance.
        so_far: what is found already, a half-filled grid or facts; the way goes on from there.
        seconds: the time limit; what is found by then is kept.
        effort: millions of propagations to spend on a smaller reason, at each step that needs many rules.
        smallest, every, most: where there is no answer, a conflict that is proved to have the fewest parts, or every
            minimal one, ``most`` at most.
        only: the way ends after so many steps.
        techniques: these alone, by name, family or ``all``, as ``explain PUZZLE --techniques`` lists them; none for
            the usual ones.
        without: leave these techniques out.
        on_progress: is handed what is known so far, whenever there is more of it.
    """
    puzzle, instance = _one_answer_wanted(what, givens, formulation)
    return explanations.explain(
        puzzle, instance, formulation, so_far=so_far, effort=effort, seconds=seconds, smallest=smallest, every=every,
        most=most, only=only, techniques=chosen_techniques(puzzle, techniques, without), on_progress=on_progress
    )  # fmt: skip


@checked
def hint(
    what: Askable,
    strength: str = LOOK,
    *,
    givens: Given = NO_GIVENS,
    so_far: object = (),
    formulation: str = "",
    seconds: float | None = None,
    effort: float = EFFORT,
) -> Hint[Any, Any]:
    """The next step alone, as where to ``look`` for it or what there is to ``see``; or which entry is wrong.

    >>> inkala = pb.puzzle("sudoku").load("inkala")
    >>> pb.hint(inkala, so_far="R2C2 = 5")
    <wrong entries: R2C2 = 5 is wrong: it contradicts the only answer.>

    The other arguments are those of ``explain``.
    """
    puzzle, instance = _one_answer_wanted(what, givens, formulation)
    return explanations.hint(
        puzzle, instance, strength, so_far=so_far, formulation=formulation, effort=effort, seconds=seconds
    )


@checked
def diagnose(
    what: Askable,
    backend: str = "",
    *,
    givens: Given = NO_GIVENS,
    show: int = 30,
    further: int = 0,
    seed: int = 0,
    workers: int = 1,
    seconds: float | None = None,
) -> Diagnosis[Any, Any]:
    """Whether a model or an instance has exactly one answer, and if not, what would put that right.

    >>> pb.diagnose(pb.puzzle("sudoku").load("inkala")).verdict
    'well posed'

    Args:
        backend: who finds the fewest corrections; empty for the quickest installed.
        givens: of a model, values that are fixed in advance.
        show: so many corrections are wanted.
        further: also corrections of up to so many mistakes more than the fewest.
        seed, workers, seconds: as for ``solve``.
    """
    puzzle, instance = _one_answer_wanted(what, givens)
    return diagnosing.diagnose(
        puzzle, instance, backend, show=show, further=further, seed=seed, workers=workers, seconds=seconds
    )


@checked
def conflict(
    what: Askable, *, givens: Given = NO_GIVENS, seconds: float | None = None, formulation: str = ""
) -> Conflict | None:
    """A smallest set of rules and givens of ``what`` that cannot hold together; None where there is an answer.

    When the time limit comes first, it is the smallest found by then: its ``smallest`` is False, and no such set has
    fewer than ``at_least`` parts.

    >>> found = pb.conflict(pb.puzzle("sudoku").typed("11" + 79 * "."))
    >>> for part in found.parts:
    ...     print(part)
    R1C1 = 1 is given
    R1C2 = 1 is given
    row 1 holds each digit once

    Raises:
        PuzzlebenchError: when the time limit comes before any is found.
    """
    puzzle, instance = subject_of(what, givens, formulation)
    return conflicts.smallest(puzzle.parts(instance, puzzle.state(instance, formulation)), seconds)


def _one_answer_wanted(what: Askable, givens: Given, formulation: str = "") -> tuple[Any, Any]:
    if isinstance(what, Model) and what.objective is not None:
        raise PuzzlebenchError(
            f"model {what.name!r} has an objective, and reasons lead to the only answer, not to the best: ask for its "
            "optimum, or state it without one"
        )
    return subject_of(what, givens, formulation)
