"""The compiled kernel beside programs for one puzzle alone, and beside other packages for exact covers.

A program for Sudokus is a folder (``--peer``): ``sh FOLDER/build.sh PLACE`` builds ``PLACE/rate``, or ``FOLDER/rate``
is there already; ``rate FILE RUNS`` prints as JSON its name (``peer``) and how many puzzles of a file it decides a
second of processor time (``rate``), the best of so many runs. Notes say who is absent.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from models.cover.instance import Cover, Option
from models.language.model import Model
from models.registry import find_instance, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.bench.figures import Figure, Samples, absent, in_turns, left_out, sudoku_file, timed_run
from solvers.bench.peers_cover import PEERS, Covers, by_kernel
from solvers.core.backend import Settings
from solvers.core.registry import load_backend
from solvers.kernel import compiled, missing

FILE_PUZZLES = 200_000  # of a file that is solved from beginning to end, its process started and all
ALL_6X6 = 28_200_960  # filled grids of order 6 with boxes of 2x3
THREADS = 2  # that count grids
QUEENS = 12


@dataclass(frozen=True)
class SudokuProgram:
    """A program for Sudokus alone: ``rate`` is what runs it, None where it could not be built; ``absent`` says why."""

    name: str
    rate: Path | None = None
    absent: str = ""

    def seconds(self, file: Path, puzzles: int) -> float:
        assert self.rate is not None
        printed = subprocess.run([self.rate, file, "1"], check=True, capture_output=True, text=True).stdout
        return float(puzzles / json.loads(printed)["rate"])


def kernel(samples: Samples) -> Iterator[Figure]:
    """Sudokus in the kernel and from file to file, covers and grids counted, each beside whoever is there."""
    if compiled() is None:
        yield left_out("kernel", "everything", f"{missing()}")
        return
    with TemporaryDirectory() as folder:
        programs = [_built(peer, Path(folder) / str(place)) for place, peer in enumerate(samples.peers)]
        programs = programs or [SudokuProgram("a program for Sudokus", absent="none was named by --peer FOLDER")]
        for program in programs:
            yield from _sudokus(samples, program, Path(folder))
    for name, cover in (("pentominoes 6x10", _pentominoes()), (f"{QUEENS} queens", queens(QUEENS))):
        yield from _covers(samples, name, cover)
    yield from _grids()


def _built(folder: Path, place: Path) -> SudokuProgram:
    name = folder.name
    try:
        if (folder / "build.sh").is_file():
            place.mkdir()
            subprocess.run(["sh", folder / "build.sh", place], check=True, capture_output=True)
            return SudokuProgram(name, place / "rate")
        if (folder / "rate").is_file():
            return SudokuProgram(name, (folder / "rate").absolute())
    except (OSError, subprocess.CalledProcessError) as error:
        return SudokuProgram(name, absent=f"it cannot be built: {error}")
    return SudokuProgram(name, absent="there is neither a build.sh nor a rate in its folder")


# Sudokus


def _sudokus(samples: Samples, program: SudokuProgram, folder: Path) -> Iterator[Figure]:
    for name, instance, size, bound in (
        ("17 clues", "royle_17", None, 1),
        ("hardest", "hardest_1106", samples.hardest, 1),
    ):
        file, lines = sudoku_file(folder, instance, size)
        givens = bytes(map(int, "".join(lines).replace(".", "0")))
        search: Any = load_backend("kernel")[0].load(_sudoku_model((3, 3)))
        solve = partial(_seconds, partial(search.batch, givens))
        yield _beside(samples, program, f"{name}, in the kernel", solve, file, len(lines), bound)
    file, lines = sudoku_file(folder, "royle_17", FILE_PUZZLES)
    output = file.with_name("answers.txt")
    words = ["sudoku", "--instance", str(file), "--backend", "kernel", "--unique", "--output", str(output)]
    yield _beside(
        samples, program, "17 clues, file to file", lambda: timed_run(*words).processor, file, len(lines), 0.6
    )


def _seconds(solve: Callable[[], object]) -> float:
    return in_turns(1, solve)[0]


def _beside(
    samples: Samples, program: SudokuProgram, name: str, ours: Callable[[], float], file: Path, size: int, bound: float
) -> Figure:
    """The rates of both, who take turns; ``ours`` returns its processor seconds."""
    mine = theirs = inf
    for _ in range(3 * samples.rounds):
        mine = min(mine, ours())
        if program.rate:
            theirs = min(theirs, program.seconds(file, size))
    how = program.absent or "in memory, without reading or writing"
    note = f"uniqueness decided; {size:,} puzzles; {program.name}: {how}"
    title = f"Sudoku, {name}"
    if not program.rate:
        return Figure("kernel", title, size / mine, None, "/s", note)
    return Figure("kernel", title, size / mine, size / theirs, "/s", note, program.name, bound)


def _sudoku_model(box: tuple[int, int]) -> Model:
    cells = (box[0] * box[1]) ** 2
    return load_puzzle("sudoku").state(Sudoku((0,) * cells, box), "cells").model


# Covers listed, and grids counted


def _pentominoes() -> Cover:
    puzzle = load_puzzle("cover")
    found = next(iter(puzzle.read(find_instance(puzzle, "pentominoes-6x10"))))
    assert isinstance(found, Cover)
    return found


def queens(size: int) -> Cover:
    """So many queens of which none attacks another: rows and columns must have one, diagonals may."""
    lines = [f"{kind}{number}" for kind in "rc" for number in range(size)]
    diagonals = [f"{kind}{number}" for kind in "ud" for number in range(2 * size - 1)]
    places = [(row, column) for row in range(size) for column in range(size)]
    options = [
        Option(f"{row} {column}", (f"r{row}", f"c{column}", f"u{row + column}", f"d{row - column + size - 1}"))
        for row, column in places
    ]
    return Cover(f"{size} queens", tuple(lines), tuple(diagonals), tuple(options))


AT_LEAST = {("pentominoes 6x10", "xcover"): 5, ("pentominoes 6x10", "pyxcc"): 4, ("12 queens", "xcover"): 5}
"""How many times as fast the kernel must be."""


def _covers(samples: Samples, name: str, instance: Cover) -> Iterator[Figure]:
    for package, covers in PEERS.items():
        why = absent(package)
        (mine, *other), found = _listed(samples.rounds, instance, by_kernel, *(() if why else (covers,)))
        note = f"built, all {found:,} covers listed{why and f'; {why}'}"
        note += "; ≥ 5 was met while ours only counted" if (name, package) == (f"{QUEENS} queens", "xcover") else ""
        peer = 1 / other[0] if other else None
        at_least = AT_LEAST.get((name, package)) if other else None
        yield Figure("kernel", f"{name}, beside {package}", 1 / mine, peer, "/s", note, package, at_least)


def _listed(rounds: int, cover: Cover, *sides: Callable[[Cover], Covers]) -> tuple[list[float], int]:
    """The seconds that each side needs to list all covers, and how many there are."""
    counts = set()

    def search(covers: Callable[[Cover], Covers]) -> None:
        counts.add(len(covers(cover)))

    for side in sides:
        side(SMALL)  # compiles what it compiles, so that no round pays for it
    seconds = in_turns(rounds, *(partial(search, side) for side in sides))
    assert len(counts) == 1, f"{counts} covers were found by {', '.join(side.__name__ for side in sides)}"
    return seconds, counts.pop()


SMALL = Cover("small", ("a", "b"), ("c",), (Option("1", ("a", "c")), Option("2", ("b",))))


def _grids() -> Iterator[Figure]:
    search = load_backend("kernel")[0].load(_sudoku_model((2, 3)), Settings(workers=THREADS))
    found, started = 0, process_time()

    def count() -> None:
        nonlocal found
        found = search.count().found

    (seconds,) = in_turns(1, count, clock=perf_counter)
    assert found == ALL_6X6, f"{found:,} grids of order 6 were counted, and there are {ALL_6X6:,}"
    note = f"all {found:,}; wall time of {THREADS} threads, {process_time() - started:.1f} s of processor in all"
    yield Figure("kernel", "6x6 grids counted", seconds * 1000, None, "ms", note, at_most=6000)
