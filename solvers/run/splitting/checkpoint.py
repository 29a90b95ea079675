"""Notes of finished cubes in a file, with which an interrupted search goes on where it was.

The first line says of which search they are and how it was cut, each further one what a cube came to. A line that was
cut off by a kill counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, Self

from models.errors import InputError
from models.language.model import Givens, Literal, Model
from solvers.run.splitting.cubes import Cube
from solvers.run.splitting.pieces import Done

ENDING = ".cubes"
"""What the name of the file ends with, behind that of the output."""


class Notes:
    """The notes of one search.

    Args:
        path: where they are; None for nowhere.
        model: what is searched.
        givens: under which values.
        assumptions: under which literals.
        counts: whether answers are only counted.

    Attributes:
        cubes: how an earlier run has cut the same search; empty where there was none.
        done: what cubes have come to in it, by their number.
    """

    def __init__(
        self, path: Path | None, model: Model, givens: Givens, assumptions: Sequence[Literal], counts: bool
    ) -> None:
        self.cubes: list[Cube] = []
        self.done: dict[int, Done] = {}
        self._path = path
        self._file: IO[str] | None = None
        self._size = 0
        if path is not None:
            said = (model, *sorted((var.name, value) for var, value in givens.items()), *assumptions, counts)
            self._search = sha256("\n".join(map(str, said)).encode()).hexdigest()
            self._read(path, model)

    def begin(self, cubes: list[Cube]) -> list[Cube]:
        """Note how a new search is cut; the cubes as they are."""
        self.cubes = cubes
        if self._path is not None:
            cuts = [[*((var.index, value) for var, value in cube.decisions), cube.share] for cube in cubes]
            try:
                self._path.write_text(json.dumps({"search": self._search, "cubes": cuts}) + "\n", encoding="utf-8")
            except OSError as error:
                raise InputError(f"cannot be written: {error.strerror}", self._path) from None
            self._size = self._path.stat().st_size
        return cubes

    def add(self, done: Done) -> None:
        """Note what a cube has come to."""
        if self._file is not None:
            self._file.write(json.dumps(asdict(replace(done, effort=()))) + "\n")
            self._file.flush()

    def finish(self) -> None:
        """Everything is searched, and no notes are needed any more."""
        if self._path is not None:
            self.__exit__()
            self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        if self._path is not None:
            self._file = self._path.open("r+", encoding="utf-8")
            self._file.truncate(self._size)
            self._file.seek(self._size)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self, path: Path, model: Model) -> None:
        """Read what is there, as far as it is sound; what is of another search counts for nothing."""
        try:
            lines = path.read_bytes().splitlines(keepends=True)
            head = json.loads(lines[0])
            if head["search"] != self._search:
                return
            for *decisions, share in head["cubes"]:
                self.cubes.append(Cube(tuple((model.variables[index], value) for index, value in decisions), share))
            self._size = len(lines[0])
            for line in lines[1:]:
                if not line.endswith(b"\n"):
                    return
                done = Done(**json.loads(line))
                done = replace(done, answers=tuple(map(tuple, done.answers)), effort=())
                self.done[done.number] = done
                self._size += len(line)
        except (OSError, ValueError, LookupError, TypeError):
            return
