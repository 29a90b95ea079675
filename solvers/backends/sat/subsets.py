"""Which subsets of some parts can hold together: minimal and smallest conflicts, every conflict.

What comes of it depends on verdicts alone, and on the order of the parts. So it is the same whatever SAT solver
answers: the models and cores in which solvers differ only spare questions, or lead to the same end on another way.
Sets are bits of integers, the first part the lowest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from solvers.backends.sat.hitting import HittingSets
from solvers.backends.sat.incremental import IncrementalSat, solver_for_many_questions
from solvers.core.backend import Clock, OutOfTime


class SatOracle:
    """A SAT solver that says which literals can hold together, as long as there is time.

    ``tests`` counts the verdicts that were needed, whether they were asked for or known: the same for every solver.
    """

    def __init__(self, sat: IncrementalSat, clock: Clock) -> None:
        self.clock = clock
        self.tests = 0
        self._sat = sat
        self.model, self.core = sat.model, sat.core

    def holds(self, literals: Sequence[int]) -> bool:
        """Whether they can hold together; raises ``OutOfTime`` when the clock is up first."""
        verdict = self._sat.solve(literals, self.clock)
        if verdict is None:
            raise OutOfTime("the time limit came before the explanation was through")
        return verdict


class Budget:
    """So many tests of an oracle from now on: the same on every machine, by every solver."""

    def __init__(self, oracle: SatOracle, tests: float) -> None:
        self._oracle = oracle
        self._last = oracle.tests + tests

    def expired(self) -> bool:
        return self._oracle.tests >= self._last


class Subsets:
    """The subsets of ``parts``, which are SAT literals, under others that are ``fixed``; ``core`` may be one known."""

    def __init__(
        self, oracle: SatOracle, parts: Sequence[int], fixed: Sequence[int] = (), core: Collection[int] = ()
    ) -> None:
        self.all = (1 << len(parts)) - 1
        self._parts = [(part, 1 << place) for place, part in enumerate(parts)]
        self._fixed = fixed
        self._oracle = oracle
        # Sets that can hold, the last one met in front; and sets that cannot.
        self._possible: list[int] = []
        self._impossible = [self.mask(core)] if core else []

    def mask(self, literals: Collection[int]) -> int:
        return sum(bit for part, bit in self._parts if part in literals)

    def members(self, mask: int) -> list[int]:
        return [part for part, bit in self._parts if mask & bit]

    def holds(self, mask: int) -> bool:
        """Whether a set can hold; if so, the first of those known to hold is one around it."""
        self._oracle.tests += 1
        return self._is_possible(mask)

    def minimal(self, mask: int, backwards: bool = False, keeping: bool = False) -> int:
        """A conflict within a set that cannot hold, with no part to spare; what comes first, or last, is dropped first.

        By deletion (Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010). The
        models on the way may be worth ``keeping``.
        """
        self._oracle.tests += mask.bit_count()
        core = min((known for known in self._impossible if not known & ~mask), key=int.bit_count, default=mask)
        for place in sorted(places_of(mask), reverse=backwards):
            without = mask & ~(1 << place)
            if not core >> place & 1:  # the core lies within what is left
                mask = without
            elif not self._is_known_to_hold(without) and not self._ask(without, keeping):
                mask, core = without, self._impossible[-1]
        return mask

    def smallest(self, fewer_than: int, budget: Budget | None = None) -> int | None:
        """The first of the smallest conflicts; None where it has ``fewer_than`` parts or more, or the budget is spent.

        All parts must not be able to hold together. What is spent is the same for every solver.
        """
        for bound, conflict in self.narrowed(in_order=True):
            if bound >= fewer_than:
                return None
            if conflict.bit_count() == bound:
                return conflict
            if budget is not None and budget.expired():
                return None
        return None

    def narrowed(self, in_order: bool = False) -> Iterator[tuple[int, int]]:
        """A lower bound on the size of conflicts, and the smallest set met that cannot hold: in the end they agree.

        Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
        hitting set dualization", CP 2015). The parts outside a largest set that holds are a correction set: every
        conflict has one of them. The first of the smallest sets that have one of each can hold, and so leads to another
        correction set, or it is the first of the smallest conflicts. Each part that cannot be added on the way shows a
        conflict too. In order, nothing else is looked for, and the solver makes no difference on the way either.
        """
        best = self.all
        hitting = HittingSets(len(self._parts), solver_for_many_questions(), self._oracle.clock)
        try:
            if not in_order:
                yield 0, self._least_known()
                best = self.minimal(self.all, keeping=True)
                yield min(1, best.bit_count()), best
                for known in self._possible:
                    hitting.hit(numbers_of(self.all & ~known))
            while True:
                chosen = sum(1 << number for number in hitting.first()) >> 1
                if not self.holds(chosen):
                    yield chosen.bit_count(), chosen
                    return
                yield chosen.bit_count(), best
                hitting.hit(numbers_of(self.all & ~self._grown(chosen, in_order)))
                if not in_order and self._least_known().bit_count() < best.bit_count():
                    best = self.minimal(self._least_known())
        finally:
            hitting.close()

    def every(self) -> Iterator[int]:
        """All minimal conflicts.

        MARCO (Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible MUS enumeration", Constraints 2016): a solver
        over the parts remembers which sets are explained. Of those that are not, a largest one either holds, and all
        within it do, or there is a conflict in it.
        """
        explained = IncrementalSat(solver_for_many_questions(), [])
        try:
            while (seed := self._unexplained(explained)) is not None:
                if self.holds(seed):
                    explained.add(numbers_of(self.all & ~seed))
                else:
                    conflict = self.minimal(seed)
                    yield conflict
                    explained.add([-number for number in numbers_of(conflict)])
        finally:
            explained.close()

    def _unexplained(self, explained: IncrementalSat) -> int | None:
        """A largest set that is not explained: each part that can be in it is, in order."""
        seed: list[int] = []
        model: set[int] = set()
        for number in (0, *numbers_of(self.all)):
            if number in model:
                seed.append(number)
            elif verdict := explained.solve([*seed, number] if number else [], self._oracle.clock):
                model = set(explained.model())
                seed += [number] * (number > 0)
            elif verdict is None:
                raise OutOfTime("the time limit came before all conflicts were found")
            elif not number:
                return None
        return sum(1 << number for number in seed) >> 1

    def _grown(self, mask: int, in_order: bool) -> int:
        """A largest set that holds around one that was just found to: each part that can be added, perhaps in order."""
        outside = self.all & ~mask
        self._oracle.tests += outside.bit_count()
        for place in places_of(outside):
            if not in_order:
                mask |= self._possible[0]
            wider = mask | 1 << place
            if self._possible[0] >> place & 1 or self._is_possible(wider):
                mask = wider
        return mask

    def _is_possible(self, mask: int) -> bool:
        if self._is_known_to_hold(mask):
            return True
        return not any(not known & ~mask for known in self._impossible) and self._ask(mask)

    def _is_known_to_hold(self, mask: int) -> bool:
        for place, known in enumerate(self._possible):
            if not mask & ~known:
                self._possible.insert(0, self._possible.pop(place))
                return True
        return False

    def _least_known(self) -> int:
        return min(self._impossible, key=int.bit_count, default=self.all)

    def _ask(self, mask: int, keeping: bool = True) -> bool:
        """Ask whether a set can hold, and remember what comes to light: a core, or where it is kept, a model."""
        verdict = self._oracle.holds([*self.members(mask), *self._fixed])
        if not verdict:
            self._impossible.append(self.mask(set(self._oracle.core())))
        elif keeping:
            model = self._oracle.model()
            held = sum(bit for part, bit in self._parts if model[abs(part) - 1] == part)
            self._possible.insert(0, held)
        else:
            self._possible.insert(0, mask)
        return verdict


def places_of(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def numbers_of(mask: int) -> list[int]:
    """The numbers of parts, from 1, as SAT variables and hitting sets have them."""
    return [place + 1 for place in places_of(mask)]
