"""Where the puzzles come from changes nothing: packed, in a table, in a folder, at an address or through a pipe."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from models.errors import InputError
from models.kit.streams import zstandard
from models.registry import recognise
from solvers.cli.exits import guarded
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.run.bulk import run
from solvers.verify.__main__ import main as verify
from tests.solvers.run.bulk.runs import EASY, MANY_ANSWERS, RARE, Bulk, lines_in, stopped_after

LINES = [*RARE[:40], "oops", MANY_ANSWERS, *EASY[:3]]
REFERENCE = "--backend backtracking --output"

Place = Path | str


@contextmanager
def piped(folder: Path, lines: list[str]) -> Iterator[Path]:
    """A named pipe that these have been written into, which holds them as long as somebody might read them."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        pipe.write_text("\n".join(lines))
        yield pipe
    finally:
        os.close(reader)
        pipe.unlink()


def packed(ending: str, pack: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def place(plain: Path) -> Path:
        path = plain.with_name(f"{plain.name}{ending}")
        path.write_bytes(pack(plain.read_bytes()))
        return path

    return place


def pack_zst(data: bytes) -> bytes:
    pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    return bytes(zstandard().compress(data))


def in_a_table(plain: Path) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    path = plain.with_suffix(".parquet")
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table({"puzzle": LINES}), path)
    return path


def at_an_address(plain: Path) -> str:
    pytest.importorskip("fsspec").filesystem("memory").pipe("/inputs/puzzles.txt", plain.read_bytes())
    return "memory://inputs/puzzles.txt"


def in_a_folder(plain: Path) -> Path:
    (folder := plain.parent / "folder").mkdir()
    (folder / plain.name).write_bytes(plain.read_bytes())
    return folder


PLACES: dict[str, Callable[[Path], Place]] = {
    "gz": packed(".gz", gzip.compress),
    "zst": packed(".zst", pack_zst),
    "table": in_a_table,
    "address": at_an_address,
    "folder": in_a_folder,
}
"""Each holds what a plain file holds."""


@pytest.mark.parametrize("form", PLACES)
def test_the_answers_are_those_of_the_plain_file(form: str, bulk: Bulk) -> None:
    bulk.file.write_text("\n".join(LINES))
    place = str(PLACES[form](bulk.file))
    called = f"{place}/puzzles.txt" if form == "folder" else place
    for options in ("--backend kernel --limit 1", "--backend dlx --limit 1"):
        code, shown, errors = bulk(None, options)
        if form == "folder":
            shown = [line.replace("# line 41", f"# {called}:41") for line in shown]
        again = bulk(place, options)
        assert (code, again[:2]) == (BAD_INPUT, (code, shown)), options
        assert again[2][0] == errors[0].replace(str(bulk.file), called)


@pytest.mark.needs_processes
def test_puzzles_come_through_a_pipe(bulk: Bulk) -> None:
    lines = [*RARE[:60], "oops", *RARE[60:120]]
    _, expected, _ = bulk(lines, "--backend backtracking")
    assert len(expected) == 121
    for options in ((), ("--workers 2",), ("--output", bulk.output), ("--workers 2 --output", bulk.folder / "two.txt")):
        with piped(bulk.folder, lines) as pipe:
            code, shown, _ = bulk(pipe, "--backend backtracking", *options)
        if "--output" in "".join(map(str, options)):
            shown = Path(options[-1]).read_text().splitlines()
        assert (code, shown) == (BAD_INPUT, expected), options


@pytest.mark.needs_processes
def test_a_run_through_a_pipe_goes_on_with_the_same_puzzles_only(bulk: Bulk) -> None:
    def run_on(lines: list[str], *options: str) -> tuple[int, str]:
        with piped(bulk.folder, lines) as pipe:
            code, _, said = bulk(pipe, REFERENCE, bulk.output, *options)
            return code, said[-1]

    with stopped_after(30):
        assert run_on(RARE[:100])[0] == STOPPED
    assert lines_in(bulk.output) == 30
    says = f"error: {bulk.folder}/pipe: the first 30 puzzles are not those that the unfinished run had read"
    for different in (RARE[1:101], RARE[:20]):
        assert run_on(different, "--resume") == (BAD_INPUT, says)
    assert run_on(RARE[:50], "--resume")[0] == ANSWERED
    assert bulk.output.read_text().splitlines() == bulk(RARE[:50], "--backend backtracking")[1]


