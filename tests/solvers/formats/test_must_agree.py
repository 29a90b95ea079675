"""The Grecian Computer, Inkala's Sudoku and 8 cubes, exported: foreign solvers find the answers that we find."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from models.cubes.generator import planted
from models.registry import load_puzzle
from solvers.core.registry import load_backend
from solvers.export.__main__ import main
from tests.random_models import Answers, decisions_of
from tests.solvers.formats.foreign import Reading, models_of, needs, solutions_by_clasp
from tests.solvers.formats.xcsp3.test_writing import said_by_cosoco

PUZZLES = ["grecian", "sudoku", "cubes"]


@pytest.fixture(scope="module")
def instances(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For each puzzle the file of its instance."""
    cubes = tmp_path_factory.mktemp("cubes") / "eight.txt"
    cubes.write_text("\n".join("".join(faces) for faces in planted(8, 2).cubes), encoding="utf-8")
    return {"grecian": "grecian", "sudoku": "inkala", "cubes": str(cubes)}


def _ours(puzzle: str, instance: str) -> Answers:
    """Every answer of the first formulation, over its projection."""
    room = load_puzzle(puzzle)
    file = Path(instance) if puzzle == "cubes" else next(room.instances_folder.glob(f"{instance}.*"))
    one = next(iter(room.read(file)))
    stated = room.state(one, room.by_speed[0])
    backend, _ = load_backend("sat")
    solutions = backend.load(stated.model).solutions(stated.givens(one))
    return {decisions_of(stated.model, assignment) for assignment in solutions}


def _exported(puzzle: str, instance: str, name: str, folder: Path) -> str:
    file = folder / f"exported.{name}"
    formulation = load_puzzle(puzzle).by_speed[0]
    where = [puzzle, "--instance", instance, "--formulation", formulation, "--to", name, "--output", str(file)]
    assert main(where) == 0
    return file.read_text(encoding="utf-8")


@needs("pysat")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_python_sat_finds_our_answers_in_dimacs(puzzle: str, instances: dict[str, str], tmp_path: Path) -> None:
    from pysat.formula import CNF

    text = _exported(puzzle, instances[puzzle], "dimacs", tmp_path)
    (shown,) = (line.split()[3:-1] for line in text.splitlines() if line.startswith("c p show"))
    found = list(models_of(CNF(from_string=text).clauses, list(map(int, shown))))
    answers = {Reading(text, "c ").decided(one) for one in found}
    assert len(answers) == len(found)
    assert answers
    assert answers == _ours(puzzle, instances[puzzle])


@needs("clingo")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_clasp_finds_our_answers_in_opb(puzzle: str, instances: dict[str, str], tmp_path: Path) -> None:
    text = _exported(puzzle, instances[puzzle], "opb", tmp_path)
    reading = Reading(text, "* ")
    answers = {reading.decided(one) for one in solutions_by_clasp(text, tmp_path)}
    assert answers
    assert answers == _ours(puzzle, instances[puzzle])


@needs("cosoco_bin")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_cosoco_finds_our_answers_in_xcsp3(puzzle: str, instances: dict[str, str], tmp_path: Path) -> None:
    text = _exported(puzzle, instances[puzzle], "xcsp3", tmp_path)
    parsed = ElementTree.fromstring(text.encode())
    variables = [var.get("id") for var in parsed.findall("variables/var")]
    decisions = parsed.findtext("annotations/decision")
    places = [variables.index(name) for name in decisions.split()] if decisions else range(len(variables))
    solutions = [line[2:].split() for line in said_by_cosoco(text, tmp_path, "-nbsols=0") if line.startswith("v ")]
    answers = {tuple(int(solution[place]) for place in places) for solution in solutions}
    assert answers
    assert answers == _ours(puzzle, instances[puzzle])


@pytest.mark.slow
@needs("pyganak")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_ganak_counts_our_answers_in_dimacs(puzzle: str, instances: dict[str, str], tmp_path: Path) -> None:
    from tests.solvers.formats.dimacs.test_dimacs import counted_by_ganak

    text = _exported(puzzle, instances[puzzle], "dimacs", tmp_path)
    assert counted_by_ganak(text) == len(_ours(puzzle, instances[puzzle]))
