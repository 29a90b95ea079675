"""The protocol every backend fulfils: load a model once, then ask for its answers under givens and assumptions.

A backend subclasses :class:`Backend` (how it loads) and :class:`Search` (one generator that yields assignments). What
must be alike in all of them happens here: refusals, limits, the check of every solution, the final outcome.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, final
from weakref import ref

from models.errors import PuzzlebenchError
from models.language.constraints import invalid_literal
from models.language.expressions import as_literal
from models.language.model import Assignment, Givens, IntVar, Literal, Model, ModelError
from solvers.core.limits import ANSWERS_BY_MODEL, Distinct, OneThread, Question, T, check_givens, one_of_each
from solvers.core.limits import ENDLESS as ENDLESS
from solvers.core.limits import Accepts as Accepts
from solvers.core.limits import Assignments as Assignments
from solvers.core.limits import CannotTake as CannotTake
from solvers.core.limits import Clock as Clock
from solvers.core.limits import Limits as Limits
from solvers.core.limits import MissingLibrary as MissingLibrary
from solvers.core.limits import NothingProved as NothingProved
from solvers.core.limits import Outcome as Outcome
from solvers.core.limits import OutOfTime as OutOfTime
from solvers.core.limits import Progress as Progress
from solvers.core.limits import Settings as Settings
from solvers.core.limits import SolverFailed as SolverFailed
from solvers.core.limits import WrongAnswer as WrongAnswer
from solvers.core.limits import values_left as values_left

if TYPE_CHECKING:
    from models.drawing import Belief  # most searches are drawn nowhere

DEFAULT = "default"  # what the backend is called that chooses another for each model

NO_GIVENS: Givens = MappingProxyType({})


class Backend(ABC):
    """A way of solving any model it can take, called ``name`` on the command line."""

    name: ClassVar[str]
    summary: ClassVar[str]
    is_stateful: bool = True
    """Whether a search may leave something behind that changes the next one, as what a SAT solver has learnt does."""
    is_complete: bool = True
    """Whether it can tell that there is no answer, or no other."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The solvers it can put underneath, the default first; empty when there is no choice."""
        return ()

    @abstractmethod
    def unsupported_reason(self, model: Model) -> str | None:
        """Return in words the first thing in ``model`` that this backend cannot take; None when it takes it all.

        It is found quickly, and without importing the solver underneath.
        """

    @final
    def load(self, model: Model, settings: Settings = Settings()) -> Search:
        """Compile ``model`` once, ready to be searched many times under different givens.

        Raises:
            CannotTake: when the model says something this backend has no way to express.
            MissingLibrary: when the solver underneath is not installed.
            OutOfTime: when the clock of ``settings`` is up first.
        """
        if (unsupported_reason := self.unsupported_reason(model)) is not None:
            raise CannotTake(self.name, unsupported_reason)
        search = self._load(model, settings)
        if search.backend is None:  # otherwise it is another's, who was chosen
            search.backend, search.variant = self, settings.variant
        return search

    @abstractmethod
    def _load(self, model: Model, settings: Settings) -> Search:
        """Compile a model that meets no objection, and call ``settings.clock.check()`` now and then, to be stopped."""

    @abstractmethod
    def version(self, variant: str = "") -> str:
        """The name and version of the solver underneath, such as ``OR-Tools CP-SAT 9.15``."""

    def missing(self) -> str:
        try:
            self.version()
        except MissingLibrary as missing:
            return str(missing)
        return ""

    def remark(self) -> str:
        """What differs in this installation from what the summary promises; mostly nothing."""
        return ""


