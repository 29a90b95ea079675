"""What backends and those who ask them speak of: settings, limits and their clock, outcomes, exit codes, refusals."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from threading import RLock
from time import monotonic
from typing import Literal as Either
from typing import TypeVar

from models.errors import PuzzlebenchError
from models.language.model import Assignment, Givens, IntVar, Literal, Model, ModelError, a_type, write_set

ANSWERED, IMPOSSIBLE, BAD_INPUT, STOPPED, DISAGREEMENT, BROKEN = 0, 1, 2, 3, 4, 70
"""The exit codes of the program; of those from 64 up, BSD's ``sysexits.h`` gives 70 to internal errors."""

ANSWERS_BY_MODEL = 10
"""Answers that the model alone judges first: to make a quicker judge takes as long."""

Assignments = Generator[Assignment, None, bool]
"""What a search yields; it returns whether it was complete."""

Accepts = Callable[[Assignment, Givens], bool]
"""What a quicker judge says: whether the model would find nothing wrong. What it does not accept may be right."""


class CannotTake(PuzzlebenchError):
    """A backend was given a constraint, a condition or an objective that it has no way to express."""

    def __init__(self, backend: str, what: str) -> None:
        super().__init__(f"backend {backend} cannot take {what}")
        self.backend = backend
        self.what = what

    def __reduce__(self) -> tuple[type[CannotTake], tuple[str, str]]:
        return CannotTake, (self.backend, self.what)  # it may be raised in another process


class MissingLibrary(PuzzlebenchError):
    def __init__(self, backend: str, library: str, extra: str = "", how: str = "") -> None:
        how = how or f"pip install 'puzzlebench[{extra}]'"
        super().__init__(f"backend {backend} needs {library}, which is not installed: {how}")


class WrongAnswer(PuzzlebenchError):
    """A backend came out with something that is no solution; nobody is shown it."""


class SolverFailed(PuzzlebenchError):
    """The library underneath a backend failed, and what it said. A search ends with it: its outcome is not known."""


class NothingProved(SolverFailed):
    """A backend that only finds answers has found what it can; it says nothing of what there is beside."""


class OutOfTime(PuzzlebenchError):
    """A clock is up before the work is through: a model being loaded, a propagation, a chain of reasons.

    ``failure`` is what is to be said of a backend that did not look at the clock; mostly nothing.
    """

    failure = ""


