"""Verifying a certificate: the statement is written again from the instance, every step checked, every answer judged.

What has to be believed is this module, the checker, the statement's writer and the puzzle's own ``check``; no solver
is asked.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from models.errors import InputError, NotThere
from models.formulation import Formulation
from models.kit.addresses import is_address
from models.kit.files import is_there
from models.kit.names import printable, shortened, shown
from models.language.model import Assignment
from models.puzzle import Puzzle
from models.registry import instance_files
from solvers.proofs.certificate import Certificate, Origin
from solvers.proofs.checker import Proved, check
from solvers.proofs.constraints import Rejected
from solvers.proofs.formula import Formula, read_formula
from solvers.proofs.statement import Statement, state
from solvers.proofs.tables import check_table
from solvers.puzzles import load_puzzle
from solvers.request import Request, open_work


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows.

    Attributes:
        puzzle: the puzzle's word; empty where the statement does not even say that.
        instance: the name of the instance.
        claim: what is proved, in words; empty where it was rejected.
        rejected: why not; empty where it was verified.
        answers: how many answers were shown.
        steps: how many steps the proof has.
        worker: the cluster's worker that verified it; empty where this machine did.
        error: why it could not be judged, where that is why it was rejected.
    """

    puzzle: str
    instance: str
    claim: str = ""
    rejected: str = ""
    answers: int = 0
    steps: int = 0
    worker: str = ""
    error: InputError | None = None

    @property
    def verified(self) -> bool:
        """Whether it was verified."""
        return not self.rejected


class Verifier:
    """Verifies certificates; what is the same for many of them, the structure of a model, is written and read once."""

    def __init__(self) -> None:
        self._stated: dict[Hashable, tuple[Formulation[Any, Any], Statement, Formula]] = {}
        self._source: tuple[Request, Iterator[Any]] | None = None
        self._read: dict[str, Any] = {}  # instances of the source by name

    def verify(self, certificate: Certificate, instance: str = "", here: str = "") -> Verdict:
        """What ``certificate`` shows of the instance it names, or of that in the file named here.

        Args:
            certificate: the statement and its proof.
            instance: the file of the instance; empty for the one that the certificate names.
            here: the folder that relative names begin in; empty for the one that this process is in.

        Raises:
            InputError: when the instance cannot be found or read.
        """
        try:
            origin = Origin.of(certificate.statement)
        except Rejected as error:
            return Verdict("", "", rejected=str(error))
        if (instance or origin.instance) == "-":
            raise InputError("the instance came from a pipe: name it with --instance")
        if not instance and is_address(origin.instance):  # nobody is asked because a file says so
            raise InputError(f"the instance came from {printable(origin.instance)}: name it with --instance")
        puzzle = load_puzzle(origin.puzzle)
        named = _seen_from(here, puzzle, instance or origin.instance)
        request = Request("verify", origin.puzzle, (named,), own=tuple(origin.options.items()))
        try:
            about = self._instance(puzzle, request, origin.name)
        except NotThere:
            if instance:
                raise
            raise NotThere(
                f"there is no file {shown(origin.instance)}, which it is about: name it with --instance"
            ) from None
        return self.judge(certificate, puzzle, about, origin)

    def _instance(self, puzzle: Puzzle[Any, Any], request: Request, name: str) -> Any:
        """The instance of that name; a file of many is read once, as far as is needed."""
        if self._source is None or self._source[0] != request:
            self._source, self._read = (request, open_work(puzzle, request).instances), {}
        if name not in self._read:
            for item in self._source[1]:
                if not isinstance(item, InputError):
                    self._read[item.name] = item
                    if item.name == name:
                        break
        if name not in self._read:
            raise InputError(f"{shortened(request.instance or '')} has no instance called {shortened(name)}")
        return self._read[name]

    def judge(self, certificate: Certificate, puzzle: Puzzle[Any, Any], instance: Any, origin: Origin) -> Verdict:
        """What ``certificate`` shows of ``instance``."""
        stated, structure, formula = self._structure(puzzle, instance, origin)
        statement = structure.under(stated.givens(instance))
        try:
            _compare(certificate.statement, statement.text(origin.heading()))
            if certificate.is_table:
                count = check_table(formula.with_lines(map(str, statement.given)), certificate.proof)
                return Verdict(puzzle.name, instance.name, _exactly(count), answers=count, steps=certificate.steps)
            proved = check(formula.with_lines(map(str, statement.given)), certificate.proof)
            for found in proved.answers:
                answer = stated.decode(instance, _assignment(statement, found))
                complaint = puzzle.check(instance, answer)
                if complaint:
                    raise Rejected(f"an answer of the proof is none of the puzzle: {complaint}")
        except Rejected as error:
            return Verdict(puzzle.name, instance.name, rejected=str(error))
        claim = _claim(proved, statement)
        return Verdict(puzzle.name, instance.name, claim, answers=len(proved.answers), steps=certificate.steps)

    def _structure(
        self, puzzle: Puzzle[Any, Any], instance: Any, origin: Origin
    ) -> tuple[Formulation[Any, Any], Statement, Formula]:
        key = (puzzle.name, origin.formulation, origin.objective, puzzle.shape(instance))
        if key not in self._stated:
            stated = puzzle.state(instance, origin.formulation, origin.objective)
            structure = state(stated.model)
            self._stated = {key: (stated, structure, read_formula(structure.text()))}
        return self._stated[key]


