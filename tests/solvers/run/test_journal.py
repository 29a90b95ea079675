"""An output file and its note: whatever happens in between, nothing is lost and nothing comes twice."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from shutil import rmtree

import pytest

from models.errors import InputError
from solvers.cli.text import READABLY
from solvers.run.journal import Journal, Unwritable
from tests.patience import wait_until

ASKED = {"puzzle": "'sudoku'", "seed": "0"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.txt"


def note_of(path: Path) -> Path:
    return path.with_name(path.name + ".progress")


def killed_after(path: Path, sound: int, written: int, resume: bool = False) -> None:
    """A run that had ``sound`` lines behind its checkpoint, and ``written`` in the file, when it was killed."""
    journal = Journal.open(path, ASKED, resume=resume)
    for number in range(sound):
        journal.write(f"line {number}", "answered")
    journal.checkpoint()
    for number in range(sound, written):
        journal.write(f"line {number}", "answered")
    journal.flush()


def test_a_finished_run_leaves_its_file_and_a_note_that_it_is_finished(path: Path) -> None:
    with Journal.open(path, ASKED, resume=False) as journal:
        journal.write("one", "answered")
        journal.write("zwei äöü", "answered")
        journal.finish()
    assert path.read_bytes() == "one\nzwei äöü\n".encode()
    assert sorted(path.parent.iterdir()) == [path.with_name(".answers.txt.finished"), path]
    again = Journal.open(path, ASKED, resume=True)
    assert (again.finished, again.tally) == (True, Counter(answered=2))


def test_resuming_cuts_back_to_the_last_checkpoint(path: Path) -> None:
    killed_after(path, sound=2, written=5)
    assert path.read_text() == "line 0\nline 1\nline 2\nline 3\nline 4\n"
    with Journal.open(path, ASKED, resume=True) as journal:
        assert journal.tally == Counter(answered=2)
        journal.write("line two", "impossible")
        journal.finish()
    assert path.read_text() == "line 0\nline 1\nline two\n"
    assert journal.tally == Counter(answered=2, impossible=1)


def test_what_is_written_is_noted_before_long_although_nothing_follows(path: Path) -> None:
    with Journal.open(path, ASKED, resume=False) as journal:
        journal.write("one\ntwo", "answered", 2)
        wait_until(lambda: json.loads(note_of(path).read_text())["tally"] == {"answered": 2})
        assert path.read_text() == "one\ntwo\n"
        assert journal.noted == 2


def replace(path: Path) -> None:
    path.unlink()
    path.write_text("something else\n")


@pytest.mark.parametrize("change", [Path.unlink, replace, lambda path: rmtree(path.parent)])
def test_a_file_that_is_removed_meanwhile_is_an_error_and_nothing_is_left_to_resume(
    change: Callable[[Path], None], path: Path
) -> None:
    for is_noted in (False, True):
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        journal = Journal.open(path, ASKED, resume=False)
        journal.write("one", "answered")
        if is_noted:
            journal.checkpoint()
        change(path)
        with pytest.raises(Unwritable, match=r"removed or replaced while this run wrote it"):
            journal.finish()
        assert (journal.noted, note_of(path).exists()) == (0, False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to stand for a full disk")
def test_a_disk_that_is_full_when_it_is_noted_is_told_with_the_next_line(path: Path) -> None:
    with Path("/dev/full").open("w") as full, suppress(Unwritable), Journal.open(path, ASKED, resume=False) as journal:
        journal.write("one", "answered")
        journal.checkpoint()
        journal._file = full
        journal.write("two", "answered")
        wait_until(lambda: journal._failure)
        with pytest.raises(Unwritable, match="No space left"):
            journal.write("three", "answered")
    assert journal.noted == 1


def test_killed_again_and_again_it_goes_on_from_the_latest_checkpoint(path: Path) -> None:
    killed_after(path, sound=2, written=3)
    killed_after(path, sound=1, written=4, resume=True)
    with Journal.open(path, ASKED, resume=True) as journal:
        assert journal.tally == Counter(answered=3)
        journal.finish()
    assert path.read_text() == "line 0\nline 1\nline 0\n"


def test_the_mark_of_the_last_checkpoint_is_found_again(path: Path) -> None:
    journal = Journal.open(path, ASKED, resume=False)
    journal.mark_of = lambda puzzles: f"the first {puzzles}"
    for _ in range(2):
        journal.write("one", "answered")
        journal.checkpoint()
    del journal
    assert Journal.open(path, ASKED, resume=True).mark == "the first 2"


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_the_input_is_never_written_to(link: Callable[[Path, Path], None] | None, path: Path) -> None:
    for ending in ("", ".progress", ".progress.new"):
        name = path.with_name(path.name + ending)
        source = path.with_name("puzzles.txt") if link else name
        source.write_text("53..7....\n")
        if link:
            link(name, source)
        for resume in (False, True):
            with pytest.raises(InputError, match="is the input file, which --output would overwrite"):
                Journal.open(path, ASKED, resume, source)
        assert source.read_text() == "53..7....\n"
        name.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_two_runs_do_not_write_to_one_file(path: Path) -> None:
    with Journal.open(path, ASKED, resume=False) as first:
        first.write("one", "answered")
        for end in (first.checkpoint, first.finish):
            end()
            for resume in (False, True):
                assert refused(path, ASKED, resume).endswith("another run is writing it")
    assert path.read_text() == "one\n"
    assert Journal.open(path, ASKED, resume=True).finished


def test_where_nothing_was_written_resuming_begins(path: Path) -> None:
    path.touch()
    assert not Journal.open(path, ASKED, resume=True).finished
    path.unlink()
    with Journal.open(path, ASKED, resume=True) as journal:
        assert not journal.finished
        journal.write("one", "answered")
        journal.finish()
    assert path.read_text() == "one\n"


def test_what_never_began_to_write_changes_nothing(path: Path) -> None:
    with Journal.open(path, ASKED, resume=False):
        assert path.exists()
    assert [*path.parent.iterdir()] == []
    path.write_text("lines of an older run\n")
    with Journal.open(path, ASKED, resume=False):
        pass
    assert path.read_text() == "lines of an older run\n"
    assert [*path.parent.iterdir()] == [path]


def test_killed_before_the_first_checkpoint_it_never_looks_finished(path: Path) -> None:
    for old in ("", "lines of an older run\n"):
        path.write_text(old)
        Journal.open(path, ASKED, resume=False).write("one", "answered")
        assert json.loads(note_of(path).read_text())["bytes"] == 0
        assert not Journal.open(path, ASKED, resume=True).finished
        assert path.read_text() == ""
        note_of(path).unlink()


def test_killed_between_the_note_and_the_file_or_in_the_note_it_begins_anew_or_goes_on(path: Path) -> None:
    killed_after(path, sound=0, written=0)
    path.unlink()
    assert not Journal.open(path, ASKED, resume=True).finished
    killed_after(path, sound=2, written=3)
    note_of(path).with_name(note_of(path).name + ".new").write_text('{"request": {"puz')
    assert Journal.open(path, ASKED, resume=True).tally == Counter(answered=2)


def refused(path: Path, asked: dict[str, str], resume: bool) -> str:
    with pytest.raises(InputError) as raised:
        Journal.open(path, asked, resume)
    return str(raised.value)


def finished_elsewhere(path: Path) -> None:
    path.write_text("one\n")


def unfinished(path: Path) -> None:
    killed_after(path, sound=2, written=2)


def cut_short(path: Path) -> None:
    unfinished(path)
    path.write_text("line 0\n")


def with_a_strange_note(path: Path) -> None:
    unfinished(path)
    note_of(path).write_text("{}")


@pytest.mark.parametrize(
    ("leave", "resume", "asked", "says"),
    [
        (finished_elsewhere, True, {}, "nor finished: there is no note of a run beside it; leave out"),
        (unfinished, False, {}, "it holds an unfinished run; --resume goes on with it"),
        (unfinished, True, {"seed": "1"}, "belongs to a run that was asked something else: seed differs"),
        (cut_short, True, {}, "is shorter than the 14 bytes"),
        (with_a_strange_note, True, {}, ".progress: is no note of a run; remove it to start anew"),
    ],
)
def test_what_is_not_gone_on_with_is_left_as_it_is(
    leave: Callable[[Path], None], resume: bool, asked: dict[str, str], says: str, path: Path
) -> None:
    leave(path)
    before = path.read_text()
    assert says in refused(path, {**ASKED, **asked}, resume)
    assert path.read_text() == before


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    assert "cannot be written: No such file" in refused(tmp_path / "no" / "answers.txt", ASKED, resume=False)
    for place in (tmp_path, Path("/dev/null")):
        assert "is no regular file" in refused(place, ASKED, resume=False)


def test_what_the_terminal_cannot_hold_is_escaped_in_json_and_spelt_out_in_text(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    """In a file, which holds everything, both stay as they are."""
    lines = ['{"sum": "≤ 3"}', "sum ≤ 3"]
    terminal = TextIOWrapper(BytesIO(), "ascii", errors=READABLY)
    monkeypatch.setattr(sys, "stdout", terminal)
    for file in (None, path):
        with Journal.open(file, ASKED, resume=False) as journal:
            for line in lines:
                journal.write(line, "answered")
            journal.finish()
    assert terminal.buffer.getvalue().decode().splitlines() == [r'{"sum": "\u2264 3"}', "sum <= 3"]
    assert path.read_text(encoding="utf-8").splitlines() == lines
