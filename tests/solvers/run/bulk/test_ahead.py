"""Rows that threads search ahead come out as one thread writes them, and anything else is left to workers."""

from __future__ import annotations

import threading
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from solvers.kernel import missing
from solvers.run.bulk import blocks, lines
from tests.solvers.run.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS, solve

pytestmark = pytest.mark.skipif(bool(missing()), reason="rows are searched at once by the compiled kernel")

PUZZLES = [*chain.from_iterable(zip(EASY, EASY[::-1], strict=True))] * 40 + [MANY_ANSWERS, "oops", IMPOSSIBLE_ONE]
LARGE = "." * 256


def written(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, list[str]]:
    lines.solver_of.cache_clear()
    code, shown, _ = solve(capsys, file, *options)
    return code, shown


@pytest.mark.parametrize("options", [(), ("--json",), ("--unique",), ("--count",), ("--backend", "kernel")])
@pytest.mark.parametrize("others", [[], [LARGE]], ids=["rows", "rows and others"])
def test_what_is_written_is_the_same(
    options: tuple[str, ...], others: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*PUZZLES, *others, *PUZZLES[-5:]]) + "\n")
    limited = ("--limit", "1") if others and not options else ()
    one = written(capsys, file, *options, *limited)
    assert written(capsys, file, "--workers", "3", *options, *limited) == one
    assert len(one[1]) == len(PUZZLES) + len(others) + 5


def test_threads_search_blocks_that_nobody_waits_for_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, by = tmp_path / "puzzles.txt", list[str]()
    file.write_text("\n".join(PUZZLES) + "\n")
    begin = blocks.Block.begin

    def beginning(block: Any) -> None:
        by.append(threading.current_thread().name)
        begin(block)

    monkeypatch.setattr(blocks.Block, "begin", beginning)
    written(capsys, file, "--workers", "2")
    assert len(by) > 1
    assert threading.current_thread().name not in by
