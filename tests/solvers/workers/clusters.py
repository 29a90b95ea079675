"""Clusters of Dask outside of this process, as they are elsewhere, and what can be killed of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from solvers.workers.usage import WORKER
from tests.patience import wait_until
from tests.third_party import ROOT

psutil = pytest.importorskip("psutil", reason="psutil comes with Dask")


class Outside:
    """A scheduler and workers as processes of their own, as on a cluster.

    They are started by a script, and beside it lies another one called models.py, which python-sat installs there.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        scripts = folder / "bin"
        scripts.mkdir(parents=True)
        (scripts / "models.py").write_text("raise SystemExit('the wrong models')\n")
        self.script = scripts / "dask"
        self.script.write_text("from dask.__main__ import main\n\nif __name__ == '__main__':\n    main()\n")
        words = "scheduler --host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0"
        self.scheduler = self._start(*words.split())
        wait_until(self._is_there)
        self.workers: list[subprocess.Popen[bytes]] = []

    def grow(self, path: str = str(ROOT)) -> None:
        words = "worker --nthreads 1 --host 127.0.0.1 --no-dashboard"
        self.workers.append(self._start(*words.split(), path=path))

    def replace(self) -> None:
        """Another worker comes for the first."""
        self.workers[0].terminate()
        self.workers[0].wait()
        self.grow()

    def _start(self, *words: str, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(self.script), *words, "--scheduler-file", str(self.file)]
        env = os.environ | {"PYTHONPATH": path}
        return subprocess.Popen(command, cwd=self.file.parent, env=env, stderr=subprocess.DEVNULL)

    def _is_there(self) -> bool:
        try:
            return bool(json.loads(self.file.read_text()))
        except (OSError, ValueError):
            return False


@contextmanager
def outside(folder: Path, workers: int) -> Iterator[Outside]:
    cluster = Outside(folder)
    try:
        for _ in range(workers):
            cluster.grow()
        yield cluster
    finally:
        for each in [*cluster.workers, cluster.scheduler]:
            each.kill()  # Dask's worker ends with its nanny
            each.wait()


def at_work() -> list[Any]:
    """Dask's workers on this machine and their children, but not the scheduler."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if each.environ().get(WORKER):
                found.append(each)
    return found
