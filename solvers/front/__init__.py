"""The front door: one call each for what a script or a notebook asks of a model, or of a puzzle's instance.

>>> from models import Model
>>> import solvers
>>> model = Model("heads and legs")
>>> hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
>>> _ = model.add(hens + hares == 35, because="there are 35 heads")
>>> _ = model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
>>> answer = solvers.solve(model)
>>> answer
<solved: hens = 23, hares = 12>
>>> answer[hens], answer[hens - hares], answer[hares >= 10]
(23, 11, True)
>>> solvers.is_unique(model)
True
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from models.deductions import Conflict
from models.errors import InputError, PuzzlebenchError
from models.kit.names import shown
from models.language.model import Model
from models.puzzle import Puzzle
from solvers.backend import Clock, Limits, Outcome, OutOfTime, Settings
from solvers.choice import Asked, Default
from solvers.front.answer import Answer, puzzle_of
from solvers.front.arguments import check
from solvers.front.shelf import Shelf
from solvers.puzzles import load_puzzle
from solvers.record import Status, reason_of, status_of
from solvers.registry import load, load_backend
from solvers.request import Request
from solvers.solving import Answers, Solver

if TYPE_CHECKING:
    from solvers.diagnosing.diagnosis import Diagnosis
    from solvers.explaining.explanation import Explanation
    from solvers.explaining.hint import Hint
    from solvers.generating.record import Made


ONE_FORMULATION = "a model is one formulation and says its own objective; name none"


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
) -> Answer:
    """An answer to ``what``; with an objective the best one, or the best that was found in time.

    >>> solvers.solve(solvers.puzzle("sudoku").load("inkala"))
    <solved: sudoku inkala>

    Args:
        what: a model, or an instance of a puzzle.
        backend: who solves it, such as ``"sat"``; empty for the choice of :mod:`solvers.choice`.
        seconds: the time limit.
        seed: fixes every random choice.
        workers: threads the backend may use.
        formulation: of an instance, the formulation; empty for the first that fits the backend.
        minimize: of an instance, one of the puzzle's objectives.

    Raises:
        PuzzlebenchError: when ``what`` is neither, or no backend takes it; always one sentence.
    """
    settings = Settings(seed, workers, only_best=True)
    best = minimize or (isinstance(what, Model) and what.objective is not None)
    answers = _Asked(what, Limits(seconds, None if best else 1), backend, settings, formulation, minimize, "first")
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

    >>> cards = solvers.puzzle("dealing").typed(stacks=4, leftovers="0 ? 2 1")
    >>> sorted(answer.value.cards for answer in solvers.solutions(cards))
    [96, 100, 104, 108]

    A model with an objective has ever better ones, the last of which is the best. Where time runs out before the
    last, they end. The arguments are those of ``solve``; ``limit`` is the most that are wanted.
    """
    check(limit=limit)
    asked: Asked = "all" if limit is None or limit > 2 else "unique"
    answers = _Asked(what, Limits(seconds, limit), backend, Settings(seed, workers), formulation, asked=asked)
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
) -> int:
    """How many answers ``what`` has; with a ``limit`` no more are counted. The other arguments are those of ``solve``.

    >>> solvers.count(solvers.puzzle("cover").load("wildwood"))
    2

    Raises:
        NotKnown: when the time limit comes first.
    """
    return _counted(what, limit, "count", backend, seconds, seed, workers, formulation).found


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

    >>> solvers.is_unique(solvers.puzzle("sudoku").typed("53" + 79 * "."))
    False

    Raises:
        NotKnown: when the time limit comes first.
    """
    return _counted(what, 2, "unique", backend, seconds, seed, workers, formulation).found == 1


def optimum(what: Any, minimize: str | None = None, **how: Any) -> Answer:
    """The best answer to a model with an objective, or to an instance by one of its puzzle's; proved to be the best.

    >>> solvers.optimum(solvers.puzzle("grecian").load("grecian"), "turns").objective
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
        raise NotKnown(f"{so_far}, and whether that is the best is not known: {reason_of(best.outcome)}")
    return best


