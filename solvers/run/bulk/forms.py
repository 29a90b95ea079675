"""The forms of an output file, by the ending of its name: text, JSON lines, one JSON array, CSV, Excel, Parquet.

Text and JSON lines are written line by line. The others, what is packed, and what goes to an address are whole only at
the end: until then their records are in ``FILE.lines`` (of an address, in the working folder), which is resumed like
any output. ``FILE`` is made of them while they come, beside it, and takes its name in one step.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePath

from models.errors import InputError
from models.kit.parquet import pyarrow
from models.kit.remote import RemoteFile
from models.kit.source import PACKED, PARQUET, remote, unpacked_name, unreadable
from models.kit.streams import packer_of
from solvers.cli.files import write_whole
from solvers.run.bulk.tables import as_csv, as_excel, as_parquet
from solvers.run.journal import finished_note, is_same

TEXT = ("", ".txt", ".text")
LINES = (".jsonl", ".ndjson")

_LEFT = ".unfinished"
"""Under this name a run that is killed leaves what it was making of its lines, and the next one replaces it."""


def check_output(path: Path, as_json: bool, resume: bool, source: Path | None) -> None:
    """Whether something can be written to a file of this name.

    Raises:
        InputError: when its ending names no form, or another one than was asked for; when it is the input; or when it
        is complete, and was to be resumed. PuzzlebenchError: when the library for its form is not installed.
    """
    ending, packing = _form(path)
    if ending not in (*TEXT, *LINES, *MAKERS) or (packing and ending == PARQUET):
        known = f"{', '.join([*TEXT[1:2], *LINES[:1], *MAKERS])}, or in nothing"
        behind = f"all but {PARQUET} also with {' or '.join(PACKED)} behind"
        raise InputError(f"ends in {ending}{packing}; --output writes names that end in {known}, {behind}", path)
    if as_json and is_table(path):
        raise InputError(f"--json is of no use beside --output {path.name}, whose name says what is written")
    if ending == PARQUET:
        pyarrow()
    if packing:
        packer_of(packing)
    if source is not None and source.is_dir() and _is_within(source, path):
        raise InputError("is in the input folder, of which every file is read", path)
    if not needs_lines(path) or not _is_there(path):
        return
    if not path.is_file():
        raise InputError("is no regular file, which --output needs", path)
    if source is not None and is_same(path, source):
        raise InputError("is the input file, which --output would overwrite", path)
    if resume and not lines_of(path).exists():
        raise InputError("is complete, or no file of an unfinished run; leave out --resume to overwrite it", path)


def is_text(path: Path | None) -> bool:
    return path is None or _form(path)[0] in TEXT


def is_table(path: Path | None) -> bool:
    return path is not None and _form(path)[0] in (".csv", ".xlsx", PARQUET)


def needs_lines(path: Path) -> bool:
    """Whether it is made at the end of lines that are kept elsewhere until then."""
    ending, packing = _form(path)
    return ending in MAKERS or bool(packing) or remote(path) is not None


def lines_of(path: Path) -> Path:
    name = f"{path.name}.lines"
    return Path(name) if remote(path) else path.with_name(name) if needs_lines(path) else path


def complete(path: Path | None, columns: Sequence[str], earlier: Iterable[str], texts: Iterable[str]) -> None:
    """Go through ``texts``, of some lines each; what is made of lines is made of the earlier and these as they come."""
    if path is None or not needs_lines(path):
        deque(texts, maxlen=0)
        return
    ending, packing = _form(path)
    pieces = MAKERS.get(ending, _plain)((line for text in chain(earlier, texts) for line in text.split("\n")), columns)
    pieces = _packed(pieces, packing) if packing else pieces
    if address := remote(path):
        _send(pieces, address, path, lines_of(path).with_name(f"{path.name}.whole"))
    else:
        write_whole(path, pieces, left=_LEFT)


def remove_lines(path: Path | None) -> None:
    if path and needs_lines(path):
        lines = lines_of(path)
        finished_note(lines).unlink(missing_ok=True)
        lines.unlink()


def _form(path: Path) -> tuple[str, str]:
    name, packing = unpacked_name(path.name)
    return PurePath(name).suffix.lower(), packing


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise unreadable(error, path) from None


def _is_within(folder: Path, path: Path) -> bool:
    if remote(folder):
        return str(path).startswith(str(folder))
    return Path(os.path.realpath(lines_of(path))).is_relative_to(os.path.realpath(folder))


def _send(pieces: Iterable[bytes], address: RemoteFile, path: Path, whole: Path) -> None:
    """Send ``pieces`` to an address, by way of a file that is there until that is done."""
    try:
        write_whole(whole, pieces, left=_LEFT)
        address.put(whole)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", path) from None
    finally:
        whole.unlink(missing_ok=True)


def _packed(pieces: Iterable[bytes], packing: str) -> Iterator[bytes]:
    packer = packer_of(packing)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def _plain(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()


def _array(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    before = "[\n"
    for line in lines:
        yield f"{before}{line}".encode()
        before = ",\n"
    yield b"\n]\n"


MAKERS: dict[str, Callable[[Iterable[str], Sequence[str]], Iterable[bytes]]] = {
    ".json": _array,
    ".csv": as_csv,
    ".xlsx": as_excel,
    PARQUET: as_parquet,
}
"""What is made of lines at the end, of which a table has these columns."""
