"""What follows from what: one incremental SAT solver in which every rule and every fact is an assumption.

Each rule of a model (its constraints with the same key) has a selector, so any set of rules and
facts can be assumed together. That they cannot hold together is then one call, and which of them
suffice is read off its core and made minimal by deletion (each part is left out in turn; Marques-Silva,
"Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from models.deductions import Rule
from models.errors import PuzzlebenchError
from models.language.constraints import Key
from models.language.model import Literal, Model
from solvers.backend import Clock
from solvers.backends.sat.encodings.cnf import encode
from solvers.backends.sat.oracle import InterruptsLeftToPython, Oracle

PROPAGATES = "minisat22"
"""Quick at thousands of easy questions, and it tells what it propagates."""

SEARCHES = "cadical195"
"""Quick at few hard questions."""


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


class Reasoner:
    """The rules and facts of one model, ready to be assumed in any combination.

    Args:
        granted: the keys of rules that are always in force.
        clock: the time limit of all questions together.
        solver: the SAT solver underneath; only some propagate on request.

    Attributes:
        rules: the rules that can be assumed or not, in the model's order.
    """

    def __init__(
        self, model: Model, granted: Collection[Key] = (), clock: Clock | None = None, solver: str = PROPAGATES
    ) -> None:
        self.model = model
        cnf = self._cnf = encode(model, selectors=True)
        by_key: dict[Key, list[int]] = {}
        for place, constraint in enumerate(model.constraints):
            by_key.setdefault(constraint.rule, []).append(place)
        clauses = list(cnf.clauses)
        self.rules: list[Rule] = []
        self._selector: dict[Key, int] = {}
        for key, places in by_key.items():
            if key in granted:
                clauses += [(cnf.selectors[place],) for place in places]
                continue
            constraints = tuple(model.constraints[place] for place in places)
            rule = Rule(key, constraints[0].sentence, constraints)
            selector = cnf.new_variable()
            clauses += [(-selector, cnf.selectors[place]) for place in places]  # the rule puts each in force
            self.rules.append(rule)
            self._selector[key] = selector
        self._equals = cnf.integers.equals
        self._oracle = Oracle(solver, clauses)
        self._clock = clock or Clock(None)

    def literal(self, fact: Literal) -> int:
        """The SAT literal of a fact of the kind ``x = v`` or ``x ≠ v``."""
        equals = self._equals[fact.var.index]
        if len(fact.values) == 1:
            return equals[next(iter(fact.values))]
        (missing,) = equals.keys() - fact.values
        return -equals[missing]

    def selector(self, rule: Rule) -> int:
        """The SAT literal that puts ``rule`` in force."""
        return self._selector[rule.key]

    def part(self, members: Iterable[Key | Literal]) -> int:
        """A new SAT literal that puts rules (given by their keys) and facts in force together."""
        whole = self._cnf.new_variable()
        for member in members:
            self._oracle.add((-whole, self.literal(member) if isinstance(member, Literal) else self._selector[member]))
        return whole

    def holds(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together.

        Raises:
            OutOfTime: when the clock is up first.
        """
        verdict = None if self._clock.expired() else self._oracle.solve(assumptions, self._clock)
        if verdict is None:
            raise OutOfTime("the time limit came before the explanation was through")
        return verdict

    def core(self) -> set[int]:
        """After ``holds`` said no: assumptions that already cannot hold together."""
        return set(self._oracle.core())

    def solution(self) -> set[int]:
        """After ``holds`` said yes: the literals of one way to make them hold."""
        return set(self._oracle.model())

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """What the assumptions force by unit propagation, in order, and whether no clash was met."""
        return self._oracle.propagate(assumptions)

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
        from pysat.examples.hitman import Hitman

        with Hitman(solver=PROPAGATES, htype="sorted") as hitting:
            while patience is None or not patience.expired():
                with InterruptsLeftToPython():
                    chosen = hitting.get() or []
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
        number = {part: place for place, part in enumerate(parts, 1)}
        map_of_sets = Oracle(PROPAGATES, [])
        while map_of_sets.solve([], self._clock):
            true = set(map_of_sets.model())
            seed = [part for part in parts if -number[part] not in true]
            if self.holds([*seed, *fixed]):
                # Whatever lies within this set holds too: propose something from outside it.
                map_of_sets.add([number[part] for part in self._correction(parts, seed, fixed)])
            else:
                conflict = self.minimal(seed, fixed)
                yield conflict
                map_of_sets.add([-number[part] for part in conflict])

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

    def work(self) -> int:
        """How many literals the solver has propagated since the beginning."""
        return self._oracle.work()["propagations"]
