"""Questions about answers: one of them, all, how many, whether there is just one, and which is the best."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers.api.answer import Answer, NotKnown
from solvers.api.arguments import check
from solvers.api.search import FrontSearch
from solvers.core.backend import Limits, Outcome, Settings
from solvers.core.limits import Asked, details_of


def solve(
    what: Any,
    *,
    backend: str = "",
    seconds: float | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
    minimize: str | None = None,
    proof: str | Path | None = None,
) -> Answer:
    """An answer to ``what``, a model or an instance; with an objective the best one, or the best found in time.

    >>> pb.solve(pb.puzzle("sudoku").load("inkala"))
    <solved: sudoku inkala>

    Args:
        backend: who solves it, such as ``"sat"``; empty for whoever is quick.
        seconds: the time limit.
        seed: fixes every random choice.
        workers: threads the backend may use.
        formulation, minimize: of an instance, one of its puzzle's.
        proof: the name of a certificate to be written: of the best answer, or of whether it is the only one, for
            which a second is looked for. ``verify`` checks it.

    Raises:
        PuzzlebenchError: when ``what`` is neither, or no backend takes it; always one sentence.
    """
    if proof is not None:
        from solvers.api.certified import solve_and_prove  # most scripts prove nothing

        return solve_and_prove(what, proof, backend, seconds, Settings(seed, workers), formulation, minimize)
    settings = Settings(seed, workers, only_best=True)
    best = minimize or (isinstance(what, Model) and what.objective is not None)
    answers = FrontSearch(what, Limits(seconds, None if best else 1), backend, settings, formulation, minimize, "first")
    last = deque(answers, maxlen=1)  # each is better than the one before
    return answers.answer(last[0] if last else None)


def solutions(
    what: Any,
    *,
    backend: str = "",
    seconds: float | None = None,
    limit: int | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
) -> Iterator[Answer]:
    """The answers to ``what`` as they are found, each once; of a model, answers that differ in its projection.

    >>> cards = pb.puzzle("dealing").typed(stacks=4, leftovers="0 ? 2 1")
    >>> sorted(answer.value.cards for answer in pb.solutions(cards))
    [96, 100, 104, 108]

    A model with an objective has ever better ones, the last of which is the best. Where time runs out before the
    last, they end. The arguments are those of ``solve``; ``limit`` is the most that are wanted.
    """
    check(limit=limit)
    asked: Asked = "all" if limit is None or limit > 2 else "unique"
    answers = FrontSearch(what, Limits(seconds, limit), backend, Settings(seed, workers), formulation, asked=asked)
    return map(answers.answer, answers)


def count(
    what: Any,
    *,
    backend: str = "",
    seconds: float | None = None,
    limit: int | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
    proof: str | Path | None = None,
) -> int:
    """How many answers ``what`` has; with a ``limit`` no more are counted. The other arguments are those of ``solve``.

    >>> pb.count(pb.puzzle("cover").load("wildwood"))
    2

    Raises:
        NotKnown: when the time limit comes first.
    """
    _check_count(what)
    limits, settings = Limits(seconds, limit), Settings(seed, workers)
    if proof is None:
        return _counted(FrontSearch(what, limits, backend, settings, formulation, asked="count")).found
    from solvers.api.certified import search_and_prove  # most scripts prove nothing

    result = search_and_prove(what, proof, backend, limits, settings, formulation, count=True)
    found = _known(result.outcome).found
    if result.proof is None or result.proof.unfinished:
        raise NotKnown(f"there are {found:,} answers, and the time limit came before that was proved")
    return found


def is_unique(
    what: Any,
    *,
    backend: str = "",
    seconds: float | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
) -> bool:
    """Whether ``what`` has exactly one answer; the arguments are those of ``solve``.

    >>> pb.is_unique(pb.puzzle("sudoku").typed("53" + 79 * "."))
    False

    Raises:
        NotKnown: when the time limit comes first.
    """
    _check_count(what)
    settings = Settings(seed, workers)
    return _counted(FrontSearch(what, Limits(seconds, 2), backend, settings, formulation)).found == 1


def optimum(what: Any, minimize: str | None = None, **how: Any) -> Answer:
    """The best answer to a model with an objective, or to an instance by one of its puzzle's; proved to be the best.

    >>> pb.optimum(pb.puzzle("grecian").load("grecian"), "turns").objective
    14

    Raises:
        NotKnown: when the time limit comes before the proof.
    """
    if minimize is None and getattr(what, "objective", None) is None:
        named = f"model {what.name!r} has no objective" if isinstance(what, Model) else "no objective is named"
        raise PuzzlebenchError(f"{named}; without one no answer is better than another")
    best = solve(what, minimize=minimize, **how)
    if not best.proved:
        so_far = f"the best so far is {best.objective}" if best else "no answer is known yet"
        raise NotKnown(f"{so_far}, and whether that is the best is not known: {details_of(best.outcome)}")
    return best


def _counted(answers: FrontSearch) -> Outcome:
    if next(answers, None) is not None:
        answers.count_remaining()
    deque(answers, maxlen=0)
    return _known(answers.outcome)


def _check_count(what: Any) -> None:
    if isinstance(what, Model) and what.objective is not None:
        raise PuzzlebenchError(f"model {what.name!r} has an objective: ask for its optimum, or count without one")


def _known(outcome: Outcome) -> Outcome:
    if not outcome.complete and outcome.stopped_by != "solutions":
        raise NotKnown(f"at least {outcome.found:,}, and how many more is not known: {details_of(outcome)}")
    return outcome
