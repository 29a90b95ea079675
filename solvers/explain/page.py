"""The page of an explanation: every step with its reason and what is known at that moment, or every conflict."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from models.deductions import SO, STRONG, WEAK, Conflict, Deduction, Derivation, Snapshot
from models.kit.svg import Markup, plain
from solvers.explain.board import board, fits
from solvers.explain.explanation import CUT_SHORT, EXPLAINED, NO_ANSWER, Explanation
from solvers.explain.flipbook import pack
from solvers.explain.wording import Stated, called, news, reasons
from solvers.render.html.figure import controls, figure, player_class
from solvers.render.html.html import command, details, document, footer, puzzle_header, repeat_section, section, tag

MOST_CELLS = 400_000
"""So many variables in all pictures together are drawn; a walk that is longer is told in words only."""

MOST_DRAWN = 12
"""So many conflicts are drawn, and all of them are told."""

LINKS = {STRONG: "one of two holds", WEAK: "not both hold", SO: "what follows from one"}
"""What the lines in a picture mean."""

STYLES = ("render/html/player.css", "explain/explain.css")

SAID = {EXPLAINED: "the only answer, one forced step after the other", CUT_SHORT: "stopped on the way"}
"""What stands on top of the page, where that is not the status itself."""


def page(found: Explanation[Any, Any], words: Sequence[str], full: bool = False) -> str:
    """The whole page; ``words`` are those of the command line, to do it again.

    The tables in which steps are worked out are folded away, and not printed, unless it is to be ``full``.
    """
    drawing = found.puzzle.drawing.picture(found.instance)
    about = found.puzzle, found.instance, found.file
    if found.status == NO_ANSWER:
        top = puzzle_header(*about, "there is no answer", "bad", _blame(found.conflicts))
        sections = [_conflict(found, conflict, number) for number, conflict in enumerate(found.conflicts, 1)]
        remark = "Take any part of a conflict away, and the others can hold."
    else:
        said, mood = SAID.get(found.status, found.status), "good" if found.status == EXPLAINED else "open"
        verdict = " ".join(line[:1].upper() + line[1:].rstrip(".") + "." for line in found.verdict)
        top = puzzle_header(*about, said, mood, verdict)
        pictures = _pictures(found)
        # Without a picture for each step there is at least the puzzle to look at.
        sections = [
            section("steps", "Step by step", _player(found, pictures, Markup((pictures or [drawing])[0]), full))
        ]
        remark = "Every step follows from those before it."
        if not pictures or pictures[0] == drawing:  # twice would be two elements with one id
            drawing = ""
    again = repeat_section(command("explain", words), remark)
    body = [top, tag("main", *sections, _puzzle_section(found, drawing), again), footer()]
    scripts = () if found.status == NO_ANSWER else ("explain/steps.js",)
    return document(f"{found.instance.name}, explained", body, STYLES, scripts)


def _pictures(found: Explanation[Any, Any]) -> list[str]:
    """A picture for every moment; none where they would be too many."""
    if (1 + len(found.steps)) * len(found.variables) > MOST_CELLS:
        return []
    return list(filter(None, (picture_of(found, snapshot) for snapshot in found.snapshots())))


def picture_of(found: Explanation[Any, Any], snapshot: Snapshot) -> str:
    """The puzzle's own picture of a moment, or the variables with their values; empty where these are too many."""
    drawn = found.puzzle.drawing.snapshot(found.instance, found.stated, snapshot)
    if drawn is None and fits(found.variables):
        return board(found.stated, found.variables, snapshot)
    return drawn or ""


def _player(found: Explanation[Any, Any], pictures: Sequence[str], first: Markup, full: bool) -> Markup:
    items = [_item(step, found.stated, full) for step in found.steps]
    start = "What is given, before the first step."
    told = [
        tag("p", plain(start), class_="said", role="status"),
        tag("ol", *items, class_="steps", tabindex=0, aria_label="All steps") if items else Markup(""),
        tag("p", plain("Keys: ← and → go from step to step."), class_="keys"),
    ]
    meanings = legend(found.steps) if pictures else Markup("")
    data = json.dumps(pack(pictures), ensure_ascii=False).replace("<", "\\u003c")
    return tag(
        "div",
        tag("div", tag("div", first, class_="board"), controls(len(items), "Step"), meanings, class_="stage"),
        tag("div", *told, class_="beside"),
        tag("script", Markup(data), type="application/json", class_="pictures"),
        class_=player_class(first),
        data_steps=len(items),
        data_start=start,
    )


