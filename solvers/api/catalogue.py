"""What there is: puzzles with their instances, and backends, each with what is missing here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from models.errors import InputError, PuzzlebenchError
from models.kit.names import shown
from models.plugins import BrokenPlugin, in_one_line
from models.puzzle import Puzzle
from models.registry import puzzle_names
from solvers.api.arguments import checked
from solvers.api.instance_set import InstanceSet
from solvers.core.registry import BY_NAME, backend_names, load_backend, load_puzzle

T = TypeVar("T")


class Listing(list[T]):
    """A list that is shown one a line."""

    def __repr__(self) -> str:
        return "\n".join(map(repr, self))


@dataclass(frozen=True, repr=False)
class BackendEntry:
    """A backend by its name, what it does, the solvers it can put underneath, and what it lacks here, if anything."""

    name: str
    summary: str
    variants: tuple[str, ...] = ()
    missing: str = ""
    remark: str = field(default="", compare=False)  # what differs in this installation

    @property
    def is_available(self) -> bool:
        return not self.missing

    def __repr__(self) -> str:
        note = f"not here: {self.missing}" if self.missing else self.remark
        return f"<backend {self.name}: {self.summary}{f' ({note})' if note else ''}>"


@checked
def puzzle(word: str | Puzzle[Any, Any]) -> InstanceSet:
    """A puzzle and its instances, by its word on the command line, or a puzzle of your own.

    >>> sudoku = pb.puzzle("sudoku")
    >>> sudoku.load("norvig_easy50", number=7).name
    'norvig_easy50 #7'
    """
    if not isinstance(word, str | Puzzle):
        raise InputError(f"word is {shown(word)}; the word of a puzzle, or a puzzle of your own, is expected")
    return InstanceSet(load_puzzle(word) if isinstance(word, str) else word)


@checked
def puzzles() -> list[InstanceSet]:
    """The puzzles there are, as ``puzzle`` gives each; those of other packages that cannot be loaded are left out.

    >>> [one.name for one in pb.puzzles()]
    ['grecian', 'sudoku', 'cubes', 'cover', 'dealing']
    """
    found: Listing[InstanceSet] = Listing()
    for name in puzzle_names():
        try:
            found.append(puzzle(name))
        except BrokenPlugin:  # the command says of what kind, where it is asked for by name
            continue
    return found


@checked
def backends() -> list[BackendEntry]:
    """The backends there are, each with what is missing here where it cannot be used.

    >>> [one.name for one in pb.backends() if one.is_available and one.name.endswith("backtracking")]
    ['backtracking']
    """
    return Listing(map(_entry, [*backend_names(), *BY_NAME]))


def _entry(name: str) -> BackendEntry:
    try:
        backend, _ = load_backend(name)
        return BackendEntry(name, backend.summary, backend.variants, backend.missing(), backend.remark())
    except Exception as error:  # another package's code can fail in any way
        why = str(error) if isinstance(error, PuzzlebenchError) else in_one_line(error)
        return BackendEntry(name, "of another package", missing=why)
