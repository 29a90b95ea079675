"""A puzzle in one Python file: the one that ``models/README.md`` shows, in every verb and beside brute force."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

import solvers
from models.errors import InputError, PuzzlebenchError
from models.registry import load_puzzle, puzzle_names
from solvers.api.answer import puzzle_of
from tests.test_readme import block
from tests.warm import run

pytestmark = pytest.mark.usefixtures("opens_puzzle_files")

Run = Callable[..., CompletedProcess[str]]

SQUARES = [
    rows
    for rows in product(permutations(range(1, 5)), repeat=4)
    if all(len({row[column] for row in rows}) == 4 for column in range(4))
]
"""The Latin squares of order 4."""

GENERATOR = """
from models.generation import Candidate, Family, Generator, Specification

class Latin(Specification):
    def candidate(self, name, random, ask):
        rows = random.sample([(1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1)], 4)
        city = City(name, tuple("".join(str(seen(line)) for line in side) for side in lines(rows)))
        answer = ask.only(city)
        return Candidate(city, answer) if answer else "have several answers"

class Cities(Generator):
    sizes, suffix, grades = "none", ".txt", ("easy",)
    families = {"open": Family(lambda size, seed: City(f"open {size}", (size * ".",) * 4), "the side")}
    def specification(self, size, values): return Latin()
    def write(self, city, comments): return " ".join(city.clues) + "\\n"
    def grade(self, city): return "easy"

