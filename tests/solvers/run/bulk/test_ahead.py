"""Rows that threads search ahead come out as one thread writes them, and anything else is left to workers."""

from __future__ import annotations

import threading
from itertools import chain
from typing import Any

import pytest

from solvers.kernel import missing
from solvers.run.bulk import blocks
from tests.solvers.run.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS, Bulk

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason="rows are searched at once by the compiled kernel"),
    pytest.mark.needs_processes,
]

PUZZLES = [*chain.from_iterable(zip(EASY, EASY[::-1], strict=True))] * 30 + [MANY_ANSWERS, "oops", IMPOSSIBLE_ONE]
LARGE = "." * 256


def test_what_is_written_is_the_same_and_threads_have_begun_it(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads begin blocks that nobody waits for yet."""
    begin, by = blocks.Block.begin, list[str]()

    def beginning(block: Any) -> None:
        by.append(threading.current_thread().name)
        begin(block)

    monkeypatch.setattr(blocks.Block, "begin", beginning)
    for options in ("--json", "--unique", "--count", "--backend kernel"):
        code, shown, _ = bulk([*PUZZLES, *PUZZLES[-5:]], options)
        assert len(shown) == len(PUZZLES) + 5
        assert by == []
        assert bulk(None, "--workers 3", options)[:2] == (code, shown), options
        assert len(by) > 1
        assert threading.current_thread().name not in by
        by.clear()


def test_what_is_written_is_the_same_where_others_are_among_the_rows(bulk: Bulk) -> None:
    for options in ("--limit 1", "--unique --json"):
        code, shown, _ = bulk([*PUZZLES, LARGE, *PUZZLES[-5:]], options)
        assert bulk(None, "--workers 3", options)[:2] == (code, shown), options
        assert len(shown) == len(PUZZLES) + 6
