"""The record of a diagnosis, and what it is as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, Generic

from models.errors import InputError
from models.formulation import A, I
from models.language.model import Literal
from models.mistakes import Mistake
from models.plugins import imported
from models.puzzle import Puzzle
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.diagnose.repair import Repair

WELL_POSED, AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, UNSETTLED = "well posed", "ambiguous", "impossible", "unsettled"
NO_REPAIR: Repair[Any, Any] = Repair(("", ""), None, proved=False)


@dataclass(frozen=True, repr=False)
class Diagnosis(Generic[I, A]):
    """What was found out about one instance; empty or None is what was not.

    Attributes:
        backend: the word for who found the optimum.
        verdict: ``well posed``, ``ambiguous``, ``impossible``, or ``unsettled`` when time ran out first.
        contradiction: one that is plain without a search.
        answers: the only answer, or two of several.
        differences: the facts in which two answers differ, as each has them.
        needless: what could be left out of what has one answer, each by itself, where that was asked.
        nearest: how close an impossible instance comes to an answer, in a sentence.
        hints: extra givens that leave one answer (``hinted``); ``hints_proved`` is what is proved of their number.
        stopped_by: ``time`` or ``interrupt`` when that ended the inquiry early.
    """

    puzzle: Puzzle[I, A]
    instance: I
    backend: str
    verdict: str = UNSETTLED
    contradiction: str = ""
    warnings: tuple[str, ...] = ()
    answers: tuple[A, ...] = ()
    differences: tuple[tuple[str, str], ...] = ()
    needless: tuple[str, ...] | None = None
    nearest: str = ""
    repair: Repair[I, A] | None = None
    hints: tuple[str, ...] | None = None
    hint_facts: tuple[Literal, ...] | None = None  # the same
    hints_proved: str = ""
    hinted: A | None = None
    stopped_by: str = ""
    seconds: float = 0.0

    @property
    def exit_code(self) -> int:
        """0: nothing is wrong, or something puts it right; 1: nothing puts it right; 3: a limit came first."""
        if self.verdict in (WELL_POSED, AMBIGUOUS):
            return ANSWERED
        if self.repair is not None and self.repair.groups:
            return ANSWERED
        return IMPOSSIBLE if self.repair is not None and self.repair.proved else STOPPED

    def _lines(self) -> Iterator[str]:
        yield f"{self.verdict}: {self.contradiction}" if self.contradiction else self.verdict
        yield from self.warnings
        if self.needless:
            yield f"could be left out, each by itself: {', '.join(self.needless)}"
        if self.hints is not None:
            yield f"would leave one answer: {', '.join(self.hints)}"
        for group in self.repair.groups if self.repair else ():
            yield from ("; ".join(map(str, correction.mistakes)) for correction in group)

    def __str__(self) -> str:
        text: str = imported("solvers.diagnose.text:text")(self)
        return text

    def __repr__(self) -> str:
        return f"<{'; '.join(islice(self._lines(), 3))}>"

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(line)}</li>" for line in self._lines())
        return f"<p>{escape(f'{self.puzzle.title}: {self.instance.name}')}</p>\n<ul>{items}</ul>"


def record(found: Diagnosis[Any, Any], path: Path | None = None) -> dict[str, Any]:
    """A diagnosis as JSON values: all keys, null where nothing is known, and answers in the terms of the puzzle."""
    repair = found.repair or NO_REPAIR

    def values(answer: Any, instance: Any = found.instance) -> object:
        return None if answer is None else found.puzzle.as_json(instance, answer)

    return {
        "puzzle": found.puzzle.name,
        "instance": found.instance.name,
        "file": None if path is None else str(path),
        "backend": found.backend,
        "verdict": found.verdict,
        "clash": found.contradiction or None,
        "remarks": list(found.warnings),
        "answers": list(map(values, found.answers)),
        "differences": list(map(list, found.differences)),
        "extra_givens": None if found.hints is None else list(found.hints),
        "answer_left": values(found.hinted),
        "fewest_givens": found.hints_proved or None,
        "needless": None if found.needless is None else list(found.needless),
        "nearest": found.nearest or None,
        "mistakes": repair.fewest,
        "mistakes_proved": repair.proved,
        "corrections": [
            {
                "mistakes": [
                    {"where": one.where, "instead": one.instead, "line": line_of(found, path, one)}
                    for one in corrected.mistakes
                ],
                "answer": values(corrected.answer, corrected.instance),
                "unique": corrected.unique,
            }
            for group in repair.groups
            for corrected in group
        ],
        "known": repair.known,
        "complete": repair.complete,
        "stopped_by": found.stopped_by or None,
        "seconds": round(found.seconds, 3),
    }


def line_of(found: Diagnosis[Any, Any], path: Path | None, mistake: Mistake) -> int | None:
    """The line of the file on which a mistake stands; None where that is not known."""
    if path is None or not mistake.key:
        return None
    try:
        return found.puzzle.error_model.line(path, found.instance, mistake.key)
    except InputError:  # it came from elsewhere, or has gone
        return None
