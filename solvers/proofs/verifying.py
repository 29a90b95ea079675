"""Verifying a certificate: the statement is written again from the instance, every step checked, every answer judged.

What has to be believed is this module, the checker, the statement's writer, the instance's reader, the formulation
with its decoding, and the puzzle's own ``check``; no solver is asked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable
from dataclasses import replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from shlex import quote
from typing import Any

from models.errors import InputError, NotThere, ReadingStopped
from models.formulation import Formulation
from models.kit.files import is_there
from models.kit.names import printable, shortened, shown
from models.kit.source import files_in, is_address, is_rereadable
from models.language.model import Assignment, Model
from models.options import Values
from models.puzzle import Puzzle
from models.puzzle_file import file_of
from models.registry import instance_names
from solvers.core.limits import ENDLESS, Clock, OutOfTime
from solvers.core.registry import load_puzzle
from solvers.core.request import Request, Work, open_work
from solvers.proofs.certificate import Certificate, Origin
from solvers.proofs.checker import Proved, check
from solvers.proofs.formula import Rejected, lines_of, read_formula
from solvers.proofs.statement import PBStatement, state, state_parts
from solvers.proofs.tables import check_table
from solvers.proofs.verdict import NOTHING, Claim, Subject, Verdict, digest_of, written

NO_ANSWER = Claim("exactly", 0)

MAX_SHOWN_CHARACTERS = 80
"""Characters of a line that differs which are shown."""

MAX_NAMED_FILES, MAX_NAMED_BYTES = 10_000, 1 << 30
"""Files of a folder, and bytes of a file or a folder, that are read because a certificate names it, and no person."""

ONLY_A_CONFLICT = "some rules alone were stated, and only their conflict can be proved"
"""Whatever else is proved of them, a table of counts say, is not proved of the puzzle."""

Judge = Callable[[Assignment], str | None]
"""What is wrong with an answer; None where nothing is."""


class Verifier:
    """Verifies certificates; what is the same for many of them, the structure of a model, is written and read once.

    Where ``clock``, set anew for each, is up before a proof is checked, its verdict is that it was stopped.
    """

    def __init__(self, clock: Clock = ENDLESS) -> None:
        self.clock = clock
        self._stated: dict[Hashable, tuple[Formulation[Any, Any], PBStatement]] = {}
        self._source: tuple[Request, Work] | None = None
        self._read: dict[str, Any] = {}  # instances of the source by name
        self._ambiguous: set[str] = set()  # names that different instances of it have
        self._digests: dict[Path, str] = {}
        self._stamp: tuple[int, ...] = ()  # of the source's file before it was read

    def verify(
        self, certificate: Certificate, instance: str = "", here: str = "", options: Values | None = None
    ) -> Verdict:
        """Return what ``certificate`` shows of the instance it names, or of that in the file ``instance``.

        ``options`` are the puzzle's own that the certificate must have, None for any. Beside an ``instance`` that is
        named here it must have none but these: they change the rules of that instance. Relative names begin in the
        folder ``here``, or where that is empty in the one that this process is in.
        """
        try:
            origin = Origin.of(certificate.statement)
            if instance or options is not None:
                _require_options(origin, options or {})
            return self._verified(certificate, origin, instance, here)
        except Rejected as error:
            return Verdict(rejected=str(error))
        except OutOfTime:
            return Verdict(stopped=True)

    def verify_instance(self, certificate: Certificate, puzzle: Puzzle[Any, Any], instance: Any) -> Verdict:
        """Return what ``certificate`` shows of ``instance``, an object that has its puzzle's options already."""
        try:
            origin = Origin.of(certificate.statement)
            if puzzle.name != origin.puzzle:
                of_what = origin.puzzle or "a model of one's own"
                raise Rejected(f"it is about {of_what}, and not about {puzzle.name}")
            _require_known(puzzle, origin)
            if not _has_options(puzzle, instance, origin.options):
                raise Rejected(f"its options, {written(origin.options)}, are not those of this instance")
        except Rejected as error:
            return Verdict(Subject(puzzle.name, instance.name), rejected=str(error))
        return self.judge(certificate, puzzle, instance, replace(origin, name=instance.name))

    def _verified(self, certificate: Certificate, origin: Origin, instance: str, here: str) -> Verdict:
        if origin.is_model:
            if instance:
                raise InputError("the certificate is of a model of somebody's own, and of no instance")
            digest = _hashed(certificate.statement)
            about = Subject(instance=origin.name, digest=digest, as_it_stands=True)
            return _judged(certificate, origin, about, self.clock)
        named = instance or origin.instance
        if named == "-":
            raise InputError("the instance came from a pipe: name it with --instance")
        if not named and not origin.options:
            raise InputError(
                "the instance was handed over in Python: name its file with --instance, or verify it there, "
                "by puzzlebench.verify(certificate, instance)"
            )
        if not instance and is_address(origin.instance):  # nobody is asked because a file says so
            raise InputError(f"the instance came from {printable(origin.instance)}: name it with --instance")
        try:
            puzzle = load_puzzle(origin.puzzle, self.clock.remaining())
        except InputError as error:
            raise InputError(f"{error.sentence}; one that is in a Python file is named with --puzzle") from None
        _require_known(puzzle, origin)
        named = _seen_from(here, puzzle, named)
        if not instance and _is_stream(named):
            raise InputError(f"the instance came from a pipe, {shown(named)}: name it with --instance")
        request = Request(origin.puzzle, (named,) if named else (), own=tuple(origin.options.items()))
        is_open = self._source is not None and self._source[0] == request
        if not (instance or is_open or named in instance_names(puzzle)) and (much := _unexpected(named)):
            raise InputError(f"the instance came from {shown(named)}, which has {much}: name it with --instance")
        try:
            found = self._instance(puzzle, request, origin.name)
        except NotThere:
            if instance:
                raise
            named = shown(origin.instance)
            raise NotThere(f"there is no file {named}, which it is about: name it with --instance") from None
        return self.judge(certificate, puzzle, found, origin, self._subject(puzzle, found, origin, request))

    def _instance(self, puzzle: Puzzle[Any, Any], request: Request, name: str) -> Any:
        """The instance of that name; a file of many is read once."""
        if self._source is None or self._source[0] != request:
            self._stamp = _stamp(request.instance)
            self._source, self._read, self._ambiguous = None, {}, set()
            work = open_work(puzzle, replace(request, time_limit=self.clock.remaining()))
            for item in self.clock.along(work.instances):  # to the end: the name may come again
                if isinstance(item, ReadingStopped):
                    raise OutOfTime(str(item))
                if not isinstance(item, InputError) and self._read.setdefault(item.name, item) != item:
                    self._ambiguous.add(item.name)
            self._source = request, work
        if name not in self._read or name in self._ambiguous:
            many = "several instances" if name in self._ambiguous else "no instance"
            named = printable(shortened(request.instance or ""))
            raise InputError(f"{named} has {many} called {printable(shortened(name))}")
        return self._read[name]

    def _subject(self, puzzle: Puzzle[Any, Any], instance: Any, origin: Origin, request: Request) -> Subject:
        assert self._source is not None
        path = self._source[1].path
        if path is None:
            if request.instance in puzzle.instances and (own := file_of(puzzle)):
                return Subject(origin.puzzle, instance.name, path=_from_here(own), digest=digest_of(own))
            typed = request.instance or json.dumps(dict(request.own), sort_keys=True)
            return Subject(origin.puzzle, instance.name, typed=typed, digest=_hashed(typed))
        if path not in self._digests:
            self._digests[path] = digest_of(path) if is_rereadable(path) else ""  # a pipe has been read by now
        if self._stamp != _stamp(request.instance):  # what was read and what was hashed may differ
            raise InputError("it changed while it was read", path)
        return Subject(origin.puzzle, instance.name, path=_from_here(path), digest=self._digests[path])

    def judge(
        self,
        certificate: Certificate,
        puzzle: Puzzle[Any, Any],
        instance: Any,
        origin: Origin,
        subject: Subject | None = None,
    ) -> Verdict:
        """What ``certificate`` shows of ``instance``; ``subject`` says where that was read from."""
        about = replace(
            subject or Subject(puzzle.name, instance.name),
            formulation=origin.formulation,
            objective=origin.objective or "",
            options=dict(origin.options),
        )
        if origin.parts is not None:
            return _judge_parts(certificate, puzzle, instance, origin, about, self.clock)
        stated, structure = self._structure(puzzle, instance, origin)

        def complaint(assignment: Assignment) -> str | None:
            why = puzzle.check(instance, stated.decode(instance, assignment))
            return f"an answer of the proof is none of the puzzle: {why}" if why else None

        return _judged(certificate, origin, about, self.clock, structure.under(stated.givens(instance)), complaint)

    def judge_model(self, certificate: Certificate, model: Model, origin: Origin) -> Verdict:
        def complaint(assignment: Assignment) -> str | None:
            broken = model.first_violation(assignment)
            return None if broken is None else f"an answer of the proof is none of the model: {broken}"

        return _judged(certificate, origin, Subject(instance=model.name), self.clock, state(model), complaint)

    def _structure(
        self, puzzle: Puzzle[Any, Any], instance: Any, origin: Origin
    ) -> tuple[Formulation[Any, Any], PBStatement]:
        key = (puzzle.name, origin.formulation, origin.objective, puzzle.shape(instance))
        if key not in self._stated:
            stated = puzzle.state(instance, origin.formulation, origin.objective)
            self._stated = {key: (stated, state(stated.model))}
        return self._stated[key]


