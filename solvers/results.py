"""What is asked of an instance, and what came of it: the value that text, JSON and exit codes are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Generic, Protocol

from models.puzzle import A, I, Puzzle
from solvers.backend import Limits, Outcome, Search, Settings
from solvers.solving import Solver, Times
from solvers.terminal.exits import ANSWERED, IMPOSSIBLE, STOPPED


@dataclass(frozen=True)
class Question:
    """How many answers are wanted.

    Attributes:
        answers: at most so many; None for all of them.
        keep: whether the answers themselves are wanted, or only their number.
        seconds: the time limit.
    """

    answers: int | None = 2
    keep: bool = True
    seconds: float | None = None

    @cached_property
    def limits(self) -> Limits:
        """The same as a backend is told it; made once for all puzzles of a list."""
        return Limits(seconds=self.seconds, solutions=self.answers)


class Named(Protocol):
    """What has a word on the command line."""

    @property
    def name(self) -> str:
        """The word."""


class Answerer(Protocol[I, A]):
    """Who was asked: a :class:`~solvers.solving.Solver`, or one of the published programs."""

    @property
    def puzzle(self) -> Puzzle[I, A]:
        """The puzzle it answers."""

    @property
    def backend(self) -> Named:
        """What ``--backend`` named, without the variant."""

    @property
    def settings(self) -> Settings:
        """Seed, workers, variant."""

    @property
    def objective(self) -> str | None:
        """What was to be least or greatest, if anything was."""

    def version(self) -> str:
        """The solver or the program underneath."""


@dataclass(frozen=True)
class Result(Generic[I, A]):
    """What came of one instance.

    Attributes:
        puzzle: the puzzle.
        instance: the instance.
        formulation: the formulation that was used; empty when the clash was plain without one, and for a
            published program.
        answers: the answers that were kept, in the puzzle's own order; with an objective, only the best.
        outcome: how the search ended.
        times: where the time went.
        clash: the plain contradiction that made a search unnecessary, or empty.
        optimised: whether the question had an objective.
        value: what the objective comes to in the best answer found.
        searched: the loaded model; None when there was none.
        trace: what a published program says of its steps, line by line.
    """

    puzzle: Puzzle[I, A]
    instance: I
    formulation: str
    answers: tuple[A, ...]
    outcome: Outcome
    times: Times = field(default_factory=Times)
    clash: str = ""
    optimised: bool = False
    value: int | None = None
    searched: Search | None = field(default=None, repr=False, compare=False)
    trace: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """``answered``, ``impossible`` or ``stopped`` (a limit came before the first answer)."""
        if self.outcome.found:
            return "answered"
        return "impossible" if self.outcome.complete else "stopped"

    @property
    def size(self) -> Mapping[str, int]:
        """The size of what the solver was given; counted when it is asked for."""
        return {} if self.searched is None else self.searched.size()

    @property
    def exit_code(self) -> int:
        """The process's exit code, were this its only instance."""
        return {"answered": ANSWERED, "impossible": IMPOSSIBLE, "stopped": STOPPED}[self.status]

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one answer; None where the search did not go far enough to say."""
        if self.optimised or (not self.outcome.complete and self.outcome.found < 2):
            return None
        return self.outcome.found == 1

    @property
    def verdict(self) -> str:
        """How many answers there are, in words."""
        found, complete, reason = self.outcome.found, self.outcome.complete, _REASONS[self.outcome.stopped_by]
        if self.clash:
            return f"impossible: {self.clash}"
        if self.optimised and found:
            return f"{self.value}, " + ("the best there is, proved" if complete else f"the best so far ({reason})")
        if found == 0:
            return "proved to have no answer" if complete else f"no answer yet ({reason})"
        if complete:
            return "the only answer" if found == 1 else f"{found:,} answers"
        return f"at least {found:,} answer{'s' if found > 1 else ''} ({reason})"

    def svg(self) -> str:
        """A picture of the first answer that was kept, or of the instance where there is none."""
        return self.puzzle.drawing.picture(self.instance, self.answers[0] if self.answers else None)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture under a line that says what came out."""
        from html import escape

        said = f"{self.puzzle.title}: {self.instance.name} – {self.verdict}"
        return f"<figure><figcaption>{escape(said)}</figcaption>\n{self.svg()}</figure>"


_REASONS = {
    "": "the search ended early",
    "solutions": "limit reached",
    "time": "time limit reached",
    "interrupt": "interrupted",
    "program": "the program stops at the first",
}


def resolve(solver: Solver[I, A], instance: I, question: Question = Question()) -> Result[I, A]:
    """Look at ``instance`` for a plain clash, and where there is none, ask ``solver`` for its answers."""
    clash = solver.puzzle.clash(instance)
    if clash:
        return Result(solver.puzzle, instance, "", (), Outcome(complete=True), clash=clash)
    return search(solver, instance, question)


def resolve_loaded(solver: Solver[I, A], instance: I, question: Question = Question()) -> Result[I, A]:
    """The same where the structure is loaded already: quicker to search at once, and to explain a failure after."""
    result = search(solver, instance, question)
    if result.status != "impossible":
        return result
    return replace(result, clash=solver.puzzle.clash(instance) or "")


def search(solver: Solver[I, A], instance: I, question: Question = Question()) -> Result[I, A]:
    """Ask ``solver`` for the answers of ``instance``.

    An interrupt (Ctrl-C) ends the search like a limit: what was found by then is in the result. Of several
    answers the order in which they were found says nothing; they are put into the puzzle's own.
    """
    answers = solver.answers(instance, question.limits)
    kept: list[A] = []
    interrupted = False
    try:
        for answer in answers:
            if solver.objective is not None:
                kept = [answer]
            elif question.keep or not kept:
                kept.append(answer)
    except KeyboardInterrupt:
        interrupted = True
        answers.close()
    outcome = answers.outcome
    if interrupted:
        outcome = replace(outcome, complete=False, stopped_by="interrupt")
    if len(kept) > 1:
        kept.sort(key=partial(solver.puzzle.rank, instance))
    return Result(
        puzzle=solver.puzzle,
        instance=instance,
        formulation=answers.formulation,
        answers=tuple(kept),
        outcome=outcome,
        times=answers.times,
        optimised=solver.objective is not None,
        value=answers.objective_value,
        searched=answers.search,
    )
