"""The request: what a command line asks, as one frozen value, and the instances that it means.

Every verb has a request of its own in its room, such as :class:`solvers.run.request.RunRequest`; what all share is
here. A field made by :func:`option` is an option of the command line, and stands beside what ``--help`` says of it.
The parser (:mod:`solvers.cli.options`) makes the request; a verb and its renderers see nothing else of the command
line.
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
from models.registry import find_instance, instances_in

Kind = Literal["flag", "whole", "from 0", "from 1", "seconds", "destination"] | type[str | Path]
"""What the word of an option is turned into: a flag has none, and a destination is a file or an address."""

ASKED, SOLVER, OUTPUT, MANY, MACHINES = (
    "what is asked",
    "who solves it",
    "what comes out",
    "many puzzles",
    "more than one machine",
)
"""The groups in which ``--help`` shows the options, in this order."""

NAMED = "take this one: a name, a file, - (stdin), or itself"
"""What ``--instance`` does for most verbs."""


class Option(NamedTuple):  # some thirty are made at every start, and a dataclass takes longer to make
    """One option of the command line, as a field of a request declares it.

    Attributes:
        name: the name of the field.
        default: what holds where it is not given.
        kind: what its word is turned into; ``flag`` for an option that is given or not.
        metavar: what stands for its word in ``--help``.
        help: what it does, beginning with a verb.
        group: the group in which ``--help`` shows it.
        is_rare: whether only ``--help-all`` shows it.
        decides: whether the lines that are written for a file of many depend on it, so that an unfinished run can only
            be resumed with the same; otherwise it says where to read or write, how fast, or how it is shown.
        flag: what is typed, where that is not the name.
        choices: the words it takes; empty when it takes any.
        many: whether it may be given several times.
        apart: the options of this name exclude one another.
        alone: its value when it is given without a word; None when it needs one.
    """

    name: str
    default: Any
    kind: Kind
    metavar: str
    help: str
    group: str
    is_rare: bool = False
    decides: bool = True
    flag: str = ""
    choices: Sequence[str] = ()
    many: bool = False
    apart: str = ""
    alone: Any = None

    @property
    def written(self) -> str:
        """As it is typed."""
        return self.flag or f"--{self.name.replace('_', '-')}"


def option(kind: Kind, metavar: str, help: str, group: str, default: Any = None, **settings: Any) -> Any:
    """A field of a request that is an option; ``settings`` are further attributes of :class:`Option`."""
    about = {"kind": kind, "metavar": metavar, "help": help, "group": group}
    return field(default=default, metadata=MappingProxyType(about | settings))


def flag(help: str, group: str, **settings: Any) -> Any:
    """A field of a request that is an option without a word: given or not."""
    return option("flag", "", help, group, False, **settings)


@dataclass(frozen=True, repr=False)
class Request:
    """What is asked, whatever the verb. A verb's own request declares which of these fields are options of its own.

    Attributes:
        puzzle: the puzzle's word as it was typed; empty when there was none.
        instances: what ``--instance``, or the words behind the puzzle, named; more than one for ``compare`` alone.
        number: which instance of a file of many; None for all.
        formulation: which formulation; empty for the verb's own choice.
        backend: who solves it; empty for whoever is chosen.
        minimize: the objective; None where any answer will do.
        time_limit: seconds; None where there is no limit.
        workers: threads or processes; 0 where nobody said how many.
        on: the cluster that does the work; None where this machine does.
        own: the options that only this puzzle has, those that were given, by name.
        command: the words that were typed, for a page's "do it again".
    """

    verb: ClassVar[str]
    takes: ClassVar[Literal["instances", "puzzle", "files", ""]] = "instances"
    """What is named on its command line without an option."""

    puzzle: str = ""
    instances: tuple[str, ...] = ()
    number: int | None = None
    formulation: str = ""
    backend: str = ""
    minimize: str | None = None
    time_limit: float | None = None
    workers: int = 0
    on: str | None = None
    own: tuple[tuple[str, str | bool], ...] = ()
    command: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """What differs from the defaults."""
        given = (field for field in fields(self) if getattr(self, field.name) != field.default)
        return f"{type(self).__name__}({', '.join(f'{field.name}={getattr(self, field.name)!r}' for field in given)})"

    @property
    def instance(self) -> str | None:
        """The one instance that was named; None where there is none."""
        return self.instances[0] if self.instances else None

    @property
    def worker_count(self) -> int:
        """How many threads or processes work: as many as were asked for, or 1."""
        return self.workers or 1

    @property
    def pool_size(self) -> int:
        """How many workers a pool has; 0 for as many as there are, as always where ``on`` names them."""
        return self.workers or (1 if self.on is None else 0)

    @property
    def has_pool(self) -> bool:
        """Whether others than this process are to do the work."""
        return self.on is not None or self.worker_count > 1

    @property
    def own_values(self) -> dict[str, str | bool]:
        """The puzzle's own options as a puzzle takes them."""
        return dict(self.own)


@dataclass(frozen=True, repr=False)
class ProvableRequest(Request):
    """A request whose answer can be proved.

    Attributes:
        proof: where the proof is written; None where it is not.
        verified: whether the proof is checked at once.
        count: whether the answers are only counted.
    """

    proof: Path | None = None
    verified: bool = False
    count: bool = False


def options_of(request: type[Request]) -> Mapping[str, Option]:
    """The options of a request, a type, by the names of their fields, in the order in which ``--help`` shows them."""
    declared = (entry for entry in fields(request) if entry.metadata)
    return {entry.name: Option(entry.name, entry.default, **entry.metadata) for entry in declared}


@dataclass(frozen=True)
class Work:
    """The instances to be solved.

    Attributes:
        puzzle: the puzzle.
        instances: the instances, lazily; a bad one comes as the error that describes it.
        is_bulk: whether there is more than one.
        path: the file, folder or address they come from; None when the instance was typed.
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
    typed = puzzle.typed(request.own_values)
    if typed is not None:
        if request.instance:
            raise InputError(
                f"{shortened(request.instance)} is named beside an instance typed in full; only one can count"
            )
    elif request.instance == "":
        raise InputError("--instance names nothing; a file, or an instance that comes with the puzzle, is expected")
    elif request.instance and not is_there(request.instance):
        typed = puzzle.from_text(request.instance)
    if typed is not None:
        return Work(puzzle, iter([puzzle.with_options(typed, request.own_values)]), False, None)
    path = find_instance(puzzle, request.instance or puzzle.default_instance)
    own, found = request.own_values, instances_in(puzzle, path)
    instances = (item if isinstance(item, InputError) else puzzle.with_options(item, own) for item in found)
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