def _require_known(puzzle: Puzzle[Any, Any], origin: Origin) -> None:
    """See that the puzzle has the formulation, the objective and the options that a certificate names."""
    named = ("formulation", origin.formulation, puzzle.formulations), ("objective", origin.objective, puzzle.objectives)
    for what, name, known in named:
        if name is not None and name not in known:
            raise Rejected(f"{origin.puzzle} has no {what} {shown(name)}")
    kinds = {option.name: option.kind for option in puzzle.options}
    for name, value in origin.options.items():
        if name not in kinds or (value is True) != (kinds[name] == "flag") or value is False:
            raise Rejected(f"{origin.puzzle} has no option {shown(name)} that can be {shown(value)}")


def _require_options(origin: Origin, given: Values) -> None:
    """See that a certificate was made with the options that are given, and with no others."""
    if dict(origin.options) != dict(given):
        again = " ".join(
            f"--option {quote(name if value is True else f'{name}={value}')}"
            for name, value in sorted(origin.options.items())
        )
        has = f"it was made with {written(origin.options)}" if origin.options else "it was made without options"
        wanted = f"{written(given)} {'is' if len(given) == 1 else 'are'} given" if given else "none are given"
        instead = f": if that is meant, give {printable(again)}" if origin.options else ""
        raise Rejected(f"{has}, where {wanted}{instead}")


