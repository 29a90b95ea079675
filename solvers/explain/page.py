"""The pages of an explanation (every step with its reason and what is known then, or every conflict) and of a hint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from models.deductions import SO, STRONG, WEAK, Conflict, Deduction, Derivation, Snapshot, is_value, taken_away
from models.kit.svg import Markup, plain
from models.language.base import write_set
from models.language.model import IntVar
from solvers.explain.record import CUT_SHORT, DONE, EXPLAINED, NEXT, NO_ANSWER, SEE, Explanation, Hint
from solvers.explain.wording import Stated, new_facts, reasons, technique_name
from solvers.render.html.figure import figure, in_words
from solvers.render.html.flipbook import FLIPBOOK_SCRIPT, FLIPBOOK_STYLES, entry, flipbook, key_of_colours
from solvers.render.html.html import command, details, document, footer, puzzle_header, repeat_section, section, tag

MAX_DRAWN_CELLS = 400_000
"""So many variables in all pictures together are drawn; a longer explanation is in words only."""

MAX_DRAWN_CONFLICTS = 12
"""So many conflicts are drawn; all of them are in words."""

MAX_ROWS = 150
MAX_LISTED_VALUES = 40
"""In the table of a snapshot so many values are shown one by one; of more, the set that is left."""

LINK_MEANINGS = {STRONG: "one of two holds", WEAK: "not both hold", SO: "what follows from one"}
"""What the lines in a picture mean."""

STYLES = (*FLIPBOOK_STYLES, "explain/explain.css")

HEADINGS = {EXPLAINED: "the only answer, one forced step after the other", CUT_SHORT: "stopped on the way"}
"""What stands on top of the page, where that is not the status itself."""


def page(found: Explanation[Any, Any], words: Sequence[str], full: bool = False) -> str:
    """The whole page; ``words`` are those of the command line, to do it again.

    The tables of derivations are folded away, and not printed, unless it is to be ``full``.
    """
    drawing = found.puzzle.drawing.picture(found.instance)
    about = found.puzzle, found.instance, found.file
    if found.status == NO_ANSWER:
        top = puzzle_header(*about, "there is no answer", "bad", _blame(found.conflicts))
        sections = [_conflict(found, conflict, number) for number, conflict in enumerate(found.conflicts, 1)]
        remark = "Take any part of a conflict away, and the others can hold."
    else:
        heading, mood = HEADINGS.get(found.status, found.status), "good" if found.status == EXPLAINED else "open"
        verdict = " ".join(line[:1].upper() + line[1:].rstrip(".") + "." for line in found.verdict)
        top = puzzle_header(*about, heading, mood, verdict)
        pictures: list[str] = []
        if (1 + len(found.steps)) * len(found.variables) <= MAX_DRAWN_CELLS:
            pictures = list(filter(None, (_picture_of(found, snapshot) for snapshot in found.snapshots())))
        # Without a picture for each step there is at least the puzzle to look at.
        first = (pictures or [drawing])[0]
        items = [_item(step, found.stated, full) for step in found.steps]
        start = "What is given, before the first step."
        sections = [
            section("steps", "Step by step", flipbook("step", start, items, pictures, first, _legend(found.steps)))
        ]
        if found.argument:
            stacked = (
                () if found.answer is None else (figure(found.puzzle.drawing.picture(found.instance, found.answer)),)
            )
            sections.append(section("argument", "The whole at a glance", *_argument(found.argument), *stacked))
        remark = "Every step follows from those before it."
        if not pictures or pictures[0] == drawing:  # twice would be two elements with one id
            drawing = ""
    again = repeat_section(command("explain", words), remark)
    body = [top, tag("main", *sections, _puzzle_section(found, drawing), again), footer()]
    scripts = () if found.status == NO_ANSWER else (FLIPBOOK_SCRIPT,)
    return document(f"{found.instance.name}, explained", body, STYLES, scripts)


def hint_page(hint: Hint[Any, Any], words: Sequence[str], full: bool = False) -> str:
    """The page of a hint: the board with what to look at lit, or with the next step and its reason."""
    found, step = hint.found, hint.step
    if found.status == NO_ANSWER:
        return page(found, words, full)
    mood = {NEXT: "open", DONE: "good"}.get(hint.status, "bad")
    top = puzzle_header(found.puzzle, found.instance, found.file, hint.status, mood, hint.sentence)
    parts = [figure(_picture_of(found, hint.snapshot) or found.puzzle.drawing.picture(found.instance))]
    if step and hint.strength == SEE:
        parts += [tag("div", *_reason_lines(step, found.stated, full), class_="reasons"), _legend([step])]
    shown = section("hint", "The next step" if step else "How it stands", *parts)
    again = repeat_section(command("explain", words), "--hint see shows the step itself.")
    return document(f"{found.instance.name}, a hint", [top, tag("main", shown, again), footer()], STYLES)


def _picture_of(found: Explanation[Any, Any], snapshot: Snapshot) -> str:
    """The puzzle's own picture of a snapshot, or the variables with their values; empty where these are too many."""
    drawn = found.puzzle.drawing.snapshot(found.instance, found.stated, snapshot)
    return values_table(found.stated, found.variables, snapshot) if drawn is None else drawn


