"""Deductions in words, as text and pages have them; and the grade of all steps of an explanation."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from models.deductions import Deduction, Derivation, Refutation, is_value, taken_away
from models.grades import GRADES, place_of
from models.kit.names import listed
from models.language.model import Givens, IntVar, Literal, write_set
from models.puzzle import Formulation
from solvers.explain.so_far import ANSWER, GIVEN, WrongEntries

Stated = Formulation[Any, Any]

Reason = tuple[str, tuple[Derivation, ...]]
"""A line of a reason, and the tables in which it is worked out."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MAX_WRONG_NAMED = 8
"""So many wrong entries are named."""

MAX_STEPS_NAMED = 6
"""A pattern that rests on more earlier steps does not name them."""

MAX_BRIEF_RULES = 3
"""So many rules are named in a line."""

CASE_REASONING = "case reasoning"
"""What a step is called that needs several rules and has no name: its opposite is tried, and fails."""


def grade_of(steps: Sequence[Deduction]) -> str:
    return GRADES[max(map(hardness, steps), default=0)]


def hardness(step: Deduction) -> int:
    """The place of a step among the grades."""
    if step.number is not None:
        return place_of(step.number)
    if len(step.rules) <= 1 and step.places:
        return 0
    return 1 if len(step.rules) <= 2 else 3 if step.name or len(step.rules) <= 4 else 4


def technique_name(step: Deduction, stated: Stated) -> str:
    return step.name or {0: stated.last_value, 1: "by one rule"}.get(len(step.rules), CASE_REASONING)


def brief_reason(step: Deduction, stated: Stated) -> str:
    """The name of the technique, or else the rules."""
    if step.name or not step.rules:
        return technique_name(step, stated)
    named = [str(rule) for rule in step.rules[:MAX_BRIEF_RULES]]
    more = len(step.rules) - len(named)
    return f"by {'; '.join(named)}{f'; and {more} more' if more else ''}"


def new_facts(step: Deduction, stated: Stated) -> str:
    """What a step shows: ``x = 1``, ``x, y ≠ 1; z ≠ 1, 2``, or ``x and y hold 1 and 2``."""
    facts = step.new
    if step.pattern and step.pattern.holds:
        return step.pattern.holds
    if len(facts) == 1 or any(map(is_value, facts)):
        return ", ".join(map(stated.fact, facts))
    gone = _grouped((fact.var, taken_away(fact)) for fact in facts)
    alike = _grouped((tuple(sorted(values)), var.name) for var, values in gone.items())
    variable = facts[0].var
    return "; ".join(
        f"{', '.join(names)} ≠ {_value_names(variable, values, stated)}" for values, names in alike.items()
    )


def wrong_sentence(wrong: WrongEntries, stated: Stated, givens: Givens) -> str:
    facts = [stated.fact(fact) for fact in wrong.facts[:MAX_WRONG_NAMED]]
    more = len(wrong.facts) - len(facts)
    named = f"{', '.join(facts)} and {more} more" if more else listed(facts)
    one = len(wrong.facts) == 1
    if wrong.against == GIVEN:
        given = listed(stated.fact(var == givens[var]) for var in dict.fromkeys(fact.var for fact in wrong.facts))
        return f"{named} cannot be: {given} {'is' if one else 'are'} given."
    if wrong.against == ANSWER:
        return f"{named} {'is wrong: it contradicts' if one else 'are wrong: they contradict'} the only answer."
    return f"No answer has {named}{'' if one else ' together'}."


def reasons(step: Deduction, stated: Stated) -> Iterator[Reason]:
    """What a technique sees, or the rules and the facts a step uses; for case reasoning, how the opposite fails."""
    if step.pattern:
        yield from ((line, ()) for line in step.pattern.lines)
        sources = zip(step.facts, step.origins, strict=True)  # values that are settled are plain to see
        earlier = sorted({origin for fact, origin in sources if isinstance(origin, int) and not is_value(fact)})
        if 0 < len(earlier) <= MAX_STEPS_NAMED:
            yield f"after step{'s' * (len(earlier) > 1)} {', '.join(map(str, earlier))}", ()
        return
    by_cases = technique_name(step, stated) == CASE_REASONING
    lines = []
    if not (by_cases and step.refutation):  # which names every rule where it is used
        short = _in_short(step.derivations) if len(step.rules) == 1 else ""
        lines += [f"by the rule: {rule}{short}" for rule in step.rules]
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
    taken = [(fact.var, taken_away(fact)) for fact in facts if not is_value(fact)]
    by_variable = _grouped(taken)
    by_value = _grouped((value, var) for var, value in taken)
    if len(by_variable) <= len(by_value):
        words = [_cannot_be(var, sorted(values), stated) for var, values in by_variable.items()]
    else:
        words = [
            f"{stated.value_name(group[0], value)} is ruled out for {', '.join(var.name for var in group)}"
            for value, group in sorted(by_value.items())
        ]
    return [*words, settled] if settled else words


def _grouped(pairs: Iterator[tuple[K, V]] | Sequence[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _refutation_reasons(
    refutation: Refutation, stated: Stated, word: str = "suppose", indent: str = ""
) -> Iterator[Reason]:
    """A line for every step, the cases indented below what leads to them."""
    supposed = f"{indent}{word} {stated.fact(refutation.supposed)}:"
    lines = [
        f"{step.rule}{_in_short(step.derivations)}: "
        + (f"so {'; '.join(phrases(step.facts, stated))}" if step.facts else "impossible")
        for step in refutation.steps
    ]
    if len(lines) == 1 and not refutation.cases:
        yield f"{supposed} {lines[0]}", refutation.steps[0].derivations
        return
    yield supposed, ()
    indent += "  "
    yield from ((indent + line, step.derivations) for line, step in zip(lines, refutation.steps, strict=True))
    for case in refutation.cases:
        yield from _refutation_reasons(case, stated, "if", indent)


def _in_short(derivations: Sequence[Derivation]) -> str:
    return f" ({derivations[0].short})" if len(derivations) == 1 and derivations[0].short else ""


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
    left = [stated.value_name(var, value) for value in sorted(set(var.domain).difference(values))]
    if len(left) <= len(values):
        return f"{var.name} is {listed(left, 'or')}"
    return f"{var.name} cannot be {_value_names(var, values, stated)}"


def _value_names(var: IntVar, values: Sequence[int], stated: Stated) -> str:
    """The values by their names; numbers that follow each other as runs, where there may be very many."""
    if stated.gathers:
        return write_set(values)[1:-1]
    return ", ".join(stated.value_name(var, value) for value in values)