def test_a_folder_is_one_stream_and_each_complaint_names_its_file(bulk: Bulk) -> None:
    folder = bulk.folder
    (folder / "a").mkdir()
    (folder / "a" / "one.sdk").write_text("\n".join(EASY[0][at : at + 9] for at in range(0, 81, 9)))
    (folder / "b.jpg").write_bytes(bytes(range(256)) * 9)
    (folder / "c.txt").write_text(f"{EASY[1]}\noops\n")
    (folder / "d.txt").touch()
    (folder / "e.txt.gz").write_bytes(gzip.compress(f"{EASY[2]} mine".encode())[:-9])
    code, shown, _ = bulk(folder, "--backend dlx")
    assert code == BAD_INPUT
    complaints = [line.partition(": ")[0].replace(str(folder), "") for line in shown if line[0] == "#"]
    assert complaints == ["# /b.jpg:1", "# /c.txt:2", "# /d.txt", "# /e.txt.gz"]
    assert sum(line.isdigit() for line in shown) == 2
    _, shown, _ = bulk(folder, "--backend dlx --json")
    assert ['"instance": "a/one"' in shown[0], '"instance": "c #1"' in shown[2]] == [True, True]
    assert f'"file": "{folder}/c.txt", "line": 2' in shown[3]


def test_a_run_goes_on_with_a_folder_only_while_it_is_the_same(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder := bulk.folder / "folder").mkdir()
    (folder / "a.txt.gz").write_bytes(gzip.compress("\n".join(RARE[:20]).encode()))
    (folder / "b.txt").write_text("\n".join(EASY[:30]))
    assert bulk(folder, REFERENCE, bulk.output)[0] == ANSWERED
    whole = bulk.output.read_bytes()
    monkeypatch.setattr(run, "BLOCK_ROWS", 20)
    with stopped_after(25):
        bulk(folder, REFERENCE, bulk.output)
    assert bulk.output.read_bytes() != whole
    (folder / "b.txt").write_text("\n".join(EASY[1:30]))
    code, _, errors = bulk(folder, REFERENCE, bulk.output, "--resume")
    assert (code, "content of the input differs" in errors[-1]) == (BAD_INPUT, True)
    (folder / "b.txt").write_text("\n".join(EASY[:30]))
    assert bulk(folder, REFERENCE, bulk.output, "--resume")[0] == ANSWERED
    assert bulk.output.read_bytes() == whole


def test_a_cell_of_a_table_may_be_a_puzzle_written_out(bulk: Bulk) -> None:
    path = bulk.folder / "sets.parquet"
    pyarrow = pytest.importorskip("pyarrow")
    cells = {"name": ["mine", "yours"], "puzzle": ["BRRYRG RGYBGB RBGYRY GBRYYG", "oops"]}
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table(cells), path)
    code, (first, second), _ = bulk.run("cubes", path, "--json --backend dlx")
    assert (code, '"instance": "mine"' in first) == (BAD_INPUT, True)
    assert '"line": 2, "error": "\'oops\' is no cubes instance"' in second


def test_a_model_in_a_format_of_the_field_may_be_packed(bulk: Bulk) -> None:
    path = bulk.folder / "model.cnf.gz"
    path.write_bytes(gzip.compress(b"p cnf 2 1\n1 2 0\n"))
    code, shown, _ = bulk.run(path, "--count --backend dlx")
    assert (code, "answered: 3 answers" in shown) == (ANSWERED, True)


def test_a_certificate_sends_nobody_to_an_address(bulk: Bulk, capsys: pytest.CaptureFixture[str]) -> None:
    memory, one = pytest.importorskip("fsspec").filesystem("memory"), str(bulk.folder / "one")
    memory.pipe("/inputs/one.txt", EASY[0].encode())
    assert bulk.run("sudoku memory://inputs/one.txt --backend dlx --proof", one)[0] == ANSWERED
    assert guarded(verify, [one]) == BAD_INPUT
    assert "came from memory://inputs/one.txt: name it with --instance" in str(capsys.readouterr())
    assert guarded(verify, [one, "--instance", "memory://inputs/one.txt"]) == ANSWERED
    says = ["error: memory://127.0.0.1/3.txt: there is no such file"]
    assert bulk("memory://127.0.0.1/3.txt")[2] == says, "many digits, but no puzzle as typed"


def test_what_a_run_wrote_is_not_a_file_of_puzzles(bulk: Bulk) -> None:
    for name in ("answers.csv", "answers.jsonl.gz", "answers.json", "answers.xlsx"):
        output = bulk.folder / name
        if name.endswith("xlsx"):
            pytest.importorskip("openpyxl")
        assert bulk(EASY[:2], "--backend dlx --output", output)[0] == ANSWERED
        code, _, errors = bulk(output)
        assert (code, errors) == (BAD_INPUT, [f"error: {output}: this is what a run wrote, and no file of puzzles"])


def test_a_folder_is_recognised_by_the_first_file_that_some_puzzle_reads(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(bytes(range(256)) * 9)
    with pytest.raises(InputError, match=r"a\.jpg:1: found a zero byte"):
        recognise(tmp_path)
    (tmp_path / "b.txt").write_text("no puzzle at all\nhere = 3\n")
    (tmp_path / "c.txt").write_text(f"{EASY[0]}\noops\n")
    assert recognise(tmp_path).name == "sudoku"
    (tmp_path / "c.txt").unlink()
    (tmp_path / "a.jpg").unlink()
    with pytest.raises(InputError, match=r"no file in this folder is an instance of any.*name one before the"):
        recognise(tmp_path)
