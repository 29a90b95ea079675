"""The README of every folder: its examples and commands run, its tables are true, and what it points to is there.

A block ``sh`` is run command by command, a block ``python`` as a script or, with ``>>>``, as a doctest. A block with a
file's name behind its language is written to that file first; ``pyproject.toml`` registers its entry points. A block
``text`` right below commands shows what the last of them prints. On the first page, commands are looked at, not run.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from models.errors import InputError
from models.language.constraints import CONSTRAINT_KINDS
from models.language.model import Model
from models.registry import PUZZLES, find_instance, instance_files, load_puzzle
from solvers import is_unique
from solvers.core.registry import BACKENDS, load_backend
from solvers.render.session import record
from tests.third_party import lay_out
from tests.warm import run

ROOT = Path(__file__).parent.parent
FOLDERS = ("models", "solvers", "instances", "tests")
FIRST_PAGE = ROOT / "README.md"
INSTALLED = str(ROOT / "solvers" / "api" / "installed")
ROOMS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("README.md"))]
READMES = [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in (FIRST_PAGE, *ROOMS)]

NOT_HERE = re.compile(
    r"solvers\.bench|solvers\.serve|solvers\.network\.train|--on\b|https?://|\bs3://|pip install|minizinc|<"
)
"""Commands that take long, or more than this machine has: their options are looked at all the same."""

NEEDED = {"ortools": r"cpsat|\bmip\b", "pysat": r"maxsat|\bsat:(?!kernel)", "numpy": "--backend network"}
"""The libraries that examples need which say so."""


class Block(NamedTuple):
    """An example."""

    language: str
    file: str
    text: str
    is_below: bool
    """Whether nothing but space parts it from the block before."""


def blocks(readme: Path) -> list[Block]:
    text = readme.read_text(encoding="utf-8")
    found: list[Block] = []
    end = -1
    for match in re.finditer(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", text, re.S | re.M):
        is_below = end >= 0 and not text[end : match.start()].strip()
        found.append(Block(match[1], match[2] or "", match[3], is_below))
        end = match.end()
    return found


def commands(block: Block) -> Iterator[str]:
    """The command lines of a block, comments and all; one that ends with a backslash goes on."""
    for line in block.text.replace("\\\n", " ").splitlines():
        if re.search(r"\bpython -m solvers|^puzzlebench (?!minizinc)", line):
            yield re.sub(r"^puzzlebench ", "python -m solvers ", line)


def block(beginning: str, language: str = "python") -> str:
    """The example, wherever it stands, in which a line begins with these words."""
    found = [
        part.text
        for readme in (FIRST_PAGE, *ROOMS)
        for part in blocks(readme)
        if part.language == language and re.search(rf"^{beginning}", part.text, re.M)
    ]
    assert found, beginning
    return found[0]


@pytest.mark.parametrize("readme", [pytest.param(path, id=path.parent.relative_to(ROOT).as_posix()) for path in ROOMS])
def test_the_examples_of_a_folder_run(readme: Path, tmp_path: Path) -> None:
    parts = blocks(readme)
    everything = "\n".join(part.text for part in parts if part.language in ("sh", "python"))
    for library, pattern in NEEDED.items():
        if re.search(pattern, everything):
            pytest.importorskip(library)
    (tmp_path / "instances").symlink_to(ROOT / "instances", target_is_directory=True)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT), INSTALLED)), "COLUMNS": "200"}
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for part in parts:
        if part.file:
            (tmp_path / part.file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / part.file).write_text(part.text, encoding="utf-8")
    if (tmp_path / "pyproject.toml").exists():
        project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
        assert {"name", "version"} <= project["project"].keys(), "pip would refuse it"
        assert {f"{module}.py" for module in project["tool"]["setuptools"]["py-modules"]} <= {
            part.file for part in parts
        }
        register(tmp_path, project)
    shown = ""
    for part in parts:
        if part.language == "sh":
            for line in commands(part):
                if not NOT_HERE.search(line):
                    shown = said(["bash", "-o", "pipefail", "-c", line], line, tmp_path, environment)
        elif part.language == "python" and not part.file and ">>>" not in part.text:
            shown = said([sys.executable, "-c", part.text], part.text, tmp_path, environment)
        elif part.language == "text" and part.is_below:
            assert figures_masked(part.text).strip() in figures_masked(shown), part.text
    talk = "".join(part.text for part in parts if part.language == "python" and ">>>" in part.text)
    test = doctest.DocTestParser().get_doctest(talk, {}, readme.name, str(readme), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def said(command: list[str], words: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command prints; it ends with 0, or with what its comment says: ``# exit code 3``."""
    code = re.search(r"# .*exit code (\d+)", words)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == int(code[1] if code else 0), f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def register(folder: Path, project: dict[str, dict[str, dict[str, dict[str, str]]]]) -> None:
    """Let a folder on the path be a package with the entry points of its ``pyproject.toml``."""
    lines = [
        line
        for group, entries in project["project"]["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {where}" for name, where in entries.items()))
    ]
    lay_out(folder, "newcomer", "1", "\n".join(lines))


