"""Certificates of new puzzles: each is read back from its file, and proved to have one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.kit.names import count, printable
from solvers.core.backend import Clock, Limits, WrongAnswer
from solvers.core.registry import backend_for, load_puzzle
from solvers.core.request import ProvableRequest, open_work
from solvers.core.solver import Solver
from solvers.generate.request import GenerateRequest
from solvers.proofs.certifying import folder_of_proofs, named_apart, proved_in_folder


@dataclass(frozen=True)
class Certified:
    """The folder of the certificates, how many were written, and what came before all were, or nothing."""

    folder: Path
    written: int
    stopped: str

    def __str__(self) -> str:
        folder = printable(str(self.folder))
        stopped = f"{self.stopped}: " if self.stopped else ""
        return f"{stopped}proved {count(self.written, 'puzzle')}; python -m solvers.verify {folder} checks them"


def prove_files(files: Sequence[Path], request: GenerateRequest, clock: Clock) -> Certified:
    """Write a certificate of each puzzle in ``files`` into the folder that ``request`` names for proofs."""
    assert request.proof is not None
    puzzle = load_puzzle(request.puzzle)
    asked = ProvableRequest(puzzle=request.puzzle, proof=request.proof)
    solver, written = Solver(puzzle, "", *backend_for(), keeps_found=True), 0

    def read_back() -> Iterator[Any]:
        nonlocal asked
        for file in files:
            asked = replace(asked, instances=(str(file),))
            yield from open_work(puzzle, asked).instances

    with folder_of_proofs(asked):
        for instance in named_apart(read_back()):
            if isinstance(instance, InputError):
                raise instance
            result = solver.solve(instance, Limits(clock.remaining(), 2))
            if result.unique is False:
                raise WrongAnswer(f"{instance.name}: it was made to have one answer, and it is: {result.verdict}")
            result = proved_in_folder(result, replace(asked, time_limit=clock.remaining()))
            assert result.proof is not None
            if result.proof.unfinished:
                return Certified(request.proof, written, "a limit came")
            written += 1
    return Certified(request.proof, written, "")
