"""A result as text for a person: what was asked, who solved it, what came out, where the time went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from models.kit.names import printable
from solvers.request import Request
from solvers.results import Answerer, Result
from solvers.terminal.colour import Piece, in_lines
from solvers.terminal.units import duration

STYLES = {"answered": "bold green", "impossible": "bold red", "stopped": "bold yellow"}

LONGEST_TRACE = 40
"""Lines of a published program's trace that are shown."""


def report(
    solver: Answerer[Any, Any],
    result: Result[Any, Any],
    request: Request,
    path: Path | None = None,
    reading: float = 0.0,
) -> list[Piece]:
    """The whole report on one instance; ``reading`` is the wall time spent on the file."""
    lines: list[Piece] = [*_head(solver, result, request, path, reading), *_trace(result.trace)]
    if not request.count:
        lines += ["", *_answers(result, request)]
    return in_lines(lines)


def display_path(path: Path) -> str:
    """``path`` as short as it can be said from here."""
    here = Path.cwd()
    return printable(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _head(
    solver: Answerer[Any, Any], result: Result[Any, Any], request: Request, path: Path | None, reading: float
) -> Iterator[Piece]:
    """What was asked of whom, and what came out."""
    puzzle, instance = solver.puzzle, result.instance
    yield f"{puzzle.title}: {instance.name}" + (f" ({display_path(path)})" if path else ""), "bold"
    if result.formulation:
        yield f"formulation {result.formulation}, backend {solver.backend.name} ({solver.version()})", "dim"
    elif not result.clash:
        yield solver.version()
    if result.optimised:
        yield f"asked for: {puzzle.objectives[solver.objective or '']}"
    yield result.verdict if result.clash else f"{result.status}: {result.verdict}", STYLES[result.status]
    yield from puzzle.remarks(instance)
    yield _times(result, reading), "dim"
    if request.stats and result.formulation:
        yield "size    " + _counts(result.size), "dim"
    if request.stats or not (result.formulation or result.clash):  # a program is known by its figures
        yield "effort  " + _counts(result.outcome.effort), "dim"


def _trace(lines: tuple[str, ...]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:LONGEST_TRACE])
    if len(lines) > LONGEST_TRACE:
        yield f"  … {len(lines) - LONGEST_TRACE:,} lines more"


def _answers(result: Result[Any, Any], request: Request) -> Iterator[Piece]:
    """The answers asked for; the puzzle itself where there is none."""
    puzzle, instance = result.puzzle, result.instance
    if not result.answers:
        yield puzzle.render(instance, None)
        return
    wanted = result.answers if request.all or request.limit else result.answers[:1]
    for place, answer in enumerate(wanted, 1):
        if place > 1:
            yield ""
        if len(wanted) > 1:
            yield f"answer {place}", "bold"
        yield puzzle.render(instance, answer)
    if len(wanted) < result.outcome.found and not result.optimised:
        yield ""
        yield "There is at least one more answer: --all shows every one, --count counts them.", "yellow"


def _times(result: Result[Any, Any], reading: float) -> str:
    times = result.times
    parts = {"read": reading, "model": times.model, "load": times.load, "search": times.search}
    return "time: " + ", ".join(f"{name} {duration(span)}" for name, span in parts.items() if span)


def _counts(counts: Mapping[str, int]) -> str:
    said = (f"{count:,} {_singular(name) if count == 1 else name}" for name, count in counts.items())
    return ", ".join(said) or "nothing to count"


def _singular(name: str) -> str:
    return name.removesuffix("es") if name.endswith("ches") else name.removesuffix("s")
