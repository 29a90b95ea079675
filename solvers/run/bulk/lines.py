"""The line that is written for one puzzle of a file: the answer, or a record, or why there is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby, repeat
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.formulation import Rows
from solvers.core.backend import Limits
from solvers.core.record import Result
from solvers.core.solver import Solver
from solvers.render.json import Record, answer_record, bad_input_record, write_record
from solvers.run.bulk.blocks import Block, in_rows
from solvers.run.bulk.forms import is_table, is_text
from solvers.run.bulk.statuses import BAD, SOLVED, status, wanted
from solvers.run.bulk.tables import ROWS, bad_row, columns_of, row_of
from solvers.run.request import RunRequest
from solvers.run.work import solver_for


@dataclass(frozen=True)
class Task:
    """A request as it is made of every puzzle of a file; it travels to worker processes."""

    request: RunRequest
    file: Path | None = None
    here: str = ""  # where names of files begin, for workers in another folder; empty for that of a process

    @property
    def keeps_many(self) -> bool:
        return self.request.all or ((self.request.limit or 1) > 1 and not self.request.count)

    @property
    def proves(self) -> bool:
        return self.request.verified or self.request.proof is not None

    @property
    def as_json(self) -> bool:
        return self.request.json or self.keeps_many or not is_text(self.request.output)

    @property
    def is_folder(self) -> bool:
        return self.file is not None and self.file.is_dir()

    @property
    def is_table(self) -> bool:
        return is_table(self.request.output)

    @property
    def columns(self) -> list[str]:
        """Those of the table that is written; none where it is no table."""
        if not self.is_table:
            return []
        return columns_of(self.request, solver_of(self).puzzle, self.keeps_many)

    def called(self, instance: Any) -> str:
        """What a table calls a puzzle: as the input does; of a folder, so that it is found again."""
        puzzle = solver_of(self).puzzle
        return str(instance.name) if self.is_folder else puzzle.label(instance)

    @property
    def verdicts(self) -> bool:
        return self.request.unique or self.request.count

    @property
    def limits(self) -> Limits:
        return Limits(self.request.time_limit, wanted(self.request))

    @property
    def takes_rows(self) -> bool:
        """Whether rows of a file may be searched all at once, without an instance of each."""
        one_by_one = self.request.own or self.request.minimize is not None
        return not (one_by_one or self.proves or self.keeps_many)

    @property
    def asked(self) -> dict[str, str]:
        """What besides the request decides what is written."""
        return {}

    def line(self, instance: Any) -> Line:
        """What is written for one puzzle."""
        result = solver_of(self).solve(instance, self.limits, self.keeps_many, in_bulk=True)
        if result.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if self.proves:
            from solvers.proofs.certifying import proved_in_folder  # most runs prove nothing

            result = proved_in_folder(result, self.request, self.here)
        return line_for(self, result)


@dataclass(frozen=True)
class Line:
    """What is written for one puzzle, or for several that follow each other and came out alike."""

    text: str
    status: str
    complaint: str = ""  # what is said on standard error
    puzzles: int = 1
    waits: bool = False  # whether the next may be long in coming, so that what is written should be handed over


def solve_chunk(task: Task, items: Iterable[Any]) -> list[Line]:
    """The lines of consecutive puzzles, in a process of its own; those that came out alike together."""
    together: list[Line] = []
    for (what, complaint), alike in groupby(solve_lines(task, items), key=lambda line: (line.status, line.complaint)):
        lines = [*alike]
        text = "\n".join(line.text for line in lines)
        together += lines if complaint else [Line(text, what, puzzles=sum(line.puzzles for line in lines))]
    return together


def solve_each(task: Task, items: Iterable[Any]) -> list[Line]:
    return [*solve_lines(task, items)]


def solve_lines(task: Task, items: Iterable[Any]) -> Iterator[Line]:
    """The lines of consecutive puzzles, each as soon as it is there; nothing is written for half a search."""
    solver, limits = solver_of(task), task.limits
    solver.renew()
    for item in in_rows(solver, items):
        if isinstance(item, Rows):
            yield from solve_rows(task, Block(solver, item, limits))
            continue
        if isinstance(item, Block):
            yield from solve_rows(task, item)
            continue
        if isinstance(item, InputError):
            yield Line(bad_line(task, item), BAD, str(item))
            continue
        yield task.line(item)


def without_first(lines: Iterable[Line], puzzles: int) -> Iterator[Line]:
    for line in lines:
        left = line.puzzles - puzzles
        puzzles = max(0, -left)
        if left == line.puzzles:
            yield line
        elif left > 0:
            yield replace(line, text="\n".join(line.text.split("\n")[-left:]), puzzles=left)


def solve_rows(task: Task, block: Block) -> Iterator[Line]:
    """The lines of rows that are searched at once, as they come; those that were answered alike together."""
    for places in block.go_on():
        own = _own(task, block, places)
        writers: dict[int, Callable[..., str] | None] = {}
        lines: list[Line] = []
        end = 0
        for found, alike in groupby(block.counts(places)):
            begin, end = end, end + len([*alike])
            if found not in writers:
                writers[found] = _writer(task, block, places[begin], found)
            write = writers[found]
            if write is None:
                lines += [line_for(task, block.result(place)) for place in places[begin:end]]
            else:
                lines.append(Line(write(*(cells[begin:end] for cells in own)), SOLVED, puzzles=end - begin))
        lines[-1] = replace(lines[-1], waits=True)
        yield from lines


def _own(task: Task, block: Block, places: range) -> list[list[str]]:
    """What rows have each to itself, as ``_writer`` expects it; of those with several answers or none, anything."""
    if not task.as_json:
        return [block.written(places)]
    if task.is_table:
        names = block.names(places) if task.is_folder else block.labels(places)
        return [names, block.given(places), block.written(places)]
    return [[*map(_quoted, block.names(places))], block.as_json(places)]


def _writer(task: Task, block: Block, place: int, found: int) -> Callable[..., str] | None:
    """What writes rows with as many answers as the one at ``place``; None unless one is all that there is to say."""
    outcome: Result[Any, Any] = Result(block.solver, None, "", (), block.outcome(found))
    if status(outcome, task.request) != SOLVED:
        return None
    if not task.as_json:
        ending = f" {outcome.verdict}" if task.verdicts else ""
        return lambda answers: f"{ending}\n".join(answers) + ending
    record = record_of(task, block.result(place))
    if task.is_table:  # one line for all
        return lambda names, given, answers: write_record(
            {ROWS: len(names)} | record | {"name": names, "puzzle": given, "answer": answers}
        )
    frame = write_record(record | {"instance": _MARK, "answers": [_MARK]})
    before, between, after = frame.split(json.dumps(_MARK))

    def write(names: list[str], answers: list[str]) -> str:
        begins = chain([before], repeat(f"{after}\n{before}"))
        pieces = zip(begins, names, repeat(between), answers, strict=False)
        return "".join(chain(chain.from_iterable(pieces), [after]))

    return write


_quoted = json.encoder.encode_basestring  # as write_record says a text

_MARK = "\0"  # which no name and no path has in it


@lru_cache(maxsize=1)
def solver_of(task: Task) -> Solver[Any, Any]:
    """The solver of this process, with what it has loaded; which is the only worker unless they share one search."""
    return solver_for(task.request if task.request.split else replace(task.request, workers=1, on=None))


def line_for(task: Task, result: Result[Any, Any]) -> Line:
    """What is written for a puzzle, and what became of it; that a backend did not stop in time is said beside it."""
    overrun = result.outcome.failure if result.outcome.stopped_by == "time" else ""
    complaint = f"{result.instance.name}: {overrun}" if overrun else ""
    return Line(line_of(task, result), status(result, task.request), complaint)


def line_of(task: Task, result: Result[Any, Any]) -> str:
    if not task.as_json:
        if not result.answers:
            return f"# {result.instance.name}: {result.verdict}"
        text = result.puzzle.compact(result.instance, result.answers[0])
        if text is not None:
            bare = status(result, task.request) == SOLVED and not task.verdicts
            return text if bare else f"{text} {result.verdict}"
    return write_record(record_of(task, result))


def record_of(task: Task, result: Result[Any, Any]) -> Record:
    if task.is_table:
        answers = [_short(result, answer) for answer in result.answers]
        return row_of(result, task.called(result.instance), answers)
    return answer_record(replace(result, file=task.file))


def _short(result: Result[Any, Any], answer: Any) -> str:
    text = result.puzzle.compact(result.instance, answer)
    return json.dumps(result.puzzle.as_json(result.instance, answer)) if text is None else text


def bad_line(task: Task, error: InputError) -> str:
    if task.as_json and not task.is_table:
        file = Path(error.path) if task.is_folder and error.path else task.file
        return write_record(bad_input_record(solver_of(task).puzzle.name, error, file))
    where = f"line {error.line}: " if error.line else ""
    wrong = str(error) if task.is_folder else f"{where}{error.sentence}"
    return write_record(bad_row(wrong)) if task.as_json else f"# {wrong}"
