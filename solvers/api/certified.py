"""Proofs from Python: a search whose claim is written as a certificate, and the check of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.language.model import Model
from models.own_model import OBJECTIVE
from models.puzzle import Puzzle
from models.registry import instance_files
from solvers.api.answer import Answer, NotKnown, puzzle_of
from solvers.api.arguments import ONE_FORMULATION, checked
from solvers.api.own_model import Askable, subject_of
from solvers.api.search import known_count
from solvers.core.backend import Clock, Limits, Settings
from solvers.core.record import Result
from solvers.core.registry import backend_for
from solvers.core.solver import Solver
from solvers.proofs.certificate import Certificate, Origin
from solvers.proofs.certifying import check_asked, proved
from solvers.proofs.formula import Rejected
from solvers.proofs.verdict import Subject, Verdict
from solvers.proofs.verifying import Verifier
from solvers.run.request import RunRequest
from solvers.run.work import asked_by


def search_and_prove(
    what: Askable,
    proof: str | Path,
    backend: str,
    limits: Limits,
    settings: Settings,
    formulation: str = "",
    minimize: str | None = None,
    count: bool = False,
) -> Result[Any, Any]:
    """Search for the answers to a model or an instance, and write what is claimed with its proof as ``proof``.

    Where a limit comes before anything is proved, nothing is written, and the result's proof says so.
    """
    if isinstance(what, Model) and minimize:
        raise PuzzlebenchError(ONE_FORMULATION)
    is_model = isinstance(what, Model)
    puzzle, instance = subject_of(what, formulation=formulation)
    best = OBJECTIVE if isinstance(what, Model) and what.objective is not None else minimize
    source = "" if is_model else _source(puzzle, what)
    request = RunRequest(
        puzzle=puzzle.name, instances=(source,) if source else (), proof=Path(proof), count=count, backend=backend,
        minimize=best, limit=limits.solutions, time_limit=limits.seconds,
    )  # fmt: skip
    check_asked(request)
    taker, variant = backend_for(backend, limits.seconds is not None, asked_by(request))
    solver = Solver(puzzle, formulation, taker, variant, settings, best, keeps_found=not count)
    result = solver.solve(instance, limits, keep=not count)
    name = result.formulation or formulation or next(iter(puzzle.formulations))
    origin = Origin("", "", name=what.name) if is_model else Origin(puzzle.name, name, best, source, what.name)
    result, certificate = proved(result, request, origin=origin)
    if certificate is not None:
        certificate.write(Path(proof))
    return result


def solve_and_prove(
    what: Askable,
    proof: str | Path,
    backend: str,
    seconds: float | None,
    settings: Settings,
    formulation: str,
    minimize: str | None,
) -> Answer:
    is_model = isinstance(what, Model)
    best = minimize or (isinstance(what, Model) and what.objective is not None)
    limits = Limits(seconds, None if best else 2)
    result = search_and_prove(what, proof, backend, limits, settings, formulation, minimize)
    assignments = result.found.assignments if result.found else ()
    assignment = assignments[-1 if best else 0] if assignments else None
    decoded = None
    if assignment is not None and not is_model:
        assert isinstance(result.solver, Solver)
        decoded = result.solver.cached(what)[0].stated.decode(what, assignment)
    model = what if isinstance(what, Model) else result.found.model if result.found else None
    instance = None if is_model else what
    return Answer(result.status, result.value, result.outcome, model, assignment, instance, decoded, result.proof)


def count_and_prove(
    what: Askable, proof: str | Path, backend: str, limits: Limits, settings: Settings, formulation: str
) -> int:
    result = search_and_prove(what, proof, backend, limits, settings, formulation, count=True)
    found = known_count(result.outcome)
    if result.proof is None or result.proof.unfinished:
        raise NotKnown(f"there are {found:,} answers, and the time limit came before that was proved")
    return found


@checked
def verify(certificate: str | Path, what: Askable | None = None, *, seconds: float | None = None) -> Verdict:
    """Return what the certificate of that name shows, which ``proof=`` or ``--proof`` wrote.

    >>> from tempfile import TemporaryDirectory
    >>> inkala = pb.puzzle("sudoku").load("inkala")
    >>> with TemporaryDirectory() as folder:
    ...     answer = pb.solve(inkala, proof=f"{folder}/inkala")
    ...     print(pb.verify(f"{folder}/inkala", inkala).claim)
    exactly 1 answer

    It has to be about ``what``, or where that is None about the instance that it names itself; the certificate of a
    model is then verified as it stands. Where ``seconds`` are over before its proof is checked, the verdict is false
    and ``stopped``. An InputError says that the certificate or its instance cannot be read.
    """
    verifier = Verifier(Clock(seconds))
    read = Certificate.read(Path(certificate))
    if what is None:
        return verifier.verify(read)
    if not isinstance(what, Model):
        return verifier.verify_instance(read, puzzle_of(what), what)
    try:
        origin = Origin.of(read.statement)
    except Rejected as error:
        return Verdict(Subject(instance=what.name), rejected=str(error))
    if not origin.is_model:
        about = Subject(origin.puzzle, what.name)
        return Verdict(about, rejected=f"it is about a puzzle, {origin.puzzle}, and about no model of one's own")
    return verifier.judge_model(read, what, origin)


def _source(puzzle: Puzzle[Any, Any], instance: Any) -> str:
    """The instance file that comes with the puzzle and holds this very instance; empty where none does.

    Files of many are only looked into where they have the name that the instance begins with.
    """
    files = instance_files(puzzle)
    stem = instance.name.partition(" #")[0]
    for name in [stem] if stem in files else [] if puzzle.one_a_line else files:
        for item in puzzle.read(files[name]):
            if not isinstance(item, InputError) and item.name == instance.name and item == instance:
                return name
    return ""
