"""Linear constraints as clauses: reduced multi-valued decision diagrams.

The variables are read one after another, those with few values first, a layer of the diagram for each. What the
sum still lacks after some of them, the *rest*, is a node; a value of the next variable is an edge to a node of
the next layer. Every node that matters is a SAT variable, as in Abío and Stuckey, "Encoding linear constraints
into SAT" (CP 2014). Nodes that the variables still to come cannot tell apart are one node; a node that nothing
can rescue becomes a clause at once; one that nothing can spoil is dropped.

With s nodes in the layer of a variable of d values, that variable takes at most s·d clauses, and as many
auxiliary variables as the next layer has nodes. The clauses for edges (``node ∧ x = v ⇒ next node``) need no
condition: they forbid nothing by themselves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from models.language.model import Linear
from solvers.lowering.sat.clauses import ClauseList, Unless
from solvers.lowering.sat.variables import Integers

Column = Sequence[tuple[int, int]]
"""For each value of one variable what it adds to the sum, ascending, and the SAT literal that says so."""

Edges = list[int]
"""From one node, for each value of a column: to which node of the next layer, by rank among them, 1 the tightest."""

TOO_LARGE = 0
"""The rank, tighter than all nodes, that stands for sums which are too large whatever comes."""

Layer = list[Edges]
"""The nodes before one column, the tightest first."""


def linear(constraint: Linear, integers: Integers, unless: Unless) -> None:
    sign = -1 if constraint.relation == ">=" else 1
    columns = columns_of([(sign * coefficient, var.index) for coefficient, var in constraint.terms], integers)
    total = sign * constraint.constant
    if len(columns) < 2:
        _up_to_one_variable(columns, total, constraint.relation, integers.clauses, unless)
    elif constraint.relation in ("==", "!="):
        _exact(columns, total, constraint.relation == "==", integers.clauses, unless)
    else:
        _at_most(columns, total, integers.clauses, unless)


def columns_of(terms: Sequence[tuple[int, int]], integers: Integers) -> list[Column]:
    """A column for each (coefficient, index of a variable), those with few values first."""
    columns = [
        sorted((coefficient * value, equal) for value, equal in integers.equals[index].items())
        for coefficient, index in terms
        if coefficient
    ]
    return sorted(columns, key=len)


def _up_to_one_variable(
    columns: Sequence[Column], total: int, relation: str, clauses: ClauseList, unless: Unless
) -> None:
    """x ≠ v for each value that breaks the relation; without a variable, the relation holds or it does not."""
    holds = {"==": total.__eq__, "!=": total.__ne__}.get(relation, total.__ge__)
    if columns:
        clauses += [(-equal, *unless) for added, equal in columns[0] if not holds(added)]
    elif not holds(0):
        clauses.append(unless)


def _exact(columns: Sequence[Column], total: int, equal_to: bool, clauses: ClauseList, unless: Unless) -> None:
    """The columns add up to ``total``; or, where not ``equal_to``, to anything else.

    After the first variable its own literals are the nodes, before the last a node is a literal of the
    last. So two variables are matched value by value, and three take no auxiliary variable.

    - node ∧ x = v ⇒ next node
    - before the last variable, node ∧ x = v ⇒ last = rest; for ``!=``, last ≠ rest
    - where the rest cannot be made up, ``==`` takes node ⇒ x ≠ v; ``!=`` holds there
    """
    last = dict(columns[-1])
    possible = _possible_rests(columns, total)
    nodes: dict[int, tuple[int, ...]] = {total: ()}  # by rest, the negated literal of the node
    for place, column in enumerate(columns[:-1], 1):
        before_last = place == len(columns) - 1
        following: dict[int, tuple[int, ...]] = {}
        for rest, node in nodes.items():
            clauses.check_clock()
            for added, equal in column:
                left = rest - added
                if left not in possible[place]:
                    if equal_to:
                        clauses.append((*node, -equal, *unless))
                elif before_last:
                    clauses.append((*node, -equal, last[left] if equal_to else -last[left], *unless))
                elif not node:
                    following[left] = (-equal,)
                else:
                    if left not in following:
                        following[left] = (-clauses.new_variable(),)
                    clauses.append((*node, -equal, -following[left][0]))
        nodes = following
    if equal_to:
        clauses += [(-equal, *unless) for added, equal in columns[-1] if added not in possible[-1]]


def _possible_rests(columns: Sequence[Column], total: int) -> list[set[int]]:
    """Before each column, the rests that earlier ones can leave and that later ones can make up."""
    lowest, highest = _suffix_sums(columns)
    rests = [{total}]
    for place, column in enumerate(columns[:-1], 1):
        low, high = lowest[place], highest[place]
        lefts = {rest - added for rest in rests[-1] for added, _ in column}
        rests.append({left for left in lefts if low <= left <= high})
    rests[-1] &= {added for added, _ in columns[-1]}
    for place in range(len(columns) - 2, 0, -1):
        made_up = rests[place + 1]
        rests[place] = {rest for rest in rests[place] if any(rest - added in made_up for added, _ in columns[place])}
    return rests


def _suffix_sums(columns: Sequence[Column]) -> tuple[list[int], list[int]]:
    lowest = accumulate((column[0][0] for column in reversed(columns)), initial=0)
    highest = accumulate((column[-1][0] for column in reversed(columns)), initial=0)
    return list(lowest)[::-1], list(highest)[::-1]


def _at_most(columns: Sequence[Column], total: int, clauses: ClauseList, unless: Unless) -> None:
    """The columns add up to at most ``total``.

    The nodes of a layer are ordered, the tightest first.

    - node ∧ x = v ⇒ next node, or node ⇒ x ≠ v where nothing fits any more. Left out where the next
      roomier node says the same, and without ``x = v`` for the smallest v, which asks least of all
    - node ⇒ next roomier node
    """
    lowest, highest = _suffix_sums(columns)
    if total >= highest[0]:
        return
    if total < lowest[0]:
        clauses.append(unless)
        return
    layers, fits = _merged_nodes(columns, total)
    nodes: list[Unless] = [(), unless]  # by rank, what frees from the node; nothing is TOO_LARGE
    for column, layer, size in zip(columns, layers, [*map(len, layers[1:]), len(fits)], strict=False):
        fresh = list(clauses.new_variables(size))
        conclusions = [(), *((node,) for node in fresh)]  # by rank; what is TOO_LARGE is ruled out
        roomier = [_small_enough(size)] * len(column)
        for rank in range(len(layer), 0, -1):
            clauses.check_clock()
            edges = layer[rank - 1]
            if edges[0] < roomier[0]:
                clauses.append((*nodes[rank], *conclusions[edges[0]]))
            for edge, edge_of_roomier, (_, equal) in zip(edges, roomier, column, strict=True):
                if edge < edge_of_roomier and edge < edges[0]:
                    clauses.append((*nodes[rank], -equal, *conclusions[edge]))
            roomier = edges
        clauses += [(-tight, roomy) for tight, roomy in pairwise(fresh)]
        nodes = [(), *((-node,) for node in fresh)]
    fits_roomier = len(columns[-1])
    for rank in range(len(fits), 0, -1):
        for _, equal in columns[-1][fits[rank - 1] : fits_roomier]:
            clauses.append((*nodes[rank], -equal))
        fits_roomier = fits[rank - 1]


def _small_enough(nodes: int) -> int:
    """The rank, roomier than all of so many ``nodes``, for sums that are small enough whatever comes."""
    return nodes + 1


def _merged_nodes(columns: Sequence[Column], total: int) -> tuple[list[Layer], list[int]]:
    """The nodes before each column, rests with the same edges being one node.

    There is the layer before each column but the last; and for each node before that, how many of its values still fit.
    """
    lowest, highest = _suffix_sums(columns)
    rests = [[total]]
    for place, column in enumerate(columns[:-1], 1):
        low, high = lowest[place], highest[place]
        lefts = {rest - added for rest in rests[-1] for added, _ in column}
        rests.append(sorted(left for left in lefts if low <= left < high))
    last = [added for added, _ in columns[-1]]
    fits_by_rest = {rest: bisect_right(last, rest) for rest in rests[-1]}
    fits = sorted(set(fits_by_rest.values()))
    ranks = {rest: bisect_right(fits, fit) for rest, fit in fits_by_rest.items()}
    layers: list[Layer] = []
    small_enough = _small_enough(len(fits))
    for place in range(len(columns) - 2, -1, -1):
        low, high = lowest[place + 1], highest[place + 1]
        layer: Layer = []
        own_ranks = {}
        for rest in rests[place]:
            lefts_here = [rest - added for added, _ in columns[place]]
            edges = [small_enough if left >= high else TOO_LARGE if left < low else ranks[left] for left in lefts_here]
            if not layer or edges != layer[-1]:
                layer.append(edges)
            own_ranks[rest] = len(layer)
        layers.append(layer)
        ranks, small_enough = own_ranks, _small_enough(len(layer))
    return layers[::-1], fits
