"""The README's examples do what it says: the puzzle and the backend it shows whole are registered and run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from models.errors import InputError
from models.language.model import Model
from models.registry import PUZZLES, instance_files, load_puzzle
from solvers import is_unique
from solvers.core.registry import BACKENDS, load_backend
from tests.warm import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.S)


@pytest.fixture
def third_party(tmp_path: Path) -> dict[str, str]:
    """An environment in which the README's puzzle, variant and backend are installed as somebody's package."""
    _, puzzle, variant, backend = BLOCKS
    (tmp_path / "renban.py").write_text(variant, encoding="utf-8")
    (tmp_path / "queens.py").write_text(puzzle, encoding="utf-8")
    (tmp_path / "brute.py").write_text(backend, encoding="utf-8")
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "six.txt").write_text("6", encoding="utf-8")
    info = tmp_path / "newcomer-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: newcomer\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[puzzlebench.puzzles]\nqueens = queens:PUZZLE\n[puzzlebench.backends]\nbrute = brute:BACKEND\n"
        "[puzzlebench.variants]\nrenban = renban:Renban\n",
        encoding="utf-8",
    )
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}


@pytest.mark.parametrize("backend", ["brute", "sat", "backtracking"])
def test_the_puzzle_and_the_backend_it_shows_work(third_party: dict[str, str], backend: str) -> None:
    done = run("queens", "--backend", backend, "--all", "--json", env=third_party)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)["answers"]
    assert sorted(answers) == [[2, 4, 6, 1, 3, 5], [3, 6, 2, 5, 1, 4], [4, 1, 5, 2, 6, 3], [5, 3, 1, 6, 4, 2]]


def test_the_variant_it_shows_works(third_party: dict[str, str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('grid = ["1...", "....", "....", "..3."]\nrenban = ["r1c1 r1c2", "r3c1-r4c1 r4c2"]')
    done = run("sudoku", "--instance", str(mine), "--all", "--json", env=third_party)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["answers"]
    assert found
    for first, _, third, last in found:
        assert abs(first[0] - first[1]) == 1
        assert sorted((third[0], last[0], last[1])) in ([1, 2, 3], [2, 3, 4])


def test_the_sudoku_it_shows_has_one_answer(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(grid.*?)```", README, re.S)
    (tmp_path / "mine.toml").write_text(block, encoding="utf-8")
    assert is_unique(next(load_puzzle("sudoku").read(tmp_path / "mine.toml")))


@pytest.mark.parametrize("name", ["order_6", pytest.param("inkala", marks=pytest.mark.slow)])
def test_the_script_it_shows_does_what_it_says(name: str) -> None:
    """With another puzzle than the one it shows, whose explanation takes long."""
    assert BLOCKS[0].count('"inkala"') == 1
    script = BLOCKS[0].replace('"inkala"', f'"{name}"')
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Status.SOLVED 2 10652", "1 True [7]"]
    assert all(f"# {line}\n" in BLOCKS[0] for line in lines[:2])
    assert lines[-3:] == ["R1C1 = 1 is given", "R1C2 = 1 is given", "row 1 holds each digit once"]


def test_the_examples_are_short() -> None:
    for block in BLOCKS:
        assert len([line for line in block.splitlines() if line.strip()]) < 30


def test_the_cubes_it_shows_are_those_of_parker_brothers(tmp_path: Path) -> None:
    from models.registry import find_instance

    (block,) = re.findall(r"```text\n(# name.*?)```", README, re.S)
    (tmp_path / "mine.txt").write_text(block, encoding="utf-8")
    puzzle = load_puzzle("cubes")
    mine, known = (
        next(iter(puzzle.read(path))) for path in (tmp_path / "mine.txt", find_instance(puzzle, "parker-jaap"))
    )
    assert mine.cubes == known.cubes


def test_every_command_names_a_verb_and_options_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for line in re.findall(r"^python -m (solvers\.\S+ .*?)(?:\s+#.*)?$", README, re.M):
        module, *words = line.split()
        options = [word for word in words if word.startswith("--")]
        puzzle = [words[0]] if words and not words[0].startswith("-") else []
        with pytest.raises(SystemExit) as ended:
            import_module(f"{module}.__main__").main([*puzzle, "--help-all"])
        assert ended.value.code == 0, line
        shown = capsys.readouterr().out
        assert all(option in shown for option in options), line


def test_the_answer_it_shows_is_what_the_program_prints() -> None:
    pytest.importorskip("ortools")
    shown = re.search(r"```text\n(Grecian.*?)```", README, re.S)
    assert shown
    assert figures_masked(shown[1]) == figures_masked(run("grecian", "--backend", "cpsat").stdout)


def test_the_explanation_it_shows_is_the_beginning_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pysat")
    from solvers.explain.__main__ import main

    (shown,) = re.findall(r"```text\n(  1\. .*?)```", README, re.S)
    main(["cover", "--instance", "wildwood"])
    assert capsys.readouterr().out.partition("\n\n")[2].startswith(shown)


def figures_masked(report: str) -> str:
    """``report`` without what differs from machine to machine: spans of time, and the solver's version."""
    return re.sub(r"[\d.]+ (ms|s)\b", "TIME", re.sub(r"CP-SAT [\d.]+", "CP-SAT VERSION", report))


def test_the_table_of_formulations_and_backends_is_true() -> None:
    """✓ stands for every instance that comes with the puzzle, – for none; where the clash is plain, nobody is asked."""
    heading, _, *rows = re.search(r"(\| formulation \| cpsat.*?\n)\n", README, re.S)[1].splitlines()  # type: ignore[index]
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


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def sign(puzzle: str, formulation: str, backend: str) -> str:
    taken = {load_backend(backend)[0].objection(model) is None for model in models(puzzle, formulation)}
    return {frozenset({True}): "✓", frozenset({False}): "–"}.get(frozenset(taken), "some")


@cache
def models(name: str, formulation: str) -> list[Model]:
    puzzle = load_puzzle(name)
    firsts = [next(item for item in puzzle.read(path) if not isinstance(item, InputError)) for path in files(name)]
    found = []
    for item in firsts:
        with suppress(InputError):  # an exact cover cannot say what some variants of Sudoku demand
            if puzzle.clash(item) is None:
                found.append(puzzle.formulations[formulation](item).model)
    return found


def files(name: str) -> list[Path]:
    """Of exact covers, not the pentominoes: their thousands of options take seconds to declare."""
    return [path for stem, path in instance_files(load_puzzle(name)).items() if not stem.startswith("pentominoes")]
