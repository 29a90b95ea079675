"""Where the puzzles come from changes nothing: packed, in a table, in a folder or at an address, out comes the same."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.kit.streams import zstandard
from solvers.core.limits import ANSWERED, BAD_INPUT
from tests.solvers.run.bulk.runs import EASY, MANY_ANSWERS, RARE, solve

LINES = [*RARE[:40], "oops", MANY_ANSWERS, *EASY[:3]]


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


def written(form: str, plain: Path) -> str:
    """A place of this form that holds what ``plain`` holds."""
    data, path = plain.read_bytes(), plain.with_name(f"{plain.name}{form}")
    if form == ".gz":
        path.write_bytes(gzip.compress(data))
    elif form == ".zst":
        pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
        path.write_bytes(zstandard().compress(data))
    elif form == ".parquet":
        path = plain.with_suffix(form)
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table({"puzzle": LINES}), path)
    elif form == "memory":
        pytest.importorskip("fsspec").filesystem("memory").pipe("/inputs/puzzles.txt", data)
        return "memory://inputs/puzzles.txt"
    else:
        path = plain.parent / "folder"
        path.mkdir()
        (path / plain.name).write_bytes(data)
    return str(path)


@pytest.mark.parametrize("form", [".gz", ".zst", ".parquet", "memory", "folder"])
@pytest.mark.parametrize("backend", ["kernel", "dlx"])
def test_the_answers_are_those_of_the_plain_file(
    form: str, backend: str, plain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--backend", backend, "--limit", "1")
    code, shown, errors = solve(capsys, plain, *options)
    place = written(form, plain)
    again = solve(capsys, place, *options)
    assert code == again[0] == BAD_INPUT
    if form == "folder":
        shown = [line.replace("# line 41", f"# {place}/puzzles.txt:41") for line in shown]
        place += "/puzzles.txt"
    assert again[1] == shown
    assert again[2][0] == errors[0].replace(str(plain), place)


def test_a_folder_is_one_stream_and_each_complaint_names_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.sdk").write_text("\n".join(EASY[0][at : at + 9] for at in range(0, 81, 9)))
    (tmp_path / "b.jpg").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "c.txt").write_text(f"{EASY[1]}\noops\n")
    (tmp_path / "d.txt").touch()
    (tmp_path / "e.txt.gz").write_bytes(gzip.compress(f"{EASY[2]} mine".encode())[:-9])
    code, shown, _ = solve(capsys, tmp_path, "--backend", "dlx")
    assert code == BAD_INPUT
    assert [line.partition(": ")[0].replace(str(tmp_path), "") for line in shown if line[0] == "#"] == [
        "# /b.jpg:1",
        "# /c.txt:2",
        "# /d.txt",
        "# /e.txt.gz",
    ]
    assert sum(line.isdigit() for line in shown) == 2
    _, shown, _ = solve(capsys, tmp_path, "--backend", "dlx", "--json")
    assert ['"instance": "a/one"' in shown[0], '"instance": "c #1"' in shown[2]] == [True, True]
    assert f'"file": "{tmp_path}/c.txt", "line": 2' in shown[3]


def test_a_run_goes_on_with_a_folder_only_while_it_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, output = tmp_path / "folder", tmp_path / "answers.txt"
    folder.mkdir()
    (folder / "a.txt.gz").write_bytes(gzip.compress("\n".join(RARE[:20]).encode()))
    (folder / "b.txt").write_text("\n".join(EASY[:30]))
    options = ("--backend", "backtracking", "--output", str(output))
    assert solve(capsys, folder, *options)[0] == ANSWERED
    whole = output.read_bytes()
    stopped: Any = iter([False] * 12 + [True])

    from solvers.run.bulk import run

    usual = run.solve_lines

    def interrupted(task: Any, items: Any) -> Any:
        for line in usual(task, items):
            if next(stopped, True):
                raise KeyboardInterrupt
            yield line

    monkeypatch.setattr(run, "BLOCK_ROWS", 20)
    with monkeypatch.context() as patch:
        patch.setattr(run, "solve_lines", interrupted)
        solve(capsys, folder, *options)
    assert output.read_bytes() != whole
    (folder / "b.txt").write_text("\n".join(EASY[1:30]))
    code, _, errors = solve(capsys, folder, *options, "--resume")
    assert (code, "content of the input differs" in errors[-1]) == (BAD_INPUT, True)
    (folder / "b.txt").write_text("\n".join(EASY[:30]))
    assert solve(capsys, folder, *options, "--resume")[0] == ANSWERED
    assert output.read_bytes() == whole


def test_a_cell_of_a_table_may_be_a_puzzle_written_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from solvers.run.__main__ import main

    path = tmp_path / "sets.parquet"
    pyarrow = pytest.importorskip("pyarrow")
    cells = {"name": ["mine", "yours"], "puzzle": ["BRRYRG RGYBGB RBGYRY GBRYYG", "oops"]}
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table(cells), path)
    assert main(["cubes", str(path), "--json", "--backend", "dlx"]) == BAD_INPUT
    first, second = capsys.readouterr().out.splitlines()
    assert '"instance": "mine"' in first
    assert '"line": 2, "error": "\'oops\' is no cubes instance"' in second


def test_an_address_of_many_digits_is_no_puzzle_as_typed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fsspec")
    assert solve(capsys, "memory://127.0.0.1/3.txt")[2] == ["error: memory://127.0.0.1/3.txt: there is no such file"]


def test_a_model_in_a_format_of_the_field_may_be_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from solvers.run.__main__ import main

    path = tmp_path / "model.cnf.gz"
    path.write_bytes(gzip.compress(b"p cnf 2 1\n1 2 0\n"))
    assert main([str(path), "--count", "--backend", "dlx"]) == ANSWERED
    assert "answered: 3 answers" in capsys.readouterr().out


def test_a_certificate_sends_nobody_to_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from solvers.cli.exits import guarded
    from solvers.run.__main__ import main
    from solvers.verify.__main__ import main as verify

    pytest.importorskip("fsspec").filesystem("memory").pipe("/inputs/one.txt", EASY[0].encode())
    assert main(["sudoku", "memory://inputs/one.txt", "--backend", "dlx", "--proof", str(tmp_path / "one")]) == ANSWERED
    code = guarded(verify, [str(tmp_path / "one")])
    assert (code, "came from memory://inputs/one.txt: name it with --instance" in str(capsys.readouterr())) == (
        BAD_INPUT,
        True,
    )
    assert guarded(verify, [str(tmp_path / "one"), "--instance", "memory://inputs/one.txt"]) == ANSWERED


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl", "answers.jsonl.gz", "answers.json", "answers.xlsx"])
def test_what_a_run_wrote_is_no_file_of_puzzles(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if name.endswith("xlsx"):
        pytest.importorskip("openpyxl")
    (tmp_path / "puzzles.txt").write_text("\n".join(EASY[:2]))
    output = tmp_path / name
    assert solve(capsys, tmp_path / "puzzles.txt", "--backend", "dlx", "--output", str(output))[0] == ANSWERED
    code, _, errors = solve(capsys, output)
    assert (code, errors) == (BAD_INPUT, [f"error: {output}: this is what a run wrote, and no file of puzzles"])


def test_a_folder_is_recognised_by_the_first_file_that_some_puzzle_reads(tmp_path: Path) -> None:
    from models.registry import recognise

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
