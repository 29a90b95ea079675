"""Rules and facts as assumptions of one incremental SAT solver: what follows from which, and which contradict.

Each rule of a model (its constraints with one key) has a selector, a literal that puts it in force; a fact
``x = v`` or ``x ≠ v`` is a literal already. So any rules and facts can be assumed together: that they cannot
hold together is one call, and which of them suffice for it is read off its core.

    encoded = EncodedRules(model)           # the model is encoded once,
    reasoner = Reasoner(encoded)            # for as many solvers as are wanted
    reasoner.holds([reasoner.selector(rule), reasoner.literal(x == 3)])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from models.deductions import Rule
from models.errors import PuzzlebenchError
from models.language.model import DEFINITION, IntVar, Key, Literal, Model
from solvers.backends.sat.incremental import IncrementalSat
from solvers.backends.sat.library import InterruptsLeftToPython
from solvers.cli.exits import uninterrupted
from solvers.core.backend import ENDLESS, Clock, OutOfTime
from solvers.lowering.sat.cnf import Cnf, unsupported_reason

PROPAGATES = "minisat22"  # quick at thousands of easy questions, and it tells what it propagates
SEARCHES = "cadical195"  # quick at few hard questions


class EncodedRules:
    """A model as clauses, each of its rules in force only where it is wanted.

    Raises:
        PuzzlebenchError: when the model is too large to be written as clauses.
        OutOfTime: when the clock is up first.
    """

    def __init__(self, model: Model, clock: Clock = ENDLESS) -> None:
        if complaint := unsupported_reason(model, totals=False):
            raise PuzzlebenchError(f"reasons and conflicts are found with SAT, which cannot take {complaint}")
        self.cnf = Cnf(model, selectors=True, clock=clock)
        self.places: dict[Key, list[int]] = {}
        for place, constraint in enumerate(model.constraints):
            self.places.setdefault(constraint.rule, []).append(place)
        self.rules = []
        for key, places in self.places.items():
            constraints = tuple(model.constraints[place] for place in places)
            self.rules.append(Rule(key, constraints[0].sentence, constraints))


class Reasoner:
    """The rules and facts of one model, ready to be assumed in any combination; they go by SAT literals.

    ``rules`` are those that can be assumed or not, in the model's order: all but those with the keys ``background``,
    which are always in force, as are the definitions of auxiliary variables. All questions share the clock.
    """

    def __init__(
        self,
        encoded: EncodedRules,
        background: Collection[Key] = (),
        clock: Clock | None = None,
        solver: str = PROPAGATES,
    ) -> None:
        cnf = encoded.cnf
        background = {*background, DEFINITION}
        self._equals = cnf.equals
        self._top = cnf.top
        self._selectors: dict[Key, int] = {}
        self._clock = clock or ENDLESS
        self.rules = [rule for rule in encoded.rules if rule.key not in background]
        clauses = list(cnf.clauses)
        for key, places in encoded.places.items():
            if key in background:
                clauses += [(cnf.selectors[place],) for place in places]
            else:
                selector = self._selectors[key] = self._new_variable()
                clauses += [(-selector, cnf.selectors[place]) for place in places]
        self._sat = IncrementalSat(solver, clauses, clock=self._clock)
        self.propagate = self._sat.propagate

    def literal(self, fact: Literal) -> int:
        """The SAT literal of a fact of the kind ``x = v`` or ``x ≠ v``."""
        equals = self._equals[fact.var.index]
        if len(fact.values) == 1:
            return equals[next(iter(fact.values))]
        (missing,) = equals.keys() - fact.values
        return -equals[missing]

    def values(self, var: IntVar) -> Mapping[int, int]:
        return self._equals[var.index]

    def selector(self, key: Key) -> int:
        return self._selectors[key]

    def together(self, members: Iterable[Key | Literal]) -> int:
        """A new SAT literal that puts rules and facts in force together."""
        whole = self._new_variable()
        for member in members:
            part = self.literal(member) if isinstance(member, Literal) else self._selectors[member]
            self._sat.add((-whole, part))
        return whole

    def either(self, literals: Sequence[int]) -> int:
        """A SAT literal that says that one of ``literals`` holds, at least; a new one where they are several."""
        if len(literals) == 1:
            return literals[0]
        whole = self._new_variable()
        self._sat.add((-whole, *literals))
        return whole

    def holds(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together; raises ``OutOfTime`` when the clock is up first."""
        verdict = self._sat.solve(assumptions, self._clock)
        if verdict is None:
            raise OutOfTime("the time limit came before the explanation was through")
        return verdict

    def core(self) -> set[int]:
        return set(self._sat.core())

    def prefer(self, literals: Sequence[int]) -> None:
        self._sat.prefer(literals)

    def solution(self) -> set[int]:
        return set(self._sat.model())

    def minimal(self, parts: Iterable[int], fixed: Sequence[int] = ()) -> list[int]:
        """A subset of ``parts`` that cannot hold together with ``fixed`` and has no smaller such subset inside.

        By deletion, those first that come first (Marques-Silva, "Minimal unsatisfiability: models, algorithms and
        applications", ISMVL 2010). To begin with they must not be able to hold together.
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
        budget: Budget | None = None,
    ) -> list[int] | None:
        """A subset of ``parts`` with the fewest members that cannot hold together with ``fixed``.

        None when that takes ``fewer_than`` parts or more, when all parts can hold together, or when the budget is
        spent.
        """
        for bound, conflict in self.narrowed(parts, fixed):
            if fewer_than is not None and bound >= fewer_than:
                return None
            if conflict is not None and len(conflict) == bound:
                return conflict
            if budget is not None and budget.expired():
                return None
        return None

    def narrowed(self, parts: Sequence[int], fixed: Sequence[int] = ()) -> Iterator[tuple[int, list[int] | None]]:
        """A lower bound on the size of conflicts of ``parts`` under ``fixed``, and the smallest conflict met so far.

        Both get better until they meet; without a conflict, all parts can hold together. Implicit hitting sets
        (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
        CP 2015): a smallest hitting set of all correction sets so far either cannot hold, and is a smallest conflict,
        or grows into one that can, whose complement is a new correction set. Each part that cannot be added on the way
        shows a conflict too.
        """
        from pysat.examples.hitman import Hitman  # heavy, and only for hard steps

        best: list[int] | None = None
        hitting = Hitman(solver=PROPAGATES, htype="sorted")
        try:
            while True:
                with InterruptsLeftToPython():
                    chosen = sorted(hitting.get() or [], key=parts.index)
                if not self.holds([*chosen, *fixed]):
                    best = chosen
                yield len(chosen), best
                if best is not None and len(best) == len(chosen):
                    return
                correction, conflict = self._correction(parts, chosen, fixed)
                if not correction:
                    return
                if best is None or len(conflict) < len(best):
                    best = self.minimal(conflict, fixed)
                hitting.hit(correction)
        finally:
            with uninterrupted():
                hitting.delete()

    def conflicts(self, parts: Sequence[int], fixed: Sequence[int] = ()) -> Iterator[list[int]]:
        """Every minimal subset of ``parts`` that cannot hold together with ``fixed``.

        MARCO (Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible MUS enumeration", Constraints 2016): a solver
        over the parts remembers which sets are explained; each set it proposes is shrunk to a conflict or grown to a
        largest set without one.
        """
        number = {part: place for place, part in enumerate(parts, 1)}
        map_of_sets = IncrementalSat(PROPAGATES, [])
        while proposed := map_of_sets.solve([], self._clock):
            true = set(map_of_sets.model())
            seed = [part for part in parts if -number[part] not in true]
            if self.holds([*seed, *fixed]):
                # Whatever lies within this set holds too: propose something from outside it.
                map_of_sets.add([number[part] for part in self._correction(parts, seed, fixed)[0]])
            else:
                conflict = self.minimal(seed, fixed)
                yield conflict
                map_of_sets.add([-number[part] for part in conflict])
        if proposed is None:
            raise OutOfTime("the time limit came before all conflicts were found")

    def work(self) -> int:
        """How many literals the solver has propagated since it was made."""
        return self._sat.work()["propagations"]

    def _correction(
        self, parts: Sequence[int], chosen: Sequence[int], fixed: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """The parts outside a largest set around ``chosen`` that holds with ``fixed``; the smallest conflict met."""
        inside = dict.fromkeys(chosen)
        outside: list[int] = []
        conflict = list(parts)
        for part in parts:
            if part in inside:
                continue
            if self.holds([*inside, part, *fixed]):
                solution = self.solution()
                inside.update((other, None) for other in (part, *parts) if other in solution)
            else:
                outside.append(part)
                core = self.core()
                if len(core) < len(conflict):
                    conflict = [other for other in parts if other in core]
        return outside, conflict

    def _new_variable(self) -> int:
        self._top += 1
        return self._top


class Budget:
    """So much work of a reasoner from now on, counted in its solver's propagations: the same on every machine."""

    def __init__(self, reasoner: Reasoner, propagations: float) -> None:
        self._reasoner = reasoner
        self._last = reasoner.work() + propagations

    def expired(self) -> bool:
        return self._reasoner.work() >= self._last
