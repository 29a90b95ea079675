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
from solvers.cli.text import READABLY
from solvers.core.limits import ANSWERED, BAD_INPUT, STOPPED
from solvers.run.bulk import forms, run, tables, xlsx
from solvers.run.bulk.forms import MAKERS
from solvers.run.bulk.xlsx import workbook
from tests.examples import examples
from tests.solvers.run.bulk.runs import EASY, ENVIRONMENT, IMPOSSIBLE_ONE, MANY_ANSWERS, Bulk, stopped_after

LINES = [EASY[0], MANY_ANSWERS, "oops", f'{IMPOSSIBLE_ONE} =1+1, "x"']
DLX = "--backend dlx --output"


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
    load_workbook = pytest.importorskip("openpyxl").load_workbook
    heading, *rows = load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(heading, row, strict=True)) for row in rows]


# Tables and records


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "xlsx", "parquet"])
def test_a_file_holds_what_its_name_says(ending: str, bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 3)  # two groups of rows in Parquet
    if ending == "parquet":
        pytest.importorskip("pyarrow.parquet")
    output = bulk.folder / f"answers.{ending}"
    code, shown, _ = bulk(LINES, DLX, output)
    assert (code, shown, bulk.visible()) == (BAD_INPUT, [], [output.name, "puzzles.txt"])
    rows = rows_of(output)
    assert [row["status"] for row in rows] == ["answered", "answered", "bad input", "impossible"]
    assert [str(row["unique"]) for row in rows[:2]] == ["True", "False"]
    if ending.startswith("json"):
        assert [row["line"] for row in rows] == [None, None, 3, None]
        return
    assert [*rows[0]] == ["number", "name", "puzzle", "status", "answer", "unique", "found", "verdict"]
    assert [str(row["number"]) for row in rows] == ["1", "2", "3", "4"]
    assert [row["name"] or "" for row in rows] == ["", "", "", "'" * (ending == "csv") + '=1+1, "x"']
    assert [row["puzzle"] or "" for row in rows] == [EASY[0], MANY_ANSWERS, "", IMPOSSIBLE_ONE]
    assert [str(row["found"] or 0) for row in rows] == ["1", "2", "0", "0"]
    assert [str(row["answer"] or "").isdigit() for row in rows] == [True, True, False, False]
    assert rows[0]["answer"] == bulk(None, "--backend dlx")[1][0]
    assert rows[2]["verdict"].startswith("bad input: line 3: cell 1 of 4 is 'o'")
    if ending == "parquet":
        assert [(row["number"], row["unique"]) for row in rows[:2]] == [(1, True), (2, False)]
        bulk(None, "--limit 2", DLX, output)
        assert [len(row["answers"]) for row in rows_of(output)] == [1, 2, 0, 0]


TABLES = {
    "--all": "number name puzzle status answers unique found verdict",
    "--limit 3": "number name puzzle status answers unique found verdict",
    "--limit 1": "number name puzzle status answer found verdict",
    "--count": "number name puzzle status answer unique found verdict",
}


def test_a_table_has_the_columns_that_are_not_always_empty(bulk: Bulk) -> None:
    output = bulk.folder / "answers.csv"
    for words, columns in TABLES.items():
        assert bulk([f"7,{EASY[0]}", "1....2....3....4 b"], DLX, output, words)[0] == ANSWERED
        rows = rows_of(output)
        assert ([*rows[0]], [row["name"] for row in rows]) == (columns.split(), ["7", "b"])
        if "answers" in rows[0]:
            assert rows[1]["answers"].count(";") == int(rows[1]["found"]) - 1 > 0
    assert bulk.run("grecian --minimize turns --output", output)[0] == ANSWERED
    [row] = rows_of(output)
    assert [*row] == ["number", "name", "status", "value", "answer", "verdict"]
    assert row["name"]
    assert row["verdict"] == f"{row['value']} turns, the best there is, proved"


