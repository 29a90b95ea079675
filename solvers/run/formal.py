"""A formal model set as mathematics for a page: its variables, and its constraints under their sentences.

Constraints whose keys are of one kind are one family, meanings once: "row 1 holds each digit once", 9 × row *i*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any

from models.kit.names import count
from models.kit.svg import Markup, plain
from models.language.base import write_set
from models.language.model import Constraint, Element, Givens, Model
from models.language.notebook import PAGE, maths
from models.puzzle import Formulation
from solvers.render.html.html import details, section, tag

MAX_RULES = 400  # so many constraints are written out, shared among the families; the rest is counted
MAX_DOMAINS = 60
OPEN_FAMILIES = 12  # up to so many families stand open on the page, more are folded away
MAX_NAMED_VALUES = 60  # of so many values it is said what they are called
LETTERS = "ijklmnpqrstuvw"


def formal_section(stated: Formulation[Any, Any], givens: Givens) -> Markup:
    model = stated.model
    kinds = Counter(_kind(constraint) for constraint in model.constraints)
    rules = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
    lead = f"{model.name}: {count(len(model.variables), 'variable')}, {count(len(model.constraints), 'constraint')}"
    lead += f" ({rules})." if rules else "."
    families = list(_families(model.constraints))
    room = max(3, MAX_RULES // max(1, len(families)))
    shown = [_family(members, room) for members in families[: MAX_RULES // 3]]
    parts = [
        tag("p", plain(lead), class_="remark"),
        tag("h3", plain("Variables")),
        _variables(model),
        *_value_names(stated),
        *([tag("h3", plain("Givens")), _givens(givens)] if givens else []),
        tag("h3", plain("Rules")),
    ]
    rest = len(families) - len(shown)
    if rest > 0:
        shown.append(
            tag("p", plain(f"… and {rest:,} more rules like these; --model prints them all."), class_="remark")
        )
    if len(families) > OPEN_FAMILIES:
        parts.append(details(plain(f"all {len(families):,} rules"), *shown))
    else:
        parts += shown
    if model.objective is not None:
        parts += [tag("h3", plain("Objective")), tag("p", maths(model.objective), class_="maths")]
    if any(isinstance(constraint, Element) for constraint in model.constraints):
        note = "A list with a subscript is its entry at that place, counted from 0."
        parts.append(tag("p", plain(note), class_="remark"))
    return section("model", "The formal model", *parts)


def _variables(model: Model) -> Markup:
    lines = []
    for domain, group in groupby(model.variables, key=lambda var: write_set(var.domain, PAGE)):
        names = [var.name for var in group]
        shown = names if len(names) <= 6 else [*names[:2], "…", names[-1]]
        written = Markup(", ").join(plain(name) if name == "…" else tag("var", plain(name)) for name in shown)
        lines.append(tag("p", Markup(written), Markup(" ∈ "), Markup(domain), class_="maths"))
    decided = [var.name for var in model.projection]
    shown = decided if len(decided) <= 8 else [*decided[:3], "…", decided[-1]]
    sentence = f"An answer is the values of {', '.join(shown)}." if decided else "Nothing is to be decided."
    remark = tag("p", plain(sentence), class_="remark")
    if len(lines) <= 8:
        return tag("div", *lines, remark)
    more = (
        [tag("p", plain(f"… and {len(lines) - MAX_DOMAINS} more"), class_="remark")] if len(lines) > MAX_DOMAINS else []
    )
    folded = details(plain(f"all {len(model.variables):,} variables"), *lines[4:MAX_DOMAINS], *more)
    return tag("div", *lines[:4], folded, remark)


def _value_names(stated: Formulation[Any, Any]) -> Iterator[Markup]:
    names: dict[int, str] = {}
    for var in stated.model.projection:
        for value in var.domain if not var.is_boolean and len(var.domain) <= MAX_NAMED_VALUES else ():
            if names.setdefault(value, stated.value_name(var, value)) != stated.value_name(var, value):
                return
    meanings = [f"{value} stands for {name}" for value, name in sorted(names.items()) if name != str(value)]
    if meanings:
        yield tag("p", plain(f"{', '.join(meanings)}."), class_="remark")


def _givens(givens: Givens) -> Markup:
    facts = [Markup(f"<var>{plain(var.name)}</var> = {value}") for var, value in givens.items()]
    line = tag("p", Markup(", ".join(facts[:MAX_RULES])), class_="maths")
    return line if len(facts) <= 12 else details(plain(f"{len(facts):,} values are given"), line)


def _families(constraints: Iterable[Constraint]) -> Iterable[list[Constraint]]:
    """The constraints whose keys are of one kind; those without a key, that share a sentence."""
    families: dict[tuple[object, ...], list[Constraint]] = {}
    for constraint in constraints:
        key = constraint.key
        kind = (key[0], *map(type, key[1:])) if key else (None, constraint.because)
        families.setdefault(kind, []).append(constraint)
    return families.values()


def _family(members: Sequence[Constraint], room: int) -> Markup:
    """The sentence of the family's first member, how many there are, that member, and the others when asked for."""
    title = plain(members[0].because or "also")
    times = [tag("span", _times(members), class_="times")] if len(members) > 1 else []
    first, *others = islice(_statements(members), room)
    parts = [tag("h4", title, *times), first]
    if others:
        missing = len(members) - room
        more = f"… and {missing:,} more; --model prints them all."
        rest = [tag("p", plain(more), class_="remark")] if missing > 0 else []
        parts.append(details(plain(f"the other {len(members) - 1:,}"), *others, *rest))
    return tag("div", *parts, class_="family")


def _times(members: Sequence[Constraint]) -> Markup:
    """``9 × row i``: how many members, and the kind of their keys with a letter for each subject that varies."""
    kind, *subjects = zip(*(member.key for member in members), strict=True) if members[0].key else ("",)
    letters: dict[tuple[str | int, ...], Markup] = {}
    for subject in subjects:
        if len(set(subject)) > 1:
            letters.setdefault(subject, tag("var", plain(LETTERS[len(letters) % len(LETTERS)])))
    about = plain(f" {kind[0]} ") + ", ".join(letters.values()) if letters else ""
    return Markup(plain(f"{len(members):,} ×") + about)


def _statements(members: Iterable[Constraint]) -> Iterator[Markup]:
    for constraint in members:
        yield tag("p", maths(constraint), class_="maths", title=constraint.because or None)


def _kind(constraint: Constraint) -> str:
    words = {"AllDifferent": "all-different", "AtMostOne": "at-most-one", "ExactlyOne": "exactly-one"}
    name = type(constraint).__name__
    return words.get(name, name.lower())
