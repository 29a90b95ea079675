"""An estimate of a search, told in sentences or as a JSON record."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from solvers.run.splitting.estimate import Estimate, Guess


def sentences(name: str, told: Estimate) -> str:
    """What people are told, a line for each kind of estimate; where every cube was searched, that there is no doubt."""
    if told.counted is not None and told.seconds is not None and told.searched == told.cubes:
        small = "the search is so small that it was done to its end"
        return f"{name}: {small}\n  answers  {_about(told.counted)}\n  time     {_span(told.seconds)} on {told.backend}"
    by = f"by {told.descents:,} random descents"
    answers = f"about {_about(told.answers)}, {by}" if told.answers.mean else f"too rare to be met {by}"
    lines = [f"{name}: an estimate, without a search to the end", f"  answers  {answers}"]
    lines.append(f"  nodes    about {_about(told.nodes)} of propagation")
    if told.seconds is None or told.counted is None:
        lines.append(f"  time     not one of {told.cubes:,} cubes was searched to its end on {told.backend}")
        return "\n".join(lines)
    which = f"{told.searched:,} of {told.cubes:,}"
    lines.append(f"  time     about {_span(told.seconds)} of one processor on {told.backend}, by {which} cubes")
    lines.append(f"  answers  about {_about(told.counted)}, by those cubes")
    return "\n".join(lines)


def as_record(puzzle: str, instance: str, told: Estimate) -> dict[str, Any]:
    return {"puzzle": puzzle, "instance": instance, "estimate": asdict(told)}


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
