"""Clauses by the million, kept as numbers: each is made into a constraint when it is looked at.

A clause of three literals takes some 25 bytes in this way, and 300 as a :class:`Clause`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar, overload

from models.language.base import Owner
from models.language.constraints import Clause
from models.language.expressions import Assignment, Constraint, IntVar, Literal

_BOOLEAN = range(2)


T = TypeVar("T")


class _Places(Sequence[T]):
    def _at(self, place: int) -> T:
        raise NotImplementedError

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        places = range(len(self))[place]
        return self._at(places) if isinstance(places, int) else list(map(self._at, places))


@dataclass(eq=False, repr=False)
class Clauses(_Places[Clause]):
    """Clauses over Boolean variables, written as DIMACS writes them: what ``Model.add_clauses`` is given."""

    variables: Sequence[IntVar]
    numbers: array[int]
    places: Sequence[int]
    word: str

    def __reduce__(self) -> Any:
        return Clauses, (self.variables, self.numbers, self.places, self.word)

    def complaint(self, model: Owner) -> str | None:
        for var in self.variables:
            if not isinstance(var, IntVar) or var.model is not model or var.domain != _BOOLEAN:
                return f"{var} is not a Boolean variable of it, and clauses kept as numbers have no other"
        numbers = self.numbers
        if numbers.count(0) != len(self.places) or (numbers and numbers[-1] != 0):
            return "each of the clauses kept as numbers needs a 0 at its end and a place"
        if numbers and max(max(numbers), -min(numbers)) > len(self.variables):
            return f"clauses kept as numbers name more than {len(self.variables)} variables"
        return None

    def __len__(self) -> int:
        return len(self.places)

    def _at(self, place: int) -> Clause:
        start = self._ends[place - 1] + 1 if place else 0
        return self._clause(self.numbers[start : self._ends[place]], place)

    def __iter__(self) -> Iterator[Clause]:
        return (self._clause(numbers, place) for place, numbers in enumerate(self.split()))

    def split(self) -> Iterator[array[int]]:
        numbers, start = self.numbers, 0
        for end in self._ends:
            yield numbers[start:end]
            start = end + 1

    def first_broken(self, assignment: Assignment) -> Clause | None:
        true = {number if assignment[var] else -number for number, var in enumerate(self.variables, 1)}
        broken = (place for place, numbers in enumerate(self.split()) if true.isdisjoint(numbers))
        return next((self[place] for place in broken), None)

    def _clause(self, numbers: array[int], place: int) -> Clause:
        return Clause(tuple(map(self._literals.__getitem__, numbers)), key=(self.word, self.places[place]))

    @cached_property
    def _ends(self) -> array[int]:
        """Where the 0 of each clause stands."""
        ends, end, index = array("Q"), -1, self.numbers.index
        for _ in self.places:
            end = index(0, end + 1)
            ends.append(end)
        return ends

    @cached_property
    def _literals(self) -> list[Any]:
        """What each number says: the literals of 1, 2, … from the front and those of −1, −2, … from the back."""
        true, false = frozenset((1,)), frozenset((0,))
        positive = [Literal(var, true) for var in self.variables]
        return [None, *positive, *(Literal(var, false) for var in reversed(self.variables))]


class Constraints(_Places[Constraint], MutableSequence[Constraint]):
    """The constraints of a model that has very many clauses: those, and lists of the others, in their order."""

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self.blocks: list[list[Constraint] | Clauses] = [list(constraints)]

    def add_block(self, clauses: Clauses) -> None:
        self.blocks += clauses, []

    def __len__(self) -> int:
        return sum(map(len, self.blocks))

    def __iter__(self) -> Iterator[Constraint]:
        return chain.from_iterable(self.blocks)

    def _at(self, place: int) -> Constraint:
        for block in self.blocks:
            if place < len(block):
                return block[place]
            place -= len(block)
        raise IndexError(place)

    def __setitem__(self, place: int | slice, value: Any) -> None:
        self._spelt_out()[place] = value

    def __delitem__(self, place: int | slice) -> None:
        del self._spelt_out()[place]

    def insert(self, index: int, value: Constraint) -> None:
        if index == len(self):
            self.append(value)
        else:
            self._spelt_out().insert(index, value)

    def possibly_broken(self, assignment: Assignment) -> Iterator[Constraint]:
        """What may be broken by ``assignment``: of clauses kept as numbers the first that is, and all the others."""
        for block in self.blocks:
            if isinstance(block, Clauses):
                broken = block.first_broken(assignment)
                yield from () if broken is None else (broken,)
            else:
                yield from block

    def append(self, value: Constraint) -> None:
        last = self.blocks[-1]
        assert isinstance(last, list)
        last.append(value)

    def _spelt_out(self) -> list[Constraint]:
        """All of them as one list, since clauses that are kept as numbers cannot be changed one by one."""
        if len(self.blocks) > 1:
            self.blocks = [[*self]]
        (spelt_out,) = self.blocks
        assert isinstance(spelt_out, list)
        return spelt_out
