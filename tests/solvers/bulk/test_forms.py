"""What an output file holds is what its name says: text, JSON lines, one JSON array, CSV, Excel, Parquet; or packed."""

from __future__ import annotations

import csv
import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from models.kit.sources import source
from solvers.bulk import forms
from solvers.bulk.forms import COLUMNS, MAKERS
from solvers.terminal.exits import BAD_INPUT
from tests.solvers.bulk.runs import EASY, IMPOSSIBLE_ONE, MANY_ANSWERS, solve

LINES = [EASY[0], MANY_ANSWERS, "oops", f'{IMPOSSIBLE_ONE} =1+1, "x"']
DLX = ("--backend", "dlx")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(LINES))
    return path


def rows_of(path: Path) -> list[dict[str, Any]]:
    """What any program would read in the file."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    if path.suffix == ".json":
        return list(json.loads(path.read_text()))
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as stream:
            return list(csv.DictReader(stream))
    if path.suffix == ".parquet":
        return list(pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist())
    from openpyxl import load_workbook

    heading, *rows = load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(heading, row, strict=True)) for row in rows]


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "xlsx"])
def test_a_file_holds_what_its_name_says(
    ending: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if ending == "xlsx":
        pytest.importorskip("openpyxl")
    output = tmp_path / f"answers.{ending}"
    code, shown, _ = solve(capsys, file, *DLX, "--output", str(output))
    assert (code, shown) == (BAD_INPUT, [])
    rows = rows_of(output)
    assert [row["status"] for row in rows] == ["answered", "answered", "bad input", "impossible"]
    assert [str(row["unique"]) for row in rows[:2]] == ["True", "False"]
    assert [str(row["line"] or "") for row in rows] == ["", "", "3", ""]
    assert rows[3]["instance"].endswith('(=1+1, "x")' if "(" in rows[3]["instance"] else '=1+1, "x"')
    if ending in ("csv", "xlsx"):
        assert [*rows[0]] == COLUMNS
        assert rows[0]["answers"].isdigit()
        assert len(rows[0]["answers"]) == 81
    assert sorted(tmp_path.iterdir()) == sorted([file, output])


def test_a_name_is_no_formula_in_excel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.xlsx"
    file.write_text(f"{EASY[0]} =HYPERLINK(x)\n{EASY[1]} b\n")
    solve(capsys, file, *DLX, "--output", str(output))
    sheet = openpyxl.load_workbook(output).active
    assert {cell.data_type for row in sheet.iter_rows(min_row=2, max_col=2) for cell in row} == {"s"}


@pytest.mark.parametrize(
    "name", ["answers.pdf", "answers.xls", "answers.html", "answers.ods", "answers.pdf.gz", "answers.parquet.gz"]
)
def test_other_endings_are_refused(name: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = solve(capsys, file, *DLX, "--output", str(tmp_path / name))
    assert code == BAD_INPUT
    assert len(errors) == 1
    assert "writes names that end in .txt, .jsonl, .json, .csv, .xlsx, .parquet, or in nothing" in errors[0]
    assert not (tmp_path / name).exists()


def test_a_table_is_not_asked_for_as_json(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = solve(capsys, file, *DLX, "--json", "--output", str(tmp_path / "answers.csv"))
    assert (code, len(errors)) == (BAD_INPUT, 1)
    assert "--json is of no use beside --output answers.csv" in errors[0]


def test_a_parquet_file_has_the_cells_of_the_records_with_their_types(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(forms, "BATCH", 3)  # two groups of rows
    for ending in ("jsonl", "parquet"):
        solve(capsys, file, *DLX, "--output", str(tmp_path / f"answers.{ending}"))
    records, rows = rows_of(tmp_path / "answers.jsonl"), rows_of(tmp_path / "answers.parquet")
    assert [*rows[0]] == COLUMNS
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        assert {key: record[key] for key in COLUMNS if key != "answers"} == {
            key: value for key, value in row.items() if key != "answers"
        }
        found = ["".join(str(digit) for row in answer for digit in row) for answer in record["answers"]]
        assert row["answers"] == found


@pytest.mark.parametrize("packing", [".gz", ".zst"])
@pytest.mark.parametrize("ending", ["", ".txt", ".jsonl", ".csv", ".json"])
def test_a_packed_file_holds_what_the_plain_one_does(
    packing: str, ending: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if packing == ".zst":
        pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    plain, packed = tmp_path / f"answers{ending}", tmp_path / f"answers{ending}{packing}"
    for output in (plain, packed):
        assert solve(capsys, file, *DLX, "--output", str(output))[0] == BAD_INPUT
    assert source(str(packed)).open("rb").read() == plain.read_bytes()
    assert sorted(tmp_path.iterdir()) == sorted([file, plain, packed])
    before = packed.read_bytes()
    solve(capsys, file, *DLX, "--output", str(packed))
    assert packed.read_bytes() == before


def test_what_goes_to_an_address_is_kept_here_until_it_is_whole(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fsspec = pytest.importorskip("fsspec")
    monkeypatch.chdir(tmp_path)
    solve(capsys, file, *DLX, "--output", "plain.csv")
    whole = Path("plain.csv").read_bytes()
    there, lines = "memory://forms/answers.csv", tmp_path / "answers.csv.lines"
    with monkeypatch.context() as patch:
        patch.setattr(type(fsspec.filesystem("memory")), "put_file", lambda *_: 1 / 0)
        code, _, errors = solve(capsys, file, *DLX, "--output", there)
    assert (code, errors[-1]) == (BAD_INPUT, f"error: {there}: cannot be written: division by zero")
    assert lines.exists()
    assert solve(capsys, file, *DLX, "--output", there, "--resume")[0] == BAD_INPUT
    assert fsspec.filesystem("memory").cat("/forms/answers.csv") == whole
    assert sorted(tmp_path.iterdir()) == sorted([file, tmp_path / "plain.csv"])
    for output, words in (
        (f"{there}/", "this is a folder"),
        ("https://x.org/a.txt", "can be read, and not be written"),
    ):
        code, _, errors = solve(capsys, file, *DLX, "--output", output)
        assert (code, words in errors[-1]) == (BAD_INPUT, True)
    packed = tmp_path / "puzzles.txt.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    fsspec.filesystem("memory").pipe("/forms/in.txt", file.read_bytes())
    for place in ("memory://forms/in.txt", str(packed)):
        code, _, errors = solve(capsys, place, *DLX, "--output", place)
        assert (code, "is the input file, which --output would overwrite" in errors[-1]) == (BAD_INPUT, True)


def test_nothing_is_written_into_the_folder_that_is_read(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for output in (tmp_path / "answers.txt", tmp_path / "answers.csv"):
        code, _, errors = solve(capsys, tmp_path, *DLX, "--output", str(output))
        assert (code, "is in the input folder, of which every file is read" in errors[-1]) == (BAD_INPUT, True)
    assert [*tmp_path.iterdir()] == [file]


def test_without_its_library_a_form_is_refused_before_anything_is_solved(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("backports", "compression", "pyarrow", "pyarrow.parquet", "fsspec"):
        monkeypatch.setitem(sys.modules, module, None)
    outputs = {"zstd": f"{tmp_path}/a.txt.zst", "parquet": f"{tmp_path}/a.parquet", "remote": "s3://b/a.txt"}
    for extra, output in outputs.items():
        _, _, errors = solve(capsys, file, *DLX, "--output", output)
        assert f"not installed; pip install 'puzzlebench[{extra}]'" in errors[-1]
        assert len(errors) == 1
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("ending", ["json", "csv", "txt.gz", "parquet"])
def test_until_it_is_whole_it_is_not_there_and_can_be_resumed(
    ending: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow.parquet")
    output = tmp_path / f"answers.{ending}"
    solve(capsys, file, *DLX, "--output", str(output))
    whole = output.read_bytes()
    output.write_text("of another day")

    def full(*_: object) -> None:
        raise forms.InputError("cannot be written: No space left on device", output)

    with monkeypatch.context() as patch:
        patch.setattr(forms, "write_whole", full)
        code, _, errors = solve(capsys, file, *DLX, "--output", str(output))
    assert code == BAD_INPUT
    assert errors[-1] == f"error: {output}: cannot be written: No space left on device"
    assert output.read_text() == "of another day"
    code, _, errors = solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert (
        "is complete already: 4 puzzles: 2 answered (1 with several answers), 1 impossible, 1 bad input" in errors[-1]
    )
    assert output.read_bytes() == whole
    assert sorted(tmp_path.iterdir()) == sorted([file, output])
    code, _, errors = solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert code == BAD_INPUT
    assert errors[-1].endswith("leave out --resume to overwrite it")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x"])
def test_a_name_is_no_formula_of_a_spreadsheet(name: str) -> None:
    record = dict.fromkeys(COLUMNS) | {"instance": name}
    assert f"'{name}".encode() in b"".join(MAKERS[".csv"]([json.dumps(record)]))
