"""Workers of a cluster that give no sign of life: when they are told of, and when others get their pieces."""

from __future__ import annotations

import re
from concurrent.futures import Future
from typing import Any

import pytest

from solvers.workers import dask_pool as dask
from solvers.workers.dask_pool import REFRESH_SECONDS, REMIND_SECONDS, DaskPool
from tests.patience import awaited


class Scheduler:
    """What a scheduler says: when it heard of each worker, and what each is at."""

    address = "tcp://scheduler"

    def __init__(self) -> None:
        self.seen = {"one": 0.0, "two": 0.0}
        self.tasks: dict[str, list[str]] = {"one": ["third"], "two": ["fourth"]}

    async def ncores(self) -> dict[str, int]:
        return dict.fromkeys(self.seen, 1)

    async def identity(self) -> dict[str, Any]:
        return {"workers": {worker: {"name": worker, "last_seen": beat} for worker, beat in self.seen.items()}}

    async def processing(self) -> dict[str, list[str]]:
        return self.tasks


class Tasks:
    """The pieces under way, and the workers that they were given to."""

    refused: frozenset[int] = frozenset()
    came = 0

    def __init__(self) -> None:
        self.given: list[frozenset[str] | None] = []

    def among(self, keys: list[str]) -> list[int]:
        return [["third", "fourth"].index(key) + 2 for key in keys]

    def give_to(self, only: frozenset[str] | None) -> None:
        if only != (self.given[-1] if self.given else None):
            self.given.append(only)


class Watched:
    """A pool with a clock of its own, which looks once a second."""

    status = "running"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.scheduler, self.tasks = 0.0, Scheduler(), Tasks()
        monkeypatch.setattr(dask, "begun", self._begun)
        self.pool = DaskPool(self, clock=lambda: self.now)
        self.pool._known = {"one", "two"}

    @staticmethod
    def _begun(client: object, asked: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(awaited(asked))
        return done

    def after(self, seconds: float, alive: str) -> None:
        """Let time go by in which the workers in ``alive`` give signs of life."""
        until = self.now + seconds
        while self.now < until:
            self.now += REFRESH_SECONDS / 4
            for worker in alive.split():
                self.scheduler.seen[worker] = self.now
            self.pool._look(self.tasks)  # type: ignore[arg-type]


def test_a_silent_worker_is_told_of_once_and_then_rarely(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = Watched(monkeypatch)
    watched.after(60, "one two")
    assert capsys.readouterr().err == "", "both are alive, and take their time"
    watched.after(5, "one")
    assert capsys.readouterr().err == ""
    watched.after(25, "one")
    said = r"worker two at two has given no sign of life for [67] s, and has piece 4\n"
    assert re.fullmatch(said, capsys.readouterr().err)
    watched.after(REMIND_SECONDS, "one")
    assert capsys.readouterr().err.count("no sign of life") == 1
    assert watched.tasks.given == [], "the other is at work"


def test_pieces_of_a_silent_worker_are_given_to_idle_ones_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.scheduler.tasks["one"] = []
    watched.after(30, "one")
    assert watched.tasks.given == [frozenset(("one",))]
    watched.tasks.came += 1
    watched.after(30, "one")
    assert watched.tasks.given == [frozenset(("one",))], "though results come, it is not given any"
    watched.after(10, "one two")
    assert watched.tasks.given == [frozenset(("one",)), frozenset(("one", "two"))]


def test_where_all_are_silent_nobody_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = Watched(monkeypatch)
    watched.after(30, "")
    assert (watched.tasks.given, capsys.readouterr().err.count("no sign of life")) == ([], 2)


def test_while_results_come_nobody_is_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = Watched(monkeypatch)
    for _ in range(30):
        watched.tasks.came += 1
        watched.after(2, "one")
    assert capsys.readouterr().err == ""
