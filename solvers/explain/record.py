"""What an explanation and a hint know, which text, page and JSON are made from.

An :class:`Explanation` grows as it is found: whoever shows it meanwhile is handed it again at every step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Generic

from models.deductions import Conflict, Deduction, Derivation, Place, Refutation, Snapshot, is_value, taken_away
from models.formulation import A, Formulation, I
from models.kit.names import count, listed
from models.language.model import IntVar, Literal
from models.plugins import imported
from models.puzzle import Puzzle
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.explain.so_far import WrongEntries
from solvers.explain.wording import Stated, grade_of, new_facts, reasons, technique_name, wrong_sentence

EXPLAINED, SEVERAL_ANSWERS, NO_ANSWER, CUT_SHORT = "explained", "several answers", "impossible", "stopped"
WRONG = "wrong entries"

MAX_UNSETTLED_NAMED = 8
"""So many variables that nothing settles are named."""

LOOK, SEE = STRENGTHS = ("look", "see")
"""The weaker hint says where to look, the stronger one what there is to see."""

NEXT, DONE = "hint", "nothing left"

MAX_RULES_LOOKED_AT = 4
"""A step that takes more rules together is looked for at the variable it is about."""


@dataclass(frozen=True, repr=False)
class Explanation(Generic[I, A]):
    """What is known of the way to the answer, or of why there is none.

    Attributes:
        stated: the formulation whose rules and variables it speaks of.
        status: ``explained``, ``several answers``, ``impossible``, ``stopped`` on the way, ``wrong entries`` where
            what is found so far cannot be, or empty while it is not known whether there is an answer.
        so_far: what a person had found before the first step, beyond the givens.
        wrong: which of that cannot be.
        variables: what the deductions are about.
        from_the_start: what needs no step, since there never was another value.
        noted: what is known before the first step, and what each step adds with all that is obvious by it.
        unsettled: the variables that no deduction can settle, where there are several answers.
        answer: the only answer, where every step to it is there.
        contradiction: one that is plain without reasoning, or empty.
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
        """0: the way to its end; 1: there is no answer, or none with what is filled in; 3: it was stopped."""
        if self.stopped_by:
            return STOPPED
        return IMPOSSIBLE if self.status in (NO_ANSWER, WRONG) else ANSWERED

    @property
    def grade(self) -> str:
        return grade_of(self.steps) if self.status == EXPLAINED and self.steps else ""

    @property
    def number(self) -> float | None:
        """How hard that step is on the scale of Sudoku Explainer; None where not every step has a place on it."""
        numbers = [step.number for step in self.steps if step.number is not None]
        return max(numbers) if self.grade and len(numbers) == len(self.steps) else None

    @property
    def verdict(self) -> tuple[str, ...]:
        """How it ended, in sentences: how many steps of which kind, what they prove, and how hard they were."""
        steps, sentences = self.steps, []
        if not self.status:
            return ("It is not known yet whether there is an answer.",)
        if self.wrong:
            return (wrong_sentence(self.wrong, self.stated, self.stated.givens(self.instance)),)
        if self.status == CUT_SHORT:
            return (f"Stopped after {count(len(steps), 'step')}.",)
        if self.status == NO_ANSWER:
            return (f"There is no answer: {self.contradiction}." if self.contradiction else "There is no answer.",)
        if steps:
            kinds = Counter(technique_name(step, self.stated) for step in steps).most_common()
            sentences.append(f"{count(len(steps), 'step')}: {', '.join(f'{name} × {times}' for name, times in kinds)}")
        if self.unsettled:
            names = [var.name for var in self.unsettled[:MAX_UNSETTLED_NAMED]]
            more = len(self.unsettled) - len(names)
            if not steps:
                sentences.append(f"Nothing follows from {'what is filled in' if self.so_far else 'the givens'}.")
            shown = ", ".join(names) + (f" and {more} more" if more else "")
            sentences.append(f"There are several answers: nothing settles {shown}.")
        elif steps:
            resting = sum(step.unique for step in steps)
            if resting:
                which = "1 step rests" if resting == 1 else f"{resting} steps rest"
                sentences.append(f"This is the only answer: that was proved beforehand, and {which} on it.")
            else:
                sentences.append("This is the only answer, for every step was forced.")
            scale = "" if self.number is None else f" ({self.number:.1f} on the scale of Sudoku Explainer)"
            sentences.append(f"difficulty: {self.grade}{scale}")
        else:
            sentences.append(
                f"Nothing is left to find: what is {'filled in' if self.so_far else 'given'} is the answer."
            )
        return tuple(sentences)

    @property
    def argument(self) -> Sequence[str]:
        """How people who know the puzzle see which answers there are, once every step is there; see ``Puzzle``."""
        is_whole = self.status in (EXPLAINED, SEVERAL_ANSWERS)
        return self.puzzle.argument(self.instance, self.answer) if is_whole else ()

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
        return f"<{self.status or 'unknown'}: {' '.join(self.verdict)}>"

    def __str__(self) -> str:
        text: str = imported("solvers.explain.text:text")(self)
        untold = self.status == NO_ANSWER and not (self.contradiction or self.conflicts)
        return f"{text}\n{' '.join(self.verdict)}" if untold or self.status in ("", CUT_SHORT) else text

    def _repr_html_(self) -> str:
        told = [[f"{new_facts(step, self.stated)} – {technique_name(step, self.stated)}"] for step in self.steps]
        for lines, step in zip(told, self.steps, strict=True):
            lines += [line for line, _ in reasons(step, self.stated)]
        told += [[" and ".join(map(str, conflict.parts)) + " cannot all hold"] for conflict in self.conflicts]
        items = "".join(f"<li>{'<br/>'.join(map(escape, lines))}</li>" for lines in told)
        heading = f"{self.puzzle.title}: {self.instance.name} – {' '.join(self.verdict)}"
        return f"<p>{escape(heading)}</p>\n<ol>{items}</ol>"


