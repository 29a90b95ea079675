"""What does a page show of an explanation: every step with its reason, and what is known at that moment?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from models.deductions import Conflict, Moment, Step
from models.kit.svg import Markup, plain
from models.language.model import IntVar
from models.puzzle import Formulation, Puzzle
from solvers.explaining.steps import Walk
from solvers.render.explanation import verdict_lines
from solvers.render.html.board import board, fits
from solvers.render.html.figure import figure, player_class
from solvers.render.html.flipbook import pack
from solvers.render.html.html import details, document, footer, header, section, tag
from solvers.render.html.player import controls
from solvers.render.html.repeat import command, repeat_section
from solvers.render.wording import Stated, called, reason_lines
from solvers.request import Request

MOST_CELLS = 400_000
"""So many variables in all pictures together are drawn; a walk that is longer is told in words only."""

MOST_DRAWN = 12
"""So many conflicts are drawn, and all of them are told."""

STYLES, SCRIPTS = ("player.css", "explain.css"), ("steps.js",)


class Story:
    """A walk as it is watched: the steps so far, and what was known at each."""

    def __init__(self, puzzle: Puzzle[Any, Any], instance: Any, stated: Formulation[Any, Any], walk: Walk) -> None:
        self._puzzle = puzzle
        self._instance = instance
        self._stated = stated
        self._walk = walk
        self._known: dict[IntVar, int] = dict(stated.givens(instance))
        self._moments: list[Moment] = []

    def add(self, step: Step) -> None:
        """Note down a step that the walk has just come to."""
        if not self._moments:
            self._moments.append(self._moment(None))
        self._moments.append(self._moment(step))
        if step.places:
            self._known[step.fact.var] = step.value

    def page(self, request: Request, finished: bool = True) -> str:
        """The whole page, once the walk is over or, not ``finished``, stopped."""
        if not self._moments:
            self._moments.append(self._moment(None))
        steps = [moment.step for moment in self._moments if moment.step]
        verdict = list(verdict_lines(self._walk, steps, self._stated))
        if not finished:
            verdict = [f"Stopped after {len(steps)} steps."]
        settled = finished and not self._walk.unsettled
        said = "the only answer, one forced step after the other" if settled else "several answers"
        if not finished:
            said = "stopped on the way"
        pictures = self._pictures()
        drawing = self._puzzle.drawing.picture(self._instance)
        shown_already = not pictures or pictures[0] == drawing  # twice would be two elements with one id
        body = [
            header(self._puzzle.title, self._instance.name, said, "good" if settled else "open", _sentences(verdict)),
            tag(
                "main",
                section("steps", "Step by step", self._player(pictures)),
                _puzzle_section(self._puzzle, self._instance, "" if shown_already else drawing),
                repeat_section(command("explain", request.command), "Every step follows from those before it."),
            ),
            footer(),
        ]
        return document(f"{self._instance.name}, explained", body, STYLES, SCRIPTS)

    def _moment(self, step: Step | None) -> Moment:
        left = {var: self._walk.left(var) for var in self._walk.variables if var not in self._known}
        return Moment(dict(self._known), left, step)

    def _player(self, pictures: Sequence[str]) -> Markup:
        steps = [moment.step for moment in self._moments if moment.step]
        items = [_item(step, self._stated) for step in steps]
        start = "What is given, before the first step."
        # Without a picture for each step there is at least the puzzle to look at.
        first = Markup(pictures[0] if pictures else self._puzzle.drawing.picture(self._instance))
        told = [
            tag("p", plain(start), class_="said", role="status"),
            tag("ol", *items, class_="steps", tabindex=0, aria_label="All steps") if items else Markup(""),
            tag("p", plain("Keys: ← and → go from step to step."), class_="keys"),
        ]
        data = json.dumps(pack(pictures), ensure_ascii=False).replace("<", "\\u003c")
        return tag(
            "div",
            tag(
                "div",
                tag("div", first, class_="board"),
                controls(len(steps), "Step"),
                _legend() if pictures else Markup(""),
                class_="stage",
            ),
            tag("div", *told, class_="beside"),
            tag("script", Markup(data), type="application/json", class_="pictures"),
            class_=player_class(first),
            data_steps=len(steps),
            data_start=start,
        )

    def _pictures(self) -> list[str]:
        """A picture for every moment; none where they would be too many."""
        variables = self._walk.variables
        if len(self._moments) * len(variables) > MOST_CELLS:
            return []
        first = self._puzzle.drawing.moment(self._instance, self._stated, self._moments[0])
        if first is not None:
            rest = (self._puzzle.drawing.moment(self._instance, self._stated, moment) for moment in self._moments[1:])
            return [first, *(picture for picture in rest if picture is not None)]
        return [board(self._stated, variables, moment) for moment in self._moments] if fits(variables) else []


def conflicts_page(
    puzzle: Puzzle[Any, Any],
    instance: Any,
    stated: Formulation[Any, Any],
    conflicts: Sequence[Conflict],
    request: Request,
) -> str:
    """The page on a puzzle that has no answer."""
    body = [
        header(puzzle.title, instance.name, "there is no answer", "bad", _blame(conflicts)),
        tag(
            "main",
            *(_conflict(puzzle, instance, stated, conflict, number) for number, conflict in enumerate(conflicts, 1)),
            _puzzle_section(puzzle, instance, puzzle.drawing.picture(instance)),
            repeat_section(
                command("explain", request.command), "Take any part of a conflict away, and the others can hold."
            ),
        ),
        footer(),
    ]
    return document(f"{instance.name}, explained", body, STYLES)


def _item(step: Step, stated: Formulation[Any, Any]) -> Markup:
    """One step, its reason folded below it."""
    lines = [tag("p", plain(line), class_="reason-line") for line in reason_lines(step, stated)]
    if step.smallest and len(step.rules) > 1:
        lines.append(tag("p", plain("No deduction by fewer rules was possible."), class_="remark"))
    line = [
        tag("b", plain(stated.fact(step.fact)), class_="fact"),
        plain(" "),
        tag("span", plain(called(step, stated)), class_="technique"),
    ]
    return tag("li", tag("button", tag("span", *line), type="button"), tag("div", *lines, class_="reasons"))


def _legend() -> Markup:
    items = [
        tag("li", tag("span", class_="key lit"), plain("what is new")),
        tag("li", tag("span", class_="key reason"), plain("what it follows from")),
    ]
    return tag("ul", *items, class_="keys-of-colour")


def _puzzle_section(puzzle: Puzzle[Any, Any], instance: Any, svg: str) -> Markup:
    drawing = figure(svg) if svg else Markup("")
    words = details(plain("In words and numbers"), tag("pre", plain(puzzle.render(instance)), tabindex=0))
    return section("puzzle", "The puzzle", tag("p", plain(puzzle.summary), class_="remark"), drawing, words)


def _sentences(lines: Sequence[str]) -> str:
    return " ".join(line[:1].upper() + line[1:].rstrip(".") + "." for line in lines)


def _blame(conflicts: Sequence[Conflict]) -> str:
    if not conflicts:
        return ""
    if len(conflicts) == 1:
        return f"{len(conflicts[0].parts)} of its parts cannot all hold."
    return f"Shown are {len(conflicts)} sets of parts that cannot all hold; each alone rules an answer out."


def _conflict(puzzle: Puzzle[Any, Any], instance: Any, stated: Stated, conflict: Conflict, number: int) -> Markup:
    heading = f"Conflict {number}: these {len(conflict.parts)} cannot all hold"
    parts = [tag("li", plain(part.name)) for part in conflict.parts]
    drawing = puzzle.drawing.conflict(instance, stated, conflict) if number <= MOST_DRAWN else None
    shown = [figure(drawing, "what cannot all hold is lit")] if drawing else []
    return section(f"conflict-{number}", heading, tag("ol", *parts, class_="parts"), *_size(conflict), *shown)


def _size(conflict: Conflict) -> Iterator[Markup]:
    said = (
        "No other conflict has fewer parts." if conflict.smallest else "With any one of them away, the others can hold."
    )
    yield tag("p", plain(said), class_="remark")
