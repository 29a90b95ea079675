"""Rows solved at once: what is read, written, judged, limited and resumed as puzzles one by one are."""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.formulation import Rows
from models.kit import files
from models.puzzle import Puzzle
from models.registry import find_instance
from models.sudoku import SudokuPuzzle
from solvers.backends.kernel import backend
from solvers.core.limits import ANSWERED, BAD_INPUT, DISAGREEMENT, STOPPED
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.run.bulk import blocks, run
from tests.clocks import Looks
from tests.patience import wait_until
from tests.solvers.kernel.built import kernel
from tests.solvers.run.bulk.runs import (
    EASY,
    IMPOSSIBLE_ONE,
    MANY_ANSWERS,
    RARE,
    SUDOKU,
    Bulk,
    lines_in,
    noted,
    stopped_after,
)

kernel()

SEVERAL = "".join(map(str, next(iter(SUDOKU.read(find_instance(SUDOKU, "several_answers")))).clues))  # type: ignore[union-attr]
KERNEL = "--backend kernel"

LINES = [
    *EASY[:3],
    *RARE[:3],
    RARE[0].replace(".", "0"),
    RARE[1].replace(".", "*", 20).replace(".", "_"),
    IMPOSSIBLE_ONE,
    IMPOSSIBLE_ONE + " broken",
    EASY[1][:-1] + "7",
    SEVERAL,
    EASY[0] + " a label",
    EASY[0] + ",4.5;x",
    EASY[0] + "#" + "l" * 250,
    EASY[0] + " für\u202e",
    EASY[0] + "x",
    EASY[0] + " \t ",
    " " + EASY[0],
    "-" * 81,
    "-" * 80 + "1",
    EASY[0][:40] + "x" + EASY[0][41:],
    EASY[0][:80],
    "",
    "# a comment",
    "# boxes 3x3",
    "# boxes 1x9",
    "Grid 01",
    "[State]",
    "[Puzzle]",
    "1234" + "." * 12 + " small",
    "1234" + "." * 12,
    "." * 36,
    "oops",
    *(EASY[3][at : at + 9] for at in range(0, 81, 9)),
    EASY[3][:9] + "\n" + EASY[3][9:18],
]
ENDS = ["\n", "\n", "\n", "\r\n", "\r"]


