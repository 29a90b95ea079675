"""Clusters for the tests of workers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solvers.workers.base import Pool
from solvers.workers.pool import open_pool


@pytest.fixture(scope="module")
def cluster() -> Iterator[Pool]:
    """A cluster of this machine's own, with two workers."""
    with open_pool("local", 2) as pool:
        yield pool


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy, and the first worker may take its time."""
    from solvers.workers import dask_pool

    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 60.0)
