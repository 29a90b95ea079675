"""Files of any length are streams: memory does not grow with them, and nobody reads far ahead of who waits."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import termios
from array import array
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import pytest

from tests.patience import wait_until
from tests.solvers.run.bulk.runs import ENVIRONMENT, RARE, program

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


@pytest.mark.skipif(sys.platform != "linux", reason="what waits in a pipe is asked as Linux tells it")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_whoever_does_not_read_the_answers_holds_up_the_reading_of_puzzles(workers: str) -> None:
    lines = [f"1....2....3....4 {place} {'label ' * 30}\n".encode() for place in range(10_000)]
    taken = 0

    def feed(pipe: IO[bytes]) -> None:
        nonlocal taken
        with suppress(BrokenPipeError):
            for line in lines:
                pipe.write(line)
                taken += 1

    arguments = program("--instance", "-", "--backend", "dlx", "--json", "--workers", workers)
    with subprocess.Popen(
        arguments, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = Thread(target=feed, args=(process.stdin,))
        feeder.start()
        output = process.stdout.fileno()
        wait_until(lambda: waiting_in(output) > 40_000)
        seen = [-1]
        wait_until(lambda: seen.append(taken) or seen[-20:] == [taken] * 20, pause=0.05)
        process.kill()
        feeder.join()
    # Two pipes of 64 KB, a piece of a file of 128 KB and four chunks of eight for each worker are between them.
    assert 100 < taken < 2_000


def waiting_in(pipe: int) -> int:
    """How many bytes wait in a pipe to be read."""
    answer = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, answer)
    return answer[0]
