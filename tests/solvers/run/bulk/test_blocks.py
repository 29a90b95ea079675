"""Rows solved at once: what is read, written, judged, limited and resumed as puzzles one by one are."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
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
from tests.patience import soon, wait_until
from tests.solvers.kernel.built import kernel
from tests.solvers.run.bulk.runs import EASY, ENVIRONMENT, IMPOSSIBLE_ONE, MANY_ANSWERS, RARE, SUDOKU, program, solve

kernel()

SEVERAL = "".join(map(str, next(iter(SUDOKU.read(find_instance(SUDOKU, "several_answers")))).clues))  # type: ignore[union-attr]
KERNEL = ("--backend", "kernel")

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


def test_a_line_too_long_is_told_of_and_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    for size in (200_000, 1_000_001):
        file.write_bytes(b"\n".join([EASY[0].encode(), b"5" * size, EASY[1].encode(), b"5" * size]))
        assert told(SUDOKU.read_many(file)) == told(SUDOKU.read(file))


def test_plain_lines_come_as_rows(tmp_path: Path) -> None:
    file = tmp_path / "plain.txt"
    file.write_text("\n".join([*RARE, "oops", *EASY, ""]))
    items = list(SUDOKU.read_many(file))
    assert [len(item) for item in items if isinstance(item, Rows)][-1] == len(EASY)
    assert len(items) < 6
    rows: Any = items[0]
    assert rows.givens()[81:162] == bytes(rows[1].clues)
    assert rows.after(3)[1] == rows[4]
    assert rows.written(bytes(range(1, 10)) * 18) == ["123456789" * 9] * 2


ENDLESS = "9" * 18
"""More answers than can be counted."""

QUESTIONS = [
    [],
    ["--unique"],
    ["--count"],
    ["--limit", "1"],
    ["--limit", "3"],
    ["--limit", "3", "--count"],
    ["--json"],
    ["--json", "--unique"],
    ["--json", "--count"],
    ["--unique", "--time-limit", "20"],
    ["--unique", "--formulation", "cover"],
    ["--unique", "--seed", "3"],
    ["--unique", "--boxes", "3x3"],
]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.parametrize("piece", [1000, 1 << 17])
def test_blocks_are_answered_as_puzzles_one_by_one_are(
    question: list[str], piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(f"{question} {piece}")
    counted = [line for line in LINES if len({*line}) > 4 and len(line) > 79]  # few answers, or none
    lines = counted if "--count" in question else LINES
    if "--boxes" in question:
        lines = [*EASY, *RARE[:20], "oops", IMPOSSIBLE_ONE]
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.txt"
    drawn = [chance.choice(chance.choice([lines, RARE[:50], EASY])) for _ in range(150)]
    file.write_bytes(bytes_of([(line, chance.choice(ENDS[:4])) for line in drawn]))
    monkeypatch.setattr(files, "CHUNK_BYTES", piece)
    monkeypatch.setattr(blocks, "SAMPLE_EVERY", 7)

    def outcome(*options: str) -> tuple[int, bytes, list[str]]:
        code, _, errors = solve(capsys, file, *KERNEL, *question, "--output", str(output), *options)
        return code, output.read_bytes(), [*errors[:-1], errors[-1].partition(";")[0]]

    at_once = outcome()
    streamed = solve(capsys, file, *KERNEL, *question)[1]
    monkeypatch.setattr(SudokuPuzzle, "read_many", Puzzle.read_many)
    assert at_once == outcome()
    assert streamed == at_once[1].decode().removesuffix("\n").split("\n")
    assert outcome("--resume")[1] == at_once[1]  # believed to be complete


@pytest.mark.parametrize("question", [[], ["--unique"], ["--limit", "2", "--count"]], ids=" ".join)
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_tables_of_blocks_are_those_of_puzzles_one_by_one(
    question: list[str],
    ending: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    file, output = tmp_path / "100 % of them.txt", tmp_path / f"answers.{ending}"
    file.write_text("\n".join([*RARE[:50], *LINES, *RARE[:50]]))
    monkeypatch.setattr(blocks, "SAMPLE_EVERY", 7)
    written = []
    for _ in range(2):
        ended = solve(capsys, file, *KERNEL, *question, "--output", str(output))
        assert ended[0] == BAD_INPUT, ended[2]
        written.append(output.read_bytes())
        monkeypatch.setattr(SudokuPuzzle, "read_many", Puzzle.read_many)
    assert written[0] == written[1]


def test_workers_write_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*RARE, "oops", *LINES[:12], *RARE]))
    one, two = (solve(capsys, file, *KERNEL, "--unique", "--workers", workers) for workers in "12")
    assert one[:2] == two[:2]
    assert len(one[1]) == 2 * len(RARE) + 13


# Ended before its time


@pytest.mark.parametrize("ending", ["txt", "csv"])
def test_interrupted_anywhere_and_resumed_it_writes_the_same_bytes(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "CHUNK_BYTES", 20_000)
    file, whole, pieces = (tmp_path / name for name in ("puzzles.txt", f"whole.{ending}", f"pieces.{ending}"))
    file.write_text("\n".join([*RARE, "oops", *LINES[:12], *RARE]))
    solve(capsys, file, *KERNEL, "--unique", "--output", str(whole))
    go_on = blocks.Block.go_on

    def until(many: int) -> Any:
        def interrupted(block: blocks.Block) -> Iterator[range]:
            nonlocal many
            for places in go_on(block):
                many -= 1
                if many < 0:
                    raise KeyboardInterrupt
                yield places

        return interrupted

    noted = []
    for many in (0, 6, 3, 6, 100):
        with monkeypatch.context() as patch:
            patch.setattr(blocks.Block, "go_on", until(many))
            code, _, errors = solve(capsys, file, *KERNEL, "--unique", "--output", str(pieces), "--resume")
        noted.append(errors[-1])
        if code == STOPPED and many and ending == "txt":
            assert errors[-1].endswith(f"after the first {len(pieces.read_text().splitlines()):,}")
    assert noted[0] == "interrupted before anything was written"
    assert len({*noted}) == 5
    assert code == BAD_INPUT
    assert pieces.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(("first", "then"), [("0", "1"), ("1", "0")])
def test_a_run_goes_on_with_or_without_the_compiled_kernel(
    first: str, then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.txt"
    file.write_text("\n".join([*EASY[:10], *EASY[:10]]))
    monkeypatch.setenv("PUZZLEBENCH_PURE", first)
    whole = solve(capsys, file, *KERNEL)[1]
    with monkeypatch.context() as patch:
        patch.setattr(run, "BLOCK_ROWS", 3)
        patch.setattr(files, "CHUNK_BYTES", 500)
        write = run.Journal.write

        def stop_there(journal: Any, *arguments: Any) -> None:
            write(journal, *arguments)
            if journal.tally.total() > 6:
                raise KeyboardInterrupt

        patch.setattr(run.Journal, "write", stop_there)
        code, _, _ = solve(capsys, file, *KERNEL, "--output", str(output))
    assert code == STOPPED
    monkeypatch.setenv("PUZZLEBENCH_PURE", then)
    assert solve(capsys, file, *KERNEL, "--output", str(output), "--resume")[0] == ANSWERED
    assert output.read_text().splitlines() == whole


def test_ctrl_c_ends_a_count_without_end_within_a_second(tmp_path: Path) -> None:
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.txt"
    file.write_text("\n".join([*RARE[:20], MANY_ANSWERS, *RARE[:20], ""]))
    arguments = program("--instance", file, *KERNEL, "--count", "--limit", ENDLESS, "--output", output)
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: output.exists() and output.stat().st_size)  # what is there is not kept back
    process.send_signal(signal.SIGINT)
    with soon():
        said = process.communicate(timeout=20)[1].splitlines()
    assert process.returncode == STOPPED
    assert said[0].startswith("20 puzzles: 20 answered; ")
    assert said[1].startswith("interrupted; --resume goes on after the first ")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_limit_of_time_is_for_each_row(place: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [RARE[0], RARE[1]]
    lines.insert(place, MANY_ANSWERS)
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*lines, "oops", MANY_ANSWERS, ""]))
    started = time.monotonic()
    endless = (*KERNEL, "--count", "--limit", ENDLESS, "--time-limit", "0.2")
    code, shown, _ = solve(capsys, file, *endless)
    assert 0.4 < time.monotonic() - started < 5
    assert code == BAD_INPUT
    stopped = [line.endswith(" answers (time limit reached)") for line in shown]
    assert stopped == [at == place for at in range(3)] + [False, True]
    assert [line.endswith(" the only answer") for line in shown] == [at != place for at in range(3)] + [False] * 2
    _, shown, _ = solve(capsys, file, *endless, "--json")
    records = [json.loads(line) for line in shown]
    assert [record["stopped_by"] for record in records[:3]] == ["time" if at == place else None for at in range(3)]
    assert records[place]["found"] > 1000
    assert len(records[place]["answers"]) == 1


# Judged


def test_a_wrong_answer_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join([*RARE[:20], ""]))
    go_on = backend.AllDifferentBatch.go_on

    def spoilt(batch: backend.AllDifferentBatch, clock: Any) -> None:
        go_on(batch, clock)
        batch.answers[0] ^= 1

    monkeypatch.setattr(backend.AllDifferentBatch, "go_on", spoilt)
    code, lines, errors = solve(capsys, file, *KERNEL)
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


@pytest.mark.parametrize("many", [1, 2, 49])
def test_a_file_of_nothing_but_plain_lines_keeps_them_all(many: int, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(RARE[:many]) + "\n")
    items = list(SUDOKU.read_many(file))
    assert sum(len(item) if isinstance(item, Rows) else 1 for item in items) == many