class Search(ABC):
    """A model loaded into a backend, which one thread at a time may ask.

    Attributes:
        backend: who answers; of several who are asked in turn, the one that is or was last at work.
        variant: the solver underneath, where another than its own choice was asked for.
        rule: the key of the rule that chose who answers; empty where somebody was named; ``why`` is it in a sentence.
        workers: the workers of a cluster that had a part in the latest search, by name.
    """

    model: Model
    backend: Backend | None = None
    variant: str = ""
    rule: str = ""
    why: str = ""
    workers: frozenset[str] = frozenset()
    alternatives: ClassVar[int] = 1
    """Of so many literals ``any_of`` asks at once; where it is given more, of one after the other."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.revision = model.revision
        self.one_thread = OneThread(model)
        self._open: Callable[[], Solutions[Any] | None] = lambda: None
        self._latest: Question | None = None
        self._judged = 0
        self._accepts: Accepts | None = None

    def solutions(
        self, givens: Givens = NO_GIVENS, limits: Limits = Limits(), assumptions: Sequence[Literal | IntVar] = ()
    ) -> Solutions[Assignment]:
        """Every distinct answer under ``givens`` and ``assumptions``, lazily; starting anew ends what was still open.

        With an objective, each solution is better than the one before, if only in variables outside the projection;
        when the search is complete, the last is a best one. Where nothing is found, ``core`` tells which of the
        assumptions, literals that restrict the search as givens do, are to blame.

        Raises:
            ModelError: when a given or an assumption names a variable of another model, or a value that is no int or
                outside its domain, or the model was changed after it was loaded.
        """
        return self.decoded(lambda assignment: assignment, givens, limits, assumptions)

    def any_of(
        self, literals: Sequence[Literal], givens: Givens = NO_GIVENS, limits: Limits = Limits()
    ) -> Solutions[Assignment]:
        """``solutions`` under ``givens`` in which at least one of ``literals`` holds; ``core`` tells nothing of it."""
        return self.decoded(lambda assignment: assignment, givens, limits, literals, any_of=True)

    def decoded(
        self,
        decode: Callable[[Assignment], T],
        givens: Givens,
        limits: Limits,
        assumptions: Sequence[Literal | IntVar],
        any_of: bool = False,
    ) -> Solutions[T]:
        """Return ``solutions`` as what ``decode`` makes of each; what it raises ends the search."""
        if self.model.revision != self.revision:
            raise ModelError(f"model {self.model.name!r} was changed after it had been loaded; load it again")
        check_givens(self.model, givens)
        with self.one_thread:
            self._latest = Question(givens, self._assumed(assumptions) if assumptions else (), any_of)
            self._cancel()
            begun = Solutions(self, self._latest, limits, decode)
            self._open = ref(begun)  # an iterator that nobody holds any more is closed
        return begun

    def _cancel(self) -> None:
        if (still_open := self._open()) is not None:
            still_open.cancel()

    def count(self, givens: Givens = NO_GIVENS, limits: Limits = Limits()) -> Outcome:
        """How many answers there are; only the first is sure to be listed and judged."""
        answers = self.solutions(givens, limits)
        if next(answers, None) is not None and not answers.count_remaining():
            deque(answers, maxlen=0)
        return answers.outcome

    def core(self, seconds: float | None = None) -> tuple[Literal, ...]:
        """After a search that proved there is no answer: assumptions of it that already rule out every answer.

        None are left exactly where the model and the givens have no answer by themselves, which is asked once more.
        Where the solver underneath tells no core, each assumption is spared in turn. Both take ``seconds`` at most; an
        assumption that is not known by then to be spared is kept.

        Raises:
            PuzzlebenchError: when the latest search found an answer or was cut short.
        """
        with self.one_thread:
            latest, clock = self._latest, Clock(seconds)
            if latest is None or not latest.refuted:
                no_core = "has no core: its latest search did not prove that there is no answer"
                raise PuzzlebenchError(f"model {self.model.name!r} {no_core}")
            core = self._core(latest.assumptions) if latest.core is None else latest.core
            try:
                if core is None:
                    core = latest.assumptions
                    for literal in latest.assumptions:
                        fewer = tuple(other for other in core if other is not literal)
                        if self._is_refuted(latest.givens, fewer, clock):
                            core = fewer
                elif core and self._is_refuted(latest.givens, (), clock):
                    core = ()
            finally:
                latest.core = core  # the solver underneath speaks of the trials from now on
                self._latest = latest
        return core

    def _is_refuted(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> bool:
        trial = self.solutions(givens, Limits(seconds=clock.remaining(), solutions=1), assumptions)
        found = next(trial, None)
        if trial.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return found is None and trial.outcome.complete

    def _assumed(self, assumptions: Sequence[Literal | IntVar]) -> tuple[Literal, ...]:
        assumed = tuple(dict.fromkeys(map(as_literal, assumptions)))
        for literal in assumed:
            if literal.var.model is not self.model:
                raise ModelError(f"{literal} is assumed, but {literal.var} is no variable of model {self.model.name!r}")
        if complaint := invalid_literal(assumed):
            raise ModelError(f"model {self.model.name!r}: {complaint}")
        return assumed

    def reset(self) -> bool:
        """Drop what earlier searches left behind; whether that was done, or loading the model again is the only way."""
        with self.one_thread:
            self._cancel()
            return self._reset()

    @property
    def word(self) -> str:
        assert self.backend is not None
        return self.backend.name + (f":{self.variant}" if self.variant else "")

    @property
    def is_stateful(self) -> bool:
        """Whether a search may leave something behind that changes the next one."""
        return self.backend is None or self.backend.is_stateful

    @property
    def version(self) -> str:
        assert self.backend is not None
        return self.backend.version(self.variant)

    def first_violation(self, assignment: Assignment, givens: Givens) -> str | None:
        """What ``assignment`` breaks, in the words of the model; what a quicker judge accepts breaks nothing."""
        self._judged += 1
        if self._judged == ANSWERS_BY_MODEL:
            self._accepts = self._quicker_judge()
        if self._accepts is not None and self._accepts(assignment, givens):
            return None
        return self.model.first_violation(assignment, givens)

    def _quicker_judge(self) -> Accepts | None:
        return None

    @abstractmethod
    def size(self) -> dict[str, int]:
        """The size of what the solver was given: variables, constraints, clauses, options, items …"""

    @abstractmethod
    def effort(self) -> dict[str, int]:
        """The work of the latest search so far, in the solver's own terms."""

    def progress(self) -> Progress | None:
        return None

    def beliefs(self) -> Iterator[Belief]:
        """What a network believes of the latest question, before its first pass and after each; mostly nothing."""
        return iter(())

    def _reset(self) -> bool:
        """What ``reset`` asks of a backend; by default it cannot be done."""
        return False

    def _assignments(self, givens: Givens, clock: Clock) -> Assignments:
        """Yield a full assignment for each distinct answer; return whether the search was complete.

        Must notice ``clock.expired()`` and return False soon after; must leave the loaded model as it found it when
        closed early. May prepare for no more than ``clock.wanted`` answers. A backend says this, or ``_assuming`` if
        it takes assumptions by itself.
        """
        return self._assuming(givens, (), clock)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        """``_assignments`` under assumptions: by default case by case, with the values they leave as givens."""
        if type(self)._assignments is Search._assignments:
            raise NotImplementedError(f"{type(self).__name__} says neither _assignments nor _assuming")
        left, found = values_left(givens, assumptions), Distinct(self.model)
        for values in one_of_each(tuple(left.values())):
            if not (yield from found.among(self._assignments(dict(zip(left, values, strict=True)), clock))):
                return False
        return True

    def _any_of(self, givens: Givens, literals: Sequence[Literal], clock: Clock) -> Assignments:
        """``_assuming`` at least one of ``literals``: by default one after the other."""
        found = Distinct(self.model)
        for literal in literals:
            if not (yield from found.among(self._assuming(givens, (literal,), clock))):
                return False
        return True

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        """Count what is left after the first answer without listing it, ``most`` at most; return whether these are all.

        ``report`` hears of answers as they are counted. Return None, having done nothing, where this backend only
        lists.
        """
        return None

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        """What ``core`` asks of a backend after a search that found nothing; by default it has no core to tell."""
        return None


