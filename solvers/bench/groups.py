"""The groups of figures: what starting, solving many, solving one and growing cost, beside peers.

A peer does the work that we do: it is asked the same, builds its model inside the timing where we declare and load ours
there, and checks its answers, for each of ours is checked. What is not installed is left out, and a note says so.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from models.cubes.instance import ORIENTATIONS
from models.registry import family, find_instance, load_puzzle
from solvers.bench import peers_cpsat, peers_python, peers_sat
from solvers.bench.cluster import cluster
from solvers.bench.figures import Figure, Samples, absent, environment, in_turns, left_out, sudoku_file
from solvers.bench.grading import grading
from solvers.bench.kernel import kernel
from solvers.bench.models import classic, default
from solvers.bench.network import network
from solvers.bench.reading import reading
from solvers.bench.story import story
from solvers.bench.workers import hard, workers
from solvers.core.backend import CannotTake, Limits, MissingLibrary, Outcome
from solvers.core.registry import BACKENDS, load_backend
from solvers.core.solver import Solver
from solvers.run.bulk.chunks import chunk_sizes

Solved = list[tuple[str, bool]]  # of each Sudoku the grid, and whether it is the only one


class Peer(NamedTuple):
    """Who is measured beside a backend: its name, its library (where it needs one), and how it goes about Sudokus."""

    against: str
    library: str
    sudokus: Callable[[Sequence[str]], Solved]
    method: str


PEERS = {
    "sat": Peer("python-sat", "pysat", peers_sat.solve_sudokus, "the same clauses in one incremental CaDiCaL"),
    "cpsat": Peer(
        "OR-Tools",
        "ortools",
        peers_cpsat.solve_sudokus,
        "one model copied, two answers enumerated, presolve set as ours",
    ),
    "dlx": Peer("Algorithm X", "", peers_python.cover_sudokus, "on dicts of sets, its table built once"),
    "backtracking": Peer("Python", "", peers_python.search_sudokus, "strings of candidates, propagation and search"),
}

BY_HAND: dict[str, Any] = {"sat": peers_sat, "cpsat": peers_cpsat}
"""The peers' code for the other puzzles."""

PRESOLVED = "; presolve set as ours"  # of peers in CP-SAT

TURNS = [tuple(face - 1 for face in orientation.sides) for orientation in ORIENTATIONS]
"""The faces at the four sides of the tower, for each way in which a cube may stand."""


# start: whole processes, each started in turn with the import it is compared with; the least wall time counts.

STARTED = (
    ("backtracking", "import numpy", "import numpy", ("numpy",), 2),
    ("sat", "import numpy", "import numpy", ("numpy", "pysat"), 2),
    ("cpsat", "import cp_model", "from ortools.sat.python import cp_model", ("ortools",), 1.3),
)
"""A backend, the peer's name and its code, the libraries that both need, and what the ratio must not exceed."""


def start(samples: Samples) -> Iterator[Figure]:
    """From the command line to the answer, beside the bare import of a library."""
    run = partial(subprocess.run, env=environment(), check=True, stdout=subprocess.DEVNULL)
    for backend, against, code, libraries, bound in STARTED:
        name = f"run grecian --backend {backend}"
        if why := absent(*libraries):
            yield left_out("start", name, why)
            continue
        commands = (["-m", "solvers.run", "grecian", "--backend", backend], ["-c", code])
        sides = [partial(run, [sys.executable, *words]) for words in commands]
        ours, peer = in_turns(samples.starts, *sides, clock=perf_counter)
        note = "wall time of a process; the peer only imports"
        yield Figure("start", name, ours * 1000, peer * 1000, "ms", note, against, at_most=bound)


# bulk: Sudokus a second, solved and proved unique, beside hand-written code for the same method.


def bulk(samples: Samples) -> Iterator[Figure]:
    """Rates of each backend on 17 clues, and of ``sat`` on the hardest puzzles known."""
    for backend, size in samples.puzzles.items():
        bounded = backend == "sat"  # more turns where something is promised: single ones differ by a tenth
        rounds = 3 * samples.rounds if bounded else samples.rounds
        yield _rate("17 clues", "royle_17", backend, size, 0.75 if bounded else None, rounds)
    yield _rate("hardest", "hardest_1106", "sat", samples.hardest, 0.75, samples.rounds)


def _rate(name: str, instance: str, backend: str, size: int, at_least: float | None, rounds: int) -> Figure:
    peer = PEERS[backend]
    title = f"Sudoku, {name}, {backend}"
    if why := absent(*filter(None, [peer.library])):
        return left_out("bulk", title, why)
    with TemporaryDirectory() as folder:
        file, lines = sudoku_file(Path(folder), instance, size)
        found: dict[str, Solved] = {}

        def solve() -> None:
            found["ours"] = solve_file(file, backend)

        def solve_peer() -> None:
            found["theirs"] = peer.sudokus(file.read_text(encoding="utf-8").splitlines())

        peer.sudokus(lines[:1])  # imports the library, so that no round pays for it
        mine, others = in_turns(rounds, solve, solve_peer)
    assert found["ours"] == found["theirs"], f"{backend} and its peer disagree on {instance}"
    note = f"read, uniqueness decided, answers checked; {len(lines):,} puzzles; peer: {peer.method}"
    return Figure("bulk", title, len(lines) / mine, len(lines) / others, "/s", note, peer.against, at_least)