def conflict(what: Any, *, seconds: float | None = None, formulation: str = "") -> Conflict | None:
    """A smallest set of rules and givens of ``what`` that cannot hold together; None where there is an answer.

    >>> found = solvers.conflict(solvers.puzzle("sudoku").typed("11" + 79 * "."))
    >>> for part in found.parts:
    ...     print(part)
    R1C1 = 1 is given
    R1C2 = 1 is given
    row 1 holds each digit once

    Raises:
        PuzzlebenchError: when the time limit comes first.
    """
    from solvers.explaining import conflicts  # most scripts ask for no reasons

    check(seconds=seconds, formulation=formulation)
    if isinstance(what, Model):
        return conflicts.conflict(what, seconds=seconds)
    puzzle = puzzle_of(what)
    return conflicts.smallest(puzzle.parts(what, puzzle.state(what, formulation)), seconds)


def explain(instance: Any, formulation: str = "", **how: Any) -> Explanation[Any, Any]:
    """The way to the answer of ``instance`` one deduction at a time, or why there is none.

    >>> found = solvers.explain(solvers.puzzle("sudoku").load("norvig_easy50", 2))
    >>> found.status, len(found.steps) > 20
    ('explained', True)

    The options are those of :func:`solvers.explaining.explanation.explain`.
    """
    from solvers.explaining.explanation import explain  # most scripts ask for no reasons

    check(formulation=formulation, **how)
    return explain(puzzle_of(instance), instance, formulation, **how)


def hint(instance: Any, strength: str = "look", **how: Any) -> Hint[Any, Any]:
    """The next step alone, as where to ``look`` for it or what there is to ``see``; or which entry is wrong.

    >>> inkala = solvers.puzzle("sudoku").load("inkala")
    >>> solvers.hint(inkala, so_far="R2C2 = 5")
    <wrong entries: R2C2 = 5 is wrong: it contradicts the only answer.>

    The options are those of :func:`solvers.explaining.hint.hint`: ``so_far`` is what is found already, a half-filled
    grid or facts.
    """
    from solvers.explaining.hint import hint  # most scripts ask for no reasons

    check(**how)
    return hint(puzzle_of(instance), instance, strength, **how)


def diagnose(instance: Any, backend: str = "", **how: Any) -> Diagnosis[Any, Any]:
    """Whether ``instance`` has exactly one answer, and if not, what would put that right.

    >>> solvers.diagnose(solvers.puzzle("sudoku").load("inkala")).verdict
    'well posed'

    The options are those of :func:`solvers.diagnosing.diagnosis.diagnose`.
    """
    from solvers.diagnosing.diagnosis import diagnose  # most scripts diagnose nothing

    check(backend=backend, **how)
    return diagnose(puzzle_of(instance), instance, backend, **how)


def export(what: Any, to: str, *, formulation: str = "", minimize: str | None = None) -> str:
    """A model, or an instance of a puzzle, in the format ``to`` of other programs, as text.

    >>> model = Model("two boxes")
    >>> _ = model.add_exactly_one(model.new_bool_var("left"), model.new_bool_var("right"), key=("prize",))
    >>> print(solvers.export(model, "opb").splitlines()[-1])
    +1 x1 +1 x2 = 1 ;

    The formats are those of ``python -m solvers.export --help``; ``formulation`` and ``minimize`` are as for ``solve``.

    Raises:
        PuzzlebenchError: when ``what`` is neither, or the format cannot say it.
    """
    from solvers.export import written  # most scripts export nothing
    from solvers.formats.document import Statement  # as above
    from solvers.formats.registry import writer, writing  # as above

    check(to=to, formulation=formulation, minimize=minimize)
    known = writing(to, None)
    if not isinstance(what, Model):
        return written(known, puzzle_of(what), what, formulation, minimize)
    if formulation or minimize:
        raise PuzzlebenchError(ONE_FORMULATION)
    return "".join(writer(known).write(Statement(what, what.name)))


