"""The fewest extra givens that leave an ambiguous instance with one answer.

For one answer, a set of its facts is enough when every other answer breaks one of them: it hits, for
each other answer, the set of facts in which the two differ. A smallest hitting set of the answers known
so far either leaves one answer, and then no smaller set of facts does, or shows another answer to be
hit (implicit hitting sets: Karp, Ilyin and Moreno-Centeno; Chandrasekaran et al., SODA 2011). A first
set is found greedily, so that there is something to say when time is short.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.language.model import Assignment, Givens, IntVar, LinearExpr, Model
from solvers.core.backend import Clock, Limits, Search
from solvers.diagnose.optimum import Optimiser, pass_interrupt_on

MAX_MEANT = 60
"""Where there are at most so many answers, each of them is considered as the one that is meant."""

Facts = dict[IntVar, int]
"""Variables and the values they are to have."""


@dataclass(frozen=True)
class Hints:
    """Extra givens (``facts``) that leave one ``answer``.

    ``proved`` is ``any`` when no smaller set does for any answer, ``this`` when none does for this answer, and empty
    when a smaller set may exist.
    """

    facts: Facts
    answer: Assignment
    proved: str


def fewest_hints(search: Search, givens: Givens, optimiser: Optimiser, clock: Clock, first: Assignment) -> Hints | None:
    """The smallest set of extra givens found; None when not even a large one was found in time.

    The ``optimiser`` solves the hitting sets. ``first`` is an answer, the one that is meant unless there are few.
    """
    solutions = search.solutions(givens, Limits(seconds=clock.remaining(), solutions=MAX_MEANT + 1))
    answers = list(solutions)
    pass_interrupt_on(solutions.outcome)
    if not solutions.outcome.complete:
        return _One(search, givens, first, optimiser, clock).fewest()
    best: Hints | None = None
    proved = "any"
    for answer in answers:
        one = _One(search, givens, answer, optimiser, clock)
        one.differences = [one.differing(other) for other in answers if other is not answer]
        hit = one.smallest_hitting_set()
        if hit is None:
            proved = ""
        elif best is None or len(hit) < len(best.facts):
            best = Hints(hit, answer, "")
            if len(hit) <= 1:
                break
    return best and replace(best, proved="any" if len(best.facts) <= 1 else proved)


class _One:
    """One answer, and the others met so far, each as the variables in which it differs."""

    def __init__(self, search: Search, givens: Givens, answer: Assignment, optimiser: Optimiser, clock: Clock) -> None:
        self._search = search
        self._givens = givens
        self._answer = answer
        self._optimiser = optimiser
        self._clock = clock
        self.differences: list[list[IntVar]] = []

    def fewest(self) -> Hints | None:
        enough = self._greedy()
        while enough is not None:
            hit = self.smallest_hitting_set()
            if hit is None:
                return Hints(enough, self._answer, "")
            if len(hit) >= len(enough):
                return Hints(enough, self._answer, "this")
            left_alone = self._leave_alone(hit)
            if left_alone is not False:
                return Hints(hit if left_alone else enough, self._answer, "this" if left_alone else "")
        return None

    def differing(self, other: Assignment) -> list[IntVar]:
        """The variables of this answer's facts that ``other`` breaks, those that say what is not so last."""
        projection = self._search.model.projection
        return sorted((var for var in projection if self._answer[var] != other[var]), key=self._says_not)

    def smallest_hitting_set(self) -> Facts | None:
        """The fewest facts that every other answer met breaks, few of them saying what is not so; None out of time."""
        model = Model("smallest hitting set")
        chosen: dict[IntVar, IntVar] = {}
        for members in self.differences:
            for var in members:
                if var not in chosen:
                    chosen[var] = model.new_bool_var(var.name)
            model.add_bool_or([chosen[var] for var in members])
        # One variable more outweighs whatever the chosen ones say.
        weight = len(chosen) + 1
        model.minimize(LinearExpr({choice: weight + self._says_not(var) for var, choice in chosen.items()}, 0))
        best, proved = self._optimiser.best(model, self._clock)
        if best is None or not proved:
            return None
        return {var: self._answer[var] for var, choice in chosen.items() if best[choice]}

    def _greedy(self) -> Facts | None:
        """Facts that leave the answer alone and of which none can be spared; None when time was up."""
        facts: Facts = {}
        while not (left_alone := self._leave_alone(facts)):
            if left_alone is None:
                return None
            var = self.differences[-1][0]
            facts[var] = self._answer[var]
        for var in list(facts):
            fewer = {kept: value for kept, value in facts.items() if kept is not var}
            if self._leave_alone(fewer):
                facts = fewer
        return facts

    def _leave_alone(self, facts: Facts) -> bool | None:
        """Whether ``facts`` leave no other answer; if they do, it is one more that is met. None when time was up."""
        if self._clock.expired():
            return None
        solutions = self._search.solutions(
            {**self._givens, **facts}, Limits(seconds=self._clock.remaining(), solutions=2)
        )
        for other in solutions:
            if differing := self.differing(other):
                self.differences.append(differing)
                return False
        pass_interrupt_on(solutions.outcome)
        return True if solutions.outcome.complete else None

    def _says_not(self, var: IntVar) -> bool:
        """Whether the answer says of a Boolean that it is not so: a given that tells people less."""
        return var.is_boolean and self._answer[var] == 0
