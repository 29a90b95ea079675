"""Questions about answers: one, all, how many, whether there is just one, which is the best; in one call each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import PuzzlebenchError
from models.language.model import IntVar, Literal, Model
from solvers.api.answer import Answer, NotKnown
from solvers.api.arguments import checked
from solvers.api.search import (
    Answers,
    Given,
    LoadedModel,
    NotLoaded,
    OnProgress,
    OnSolution,
    check_countable,
    named,
)
from solvers.core.backend import NO_GIVENS, Limits, Settings
from solvers.core.limits import Asked, OutOfTime, details_of

if TYPE_CHECKING:  # only named here
    from solvers.api.own_model import Askable


@checked
def solve(
    what: Askable,
    *,
    backend: str = "",
    seconds: float | None = None,
    givens: Given = NO_GIVENS,
    assumptions: Iterable[Literal | IntVar] = (),
    on_solution: OnSolution | None = None,
    progress: OnProgress | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
    minimize: str | None = None,
    proof: str | Path | None = None,
) -> Answer:
    """An answer to ``what``, a model or an instance; with an objective the best one, or the best found in time.

    >>> model = pb.Model("a fence of 20 around the most")
    >>> width, height = model.new_int_var(1, 9, "width"), model.new_int_var(1, 9, "height")
    >>> area = model.new_int_var(0, 99, "area")
    >>> _ = model.add(2 * width + 2 * height == 20, because="the fence has length 20")
    >>> _ = model.add_multiplication_equality(area, [width, height])
    >>> _ = model.maximize(area)
    >>> answer = pb.solve(model)
    >>> answer["width"], answer[width - height], answer.objective, answer.proved
    (5, 0, 25, True)
    >>> pb.solve(model, givens={"width": 7})
    <solved: width = 7, height = 3, area = 21; objective 21, proved the best>
    >>> pb.solve(pb.puzzle("sudoku").load("inkala"))
    <solved: sudoku inkala>

    Args:
        backend: who solves it, such as ``"sat"``; empty for whoever is quick.
        seconds: the time limit.
        givens: values of variables, or of their names, that are fixed in advance.
        assumptions: literals that restrict it as well.
        on_solution: is called with every answer as it is found; with an objective each is better than the one before.
        progress: is called twice a second with how far the search is, such as ``print``.
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

        if givens or tuple(assumptions) or on_solution or progress:
            raise PuzzlebenchError(
                "proof= is of the model as it stands: givens, assumptions, on_solution and progress do not go with it"
            )
        return solve_and_prove(what, proof, backend, seconds, Settings(seed, workers), formulation, minimize)
    settings = Settings(seed, workers, only_best=on_solution is None)
    best = minimize or (isinstance(what, Model) and what.objective is not None)
    limits = Limits(seconds, None if best else 1)
    answers = _answers(
        what, "first", limits, backend, settings, formulation, minimize, givens, assumptions, progress
    )  # fmt: skip
    return answers.last(on_solution)


