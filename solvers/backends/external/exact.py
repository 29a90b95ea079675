"""The backend ``exact``: JoD's Exact, which reasons with cutting planes over integers, through its Python wheel.

Exact is under the AGPL: it is installed by who asks for it, and in no other extra.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from solvers.backends.external.rowwise import RowBackend, RowSearch
from solvers.core.limits import SolverFailed
from solvers.lowering.mip.carrying import IntegerRow


class ExactBackend(RowBackend):
    name = "exact"
    summary = "Exact: conflict-driven cutting planes over pseudo-Boolean and integer sums (AGPL)"
    place = "solvers.backends.external.exact:ExactSearch"
    solver, library, distribution = "Exact", "exact", "exact"


class ExactSearch(RowSearch):
    """A model as rows in Exact; columns are called x0, x1 …, and heads h0, h1 …"""

    def begin(self) -> None:
        import exact

        options = [("seed", str(1 + self._settings.seed % 2**30))] if self._settings.seed else []
        self._exact: Any = exact.Exact([("verbosity", "0"), *options])
        self._columns: list[str] = []
        self._heads_made = 0
        self._dead = False

    def new_column(self, least: int, greatest: int) -> None:
        self._columns.append(f"x{len(self._columns)}")
        self._exact.addVariable(self._columns[-1], least, greatest, "log")

    def new_row(self, row: IntegerRow, head: str | None) -> None:
        terms = [(coefficient, self._columns[column]) for column, coefficient in row.terms.items()]
        if head is None:
            least, most = row.least, row.most
            self._exact.addConstraint(terms, least is not None, least or 0, most is not None, most or 0)
            return
        if row.least is not None:
            self._exact.addRightReification(head, True, terms, row.least)
        if row.most is not None:
            self._exact.addRightReification(head, True, [(-c, name) for c, name in terms], -row.most)

    def new_head(self) -> str:
        self._heads_made += 1
        head = f"h{self._heads_made}"
        self._exact.addVariable(head, 0, 1)
        return head

    def retire(self, head: str) -> None:
        self._exact.addConstraint([(1, head)], False, 0, True, 0)

    def solve(self, heads: Sequence[str]) -> list[int] | None:
        if self._dead:
            return None
        self._exact.clearAssumptions()
        self._exact.setAssumptions([(head, 1) for head in heads])
        status = self._exact.runFull(False)
        if status == "SAT":
            return [int(value) for value in self._exact.getLastSolutionFor(self._columns)]
        if status not in ("UNSAT", "INCONSISTENT"):
            raise SolverFailed(f"Exact failed: it ended with {status}")
        self._dead = status == "UNSAT"
        return None

    def blamed(self) -> Set[str]:
        return frozenset() if self._dead else frozenset(self._exact.getLastCore())


BACKEND = ExactBackend()
