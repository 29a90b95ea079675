"""Judgement of what is being entered: how many answers it has, what contradicts what, and what would put that right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from models.deductions import Parts, PuzzlePart
from models.editing import DraftError
from models.errors import PuzzlebenchError
from models.language.model import Literal
from models.mistakes import Correction
from models.puzzle import Puzzle
from solvers.core.backbone import Backbone
from solvers.core.backend import Clock, Limits, OutOfTime
from solvers.core.registry import backend_for
from solvers.core.solver import Solver
from solvers.diagnose.needless import needless_parts
from solvers.diagnose.work import diagnose
from solvers.explain.conflicts import Blame
from solvers.serve.ask import Question, Record
from solvers.serve.documents import AskedDocument, document_of, subject_of

VERDICT_SECONDS, DETAIL_SECONDS, REPAIR_SECONDS = 4.0, 3.0, 10.0
MAX_REPAIRS = 6

UNFINISHED, IMPOSSIBLE, SEVERAL, UNIQUE, UNSETTLED = "unfinished", "impossible", "several", "unique", "unsettled"


@lru_cache(maxsize=8)
def solver_of(puzzle: Puzzle[Any, Any], formulation: str = "") -> Solver[Any, Any]:
    """The solver of a puzzle, which keeps what it has loaded from question to question."""
    return Solver(puzzle, formulation, *backend_for())


def judge(question: Question) -> Iterator[Record]:
    """``judge``: the verdict, and where there is no answer a conflict."""
    asked = subject_of(question)
    try:
        instance = asked.instance
    except DraftError as error:
        yield {"verdict": UNFINISHED, "sentence": str(error), "parts": list(error.parts)}
        return
    result = solver_of(asked.puzzle).solve(instance, Limits(VERDICT_SECONDS, 2))
    if result.unique is None and not result.outcome.complete:
        yield {"verdict": UNSETTLED, "sentence": "it is not known yet whether there is an answer"}
        return
    found = len(result.answers)
    if found == 0:
        yield {"verdict": IMPOSSIBLE, "sentence": result.contradiction or "there is no answer"}
        yield from _conflict(asked)
    elif found == 1:
        yield {"verdict": UNIQUE, "sentence": "there is exactly one answer"}
    else:
        yield {"verdict": SEVERAL, "sentence": "there are several answers"}
    warnings = list(asked.puzzle.warnings(instance))
    if warnings:
        yield {"warnings": warnings}


def _conflict(asked: AskedDocument) -> Iterator[Record]:
    """A smallest conflict that is found soon: its parts as sentences, each with the parts of the picture."""
    try:
        blamed = asked.puzzle.parts(asked.instance, asked.stated)
        blame = Blame(blamed, Clock(DETAIL_SECONDS))
        if blame.is_possible():
            return
        conflict = blame.one()
    except (OutOfTime, PuzzlebenchError):
        return
    yield {"conflict": [blamed_part(asked, part, blamed) for part in conflict.parts]}


def blamed_part(asked: AskedDocument, part: PuzzlePart, blamed: Parts) -> Record:
    """A part of a conflict as its sentence and the parts of the picture that it is about."""
    parts: list[str] = []
    for member in part.members:
        if isinstance(member, Literal):
            own = asked.editing.where(asked.instance, part.key)
            parts += asked.parts_of.get(member.var.name, own or ())
        else:
            alike = (one for one in blamed.model.constraints if one.rule == member)
            parts += asked.where(member, [var for one in alike for var in one.scope()])
    return {"sentence": str(part), "parts": list(dict.fromkeys(parts))}


def grade(question: Question) -> Iterator[Record]:
    """``grade``: how hard it is, where its puzzle can tell."""
    asked = subject_of(question)
    instance, generator = asked.instance, asked.puzzle.generator
    if generator is None or not generator.grades:
        return
    try:
        word, graded = generator.grade(instance), generator.graded(instance)
    except (NotImplementedError, PuzzlebenchError):
        return
    if word:
        yield {"grade": word if graded is None else f"{word} ({graded.number:.1f})"}


def shared(question: Question) -> Iterator[Record]:
    """``shared``: what all answers share, and the values that answers have for each piece."""
    asked = subject_of(question)
    loaded, _ = solver_of(asked.puzzle, next(iter(asked.puzzle.formulations))).cached(asked.instance)
    variables = asked.editing.variables(asked.instance, loaded.stated)
    givens = loaded.stated.givens(asked.instance)
    backbone = Backbone(loaded.search, variables.values(), givens, Clock(DETAIL_SECONDS))
    if not backbone.found:
        return
    open_ones = {key: var for key, var in variables.items() if var not in givens}
    alike = [
        {"piece": key, "symbol": str(value)}
        for key, var in open_ones.items()
        if (value := backbone[var].shared) is not None
    ]
    yield {"shared": alike, "complete": backbone.complete, "candidates": {
        key: sorted(map(str, backbone.not_excluded(var)), key=int) for key, var in open_ones.items()
    }}  # fmt: skip


def unique_with(question: Question) -> Iterator[Record]:
    """``unique_with``: of a draft with several answers, the fewest further entries that leave one."""
    asked = subject_of(question)
    found = diagnose(asked.puzzle, asked.instance, seconds=REPAIR_SECONDS)
    if found.hint_facts is None:
        yield {"error": "no few entries were found that leave one answer"}
        return
    entries = [(fact, asked.entry(fact), asked.parts_of.get(fact.var.name, ())) for fact in found.hint_facts]
    yield {"unique_with": [
        {**entry, "part": parts[0] if parts else "", "sentence": asked.stated.fact(fact)}
        for fact, entry, parts in entries
        if entry
    ]}  # fmt: skip


def repairs(question: Question) -> Iterator[Record]:
    """``repairs``: what was probably copied wrongly, each with the changes that put it right, where a tap can."""
    asked = subject_of(question)
    found = diagnose(asked.puzzle, asked.instance, show=MAX_REPAIRS, seconds=REPAIR_SECONDS, only_repairs=True)
    groups: Sequence[Sequence[Correction[Any, Any]]] = found.repair.groups if found.repair else ()
    corrections = [correction for group in groups for correction in group][:MAX_REPAIRS]
    yield {"repairs": [_repair(asked, correction) for correction in corrections]}


def _repair(asked: AskedDocument, correction: Correction[Any, Any]) -> Record:
    """A correction: its sentence, the document that it makes, where it makes one, and the parts that change."""
    found: Record = {"sentence": "; ".join(map(str, correction.mistakes)), "unique": correction.unique, "parts": []}
    if correction.instance is not None:
        before, after = asked.draft.entries, asked.editing.draft(correction.instance)
        found["document"] = document_of(asked.puzzle, after)
        keys = {*before, *after.entries}
        found["parts"] = sorted(key for key in keys if before.get(key) != after.entries.get(key))
    return found


def needless(question: Question) -> Iterator[Record]:
    """``needless``: the givens and rules any one of which can be left out with the answer still the only one."""
    asked = subject_of(question)
    blamed = asked.puzzle.parts(asked.instance, asked.stated)
    found: list[Record] = []
    complete = False
    with suppress(OutOfTime):
        for part in needless_parts(asked.puzzle, asked.instance, blamed, Clock(REPAIR_SECONDS)):
            found.append(blamed_part(asked, part, blamed))
        complete = True
    yield {"needless": found, "complete": complete}
