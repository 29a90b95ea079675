"""The record of a run as text: what was asked, who solved it, what came out, where the time went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from shlex import join
from typing import TYPE_CHECKING, Any

from solvers.cli.text import Piece, duration, headline, in_lines
from solvers.core.limits import Status
from solvers.core.record import Result
from solvers.run.request import RunRequest

if TYPE_CHECKING:
    from solvers.run.splitting.estimate import Estimate, Guess

MAX_TRACE_LINES = 40  # lines of a published program's trace that are shown
STYLES = {"good": "bold green", "bad": "bold red", "open": "bold yellow"}  # how each tone of a verdict is written


def report(result: Result[Any, Any], request: RunRequest) -> list[Piece]:
    lines = [*_head(result, request), *_trace(result.trace)]
    if not request.count:
        lines += ["", *_answers(result, request)]
    return in_lines(lines)


def answers_shown(result: Result[Any, Any], request: RunRequest) -> tuple[Any, ...]:
    return result.answers if request.all or request.limit else result.answers[:1]


def _head(result: Result[Any, Any], request: RunRequest) -> Iterator[Piece]:
    puzzle, solver = result.puzzle, result.solver
    yield headline(puzzle, result.instance, result.file), "bold"
    if result.formulation:
        yield f"formulation {result.formulation}, backend {result.backend.partition(':')[0]} ({result.version})", "dim"
    elif not result.contradiction:
        yield result.version
    if request.why:
        yield f"why {result.why}", "dim"
    if result.optimised:
        yield f"asked for: {puzzle.objectives[solver.objective or '']}"
    yield ("" if result.contradiction else f"{result.status.word}: ") + result.verdict, STYLES[result.tone]
    if result.outcome.failure:
        yield result.outcome.failure
    if result.proof is not None:
        yield result.proof.sentence, "bold green" if result.proof.checked else "dim"
    yield from puzzle.warnings(result.instance)
    yield "time: " + ", ".join(f"{name} {duration(span)}" for name, span in result.spans.items() if span), "dim"
    if request.stats and result.formulation:
        yield "size    " + counts_said(result.size), "dim"
    if request.stats or not (result.formulation or result.contradiction):  # a program is known by its figures
        yield "effort  " + counts_said(result.outcome.effort), "dim"


def _trace(lines: tuple[str, ...]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:MAX_TRACE_LINES])
    if len(lines) > MAX_TRACE_LINES:
        yield f"  … {len(lines) - MAX_TRACE_LINES:,} lines more"


def _answers(result: Result[Any, Any], request: RunRequest) -> Iterator[Piece]:
    if not result.answers:
        yield result.puzzle.render(result.instance, None)
        if result.status is Status.IMPOSSIBLE and not request.minimize:
            yield ""
            yield from where_to_go_on(request.puzzle or result.puzzle.name, request)
        return
    wanted = answers_shown(result, request)
    for place, answer in enumerate(wanted, 1):
        if place > 1:
            yield ""
        if len(wanted) > 1:
            yield f"answer {place}", "bold"
        yield result.puzzle.render(result.instance, answer)
    if len(wanted) < result.outcome.found and not result.optimised:
        yield ""
        ways = "--all shows every one, --count counts them, --common says what they share"
        yield f"There is at least one more answer: {ways}.", "yellow"


def where_to_go_on(puzzle: str, request: RunRequest) -> Iterator[str]:
    words = [puzzle, *(["--instance", request.instance] if request.instance else [])]
    words += ["--number", str(request.number)] if request.number else []
    for name, value in request.own:
        words += [f"--{name}"] if isinstance(value, bool) else [f"--{name}", value]
    for what, verb in (("what may have been copied wrongly", "diagnose"), ("why there can be no answer", "explain")):
        yield f"{what}: python -m solvers.{verb} {join(words)}"


def counts_said(counts: Mapping[str, int]) -> str:
    parts = (f"{count:,} {_singular(name) if count == 1 else name}" for name, count in counts.items())
    return ", ".join(parts) or "nothing to count"


def _singular(name: str) -> str:
    return name.removesuffix("es") if name.endswith("ches") else name.removesuffix("s")


def estimate_sentences(name: str, estimate: Estimate) -> str:
    if estimate.counted is not None and estimate.seconds is not None and estimate.searched == estimate.cubes:
        time = f"{_span(estimate.seconds)} on {estimate.backend}"
        small = "the search is so small that it was done to its end"
        return f"{name}: {small}\n  answers  {_about(estimate.counted)}\n  time     {time}"
    by = f"by {estimate.descents:,} random descents"
    answers = f"about {_about(estimate.answers)}, {by}" if estimate.answers.mean else f"too rare to be met {by}"
    lines = [f"{name}: an estimate, without a search to the end", f"  answers  {answers}"]
    lines.append(f"  nodes    about {_about(estimate.nodes)} of propagation")
    if estimate.seconds is None or estimate.counted is None:
        lines.append(f"  time     not one of {estimate.cubes:,} cubes was searched to its end on {estimate.backend}")
        return "\n".join(lines)
    which = f"{estimate.searched:,} of {estimate.cubes:,}"
    lines.append(f"  time     about {_span(estimate.seconds)} of one processor on {estimate.backend}, by {which} cubes")
    lines.append(f"  answers  about {_about(estimate.counted)}, by those cubes")
    return "\n".join(lines)


def estimate_record(puzzle: str, instance: str, estimate: Estimate) -> dict[str, Any]:
    return {"puzzle": puzzle, "instance": instance, "estimate": asdict(estimate)}


def _about(guess: Guess) -> str:
    """A number to three digits, with its error in percent where that is known."""
    mean = guess.mean
    text = f"{mean:,.0f}" if mean < 1e6 else f"{mean:.3g}"
    return text + (f" (± {100 * guess.error / mean:.0f} %)" if guess.error and mean else "")


def _span(guess: Guess) -> str:
    for unit, size in (("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0)):
        if guess.mean >= 2 * size:
            return f"{guess.mean / size:.3g} {unit}"
    return f"{guess.mean:.2g} s"
