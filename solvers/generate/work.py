"""Making puzzles one by one: candidates until one is as asked, each puzzle with random numbers of its own."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from models.errors import InputError
from models.generation import Candidate, Generator
from models.kit.names import hint, listed, shown
from models.puzzle import Puzzle
from solvers.core.backend import Clock
from solvers.core.registry import load_puzzle
from solvers.generate.grading import Grader
from solvers.generate.record import Made, Missed, Outcome
from solvers.generate.request import GenerateRequest
from solvers.generate.uniqueness import BackendOracle, confirm, judges
from solvers.workers.pool import open_pool, values
from solvers.workers.usage import worker


def generator_of(puzzle: Puzzle[Any, Any]) -> Generator[Any, Any]:
    generator = puzzle.generator
    if generator is None:
        raise InputError(f"of {puzzle.name}, no new ones can be made yet")
    return generator


class Workshop:
    """What makes the puzzles that ``request`` asks for, any of them at any time, in any process."""

    def __init__(self, request: GenerateRequest, clock: Clock) -> None:
        self.puzzle = load_puzzle(request.puzzle)
        self.generator = generator_of(self.puzzle)
        known = [option.name for option in self.generator.options]
        for wish, _ in request.own:  # the command line knows them already, a script may not
            if wish not in known:
                instead = hint(wish, known, f"there are {listed(known)}")
                raise InputError(f"a new {self.puzzle.name} cannot be asked for by {shown(wish)}; {instead}")
        self.specification = self.generator.specification(request.size or "", request.own_values)
        self.grader = Grader(self.puzzle, request.difficulty or "", clock, self.generator)
        if self.grader.wants_number and not self.specification.has_number:
            raise InputError(f"--difficulty {request.difficulty} is a number, and these have none; a word will do")
        if self.grader.numbers:
            self.specification = self.specification.aimed(*self.grader.numbers)
        self._request = request
        self._clock = clock
        self._judges: tuple[BackendOracle[Any, Any], BackendOracle[Any, Any]] | None = None

    def make(self, number: int, tell: Callable[[int], None] = lambda more: None) -> Outcome:
        """The puzzle with this number, from 1; ``tell`` is told of each candidate."""
        self._judges = self._judges or judges(self.puzzle, self.specification.judges, self._clock)
        ask, second = self._judges
        name = f"{self.puzzle.name}-{self._request.seed}-{number}"
        random = Random(name)
        tries = self._request.tries or self.specification.tries
        reasons: Counter[str] = Counter()
        for tried in range(1, tries + 1):
            self._clock.check()
            found = self.specification.candidate(name, random, ask)
            tell(1)
            if not isinstance(found, str):
                asked = self._request.difficulty or self.specification.is_graded
                difficulty, wrong = self.grader.graded(found.instance) if asked else ("", "")
                if not wrong:
                    confirm(second, found.instance, found.answer, ask.backend)
                    return self._made(found, number, tried, difficulty, (ask.backend, second.backend))
                found = wrong
            reasons[found] += 1
        return Missed(number, tries, tuple(reasons.most_common()), self.grader.advice)

    def _made(
        self, found: Candidate[Any, Any], number: int, tried: int, difficulty: str, backends: tuple[str, str]
    ) -> Made[Any, Any]:
        made = Made(found.instance, found.answer, number, tried, found.warnings, difficulty, backends, "", worker())
        return replace(made, text=self.generator.write(found.instance, self.header(made)))

    def header(self, made: Made[Any, Any]) -> list[str]:
        """What the file says of the puzzle before it begins."""
        puzzle, answer = self.puzzle, made.answer
        written = self.generator.answer_line(made.instance, answer) or puzzle.compact(made.instance, answer)
        written = written or json.dumps(puzzle.as_json(made.instance, answer), ensure_ascii=False)
        lines = [", ".join((*made.warnings, "one answer, confirmed by a second backend"))]
        lines += [f"difficulty: {made.difficulty}"] * bool(made.difficulty)
        return [*lines, f"answer: {written}", f"made again by: {command(self._request, made.number)}"]


def command(request: GenerateRequest, number: int) -> str:
    """The command line that makes the puzzle again."""
    wishes = [f"--{name}" if value is True else f"--{name} {shlex.quote(str(value))}" for name, value in request.own]
    for option in ("size", "difficulty", "tries"):
        value = getattr(request, option)
        wishes += [f"--{option} {shlex.quote(str(value))}"] * bool(value)
    which = [f"--number {number}"] * (number > 1)
    return " ".join([f"puzzlebench generate {request.puzzle}", *wishes, f"--seed {request.seed}", *which])


def made(request: GenerateRequest, clock: Clock, tell: Callable[[int], None] = lambda more: None) -> Iterator[Outcome]:
    """The puzzles asked for, in order; ``tell`` is told how many more candidates were tried."""
    numbers = range(1, request.puzzles + 1) if request.number is None else range(request.number, request.number + 1)
    if not request.has_pool:
        workshop = Workshop(request, clock)
        yield from (workshop.make(number, tell) for number in numbers)
        return
    alone = replace(request, workers=1, on=None, output=None, html=None, command=())
    work = partial(_make_in_worker, alone, clock.remaining())
    workers = min(request.pool_size, request.puzzles)
    with open_pool(request.on, workers) as pool, closing(values(pool.imap(work, numbers))) as outcomes:
        for outcome in outcomes:
            tell(outcome.candidates)
            yield outcome


def _make_in_worker(request: GenerateRequest, seconds: float | None, number: int) -> Outcome:
    return _workshop(request, seconds).make(number)


@lru_cache(maxsize=1)
def _workshop(request: GenerateRequest, seconds: float | None) -> Workshop:
    return Workshop(request, Clock(seconds))
