"""A puzzle and its instances: those that come with it, those in files, those typed in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.kit.names import hint
from models.kit.source import is_address
from models.puzzle import Puzzle
from models.registry import find_instance, instance_names, instances_in
from solvers.api.arguments import check
from solvers.core.request import Request, nth_instance, open_work


@dataclass(frozen=True, repr=False)
class InstanceSet:
    """A puzzle with its instances.

    Where a puzzle has options of its own on the command line, they are given by name here:
    ``pb.puzzle("dealing").typed(stacks=4, leftovers="0 ? 2 1")``.
    """

    puzzle: Puzzle[Any, Any]

    @property
    def name(self) -> str:
        return self.puzzle.name

    @property
    def summary(self) -> str:
        return self.puzzle.summary

    @property
    def names(self) -> list[str]:
        return instance_names(self.puzzle)

    def load(self, name: str = "", number: int = 1, **options: object) -> Any:
        """An instance that comes with the puzzle, or the default one; ``number`` says which one of a file of many."""
        check(name=name, number=number)
        request = Request(instances=(str(name),) if name else (), own=tuple(self._own(options).items()))
        return nth_instance(open_work(self.puzzle, request), number)

    def read(self, path: str | Path, number: int = 1, **options: object) -> Any:
        """The instance in a file of yours, or at an address; ``number`` says which one of many."""
        check(path=path)
        if not is_address(str(path)) and not Path(path).exists():
            raise InputError("there is no such file", path)
        return self.load(str(path), number, **options)

    def every(self, name: str | Path, **options: object) -> Iterator[Any]:
        """All instances of a file, lazily; at a bad one, its error is raised."""
        check(name=name)
        own, known = self._own(options), self.puzzle.instances
        found = [known[str(name)]] if str(name) in known else None
        for item in found or instances_in(self.puzzle, find_instance(self.puzzle, str(name))):
            if isinstance(item, InputError):
                raise item
            yield self.puzzle.with_options(item, own)

    def typed(self, text: str = "", **options: object) -> Any:
        """An instance typed in full: ``text`` is what the puzzle's first option of its own takes."""
        check(text=text)
        texts = [option.name for option in self.puzzle.options if option.kind == "text"]
        if text and texts:
            options = {texts[0]: text, **options}
        own = self._own(options)
        typed = self.puzzle.typed(own)
        if typed is None:
            raise InputError(f"that makes no instance of {self.puzzle.name} by itself; load or read one")
        return self.puzzle.with_options(typed, own)

    def __repr__(self) -> str:
        return f"<puzzle {self.puzzle.name}: {self.puzzle.summary}>"

    def _own(self, options: dict[str, object]) -> dict[str, str | bool]:
        known = [option.name for option in self.puzzle.options]
        named = {name.replace("_", "-"): value for name, value in options.items()}
        for name in named:
            if name not in known:
                instead = hint(name, known, f"it has {', '.join(known) or 'none'}")
                raise InputError(f"{self.puzzle.name} has no option {name!r}; {instead}")
        return {name: value if value is True else str(value) for name, value in named.items() if value}
