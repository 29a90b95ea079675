"""The board of a moment of any puzzle: a row for every variable with the values it may still take."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from models.deductions import Snapshot, is_value, taken_away
from models.kit.svg import Markup, plain
from models.language.base import write_set
from models.language.model import IntVar
from models.puzzle import Formulation
from solvers.render.html.html import tag

MOST_ROWS = 150
MOST_VALUES = 40
"""Up to so many values are shown one by one; of more, the set that is left."""


def fits(variables: Sequence[IntVar]) -> bool:
    """Whether there is something to show, and not too much for a person to look at."""
    return 0 < len(variables) <= MOST_ROWS


def board(stated: Formulation[Any, Any], variables: Sequence[IntVar], snapshot: Snapshot) -> str:
    """The table, a line for every row; values are called what ``stated`` calls them."""
    step = snapshot.step
    reason = {fact.var for fact in step.facts} if step else set()
    look = set(snapshot.look)
    rows = [_row(stated, var, snapshot, var in look, var in reason) for var in variables]
    return "\n".join(['<table class="known"><tbody>', *rows, "</tbody></table>"])


def _row(stated: Formulation[Any, Any], var: IntVar, snapshot: Snapshot, is_lit: bool, is_reason: bool) -> Markup:
    left = frozenset({snapshot.known[var]}) if var in snapshot.known else snapshot.left.get(var, frozenset(var.domain))
    new = [fact for fact in snapshot.step.new if fact.var is var] if snapshot.step else []
    gone = frozenset(taken_away(fact) for fact in new if not is_value(fact))
    left = left.intersection(*(fact.values for fact in new))
    class_ = "lit" if new or is_lit else "reason" if is_reason else None
    values = _values(stated, var, left, gone)
    return tag("tr", tag("th", plain(var.name), scope="row"), tag("td", values), class_=class_)


def _values(stated: Formulation[Any, Any], var: IntVar, left: Collection[int], gone: Collection[int]) -> Markup:
    def name(value: int) -> Markup:
        return plain(stated.value_name(var, value))

    sure = "sure" if len(left) == 1 else None
    if len(var.domain) > MOST_VALUES:
        written = name(*left) if sure else plain(write_set(sorted(left)))
        struck = [tag("s", name(value), class_="struck") for value in sorted(gone)]
        return Markup(" ".join([tag("b", written, class_=sure), *struck]))
    return Markup(
        " ".join(
            tag("b", name(value), class_=sure)
            if value in left
            else tag("s", name(value), class_="struck" if value in gone else None)
            for value in var.domain
        )
    )
