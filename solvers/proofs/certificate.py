"""Certificates: a statement and a proof as two files, ``NAME.opb`` and ``NAME.pbp``, and where they come from.

Where answers are counted without being listed, the proof is a table of counts, ``NAME.count``.

The statement's second line says, for programs, which puzzle, formulation and instance it was written from, so that
the verifier can write it again and compare. Both files may be compressed (``.gz``).
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from os import fstat
from pathlib import Path
from typing import Any

from models.errors import InputError, NotThere
from models.kit.packed import PIECE
from models.kit.unpacking import most_unpacked
from models.language.model import Key
from solvers.cli.files import write_whole
from solvers.proofs.constraints import Rejected
from solvers.proofs.tables import HEAD

STATEMENT, PROOF, TABLE, PACKED = ".opb", ".pbp", ".count", ".gz"

MAX_CERTIFICATE_BYTES = 1 << 30
"""Bytes of a statement or a proof, unpacked: each is kept in memory."""

MARK = "* puzzlebench "
"""How the line begins that says where a statement comes from."""


@dataclass(frozen=True)
class Origin:
    """What a statement was written from.

    Attributes:
        puzzle: the puzzle's word; empty where it is a model of somebody's own, which only the statement says.
        formulation: the name of the formulation.
        objective: what was to be least or greatest; None where nothing was.
        instance: what ``--instance`` said, or the name of the puzzle's default one; empty where it was handed over in
            Python and comes from no file that is known.
        name: what the instance is called, in a file of many; or the model.
        options: the puzzle's own options.
        parts: the keys of the parts of the puzzle (:class:`models.deductions.Part`) that alone are stated, where a
            conflict is proved; None where all are.
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
        """Whether it is a model of somebody's own."""
        return not self.puzzle

    def heading(self) -> str:
        """The origin as one line of JSON."""
        return "puzzlebench " + json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def of(cls, statement: str) -> Origin:
        """The origin that a statement names.

        Raises:
            Rejected: when it names none.
        """
        for line in statement.splitlines()[:2]:
            if line.startswith(MARK):
                try:
                    return cls(**_typed(json.loads(line.removeprefix(MARK))))
                except (TypeError, ValueError, RecursionError):
                    break
        raise Rejected("the statement does not say on its second line what it was written from")


@dataclass(frozen=True)
class Certificate:
    """A statement and its proof."""

    statement: str
    proof: str

    @property
    def is_table(self) -> bool:
        """Whether the proof is a table of counts."""
        return self.proof.startswith(HEAD)

    @property
    def steps(self) -> int:
        """How many steps the proof has; of a table, how many rows."""
        return self.proof.count("\n") - 2 if self.is_table else self.proof.count(" ;\n")

    def paths(self, name: Path) -> tuple[Path, Path]:
        """The files it is written to under ``name``."""
        return paths_of(name, TABLE if self.is_table else PROOF)

    def write(self, name: Path) -> None:
        """Write both files beside each other, in place of what was there.

        Raises:
            InputError: when they cannot be written.
        """
        remove(name)
        for path, text in zip(self.paths(name), (self.statement, self.proof), strict=True):
            data = text.encode()
            write_whole(path, gzip.compress(data, mtime=0) if path.suffix == PACKED else data, "the proof ")

    @classmethod
    def read(cls, name: Path) -> Certificate:
        """The certificate of that name, whichever of its files is named.

        Raises:
            InputError: when one of them cannot be read.
        """
        check_there(name)
        return cls(*map(_text, _found(name)))


def remove(name: Path) -> tuple[Path, ...]:
    """Remove the certificate of that name, which another run wrote; returns what was there of it.

    Raises:
        InputError: when it cannot be removed.
    """
    removed = []
    for path in dict.fromkeys((*paths_of(name, PROOF), *paths_of(name, TABLE))):
        try:
            path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"the certificate of an earlier run cannot be removed: {error.strerror}", path) from None
        removed.append(path)
    return tuple(removed)


def paths_of(name: Path, proof: str = PROOF) -> tuple[Path, Path]:
    """The two files of a certificate, whichever of them is named or only what they have in common.

    Args:
        name: as it was typed.
        proof: how the name of the second ends.
    """
    packed = PACKED if name.suffix == PACKED else ""
    stem = name.with_suffix("") if packed else name
    stem = stem.with_suffix("") if stem.suffix in (STATEMENT, PROOF, TABLE) else stem
    return stem.with_name(f"{stem.name}{STATEMENT}{packed}"), stem.with_name(f"{stem.name}{proof}{packed}")


