"""Deductions in words, and grades of how hard a walk is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from models.deductions import Deduction, Derivation, Refutation, TechniquePattern, is_value, taken_away
from models.grades import GRADES, place_of
from models.kit.names import listed
from models.language.model import Givens, IntVar, Literal
from models.puzzle import Formulation
from solvers.explain.so_far import ANSWER, GIVEN, WrongEntries

Stated = Formulation[Any, Any]


def grade(steps: Sequence[Deduction]) -> str:
    """How hard the hardest of ``steps`` is, in words."""
    return GRADES[max(map(_hardness, steps), default=0)]


MOST_WRONG = 8
"""So many wrong entries are named."""

MOST_EARLIER = 6
"""Of so many earlier steps that a pattern rests on, the numbers are told."""

CASE_REASONING = "case reasoning"
"""What a step is called that needs several rules and has no name: its opposite is tried, and fails."""


def called(step: Deduction, stated: Stated) -> str:
    """What people call the deduction."""
    return step.name or {0: stated.last_value, 1: "by one rule"}.get(len(step.rules), CASE_REASONING)


def news(facts: Sequence[Literal], stated: Stated) -> str:
    """What a step shows: ``x = 1``, or ``x, y ≠ 1; z ≠ 1, 2``."""
    if len(facts) == 1 or any(map(is_value, facts)):
        return ", ".join(map(stated.fact, facts))
    gone: dict[IntVar, list[int]] = {}
    for fact in facts:
        gone.setdefault(fact.var, []).append(taken_away(fact))
    alike: dict[tuple[int, ...], list[str]] = {}
    for var, values in gone.items():
        alike.setdefault(tuple(sorted(values)), []).append(var.name)
    variable = facts[0].var
    return "; ".join(
        f"{', '.join(names)} ≠ {', '.join(stated.value_name(variable, value) for value in values)}"
        for values, names in alike.items()
    )


def objected(wrong: WrongEntries, stated: Stated, givens: Givens) -> str:
    """Which entries cannot be, and why."""
    told = [stated.fact(fact) for fact in wrong.facts[:MOST_WRONG]]
    more = len(wrong.facts) - len(told)
    named = f"{', '.join(told)} and {more} more" if more else listed(told)
    one = len(wrong.facts) == 1
    if wrong.against == GIVEN:
        given = listed(stated.fact(var == givens[var]) for var in dict.fromkeys(fact.var for fact in wrong.facts))
        return f"{named} cannot be: {given} {'is' if one else 'are'} given."
    if wrong.against == ANSWER:
        return (
            f"{named} {'is' if one else 'are'} wrong: {'it contradicts' if one else 'they contradict'} the only answer."
        )
    return f"No answer has {named}{'' if one else ' together'}."


Reason = tuple[str, tuple[Derivation, ...]]
"""A line of a reason, and the tables in which it is worked out."""


def reasons(step: Deduction, stated: Stated) -> Iterator[Reason]:
    """What a technique sees, or the rules and the facts a step uses; for case reasoning, how the opposite fails."""
    if step.pattern:
        yield from ((line, ()) for line in step.pattern.lines)
        told = zip(step.facts, step.origins, strict=True)  # values that are settled are plain to see
        earlier = sorted({origin for fact, origin in told if isinstance(origin, int) and not is_value(fact)})
        if 0 < len(earlier) <= MOST_EARLIER:
            yield f"after step{'s' * (len(earlier) > 1)} {', '.join(map(str, earlier))}", ()
        return
    by_cases = called(step, stated) == CASE_REASONING
    lines = []
    if not (by_cases and step.refutation):  # which names every rule where it is used
        lines += [f"by the rule: {rule}" for rule in step.rules]
    if step.facts and not step.rules:
        lines.append(f"since {_last_one_left(step, stated)}")
    elif step.facts:
        lines.append(f"since {'; '.join(phrases(step.facts, stated))}")
    if by_cases and not step.refutation:
        lines.append(f"suppose {stated.fact(~step.fact)}: that fails, but it takes a long search to see")
    for place, line in enumerate(lines, 1):
        yield line, step.derivations if place == len(lines) else ()
    if by_cases and step.refutation:
        yield from _refutation_reasons(step.refutation, stated)


def derivation_lines(derivation: Derivation) -> Iterator[str]:
    """What is gone through, and below it the table with its columns in line."""
    yield f"{derivation.about}:"
    rows = (derivation.heading, *derivation.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  " + "   ".join(cells).rstrip()


def phrases(facts: Sequence[Literal], stated: Stated) -> list[str]:
    """The facts in as few phrases as they can be put: by variable, by value, and all that is settled in one."""
    settled = ", ".join(stated.fact(fact) for fact in facts if is_value(fact))
    taken = [fact for fact in facts if not is_value(fact)]
    by_variable: dict[IntVar, list[int]] = {}
    by_value: dict[int, list[IntVar]] = {}
    for fact in taken:
        by_variable.setdefault(fact.var, []).append(taken_away(fact))
        by_value.setdefault(taken_away(fact), []).append(fact.var)
    if len(by_variable) <= len(by_value):
        told = [_cannot_be(var, sorted(values), stated) for var, values in by_variable.items()]
    else:
        told = [
            f"{stated.value_name(group[0], value)} is ruled out for {', '.join(var.name for var in group)}"
            for value, group in sorted(by_value.items())
        ]
    return [*told, settled] if settled else told


def pattern_record(pattern: TechniquePattern) -> dict[str, object]:
    """What a technique sees as JSON values."""
    return {
        "words": list(pattern.lines),
        "values": [list(map(fact_record, side)) for side in pattern.sides],
        "links": [
            {"from": fact_record(link.start), "to": fact_record(link.end), "kind": link.kind} for link in pattern.links
        ],
    }


def fact_record(fact: Literal) -> dict[str, object]:
    """A fact as JSON values."""
    relation, value = ("=", next(iter(fact.values))) if is_value(fact) else ("≠", taken_away(fact))
    return {"variable": fact.var.name, "is": relation, "value": value}


def wrong_record(wrong: WrongEntries) -> dict[str, object]:
    """Entries that cannot be as JSON values."""
    return {"entries": list(map(fact_record, wrong.facts)), "against": wrong.against}


def derivation_record(derivation: Derivation) -> dict[str, object]:
    """A table as JSON values, each row by its heading."""
    rows = [dict(zip(derivation.heading, row, strict=True)) for row in derivation.rows]
    return {"about": derivation.about, "rows": rows}


def refutation_record(refutation: Refutation) -> dict[str, object]:
    """A refutation as JSON values."""
    return {
        "supposed": fact_record(refutation.supposed),
        "links": [
            {
                "rule": step.rule.sentence,
                "facts": list(map(fact_record, step.facts)),
                "workings": list(map(derivation_record, step.derivations)),
            }
            for step in refutation.steps
        ],
        "cases": list(map(refutation_record, refutation.cases)),
    }


def _hardness(step: Deduction) -> int:
    if step.number is not None:
        return place_of(step.number)
    if len(step.rules) <= 1 and step.places:
        return 0
    return 1 if len(step.rules) <= 2 else 3 if step.name or len(step.rules) <= 4 else 4


def _refutation_reasons(
    refutation: Refutation, stated: Stated, word: str = "suppose", indent: str = ""
) -> Iterator[Reason]:
    """A line for every link, the cases indented below what leads to them."""
    supposed = f"{indent}{word} {stated.fact(refutation.supposed)}:"
    told = [
        f"{step.rule}: " + (f"so {'; '.join(phrases(step.facts, stated))}" if step.facts else "impossible")
        for step in refutation.steps
    ]
    if len(told) == 1 and not refutation.cases:
        yield f"{supposed} {told[0]}", refutation.steps[0].derivations
        return
    yield supposed, ()
    indent += "  "
    yield from ((indent + line, step.derivations) for line, step in zip(told, refutation.steps, strict=True))
    for case in refutation.cases:
        yield from _refutation_reasons(case, stated, "if", indent)


def _last_one_left(step: Deduction, stated: Stated) -> str:
    """``x cannot be 1 (y), 2 (step 3)``: every value with where it went."""

    def where(origin: Literal | int | None, value: int) -> str:
        if origin is None:
            return ""
        if isinstance(origin, int):
            return f" (step {origin})"
        return f" ({origin.var.name if origin.values == {value} else stated.fact(origin)})"

    var = step.fact.var
    gone = sorted(zip(map(taken_away, step.facts), step.origins, strict=True), key=itemgetter(0))
    parts = [stated.value_name(var, value) + where(origin, value) for value, origin in gone]
    return f"{var.name} cannot be {', '.join(parts)}"


def _cannot_be(var: IntVar, values: Sequence[int], stated: Stated) -> str:
    if len(values) == 1:
        return stated.fact(var != values[0])
    left = [stated.value_name(var, value) for value in var.domain if value not in values]
    if len(left) <= len(values):
        return f"{var.name} is {listed(left, 'or')}"
    return f"{var.name} cannot be {', '.join(stated.value_name(var, value) for value in values)}"