def _seen_from(here: str, puzzle: Puzzle[Any, Any], name: str) -> str:
    """The instance called ``name`` in the folder ``here``, where that is a file's name and no puzzle typed in full."""
    if not (here and name) or name in instance_files(puzzle) or is_address(name):
        return name
    path = os.path.join(here, name)  # noqa: PTH118 - it may be no name at all
    return path if is_there(path) or is_there(name) else name


def _compare(given: str, written: str) -> None:
    """Whether a statement is, line by line, what is written of the instance."""
    if given == written:
        return
    for number, (one, other) in enumerate(zip_longest(given.splitlines(), written.splitlines()), 1):
        if one != other:
            shown = "nothing" if one is None else f"'{_shortened(one)}'"
            wanted = "nothing" if other is None else f"'{_shortened(other)}'"
            raise Rejected(f"line {number} of the statement says {shown}, where the instance asks for {wanted}")


def _assignment(statement: Statement, found: frozenset[str]) -> Assignment:
    """The values of the model's variables, where the Booleans in ``found`` are true."""
    values = {}
    for var, literals in zip(statement.model.variables, statement.values, strict=True):
        true = [value for value, literal in literals.items() if _is_true(literal, found)]
        values[var] = true[0] if true else var.domain[0]
    return values


def _is_true(literal: str, found: frozenset[str]) -> bool:
    return literal[1:] not in found if literal.startswith("~") else literal in found


def _claim(proved: Proved, statement: Statement) -> str:
    """What is proved, in words."""
    count = len(proved.answers)
    match proved.conclusion:
        case "UNSAT":
            return "no answer"
        case "ENUMERATION_COMPLETE":
            return _exactly(count)
        case "BOUNDS":
            if proved.least is None:
                return "no answer"
            assert statement.model.objective is not None
            maximised = statement.model.objective.sense == "maximize"
            value = proved.least + statement.constant
            return f"the most is {-value:,}" if maximised else f"the least is {value:,}"
        case "SAT" | "ENUMERATION_PARTIAL":
            return f"at least {count:,} answer{'' if count == 1 else 's'}"
    return "nothing"


def _exactly(count: int) -> str:
    return f"exactly {count:,} answer{'' if count == 1 else 's'}" if count else "no answer"


def _shortened(line: str) -> str:
    return line if len(line) <= 80 else f"{line[:77]}…"


Settled = Mapping[str, object]
"""A verdict for programs."""


def as_json(verdict: Verdict) -> Settled:
    """The verdict as a JSON object."""
    return {
        "puzzle": verdict.puzzle or None,
        "instance": verdict.instance or None,
        "verified": verdict.verified,
        "claim": verdict.claim or None,
        "rejected": verdict.rejected or None,
        "answers": verdict.answers,
        "steps": verdict.steps,
        "worker": verdict.worker or None,
    }
