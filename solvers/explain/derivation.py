"""Workings: each use of a rule in a deduction with what the puzzle has worked out, for a person to check by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from models.deductions import Deduction, Refutation, RefutationStep
from models.formulation import Formulation
from models.language.model import Literal

Stated = Formulation[Any, Any]


def worked(step: Deduction, stated: Stated) -> Deduction:
    """``step`` with the workings of its one rule, or of each link of its refutation."""
    if step.refutation is not None:
        return replace(step, refutation=_worked_refutation(step.refutation, step.facts, stated))
    if len(step.rules) == 1:
        return replace(step, derivations=tuple(stated.derivations(step.rules[0].key, step.facts, (step.fact,))))
    return step


def _worked_refutation(refutation: Refutation, known: Sequence[Literal], stated: Stated) -> Refutation:
    """``refutation`` with the workings of its links, each from what is known before it."""
    known = [*known, refutation.supposed]
    steps: list[RefutationStep] = []
    for step in refutation.steps:
        steps.append(replace(step, derivations=tuple(stated.derivations(step.rule.key, known, step.facts))))
        known += step.facts
    cases = tuple(_worked_refutation(case, known, stated) for case in refutation.cases)
    return replace(refutation, steps=tuple(steps), cases=cases)