Skyscrapers.generator = Cities()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "skyscrapers.py").write_text(block(r"class Skyscrapers"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def verb(folder: Path) -> Run:
    """A verb of the command line, for the puzzle in its folder."""

    def verb(name: str, *words: str, **how: str) -> CompletedProcess[str]:
        return run("skyscrapers.py", *words, module=f"solvers.{name}", cwd=folder, **how)

    return verb


def seen(line: tuple[int, ...]) -> int:
    return sum(all(before < height for before in line[:place]) for place, height in enumerate(line))


def sides(rows: tuple[tuple[int, ...], ...]) -> list[str]:
    columns = [*zip(*rows, strict=True)]
    views = columns, rows, [row[::-1] for row in rows], [column[::-1] for column in columns]
    return ["".join(str(seen(line)) for line in view) for view in views]


def test_it_has_the_answers_of_brute_force(verb: Run) -> None:
    random = Random(4)
    for hidden in (random.choice(SQUARES) for _ in range(4)):
        clues = ["".join(random.choice((digit, ".")) for digit in side) for side in sides(hidden)]
        fitting = [
            rows
            for rows in SQUARES
            if all(clue in (".", digit) for side, clue_side in zip(sides(rows), clues, strict=True)
                   for digit, clue in zip(side, clue_side, strict=True))
        ]  # fmt: skip
        done = verb("run", " ".join(clues), "--all", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["answers"] == [[[*row] for row in rows] for rows in sorted(fitting)]


def test_its_rules_explain_the_way(verb: Run) -> None:
    done = verb("explain", "--json")
    assert done.returncode == 0, done.stderr
    explained = json.loads(done.stdout)
    assert explained["status"] == "explained"
    assert "seen from the top" in done.stdout


def test_a_conflict_of_its_rules_is_named(verb: Run) -> None:
    done = verb("explain", "44.. .... .... ....")
    assert done.returncode == 1
    assert "of line 1, 4 can be seen from the top" in done.stdout


def test_formulations_and_backends_are_compared_in_processes_of_their_own(verb: Run) -> None:
    done = verb("compare", "--backends", "kernel,backtracking", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"status": "answered"') == 2


def test_a_file_of_many_is_solved_by_worker_processes(verb: Run, folder: Path) -> None:
    (folder / "many.txt").write_text("..12 .2.. ...3 ..4.\n4.\n" + 3 * "4... .... .... ....\n", encoding="utf-8")
    done = verb("run", "many.txt", "--workers", "2", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["status"] for record in records] == ["answered", "bad input", *3 * ["answered"]]
    assert {record["puzzle"] for record in records} == {"skyscrapers"}


def test_it_is_read_from_a_pipe(verb: Run) -> None:
    done = verb("run", "--json", input="4... .... .... ....")
    assert json.loads(done.stdout)["instance"] == "standard input #1"


def test_its_proof_is_verified_where_the_puzzle_is_named(verb: Run, folder: Path) -> None:
    assert verb("run", "--proof", "four").returncode == 0
    verify = "solvers.verify"
    refused = run("four", module=verify, cwd=folder)
    assert refused.returncode == 2
    assert "one that is in a Python file is named with --puzzle" in refused.stderr
    verified = run("four", "--puzzle", "skyscrapers.py", module=verify, cwd=folder)
    assert "instance: skyscrapers.py (sha256" in verified.stdout
    assert "VERIFIED: exactly 1 answer" in verified.stdout


def test_no_file_is_imported_because_a_certificate_says_so(verb: Run, folder: Path) -> None:
    assert verb("run", "--proof", "four").returncode == 0
    (folder / "evil.py").write_text("print('imported')")
    statement = folder / "four.opb"
    statement.write_text(statement.read_text().replace('"puzzle": "skyscrapers"', '"puzzle": "evil.py"'))
    done = run("four", module="solvers.verify", cwd=folder)
    assert done.returncode == 1
    assert "imported" not in done.stdout


def test_new_ones_are_made_where_it_has_a_generator(verb: Run, folder: Path) -> None:
    file = folder / "skyscrapers.py"
    file.write_text(file.read_text() + GENERATOR, encoding="utf-8")
    for workers in "12":
        done = verb("generate", "--seed", "3", "--count", "2", "--workers", workers, "--output", f"made {workers}")
        assert done.returncode == 0, done.stderr
    texts = [sorted(path.read_text() for path in (folder / f"made {workers}").iterdir()) for workers in "12"]
    assert texts[0] == texts[1]
    assert json.loads(verb("run", texts[0][0].strip(), "--unique", "--json").stdout)["unique"] is True
    family = verb("compare", "--family", "open", "--sizes", "2,3", "--backends", "kernel", "--json")
    assert family.stdout.count('"status": "answered"') == 2, family.stderr
    other = verb("compare", "--family", "cubes", "--sizes", "4")
    assert other.stderr == "error: skyscrapers has no family 'cubes'; it has open\n"


@pytest.mark.parametrize("name", ["models", "random", "solvers", "my-city 2"])
def test_it_may_have_any_name_and_modules_beside_it(name: str, folder: Path) -> None:
    """None of ours, and none of Python's, is hidden by them."""
    text = (
        (folder / "skyscrapers.py").read_text().replace("def seen(line):", "from towers import seen\ndef unused(line):")
    )
    (folder / "towers.py").write_text(
        "from itertools import accumulate\ndef seen(line): return len(set(accumulate(line, max)))"
    )
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for beside in ("models", "solvers", "random", "queue"):
        (folder / f"{beside}.py").write_text("raise RuntimeError('this hides another')")
    (folder / f"{name}.py").write_text(text)
    (elsewhere / "many.txt").write_text(3 * "..12 .2.. ...3 ..4.\n")
    done = run(f"../{name}.py", "many.txt", "--workers", "2", "--seed", "1", cwd=elsewhere)
    assert done.returncode == 0, done.stderr
    assert not (folder / "__pycache__" / f"{name}.cpython-{sys.version_info[0]}{sys.version_info[1]}.pyc").exists()


def test_from_python_it_is_a_puzzle_like_others(folder: Path) -> None:
    import puzzlebench as pb

    cities = pb.puzzle(str(folder / "skyscrapers.py"))
    assert cities.names == ["four"]
    assert pb.is_unique(cities.load())
    assert len([*cities.every("four")]) == 1
    assert pb.solve(cities.load()).value[0] == (1, 2, 4, 3)
    assert "skyscrapers" in puzzle_names()
    assert load_puzzle("skyscrapers") is cities.puzzle


MODEL = """
from models import Model
model = Model("heads and legs")
hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
model.add(hens + hares == 35, because="there are 35 heads")
model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
"""


@pytest.mark.parametrize("name", ["model", "MODEL"])
def test_a_file_with_a_model_alone_is_a_puzzle_with_one_instance(name: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(MODEL.replace("model.", f"{name}.").replace("model =", f"{name} ="))
    solved = run("own.py", "--json", cwd=tmp_path)
    assert json.loads(solved.stdout)["answers"] == [{"hens": 23, "hares": 12}], solved.stderr
    explained = run("own.py", module="solvers.explain", cwd=tmp_path)
    assert "by the rule: there are 94 legs" in explained.stdout
    compared = run("own.py", "--backends", "kernel,backtracking", "--json", module="solvers.compare", cwd=tmp_path)
    assert compared.stdout.count('"status": "answered"') == 2, compared.stderr
    assert run("own.py", "--proof", "p", cwd=tmp_path).returncode == 0
    verified = run("p", "--puzzle", "own.py", module="solvers.verify", cwd=tmp_path)
    assert "VERIFIED: exactly 1 answer" in verified.stdout, verified.stderr


def test_the_objective_of_such_a_model_is_asked_for_unless_answers_are_counted(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(MODEL.replace("== 94", ">= 94") + "model.maximize(hens - hares)\n")
    best = json.loads(run("own.py", "--json", cwd=tmp_path).stdout)
    assert (best["value"], best["answers"]) == (11, [{"hens": 23, "hares": 12}])
    assert json.loads(run("own.py", "--count", "--json", cwd=tmp_path).stdout)["found"] == 24


NUMBERS = """
from models import Model
from models.puzzle import Formulation, Puzzle
from {word}_beside import {imported}

class Below(Formulation):
    def __init__(self, number, objective=None):
        self.model = Model(number.name)
        self.value = self.model.new_int_var(1, number.most, "value")
    def decode(self, number, assignment): return assignment[self.value]

class Numbers(Puzzle):
    name, title, summary = "{word}", "Numbers", "Find a number up to another."
    formulations, default_instance = {{"below": Below}}, "7"
    instances = {{"7": make("seven", 3)}}
    def from_text(self, text): return make("typed", int(text)) if text.isdigit() else None
    def read(self, path): yield make(path.stem, int(path.read_text()))
    def check(self, number, value): return None
    def render(self, number, value=None): return str(value)
    def as_json(self, number, value): return value
PUZZLE = Numbers()
"""

BESIDE = """
from typing import NamedTuple

class Number(NamedTuple):
    name: str
    most: int

def make(*of): return Number(*of)
"""


@pytest.fixture
def numbers(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A puzzle whose instances are of a class beside it, one of them called by what could be typed in full."""
    word = f"numbers_{sum(request.node.name.encode())}"
    (tmp_path / f"{word}_beside.py").write_text(BESIDE)
    (tmp_path / f"{word}.py").write_text(NUMBERS.format(word=word, imported="make"))
    return tmp_path / f"{word}.py"


def test_an_instance_that_a_file_makes_itself_is_known_to_be_of_its_puzzle(numbers: Path) -> None:
    own = solvers.puzzle(str(numbers))
    for instance, answers in ((own.puzzle.from_text("5"), 5), (own.load(), 3), (own.load("9"), 9)):
        assert len([*solvers.solutions(instance)]) == answers


def test_of_two_files_with_one_class_the_one_that_has_the_instance_is_meant(numbers: Path) -> None:
    other = numbers.with_name("other.py")
    other.write_text(numbers.read_text().replace(f'"{numbers.stem}", "Numbers"', '"other", "Others"'))
    for file in (numbers, other):
        own = solvers.puzzle(str(file))
        assert puzzle_of(own.load()) is own.puzzle
    with pytest.raises(PuzzlebenchError, match="Number is neither a model nor an instance of a puzzle"):
        puzzle_of(own.puzzle.from_text("5"))


def test_a_name_means_the_instance_of_that_name_and_nothing_typed_in_full(numbers: Path) -> None:
    for words in ((), ("7",)):
        proved = run(numbers.name, *words, "--count", "--proof", "it", cwd=numbers.parent)
        assert "3 answers" in proved.stdout
        verified = run(
            "it", "--puzzle", numbers.name, "--expect", "exactly 3", module="solvers.verify", cwd=numbers.parent
        )
        assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "there is no such file"),
        ("", "it has no PUZZLE, the object that says what the puzzle is"),
        ("PUZZLE = 7", "its PUZZLE is 7; an object of a class on models.puzzle.Puzzle is expected"),
        ("class Own: pass\nPUZZLE = Own", "its PUZZLE is the class Own; write PUZZLE = Own()"),
        (
            block(r"class Skyscrapers").replace('{"heights": Heights}', "{}"),
            "the formulations of its PUZZLE is {}; a table of formulations by name is expected",
        ),
        (
            block(r"class Skyscrapers").replace('"skyscrapers"', '"sudoku"'),
            "its PUZZLE is called sudoku, as one that comes with the program; give it another name",
        ),
    ],
)
def test_what_is_no_puzzle_is_told_in_one_sentence(text: str | None, complaint: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "own.py").write_text(text)
    with pytest.raises(InputError, match=r"own\.py: ") as raised:
        load_puzzle(str(tmp_path / "own.py"))
    assert complaint in str(raised.value)