def _item(step: Deduction, stated: Stated, full: bool) -> Markup:
    below = tag("div", *_reason_lines(step, stated, full), class_="reasons")
    return entry(new_facts(step, stated), technique_name(step, stated), below)


def _reason_lines(step: Deduction, stated: Stated, full: bool) -> list[Markup]:
    """Why a step can be made, line by line; the tables below them are unfolded where it is to be ``full``."""
    lines: list[Markup] = []
    for words, derivations in reasons(step, stated):
        lines.append(tag("p", plain(words), class_="reason-line"))
        if derivations:
            lines.append(details(plain("worked out"), *map(_derivation_table, derivations), is_open=full))
    if step.smallest and len(step.rules) > 1:
        lines.append(tag("p", plain("No deduction by fewer rules was possible."), class_="remark"))
    return lines


def _derivation_table(derivation: Derivation) -> Markup:
    heading = tag("tr", *(tag("th", plain(cell), scope="col") for cell in derivation.heading))
    rows = [tag("tr", *(tag("td", plain(cell)) for cell in row)) for row in derivation.rows]
    caption = tag("caption", plain(f"{derivation.about[:1].upper()}{derivation.about[1:]}"))
    style = f"--columns:{len(derivation.heading) - 1}"
    table = tag("table", caption, tag("thead", heading), tag("tbody", *rows), class_="working", style=style)
    return tag("div", table, class_="sideways", tabindex=0)


def _legend(steps: Sequence[Deduction]) -> Markup:
    drawn = {link.kind for step in steps if step.pattern for link in step.pattern.links}
    meanings = {"lit": "what is new", "reason": "what it follows from"}
    meanings |= {kind: meaning for kind, meaning in LINK_MEANINGS.items() if kind in drawn}
    return key_of_colours(meanings)


def _puzzle_section(found: Explanation[Any, Any], svg: str) -> Markup:
    drawing = figure(svg) if svg else Markup("")
    words = in_words(found.puzzle.render(found.instance))
    rules = tag("p", plain(" ".join(found.puzzle.rules(found.instance))), class_="remark")
    return section("puzzle", "The puzzle", rules, drawing, words)


def _blame(conflicts: Sequence[Conflict]) -> str:
    if not conflicts:
        return ""
    if len(conflicts) == 1:
        return f"{len(conflicts[0].parts)} of its parts cannot all hold."
    return f"Shown are {len(conflicts)} sets of parts that cannot all hold; each alone rules an answer out."


def _conflict(found: Explanation[Any, Any], conflict: Conflict, number: int) -> Markup:
    heading = f"Conflict {number}: these {len(conflict.parts)} cannot all hold"
    parts = tag("ol", *(tag("li", plain(part.name)) for part in conflict.parts), class_="parts")
    words = "With any one of them away, the others can hold." if conflict.minimal else "Perhaps some can be spared."
    if conflict.smallest:
        words = "No other conflict has fewer parts."
    elif conflict.at_least > 1:
        words += f" Every conflict has {conflict.at_least} parts or more."
    is_drawn = number <= MAX_DRAWN_CONFLICTS
    drawing = found.puzzle.drawing.conflict(found.instance, found.stated, conflict) if is_drawn else None
    shown = [figure(drawing, "what cannot all hold is lit")] if drawing else []
    argument = _argument(found.puzzle.argument(found.instance, None, conflict))
    return section(f"conflict-{number}", heading, parts, tag("p", plain(words), class_="remark"), *argument, *shown)


def _argument(lines: Iterable[str]) -> Iterator[Markup]:
    return (tag("p", plain(line), class_="reason-line") for line in lines)


def values_table(stated: Stated, variables: Sequence[IntVar], snapshot: Snapshot) -> str:
    """The snapshot of any puzzle: a row for every variable with the values it may still take; empty for too many."""
    if not 0 < len(variables) <= MAX_ROWS:
        return ""
    reason = {fact.var for fact in snapshot.step.facts} if snapshot.step else set()
    rows = [_row(stated, var, snapshot, var in reason) for var in variables]
    return "\n".join(['<table class="known"><tbody>', *rows, "</tbody></table>"])


def _row(stated: Stated, var: IntVar, snapshot: Snapshot, is_reason: bool) -> Markup:
    new = [fact for fact in snapshot.step.new if fact.var is var] if snapshot.step else []
    gone = frozenset(taken_away(fact) for fact in new if not is_value(fact))
    left = snapshot.values(var).intersection(*(fact.values for fact in new))
    class_ = "lit" if new or var in snapshot.look else "reason" if is_reason else None
    values = _values(stated, var, left, gone)
    return tag("tr", tag("th", plain(var.name), scope="row"), tag("td", values), class_=class_)


def _values(stated: Stated, var: IntVar, left: Collection[int], gone: Collection[int]) -> Markup:
    def name(value: int) -> Markup:
        return plain(stated.value_name(var, value))

    sure = "sure" if len(left) == 1 else None
    if len(var.domain) > MAX_LISTED_VALUES:
        written = name(*left) if sure else plain(write_set(sorted(left)))
        struck = [tag("s", name(value), class_="struck") for value in sorted(gone)]
        return Markup(" ".join([tag("b", written, class_=sure), *struck]))
    return Markup(
        " ".join(
            tag("b", name(value), class_=sure)
            if value in left
            else tag("s", name(value), class_="struck" if value in gone else None)
            for value in var.domain
        )
    )
