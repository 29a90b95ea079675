"""The backend ``z3``: Microsoft's Z3 with its solver for finite domains, which settles weighted sums of Booleans.

Every column is its bits, every row one or two such sums, under a head an implication.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from solvers.backends.external.rowwise import BitRowSearch, RowBackend
from solvers.core.limits import SolverFailed


class Z3(RowBackend):
    name = "z3"
    summary = "Z3's solver for finite domains: conflict-driven, over weighted sums of Booleans"
    place = "solvers.backends.external.z3:Z3Search"
    solver, library, distribution = "Z3", "z3", "z3-solver"


class Z3Search(BitRowSearch):
    """A model as sums over the bits of columns; heads are Booleans of their own."""

    def begin(self) -> None:
        import z3

        self._z3: Any = z3
        self._context: Any = z3.Context()  # in one that was used before, answers come in another order
        self._solver: Any = z3.SolverFor("QF_FD", self._context)
        if self._settings.seed:
            self._solver.set("random_seed", self._settings.seed % 2**31)
        self._made = 0

    def new_head(self) -> Any:
        self._made += 1
        return self._z3.Bool(f"b{self._made}", self._context)

    def negated(self, bit: Any) -> Any:
        return self._z3.Not(bit)

    def at_most(self, terms: Sequence[tuple[Any, int]], most: int, head: Any) -> None:
        claim = self._z3.PbLe(terms, most) if most >= 0 else self._z3.BoolVal(False, self._context)
        self._solver.add(claim if head is None else self._z3.Implies(head, claim))

    def retire(self, head: Any) -> None:
        self._solver.add(self._z3.Not(head))

    def solve(self, heads: Sequence[Any]) -> list[int] | None:
        verdict = self._solver.check(*heads)
        if verdict == self._z3.unsat:
            return None
        if verdict == self._z3.unknown:
            raise SolverFailed(f"Z3 does not know: {self._solver.reason_unknown()}")
        model, is_true = self._solver.model(), self._z3.is_true
        return self._values(lambda bit: is_true(model[bit]))

    def blamed(self) -> Set[Any]:
        return frozenset(self._solver.unsat_core())


BACKEND = Z3()
