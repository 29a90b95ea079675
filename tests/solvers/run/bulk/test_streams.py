"""Files of any length are streams: memory does not grow with them, and nobody reads far ahead of who waits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from solvers.core.limits import ANSWERED
from tests.solvers.run.bulk.runs import ENVIRONMENT, RARE, Bulk, at_lines

PEAK = """
import sys
from solvers.compare.measure import peak_memory
from solvers.run.__main__ import main
main(sys.argv[1:])
print(peak_memory())
"""


def peak(folder: Path, lines: list[str], *words: str) -> int:
    """The bytes that a run on a file of these lines holds at most, its workers included."""
    file = folder / "puzzles.txt"
    file.write_text("\n".join(lines))
    arguments = ["sudoku", "--instance", str(file), "--output", str(folder / "out"), *words]
    done = subprocess.run([sys.executable, "-c", PEAK, *arguments], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_memory_does_not_grow_with_the_number_of_puzzles(workers: str, tmp_path: Path) -> None:
    lines = [f"1....2....3....4 {place} {'label ' * 19}" for place in range(12_000)]
    few, many = (peak(tmp_path, lines[:size], "--backend", "dlx", "--workers", workers) for size in (400, 12_000))
    assert many - few < 3e6  # the puzzles alone would be 6 MB more


@pytest.mark.slow
@pytest.mark.parametrize("words", ["", "--json", "--on local"])
def test_memory_does_not_grow_with_the_number_of_rows(words: str, tmp_path: Path) -> None:
    if "--on" in words:
        pytest.importorskip("distributed", reason="Dask is not installed")
    lines = (RARE * (960_000 // len(RARE) + 1))[:960_000]
    usual = ["--backend", "kernel", "--workers", "2"]
    few, many = (peak(tmp_path, lines[:size], *usual, *words.split()) for size in (240_000, 960_000))
    # The lines alone would be 58 MB more. Threads come to what they keep for themselves only after many blocks.
    assert many - few < 25e6


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.needs_processes
@pytest.mark.parametrize("workers", ["1", "2"])
def test_puzzles_are_read_only_a_little_ahead_of_what_is_written(workers: str, bulk: Bulk) -> None:
    """So whoever does not read the answers holds up the reading of puzzles."""
    lines = [f"1....2....3....4 {place} {'label ' * 300}\n" for place in range(800)]
    os.mkfifo(pipe := bulk.folder / "pipe")
    taken, ahead = 0, list[int]()

    def feed() -> None:
        nonlocal taken
        with pipe.open("w") as stream:
            for line in lines:
                stream.write(line)
                taken += 1

    Thread(target=feed, daemon=True).start()
    with at_lines({number: lambda number=number: ahead.append(taken - number) for number in range(1, 801)}):
        code, shown, _ = bulk(pipe, "--backend dlx --json --workers", workers)
    assert (code, len(shown)) == (ANSWERED, 800)
    # A pipe of 64 KB, a piece of a file of 128 KB and four chunks of eight for each worker are between them.
    assert max(ahead) < 300
