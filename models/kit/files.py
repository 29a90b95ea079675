"""Text files, opened so that whatever is wrong with one is said in one sentence.

``read_lines`` streams, for files of a million puzzles; ``read_text`` takes a file whole. Both raise
:class:`~models.errors.InputError` and nothing else: for a file that is missing, a folder, unreadable, too
large, not text, or not in UTF-8. A byte-order mark is skipped, and the line ends of every
system are understood. ``read_lines_on`` goes on after a line that is no text, for long files in which one
line is no reason to give up the rest; ``read_runs_on`` does so too, and hands over many plain lines at once.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from models.errors import InputError
from models.kit.packed import PARQUET, Source

LONGEST_LINE = 1_000_000
"""Characters; no puzzle needs more on one line."""

PIECE = 1 << 17
"""Bytes of a long file that are looked at together, and the longest line for that: one that is longer, and what
comes after it, is read line by line."""

HEAD = 8_000
"""Bytes at the start of a file that tell whether it is text at all."""

STRANGE = 3
"""It is not when more than one character in so many is none that text has; a text damaged in places has fewer."""

LARGEST_TEXT = 20_000_000
"""Characters of a file that is taken whole."""


def is_there(name: str) -> bool:
    """Whether there is a file or a folder called ``name``, which may be no name at all."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long to be one
        return False


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A file as bytes.

    Raises:
        InputError: when it cannot be read.
    """
    try:
        raw = path.open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(error, path) from None
    with raw:
        try:
            yield raw
        except OSError as error:
            raise unreadable(error, path) from None


def read_lines(path: Path | str) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers from 1, without their ends; one line in memory at a time.

    Raises:
        InputError: when the file cannot be read, or a line is no text.
    """
    for number, line in read_lines_on(path):
        if isinstance(line, InputError):
            raise line
        yield number, line


def read_lines_on(path: Path | str) -> Iterator[tuple[int, str | InputError]]:
    """The lines of a UTF-8 file with their numbers; one that is no text, or too long, comes as the error that says so.

    Raises:
        InputError: when the file cannot be read, or is not made of text in the first place.
    """
    try:
        with (path if isinstance(path, Path) else Path(path)).open("rb") as raw:
            _refuse_head(raw.peek(HEAD)[:HEAD], path)
            yield from _numbered(raw, path, 0)
    except (OSError, ValueError) as error:
        raise unreadable(error, path) from None


def read_runs_on(path: Path, plain: re.Pattern[bytes]) -> Iterator[tuple[int, str | InputError | bytes]]:
    """The lines of a UTF-8 file as ``read_lines_on`` tells them, but plain ones that follow each other as one.

    Of a pipe, as many as there are by now: whoever writes it slowly is not waited for.

    Args:
        path: the file.
        plain: what a run of plain lines looks like, each with its end: of ASCII characters that text has, and not
            longer than a line may be. A run comes with the number of its first line.

    Raises:
        InputError: when the file cannot be read, or is not made of text in the first place.
    """
    try:
        with path.open("rb") as raw:
            head = raw.peek(HEAD)[:HEAD]
            _refuse_head(head, path)
            raw.read(len(BOM_UTF8) if head.startswith(BOM_UTF8) else 0)
            read = raw.read1 if isinstance(path, Source) or not path.is_file() else raw.read
            number = 0
            rest = b""
            while piece := read(PIECE):
                lines, end, rest = (rest + piece).rpartition(b"\n")
                if len(rest) >= PIECE and not end:
                    yield from _numbered(BufferedReader(_Ahead(rest, raw)), path, number)
                    return
                lines += end
                for found, many in _runs(lines, plain, path, number + 1):
                    yield number + 1, found
                    number += many
            for line in _decoded(rest):
                number += 1
                yield number, _complaint(line, path, number) or line
    except (OSError, ValueError) as error:
        raise unreadable(error, path) from None


class _Ahead(RawIOBase):
    """A file of which something was read already, which comes again."""

    def __init__(self, ahead: bytes, raw: BufferedReader) -> None:
        self._parts = [BytesIO(ahead), raw]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._parts[0].readinto(buffer)
        if not count and len(self._parts) > 1:
            del self._parts[0]
            return self.readinto(buffer)
        return count


def _runs(
    lines: bytes, plain: re.Pattern[bytes], path: Path, number: int
) -> Iterator[tuple[str | InputError | bytes, int]]:
    """The lines in a piece of a file, runs of plain ones as one; each with how many lines it is."""
    at = 0
    while at < len(lines):
        run = plain.match(lines, at)
        if run is not None:
            many = run[0].count(b"\n")
            yield run[0], many
            number += many
            at = run.end()
            continue
        end = lines.index(b"\n", at)
        for line in _decoded(lines[at : end + 1]):
            yield _complaint(line, path, number) or line, 1
            number += 1
        at = end + 1


