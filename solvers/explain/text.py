"""An explanation as text that grows while it is found, and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.deductions import Conflict, Deduction
from models.kit.names import count
from solvers.cli.text import Piece, headline, plain, show
from solvers.explain.explanation import EXPLAINED, NO_ANSWER, SEVERAL_ANSWERS, Explanation
from solvers.explain.wording import (
    Stated,
    called,
    derivation_lines,
    derivation_record,
    fact_record,
    news,
    pattern_record,
    reasons,
    refutation_record,
    wrong_record,
)

CLASH = "bold red"


class Telling:
    """Prints of an explanation what is new in it, each time it is handed it again.

    Args:
        full: with the tables in which the steps are worked out.
    """

    def __init__(self, full: bool = False) -> None:
        self._told: Explanation[Any, Any] | None = None
        self._full = full

    def __call__(self, found: Explanation[Any, Any]) -> None:
        for said in untold(found, self._told, self._full):
            show(said)
        self._told = found


def text(found: Explanation[Any, Any], full: bool = False) -> str:
    """The whole explanation."""
    return "\n".join(map(plain, untold(found, full=full)))


def untold(
    found: Explanation[Any, Any], before: Explanation[Any, Any] | None = None, full: bool = False
) -> Iterator[list[Piece]]:
    """What there is to tell of ``found`` beyond what was told of it ``before``, each on lines of its own."""
    stated, over = found.stated, (EXPLAINED, SEVERAL_ANSWERS)
    if before is None:
        yield [heading(found), "\n"]
        before = Explanation(found.puzzle, found.instance, stated)
    if found.from_the_start and not before.status:
        yield [f"From the start: {', '.join(map(stated.fact, found.from_the_start))}.\n"]
    for number, step in enumerate(found.steps[len(before.steps) :], len(before.steps) + 1):
        yield told_step(step, stated, full, number)
    if found.status in over and before.status not in over:
        yield ["\n" * bool(found.steps), "\n".join(found.verdict)]
        if not full and any(derivations for step in found.steps for _, derivations in reasons(step, stated)):
            yield [("Each sum is worked out in a table with --full.", "dim")]
        if found.answer is not None:
            yield [f"\n{found.puzzle.render(found.instance, found.answer)}"]
    if found.wrong and not before.wrong:
        yield [(found.verdict[0], CLASH)]
    if found.contradiction and not before.contradiction:
        yield [(found.verdict[0], CLASH), "\n"]
    for number, conflict in enumerate(found.conflicts[len(before.conflicts) :], len(before.conflicts) + 1):
        yield _conflict(number, conflict)


def heading(found: Explanation[Any, Any]) -> str:
    """What is explained, and how much of it was found before."""
    beyond = f", with {count(len(found.so_far), 'entry', 'entries')} so far" if found.so_far else ""
    return headline(found.puzzle, found.instance, found.file) + beyond


def record(found: Explanation[Any, Any]) -> dict[str, Any]:
    """The explanation as JSON values.

    Always there: ``puzzle``, ``instance``, ``status`` (``explained``, ``several answers``, ``stopped``, ``wrong
    entries`` or ``impossible``) and ``so_far``, the facts filled in. Where some of these cannot be: ``wrong``, with the
    ``entries`` and what they are ``against``: a ``given``, the only ``answer``, or each other (``together``). Where
    there is no answer: ``clash``, ``conflicts`` and whether the search for them was ``stopped``.
    Else: ``grade``, its ``number`` on the scale of Sudoku Explainer, ``verdict``, ``answer``, what stays ``unsettled``,
    and ``from_the_start`` and ``steps``, each with its ``fact`` and all that is ``new``, ``technique`` and its
    ``number``, whether it ``rests_on_uniqueness``, ``rules``, ``facts``, what is ``seen`` (in ``words``, with the
    ``links`` of a chain), ``refutation``, whether ``fewest_rules_proved``, and ``workings``, tables to check it by.
    """
    puzzle, stated = found.puzzle, found.stated
    head = head_record(found)
    if found.wrong:
        return head | {"wrong": wrong_record(found.wrong), "verdict": " ".join(found.verdict)}
    if found.status == NO_ANSWER:
        return head | {
            "stopped": bool(found.stopped_by),
            "clash": found.contradiction or None,
            "conflicts": [
                {"parts": list(map(str, one.parts)), "smallest": one.smallest, "at_least": one.at_least}
                for one in found.conflicts
            ],
        }
    return head | {
        "grade": found.grade or None,
        "number": found.number,
        "verdict": None if found.stopped_by else " ".join(found.verdict),
        "answer": None if found.answer is None else puzzle.as_json(found.instance, found.answer),
        "unsettled": [var.name for var in found.unsettled],
        "from_the_start": list(map(fact_record, found.from_the_start)),
        "steps": [step_record(step, stated) for step in found.steps],
    }


def head_record(found: Explanation[Any, Any]) -> dict[str, Any]:
    """What every record of an explanation, or of a hint, begins with."""
    head = {"puzzle": found.puzzle.name, "instance": found.instance.name, "status": found.status}
    return head | {"so_far": list(map(fact_record, found.so_far))}


def step_record(step: Deduction, stated: Stated) -> dict[str, Any]:
    """A step as JSON values."""
    return {
        "fact": fact_record(step.fact),
        "new": list(map(fact_record, step.new)),
        "technique": called(step, stated),
        "number": step.number,
        "rests_on_uniqueness": step.unique,
        "rules": [rule.sentence for rule in step.rules],
        "facts": list(map(fact_record, step.facts)),
        "seen": step.pattern and pattern_record(step.pattern),
        "fewest_rules_proved": step.smallest,
        "refutation": step.refutation and refutation_record(step.refutation),
        "workings": list(map(derivation_record, step.derivations)),
    }


def told_step(step: Deduction, stated: Stated, full: bool, number: int | None = None) -> list[Piece]:
    """What is new, what the deduction is called, and below it the reason."""
    fact, name = (news(step.new, stated), "bold green"), (called(step, stated), "cyan")
    pieces: list[Piece] = [("" if number is None else f"{number:3}. ", "dim"), fact, "    ", name]
    for line, derivations in reasons(step, stated):
        indent = "\n       " + " " * (len(line) - len(line.lstrip()))
        tables = (f"{indent}  {row}" for derivation in derivations if full for row in derivation_lines(derivation))
        pieces.append((indent + line.lstrip() + "".join(tables), "dim"))
    return pieces


def _conflict(number: int, conflict: Conflict) -> list[Piece]:
    """The parts that clash, a line for each."""
    size = len(conflict.parts)
    if not size:
        head = "There is no answer: the rules alone cannot hold together."
    elif size == 1:
        head = f"Conflict {number}: this alone cannot be:"
    else:
        what = "take any one away, and the others can hold together"
        if conflict.smallest:
            what = "the fewest parts that clash"
        elif conflict.at_least > 1:
            what += f"; any parts that clash are {conflict.at_least} or more"
        head = f"Conflict {number}: these {size} cannot all hold ({what}):"
    return [(head, CLASH), *(f"\n  {part}" for part in conflict.parts)]
