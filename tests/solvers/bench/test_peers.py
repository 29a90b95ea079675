"""The benchmark's peers: they are right, and they do the same work as we do."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from models.cover.instance import Cover, Option
from models.registry import family, find_instance, load_puzzle
from solvers.bench import groups, kernel, peers_cover, peers_cpsat, peers_python, peers_sat
from solvers.bench.checks import checked_dials, checked_grid, checked_tower
from solvers.bench.figures import Samples
from solvers.bench.groups import TURNS, solve_file
from solvers.core.backend import Clock
from solvers.core.registry import load_backend

CUBES = family("cubes")(6, 1).cubes


def lines_of(number: int) -> list[str]:
    found = find_instance(load_puzzle("sudoku"), "royle_17").read_text().splitlines()
    return [line for line in found if line[0] != "#"][:number]


def grecian() -> Any:
    return next(load_puzzle("grecian").read(find_instance(load_puzzle("grecian"), "grecian")))


@pytest.mark.parametrize(
    "solve",
    [peers_sat.solve_sudokus, peers_cpsat.solve_sudokus, peers_python.cover_sudokus, peers_python.search_sudokus],
)
def test_sudokus_by_hand_come_out_as_ours(solve: Callable[[list[str]], list[tuple[str, bool]]], tmp_path: Path) -> None:
    lines = [*lines_of(3), "12345678." + "." * 72]
    (tmp_path / "file.txt").write_text("\n".join(lines))
    ours = solve_file(tmp_path / "file.txt", "sat")
    by_hand = solve(lines)
    assert by_hand[:3] == ours[:3]
    assert [unique for _, unique in by_hand] == [True, True, True, False]


@pytest.mark.parametrize("solve", [peers_sat.solve_dials, peers_cpsat.solve_dials])
def test_dials_by_hand_come_out_as_published(solve: Callable[..., list[list[int]]]) -> None:
    assert solve(grecian().dials, grecian().targets[0]) == [[0, 5, 9, 2, 7]]


@pytest.mark.parametrize("solve", [peers_sat.solve_dials, peers_cpsat.solve_dials])
def test_two_answers_of_dials_are_enough_as_they_are_for_ours(solve: Callable[..., list[list[int]]]) -> None:
    found = solve([[[1, 1, 1]], [[1, None, 1]]], 1)
    assert len(found) == 2 == len({*map(tuple, found)})


@pytest.mark.parametrize("peers", [peers_sat, peers_cpsat])
def test_cubes_by_hand_show_every_colour_once_on_each_side(peers: Any) -> None:
    ways, faces = peers.stack_cubes(CUBES, TURNS), peers.place_faces(CUBES)
    checked_tower(CUBES, [TURNS[way] for way in ways])
    checked_tower(CUBES, [(front, right, (front + 3) % 6, (right + 3) % 6) for front, right in faces])
    assert ways[0] < 3, "the first cube is turned, which ours never is"
    assert TURNS[:3].count((*faces[0], *((face + 3) % 6 for face in faces[0]))) == 1
    assert peers.stack_cubes([CUBES[0]] * 6, TURNS) is None
    assert peers.place_faces([CUBES[0]] * 6) is None


def test_answers_that_are_wrong_are_noticed_by_the_peers() -> None:
    ((grid, _),) = peers_python.search_sudokus(lines := lines_of(1))
    assert checked_grid(lines[0], grid) == grid
    for wrong in (grid[::-1], "1" * 81, grid[1:] + grid[0]):
        with pytest.raises(AssertionError):
            checked_grid(lines[0], wrong)
    with pytest.raises(AssertionError, match="twice"):
        checked_grid("." * 81, grid[:80] + str(int(grid[80]) % 9 + 1))
    assert checked_dials(grecian().dials, 42, [0, 5, 9, 2, 7]) == [0, 5, 9, 2, 7]
    with pytest.raises(AssertionError, match="adds up"):
        checked_dials(grecian().dials, 42, [0, 5, 9, 2, 6])
    with pytest.raises(AssertionError, match="twice"):
        checked_tower(CUBES, [TURNS[0]] * 5 + [TURNS[1]])


def test_cpsat_by_hand_searches_once_for_each_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python.cp_model import CpSolver

    searches = []
    search = CpSolver.solve

    def counted(*arguments: Any) -> Any:
        searches.append(arguments)
        return search(*arguments)

    monkeypatch.setattr(CpSolver, "solve", counted)
    peers_cpsat.solve_sudokus(lines_of(3))
    peers_cpsat.solve_dials(grecian().dials, 42)
    assert len(searches) == 4


def test_cpsat_by_hand_has_the_settings_of_ours() -> None:
    loaded: Any = load_backend("cpsat")[0].load(groups.load_puzzle("grecian").state(grecian(), "element").model)
    ours, theirs = loaded._parameters(Clock(None), inf, enumerate_all=True), peers_cpsat._solver().parameters
    for name in ("num_workers", "cp_model_probing_level", "max_presolve_iterations", "inprocessing_probing_dtime"):
        assert getattr(ours, name) == getattr(theirs, name), name


def test_the_dials_by_hand_in_clauses_are_no_more_than_ours() -> None:
    """Sums from which the target cannot be reached made them 41,059, and ten times as slow as ours."""
    ours = load_backend("sat")[0].load(groups.load_puzzle("grecian").state(grecian(), "element").model)
    assert len(peers_sat.dial_clauses(grecian().dials, 42)[1]) <= ours.size()["clauses"]


def test_algorithm_x_by_hand_builds_its_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    build = peers_python.sudoku_cover
    monkeypatch.setattr(peers_python, "sudoku_cover", lambda: built.append(build()) or built[-1])
    peers_python.cover_sudokus(lines_of(3))
    assert len(built) == 1
    assert built[0] == build(), "a search has changed the table"


def test_planted_cubes_are_one_formulation_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    ours, theirs = groups.solve, peers_sat.place_faces
    monkeypatch.setattr(groups, "MAX_PLANTED_CUBES", {"sat": 4})
    monkeypatch.setattr(groups, "solve", lambda *words: asked.append(words[1]) or ours(*words))
    monkeypatch.setattr(peers_sat, "place_faces", lambda cubes: asked.append("faces by hand") or theirs(cubes))
    (figure,) = groups.cubes(Samples("tiny", 1, {}, 1, {4: 2}, 1, 1))
    assert asked == ["faces", "faces by hand"] * 2
    assert figure.against == "python-sat"


@pytest.mark.parametrize("package", peers_cover.PEERS)
def test_covers_by_other_packages_are_those_that_we_list(package: str) -> None:
    pytest.importorskip(package)
    if kernel.compiled() is None:
        pytest.skip("no compiled kernel")
    queens = kernel.queens(6)
    ours, theirs = (
        {frozenset(cover) for cover in side(queens)} for side in (peers_cover.by_kernel, peers_cover.PEERS[package])
    )
    assert len(ours) == 4
    assert ours == theirs


def test_covers_are_built_and_listed_by_both_sides_in_every_turn() -> None:
    asked = []

    def side(name: str) -> Callable[[Cover], peers_cover.Covers]:
        return lambda cover: asked.append((name, len(cover.options))) or [[0]]

    seconds, found = kernel._listed(2, Cover("it", ("a",), (), (Option("a", ("a",)),)), side("ours"), side("theirs"))
    assert (len(seconds), found) == (2, 1)
    assert asked[2:] == [("ours", 1), ("theirs", 1)] * 2
