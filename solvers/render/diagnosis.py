"""A diagnosis as text for a person at the table, and as one JSON object.

The keys of the JSON object, all present in every record:

===================  ==========================================================================
``puzzle``           the word on the command line
``instance``         the instance's name
``file``             the file it was read from; null when it was typed
``backend``          who found the optimum, with the variant after a colon
``verdict``          ``well posed``, ``ambiguous``, ``impossible`` or ``unsettled``
``clash``            a contradiction that is plain without a search, or null
``remarks``          warnings and further findings, sentences
``answers``          the only answer, or two of several, in the puzzle's own terms
``differences``      ambiguous: pairs of facts in which these two differ
``extra_givens``     ambiguous: facts that would leave one answer; null where none were found
``answer_left``      ambiguous: the one answer that these leave, or null
``fewest_givens``    ``any`` (no fewer do for any answer), ``this`` (for this answer) or null
``nearest``          impossible: how close it comes, a sentence, or null
``mistakes``         impossible: the fewest mistakes that explain it, or null
``mistakes_proved``  impossible: whether that is proved
``corrections``      impossible: the likeliest corrections, each with its ``mistakes`` (``where`` and
                     ``instead``), an ``answer`` it leads to and whether that is ``unique``
``known``            how many corrections were found in all
``complete``         whether there are no others of as many mistakes
``stopped_by``       ``time``, ``interrupt`` or null
``seconds``          wall time
===================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from models.puzzle import Puzzle
from solvers.diagnosing.diagnosis import AMBIGUOUS, UNSETTLED, WELL_POSED, Diagnosis
from solvers.diagnosing.repair import Corrected, Repair
from solvers.render.text import display_path

WIDEST = 110
"""Two answers stand side by side where their lines fit into so many characters, else one below the other."""

ALTERNATIVES = 10
"""So many things that could stand in the same places instead are written out."""

DIFFERENCES = 40
"""So many differences are written out."""


def text(found: Diagnosis[Any, Any], path: Path | None = None) -> str:
    """Everything there is to say about one instance; ``path`` is the file that it was read from."""
    return "\n".join(_lines(found, path))


def record(found: Diagnosis[Any, Any], path: Path | None = None) -> dict[str, Any]:
    """A diagnosis as JSON values; see the module for the keys."""
    puzzle, repair = found.puzzle, found.repair

    def values(answer: Any) -> object:
        return puzzle.as_json(found.instance, answer)

    return {
        "puzzle": puzzle.name,
        "instance": found.instance.name,
        "file": None if path is None else str(path),
        "backend": found.backend,
        "verdict": found.verdict,
        "clash": found.clash or None,
        "remarks": list(found.remarks),
        "answers": [values(answer) for answer in found.answers],
        "differences": [list(pair) for pair in found.differences],
        "extra_givens": None if found.hints is None else list(found.hints),
        "answer_left": None if found.hinted is None else values(found.hinted),
        "fewest_givens": found.hints_proved or None,
        "nearest": found.nearest or None,
        "mistakes": None if repair is None else repair.fewest,
        "mistakes_proved": repair is not None and repair.proved,
        "corrections": [
            _corrected_record(puzzle, corrected) for group in (repair.groups if repair else ()) for corrected in group
        ],
        "known": repair.known if repair else 0,
        "complete": repair.complete if repair else False,
        "stopped_by": found.stopped_by or None,
        "seconds": round(found.seconds, 3),
    }


def _corrected_record(puzzle: Puzzle[Any, Any], corrected: Corrected[Any, Any]) -> dict[str, Any]:
    instance, answer = corrected.correction.instance, corrected.answer
    return {
        "mistakes": [{"where": mistake.where, "instead": mistake.instead} for mistake in corrected.correction.mistakes],
        "answer": None if answer is None else puzzle.as_json(instance, answer),
        "unique": corrected.unique,
    }


def _lines(found: Diagnosis[Any, Any], path: Path | None) -> Iterator[str]:
    puzzle = found.puzzle
    yield f"{puzzle.title}: {found.instance.name}" + (f" ({display_path(path)})" if path else "")
    if found.verdict == WELL_POSED:
        yield "well posed: there is one answer, and no other"
        yield ""
        yield puzzle.render(found.instance, found.answers[0])
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
        yield from _repair_lines(puzzle, found.repair)
    if found.remarks:
        yield ""
        yield from (f"note: {remark}" for remark in found.remarks)
    if found.stopped_by:
        yield ""
        yield {"time": "the time was up", "interrupt": "interrupted"}[
            found.stopped_by
        ] + ": this is what was known by then"


def _repair_lines(puzzle: Puzzle[Any, Any], repair: Repair[Any, Any] | None) -> Iterator[str]:
    if repair is None:
        yield "no correction was found yet"
        return
    if repair.fewest is None:
        yield "no correction of the kinds looked for puts it right" if repair.proved else "no correction was found yet"
        return
    count = _count(repair.fewest, *repair.nouns)
    if not repair.proved:
        yield f"{count} would explain it; fewer may do"
        return
    ways = ("" if repair.complete else "at least ") + _count(repair.known, "way", "ways") + " to put it right"
    yield f"{count} would explain it, no fewer; {ways}" + (":" if repair.known == 1 else ", the likeliest first:")
    for place, group in enumerate(repair.groups, 1):
        yield from _group_lines(puzzle, place, group)
    if repair.places > len(repair.groups):
        more = repair.places - len(repair.groups)
        yield f"     … and {_count(more, 'place', 'places')} more: --limit shows {'it' if more == 1 else 'them'}"


def _group_lines(puzzle: Puzzle[Any, Any], place: int, group: Sequence[Corrected[Any, Any]]) -> Iterator[str]:
    """Corrections of the same places."""
    only = group[0] if len(group) == 1 else None
    lines = [str(mistake) if only else mistake.where for mistake in group[0].correction.mistakes]
    yield f"{place:3}. {lines[0]}"
    yield from (f"     {line}" for line in lines[1:])
    if only:
        yield from (f"     → {said}" for said in [_outcome(puzzle, only)] if said)
        return
    for corrected in group[:ALTERNATIVES]:
        instead = " and ".join(mistake.instead for mistake in corrected.correction.mistakes)
        said = _outcome(puzzle, corrected)
        yield f"     instead: {instead}" + (f" → {said}" if said else "")
    still = " and more" if group[0].correction.others_left_out else ""
    if len(group) > ALTERNATIVES:
        yield f"     … or {_count(len(group) - ALTERNATIVES, 'other', 'others')}{still}"
    elif still:
        yield "     … or others"


def _outcome(puzzle: Puzzle[Any, Any], corrected: Corrected[Any, Any]) -> str:
    """What answer that leads to."""
    if corrected.answer is None:
        return ""
    said = puzzle.compact(corrected.correction.instance, corrected.answer)
    about = {True: "the only answer", False: "one of several answers", None: "an answer"}[corrected.unique]
    return f"{about}: {said}" if said else about


def _ambiguity_lines(found: Diagnosis[Any, Any]) -> Iterator[str]:
    yield ""
    one, other = (found.puzzle.render(found.instance, answer).splitlines() for answer in found.answers)
    width = max(map(len, one))
    if width + 4 + max(map(len, other)) <= WIDEST:
        yield f"{'one answer':{width}}    another answer"
        yield from (f"{left:{width}}    {right}".rstrip() for left, right in zip_longest(one, other, fillvalue=""))
    else:
        yield from ["one answer", *one, "", "another answer", *other]
    yield ""
    yield f"they differ in {_count(len(found.differences), 'place', 'places')}:"
    yield from (f"  {left}  |  {right}" for left, right in found.differences[:DIFFERENCES])
    if len(found.differences) > DIFFERENCES:
        yield f"  … and {len(found.differences) - DIFFERENCES} more"
    yield ""
    if found.hints is None:
        yield "no set of extra givens that leaves one answer was found in time"
        return
    proof = {
        "any": "no fewer would do",
        "this": "proved fewest for that answer; another may need fewer",
        "": "no smaller set found",
    }[found.hints_proved]
    yield f"{_count(len(found.hints), 'extra given', 'extra givens')} would leave one answer ({proof}):"
    yield "  " + ", ".join(found.hints)
    yield from _answer_left_lines(found)


def _answer_left_lines(found: Diagnosis[Any, Any]) -> Iterator[str]:
    """Which answer it is that the extra givens leave."""
    if found.hinted is None:
        return
    said = found.puzzle.compact(found.instance, found.hinted)
    if said:
        yield f"  → {said}"
    elif found.hinted in found.answers:
        yield f"  → the {('one', 'other')[found.answers.index(found.hinted)]} answer above"
    else:
        yield "  → a third answer:"
        yield from found.puzzle.render(found.instance, found.hinted).splitlines()


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