def numbered(name: Path, number: int) -> Path:
    """The name of another certificate beside that of ``name``: ``it-2``."""
    statement, _ = paths_of(name)
    stem, dot, rest = statement.name.rpartition(STATEMENT)
    return statement.with_name(f"{stem}-{number}{dot}{rest}")


def check_there(name: Path) -> None:
    """See that both files of a certificate are there.

    Raises:
        NotThere: when one is missing.
    """
    statement, proof = _found(name)
    if not statement.exists() and proof.exists():
        raise NotThere(f"its statement, {statement.name}, is missing", proof)
    if statement.exists() and not proof.exists():
        raise NotThere(f"its proof, {proof.name}, is missing", statement)
    if not statement.exists():
        raise NotThere("it cannot be read: No such file or directory", statement)


def in_folder(folder: Path) -> list[Path]:
    """The certificates of a folder, each by its statement, or by its proof where there is no statement of that name."""
    plain = {path: path.name.removesuffix(PACKED) for path in folder.iterdir()}
    stated = {name.removesuffix(STATEMENT) for name in plain.values() if name.endswith(STATEMENT)}
    orphans = {
        name.removesuffix(ending): path
        for path, name in plain.items()
        for ending in (PROOF, TABLE)
        if name.endswith(ending) and name.removesuffix(ending) not in stated
    }
    return sorted([*(path for path, name in plain.items() if name.endswith(STATEMENT)), *orphans.values()])


def _found(name: Path) -> tuple[Path, Path]:
    """The two files as they lie there, compressed or not, the proof of one kind or the other; a file named is one."""
    names = [name] if name.suffix == PACKED else [name, name.with_name(name.name + PACKED)]
    pairs = [paths_of(one, proof) for one in names for proof in (PROOF, TABLE)]
    if name.exists():
        pairs = [pair for pair in pairs if name in pair] or pairs
    found = (pair for enough in (all, any) for pair in pairs if enough(path.exists() for path in pair))
    return next(found, pairs[0])


def _text(path: Path) -> str:
    if path.is_fifo():
        raise InputError("it cannot be read: it is a pipe, and may never end", path)
    try:
        with path.open("rb") as file:
            size = fstat(file.fileno()).st_size
            most = min(MAX_CERTIFICATE_BYTES, most_unpacked(size)) if path.suffix == PACKED else MAX_CERTIFICATE_BYTES
            stream, data = gzip.GzipFile(fileobj=file) if path.suffix == PACKED else file, bytearray()
            while piece := stream.read1(PIECE):
                data += piece
                if len(data) > most:
                    raise InputError(f"it has {size:,} bytes and unpacks to more than {most:,}", path)
        return data.decode()
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise InputError("it cannot be read: it is no gzip file", path) from None
        raise NotThere(f"it cannot be read: {error.strerror}", path) from None
    except (EOFError, UnicodeDecodeError, zlib.error):
        raise InputError("it is cut off, or no text", path) from None


def _typed(values: object) -> dict[str, Any]:
    """The keys of an origin, each of its type."""
    kinds = {"puzzle": str, "formulation": str, "instance": str, "name": str, "options": dict}
    if not isinstance(values, dict) or not all(isinstance(values.get(key), kind) for key, kind in kinds.items()):
        raise ValueError("a key is missing")
    if not all(isinstance(value, str | bool) for value in values["options"].values()):
        raise ValueError("an option is neither text nor a flag")
    if not isinstance(values.get("objective"), str | None) or values.get("objective") == "":
        raise ValueError("the objective is no word")
    if values["puzzle"] and not values["formulation"]:
        raise ValueError("no formulation is named")
    parts = values.get("parts")
    if parts is not None:
        if not isinstance(parts, list):
            raise ValueError("the parts are no list")
        values["parts"] = tuple(map(_key, parts))
    return values


def _key(value: object) -> Key:
    """A key as JSON has it."""
    if not isinstance(value, list) or not all(isinstance(word, str | int) for word in value):
        raise ValueError("a part has no key")
    return tuple(value)
