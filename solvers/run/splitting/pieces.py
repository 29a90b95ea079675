"""The work on one cube, in whatever process: the model is loaded once there, and searched under the cube's decisions.

What travels are numbers and names: the model as a pickle of values, the backend's name, and for each piece the
decisions as numbers of variables with their values.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from time import process_time, time

from models.language.model import Assignment, IntVar, Literal, Model
from solvers.core.backend import Limits, Search, Settings, Solutions
from solvers.core.registry import load_backend

Values = tuple[int | None, ...]
"""What an assignment gives each variable of a model, in their order; None where it says nothing."""


@dataclass(frozen=True)
class Whole:
    """What all pieces of a search have in common; variables are numbers, that it may travel."""

    model: bytes = field(repr=False)  # pickled
    givens: tuple[tuple[int, int], ...]
    assumptions: tuple[tuple[int, Set[int]], ...]
    backend: str
    seed: int
    counts: bool  # whether answers are only counted, but for the first of each piece
    limited: bool = False


@dataclass(frozen=True)
class Piece:
    """One cube to be searched."""

    number: int
    decisions: tuple[tuple[int, int], ...]
    until: float | None = None  # when its time is up, in seconds since the epoch
    most: int | None = None  # how many answers are enough
    below: int | None = None  # what the objective has to stay below to be of any use


@dataclass(frozen=True)
class Done:
    """What the search of one cube came to; of an optimum, ``found`` are ever better answers and the best is kept."""

    number: int
    found: int
    complete: bool
    answers: tuple[Values, ...]
    stopped_by: str = ""
    failure: str = ""
    seconds: float = 0.0  # of the processor, in that process
    effort: tuple[tuple[str, int], ...] = ()


def search_piece(whole: Whole, piece: Piece) -> Done:
    started = process_time()
    search, variables = _loaded(whole, piece.below)
    givens = {variables[index]: value for index, value in (*whole.givens, *piece.decisions)}
    assumed = [Literal(variables[index], values) for index, values in whole.assumptions]

    def begin() -> Solutions[Assignment]:
        seconds = None if piece.until is None else max(0.0, piece.until - time())
        return search.solutions(givens, Limits(seconds, piece.most), assumed)

    answers = begin()
    if piece.most is not None and search.is_stateful:
        # That a cube is empty shows soonest with what others have taught, but which of many answers come first must not
        # depend on which others this process had.
        if next(answers, None) is None:
            return _done(piece, answers, (), started)
        search.reset()
        answers = begin()
    kept: list[Values] = []
    if whole.counts:
        first = next(answers, None)
        if first is not None:
            kept.append(values_of(variables, first))
            if not answers.count_remaining():
                for _ in answers:
                    pass
    else:
        for assignment in answers:
            if search.model.objective is not None:
                kept.clear()
            kept.append(values_of(variables, assignment))
        kept.sort(key=_ranked)
    return _done(piece, answers, tuple(kept), started)


def _done(piece: Piece, answers: Solutions[Assignment], kept: tuple[Values, ...], started: float) -> Done:
    ended = answers.outcome
    return Done(
        piece.number,
        ended.found,
        ended.complete,
        kept,
        ended.stopped_by,
        ended.failure,
        process_time() - started,
        tuple(ended.effort.items()),
    )


def packed(model: Model) -> bytes:
    return pickle.dumps(model)


def values_of(variables: Sequence[IntVar], assignment: Assignment) -> Values:
    return tuple(map(assignment.get, variables))


def _ranked(values: Values) -> tuple[tuple[bool, int], ...]:
    """An order of answers that is the same whoever found them."""
    return tuple((value is None, value or 0) for value in values)


@lru_cache(maxsize=2)
def _loaded(whole: Whole, below: int | None) -> tuple[Search, list[IntVar]]:
    model: Model = pickle.loads(whole.model)
    variables = list(model.variables)
    if below is not None:
        assert model.objective is not None
        model.project_on(model.projection)  # what follows may need variables of its own, which are no part of an answer
        model.add(model.objective.cost <= below - 1)
    backend, variant = load_backend(whole.backend, whole.limited)
    return backend.load(model, Settings(seed=whole.seed, variant=variant)), variables
