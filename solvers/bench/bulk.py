"""How many Sudokus a second are solved and proved unique, beside hand-written code for the same method?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from models.registry import find_instance, load_puzzle
from solvers.backend import Settings
from solvers.bench import peers_cpsat, peers_python, peers_sat
from solvers.bench.figures import Effort, Figure, in_turns
from solvers.bulk.chunks import chunk_sizes
from solvers.bulk.lines import Task, solve_chunk
from solvers.registry import load_backend
from solvers.results import Question

Peer = Callable[[Sequence[str]], list[tuple[str, bool]]]

PEERS: dict[str, tuple[Peer, str]] = {
    "sat": (peers_sat.solve_sudokus, "python-sat, the same clauses in one incremental solver"),
    "cpsat": (peers_cpsat.solve_sudokus, "OR-Tools, a model for each puzzle"),
    "dlx": (peers_python.cover_sudokus, "Algorithm X on dicts of sets"),
    "backtracking": (peers_python.search_sudokus, "strings of candidates, propagation and search"),
}


def figures(effort: Effort) -> Iterator[Figure]:
    """Rates of each backend on 17 clues, and of ``sat`` on the hardest puzzles known."""
    for backend, size in effort.puzzles.items():
        bounded = backend == "sat"  # more turns where something is promised: single ones differ by a tenth
        rounds = 3 * effort.rounds if bounded else effort.rounds
        yield _rate("17 clues", "royle_17", backend, size, "≥ 0.75" if bounded else "", rounds)
    yield _rate("hardest", "hardest_1106", "sat", effort.hardest, "≥ 0.75", effort.rounds)


def _rate(name: str, instance: str, backend: str, size: int, bound: str, rounds: int) -> Figure:
    solve_by_hand, method = PEERS[backend]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        found = find_instance(load_puzzle("sudoku"), instance)
        lines = [line for line in found.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"][:size]
        file.write_text("\n".join(lines), encoding="utf-8")
        ours: list[tuple[str, bool]] = []
        by_hand: list[tuple[str, bool]] = []

        def solve() -> None:
            ours[:] = [(line[:81], line.endswith(" the only answer")) for line in solve_file(file, backend)]

        def solve_peer() -> None:
            by_hand[:] = solve_by_hand(file.read_text(encoding="utf-8").splitlines())

        solve_by_hand(lines[:1])  # imports the library, so that no round pays for it
        mine, others = in_turns(rounds, solve, solve_peer)
    assert ours == by_hand, f"{backend} and the hand-written code disagree on {instance}"
    note = f"{len(lines):,} puzzles, uniqueness decided; by hand: {method}"
    return Figure("bulk", f"Sudoku, {name}, {backend}", len(lines) / mine, len(lines) / others, "/s", bound, note)


def solve_file(file: Path, backend: str) -> list[str]:
    """The lines that a run of a whole file with ``--unique`` writes, in this process."""
    task = Task("sudoku", "", backend, Settings(), None, Question(answers=2, keep=False), False, True, file)
    puzzles = load_puzzle("sudoku").read(file)
    lines: list[str] = []
    for size in chunk_sizes(load_backend(backend)[0].learns):
        chunk = list(islice(puzzles, size))
        if not chunk:
            return lines
        lines += [line.text for line in solve_chunk(task, chunk)]
    return lines
