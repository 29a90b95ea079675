"""Models as rows in solvers of Boolean and integer sums.

The rows are those of ``solvers.lowering.mip.rows``. Every number stays below a million, which any such solver carries.
Where a solver has Booleans alone, a column is its least value and the bits of what lies above it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence, Set

from models.language.expressions import IntVar
from models.language.model import Assignment, Givens, Literal, Model
from solvers.backends.external.assuming import AssumingSearch, Head, Hopeless
from solvers.backends.shared.apart import ApartBackend
from solvers.lowering.mip.carrying import IntegerRow
from solvers.lowering.mip.rows import IntegerRows, unsupported_reason


class RowBackend(ApartBackend):
    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)


class RowSearch(AssumingSearch):
    """A model as rows in such a solver; what counts under a head is a row that holds where the head is true."""

    def size(self) -> dict[str, int]:
        return {"columns": self._loaded[0], "rows": self._loaded[1]}

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
    def solve(self, heads: Sequence[Head]) -> list[int] | None:
        """The value of each column in a solution in which the heads are true; None when there is none."""

    # What is made of it

    def _reset(self) -> bool:
        self.begin()
        self._heads: dict[tuple[IntVar, Set[int]], Head] = {}
        self._rows = IntegerRows(self.model)
        self._posted = [0, 0]
        self._post_new(None)
        self._loaded = tuple(self._posted)
        return True

    def _post_new(self, head: Head | None) -> None:
        columns, rows = self._posted
        for least, greatest in self._rows.columns[columns:]:
            self.new_column(least, greatest)
        for row in self._rows.rows[rows:]:
            self.new_row(row, head)
        self._posted = [len(self._rows.columns), len(self._rows.rows)]

    def contradicts(self, givens: Givens, assumptions: Sequence[Literal]) -> bool:
        return self._rows.impossible or not all(literal.values for literal in assumptions)

    def head(self, literal: Literal) -> Head:
        wanted = literal.var, literal.values
        if wanted not in self._heads:
            head = self._heads[wanted] = self.new_head()
            for column, (least, most) in self._rows.restricted(*wanted).items():
                self.new_row(IntegerRow({column: 1}, least, most), head)
            self._post_new(head)
            if self._rows.impossible:
                self._rows.impossible = False
                self.retire(head)
        return self._heads[wanted]

    def find(self, heads: Sequence[Head]) -> Assignment | None:
        self._solves += 1
        values = self.solve(list(dict.fromkeys(heads)))
        return None if values is None else self._assignment(values)

    def demand_better(self, assignment: Assignment, head: Head) -> None:
        assert self.model.objective is not None
        costs = list(self.model.objective.cost.summands())
        self._rows.keep_below(costs, sum(c * assignment[var] for c, var in costs))
        self._post_for_search(head)

    def forbid(self, assignment: Assignment, decisions: Sequence[IntVar], head: Head) -> None:
        self._rows.forbid((var, assignment[var]) for var in decisions)
        self._post_for_search(head)

    def _post_for_search(self, head: Head) -> None:
        self._post_new(head)
        if self._rows.impossible:
            self._rows.impossible = False  # for the next search
            raise Hopeless

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
