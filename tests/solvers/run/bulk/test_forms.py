"""What an output file holds is what its name says: text, JSON lines, one JSON array, CSV, Excel, Parquet; or packed."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.kit.names import printable
from models.kit.source import source
from solvers.cli.exits import guarded
from solvers.cli.text import READABLY
from solvers.core.limits import ANSWERED, BAD_INPUT
from solvers.run.__main__ import main
from solvers.run.bulk import forms, run, tables, xlsx
from solvers.run.bulk.forms import MAKERS
from solvers.run.bulk.xlsx import workbook
from tests.examples import examples
from tests.solvers.run.bulk.runs import EASY, ENVIRONMENT, IMPOSSIBLE_ONE, MANY_ANSWERS, solve, visible

MAIN = "import sys; from solvers.run.__main__ import main; main(sys.argv[1:])"

COLUMNS = ["number", "name", "puzzle", "status", "answer", "unique", "found", "verdict"]
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
    if ending in ("csv", "xlsx"):
        assert [*rows[0]] == COLUMNS
        assert [str(row["number"]) for row in rows] == ["1", "2", "3", "4"]
        assert [row["name"] or "" for row in rows] == ["", "", "", "'" * (ending == "csv") + '=1+1, "x"']
        assert [row["puzzle"] or "" for row in rows] == [EASY[0], MANY_ANSWERS, "", IMPOSSIBLE_ONE]
        assert rows[0]["answer"].isdigit()
        assert len(rows[0]["answer"]) == 81
        assert rows[2]["verdict"].startswith("bad input: line 3: cell 1 of 4 is 'o'")
    else:
        assert [row["line"] for row in rows] == [None, None, 3, None]
    assert visible(tmp_path) == sorted([file, output])


@settings(max_examples=examples(600), deadline=None)
@given(
    rows=st.lists(
        st.fixed_dictionaries(
            {"name": st.none() | st.text('a, "\n\r=-', max_size=4), "found": st.none() | st.integers(-3, 3)},
            optional={"unique": st.none() | st.booleans()},
        ),
        max_size=4,
    )
)
def test_csv_is_what_the_library_writes(rows: list[dict[str, Any]]) -> None:
    lines = [json.dumps(row) for row in rows]
    written = b"".join(MAKERS[".csv"](lines, ["number", "name", "found", "unique"])).decode()
    expected = io.StringIO()
    table = csv.writer(expected, lineterminator="\n")
    table.writerow(["number", "name", "found", "unique"])
    for number, row in enumerate(rows, 1):
        name = row["name"]
        safe = f"'{name}" if name and name[0] in "=-\r" else name
        table.writerow([number, safe, row["found"], row.get("unique")])
    assert written == expected.getvalue()


def test_a_name_is_no_formula_in_excel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.xlsx"
    file.write_text(f"{EASY[0]} =HYPERLINK(x)\n{EASY[1]} b\n")
    solve(capsys, file, *DLX, "--output", str(output))
    sheet = openpyxl.load_workbook(output).active
    assert [cell.data_type for cell in sheet["B"]] == ["s"] * 3
    assert [cell.value for cell in sheet["B"]] == ["name", "=HYPERLINK(x)", "b"]
    assert sheet.freeze_panes == "A2"


def test_a_workbook_is_the_same_bytes_at_any_time(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    books = []
    for year in (2001, 2031):
        monkeypatch.setattr(time, "time", lambda year=year: (year - 1970) * 31_556_952.0)
        books.append(tmp_path / f"{year}.xlsx")
        solve(capsys, file, *DLX, "--output", str(books[-1]))
    assert books[0].read_bytes() == books[1].read_bytes()
    with ZipFile(books[0]) as book:
        assert {entry.date_time for entry in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("text", ["<&>\"'", "_x000D_ x", "  blanks  ", "\x00\x1b[2J", "≤ ☃ 𝄞", "\ud800", ""])
def test_any_text_can_be_a_cell_of_a_workbook(text: str, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    pytest.importorskip("openpyxl.utils.escape")
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"".join(workbook("answers", ["a", "b", "c", "d"], [[text, 7, True, None]])))
    [_, (cell, *rest)] = openpyxl.load_workbook(book).active.iter_rows(values_only=True)
    expected = printable(text).encode(errors=READABLY).decode()
    assert (openpyxl.utils.escape.unescape(cell or ""), rest) == (expected, [7, True, None])


def test_what_excel_cannot_hold_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="row 2: b is too long for a cell of Excel"):
        [*workbook("answers", ["a", "b"], [["x", "y" * 32_768]])]
    monkeypatch.setattr(xlsx, "MAX_ROWS", 3)
    with pytest.raises(InputError, match="an Excel sheet has 3 rows, too few for these"):
        [*workbook("answers", ["a"], [["x"]] * 3)]
    monkeypatch.setattr(xlsx, "MAX_SHEET_BYTES", 1000)
    with pytest.raises(InputError, match="too many answers for an Excel sheet"):
        [*workbook("answers", ["a"], [["x" * 900]])]


def test_what_a_killed_run_was_making_is_gone_after_the_next(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "answers.xlsx"
    killed = f"import os; from solvers.run.bulk import tables; tables._cell = lambda _: os._exit(9); {MAIN}"
    arguments = ["sudoku", "--instance", str(file), *DLX, "--output", str(output)]
    assert subprocess.run([sys.executable, "-c", killed, *arguments], env=ENVIRONMENT).returncode == 9
    assert len([*tmp_path.iterdir()]) == 4
    solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert visible(tmp_path) == sorted([file, output])


@pytest.mark.parametrize(
    ("words", "columns"),
    [
        ("--all", "number name puzzle status answers unique found verdict"),
        ("--limit 3", "number name puzzle status answers unique found verdict"),
        ("--limit 1", "number name puzzle status answer found verdict"),
        ("--count", "number name puzzle status answer unique found verdict"),
    ],
)
def test_a_table_has_the_columns_that_are_not_always_empty(
    words: str, columns: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.csv"
    file.write_text(f"7,{EASY[0]}\n1....2....3....4 b\n")
    assert solve(capsys, file, *DLX, *words.split(), "--output", str(output))[0] == ANSWERED
    rows = rows_of(output)
    assert [*rows[0]] == columns.split()
    assert [row["name"] for row in rows] == ["7", "b"]
    if "answers" in rows[0]:
        assert rows[1]["answers"].count(";") == int(rows[1]["found"]) - 1 > 0


def test_a_table_of_another_puzzle_has_what_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "answers.csv"
    words = ["grecian", "--minimize", "turns", "--output", str(output)]
    assert guarded(main, words) == ANSWERED
    [row] = rows_of(output)
    assert [*row] == ["number", "name", "status", "value", "answer", "verdict"]
    assert row["name"]
    assert row["verdict"] == f"{row['value']} turns, the best there is, proved"


def test_in_a_folder_a_puzzle_is_called_by_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, output = tmp_path / "folder", tmp_path / "answers.csv"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{EASY[0]}\n{EASY[1]}\n")
    (folder / "b.txt").write_text(f"{EASY[2]}\noops\n")
    solve(capsys, folder, *DLX, "--output", str(output))
    rows = rows_of(output)
    assert [row["name"] for row in rows] == ["a #1", "a #2", "b #1", ""]
    assert rows[3]["verdict"].startswith(f"bad input: {folder / 'b.txt'}:2: cell 1 of 4 is 'o'")


def test_a_table_that_was_begun_with_other_columns_is_not_gone_on_with(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "answers.csv"

    def interrupted(*given: Any) -> None:
        assert [*given[-1]]  # all is solved
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(run, "complete", interrupted)
        solve(capsys, file, *DLX, "--output", str(output))
    note = Path(f"{output}.lines.progress")
    begun = json.loads(note.read_text())
    del begun["request"]["columns of the table"]  # which no note of version 0.1 has
    note.write_text(json.dumps(begun))
    code, _, errors = solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert code == BAD_INPUT
    assert errors[-1].endswith("belongs to a run that was asked something else: columns of the table differs")


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
    monkeypatch.setattr(tables, "BATCH", 3)  # two groups of rows
    for ending in ("jsonl", "parquet"):
        solve(capsys, file, *DLX, "--output", str(tmp_path / f"answers.{ending}"))
    records, rows = rows_of(tmp_path / "answers.jsonl"), rows_of(tmp_path / "answers.parquet")
    assert [*rows[0]] == COLUMNS
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        assert {key: record[key] for key in ("status", "unique", "found")}.items() <= row.items()
        found = ["".join(str(digit) for row in answer for digit in row) for answer in record["answers"]]
        assert row["answer"] == (found[0] if found else None)
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    solve(capsys, file, *DLX, "--limit", "2", "--output", str(tmp_path / "several.parquet"))
    assert [len(row["answers"]) for row in rows_of(tmp_path / "several.parquet")] == [1, 2, 0, 0]


@pytest.mark.parametrize("packing", [".gz", ".zst", ".xz", ".bz2", ".lzma"])
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
    assert visible(tmp_path) == sorted([file, plain, packed])
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
    assert visible(tmp_path) == sorted([file, tmp_path / "plain.csv"])
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

    def full(_: Path, pieces: Iterable[bytes], left: str) -> None:
        assert [*pieces]  # all is solved
        raise forms.InputError("cannot be written: No space left on device", output)

    with monkeypatch.context() as patch:
        patch.setattr(forms, "write_whole", full)
        code, _, errors = solve(capsys, file, *DLX, "--output", str(output))
    assert code == BAD_INPUT
    assert errors[-1] == f"error: {output}: cannot be written: No space left on device"
    assert output.read_text() == "of another day"
    code, _, errors = solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert errors[-1].startswith(
        "4 puzzles: 2 answered (1 with several answers), 1 impossible, 1 bad input, 4 of them by an earlier run; "
    )
    assert output.read_bytes() == whole
    assert visible(tmp_path) == sorted([file, output])
    code, _, errors = solve(capsys, file, *DLX, "--output", str(output), "--resume")
    assert code == BAD_INPUT
    assert errors[-1].endswith("leave out --resume to overwrite it")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x"])
def test_a_name_is_no_formula_of_a_spreadsheet(name: str) -> None:
    assert f"'{name}".encode() in b"".join(MAKERS[".csv"]([json.dumps({"name": name})], COLUMNS))
