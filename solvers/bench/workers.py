"""Two workers beside one: files of many puzzles, and single searches that are counted by splitting.

What is measured is a whole run by the clock on the wall, without the import of the program: reading, declaring,
cutting, the start of the workers, and putting together. For some 0.3 s workers start and import, and nobody searches.
With ``s`` seconds of that kind and ``w`` of search, two workers do ``(s + w) / (s + w/2)`` times the work of one, so
that 1.8 needs ``w`` to be eight times ``s``: the instances by which people know a search are counted in a second or
less, and are too short for it. They are told beside longer ones of their kind.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from models.cover.generator import packing
from models.cover.instance import Cover
from models.registry import find_instance, load_puzzle
from solvers.bench.figures import Figure, Samples, absent, environment, left_out
from solvers.bench.kernel import ALL_6X6, queens

AT_LEAST = 1.8
"""How many times the work of one worker two must do."""

FULL_FILE, QUICK_FILE = 40_100, 4_100
"""Puzzles of a file: chunks of 100 and then of 1,000, so many that each worker gets as many as the other."""

SUDOKUS = "Sudokus of 17 clues, sat"

ROUNDS = 2
"""Turns of each; they take their time."""

RUN = """
import sys, time
from solvers.run.__main__ import main
started = time.perf_counter()
main(sys.argv[1:])
print(time.perf_counter() - started, file=sys.stderr)
"""
"""A run that says how long it took."""

PENTOMINOES = (
    "#####|#### #|### ##|.### ##|### #.#|### #.. #..|### .#. .#.|##. .## .#.|##. .## ..#|"
    "##. .#. .##|.#. ### .#.|#### .#"
)
"""The rows of each, one after the other."""

SQUARE = "## ##"


@dataclass(frozen=True)
class CountedSearch:
    """A search that is counted to its end.

    Attributes:
        name: what is counted.
        words: the puzzle and its instance, as the command line names them.
        answers: how many there are.
        long: whether it is long enough for the bound.
    """

    name: str
    words: tuple[str, str]
    answers: int
    long: bool = False


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
    file, output = file_of(folder, size), folder / "answers.txt"
    written: set[bytes] = set()
    least = {1: float("inf"), 2: float("inf")}
    for _ in range(ROUNDS):
        for number in least:
            words = ["sudoku", "--instance", str(file), "--backend", "sat", "--unique", "--output", str(output)]
            least[number] = min(least[number], _run([*words, "--workers", str(number)])[0])
            written.add(output.read_bytes())
    assert len(written) == 1, "what is written depends on the number of workers"
    note = f"two workers, wall time; {size:,} puzzles, uniqueness decided, and the files are the same"
    bound = AT_LEAST if size == FULL_FILE else None
    return Figure("workers", SUDOKUS, size / least[2], size / least[1], "/s", note, "one worker", bound)


def _counted(count: CountedSearch) -> Figure:
    least = {1: float("inf"), 2: float("inf")}
    for _ in range(ROUNDS):
        for number in least:
            seconds, printed = _run([*count.words, "--count", "--split", "auto", "--json", "--workers", str(number)])
            found = json.loads(printed)["found"]
            assert found == count.answers, f"{found:,} answers were counted of {count.name}, not {count.answers:,}"
            least[number] = min(least[number], seconds)
    why_not = "" if count.long else f"; {least[1]:.1f} s by one worker, too short for a bound"
    note = f"two workers, wall time; {count.answers:,} answers counted in cubes{why_not}"
    rates = count.answers / least[2], count.answers / least[1]
    return Figure("workers", count.name, *rates, "/s", note, "one worker", AT_LEAST if count.long else None)


def _counts(folder: Path, full: bool) -> Iterator[CountedSearch]:
    """The searches: of each kind the one that people know, and one that takes some seconds."""
    yield CountedSearch("10 queens", ("cover", _written(folder / "10.dlx", queens(10))), 724)
    yield CountedSearch("pentominoes 6x10", ("cover", "pentominoes-6x10"), 9_356)
    if full:
        yield CountedSearch("15 queens", ("cover", _written(folder / "15.dlx", queens(15))), 2_279_184, long=True)
        square = _written(folder / "square.dlx", pentominoes_and_square())
        yield CountedSearch("pentominoes and a square 8x8", ("cover", square), 129_168, long=True)
        yield CountedSearch("6x6 grids", ("sudoku", "." * 36), ALL_6X6, long=True)
    else:
        yield CountedSearch("6x6 grids that begin with 1", ("sudoku", "1" + "." * 35), ALL_6X6 // 6)


def file_of(folder: Path, size: int) -> Path:
    """A file of so many Sudokus of 17 clues, over again where there are no more."""
    given = find_instance(load_puzzle("sudoku"), "royle_17").read_text(encoding="utf-8").splitlines()
    file = folder / "puzzles.txt"
    puzzles = cycle(line for line in given if line and line[0] != "#")
    file.write_text("".join(f"{line}\n" for line in islice(puzzles, size)), encoding="utf-8")
    return file


def pentominoes_and_square() -> Cover:
    """The twelve pentominoes and a square of four on a chessboard: 16,146 ways, each in 8 symmetric positions."""
    pieces = [
        tuple((row, column) for row, line in enumerate(shape.split()) for column, x in enumerate(line) if x == "#")
        for shape in [*PENTOMINOES.split("|"), SQUARE]
    ]
    return packing(
        "pentominoes and a square", [(row, column) for row in range(8) for column in range(8)], pieces, fixed=False
    )


def _written(file: Path, instance: Cover) -> str:
    """The place of a cover that was written into a .dlx file."""
    lines = [f"{' '.join(instance.primary)} | {' '.join(instance.secondary)}"]
    lines += [" ".join(option.items) for option in instance.options]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def _run(words: Sequence[str]) -> tuple[float, str]:
    """The seconds that a run takes in a process of its own, and what it prints."""
    run = partial(subprocess.run, check=True, capture_output=True, text=True, env=environment())
    ended = run([sys.executable, "-c", RUN, *words])
    return float(ended.stderr.split()[-1]), ended.stdout
