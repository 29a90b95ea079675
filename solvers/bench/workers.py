"""Two workers beside one: files of many puzzles, searches counted by splitting, and those that are hard.

A hard search takes a SAT solver a minute or more. Both sides have the same seconds of processor for each, those of the
workers added up: two workers that do as much as one in half the time are as good as one, and not better.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from models.cover.generator import packing
from models.cover.instance import Cover
from models.generation import Size
from models.registry import family, load_puzzle, puzzle_of, write_size
from solvers.bench.figures import Figure, Samples, absent, left_out, sudoku_file, timed_run
from solvers.bench.kernel import ALL_6X6, queens
from solvers.core.backend import Backend, Limits, OutOfTime
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.run.splitting.search import Split, SplitPlan
from solvers.workers.usage import processor_seconds

AT_LEAST = 1.8  # times the work of one worker
FULL_FILE, QUICK_FILE = 40_100, 4_100  # puzzles: chunks of 100 and then 1,000, as many for each worker
SUDOKUS = "Sudokus of 17 clues, sat"
ROUNDS = 2

PENTOMINOES = (
    "#####|#### #|### ##|.### ##|### #.#|### #.. #..|### .#. .#.|##. .## .#.|##. .## ..#|"
    "##. .#. .##|.#. ### .#.|#### .#"
)
"""The rows of each, one after the other."""

SQUARE = "## ##"


@dataclass(frozen=True)
class CountedSearch:
    name: str
    words: tuple[str, str]  # the puzzle and its instance
    answers: int
    is_long: bool = False  # enough for the bound


def workers(samples: Samples) -> Iterator[Figure]:
    """Sudokus a second, and then answers a second: by two workers, and by one."""
    full = samples.name == "full"
    with TemporaryDirectory() as folder:
        yield _sudokus(Path(folder), FULL_FILE if full else QUICK_FILE)
        for count in _counts(Path(folder), full):
            yield _counted(count)


def _sudokus(folder: Path, size: int) -> Figure:
    if why := absent("pysat"):
        return left_out("workers", SUDOKUS, why)
    file, output = sudoku_file(folder, "royle_17", size)[0], folder / "answers.txt"
    written: set[bytes] = set()

    def read_output(_: str) -> None:
        written.add(output.read_bytes())

    words = ["sudoku", "--instance", str(file), "--backend", "sat", "--unique", "--output", str(output)]
    one, two = _least_seconds(words, read_output)
    assert len(written) == 1, "what is written depends on the number of workers"
    note = f"two workers, wall time; {size:,} puzzles, uniqueness decided, and the files are the same"
    bound = AT_LEAST if size == FULL_FILE else None
    return Figure("workers", SUDOKUS, size / two, size / one, "/s", note, "one worker", bound)


def _counted(count: CountedSearch) -> Figure:
    def check(output: str) -> None:
        found = json.loads(output)["found"]
        assert found == count.answers, f"{found:,} answers were counted of {count.name}, not {count.answers:,}"

    one, two = _least_seconds([*count.words, "--count", "--split", "auto", "--json"], check)
    why_not = "" if count.is_long else f"; {one:.1f} s by one worker, too short for a bound"
    note = f"two workers, wall time; {count.answers:,} answers counted in cubes{why_not}"
    rates = count.answers / two, count.answers / one
    return Figure("workers", count.name, *rates, "/s", note, "one worker", AT_LEAST if count.is_long else None)


def _counts(folder: Path, full: bool) -> Iterator[CountedSearch]:
    """The searches: of each kind the one that people know, and one that takes some seconds."""
    yield CountedSearch("10 queens", ("cover", _written(folder / "10.dlx", queens(10))), 724)
    yield CountedSearch("pentominoes 6x10", ("cover", "pentominoes-6x10"), 9_356)
    if full:
        yield CountedSearch("15 queens", ("cover", _written(folder / "15.dlx", queens(15))), 2_279_184, is_long=True)
        square = _written(folder / "square.dlx", pentominoes_and_square())
        yield CountedSearch("pentominoes and a square 8x8", ("cover", square), 129_168, is_long=True)
        yield CountedSearch("6x6 grids", ("sudoku", "." * 36), ALL_6X6, is_long=True)
    else:
        yield CountedSearch("6x6 grids that begin with 1", ("sudoku", "1" + "." * 35), ALL_6X6 // 6)


def _least_seconds(words: Sequence[str], look: Callable[[str], None]) -> list[float]:
    """The least wall time of a run by one worker and by two, in turns; ``look`` is shown what each run prints."""
    least = [inf, inf]
    for _ in range(ROUNDS):
        for place in range(2):
            ended = timed_run(*words, "--workers", str(place + 1))
            least[place] = min(least[place], ended.wall)
            look(ended.output)
    return least


def pentominoes_and_square() -> Cover:
    """The twelve pentominoes and a square of four on a chessboard: 16,146 ways, each in 8 symmetric positions."""
    pieces = [
        tuple((row, column) for row, line in enumerate(shape.split()) for column, x in enumerate(line) if x == "#")
        for shape in [*PENTOMINOES.split("|"), SQUARE]
    ]
    return packing("pentominoes and a square", list(product(range(8), range(8))), pieces, fixed=False)


def _written(file: Path, instance: Cover) -> str:
    lines = [f"{' '.join(instance.primary)} | {' '.join(instance.secondary)}"]
    lines += [" ".join(option.items) for option in instance.options]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


SEARCHES: dict[str, list[tuple[str, Size, tuple[int, ...]]]] = {
    "full": [("cubes", 100, (0, 1)), ("dials", (8, 6, 24), (0, 1, 3, 4))],
    "quick": [("cubes", 60, (1, 4)), ("dials", (7, 6, 20), (0, 1))],
}
"""Families, sizes and seeds."""


def hard(samples: Samples) -> Iterator[Figure]:
    """Whether there is one answer, and only one: found by two workers who share a search, and by one who does not."""
    if why := absent("pysat"):
        yield left_out("hard", "everything", why)
        return
    plain = load_backend("sat")[0]
    sides: dict[str, Backend] = {"split": Split(plain, SplitPlan(most=2, workers=2)), "plain": plain}
    settled, taken, searches = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0.0), []
    for name, size, seeds in SEARCHES[samples.name]:
        for seed in seeds:
            seconds = {side: _seconds(name, size, seed, backend, samples.time_limit) for side, backend in sides.items()}
            for side, needed in seconds.items():
                settled[side] += needed is not None
                taken[side] += samples.time_limit if needed is None else needed
            printed = "/".join("—" if needed is None else f"{needed:.1f}" for needed in seconds.values())
            searches.append(f"{name} {write_size(size)} seed {seed} {printed} s")
    note = f"sat, each in {samples.time_limit:g} s of processor; two workers/one: {', '.join(searches)}"
    title = f"settled of {len(searches)}"
    yield Figure("hard", title, settled["split"], settled["plain"], "", note, "one worker", at_least=1)
    note = "of processor in all, those that were not settled with all they had"
    yield Figure("hard", "seconds", taken["split"], taken["plain"], "s", note, "one worker")


def _seconds(name: str, size: Size, seed: int, backend: Backend, time_limit: float) -> float | None:
    """The seconds of processor until it is known whether there is an answer besides the first; None where too many."""
    started = processor_seconds()

    def watch() -> None:
        if processor_seconds() - started > time_limit:
            raise OutOfTime("the time is up")

    make: Any = family(name)
    solver = Solver(load_puzzle(puzzle_of(name)), "", backend)
    answers = solver.answers(make(size, seed), Limits(solutions=2, watch=watch))
    for _ in answers:
        pass
    ended = answers.outcome.complete or answers.outcome.stopped_by == "solutions"
    return processor_seconds() - started if ended else None
