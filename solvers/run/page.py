"""The page of a run: the puzzle, the answer, the model, where the time went, how to do it again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from models.drawing import Motion
from models.kit.svg import Markup, plain
from solvers.cli.text import display_path, duration
from solvers.core.record import Result
from solvers.render.html.figure import MAX_HALF_WIDTH_PX, figure, in_words, legible_width, player
from solvers.render.html.flipbook import FLIPBOOK_SCRIPT, FLIPBOOK_STYLES
from solvers.render.html.html import (
    command,
    details,
    document,
    footer,
    puzzle_header,
    repeat_section,
    section,
    tag,
    terms,
)
from solvers.render.json import record
from solvers.run.formal import formal_section
from solvers.run.passes import passes_section
from solvers.run.request import RunRequest
from solvers.run.text import answers_shown

MAX_DRAWN_ANSWERS = 12  # so many answers are drawn; of more, the page says how many there are


def run_page(result: Result[Any, Any], request: RunRequest) -> str:
    puzzle, instance, solver = result.puzzle, result.instance, result.solver
    stated = puzzle.state(instance, request.formulation or result.formulation, solver.objective)
    again = command(
        "run", request.command, formulation=result.formulation, backend=result.backend, seed=solver.settings.seed
    )
    passes = list(passes_section(result))
    body = [
        puzzle_header(puzzle, instance, result.file, result.verdict, result.tone, " ".join(puzzle.rules(instance))),
        tag(
            "main",
            *_pictures(result, request),
            *passes,
            *([] if result.proof is None else [tag("p", plain(result.proof.sentence), class_="remark")]),
            formal_section(stated, stated.givens(instance)),
            _statistics(result),
            repeat_section(again, "The same seed gives the same answers in the same order."),
        ),
        footer(),
    ]
    styles = ("run/run.css", *(FLIPBOOK_STYLES if passes else ("render/html/player.css",)))
    scripts = ("run/motion.js", *[FLIPBOOK_SCRIPT] * bool(passes))
    return document(f"{instance.name} – {puzzle.title}", body, styles, scripts)


def _pictures(result: Result[Any, Any], request: RunRequest) -> Iterator[Markup]:
    puzzle, instance = result.puzzle, result.instance
    wanted = () if request.count else answers_shown(result, request)
    if not wanted:
        yield section(
            "puzzle", "The puzzle", figure(puzzle.drawing.picture(instance)), in_words(puzzle.render(instance))
        )
        return
    motion, words = puzzle.drawing.motion(instance, wanted[0]), in_words(puzzle.render(instance, wanted[0]))
    if motion and motion.moves:
        parts = [
            _player(motion),
            details(plain("Before and after"), figure(puzzle.drawing.picture(instance, wanted[0])), on_paper=True),
        ]
        yield section("answer", "From the start to the answer", *parts, words)
    else:
        both = (
            figure(puzzle.drawing.picture(instance), "the puzzle"),
            figure(puzzle.drawing.picture(instance, wanted[0]), "the answer"),
        )
        fit = all(legible_width(shown) <= MAX_HALF_WIDTH_PX for shown in both)
        pair = tag("div", *both, class_="side-by-side" if fit else "one-below-the-other")
        yield section("answer", "The puzzle and the answer", pair, words)
    others = [
        details(plain(f"Answer {number:,}"), figure(puzzle.drawing.picture(instance, answer)))
        for number, answer in enumerate(wanted[1:MAX_DRAWN_ANSWERS], 2)
    ]
    if others:
        if result.outcome.found > len(others) + 1:
            text = f"Drawn are {len(others) + 1} of the {result.outcome.found:,} answers found."
            others.append(tag("p", plain(text), class_="remark"))
        yield section("others", "Other answers", *others)


def _player(motion: Motion) -> Markup:
    moves = [vars(move) for move in motion.moves]
    items = [tag("li", tag("button", plain(move.sentence), type="button")) for move in motion.moves]
    listed, data = tag("ol", *items, class_="moves"), json.dumps(moves, ensure_ascii=False)
    return player(motion.svg, "turn", len(moves), "Turns made", motion.start, listed, data_motion=data)


def _statistics(result: Result[Any, Any]) -> Markup:
    solver, first = result.solver, result.times.first
    about = {
        "formulation": result.formulation or "none was needed",
        "backend": result.backend,
        "solver": result.version,
        "chosen": result.searched.why if result.searched is not None else "",
        "asked for": result.puzzle.objectives[solver.objective] if solver.objective else "",
        "seed": str(solver.settings.seed),
        "file": display_path(result.file) if result.file else "",
        "first answer": f"after {duration(first)}" if first is not None else "",
    }
    counts = [_counts(title, values) for title, values in (("size", result.size), ("effort", result.outcome.effort))]
    folded = details(
        plain("All of it as JSON"),
        tag("pre", plain(json.dumps(record(result), ensure_ascii=False, indent=1)), tabindex=0),
    )
    return section("statistics", "The run in figures", _bar(result.spans), terms(about), *counts, folded)


def _bar(spans: Mapping[str, float]) -> Markup:
    total = sum(spans.values()) or 1.0
    pieces = [
        tag("span", class_=f"piece {name}", style=f"flex-grow:{span / total:.4f}") for name, span in spans.items()
    ]
    keys = [
        tag("li", tag("span", class_=f"swatch {name}"), plain(f"{name} "), tag("b", plain(duration(span))))
        for name, span in spans.items()
    ]
    bar = tag("div", *pieces, class_="bar", aria_hidden="true")
    return tag("div", bar, tag("ul", *keys, class_="legend", aria_label="Where the time went"), class_="times-spent")


def _counts(title: str, values: Mapping[str, int]) -> Markup:
    if not values:
        return Markup("")
    figures = [tag("li", tag("b", plain(f"{value:,}")), plain(f" {name}")) for name, value in values.items()]
    return tag("div", tag("h3", plain(title)), tag("ul", *figures, class_="figures"))
