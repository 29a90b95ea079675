"""The gallery: every instance that comes with the program, what can be made and practised, examples, booklets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from models.errors import InputError
from models.registry import instance_names, instance_titles, load_puzzle, puzzle_names
from models.sudoku.techniques.names import TECHNIQUE_NAMES
from solvers.render.html.sheet_page import sheet_page
from solvers.serve.ask import Question, Record
from solvers.serve.documents import subject_of, text_in

EXAMPLES = Path(__file__).parents[1] / "web" / "examples"


def gallery(question: Question) -> Iterator[Record]:
    """``gallery``: puzzles with their instances, what can be wished for of new ones, and examples in Python."""
    yield {"puzzles": list(map(_puzzle, puzzle_names())), "examples": list(_examples())}


def _puzzle(name: str) -> Record:
    puzzle = load_puzzle(name)
    titles, generator = instance_titles(puzzle), puzzle.generator
    options = [
        {"name": option.name, "metavar": option.metavar, "help": option.help}
        for option in (generator.options if generator else ())
    ]
    names = sorted(instance_names(puzzle), key=lambda one: one != puzzle.default_instance)
    return {
        "puzzle": name,
        "title": puzzle.title,
        "summary": puzzle.summary,
        "instances": [{"name": one, "title": titles.get(one, "")} for one in names],
        "sizes": generator.sizes if generator else "",
        "grades": list(generator.grades) if generator else [],
        "options": options,
        "techniques": list(TECHNIQUE_NAMES) if name == "sudoku" else [],
        "families": {
            family: [technique.name for technique in techniques]
            for family, techniques in groupby(puzzle.techniques, lambda technique: technique.family)
        },
    }


def _examples() -> Iterator[Record]:
    for path in sorted(EXAMPLES.glob("*.txt")):
        source = path.read_text(encoding="utf-8")
        yield {"title": source.partition("\n")[0].lstrip("# "), "source": source}


def booklet(question: Question) -> Iterator[Record]:
    """``booklet``: documents of one puzzle as a page to be printed."""
    documents = question.get("documents")
    if not isinstance(documents, list) or not 0 < len(documents) <= 50:
        raise InputError("documents is a list of 1 to 50 documents")
    asked = [subject_of({"document": document}) for document in documents]
    if len({one.puzzle for one in asked}) > 1 or len({_code(document) for document in documents}) > 1:
        raise InputError("a booklet holds puzzles of one kind, with the same Python")
    yield {"html": sheet_page(asked[0].puzzle, [one.instance for one in asked])}


def _code(document: Record) -> tuple[str, ...]:
    return text_in(document, "source"), text_in(document, "rules")
