"""Certifying a result: what a search found and claims, as a certificate that others can check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from models.errors import InputError, PuzzlebenchError
from models.language.model import Model
from models.puzzle import A, I
from solvers.backend import Clock, Limits, WrongAnswer
from solvers.backends.dlx.memo import tabulate
from solvers.processes.here import worker
from solvers.proofs.certificate import PACKED, STATEMENT, Certificate, Origin
from solvers.proofs.formula import Formula, read_formula
from solvers.proofs.proving import prove
from solvers.proofs.statement import Statement, state
from solvers.proofs.tables import items_of, write_table
from solvers.proofs.verifying import Verifier
from solvers.record import Found, Proof, Result
from solvers.request import Request
from solvers.solving import Solver, search
from solvers.terms import OutOfTime


class CannotProve(PuzzlebenchError):
    """A backend keeps no proof."""


PRODUCERS = {"sat": "sat", "maxsat": "sat", "backtracking": "tree", "dlx": "tree", "kernel": "tree"}
"""Who writes the proof of what a backend found, where one was asked for by name; else whoever is quick does."""

ROWS = (10_000, 100_000, 1_000_000, 6_000_000)
"""Rows of a table of counts that are tried, one after another; the last take a minute and a gigabyte."""

_structures: WeakKeyDictionary[Model, tuple[Statement, Formula]] = WeakKeyDictionary()
"""Structures already stated, while they are in use: those of a file's puzzles are mostly one."""


def check_producer(backend: str) -> str:
    """Who writes proofs for ``backend``.

    Raises:
        CannotProve: when nobody does.
    """
    if backend not in PRODUCERS:
        raise CannotProve(f"backend {backend} writes no proofs; {', '.join(PRODUCERS)} do")
    return PRODUCERS[backend]


def check_asked(request: Request) -> None:
    """Whether what is asked can be proved, asked before a search that may take long.

    Raises:
        CannotProve: when the backend writes no proofs.
        InputError: when there is no folder to write to.
    """
    if request.backend:
        check_producer(request.backend.partition(":")[0])
    if request.proof is not None and not request.proof.parent.is_dir():
        raise InputError(f"there is no folder {str(request.proof.parent)!r} to write the proof to")


def proved(result: Result[I, A], request: Request) -> tuple[Result[I, A], Certificate | None]:
    """``result`` with its proof, checked where it is to be ``verified``, and the certificate that is to be written.

    Where a limit or Ctrl-C comes first there is none, and the result says so.

    Raises:
        CannotProve: when the backend writes no proofs.
        WrongAnswer: when the checker rejects it.
    """
    try:
        certificate = certify(result, request, Clock(request.time_limit))
        files = () if request.proof is None else certificate.paths(request.proof)
        claim = ""
        if request.verified:
            verdict = Verifier().judge(certificate, result.puzzle, result.instance, origin_of(result, request))
            if verdict.rejected:
                raise WrongAnswer(f"{result.instance.name}: the proof is rejected: {verdict.rejected}")
            claim = verdict.claim
    except (OutOfTime, KeyboardInterrupt):
        return replace(result, proof=Proof(unfinished=True)), None
    return replace(result, proof=Proof(claim, certificate.steps, files)), certificate


@contextmanager
def folder_of_proofs(request: Request) -> Iterator[None]:
    """See that the puzzles of a file can be proved; their folder is made, and goes where no proof is written.

    Raises:
        CannotProve: when the backend writes no proofs.
        InputError: when there can be no such folder.
    """
    if request.backend:
        check_producer(request.backend.partition(":")[0])
    if request.proof is not None:
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


def proved_in_folder(result: Result[I, A], request: Request, here: str = "") -> Result[I, A]:
    """``result`` of one of many puzzles with its proof, compressed, in the folder asked for under its name.

    Args:
        result: what is to be proved.
        request: what was asked.
        here: the folder that relative names begin in; empty for the one that this process is in.

    Raises:
        InputError: when the proof cannot be written.
    """
    if request.proof is not None:
        name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in result.instance.name)
        request = replace(request, proof=request.proof / f"{name}{STATEMENT}{PACKED}")
    result, certificate = proved(result, request)
    if certificate is not None and request.proof is not None:
        try:
            certificate.write(Path(here, request.proof))
        except InputError as error:
            if not worker():
                raise
            said = f"worker {worker()} can write no proof, and the folder has to be there under the same name"
            raise InputError(f"{said}: {error.sentence}", request.proof.parent) from None
    return result


def certify(result: Result[Any, Any], request: Request, clock: Clock = Clock(None)) -> Certificate:
    """The certificate of ``result``, whose search was told to keep what it found.

    Raises:
        CannotProve: when its backend writes no proofs.
        CannotState: when the model is too large to be spelt out.
        WrongAnswer: when there are answers that were not found, though the search said it was complete.
        OutOfTime: when ``clock`` runs out first.
    """
    producer = check_producer(result.backend.partition(":")[0]) if request.backend else "quick"
    found = _found(result)
    if found.model not in _structures:
        structure = state(found.model)
        _structures[found.model] = structure, read_formula(structure.text())
    structure, formula = _structures[found.model]
    statement = structure.under(found.givens)
    formula = formula.with_lines(map(str, statement.given))
    heading = origin_of(result, request).heading()
    if request.count and result.outcome.complete:
        table = _table(formula, clock)
        if table is not None:
            return Certificate(statement.text(heading), table)
        found = _listed(result, clock)
    proof = prove(
        statement,
        formula,
        [statement.literals(assignment) for assignment in found.assignments],
        producer,
        best=result.solver.objective is not None,
        complete=result.outcome.complete,
        clock=clock,
    )
    return Certificate(statement.text(heading), proof)


def _found(result: Result[Any, Any]) -> Found:
    """What the search was of; where a plain clash made one unnecessary, what it would have been of."""
    if result.found is not None:
        return result.found
    puzzle, solver = result.puzzle, result.solver
    name = (solver.formulation if isinstance(solver, Solver) else "") or next(iter(puzzle.formulations))
    stated = puzzle.state(result.instance, name, solver.objective)
    return Found(name, stated.model, stated.givens(result.instance))


def _listed(result: Result[Any, Any], clock: Clock) -> Found:
    """What the search found once more, every answer listed."""
    solver = result.solver
    assert isinstance(solver, Solver)
    solver.keeps_found = True
    found = search(solver, result.instance, Limits(clock.remaining())).found
    assert found is not None
    return found


def _table(formula: Formula, clock: Clock) -> str | None:
    """The table of counts of an exact cover problem; None where it is none, or the table would be too long.

    Raises:
        OutOfTime: when ``clock`` runs out.
    """
    items = items_of(formula)
    if items is None:
        return None
    if items.clashes():
        return write_table((), {})
    primary, secondary = items.open()
    table = tabulate(primary, secondary, list(items.options().values()), ROWS, clock.expired)
    if table is None:
        clock.check()
    return None if table is None else write_table(table.order, table.counts)


def origin_of(result: Result[Any, Any], request: Request) -> Origin:
    """What the statement of ``result`` is written from."""
    return Origin(
        puzzle=result.puzzle.name,
        formulation=_found(result).formulation,
        objective=result.solver.objective,
        instance=request.instance or result.puzzle.default_instance,
        name=result.instance.name,
        options=dict(request.own),
    )
