"""The backend ``z3``: Microsoft's Z3 with its solver for finite domains, which settles weighted sums of Booleans.

Every column is its bits, every row one or two such sums, under a head an implication.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from models.language.model import Model
from solvers.backends.external.rowwise import RowSearch
from solvers.backends.shared.apart import ApartBackend
from solvers.core.limits import SolverFailed
from solvers.lowering.mip.carrying import IntegerRow
from solvers.lowering.mip.rows import unsupported_reason


class Z3(ApartBackend):
    """Z3."""

    name = "z3"
    summary = "Z3's solver for finite domains: conflict-driven, over weighted sums of Booleans"
    place = "solvers.backends.external.z3:Z3Search"
    solver, library, distribution = "Z3", "z3", "z3-solver"

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)


class Z3Search(RowSearch):
    """A model as sums over the bits of columns; heads are Booleans of their own."""

    def begin(self) -> None:
        import z3

        self._z3: Any = z3
        self._context: Any = z3.Context()  # in one that was used before, answers come in another order
        self._solver: Any = z3.SolverFor("QF_FD", self._context)
        if self._settings.seed:
            self._solver.set("random_seed", self._settings.seed % 2**31)
        self._bits: list[tuple[int, list[tuple[Any, int]]]] = []  # of each column the least, and Booleans with weights
        self._made = 0

    def new_column(self, least: int, greatest: int) -> None:
        size = (greatest - least).bit_length()
        bits = [(self.new_head(), 1 << place) for place in range(size)]
        self._bits.append((least, bits))
        if greatest - least < (1 << size) - 1:
            self._solver.add(self._z3.PbLe(bits, greatest - least))

    def new_row(self, row: IntegerRow, head: Any) -> None:
        constant, weights = 0, []
        for column, coefficient in row.terms.items():
            least, bits = self._bits[column]
            constant += coefficient * least
            weights += [(bit, coefficient * weight) for bit, weight in bits]
        if row.most is not None:
            self._say_that(self._at_most(weights, row.most - constant), head)
        if row.least is not None:
            self._say_that(self._at_most([(bit, -weight) for bit, weight in weights], constant - row.least), head)

    def new_head(self) -> Any:
        self._made += 1
        return self._z3.Bool(f"b{self._made}", self._context)

    def retire(self, head: Any) -> None:
        self._solver.add(self._z3.Not(head))

    def solve(self, heads: Sequence[Any]) -> list[int] | None:
        told = self._solver.check(*heads)
        if told == self._z3.unsat:
            return None
        if told == self._z3.unknown:
            raise SolverFailed(f"Z3 does not know: {self._solver.reason_unknown()}")
        model = self._solver.model()
        is_true = self._z3.is_true
        return [least + sum(weight for bit, weight in bits if is_true(model[bit])) for least, bits in self._bits]

    def blamed(self) -> Set[Any]:
        return frozenset(self._solver.unsat_core())

    def _at_most(self, weights: Sequence[tuple[Any, int]], most: int) -> Any:
        """The weights of true Booleans come to no more than ``most``; negative ones are those of negations."""
        terms = [(bit if weight > 0 else self._z3.Not(bit), abs(weight)) for bit, weight in weights if weight]
        most += sum(-weight for _, weight in weights if weight < 0)
        if most < 0:
            return self._z3.BoolVal(False, self._context)
        if most >= sum(weight for _, weight in terms):
            return self._z3.BoolVal(True, self._context)
        return self._z3.PbLe(terms, most)

    def _say_that(self, claim: Any, head: Any) -> None:
        self._solver.add(claim if head is None else self._z3.Implies(head, claim))


BACKEND = Z3()
