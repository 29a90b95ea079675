"""Hints: the next step alone, as where to look for it or as what there is to see."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any, Generic

from models.deductions import Deduction, Place, Snapshot
from models.errors import InputError
from models.formulation import A, I
from models.kit.names import listed, shown
from models.language.model import IntVar
from models.puzzle import Puzzle
from solvers.explain.explainer import EFFORT
from solvers.explain.explanation import CUT_SHORT, EXPLAINED, Explanation, explain
from solvers.explain.wording import called, news

LOOK, SEE = STRENGTHS = ("look", "see")
"""The weaker hint says where to look, the stronger one what there is to see."""

NEXT, DONE = "hint", "nothing left"

MOST_RULES = 4
"""A step that takes more rules together is looked for at the variable it is about."""


@dataclass(frozen=True, repr=False)
class Hint(Generic[I, A]):
    """The next step on the way to the answer.

    Attributes:
        found: what is known by the next step, or why there is none.
        strength: ``look`` or ``see``.
    """

    found: Explanation[I, A]
    strength: str

    @property
    def step(self) -> Deduction | None:
        """The next step, whatever the strength; None where there is none."""
        return self.found.steps[0] if self.found.steps else None

    @property
    def status(self) -> str:
        """``hint``, ``nothing left`` where all is found, or else what the explanation has for its status."""
        if self.step and self.found.status in (CUT_SHORT, EXPLAINED):
            return NEXT
        return DONE if self.found.status == EXPLAINED else self.found.status

    @property
    def place(self) -> Place | None:
        """Where to look; None where there is no next step."""
        return looked_for(self.step, self._before.left) if self.step else None

    @property
    def snapshot(self) -> Snapshot:
        """How things stand, with where to look lit, or the whole step, or what is wrong."""
        if self.step and self.strength == SEE:
            return next(islice(self.found.snapshots(), 1, None))
        lit = self.place.variables if self.place else ()
        if self.found.wrong:
            lit = tuple(dict.fromkeys(fact.var for fact in self.found.wrong.facts))
        return replace(self._before, look=lit)

    @property
    def said(self) -> str:
        """The hint in a sentence, which with ``see`` has its reasons besides."""
        if self.step is None or self.place is None:
            return " ".join(self.found.verdict)
        name = called(self.step, self.found.stated)
        if self.strength == SEE:
            return f"{news(self.step.new, self.found.stated)}: {name}"
        by_rules = not self.step.name and self.place.words != self.step.fact.var.name
        return f"Look at {self.place.words}" + ("" if by_rules else f" ({name})")

    @property
    def _before(self) -> Snapshot:
        return next(self.found.snapshots())

    def __repr__(self) -> str:
        return f"<{self.status}: {self.said}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        title = f"{self.found.puzzle.title}: {self.found.instance.name}"
        return f"<p>{escape(f'{title} – {self.said}')}</p>"


def hint(
    puzzle: Puzzle[I, A],
    instance: I,
    strength: str = LOOK,
    *,
    so_far: Any = (),
    formulation: str = "",
    effort: float = EFFORT,
    seconds: float | None = None,
) -> Hint[I, A]:
    """The next step from what is found ``so_far``, or which of that is wrong.

    Args:
        strength: ``look`` for where to look, ``see`` for what there is to see.
        so_far: see :func:`solvers.explain.so_far.entries`.

    The other arguments are those of :func:`solvers.explain.explanation.explain`.

    Raises:
        InputError: when there is no such strength or formulation, or ``so_far`` says nothing of this instance.
    """
    if strength not in STRENGTHS:
        raise InputError(f"a hint says {' or '.join(STRENGTHS)}, and not {shown(strength)}")
    how: Any = {"so_far": so_far, "effort": effort, "seconds": seconds}
    return Hint(explain(puzzle, instance, formulation, only=1, **how), strength)


def looked_for(step: Deduction, unsettled: Container[IntVar]) -> Place:
    """Where ``step`` is to be looked for: where its technique says, or at its rules, or at the variable it is about."""
    pattern = step.pattern
    if pattern:
        ends = [fact for link in pattern.links for fact in (link.start, link.end)]
        facts = ends or [fact for side in pattern.sides for fact in side] or [step.fact]
        met = tuple(dict.fromkeys(fact.var for fact in facts))
        return pattern.look or Place(listed(var.name for var in met), met)
    if not 0 < len(step.rules) <= MOST_RULES:
        return Place(step.fact.var.name, (step.fact.var,))
    scopes = (var for rule in step.rules for constraint in rule.constraints for var in constraint.scope())
    lit = tuple(dict.fromkeys(var for var in scopes if var in unsettled))
    together = "this rule" if len(step.rules) == 1 else "these rules together"
    return Place(f"{together}: {'; '.join(map(str, step.rules))}", lit)
