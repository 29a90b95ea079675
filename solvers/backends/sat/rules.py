"""Rules and facts as assumptions of one incremental SAT solver: what follows from which, and which contradict.

Each rule of a model (its constraints with one key) has a selector, a literal that puts it in force; a fact
``x = v`` or ``x ≠ v`` is a literal already. So any rules and facts can be assumed together: that they cannot
hold together is one call, and which of them suffice for it is read off its core.

    encoded = EncodedRules(model)           # the model is encoded once,
    reasoner = Reasoner(encoded)            # for as many solvers as are wanted
    reasoner.holds([reasoner.selector(rule), reasoner.literal(x == 3)])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from models.deductions import Rule, sentences_of
from models.errors import PuzzlebenchError
from models.language.model import DEFINITION, IntVar, Key, Literal, Model
from solvers.backends.sat.incremental import IncrementalSat, solver_for_many_questions
from solvers.backends.sat.subsets import Budget, SatOracle, Subsets
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.sat.cnf import Cnf, unsupported_reason


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
        self.rules = [
            Rule(key, said, tuple(model.constraints[place] for place in self.places[key]))
            for key, said in sentences_of(model.constraints).items()
        ]


class Reasoner:
    """The rules and facts of one model, ready to be assumed in any combination; they go by SAT literals.

    ``rules`` are those that can be assumed or not, in the model's order: all but those with the keys ``background``,
    which are always in force, as are the definitions of auxiliary variables. All questions share the clock.

    Which literals can hold together is the same for every ``solver``; only its models and cores differ.
    """

    def __init__(
        self,
        encoded: EncodedRules,
        background: Collection[Key] = (),
        clock: Clock | None = None,
        solver: str = "",
    ) -> None:
        cnf = encoded.cnf
        background = {*background, DEFINITION}
        self._equals = cnf.equals
        self._top = cnf.top
        self._selectors: dict[Key, int] = {}
        clock = clock or ENDLESS
        self.rules = [rule for rule in encoded.rules if rule.key not in background]
        clauses = list(cnf.clauses)
        for key, places in encoded.places.items():
            if key in background:
                clauses += [(cnf.selectors[place],) for place in places]
            else:
                selector = self._selectors[key] = self._new_variable()
                clauses += [(-selector, cnf.selectors[place]) for place in places]
        self._clauses = clauses
        self._sat = IncrementalSat(solver or solver_for_many_questions(), clauses, clock=clock)
        self.oracle = SatOracle(self._sat, clock)
        self.holds = self.oracle.holds
        self._size = cnf.top

    def literal(self, fact: Literal) -> int:
        """The SAT literal of a fact of the kind ``x = v`` or ``x ≠ v``."""
        equals = self._equals[fact.var.index]
        if len(fact.values) == 1:
            return equals[next(iter(fact.values))]
        (missing,) = (~fact).values
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

    def core(self) -> set[int]:
        return set(self._sat.core())

    def prefer(self, literals: Sequence[int]) -> None:
        self._sat.prefer(literals)

    def solution(self) -> set[int]:
        return set(self._sat.model())

    def budget(self, effort: float) -> Budget:
        """Return a budget of ``effort`` million propagations; a test of the oracle counts one for each variable."""
        return Budget(self.oracle, effort * 1e6 / self._size)

    def subsets(self, parts: Sequence[int], fixed: Sequence[int] = (), core: Collection[int] = ()) -> Subsets:
        return Subsets(self.oracle, parts, fixed, core)

    def minimal(self, parts: Iterable[int], fixed: Sequence[int] = (), core: Collection[int] = ()) -> list[int]:
        """A subset of ``parts`` that cannot hold together with ``fixed`` and has no smaller such subset inside."""
        subsets = self.subsets(list(parts), fixed, core)
        return subsets.members(subsets.minimal(subsets.all))

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation of the clauses alone meets no contradiction, and what it forces."""
        return self._propagating.propagate(assumptions)

    @cached_property
    def _propagating(self) -> IncrementalSat:
        """A solver that never learns, so that what it propagates does not depend on what was asked before."""
        return IncrementalSat(solver_for_many_questions(), self._clauses, clock=self.oracle.clock)

    def _new_variable(self) -> int:
        self._top += 1
        return self._top
