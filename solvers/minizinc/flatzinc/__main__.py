"""``puzzlebench flatzinc FILE.fzn``: FlatZinc solved as MiniZinc expects of a solver, by its flags and in its output.

Each answer is printed as it is found, with ``----------`` under it, and ``==========`` under the last one where there
are no others, or none better. A signal that asks it to end is met with what has been found so far.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from models.errors import Breakdown, InputError
from models.kit.files import opened
from models.kit.names import hint, shown
from models.language.model import Assignment
from solvers.backends.default.choice import Default
from solvers.cli.exits import defer_interrupts, guarded
from solvers.core.backend import Clock, Limits, Outcome, OutOfTime, Search, Settings
from solvers.core.limits import ANSWERED
from solvers.core.limits import Asked as Question
from solvers.core.registry import load, load_backend
from solvers.formats.document import bounded
from solvers.minizinc.flatzinc.reading import FlatZinc, read

USAGE = """\
usage: puzzlebench flatzinc [options] FILE.fzn

  -a            every answer; with an objective, each that is better than the one before
  -i            with an objective, each that is better than the one before
  -n N          stop after N answers (default 1 without an objective)
  -t MS         stop after so many milliseconds
  -p N          threads, where the backend can use them
  -r N          fixes every random choice
  -s            statistics, as lines that begin with %%%mzn-stat
  -v            what is done, on standard error
  -f            free search: the file's search annotations are not followed
  --backend B   who solves it (default: chosen for the file)

The file's search annotations are followed by the backends kernel and backtracking, and where there are any, kernel is
asked first. A variable without bounds in the file or by its constraints is looked for from -2147483646 to 2147483646.
MiniZinc calls this program after `puzzlebench minizinc-config`.

