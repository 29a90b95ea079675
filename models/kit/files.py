"""Text files, opened so that whatever is wrong with one is said in one sentence.

``read_lines`` streams, for files of a million puzzles; ``read_text`` takes a file whole. Both raise
:class:`~models.errors.InputError` and nothing else: for a file that is missing, a folder, unreadable, too large, not
text, not in UTF-8, or what a run wrote. A byte-order mark is skipped, and the line ends of every system are understood.
``read_lines_on`` goes on after a line that is no text, for long files in which one line is no reason to give up the
rest; ``read_runs_on`` does so too, and hands over many plain lines at once.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.kit.source import PARQUET, Source, is_table, unreadable
from models.kit.source import raw as raw_bytes

MAX_LINE_CHARACTERS = 1_000_000
CHUNK_BYTES = 1 << 17
"""Bytes of a long file that are looked at together, and the longest line for that."""

HEAD_BYTES = 8_000
"""The start of a file that tells whether it is text at all."""

MIN_CHARACTERS_PER_STRANGE_ONE = 3
"""It is not when more than one character in so many is none that text has; a text damaged in places has fewer."""

MAX_TEXT_CHARACTERS = 20_000_000


def is_there(name: str) -> bool:
    """Whether there is a file or a folder called ``name``, which may be no name at all."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long to be one
        return False


@contextmanager
def opened(path: Path | str) -> Iterator[BufferedReader]:
    try:
        raw: Any = path.open("rb") if isinstance(path, Source) else raw_bytes(Path(path))
    except (OSError, ValueError) as error:
        raise unreadable(error, path) from None
    try:
        with raw:
            yield raw
    except OSError as error:
        raise unreadable(error, path) from None


def beginning(path: Path) -> str:
    """Return how a file begins, as text, as much as comes at once; InputError where it cannot be opened."""
    with opened(path) as file:
        return file.peek(HEAD_BYTES)[:HEAD_BYTES].decode("utf-8-sig", "replace")


