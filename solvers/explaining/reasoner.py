"""What follows from what: minimal and smallest sets of rules and facts that cannot hold together.

Rules and facts are assumptions of one incremental solver (:mod:`solvers.backends.sat.rules`). That some
cannot hold together is one call; which of them suffice is read off its core and made minimal by deletion
(each part is left out in turn; Marques-Silva, "Minimal unsatisfiability: models, algorithms and
applications", ISMVL 2010).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from models.deductions import Rule
from models.errors import PuzzlebenchError
from models.language.model import Key
from solvers.backend import Clock
from solvers.backends.sat.rules import PROPAGATES, EncodedRules, HittingSets, Unexplored


class Patience:
    """So much work of a reasoner from now on, counted in its solver's propagations: the same on every machine."""

    def __init__(self, reasoner: Reasoner, propagations: float) -> None:
        self._reasoner = reasoner
        self._last = reasoner.work() + propagations

    def expired(self) -> bool:
        """Whether the work is done."""
        return self._reasoner.work() >= self._last


class OutOfTime(PuzzlebenchError):
    """The time limit came before the reasoning was through."""

    def __init__(self) -> None:
        super().__init__("the time limit came before the explanation was through")


class Reasoner:
    """The rules and facts of one model, ready to be assumed in any combination.

    Args:
        encoded: the model.
        granted: the keys of rules that are always in force.
        clock: the time limit of all questions together.
        solver: the SAT solver underneath; only some propagate on request.

    Attributes:
        rules: the rules that can be assumed or not, in the model's order.
    """

    def __init__(
        self, encoded: EncodedRules, granted: Collection[Key] = (), clock: Clock | None = None, solver: str = PROPAGATES
    ) -> None:
        self.rules: list[Rule] = []
        for key, places in encoded.places.items():
            if key not in granted:
                constraints = tuple(encoded.model.constraints[place] for place in places)
                self.rules.append(Rule(key, constraints[0].sentence, constraints))
        self._solver = encoded.load(granted, solver)
        self._clock = clock or Clock(None)
        self.literal = self._solver.literal
        self.selector = self._solver.selector
        self.together = self._solver.together
        self.propagate = self._solver.propagate
        self.work = self._solver.propagations

    def holds(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together.

        Raises:
            OutOfTime: when the clock is up first.
        """
        verdict = None if self._clock.expired() else self._solver.solve(assumptions, self._clock)
        if verdict is None:
            raise OutOfTime
        return verdict

    def core(self) -> set[int]:
        """After ``holds`` said no: assumptions that already cannot hold together."""
        return set(self._solver.core())

    def solution(self) -> set[int]:
        """After ``holds`` said yes: the literals of one way to make them hold."""
        return set(self._solver.model())

    def minimal(self, parts: Iterable[int], fixed: Sequence[int] = ()) -> list[int]:
        """A subset of ``parts`` that cannot hold together with ``fixed`` and has no smaller such subset inside.

        Parts are tried for deletion in their order, so those that come first are the first to go.
        They must not be able to hold together to begin with.
        """
        left = list(parts)
        place = 0
        while place < len(left):
            candidate = left[:place] + left[place + 1 :]
            if self.holds([*candidate, *fixed]):
                place += 1
            else:
                core = self.core()
                left = [part for part in candidate if part in core]
        return left

    def smallest(
        self,
        parts: Sequence[int],
        fixed: Sequence[int] = (),
        fewer_than: int | None = None,
        patience: Patience | None = None,
    ) -> list[int] | None:
        """A subset of ``parts`` with the fewest members that cannot hold together with ``fixed``.

        None when that takes ``fewer_than`` parts or more, when all parts can hold together, or when the
        patience is at its end. Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva,
        "Smallest MUS extraction with minimal hitting set dualization", CP 2015): a smallest hitting set
        of all correction sets known so far either cannot hold, and then is what is looked for, or grows
        into one that can, whose complement is a new correction set.
        """
        with HittingSets() as hitting:
            while patience is None or not patience.expired():
                chosen = hitting.smallest()
                if fewer_than is not None and len(chosen) >= fewer_than:
                    return None
                if not self.holds([*chosen, *fixed]):
                    return sorted(chosen, key=parts.index)
                correction = self._correction(parts, chosen, fixed)
                if not correction:
                    return None
                hitting.hit(correction)
        return None

    def conflicts(self, parts: Sequence[int], fixed: Sequence[int] = ()) -> Iterator[list[int]]:
        """Every minimal subset of ``parts`` that cannot hold together with ``fixed``.

        MARCO (Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible MUS enumeration", Constraints
        2016): a solver over the parts remembers which sets are explained already; each set it proposes
        is shrunk to a conflict or grown to a largest set without one.
        """
        unexplored = Unexplored(parts)
        while (seed := unexplored.propose(self._clock)) is not None:
            if self.holds([*seed, *fixed]):
                unexplored.reach_outside(self._correction(parts, seed, fixed))
            else:
                conflict = self.minimal(seed, fixed)
                yield conflict
                unexplored.leave_out(conflict)
        if self._clock.expired():
            raise OutOfTime

    def _correction(self, parts: Sequence[int], chosen: Sequence[int], fixed: Sequence[int]) -> list[int]:
        """The parts outside a largest set around ``chosen`` that holds together with ``fixed``."""
        inside = list(chosen)
        outside = []
        for part in parts:
            if part in chosen:
                continue
            if self.holds([*inside, part, *fixed]):
                inside.append(part)
            else:
                outside.append(part)
        return outside
