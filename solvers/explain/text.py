"""An explanation as text that grows while it is found; and a hint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.deductions import Conflict, Deduction
from models.kit.names import count
from solvers.cli.text import Piece, headline, plain, show
from solvers.explain.record import EXPLAINED, NO_ANSWER, SEE, SEVERAL_ANSWERS, Explanation, Hint
from solvers.explain.wording import Stated, brief_reason, derivation_lines, new_facts, reasons, technique_name

CLASH_STYLE = "bold red"

BRIEF, USUAL, FULL = "brief", "usual", "full"
"""How much is said of a step: one line; its reason too; and the tables by which it is checked by hand."""


class ExplanationPrinter:
    """Prints of an explanation what is new in it, each time it is handed it again.

    With ``keeps_errors`` an error of standard output is kept in ``error``, and nothing more is printed.
    """

    def __init__(self, detail: str = USUAL, keeps_errors: bool = False) -> None:
        self.error: OSError | None = None
        self._printed: Explanation[Any, Any] | None = None
        self._detail = detail
        self._keeps_errors = keeps_errors

    def __call__(self, found: Explanation[Any, Any]) -> None:
        if self.error:
            return
        try:
            for pieces in new_pieces(found, self._printed, self._detail):
                show(pieces)
        except OSError as error:
            if not self._keeps_errors:
                raise
            self.error = error
        self._printed = found


def text(found: Explanation[Any, Any], detail: str = USUAL) -> str:
    return "\n".join(map(plain, new_pieces(found, detail=detail)))


def new_pieces(
    found: Explanation[Any, Any], before: Explanation[Any, Any] | None = None, detail: str = USUAL
) -> Iterator[list[Piece]]:
    """The text of ``found`` that was not in it ``before``, each on lines of its own."""
    stated, over = found.stated, (EXPLAINED, SEVERAL_ANSWERS)
    if before is None:
        yield [_heading(found), "\n"]
        before = Explanation(found.puzzle, found.instance, stated)
    if found.from_the_start and not before.status:
        yield [f"From the start: {', '.join(map(stated.fact, found.from_the_start))}.\n"]
    for number, step in enumerate(found.steps[len(before.steps) :], len(before.steps) + 1):
        yield _step(step, stated, detail, number)
    if found.status in over and before.status not in over:
        yield ["\n" * bool(found.steps), "\n".join(found.verdict)]
        if detail == USUAL and any(derivations for step in found.steps for _, derivations in reasons(step, stated)):
            yield [("Each sum is worked out in a table with --full.", "dim")]
        if detail != BRIEF and found.argument:
            yield ["\n", "\n".join(found.argument)]
        if found.answer is not None:
            yield [f"\n{found.puzzle.render(found.instance, found.answer)}"]
    if found.wrong and not before.wrong:
        yield [(found.verdict[0], CLASH_STYLE)]
    if found.contradiction and not before.contradiction:
        yield [(found.verdict[0], CLASH_STYLE), "\n"]
    for number, conflict in enumerate(found.conflicts[len(before.conflicts) :], len(before.conflicts) + 1):
        yield _conflict(number, conflict)
        lines = found.puzzle.argument(found.instance, None, conflict) if detail != BRIEF else ()
        if lines:
            yield ["\n", "\n".join(lines), "\n"]


def hint_pieces(hint: Hint[Any, Any], detail: str = USUAL) -> Iterator[list[Piece]]:
    """The text of a hint, each on lines of its own."""
    found = hint.found
    if found.status == NO_ANSWER or found.wrong:
        yield from new_pieces(found, detail=detail)
        return
    yield [_heading(found), "\n"]
    if hint.step and hint.strength == SEE:
        yield _step(hint.step, found.stated, detail)
    elif found.status:
        yield [(hint.sentence, "bold green")]


def hint_text(hint: Hint[Any, Any]) -> str:
    return "\n".join(map(plain, hint_pieces(hint)))


def _heading(found: Explanation[Any, Any]) -> str:
    beyond = f", with {count(len(found.so_far), 'entry', 'entries')} so far" if found.so_far else ""
    return headline(found.puzzle, found.instance, found.file) + beyond


def _step(step: Deduction, stated: Stated, detail: str, number: int | None = None) -> list[Piece]:
    words = brief_reason(step, stated) if detail == BRIEF else technique_name(step, stated)
    fact, name = (new_facts(step, stated), "bold green"), (words, "cyan")
    pieces: list[Piece] = [("" if number is None else f"{number:3}. ", "dim"), fact, "    ", name]
    if detail == BRIEF:
        return pieces
    for line, derivations in reasons(step, stated):
        indent = "\n       " + " " * (len(line) - len(line.lstrip()))
        tables = (
            f"{indent}  {row}" for derivation in derivations if detail == FULL for row in derivation_lines(derivation)
        )
        pieces.append((indent + line.lstrip() + "".join(tables), "dim"))
    return pieces


def _conflict(number: int, conflict: Conflict) -> list[Piece]:
    size = len(conflict.parts)
    if not size:
        head = "There is no answer: the rules alone cannot hold together."
    elif size == 1:
        head = f"Conflict {number}: this alone cannot be:"
    else:
        what = "take any one away, and the others can hold together"
        if not conflict.minimal:
            what = "perhaps some of them can be spared"
        if conflict.smallest:
            what = "the fewest parts that clash"
        elif conflict.at_least > 1:
            what += f"; any parts that clash are {conflict.at_least} or more"
        head = f"Conflict {number}: these {size} cannot all hold ({what}):"
    return [(head, CLASH_STYLE), *(f"\n  {part}" for part in conflict.parts)]
