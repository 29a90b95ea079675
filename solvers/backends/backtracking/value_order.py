"""The value order of ``backtracking:network`` and ``kernel:network``: how much the network believes in each value.

It is asked at the root, once for each search, after the first propagation. No answer is lost: only what is tried first
changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from models.language.model import IntVar, Model
from solvers.backends.backtracking.posting import PostedModel
from solvers.core.limits import CannotTake, Clock
from solvers.lowering.covering import covering, unsupported_reason
from solvers.network.graph import CoverStructure
from solvers.network.inference import passes_over, weights_of

PASSES = 32

Ranks = dict[int, list[int]]
"""For each cell, bits of its domain, those believed in most first."""


class ValueOrder:
    def __init__(self, model: Model, clock: Clock, asking: str) -> None:
        if reason := unsupported_reason(model):
            raise CannotTake(f"{asking}:network", reason)
        problem = covering(model, clock)
        self._structure = CoverStructure(problem.primary, problem.secondary, [each.items for each in problem.options])
        self._values = [
            [*zip(problem.groups[option.group].members, option.choices[0], strict=True)] for option in problem.options
        ]

    def ranks(self, posted: PostedModel) -> Ranks:
        """Ranks for the domains as they are now; a value that nothing is believed of is in none."""
        import numpy as np

        domains, indexes = posted.store.domains, posted.value_indexes

        def is_out(var: IntVar, value: int) -> bool:
            return var.index not in posted.wide and not domains[var.index] & indexes[var.index].bit(value)

        removed = np.array([[any(is_out(*pair) for pair in values) for values in self._values]], dtype=bool)
        graph = self._structure.left_by(np.zeros_like(removed), removed)
        looking = passes_over(graph, weights_of())
        for _ in range(PASSES):
            looking.step()
        believed: dict[IntVar, dict[int, float]] = {}
        for option, belief in zip(graph.option.tolist(), looking.belief.tolist(), strict=True):
            for var, value in self._values[option]:
                of_var = believed.setdefault(var, {})
                of_var[value] = max(belief, of_var.get(value, belief))
        ranks = {
            var.index: _ranked((belief, indexes[var.index].bit(value)) for value, belief in of_var.items())
            for var, of_var in believed.items()
            if var.index not in posted.wide
        }
        for selector, literals in posted.choices:
            ranks[selector] = _ranked(
                (
                    max((believed.get(literal.var, {}).get(value, -inf) for value in literal.values), default=-inf),
                    1 << place,
                )
                for place, literal in enumerate(literals)
            )
        return ranks


def _ranked(bits: Iterable[tuple[float, int]]) -> list[int]:
    return [bit for _, bit in sorted(bits, reverse=True)]
