"""A program that puts all wide models to one backend, in bounded memory and with a limit on each.

It prints a line for each. Where a model is still at work long after its limit, the program is killed by an alarm, which
no busy loop can delay.
"""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Sequence

from solvers.backends.default.choice import Default
from solvers.core.backend import CannotTake, Clock, Limits, OutOfTime, Settings
from solvers.core.registry import load, load_backend
from tests.patience import PATIENCE_SECONDS
from tests.random_models import decisions_of
from tests.wide_models import WIDE_MODELS, answers_within, wide_model

MOST_BYTES = 3 << 30
"""What a process may have; many of them have a few hundred megabytes of a library's from the start."""

SECONDS = 2.0
"""The time limit of each model, loading and searching together."""


def main(words: Sequence[str]) -> int:
    """The words are a backend, or none for the default, and how far wide domains reach."""
    backend, far = words
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for name in WIDE_MODELS:
        signal.setitimer(signal.ITIMER_REAL, SECONDS + PATIENCE_SECONDS)
        print(json.dumps((name, *_asked(backend, name, int(far)))), flush=True)
    return 0


def _asked(word: str, name: str, far: int) -> tuple[str, str]:
    """What becomes of one model in a word, and in which sentence it is refused or how its answers are wrong."""
    model, relevant = wide_model(name, far)
    clock = Clock(SECONDS)
    backend, variant = load_backend(word) if word else (Default("all"), "")
    try:
        search = load(backend, model, Settings(variant=variant, clock=clock))
    except CannotTake as refusal:
        return "refused", str(refusal)
    except OutOfTime:
        return "late", ""
    answers = search.solutions(limits=Limits(seconds=clock.remaining()))
    found = [decisions_of(model, assignment) for assignment in answers]
    if answers.outcome.stopped_by == "time":
        return "late", ""
    expected = answers_within(model, relevant)
    if model.objective is not None:
        right = found[-1] in expected
    else:
        right = answers.outcome.complete and len(found) == len(set(found)) and set(found) == expected
    return ("answered", "") if right else ("wrong", f"{found[:10]} instead of {sorted(expected)[:10]}")
