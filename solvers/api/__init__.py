"""The front door: one call each for what a script or a notebook asks of a model, or of a puzzle's instance.

>>> import puzzlebench as pb
>>> model = pb.Model("heads and legs")
>>> hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
>>> _ = model.add(hens + hares == 35, because="there are 35 heads")
>>> _ = model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
>>> answer = pb.solve(model)
>>> answer
<solved: hens = 23, hares = 12>
>>> answer[hens], answer[hens - hares], answer[hares >= 10]
(23, 11, True)
>>> pb.is_unique(model)
True
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.errors import InputError, PuzzlebenchError
from models.kit.names import shown
from models.language.model import Model
from solvers.api.answer import Answer, puzzle_of
from solvers.api.arguments import ONE_FORMULATION, check
from solvers.api.search import FrontSearch
from solvers.core.backend import Clock, Limits, Outcome, OutOfTime, Settings
from solvers.core.limits import Asked, details_of
from solvers.core.limits import Status as Status

if TYPE_CHECKING:  # only named here, and no script should wait for them to be imported
    from models.deductions import Conflict
    from models.puzzle import Puzzle
    from solvers.api.instance_set import InstanceSet
    from solvers.diagnose.record import Diagnosis
    from solvers.explain.record import Explanation, Hint
    from solvers.generate.record import Made
    from solvers.proofs.verdict import Verdict


__all__ = [
    "solve",
    "solutions",
    "count",
    "is_unique",
    "optimum",
    "conflict",
    "explain",
    "hint",
    "diagnose",
    "export",
    "generate",
    "verify",
    "puzzle",
    "Answer",
    "Model",
    "NotKnown",
    "Status",
]


class NotKnown(PuzzlebenchError):
    """A limit came before what was asked is known."""


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


def conflict(what: Any, *, seconds: float | None = None, formulation: str = "") -> Conflict | None:
    """A smallest set of rules and givens of ``what`` that cannot hold together; None where there is an answer.

    When the time limit comes first, it is the smallest found by then: its ``smallest`` is False, and no such set has
    fewer than ``at_least`` parts.

    >>> found = pb.conflict(pb.puzzle("sudoku").typed("11" + 79 * "."))
    >>> for part in found.parts:
    ...     print(part)
    R1C1 = 1 is given
    R1C2 = 1 is given
    row 1 holds each digit once

    Raises:
        PuzzlebenchError: when the time limit comes before any is found.
    """
    from solvers.explain import conflicts  # most scripts ask for no reasons

    check(seconds=seconds, formulation=formulation)
    if isinstance(what, Model):
        return conflicts.conflict(what, seconds=seconds)
    puzzle = puzzle_of(what)
    return conflicts.smallest(puzzle.parts(what, puzzle.state(what, formulation)), seconds)


def explain(instance: Any, formulation: str = "", **how: Any) -> Explanation[Any, Any]:
    """The way to the answer of ``instance`` one deduction at a time, or why there is none.

    >>> found = pb.explain(pb.puzzle("sudoku").load("norvig_easy50", 2))
    >>> found.status, len(found.steps) > 20
    ('explained', True)

    The options are those of :func:`solvers.explain.work.explain`.
    """
    from solvers.explain.work import explain  # most scripts ask for no reasons

    check(formulation=formulation, **how)
    return explain(puzzle_of(instance), instance, formulation, **how)


def hint(instance: Any, strength: str = "look", **how: Any) -> Hint[Any, Any]:
    """The next step alone, as where to ``look`` for it or what there is to ``see``; or which entry is wrong.

    >>> inkala = pb.puzzle("sudoku").load("inkala")
    >>> pb.hint(inkala, so_far="R2C2 = 5")
    <wrong entries: R2C2 = 5 is wrong: it contradicts the only answer.>

    The options are those of :func:`solvers.explain.work.hint`: ``so_far`` is what is found already, a half-filled
    grid or facts.
    """
    from solvers.explain.work import hint  # most scripts ask for no reasons

    check(**how)
    return hint(puzzle_of(instance), instance, strength, **how)


def diagnose(instance: Any, backend: str = "", **how: Any) -> Diagnosis[Any, Any]:
    """Whether ``instance`` has exactly one answer, and if not, what would put that right.

    >>> pb.diagnose(pb.puzzle("sudoku").load("inkala")).verdict
    'well posed'

    The options are those of :func:`solvers.diagnose.work.diagnose`.
    """
    from solvers.diagnose.work import diagnose  # most scripts diagnose nothing

    check(backend=backend, **how)
    return diagnose(puzzle_of(instance), instance, backend, **how)


def export(what: Any, to: str, *, formulation: str = "", minimize: str | None = None) -> str:
    """A model, or an instance of a puzzle, in the format ``to`` of other programs, as text.

    >>> model = pb.Model("two boxes")
    >>> _ = model.add_exactly_one(model.new_bool_var("left"), model.new_bool_var("right"), key=("prize",))
    >>> print(pb.export(model, "opb").splitlines()[-1])
    +1 x1 +1 x2 = 1 ;

    The formats are those of ``python -m solvers.export --help``; ``formulation`` and ``minimize`` are as for ``solve``.
    What a format leaves out of the text, as LP does projections, is warned of (``UserWarning``).

    Raises:
        PuzzlebenchError: when ``what`` is neither, or the format cannot say it.
    """
    from solvers.export.__main__ import lost_projection, written  # most scripts export nothing
    from solvers.formats.document import Export  # as above
    from solvers.formats.registry import writer, writing  # as above

    check(to=to, formulation=formulation, minimize=minimize)
    known = writing(to, None)
    if not isinstance(what, Model):
        text, losses = written(known, puzzle_of(what), what, formulation, minimize)
    elif formulation or minimize:
        raise PuzzlebenchError(ONE_FORMULATION)
    else:
        statement = Export(what, what.name)
        text, losses = "".join(writer(known).write(statement)), lost_projection(known, statement)
    for loss in losses:
        warnings.warn(loss, stacklevel=2)
    return text


def generate(
    puzzle: str | InstanceSet | Puzzle[Any, Any],
    *,
    count: int = 1,
    size: str | int = "",
    difficulty: str = "",
    seed: int = 0,
    workers: int = 1,
    seconds: float | None = None,
    tries: int | None = None,
    **wishes: Any,
) -> Iterator[Made[Any, Any]]:
    """New puzzles, each with exactly one answer, as they are made; the same seed makes the same ones.

    >>> made = next(pb.generate("sudoku", clues=24, symmetry="half-turn", seed=7))
    >>> made.instance.name, pb.is_unique(made.instance), made.warnings[0]
    ('sudoku-7-1', True, '24 clues')

    Args:
        size: how large, as the puzzle understands it; empty for the usual size.
        difficulty: a grade such as ``"hard"``, or two as in ``"moderate-hard"``; empty for any.
        workers: processes; what is made does not depend on it.
        seconds: the time limit of all together.
        tries: a puzzle is given up after so many candidates that will not do.
        wishes: what can be wished for of this puzzle, as on the command line.

    Raises:
        InputError: when what is wished for cannot be.
        NotKnown: when no candidate of a puzzle will do, or the time limit comes first.
    """
    from models.puzzle import Puzzle  # most scripts make no puzzles
    from solvers.api.instance_set import InstanceSet  # as above
    from solvers.generate.record import Missed  # as above
    from solvers.generate.request import GenerateRequest  # as above
    from solvers.generate.work import Workshop, made  # as above

    check(seed=seed, workers=workers, seconds=seconds, difficulty=difficulty, count=count, tries=tries)
    known = puzzle.puzzle if isinstance(puzzle, InstanceSet) else puzzle
    word = known.name if isinstance(known, Puzzle) else known
    if not isinstance(word, str):
        raise InputError(f"puzzle is {shown(word)}; a puzzle or its word, such as 'sudoku', is expected")
    own = tuple(
        (name.replace("_", "-"), value if value is True else str(value))
        for name, value in wishes.items()
        if value is not False
    )
    request = GenerateRequest(
        puzzle=word, size=str(size), difficulty=difficulty, puzzles=count, tries=tries, seed=seed,
        workers=workers, own=own
    )  # fmt: skip
    clock = Clock(seconds)
    Workshop(request, clock)  # what cannot be is said at once

    def found() -> Iterator[Made[Any, Any]]:
        try:
            for outcome in made(request, clock):
                if isinstance(outcome, Missed):
                    raise NotKnown(str(outcome))
                yield outcome
        except OutOfTime:
            raise NotKnown("the time limit came before the puzzle was made") from None

    return found()


def puzzle(word: str | Puzzle[Any, Any]) -> InstanceSet:
    """A puzzle and its instances, by its word on the command line, or a puzzle of your own.

    >>> sudoku = pb.puzzle("sudoku")
    >>> sudoku.load("norvig_easy50", number=7).name
    'norvig_easy50 #7'
    """
    from solvers.api.instance_set import InstanceSet  # models of one's own do without
    from solvers.core.registry import load_puzzle  # as above

    return InstanceSet(load_puzzle(word) if isinstance(word, str) else word)


def verify(certificate: str | Path, what: Any = None) -> Verdict:
    """What the certificate of that name shows, which ``proof=`` or ``--proof`` wrote.

    >>> from tempfile import TemporaryDirectory
    >>> inkala = pb.puzzle("sudoku").load("inkala")
    >>> with TemporaryDirectory() as folder:
    ...     answer = pb.solve(inkala, proof=f"{folder}/inkala")
    ...     print(pb.verify(f"{folder}/inkala", inkala).claim)
    exactly 1 answer

    It has to be about ``what``, or where that is None about the instance that it names itself; the certificate of a
    model is then verified as it stands. An InputError says that the certificate or its instance cannot be read.
    """
    from solvers.api.certified import verify  # most scripts verify nothing

    return verify(certificate, what)


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
