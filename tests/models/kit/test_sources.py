"""Packed files, Parquet tables, folders and addresses are read as the plain files that they hold."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import pickle
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from models.errors import InputError, PuzzlebenchError, ReadingStopped
from models.kit import source as sources
from models.kit.files import read_lines, read_lines_on, read_text
from models.kit.source import files_in, identity, source, standard_input
from models.kit.streams import zstandard
from tests.tables import rows

TEXT = "".join(f"line {number}\n" for number in range(30_000))


def refuse(path: Path, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        list(read_lines(path))


def pack(ending: str, data: bytes) -> bytes:
    if ending == ".gz":
        return gzip.compress(data, mtime=0)
    if ending == ".bz2":
        return bz2.compress(data)
    if ending in (".xz", ".lzma"):
        return lzma.compress(data, lzma.FORMAT_XZ if ending == ".xz" else lzma.FORMAT_ALONE)
    pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    packed: bytes = zstandard().compress(data)
    return packed


@pytest.fixture(params=[".gz", ".zst", ".xz", ".bz2", ".lzma"])
def ending(request: pytest.FixtureRequest) -> str:
    pack(request.param, b"")
    return str(request.param)


@rows(
    "line",
    [
        "a.txt.gz .txt a",
        "a.TOML.ZST .TOML a",
        "a.gz  a",
        "a.b.zst .b a",
        "a.cnf.xz .cnf a",
        ".gz  .gz",
        "a.parquet .parquet a",
    ],
)
def test_a_packed_file_is_called_as_what_it_holds(line: str) -> None:
    name, suffix, stem = line.split(" ")
    path = source(name)
    assert (path.name, path.suffix, path.stem) == (name, suffix, stem)
    again = pickle.loads(pickle.dumps(path))
    assert (str(again), again.suffix, again.stem) == (name, suffix, stem)


def test_it_is_read_as_what_it_holds(ending: str, tmp_path: Path) -> None:
    plain, packed = tmp_path / "some.txt", tmp_path / f"some.txt{ending}"
    plain.write_text(TEXT)
    packed.write_bytes(pack(ending, TEXT[:1000].encode()) + pack(ending, TEXT[1000:].encode()))  # one after the other
    assert [*read_lines(source(str(packed)))] == [*read_lines(plain)]
    assert read_text(source(str(packed))) == TEXT


def test_one_that_is_cut_short_or_damaged_is_told_of_behind_what_can_be_read(ending: str, tmp_path: Path) -> None:
    packed = tmp_path / f"some.txt{ending}"
    whole = pack(ending, TEXT.encode())
    packed.write_bytes(whole[:-9])
    lines: list[object] = []
    with pytest.raises(InputError, match="archive ends too early"):
        lines.extend(line for _, line in read_lines_on(source(str(packed))))
    assert lines == TEXT.splitlines()[: len(lines)]
    assert len(lines) > 1000
    packed.write_bytes(b"line 1\n")
    refuse(source(str(packed)), r"archive is damaged, or none")


def test_what_becomes_huge_when_it_is_unpacked_is_still_read_piece_by_piece(ending: str, tmp_path: Path) -> None:
    packed = tmp_path / f"some.txt{ending}"
    packed.write_bytes(pack(ending, b"1" * 20_000_000))
    packed.write_bytes(packed.read_bytes() * 3)
    (line,) = (line for _, line in read_lines_on(source(str(packed))))
    assert isinstance(line, InputError)
    assert "more than 1,000,000 characters" in line.sentence
    with pytest.raises(InputError, match="more than 1,000,000 characters"):
        read_text(source(str(packed)))


def test_standard_input_is_unpacked_where_it_begins_as_packed_data_do(
    ending: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packed = tmp_path / "some"
    packed.write_bytes(pack(ending, TEXT.encode()))
    with packed.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert read_text(standard_input()) == read_text(standard_input()) == TEXT


def test_a_text_that_begins_as_an_archive_nearly_does_is_a_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "some").write_text("BZh9 is not packed\n")
    with (tmp_path / "some").open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert read_text(standard_input()) == "BZh9 is not packed\n"


def test_without_its_library_one_sentence_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ("backports", "compression", "pyarrow", "pyarrow.parquet", "fsspec"):
        monkeypatch.setitem(sys.modules, module, None)
    for name, extra in (("some.txt.zst", "zstd"), ("some.parquet", "parquet")):
        (tmp_path / name).touch()
        refuse(source(str(tmp_path / name)), rf"not installed; pip install 'puzzlebench\[{extra}\]'")
    for module, name in (("lzma", "some.txt.xz"), ("bz2", "some.txt.bz2")):
        monkeypatch.setitem(sys.modules, module, None)
        (tmp_path / name).touch()
        refuse(source(str(tmp_path / name)), rf"need Python's module {module}, which this Python lacks; use \.gz")
    with pytest.raises(PuzzlebenchError, match=r"s3://b/x: .*not installed; pip install 'puzzlebench\[remote\]'"):
        source("s3://b/x")


# Parquet


def table(path: Path, columns: dict[str, list[Any]]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table(columns), path)
    return source(str(path))


@rows(
    ("columns", "text"),
    [
        ({"quiz": ["1.2", "34."], "rating": [1, 2]}, "1.2\n34.\n"),
        ({"answer": ["x", "y"], "puzzle": ["1.2", "34."]}, "1.2\n34.\n"),
        ({"name": ["a b", None], "puzzle": ["12\n34\n", None]}, "1234\ta b\n\0\t\n"),
        ({"id": [7, 8], "puzzle": ["1", ""]}, "1\t7\n\0\t8\n"),
        ({"Puzzle": ["1", "  "], "answer": ["x", "y"]}, "1\n\0\n"),
        ({"puzzle": ["1"] * 30_000}, "1\n" * 30_000),
    ],
)
def test_a_table_is_read_as_lines(columns: dict[str, list[Any]], text: str, tmp_path: Path) -> None:
    with table(tmp_path / "some.parquet", columns).open("rb") as stream:
        assert stream.read().decode() == text


def test_which_column_has_the_puzzles_is_not_guessed(tmp_path: Path) -> None:
    path = table(tmp_path / "some.parquet", {"quiz": ["1"], "answer": ["2"], "rating": [3]})
    refuse(path, "the columns are quiz, answer, rating; one of text called puzzle is expected")
    path = table(tmp_path / "some.parquet", {"puzzle": [b"1"]})
    refuse(path, "the column puzzle is of the type binary; one of text called puzzle")
    path = table(tmp_path / "some.parquet", {name: ["sudoku"] for name in ("puzzle", "instance", "status", "answers")})
    refuse(path, "this is what a run wrote, and no file of puzzles")
    (tmp_path / "some.parquet").write_bytes(b"PAR1 and so on")
    refuse(path, "no Parquet file, or a damaged one")
    refuse(source(f"{path}.gz"), r"not once more as \.gz")


def test_an_empty_cell_is_told_of_and_what_follows_is_read(tmp_path: Path) -> None:
    path = table(tmp_path / "some.parquet", {"puzzle": ["1.2", None, "", "34."], "id": [1, 2, 3, 4]})
    empty = [f"{path}:{row}: the cell is empty; a puzzle is expected" for row in (2, 3)]
    assert [str(line) for _, line in read_lines_on(path)] == ["1.2\t1", *empty, "34.\t4"]


def test_a_small_table_of_very_long_cells_is_refused(tmp_path: Path) -> None:
    """One text for many rows is kept once in the file, which has some hundred bytes, and was unpacked for each."""
    arrow = pytest.importorskip("pyarrow")
    many = arrow.DictionaryArray.from_arrays(arrow.array([0] * 200, arrow.int32()), arrow.array(["1" * 2_000_000]))
    path = tmp_path / "long.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(arrow.table({"puzzle": many}), path, compression="gzip")
    refuse(source(str(path)), "a cell has 2,000,000 bytes; 1,000,000 are as many as can be read")
    alone = arrow.array(["1" * 17_000_000])
    settings = {"compression": "gzip", "use_dictionary": False}
    pytest.importorskip("pyarrow.parquet").write_table(arrow.table({"puzzle": alone}), path, **settings)
    refuse(source(str(path)), "the column puzzle unpacks to more than 16,000,000 bytes")


def test_parquet_by_another_name_or_from_a_pipe_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(b"PAR1\x15\x04\0\0")
    refuse(path, r"a Parquet table, which is read from a file whose name ends in \.parquet")


# Folders and addresses


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.txt", "a/2.txt.gz", "a/10.txt", ".hidden", ".git/x.txt", "_SUCCESS", "_log/1.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(gzip.compress(b"x") if name.endswith("gz") else b"x")
    return tmp_path


def test_the_files_of_a_folder_come_in_the_order_of_their_names(folder: Path) -> None:
    assert [(str(path.relative_to(folder)), path.stem) for path in files_in(folder)] == [
        ("a/10.txt", "a/10"),
        ("a/2.txt.gz", "a/2"),
        ("b.txt", "b"),
    ]
    assert [read_text(path) for path in files_in(folder)] == ["x\n"] * 3


def test_a_folder_is_known_by_the_names_and_contents_of_its_files(folder: Path) -> None:
    before = identity(folder)
    assert identity(folder) == before
    (folder / ".hidden").write_text("y")
    assert identity(folder) == before
    (folder / "b.txt").write_text("y")
    other = identity(folder)
    (folder / "b.txt").rename(folder / "c.txt")
    assert len({before, other, identity(folder)}) == 3


@pytest.fixture
def memory() -> Any:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    files = {"b.txt": b"x\ny\n", "a/1.txt.gz": gzip.compress(b"z"), ".c": b"", "_SUCCESS": b""}
    system.pipe({f"/sources/{name}": content for name, content in files.items()})
    yield system
    system.rm("/sources", recursive=True)


def test_an_address_is_read_as_a_file(memory: Any) -> None:
    path = source("memory://sources/b.txt")
    assert (str(path), path.suffix, path.stem, path.is_file()) == ("memory://sources/b.txt", ".txt", "b", True)
    assert read_text(pickle.loads(pickle.dumps(path))) == "x\ny\n"
    before = identity(path)
    memory.pipe("/sources/b.txt", b"x\nz\n")
    assert identity(path) != before
    with pytest.raises(InputError, match=r"memory://sources/none\.txt: there is no such file"):
        read_text(source("memory://sources/none.txt"))


def test_an_address_that_ends_in_a_slash_is_a_folder(memory: Any) -> None:
    files = [*files_in(source("memory://sources/"))]
    assert [(str(path), path.stem, read_text(path)) for path in files] == [
        ("memory://sources/a/1.txt.gz", "a/1", "z\n"),
        ("memory://sources/b.txt", "b", "x\ny\n"),
    ]


def test_an_address_of_no_known_kind_is_refused() -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match="fsspec cannot open this: Protocol not known: nowhere"):
        source("nowhere://b/x")


def test_what_fsspec_needs_for_an_address_is_named_as_pip_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec")
    for module in ("s3fs", "fsspec.implementations.http"):
        monkeypatch.setitem(sys.modules, module, None)
    for address, extra in (("https://x/y", "http"), ("s3://b/x", "s3"), ("simplecache::s3://b/x", "s3")):
        with pytest.raises(InputError, match=rf"; pip install 'fsspec\[{extra}\]'$"):
            source(address)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_read_while_something_writes_into_it_and_refused_where_nothing_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    looks: list[float] = []
    monkeypatch.setattr(sources, "sleep", looks.append)
    for path in (pipe, source(str(pipe))):
        looks.clear()
        with pytest.raises(InputError, match="this is a pipe, and nothing has written into it for 5 s"):
            read_text(path)
        assert looks == [sources.WRITER_LOOK_SECONDS] * sources.MAX_WRITER_LOOKS

    def write(_: float) -> None:
        with pipe.open("w") as file:
            file.write("one\ntwo\n")

    writer = Thread(target=write, args=(0,))
    monkeypatch.setattr(sources, "sleep", lambda _: writer.is_alive() or looks.clear())
    monkeypatch.setattr(sources, "MAX_WRITER_LOOKS", -1)  # it is not given up
    writer.start()
    assert read_text(pipe) == "one\ntwo\n"
    writer.join()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(
    ("seconds", "looks", "error"), [(0.01, 1, ReadingStopped), (2.0, 40, ReadingStopped), (7.0, 100, InputError)]
)
def test_a_time_limit_ends_the_wait_for_a_named_pipe_of_which_a_terminal_is_told(
    seconds: float,
    looks: int,
    error: type[InputError],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    os.mkfifo(tmp_path / "pipe")
    waits: list[float] = []
    monkeypatch.setattr(sources, "sleep", waits.append)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(InputError) as caught:
        read_text(source(str(tmp_path / "pipe"), seconds))
    said = "waiting for something to be written into" in capsys.readouterr().err
    assert (type(caught.value), len(waits), said) == (error, looks, looks >= sources.REMARK_LOOKS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_read_again_from_what_was_kept_and_anew_by_whoever_comes_later(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def written(text: str) -> Thread:
        writer = Thread(target=pipe.write_text, args=(text,))
        writer.start()
        return writer

    first = written("one\n")
    place = source(str(pipe))
    assert [read_text(place), read_text(place)] == ["one\n", "one\n"]
    first.join()
    sources.read_again(place)
    assert read_text(source(str(pipe))) == "one\n"
    second = written("two\n")
    assert read_text(source(str(pipe))) == "two\n"
    second.join()
