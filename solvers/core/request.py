"""The request: what a command line asks, as one frozen value, and the instances that it means.

Every verb has a request of its own in its room; what all share is here. A field made by :func:`option` is an option of
the command line, and stands beside what ``--help`` says of it. A verb sees nothing else of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

from models.errors import InputError
from models.kit.files import is_there
from models.kit.names import shortened
from models.puzzle import Puzzle
from models.registry import find_instance, instance_files, instances_in

Kind = Literal["flag", "whole", "from 0", "from 1", "seconds", "number", "destination"] | type[str | Path]
"""What the word of an option is turned into: a flag has none, and a destination is a file or an address."""

ASKED, SOLVER, OUTPUT, MANY, MACHINES = (
    "what is asked",
    "who solves it",
    "what comes out",
    "many puzzles",
    "more than one machine",
)
"""The groups in which ``--help`` shows the options, in this order."""


class VerbOption(NamedTuple):  # some thirty are made at every start, and a dataclass takes longer to make
    """One option of the command line, as a field of a request declares it."""

    name: str
    default: Any
    kind: Kind
    metavar: str
    help: str  # begins with a verb
    group: str
    is_rare: bool = False  # whether only ``--help-all`` shows it
    decides: bool = True  # whether what is written for a file of many depends on it, so that it must be resumed alike
    flag: str = ""  # what is typed, where that is not the name
    choices: Sequence[str] = ()
    many: bool = False  # whether it may be given several times
    apart: str = ""  # the options of this name exclude one another
    alone: Any = None  # its value when it is given without a word; None when it needs one

    @property
    def written(self) -> str:
        return self.flag or f"--{self.name.replace('_', '-')}"


def option(kind: Kind, metavar: str, help: str, group: str, default: Any = None, **settings: Any) -> Any:
    about = {"kind": kind, "metavar": metavar, "help": help, "group": group}
    return field(default=default, metadata=MappingProxyType(about | settings))


def flag(help: str, group: str, **settings: Any) -> Any:
    return option("flag", "", help, group, False, **settings)


def instances_option(help: str = "take this one: a name, a file, - (stdin), or itself", **settings: Any) -> Any:
    return option(str, "NAME|FILE", help, ASKED, (), flag="--instance", many=True, **settings)


def file_option(help: str, **settings: Any) -> Any:
    return option(Path, "FILE", help, OUTPUT, decides=False, **settings)


@dataclass(frozen=True, repr=False)
class Request:
    """What is asked, whatever the verb. A verb declares which of these fields are options of its own."""

    verb: ClassVar[str]
    takes: ClassVar[Literal["instances", "puzzle", "files", ""]] = "instances"
    """What is named on its command line without an option."""

    puzzle: str = ""  # its word as it was typed
    instances: tuple[str, ...] = ()  # more than one for ``compare`` alone
    number: int | None = None  # which of a file of many, from 1
    formulation: str = ""
    backend: str = ""
    minimize: str | None = None
    time_limit: float | None = None  # seconds
    workers: int = 0  # threads or processes; 0 where nobody said how many
    on: str | None = None  # the cluster that does the work
    own: tuple[tuple[str, str | bool], ...] = ()  # the options that only this puzzle has, those that were given
    command: tuple[str, ...] = field(default=(), compare=False)  # the words that were typed

    def __repr__(self) -> str:
        given = (field for field in fields(self) if getattr(self, field.name) != field.default)
        return f"{type(self).__name__}({', '.join(f'{field.name}={getattr(self, field.name)!r}' for field in given)})"

    @property
    def instance(self) -> str | None:
        return self.instances[0] if self.instances else None

    @property
    def worker_count(self) -> int:
        return self.workers or 1

    @property
    def pool_size(self) -> int:
        """How many workers a pool has; 0 for as many as there are, as always where ``on`` names them."""
        return self.workers or (1 if self.on is None else 0)

    @property
    def has_pool(self) -> bool:
        return self.on is not None or self.worker_count > 1

    @property
    def own_values(self) -> dict[str, str | bool]:
        return dict(self.own)


@dataclass(frozen=True, repr=False)
class ProvableRequest(Request):
    """A request whose answer can be proved."""

    proof: Path | None = None
    verified: bool = False
    count: bool = False


def options_of(request: type[Request]) -> Mapping[str, VerbOption]:
    """The options of a request, a type, by the names of their fields, in the order in which ``--help`` shows them."""
    declared = (entry for entry in fields(request) if entry.metadata)
    return {entry.name: VerbOption(entry.name, entry.default, **entry.metadata) for entry in declared}


@dataclass(frozen=True)
class Work:
    """The instances to be solved, lazily; a bad one comes as the error that describes it."""

    puzzle: Puzzle[Any, Any]
    instances: Iterator[Any]
    is_bulk: bool  # whether there is more than one
    path: Path | None  # where they come from; None when the instance was typed


def open_work(puzzle: Puzzle[Any, Any], request: Request) -> Work:
    """Find and open the instances that ``request`` means; the puzzle's own options are applied to each."""
    typed = puzzle.typed(request.own_values)
    if typed is not None:
        if request.instance:
            raise InputError(
                f"{shortened(request.instance)} is named beside an instance typed in full; only one can count"
            )
    elif request.instance == "":
        raise InputError("--instance names nothing; a file, or an instance that comes with the puzzle, is expected")
    else:  # what has a name is meant by it, whatever else it could be read as
        name = request.instance or puzzle.default_instance
        typed = puzzle.instances.get(name)
        if typed is None and request.instance and not is_there(name) and name not in instance_files(puzzle):
            typed = puzzle.from_text(name)
    if typed is not None:
        return Work(puzzle, iter([puzzle.with_options(typed, request.own_values)]), False, None)
    path = find_instance(puzzle, request.instance or puzzle.default_instance, request.time_limit)
    own, found = request.own_values, instances_in(puzzle, path)
    instances = (item if isinstance(item, InputError) else puzzle.with_options(item, own) for item in found)
    ahead = list(islice(instances, 2))
    if not ahead:
        raise InputError(f"there is no {puzzle.name} instance in it", path)
    return Work(puzzle, chain(ahead, instances), len(ahead) > 1, path)


def nth_instance(work: Work, number: int = 1) -> Any:
    """The instance at place ``number``, from 1; a bad one raises its error."""
    found = 0
    for found, instance in enumerate(work.instances, 1):
        if found < number:
            continue
        if isinstance(instance, InputError):
            raise instance
        return instance
    count = "is one puzzle" if found == 1 else f"are {found:,} puzzles"
    raise InputError(f"there {count} in it, and no number {number:,}", work.path)