class NotStopped(OutOfTime):
    """A backend was still at work some time after its clock was up, and its process was ended."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.failure = sentence


T = TypeVar("T")

LOOK_EVERY = 1_024  # of a long row of things, the clock is looked at before each so many


class Clock:
    """The limits of a search as its backend sees them: the time that is left, and how many answers are ``wanted``.

    ``watch`` is called whenever the backend asks whether the time is up. Of ``wanted``, None stands for every answer: a
    backend that finds one answer faster than it lists all makes use of it, and may be asked for more all the same.
    """

    def __init__(
        self, seconds: float | None, watch: Callable[[], None] | None = None, wanted: int | None = None
    ) -> None:
        self._deadline = None if seconds is None else monotonic() + seconds
        self._watch = watch
        self.wanted = wanted

    def remaining(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def within(self, seconds: float) -> Clock:
        remaining = self.remaining()
        return Clock(seconds if remaining is None else min(seconds, remaining), self._watch, self.wanted)

    def later(self, seconds: float) -> Clock:
        """A clock that is up so many seconds after the time that is left now; never, where this one never is."""
        remaining = self.remaining()
        return Clock(None if remaining is None else remaining + seconds, self._watch, self.wanted)

    def expired(self) -> bool:
        if self._watch is not None:
            self._watch()
        return self._deadline is not None and monotonic() >= self._deadline

    def steps_left(self) -> float:
        """The steps that a solver may take which counts them by itself, and tells by ``spend`` how many it took."""
        return inf

    def spend(self, steps: float) -> None:
        """Note steps that a solver has counted by itself; only a budget of steps cares."""

    def check(self) -> None:
        """Go on only while there is time, or raise OutOfTime."""
        if self.expired():
            raise OutOfTime("the time is up")

    def along(self, things: Iterable[T]) -> Iterator[T]:
        """``things`` one by one, as long as there is time, which is asked every so often; then OutOfTime."""
        for number, thing in enumerate(things):
            if number % LOOK_EVERY == 0:
                self.check()
            yield thing


ENDLESS = Clock(None)  # a clock that is never up


class OneThread:
    """Lets one thread at a time work with a loaded model: another is told so at once; the same may enter again."""

    def __init__(self, model: Model) -> None:
        self._model = model
        lock = RLock()
        self._acquire, self.release = lock.acquire, lock.release

    def acquire(self) -> None:
        """Enter as ``with`` does; each answer calls it directly, which takes half as long."""
        if not self._acquire(False):
            raise PuzzlebenchError(
                f"model {self._model.name!r} is at work in another thread, and a loaded model answers one thread at a "
                "time: load it once for each thread"
            )

    __enter__ = acquire

    def __exit__(self, *exception: object) -> None:
        self.release()


Asked = Either["first", "unique", "all", "count", "proved count", "best", "shared"]
"""One answer, whether it is the only one, every one, how many, how many and a proof of that, the best, or what all
share."""


@dataclass(frozen=True)
class Settings:
    """How a backend is to work."""

    seed: int = 0  # the same seed gives the same answers in the same order
    workers: int = 1  # threads the solver itself may use
    variant: str = ""  # the solver underneath, as in ``sat:glucose4``; empty for the backend's own choice
    only_best: bool = False  # with an objective, ever better answers on the way are not wanted
    clock: Clock = field(default=ENDLESS, compare=False, repr=False)  # up while loading, it raises ``OutOfTime``


@dataclass
class Question:
    """What a search is asked, whether it has no answer, its core, once anybody has asked for that, and its hint.

    With ``any_of``, at least one of the assumptions is to hold, and not all of them.
    """

    givens: Givens
    assumptions: tuple[Literal, ...]
    any_of: bool = False
    refuted: bool = False
    core: tuple[Literal, ...] | None = None
    hint: Assignment | None = None

    def after_hint(self, model: Model, answers: Assignments) -> Assignments:
        """Return ``answers`` after ``hint``: the hints of ``model``, where they have all values and break no rule."""
        if not model.hints or len(model.hints) + len(model.auxiliaries) < len(model.variables):
            return answers
        if model.first_violation(model.hints, self.givens) is not None:  # one has no value, perhaps
            return answers
        hint = model.complete(model.hints)
        if self.violation(hint) is not None:
            return answers
        self.hint = dict(hint)
        return Distinct(model).after(self.hint, answers)

    def violation(self, assignment: Assignment) -> str | None:
        """Return which of the assumptions ``assignment`` breaks, in words; or None."""
        broken = [literal for literal in self.assumptions if not literal.holds(assignment)]
        if self.any_of:
            return "none of the literals that were asked for holds" if len(broken) == len(self.assumptions) else None
        return f"{broken[0]} is assumed, and does not hold" if broken else None


@dataclass(frozen=True)
class Limits:
    """When to stop early: after so many seconds of wall time, or so many solutions."""

    seconds: float | None = None
    solutions: int | None = None
    watch: Callable[[], None] | None = field(default=None, compare=False, repr=False)

    def clock(self) -> Clock:
        return Clock(self.seconds, self.watch, self.solutions)


@dataclass(frozen=True)
class Outcome:
    """What a search came to.

    Attributes:
        found: how many answers were yielded, all distinct; with an objective, how many ever better solutions.
        complete: whether there are no others (with an objective: whether the last is the best).
        stopped_by: ``time``, ``solutions``, ``interrupt``, ``failure`` or ``unproved`` when that ended it, or
            ``killed``, as every worker was that tried it; empty when nobody did but the one who asked.
        effort: how much work it was, in the solver's own terms (conflicts, branches, nodes …).
        failure: what the solver underneath said when it failed, or that it did not stop by itself when the time was up.
    """

    found: int = 0
    complete: bool = False
    stopped_by: str = ""
    effort: Mapping[str, int] = field(default_factory=dict)
    failure: str = ""


class Status(Enum):
    """What is known in the end: there is an answer, there is none, or neither."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"

    @property
    def word(self) -> str:
        return _WORDS[self]


