"""The verbs as questions: their options by their names, and what they print as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import SystemRandom
from time import perf_counter
from types import MappingProxyType
from typing import Any, TypeVar

from models.errors import InputError, PuzzlebenchError
from models.kit.names import hint, shown
from models.puzzle import Puzzle
from solvers.compare.work import entrants
from solvers.core.backend import CannotTake, Clock, Limits, OutOfTime
from solvers.core.registry import backend_for, there_are
from solvers.core.request import Request, VerbOption, options_of
from solvers.core.solver import Solver
from solvers.diagnose.record import record as diagnosis_record
from solvers.diagnose.request import DiagnoseRequest
from solvers.diagnose.work import diagnose as diagnosed
from solvers.explain.record import record as explanation_record
from solvers.explain.request import ExplainRequest
from solvers.explain.techniques import chosen_techniques
from solvers.explain.work import explain as explained
from solvers.export.__main__ import written
from solvers.export.request import ExportRequest
from solvers.formats.registry import FORMATS, writing
from solvers.generate.record import Missed
from solvers.generate.record import record as made_record
from solvers.generate.request import GenerateRequest
from solvers.generate.work import made
from solvers.render.json import record as run_record
from solvers.run.request import RunRequest, check_options
from solvers.run.work import solver_for
from solvers.serve.ask import Question, Record
from solvers.serve.documents import document_of, instance_called, puzzle_called, subject_of, text_in

R = TypeVar("R", bound=Request)

RUN_SECONDS, COMPARE_SECONDS = 15.0, 2.0
MAX_PUZZLES_MADE = 24

REQUESTS: MappingProxyType[str, type[Request]] = MappingProxyType(
    {
        "run": RunRequest,
        "explain": ExplainRequest,
        "diagnose": DiagnoseRequest,
        "generate": GenerateRequest,
        "export": ExportRequest,
    }
)

OPEN_OPTIONS: dict[type[Request], tuple[str, ...]] = {
    RunRequest: ("formulation", "backend", "minimize", "time_limit", "count", "all", "limit", "unique", "seed"),
    ExplainRequest: ("formulation", "time_limit", "only", "without"),
    DiagnoseRequest: ("backend", "time_limit", "limit", "further"),
    GenerateRequest: ("time_limit", "size", "difficulty", "puzzles", "tries", "seed"),
    ExportRequest: ("formulation", "minimize", "to"),
}
"""The options that a question may have: those that it heeds, and that name no file and no machine."""


def taken(request: type[Request]) -> dict[str, VerbOption]:
    """Return the options of a verb that a question may have, by their names."""
    known = options_of(request)
    return {name: known[name] for name in OPEN_OPTIONS[request]}


def request_of(kind: type[R], question: Question, puzzle: Puzzle[Any, Any]) -> R:
    """A verb's request from the options of a question; InputError for what is no option, or has no such value."""
    known = taken(kind)
    given: dict[str, Any] = {"puzzle": puzzle.name}
    for key, value in question.items():
        if key in ("ask", "puzzle", "document", "instance", "number", "own") or value is None or value == "":
            continue
        if key not in known:
            raise InputError(f"{kind.verb} has no option {shown(key)}; {hint(key, known, ', '.join(known))}")
        given[key] = _checked(known[key], value)
    own = question.get("own", {})
    if not isinstance(own, dict) or not all(isinstance(value, str | bool) for value in own.values()):
        raise InputError("own is an object of texts: the wishes that only this puzzle has")
    given["own"] = tuple((name, value) for name, value in own.items() if value is not False)
    return kind(**given)


def _checked(option: VerbOption, value: object) -> object:
    kind = option.kind
    if kind == "flag":
        right, expected = isinstance(value, bool), "true or false"
    elif kind in ("whole", "from 0", "from 1"):
        least = {"from 0": 0, "from 1": 1}.get(str(kind), -(2**62))
        right, expected = type(value) is int and least <= value < 2**62, "a whole number"
    elif kind == "seconds":
        right, expected = isinstance(value, int | float) and 0 < value < 1e9, "a number above 0"
        value = min(float(value), RUN_SECONDS) if right else value  # type: ignore[arg-type]
    else:
        right, expected = isinstance(value, str) and len(value) < 1_000, "a text"
    if not right or (option.choices and value not in option.choices):
        raise InputError(f"{option.name} is {shown(value)}; {', '.join(option.choices) or expected} is expected")
    return (value,) if option.many else value


def _meant(question: Question) -> tuple[Puzzle[Any, Any], Any]:
    """The puzzle and the instance: a document, an instance by its name, or the usual one."""
    if "document" in question:
        asked = subject_of(question)
        return asked.puzzle, asked.instance
    puzzle = puzzle_called(text_in(question, "puzzle"))
    name = text_in(question, "instance") or puzzle.default_instance
    return puzzle, instance_called(puzzle, name, question.get("number", 1))


def run(question: Question) -> Iterator[Record]:
    """``run``: what comes of an instance, as ``run --json`` prints it."""
    puzzle, instance = _meant(question)
    request = request_of(RunRequest, {"time_limit": RUN_SECONDS, **question}, puzzle)
    check_options(request)
    wanted = request.limit or (None if request.all or request.count or request.minimize else 2)
    result = solver_for(request, puzzle).solve(instance, Limits(request.time_limit, wanted), not request.count)
    yield run_record(result)


