"""Collections under fire: workers and whole runs stopped and killed at any line; nothing is lost, nothing comes twice.

The lines after which it happens are drawn by a seed; what a run is at by then is left to chance.
"""

from __future__ import annotations

import signal
from functools import partial
from random import Random

import pytest

from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.run.bulk import blocks, chunks, run
from solvers.run.bulk.forms import lines_of
from tests.solvers.run.bulk.runs import (
    EASY,
    MANY_ANSWERS,
    RARE,
    SMALL,
    Bulk,
    at_lines,
    ended,
    kill_a_worker,
    lines_in,
    note_of,
    noted,
)

pytestmark = pytest.mark.needs_processes

BACKENDS = ["sat", "kernel", "backtracking"]

KILLS = 5
"""Of workers in one run: so few that no puzzle is taken for one that kills its workers, which takes six."""


def mixed(puzzles: list[str]) -> list[str]:
    """The puzzles with others among them that show what a solver has learnt, and how a file was cut."""
    lines = [MANY_ANSWERS + " many" if place % 9 == 4 else puzzle for place, puzzle in enumerate(puzzles)]
    lines = [f"{SMALL} small" if place % 13 == 6 else line for place, line in enumerate(lines)]
    lines[len(lines) // 2] = "this is no puzzle"
    return lines


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_killed_workers_change_nothing(seed: int, bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "FIRST_WEIGHT", 30)
    monkeypatch.setattr(chunks, "GROWTH", 1)
    for module in (blocks, run):
        monkeypatch.setattr(module, "BLOCK_ROWS", 80)
    chance, kills = Random(seed), list[bool]()
    one, two = bulk.folder / "one.txt", bulk.folder / "two.txt"
    options = f"--backend {BACKENDS[seed % len(BACKENDS)]} --unique --output"
    code, _, said = bulk(mixed(EASY * 4), options, one)
    moments = {line: lambda: kills.append(kill_a_worker(chance)) for line in chance.sample(range(1, 200), KILLS)}
    with at_lines(moments):
        again = bulk(None, options, two, "--workers 2")
    assert any(kills)
    assert (again[0], again[2][-1].partition(";")[0]) == (code, said[-1].partition(";")[0])
    assert two.read_bytes() == one.read_bytes()


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [
        pytest.param(0, 2, marks=pytest.mark.lane),
        *(pytest.param(seed, 10, marks=pytest.mark.slow) for seed in range(10)),
    ],
)
def test_runs_and_workers_killed_until_it_is_done_write_the_same_bytes(seed: int, rounds: int, bulk: Bulk) -> None:
    chance, backend = Random(seed), BACKENDS[seed % len(BACKENDS)]
    whole, pieces = bulk.folder / "whole.jsonl", bulk.folder / "pieces.jsonl"
    puzzles = mixed({"sat": RARE[:700], "kernel": RARE * 3, "backtracking": EASY * 12}[backend])
    options = f"--backend {backend} --unique --output"
    assert bulk(puzzles, options, whole)[0] == BAD_INPUT
    workers = f"--resume --workers {1 + (seed + seed // 3) % 2}"
    for _ in range(rounds):
        left = len(puzzles) - noted(pieces)
        moments = sorted(chance.randrange(1, max(left, 2)) for _ in range(1 + chance.randrange(3)))
        code, _ = ended(
            signal.SIGKILL, moments[-1], "--instance", bulk.file, options, pieces, workers, kills=moments[:-1]
        )
        assert code in (-signal.SIGKILL, BAD_INPUT), "or it was at its end"
        assert lines_in(pieces) >= noted(pieces)
    assert bulk(None, options, pieces, workers)[0] == BAD_INPUT
    assert pieces.read_bytes() == whole.read_bytes()
    assert bulk.visible() == ["pieces.jsonl", "puzzles.txt", "whole.jsonl"]


@pytest.mark.parametrize(
    ("backend", "name", "words", "ending"),
    [
        pytest.param("sat", "pieces.jsonl", "--workers 2", "SIGTERM", marks=pytest.mark.lane),
        *(
            pytest.param(*row, ending, marks=pytest.mark.slow)
            for ending in ("SIGINT", "SIGTERM")
            for row in (
                ("sat", "pieces.txt", ""),
                ("sat", "pieces.csv", "--workers 2 --on local"),
                ("kernel", "pieces.txt", "--workers 2 --on local"),
                ("backtracking", "pieces.csv.gz", "--workers 2"),
                ("backtracking", "pieces.parquet", ""),
            )
        ),
    ],
)
def test_stopped_at_any_line_it_goes_on_after_the_last_one(
    backend: str, name: str, words: str, ending: str, bulk: Bulk
) -> None:
    if "--on" in words:
        pytest.importorskip("distributed", reason="Dask is not installed")
    if "parquet" in name:
        pytest.importorskip("pyarrow.parquet")
    chance = Random(f"{backend} {name} {ending}")
    pieces, whole = bulk.folder / name, bulk.folder / name.replace("pieces", "whole")
    puzzles = RARE[:600] * {"sat": 1, "kernel": 60, "backtracking": 1}[backend]
    lines = [MANY_ANSWERS if place % 40 == 9 else line for place, line in enumerate(puzzles)]
    options = f"--backend {backend} --unique --output"
    assert bulk(lines, options, whole)[0] == ANSWERED
    written, before = lines_of(pieces), 0
    stop = partial(ended, getattr(signal, ending))
    for _ in range(2):
        code, said = stop(chance.randint(1, 150), "--instance", bulk.file, options, pieces, "--resume", words)
        if not note_of(written).exists():  # all was done, and Python at its end, where signals mean something else
            break
        after = lines_in(written)
        assert (code, noted(written), after > before) == (STOPPED, after, True), said
        assert said[-1] == f"interrupted; --resume goes on after the first {after:,}"
        before = after
    else:
        assert bulk(None, options, pieces, "--resume")[0] == ANSWERED
    assert pieces.read_bytes() == whole.read_bytes()