def _has_options(puzzle: Puzzle[Any, Any], instance: Any, options: Values) -> bool:
    """Return whether ``instance`` is as the options make it, so that they change nothing of it."""
    try:
        typed = puzzle.typed(options)
        return bool(puzzle.with_options(instance if typed is None else typed, options) == instance)
    except InputError:
        return False


def _judge_parts(
    certificate: Certificate, puzzle: Puzzle[Any, Any], instance: Any, origin: Origin, about: Subject, clock: Clock
) -> Verdict:
    stated = puzzle.state(instance, origin.formulation, origin.objective)
    try:
        statement, rules = state_parts(puzzle.parts(instance, stated), origin.parts or ())
    except Rejected as error:
        return Verdict(about, rejected=str(error))
    about = replace(about, rules=rules)
    verdict = _judged(certificate, origin, about, clock, statement, lambda assignment: ONLY_A_CONFLICT)
    is_of_more = verdict.verified and verdict.claim != NO_ANSWER
    return Verdict(about, rejected=ONLY_A_CONFLICT) if is_of_more else verdict


def _judged(
    certificate: Certificate,
    origin: Origin,
    about: Subject,
    clock: Clock,
    statement: PBStatement | None = None,
    complaint: Judge = lambda assignment: None,
) -> Verdict:
    """What is proved of ``statement``, where that is what the certificate states, by answers without a complaint.

    Where nobody here can write the statement again, it is None, and that of the certificate is taken as it stands.
    """
    try:
        if statement is None:
            formula = read_formula(certificate.statement)
        else:
            _compare(certificate.statement, statement.text(origin.heading()))
            formula = statement.formula()
        if certificate.is_table:
            count = check_table(formula, certificate.proof, clock)
            return Verdict(about, Claim("exactly", count), answers=count, steps=certificate.steps)
        proved = check(formula, certificate.proof, clock)
        for found in proved.answers:
            clock.check()
            if statement is not None and (why := complaint(_assignment(statement, found))):
                raise Rejected(why)
    except Rejected as error:
        return Verdict(about, rejected=str(error))
    except OutOfTime:
        return Verdict(about, stopped=True)
    return Verdict(about, _claim(proved, statement), answers=len(proved.answers), steps=proved.steps)


