"""Tests of variables that are kept in digits, as cells of two bits that whatever reads literals can read.

Whether a variable reaches a value is tied to the digits by two conditional bounds. A test for a run of values is two
such thresholds, a test for several runs a clause over them; they prune long before the digits are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.language.domains import complement, runs_of
from models.language.expressions import IntVar, Literal
from solvers.backends.backtracking.linear import BoundsPropagator, Term
from solvers.backends.backtracking.literals import CellLiteral, ClausePropagator, ConditionalPropagator
from solvers.backends.backtracking.store import Store

NO, YES = 0b01, 0b10
"""The bits of such a cell."""


class Thresholds:
    """The cells that tell which tests hold; each is made and tied to the digits when it is first asked for."""

    def __init__(self, store: Store, terms: Callable[[IntVar], Sequence[Term]]) -> None:
        self._store = store
        self._terms = terms
        self._tests: dict[Literal, CellLiteral] = {}
        self._reached: dict[tuple[IntVar, int], CellLiteral] = {}

    def test(self, literal: Literal) -> CellLiteral:
        if literal not in self._tests:
            var = literal.var
            inside, outside = runs_of(literal.values), runs_of(complement(var.domain, literal.values))
            if len(outside) < len(inside):
                self._tests[literal] = _negated(self._any([self._within(var, run) for run in outside]))
            else:
                self._tests[literal] = self._any([self._within(var, run) for run in inside])
        return self._tests[literal]

    def _within(self, var: IntVar, run: range) -> CellLiteral:
        parts = [self._reaches(var, run[0])] if run[0] > var.domain[0] else []
        parts += [_negated(self._reaches(var, run[-1] + 1))] if run[-1] < var.domain[-1] else []
        return _negated(self._any([_negated(part) for part in parts]))

    def _reaches(self, var: IntVar, value: int) -> CellLiteral:
        if (var, value) not in self._reached:
            cell, terms = self._store.new_cell(NO | YES), self._terms(var)
            self._store.post(ConditionalPropagator([(cell, YES)], BoundsPropagator(terms, value, None)))
            self._store.post(ConditionalPropagator([(cell, NO)], BoundsPropagator(terms, None, value - 1)))
            self._reached[var, value] = cell, YES
        return self._reached[var, value]

    def _any(self, literals: Sequence[CellLiteral]) -> CellLiteral:
        if len(literals) == 1:
            return literals[0]
        one = self._store.new_cell(NO | YES if literals else NO), YES
        if literals:
            self._store.post(ClausePropagator([_negated(one), *literals]))
        for literal in literals:
            self._store.post(ClausePropagator([one, _negated(literal)]))
        return one


def _negated(literal: CellLiteral) -> CellLiteral:
    cell, bits = literal
    return cell, bits ^ (NO | YES)