def explain(question: Question) -> Iterator[Record]:
    """``explain``: the steps to the answer, as ``explain --json`` prints them."""
    puzzle, instance = _meant(question)
    request = request_of(ExplainRequest, question, puzzle)
    techniques = chosen_techniques(puzzle, request.only, request.without)
    seconds = request.time_limit or RUN_SECONDS
    found = explained(puzzle, instance, request.formulation, seconds=seconds, techniques=techniques)
    yield explanation_record(found)


def diagnose(question: Question) -> Iterator[Record]:
    """``diagnose``: whether there is one answer, and what would put it right, as ``diagnose --json`` prints it."""
    puzzle, instance = _meant(question)
    request = request_of(DiagnoseRequest, question, puzzle)
    seconds = request.time_limit or RUN_SECONDS
    found = diagnosed(
        puzzle, instance, request.backend, show=request.limit or 0, further=request.further, seconds=seconds
    )
    yield diagnosis_record(found)


def generate(question: Question) -> Iterator[Record]:
    """``generate``: new puzzles as they are made, as ``generate --json`` prints them, each with its document."""
    puzzle = puzzle_called(text_in(question, "puzzle"))
    request = request_of(GenerateRequest, {"seed": SystemRandom().randrange(10**9), **question}, puzzle)
    if request.puzzles > MAX_PUZZLES_MADE:
        raise InputError(f"at most {MAX_PUZZLES_MADE} are made at a time")
    try:
        for outcome in made(request, Clock(request.time_limit)):
            if isinstance(outcome, Missed):
                yield {"error": str(outcome)}
                continue
            document = document_of(puzzle, puzzle.editing.draft(outcome.instance))
            about = ", ".join(filter(None, (outcome.difficulty, *outcome.warnings)))
            yield made_record(outcome, request, None) | {"document": document, "about": about}
    except OutOfTime:
        yield {"error": "the time limit came first"}


def export(question: Question) -> Iterator[Record]:
    """``export``: the model in a format, as text, with what that leaves out."""
    puzzle, instance = _meant(question)
    request = request_of(ExportRequest, question, puzzle)
    if link := puzzle.links.get(request.to or ""):
        yield {"text": link(instance), "suffix": ".txt", "warnings": []}
        return
    known = writing(request.to, None)
    text, losses = written(known, puzzle, instance, request.formulation, request.minimize)
    yield {"text": text, "suffix": known.endings[0], "warnings": losses}


def compare(question: Question) -> Iterator[Record]:
    """``compare``: every formulation on every backend that takes it here, one after the other in this process."""
    puzzle, instance = _meant(question)
    pairs, _ = entrants(puzzle, [instance], (), there_are()[0])
    for formulation, word in pairs:
        started = perf_counter()
        try:
            result = Solver(puzzle, formulation, *backend_for(word)).solve(instance, Limits(COMPARE_SECONDS, 2))
            verdict, size = result.verdict, ", ".join(f"{value:,} {key}" for key, value in result.size.items())
        except (CannotTake, PuzzlebenchError) as error:
            verdict, size = str(error), ""
        seconds = f"{perf_counter() - started:.3f}"
        yield {"formulation": formulation, "backend": word, "verdict": verdict, "seconds": seconds, "size": size}


def inside(question: Question) -> Iterator[Record]:
    """``inside``: the model as mathematics, as Python and as MiniZinc, the file, formulations with their sizes."""
    from inspect import getsource  # only who looks inside reads sources

    puzzle, instance = _meant(question)
    stated = puzzle.state(instance)
    found: Record = {"mathematics": "\n".join(islice(str(stated.model).splitlines(), MAX_LINES_SHOWN))}
    try:
        found["python"] = getsource(type(stated))
    except (OSError, TypeError):
        found["python"] = ""
    try:
        found["minizinc"] = written(writing("minizinc", None), puzzle, instance)[0]
    except PuzzlebenchError as error:
        found["minizinc"] = f"% {error}"
    found["file"] = puzzle.generator.write(instance, ()) if puzzle.generator else ""
    found["formulations"] = [_size(puzzle, instance, name) for name in puzzle.formulations]
    found["formats"] = [{"name": known.name, "about": known.about} for known in FORMATS.values() if known.writes]
    found["links"] = {}
    for word, link in puzzle.links.items():
        try:
            found["links"][word] = link(instance)
        except PuzzlebenchError:
            continue  # a site that cannot show it
    yield found


MAX_LINES_SHOWN = 1_500


def _size(puzzle: Puzzle[Any, Any], instance: Any, name: str) -> Record:
    about = (puzzle.formulations[name].__doc__ or "").strip().split("\n")[0]
    try:
        model = puzzle.state(instance, name).model
    except InputError as error:
        return {"name": name, "about": error.sentence, "variables": "", "constraints": ""}
    return {"name": name, "about": about, "variables": len(model.variables), "constraints": len(model.constraints)}
