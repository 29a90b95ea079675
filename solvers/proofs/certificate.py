"""Certificates: a statement and a proof as two files, ``NAME.opb`` and ``NAME.pbp``, and where they come from.

Where answers are counted without being listed, the proof is a table of counts, ``NAME.count``.

The statement's second line says, for programs, which puzzle, formulation and instance it was written from, so that
the verifier can write it again and compare. Both files may be compressed (``.gz``).
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from models.errors import InputError, NotThere
from models.kit.json_text import json_of
from models.kit.names import shown
from models.kit.streams import CHUNK_BYTES, max_unpacked_bytes
from models.language.model import Key
from models.registry import is_puzzle_file
from solvers.cli.files import write_whole
from solvers.proofs.formula import Rejected, lines_of
from solvers.proofs.tables import TABLE_HEADER

STATEMENT_SUFFIX, PROOF_SUFFIX, TABLE_SUFFIX, PACKED_SUFFIX = ".opb", ".pbp", ".count", ".gz"

MAX_CERTIFICATE_BYTES = 1 << 30
"""Bytes of a statement or a proof, unpacked: each is kept in memory."""

MAX_NAME_BYTES = 240
"""Bytes of the name of a certificate: with the longest suffix a file system takes it."""

ORIGIN_PREFIX = "* puzzlebench "

MAX_ORIGIN_CHARACTERS = 10_000_000
MAX_NAME_LETTERS = 60  # of a puzzle, in a file's name
NAME_DIGEST_DIGITS = 12
_PLAIN_NAME = re.compile(r"(?!.*--)[a-z0-9_.-]+( #[0-9]+)?")


@dataclass(frozen=True)
class Origin:
    """What a statement was written from.

    Attributes:
        puzzle: the puzzle's word; empty where it is a model of somebody's own.
        instance: what ``--instance`` said, or the puzzle's default one; empty where it was handed over in Python.
        name: what the instance is called, in a file of many; or the model.
        parts: the keys of the parts of the puzzle that alone are stated, where a conflict is proved; None for all.
    """

    puzzle: str
    formulation: str
    objective: str | None = None
    instance: str = ""
    name: str = ""
    options: Mapping[str, str | bool] = field(default_factory=dict)
    parts: tuple[Key, ...] | None = None

    @property
    def is_model(self) -> bool:
        return not self.puzzle

    def heading(self) -> str:
        return ORIGIN_PREFIX.removeprefix("* ") + json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def of(cls, statement: str) -> Origin:
        """The origin that a statement names; ``Rejected`` is raised when it names none."""
        for line in islice(lines_of(statement), 2):
            if line.startswith(ORIGIN_PREFIX) and len(line) <= MAX_ORIGIN_CHARACTERS:
                with suppress(TypeError, ValueError):
                    return cls(**_checked(json_of(line.removeprefix(ORIGIN_PREFIX))))
                break
        raise Rejected("the statement does not say on its second line what it was written from")


@dataclass(frozen=True)
class Certificate:
    statement: str
    proof: str

    @property
    def is_table(self) -> bool:
        return self.proof.startswith(TABLE_HEADER)

    @property
    def steps(self) -> int:
        return self.proof.count("\n") - 2 if self.is_table else self.proof.count(" ;\n")

    def paths(self, name: Path) -> tuple[Path, Path]:
        return paths_of(name, TABLE_SUFFIX if self.is_table else PROOF_SUFFIX)

    def write(self, name: Path) -> None:
        remove(name)
        for path, text in zip(self.paths(name), (self.statement, self.proof), strict=True):
            data = text.encode()
            write_whole(path, gzip.compress(data, mtime=0) if path.suffix == PACKED_SUFFIX else data, "the proof ")

    @classmethod
    def read(cls, name: Path) -> Certificate:
        check_there(name)
        return cls(*map(_text, _found(name)))


def remove(name: Path) -> tuple[Path, ...]:
    removed = []
    for path in possible_paths(name):
        try:
            with suppress(FileNotFoundError):
                path.unlink()
                removed.append(path)
        except OSError as error:
            raise InputError(f"the certificate of an earlier run cannot be removed: {error.strerror}", path) from None
    return tuple(removed)


def paths_of(name: Path, proof_suffix: str = PROOF_SUFFIX) -> tuple[Path, Path]:
    """The two files of a certificate, whichever of them ``name`` is, or only what their names have in common."""
    if not name.name or "\0" in str(name) or len(os.fsencode(name.name)) > MAX_NAME_BYTES:
        raise InputError(f"{shown(str(name))} cannot be the name of a certificate; the name of a file is expected")
    packed = PACKED_SUFFIX if name.suffix == PACKED_SUFFIX else ""
    stem = name.with_suffix("") if packed else name
    stem = stem.with_suffix("") if stem.suffix in (STATEMENT_SUFFIX, PROOF_SUFFIX, TABLE_SUFFIX) else stem
    statement, proof = (stem.with_name(stem.name + suffix + packed) for suffix in (STATEMENT_SUFFIX, proof_suffix))
    return statement, proof


def possible_paths(name: Path) -> tuple[Path, ...]:
    return (*paths_of(name), paths_of(name, TABLE_SUFFIX)[1])


def file_name(name: str) -> str:
    """Return the file name of a packed certificate of the puzzle called ``name``; no two names lead to the same one.

    Where it is not ``name`` with ``--`` for `` #``, a digest of ``name`` follows a tilde: other names become the same
    once letters are replaced, and some systems do not tell small letters from capital ones.
    """
    stem = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)
    if _PLAIN_NAME.fullmatch(name) is None or len(name) > MAX_NAME_LETTERS:
        digest = sha256(name.encode(errors="surrogateescape")).hexdigest()
        stem = f"{stem[:MAX_NAME_LETTERS]}~{digest[:NAME_DIGEST_DIGITS]}"
    return f"{stem}{STATEMENT_SUFFIX}{PACKED_SUFFIX}"


def numbered(name: Path, number: int) -> Path:
    statement, _ = paths_of(name)
    stem, dot, rest = statement.name.rpartition(STATEMENT_SUFFIX)
    return statement.with_name(f"{stem}-{number}{dot}{rest}")


def check_there(name: Path) -> None:
    paths_of(name)
    statement, proof = _found(name)
    if not proof.exists():
        missing = f"its proof, {proof.name}, is missing"
        raise NotThere(missing if statement.exists() else "it cannot be read: No such file or directory", statement)
    if not statement.exists():
        raise NotThere(f"its statement, {statement.name}, is missing", proof)


def in_folder(folder: Path) -> list[Path]:
    """The certificates of a folder, each by its statement, or by its proof where there is no statement of that name."""
    plain = {path: path.name.removesuffix(PACKED_SUFFIX) for path in folder.iterdir()}
    statements = [path for path, name in plain.items() if name.endswith(STATEMENT_SUFFIX)]
    stated = {plain[path].removesuffix(STATEMENT_SUFFIX) for path in statements}
    orphans = {
        name.removesuffix(suffix): path
        for path, name in plain.items()
        for suffix in (PROOF_SUFFIX, TABLE_SUFFIX)
        if name.endswith(suffix) and name.removesuffix(suffix) not in stated
    }
    return sorted([*statements, *orphans.values()])


def _found(name: Path) -> tuple[Path, Path]:
    """The two files as they lie there, compressed or not, the proof of one kind or the other; a file named is one."""
    names = [name] if name.suffix == PACKED_SUFFIX else [name, name.with_name(name.name + PACKED_SUFFIX)]
    pairs = [paths_of(one, suffix) for one in names for suffix in (PROOF_SUFFIX, TABLE_SUFFIX)]
    if name.exists():
        pairs = [pair for pair in pairs if name in pair] or pairs
    found = (pair for enough in (all, any) for pair in pairs if enough(path.exists() for path in pair))
    return next(found, pairs[0])


def _text(path: Path) -> str:
    if path.is_fifo():
        raise InputError("it cannot be read: it is a pipe, and may never end", path)
    is_packed, data = path.suffix == PACKED_SUFFIX, bytearray()
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            most = min(MAX_CERTIFICATE_BYTES, max_unpacked_bytes(size)) if is_packed else MAX_CERTIFICATE_BYTES
            stream = gzip.GzipFile(fileobj=file) if is_packed else file
            while piece := stream.read1(CHUNK_BYTES):
                data += piece
                if len(data) > most:
                    raise InputError(f"it has {size:,} bytes and unpacks to more than {most:,}", path)
        return data.decode()
    except gzip.BadGzipFile:
        raise InputError("it cannot be read: it is not a gzip file", path) from None
    except OSError as error:
        raise NotThere(f"it cannot be read: {error.strerror}", path) from None
    except (EOFError, UnicodeDecodeError, zlib.error):
        raise InputError("it is cut off, or no text", path) from None


def _checked(values: object) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise ValueError("an origin is an object")
    kinds = {"puzzle": str, "formulation": str, "instance": str, "name": str, "options": dict}
    objective, parts = values.get("objective"), values.get("parts")
    if not (
        all(isinstance(values.get(key), kind) for key, kind in kinds.items())
        and all(isinstance(value, str | bool) for value in values["options"].values())
        and isinstance(objective, str | None)
        and objective != ""
        and (values["formulation"] or not values["puzzle"])
        and not is_puzzle_file(values["puzzle"])  # no code is run because a file says so
        and isinstance(parts, list | None)
        and all(isinstance(key, list) and all(isinstance(word, str | int) for word in key) for key in parts or ())
    ):
        raise ValueError("these are no keys of an origin")
    return values if parts is None else {**values, "parts": tuple(map(tuple, parts))}
