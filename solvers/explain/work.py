"""The work of ``explain``: the way from a puzzle to its answer, its next step alone, or which of its parts clash."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

from models.deductions import Conflict, Deduction, Refutation, RefutationStep
from models.errors import InputError
from models.formulation import A, I
from models.kit.names import shown
from models.language.model import Literal
from models.puzzle import Puzzle
from solvers.backends.sat.rules import EncodedRules
from solvers.cli.exits import lost_interrupts_come_again
from solvers.core.backend import Clock, OutOfTime
from solvers.core.record import Proof
from solvers.explain.conflicts import Blame
from solvers.explain.explainer import EFFORT, Explainer
from solvers.explain.record import (
    CUT_SHORT,
    EXPLAINED,
    LOOK,
    NO_ANSWER,
    SEVERAL_ANSWERS,
    STRENGTHS,
    WRONG,
    Explanation,
    Hint,
)
from solvers.explain.request import ExplainRequest
from solvers.explain.so_far import entries, wrong_entries
from solvers.explain.wording import Stated


def explain(
    puzzle: Puzzle[I, A],
    instance: I,
    formulation: str = "",
    *,
    file: Path | None = None,
    so_far: Any = (),
    effort: float = EFFORT,
    seconds: float | None = None,
    smallest: bool = False,
    every: bool = False,
    most: int | None = None,
    only: int | None = None,
    techniques: Collection[str] | None = None,
    on_progress: Callable[[Explanation[I, A]], object] = lambda found: None,
) -> Explanation[I, A]:
    """The way to the answer of ``instance``; where there is none, which of its parts cannot hold together.

    Args:
        formulation: the name of one of the puzzle's formulations; empty for the first.
        file: what ``instance`` was read from, to be named beside it.
        so_far: what a person has found already, see :func:`solvers.explain.so_far.entries`; the way goes on there.
        effort: millions of propagations to spend on a smaller reason, at each step that needs many rules.
        seconds: the time limit; what is found by then is kept, as it is on Ctrl-C.
        smallest: where there is no answer, a conflict that is proved to have the fewest parts, not just a minimal one.
        every: where there is no answer, every minimal conflict.
        most: at most so many of these.
        only: the way ends after so many steps; if that is not its end, its status stays ``stopped``.
        techniques: the names that steps may have, see :func:`solvers.explain.techniques.chosen`; None for the usual.
        on_progress: is handed what is known so far, whenever there is more of it.

    Raises:
        InputError: when there is no such formulation, or ``so_far`` says nothing of this instance.
        KeyboardInterrupt: when that comes before it is known whether there is an answer.
    """
    found = Explanation(puzzle, instance, puzzle.state(instance, formulation), file=file)
    is_nothing = so_far is None or (isinstance(so_far, str | list | tuple | dict) and not so_far)
    if not is_nothing:  # which an array of another library does not say of itself
        found = replace(found, so_far=entries(puzzle, instance, found.stated, so_far))
    on_progress(found)
    try:
        with lost_interrupts_come_again():  # the search for a smallest conflict destroys many solvers
            for more in _findings(found, Clock(seconds), effort, smallest, every, most, only, techniques):
                found = replace(found, **more)
                on_progress(found)
    except OutOfTime:
        return replace(found, stopped_by="time")
    except KeyboardInterrupt:
        if not found.status:
            raise
        return replace(found, stopped_by="interrupt")
    return found


def hint(puzzle: Puzzle[I, A], instance: I, strength: str = LOOK, **how: Any) -> Hint[I, A]:
    """The next step from what is found ``so_far``, or which of that is wrong.

    Args:
        strength: ``look`` for where to look, ``see`` for what there is to see.
        how: ``so_far``, ``formulation``, ``effort`` and ``seconds``, as for :func:`explain`.

    Raises:
        InputError: when there is no such strength or formulation, or ``so_far`` says nothing of this instance.
    """
    if strength not in STRENGTHS:
        raise InputError(f"a hint says {' or '.join(STRENGTHS)}, and not {shown(strength)}")
    return Hint(explain(puzzle, instance, only=1, **how), strength)


def _findings(
    found: Explanation[Any, Any],
    clock: Clock,
    effort: float,
    smallest: bool,
    every: bool,
    most: int | None,
    only: int | None,
    techniques: Collection[str] | None,
) -> Iterator[dict[str, Any]]:
    """What is found out bit by bit, as attributes of an explanation."""
    puzzle, instance, stated = found.puzzle, found.instance, found.stated
    parts = puzzle.parts(instance, stated)
    encoded = EncodedRules(parts.model, clock)
    blame = Blame(parts, clock, encoded)
    if blame.is_possible():
        same = encoded if parts.model is stated.model else None
        givens = stated.givens(instance)
        wrong = wrong_entries(stated, givens, found.so_far, same, clock) if found.so_far else None
        if wrong:
            yield {"status": WRONG, "wrong": wrong}
        else:
            explainer = Explainer(stated, givens, clock, effort, same, found.so_far, techniques)
            yield from _way(explainer, found, only)
        return
    yield {"status": NO_ANSWER, "contradiction": puzzle.contradiction(instance) or ""}
    if every:
        conflicts: tuple[Conflict, ...] = ()
        for conflict in islice(blame.every(), most):
            conflicts += (conflict,)
            yield {"conflicts": conflicts}
        return
    best: tuple[Conflict, ...] = ()
    stopped: OutOfTime | KeyboardInterrupt | None = None
    try:
        for better in blame.narrowed() if smallest else (blame.one(),):
            best = (better,)
    except (OutOfTime, KeyboardInterrupt) as error:
        stopped = error
    if best:
        yield {"conflicts": best}
    if stopped is not None:
        raise stopped


def _way(explainer: Explainer, found: Explanation[Any, Any], only: int | None) -> Iterator[dict[str, Any]]:
    start = {"variables": tuple(explainer.variables), "from_the_start": tuple(explainer.from_the_start)}
    yield {"status": CUT_SHORT, **start}
    steps: tuple[Deduction, ...] = ()
    noted: tuple[tuple[Literal, ...], ...] = ()
    facts = [*explainer.from_the_start]
    for step in explainer.steps():
        facts += explainer.noted[-1]
        steps, noted = (*steps, with_derivations(step, found.stated, facts)), (*noted, tuple(explainer.noted[-1]))
        facts += step.new
        yield {"steps": steps, "noted": noted}
        if len(steps) == only:
            return
    yield {
        "status": SEVERAL_ANSWERS if explainer.unsettled else EXPLAINED,
        "noted": (*noted, tuple(explainer.noted[-1])),
        "unsettled": tuple(explainer.unsettled),
        "answer": None if explainer.unsettled else found.stated.decode(found.instance, explainer.answer()),
    }


def with_derivations(step: Deduction, stated: Stated, before: Sequence[Literal] = ()) -> Deduction:
    """``step`` with the derivations of its one rule, or of each step of its refutation, where the puzzle has them.

    ``before`` are the facts of the steps before it.
    """
    if step.refutation is not None:
        return replace(step, refutation=_with_derivations(step.refutation, step.facts, stated))
    if len(step.rules) == 1:
        shown = stated.derivations(step.rules[0].key, step.facts, (step.fact,), before)
        return replace(step, derivations=tuple(shown))
    return step


def _with_derivations(refutation: Refutation, known: Sequence[Literal], stated: Stated) -> Refutation:
    known = [*known, refutation.supposed]
    steps: list[RefutationStep] = []
    for step in refutation.steps:
        steps.append(replace(step, derivations=tuple(stated.derivations(step.rule.key, known, step.facts))))
        known += step.facts
    cases = tuple(_with_derivations(case, known, stated) for case in refutation.cases)
    return replace(refutation, steps=tuple(steps), cases=cases)


def write_proofs(found: Explanation[Any, Any], request: ExplainRequest) -> Iterator[str]:
    """Write the proof of how many answers there are, or of each conflict that was shown; a sentence about each."""
    from solvers.core.registry import backend_for  # most explanations are not proved
    from solvers.core.solver import Solver  # as above
    from solvers.proofs.certificate import numbered, remove  # as above
    from solvers.proofs.certifying import certify_conflict, origin_in, proved  # as above

    assert request.proof is not None
    removed = remove(request.proof)
    if found.stopped_by:
        yield Proof(unfinished=True, removed=removed).sentence
    elif found.conflicts:
        formulation = request.formulation or next(iter(found.puzzle.formulations))
        origin = origin_in(request, found.puzzle, found.instance, formulation)
        clock = Clock(request.time_limit)
        numbers = count(2)
        while remove(numbered(request.proof, next(numbers))):  # those of an earlier run
            pass
        for number, conflict in enumerate(found.conflicts, 1):
            name = request.proof if number == 1 else numbered(request.proof, number)
            try:
                certificate = certify_conflict(found.puzzle, found.instance, origin, conflict, clock)
            except (OutOfTime, KeyboardInterrupt):
                yield Proof(unfinished=True).sentence
                return
            certificate.write(name)
            yield Proof(steps=certificate.steps, files=certificate.paths(name)).sentence
    else:
        solver = Solver(found.puzzle, request.formulation, *backend_for(), keeps_found=True)
        result, whole = proved(solver.solve(found.instance), request)
        assert result.proof is not None
        if whole is not None:
            whole.write(request.proof)
        yield result.proof.sentence
