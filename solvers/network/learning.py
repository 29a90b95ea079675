"""The network in PyTorch, as it is taught: the passes of ``inference.py`` with what gradients need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from solvers.network.graph import FactorGraph
from solvers.network.shape import SHAPES, WIDTH

torch.set_num_threads(1)

Tensor = Any
"""A tensor of PyTorch."""


@dataclass(frozen=True)
class Edges:
    """The edges of a graph in both orders, as sums along them and their gradients ask for."""

    members: Tensor
    first_member: Tensor
    groups: Tensor
    first_group: Tensor
    node: Tensor
    by_group: Tensor
    everyone: Tensor
    spare: Tensor
    degree: Tensor


def edges_of(graph: FactorGraph) -> Edges:
    edges = len(graph.members)
    degree = np.diff(np.append(graph.first_group, edges))
    return Edges(
        torch.from_numpy(graph.members),
        torch.from_numpy(graph.first_member),
        torch.from_numpy(graph.groups),
        torch.from_numpy(graph.first_group),
        torch.from_numpy(np.repeat(np.arange(len(degree)), degree)),
        torch.from_numpy(np.argsort(graph.groups, kind="stable")),
        torch.arange(edges),
        torch.from_numpy(graph.spare),
        torch.from_numpy(degree.astype(np.float32)),
    )


def _sums(rows: Tensor, members: Tensor, first: Tensor) -> Tensor:
    return embedding_bag(members, rows, first, mode="sum")


class SumOverMembers(torch.autograd.Function):  # type: ignore[misc]
    """For each group, the sum of its members' rows."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, edges: Edges) -> Tensor:
        ctx.edges = edges
        return _sums(rows, edges.members, edges.first_member)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        return _sums(gradient.contiguous(), ctx.edges.groups, ctx.edges.first_group), None


class SumOverGroups(torch.autograd.Function):  # type: ignore[misc]
    """For each node, the sum of relu(group + view) over its groups."""

    @staticmethod
    def forward(ctx: Any, groups: Tensor, view: Tensor, edges: Edges) -> Tensor:
        seen = groups.index_select(0, edges.groups).add_(view.index_select(0, edges.node)).relu_()
        ctx.edges = edges
        ctx.save_for_backward(seen)
        return _sums(seen, edges.everyone, edges.first_group)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        (seen,) = ctx.saved_tensors
        edges = ctx.edges
        along = torch.ops.aten.threshold_backward(gradient.index_select(0, edges.node), seen, 0)
        to_groups = _sums(along, edges.by_group, edges.first_member)
        return to_groups, _sums(along, edges.everyone, edges.first_group), None


class TaughtNetwork(torch.nn.Module):  # type: ignore[misc]
    """The passes, with weights drawn by chance at first."""

    def __init__(self) -> None:
        super().__init__()
        self.weights = torch.nn.ParameterDict()
        for name, shape in SHAPES.items():
            drawn = torch.randn(shape) * shape[0] ** -0.5 if len(shape) == 2 else torch.zeros(shape)
            self.weights[name] = torch.nn.Parameter(torch.randn(shape) * 0.3 if name == "start" else drawn)

    def start(self, nodes: int) -> Tensor:
        return self.weights["start"].expand(nodes, WIDTH)

    def one_pass(self, state: Tensor, edges: Edges) -> tuple[Tensor, Tensor]:
        """The states after a pass, and how much each node is believed."""
        weights, half = self.weights, WIDTH // 2
        said, bias, moved, moved_bias = (weights[name] for name in ("said", "said_bias", "moved", "moved_bias"))
        loud = SumOverMembers.apply(torch.addmm(bias[:half], state, said[:, :half]).relu_(), edges)
        soft = SumOverMembers.apply(torch.addmm(bias[half:WIDTH], state, said[:, half:WIDTH]).exp_(), edges)
        soft = (soft + edges.spare[:, None]).log_()
        hidden = torch.addmm(weights["group_bias"], loud, weights["group"][:half])
        hidden = hidden.addmm_(soft, weights["group"][half:]).relu_()
        group = torch.addmm(weights["answer_bias"], hidden, weights["answer"])
        view = torch.addmm(bias[WIDTH:], state, said[:, WIDTH:])
        heard = SumOverGroups.apply(group, view, edges)
        gate, change = (
            torch.addmm(moved_bias[part], state, moved[:WIDTH, part]).addmm_(heard, moved[WIDTH:, part])
            for part in (slice(WIDTH), slice(WIDTH, None))
        )
        state = torch.lerp(state, change.tanh_(), gate.sigmoid_())
        return state, state @ weights["belief"]

    def losses(self, belief: Tensor, target: Tensor, edges: Edges) -> Tensor:
        """For each group, the cross entropy of which member is taken."""
        both = torch.stack([belief.exp(), belief * target], 1)
        summed = SumOverMembers.apply(both, edges)
        return (summed[:, 0] + edges.spare).log() - summed[:, 1]
