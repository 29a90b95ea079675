"""Why not: a smallest set of rules and givens that rules supposed facts out, or an answer that has these facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, Generic

from models.deductions import Conflict, Parts, PuzzlePart, facts_of
from models.errors import InputError, PuzzlebenchError
from models.formulation import A, Formulation, I
from models.language.model import Literal
from models.puzzle import Puzzle
from solvers.backends.sat.rules import EncodedRules
from solvers.cli.exits import lost_interrupts_come_again
from solvers.cli.text import Piece, headline
from solvers.core.backend import Clock, Limits, OutOfTime, Settings
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.core.registry import backend_for, load
from solvers.core.solver import judged
from solvers.explain.conflicts import Blame
from solvers.explain.so_far import example, facts_in

POSSIBLE, RULED_OUT, NO_ANSWER_AT_ALL = "possible", "ruled out", "impossible"

SUPPOSED = ("supposed",)  # the key of the part that stands for the facts

NARROWING_STEPS = 100
"""So many steps are taken towards a smaller reason for each unit of effort: a count, so that the reason found does not
depend on the clock. Most Sudokus are through after fewer."""


@dataclass(frozen=True, repr=False)
class WhyNot(Generic[I, A]):
    """Whether some answer has the ``supposed`` facts.

    Attributes:
        status: ``possible``, with an ``answer`` that has them; ``ruled out``, with the reason; ``impossible`` where
            there is no answer at all; or empty where the time was up first.
        reason: parts of the puzzle that, together with the facts, cannot hold; without the facts where the status is
            ``impossible``. Its ``smallest`` says whether none has fewer parts.
        unexplained: why no reason is looked for, where the model is too large for that.
        stopped_by: ``time`` or ``interrupt`` when that came first; the reason is then the smallest found by then.
    """

    puzzle: Puzzle[I, A]
    instance: I
    stated: Formulation[I, A]
    supposed: tuple[Literal, ...]
    status: str = ""
    answer: A | None = None
    reason: Conflict | None = None
    unexplained: str = ""
    stopped_by: str = ""
    file: Path | None = None

    @property
    def exit_code(self) -> int:
        """0: an answer has the facts; 1: none has; 3: it was stopped."""
        if not self.status or (self.stopped_by and self.reason is None and self.status != POSSIBLE):
            return STOPPED
        return ANSWERED if self.status == POSSIBLE else IMPOSSIBLE

    @property
    def facts(self) -> str:
        return ", ".join(self.stated.fact(fact) if _is_plain(fact) else str(fact) for fact in self.supposed)

    @property
    def sentence(self) -> str:
        """What was found out, without the parts of the reason."""
        if self.status == POSSIBLE:
            return f"{self.facts}: an answer has it."
        if not self.status:
            return f"{self.facts}: it is not known whether an answer has it."
        whether = f"{self.facts}: no answer has it"
        if self.unexplained:
            return f"{whether}. Why is not known: {self.unexplained}."
        if self.reason is None:
            return f"{whether}, and no reason was found yet."
        size = len(self.reason.parts)
        if self.status == NO_ANSWER_AT_ALL:
            these = "this cannot" if size == 1 else f"these {size} cannot all"
            return f"There is no answer at all, with or without {self.facts}, for {these} hold:"
        if not size:
            return f"{whether}, whatever is given: its values alone rule it out."
        known = "take any one away, and the others do not" if self.reason.minimal else "perhaps not all are needed"
        known = "no fewer do" if self.reason.smallest else known
        if not self.reason.smallest and self.reason.at_least > 1:
            known += f"; {self.reason.at_least} at least are needed"
        these = "This rules" if size == 1 else f"These {size} together rule"
        return f"{whether}. {these} it out ({known}):"

    def record(self) -> dict[str, Any]:
        """JSON values: ``status``, what is ``supposed``, an ``answer`` that has it, or the ``reason`` why none has."""
        reason = self.reason and {
            "parts": list(map(str, self.reason.parts)),
            "smallest": self.reason.smallest,
            "at_least": self.reason.at_least,
        }
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "supposed": self.facts,
            "status": self.status or None,
            "answer": None if self.answer is None else self.puzzle.as_json(self.instance, self.answer),
            "reason": reason,
            "unexplained": self.unexplained or None,
            "stopped_by": self.stopped_by or None,
        }

    def lines(self) -> Iterator[Piece]:
        yield headline(self.puzzle, self.instance, self.file)
        yield ""
        yield self.sentence, "bold green" if self.status == POSSIBLE else "bold red" if self.status else "bold yellow"
        yield from (f"  {part}" for part in (self.reason.parts if self.reason else ()))
        if self.answer is not None:
            yield ""
            yield self.puzzle.render(self.instance, self.answer)

    def __repr__(self) -> str:
        parts = "; ".join(map(str, self.reason.parts)) if self.reason else ""
        return f"<{self.sentence}{f' {parts}' * bool(parts)}>"

    def _repr_html_(self) -> str:
        parts = "".join(f"<li>{escape(str(part))}</li>" for part in (self.reason.parts if self.reason else ()))
        return f"<p>{escape(self.sentence)}</p>\n<ul>{parts}</ul>"


def why_not(
    puzzle: Puzzle[I, A],
    instance: I,
    supposed: str | Sequence[Literal],
    formulation: str = "",
    *,
    file: Path | None = None,
    seconds: float | None = None,
    effort: float | None = None,
    on_progress: Callable[[WhyNot[I, A]], object] = lambda found: None,
) -> WhyNot[I, A]:
    """Whether an answer of ``instance`` has the ``supposed`` facts, and if not, a smallest reason.

    Args:
        supposed: facts in the words of explanations, such as ``R1C2 = 5``, or literals of the formulation's model.
        formulation: the name of one of the puzzle's formulations; empty for the first.
        effort: how long a smaller reason is looked for; None for as long as there may be one.
        on_progress: is handed what is known so far, whenever there is more of it.

    Raises:
        InputError: when ``supposed`` says nothing of this instance.
        KeyboardInterrupt: when that comes before it is known whether an answer has the facts.
    """
    clock = Clock(seconds)
    stated = puzzle.state(instance, formulation)
    if isinstance(supposed, str):
        facts = facts_in(puzzle.name, stated, supposed)
    else:  # they may be of the same model stated before
        known = {var.name: var for var in stated.model.variables}
        facts = tuple(known[fact.var.name].is_in(fact.values) if fact.var.name in known else fact for fact in supposed)
    if not facts:
        raise InputError(f"nothing is supposed; say what may not be, such as {example(stated)}")
    found = WhyNot(puzzle, instance, stated, facts, file=file)
    try:
        with lost_interrupts_come_again():
            for more in _findings(found, clock, effort):
                found = replace(found, **more)
                on_progress(found)
    except OutOfTime:
        return replace(found, stopped_by="time")
    except KeyboardInterrupt:
        if not found.status:
            raise
        return replace(found, stopped_by="interrupt")
    return found


def _findings(found: WhyNot[Any, Any], clock: Clock, effort: float | None) -> Iterator[dict[str, Any]]:
    """What is found out bit by bit, as attributes of the record."""
    puzzle, instance, stated = found.puzzle, found.instance, found.stated
    taker, _ = backend_for("", clock.remaining() is not None, "first")
    search = load(taker, stated.model, Settings(clock=clock))
    limits = Limits(clock.remaining(), solutions=1)
    answers = search.decoded(partial(judged, puzzle, instance, stated), stated.givens(instance), limits, found.supposed)
    answer = next(answers, None)
    answers.close()
    if answer is not None:
        yield {"status": POSSIBLE, "answer": answer}
        return
    if answers.outcome.stopped_by == "interrupt":
        raise KeyboardInterrupt
    if not answers.outcome.complete:
        raise OutOfTime("the time limit came before it was known whether there is an answer")
    yield {"status": RULED_OUT}
    parts, facts = _parts(found)
    try:
        encoded = EncodedRules(parts.model, clock)
    except OutOfTime:
        raise
    except PuzzlebenchError as refusal:
        yield {"unexplained": str(refusal)}
        return
    plain = Blame(parts, clock, encoded)
    is_possible = plain.is_possible()
    if not is_possible:
        yield {"status": NO_ANSWER_AT_ALL}
    supposition = PuzzlePart(SUPPOSED, found.facts, facts)
    blame = Blame(Parts(parts.model, (*parts.parts, supposition)), clock, encoded) if is_possible else plain
    steps = None if effort is None else 1 + max(1, round(effort * NARROWING_STEPS))
    for conflict in islice(blame.narrowed(), steps):
        # Without the facts all parts can hold, so that every conflict has them.
        others = tuple(part for part in conflict.parts if part.key != SUPPOSED)
        least = max(0, conflict.at_least - (len(conflict.parts) - len(others)))
        yield {"reason": replace(conflict, parts=others, at_least=least)}


def _parts(found: WhyNot[Any, Any]) -> tuple[Parts, tuple[Literal, ...]]:
    """What is to be blamed, and the supposed facts of that model's variables, each as ``x = v`` or some ``x ≠ v``."""
    parts = found.puzzle.parts(found.instance, found.stated)
    known = {var.name: var for var in parts.model.variables}
    if any(fact.var.name not in known for fact in found.supposed):  # the puzzle blames parts of another model
        parts = Puzzle.parts(found.puzzle, found.instance, found.stated)
        known = {var.name: var for var in parts.model.variables}
    facts: list[Literal] = []
    for fact in found.supposed:
        facts += facts_of(known[fact.var.name].is_in(fact.values))
    return parts, tuple(facts)


def _is_plain(fact: Literal) -> bool:
    """Whether ``fact`` is of the kind ``x = v`` or ``x ≠ v``, which puzzles have words for."""
    return len(fact.values) in (1, len(fact.var.domain) - 1)
