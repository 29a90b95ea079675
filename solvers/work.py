"""Which instances a command line means: one that comes with the puzzle, a file, or one typed in full."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.options import Values
from models.puzzle import Puzzle
from models.registry import find_instance


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


def add_work_arguments(parser: ArgumentParser, puzzle: Puzzle[Any, Any] | None) -> None:
    """The options that say what is to be solved; every verb has them."""
    parser.add_argument("puzzle", metavar="PUZZLE", nargs=None if puzzle else "?", help="which puzzle")
    parser.add_argument("--instance", metavar="NAME|FILE", help="one that comes with the puzzle, or a file of yours")
    if puzzle is not None:
        add_own_arguments(parser, puzzle)


def add_own_arguments(parser: ArgumentParser, puzzle: Puzzle[Any, Any]) -> None:
    """The options that only ``puzzle`` has; kept under names with their dashes, which no other option has."""
    for option in puzzle.options:
        name = f"--{option.name}"
        if option.kind == "flag":
            parser.add_argument(name, dest=name, action="store_true", help=option.help)
        else:
            parser.add_argument(name, dest=name, metavar=option.metavar, help=option.help)


def own_values(puzzle: Puzzle[Any, Any], options: Namespace) -> Values:
    """Those of the puzzle's own options that were given."""
    given = {option.name: getattr(options, f"--{option.name}") for option in puzzle.options}
    return {name: value for name, value in given.items() if value is not None and value is not False}


def open_work(puzzle: Puzzle[Any, Any], options: Namespace) -> Work:
    """Find and open the instances meant by ``options``; the puzzle's own options are applied to each.

    Raises:
        InputError: when there is no such file, or nothing in it.
    """
    values = own_values(puzzle, options)
    typed = puzzle.typed(values)
    if typed is not None:
        if options.instance:
            raise InputError(
                f"--instance {options.instance} is given beside an instance typed in full; only one can count"
            )
        return Work(puzzle, iter([puzzle.arrange(typed, values)]), False, None)
    if options.instance == "":
        raise InputError("--instance names nothing; a file, or an instance that comes with the puzzle, is expected")
    path = find_instance(puzzle, options.instance or puzzle.default_instance)
    instances = _arranged(puzzle, path, values)
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


def puzzle_word(parser: ArgumentParser, arguments: list[str]) -> str:
    """The puzzle's name on a command line whose options are not all known yet; empty when there is none."""
    known, _ = parser.parse_known_args(arguments)
    return str(known.puzzle or "")


def _arranged(puzzle: Puzzle[Any, Any], path: Path, values: Values) -> Iterator[Any]:
    for item in puzzle.read(path):
        yield item if isinstance(item, InputError) else puzzle.arrange(item, values)
