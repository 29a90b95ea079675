"""Booklets: new puzzles to be printed and solved with a pencil, and their answers, smaller, on the last pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.kit.names import count
from models.kit.svg import Markup, plain
from models.puzzle import Puzzle
from solvers.core.registry import load_puzzle
from solvers.generate.record import Made
from solvers.generate.request import GenerateRequest
from solvers.render.html.html import document, tag
from solvers.render.html.sheet_page import rules


def booklet(made: Sequence[Made[Any, Any]], request: GenerateRequest) -> str:
    """The page: the puzzles two by two with their grades, then the answers, and how to make them all again."""
    puzzle = load_puzzle(request.puzzle)
    title = f"{puzzle.title}: {count(len(made), 'puzzle')}"
    head = [
        tag("h1", plain(title)),
        *rules(puzzle, [each.instance for each in made]),
        tag("p", tag("span", plain("Name")), tag("span", plain("Date")), class_="lines"),
    ]
    answers = tag("h2", plain("Answers"), id="answers")
    body = [
        tag("header", *head),
        tag("main", *(_puzzle(puzzle, each) for each in made), class_="sheet one" if len(made) == 1 else "sheet"),
        tag(
            "section",
            answers,
            tag("div", *(_answer(puzzle, each) for each in made), class_="answers"),
            class_="last",
            aria_labelledby="answers",
        ),
        tag("footer", tag("p", plain(f"Each has exactly one answer. Seed {request.seed}."))),
    ]
    return document(title, body, ("render/html/sheet.css",))


def _puzzle(puzzle: Puzzle[Any, Any], made: Made[Any, Any]) -> Markup:
    told = [made.difficulty.partition(":")[0], *made.warnings]
    caption = plain(f"{made.number}. {', '.join(filter(None, told))}")
    return tag("figure", tag("figcaption", caption), Markup(puzzle.drawing.sheet(made.instance)))


def _answer(puzzle: Puzzle[Any, Any], made: Made[Any, Any]) -> Markup:
    picture = Markup(puzzle.drawing.picture(made.instance, made.answer))
    return tag("figure", tag("figcaption", plain(f"{made.number}.")), picture)