def test_in_a_folder_a_puzzle_is_called_by_its_file(bulk: Bulk) -> None:
    folder, output = bulk.folder / "folder", bulk.folder / "answers.csv"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{EASY[0]}\n{EASY[1]}\n")
    (folder / "b.txt").write_text(f"{EASY[2]}\noops\n")
    bulk(folder, DLX, output)
    rows = rows_of(output)
    assert [row["name"] for row in rows] == ["a #1", "a #2", "b #1", ""]
    assert rows[3]["verdict"].startswith(f"bad input: {folder / 'b.txt'}:2: cell 1 of 4 is 'o'")


@settings(max_examples=examples(300), deadline=None)
@given(
    rows=st.lists(
        st.fixed_dictionaries(
            {"name": st.none() | st.text('a, "\n\r=+@-', max_size=4), "found": st.none() | st.integers(-3, 3)},
            optional={"unique": st.none() | st.booleans()},
        ),
        max_size=4,
    )
)
def test_csv_is_what_the_library_writes(rows: list[dict[str, Any]]) -> None:
    """Except that a name is not a formula of a spreadsheet."""
    columns = ["number", "name", "found", "unique"]
    rows += [{"name": name} for name in ("=1+1", "+1", "-1", "@x")]
    written = b"".join(MAKERS[".csv"]([json.dumps(row) for row in rows], columns)).decode()
    expected = io.StringIO()
    table = csv.writer(expected, lineterminator="\n")
    table.writerow(columns)
    for number, row in enumerate(rows, 1):
        name = row["name"]
        safe = f"'{name}" if name and name[0] in "=+@-\r" else name
        table.writerow([number, safe, row.get("found"), row.get("unique")])
    assert written == expected.getvalue()


# Workbooks


def test_a_workbook_has_texts_for_names_and_is_the_same_bytes_at_any_time(
    bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    openpyxl, books = pytest.importorskip("openpyxl"), []
    for year in (2001, 2031):
        monkeypatch.setattr(time, "time", lambda year=year: (year - 1970) * 31_556_952.0)
        books.append(bulk.folder / f"{year}.xlsx")
        bulk([f"{EASY[0]} =HYPERLINK(x)", f"{EASY[1]} b"], DLX, books[-1])
    assert books[0].read_bytes() == books[1].read_bytes()
    with ZipFile(books[0]) as book:
        assert {entry.date_time for entry in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    sheet = openpyxl.load_workbook(books[0]).active
    assert [(cell.data_type, cell.value) for cell in sheet["B"]] == [("s", "name"), ("s", "=HYPERLINK(x)"), ("s", "b")]
    assert sheet.freeze_panes == "A2"


def test_any_text_can_be_a_cell_of_a_workbook(tmp_path: Path) -> None:
    openpyxl, escape = pytest.importorskip("openpyxl"), pytest.importorskip("openpyxl.utils.escape")
    texts = ["<&>\"'", "_x000D_ x", "  blanks  ", "\x00\x1b[2J", "≤ ☃ 𝄞", "\ud800", ""]
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"".join(workbook("answers", ["a", "b", "c", "d"], [[text, 7, True, None] for text in texts])))
    _, *rows = openpyxl.load_workbook(book).active.iter_rows(values_only=True)
    assert len(rows) == len(texts)
    for text, (cell, *rest) in zip(texts, rows, strict=True):
        expected = printable(text).encode(errors=READABLY).decode()
        assert (escape.unescape(cell or ""), rest) == (expected, [7, True, None])


def test_what_excel_cannot_hold_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="row 2: b is too long for a cell of Excel"):
        [*workbook("answers", ["a", "b"], [["x", "y" * 32_768]])]
    monkeypatch.setattr(xlsx, "MAX_ROWS", 3)
    with pytest.raises(InputError, match="an Excel sheet has 3 rows, too few for these"):
        [*workbook("answers", ["a"], [["x"]] * 3)]
    monkeypatch.setattr(xlsx, "MAX_SHEET_BYTES", 1000)
    with pytest.raises(InputError, match="too many answers for an Excel sheet"):
        [*workbook("answers", ["a"], [["x" * 900]])]