def _hashed(text: str) -> str:
    return sha256(text.encode(errors="surrogateescape")).hexdigest()


def _from_here(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if not is_address(str(path)) and path.is_relative_to(here) else path)


def _stamp(name: str | None) -> tuple[int, ...]:
    """What changes when the file of that name does; nothing where there is none."""
    if not (name and is_there(name)) or Path(name).is_fifo():
        return ()
    found = Path(name).stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _is_stream(name: str) -> bool:
    path = Path(name)
    return is_there(name) and not (path.is_file() or path.is_dir())


def _unexpected(name: str) -> str:
    """Why a file or a folder is not read because a certificate says so: what there is in it; empty where it is."""
    total, path = 0, Path(name)
    if is_there(name):
        for number, file in enumerate(files_in(path) if path.is_dir() else [path], 1):
            size = Path(file).stat().st_size
            total += size
            if not size:  # as those are in which the system speaks, perhaps without an end
                return f"an empty file, {shown(str(file))}" if path.is_dir() else "no bytes"
            if number > MAX_NAMED_FILES:
                return f"more than {MAX_NAMED_FILES:,} files"
            if total > MAX_NAMED_BYTES:
                return f"more than {MAX_NAMED_BYTES:,} bytes"
    return ""


def _seen_from(here: str, puzzle: Puzzle[Any, Any], name: str) -> str:
    """The instance called ``name`` in the folder ``here``, where that is a file's name and no puzzle typed in full."""
    if not (here and name) or name in instance_names(puzzle) or is_address(name):
        return name
    path = os.path.join(here, name)  # noqa: PTH118 - it may be no name at all
    return path if is_there(path) or is_there(name) else name


def _compare(given: str, written: str) -> None:
    if given == written:
        return
    lines = (lines_of(text.removesuffix("\n")) for text in (given, written))
    for number, pair in enumerate(zip_longest(*lines), 1):
        if pair[0] != pair[1]:
            says, asks = ("nothing" if one is None else f"'{shortened(one, MAX_SHOWN_CHARACTERS)}'" for one in pair)
            raise Rejected(f"line {number} of the statement says {says}, where the instance asks for {asks}")


def _assignment(statement: PBStatement, found: frozenset[str]) -> Assignment:
    values = {}
    for var, literals in zip(statement.model.variables, statement.values, strict=True):
        true = (value for value, word in literals.items() if (word.removeprefix("~") in found) != word.startswith("~"))
        values[var] = next(true, var.domain[0])
    return values


def _claim(proved: Proved, statement: PBStatement | None) -> Claim:
    count = len(proved.answers)
    match proved.conclusion:
        case "UNSAT":
            return NO_ANSWER
        case "ENUMERATION_COMPLETE":
            return Claim("exactly", count)
        case "BOUNDS":
            if proved.least is None:
                return NO_ANSWER
            worth = proved.least + (statement.constant if statement else 0)
            objective = statement.model.objective if statement else None
            maximises = objective is not None and objective.sense == "maximize"
            return Claim("the most", -worth) if maximises else Claim("the least", worth)
        case "SAT" | "ENUMERATION_PARTIAL" if count:
            return Claim("at least", count)
    return NOTHING
