"""Rules and facts as assumptions of one incremental SAT solver: what follows from which, and which of them clash.

Each rule of a model (its constraints with one key) has a selector, a literal that puts it in force; a fact
``x = v`` or ``x ≠ v`` is a literal already. So any rules and facts can be assumed together: that they cannot
hold together is one call, and which of them suffice for it is the core of that call.

    rules = EncodedRules(model)                # the model is encoded once,
    solver = rules.load(solver=PROPAGATES)     # for as many solvers as are wanted
    solver.solve([solver.selector(key), solver.literal(x == 3)], clock) or solver.core()
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from models.language.model import Key, Literal, Model
from solvers.backend import Clock
from solvers.backends.sat.encodings.cnf import Cnf
from solvers.backends.sat.oracle import InterruptsLeftToPython, Oracle

PROPAGATES = "minisat22"
"""Quick at thousands of easy questions, and it tells what it propagates."""

SEARCHES = "cadical195"
"""Quick at few hard questions."""


class EncodedRules:
    """A model as clauses, each of its rules in force only where it is wanted.

    Attributes:
        model: the model.
        places: for the key of each rule, in the model's order, where its constraints stand in the model.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.places: dict[Key, list[int]] = {}
        for place, constraint in enumerate(model.constraints):
            self.places.setdefault(constraint.rule, []).append(place)
        self._cnf = Cnf(model, selectors=True)

    def load(self, granted: Collection[Key] = (), solver: str = PROPAGATES) -> RuleSolver:
        """A solver in which the rules ``granted`` are always in force and each of the others has a selector."""
        return RuleSolver(self, granted, solver)

    def literal(self, fact: Literal) -> int:
        """The SAT literal of a fact of the kind ``x = v`` or ``x ≠ v``."""
        equals = self._cnf.equals[fact.var.index]
        if len(fact.values) == 1:
            return equals[next(iter(fact.values))]
        (missing,) = equals.keys() - fact.values
        return -equals[missing]


class RuleSolver:
    """One solver over encoded rules; whatever is added to it is its own."""

    def __init__(self, rules: EncodedRules, granted: Collection[Key], solver: str) -> None:
        cnf = rules._cnf
        self._top = cnf.top
        self._selectors: dict[Key, int] = {}
        clauses = list(cnf.clauses)
        for key, places in rules.places.items():
            if key in granted:
                clauses += [(cnf.selectors[place],) for place in places]
            else:
                selector = self._selectors[key] = self._new_variable()
                clauses += [(-selector, cnf.selectors[place]) for place in places]
        self.literal = rules.literal
        self._oracle = Oracle(solver, clauses)
        self.core = self._oracle.core
        self.model = self._oracle.model
        self.propagate = self._oracle.propagate
        self.solve = self._oracle.solve

    def selector(self, key: Key) -> int:
        """The SAT literal that puts the rule with this key in force."""
        return self._selectors[key]

    def together(self, members: Iterable[Key | Literal]) -> int:
        """A new SAT literal that puts rules and facts in force together."""
        whole = self._new_variable()
        for member in members:
            part = self.literal(member) if isinstance(member, Literal) else self._selectors[member]
            self._oracle.add((-whole, part))
        return whole

    def propagations(self) -> int:
        """How many literals the solver has propagated since it was made: effort that is the same on every machine."""
        return self._oracle.work()["propagations"]

    def _new_variable(self) -> int:
        self._top += 1
        return self._top


class HittingSets:
    """Smallest sets that meet every set told so far; to be closed by ``with``."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman  # heavy, and only here

        self._hitman = Hitman(solver=PROPAGATES, htype="sorted")

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *problem: Any) -> None:
        self._hitman.delete()

    def smallest(self) -> list[int]:
        """One of the smallest."""
        with InterruptsLeftToPython():
            return self._hitman.get() or []

    def hit(self, members: Iterable[int]) -> None:
        """From now on one of ``members`` is met as well."""
        self._hitman.hit(members)


class Unexplored:
    """The subsets of some parts that nothing told so far settles: neither within a set that can hold nor around one
    that cannot."""

    def __init__(self, parts: Sequence[int]) -> None:
        self._number = {part: place for place, part in enumerate(parts, 1)}
        self._map = Oracle(PROPAGATES, [])

    def propose(self, clock: Clock) -> list[int] | None:
        """A large one of them; None when there is none left, or the time is up."""
        if not self._map.solve([], clock):
            return None
        true = set(self._map.model())
        return [part for part, number in self._number.items() if -number not in true]

    def reach_outside(self, outside: Iterable[int]) -> None:
        """What holds none of the parts ``outside`` is settled."""
        self._map.add([self._number[part] for part in outside])

    def leave_out(self, conflict: Iterable[int]) -> None:
        """What holds the whole of ``conflict`` is settled."""
        self._map.add([-self._number[part] for part in conflict])
