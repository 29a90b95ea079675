"""The journal of a long run that survives being killed: a file of lines, and beside it a note of how far it is sound.

While a run is unfinished, ``FILE.progress`` holds how many bytes of ``FILE`` are whole lines, what became of the
puzzles on them, and what was asked. A thread replaces it a few times a second, in one step; when a run is stopped, the
last note covers every line. Resuming cuts ``FILE`` to that length and goes on, so the finished file is byte for byte
that of an uninterrupted run. At the end the note becomes ``.FILE.finished``. The first run holds a lock on the file, so
that no second one writes to it. Files of many puzzles are written so, and what the cubes of one search come to.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Any, TextIO

from models.errors import InputError
from solvers.cli.text import READABLY, encodable_json
from solvers.core.system import CAN_START_OTHERS

NOTE_SECONDS = 0.25  # between two notes, while something is written: what a run that is killed has to do again at most


class Unwritable(InputError):
    """The output file takes no more."""


class Journal:
    """Where the lines of a run go: a file with a note beside it, or standard output without one.

    Within it as a context, a thread notes what is written.

    Attributes:
        tally: how many puzzles came out how, those of an earlier run included.
        noted: how many puzzles the last note covers.
        mark: what ``mark_of`` said of these, by which a run knows the same puzzles again.
        unsaved: the lines since the last note, each of one puzzle.
        finished: whether an earlier run has written everything.
    """

    def __init__(self, path: Path | None, asked: Mapping[str, str]) -> None:
        self.tally: Counter[str] = Counter()
        self.noted = 0
        self.mark = ""
        self.mark_of: Callable[[int], str] = lambda puzzles: ""
        self.finished = False
        self.unsaved: list[str] = []
        self._path = path
        self._asked = dict(asked)
        self._file: TextIO = sys.stdout
        self._begun = path is None  # whether anything of the file is changed
        self._is_new = False
        self._lock = RLock()  # whoever has it finds lines, tally and note in agreement
        self._left = Event()
        self._thread: Thread | None = None
        self._failure: Unwritable | None = None

    @classmethod
    def open(
        cls,
        path: Path | None,
        asked: Mapping[str, str],
        resume: bool,
        source: Path | None = None,
        overwrites: bool = False,
    ) -> Journal:
        """Open ``path`` for a new run or, with ``resume``, where an unfinished one left it.

        What is in it stays until there is something to write. The file of a run that was not ``asked`` the same is
        refused, or with ``overwrites`` begun anew; ``source`` is the input, which must stay as it is.

        Raises:
            InputError: when the file is the input, is being written by another run, belongs to one that was asked
            something else, or an unfinished run would be lost.
        """
        journal = cls(path, asked)
        if path is None:
            return journal
        if path.exists() and not path.is_file():
            raise InputError("is no regular file, which --output needs", path)
        note = journal._note_path()
        for name in (path, note, _fresh(note), finished_note(path)):
            if source is not None and is_same(name, source):
                raise InputError("is the input file, which --output would overwrite", name)
        journal._is_new = not path.exists()
        with _writing(path):
            journal._file = path.open("a", encoding="utf-8", errors=READABLY, newline="")
            _lock(journal._file, path)
            try:
                journal._resume(path, note, resume)
            except InputError:
                if not overwrites:
                    raise
        return journal

    @property
    def keeps_note(self) -> bool:
        return self._path is not None

    def __enter__(self) -> Journal:
        if self._path is not None and CAN_START_OTHERS:  # else notes are made at the end alone
            self._thread = Thread(target=self._note_again_and_again, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        if self._thread is not None:
            self._thread.join()
        with _writing(self._path):
            if self._path is None:
                self._file.flush()
            else:
                self._file.close()
                if self._is_new and not self._begun:
                    self._path.unlink()

    def write(self, line: str, status: str, puzzles: int = 1) -> None:
        """Write the line of a puzzle; or several lines, of puzzles that came out alike."""
        if self._path is None and line.startswith("{"):
            line = encodable_json(line, self._file)
        with self._lock:
            if self._failure is not None:
                raise self._failure
            self._begin()
            with _writing(self._path):
                if self._path is not None and puzzles == 1:
                    self.unsaved.append(line)
                self._file.write(line)
                self._file.write("\n")
            self.tally[status] += puzzles

    def flush(self) -> None:
        with _writing(self._path):
            self._file.flush()

    def checkpoint(self) -> None:
        """Note that all that was written is sound, if anything was since the last note."""
        with self._lock:
            if self._path is not None and self.tally.total() != self.noted:
                self.flush()
                self._check_there()
                with _writing(self._path):
                    self._note(os.fstat(self._file.fileno()).st_size)
                self.unsaved.clear()

    def lines(self) -> Iterator[str]:
        """Those of an earlier run, before anything is written."""
        if self._path and self.noted:
            with self._path.open(encoding="utf-8", newline="\n") as file:
                yield from (line.removesuffix("\n") for line in file)

    def finish(self) -> None:
        """Everything is written: the note says so from now on."""
        with self._lock:
            self._begin()
            self.checkpoint()
            self.flush()
            if self._path is not None:
                self._check_there()
                with _writing(self._path):
                    self._note_path().replace(finished_note(self._path))

    def remove(self) -> None:
        """Leave nothing of it, neither lines nor notes."""
        assert self._path is not None
        self.__exit__()
        for path in (self._note_path(), self._path):
            path.unlink(missing_ok=True)

    def _note_again_and_again(self) -> None:
        while not self._left.wait(NOTE_SECONDS):
            try:
                self.checkpoint()
            except Unwritable as failure:
                self._failure = failure  # for who writes the next line
                return

    def _check_there(self) -> None:
        """Raise Unwritable where the file has been removed or replaced: what is written into it is lost."""
        assert self._path is not None
        with suppress(OSError):
            if os.path.samestat(self._path.stat(), os.fstat(self._file.fileno())):
                return
        with suppress(OSError):  # its folder may be gone too
            self._note_path().unlink(missing_ok=True)
        self.noted = 0
        raise Unwritable("has been removed or replaced while this run wrote it; its answers are lost", self._path)

    def start_over(self) -> None:
        """Let the next line be the first: nothing of what was written counts."""
        self._begun = False

    def _begin(self) -> None:
        """Before the first change: note that nothing is sound yet, and empty the file."""
        if self._begun:
            return
        with _writing(self._path):
            self._note(0)
            assert self._path is not None
            finished_note(self._path).unlink(missing_ok=True)
            self._file.truncate(0)
        self._begun = True

    def _resume(self, path: Path, note: Path, resume: bool) -> None:
        """Go on where an earlier run stopped, if one is there and that is asked for."""
        if note.exists():
            if not resume:
                raise InputError("it holds an unfinished run; --resume goes on with it", path)
            asked, size, tally, mark = _read_note(note)
            if differing := self._differing(asked):
                raise InputError(f"belongs to a run that was asked something else: {differing}", note)
            if path.stat().st_size < size:
                raise InputError(f"is shorter than the {size:,} bytes its unfinished run had written", path)
            self._file.truncate(size)
            self._begun, self._is_new = True, False
        elif resume and path.stat().st_size:
            done = finished_note(path)
            if not done.exists():
                raise _something_else("there is no note of a run beside it", path)
            asked, size, tally, mark = _read_note(done)
            if differing := self._differing(asked):
                raise _something_else(f"it was asked something else: {differing}", path)
            if path.stat().st_size != size:
                raise _something_else(f"it does not have the {size:,} bytes that were written", path)
            self.finished = True
        else:
            return
        self.tally, self.noted, self.mark = tally, tally.total(), mark

    def _differing(self, asked: Mapping[str, str]) -> str:
        names = [name for name in {**asked, **self._asked} if asked.get(name) != self._asked.get(name)]
        return f"{', '.join(names)} {'differs' if len(names) == 1 else 'differ'}" if names else ""

    def _note_path(self) -> Path:
        assert self._path is not None
        return self._path.with_name(self._path.name + ".progress")

    def _note(self, size: int) -> None:
        """Replace the note in one step: a kill leaves the old one or the new one, never half of one."""
        note = self._note_path()
        fresh = _fresh(note)
        noted = self.tally.total()
        mark = self.mark_of(noted)
        state = {"request": self._asked, "bytes": size, "tally": dict(self.tally), "mark": mark}
        try:
            fresh.write_text(json.dumps(state), encoding="utf-8")
            fresh.replace(note)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise
        self.noted, self.mark = noted, mark


def finished_note(path: Path) -> Path:
    """Where it is noted that ``path`` is finished; hidden, so that a folder of outputs can be read as one of inputs."""
    return path.with_name(f".{path.name}.finished")


def _read_note(note: Path) -> tuple[dict[str, str], int, Counter[str], str]:
    try:
        state: dict[str, Any] = json.loads(note.read_text(encoding="utf-8"))
        return dict(state["request"]), int(state["bytes"]), Counter(state["tally"]), str(state["mark"])
    except (ValueError, KeyError, TypeError):
        raise InputError("is no note of a run; remove it to start anew", note) from None


def _something_else(why: str, path: Path) -> InputError:
    return InputError(f"is neither this run unfinished nor finished: {why}; leave out --resume to overwrite it", path)


def _fresh(note: Path) -> Path:
    return note.with_name(note.name + ".new")


def is_same(path: Path, source: Path) -> bool:
    with suppress(OSError):  # one of them is not there
        return path.samefile(source)
    return False


def _lock(file: TextIO, path: Path) -> None:
    """Keep other runs away from ``file`` for as long as it is open; where there are no such locks, do nothing."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # not on every system
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise InputError("another run is writing it", path) from None
    except OSError:
        return  # some network drives have none


@contextmanager
def _writing(path: Path | None) -> Iterator[None]:
    """A full disk or a folder that is closed to us is one sentence; trouble with standard output is left as it is."""
    try:
        yield
    except OSError as error:
        if path is None:
            raise
        raise Unwritable(f"cannot be written: {error.strerror}", path) from None
