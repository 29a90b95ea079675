"""The backend ``clingo``: Potassco's clingo, an answer set solver that learns, with weight constraints for rows.

Every column is a choice of its bits, every row an integrity constraint that forbids a weight too large. clingo lists
the answers over the projection by itself.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from models.language.model import Givens, Literal
from solvers.backends.external.rowwise import BitRowSearch, RowBackend
from solvers.core.backend import Assignments, Clock


class Clingo(RowBackend):
    name = "clingo"
    summary = "clingo: an answer set solver, with weight constraints and its own projected enumeration"
    place = "solvers.backends.external.clingo:ClingoSearch"
    solver = library = distribution = "clingo"


class ClingoSearch(BitRowSearch):
    """A model as integrity constraints over the bits of columns; heads are atoms of their own."""

    def begin(self) -> None:
        import clingo

        self._control: Any = clingo.Control(["--warn=none", f"--seed={self._settings.seed % 2**31}"])
        solve: Any = self._control.configuration.solve
        solve.models, solve.project = 0, "project"
        self._blamed: Set[int] = frozenset()
        self._shown: set[int] = set()

    def new_head(self) -> int:
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom], choice=True)
        return atom

    def negated(self, bit: int) -> int:
        return -bit

    def at_most(self, terms: Sequence[tuple[int, int]], most: int, head: int | None) -> None:
        with self._control.backend() as backend:
            if most < 0:
                backend.add_rule([], [] if head is None else [head])
            elif head is None:
                backend.add_weight_rule([], most + 1, terms)
            else:
                over = backend.add_atom()
                backend.add_weight_rule([over], most + 1, terms)
                backend.add_rule([], [head, over])

    def retire(self, head: int) -> None:
        with self._control.backend() as backend:
            backend.add_rule([], [head])

    def solve(self, heads: Sequence[int]) -> list[int] | None:
        with self._control.solve(assumptions=list(heads), yield_=True) as handle:
            model = handle.model()
            if model is None:
                self._blamed = frozenset(handle.core())
                return None
            return self._values(model.is_true)

    def blamed(self) -> Set[int]:
        return self._blamed

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        if self.model.objective is not None or not self.model.projection:
            return (yield from super()._assuming(givens, assumptions, clock))
        heads = self._begin(givens, assumptions)
        if heads is None:
            return True
        self._project()
        self._solves = 1
        with self._control.solve(assumptions=list(dict.fromkeys(heads)), yield_=True) as handle:
            found = False
            while (model := handle.model()) is not None:
                found = True
                yield self._assignment(self._values(model.is_true))
                handle.resume()
            if not found:
                self._blamed = frozenset(handle.core())
        return True

    def _project(self) -> None:
        columns = {column for var in self.model.projection for column in self._rows.columns_of(var)}
        bits = {atom for column in columns for atom, _ in self._bits[column][1]} - self._shown
        if bits or not self._shown:
            with self._control.backend() as backend:
                backend.add_project(list(bits) or [backend.add_atom()])
            self._shown |= bits or {0}


BACKEND = Clingo()