# Packed, at an address, refused


@pytest.mark.parametrize(
    ("ending", "packing"), [("", ".gz"), (".txt", ".zst"), (".jsonl", ".xz"), (".csv", ".bz2"), (".json", ".lzma")]
)
def test_a_packed_file_holds_what_the_plain_one_does(ending: str, packing: str, bulk: Bulk) -> None:
    if packing == ".zst":
        pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    plain, packed = (bulk.folder / f"answers{ending}{packing}" for packing in ("", packing))
    for output in (plain, packed):
        assert bulk(LINES, DLX, output)[0] == BAD_INPUT
    assert source(str(packed)).open("rb").read() == plain.read_bytes()
    assert bulk.visible() == sorted([bulk.file.name, plain.name, packed.name])
    before = packed.read_bytes()
    bulk(None, DLX, packed)
    assert packed.read_bytes() == before


def test_without_its_library_a_form_is_refused_before_anything_is_solved(
    bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("backports", "compression", "pyarrow", "pyarrow.parquet", "fsspec"):
        monkeypatch.setitem(sys.modules, module, None)
    outputs = {"zstd": bulk.folder / "a.txt.zst", "parquet": bulk.folder / "a.parquet", "remote": "s3://b/a.txt"}
    for extra, output in outputs.items():
        _, _, [error] = bulk(LINES, DLX, output)
        assert f"not installed; pip install 'puzzlebench[{extra}]'" in error
    assert bulk.visible() == ["puzzles.txt"]


ENDINGS = "writes names that end in .txt, .jsonl, .json, .csv, .xlsx, .parquet, or in nothing"
OVERWRITES = "is the input file, which --output would overwrite"


def test_a_name_that_cannot_be_written_is_one_sentence(bulk: Bulk) -> None:
    pytest.importorskip("fsspec").filesystem("memory").pipe("/forms/in.txt", "\n".join(LINES).encode())
    packed = bulk.folder / "puzzles.txt.gz"
    packed.write_bytes(gzip.compress("\n".join(LINES).encode()))
    names = ("answers.pdf", "answers.xls", "answers.html", "answers.ods", "answers.pdf.gz", "answers.parquet.gz")
    rows: list[tuple[Path | str | None, Path | str, str]] = [
        *((None, bulk.folder / name, ENDINGS) for name in names),
        (None, "answers.csv --json", "--json is of no use beside --output answers.csv"),
        (None, "memory://forms/answers.csv/", "this is a folder"),
        (None, "https://x.org/a.txt", "can be read, and not be written"),
        ("memory://forms/in.txt", "memory://forms/in.txt", OVERWRITES),
        (packed, packed, OVERWRITES),
        (bulk.folder, bulk.folder / "answers.txt", "is in the input folder, of which every file is read"),
        (bulk.folder, bulk.folder / "answers.csv", "is in the input folder, of which every file is read"),
    ]
    bulk.file.write_text("\n".join(LINES))
    for place, output, sentence in rows:
        code, _, errors = bulk(place, DLX, output)
        assert (code, len(errors), sentence in errors[0]) == (BAD_INPUT, 1, True), output
    assert bulk.visible() == ["puzzles.txt", "puzzles.txt.gz"]


# Until it is whole


def interrupted(*given: Any) -> None:
    assert [*given[-1]]  # all is solved
    raise KeyboardInterrupt


def full(path: Path, pieces: Iterable[bytes], left: str) -> None:
    assert [*pieces]  # as above
    raise InputError("cannot be written: No space left on device", path)


ONCE_MORE = "leave out --resume to overwrite it"


@pytest.mark.parametrize(
    ("name", "module", "fault", "ended"),
    [
        ("answers.json", run, interrupted, (STOPPED, "interrupted; --resume goes on after the first 4")),
        ("answers.csv", forms, full, (BAD_INPUT, "cannot be written: No space left on device")),
        ("answers.txt.gz", forms, full, (BAD_INPUT, "cannot be written: No space left on device")),
        ("answers.parquet", run, interrupted, (STOPPED, "interrupted; --resume goes on after the first 4")),
    ],
)
def test_until_it_is_whole_it_is_not_there_and_can_be_resumed(
    name: str, module: Any, fault: Any, ended: tuple[int, str], bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow.parquet")
    output = bulk.folder / name
    bulk(LINES, DLX, output)
    whole = output.read_bytes()
    output.write_text("of another day")
    with monkeypatch.context() as patch:
        patch.setattr(module, "complete" if module is run else "write_whole", fault)
        code, _, errors = bulk(None, DLX, output)
    assert (code, errors[-1].removeprefix(f"error: {output}: ")) == ended
    assert output.read_text() == "of another day"
    with stopped_after(0, AssertionError("there is nothing to solve")):
        _, _, errors = bulk(None, DLX, output, "--resume")
    counts = "2 answered (1 with several answers), 1 impossible, 1 bad input, 4 of them by an earlier run; "
    assert errors[-1].startswith(f"4 puzzles: {counts}")
    assert (output.read_bytes(), bulk.visible()) == (whole, [name, "puzzles.txt"])
    code, _, errors = bulk(None, DLX, output, "--resume")
    assert (code, errors[-1].endswith(ONCE_MORE)) == (BAD_INPUT, True)


def test_what_goes_to_an_address_is_kept_here_until_it_is_whole(bulk: Bulk, monkeypatch: pytest.MonkeyPatch) -> None:
    memory, there = pytest.importorskip("fsspec").filesystem("memory"), "memory://forms/answers.csv"
    monkeypatch.chdir(bulk.folder)
    bulk(LINES, DLX, "plain.csv")
    with monkeypatch.context() as patch:
        patch.setattr(type(memory), "put_file", lambda *_: 1 / 0)
        code, _, errors = bulk(None, DLX, there)
    assert (code, errors[-1]) == (BAD_INPUT, f"error: {there}: cannot be written: division by zero")
    assert Path("answers.csv.lines").exists()
    assert bulk(None, DLX, there, "--resume")[0] == BAD_INPUT
    assert memory.cat("/forms/answers.csv") == Path("plain.csv").read_bytes()
    assert bulk.visible() == ["plain.csv", "puzzles.txt"]


def test_a_table_that_was_begun_with_other_columns_is_not_gone_on_with(
    bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = bulk.folder / "answers.csv"
    with monkeypatch.context() as patch:
        patch.setattr(run, "complete", interrupted)
        bulk(LINES, DLX, output)
    note = Path(f"{output}.lines.progress")
    begun = json.loads(note.read_text())
    del begun["request"]["columns of the table"]  # which no note of version 0.1 has
    note.write_text(json.dumps(begun))
    code, _, errors = bulk(None, DLX, output, "--resume")
    assert code == BAD_INPUT
    assert errors[-1].endswith("belongs to a run that was asked something else: columns of the table differs")


@pytest.mark.needs_processes
def test_what_a_killed_run_was_making_is_gone_after_the_next(bulk: Bulk) -> None:
    output = bulk.folder / "answers.xlsx"
    bulk.file.write_text("\n".join(LINES))
    main = "import sys; from solvers.run.__main__ import main; main(sys.argv[1:])"
    killed = f"import os; from solvers.run.bulk import tables; tables._cell = lambda _: os._exit(9); {main}"
    words = ["sudoku", "--instance", str(bulk.file), *DLX.split(), str(output)]
    assert subprocess.run([sys.executable, "-c", killed, *words], env=ENVIRONMENT).returncode == 9
    assert len([*bulk.folder.iterdir()]) == 4
    bulk(None, DLX, output, "--resume")
    assert bulk.visible() == [output.name, "puzzles.txt"]
