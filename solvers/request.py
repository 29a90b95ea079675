"""The request: what a command line asks, as one frozen value, and the instances that it means.

The parser of the command line (:mod:`solvers.terminal.options`) makes it; the verbs and their renderers see nothing
else of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from models.registry import find_instance


@dataclass(frozen=True, repr=False)
class Request:
    """What is asked. A field has the name of its option, and its default unless the verb has one of its own.

    What each option means, and which verbs take it, is said once: in ``solvers.terminal.options.OPTIONS``.

    Attributes:
        verb: ``run``, ``compare`` …
        puzzle: the puzzle's word as it was typed; empty when there was none.
        instances: what ``--instance`` named, each time it was given.
        json_file: where ``bench`` writes its figures; for the other verbs ``json`` is yes or no.
        own: the options that only this puzzle has, those that were given, by name.
        command: the words that were typed, for a page's "do it again".
    """

    verb: str = "run"
    puzzle: str = ""
    instances: tuple[str, ...] = ()
    number: int | None = None
    first: int | None = None
    family: str | None = None
    sizes: str | None = None
    formulation: str = ""
    formulations: str | None = None
    backend: str = ""
    backends: str | None = None
    mode: str | None = None
    all: bool = False
    count: bool = False
    limit: int | None = None
    unique: bool = False
    minimize: str | None = None
    further: int = 0
    effort: float = 1.0
    smallest: bool = False
    all_conflicts: bool = False
    time_limit: float | None = None
    repeat: int = 1
    seed: int = 0
    workers: int = 1
    json: bool = False
    csv: bool = False
    stats: bool = False
    svg: Path | None = None
    plot: Path | None = None
    html: Path | None = None
    model: bool = False
    list: bool = False
    output: Path | None = None
    resume: bool = False
    quick: bool = False
    only: tuple[str, ...] = ()
    json_file: Path | None = None
    readme: Path | None = None
    own: tuple[tuple[str, str | bool], ...] = ()
    command: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """What differs from the defaults."""
        said = (field for field in fields(self) if getattr(self, field.name) != field.default)
        return f"Request({', '.join(f'{field.name}={getattr(self, field.name)!r}' for field in said)})"

    @property
    def instance(self) -> str | None:
        """The one instance that was named, the last where there are several; None where there is none."""
        return self.instances[-1] if self.instances else None


@dataclass(frozen=True)
class Work:
    """The instances to be solved.

    Attributes:
        puzzle: the puzzle.
        instances: the instances, lazily; a bad one comes as the error that describes it.
        is_bulk: whether there is more than one.
        path: the file they come from; None when the instance was typed.
    """

    puzzle: Puzzle[Any, Any]
    instances: Iterator[Any]
    is_bulk: bool
    path: Path | None


def open_work(puzzle: Puzzle[Any, Any], request: Request) -> Work:
    """Find and open the instances that ``request`` means; the puzzle's own options are applied to each.

    Raises:
        InputError: when there is no such file, or nothing in it.
    """
    typed = typed_instance(puzzle, request)
    if typed is not None:
        if request.instance:
            raise InputError(
                f"--instance {request.instance} is given beside an instance typed in full; only one can count"
            )
        return Work(puzzle, iter([arranged(puzzle, request, typed)]), False, None)
    if request.instance == "":
        raise InputError("--instance names nothing; a file, or an instance that comes with the puzzle, is expected")
    path = find_instance(puzzle, request.instance or puzzle.default_instance)
    instances = read_arranged(puzzle, request, path)
    ahead = list(islice(instances, 2))
    if not ahead:
        raise InputError(f"there is no {puzzle.name} instance in it", path)
    return Work(puzzle, chain(ahead, instances), len(ahead) > 1, path)


def nth_instance(work: Work, number: int = 1) -> Any:
    """The instance at place ``number``, from 1.

    Raises:
        InputError: when it is bad, or there are fewer.
    """
    found = 0
    for found, instance in enumerate(work.instances, 1):
        if found < number:
            continue
        if isinstance(instance, InputError):
            raise instance
        return instance
    count = "is one puzzle" if found == 1 else f"are {found:,} puzzles"
    raise InputError(f"there {count} in it, and no number {number:,}", work.path)


def typed_instance(puzzle: Puzzle[Any, Any], request: Request) -> Any:
    """The instance typed in full through the puzzle's own options, not arranged yet; None where there is none.

    Raises:
        InputError: when what was typed makes no instance.
    """
    return puzzle.typed(dict(request.own))


def arranged(puzzle: Puzzle[Any, Any], request: Request, instance: Any) -> Any:
    """``instance`` as the puzzle's own options change it."""
    return puzzle.arrange(instance, dict(request.own))


def read_arranged(puzzle: Puzzle[Any, Any], request: Request, path: Path) -> Iterator[Any]:
    """The instances of a file as the puzzle's own options change them; a bad one comes as its error."""
    for item in puzzle.read(path):
        yield item if isinstance(item, InputError) else arranged(puzzle, request, item)
