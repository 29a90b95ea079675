"""Proposals for exact covers: what the network believes most, made sure of by the cover alone, in bounded attempts.

1. *Alone*: after each pass every group takes the member that it believes in most; where that is a cover, it is one.
2. *Sure first*: of what was no cover, the surest member is chosen, and whatever is then alone in its group (unit
   propagation). The network looks again at what is left, until there is a cover or a group without members.
3. *Attempts* begin with other members: the first are drawn by chance, by the root of how much they are believed.

Several covers, or several attempts at one, are at work side by side. Nothing found here proves anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from solvers.network.graph import CoverStructure, FactorGraph, Numbers
from solvers.network.inference import passes_over

PASSES_ALONE, PASSES_AGAIN = 64, 24
"""Passes over what is asked, and over what is left after each choice."""

DRAWN = 3
"""Choices that a further attempt begins with, drawn by chance."""

BELIEF_POWER = 0.5
"""The power of a belief by which it is drawn: what the network is sure of comes less often, as it was wrong of late."""

Stop = Callable[[], bool]


def covers_in(graph: FactorGraph, belief: Numbers) -> tuple[Numbers, Numbers]:
    """Which nodes their groups believe in most, and for each cover whether these are one."""
    if not len(graph.cover):
        return np.zeros(0, dtype=bool), ~graph.impossible
    believed = belief[graph.members]
    most = np.maximum.reduceat(believed, graph.first_member)
    taken = np.zeros(len(belief), dtype=bool)
    taken[graph.members[graph.must & (believed == most[graph.group_of_edge])]] = True
    times = np.add.reduceat(taken.astype(np.int32)[graph.members], graph.first_member)
    wrong = (times > 1) | ((times == 0) & (graph.spare == 0))
    return taken, ~(graph.impossible | (np.bincount(graph.cover_of_group[wrong], minlength=graph.covers) > 0))


class Proposer:
    """Covers of one structure that the network proposes, each checked before anybody sees it."""

    def __init__(self, structure: CoverStructure, weights: Mapping[str, Numbers], seed: int = 0) -> None:
        self._structure, self._weights = structure, weights
        self._random = np.random.default_rng(seed)
        self.passes = self.attempts = 0

    def alone(
        self, chosen: Numbers, passes: int, stop: Stop = lambda: False, removed: Numbers | None = None
    ) -> tuple[Numbers, Numbers, FactorGraph, Numbers]:
        """For each row, after how many passes there was a cover, or 0; the covers; what was looked at, and believed."""
        graph = self._structure.left_by(chosen, removed)
        after, found = np.zeros(graph.covers, dtype=np.int64), chosen.copy()
        looking = passes_over(graph, self._weights)
        for number in range(1, passes + 1):
            if stop() or not len(graph.cover):
                break
            belief = looking.step()
            self.passes += 1
            taken, right = covers_in(graph, belief)
            new = right & (after == 0)
            after[new] = number
            mine = taken & new[graph.cover]
            found[graph.cover[mine], graph.option[mine]] = True
            if (after > 0).all():
                break
        after[(after == 0) & covers_in(graph, looking.belief)[1]] = max(1, passes)
        return after, found, graph, looking.belief

    def attempt(self, chosen: Numbers, drawn: Numbers, stop: Stop, removed: Numbers | None = None) -> Numbers | None:
        """One cover, from attempts in which so many choices are ``drawn``, each a row of what is chosen; or None."""
        self.attempts += len(chosen)
        step = 0
        while len(chosen) and not stop():
            chosen, graph = self._propagated(chosen, removed)
            passes = PASSES_AGAIN if step else PASSES_ALONE
            after, found, graph, belief = self.alone(chosen, passes, stop, removed)
            if after.any():
                return np.asarray(found[np.flatnonzero(after)[0]])
            keep = ~graph.impossible
            for row, option in self._choices(graph, belief, drawn > step):
                chosen[row, option] = True
            chosen, drawn = chosen[keep], drawn[keep]
            removed = None if removed is None else removed[: len(chosen)]
            step += 1
        return None

    def _propagated(self, chosen: Numbers, removed: Numbers | None) -> tuple[Numbers, FactorGraph]:
        chosen = chosen.copy()
        while True:
            graph = self._structure.left_by(chosen, removed)
            units = graph.members[graph.first_member[(graph.sizes == 1) & (graph.spare == 0)]]
            units = units[~graph.impossible[graph.cover[units]]]
            if not len(units):
                return chosen, graph
            chosen[graph.cover[units], graph.option[units]] = True

    def _choices(self, graph: FactorGraph, belief: Numbers, is_drawn: Numbers) -> list[tuple[int, int]]:
        """For each row that can go on, an option: the surest, or one of a smallest group, drawn by belief."""
        sizes, weight = graph.sizes, np.exp(belief[graph.members])
        share = weight / np.add.reduceat(weight, graph.first_member)[graph.group_of_edge]
        row_of_edge = graph.cover[graph.members]
        choices: list[tuple[int, int]] = []
        for row in np.flatnonzero(~graph.impossible):
            mine = np.flatnonzero(graph.must & (row_of_edge == row))
            if is_drawn[row]:
                groups = np.flatnonzero((graph.cover_of_group == row) & (graph.spare == 0))
                group = self._random.choice(groups[sizes[groups] == sizes[groups].min()])
                mine = graph.first_member[group] + np.arange(sizes[group])
                chance = share[mine] ** BELIEF_POWER
                edge = self._random.choice(mine, p=chance / chance.sum())
            else:
                edge = mine[np.argmax(share[mine])]
            choices.append((int(row), int(graph.option[graph.members[edge]])))
        return choices


def drawn_of(attempts: int) -> Any:
    """How many choices each of so many attempts draws: none at first."""
    return np.array([0] + [DRAWN] * (attempts - 1))
