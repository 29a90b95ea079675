"""A diagnosis as text for a person at the table, and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from models.kit.names import count
from models.mistakes import Correction
from solvers.diagnosing.diagnosis import AMBIGUOUS, UNSETTLED, WELL_POSED, Diagnosis
from solvers.diagnosing.repair import Repair
from solvers.render.text import display_path

WIDEST = 110
"""Two answers stand side by side where their lines fit into so many characters, else one below the other."""

ALTERNATIVES = 10
"""So many things that could stand in the same places instead are written out."""

DIFFERENCES = 40
"""So many differences are written out."""

PROOFS = {
    "any": "no fewer would do",
    "this": "proved fewest for that answer; another may need fewer",
    "": "no smaller set found",
}
"""What is said of the number of extra givens, by what is proved of it."""

Found = Diagnosis[Any, Any]


def text(found: Found, path: Path | None = None) -> str:
    """Everything there is to say about one instance; ``path`` is the file that it was read from."""
    return "\n".join(_lines(found, path))


def record(found: Found, path: Path | None = None) -> dict[str, Any]:
    """A diagnosis as JSON values: what is empty in the record is null here, and answers are in the puzzle's own terms.

    The keys, all of them always there, are the attributes of the record and of its ``Repair``, but for ``extra_givens``
    (its ``hints``), ``fewest_givens`` (``hints_proved``), ``answer_left`` (``hinted``), ``mistakes`` and
    ``mistakes_proved`` (the ``fewest``, and whether it is ``proved``), and ``corrections``: the likeliest, each with
    its ``mistakes`` (``where`` and ``instead``), an ``answer`` it leads to, and whether that is ``unique``.
    """
    repair = found.repair or Repair(("", ""), None, proved=False)

    def values(answer: Any, instance: Any = found.instance) -> object:
        return None if answer is None else found.puzzle.as_json(instance, answer)

    return {
        "puzzle": found.puzzle.name,
        "instance": found.instance.name,
        "file": None if path is None else str(path),
        "backend": found.backend,
        "verdict": found.verdict,
        "clash": found.clash or None,
        "remarks": list(found.remarks),
        "answers": list(map(values, found.answers)),
        "differences": list(map(list, found.differences)),
        "extra_givens": None if found.hints is None else list(found.hints),
        "answer_left": values(found.hinted),
        "fewest_givens": found.hints_proved or None,
        "nearest": found.nearest or None,
        "mistakes": repair.fewest,
        "mistakes_proved": repair.proved,
        "corrections": [
            {
                "mistakes": [{"where": one.where, "instead": one.instead} for one in corrected.mistakes],
                "answer": values(corrected.answer, corrected.instance),
                "unique": corrected.unique,
            }
            for group in repair.groups
            for corrected in group
        ],
        "known": repair.known,
        "complete": repair.complete,
        "stopped_by": found.stopped_by or None,
        "seconds": round(found.seconds, 3),
    }


def _lines(found: Found, path: Path | None) -> Iterator[str]:
    yield f"{found.puzzle.title}: {found.instance.name}" + (f" ({display_path(path)})" if path else "")
    if found.verdict == WELL_POSED:
        yield "well posed: there is one answer, and no other"
        yield ""
        yield found.puzzle.render(found.instance, found.answers[0])
    elif found.verdict == AMBIGUOUS:
        yield "ambiguous: there is more than one answer"
        yield from _ambiguity_lines(found)
    elif found.verdict == UNSETTLED:
        yield "unsettled: the time was up before it was known whether there is one answer"
    else:
        yield "impossible as it stands: " + (found.clash or "proved to have no answer")
        if found.nearest:
            yield f"how close it comes: {found.nearest}"
        yield ""
        yield from _repair_lines(found)
    if found.remarks:
        yield ""
        yield from (f"note: {remark}" for remark in found.remarks)
    if found.stopped_by:
        yield ""
        yield ("the time was up" if found.stopped_by == "time" else "interrupted") + ": this is what was known by then"


def _repair_lines(found: Found) -> Iterator[str]:
    repair = found.repair
    if repair is None or repair.fewest is None:
        settled = repair is not None and repair.proved
        yield "no correction of the kinds looked for puts it right" if settled else "no correction was found yet"
        return
    one, several = repair.nouns
    mistakes = f"{repair.fewest:,} {one if repair.fewest == 1 else several}"
    if not repair.proved:
        yield f"{mistakes} would explain it; fewer may do"
        return
    ways = ("" if repair.complete else "at least ") + count(repair.known, "way") + " to put it right"
    yield f"{mistakes} would explain it, no fewer; {ways}" + (":" if repair.known == 1 else ", the likeliest first:")
    for place, group in enumerate(repair.groups, 1):
        yield from _group_lines(found, place, group)
    if repair.places > len(repair.groups):
        more = repair.places - len(repair.groups)
        yield f"     … and {count(more, 'place')} more: --limit shows {'it' if more == 1 else 'them'}"


def _group_lines(found: Found, place: int, group: Sequence[Correction[Any, Any]]) -> Iterator[str]:
    """Corrections of the same places."""
    only = group[0] if len(group) == 1 else None
    for number, mistake in enumerate(group[0].mistakes):
        yield ("     " if number else f"{place:3}. ") + (str(mistake) if only else mistake.where)
    if only:
        yield from (f"     → {said}" for said in [_outcome(found, only)] if said)
        return
    for corrected in group[:ALTERNATIVES]:
        instead = " and ".join(mistake.instead for mistake in corrected.mistakes)
        said = _outcome(found, corrected)
        yield f"     instead: {instead}" + (f" → {said}" if said else "")
    still = " and more" if group[0].others_left_out else ""
    if len(group) > ALTERNATIVES:
        yield f"     … or {count(len(group) - ALTERNATIVES, 'other')}{still}"
    elif still:
        yield "     … or others"


def _outcome(found: Found, corrected: Correction[Any, Any]) -> str:
    """What answer that leads to."""
    if corrected.answer is None:
        return ""
    said = found.puzzle.compact(corrected.instance, corrected.answer)
    about = {True: "the only answer", False: "one of several answers", None: "an answer"}[corrected.unique]
    return f"{about}: {said}" if said else about


def _ambiguity_lines(found: Found) -> Iterator[str]:
    yield ""
    one, other = (found.puzzle.render(found.instance, answer).splitlines() for answer in found.answers)
    width = max(map(len, one))
    if width + 4 + max(map(len, other)) <= WIDEST:
        yield f"{'one answer':{width}}    another answer"
        yield from (f"{left:{width}}    {right}".rstrip() for left, right in zip_longest(one, other, fillvalue=""))
    else:
        yield from ["one answer", *one, "", "another answer", *other]
    yield ""
    yield f"they differ in {count(len(found.differences), 'place')}:"
    yield from (f"  {left}  |  {right}" for left, right in found.differences[:DIFFERENCES])
    if len(found.differences) > DIFFERENCES:
        yield f"  … and {len(found.differences) - DIFFERENCES} more"
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
