"""Programs read keys, people read sentences: with every sentence of every model changed, only the text changes.

Each rule's sentence is replaced by a word that says nothing, another one for each key. Whatever the verbs print then
must be what they print otherwise, once the words are put back: the same steps, conflicts, corrections and pictures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from models.language.model import Constraint, Key, Model
from models.registry import PUZZLES, find_instance, load_puzzle
from solvers.explain.conflicts import Blame

COMMANDS = {
    "run": (
        ("grecian", "--json"),
        ("sudoku", "--json", "--formulation", "cover"),
        ("cubes", "--all", "--formulation", "factors"),
        ("cover", "--all", "--json"),
        ("dealing", "--json"),
    ),
    "explain": (
        ("grecian", "--instance", "toy"),
        ("sudoku", "--instance", "norvig_easy50", "--number", "7"),
        ("sudoku", "--instance", "norvig_easy50", "--number", "3", "--json"),
        ("cubes", "--instance", "mathtrek", "--json"),
        ("cubes", "--instance", "csun-mid8", "--smallest"),
        ("cover",),
        ("dealing", "--json"),
    ),
    "diagnose": (
        ("grecian", "--instance", "broken-safecracker", "--json"),
        ("cubes", "--json"),
        ("cover", "--instance", "mutilated-board", "--json"),
        ("dealing",),
    ),
    "export": (
        ("cubes", "--to", "minizinc", "--formulation", "faces"),
        ("dealing", "--to", "flatzinc"),
        ("cover", "--to", "dlx"),
    ),
}
TIMES = re.compile(r'^time: .*$|"seconds": (\{[^}]*\}|[\d.e-]+)', re.M)


class Sentences:
    """Takes the sentence of every constraint that is declared away, and keeps it to be put back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: dict[Key, str] = {}
        self.sentences: dict[str, str] = {}
        append = Model._append

        def silently(model: Model, constraint: Constraint) -> int:
            return append(model, self.silenced(constraint))

        monkeypatch.setattr(Model, "_append", silently)

    def silenced(self, constraint: Constraint) -> Constraint:
        if not constraint.because:
            return constraint
        assert constraint.key, f"{constraint.because!r} has no key: a program could know it by its sentence only"
        word = self.words.setdefault((*constraint.key, constraint.because), f"⟦{len(self.words)}⟧")
        self.sentences[word] = constraint.because
        return replace(constraint, because=word)

    def put_back(self, text: str, written: Callable[[str], str] = str) -> str:
        return re.sub(r"⟦\d+⟧", lambda word: written(self.sentences[word[0]]), text)


def test_every_constraint_of_every_puzzle_has_a_key() -> None:
    for name in PUZZLES:
        puzzle = load_puzzle(name)
        instance = next(puzzle.read(find_instance(puzzle, puzzle.default_instance)))
        models = [puzzle.state(instance, formulation).model for formulation in puzzle.formulations]
        models += [puzzle.state(instance, "", objective).model for objective in puzzle.objectives]
        for model in [*models, puzzle.error_model.mistakes(instance).model]:
            without = [constraint.sentence for constraint in model.constraints if not constraint.key]
            assert not without, f"{model.name}: {without[:3]} …"


@pytest.mark.parametrize(
    ("verb", "command"), [(verb, command) for verb, commands in COMMANDS.items() for command in commands], ids=str
)
def test_other_sentences_change_nothing_but_the_text(
    verb: str, command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main = import_module(f"solvers.{verb}.__main__").main
    code = main(list(command))
    said = TIMES.sub("", capsys.readouterr().out)
    sentences = Sentences(monkeypatch)
    assert main(list(command)) == code
    silenced = TIMES.sub("", capsys.readouterr().out)
    written = _in_json if "--json" in command else str
    assert sentences.put_back(silenced, written) == said


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


@pytest.mark.parametrize(
    ("name", "instance"),
    [("sudoku", "7.7" + "." * 78), ("cubes", "csun-mid8"), ("cover", "mutilated-board"), ("grecian", "")],
)
def test_conflicts_are_drawn_alike_whatever_the_rules_are_called(
    name: str, instance: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = load_puzzle(name)
    if name == "sudoku":
        path = tmp_path / "clash.txt"
        path.write_text(instance)
    elif name == "grecian":
        path = tmp_path / "clash.toml"
        text = find_instance(puzzle, "toy").read_text()
        path.write_text(re.sub(r"^target = 15", "target = 16", text, flags=re.M))
    else:
        path = find_instance(puzzle, instance)

    def drawn() -> str:
        read = next(puzzle.read(path))
        stated = puzzle.state(read)
        conflict = Blame(puzzle.parts(read, stated)).one()
        picture = puzzle.drawing.conflict(read, stated, conflict)
        assert picture is not None
        return picture

    as_it_is = drawn()
    sentences = Sentences(monkeypatch)
    assert sentences.put_back(drawn()) == as_it_is
