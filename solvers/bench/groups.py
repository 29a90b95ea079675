"""The groups of figures: what starting, solving many, solving one and growing cost, beside peers.

A peer does the work that we do: it is asked the same, builds its model inside the timing where we declare and load ours
there, and checks its answers, for each of ours is checked. What is not installed is left out, and a note says so.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from models.cubes.instance import ORIENTATIONS
from models.registry import family, find_instance, load_puzzle
from solvers.bench import peers_cpsat, peers_python, peers_sat
from solvers.bench.cluster import cluster
from solvers.bench.figures import Figure, Samples, absent, in_turns, left_out
from solvers.bench.grading import grading
from solvers.bench.hard import hard
from solvers.bench.kernel import kernel
from solvers.bench.reading import reading
from solvers.bench.story import story
from solvers.bench.workers import workers
from solvers.core.backend import CannotTake, Limits, MissingLibrary, Outcome
from solvers.core.registry import BACKENDS, load_backend
from solvers.core.solver import Solver
from solvers.run.bulk.chunks import chunk_sizes

PEERS: dict[str, Any] = {"sat": peers_sat, "cpsat": peers_cpsat}
MODULES = {"sat": "pysat", "cpsat": "ortools"}
"""The library of a backend, where it has one."""

PRESOLVED = "; presolve set as ours"
"""Of peers in CP-SAT."""

TURNS = [tuple(face - 1 for face in orientation.sides) for orientation in ORIENTATIONS]
"""The faces at the four sides of the tower, for each way in which a cube may stand."""


# start: whole processes, each started in turn with the import it is compared with; the least wall time counts.

RUN = ("-m", "solvers.run", "grecian", "--backend")
NUMPY = ("-c", "import numpy")
CP_MODEL = ("-c", "from ortools.sat.python import cp_model")

STARTED = (
    ("run grecian --backend backtracking", (*RUN, "backtracking"), "import numpy", NUMPY, ("numpy",), 2),
    ("run grecian --backend sat", (*RUN, "sat"), "import numpy", NUMPY, ("numpy", "pysat"), 2),
    ("run grecian --backend cpsat", (*RUN, "cpsat"), "import cp_model", CP_MODEL, ("ortools",), 1.3),
)


def start(samples: Samples) -> Iterator[Figure]:
    """From the command line to the answer, beside the bare import of a library."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for name, command, peer_name, peer_command, modules, bound in STARTED:
        if why := absent(*modules):
            yield left_out("start", name, why)
            continue
        run = partial(subprocess.run, env=environment, check=True, stdout=subprocess.DEVNULL)
        sides = [partial(run, [sys.executable, *arguments]) for arguments in (command, peer_command)]
        ours, peer = in_turns(samples.starts, *sides, clock=perf_counter)
        note = "wall time of a process; the peer only imports"
        yield Figure("start", name, ours * 1000, peer * 1000, "ms", note, peer_name, at_most=bound)


# bulk: Sudokus a second, solved and proved unique, beside hand-written code for the same method.

Peer = Callable[[Sequence[str]], list[tuple[str, bool]]]

METHODS: dict[str, tuple[Peer, str, str]] = {
    "sat": (peers_sat.solve_sudokus, "python-sat", "the same clauses in one incremental CaDiCaL"),
    "cpsat": (peers_cpsat.solve_sudokus, "OR-Tools", "one model copied, two answers enumerated, presolve set as ours"),
    "dlx": (peers_python.cover_sudokus, "Algorithm X", "on dicts of sets, its table built once"),
    "backtracking": (peers_python.search_sudokus, "Python", "strings of candidates, propagation and search"),
}
"""For each backend its peer, what that is, and how it goes about it."""


def bulk(samples: Samples) -> Iterator[Figure]:
    """Rates of each backend on 17 clues, and of ``sat`` on the hardest puzzles known."""
    for backend, size in samples.puzzles.items():
        bounded = backend == "sat"  # more turns where something is promised: single ones differ by a tenth
        rounds = 3 * samples.rounds if bounded else samples.rounds
        yield _rate("17 clues", "royle_17", backend, size, 0.75 if bounded else None, rounds)
    yield _rate("hardest", "hardest_1106", "sat", samples.hardest, 0.75, samples.rounds)


