"""A result as text for a person: what was asked, who solved it, what came out, where the time went."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from solvers.results import Result
from solvers.solving import Solver


def report(
    solver: Solver[Any, Any],
    result: Result[Any, Any],
    options: Namespace,
    path: Path | None = None,
    reading: float = 0.0,
) -> str:
    """The whole report on one instance; ``reading`` is the wall time spent on the file."""
    return "\n".join(_lines(solver, result, options, path, reading))


def _lines(
    solver: Solver[Any, Any], result: Result[Any, Any], options: Namespace, path: Path | None, reading: float
) -> Iterator[str]:
    puzzle, instance = solver.puzzle, result.instance
    yield f"{puzzle.title}: {instance.name}" + (f" ({display_path(path)})" if path else "")
    if result.formulation:
        yield f"formulation {result.formulation}, backend {solver.backend.name} ({solver.version()})"
    if result.optimised:
        yield f"asked for: {puzzle.objectives[solver.objective or '']}"
    yield result.verdict if result.clash else f"{result.status}: {result.verdict}"
    yield _times(result, reading)
    if options.stats:
        yield "size    " + _counts(result.size)
        yield "effort  " + _counts(result.outcome.effort)
    yield ""
    if not result.answers:
        yield puzzle.render(instance, None)
        return
    wanted = result.answers if options.all or options.limit else result.answers[:1]
    for place, answer in enumerate(() if options.count else wanted, 1):
        if len(wanted) > 1:
            yield f"answer {place}"
        yield puzzle.render(instance, answer)
        if place < len(wanted):
            yield ""
    if not options.count and len(wanted) < result.outcome.found and not result.optimised:
        yield ""
        yield "There is at least one more answer: --all shows every one, --count counts them."


def display_path(path: Path) -> str:
    """``path`` as short as it can be said from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _times(result: Result[Any, Any], reading: float) -> str:
    times = result.times
    parts = {"read": reading, "model": times.model, "load": times.load, "search": times.search}
    return "time: " + ", ".join(f"{name} {_span(span)}" for name, span in parts.items())


def _span(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items()) or "nothing to count"
