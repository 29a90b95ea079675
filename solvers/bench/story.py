"""The Grecian Computer's programs side by side: those of old, their form in numpy, and every backend installed.

Each is asked whether there is but one answer, and measured from the bare numbers on: a backend declares its model,
loads it and searches. A program that cannot say so much is measured for what it does say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from models.plugins import BrokenPlugin
from models.registry import find_instance, load_puzzle
from solvers.bench.figures import Figure, Samples, in_turns, left_out
from solvers.classic.programs import programs_of, published, run_program
from solvers.cli.files import write_whole
from solvers.cli.text import rounded_duration
from solvers.compare.plots import beside, colour, drawn, seconds_in_proportion
from solvers.core.backend import CannotTake, Limits, MissingLibrary
from solvers.core.record import Result
from solvers.core.registry import backend_names, load_backend
from solvers.core.solver import Solver
from solvers.run.text import counts_said
from solvers.workers.usage import processor_seconds

SLOW_TURN_SECONDS = 1.0  # after which one turn is enough


@dataclass(frozen=True)
class Contender(Figure):
    settled: bool = True  # whether it has shown that the answer is the only one


def story(samples: Samples) -> Iterator[Figure]:
    """Every published program and every backend that takes the dials, from the numbers to what it has to say."""
    asked: dict[str, tuple[Callable[[], Result[Any, Any]], Result[Any, Any], float]] = {}
    missing: list[str] = []
    for name, ask in _all(samples.time_limit):
        try:
            ask()  # imports the library, so that no round pays for it
        except MissingLibrary:
            missing.append(name)
            continue
        except (CannotTake, BrokenPlugin):
            continue
        started = processor_seconds()
        asked[name] = ask, ask(), processor_seconds() - started
    quick = [name for name, (_, _, seconds) in asked.items() if seconds < SLOW_TURN_SECONDS]
    turns = in_turns(samples.rounds, *(asked[name][0] for name in quick), clock=processor_seconds)
    least = dict(zip(quick, turns, strict=True))
    printed = {turned_back(answer) for _, result, _ in asked.values() for answer in result.answers}
    assert len(printed) <= 1, f"they disagree on the Grecian Computer: {printed}"
    for name, (_, result, seconds) in asked.items():
        settled = result.outcome.complete
        note = "the only answer" if settled else "an answer, and no more" if result.answers else "no answer in time"
        how = f"formulation {result.formulation}" if result.formulation else counts_said(result.outcome.effort)
        milliseconds = min(seconds, least.get(name, seconds)) * 1000
        yield Contender("story", name, milliseconds, note=f"{note}: {how}", settled=settled)
    if missing:
        yield left_out("story", ", ".join(missing), "not installed")


def turned_back(turns: Sequence[int]) -> tuple[int, ...]:
    """An answer with dial 0 where it was: turning all dials together changes nothing on the Grecian Computer."""
    return tuple((steps - turns[0]) % 12 for steps in turns)


def picture(contenders: Sequence[Contender], path: Path) -> None:
    """Draw the times as bars into ``path``, an .svg or .png file."""

    def bars(axes: Any) -> None:
        times = [(one.ours or 0) / 1000 for one in contenders]
        for place, (one, seconds) in enumerate(zip(contenders, times, strict=True)):
            hatch = "" if one.settled else "//"
            axes.barh(place, seconds, color=colour(one.name), hatch=hatch, edgecolor="white")
            beside(axes, rounded_duration(seconds), seconds, place)
        axes.set_yticks(range(len(contenders)), [f"{one.name}\n{one.note}" for one in contenders])
        axes.set_ylim(len(contenders) - 0.5, -0.5)  # the first on top
        seconds_in_proportion(axes.xaxis, 6)
        axes.set_xlim(0, 1.15 * max(times))
        hatched = (
            "" if all(one.settled for one in contenders) else "\nhatched: does not tell whether it is the only one"
        )
        axes.set_xlabel(f"processor time, for backends declare + load + search{hatched}")
        axes.set_title("Grecian Computer: is there one answer only?")

    write_whole(path, drawn(bars, "Grecian Computer: what the only answer costs", path.suffix[1:]))


def _all(time_limit: float) -> Iterator[tuple[str, Callable[[], Result[Any, Any]]]]:
    puzzle = load_puzzle("grecian")
    grecian = next(puzzle.read(find_instance(puzzle, "grecian")))
    for name in programs_of("grecian"):
        yield f"classic:{name}", partial(run_program, published(puzzle, name), grecian, Limits(time_limit))

    def ask(word: str) -> Result[Any, Any]:
        return Solver(puzzle, "", *load_backend(word)).solve(grecian, Limits(time_limit, 2))

    for word in backend_names():
        yield word, partial(ask, word)