@dataclass(frozen=True, repr=False)
class Hint(Generic[I, A]):
    """The next step on the way to the answer; ``found`` is what is known by then, or why there is none."""

    found: Explanation[I, A]
    strength: str

    @property
    def step(self) -> Deduction | None:
        return self.found.steps[0] if self.found.steps else None

    @property
    def status(self) -> str:
        """``hint``, ``nothing left`` where all is found, or else what the explanation has for its status."""
        if self.step and self.found.status in (CUT_SHORT, EXPLAINED):
            return NEXT
        return DONE if self.found.status == EXPLAINED else self.found.status

    @property
    def place(self) -> Place | None:
        return place_of_step(self.step, next(self.found.snapshots()).left) if self.step else None

    @property
    def snapshot(self) -> Snapshot:
        """How things stand, with where to look lit, or the whole step, or what is wrong."""
        before, *after = islice(self.found.snapshots(), 2)
        if self.step and self.strength == SEE:
            return after[0]
        lit = self.place.variables if self.place else ()
        if self.found.wrong:
            lit = tuple(dict.fromkeys(fact.var for fact in self.found.wrong.facts))
        return replace(before, look=lit)

    @property
    def sentence(self) -> str:
        """The hint in a sentence, which with ``see`` has its reasons besides."""
        if self.step is None or self.place is None:
            return " ".join(self.found.verdict)
        name = technique_name(self.step, self.found.stated)
        if self.strength == SEE:
            return f"{new_facts(self.step, self.found.stated)}: {name}"
        by_rules = not self.step.name and self.place.words != self.step.fact.var.name
        return f"Look at {self.place.words}" + ("" if by_rules else f" ({name})")

    def __repr__(self) -> str:
        return f"<{self.status}: {self.sentence}>"

    def __str__(self) -> str:
        text: str = imported("solvers.explain.text:hint_text")(self)
        return text

    def _repr_html_(self) -> str:
        return f"<p>{escape(f'{self.found.puzzle.title}: {self.found.instance.name} – {self.sentence}')}</p>"


def place_of_step(step: Deduction, unsettled: Container[IntVar]) -> Place:
    """Where to look for ``step``: where its technique says, or at its rules, or at the variable it is about."""
    pattern = step.pattern
    if pattern:
        ends = [fact for link in pattern.links for fact in (link.start, link.end)]
        facts = ends or [fact for side in pattern.sides for fact in side] or [step.fact]
        met = tuple(dict.fromkeys(fact.var for fact in facts))
        return pattern.look or Place(listed(var.name for var in met), met)
    if not 0 < len(step.rules) <= MAX_RULES_LOOKED_AT:
        return Place(step.fact.var.name, (step.fact.var,))
    scopes = (var for rule in step.rules for constraint in rule.constraints for var in constraint.scope())
    lit = tuple(dict.fromkeys(var for var in scopes if var in unsettled))
    together = "this rule" if len(step.rules) == 1 else "these rules together"
    return Place(f"{together}: {'; '.join(map(str, step.rules))}", lit)