def _rate(name: str, instance: str, backend: str, size: int, at_least: float | None, rounds: int) -> Figure:
    solve_by_hand, against, method = METHODS[backend]
    title = f"Sudoku, {name}, {backend}"
    if why := absent(*filter(None, [MODULES.get(backend)])):
        return left_out("bulk", title, why)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        given = find_instance(load_puzzle("sudoku"), instance)
        lines = [line for line in given.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"][:size]
        file.write_text("\n".join(lines), encoding="utf-8")
        found: dict[str, list[tuple[str, bool]]] = {}

        def solve() -> None:
            found["ours"] = solve_file(file, backend)

        def solve_peer() -> None:
            found["theirs"] = solve_by_hand(file.read_text(encoding="utf-8").splitlines())

        solve_by_hand(lines[:1])  # imports the library, so that no round pays for it
        mine, others = in_turns(rounds, solve, solve_peer)
    assert found["ours"] == found["theirs"], f"{backend} and its peer disagree on {instance}"
    note = f"read, uniqueness decided, answers checked; {len(lines):,} puzzles; peer: {method}"
    rates = len(lines) / mine, len(lines) / others
    return Figure("bulk", title, *rates, "/s", note, against, at_least)


def solve_file(file: Path, backend: str) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one, found as a run of the whole file finds them."""
    puzzle = load_puzzle("sudoku")
    solver = Solver(puzzle, "", *load_backend(backend))
    puzzles = puzzle.read(file)
    found: list[tuple[str, bool]] = []
    for size in chunk_sizes(solver.backend.is_stateful):
        solver.renew()
        before = len(found)
        for instance in islice(puzzles, size):
            result = solver.solve(instance, keep=False, in_bulk=True)
            found.append((puzzle.compact(instance, result.answers[0]) or "", bool(result.unique)))
        if len(found) == before:
            break
    return found


# solving: declaring, loading and solving one puzzle in one process.


SLOWER = ("26 planted cubes", "cpsat")
"""What took less than twice the peer's time until the peer was given the settings that we have."""


def solving(samples: Samples) -> Iterator[Figure]:
    """Each puzzle on each backend: a new structure, a new solver, two answers asked for or the first."""
    sudoku, grecian, cubes = _first("sudoku", "inkala"), _first("grecian", "grecian"), family("cubes")(26, 0)
    line = "".join(map(str, sudoku.clues))
    for backend, peers in PEERS.items():
        if why := absent(MODULES[backend]):
            yield left_out("solving", backend, why)
            continue
        cases: list[tuple[str, str, str, Any, int, Callable[..., object], tuple[Any, ...]]] = [
            ("9×9 Sudoku", "sudoku", "cells", sudoku, 2, peers.solve_sudokus, ([line],)),
            (
                "Grecian Computer",
                "grecian",
                "element",
                grecian,
                2,
                peers.solve_dials,
                (grecian.dials, grecian.targets[0]),
            ),
            ("26 planted cubes", "cubes", "orientation", cubes, 1, peers.stack_cubes, (cubes.cubes, TURNS)),
        ]
        for name, puzzle, formulation, instance, answers, by_hand, arguments in cases:
            by_hand(*arguments)  # imports the library, so that no round pays for it
            ours, peer = in_turns(
                3 * samples.rounds,
                partial(solve, puzzle, formulation, instance, answers, backend),
                partial(by_hand, *arguments),
            )
            note = "built, searched, answers checked; "
            note += f"{formulation} on both sides, {'the first answer' if answers == 1 else 'uniqueness decided'}"
            note += PRESOLVED if backend == "cpsat" else ""
            note += "; ≤ 2 was met by a peer with default presolve" if (name, backend) == SLOWER else ""
            against = METHODS[backend][1]
            yield Figure("solving", f"{name}, {backend}", ours * 1000, peer * 1000, "ms", note, against, at_most=2)


def solve(puzzle: str, formulation: str, instance: Any, answers: int, backend: str) -> list[Any]:
    """The answers, from nothing declared and nothing loaded."""
    solver = Solver(load_puzzle(puzzle), formulation, *load_backend(backend))
    return list(solver.answers(instance, Limits(solutions=answers)))


def _first(puzzle: str, name: str) -> Any:
    found = load_puzzle(puzzle)
    return next(found.read(find_instance(found, name)))


# cubes: planted towers, and what more of them cost.

MAX_PLANTED_CUBES = {"sat": 60, "cpsat": 26}


def cubes(samples: Samples) -> Iterator[Figure]:
    """The median over several planted sets; hand-written code for the same formulation gets the same sets."""
    promised = min(MAX_PLANTED_CUBES.values())
    for backend, largest in MAX_PLANTED_CUBES.items():
        if why := absent(MODULES[backend]):
            yield left_out("cubes", backend, why)
            continue
        for size, sets in samples.cubes.items():
            if size > largest:
                continue
            ours, peers = [], []
            for seed in range(sets):
                planted: Any = family("cubes")(size, seed)
                times = in_turns(
                    samples.rounds if size == promised else 1,
                    partial(solve, "cubes", "faces", planted, 1, backend),
                    partial(PEERS[backend].place_faces, planted.cubes),
                )
                ours.append(times[0])
                peers.append(times[1])
            slowest = f"{max(ours):.2g} s, peer {max(peers):.2g} s"
            note = f"built, the first answer searched and checked; faces on both sides; {sets} sets; slowest {slowest}"
            name = f"{size} planted cubes, median, {backend}"
            bound = 2 if size == promised else None
            note += "; ≤ 2 was met by a peer with orientations" if bound else ""
            note += PRESOLVED if backend == "cpsat" else "; the same clauses in another order, much of it chance"
            against = METHODS[backend][1]
            yield Figure("cubes", name, median(ours) * 1000, median(peers) * 1000, "ms", note, against, at_most=bound)


# dials: all answers of the wooden dials, and the nodes of the reference.

DIALS = ("grecian", "safecracker-40", "safecracker-50")

MAX_ELEMENT_NODES = 2_500
"""Plain enumeration of the Grecian visits 22,620; bounds per ring on what can still appear make 792 possible."""


def dials(samples: Samples) -> Iterator[Figure]:
    """Complete searches of every formulation on every backend that takes it."""
    puzzle = load_puzzle("grecian")
    missing: dict[str, str] = {}
    for name in DIALS:
        for formulation in puzzle.formulations:
            for backend in BACKENDS:
                try:
                    yield from _complete(name, formulation, backend, samples.time_limit)
                except CannotTake:
                    continue
                except MissingLibrary as error:
                    missing[backend] = str(error)
    for backend, why in missing.items():
        yield left_out("dials", backend, why)


def _complete(name: str, formulation: str, backend: str, time_limit: float) -> Iterator[Figure]:
    solver = Solver(load_puzzle("grecian"), formulation, *load_backend(backend))
    outcome = Outcome()

    def solve() -> None:
        nonlocal outcome
        answers = solver.answers(_first("grecian", name), Limits(seconds=time_limit))
        list(answers)
        outcome = answers.outcome

    (seconds,) = in_turns(1, solve)
    ended = f"complete, {outcome.found} answer" if outcome.complete else f"not complete, {outcome.stopped_by} limit"
    yield Figure("dials", f"{name}, {formulation}, {backend}", seconds * 1000, None, "ms", ended)
    if name == "grecian" and backend == "backtracking":
        bound = MAX_ELEMENT_NODES if formulation == "element" else None
        nodes = outcome.effort["nodes"]
        yield Figure("dials", f"{name}, {formulation}, {backend}: nodes", nodes, None, "nodes", at_most=bound)


GROUPS: dict[str, Callable[[Samples], Iterator[Figure]]] = {
    "start": start,
    "bulk": bulk,
    "solving": solving,
    "cubes": cubes,
    "dials": dials,
    "story": story,
    "kernel": kernel,
    "reading": reading,
    "grading": grading,
    "workers": workers,
    "cluster": cluster,
    "hard": hard,
}
"""The groups by name, each a function that yields its figures as they are measured."""

NAMED_ONLY = ("cluster", "hard")
"""Those that are measured only where they are named: dozens of processes, or long searches, for minutes."""
