"""Implications, equivalences, absolute values and maxima: what no kind of constraint states and a model lowers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from models.language.base import TEXT, Declared, Notation, refuse_equivalence


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Implication(Declared):
    """If ``premise``, a literal or a comparison, is true, ``conclusion`` holds: one of these, or any constraint."""

    premise: Any
    conclusion: Any

    called: ClassVar[str] = "implication"

    def __eq__(self, other: object) -> NoReturn:
        refuse_equivalence(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.premise} ⇒ {self.conclusion}"


@dataclass(slots=True, eq=False, repr=False)
class Equivalence(Declared):
    """That two literals or comparisons are true together or false together, or with ``equal`` False that one is true.

    Its truth value tells whether they are (or, for ``!=``, are not) one and the same, as OR-Tools does it:
    sets, dictionaries, ``in`` and the comparison of tuples need that. So Python accepts ``a == b or c == d`` and keeps
    only one of the two; ``Model.add`` refuses one whose truth value has been asked for.
    """

    left: Any
    right: Any
    equal: bool = True
    asked: bool = False

    called: ClassVar[str] = "comparison of literals"

    def __bool__(self) -> bool:
        self.asked = True
        same: bool = self.left.is_same(self.right)
        return same is self.equal

    def __invert__(self) -> Equivalence:
        return Equivalence(self.left, self.right, not self.equal)

    def __eq__(self, other: object) -> NoReturn:
        refuse_equivalence(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.left} {'⇔' if self.equal else '⇎'} {self.right}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AbsoluteValue(Declared):
    """What a linear expression is without its sign."""

    inside: Any

    called: ClassVar[str] = "absolute value"

    def value(self, assignment: Mapping[Any, int]) -> int:
        size: int = abs(self.inside.value(assignment))
        return size

    def scope(self) -> Iterator[Any]:
        yield from self.inside.scope()

    def written(self, notation: Notation) -> str:
        return f"|{self.inside.written(notation)}|"

    def __repr__(self) -> str:
        return self.written(TEXT)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Greatest(Declared):
    """The greatest of several linear expressions."""

    parts: tuple[Any, ...]

    called: ClassVar[str] = "maximum"

    def value(self, assignment: Mapping[Any, int]) -> int:
        greatest: int = max(part.value(assignment) for part in self.parts)
        return greatest

    def scope(self) -> Iterator[Any]:
        for part in self.parts:
            yield from part.scope()

    def written(self, notation: Notation) -> str:
        return f"{notation.word('max')}({', '.join(part.written(notation) for part in self.parts)})"

    def __repr__(self) -> str:
        return self.written(TEXT)
