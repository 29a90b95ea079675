"""Finished cubes in a journal, with which an interrupted search goes on where it was.

The first line says how the search was cut, each further one what a cube came to.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Self

from models.language.model import Givens, Literal, Model
from solvers.run.journal import Journal
from solvers.run.splitting.cubes import Cube
from solvers.run.splitting.pieces import Done

ENDING = ".cubes"  # what the name of the file ends with, behind that of the output


class Notes:
    """The notes of one search, to be entered as a context; without a path there are none.

    Attributes:
        cubes: how an earlier run has cut the same search; empty where there was none.
        done: what cubes have come to in it, by their number.
    """

    def __init__(
        self, path: Path | None, model: Model, givens: Givens, assumptions: Sequence[Literal], counts: bool
    ) -> None:
        self.cubes: list[Cube] = []
        self.done: dict[int, Done] = {}
        self._journal: Journal | None = None
        if path is None:
            return
        search = (model, *sorted((var.name, value) for var, value in givens.items()), *assumptions, counts)
        asked = {"search": sha256("\n".join(map(str, search)).encode()).hexdigest()}
        self._journal = Journal.open(path, asked, resume=True, overwrites=True)
        try:
            cuts, *rest = map(json.loads, [*self._journal.lines()] or ["[]"])
            for *decisions, share in cuts:
                self.cubes.append(Cube(tuple((model.variables[index], value) for index, value in decisions), share))
            for done in rest:
                self.done[done["number"]] = Done(**done | {"answers": tuple(map(tuple, done["answers"])), "effort": ()})
        except (ValueError, LookupError, TypeError):  # a damaged file counts for nothing
            self.cubes, self.done = [], {}
            self._journal.start_over()

    def begin(self, cubes: list[Cube]) -> list[Cube]:
        self.cubes = cubes
        self._write([[*((var.index, value) for var, value in cube.decisions), cube.share] for cube in cubes], "cut")
        return cubes

    def add(self, done: Done) -> None:
        self._write(asdict(replace(done, effort=())), "done")

    def finish(self) -> None:
        if self._journal is not None:
            self._journal.remove()

    def _write(self, state: object, status: str) -> None:
        if self._journal is not None:
            self._journal.write(json.dumps(state), status)
            self._journal.checkpoint()

    def __enter__(self) -> Self:
        if self._journal is not None:
            self._journal.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.__exit__()
