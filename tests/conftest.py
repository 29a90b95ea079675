"""What holds for all tests: how many random examples, no deadline for one, and Ctrl-C as Python has it."""

import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Generator
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from solvers.core.system import CAN_START_OTHERS
from tests.examples import examples
from tests.system import NEEDS

STATE = TemporaryDirectory(prefix="puzzlebench-state-")
os.environ["XDG_STATE_HOME"] = STATE.name  # what a server keeps for its user, not for the user of the tests


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait, for a clock, a process or a browser."""
    return 1 + (os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle files, and the tests of each, where PUZZLEBENCH_ORDER gives a seed: none may need what another left."""
    if seed := os.environ.get("PUZZLEBENCH_ORDER"):
        files = {item.path: 0.0 for item in items}
        dice = Random(seed)
        for path in files:
            files[path] = dice.random()
        dice.shuffle(items)
        items.sort(key=lambda item: files[item.path])


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the million objects that stay to the end out of garbage collections, which took a tenth of all the time."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this system cannot do, and give Ctrl-C back to Python.

    Libraries that a test asked for itself, CP-SAT and Exact, keep it to themselves. Where pytest was started in the
    background, Ctrl-C is ignored, and would be by every program that a test stops; under nohup, so is a lost terminal.
    """
    for mark, skip in NEEDS.items():
        if item.get_closest_marker(mark):
            skip()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


HANGS_SECONDS = 900
"""A test that lasts so long will never end: it says where it is and takes its process with it. No test relies on it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    if not CAN_START_OTHERS:
        return (yield)
    faulthandler.dump_traceback_later(HANGS_SECONDS, exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def opens_puzzle_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test opens files with puzzles, of which no other is to know."""
    from models import puzzle_file, registry

    monkeypatch.setattr(registry, "_opened", {})
    monkeypatch.setattr(puzzle_file, "FILES", [])
    monkeypatch.setattr(puzzle_file, "_files", {})
    monkeypatch.setattr(sys, "path", sys.path[:])


REPEATABLE = bool(os.environ.get("PUZZLEBENCH_REPEATABLE"))
"""Whether each run draws the same random examples, so that what passed once passes again."""

settings.register_profile("puzzlebench", max_examples=examples(100), deadline=None, derandomize=REPEATABLE)
settings.load_profile("puzzlebench")

# The tests start hundreds of programs, which need not all compile the same modules, nor need pytest rewrite its own.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
