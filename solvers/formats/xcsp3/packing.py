"""Constraints on what is placed: bins, knapsacks, flows, tasks, boxes and circuits."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le

from models.errors import ModelError
from models.language.auxiliaries import values_of
from models.language.expressions import LinearExpr
from models.language.scheduling import Interval
from solvers.formats.xcsp3.expressions import ends_of, whole
from solvers.formats.xcsp3.parts import CONDITION, ConstraintParts, Reason, brackets, start_of
from solvers.formats.xcsp3.tree import XmlElement
from solvers.lowering.reifiable import AnyOf, enforce


class Packing(ConstraintParts):
    """Posts what is placed somewhere."""

    def bin_packing(self, element: XmlElement, reason: Reason) -> None:
        """The sizes that lie in a bin come to no more than its limit, to its load, or to what a condition says."""
        places, sizes = (self.sums(element, tag) for tag in ("list", "sizes"))
        if len(places) != len(sizes) or any(size.terms for size in sizes):
            raise ModelError(f"{len(places)} items are expected to have as many sizes, which are numbers")
        items = [*zip(map(self.expressions.variable, places), (size.constant for size in sizes), strict=True)]
        tag = next((tag for tag in ("limits", "loads") if element.child(tag) is not None), "")
        bounds = self.sums(element, tag) if tag else []
        bins = range(len(bounds)) if tag else sorted({value for place, _ in items for value in place.domain})
        loads = []
        for one in bins:
            inside = (self.expressions.as_number(AnyOf((place == one,))) * size for place, size in items)
            loads.append(sum(inside, LinearExpr({}, 0)))
        for place, _ in items:
            self.model.add_bool_or([place.is_in(bins)], **reason)
        for load, bound in zip(loads, bounds, strict=False):
            enforce(self.model, self.expressions.relation("le" if tag == "limits" else "eq", load, bound), **reason)
        for load in () if tag else loads:
            self.conditioned(load, element, reason)
        if not tag and (found := CONDITION.fullmatch(self.text(element, "condition"))) and found[1] in ("le", "lt"):
            bounds = [self.expressions.sum(found[2].strip())] * len(loads)
        if bounds and all(size >= 0 for _, size in items):
            self._exactly(loads, [values_of(bound)[-1] for bound in bounds], sum(size for _, size in items), reason)

    def _exactly(self, loads: Sequence[LinearExpr], most: Sequence[int], total: int, reason: Reason) -> None:
        """Each load between what the others cannot take and its most: sums of few values are propagated exactly."""
        most = [min(total, one) for one in most]
        least = [max(0, total - sum(most) + one) for one in most]
        if all(map(le, least, most)):
            exact = [self.model.new_int_var(*ends, "") for ends in zip(least, most, strict=True)]
            self.model.add([load == one for load, one in zip(loads, exact, strict=True)], **reason)
            self.model.add(sum(exact, LinearExpr({}, 0)) == total, **reason)

    def no_overlap(self, element: XmlElement, reason: Reason) -> None:
        """Tasks on a line or boxes in the plane; ``zeroIgnored``, those of length 0 may lie anywhere."""
        ignored = element.attributes.get("zeroIgnored", "true") == "true"
        origins, lengths = (self.points(self.text(element, tag)) for tag in ("origins", "lengths"))
        if len({*map(len, (*origins, *lengths))}) > 1 or len(origins) != len(lengths):
            raise ModelError(f"{len(origins)} origins and {len(lengths)} lengths that do not fit together")
        sides = [
            [self._interval(start, size, None, reason, ignored) for start, size in zip(*axis, strict=True)]
            for axis in zip(zip(*origins, strict=True), zip(*lengths, strict=True), strict=True)
        ]
        if len(sides) > 2:
            raise ModelError("boxes of more than 2 dimensions cannot be taken")
        if sides:
            (self.model.add_no_overlap if len(sides) == 1 else self.model.add_no_overlap_2d)(*sides, **reason)

    def cumulative(self, element: XmlElement, reason: Reason) -> None:
        starts, sizes, heights = (self.sums(element, tag) for tag in ("origins", "lengths", "heights"))
        ends = self.sums(element, "ends") if element.child("ends") else [None] * len(starts)
        if not len(starts) == len(sizes) == len(ends):
            raise ModelError(
                f"{len(starts)} origins, {len(sizes)} lengths and {len(ends)} ends that do not fit together"
            )
        found = CONDITION.fullmatch(self.text(element, "condition"))
        if found is None or found[1] not in ("le", "lt"):
            raise ModelError("a <condition> such as (le,5) is expected; of cumulative, (le,…) and (lt,…) can be taken")
        most = self.expressions.sum(found[2]) - (found[1] == "lt")
        tasks = [self._interval(*one, reason) for one in zip(starts, sizes, ends, strict=True)]
        self.model.add_cumulative(tasks, heights, most, **reason)

    def _interval(
        self, start: LinearExpr, size: LinearExpr, end: LinearExpr | None, reason: Reason, ignored: bool = False
    ) -> Interval:
        end = start + size if end is None else end
        if not ignored or ends_of(size)[0] > 0:
            return self.model.new_interval_var(start, size, end, **reason)
        enforce(self.model, size >= 0, **reason)
        return self.model.new_optional_interval_var(start, size, end, self.expressions.truth(size >= 1), **reason)

    def circuit(self, element: XmlElement, reason: Reason) -> None:
        """One way around two nodes or more by the variables' values; each of the others is its own successor."""
        first = start_of(element)
        following = [*enumerate(map(self.expressions.variable, self.sums(element)), first)]
        nodes = range(first, first + len(following))
        arcs = [(node, head, var == head) for node, var in following for head in var.domain if head in nodes]
        self.model.add_circuit(arcs, **reason)
        visited = [var != node for node, var in following]
        for _, var in following:
            self.model.add_bool_or([var.is_in(nodes)], **reason)
        self.model.add_bool_or(visited, **reason)
        if size := element.child("size"):
            many = sum((test.as_sum() for test in visited), LinearExpr({}, 0))
            enforce(self.model, self.expressions.relation("eq", many, self.expressions.sum(size.text)), **reason)

    def knapsack(self, element: XmlElement, reason: Reason) -> None:
        """The weights of what is taken meet the limit or the first condition, its profits the last one."""
        weight, profit = (self.total(element, tag) for tag in ("weights", "profits"))
        conditions = sum(child.tag == "condition" for child in element.children)
        if conditions != (1 if element.child("limit") else 2):
            raise ModelError("knapsack is expected to have two conditions, or a limit and one condition")
        if element.child("limit"):
            most = self.expressions.sum(self.text(element, "limit"))
            enforce(self.model, self.expressions.relation("le", weight, most), **reason)
        else:
            self.conditioned(weight, element, reason)
        self.conditioned(profit, element, reason, conditions - 1)

    def flow(self, element: XmlElement, reason: Reason) -> None:
        """What leaves each node is its balance more than what comes to it; a condition bounds the weighted sum."""
        flows, balances = self.sums(element), self.sums(element, "balance")
        arcs = [[*map(whole, map(str.strip, words))] for words in brackets(self.text(element, "arcs"))]
        nodes = sorted({node for arc in arcs for node in arc})
        if len(arcs) != len(flows) or len(nodes) != len(balances) or any(len(arc) != 2 for arc in arcs):
            found = f"{len(flows)} flows, {len(arcs)} arcs, {len(nodes)} nodes and {len(balances)} balances"
            raise ModelError(f"{found}; each flow is expected to have an arc such as (0,1), each node a balance")
        surplus = dict.fromkeys(nodes, LinearExpr({}, 0))
        for (tail, head), flow in zip(arcs, flows, strict=True):
            surplus[tail] += flow
            surplus[head] -= flow
        for balance, total in zip(balances, surplus.values(), strict=True):
            enforce(self.model, self.expressions.relation("eq", total, balance), **reason)
        if element.child("condition"):
            self.conditioned(self.total(element, "weights"), element, reason)
