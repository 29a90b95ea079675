"""Worksheets: puzzles without their answers, to be printed and solved with a pencil."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.errors import InputError
from models.kit.names import listed
from models.kit.svg import Markup, plain
from models.puzzle import Puzzle
from solvers.core.request import Request, Work, nth_instance
from solvers.render.html.html import document, tag

MAX_SHEET_PUZZLES = 60  # a stack of paper that a class can solve


def puzzles_for(work: Work, request: Request) -> list[Any]:
    """What is to stand on the sheet: the puzzle with the number asked for, otherwise all of a file."""
    if request.number is not None or not work.is_bulk:
        return [nth_instance(work, request.number or 1)]
    found: list[Any] = []
    for instance in work.instances:
        if isinstance(instance, InputError):
            raise instance
        if len(found) == MAX_SHEET_PUZZLES:
            raise InputError(f"a worksheet takes up to {MAX_SHEET_PUZZLES} puzzles; --number N takes one of the file")
        found.append(instance)
    return found


def rules(puzzle: Puzzle[Any, Any], instances: Sequence[Any]) -> list[Markup]:
    """What is to be known to solve them, each once; where that is not the same for all, with their numbers."""
    numbers: dict[str, list[int]] = {}
    for number, instance in enumerate(instances, 1):
        numbers.setdefault(" ".join(puzzle.rules(instance)), []).append(number)
    return [
        tag("p", plain(sentence if len(numbers) == 1 else f"{listed(those)}: {sentence}"), class_="lead")
        for sentence, those in numbers.items()
    ]


def sheet_page(puzzle: Puzzle[Any, Any], instances: Sequence[Any]) -> str:
    """The page: one puzzle as large as the paper takes it, several two by two."""
    name = instances[0].name if len(instances) == 1 else f"{len(instances)} puzzles"
    drawn = [
        tag(
            "figure",
            tag("figcaption", plain(f"{number}. {instance.name}")) if len(instances) > 1 else Markup(""),
            Markup(puzzle.drawing.sheet(instance)),
        )
        for number, instance in enumerate(instances, 1)
    ]
    head = [
        tag("p", plain("" if puzzle.title == name else puzzle.title), class_="eyebrow"),
        tag("h1", plain(name)),
        *rules(puzzle, instances),
        tag("p", tag("span", plain("Name")), tag("span", plain("Date")), class_="lines"),
    ]
    body = [tag("header", *head), tag("main", *drawn, class_="sheet one" if len(drawn) == 1 else "sheet")]
    return document(f"{name}, to be solved", body, ("render/html/sheet.css",))
