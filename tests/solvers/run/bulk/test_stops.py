"""A run that is stopped: every line that is in its output is noted, and the next run goes on with the next puzzle."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.kit.source import path_of
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.run import journal
from solvers.run.bulk import chunks, run
from solvers.run.bulk.forms import lines_of
from solvers.workers.base import PoolLost
from solvers.workers.worker_process import TaskResult
from tests.patience import wait_until
from tests.solvers.run.bulk.runs import EASY, MANY_ANSWERS, RARE, Bulk, at_lines, lines_in, noted, stopped_after

LINES = [MANY_ANSWERS if place % 5 == 4 else puzzle for place, puzzle in enumerate(EASY)]
LINES[7] = "oops"
"""Those with many answers show what a solver has learnt; where nothing of that is kept, others are found."""


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "FIRST_WEIGHT", 12)


@pytest.mark.parametrize(
    ("backend", "name"),
    [
        ("sat", "pieces.txt"),
        ("backtracking", "pieces.jsonl"),
        *(("dlx", f"pieces.{ending}") for ending in ("csv", "parquet", "txt.gz")),
        ("dlx", "memory://stops/pieces.csv"),
    ],
)
def test_every_line_in_the_output_is_noted(
    backend: str, name: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ending, module in (("parquet", "pyarrow.parquet"), ("memory:", "fsspec")):
        if ending in name:
            pytest.importorskip(module)
    monkeypatch.chdir(bulk.folder)
    whole, written = name.replace("pieces", "whole"), lines_of(path_of(name))
    options = f"--unique --backend {backend} --output"
    assert bulk(LINES, options, whole)[0] == BAD_INPUT
    done = 0
    for more in (1, 15, 17):  # within chunks, and beyond the end of the first
        # Of the chunk that is under way, a backend that learns solves again what is written.
        again = 0 if backend != "sat" else done if done < 12 else done - 12
        with stopped_after(again + more):
            code, _, errors = bulk(None, options, name, "--resume")
        done += more
        assert (code, errors[-1]) == (STOPPED, f"interrupted; --resume goes on after the first {done}")
        assert lines_in(written) == noted(written) == done
    assert bulk(None, options, name, "--resume")[0] == BAD_INPUT
    assert content(name) == content(whole)
    assert not written.exists() or str(written) == name


def content(name: str) -> bytes:
    if name.startswith("memory:"):
        import fsspec

        return bytes(fsspec.filesystem("memory").cat(name.removeprefix("memory:/")))
    return Path(name).read_bytes()


def test_what_is_written_is_noted_whatever_ends_the_run(bulk: Bulk) -> None:
    for error in (PoolLost("the scheduler is gone"), OSError(5, "Input/output error"), ValueError()):
        bulk.output = bulk.folder / f"{type(error).__name__}.txt"
        with stopped_after(5, error):
            bulk(LINES, "--output", bulk.output)
        assert lines_in(bulk.output) == noted(bulk.output) == 5, error


def test_what_a_cluster_has_written_in_a_burst_is_noted_when_it_is_lost(
    bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many chunks come at once, and then the scheduler is gone."""

    class Lost:
        workers = 2

        def imap(self, work: Any, pieces: Iterable[Any], *_: Any) -> Iterator[tuple[int, TaskResult]]:
            results = [TaskResult(work(piece)) for piece in islice(pieces, 3)]
            yield from enumerate(results)
            raise PoolLost("the scheduler is gone")

    @contextmanager
    def open_pool(*_: Any) -> Iterator[Lost]:
        yield Lost()

    monkeypatch.setattr(chunks, "GROWTH", 1)
    monkeypatch.setattr(run, "open_pool", open_pool)
    code, _, errors = bulk(LINES, "--backend sat --workers 2 --output", bulk.output)
    assert (code, errors[-1]) == (STOPPED, "the scheduler is gone; --resume goes on after the first 36")
    assert lines_in(bulk.output) == noted(bulk.output) == 36


@pytest.mark.needs_processes
def test_a_burst_is_noted_although_nothing_follows(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may be long: were the run killed in it, no line would be lost."""
    monkeypatch.setattr(journal, "NOTE_SECONDS", 0.01)
    for backend in ("sat", "kernel", "backtracking"):
        bulk.output = bulk.folder / f"{backend}.txt"
        waits = {lines: partial(wait_until, lambda lines=lines: noted(bulk.output) >= lines) for lines in (5, 40)}
        with at_lines(waits):
            assert bulk(EASY, f"--backend {backend} --output", bulk.output)[0] == ANSWERED


@pytest.mark.needs_processes
@pytest.mark.parametrize(("ending", "workers"), [("SIGINT", 1), ("SIGINT", 2), ("SIGTERM", 2), ("SIGHUP", 2)])
def test_asked_to_end_it_says_where_it_stands(ending: str, workers: int, bulk: Bulk) -> None:
    with at_lines({10: partial(signal.raise_signal, getattr(signal, ending))}):
        code, _, said = bulk(RARE[:100], f"--backend backtracking --workers {workers} --output", bulk.output)
    written = lines_in(bulk.output)
    assert (code, 10 <= written == noted(bulk.output) < 100) == (STOPPED, True)
    assert said[0].startswith(f"{written} puzzles: {written} answered; ")
    assert said[1:] == [f"interrupted; --resume goes on after the first {written}"]
