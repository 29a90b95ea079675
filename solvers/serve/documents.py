"""Documents: what a person has entered, as JSON, and the draft, the instance and the model that it says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from models.deductions import is_value, taken_away
from models.editing import Draft, DraftError, DrawnItem, Editing, PlayTable
from models.errors import InputError, PuzzlebenchError
from models.formulation import Formulation
from models.kit.names import hint, shown
from models.language.base import Key
from models.language.model import IntVar, Literal
from models.puzzle import Puzzle
from models.registry import instance_names, load_puzzle, puzzle_names
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.request import Request, nth_instance, open_work
from solvers.serve.ask import Question, Record, as_json


@dataclass(frozen=True)
class AskedDocument:
    """What a document is about: its puzzle and draft, and made of these when asked for, the instance and its model."""

    puzzle: Puzzle[Any, Any]
    draft: Draft

    @property
    def editing(self) -> Editing[Any, Any]:
        return self.puzzle.editing

    @cached_property
    def instance(self) -> Any:
        return self.editing.instance(self.draft)

    @cached_property
    def stated(self) -> Formulation[Any, Any]:
        return self.puzzle.state(self.instance)

    @cached_property
    def table(self) -> PlayTable:
        return self.editing.table(self.instance, self.stated)

    @cached_property
    def variables(self) -> Mapping[str, IntVar]:
        """The variable of each piece by its key."""
        return self.editing.variables(self.instance, self.stated)

    @cached_property
    def parts_of(self) -> Mapping[str, tuple[str, ...]]:
        """The parts on which each variable is seen, by its name."""
        parts = {piece.key: piece.parts for piece in self.table.pieces}
        return {var.name: parts.get(key, ()) for key, var in self.variables.items()}

    @cached_property
    def reasoner(self) -> Reasoner:
        """The rules as assumptions of one solver; PuzzlebenchError where the model is too large for that."""
        return Reasoner(EncodedRules(self.stated.model), self.stated.background)

    def facts(self, state: Mapping[str, str]) -> dict[str, Literal]:
        """What the player has set, as facts, by the keys of pieces; DraftError where a piece has no such value."""
        found = {}
        for key, value in state.items():
            var = self.variables.get(key)
            if var is None:
                continue  # such as a cube that is rolled: what it shows is set besides
            number = int(value) if value.lstrip("-").isdecimal() and len(value) < 20 else None
            if number is None or number not in var.domain:
                raise DraftError(f"{var.name} cannot be {shown(value)}", self.parts_of[var.name])
            found[key] = var == number
        return found

    def where(self, key: Key, scope: Iterable[IntVar]) -> list[str]:
        """The parts that a rule is about: those that the puzzle names, or those of the variables in its scope."""
        named = self.editing.where(self.instance, key)
        if named is not None:
            return [*named]
        return list(dict.fromkeys(part for var in scope for part in self.parts_of.get(var.name, ())))

    def entry(self, fact: Literal) -> Record | None:
        """A fact as what a player does: a value that is set, or taken away; None where no piece has the variable."""
        keys = {var.name: key for key, var in self.variables.items()}
        key = keys.get(fact.var.name)
        if key is None:
            return None
        is_set = is_value(fact)
        value = next(iter(fact.values)) if is_set else taken_away(fact)
        return {"piece": key, "symbol": str(value), "set": is_set}

    def state(self, assignment: Mapping[IntVar, int]) -> dict[str, str]:
        """An assignment of the model as what a player has set."""
        return {key: str(assignment[var]) for key, var in self.variables.items()}


def subject_of(question: Question) -> AskedDocument:
    """The subject of a question's ``document``; the same one while the document stays the same."""
    document = question.get("document")
    if not isinstance(document, Mapping):
        raise InputError(f"document is {shown(document)}; an object is expected")
    use_rules(text_in(document, "rules"))
    return _subject(json.dumps(document, sort_keys=True))


_rules_in_use = [""]


def use_rules(source: str) -> None:
    """Know the Sudoku rules that ``source`` declares, and no others of one's own; none where it is empty."""
    if _rules_in_use != [source]:
        from models.sudoku.variants import use_own  # most documents have no code in them
        from solvers.serve.own import own_rules  # as above

        use_own(own_rules(source) if source else ())
        _rules_in_use[:] = [source]


@lru_cache(maxsize=16)
def _subject(document: str) -> AskedDocument:
    values = json.loads(document)
    if source := text_in(values, "source"):
        from solvers.serve.own import own_puzzle  # as in use_rules

        return AskedDocument(own_puzzle(source), draft_of(values))
    return AskedDocument(puzzle_called(text_in(values, "puzzle")), draft_of(values))


