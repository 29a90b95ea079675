"""Constraints that compare: all different, all equal, in order, one before the other, inverse to each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from models.errors import ModelError
from models.kit.names import count
from models.language.expressions import LinearExpr, Literal
from solvers.formats.xcsp3.expressions import whole
from solvers.formats.xcsp3.parts import MAX_LISTED_VALUES, ConstraintParts, Reason, brackets
from solvers.formats.xcsp3.tree import XmlElement
from solvers.lowering.reifiable import FALSE, AnyOf, Reifiable, enforce, negated

Row = Sequence[LinearExpr]


class Orders(ConstraintParts):
    """Posts how numbers, or whole lists of them, compare."""

    def all_different(self, element: XmlElement, reason: Reason) -> None:
        """No two numbers or lists are the same, excepted ones aside; of a matrix, none in a row or a column."""
        matrix = element.child("matrix")
        lists = self.lists(element) if matrix is None else self.matrix(matrix.text)
        if matrix is None and len(lists) > 1:
            self._compared(lists, element, reason, are_same=False)
            return
        if matrix is not None:
            lists += map(list, zip(*lists, strict=True))
        for one in lists or [self.sums(element)]:
            if element.child("except"):
                self._compared([(entry,) for entry in one], element, reason, are_same=False)
            else:
                self.model.add_all_different(map(self.expressions.variable, one), **reason)

    def all_equal(self, element: XmlElement, reason: Reason) -> None:
        """All numbers or lists are the same; with exceptions, programs do not agree on what it says."""
        lists = self.lists(element)
        rows: Sequence[Row] = lists if len(lists) > 1 else [(entry,) for entry in self.sums(element)]
        self._compared(rows, element, reason, are_same=True)

    def _compared(self, rows: Sequence[Row], element: XmlElement, reason: Reason, are_same: bool) -> None:
        """All rows are the same, or any two differ, but for those that are excepted."""
        if len({*map(len, rows)}) > 1:
            raise ModelError(f"the lists of {element.tag} are not of one length")
        excepted, free = element.child("except"), [list[Literal]() for _ in rows]
        if excepted is not None:
            text = excepted.text
            words = [*brackets(text)] if "(" in text else [[word] for word in text.split()]
            values = [[whole(word.strip()) for word in row] for row in words]
            free = [[self._is_among(row, values)] for row in rows]
        ends = [*zip(rows, free, strict=True)]
        pairs = pairwise(ends) if are_same else combinations(ends, 2)
        for (one, is_free), (other, is_other_free) in self.clock.along(pairs):
            equal = self._same(one, other)
            counts = [~literal for literal in (*is_free, *is_other_free)]
            enforce(self.model, equal if are_same else negated(equal), *counts, **reason)

    def _is_among(self, row: Row, values: Sequence[Sequence[int]]) -> Literal:
        if any(len(one) != len(row) for one in values):
            raise ModelError(f"what is excepted is expected to have {count(len(row), 'value')}, as the lists have")
        if len(row) == 1:
            return self.expressions.variable(row[0]).is_in(value for (value,) in values)
        same = (self._same(row, [LinearExpr({}, value) for value in one]) for one in values)
        return self.expressions.truth(self.expressions.any(*same))

    def _same(self, one: Row, other: Row) -> Reifiable:
        relations = [self.expressions.relation("eq", *pair) for pair in zip(one, other, strict=True)]
        return relations[0] if len(relations) == 1 else self.expressions.all(*relations)

    def ordered(self, element: XmlElement, reason: Reason) -> None:
        """Each is less than the next, or not greater, or the other way around; with its length, where it has one."""
        name, sums = self.operator(element), self.sums(element)
        lengths = self.sums(element, "lengths") if element.child("lengths") else [LinearExpr({}, 0)] * len(sums)
        if not len(sums) - 1 <= len(lengths) <= len(sums):
            raise ModelError(f"{len(lengths)} lengths for {len(sums)} numbers in order")
        for (one, other), length in zip(pairwise(sums), lengths, strict=False):
            enforce(self.model, self.expressions.relation(name, one + length, other), **reason)

    def lex(self, element: XmlElement, reason: Reason) -> None:
        """Each list comes before the next in the order of a dictionary, or behind it; rows and columns of a matrix."""
        name, matrix = self.operator(element), element.child("matrix")
        chains: list[list[Any]] = [self.lists(element) if matrix is None else self.matrix(matrix.text)]
        if matrix is not None:
            chains.append([*zip(*chains[0], strict=True)])
        if matrix is None and len(chains[0]) < 2:
            raise ModelError("lex is expected to have two lists or more, or a matrix")
        add = self.model.add_lexicographic_less if name[1] == "t" else self.model.add_lexicographic_less_equal
        for lists in chains:
            for pair in pairwise(lists if name[0] == "l" else lists[::-1]):
                add(*pair, **reason)

    def precedence(self, element: XmlElement, reason: Reason) -> None:
        """No value is taken before the one that the list of values has before it; ``covered``, all are taken."""
        variables = [*map(self.expressions.variable, self.sums(element))]
        listed = element.child("values")
        if listed is None and sum(len(var.domain) for var in variables) > MAX_LISTED_VALUES:
            raise ModelError(f"<precedence> of variables with more than {MAX_LISTED_VALUES:,} values together")
        if listed is None:
            values = sorted({value for var in variables for value in self.clock.along(var.domain)})
        else:
            values = [*map(whole, listed.text.split())]
        for first, second in pairwise(values):
            seen: Reifiable = FALSE
            for var in self.clock.along(variables):
                enforce(self.model, self.expressions.any(AnyOf((var != second,)), seen), **reason)
                seen = AnyOf((self.expressions.truth(self.expressions.any(seen, AnyOf((var == first,)))),))
        if values and listed is not None and listed.attributes.get("covered") == "true":
            self.model.add_bool_or([var == values[-1] for var in variables], **reason)

    def channel(self, element: XmlElement, reason: Reason) -> None:
        """Two lists are inverse to each other, or one is to itself; or one of Booleans has its only 1 at a place."""
        lists = [[*map(self.expressions.variable, one)] for one in self.lists(element) or [self.sums(element)]]
        firsts = [whole(child.attributes.get("startIndex", "0")) for child in element.children if child.tag == "list"]
        ones, first = lists[0], (firsts or [0])[0]
        if element.child("value"):
            place = self.expressions.variable(self.expressions.sum(self.text(element, "value")) - first)
            for at, var in enumerate(ones):
                self.model.add((var == 1) == (place == at), **reason)
            self.model.add_bool_or([place.is_in(range(len(ones)))], **reason)
            return
        others, start = lists[-1], (firsts or [0])[-1]
        if len(ones) > len(others) or len(lists) > 2:
            raise ModelError(
                f"channel is given {len(lists)} lists, the first of {count(len(ones), 'variable')}; "
                "two can be taken, of which the second is not the shorter one"
            )
        for at, var in enumerate(self.clock.along(ones), first):
            self.model.add_bool_or([var.is_in(range(start, start + len(others)))], **reason)
            for value, other in enumerate(others, start):
                self.model.add_bool_or([var != value, other == at], **reason)
                if len(ones) == len(others):
                    self.model.add_bool_or([var == value, other != at], **reason)
