"""How a long run survives being killed: an output file, and beside it a note of how far it is sound.

While a run is unfinished, ``FILE.progress`` holds how many bytes of ``FILE`` are a whole number of
chunks, what became of the puzzles in them, and what the run was asked to do. It is replaced in one
step after every chunk and removed at the end. Resuming cuts ``FILE`` to that length and goes on, so
the finished file is byte for byte that of an uninterrupted run.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from models.errors import InputError


class Journal:
    """Where the lines of a run go: a file with a note beside it, or standard output without one.

    Attributes:
        tally: how many puzzles came out how, those of the interrupted run included.
        finished: whether an earlier run has written everything already.
    """

    def __init__(self, path: Path | None, fingerprint: Mapping[str, str]) -> None:
        self.tally: Counter[str] = Counter()
        self.finished = False
        self._path = path
        self._fingerprint = dict(fingerprint)
        self._file: BinaryIO | None = None

    @classmethod
    def open(cls, path: Path | None, fingerprint: Mapping[str, str], resume: bool) -> Journal:
        """Open ``path`` for a new run or, with ``resume``, where an unfinished one left it.

        Args:
            path: the output file; None for standard output.
            fingerprint: what the run is asked to do, so that another run's file is not mixed in.

        Raises:
            InputError: when the file belongs to another run, or an unfinished run would be lost.
        """
        journal = cls(path, fingerprint)
        if path is None:
            if resume:
                raise InputError("--resume needs --output FILE to know where to go on")
            return journal
        note = journal._note_path()
        try:
            if resume:
                journal._resume(path, note)
            elif note.exists():
                raise InputError("it holds an unfinished run; --resume goes on with it, removing it starts anew", path)
            else:
                journal._file = path.open("wb")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", path) from None
        return journal

    def __enter__(self) -> Journal:
        if self._file is not None and not self._note_path().exists():
            self._note()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        else:
            sys.stdout.flush()

    def write(self, line: str) -> None:
        """Write one line; it counts once ``checkpoint`` has been called."""
        if self._file is None:
            sys.stdout.write(line + "\n")
        else:
            self._file.write(line.encode() + b"\n")

    def flush(self) -> None:
        """Let a reader see what was written so far."""
        (self._file or sys.stdout).flush()

    def checkpoint(self) -> None:
        """Mark all that was written, and ``tally`` as it stands, as sound."""
        self.flush()
        if self._file is not None:
            self._note()

    def finish(self) -> None:
        """Everything is written: only the file itself stays."""
        if self._file is not None:
            self._file.flush()
            self._note_path().unlink(missing_ok=True)

    def _resume(self, path: Path, note: Path) -> None:
        if not note.exists():
            if path.exists():
                self.finished = True
            else:
                self._file = path.open("wb")
            return
        try:
            left = json.loads(note.read_text(encoding="utf-8"))
            asked, size, tally = left["asked"], int(left["bytes"]), Counter(left["tally"])
        except (ValueError, KeyError, TypeError):
            raise InputError("is no note of an unfinished run; remove it to start anew", note) from None
        if asked != self._fingerprint:
            differing = [key for key in self._fingerprint if asked.get(key) != self._fingerprint[key]]
            raise InputError(f"belongs to a run that was asked something else ({', '.join(differing)} differs)", note)
        if not path.exists() or path.stat().st_size < size:
            raise InputError(f"is shorter than the {size} bytes its unfinished run had written", path)
        os.truncate(path, size)
        self._file = path.open("ab")
        self.tally = tally

    def _note_path(self) -> Path:
        assert self._path is not None
        return self._path.with_name(self._path.name + ".progress")

    def _note(self) -> None:
        """Replace the note in one step: a kill leaves the old one or the new one, never half of one."""
        assert self._file is not None
        note = self._note_path()
        fresh = note.with_name(note.name + ".new")
        state = {"asked": self._fingerprint, "bytes": self._file.tell(), "tally": dict(self.tally)}
        fresh.write_text(json.dumps(state), encoding="utf-8")
        fresh.replace(note)