def _decoded(line: bytes) -> list[str]:
    """The lines in what stands before a newline: more than one where a carriage return alone ends lines too."""
    with TextIOWrapper(BytesIO(line), encoding="utf-8", errors="surrogateescape") as file:
        return [line.removesuffix("\n") for line in file]


def _numbered(raw: BufferedReader, path: Path | str, number: int) -> Iterator[tuple[int, str | InputError]]:
    """The lines from here on with their numbers, the next after ``number``."""
    # Bytes that are no UTF-8 arrive as lone surrogates, so that the line they stand on can be named.
    file = TextIOWrapper(raw, encoding="utf-8" if number else "utf-8-sig", errors="surrogateescape")
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            yield number, InputError(f"the line has more than {LONGEST_LINE:,} characters", path, number)
            while line and not line.endswith("\n"):
                line = file.readline(LONGEST_LINE + 1)
        else:
            yield number, _complaint(line, path, number) or line.removesuffix("\n")


def read_text(path: Path | str) -> str:
    """The whole of a UTF-8 file, every line ended by a newline alone.

    Raises:
        InputError: when the file cannot be read, has more than ``LARGEST_TEXT`` characters, or is no text.
    """
    parts, size = [], 0
    for _, line in read_lines(path):
        parts.append(line)
        size += len(line) + 1
        if size > LARGEST_TEXT:
            raise InputError(f"the file has more than {LARGEST_TEXT:,} characters", path)
    return "\n".join(parts) + "\n"


def _refuse_head(head: bytes, path: Path | str) -> None:
    """Complain of a picture, an archive or a file in UTF-16 by its first bytes, before anything is made of them.

    So of answers that a run wrote. A Parquet table, of which the lines come here, has been looked at already.
    """
    if _is_table(path):
        return
    if head.startswith(b"PAR1"):
        where = f"a file whose name ends in {PARQUET}, and from no pipe"
        raise InputError(f"this is a Parquet table, which is read from {where}", path)
    if b"status" in head:
        from models.kit.own_output import refuse_records  # most files are puzzles

        refuse_records(head, path)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the file is in UTF-16; save it as UTF-8", path, 1)
    text = head.decode("utf-8-sig", errors="surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    strange = len(_STRANGE.findall(text))
    if strange * STRANGE <= len(text):
        return
    if "\0" in text:
        number = text.count("\n", 0, text.index("\0")) + 1
        raise InputError("found a zero byte: this is no text file, or one in UTF-16; UTF-8 is expected", path, number)
    raise InputError(f"{strange} of the first {len(text)} characters are no text; a file in UTF-8 is expected", path)


def _complaint(line: str, path: Path | str, number: int) -> InputError | None:
    """What is wrong with a line that is no text; None for one that is."""
    if line.isascii() and "\0" not in line:
        return None
    found = _NO_TEXT.search(line)
    if found is None:
        return None
    if _is_table(path):
        from models.kit.parquet import EMPTY  # tables are rare

        if line.rstrip("\n").partition("\t")[0] == EMPTY:
            return InputError("the cell is empty; a puzzle is expected", path, number)
    if found[0] == "\0":
        return InputError("found a zero byte, which is no text", path, number)
    what = f"character {found.start() + 1} is the byte {ord(found[0]) - 0xDC00:#04x}"
    return InputError(f"{what}, which is no UTF-8: save the file as UTF-8", path, number)


def _is_table(path: Path | str) -> bool:
    return isinstance(path, Source) and path.suffix.lower() == PARQUET


_NO_TEXT = re.compile("[\0\udc80-\udcff]")
"""A zero byte, or a byte that is no UTF-8 (as it arrives)."""

_STRANGE = re.compile("[\0-\x08\x0e-\x1f\x7f\udc80-\udcff]")
"""Either of these, or a character that controls some machine."""


def unreadable(error: Exception, path: Path | str) -> InputError:
    """The error for a file that cannot be opened or read, as the system says why."""
    if isinstance(error, FileNotFoundError):
        return InputError("there is no such file", path)
    if isinstance(error, IsADirectoryError):
        return InputError("this is a folder; a file is expected", path)
    if isinstance(error, PermissionError):
        return InputError("reading this file is not permitted", path)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(f"the file cannot be read: {reason[:1].lower()}{reason[1:]}", path)
