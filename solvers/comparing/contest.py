"""Contests: every formulation on every backend that takes it, each run in its own process, in fair turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from models.errors import InputError
from models.language.model import Model
from models.plugins import BrokenPlugin
from models.puzzle import Puzzle
from solvers.backend import Backend
from solvers.comparing.agreement import disagreements
from solvers.comparing.measure import measure
from solvers.comparing.record import GIVE_UP, LeftOut, Measurement, Row
from solvers.registry import load_backend
from solvers.render.brief import in_brief
from solvers.request import Request


def entrants(
    puzzle: Puzzle[Any, Any],
    instances: Sequence[Any],
    formulations: Sequence[str],
    backends: Sequence[str],
    objective: str | None = None,
) -> tuple[list[tuple[str, str]], list[LeftOut]]:
    """The pairs of formulation and backend that fit, and those left out, each with the reason.

    A pair is left out when it can take none of the ``instances``, or when its backend cannot even be loaded.
    """
    for name in formulations or [""]:
        puzzle.require(name, objective)
    loaded, broken = _loaded(backends)
    shapes = {puzzle.shape(instance): instance for instance in reversed(instances)}  # alike to every backend
    fitting: list[tuple[str, str]] = []
    left_out: list[LeftOut] = []
    for formulation in formulations or puzzle.formulations:
        objections: dict[str, str] = {}
        undecided = dict(loaded)
        for instance in reversed(shapes.values()):
            if undecided:  # mostly nobody is, after the first
                try:
                    model = puzzle.state(instance, formulation, objective).model
                except InputError as error:
                    if formulations:
                        raise
                    objections |= dict.fromkeys(undecided, f"{instance.name}: {error.sentence}")
                    continue
                found = {word: _objection(backend, model) for word, backend in undecided.items()}
                undecided = {word: backend for word, backend in undecided.items() if found[word] is not None}
                objections = {word: reason for word, reason in found.items() if reason is not None} | objections
        for word in backends:
            if word in broken:
                left_out.append(LeftOut(formulation, word, broken[word]))
            elif word in undecided:
                left_out.append(LeftOut(formulation, word, f"cannot take {objections[word]}"))
            else:
                fitting.append((formulation, word))
    return fitting, left_out


def _loaded(words: Sequence[str]) -> tuple[dict[str, Backend], dict[str, str]]:
    """The backends that ``words`` name, and what is wrong with those that are broken."""
    loaded: dict[str, Backend] = {}
    broken: dict[str, str] = {}
    for word in words:
        try:
            loaded[word], _ = load_backend(word)
        except BrokenPlugin as error:
            broken[word] = str(error)
    return loaded, broken


def _objection(backend: Backend, model: Model) -> str | None:
    """What the backend objects to; one that fails already here may run, and its run says how it fails."""
    try:
        return backend.objection(model)
    except Exception:
        return None


def contest(
    request: Request,
    instances: Sequence[Any],
    pairs: Sequence[tuple[str, str]],
    announce: Callable[[str], None] = lambda name: None,
    run: Callable[[Request, Any], Measurement] = measure,
) -> tuple[list[Row], bool]:
    """Measure each pair on each instance; repeats are interleaved, so that a noisy moment hurts all alike.

    Args:
        announce: told the name of each run before it starts.
        run: how one run is done: what ``request`` asks of one formulation on one backend, on one instance.

    Returns:
        The rows, and whether all was measured: Ctrl-C ends it with what there is.
    """
    runs: dict[tuple[int, str, str], list[Measurement]] = {}
    lost_in_a_row = dict.fromkeys(pairs, 0)
    finished = False
    try:
        for turn in range(request.repeat):
            for place, instance in enumerate(instances):
                for pair in pairs:
                    formulation, backend = pair
                    announce(f"{instance.name}: {formulation} × {backend}" + (f" ({turn + 1})" if turn else ""))
                    mine = runs.setdefault((place, *pair), [])
                    if turn and mine[0].status == "not run":
                        continue
                    if not turn and request.family and lost_in_a_row[pair] >= GIVE_UP:
                        mine.append(Measurement("not run", f"the {GIVE_UP} before were not settled"))
                        continue
                    mine.append(run(replace(request, formulation=formulation, backend=backend), instance))
                    if not turn and mine[0].status != "cannot take":  # that costs nothing, and may be otherwise next
                        lost_in_a_row[pair] = 0 if mine[0].solved else lost_in_a_row[pair] + 1
        finished = True
    except KeyboardInterrupt:
        pass
    rows = [
        Row(instances[place], formulation, backend, tuple(mine))
        for (place, formulation, backend), mine in runs.items()
        if mine
    ]
    return rows, finished


def contradictions(puzzle: Puzzle[Any, Any], rows: Sequence[Row]) -> list[str]:
    """Every disagreement between rows on the same instance."""
    found: list[str] = []
    for instance in dict.fromkeys(row.instance for row in rows):
        sides = [(row.name, run) for row in rows if row.instance == instance for run in row.runs]
        found += [f"{instance.name}: {reason}" for reason in disagreements(sides, partial(in_brief, puzzle, instance))]
    return list(dict.fromkeys(found))
