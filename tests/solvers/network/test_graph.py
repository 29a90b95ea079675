"""The graph of what is left of an exact cover."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from solvers.network.graph import CoverStructure, FactorGraph, side_by_side  # noqa: E402

OPTIONS = [(0, 3), (0,), (1, 2), (1, 3), (2,), ()]
"""Items 0, 1 and 2 are met once, item 3 once at most; the last option meets nothing, and is no node."""


def left(*chosen: int, removed: tuple[int, ...] = ()) -> FactorGraph:
    rows = np.zeros((2, len(OPTIONS)), dtype=bool)
    rows[0, [*chosen]] = True
    out = np.zeros_like(rows)
    out[0, [*removed]] = True
    return CoverStructure(3, 1, OPTIONS).left_by(rows, out)


def members(graph: FactorGraph, cover: int) -> set[tuple[int, ...]]:
    """The options in each group."""
    ends = [*graph.first_member[1:], len(graph.members)]
    groups = zip(graph.cover_of_group, graph.first_member, ends, strict=True)
    return {tuple(graph.option[graph.members[first:end]]) for of, first, end in groups if of == cover}


def test_a_group_has_the_options_that_meet_an_item_each() -> None:
    assert members(left(), 0) == {(0, 1), (2, 3), (2, 4), (0, 3)}
    assert sorted(left().spare) == [0] * 6 + [1] * 2


def test_what_is_chosen_takes_its_items_and_every_option_that_meets_one() -> None:
    graph = left(3)
    assert members(graph, 0) == {(1,), (4,)}
    assert members(graph, 1) == members(left(), 1)
    assert not graph.impossible.any()


def test_a_cover_is_impossible_where_an_item_is_met_twice_or_by_nothing_that_is_left() -> None:
    assert left(0, 1).impossible.tolist() == [True, False]
    assert left(removed=(0, 1)).impossible.tolist() == [True, False]


def test_nodes_know_their_groups_as_groups_know_their_members() -> None:
    graph = left(4)
    by_group = {
        (node, group) for group, nodes in enumerate(np.split(graph.members, graph.first_member[1:])) for node in nodes
    }
    by_node = {
        (node, group) for node, groups in enumerate(np.split(graph.groups, graph.first_group[1:])) for group in groups
    }
    assert by_group == by_node


def test_graphs_side_by_side_are_the_graph_of_all_their_covers() -> None:
    rows = np.zeros((3, len(OPTIONS)), dtype=bool)
    rows[1, 3] = rows[2, 0] = True
    structure = CoverStructure(3, 1, OPTIONS)
    whole, parts = structure.left_by(rows), side_by_side([structure.left_by(row[None]) for row in rows])

    def as_lists(graph: FactorGraph) -> dict[str, Any]:
        return {part: np.asarray(value).tolist() for part, value in vars(graph).items()}

    assert as_lists(parts) == as_lists(whole)
