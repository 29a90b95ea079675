"""Models as rows in solvers of Boolean and integer sums, searched again and again under what is assumed.

The rows are those of ``solvers.lowering.mip.rows``. Whatever is to hold in some searches only, as a given, an
assumption or that an answer is not to come again, becomes rows that count where a *head* is true, a Boolean of their
own; a search assumes the heads it needs. Every number stays below a million, which any such solver carries.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence, Set
from typing import Any

from models.language.expressions import IntVar
from models.language.model import Assignment, Givens, Literal, Model
from solvers.core.backend import Assignments, Clock, Search, Settings
from solvers.lowering.mip.carrying import IntegerRow
from solvers.lowering.mip.rows import IntegerRows

Head = Any
"""A Boolean of the solver."""


class RowSearch(Search):
    """A model as rows in such a solver."""

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model)
        self._settings = settings
        self._solves = 0
        self._reset()

    def size(self) -> dict[str, int]:
        return {"columns": self._loaded[0], "rows": self._loaded[1]}

    def effort(self) -> dict[str, int]:
        return {"solves": self._solves}

    # What a solver says

    @abstractmethod
    def begin(self) -> None:
        """Make the solver, empty."""

    @abstractmethod
    def new_column(self, least: int, greatest: int) -> None:
        """A column, the next in number."""

    @abstractmethod
    def new_row(self, row: IntegerRow, head: Head | None) -> None:
        """A row, which holds where the head is true, or always."""

    @abstractmethod
    def new_head(self) -> Head:
        """A new Boolean."""

    @abstractmethod
    def retire(self, head: Head) -> None:
        """A head is never true again."""

    @abstractmethod
    def solve(self, heads: Sequence[Head]) -> list[int] | None:
        """The value of each column in a solution in which the heads are true; None when there is none."""

    @abstractmethod
    def blamed(self) -> Set[Head]:
        """After a search that found nothing: heads that cannot all be true."""

    # What is made of it

    def _reset(self) -> bool:
        self.begin()
        self._heads: dict[tuple[IntVar, Set[int]], Head] = {}
        self._asked: list[tuple[Literal, Head]] = []
        self._clash = False
        self._rows = IntegerRows(self.model)
        self._said = [0, 0]
        self._say(None)
        self._loaded = tuple(self._said)
        return True

    def _say(self, head: Head | None) -> None:
        """Tell the solver of the columns and rows that are new."""
        columns, rows = self._said
        for least, greatest in self._rows.columns[columns:]:
            self.new_column(least, greatest)
        for row in self._rows.rows[rows:]:
            self.new_row(row, head)
        self._said = [len(self._rows.columns), len(self._rows.rows)]

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._solves = 0
        heads = self._begun(givens, assumptions)
        if heads is None:
            return True
        rows, objective = self._rows, self.model.objective
        decisions = [var for var in self.model.projection if var not in givens]
        selector = self.new_head()
        heads.append(selector)
        try:
            while not rows.impossible and (assignment := self._solved(heads)) is not None:
                yield assignment
                if objective is not None:
                    costs = list(objective.cost.summands())
                    rows.keep_below(costs, sum(c * assignment[var] for c, var in costs))
                elif decisions:
                    rows.forbid((var, assignment[var]) for var in decisions)
                else:
                    break
                self._say(selector)
            return True
        finally:
            rows.impossible = self._never
            self.retire(selector)

    def _begun(self, givens: Givens, assumptions: Sequence[Literal]) -> list[Head] | None:
        """The heads of what is given and assumed; None where that alone leaves no answer."""
        self._never = self._rows.impossible
        self._asked = []
        self._clash = self._never or not all(literal.values for literal in assumptions)
        if self._clash:
            return None
        heads = [self._head(var, frozenset((value,))) for var, value in givens.items()]
        self._asked = [(literal, self._head(literal.var, literal.values)) for literal in assumptions]
        return list(dict.fromkeys([*heads, *(head for _, head in self._asked)]))

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        """What the solver blames, where it finds nothing under that alone either."""
        if self._clash:
            return None
        blamed = self.blamed()
        core = tuple(literal for literal, head in self._asked if head in blamed)
        for _ in self._assuming({}, core, Clock(None)):
            return None
        return core

    def _head(self, var: IntVar, values: Set[int]) -> Head:
        """The head under which ``var`` takes one of ``values``; there is one."""
        if (var, values) not in self._heads:
            head = self._heads[var, values] = self.new_head()
            for column, (least, most) in self._rows.restricted(var, values).items():
                self.new_row(IntegerRow({column: 1}, least, most), head)
            self._say(head)
            if self._rows.impossible:
                self._rows.impossible = False
                self.retire(head)
        return self._heads[var, values]

    def _solved(self, heads: Sequence[Head]) -> Assignment | None:
        self._solves += 1
        values = self.solve(heads)
        return None if values is None else self._assignment(values)

    def _assignment(self, values: Sequence[int]) -> Assignment:
        return {var: self._rows.value(var).at(values) for var in self.model.variables}