def generate(
    puzzle: str | Shelf | Puzzle[Any, Any],
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

    >>> made = next(solvers.generate("sudoku", clues=24, symmetry="half-turn", seed=7))
    >>> made.instance.name, solvers.is_unique(made.instance), made.remarks[0]
    ('sudoku-7-1', True, '24 clues')

    Args:
        puzzle: its word on the command line, or what :func:`puzzle` gives for it.
        count: how many.
        size: how large, as the puzzle understands it; empty for the usual size.
        difficulty: a grade such as ``"hard"``, or two as in ``"moderate-hard"``; empty for any.
        seed: fixes every random choice.
        workers: processes; what is made does not depend on it.
        seconds: the time limit of all together.
        tries: a puzzle is given up after so many candidates that will not do.
        wishes: what can be wished for of this puzzle, as on the command line.

    Raises:
        InputError: when what is wished for cannot be.
        NotKnown: when no candidate of a puzzle will do, or the time limit comes first.
    """
    from solvers.generating.making import Workshop, made  # most scripts make no puzzles
    from solvers.generating.record import Missed  # as above

    check(seed=seed, workers=workers, seconds=seconds, difficulty=difficulty, count=count, tries=tries)
    own = tuple(
        (name.replace("_", "-"), value if value is True else str(value))
        for name, value in wishes.items()
        if value is not False
    )
    request = Request(
        "generate", _word_of(puzzle), size=str(size), difficulty=difficulty, puzzles=count, tries=tries, chance=seed,
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


def puzzle(word: str | Puzzle[Any, Any]) -> Shelf:
    """A puzzle and its instances, by its word on the command line, or a puzzle of your own.

    >>> sudoku = solvers.puzzle("sudoku")
    >>> sudoku.load("norvig_easy50", number=7).name
    'norvig_easy50 #7'
    """
    return Shelf(load_puzzle(word) if isinstance(word, str) else word)


def _word_of(puzzle: object) -> str:
    """The word of a puzzle on the command line."""
    if isinstance(puzzle, Shelf):
        puzzle = puzzle.puzzle
    word = puzzle.name if isinstance(puzzle, Puzzle) else puzzle
    if not isinstance(word, str):
        raise InputError(f"puzzle is {shown(word)}; a puzzle or its word, such as 'sudoku', is expected")
    return word


def _counted(
    what: Any,
    limit: int | None,
    asked: Asked,
    backend: str,
    seconds: float | None,
    seed: int,
    workers: int,
    formulation: str,
) -> Outcome:
    """A search to its end, or to ``limit`` answers."""
    if isinstance(what, Model) and what.objective is not None:
        raise PuzzlebenchError(f"model {what.name!r} has an objective: ask for its optimum, or count without one")
    answers = _Asked(what, Limits(seconds, limit), backend, Settings(seed, workers), formulation, asked=asked)
    if next(answers, None) is not None:
        answers.count_on()
    deque(answers, maxlen=0)
    outcome = answers.outcome
    if not outcome.complete and outcome.stopped_by != "solutions":
        raise NotKnown(f"at least {outcome.found:,}, and how many more is not known: {reason_of(outcome)}")
    return outcome


class _Asked(Iterator[Any]):
    """A search for answers to a model or an instance."""

    def __init__(
        self,
        what: Any,
        limits: Limits,
        backend: str,
        settings: Settings,
        formulation: str = "",
        minimize: str | None = None,
        asked: Asked = "unique",
    ) -> None:
        if isinstance(what, Model) and (formulation or minimize):
            raise PuzzlebenchError(ONE_FORMULATION)
        self._what = what
        check(backend=backend, formulation=formulation, minimize=minimize, seconds=limits.seconds)
        check(limit=limits.solutions, seed=settings.seed, workers=settings.workers)
        puzzle = None if isinstance(what, Model) else puzzle_of(what)
        taker, variant = load_backend(backend) if backend else (Default(asked), "")
        how = replace(settings, variant=variant)
        clock = limits.clock()  # loading counts
        self._found: Any = None  # without the time to load it
        with suppress(OutOfTime):
            if puzzle is None:
                search = load(taker, what, replace(how, clock=clock))
                self._found = search.solutions(limits=replace(limits, seconds=clock.remaining()))
            else:
                self._found = Solver(puzzle, formulation, taker, "", how, minimize).answers(what, limits, clock)

    def __next__(self) -> Any:
        if self._found is None:
            raise StopIteration
        try:
            return next(self._found)
        except StopIteration:
            if self._found.outcome.stopped_by == "interrupt":  # a script is not asked what it has by now
                raise KeyboardInterrupt from None
            raise

    def count_on(self) -> None:
        """After the first answer, count the others without listing them where that is possible."""
        self._found.count_on()

    @property
    def outcome(self) -> Outcome:
        found: Outcome = Outcome(stopped_by="time") if self._found is None else self._found.outcome
        return found

    def answer(self, found: Any) -> Answer:
        """What was found as an answer, or None as that there is none."""
        status = Status.SOLVED if found is not None else status_of(self.outcome)
        if isinstance(self._found, Answers):
            value = self._found.objective_value
            return Answer(status, value, self.outcome, self._found.model, None, self._what, found)
        if not isinstance(self._what, Model):
            return Answer(status, None, self.outcome, None, None, self._what)
        model = self._what
        value = None
        if found is not None and model.objective is not None:
            value = model.objective.expression.value(found)
        return Answer(status, value, self.outcome, model, found)
