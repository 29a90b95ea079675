"""The passes of the network: what the nodes of a factor graph believe after each; in numpy, and by the kernel in C.

In a pass every node says a message and a view. Every group hears the sum of its members' messages, half of them as
relu, half through a soft maximum, and answers. Every node sums relu(answer + view) over its groups, and a gate says how
far its state moves by that. No node knows what it stands for, so what holds for one order or digit holds for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np

from solvers.kernel import compiled
from solvers.network.graph import FactorGraph, Numbers
from solvers.network.shape import SHAPES, WIDTH

WEIGHTS = Path(__file__).with_name("weights.npz")

MESSAGE, VIEW = slice(WIDTH), slice(WIDTH, None)
"""Which of what a node says is its message, and which its view."""


@lru_cache(maxsize=4)
def weights_of(path: Path = WEIGHTS) -> Mapping[str, Numbers]:
    with np.load(path) as kept:
        return {name: kept[name].astype(np.float32) for name in SHAPES}


class Passes(Protocol):
    """A network at work on a graph: ``step`` makes a pass; it returns ``belief``, how much each node is believed."""

    belief: Numbers

    def step(self) -> Numbers: ...


def passes_over(graph: FactorGraph, weights: Mapping[str, Numbers]) -> Passes:
    """The kernel's passes where it is compiled, which are twice as quick, else those of numpy."""
    return ArrayPasses(graph, weights) if compiled() is None else CompiledPasses(graph, weights)


class CompiledPasses:
    """The passes in C (``solvers/kernel/passes.c``); sums are in another order, so that last digits differ."""

    def __init__(self, graph: FactorGraph, weights: Mapping[str, Numbers]) -> None:
        kernel = compiled()
        assert kernel is not None
        edges = len(graph.members)
        lists = (graph.members, np.append(graph.first_member, edges), graph.groups, np.append(graph.first_group, edges))
        every_weight = np.concatenate([weights[name].ravel() for name in SHAPES])
        self._engine = kernel.PassesEngine(every_weight, *(part.astype(np.intc) for part in lists), graph.spare)
        self.belief = np.zeros(len(graph.cover), dtype=np.float32)

    def step(self) -> Numbers:
        self._engine.step(self.belief)
        return self.belief


class ArrayPasses:
    """The passes in numpy, which are the ones to read.

    Nodes are kept in order of their groups' number, and groups of their members' number, the most first. So the first
    members of all groups are one array, the second ones of those that have two another, and sums are sums of arrays.
    """

    def __init__(self, graph: FactorGraph, weights: Mapping[str, Numbers]) -> None:
        self._weights = weights
        sizes = graph.sizes
        degrees = np.diff(np.append(graph.first_group, len(graph.groups)))
        groups, self._nodes = np.argsort(-sizes, kind="stable"), np.argsort(-degrees, kind="stable")
        self._members = _layers(graph.members, graph.first_member[groups], sizes[groups], _ranks(self._nodes))
        self._groups = _layers(graph.groups, graph.first_group[self._nodes], degrees[self._nodes], _ranks(groups))
        self._spare = graph.spare[groups, None]
        nodes, halved = len(self._nodes), weights["moved"].copy()
        halved[:, :WIDTH] /= 2  # the logistic function of x is 1/2 + tanh(x / 2) / 2
        self._moved_by, self._moved_bias = halved, weights["moved_bias"] * np.repeat([0.5, 1], WIDTH).astype(np.float32)
        self._said_by = [np.ascontiguousarray(weights["said"][:, part]) for part in (MESSAGE, VIEW)]
        self._both = np.empty((nodes, 2 * WIDTH), dtype=np.float32)  # the states, and what nodes heard from groups
        self._both[:, :WIDTH] = weights["start"]
        self._moved = np.empty_like(self._both)
        self._message, self._view, self._seen = np.empty((3, nodes, WIDTH), dtype=np.float32)
        self._pooled, self._met = np.empty((2, len(groups), WIDTH), dtype=np.float32)
        self.belief = np.zeros(nodes, dtype=np.float32)

    def step(self) -> Numbers:
        if not self._members:  # nothing is left
            return self.belief
        weights, half = self._weights, WIDTH // 2
        state, message, view, pooled = self._both[:, :WIDTH], self._message, self._view, self._pooled
        np.matmul(state, self._said_by[0], out=message)
        message += weights["said_bias"][MESSAGE]
        loud, soft = message[:, :half], message[:, half:]
        np.maximum(loud, 0, out=loud)
        np.exp(soft, out=soft)
        message.take(self._members[0], axis=0, out=pooled, mode="clip")  # as "raise", without a copy
        for layer in self._members[1:]:
            pooled[: len(layer)] += message.take(layer, axis=0, out=self._met[: len(layer)], mode="clip")
        soft = pooled[:, half:]
        soft += self._spare
        np.log(soft, out=soft)
        hidden = np.matmul(pooled, weights["group"], out=self._met)
        hidden += weights["group_bias"]
        answer = np.matmul(np.maximum(hidden, 0, out=hidden), weights["answer"], out=pooled)
        answer += weights["answer_bias"]
        np.matmul(state, self._said_by[1], out=view)
        view += weights["said_bias"][VIEW]
        heard = message  # its room: what was said is pooled
        heard.fill(0)
        for layer in self._groups:
            seen = answer.take(layer, axis=0, out=self._seen[: len(layer)], mode="clip")
            seen += view[: len(layer)]
            heard[: len(layer)] += np.maximum(seen, 0, out=seen)
        self._both[:, WIDTH:] = heard
        moved = np.matmul(self._both, self._moved_by, out=self._moved)
        moved += self._moved_bias
        gate, change = moved[:, :WIDTH], np.tanh(moved, out=moved)[:, WIDTH:]
        change -= state
        gate += 1
        gate /= 2
        change *= gate
        state += change
        self.belief[self._nodes] = state @ weights["belief"]
        return self.belief


def _ranks(order: Numbers) -> Numbers:
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    return ranks


def _layers(ends: Numbers, first: Numbers, sizes: Numbers, ranks: Numbers) -> list[Numbers]:
    """The first ends of all edges, then the second ones of as many as have two, and so on."""
    most = int(sizes[0]) if len(sizes) else 0
    reach = np.searchsorted(-sizes, -np.arange(most), side="left")  # how many have more than so many
    return [ranks[ends[first[:many] + place]] for place, many in enumerate(reach)]