def draft_of(values: Mapping[str, Any]) -> Draft:
    """The draft that a document says; InputError where it is not of that form."""
    items = values.get("items", [])
    if not isinstance(items, list):
        raise InputError(f"items is {shown(items)}; a list is expected")
    return Draft(
        text_in(values, "name"), texts_in(values, "entries"), texts_in(values, "settings"), tuple(map(_item, items)),
        text_in(values, "text")
    )  # fmt: skip


def document_of(puzzle: Puzzle[Any, Any], draft: Draft) -> Record:
    return {"puzzle": puzzle.name, **as_json(draft)}


def opened(question: Question) -> Iterator[Record]:
    """``open``: the document and the board of a text, of Python, of an instance by its name, or of a blank draft."""
    if source := text_in(question, "source"):
        from solvers.serve.own import OWN, own_puzzle  # as in use_rules

        puzzle = own_puzzle(source)
        draft = puzzle.editing.draft(puzzle.instances.get(puzzle.default_instance))
        yield {
            "document": {**document_of(puzzle, draft), "puzzle": OWN, "source": source},
            "board": as_json(puzzle.editing.board(draft)),
        }
        return
    if "text" in question:
        puzzle, instance = recognised(text_in(question, "text"))
        draft = puzzle.editing.draft(instance)
    else:
        puzzle = puzzle_called(text_in(question, "puzzle"))
        name, number = text_in(question, "instance"), question.get("number", 1)
        draft = puzzle.editing.draft(instance_called(puzzle, name, number)) if name else puzzle.editing.blank()
    yield {"document": document_of(puzzle, draft), "board": as_json(puzzle.editing.board(draft))}


def puzzle_called(word: str) -> Puzzle[Any, Any]:
    """A puzzle of the registry; no file is one, for a question names none."""
    if word not in puzzle_names():
        raise InputError(f"there is no puzzle {shown(word)}; {hint(word, puzzle_names(), 'the gallery shows them')}")
    return load_puzzle(word)


def instance_called(puzzle: Puzzle[Any, Any], name: str, number: object = 1) -> Any:
    """One of the instances that come with a puzzle, by its name; a path leads nowhere."""
    if name not in instance_names(puzzle):
        raise InputError(f"{puzzle.name} has no instance {shown(name)}")
    if type(number) is not int or number < 1:
        raise InputError(f"number is {shown(number)}; a whole number from 1 up is expected")
    try:
        return nth_instance(open_work(puzzle, Request(puzzle=puzzle.name, instances=(name,))), number)
    except InputError as error:  # its path is of no concern to who asks
        raise InputError(error.sentence, name, error.line) from None


def recognised(text: str) -> tuple[Puzzle[Any, Any], Any]:
    """The puzzle and the instance that a text is: a link, a grid, or what could stand in an instance's file."""
    puzzles = [load_puzzle(name) for name in puzzle_names()]
    complaints: list[str] = []  # of those that know it as a link, or in another form, and find a mistake in it
    with TemporaryDirectory() as folder:
        for puzzle in puzzles:
            for suffix in ("", ".toml", ".txt"):
                try:
                    if found := _read(puzzle, text, Path(folder) / f"pasted{suffix}" if suffix else None):
                        return puzzle, found
                except PuzzlebenchError as error:
                    complaints += [str(error)] * (not suffix)
    why = f": {complaints[0]}" if complaints else ""
    raise InputError(f"this text is none of the puzzles here{why}")


def _read(puzzle: Puzzle[Any, Any], text: str, path: Path | None) -> Any:
    """The instance that a puzzle reads in a text as it stands, or in a file at ``path`` that holds it; or None."""
    if path is None:
        return puzzle.from_text(text.strip())
    path.write_text(text, encoding="utf-8")
    first = next(iter(puzzle.read(path)), None)
    if isinstance(first, InputError):
        raise first
    return first


def board(question: Question) -> Iterator[Record]:
    """``board``: what is drawn while the document is entered."""
    subject = subject_of(question)
    yield {"board": as_json(subject.editing.board(subject.draft))}


def table(question: Question) -> Iterator[Record]:
    """``table``: what is drawn while the document is played."""
    yield {"table": as_json(subject_of(question).table)}


def _item(value: object) -> DrawnItem:
    if not isinstance(value, Mapping):
        raise InputError(f"an item is {shown(value)}; an object is expected")
    parts = value.get("parts", [])
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise InputError(f"the parts of an item are {shown(parts)}; a list of texts is expected")
    return DrawnItem(text_in(value, "tool"), tuple(parts), text_in(value, "value"))


def text_in(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key, "")
    if not isinstance(value, str):
        raise InputError(f"{key} is {shown(value)}; a text is expected")
    return value


def texts_in(values: Mapping[str, Any], key: str) -> Mapping[str, str]:
    found = values.get(key, {})
    if not isinstance(found, Mapping) or not all(isinstance(value, str) for value in found.values()):
        raise InputError(f"{key} is {shown(found)}; an object of texts is expected")
    return dict(found)