@checked
def solutions(
    what: Askable,
    *,
    backend: str = "",
    seconds: float | None = None,
    limit: int | None = None,
    givens: Given = NO_GIVENS,
    assumptions: Iterable[Literal | IntVar] = (),
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
    asked: Asked = "all" if limit is None or limit > 2 else "unique"
    limits, settings = Limits(seconds, limit), Settings(seed, workers)
    return _answers(what, asked, limits, backend, settings, formulation, None, givens, assumptions)


@checked
def count(
    what: Askable,
    *,
    backend: str = "",
    seconds: float | None = None,
    limit: int | None = None,
    givens: Given = NO_GIVENS,
    assumptions: Iterable[Literal | IntVar] = (),
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
    check_countable(what)
    limits, settings = Limits(seconds, limit), Settings(seed, workers)
    if proof is None:
        return _answers(what, "count", limits, backend, settings, formulation, None, givens, assumptions).count()
    from solvers.api.certified import count_and_prove  # most scripts prove nothing

    if givens or tuple(assumptions):
        raise PuzzlebenchError("proof= is of the model as it stands: givens and assumptions do not go with it")
    return count_and_prove(what, proof, backend, limits, settings, formulation)


@checked
def is_unique(
    what: Askable,
    *,
    backend: str = "",
    seconds: float | None = None,
    givens: Given = NO_GIVENS,
    assumptions: Iterable[Literal | IntVar] = (),
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
    check_countable(what)
    limits, settings = Limits(seconds, 2), Settings(seed, workers)
    return _answers(what, "unique", limits, backend, settings, formulation, None, givens, assumptions).count() == 1


@checked
def optimum(
    what: Askable,
    minimize: str | None = None,
    *,
    backend: str = "",
    seconds: float | None = None,
    givens: Given = NO_GIVENS,
    assumptions: Iterable[Literal | IntVar] = (),
    on_solution: OnSolution | None = None,
    progress: OnProgress | None = None,
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
    proof: str | Path | None = None,
) -> Answer:
    """The best answer to a model with an objective, or to an instance by one of its puzzle's; proved to be the best.

    >>> pb.optimum(pb.puzzle("grecian").load("grecian"), "turns").objective
    14

    Raises:
        NotKnown: when the time limit comes before the proof.
    """
    if minimize is None and getattr(what, "objective", None) is None:
        which = f"model {what.name!r} has no objective" if isinstance(what, Model) else "no objective is named"
        raise PuzzlebenchError(f"{which}; without one no answer is better than another")
    best = solve(
        what, minimize=minimize, backend=backend, seconds=seconds, givens=givens, assumptions=assumptions,
        on_solution=on_solution, progress=progress, seed=seed, workers=workers, formulation=formulation, proof=proof
    )  # fmt: skip
    if not best.proved:
        so_far = f"the best so far is {best.objective}" if best else "no answer is known yet"
        raise NotKnown(f"{so_far}, and whether that is the best is not known: {details_of(best.outcome)}")
    return best


@checked
def load(
    what: Askable,
    *,
    backend: str = "",
    seed: int = 0,
    workers: int = 1,
    formulation: str = "",
    minimize: str | None = None,
) -> LoadedModel:
    """A model or an instance, loaded once to be asked many times; the arguments are those of ``solve``.

    >>> model = pb.Model("seats")
    >>> ann, ben, cleo = friends = [model.new_int_var(1, 3, name) for name in ("Ann", "Ben", "Cleo")]
    >>> _ = model.add_all_different(friends)
    >>> with pb.load(model, backend="backtracking") as search:
    ...     [search.count(givens={ann: seat}) for seat in (1, 2, 3)]
    ...     search.solve(assumptions=[ann == 1, ben == 2])["Cleo"]
    ...     bool(search.solve(assumptions=[cleo == 3, ann == 1, ben == 1])), search.core()
    [2, 2, 2]
    3
    (False, (Ann = 1, Ben = 1))
    """
    return LoadedModel(what, backend, Settings(seed, workers), formulation, minimize)


def _answers(
    what: Askable,
    asked: Asked,
    limits: Limits,
    backend: str,
    settings: Settings,
    formulation: str,
    minimize: str | None,
    givens: Given,
    assumptions: Iterable[Literal | IntVar],
    progress: OnProgress | None = None,
) -> Answers:
    clock = limits.clock()  # loading counts
    try:
        loaded = LoadedModel(what, backend, settings, formulation, minimize, asked, clock)
    except OutOfTime as late:
        if isinstance(what, Model) and what.hints:  # which need no solver
            found = NotLoaded(what, late).solutions(named(what, givens), limits, tuple(assumptions))
            return Answers(what, found)
        return Answers(what, None, late.failure)
    return loaded.answers(givens, assumptions, replace(limits, seconds=clock.remaining()), progress)
