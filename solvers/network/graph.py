"""Exact covers as factor graphs: a node for each option that is left, a group for each item that is still to be met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

Numbers = Any
"""An array of numpy, which most installations do without."""


@dataclass(frozen=True)
class FactorGraph:
    """What is left of several exact covers, side by side: nodes are options, and a group has one member at most.

    Every node is in a group and every group has a member. An edge says that a node is in a group.

    Attributes:
        covers: how many exact covers there are.
        cover: the cover of each node, ascending; ``option`` is which of its options the node is.
        cover_of_group: the cover of each group, ascending.
        spare: 0 for a group of which one member is taken; 1 where it may be none.
        members: the node of each edge, group by group; a group's begin at its place in ``first_member``.
        groups: the group of each edge, node by node; a node's begin at its place in ``first_group``.
        impossible: for each cover, whether a group has no member left or a chosen option meets another.
    """

    covers: int
    cover: Numbers
    option: Numbers
    cover_of_group: Numbers
    spare: Numbers
    members: Numbers
    first_member: Numbers
    groups: Numbers
    first_group: Numbers
    impossible: Numbers

    @cached_property
    def sizes(self) -> Numbers:
        """How many members each group has."""
        return np.diff(np.append(self.first_member, len(self.members)))

    @cached_property
    def group_of_edge(self) -> Numbers:
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def must(self) -> Numbers:
        """For each edge of ``members``, whether its group takes one of them."""
        return np.repeat(self.spare == 0, self.sizes)


class CoverStructure:
    """The items and options that many exact covers share; each has its own options chosen in advance.

    The first ``primary`` items are met once, the others once at most. An option without items is no node.
    """

    def __init__(self, primary: int, secondary: int, options: Sequence[Sequence[int]]) -> None:
        self.options = len(options)
        self._items = primary + secondary
        self._primary = primary
        lengths = np.array([len(items) for items in options], dtype=np.int64)
        self._met = np.array([item for items in options for item in items], dtype=np.int64)  # option by option
        self._met_by = np.repeat(np.arange(self.options), lengths)
        by_item = np.argsort(self._met, kind="stable")
        self._item, self._option = self._met[by_item], self._met_by[by_item]  # item by item

    def left_by(self, chosen: Numbers, removed: Numbers | None = None) -> FactorGraph:
        """The graph of the covers in which these options are chosen, and others removed: a row of Booleans each."""
        covers = len(chosen)
        times = np.zeros((covers, self._items), dtype=np.int32)
        row, option = np.nonzero(chosen[:, self._met_by])
        np.add.at(times, (row, self._met[option]), 1)
        covered = times > 0
        impossible = (times > 1).any(axis=1)
        alive = np.zeros((covers, self.options), dtype=bool)
        alive[:, self._met_by] = True
        row, edge = np.nonzero(covered[:, self._met])
        alive[row, self._met_by[edge]] = False
        if removed is not None:
            alive &= ~removed

        cover, option = np.nonzero(alive)
        node = np.full((covers, self.options), -1, dtype=np.int64)
        node[cover, option] = np.arange(len(cover))
        edge_cover, edge = np.nonzero(alive[:, self._option])  # by cover, then by item
        item = self._item[edge]
        key = edge_cover * self._items + item
        first_member = np.flatnonzero(np.diff(key, prepend=-1))
        met = np.zeros((covers, self._items), dtype=bool)
        met[edge_cover, item] = True
        impossible |= ~(met | covered)[:, : self._primary].all(axis=1)
        group_of_edge = np.cumsum(np.diff(key, prepend=-1) != 0) - 1
        members = node[edge_cover, self._option[edge]]
        by_node = np.argsort(members, kind="stable")
        return FactorGraph(
            covers=covers,
            cover=cover,
            option=option,
            cover_of_group=edge_cover[first_member],
            spare=(item[first_member] >= self._primary).astype(np.float32),
            members=members,
            first_member=first_member,
            groups=group_of_edge[by_node],
            first_group=np.flatnonzero(np.diff(members[by_node], prepend=-1)),
            impossible=impossible,
        )


def side_by_side(graphs: Sequence[FactorGraph]) -> FactorGraph:
    """One graph of several."""

    def joined(part: str, counts: Sequence[int] | None = None) -> Numbers:
        parts = [getattr(graph, part) for graph in graphs]
        if counts is not None:
            offsets = np.cumsum([0, *counts[:-1]])
            parts = [each + offset for each, offset in zip(parts, offsets, strict=True)]
        return np.concatenate(parts)

    covers = [graph.covers for graph in graphs]
    nodes, groups, edges = (
        [len(part) for part in parts]
        for parts in zip(*((graph.cover, graph.spare, graph.members) for graph in graphs), strict=True)
    )
    return FactorGraph(
        covers=sum(covers),
        cover=joined("cover", covers),
        option=joined("option"),
        cover_of_group=joined("cover_of_group", covers),
        spare=joined("spare"),
        members=joined("members", nodes),
        first_member=joined("first_member", edges),
        groups=joined("groups", groups),
        first_group=joined("first_group", edges),
        impossible=joined("impossible"),
    )
