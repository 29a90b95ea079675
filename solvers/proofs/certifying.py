"""Certifying a result: what a search found and claims, as a certificate that others can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from models.deductions import Conflict
from models.errors import InputError, PuzzlebenchError
from models.kit.files import is_there
from models.kit.names import shown
from models.language.model import Model
from models.puzzle import A, I, Puzzle
from solvers.core.backend import Clock, Limits, WrongAnswer
from solvers.core.limits import OutOfTime
from solvers.core.record import Evidence, Proof, Result
from solvers.core.request import ProvableRequest
from solvers.core.solver import Solver
from solvers.proofs.certificate import Certificate, Origin, file_name, possible_paths, remove
from solvers.proofs.counting import prove_count
from solvers.proofs.proving import prove
from solvers.proofs.statement import PBStatement, state, state_parts
from solvers.proofs.verifying import Verifier
from solvers.workers.usage import worker


class CannotProve(PuzzlebenchError):
    """A backend keeps no proof."""


PRODUCERS = {"sat": "sat", "maxsat": "sat", "backtracking": "tree", "dlx": "tree", "kernel": "tree"}
"""Who writes the proof of what a backend found, where that was asked for by name; else whoever is quick does."""

MAX_SHOWN_ANSWERS = 10_000
"""Answers that are shown of more that were counted, where it is not known how many there are."""

_structures: WeakKeyDictionary[Model, tuple[int, PBStatement]] = WeakKeyDictionary()
"""Structures already stated, each with its model's revision, while in use: those of a file's puzzles are mostly one."""


def _producer(backend: str) -> str:
    name = backend.partition(":")[0]
    if name not in PRODUCERS:
        raise CannotProve(f"backend {name} writes no proofs; {', '.join(PRODUCERS)} do")
    return PRODUCERS[name]


def check_asked(request: ProvableRequest) -> None:
    """See that what is asked can be proved, before a search that may take long."""
    if request.backend:
        _producer(request.backend)
    if request.proof is None:
        return
    if not request.proof.parent.is_dir():
        raise InputError(f"there is no folder {str(request.proof.parent)!r} to write the proof to")
    for path in possible_paths(request.proof):
        if path.exists() and any(is_there(name) and path.samefile(name) for name in request.instances):
            raise InputError("the proof would take the place of the puzzle; give it another name", path)


def proved(
    result: Result[I, A], request: ProvableRequest, here: str = "", origin: Origin | None = None
) -> tuple[Result[I, A], Certificate | None]:
    """``result`` with its proof, checked where it is to be ``verified``, and the certificate that is to be written.

    Where a limit or Ctrl-C comes first there is none, and the result says so. What an earlier run wrote under its name
    is removed in any case, so that it is not taken for this run's. Relative names begin in the folder ``here``, which
    is empty for the one that this process is in; ``origin`` is given where ``request`` does not say it. A proof that
    the checker rejects is a WrongAnswer.
    """
    removed = () if request.proof is None else remove(Path(here, request.proof))
    unfinished = replace(result, proof=Proof(unfinished=True, removed=removed))
    if origin is None:
        formulation, objective = _found(result).formulation, result.solver.objective
        origin = origin_in(request, result.puzzle, result.instance, formulation, objective)
    try:
        certificate = certify(result, request, origin, Clock(request.time_limit))
        claim = _checked_claim(certificate, result, origin) if certificate and request.verified else ""
    except (OutOfTime, KeyboardInterrupt):
        certificate = None
    if certificate is None:
        return unfinished, None
    files = () if request.proof is None else certificate.paths(request.proof)
    return replace(result, proof=Proof(claim, certificate.steps, files)), certificate


def _checked_claim(certificate: Certificate, result: Result[Any, Any], origin: Origin) -> str:
    verdict = Verifier().judge(certificate, result.puzzle, result.instance, origin)
    if verdict.rejected:
        raise WrongAnswer(f"{result.instance.name}: the proof is rejected: {verdict.rejected}")
    return str(verdict.claim)


@contextmanager
def folder_of_proofs(request: ProvableRequest) -> Iterator[None]:
    """See that the puzzles of a file can be proved; their folder is made, and goes where no proof is written."""
    if request.backend:
        _producer(request.backend)
    if request.proof is not None:
        for folder in map(Path, request.instances):
            if is_there(str(folder)) and folder.is_dir() and request.proof.resolve().is_relative_to(folder.resolve()):
                raise InputError("the proofs would lie among the puzzles; name another folder for them", request.proof)
        is_new = not request.proof.exists()
        try:
            request.proof.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"there can be no folder for the proofs: {error.strerror}", request.proof) from None
    try:
        yield
    finally:
        if request.proof is not None and is_new:
            with suppress(OSError):  # there are proofs in it
                request.proof.rmdir()


def named_apart(instances: Iterable[I | InputError]) -> Iterator[I | InputError]:
    """Yield ``instances``, an error in place of one whose name another one has: a certificate names its puzzle."""
    seen: dict[str, int] = {}
    for instance in instances:
        if not isinstance(instance, InputError):
            try:
                digest = hash(instance)
            except TypeError:  # it has a list in it, say
                digest = len(seen)
            name = instance.name
            if seen.setdefault(name, digest) != digest:
                why = "no certificate could tell them apart: give each a name of its own"
                yield InputError(f"another puzzle before it is called {shown(name)} too, and {why}")
                continue
        yield instance


def proved_in_folder(result: Result[I, A], request: ProvableRequest, here: str = "") -> Result[I, A]:
    """``result`` of one of many puzzles with its proof, which is written packed to the folder of proofs by its name."""
    if request.proof is not None:
        request = replace(request, proof=request.proof / file_name(result.instance.name))
    result, certificate = proved(result, request, here)
    if certificate is not None and request.proof is not None:
        try:
            certificate.write(Path(here, request.proof))
        except InputError as error:
            if not worker():
                raise
            text = f"worker {worker()} can write no proof, and the folder has to be there under the same name"
            raise InputError(f"{text}: {error.sentence}", request.proof.parent) from None
    return result


def certify(
    result: Result[Any, Any], request: ProvableRequest, origin: Origin, clock: Clock = Clock(None)
) -> Certificate | None:
    """The certificate of ``result``, whose search was told to keep what it found; None where it came to nothing.

    A WrongAnswer is raised when there are answers that were not found, though the search said it was complete.
    """
    producer = _producer(result.backend) if request.backend else "quick"
    outcome = result.outcome
    if not (outcome.complete or outcome.found):
        return None
    found = _found(result)
    statement = _structure_of(found.model).under(found.givens)
    if request.count and outcome.complete:
        by_table = result.backend.partition(":")[0] == "dlx"
        list_them = partial(_listed, result, statement, clock)
        proof = prove_count(statement, outcome.found, list_them, producer, by_table, clock)
    else:
        if request.count:
            answers = _listed(result, statement, clock, min(outcome.found, MAX_SHOWN_ANSWERS))
        else:
            answers = [statement.literals(assignment) for assignment in found.assignments]
        if not (answers or outcome.complete):
            return None
        best = result.solver.objective is not None
        proof = prove(statement, answers, producer, best, outcome.complete, clock)
    return Certificate(statement.text(origin.heading()), proof)


def certify_conflict(
    puzzle: Puzzle[I, A], instance: I, origin: Origin, conflict: Conflict, clock: Clock
) -> Certificate:
    origin = replace(origin, parts=tuple(part.key for part in conflict.parts))
    stated = puzzle.state(instance, origin.formulation, origin.objective)
    statement, _ = state_parts(puzzle.parts(instance, stated), origin.parts or ())
    proof = prove(statement, (), "quick", clock=clock)
    return Certificate(statement.text(origin.heading()), proof)


def _structure_of(model: Model) -> PBStatement:
    revision, structure = _structures.get(model, (-1, None))
    if structure is None or revision != model.revision:
        structure = state(model)
        _structures[model] = model.revision, structure
    return structure


def _found(result: Result[Any, Any]) -> Evidence:
    """What the search was of; where a contradiction made one unnecessary, what it would have been of."""
    if result.found is not None:
        return result.found
    puzzle, solver = result.puzzle, result.solver
    name = (solver.formulation if isinstance(solver, Solver) else "") or next(iter(puzzle.formulations))
    stated = puzzle.state(result.instance, name, solver.objective)
    return Evidence(name, stated.model, stated.givens(result.instance))


def _listed(result: Result[Any, Any], statement: PBStatement, clock: Clock, most: int | None = None) -> list[list[str]]:
    wanted = result.outcome.found if most is None else most
    if not wanted:
        return []
    solver = result.solver
    assert isinstance(solver, Solver)
    solver.keeps_found = True
    found = solver.solve(result.instance, Limits(clock.remaining(), most), in_bulk=True).found
    if found is None or len(found.assignments) < wanted:
        raise OutOfTime("the time is up")
    return [statement.literals(assignment) for assignment in found.assignments]


def origin_in(
    request: ProvableRequest, puzzle: Puzzle[I, A], instance: I, formulation: str, objective: str | None = None
) -> Origin:
    # Where no instance is named it is the puzzle's own, unless its options make one by themselves.
    usual = "" if puzzle.typed(request.own_values) is not None else puzzle.default_instance
    return Origin(
        puzzle=puzzle.name,
        formulation=formulation,
        objective=objective,
        instance=request.instance or usual,
        name=instance.name,
        options=dict(request.own),
    )
