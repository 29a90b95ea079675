"""The backend ``clingo``: Potassco's clingo, an answer set solver that learns, with weight constraints for rows.

Every column is a choice of its bits, every row an integrity constraint that forbids a weight too large. clingo lists
the answers over the projection by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from models.language.model import Givens, Literal, Model
from solvers.backends.external.rowwise import RowSearch
from solvers.backends.shared.apart import ApartBackend
from solvers.core.backend import Assignments, Clock
from solvers.lowering.mip.carrying import IntegerRow
from solvers.lowering.mip.rows import unsupported_reason


class Clingo(ApartBackend):
    """clingo."""

    name = "clingo"
    summary = "clingo: an answer set solver, with weight constraints and its own projected enumeration"
    place = "solvers.backends.external.clingo:ClingoSearch"
    solver = library = distribution = "clingo"

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)


class ClingoSearch(RowSearch):
    """A model as integrity constraints over the bits of columns; heads are atoms of their own."""

    def begin(self) -> None:
        import clingo

        self._control: Any = clingo.Control(["--warn=none", f"--seed={self._settings.seed % 2**31}"])
        solve: Any = self._control.configuration.solve
        solve.models, solve.project = 0, "project"
        self._bits: list[tuple[int, list[tuple[int, int]]]] = []  # of each column the least, and atoms with weights
        self._blamed: Set[int] = frozenset()
        self._shown: set[int] = set()

    def new_column(self, least: int, greatest: int) -> None:
        size = (greatest - least).bit_length()
        bits = [(self._atom(), 1 << place) for place in range(size)]
        self._bits.append((least, bits))
        if greatest - least < (1 << size) - 1:
            self._forbid(dict(bits), greatest - least, None)

    def new_row(self, row: IntegerRow, head: int | None) -> None:
        weights: dict[int, int] = {}
        constant = 0
        for column, coefficient in row.terms.items():
            least, bits = self._bits[column]
            constant += coefficient * least
            for atom, weight in bits:
                weights[atom] = weights.get(atom, 0) + coefficient * weight
        if row.most is not None:
            self._forbid(weights, row.most - constant, head)
        if row.least is not None:
            self._forbid({atom: -weight for atom, weight in weights.items()}, constant - row.least, head)

    def new_head(self) -> int:
        return self._atom()

    def retire(self, head: int) -> None:
        with self._control.backend() as backend:
            backend.add_rule([], [head])

    def solve(self, heads: Sequence[int]) -> list[int] | None:
        with self._control.solve(assumptions=list(heads), yield_=True) as handle:
            model = handle.model()
            if model is None:
                self._blamed = frozenset(handle.core())
                return None
            return self._values(model)

    def blamed(self) -> Set[int]:
        return self._blamed

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        if self.model.objective is not None or not self.model.projection:
            return (yield from super()._assuming(givens, assumptions, clock))
        self._solves = 0
        heads = self._begun(givens, assumptions)
        if heads is None:
            return True
        self._project()
        self._solves = 1
        with self._control.solve(assumptions=heads, yield_=True) as handle:
            found = False
            while (model := handle.model()) is not None:
                found = True
                yield self._assignment(self._values(model))
                handle.resume()
            if not found:
                self._blamed = frozenset(handle.core())
        return True

    def _project(self) -> None:
        """Name the bits that make up an answer, once."""
        columns = {column for var in self.model.projection for column in self._rows.columns_of(var)}
        bits = {atom for column in columns for atom, _ in self._bits[column][1]} - self._shown
        if bits or not self._shown:
            with self._control.backend() as backend:
                backend.add_project(list(bits) or [backend.add_atom()])
            self._shown |= bits or {0}

    def _values(self, model: Any) -> list[int]:
        is_true = model.is_true
        return [least + sum(weight for atom, weight in bits if is_true(atom)) for least, bits in self._bits]

    def _atom(self) -> int:
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
            backend.add_rule([atom], choice=True)
        return atom

    def _forbid(self, weights: Mapping[int, int], most: int, head: int | None) -> None:
        """The weights of true atoms come to no more than ``most``, where the head is true."""
        body = [(atom if weight > 0 else -atom, abs(weight)) for atom, weight in weights.items() if weight]
        most += sum(-weight for weight in weights.values() if weight < 0)
        total = sum(weight for _, weight in body)
        if most >= total:
            return
        with self._control.backend() as backend:
            if most < 0:
                backend.add_rule([], [] if head is None else [head])
            elif head is None:
                backend.add_weight_rule([], most + 1, body)
            else:
                over = backend.add_atom()
                backend.add_weight_rule([over], most + 1, body)
                backend.add_rule([], [head, over])


BACKEND = Clingo()
