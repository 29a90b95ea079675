"""A diagnosis as text for a person at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from models.kit.names import count
from models.mistakes import Correction
from solvers.cli.text import headline
from solvers.diagnose.record import AMBIGUOUS, NO_REPAIR, UNSETTLED, WELL_POSED, Diagnosis, line_of

MAX_COLUMNS = 110
"""Two answers stand side by side where their lines fit, else one below the other."""

WAYS = 10
"""Of the ways to put an instance right, so many are told unless more are asked for."""

MAX_SLIPS = 5
"""More mistakes than these are hardly slips of the pen: of their ways only the likeliest is told."""

MAX_DIFFERENCES = 40

PROOFS = {
    "any": "no fewer would do",
    "this": "proved fewest for that answer; another may need fewer",
    "": "no smaller set found",
}
"""What is said of the number of extra givens, by what is proved of it."""

Found = Diagnosis[Any, Any]
Group = Sequence[Correction[Any, Any]]


def text(found: Found, path: Path | None = None, ways: int = WAYS) -> str:
    """Everything there is to say about one instance from the file ``path``; at most ``ways`` ways to put it right."""
    return "\n".join(_lines(found, path, ways))


def shown_groups(found: Found, ways: int = WAYS) -> Iterator[Group]:
    """The corrections that are shown, those of the same places together: one of each before the second of any."""
    groups = found.repair.groups if found.repair else ()
    if found.repair and (found.repair.fewest or 0) > MAX_SLIPS:
        ways = 1
    spare = max(0, ways - len(groups))
    for group in groups[:ways]:
        yield group[: 1 + spare]
        spare -= min(spare, len(group) - 1)


def _lines(found: Found, path: Path | None, ways: int) -> Iterator[str]:
    yield headline(found.puzzle, found.instance, path)
    if found.verdict == WELL_POSED:
        yield "well posed: there is one answer, and no other"
        yield ""
        yield found.puzzle.render(found.instance, found.answers[0])
        if found.needless is not None:
            yield ""
            yield from _needless_lines(found.needless)
    elif found.verdict == AMBIGUOUS:
        yield "ambiguous: there is more than one answer"
        yield from _ambiguity_lines(found)
    elif found.verdict == UNSETTLED:
        yield "unsettled: the time was up before it was known whether there is one answer"
    else:
        yield "impossible as it stands: " + (found.contradiction or "proved to have no answer")
        if found.nearest:
            yield f"how close it comes: {found.nearest}"
        yield ""
        yield from _repair_lines(found, path, ways)
    if found.warnings:
        yield ""
        yield from (f"note: {remark}" for remark in found.warnings)
    if found.stopped_by:
        yield ""
        yield ("the time was up" if found.stopped_by == "time" else "interrupted") + ": this is what was known by then"


def _needless_lines(needless: Sequence[str]) -> Iterator[str]:
    if not needless:
        yield "nothing can be left out: without any one part there would be more answers"
        return
    yield f"{count(len(needless), 'part')} could be left out, each by itself:"
    yield from (f"  {part}" for part in needless)


def repair_verdict(found: Found) -> str:
    """How many mistakes would explain it, and in how many ways."""
    repair = found.repair
    if repair is None or repair.fewest is None:
        settled = repair is not None and repair.proved
        return "no correction of the kinds looked for puts it right" if settled else "no correction was found yet"
    one, several = repair.nouns
    mistakes = f"{repair.fewest:,} {one if repair.fewest == 1 else several}"
    if not repair.proved:
        return f"{mistakes} would explain it; fewer may do"
    ways = ("" if repair.complete else "at least ") + count(repair.known, "way") + " to put it right"
    said = f"{mistakes} would explain it, no fewer; {ways}"
    if repair.fewest > MAX_SLIPS:
        said += ". So many are hardly slips: is this all of the puzzle, and no other? The likeliest way"
    return said + ("" if repair.known == 1 or repair.fewest > MAX_SLIPS else ", the likeliest first")


def _repair_lines(found: Found, path: Path | None, ways: int) -> Iterator[str]:
    repair, told = found.repair or NO_REPAIR, list(shown_groups(found, ways))
    yield repair_verdict(found) + (":" if told else "")
    for place, group in enumerate(told, 1):
        yield from _group_lines(found, path, place, group)
    more = repair.known - sum(map(len, told))
    if more and told:
        yield f"     … and {count(more, 'way')} more" + (": --limit shows more of them" if ways < repair.known else "")


def _group_lines(found: Found, path: Path | None, place: int, group: Group) -> Iterator[str]:
    only = group[0] if len(group) == 1 else None
    for number, mistake in enumerate(group[0].mistakes):
        line = line_of(found, path, mistake)
        where = f" (line {line})" if line else ""
        said = f"{mistake.where}{where}" + (f"; instead: {mistake.instead}" if only else "")
        yield ("     " if number else f"{place:3}. ") + said
    if only:
        yield from (f"     → {said}" for said in [outcome(found, only)] if said)
        return
    for corrected in group:
        instead = " and ".join(mistake.instead for mistake in corrected.mistakes)
        said = outcome(found, corrected)
        yield f"     instead: {instead}" + (f" → {said}" if said else "")
    if group[0].others_left_out:
        yield "     … or others"


def outcome(found: Found, corrected: Correction[Any, Any], longest: int | None = None) -> str:
    """What answer a correction leads to, written out up to ``longest`` characters, and whether it is the only one."""
    if corrected.answer is None:
        return ""
    said = found.puzzle.compact(corrected.instance, corrected.answer)
    about = {True: "the only answer", False: "one of several answers", None: "an answer"}[corrected.unique]
    return f"{about}: {said}" if said and (longest is None or len(said) <= longest) else about


def _ambiguity_lines(found: Found) -> Iterator[str]:
    yield ""
    one, other = (found.puzzle.render(found.instance, answer).splitlines() for answer in found.answers)
    width = max(map(len, one))
    if width + 4 + max(map(len, other)) <= MAX_COLUMNS:
        yield f"{'one answer':{width}}    another answer"
        yield from (f"{left:{width}}    {right}".rstrip() for left, right in zip_longest(one, other, fillvalue=""))
    else:
        yield from ["one answer", *one, "", "another answer", *other]
    yield ""
    yield f"they differ in {count(len(found.differences), 'place')}:"
    yield from (f"  {left}  |  {right}" for left, right in found.differences[:MAX_DIFFERENCES])
    if len(found.differences) > MAX_DIFFERENCES:
        yield f"  … and {len(found.differences) - MAX_DIFFERENCES} more"
    yield ""
    if found.hints is None:
        yield "no set of extra givens that leaves one answer was found in time"
        return
    givens = count(len(found.hints), "extra given")
    yield f"{givens} would leave one answer ({PROOFS[found.hints_proved]}):"
    yield "  " + ", ".join(found.hints)
    if found.hinted is None:
        return
    if said := found.puzzle.compact(found.instance, found.hinted):
        yield f"  → {said}"
    elif found.hinted in found.answers:
        yield f"  → the {('one', 'other')[found.answers.index(found.hinted)]} answer above"
    else:
        yield "  → a third answer:"
        yield from found.puzzle.render(found.instance, found.hinted).splitlines()
