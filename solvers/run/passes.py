"""The passes of a network on the page of a run: the board after each, with belief as shade and errors marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from models.drawing import Belief
from models.formulation import Formulation
from models.kit.svg import Markup, plain
from models.language.model import Assignment, IntVar
from solvers.core.record import Result
from solvers.core.solver import Solver
from solvers.render.html.flipbook import entry, flipbook, key_of_colours
from solvers.render.html.html import section, tag

MAX_ROWS = 150
"""Variables in a table of beliefs; of more, the page shows no table."""

MIN_SHARE = 0.01
"""A value that is believed in less is left out of a table."""


def passes_section(result: Result[Any, Any]) -> Iterator[Markup]:
    """The section, where a network was asked and the givens left anything open."""
    if result.searched is None or not isinstance(result.solver, Solver):
        return
    moments, stated = list(result.searched.beliefs()), result.solver.cached(result.instance)[0].stated
    told = dict.fromkeys((*stated.model.projection, *stated.landmarks))
    choices = [var for var in told if moments and len(moments[0].shares.get(var, ())) > 1]
    if not choices:
        return
    passes, last = len(moments) - 1, moments[-1]
    found = result.found.assignments[0] if result.found and result.found.assignments else {}
    answer: Assignment = last.best if last.is_answer else found
    if answer:
        wrong = "differ from the answer"
        missed = [
            frozenset(var for var, value in each.best.items() if answer.get(var, value) != value) for each in moments
        ]
        moments = [replace(each, wrong=those) for each, those in zip(moments, missed, strict=True)]
    else:
        wrong = "clash with another"
    drawn = [result.puzzle.drawing.belief(result.instance, stated, moment) for moment in moments]
    pictures = [svg or beliefs_table(stated, choices, moment) for svg, moment in zip(drawn, moments, strict=True)]
    lead = "The network alone: in a pass it looks at the whole, and nothing is propagated or tried between passes. "
    if last.is_answer:
        lead += f"It settled after {passes}: what it believes in most is an answer."
    else:
        lead += f"It did not settle in {passes}"
        lead += "; the answer came when its surest choices were made one by one." if found else "."
    book = flipbook(
        "pass",
        "Before the first pass.",
        [entry(*_in_words(moment, choices, wrong)) for moment in moments[1:]],
        list(filter(None, pictures)),
        pictures[-1],
        key_of_colours({"belief": "believed, from 0 to 100 %", "wrong": f"best values that {wrong}"}),
        f"After pass {passes}.",
    )
    yield section("passes", "The network, pass by pass", tag("p", plain(lead), class_="remark"), book)


def _in_words(moment: Belief, choices: Sequence[IntVar], wrong: str) -> tuple[str, str]:
    sure = sum(max(moment.shares[var].values()) for var in choices) / len(choices)
    many = sum(var in moment.wrong for var in choices)
    return f"{sure:.0%} sure", "an answer" if moment.is_answer else f"{many} of {len(choices)} choices {wrong}"


def beliefs_table(stated: Formulation[Any, Any], choices: Sequence[IntVar], moment: Belief) -> str:
    """A row for every variable with its values, and one for all that are true or false; empty for too many."""
    if len(choices) > MAX_ROWS:
        return ""
    rows: dict[str, list[Markup]] = {}
    for var in choices:
        missed = moment.best[var] if var in moment.wrong else None
        if var.is_boolean:
            chip = _chip(var.name, moment.shares[var].get(1, 0.0), missed is not None)
            rows.setdefault("true", []).append(chip)
        else:
            rows[var.name] = [
                _chip(stated.value_name(var, value), share, value == missed)
                for value, share in sorted(moment.shares[var].items())
                if share >= MIN_SHARE
            ]
    cells = ((tag("th", plain(name), scope="row"), tag("td", Markup("\n".join(row)))) for name, row in rows.items())
    return "\n".join(['<table class="known"><tbody>', *(tag("tr", *row) for row in cells), "</tbody></table>"])


def _chip(name: str, share: float, is_wrong: bool) -> Markup:
    words = f"{name}: {share:.0%}" + " ✕" * is_wrong
    return tag("b", plain(words), class_="believed wrong" if is_wrong else "believed", style=f"--share:{share:.1f}")
