"""What do declaring, loading and solving one puzzle cost in one process, beside hand-written code?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from models.cubes.towers import ORIENTATIONS
from models.families import family
from models.registry import find_instance, load_puzzle
from solvers.backend import Limits
from solvers.bench import peers_cpsat, peers_sat
from solvers.bench.figures import Effort, Figure, in_turns
from solvers.registry import load_backend
from solvers.solving import Solver

TURNS = [tuple(face - 1 for face in orientation.sides) for orientation in ORIENTATIONS]
PEERS: dict[str, Any] = {"sat": peers_sat, "cpsat": peers_cpsat}


def figures(effort: Effort) -> Iterator[Figure]:
    """Each puzzle on each backend: a new structure, a new solver, two answers asked for or the first."""
    sudoku = _first("sudoku", "inkala")
    line = "".join(map(str, sudoku.clues))
    grecian = _first("grecian", "grecian")
    cubes = family("cubes")(26, 0)
    rounds = 3 * effort.rounds
    for backend, peers in PEERS.items():

        def sudokus(peers: Any = peers) -> object:
            return peers.solve_sudokus([line])

        def dials(peers: Any = peers) -> object:
            return peers.solve_dials(grecian.dials, grecian.targets[0])

        def towers(peers: Any = peers) -> object:
            return peers.stack_cubes(cubes.cubes, TURNS)

        yield _figure("9×9 Sudoku", "sudoku", "cells", sudoku, 2, backend, sudokus, rounds)
        yield _figure("Grecian Computer", "grecian", "element", grecian, 2, backend, dials, rounds)
        yield _figure("26 planted cubes", "cubes", "orientation", cubes, 1, backend, towers, rounds)


def solve(puzzle: str, formulation: str, instance: Any, answers: int, backend: str) -> list[Any]:
    """The answers, from nothing declared and nothing loaded."""
    solver = Solver(load_puzzle(puzzle), formulation, *load_backend(backend))
    return list(solver.answers(instance, Limits(solutions=answers)))


def _figure(
    name: str,
    puzzle: str,
    formulation: str,
    instance: Any,
    answers: int,
    backend: str,
    by_hand: Callable[[], object],
    rounds: int,
) -> Figure:
    by_hand()  # imports the library, so that no round pays for it
    ours, peer = in_turns(rounds, lambda: solve(puzzle, formulation, instance, answers, backend), by_hand)
    note = "the first answer" if answers == 1 else "the answer, proved to be the only one"
    library = "python-sat" if backend == "sat" else "OR-Tools"
    return Figure("solving", f"{name}, {backend}", ours * 1000, peer * 1000, "ms", "≤ 2", f"{note}; by hand: {library}")


def _first(puzzle: str, name: str) -> Any:
    found = load_puzzle(puzzle)
    return next(found.read(find_instance(found, name)))