_WORDS = {Status.SOLVED: "answered", Status.IMPOSSIBLE: "impossible", Status.UNKNOWN: "stopped"}
EXIT_CODES = {Status.SOLVED: ANSWERED, Status.IMPOSSIBLE: IMPOSSIBLE, Status.UNKNOWN: STOPPED}
_REASONS = {
    "": "the search ended early",
    "solutions": "limit reached",
    "time": "time limit reached",
    "interrupt": "interrupted",
    "failure": "the solver failed",
    "unproved": "nothing is proved",
    "killed": "it killed every worker that tried",
    "program": "the program stops at the first",
}


def status_of(outcome: Outcome) -> Status:
    if outcome.found:
        return Status.SOLVED
    return Status.IMPOSSIBLE if outcome.complete else Status.UNKNOWN


def reason_of(outcome: Outcome) -> str:
    return _REASONS[outcome.stopped_by]


def details_of(outcome: Outcome) -> str:
    """Why a search that is not complete ended, and what its backend has to do with it, in words."""
    return reason_of(outcome) + (f": {outcome.failure}" if outcome.failure else "")


@dataclass(frozen=True)
class Progress:
    """How far a search is that is done in pieces."""

    done: int
    pieces: int
    share: float  # of the whole tree, from 0 to 1
    seconds: float | None  # that the rest will take if it goes on like this


class Distinct:
    """The answers so far by their projection, or with an objective how good the best of them is."""

    def __init__(self, model: Model) -> None:
        self._cost = None if model.objective is None else model.objective.cost
        self._projection = model.projection
        self._answers: set[tuple[int, ...]] = set()
        self._least: int | None = None

    def __len__(self) -> int:
        """How many distinct answers there are; none are kept with an objective."""
        return len(self._answers)

    def add(self, assignment: Assignment) -> bool:
        """Note an answer; whether it is new, or better than all before."""
        if self._cost is not None:
            cost = self._cost.value(assignment)
            if self._least is not None and cost >= self._least:
                return False
            self._least = cost
            return True
        before = len(self._answers)
        self._answers.add(tuple(map(assignment.__getitem__, self._projection)))
        return len(self._answers) > before

    def among(self, answers: Assignments) -> Assignments:
        """The new ones of ``answers``; returns whether these were complete."""
        with closing(answers):
            while True:
                try:
                    assignment = next(answers)
                except StopIteration as end:
                    return bool(end.value)
                if self.add(assignment):
                    yield assignment

    def after(self, answer: Assignment, answers: Assignments) -> Assignments:
        """Yield ``answer``, and then what ``among`` does."""
        self.add(answer)
        yield answer
        return (yield from self.among(answers))


def one_of_each(sets: Sequence[Set[int]]) -> Iterator[tuple[int, ...]]:
    """One value of each set, in every way; no set is listed, since there may be very many values in it."""
    if not sets:
        yield ()
        return
    for value in sets[0]:
        for others in one_of_each(sets[1:]):
            yield value, *others


def check_givens(model: Model, givens: Givens) -> None:
    """Raise a ModelError where a given is of no variable of ``model``, or no value of its domain."""
    for var, value in givens.items():
        if not isinstance(var, IntVar) or var.model is not model:
            raise ModelError(f"{var!r} is given a value, but it is no variable of model {model.name!r}")
        if not isinstance(value, int):
            raise ModelError(f"{var.name} is given {value!r}, {a_type(value)}; an int is expected")
        if value not in var.domain:
            raise ModelError(f"{var.name} = {value} is given, outside its domain {write_set(var.domain)}")


def values_left(givens: Givens, assumptions: Iterable[Literal]) -> dict[IntVar, Set[int]]:
    """The values that givens and assumptions leave for each variable they speak of; perhaps none."""
    left: dict[IntVar, Set[int]] = {var: frozenset((value,)) for var, value in givens.items()}
    for literal in assumptions:
        left[literal.var] = left[literal.var] & literal.values if literal.var in left else literal.values
    return left
