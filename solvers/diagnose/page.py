"""The page of a diagnosis: what is the matter, what would put it right, the likeliest of that as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from models.kit.svg import Markup, plain
from solvers.diagnose.record import AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, WELL_POSED, line_of
from solvers.diagnose.text import MAX_DIFFERENCES, PROOFS, WAYS, Found, Group, outcome, repair_verdict, shown_groups
from solvers.render.html.figure import figure, in_words
from solvers.render.html.html import command, details, document, footer, puzzle_header, repeat_section, section, tag

MAX_WRITTEN_ANSWER = 60
"""Characters; longer answers are drawn, not written."""

TONES = {WELL_POSED: "good", IMPOSSIBLE_AS_IT_STANDS: "bad"}

SAID = {
    WELL_POSED: "well posed: one answer, and no other",
    AMBIGUOUS: "ambiguous: more than one answer",
    IMPOSSIBLE_AS_IT_STANDS: "impossible as it stands",
}


def page(found: Found, words: Sequence[str], path: Path | None = None, ways: int = WAYS) -> str:
    """The whole page; ``words`` are those of the command line, to do it again."""
    puzzle, instance = found.puzzle, found.instance
    known = (said.rstrip(" …") for said in (found.contradiction, found.nearest, *found.warnings) if said)
    lead = " ".join(f"{said[:1].upper()}{said[1:]}." for said in known)
    said = SAID.get(found.verdict, "unsettled: the time was up first")
    sections = [*_repair(found, path, ways), *_answers(found)]
    shown = figure(puzzle.drawing.picture(instance))
    sections.append(section("puzzle", "As it was given", shown, in_words(puzzle.render(instance))))
    again = repeat_section(command("diagnose", words), "Every correction was tried: the instance it makes was solved.")
    top = puzzle_header(puzzle, instance, path, said, TONES.get(found.verdict, "open"), lead)
    body = [top, tag("main", *sections, again), footer()]
    return document(f"{instance.name}, diagnosed", body, ("diagnose/diagnose.css",))


def likeliest_picture(found: Found) -> str:
    """What may be wrong, the likeliest correction marked; else the answer, or the instance."""
    correction = next((group[0] for group in found.repair.groups), None) if found.repair else None
    if correction is not None:
        marked = found.puzzle.drawing.wrong(found.instance, correction.mistakes)
        if marked:
            return marked
    return found.puzzle.drawing.picture(found.instance, found.answers[0] if found.verdict == WELL_POSED else None)


def _repair(found: Found, path: Path | None, ways: int) -> Iterator[Markup]:
    if found.verdict != IMPOSSIBLE_AS_IT_STANDS:
        return
    told = list(shown_groups(found, ways))
    verdict = repair_verdict(found)
    items = [_way(found, path, group) for group in told]
    more = (found.repair.known if found.repair else 0) - sum(map(len, told))
    rest = [tag("p", plain(f"… and {more:,} more."), class_="remark")] if more and told else []
    parts = [tag("p", plain(f"{verdict[:1].upper()}{verdict[1:]}.")), tag("ol", *items, class_="ways"), *rest]
    yield section("repair", "What would put it right", *parts)
    if not told:
        return
    first = told[0][0]
    marked = found.puzzle.drawing.wrong(found.instance, first.mistakes)
    shown = [figure(marked, "the likeliest mistake")] if marked else []
    if first.instance is not None and first.answer is not None:
        answer = figure(found.puzzle.drawing.picture(first.instance, first.answer))
        shown.append(details(plain("Put right, and solved"), answer))
    if shown:
        yield section("likeliest", "The likeliest", *shown)


def _way(found: Found, path: Path | None, group: Group) -> Markup:
    where = []
    for mistake in group[0].mistakes:
        line = line_of(found, path, mistake)
        place = [tag("span", plain(f"line {line}"), class_="line")] if line else []
        where.append(tag("p", tag("b", plain(mistake.where)), *place))
    instead = []
    for correction in group:
        words = " and ".join(mistake.instead for mistake in correction.mistakes)
        said = outcome(found, correction, MAX_WRITTEN_ANSWER)
        instead.append(tag("li", plain(f"instead: {words}"), *([tag("p", plain(said))] if said else [])))
    return tag("li", *where, tag("ul", *instead))


def _answers(found: Found) -> Iterator[Markup]:
    """The only answer; or two, what they differ in, and the givens that would leave one."""
    drawing, instance = found.puzzle.drawing, found.instance
    if found.verdict == WELL_POSED:
        yield section("answer", "The answer", figure(drawing.picture(instance, found.answers[0])))
    if found.verdict != AMBIGUOUS:
        return
    if found.hints is not None:
        given = tag("p", tag("b", plain(", ".join(found.hints))))
        proved = tag("p", plain(f"{PROOFS[found.hints_proved]}.".capitalize()), class_="remark")
        yield section("hints", "What would leave one answer", given, proved)
    two = [
        figure(drawing.picture(instance, answer), said)
        for said, answer in zip(("one answer", "another"), found.answers, strict=True)
    ]
    differing = [tag("li", plain(f"{one} | {other}")) for one, other in found.differences[:MAX_DIFFERENCES]]
    places = details(plain(f"Where they differ: {len(found.differences)}"), tag("ul", *differing))
    yield section("answers", "Two answers", tag("div", *two, class_="side-by-side"), places)
