"""Collections under fire: workers and whole runs killed at random moments; nothing is lost, and nothing comes twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from solvers.core.limits import BAD_INPUT
from solvers.run.bulk import blocks, chunks, run
from solvers.workers import usage
from tests.patience import wait_until
from tests.solvers.run.bulk.runs import EASY, ENVIRONMENT, MANY_ANSWERS, RARE, program, solve, visible

BACKENDS = ["sat", "kernel", "backtracking"]

KILLS = 5
"""Of workers in one run: so few that no puzzle is taken for one that kills its workers, which takes six."""


def mixed(puzzles: list[str]) -> str:
    """A file of them with others among them that show what a solver has learnt, and how it was cut."""
    lines = [MANY_ANSWERS + " many" if place % 9 == 4 else puzzle for place, puzzle in enumerate(puzzles)]
    lines = [f"{'.' * 16} small" if place % 13 == 6 else line for place, line in enumerate(lines)]
    lines[len(lines) // 2] = "this is no puzzle"
    return "\n".join(lines) + "\n"


@contextmanager
def workers_dying(chance: random.Random) -> Iterator[list[int]]:
    """Meanwhile workers of this process are killed at random moments; which were is told."""
    killed: list[int] = []
    over = Event()

    def kill() -> None:
        while len(killed) < KILLS and not over.wait(chance.uniform(0, 0.4) if killed else 0.01):
            living = sorted(usage._living)
            if living:
                killed.append(chance.choice(living))
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_workers_killed_at_random_moments_change_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chunks, "FIRST_WEIGHT", 30)
    monkeypatch.setattr(chunks, "GROWTH", 1)
    for module in (blocks, run):
        monkeypatch.setattr(module, "BLOCK_ROWS", 80)
    backend = BACKENDS[seed % len(BACKENDS)]
    file, one, two = (tmp_path / name for name in ("puzzles.txt", "one.txt", "two.txt"))
    file.write_text(mixed(EASY * 4))
    options = ("--backend", backend, "--unique", "--output")
    code, _, said = solve(capsys, file, *options, str(one))
    with workers_dying(random.Random(seed)) as killed:
        again = solve(capsys, file, *options, str(two), "--workers", "2")
    assert killed
    assert (again[0], again[2][-1].partition(";")[0]) == (code, said[-1].partition(";")[0])
    assert two.read_bytes() == one.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_runs_and_workers_killed_until_it_is_done_write_the_same_bytes(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    backend = BACKENDS[seed % len(BACKENDS)]
    file, whole, pieces = (tmp_path / name for name in ("puzzles.txt", "whole.jsonl", "pieces.jsonl"))
    file.write_text(mixed({"sat": RARE[:1500], "kernel": RARE * 10, "backtracking": EASY * 12}[backend]))
    options = ("--instance", file, "--backend", backend, "--unique", "--output")
    assert subprocess.run(program(*options, whole), env=ENVIRONMENT, stderr=subprocess.DEVNULL).returncode == BAD_INPUT
    arguments = program(*options, pieces, "--resume", "--workers", str(1 + (seed + seed // 3) % 2))
    note = Path(f"{pieces}.progress")
    kills = 0
    for last in [False] * 10 + [True]:
        before = note.stat().st_mtime_ns if note.exists() else 0
        process = subprocess.Popen(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(chance.randrange(3)):
            time.sleep(chance.uniform(0, 0.2))
            kill_a_worker_of(process.pid, chance)
        if not last:
            if chance.random() < 0.5:  # one step further, so that it does come to an end
                wait_until(partial(is_over_or_noted, process, note, before))
            time.sleep(chance.uniform(0, 0.3))
            process.kill()
        if process.wait() != -signal.SIGKILL:
            break
        kills += 1
    assert kills
    assert process.returncode == BAD_INPUT
    assert pieces.read_bytes() == whole.read_bytes()
    assert [path.name for path in visible(tmp_path)] == ["pieces.jsonl", "puzzles.txt", "whole.jsonl"]


def is_over_or_noted(process: subprocess.Popen[bytes], note: Path, before: int) -> bool:
    """Whether the run has ended or has written a note since."""
    return process.poll() is not None or (note.exists() and note.stat().st_mtime_ns > before)


def kill_a_worker_of(process: int, chance: random.Random) -> None:
    with suppress(OSError):
        workers = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if workers:
            os.kill(int(chance.choice(workers)), signal.SIGKILL)
