"""Generating puzzles: candidates drawn from random numbers, and judged by a solver that the generator does not know.

The verb ``generate`` asks a puzzle's :class:`Generator` for a specification, and the specification for candidates until
one has exactly one answer and is as hard as was asked. So that the same seed makes the same puzzles on every machine,
every random choice comes from the ``Random`` that is handed over, and none from the order of a set or a sum of floats;
and of the oracle a specification asks only what all backends answer alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from models.formulation import A, I
from models.grades import Grade
from models.options import PuzzleOption, Values

P = TypeVar("P")
I_contra = TypeVar("I_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


Size = int | tuple[int, ...]
"""How large an instance of a family is: a number, or where it has more than one measure all of them: ``5x4x12``."""


@dataclass(frozen=True)
class Family:
    """Instances that grow with their size, so that the cost of solving can be seen to grow."""

    make: Callable[[Any, int], Any]  # from a size and a seed; the same two give the same instance, everywhere
    about: str  # what a size is, for people
    measures: int = 1  # how many numbers a size written in full consists of


class UniquenessOracle(Protocol[I_contra, A_co]):
    """What may be asked while a candidate is made; every backend gives the same answers."""

    def counts(self, instances: Sequence[I_contra]) -> list[int]:
        """How many answers each has: 0, 1, or 2 where there are several; quickest for many of one shape."""

    def is_unique(self, instance: I_contra) -> bool:
        """Whether there is exactly one answer."""

    def only(self, instance: I_contra) -> A_co | None:
        """The only answer; None where there is none, or more than one."""


@dataclass(frozen=True)
class Candidate(Generic[I, A]):
    """A puzzle with its only answer, and what a person would want to know of it: ``24 clues``."""

    instance: I
    answer: A
    warnings: tuple[str, ...] = ()


class Specification(ABC, Generic[I, A]):
    """What is wanted of each puzzle, and how one is tried."""

    tries: int = 1_000  # candidates that are made for one puzzle before it is given up

    @property
    def judges(self) -> Sequence[str]:
        """The backends that are asked, the first that is installed; the next one confirms."""
        return ("kernel", "sat", "cpsat", "backtracking")

    @property
    def is_graded(self) -> bool:
        """Whether a puzzle is graded, by a page of deductions, where no difficulty is asked for."""
        return True

    @property
    def has_number(self) -> bool:
        """Whether such puzzles have a place on the scale of their generator."""
        return True

    def aimed(self, least: float, most: float) -> Specification[I, A]:
        """A specification of candidates that are changed towards so much on their generator's scale, where that can be.

        Raises:
            InputError: when nothing so specified is so hard, or so easy.
        """
        return self

    @abstractmethod
    def candidate(self, name: str, random: Random, ask: UniquenessOracle[I, A]) -> Candidate[I, A] | str:
        """A puzzle called ``name`` with exactly one answer; or why not: "990 of 1,000 candidates have two answers"."""


class Generator(ABC, Generic[I, A]):
    """How new puzzles of a kind are made, and written into files."""

    options: ClassVar[Sequence[PuzzleOption]] = ()  # what can be specified beside the size: ``--clues N``
    sizes: ClassVar[str]  # what a size is, for people, with the default
    suffix: ClassVar[str]  # how a file's name ends: ``.toml``
    shares_files: ClassVar[bool] = False  # whether a file can hold many, one after the other
    grades: ClassVar[Sequence[str]] = ()  # the words of ``grade``, the easiest first; without any, ``explain`` grades
    scale: ClassVar[str] = ""  # what the numbers of ``number`` are, for people; empty where there are none
    span: ClassVar[tuple[float, float]] = (0.0, 0.0)  # the least and the greatest of those that can be asked for
    tables: ClassVar[str] = ""  # how a file's name ends that holds many TOML ones, each as JSON on a line
    families: ClassVar[Mapping[str, Family]] = {}  # instances that grow with their size, by name

    @abstractmethod
    def specification(self, size: str, values: Values) -> Specification[I, A]:
        """What is wanted, of the size and the ``options`` as they were typed; an InputError where that cannot be."""

    def ending(self, specification: Specification[I, A]) -> str:
        """How the names of the files end; ``suffix``, where that is the same for all."""
        return self.suffix

    def holds_many(self, specification: Specification[I, A]) -> bool:
        """Whether a file can hold many; ``shares_files``, where that is the same for all."""
        return self.shares_files

    @abstractmethod
    def write(self, instance: I, comments: Sequence[str]) -> str:
        """A file that reads back as ``instance``, with ``comments``, lines of text, as its header."""

    def answer_line(self, instance: I, answer: A) -> str | None:
        """The answer on one line, for the header; None where the puzzle's own compact form or JSON will do."""
        return None

    def grade(self, instance: I) -> str:
        """How hard it is: one of ``grades``, and after a colon why; empty where it cannot tell, and ``explain`` can."""
        raise NotImplementedError

    def graded(self, instance: I) -> Grade | None:
        """How hard it is on the ``scale``, quicker than ``explain`` says it; None where it has no place on that."""
        return None
