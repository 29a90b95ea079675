"""The techniques of a puzzle by name: which of them explanations may use, their list, and a page that shows each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from models.deductions import KnownTechnique
from models.errors import InputError
from models.kit.names import hint, letters_of, shown
from models.kit.svg import Markup, plain
from models.puzzle import Puzzle

EVERY = "all"
"""The word for all techniques, those among them that are not used unasked."""


def chosen_techniques(
    puzzle: Puzzle[Any, Any], only: Sequence[str] = (), without: Sequence[str] = ()
) -> frozenset[str] | None:
    """The names that steps may have; None where nothing is chosen, so for the usual ones.

    Args:
        only, without: names of techniques or of steps, families, or ``all``, also several with commas between them;
            letter case and punctuation do not matter.

    Raises:
        InputError: when there is no such name.
    """
    if not only and not without:
        return None
    usual = (name for technique in puzzle.techniques if technique.is_usual for name in technique.names)
    names = _named(puzzle, only) if only else usual
    return frozenset(names).difference(_named(puzzle, without))


def technique_lines(puzzle: Puzzle[Any, Any]) -> Iterator[str]:
    """The list for people: families with their techniques; a star for those that are used only when asked for."""
    wide = max(len(technique.name) for technique in _techniques(puzzle)) + 2
    for family, techniques in groupby(puzzle.techniques, lambda technique: technique.family):
        yield f"{family}:"
        for technique in techniques:
            yield f"  {technique.name + ' *' * (not technique.is_usual):{wide}}  {technique.sentence}"
    yield ""
    yield "Those with a star are used only when --only names them, their family, or all."


def technique_records(puzzle: Puzzle[Any, Any]) -> list[dict[str, Any]]:
    """The list for machines: ``name``, ``family``, ``sentence``, ``steps`` (their names) and ``is_usual``."""
    return [
        {
            "name": technique.name,
            "family": technique.family,
            "sentence": technique.sentence,
            "steps": list(technique.names),
            "is_usual": technique.is_usual,
        }
        for technique in _techniques(puzzle)
    ]


def technique_page(puzzle: Puzzle[Any, Any], words: Sequence[str]) -> str:
    """The page: each technique with its sentence and a position that shows it, the step lit."""
    from solvers.render.html.html import command, document, footer, repeat_section, section, tag  # only for a page

    top = tag("header", tag("h1", plain(f"{puzzle.title}: techniques by name")))
    sections = [
        section(
            family.replace(" ", "-"), family[:1].upper() + family[1:], *(_figure(puzzle, each) for each in techniques)
        )
        for family, techniques in groupby(_techniques(puzzle), lambda technique: technique.family)
    ]
    again = repeat_section(command("explain", words), "Those with a star are used only when --only names them.")
    body = [top, tag("main", *sections, again, class_="techniques"), footer()]
    return document(f"{puzzle.title}: techniques", body, ("render/html/player.css", "explain/explain.css"))


def _figure(puzzle: Puzzle[Any, Any], technique: KnownTechnique) -> Markup:
    from solvers.explain.wording import new_facts  # as above
    from solvers.render.html.html import tag  # as above

    instance, stated, snapshot = puzzle.technique_example(technique)
    step = snapshot.step
    assert step is not None, "an example shows a step"
    lines = step.pattern.lines if step.pattern else (new_facts(step, stated),)
    picture = puzzle.drawing.snapshot(instance, stated, snapshot) or puzzle.drawing.picture(instance)
    return tag(
        "figure",
        tag("h3", plain(technique.name + " *" * (not technique.is_usual))),
        tag("p", plain(technique.sentence)),
        Markup(picture),
        tag("figcaption", *(tag("p", plain(line.strip())) for line in lines)),
    )


def _named(puzzle: Puzzle[Any, Any], words: Iterable[str]) -> Iterator[str]:
    """The names of steps that words stand for."""
    known: dict[str, list[str]] = {}
    for technique in _techniques(puzzle):
        for word in (EVERY, technique.family, technique.name):
            known.setdefault(word, []).extend(technique.names)
        for name in technique.names:
            known.setdefault(name, [name])
    spelt = {letters_of(word): word for word in known}
    for word in (word.strip() for several in words for word in several.split(",")):
        if letters_of(word) not in spelt:
            instead = hint(word, known, "explain --techniques lists them all")
            raise InputError(f"{puzzle.name} has no technique {shown(word)}; {instead}")
        yield from known[spelt[letters_of(word)]]


def _techniques(puzzle: Puzzle[Any, Any]) -> Sequence[KnownTechnique]:
    if not puzzle.techniques:
        raise InputError(f"{puzzle.name} has no techniques with names of their own")
    return puzzle.techniques