def read_lines(path: Path | str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, without their ends; one line in memory at a time."""
    for number, line in read_lines_on(path):
        if isinstance(line, InputError):
            raise line
        yield number, line


def read_lines_on(path: Path | str) -> Iterator[tuple[int, str | InputError]]:
    """The lines of a file with their numbers; one that is no text, or too long, comes as the error that says so."""
    with opened(path) as raw:
        _refuse_head(raw.peek(HEAD_BYTES)[:HEAD_BYTES], path)
        yield from _numbered(raw, path, 0)


def read_runs_on(path: Path, plain: re.Pattern[bytes]) -> Iterator[tuple[int, str | InputError | bytes]]:
    """The lines of a UTF-8 file as ``read_lines_on`` tells them, but plain ones that follow each other as one.

    Of a pipe, as many as there are by now: whoever writes it slowly is not waited for. ``plain`` is what a run looks
    like, each line with its end: of ASCII characters that text has, and not longer than a line may be. A run comes with
    the number of its first line.
    """
    with opened(path) as raw:
        head = raw.peek(HEAD_BYTES)[:HEAD_BYTES]
        _refuse_head(head, path)
        raw.read(len(BOM_UTF8) if head.startswith(BOM_UTF8) else 0)
        number, rest = 0, b""
        while chunk := raw.read1(CHUNK_BYTES):
            lines, end, rest = (rest + chunk).rpartition(b"\n")
            if len(rest) >= CHUNK_BYTES and not end:  # a line so long, and what comes after it, is read line by line
                from models.kit.streams import joined  # no puzzle is so long

                yield from _numbered(joined(chain([rest], iter(lambda: raw.read1(CHUNK_BYTES), b""))), path, number)
                return
            number = yield from _runs(lines + end, plain, path, number)
        yield from _judged(rest, path, number)


def _runs(
    lines: bytes, plain: re.Pattern[bytes], path: Path, number: int
) -> Generator[tuple[int, str | InputError | bytes], None, int]:
    at = 0
    while at < len(lines):
        if run := plain.match(lines, at):
            yield number + 1, run[0]
            number += run[0].count(b"\n")
            at = run.end()
        else:
            end = lines.index(b"\n", at) + 1
            number = yield from _judged(lines[at:end], path, number)
            at = end
    return number


def _judged(line: bytes, path: Path, number: int) -> Generator[tuple[int, str | InputError], None, int]:
    """The lines in what stands before a newline: more than one where a carriage return alone ends lines too."""
    with TextIOWrapper(BytesIO(line), encoding="utf-8", errors="surrogateescape") as file:
        for text in file:
            number += 1
            yield number, _complaint(text, path, number) or text.removesuffix("\n")
    return number


def _numbered(raw: BufferedReader, path: Path | str, number: int) -> Iterator[tuple[int, str | InputError]]:
    # Bytes that are no UTF-8 arrive as lone surrogates, so that the line they stand on can be named.
    file = TextIOWrapper(raw, encoding="utf-8" if number else "utf-8-sig", errors="surrogateescape")
    while line := file.readline(MAX_LINE_CHARACTERS + 1):
        number += 1
        if len(line) > MAX_LINE_CHARACTERS:
            yield number, InputError(f"the line has more than {MAX_LINE_CHARACTERS:,} characters", path, number)
            while line and not line.endswith("\n"):
                line = file.readline(MAX_LINE_CHARACTERS + 1)
        else:
            yield number, _complaint(line, path, number) or line.removesuffix("\n")


def read_text(path: Path | str) -> str:
    """The whole of a file, every line ended by a newline alone."""
    parts, size = [], 0
    for _, line in read_lines(path):
        parts.append(line)
        size += len(line) + 1
        if size > MAX_TEXT_CHARACTERS:
            raise InputError(f"the file has more than {MAX_TEXT_CHARACTERS:,} characters", path)
    return "\n".join(parts) + "\n"


def _refuse_head(head: bytes, path: Path | str) -> None:
    """Complain of what is no text, or was written by a run, by its first bytes, before anything is made of them."""
    if is_table(path):
        return
    if head.startswith(b"PAR1"):
        where = f"a file whose name ends in {PARQUET}, and from no pipe"
        raise InputError(f"this is a Parquet table, which is read from {where}", path)
    if b"status" in head:
        from models.kit.parquet import ANSWER_KEYS, refuse_columns  # most files are puzzles

        names = head.partition(b"\n")[0].decode("utf-8-sig", "replace").strip().split(",")
        refuse_columns(ANSWER_KEYS if re.match(RECORD, head) else names, path)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the file is in UTF-16; save it as UTF-8", path, 1)
    text = head.decode("utf-8-sig", errors="surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    strange = len(_STRANGE.findall(text))
    if strange * MIN_CHARACTERS_PER_STRANGE_ONE <= len(text):
        return
    if "\0" in text:
        number = text.count("\n", 0, text.index("\0")) + 1
        raise InputError("found a zero byte: this is no text file, or one in UTF-16; UTF-8 is expected", path, number)
    raise InputError(f"{strange} of the first {len(text)} characters are no text; a file in UTF-8 is expected", path)


def _complaint(line: str, path: Path | str, number: int) -> InputError | None:
    if line.isascii() and "\0" not in line:
        return None
    found = _NO_TEXT.search(line)
    if found is None:
        return None
    if is_table(path):
        from models.kit.parquet import EMPTY_CELL  # tables are rare

        if line.rstrip("\n").partition("\t")[0] == EMPTY_CELL:
            return InputError("the cell is empty; a puzzle is expected", path, number)
    if found[0] == "\0":
        return InputError("found a zero byte, which is no text", path, number)
    what = f"character {found.start() + 1} is the byte {ord(found[0]) - 0xDC00:#04x}"
    return InputError(f"{what}, which is no UTF-8: save the file as UTF-8", path, number)


RECORD = rb'\s*(?:\[\s*)?\{"puzzle": "[^"]*", "instance": '
_NO_TEXT = re.compile("[\0\udc80-\udcff]")
"""A zero byte, or a byte that is no UTF-8 (as it arrives)."""

_STRANGE = re.compile("[\0-\x08\x0e-\x1f\x7f\udc80-\udcff]")
"""Either of these, or a character that controls some machine."""
