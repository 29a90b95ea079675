"""Explanations: the way from a puzzle to its answer one deduction at a time, or which of its parts clash.

An :class:`Explanation` is the record that text, JSON and the page are made from. It grows as it is found: whoever
wants to tell it meanwhile is handed it again at every step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Generic

from models.deductions import Conflict, Deduction, Snapshot, is_value
from models.formulation import A, Formulation, I
from models.language.model import IntVar, Literal
from models.puzzle import Puzzle
from solvers.backends.sat.rules import EncodedRules
from solvers.cli.interrupts import lost_interrupts_come_again
from solvers.core.backend import Clock, OutOfTime
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.explain.conflicts import Blame
from solvers.explain.derivation import worked
from solvers.explain.explainer import EFFORT, Explainer
from solvers.explain.so_far import WrongEntries, entries, wrong_entries
from solvers.explain.wording import called, grade, news, objected

EXPLAINED, SEVERAL_ANSWERS, NO_ANSWER, CUT_SHORT = "explained", "several answers", "impossible", "stopped"
WRONG = "wrong entries"

MOST_NAMED = 8
"""So many variables that nothing settles are named."""


@dataclass(frozen=True, repr=False)
class Explanation(Generic[I, A]):
    """What is known of the way to the answer, or of why there is none.

    Attributes:
        puzzle: the puzzle.
        instance: the instance.
        stated: the formulation whose rules and variables it speaks of.
        status: ``explained``, ``several answers``, ``impossible``, ``stopped`` on the way, ``wrong entries`` where
            what is found so far cannot be, or empty while it is not known whether there is an answer.
        so_far: what a person had found before the first step, beyond the givens.
        wrong: which of that cannot be.
        variables: what the deductions are about.
        from_the_start: what needs no step, since there never was another value.
        steps: the deductions, in order.
        noted: what is known before the first step, and what each step adds with all that is obvious by it.
        unsettled: the variables that no deduction can settle, where there are several answers.
        answer: the only answer, where every step to it is there.
        clash: a contradiction that is plain without reasoning, or empty.
        conflicts: parts that cannot hold together, where there is no answer.
        stopped_by: ``time`` or ``interrupt`` when that came first.
    """

    puzzle: Puzzle[I, A]
    instance: I
    stated: Formulation[I, A]
    status: str = ""
    so_far: tuple[Literal, ...] = ()
    wrong: WrongEntries | None = None
    variables: tuple[IntVar, ...] = ()
    from_the_start: tuple[Literal, ...] = ()
    steps: tuple[Deduction, ...] = ()
    noted: tuple[tuple[Literal, ...], ...] = ()
    unsettled: tuple[IntVar, ...] = ()
    answer: A | None = None
    contradiction: str = ""
    conflicts: tuple[Conflict, ...] = ()
    stopped_by: str = ""
    file: Path | None = None

    @property
    def exit_code(self) -> int:
        """0: the way is told to its end; 1: there is no answer, or none with what is filled in; 3: it was stopped."""
        if self.stopped_by:
            return STOPPED
        return IMPOSSIBLE if self.status in (NO_ANSWER, WRONG) else ANSWERED

    @property
    def grade(self) -> str:
        """How hard the hardest step to the only answer is; empty where there is no such way."""
        return grade(self.steps) if self.status == EXPLAINED and self.steps else ""

    @property
    def number(self) -> float | None:
        """How hard that step is on the scale of Sudoku Explainer; None where not every step has a place on it."""
        numbers = [step.number for step in self.steps if step.number is not None]
        return max(numbers) if self.grade and len(numbers) == len(self.steps) else None

    @property
    def verdict(self) -> tuple[str, ...]:
        """How it ended, in sentences: how many steps of which kind, what they prove, and how hard they were."""
        steps, said = self.steps, []
        if self.wrong:
            return (objected(self.wrong, self.stated, self.stated.givens(self.instance)),)
        if self.status == CUT_SHORT:
            return (f"Stopped after {len(steps)} steps.",)
        if self.status == NO_ANSWER:
            return (f"There is no answer: {self.contradiction}." if self.contradiction else "There is no answer.",)
        if steps:
            kinds = Counter(called(step, self.stated) for step in steps).most_common()
            count = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
            said.append(f"{count}: {', '.join(f'{name} × {times}' for name, times in kinds)}")
        if self.unsettled:
            names, more = [var.name for var in self.unsettled[:MOST_NAMED]], len(self.unsettled) - MOST_NAMED
            if not steps:
                said.append(f"Nothing follows from {'what is filled in' if self.so_far else 'the givens'}.")
            shown = ", ".join(names) + (f" and {more} more" if more > 0 else "")
            said.append(f"There are several answers: nothing settles {shown}.")
        elif steps:
            resting = sum(step.unique for step in steps)
            if resting:
                which = "1 step rests" if resting == 1 else f"{resting} steps rest"
                said.append(f"This is the only answer: that was proved beforehand, and {which} on it.")
            else:
                said.append("This is the only answer, for every step was forced.")
            scale = "" if self.number is None else f" ({self.number:.1f} on the scale of Sudoku Explainer)"
            said.append(f"difficulty: {self.grade}{scale}")
        else:
            said.append(f"Nothing is left to find: what is {'filled in' if self.so_far else 'given'} is the answer.")
        return tuple(said)

    def snapshots(self) -> Iterator[Snapshot]:
        """What is known before the first step, and then for every step, when it is made."""
        known = {**self.stated.givens(self.instance)}
        known |= {fact.var: next(iter(fact.values)) for fact in self.so_far if is_value(fact)}
        left = {var: frozenset(var.domain) for var in self.variables}
        for step, facts in zip_longest((None, *self.steps), self.noted, fillvalue=()):
            if step:
                yield Snapshot(dict(known), {var: values for var, values in left.items() if var not in known}, step)
                if step.places:
                    known[step.fact.var] = step.value
            for fact in facts:
                left[fact.var] &= fact.values
            if not step:
                yield Snapshot(dict(known), {var: values for var, values in left.items() if var not in known})

    def __repr__(self) -> str:
        return f"<{self.status or 'nothing known yet'}: {' '.join(self.verdict)}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the deductions, or the parts that clash, under a line that says how it ended."""
        told = [f"{news(step.new, self.stated)} – {called(step, self.stated)}" for step in self.steps]
        told += [" and ".join(map(str, conflict.parts)) + " cannot all hold" for conflict in self.conflicts]
        items = "".join(f"<li>{escape(line)}</li>" for line in told)
        said = f"{self.puzzle.title}: {self.instance.name} – {' '.join(self.verdict)}"
        return f"<p>{escape(said)}</p>\n<ol>{items}</ol>"


