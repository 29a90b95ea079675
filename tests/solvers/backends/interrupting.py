"""Press Ctrl-C in a real process: run a search there, send it SIGINT, and see how it takes it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import soon
from tests.system import skip_without_processes

PROGRAM = """
import sys
from solvers.core.registry import load_backend
from tests.solvers.backends.hard_models import {model}
backend, _ = load_backend({backend!r})
solutions = backend.load({model}()).solutions()
print("searching", flush=True)
try:
    for _ in solutions:
        pass
except KeyboardInterrupt:  # between two solutions
    solutions.close()
print("complete" if solutions.outcome.complete else "incomplete", flush=True)
"""


def interrupt(backend: str, model: str, after: float = 1.0) -> str:
    """What the program says after SIGINT, having ended soon."""
    skip_without_processes()
    root = Path(__file__).parents[3]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(backend=backend, model=model)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "searching\n"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        with soon():
            said = process.communicate(timeout=20)[0].strip()
        assert process.returncode == 0
        return said
    finally:
        process.kill()
