"""An error in somebody's own puzzle is one sentence with the file and the line; the traceback is for whoever asks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.errors import ModelError
from models.language.model import Model
from models.registry import load_puzzle
from solvers.cli.own_code import own_sentence
from tests.tables import rows
from tests.third_party import ROOT, lay_out
from tests.warm import run

pytestmark = pytest.mark.usefixtures("opens_puzzle_files")

PUZZLE = """
from typing import NamedTuple
from models import Model
from models.puzzle import Formulation, Puzzle

class Thing(NamedTuple):
    name: str

class Plain(Formulation):
    def __init__(self, thing, objective=None):
        self.model = Model(thing.name)
        self.x = self.model.new_int_var(0, 1, "x")
        None  # model
    def decode(self, thing, assignment):
        None  # decode
        return assignment[self.x]

class Own(Puzzle):
    name, title, summary = "own", "Own", "Fails."
    formulations, default_instance = {"plain": Plain}, "one"
    instances = {"one": Thing("one")}
    def read(self, path):
        for word in path.read_text().split():
            None  # read
            yield Thing(word)
    def check(self, thing, answer):
        None  # check
    def render(self, thing, answer=None):
        return "own"  # render
    def as_json(self, thing, answer): return answer
PUZZLE = Own()
"""

FAULTS = {
    "[][1]": "list index out of range (IndexError)",
    "{}['colour']": "there is no key 'colour' (KeyError)",
    "1 / 0": "division by zero (ZeroDivisionError)",
    "len(7)": "object of type 'int' has no len() (TypeError)",
    "nosuch": "name 'nosuch' is not defined (NameError)",
    "import nosuch": "No module named 'nosuch' (ModuleNotFoundError)",
    "raise SystemExit(1)": "1 (SystemExit)",
    "assert not thing": "it failed (AssertionError)",
}

WAYS = {
    "model": ["run own.py", "compare own.py", "explain own.py", "diagnose own.py", "export own.py --to opb"],
    "decode": ["run own.py", "diagnose own.py", "run own.py many --workers 2"],
    "check": ["run own.py --all", "run own.py many"],
    "read": ["run own.py many", "explain own.py many"],
    "render": ["run own.py"],
}
"""Where it fails, and who comes by there."""


def faulty(folder: Path, fault: str, where: str) -> int:
    """Write the puzzle with a ``fault`` at a place; returns the line."""
    lines = PUZZLE.replace('return "own"  # render', "None  # render").splitlines()
    (number,) = [number for number, line in enumerate(lines) if line.endswith(f"None  # {where}")]
    lines[number] = lines[number].partition("None")[0] + fault
    (folder / "own.py").write_text("\n".join(lines), encoding="utf-8")
    (folder / "many").write_text("a b c d e f g h")
    return number + 1


@rows(("where", "command"), [(where, command) for where, found in WAYS.items() for command in found])
def test_the_sentence_names_the_line_wherever_it_is_met(where: str, command: str, tmp_path: Path) -> None:
    line = faulty(tmp_path, "[][1]", where)
    verb, *words = command.split()
    done = run(*words, module=f"solvers.{verb}", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr == f"error: own.py, line {line}: list index out of range (IndexError)\n"


@rows("fault", FAULTS)
def test_the_sentence_says_what_python_says(fault: str, tmp_path: Path) -> None:
    line = faulty(tmp_path, fault, "model")
    done = run("own.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"error: own.py, line {line}: {FAULTS[fault]}\n")


def test_a_wrong_declaration_gets_its_line_and_stays_a_sentence(tmp_path: Path) -> None:
    line = faulty(tmp_path, "self.model.add(0 < self.x < 1)", "model")
    done = run("own.py", cwd=tmp_path)
    assert done.returncode == 2
    assert re.match(rf"error: own\.py, line {line}: \(x\) has no truth value .*\n$", done.stderr)


def test_a_wrong_declaration_in_another_package_gets_its_line_too(tmp_path: Path) -> None:
    line = faulty(tmp_path, "self.model.add(0 < self.x < 1)", "model")
    lay_out(tmp_path, "faulty", "1", "[puzzlebench.puzzles]\nown = own:PUZZLE\n")
    done = run("own", env={"PYTHONPATH": f"{tmp_path}:{ROOT}"}, cwd=tmp_path)
    assert done.stderr.startswith(f"error: own.py, line {line}: (x) has no truth value")


@pytest.mark.parametrize("words", [["own.py"], ["own.py", "many", "--workers", "2"]], ids=["here", "in a worker"])
def test_who_wants_the_traceback_gets_it(words: list[str], tmp_path: Path) -> None:
    line = faulty(tmp_path, "1 / 0", "decode")
    done = run(*words, cwd=tmp_path, env={"PUZZLEBENCH_DEBUG": "1", "PYTHONPATH": str(ROOT)})
    *traceback, last = done.stderr.splitlines()
    assert last == f"error: own.py, line {line}: division by zero (ZeroDivisionError)"
    assert traceback[0] == "Traceback (most recent call last):"
    assert f'own.py", line {line}, in decode' in done.stderr


def test_a_process_that_is_measured_tells_the_line(tmp_path: Path) -> None:
    line = faulty(tmp_path, "1 / 0", "decode")
    words = ["own.py", "--backends", "backtracking", "--json"]
    done = run(*words, module="solvers.compare", cwd=tmp_path, env={"PUZZLEBENCH_DEBUG": "1", "PYTHONPATH": str(ROOT)})
    assert f"own.py, line {line}: division by zero (ZeroDivisionError)" in done.stdout
    assert f'own.py", line {line}, in decode' in done.stderr


@rows(
    ("text", "said"),
    [
        ("x = 1\ndef broken(:\n", r"line 2: invalid syntax \(SyntaxError\)"),
        ("x = 1\n  y = 2\n", r"line 2: unexpected indent \(IndentationError\)"),
        ("x = [1,\n", r"line 1: '\[' was never closed \(SyntaxError\)"),
        ("\n\nx = 1 / 0\n", r"line 3: division by zero \(ZeroDivisionError\)"),
        ("import nosuch\n", r"line 1: No module named 'nosuch' \(ModuleNotFoundError\)"),
        ("a\0b", r"line 1: source code (string )?cannot contain null bytes.* \(SyntaxError\)"),
        (PUZZLE.replace("read", "reed"), r"line 31: Can't instantiate abstract class Own .*read.* \(TypeError\)"),
    ],
)
def test_a_file_that_cannot_be_imported_says_where(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    done = run("own.py", cwd=tmp_path)
    assert done.returncode == 2
    assert re.fullmatch(rf"error: own\.py, {said}\n", done.stderr), done.stderr


def test_the_line_may_be_in_a_module_beside_it(tmp_path: Path) -> None:
    faulty(tmp_path, "import helper; helper.help(3)", "model")
    (tmp_path / "helper.py").write_text("def help(times):\n    return help(times - 1) if times else {}[times]\n")
    assert run("own.py", cwd=tmp_path).stderr == "error: helper.py, line 2: there is no key 0 (KeyError)\n"


def test_what_a_formulation_lacks_is_told_with_its_file(tmp_path: Path) -> None:
    faulty(tmp_path, "del self.model", "model")
    done = run("own.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "error: own.py: 'Plain' object has no attribute 'model' (AttributeError)\n",
    )


def test_bad_input_that_its_reader_complains_of_stays_as_it_is(tmp_path: Path) -> None:
    faulty(tmp_path, "from models.errors import InputError; raise InputError('it is too long', path, 3)", "read")
    done = run("own.py", "many", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: many:3: it is too long\n")


def test_where_it_hands_over_what_cannot_be_used_both_may_be_at_fault(tmp_path: Path) -> None:
    text = PUZZLE.replace("as_json(self, thing, answer): return answer", "as_json(self, thing, answer): return self")
    (tmp_path / "own.py").write_text(text)
    done = run("own.py", "--json", cwd=tmp_path)
    assert done.returncode == 70
    assert "Either own.py hands over what cannot be used, or the fault is Puzzlebench's" in done.stderr


def test_from_python_exceptions_stay_exceptions(tmp_path: Path) -> None:
    import puzzlebench as pb

    faulty(tmp_path, "1 / 0", "model")
    things = pb.puzzle(str(tmp_path / "own.py"))
    with pytest.raises(ZeroDivisionError):
        pb.solve(things.load())
    with pytest.raises(SyntaxError):
        load_puzzle(str(_written(tmp_path / "other.py", "x = (")))


def test_errors_of_ours_name_no_file() -> None:
    with pytest.raises(ModelError) as raised:
        Model("m").new_int_var(3, 1, "x")
    assert own_sentence(raised.value) == ""


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path
