"""What is known at a moment, of any puzzle: a row for every variable with the values it may still take."""

from __future__ import annotations

from models.csp import IntVar, Model
from models.deductions import Moment
from models.drawing.svg import Markup, plain
from solvers.page.html import tag

MOST_ROWS = 150
MOST_VALUES = 40


def fits(model: Model) -> bool:
    """Whether the variables are few enough, and their values too."""
    decisions = model.decisions
    return 0 < len(decisions) <= MOST_ROWS and all(len(var.domain) <= MOST_VALUES for var in decisions)


def board(model: Model, moment: Moment) -> str:
    """The table, a line for every row."""
    step = moment.step
    reason = {fact.var for fact in step.facts} if step else set()
    rows = [_row(var, moment, var in reason) for var in model.decisions]
    return "\n".join(['<table class="known"><tbody>', *rows, "</tbody></table>"])


def _row(var: IntVar, moment: Moment, is_reason: bool) -> Markup:
    step = moment.step
    is_new = step is not None and step.fact.var is var
    left = frozenset({moment.known[var]}) if var in moment.known else moment.left.get(var, frozenset())
    if step is not None and is_new:
        left = frozenset({step.value}) if step.places else left - {step.value}
    gone = step.value if step is not None and is_new and not step.places else None
    values = " ".join(_value(value, value in left, value == gone, len(left) == 1) for value in var.domain)
    class_ = "lit" if is_new else "reason" if is_reason else None
    return tag("tr", tag("th", plain(var.name), scope="row"), tag("td", Markup(values)), class_=class_)


def _value(value: int, possible: bool, struck: bool, alone: bool) -> Markup:
    if possible:
        return tag("b", plain(str(value)), class_="sure" if alone else None)
    return tag("s", plain(str(value)), class_="struck" if struck else None)