def explain(
    puzzle: Puzzle[I, A],
    instance: I,
    formulation: str = "",
    *,
    file: Path | None = None,
    so_far: Any = (),
    effort: float = EFFORT,
    seconds: float | None = None,
    smallest: bool = False,
    every: bool = False,
    most: int | None = None,
    only: int | None = None,
    tell: Callable[[Explanation[I, A]], object] = lambda found: None,
) -> Explanation[I, A]:
    """The way to the answer of ``instance``; where there is none, which of its parts cannot hold together.

    Args:
        formulation: the name of one of the puzzle's formulations; empty for the first.
        file: what ``instance`` was read from, to be told beside its name.
        so_far: what a person has found already, see :func:`solvers.explain.so_far.entries`; the way goes on there.
        effort: millions of propagations to spend on a smaller reason, at each step that needs many rules.
        seconds: the time limit; what is found by then is kept, as it is on Ctrl-C.
        smallest: where there is no answer, a conflict that is proved to have the fewest parts, not just a minimal one.
        every: where there is no answer, every minimal conflict.
        most: at most so many of these.
        only: the way is told for so many steps; if that is not its end, its status stays ``stopped``.
        tell: is handed what is known so far, whenever there is more of it.

    Raises:
        InputError: when there is no such formulation, or ``so_far`` says nothing of this instance.
        KeyboardInterrupt: when that comes before it is known whether there is an answer.
    """
    found = Explanation(puzzle, instance, puzzle.state(instance, formulation), file=file)
    if so_far:
        found = replace(found, so_far=entries(puzzle, instance, found.stated, so_far))
    tell(found)
    try:
        with lost_interrupts_come_again():  # the search for a smallest conflict destroys many solvers
            for more in _findings(found, Clock(seconds), effort, smallest, every, most, only):
                found = replace(found, **more)
                tell(found)
    except OutOfTime:
        return replace(found, stopped_by="time")
    except KeyboardInterrupt:
        if not found.status:
            raise
        return replace(found, stopped_by="interrupt")
    return found


def _findings(
    found: Explanation[Any, Any],
    clock: Clock,
    effort: float,
    smallest: bool,
    every: bool,
    most: int | None,
    only: int | None,
) -> Iterator[dict[str, Any]]:
    """What is found out bit by bit, as attributes of an explanation."""
    puzzle, instance, stated = found.puzzle, found.instance, found.stated
    parts = puzzle.parts(instance, stated)
    encoded = EncodedRules(parts.model, clock)
    blame = Blame(parts, clock, encoded)
    if blame.is_possible():
        same = encoded if parts.model is stated.model else None
        givens = stated.givens(instance)
        wrong = wrong_entries(stated, givens, found.so_far, same, clock) if found.so_far else None
        if wrong:
            yield {"status": WRONG, "wrong": wrong}
        else:
            yield from _way(Explainer(stated, givens, clock, effort, same, found.so_far), found, only)
        return
    yield {"status": NO_ANSWER, "contradiction": puzzle.contradiction(instance) or ""}
    if not every:
        best: Conflict | None = None
        stopped: OutOfTime | KeyboardInterrupt | None = None
        try:
            for better in blame.narrowed() if smallest else (blame.one(),):
                best = better
        except (OutOfTime, KeyboardInterrupt) as error:
            stopped = error
        if best is not None:
            yield {"conflicts": (best,)}
        if stopped is not None:
            raise stopped
        return
    conflicts: tuple[Conflict, ...] = ()
    for conflict in islice(blame.every(), most):
        conflicts += (conflict,)
        yield {"conflicts": conflicts}


def _way(explainer: Explainer, found: Explanation[Any, Any], only: int | None) -> Iterator[dict[str, Any]]:
    """The steps to the answer one by one."""
    start = {"variables": tuple(explainer.variables), "from_the_start": tuple(explainer.from_the_start)}
    yield {"status": CUT_SHORT, **start}
    steps: tuple[Deduction, ...] = ()
    noted: tuple[tuple[Literal, ...], ...] = ()
    for step in explainer.steps():
        steps, noted = (*steps, worked(step, found.stated)), (*noted, tuple(explainer.noted[-1]))
        yield {"steps": steps, "noted": noted}
        if len(steps) == only:
            return
    yield {
        "status": SEVERAL_ANSWERS if explainer.unsettled else EXPLAINED,
        "noted": (*noted, tuple(explainer.noted[-1])),
        "unsettled": tuple(explainer.unsettled),
        "answer": None if explainer.unsettled else found.stated.decode(found.instance, explainer.answer()),
    }
