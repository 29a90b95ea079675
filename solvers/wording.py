"""How a deduction is put into words, and how hard a whole walk is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.csp import IntVar, Literal
from models.deductions import Step, taken_away

GRADES = (
    (0, "gentle: every step shows a value that is the only one left, or has only one place left"),
    (1, "moderate: some steps compare two rules, or take values away first"),
    (2, "hard: some steps need three or four rules at once"),
    (3, "fiendish: some steps need five rules or more at once"),
)
"""The grades, by the hardest step."""


def grade(steps: Sequence[Step]) -> str:
    """How hard the hardest of ``steps`` is, in words."""
    return GRADES[max(map(_hardness, steps), default=0)][1]


CASE_REASONING = "case reasoning"
"""What a step is called that needs several rules and has no name: its opposite is tried, and fails."""


def reason_lines(step: Step, technique: str) -> Iterator[str]:
    """The rules and the facts that a step uses, and for case reasoning the branch that fails."""
    for rule in step.rules:
        yield f"by the rule: {rule}"
    settled = [str(fact) for fact in step.facts if len(fact.values) == 1]
    taken = _by_value(step.facts) if step.rules else _by_variable(step.facts)
    parts = taken + ([", ".join(settled)] if settled else [])
    if parts:
        yield "since " + "; ".join(parts)
    if technique == CASE_REASONING:
        chain = ", ".join(map(str, step.branch[:12])) + (" …" if len(step.branch) > 12 else "")
        yield f"suppose {~step.fact}: then {chain}, a clash" if chain else f"suppose {~step.fact}: a clash"


def fact_record(fact: Literal) -> dict[str, object]:
    """A fact as JSON values."""
    if len(fact.values) == 1:
        return {"variable": fact.var.name, "is": "=", "value": next(iter(fact.values))}
    return {"variable": fact.var.name, "is": "≠", "value": taken_away(fact)}


def _hardness(step: Step) -> int:
    if len(step.rules) <= 1 and step.places:
        return 0
    return 1 if len(step.rules) <= 2 else 2 if len(step.rules) <= 4 else 3


def _by_value(facts: Sequence[Literal]) -> list[str]:
    """``7 cannot be at x, y, z``, a phrase for each value."""
    places: dict[int, list[str]] = {}
    for fact in facts:
        if len(fact.values) > 1:
            places.setdefault(taken_away(fact), []).append(fact.var.name)
    return [f"{value} is ruled out for {', '.join(names)}" for value, names in sorted(places.items())]


def _by_variable(facts: Sequence[Literal]) -> list[str]:
    """``x cannot be 1, 2, 3``, a phrase for each variable."""
    values: dict[IntVar, list[int]] = {}
    for fact in facts:
        if len(fact.values) > 1:
            values.setdefault(fact.var, []).append(taken_away(fact))
    return [f"{var.name} cannot be {', '.join(map(str, sorted(gone)))}" for var, gone in values.items()]
