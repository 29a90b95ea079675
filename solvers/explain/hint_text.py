"""A hint as text and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvers.cli.text import Piece
from solvers.explain import text as explanation
from solvers.explain.explanation import NO_ANSWER
from solvers.explain.hint import SEE, Hint
from solvers.explain.wording import called


def told(hint: Hint[Any, Any], full: bool = False) -> Iterator[list[Piece]]:
    """What there is to tell, each on lines of its own; ``full`` with the tables by which it is checked."""
    found = hint.found
    if found.status == NO_ANSWER or found.wrong:
        yield from explanation.untold(found, full=full)
        return
    yield [explanation.heading(found), "\n"]
    if hint.step and hint.strength == SEE:
        yield explanation.told_step(hint.step, found.stated, full)
    elif found.status:
        yield [(hint.said, "bold green")]


def record(hint: Hint[Any, Any]) -> dict[str, Any]:
    """The hint as JSON values.

    Always there: ``puzzle``, ``instance``, ``status`` (``hint``, ``nothing left``, ``several answers``, ``wrong
    entries``, ``impossible`` or ``stopped``) and ``strength``. With a hint: what is ``said``, the ``place`` to look at,
    the ``technique``, and with ``see`` the whole ``step``. Else what explanations have.
    """
    found, step, place = hint.found, hint.step, hint.place
    head = explanation.head_record(found) | {"status": hint.status, "strength": hint.strength}
    if step is None or place is None:
        return explanation.record(found) | head
    return head | {
        "said": hint.said,
        "place": {"words": place.words, "variables": [var.name for var in place.variables]},
        "technique": called(step, found.stated),
        "step": explanation.step_record(step, found.stated) if hint.strength == SEE else None,
    }
