"""The published programs: ``run PUZZLE --backend classic`` runs a puzzle's first, ``--backend classic:NAME`` another.

A program takes the puzzle's numbers as they are, without a model; what comes of it is a Result like any other. The
programs of a puzzle are the ``PROGRAMS`` of the module here that has its name.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from types import FrameType
from typing import Any, ClassVar

from models.errors import InputError, PuzzlebenchError
from models.kit.names import hint, shown
from models.puzzle import Puzzle
from solvers.core.backend import Limits, Outcome, Settings, WrongAnswer
from solvers.core.record import Result, Times

Figures = dict[str, int]  # what a program counted so far, by what it is
Answers = Generator[Any, None, None]


@dataclass(frozen=True)
class PublishedProgram:
    """A published program, ``about`` which there is a sentence.

    ``answers`` go lazily from an instance to its answers; at the end the figures are in the dictionary that was given
    and, where there is a trace, the trace in words in the list. It ``ends_at_first`` answer where its original did.
    """

    about: str
    answers: Callable[[Any, Figures, list[str]], Answers]
    ends_at_first: bool = False
    as_published: bool = True


def programs_of(puzzle: str) -> Mapping[str, PublishedProgram]:
    """The programs of a puzzle by name, the first one the default; none where there is no published program."""
    module = f"{__package__}.{puzzle}"
    found: Mapping[str, PublishedProgram] = import_module(module).PROGRAMS if find_spec(module) else {}
    return found


def program_for(puzzle: str, name: str) -> tuple[str, PublishedProgram]:
    """The program called ``name`` for ``puzzle``, or its first one; and what it is called."""
    programs = programs_of(puzzle)
    if not programs:
        raise InputError(f"there is no published program for {puzzle}")
    chosen = name or next(iter(programs))
    if chosen not in programs:
        instead = hint(name, programs, f"it has {', '.join(programs)}")
        raise InputError(f"{puzzle} has no published program {shown(name)}; {instead}")
    return chosen, programs[chosen]


@dataclass(frozen=True)
class Classic:
    name: ClassVar[str] = "classic"


@dataclass(frozen=True)
class Published:
    """A published program as the one who answers; its name is the variant of the settings."""

    puzzle: Puzzle[Any, Any]
    program: PublishedProgram
    settings: Settings
    backend: Classic = field(default_factory=Classic)
    objective: None = None

    def version(self) -> str:
        kind = "published program" if self.program.as_published else "program"
        return f"{kind} {self.settings.variant}: {self.program.about}"


def published(puzzle: Puzzle[Any, Any], name: str = "", seed: int = 0) -> Published:
    """The program of ``puzzle`` that is called ``name``, or its first one."""
    name, program = program_for(puzzle.name, name)
    return Published(puzzle, program, Settings(seed=seed, variant=name))


def run_program(solver: Published, instance: Any, limits: Limits = Limits(), keep: bool = True) -> Result[Any, Any]:
    """Run the program to its end, or until the ``limits`` or Ctrl-C; ``keep`` all its answers, or the first."""
    puzzle, program = solver.puzzle, solver.program
    figures: Figures = {}
    trace: list[str] = []
    answers: list[Any] = []
    found = 0
    first: float | None = None
    stopped_by = ""
    started = perf_counter()
    try:
        with _alarm(limits.seconds), closing(program.answers(instance, figures, trace)) as finding:
            for answer in finding:
                complaint = puzzle.check(instance, answer)
                if complaint:
                    raise WrongAnswer(f"{instance.name}: the answer {answer!r} is wrong: {complaint}")
                found += 1
                if first is None:
                    first = perf_counter() - started
                if keep or not answers:
                    answers.append(answer)
                if found == limits.solutions:
                    stopped_by = "solutions"
                    break
    except _TimeUp:
        stopped_by = "time"
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    if program.ends_at_first and found and not stopped_by:
        stopped_by = "program"
    return Result(
        solver,
        instance=instance,
        formulation="",
        answers=tuple(answers),
        outcome=Outcome(found, complete=not stopped_by, stopped_by=stopped_by, effort=figures),
        times=Times(first=first, search=perf_counter() - started),
        trace=tuple(trace),
    )


class _TimeUp(Exception):
    """The time limit came while a program was running."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Break into pure Python after so many seconds."""

    def ring(signum: int, frame: FrameType | None) -> None:
        raise _TimeUp

    if seconds is None:
        yield
        return
    if not hasattr(signal, "setitimer"):
        raise PuzzlebenchError("a time limit breaks into a published program by an alarm, which this system has not")
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