@pytest.mark.parametrize("readme", READMES)
def test_every_command_names_a_verb_and_options_that_exist(readme: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (line for part in blocks(readme) if part.language == "sh" for line in commands(part)):
        words = shlex.split(re.sub(r".*?python -m ", "", line), comments=True)
        module, words = (words[0], words[1:]) if words[0] != "solvers" else (f"solvers.{words[1]}", words[2:])
        options = [word.partition("=")[0] for word in words if word.startswith("--")]
        puzzle = [word for word in words[:1] if word in PUZZLES]
        with pytest.raises(SystemExit) as ended:
            import_module(f"{module}.__main__").main([*puzzle, "--help-all"])
        assert ended.value.code == 0, line
        shown = capsys.readouterr().out
        assert all(option in shown for option in options), line


@pytest.mark.parametrize("readme", READMES)
def test_whatever_it_points_to_is_there(readme: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", readme.read_text(encoding="utf-8"), flags=re.S | re.M)
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    paths = re.findall(r"`((?:models|solvers|instances|tests)/[\w./-]*)`", text)
    missing = [link for link in links if not (readme.parent / link).exists()]
    missing += [path for path in paths if readme != FIRST_PAGE and not (ROOT / path).exists()]
    assert not missing


def beside_cpmpy() -> Iterator[tuple[str, str, str]]:
    """Our model, the same in CPMpy, and what both print."""
    parts = blocks(ROOT / "models" / "README.md")
    for place, theirs in enumerate(parts):
        if theirs.file.endswith("_in_cpmpy.py"):
            yield parts[place - 1].text, theirs.text, parts[place + 1].text


def test_no_model_takes_more_lines_than_in_cpmpy() -> None:
    sizes = [[len(re.findall(r"^.*\S", text, re.M)) for text in pair[:2]] for pair in beside_cpmpy()]
    assert len(sizes) == 4
    assert all(ours <= theirs for ours, theirs in sizes), sizes
    assert all(len(line) <= 100 for pair in beside_cpmpy() for text in pair for line in text.splitlines())


@pytest.mark.parametrize(("ours", "theirs", "printed"), [*beside_cpmpy()])
def test_the_models_in_cpmpy_have_the_same_answers(ours: str, theirs: str, printed: str) -> None:
    """What ours print is looked at where the examples run."""
    pytest.importorskip("cpmpy")
    assert said([sys.executable, "-c", theirs], theirs, ROOT, dict(os.environ)) == printed


def test_the_map_names_what_is_there() -> None:
    text = (ROOT / "solvers" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:models|solvers)/[\w/]+\.py)` `(\w+)`", text)
    assert len(named) > 10
    assert [(file, name) for file, name in named if name not in names_in(ROOT / file)] == []


@pytest.fixture
def third_party(tmp_path: Path) -> dict[str, str]:
    """An environment in which the puzzle, the variant and the backend that are shown are somebody's package."""
    (tmp_path / "parity.py").write_text(block(r"class ParityLine"), encoding="utf-8")
    (tmp_path / "queens.py").write_text(block(r"class Queens"), encoding="utf-8")
    (tmp_path / "brute.py").write_text(block(r"class Brute"), encoding="utf-8")
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "six.txt").write_text("6", encoding="utf-8")
    points = {"puzzles": {"queens": "queens:PUZZLE"}, "backends": {"brute": "brute:BACKEND"}}
    groups = {f"puzzlebench.{group}": entries for group, entries in points.items()}
    groups["puzzlebench.variants"] = {"parity_lines": "parity:ParityLine"}
    register(tmp_path, {"project": {"entry-points": groups}})
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}


@pytest.mark.parametrize("backend", ["brute", "sat", "backtracking"])
def test_the_puzzle_and_the_backend_it_shows_work(third_party: dict[str, str], backend: str) -> None:
    done = run("queens", "--backend", backend, "--all", "--json", env=third_party)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)["answers"]
    assert sorted(answers) == [[2, 4, 6, 1, 3, 5], [3, 6, 2, 5, 1, 4], [4, 1, 5, 2, 6, 3], [5, 3, 1, 6, 4, 2]]


def test_the_variant_it_shows_works(third_party: dict[str, str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('grid = ["1...", "....", "....", "..3."]\nparity_lines = ["r1c1 r1c2", "r3c1-r4c1 r4c2"]')
    done = run("sudoku", "--instance", str(mine), "--all", "--json", env=third_party)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["answers"]
    assert found
    for first, _, third, last in found:
        assert (first[0] + first[1]) % 2 == 1
        assert (third[0] + last[0]) % 2 == (last[0] + last[1]) % 2 == 1


def test_the_sudoku_it_shows_has_one_answer(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(block("thermometers = ", "toml"), encoding="utf-8")
    assert is_unique(next(load_puzzle("sudoku").read(tmp_path / "mine.toml")))


def test_the_script_it_shows_does_what_it_says() -> None:
    """With another puzzle than the one it shows, whose explanation takes long."""
    (shown,) = (part.text for part in blocks(FIRST_PAGE) if part.language == "python")
    script = shown.replace('"inkala"', '"order_6"')
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), INSTALLED))}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert first == "2 True"
    assert f"# {first}\n" in shown


def test_the_first_page_is_short() -> None:
    assert len(FIRST_PAGE.read_text(encoding="utf-8").splitlines()) <= 150


def test_the_session_it_shows_is_what_the_program_prints() -> None:
    def words(svg: str) -> set[str]:
        return set(re.findall(r"[A-Z][^\d<>]{12,}", figures_masked(svg.replace("&#160;", " "))))

    kept = (ROOT / "instances" / "_pictures" / "session.svg").read_text(encoding="utf-8")
    assert words(record()) == words(kept)


@pytest.mark.parametrize("readme", READMES)
def test_the_examples_are_short(readme: Path) -> None:
    for part in blocks(readme):
        if part.language == "python":
            assert len([line for line in part.text.splitlines() if line.strip()]) < (55 if part.file else 30)


def test_the_cubes_it_shows_are_those_of_parker_brothers(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(block("# name: the cubes on my desk", "text"), encoding="utf-8")
    puzzle = load_puzzle("cubes")
    mine, known = (
        next(iter(puzzle.read(path))) for path in (tmp_path / "mine.txt", find_instance(puzzle, "parker-jaap"))
    )
    assert mine.cubes == known.cubes


def test_the_answer_it_shows_is_what_the_program_prints() -> None:
    pytest.importorskip("ortools")
    shown = block("Grecian Computer: ", "text")
    assert figures_masked(shown) == figures_masked(run("grecian", "--backend", "cpsat").stdout)


def test_the_explanation_it_shows_is_the_beginning_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    from solvers.explain.__main__ import main

    main(["cover", "--instance", "wildwood"])
    assert capsys.readouterr().out.partition("\n\n")[2].startswith(block("  1. not Moonshine", "text"))


def figures_masked(report: str) -> str:
    """``report`` without what differs from machine to machine: times, the solver's version, where the files are."""
    report = report.replace(f"{ROOT}/", "")
    return re.sub(r"[\d.]+ (ms|s)\b", "TIME", re.sub(r"CP-SAT [\d.]+|kernel \w+ in \w+", "VERSION", report))


def test_the_table_of_formulations_and_backends_is_true() -> None:
    """✓ stands for every instance that comes with the puzzle, – for none; where the clash is plain, nobody is asked."""
    text = FIRST_PAGE.read_text(encoding="utf-8")
    heading, _, *rows = re.search(r"(\| formulation \| cpsat.*?\n)\n", text, re.S)[1].splitlines()  # type: ignore[index]
    backends = [word for word in cells(heading)[1:] if word != "classic"]
    assert set(backends) == set(BACKENDS) - {"maxsat"}
    told = {}
    for row in rows:
        puzzle, *signs = cells(row)
        for formulation in re.findall(r"`(\w+)`", puzzle):
            told[puzzle.split()[0], formulation] = dict(zip(backends, signs, strict=False))
    assert told == {
        (name, formulation): {backend: sign(name, formulation, backend) for backend in backends}
        for name in PUZZLES
        for formulation in load_puzzle(name).formulations
    }


def test_the_tables_of_kinds_and_places_are_true() -> None:
    """Every function that ``models/language/README.md`` names is in the file at the head of its column or row."""
    text = (ROOT / "models" / "language" / "README.md").read_text(encoding="utf-8")
    walk = re.findall(r"^\| \d+ \| `([\w/.]+)`[^|]*\| `_KIND`", text, re.M)
    assert len(walk) >= 5
    kinds = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower() for kind in CONSTRAINT_KINDS}
    for file in walk:
        assert {f"_{kind}" for kind in kinds} <= names_in(ROOT / file) | {"_clause"}, file
    (heading, _, *rows) = re.search(r"(\| kind \|.*?\n)\n", text, re.S)[1].splitlines()  # type: ignore[index]
    files = [re.findall(r"`([\w/]+\.\w+)`", cell) for cell in cells(heading)]
    assert [cells(row)[0].strip("`") for row in rows] == [kind.__name__ for kind in CONSTRAINT_KINDS]
    for row in rows:
        for places, cell in list(zip(files, cells(row), strict=True))[1:]:
            known = set().union(*(names_in(ROOT / place) for place in places))
            assert set(re.findall(r"`(\w+)`", cell)) <= known, (places, cell)


def names_in(path: Path) -> set[str]:
    """The classes, functions and methods of a Python file; every word of another file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"\w+", text))
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def sign(puzzle: str, formulation: str, backend: str) -> str:
    taken = {load_backend(backend)[0].unsupported_reason(model) is None for model in models(puzzle, formulation)}
    return {frozenset({True}): "✓", frozenset({False}): "–"}.get(frozenset(taken), "some")


@cache
def models(name: str, formulation: str) -> list[Model]:
    puzzle = load_puzzle(name)
    firsts = [next(item for item in puzzle.read(path) if not isinstance(item, InputError)) for path in files(name)]
    found = []
    for item in firsts:
        with suppress(InputError):  # an exact cover cannot say what some variants of Sudoku demand
            if puzzle.contradiction(item) is None:
                found.append(puzzle.formulations[formulation](item).model)
    return found


def files(name: str) -> list[Path]:
    """Of exact covers, not the pentominoes: their thousands of options take seconds to declare."""
    return [path for stem, path in instance_files(load_puzzle(name)).items() if not stem.startswith("pentominoes")]
