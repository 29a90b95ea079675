"""The fewest extra givens that leave an ambiguous instance with one answer.

For one answer, a set of its facts is enough when every other answer breaks one of them: it hits, for
each other answer, the set of facts in which the two differ. A smallest hitting set of the answers known
so far either leaves one answer, and then no smaller set of facts does, or shows another answer to be
hit (implicit hitting sets: Karp, Ilyin and Moreno-Centeno; Chandrasekaran et al., SODA 2011). A first
set is found greedily, so that there is something to say when time is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.language.model import Assignment, Givens, IntVar, LinearExpr, Model
from solvers.backend import Clock, Limits, Search
from solvers.diagnosing.optimum import Optimiser, pass_interrupt_on

FEW = 60
"""Where there are at most so many answers, each of them is considered as the one that is meant."""

Facts = dict[IntVar, int]
"""Decisions and the values they are to have."""


@dataclass(frozen=True)
class Hints:
    """Extra givens that leave one answer.

    Attributes:
        facts: what is given in addition.
        answer: the answer that is left.
        proved: ``any`` when no smaller set does for any answer, ``this`` when none does for this answer,
            empty when a smaller set may exist.
    """

    facts: Facts
    answer: Assignment
    proved: str


def fewest_hints(search: Search, givens: Givens, optimiser: Optimiser, clock: Clock, first: Assignment) -> Hints | None:
    """The smallest set of extra givens found; None when not even a large one was found in time.

    Args:
        search: the loaded structure of the instance.
        givens: the instance's own givens.
        optimiser: solves the hitting sets.
        clock: when to stop.
        first: an answer, the one that is meant unless there are few.
    """
    solutions = search.solutions(givens, Limits(seconds=clock.remaining(), solutions=FEW + 1))
    answers = list(solutions)
    pass_interrupt_on(solutions.outcome)
    if solutions.outcome.complete:
        return _among(answers, search.model.projection, optimiser, clock)
    return _for_one(search, givens, first, optimiser, clock)


def _among(
    answers: Sequence[Assignment], decisions: Sequence[IntVar], optimiser: Optimiser, clock: Clock
) -> Hints | None:
    """The fewest for any of a complete list of answers."""
    best: Hints | None = None
    proved = "any"
    for answer in answers:
        differing = [_differing(answer, other, decisions) for other in answers if other is not answer]
        hit = _smallest_hitting_set(differing, answer, optimiser, clock)
        if hit is None:
            proved = ""
        elif best is None or len(hit) < len(best.facts):
            best = Hints({var: answer[var] for var in hit}, answer, "")
            if len(hit) <= 1:
                break
    return None if best is None else Hints(best.facts, best.answer, proved or ("any" if len(best.facts) <= 1 else ""))


def _for_one(search: Search, givens: Givens, answer: Assignment, optimiser: Optimiser, clock: Clock) -> Hints | None:
    """The fewest for one of many answers."""
    decisions = search.model.projection
    known: list[list[IntVar]] = []
    enough = _greedy(search, givens, answer, known, clock)
    if enough is None:
        return None
    while True:
        hit = _smallest_hitting_set(known, answer, optimiser, clock)
        if hit is None:
            return Hints(enough, answer, "")
        if len(hit) >= len(enough):
            return Hints(enough, answer, "this")
        facts = {var: answer[var] for var in hit}
        unhit, settled = _another(search, {**givens, **facts}, answer, clock)
        if not settled:
            return Hints(enough, answer, "")
        if unhit is None:
            return Hints(facts, answer, "this")
        known.append(_differing(answer, unhit, decisions))


def _greedy(
    search: Search, givens: Givens, answer: Assignment, known: list[list[IntVar]], clock: Clock
) -> Facts | None:
    """Facts that leave ``answer`` alone and of which none can be spared; adds the differences met to ``known``."""
    facts: Facts = {}
    while True:
        other, settled = _another(search, {**givens, **facts}, answer, clock)
        if not settled:
            return None
        if other is None:
            break
        known.append(_differing(answer, other, search.model.projection))
        facts[known[-1][0]] = answer[known[-1][0]]
    for var in list(facts):
        fewer = {kept: value for kept, value in facts.items() if kept is not var}
        other, settled = _another(search, {**givens, **fewer}, answer, clock)
        if settled and other is None:
            facts = fewer
        elif other is not None:
            known.append(_differing(answer, other, search.model.projection))
    return facts


def _another(search: Search, givens: Givens, answer: Assignment, clock: Clock) -> tuple[Assignment | None, bool]:
    """An answer under ``givens`` other than ``answer``, and whether that is settled."""
    if clock.expired():
        return None, False
    decisions = search.model.projection
    solutions = search.solutions(givens, Limits(seconds=clock.remaining(), solutions=2))
    other = next((found for found in solutions if any(found[var] != answer[var] for var in decisions)), None)
    pass_interrupt_on(solutions.outcome)
    return other, other is not None or solutions.outcome.complete


def _differing(answer: Assignment, other: Assignment, decisions: Sequence[IntVar]) -> list[IntVar]:
    """The facts of ``answer`` that ``other`` breaks, those that say what is not so last."""
    differing = [var for var in decisions if answer[var] != other[var]]
    return sorted(differing, key=lambda var: _says_not(var, answer))


def _says_not(var: IntVar, answer: Assignment) -> bool:
    """Whether ``answer`` says of a Boolean that it is not so: a given that tells people less."""
    return var.is_boolean and answer[var] == 0


def _smallest_hitting_set(
    sets: Sequence[Sequence[IntVar]], answer: Assignment, optimiser: Optimiser, clock: Clock
) -> list[IntVar] | None:
    """The fewest variables that meet every set, few of them saying what is not so; None when time was up."""
    model = Model("smallest hitting set")
    chosen: dict[IntVar, IntVar] = {}
    for members in sets:
        for var in members:
            if var not in chosen:
                chosen[var] = model.new_bool_var(var.name)
        model.add_bool_or([chosen[var] for var in members])
    # One variable more outweighs whatever the chosen ones say.
    weight = len(chosen) + 1
    model.minimize(LinearExpr({choice: weight + _says_not(var, answer) for var, choice in chosen.items()}, 0))
    best, proved = optimiser.best(model, clock)
    if best is None or not proved:
        return None
    return [var for var, choice in chosen.items() if best[choice]]
