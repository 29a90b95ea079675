"""Minimum hitting sets: the fewest numbers with one at least from each of some sets, which come one by one.

A SAT solver is told to choose nothing. Each core is a group of choices of which one must be made, so that the fewest
become one more; from then on one of them is free, and a second one costs (Morgado, Dodaro and Marques-Silva,
"Core-guided MaxSAT with soft cardinality constraints", CP 2014). Of all smallest sets the first one is given, number by
number, so that it does not depend on the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.backend import Clock, OutOfTime


class HittingSets:
    """The hitting sets of sets of numbers from 1 to ``count``."""

    def __init__(self, count: int, solver: str, clock: Clock) -> None:
        self._sat = IncrementalSat(solver, [])
        self._clock = clock
        self._top = count
        self._fewest = 0
        self._met: set[int] = set()
        # For each assumption that nothing more is chosen, those that it makes way for, one after the other.
        self._later: dict[int, list[int]] = {-number: [] for number in range(1, count + 1)}

    def hit(self, numbers: Iterable[int]) -> None:
        """Add a set."""
        numbers = list(numbers)
        self._met.update(numbers)
        self._sat.add(numbers)

    def fewest(self) -> int:
        """How many numbers it takes to hit all."""
        while not self._solve([]):
            self._relax(self._shrunk(set(self._sat.core())))
        return self._fewest

    def first(self) -> list[int]:
        """The first of the smallest sets that hit all; the numbers are in order."""
        self.fewest()
        chosen: list[int] = []
        model = self._sat.model()
        for number in sorted(self._met):
            if len(chosen) == self._fewest:
                break
            if model[number - 1] < 0:
                if not self._solve([*chosen, number]):
                    continue
                model = self._sat.model()
            chosen.append(number)
        return chosen

    def close(self) -> None:
        self._sat.close()

    def _solve(self, chosen: Sequence[int]) -> bool:
        verdict = self._sat.solve([*self._later, *chosen], self._clock)
        if verdict is None:
            raise OutOfTime("the time limit came before the smallest conflict was found")
        return verdict

    def _shrunk(self, core: set[int]) -> list[int]:
        """Assumptions of a core that cannot hold together, with none to spare: a short core is a small sum."""
        left = [literal for literal in self._later if literal in core]
        for literal in tuple(left):
            if literal in left:
                candidate = [other for other in left if other != literal]
                if self._sat.solve(candidate, self._clock) is False:
                    core = set(self._sat.core())
                    left = [other for other in candidate if other in core]
        return left

    def _relax(self, core: Sequence[int]) -> None:
        """Count one choice among those of a core, and assume that there is no second one."""
        self._fewest += 1
        for literal in core:
            if later := self._later.pop(literal):
                self._later[later[0]] = later[1:]
        outputs = self._sorted([-literal for literal in core])
        self._sat.add([outputs[0]])
        if len(outputs) > 1:
            self._later[-outputs[1]] = [-output for output in outputs[2:]]

    def _sorted(self, inputs: Sequence[int]) -> list[int]:
        """New literals of which as many hold as ``inputs`` do: a totalizer (Bailleux and Boufkhad, CP 2003)."""
        if len(inputs) == 1:
            return list(inputs)
        halves = [self._sorted(inputs[: len(inputs) // 2]), self._sorted(inputs[len(inputs) // 2 :])]
        outputs = list(range(self._top + 1, self._top + len(inputs) + 1))
        self._top += len(inputs)
        for one in range(len(halves[0]) + 1):
            for other in range(len(halves[1]) + 1):
                held = [-halves[0][one - 1]] * (one > 0) + [-halves[1][other - 1]] * (other > 0)
                if held:
                    self._sat.add([*held, outputs[one + other - 1]])
        return outputs
