"""Cutting a search tree into cubes: conjunctions of decisions that share no answer and leave none out.

The largest node is opened first, by how many ways there are left to decide what is open; what propagation refutes on
the way is gone already. Where the cuts are depends on the model alone, not on time, nor on who works on the pieces.

Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads", 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from solvers.core.backend import OutOfTime
from solvers.run.splitting.covers import CoverTree
from solvers.run.splitting.tree import Decision, Tree

DEFAULT_CUBES = 400
"""Cubes that a search is cut into where nobody says how deep: some of them take ten times as long as others, and still
each of a few workers has about as much to do."""

FEW_CUBES = 30
"""Cubes for somebody who learns and is asked for a few answers: what is learnt in one serves the next, and the more
there are, the more is learnt over again. Planted dials 8x6x24 of seed 1 took 24 s in 24 of them, and 32 s in 415."""

MAX_NODES = 20_000
"""Nodes looked at before a tree is left in fewer pieces: one in which propagation refutes nearly everything."""


@dataclass(frozen=True)
class Cube:
    """A part of a search: the decisions from the root on, and its share of the tree."""

    decisions: tuple[Decision, ...]
    share: float  # the probability to come here where all alternatives are as likely; the refuted make up the rest to 1


def cut(tree: Tree | CoverTree, pieces: int = DEFAULT_CUBES, depth: int | None = None) -> list[Cube]:
    """The cubes of a tree, in its order from the first alternative to the last; none where it has no answer.

    There are about so many ``pieces``, or as many as have ``depth`` decisions; fewer where the tree is small or its
    clock up.
    """
    if not tree.holds:
        return []
    nodes: list[tuple[float, tuple[int, ...], Cube]] = [(0.0, (), Cube((), 1.0))]
    done: list[tuple[float, tuple[int, ...], Cube]] = []
    looked_at = 0
    while nodes and (depth is not None or len(nodes) + len(done) < pieces) and looked_at < MAX_NODES:
        _, path, cube = largest = heappop(nodes)
        if len(cube.decisions) == depth:
            done.append(largest)
            continue
        below = []
        try:
            tree.go_to(cube.decisions)
            alternatives = tree.alternatives()
            for place, decision in enumerate(alternatives):
                looked_at += 1
                size = tree.size_below(decision)
                if size is not None:
                    part = Cube((*cube.decisions, decision), cube.share / len(alternatives))
                    below.append((-size if depth is None else float(len(part.decisions)), (*path, place), part))
        except OutOfTime:
            done.append(largest)
            break
        if not alternatives:
            done.append(largest)
        for node in below:
            heappush(nodes, node)
    return [cube for _, _, cube in sorted([*done, *nodes], key=lambda node: node[1])]


def left_open(tree: Tree | CoverTree, cubes: Sequence[Cube]) -> float:
    """How much of what is open at the root is open in a cube, on the average of them all."""
    if not cubes:
        return 0.0
    tree.go_to(())
    whole, sizes = tree.size(), []
    for cube in cubes:
        tree.go_to(cube.decisions)
        sizes.append(tree.size())
    return sum(sizes) / len(sizes) / whole if whole else 0.0