def reason_lines(step: Deduction, stated: Stated, full: bool) -> list[Markup]:
    """Why a step can be made, line by line; the tables below them are unfolded where it is to be ``full``."""
    lines: list[Markup] = []
    for said, derivations in reasons(step, stated):
        lines.append(tag("p", plain(said), class_="reason-line"))
        if derivations:
            lines.append(details(plain("worked out"), *map(_derivation_table, derivations), is_open=full))
    if step.smallest and len(step.rules) > 1:
        lines.append(tag("p", plain("No deduction by fewer rules was possible."), class_="remark"))
    return lines


def _item(step: Deduction, stated: Stated, full: bool) -> Markup:
    """One step, its reason folded below it."""
    line = [
        tag("b", plain(news(step.new, stated)), class_="fact"),
        plain(" "),
        tag("span", plain(called(step, stated)), class_="technique"),
    ]
    return tag(
        "li",
        tag("button", tag("span", *line), type="button"),
        tag("div", *reason_lines(step, stated, full), class_="reasons"),
    )


def _derivation_table(derivation: Derivation) -> Markup:
    """What a person goes through by hand, as a table."""
    heading = tag("tr", *(tag("th", plain(cell), scope="col") for cell in derivation.heading))
    rows = [tag("tr", *(tag("td", plain(cell)) for cell in row)) for row in derivation.rows]
    caption = tag("caption", plain(f"{derivation.about[:1].upper()}{derivation.about[1:]}"))
    style = f"--columns:{len(derivation.heading) - 1}"
    table = tag("table", caption, tag("thead", heading), tag("tbody", *rows), class_="working", style=style)
    return tag("div", table, class_="sideways", tabindex=0)


def legend(steps: Sequence[Deduction]) -> Markup:
    """What the colours and lines of a picture mean."""
    drawn = {link.kind for step in steps if step.pattern for link in step.pattern.links}
    meanings = {"lit": "what is new", "reason": "what it follows from"}
    meanings |= {kind: meaning for kind, meaning in LINKS.items() if kind in drawn}
    items = [tag("li", tag("span", class_=f"key {name}"), plain(meaning)) for name, meaning in meanings.items()]
    return tag("ul", *items, class_="keys-of-colour")


def _puzzle_section(found: Explanation[Any, Any], svg: str) -> Markup:
    drawing = figure(svg) if svg else Markup("")
    words = details(plain("In words and numbers"), tag("pre", plain(found.puzzle.render(found.instance)), tabindex=0))
    rules = tag("p", plain(" ".join(found.puzzle.rules(found.instance))), class_="remark")
    return section("puzzle", "The puzzle", rules, drawing, words)


def _blame(conflicts: Sequence[Conflict]) -> str:
    if not conflicts:
        return ""
    if len(conflicts) == 1:
        return f"{len(conflicts[0].parts)} of its parts cannot all hold."
    return f"Shown are {len(conflicts)} sets of parts that cannot all hold; each alone rules an answer out."


def _conflict(found: Explanation[Any, Any], conflict: Conflict, number: int) -> Markup:
    heading = f"Conflict {number}: these {len(conflict.parts)} cannot all hold"
    parts = tag("ol", *(tag("li", plain(part.name)) for part in conflict.parts), class_="parts")
    said = "With any one of them away, the others can hold."
    if conflict.smallest:
        said = "No other conflict has fewer parts."
    elif conflict.at_least > 1:
        said += f" Every conflict has {conflict.at_least} parts or more."
    drawing = found.puzzle.drawing.conflict(found.instance, found.stated, conflict) if number <= MOST_DRAWN else None
    shown = [figure(drawing, "what cannot all hold is lit")] if drawing else []
    return section(f"conflict-{number}", heading, parts, tag("p", plain(said), class_="remark"), *shown)
