"""Models as rows in solvers of Boolean and integer sums, searched again and again under what is assumed.

The rows are those of ``solvers.lowering.mip.rows``. Whatever is to hold in some searches only, as a given, an
assumption or that an answer is not to come again, becomes rows that count where a *head* is true, a Boolean of their
own; a search assumes the heads it needs. Every number stays below a million, which any such solver carries.

Where a solver has Booleans alone, a column is its least value and the bits of what lies above it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence, Set
from typing import Any

from models.language.expressions import IntVar
from models.language.model import Assignment, Givens, Literal, Model
from solvers.backends.shared.apart import ApartBackend
from solvers.core.backend import Assignments, Clock, Search, Settings
from solvers.lowering.mip.carrying import IntegerRow
from solvers.lowering.mip.rows import IntegerRows, unsupported_reason

Head = Any
"""A Boolean of the solver."""


class RowBackend(ApartBackend):
    """A solver that is given rows."""

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)


class RowSearch(Search):
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


class BitRowSearch(RowSearch):
    """A model as rows over the bits of columns."""

    @abstractmethod
    def negated(self, bit: Head) -> Head:
        """The negation of a Boolean."""

    @abstractmethod
    def at_most(self, terms: Sequence[tuple[Head, int]], most: int, head: Head | None) -> None:
        """Where the head is true, or always, the weights of true Booleans come to no more than ``most``.

        They might otherwise; where ``most`` is negative, nothing keeps to it.
        """

    def _reset(self) -> bool:
        self._bits: list[tuple[int, list[tuple[Head, int]]]] = []  # of each column the least, and bits with weights
        return super()._reset()

    def new_column(self, least: int, greatest: int) -> None:
        size = (greatest - least).bit_length()
        bits = [(self.new_head(), 1 << place) for place in range(size)]
        self._bits.append((least, bits))
        self._weigh(bits, greatest - least, None)

    def new_row(self, row: IntegerRow, head: Head | None) -> None:
        constant = sum(coefficient * self._bits[column][0] for column, coefficient in row.terms.items())
        weights = [
            (bit, coefficient * weight)
            for column, coefficient in row.terms.items()
            for bit, weight in self._bits[column][1]
        ]
        if row.most is not None:
            self._weigh(weights, row.most - constant, head)
        if row.least is not None:
            self._weigh([(bit, -weight) for bit, weight in weights], constant - row.least, head)

    def _weigh(self, weights: Sequence[tuple[Head, int]], most: int, head: Head | None) -> None:
        """Say ``at_most`` where it says something; a negative weight becomes that of the negation."""
        terms = [(bit if weight > 0 else self.negated(bit), abs(weight)) for bit, weight in weights if weight]
        most += sum(-weight for _, weight in weights if weight < 0)
        if most < sum(weight for _, weight in terms):
            self.at_most(terms, most, head)

    def _values(self, is_true: Callable[[Head], bool]) -> list[int]:
        return [least + sum(weight for bit, weight in bits if is_true(bit)) for least, bits in self._bits]
