"""The propagator for a circuit: no way around comes too early, and every node can be reached from every other.

Each node has one true arc in and one out, which exactly-ones say. What is left to see is that the true arcs close no
circuit while a node is outside of it (nocycle: Caseau and Laburthe 1997), and that along arcs that can still be true
each node is reached from the first and reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.language.constraints import ExactlyOne
from models.language.declarations import Lowered
from models.language.expressions import Literal
from solvers.backends.backtracking.literals import CellLiteral
from solvers.backends.backtracking.store import Propagator, Store

Arc = tuple[int, int, CellLiteral]

MAX_ARC_VALUES = 1 << 16  # of a variable whose value says whether an arc is true


class CircuitPropagator(Propagator):
    """The true arcs make one way around all nodes, numbered from 0, but those with a true arc to themselves.

    Wakes when a literal's cell shrinks. O(arcs) a run.
    """

    __slots__ = ("nodes", "arcs")

    def __init__(self, nodes: int, arcs: Sequence[Arc]) -> None:
        super().__init__(tuple(cell for _, _, (cell, _) in arcs))
        self.nodes = nodes
        self.arcs = tuple(arcs)

    def propagate(self, store: Store) -> bool:
        domains, nodes = store.domains, range(self.nodes)
        following, preceding = [-1] * self.nodes, [-1] * self.nodes
        heads: list[list[int]] = [[] for _ in nodes]
        tails: list[list[int]] = [[] for _ in nodes]
        is_in, is_out = [True] * self.nodes, [False] * self.nodes
        for tail, head, (cell, yes) in self.arcs:
            true = domains[cell] & yes
            if not true:
                continue
            if tail == head:
                is_in[tail] = False
                is_out[tail] = is_out[tail] or true == domains[cell]
                continue
            heads[tail].append(head)
            tails[head].append(tail)
            if true == domains[cell]:
                if following[tail] >= 0 or preceding[head] >= 0:
                    return False
                following[tail], preceding[head] = head, tail
        for node in nodes:
            is_in[node] = is_in[node] or following[node] >= 0 or preceding[node] >= 0
            if is_in[node] and is_out[node]:
                return False
        inside = sum(is_in)

        # Paths of true arcs: where the one that ends at a node began, unless it has all that is inside.
        begin = [-1] * self.nodes
        for node in nodes:
            if following[node] < 0 or preceding[node] >= 0:
                continue
            here, length = node, 1
            while following[here] >= 0:
                here = following[here]
                length += 1
            if length < inside:
                begin[here] = node
        connected = [True] * self.nodes
        if inside:
            first = is_in.index(True)
            there, back = _reached(first, heads), _reached(first, tails)
            for node in nodes:
                connected[node] = there[node] and back[node]
                if is_in[node] and not connected[node]:
                    return False
        for tail, head, (cell, yes) in self.arcs:
            if tail == head:
                if not connected[tail] and not store.narrow(cell, yes):
                    return False
            elif begin[tail] == head and not store.narrow(cell, ~yes):
                return False
        return True


def _reached(first: int, beside: Sequence[Sequence[int]]) -> list[bool]:
    reached, waiting = [False] * len(beside), [first]
    reached[first] = True
    while waiting:
        for node in beside[waiting.pop()]:
            if not reached[node]:
                reached[node] = True
                waiting.append(node)
    return reached


def takes(stated: Lowered) -> bool:
    """Whether the propagator has a form of it: no arc comes twice, and its literal tests one of few values."""
    if stated.kind != "circuit":
        return False
    (arcs,) = stated.arguments
    return len({arc[:2] for arc in arcs}) == len(arcs) and all(
        len(literal.var.domain) <= MAX_ARC_VALUES for _, _, literal in arcs
    )


def one_in_one_out(arcs: Sequence[tuple[int, int, Literal]]) -> Iterator[ExactlyOne]:
    """Each node has one true arc that leaves it and one that enters it, which may be the same."""
    nodes = sorted({node for tail, head, _ in arcs for node in (tail, head)})
    leaving: dict[int, list[Literal]] = {node: [] for node in nodes}
    entering: dict[int, list[Literal]] = {node: [] for node in nodes}
    for tail, head, literal in arcs:
        leaving[tail].append(literal)
        entering[head].append(literal)
    for node in nodes:
        yield from (ExactlyOne(tuple(leaving[node])), ExactlyOne(tuple(entering[node])))