def bytes_of(lines: list[tuple[str, str]]) -> bytes:
    return "".join(line + end for line, end in lines).encode()


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    lines = draw(st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(ENDS)), min_size=2, max_size=40))
    content = bytes_of(lines) + draw(st.sampled_from([b"", EASY[2].encode(), b"f\xfcr\n" + EASY[2].encode(), b"\0"]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + content


def told(items: Iterator[Any]) -> list[Any]:
    """The items, rows one by one, in full."""
    found: list[Any] = []
    for item in items:
        for one in map(item.__getitem__, range(len(item))) if isinstance(item, Rows) else (item,):
            found.append(str(one) if isinstance(one, InputError) else (one.clues, one.box, one.name))
    return found


@settings(deadline=None)
@given(content=contents(), piece=st.sampled_from([100, 300, 1 << 17]))
def test_many_are_read_as_they_are_one_by_one(
    content: bytes, piece: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "many.txt"
    file.write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "CHUNK_BYTES", piece)
        assert told(SUDOKU.read_many(file)) == told(SUDOKU.read(file))


def test_lines_come_as_rows_and_one_too_long_is_told_of_and_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "plain.txt"
    file.write_text("\n".join([*RARE, "oops", *EASY, ""]))
    items = list(SUDOKU.read_many(file))
    assert [len(item) for item in items if isinstance(item, Rows)][-1] == len(EASY)
    assert len(items) < 6
    rows: Any = items[0]
    assert rows.givens()[81:162] == bytes(rows[1].clues)
    assert rows.after(3)[1] == rows[4]
    assert rows.written(bytes(range(1, 10)) * 18) == ["123456789" * 9] * 2
    for many in (1, 2, 49):
        file.write_text("\n".join(RARE[:many]) + "\n")
        assert sum(len(item) if isinstance(item, Rows) else 1 for item in SUDOKU.read_many(file)) == many
    for size in (200_000, 1_000_001):
        file.write_bytes(b"\n".join([EASY[0].encode(), b"5" * size, EASY[1].encode(), b"5" * size]))
        assert told(SUDOKU.read_many(file)) == told(SUDOKU.read(file))


QUESTIONS = {
    "": 1000,
    "--unique": 1 << 17,
    "--count": 1000,
    "--limit 1": 1 << 17,
    "--limit 3": 1000,
    "--limit 3 --count": 1 << 17,
    "--json": 1 << 17,
    "--json --unique": 1000,
    "--json --count": 1 << 17,
    "--unique --time-limit 600": 1000,
    "--unique --formulation cover": 1 << 17,
    "--unique --seed 3": 1000,
    "--unique --boxes 3x3": 1000,
}
"""Each with the bytes that are read at a time."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_blocks_are_answered_as_puzzles_one_by_one_are(
    question: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(question)
    counted = [line for line in LINES if len({*line}) > 4 and len(line) > 79]  # few answers, or none
    lines = counted if "--count" in question else LINES
    if "--boxes" in question:
        lines = [*EASY, *RARE[:20], "oops", IMPOSSIBLE_ONE]
    drawn = [chance.choice(chance.choice([lines, RARE[:50], EASY])) for _ in range(150)]
    bulk.file.write_bytes(bytes_of([(line, chance.choice(ENDS[:4])) for line in drawn]))
    monkeypatch.setattr(files, "CHUNK_BYTES", QUESTIONS[question])
    monkeypatch.setattr(blocks, "SAMPLE_EVERY", 7)

    def outcome(*options: str) -> tuple[int, bytes, list[str]]:
        code, _, errors = bulk(None, KERNEL, question, "--output", bulk.output, *options)
        return code, bulk.output.read_bytes(), [*errors[:-1], errors[-1].partition(";")[0]]

    at_once = outcome()
    streamed = bulk(None, KERNEL, question)[1]
    monkeypatch.setattr(SudokuPuzzle, "read_many", Puzzle.read_many)
    assert at_once == outcome()
    assert streamed == at_once[1].decode().removesuffix("\n").split("\n")
    assert outcome("--resume")[1] == at_once[1]  # believed to be complete


@pytest.mark.parametrize(
    ("question", "ending"), [("", "csv"), ("--unique", "jsonl"), ("--limit 2 --count", "parquet"), ("--unique", "csv")]
)
def test_tables_of_blocks_are_those_of_puzzles_one_by_one(
    question: str, ending: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    file, output, written = bulk.folder / "100 % of them.txt", bulk.folder / f"answers.{ending}", []
    file.write_text("\n".join([*RARE[:50], *LINES, *RARE[:50]]))
    monkeypatch.setattr(blocks, "SAMPLE_EVERY", 7)
    for _ in range(2):
        code, _, errors = bulk(file, KERNEL, question, "--output", output)
        assert code == BAD_INPUT, errors
        written.append(output.read_bytes())
        monkeypatch.setattr(SudokuPuzzle, "read_many", Puzzle.read_many)
    assert written[0] == written[1]


# Ended before its time


@contextmanager
def interrupted_after(steps: int) -> Iterator[None]:
    """Meanwhile Ctrl-C comes when blocks have gone on so many times."""
    go_on = blocks.Block.go_on

    def interrupted(block: blocks.Block) -> Iterator[range]:
        nonlocal steps
        for places in go_on(block):
            steps -= 1
            if steps < 0:
                raise KeyboardInterrupt
            yield places

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks.Block, "go_on", interrupted)
        yield


@pytest.mark.parametrize("ending", ["txt", "csv"])
def test_interrupted_anywhere_and_resumed_it_writes_the_same_bytes(
    ending: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK_BYTES", 20_000)
    whole, pieces = bulk.folder / f"whole.{ending}", bulk.folder / f"pieces.{ending}"
    options = f"{KERNEL} --unique --output"
    bulk([*RARE[:3000], "oops", *LINES[:12], *RARE[:3000]], options, whole)
    noted = []
    for steps in (0, 6, 3, 6, 100):
        with interrupted_after(steps):
            code, _, errors = bulk(None, options, pieces, "--resume")
        noted.append(errors[-1])
        if code == STOPPED and steps and ending == "txt":
            assert errors[-1].endswith(f"after the first {len(pieces.read_text().splitlines()):,}")
    assert noted[0] == "interrupted before anything was written"
    assert (len({*noted}), code) == (5, BAD_INPUT)
    assert pieces.read_bytes() == whole.read_bytes()


def test_a_run_goes_on_with_or_without_the_compiled_kernel(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    for first in "01":
        monkeypatch.setenv("PUZZLEBENCH_PURE", first)
        whole = bulk([*EASY[:10], *EASY[:10]], KERNEL)[1]
        with monkeypatch.context() as patch, stopped_after(6):
            patch.setattr(run, "BLOCK_ROWS", 3)
            patch.setattr(files, "CHUNK_BYTES", 500)
            code, _, _ = bulk(None, KERNEL, "--output", bulk.output)
        assert (code, lines_in(bulk.output)) == (STOPPED, 6)
        monkeypatch.setenv("PUZZLEBENCH_PURE", "10"[int(first)])
        assert bulk(None, KERNEL, "--output", bulk.output, "--resume")[0] == ANSWERED
        assert bulk.output.read_text().splitlines() == whole


ENDLESS = f"{KERNEL} --count --limit {'9' * 18}"
"""Asks for more answers than can be counted."""


@pytest.mark.needs_processes
def test_ctrl_c_ends_a_count_without_end(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there by then is written."""
    monkeypatch.setattr(blocks, "PAUSE_SECONDS", 0.01)

    def watch() -> None:
        wait_until(lambda: lines_in(bulk.output) == 20 == noted(bulk.output))
        os.kill(os.getpid(), signal.SIGINT)

    watcher = Thread(target=watch)
    watcher.start()
    code, _, said = bulk([*RARE[:20], MANY_ANSWERS, *RARE[:20], ""], ENDLESS, "--output", bulk.output)
    watcher.join()
    assert (code, said[0].partition(";")[0]) == (STOPPED, "20 puzzles: 20 answered")
    assert said[1:] == ["interrupted; --resume goes on after the first 20"]


def test_a_limit_of_time_is_for_each_row(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "Clock", lambda seconds: Looks(0))
    monkeypatch.setattr(blocks, "monotonic", count().__next__)  # a second goes by with each look
    puzzles = [MANY_ANSWERS, RARE[0], MANY_ANSWERS, RARE[1], "oops", MANY_ANSWERS, ""]
    code, shown, _ = bulk(puzzles, ENDLESS, "--time-limit 20")
    assert code == BAD_INPUT
    stopped = [line.endswith(" answers (time limit reached)") for line in shown]
    assert stopped == [True, False, True, False, False, True]
    assert [line.endswith(" the only answer") for line in shown] == [False, True, False, True, False, False]
    records = [json.loads(line) for line in bulk(None, ENDLESS, "--time-limit 20 --json")[1]]
    assert [record["stopped_by"] for record in records] == ["time", None, "time", None, None, "time"]
    assert records[2]["found"] > 1000
    assert len(records[2]["answers"]) == 1


# Judged


def test_a_wrong_answer_is_not_written(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = backend.AllDifferentBatch.go_on

    def spoilt(batch: backend.AllDifferentBatch, clock: Any) -> None:
        go_on(batch, clock)
        batch.answers[0] ^= 1

    monkeypatch.setattr(backend.AllDifferentBatch, "go_on", spoilt)
    code, lines, errors = bulk([*RARE[:20], ""], KERNEL)
    assert (code, lines) == (DISAGREEMENT, [])
    assert "the answer of a batch is wrong" in errors[0]


def test_every_answer_of_a_batch_is_judged_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = 0

    class Engine:
        def __init__(self, engine: Any) -> None:
            self.begin, self.batch = engine.begin, engine.batch

        def judge(self, givens: Any, answers: Any, counts: Any, stride: int) -> int:
            nonlocal judged
            judged += len([count for count in counts if count > 0])
            return -1

    search: Any = Solver(SUDOKU, "", *load_backend("kernel")).cached(next(iter(read_easy())))[0].search
    monkeypatch.setattr(search, "_engine", Engine(search._engine))
    batch = search.batch(b"".join(bytes(puzzle.clues) for puzzle in read_easy()))
    assert judged == len(batch.counts) == len(EASY)


def read_easy() -> list[Any]:
    return list(SUDOKU.read(find_instance(SUDOKU, "norvig_easy50")))
