"""Completion in a shell: verbs, options, puzzles, instances and backends, as argcomplete asks for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables import rows
from tests.third_party import ROOT

pytest.importorskip("argcomplete")


@rows(
    ("line", "expected"),
    [
        ("", {"run", "compare", "explain", "flatzinc", "help"}),
        ("ru", {"run"}),
        ("help ge", {"generate"}),
        ("run gre", {"grecian"}),
        ("run sudoku inka", {"inkala", "inkala_four"}),
        ("run sudoku --instance inka", {"inkala", "inkala_four"}),
        ("run sudoku --backend backt", {"backtracking"}),
        ("run cubes --formulation ori", {"orientation"}),
        ("compare cubes --backends dlx,backt", {"dlx,backtracking"}),
        ("run sudoku --time", {"--time-limit"}),
        ("generate sudoku --diff", {"--difficulty"}),
        ("verify --js", {"--json"}),
    ],
)
def test_what_may_come_next(line: str, expected: set[str], tmp_path: Path) -> None:
    whole, told = f"puzzlebench {line}", tmp_path / "told"
    environment = {"_ARGCOMPLETE": "1", "COMP_LINE": whole, "COMP_POINT": str(len(whole)), "IFS": "\n"}
    environment |= {"_ARGCOMPLETE_STDOUT_FILENAME": str(told), "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    command = [sys.executable, "-m", "solvers"]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, timeout=60, check=False)
    found = {word.strip() for word in told.read_text().splitlines()}
    assert found == expected if line else found >= expected
