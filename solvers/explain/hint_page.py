"""The page of a hint: the board with what to look at lit, or with the next step and its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.kit.svg import Markup
from solvers.explain import page as explain_page
from solvers.explain.explanation import NO_ANSWER
from solvers.explain.hint import NEXT, SEE, Hint
from solvers.render.html.figure import figure
from solvers.render.html.html import command, document, footer, puzzle_header, repeat_section, section, tag


def page(hint: Hint[Any, Any], words: Sequence[str], full: bool = False) -> str:
    """The whole page; ``words`` are those of the command line. ``full`` unfolds the tables of the step."""
    found = hint.found
    if found.status == NO_ANSWER:
        return explain_page.page(found, words, full)
    mood = {NEXT: "open", "nothing left": "good"}.get(hint.status, "bad")
    top = puzzle_header(found.puzzle, found.instance, found.file, hint.status, mood, hint.said)
    svg = explain_page.picture_of(found, hint.snapshot) or found.puzzle.drawing.picture(found.instance)
    step, parts = hint.step, [figure(svg)]
    if step and hint.strength == SEE:
        parts += [tag("div", *explain_page.reason_lines(step, found.stated, full), class_="reasons")]
        parts += [explain_page.legend([step])]
    body = [
        top,
        tag("main", section("hint", "The next step" if step else "How it stands", *parts), _again(words)),
        footer(),
    ]
    return document(f"{found.instance.name}, a hint", body, explain_page.STYLES)


def _again(words: Sequence[str]) -> Markup:
    return repeat_section(command("explain", words), "With --hint see the step itself is told.")
