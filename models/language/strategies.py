"""Decision strategies: which variable a search branches on next, and which of its values it tries first.

The words are those of OR-Tools' ``CpModel``, and beyond them those of the MiniZinc handbook, "Search Annotations".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.language.expressions import IntVar

Choose = Literal[
    "first",
    "min_domain_size",
    "max_domain_size",
    "lowest_min",
    "highest_max",
    "max_regret",
    "max_degree",
    "min_domain_max_degree",
    "max_weighted_degree",
]
"""Of the variables that are not fixed, the first or the one with the fewest or most values left, with the lowest or the
highest of all values, with most between its two least values, in most constraints, with the fewest values and of these
in most constraints, or in those that failed most often for each value left (dom/wdeg). Of several, the first."""

Select = Literal["min_value", "max_value", "median_value", "lower_half", "upper_half", "random_value"]
"""What is tried first: a value, or the values up to or above the middle between the least and the greatest. Then
follows what is left, as a decision of its own."""

CHOOSE: tuple[Choose, ...] = Choose.__args__  # type: ignore[attr-defined]
SELECT: tuple[Select, ...] = Select.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True)
class DecisionStrategy:
    """Some variables, how the next is chosen among them, and what of it is tried first."""

    variables: tuple[IntVar, ...]
    choose: Choose
    select: Select
