"""However a verb ends, it is one sentence and an exit code that means it, also where nothing can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.third_party import ROOT

VERBS = [
    "run grecian --backend backtracking",
    "run --list",
    "run --help",
    "run sudoku --instance norvig_easy50 --backend backtracking",
    "explain sudoku",
    "diagnose sudoku",
    "compare grecian --backends backtracking",
]

BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def shell(verb: str, redirection: str) -> subprocess.CompletedProcess[str]:
    line = f"{sys.executable} -m solvers.{verb} {redirection}"
    return subprocess.run(line, shell=True, cwd=ROOT, env=BUFFERED, capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to stand for a full disk")
@pytest.mark.parametrize("verb", VERBS)
def test_a_full_disk_is_one_sentence(verb: str) -> None:
    done = shell(verb, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "error: standard output: cannot be written: No space left on device"
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
@pytest.mark.parametrize("verb", VERBS)
def test_a_closed_output_is_one_sentence(verb: str) -> None:
    done = shell(verb, ">&-")
    assert done.returncode == 2
    assert done.stderr == "error: standard output is closed; send it to /dev/null if nobody wants it\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
def test_where_errors_are_closed_the_exit_code_tells() -> None:
    assert shell("run grecian --backend nosuch", "2>&-").returncode == 2
    assert shell("run --list", "2>&-").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one")
def test_a_reader_that_goes_away_is_met_with_silence() -> None:
    assert shell("run grecian --backend backtracking", "| true").stderr == ""