def record(found: Explanation[Any, Any]) -> dict[str, Any]:
    """The explanation as JSON values.

    Always there: ``puzzle``, ``instance``, ``status`` (``explained``, ``several answers``, ``stopped``, ``wrong
    entries`` or ``impossible``) and ``so_far``, the facts filled in. Where some of these cannot be: ``wrong``, with the
    ``entries`` and what they are ``against``: a ``given``, the only ``answer``, or each other (``together``). Where
    there is no answer: ``clash``, ``conflicts`` and whether the search for them was ``stopped``.
    Else: ``grade``, its ``number`` on the scale of Sudoku Explainer, ``verdict``, ``answer``, what stays ``unsettled``,
    the ``argument`` by which people see which answers there are (each conflict has one too), if they have one,
    and ``from_the_start`` and ``steps``, each with its ``fact`` and all that is ``new``, ``technique`` and its
    ``number``, whether it ``rests_on_uniqueness``, ``rules``, ``facts``, what is ``seen`` (in ``words``, with the
    ``links`` of a chain), ``refutation``, whether ``fewest_rules_proved``, and ``workings``, tables to check it by.
    """
    head = _head_record(found)
    if found.wrong:
        wrong = {"entries": list(map(_fact_record, found.wrong.facts)), "against": found.wrong.against}
        return head | {"wrong": wrong, "verdict": " ".join(found.verdict)}
    if found.status == NO_ANSWER:
        return head | {
            "stopped": bool(found.stopped_by),
            "clash": found.contradiction or None,
            "conflicts": [
                {
                    "parts": list(map(str, one.parts)),
                    "minimal": one.minimal,
                    "smallest": one.smallest,
                    "at_least": one.at_least,
                    "argument": list(found.puzzle.argument(found.instance, None, one)),
                }
                for one in found.conflicts
            ],
        }
    return head | {
        "grade": found.grade or None,
        "number": found.number,
        "verdict": None if found.stopped_by else " ".join(found.verdict),
        "answer": None if found.answer is None else found.puzzle.as_json(found.instance, found.answer),
        "unsettled": [var.name for var in found.unsettled],
        "argument": list(found.argument),
        "from_the_start": list(map(_fact_record, found.from_the_start)),
        "steps": [_step_record(step, found.stated) for step in found.steps],
    }


def hint_record(hint: Hint[Any, Any]) -> dict[str, Any]:
    """The hint as JSON values.

    Always there: ``puzzle``, ``instance``, ``status`` (``hint``, ``nothing left``, ``several answers``, ``wrong
    entries``, ``impossible`` or ``stopped``) and ``strength``. With a hint: what is ``said``, the ``place`` to look at,
    the ``technique``, and with ``see`` the whole ``step``. Else what explanations have.
    """
    found, step, place = hint.found, hint.step, hint.place
    head = _head_record(found) | {"status": hint.status, "strength": hint.strength}
    if step is None or place is None:
        return record(found) | head
    return head | {
        "said": hint.sentence,
        "place": {"words": place.words, "variables": [var.name for var in place.variables]},
        "technique": technique_name(step, found.stated),
        "step": _step_record(step, found.stated) if hint.strength == SEE else None,
    }


def _head_record(found: Explanation[Any, Any]) -> dict[str, Any]:
    head = {"puzzle": found.puzzle.name, "instance": found.instance.name, "status": found.status}
    return head | {"so_far": list(map(_fact_record, found.so_far))}


def _step_record(step: Deduction, stated: Stated) -> dict[str, Any]:
    pattern = step.pattern
    return {
        "fact": _fact_record(step.fact),
        "new": list(map(_fact_record, step.new)),
        "technique": technique_name(step, stated),
        "number": step.number,
        "rests_on_uniqueness": step.unique,
        "rules": [rule.sentence for rule in step.rules],
        "facts": list(map(_fact_record, step.facts)),
        "seen": pattern
        and {
            "words": list(pattern.lines),
            "values": [list(map(_fact_record, side)) for side in pattern.sides],
            "links": [
                {"from": _fact_record(link.start), "to": _fact_record(link.end), "kind": link.kind}
                for link in pattern.links
            ],
        },
        "fewest_rules_proved": step.smallest,
        "refutation": step.refutation and _refutation_record(step.refutation),
        "workings": list(map(_derivation_record, step.derivations)),
    }


def _fact_record(fact: Literal) -> dict[str, object]:
    relation, value = ("=", next(iter(fact.values))) if is_value(fact) else ("≠", taken_away(fact))
    return {"variable": fact.var.name, "is": relation, "value": value}


def _derivation_record(derivation: Derivation) -> dict[str, object]:
    rows = [dict(zip(derivation.heading, row, strict=True)) for row in derivation.rows]
    return {"about": derivation.about, "rows": rows}


def _refutation_record(refutation: Refutation) -> dict[str, object]:
    return {
        "supposed": _fact_record(refutation.supposed),
        "links": [
            {
                "rule": step.rule.sentence,
                "facts": list(map(_fact_record, step.facts)),
                "workings": list(map(_derivation_record, step.derivations)),
            }
            for step in refutation.steps
        ],
        "cases": list(map(_refutation_record, refutation.cases)),
    }