class Solutions(Iterator[T], Generic[T]):
    """The answers of one search as they are found, each checked against the model and decoded.

    Attributes:
        assignment: the latest answer in the model's own terms.
        seconds: wall time spent on searching and checking so far.
        first: how much of that it took to the first answer; None before it.
    """

    _ended = True  # until there is something to be closed

    def __init__(self, search: Search, question: Question, limits: Limits, decode: Callable[[Assignment], T]) -> None:
        self.search = search
        self.givens, self.assumptions = givens, assumptions = question.givens, question.assumptions
        self.assignment: Assignment = {}
        self.seconds = 0.0
        self.first: float | None = None
        self._decode = decode
        self._question = question
        self._limits = limits
        self._clock = limits.clock()
        if question.any_of:
            answers = search._any_of(givens, assumptions, self._clock)
        elif assumptions:
            answers = search._assuming(givens, assumptions, self._clock)
        else:
            answers = search._assignments(givens, self._clock)
        self._source = question.after_hint(search.model, answers)
        self._found = 0
        self._complete = False
        self._stopped_by = ""
        self._failure = ""
        self._ended = False
        self._cancelled = False

    @property
    def outcome(self) -> Outcome:
        return Outcome(self._found, self._complete, self._stopped_by, self.search.effort(), self._failure)

    @property
    def objective_value(self) -> float | None:
        """What the objective comes to in the latest answer; None without one."""
        objective = self.search.model.objective
        return objective.value(self.assignment) if objective is not None and self._found else None

    def __next__(self) -> T:
        started = perf_counter()
        one_thread = self.search.one_thread
        one_thread.acquire()
        try:
            self.assignment = self._next()
        finally:
            one_thread.release()
            self.seconds += perf_counter() - started
        if self.first is None:
            self.first = self.seconds
        try:
            return self._decode(self.assignment)
        except BaseException:
            self.close()
            raise

    def _next(self) -> Assignment:
        if self._cancelled:
            why = "was ended by a later one on the same loaded model; to go on with both, load the model twice"
            raise PuzzlebenchError(f"this search of model {self.search.model.name!r} {why}")
        if self._ended:
            raise StopIteration
        if self._limits.solutions is not None and self._found >= self._limits.solutions:
            self._end("solutions")
            raise StopIteration
        search = self.search
        if search.model.revision != search.revision:
            self._refuse_change()
        try:
            assignment = next(self._source)
        except StopIteration as stop:
            self._complete = bool(stop.value)
            self._end("" if self._complete else "time")
            raise StopIteration from None
        except (OutOfTime, KeyboardInterrupt, SolverFailed) as cause:
            self._end_by(cause)
            raise StopIteration from None
        if search.model.revision != search.revision:
            self._refuse_change()
        violation = search.first_violation(assignment, self.givens)
        if violation or (self.assumptions and (violation := self._question.violation(assignment))):
            self._end("")
            raise WrongAnswer(f"a solution of model {search.model.name!r} is wrong: {violation}")
        self._found += 1
        return assignment

    def _refuse_change(self) -> NoReturn:
        self._end("")
        why = "was changed while its answers were read; load it again and ask anew"
        raise ModelError(f"model {self.search.model.name!r} {why}")

    def count_remaining(self) -> bool:
        """After the first answer, count the others without listing or judging them; whether the backend did that."""
        most = self._limits.solutions
        if self._found != 1 or most == 1 or self._ended or self._cancelled:
            return False
        if self.search.model.objective is not None or self._question.hint is not None:  # the hint would count twice
            return False
        started = perf_counter()
        try:
            with self.search.one_thread:
                if self.search.model.revision != self.search.revision:
                    self._refuse_change()
                complete = self.search._count_remaining(self._clock, None if most is None else most - 1, self._count)
        except (OutOfTime, KeyboardInterrupt, SolverFailed) as cause:
            self._end_by(cause)
            return True
        finally:
            self.seconds += perf_counter() - started
        if complete is None:
            return False
        self._complete = complete and self._found != most
        self._end("" if self._complete else "solutions" if self._found == most else "time")
        return True

    def _count(self, more: int) -> None:
        self._found += more

    def close(self) -> None:
        if not self._ended:
            with self.search.one_thread:
                self._end(self._stopped_by)

    def __del__(self) -> None:
        with suppress(PuzzlebenchError):  # another thread is at work; its question has ended this one
            self.close()

    def cancel(self) -> None:
        """End a search that is still open because another begins; to ask it for more is an error."""
        if not self._ended:
            self._cancelled = True
            self.close()

    def _end_by(self, cause: OutOfTime | KeyboardInterrupt | SolverFailed) -> None:
        if isinstance(cause, SolverFailed):
            self._failure = str(cause)
            self._end("unproved" if isinstance(cause, NothingProved) else "failure")
        else:
            self._failure = getattr(cause, "failure", "")
            self._end("time" if isinstance(cause, OutOfTime) else "interrupt")

    def _end(self, stopped_by: str) -> None:
        self._stopped_by = stopped_by
        self._ended = True
        self._question.refuted = self._complete and not self._found and not self._question.any_of
        self._source.close()
