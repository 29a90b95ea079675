"""Knuth's text of exact cover problems with colourless items, as his programs DLX1 and DLX2 take it.

The first line names the primary items and, behind a ``|``, the secondary ones; each other line is an option, the names
of its items. A line that begins with ``|`` is a comment: one for each item says which rule it is part of, one before
each option what it stands for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from models.errors import InputError
from models.language.base import Key
from models.language.expressions import IntVar, Literal
from solvers.formats.document import Export
from solvers.formats.names import one_line
from solvers.lowering.covering import Covering, GroupOption, covering, unsupported_reason

MAX_ITEM_LETTERS = 8  # that Knuth's programs take
MAX_COMMENT_LETTERS = 200


def write(export: Export) -> Iterator[str]:
    """The model as items and options, where it can be seen as an exact cover."""
    model = export.model
    why_not = unsupported_reason(model)
    if why_not is None and not model.variables:
        why_not = "a model without variables, and so without items"
    if why_not:
        raise InputError(f"DLX text, which has items and options only, cannot say {why_not}")
    problem = covering(model)
    for comment in export.comments:
        yield f"| {comment}\n"
    if not problem.decisive:
        yield "| several covers may be one answer: they differ in what is no part of it\n"
    names = _names(problem)
    for name, origin in zip(names, problem.origins, strict=True):
        rule = f"{origin.name} takes one value" if isinstance(origin, IntVar) else origin.sentence
        yield f"| {name}: {one_line(rule, MAX_COMMENT_LETTERS)}\n"
    secondary = ("|", *names[problem.primary :]) if problem.secondary else ()
    yield " ".join((*names[: problem.primary], *secondary)) + "\n"
    for option in problem.options:
        if option.items:
            yield f"| {_meaning(problem, option)}\n" + " ".join(names[item] for item in option.items) + "\n"


def _names(problem: Covering) -> list[str]:
    """For each item a name after the key of its rule: ``row3``, or ``row3_1``, ``row3_2`` … where it has several."""
    stems = [(("takes", origin.index) if isinstance(origin, IntVar) else origin.key) for origin in problem.origins]
    several = Counter(stems)
    place: Counter[Key] = Counter()
    names: dict[str, None] = {}
    for number, key in enumerate(stems, 1):
        place[key] += 1
        counted = [part for part in key if isinstance(part, int)] + ([place[key]] if several[key] > 1 else [])
        numbers = "_".join(map(str, counted))
        word = "".join(re.sub("[^0-9A-Za-z]+", "", part) for part in key if isinstance(part, str)) or "rule"
        name = word[: max(0, MAX_ITEM_LETTERS - len(numbers))] + numbers
        if name in names or len(name) > MAX_ITEM_LETTERS:
            name = f"i{number}"
        while name in names:
            name += "_"
        names[name] = None
    return [*names]


def _meaning(problem: Covering, option: GroupOption) -> str:
    members = problem.groups[option.group].members
    tests = (Literal(var, frozenset((value,))) for var, value in zip(members, option.choices[0], strict=True))
    return one_line(", ".join(map(str, tests)), MAX_COMMENT_LETTERS)
