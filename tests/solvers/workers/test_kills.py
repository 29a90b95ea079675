"""Work on a Dask cluster whose processes are killed at random moments: once in the lane, ten times over in the nights.

Which moments these are is drawn by a seed: so many results have come by then, so many lines are written.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solvers.workers.base import MAX_AHEAD, Pool
from tests.patience import wait_until
from tests.solvers.run.bulk.runs import RARE, Bulk, at_lines, lines_in
from tests.solvers.workers.clusters import at_work, outside
from tests.solvers.workers.work import squared
from tests.third_party import ROOT

psutil = pytest.importorskip("psutil", reason="psutil comes with Dask")
pytest.importorskip("distributed", reason="Dask is not installed")


@pytest.fixture
def bulk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bulk:
    return Bulk(tmp_path, capsys)


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        pytest.param(0, 1, marks=pytest.mark.lane),
        pytest.param(1, 10, marks=pytest.mark.slow),
        pytest.param(2, 10, marks=pytest.mark.slow),
    ],
)
def test_killed_processes_lose_nothing_and_have_nothing_done_twice(seed: int, kills: int, cluster: Pool) -> None:
    """One of Dask's processes or of the children is really killed, wherever it is."""
    dice, results, left = Random(seed), list[tuple[int, int]](), kills
    enough = dice.randint(1, 20)

    def watch() -> None:
        nonlocal left, enough
        if left and len(results) >= enough and (alive := at_work()):
            dice.choice(alive).kill()
            left -= 1
            # What was under way is over then, or one piece might meet all kills.
            enough = len(results) + 2 * MAX_AHEAD + dice.randint(0, 20)

    pieces = takewhile(lambda number: left or number < enough, range(10**9))
    for number, result in cluster.imap(squared, pieces, watch=watch):
        results.append((number, result.value))
    assert left == 0
    assert results == [(number, number**2) for number in range(len(results))]


@pytest.mark.parametrize("kills", [pytest.param(1, marks=pytest.mark.lane), pytest.param(10, marks=pytest.mark.slow)])
def test_a_killed_scheduler_costs_nothing_that_is_written(kills: int, bulk: Bulk, patient: None) -> None:
    """The run ends with a sentence, another goes on, and at last one without a cluster."""
    dice, plain, options = Random(kills), bulk.folder / "plain.txt", "--backend backtracking --output"
    puzzles = RARE[: 150 * (kills + 1)]  # in each round some hundred are done at most
    assert bulk(puzzles, options, plain)[0] == 0
    for kill in range(kills):
        with outside(bulk.folder / str(kill), 1) as there, at_lines({dice.randint(1, 40): there.scheduler.kill}):
            code, _, said = bulk(None, options, bulk.output, "--resume --on", there.file)
        assert (code, "is gone; --resume goes on after the first" in said[-1]) == (3, True)
        assert lines_in(bulk.output) < len(puzzles)
    assert bulk(None, options, bulk.output, "--resume")[0] == 0
    assert bulk.output.read_text() == plain.read_text()


Moment = Callable[[Any, Path], object]

MOMENTS: dict[str, Moment] = {
    "its first process is there": lambda run, folder: run.children(),
    "it has a folder": lambda run, folder: [*folder.iterdir()],
    "all its processes are there": lambda run, folder: len(run.children()) > 2,
    "it has a certificate": lambda run, folder: [*folder.glob("*/certificate.pem")],
    "workers have children": lambda run, folder: len(run.children(recursive=True)) > 4,
    "it has written something": lambda run, folder: (folder.parent / "answers.txt").stat().st_size,
}


@pytest.mark.parametrize(
    ("moment", "ending"),
    [
        pytest.param("it has a certificate", signal.SIGTERM, marks=pytest.mark.lane),
        *(
            pytest.param(moment, ending, marks=pytest.mark.slow)
            for moment in MOMENTS
            for ending in (signal.SIGINT, signal.SIGTERM)
        ),
    ],
)
def test_asked_to_end_while_it_starts_it_ends_with_a_sentence_and_leaves_nothing(
    moment: str, ending: signal.Signals, tmp_path: Path
) -> None:
    for name in ("temporary", "here"):
        (tmp_path / name).mkdir()
    (tmp_path / "puzzle.txt").write_text(f"{'.' * 81}\n" * 10_000)
    words = ["solvers.run", "sudoku", "../puzzle.txt", "--on", "local", "--backend", "backtracking"]
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "temporary")}
    with (tmp_path / "answers.txt").open("w") as answers:
        pipes: dict[str, Any] = {"stdout": answers, "stderr": subprocess.PIPE, "text": True}
        run = subprocess.Popen([sys.executable, "-m", *words], cwd=tmp_path / "here", env=env, **pipes)
    here = psutil.Process(run.pid)
    wait_until(lambda: MOMENTS[moment](here, tmp_path / "temporary"), pause=0.002)
    started = here.children(recursive=True)
    run.send_signal(ending)
    *said, last = run.communicate()[1].splitlines()
    assert run.returncode == 3
    assert all(line.startswith(("dashboard: ", "error: ")) or " puzzles: " in line for line in said)
    assert last.startswith("interrupted")
    wait_until(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in started))
    assert [*(tmp_path / "temporary").iterdir()] == [*(tmp_path / "here").iterdir()] == []