exit codes: 0 whatever the outcome, 2 bad input or usage, 70 an internal error
"""

WITH_NUMBER = {"-n": "solutions", "-t": "milliseconds", "-p": "workers", "-r": "seed"}
FLAGS = {"-a": "all", "-i": "intermediate", "-s": "statistics", "-v": "verbose", "-f": "free"}


@dataclass(frozen=True)
class FlatZincOptions:
    """What the command line asks for; see ``USAGE``."""

    file: Path
    all: bool = False
    intermediate: bool = False
    solutions: int | None = None
    milliseconds: int | None = None
    workers: int = 1
    seed: int = 0
    statistics: bool = False
    verbose: bool = False
    free: bool = False
    backend: str = ""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    if any(word in ("-h", "--help") for word in arguments):
        print(USAGE, end="")
        return ANSWERED
    _Run(_parsed(arguments)).run()
    return ANSWERED


def _parsed(arguments: Sequence[str]) -> FlatZincOptions:
    options: dict[str, object] = {}
    words = iter(arguments)
    for word in words:
        if word in FLAGS:
            options[FLAGS[word]] = True
        elif word in WITH_NUMBER:
            options[WITH_NUMBER[word]] = _number(word, words, 1 if word == "-p" else 0)
        elif word == "--backend":
            options["backend"] = next(words, "")
        elif word.startswith("-") and word != "-":
            near = hint(word, (*FLAGS, *WITH_NUMBER, "--backend"), "--help lists them")
            raise InputError(f"there is no option {shown(word)}; {near}")
        elif "file" in options:
            raise InputError(f"one file is solved at a time; {shown(word)} is a second one")
        else:
            options["file"] = Path(word)
    if "file" not in options:
        raise InputError("name a FlatZinc file; --help says more")
    return FlatZincOptions(**options)  # type: ignore[arg-type]


def _number(option: str, words: Iterator[str], least: int) -> int:
    word = next(words, "")
    if not (word.isascii() and word.isdecimal() and len(word) < 19 and int(word) >= least):
        raise InputError(f"{option} takes a whole number from {least}, not {shown(word)}")
    return int(word)


class _Run:
    def __init__(self, options: FlatZincOptions) -> None:
        self._options = options
        self._started = perf_counter()
        self._clock = Clock((options.milliseconds or 0) / 1000 or None)
        self._best: Assignment | None = None

    def run(self) -> None:
        options = self._options
        first = not options.all and options.solutions in (None, 1)
        try:
            with opened(options.file) as stream:
                text = bounded(stream, options.file, None, self._clock)
                file = read(text, options.file, self._clock, marked_alone=True, free=options.free, first=first)
            parsed = perf_counter()
            self._log(f"{file.about}; {', '.join(file.warnings) or 'all variables are bounded'}")
            search = self._load(file)
        except OutOfTime as late:
            _print("=====UNKNOWN=====")
            _comment(late.failure)
            return
        loaded = perf_counter()
        self._log(f"backend {search.word}{f': {search.why}' if search.why else ''}")
        outcome = self._search(file, search)
        if options.statistics:
            times = {"initTime": loaded - self._started, "flatTime": parsed - self._started}
            self._print_statistics(file, search, outcome, times | {"solveTime": perf_counter() - loaded})
        if outcome.stopped_by == "failure":
            raise Breakdown(outcome.failure)
        _comment(outcome.failure)

    def _load(self, file: FlatZinc) -> Search:
        options, model = self._options, file.model
        every_better = options.all or options.intermediate
        question: Question = "best" if model.objective else "all" if options.all else "first"
        limited = self._clock.remaining() is not None
        backend, variant = load_backend(options.backend, limited) if options.backend else (Default(question), "")
        only_best = model.objective is not None and not every_better
        return load(backend, model, Settings(options.seed, options.workers, variant, only_best, self._clock))

    def _search(self, file: FlatZinc, search: Search) -> Outcome:
        options, objective = self._options, file.model.objective
        wanted = options.solutions or (None if options.all or objective else 1)
        answers = search.solutions(limits=Limits(self._clock.remaining(), wanted))
        every_one = objective is None or options.all or options.intermediate
        with suppress(KeyboardInterrupt), defer_interrupts() as deferred:
            for answer in answers:
                with deferred:
                    self._best = answer
                    if every_one:
                        _print(_block(file, answer))
        answers.close()
        outcome = answers.outcome
        if self._best is not None and not every_one:
            _print(_block(file, self._best))
        if outcome.complete:
            if conclusion := self._conclusion(file):
                _print(conclusion)
        elif self._best is None:
            _print("=====UNKNOWN=====")
        return outcome

    def _conclusion(self, file: FlatZinc) -> str:
        """What a complete search has shown; nothing where the best answer may rest on where ints are cut off."""
        objective, best = file.model.objective, self._best
        if best is None:
            return "=====UNSATISFIABLE====="
        if objective is None:
            return "=========="
        is_least = objective.sense == "minimize"
        below = {var for var in file.open_below if _is_far(best[var], var.domain[0])}
        above = {var for var in file.open_above if _is_far(best[var], var.domain[-1])}
        if not (below or above):
            return "=========="
        worth = next(iter(objective.expression.terms), None)
        return "=====UNBOUNDED=====" if worth in (below if is_least else above) else ""

    def _log(self, sentence: str) -> None:
        if self._options.verbose:
            _comment(sentence)

    def _print_statistics(self, file: FlatZinc, search: Search, outcome: Outcome, times: dict[str, float]) -> None:
        objective = file.model.objective
        figures: dict[str, object] = {name: round(seconds, 3) for name, seconds in times.items()}
        figures |= {"solutions": outcome.found, "variables": len(file.model.variables)}
        figures["propagators"] = len(file.model.constraints)
        if objective is not None:
            figures["method"] = f'"{objective.sense}"'
            if self._best is not None:
                figures["objective"] = objective.expression.value(self._best)
        figures |= {_camel(what): number for what, number in {**search.size(), **outcome.effort}.items()}
        figures["backend"] = f'"{search.word}"'
        _print("\n".join(f"%%%mzn-stat: {name}={value}" for name, value in figures.items()) + "\n%%%mzn-stat-end")


def _is_far(value: int, end: int) -> bool:
    """Whether a value lies nearer to the end where its variable was cut off than to 0."""
    return abs(value - end) < abs(value)


def _block(file: FlatZinc, answer: Assignment) -> str:
    values = file.written(answer)
    return f"{values}\n----------" if values else "----------"


def _camel(words: str) -> str:
    """``unit propagations`` as ``unitPropagations``."""
    first, *others = words.replace("-", " ").split()
    return first + "".join(map(str.capitalize, others))


def _comment(sentence: str) -> None:
    if sentence:
        print(f"% {sentence}", file=sys.stderr, flush=True)


def _print(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