def solve_file(file: Path, backend: str) -> Solved:
    """Every puzzle solved as a run of the whole file solves them."""
    puzzle = load_puzzle("sudoku")
    solver = Solver(puzzle, "", *load_backend(backend))
    puzzles = puzzle.read(file)
    found: Solved = []
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


def solving(samples: Samples) -> Iterator[Figure]:
    """Each puzzle on each backend: a new structure, a new solver, two answers asked for or the first."""
    sudoku, grecian, cubes = _first("sudoku", "inkala"), _first("grecian", "grecian"), family("cubes")(26, 0)
    line = "".join(map(str, sudoku.clues))
    for backend, by_hand in BY_HAND.items():
        if why := absent(PEERS[backend].library):
            yield left_out("solving", backend, why)
            continue
        cases: list[tuple[str, tuple[str, str, Any, int], Callable[[], object]]] = [
            ("9×9 Sudoku", ("sudoku", "cells", sudoku, 2), partial(by_hand.solve_sudokus, [line])),
            (
                "Grecian Computer",
                ("grecian", "element", grecian, 2),
                partial(by_hand.solve_dials, grecian.dials, grecian.targets[0]),
            ),
            ("26 planted cubes", ("cubes", "orientation", cubes, 1), partial(by_hand.stack_cubes, cubes.cubes, TURNS)),
        ]
        for name, asked, solve_peer in cases:
            solve_peer()  # imports the library, so that no round pays for it
            ours, peer = in_turns(3 * samples.rounds, partial(solve, *asked, backend), solve_peer)
            _, formulation, _, answers = asked
            note = "built, searched, answers checked; "
            note += f"{formulation} on both sides, {'the first answer' if answers == 1 else 'uniqueness decided'}"
            if backend == "cpsat":
                note += PRESOLVED
                note += "; ≤ 2 was met by a peer with default presolve" if name == "26 planted cubes" else ""
            times = ours * 1000, peer * 1000
            yield Figure("solving", f"{name}, {backend}", *times, "ms", note, PEERS[backend].against, at_most=2)


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
        if why := absent(PEERS[backend].library):
            yield left_out("cubes", backend, why)
            continue
        for size, sets in samples.cubes.items():
            if size > largest:
                continue
            times = []
            for seed in range(sets):
                planted: Any = family("cubes")(size, seed)
                sides = (
                    partial(solve, "cubes", "faces", planted, 1, backend),
                    partial(BY_HAND[backend].place_faces, planted.cubes),
                )
                times.append(in_turns(samples.rounds if size == promised else 1, *sides))
            ours, peers = zip(*times, strict=True)
            slowest = f"{max(ours):.2g} s, peer {max(peers):.2g} s"
            note = "built, the first answer searched and checked; faces on both sides, hidden pairs said by ours"
            note += f"; {sets} sets; slowest {slowest}"
            bound = 2 if size == promised else None
            note += "; ≤ 2 was met by a peer with orientations" if bound else ""
            note += PRESOLVED if backend == "cpsat" else "; the same clauses in another order, much of it chance"
            medians = median(ours) * 1000, median(peers) * 1000
            name = f"{size} planted cubes, median, {backend}"
            yield Figure("cubes", name, *medians, "ms", note, PEERS[backend].against, at_most=bound)


# dials: all answers of the wooden dials, and the nodes of the reference.

DIALS = ("grecian", "safecracker-40", "safecracker-50")

MAX_ELEMENT_NODES = 2_500
"""Plain enumeration of the Grecian visits 22,620; bounds per ring on what can still appear make 792 possible."""


def dials(samples: Samples) -> Iterator[Figure]:
    """Complete searches of every formulation on every backend that takes it."""
    missing: dict[str, str] = {}
    for name in DIALS:
        for formulation in load_puzzle("grecian").formulations:
            for backend in BACKENDS:
                try:
                    yield from _complete(name, formulation, backend, samples.time_limit)
                except CannotTake:
                    continue
                except MissingLibrary as error:
                    missing[backend] = str(error)
    yield from (left_out("dials", backend, why) for backend, why in missing.items())


def _complete(name: str, formulation: str, backend: str, time_limit: float) -> Iterator[Figure]:
    solver = Solver(load_puzzle("grecian"), formulation, *load_backend(backend))
    outcome = Outcome()

    def search() -> None:
        nonlocal outcome
        answers = solver.answers(_first("grecian", name), Limits(seconds=time_limit))
        list(answers)
        outcome = answers.outcome

    (seconds,) = in_turns(1, search)
    ended = f"complete, {outcome.found} answer" if outcome.complete else f"not complete, {outcome.stopped_by} limit"
    title = f"{name}, {formulation}, {backend}"
    yield Figure("dials", title, seconds * 1000, None, "ms", ended)
    if name == "grecian" and backend == "backtracking":
        bound = MAX_ELEMENT_NODES if formulation == "element" else None
        yield Figure("dials", f"{title}: nodes", outcome.effort["nodes"], None, "nodes", at_most=bound)


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
    "classic": classic,
    "default": default,
    "network": network,
}
"""The groups by name, each a function that yields its figures as they are measured."""

NAMED_ONLY = ("cluster", "hard", "classic", "default", "network")
"""Those that are measured only where they are named: dozens of processes, or long searches, for minutes."""
