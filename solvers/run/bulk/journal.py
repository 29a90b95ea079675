"""The journal of a long run that survives being killed: an output file, and beside it a note of how far it is sound.

While a run is unfinished, ``FILE.progress`` holds how many bytes of ``FILE`` are whole lines, what became of the
puzzles on them, and what the run was asked to do. It is there before anything in ``FILE`` is changed, and removed at
the end. A thread replaces it a few times a second, in one step, whatever the run is doing; when a run is stopped, the
last note covers every line. Resuming cuts ``FILE`` to that length and goes on, so the finished file is byte for byte
that of an uninterrupted run. Two runs cannot write to one file: the first holds a lock on it, which ends with its
process, however that ends.
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
from typing import TextIO

from models.errors import InputError
from solvers.cli.text import READABLY, encodable_json

NOTE_SECONDS = 0.25
"""Between two notes, while something is written: what a run that is killed has to do again at most."""


class Unwritable(InputError):
    """The output file takes no more."""


class Journal:
    """Where the lines of a run go: a file with a note beside it, or standard output without one.

    Within it as a context, a thread notes what is written.

    Attributes:
        tally: how many puzzles came out how, those of an interrupted run included.
        noted: how many puzzles the last note covers.
        mark: what ``mark_of`` said of them; of an interrupted run, when that was noted.
        mark_of: from a number of puzzles to something by which the run knows the same puzzles again.
        unsaved: the lines since the last note.
        finished: whether something is written and no note is beside it, so that there is nothing to go on with.
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
    def open(cls, path: Path | None, asked: Mapping[str, str], resume: bool, source: Path | None = None) -> Journal:
        """Open ``path`` for a new run or, with ``resume``, where an unfinished one left it.

        What is in it stays until there is something to write: a run that cannot even begin costs nothing.

        Args:
            path: the output file; None for standard output.
            asked: what the run is asked to do, so that another run's file is not mixed in.
            resume: whether to go on where there is something to go on with.
            source: the input file, which must stay as it is.

        Raises:
            InputError: when the file is the input, is being written by another run, belongs to one that was
                asked something else, or an unfinished run would be lost.
        """
        journal = cls(path, asked)
        if path is None:
            return journal
        if path.exists() and not path.is_file():
            raise InputError("is no regular file, which --output needs", path)
        note = journal._note_path()
        for name in (path, note, _fresh(note)):
            if source is not None and is_same(name, source):
                raise InputError("is the input file, which --output would overwrite", name)
        new = not path.exists()
        with _writing(path):
            journal._file = path.open("a", encoding="utf-8", errors=READABLY, newline="")
            _lock(journal._file, path)
            if note.exists():
                if not resume:
                    raise InputError("it holds an unfinished run; --resume goes on with it", path)
                journal._go_on(path, note)
            elif resume and path.stat().st_size:
                journal.finished = True
            else:
                journal._is_new = new
        return journal

    @property
    def keeps_note(self) -> bool:
        """Whether another run could go on with this one."""
        return self._path is not None

    def __enter__(self) -> Journal:
        if self._path is not None:
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
        """Write the line of a puzzle, an answer or a JSON record; or several lines, of puzzles that came out alike.

        Args:
            line: the line, or the lines.
            status: what became of each of the puzzles.
            puzzles: how many there are.
        """
        if self._path is None and line.startswith("{"):
            line = encodable_json(line, self._file)
        with self._lock:
            if self._failure is not None:
                raise self._failure
            self._begin()
            with _writing(self._path):
                if self._path is not None:
                    self.unsaved.append(line)
                self._file.write(line + "\n")
            self.tally[status] += puzzles

    def flush(self) -> None:
        """Hand over what was written, so that it can be read."""
        with _writing(self._path):
            self._file.flush()

    def checkpoint(self) -> None:
        """Note that all that was written is sound, if anything was since the last note."""
        with self._lock:
            if self.unsaved:
                self.flush()
                with _writing(self._path):
                    self._note(os.fstat(self._file.fileno()).st_size)
                self.unsaved.clear()

    def finish(self) -> None:
        """Everything is written: only the file itself stays."""
        with self._lock:
            self._begin()
            self.checkpoint()
            self.flush()
            if self._path is not None:
                self._note_path().unlink(missing_ok=True)

    def _note_again_and_again(self) -> None:
        while not self._left.wait(NOTE_SECONDS):
            try:
                self.checkpoint()
            except Unwritable as failure:
                self._failure = failure  # for who writes the next line
                return

    def _begin(self) -> None:
        """Before the first change: note that nothing is sound yet, and empty the file."""
        if self._begun:
            return
        with _writing(self._path):
            self._note(0)
            self._file.truncate(0)
        self._begun = True

    def _go_on(self, path: Path, note: Path) -> None:
        try:
            left = json.loads(note.read_text(encoding="utf-8"))
            if "asked" in left:
                raise InputError("was written by an earlier version of Puzzlebench; remove it to start anew", note)
            asked, size, tally = dict(left["request"]), int(left["bytes"]), Counter(left["tally"])
            mark = str(left["mark"])
        except (ValueError, KeyError, TypeError):
            raise InputError("is no note of an unfinished run; remove it to start anew", note) from None
        differing = [key for key in {**asked, **self._asked} if asked.get(key) != self._asked.get(key)]
        if differing:
            verb = "differs" if len(differing) == 1 else "differ"
            raise InputError(f"belongs to a run that was asked something else: {', '.join(differing)} {verb}", note)
        if path.stat().st_size < size:
            raise InputError(f"is shorter than the {size:,} bytes its unfinished run had written", path)
        self._file.truncate(size)
        self._begun = True
        self.tally = tally
        self.noted = tally.total()
        self.mark = mark

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


def _fresh(note: Path) -> Path:
    """Where a note is written before it takes the old one's place."""
    return note.with_name(note.name + ".new")


def is_same(path: Path, source: Path) -> bool:
    """Whether both are one file, by whatever names."""
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
