"""What every puzzle provides, so that the command line can treat all of them alike.

A puzzle module defines an instance (the numbers printed on the thing in the box), an answer (what a
person does with it), one or several formulations, and one :class:`Puzzle` object called ``PUZZLE``
that ties them together. None of it knows a solver.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from models.deductions import Conflict, Moment, Part, Parts, Proposal, taken_away
from models.errors import InputError
from models.language.constraints import Key
from models.language.model import Assignment, Givens, IntVar, Literal, Model

if TYPE_CHECKING:
    from models.kit.motion import Motion
    from models.mistakes import Mistakes


class Named(Hashable, Protocol):
    """What every instance has, whatever the puzzle: a name, and equality by value."""

    @property
    def name(self) -> str:
        """What the instance is called when it is printed."""


I = TypeVar("I", bound=Named)  # noqa: E741 - I for instance, A for answer, throughout this module
A = TypeVar("A", bound=Hashable)


class Formulation(ABC, Generic[I, A]):
    """One way of saying a puzzle as a model.

    It is declared from one instance and serves every instance of the same shape
    (``Puzzle.shape``): what differs between those goes into the givens.

    Attributes:
        model: the structure, without any instance's givens.
        granted: the keys of rules that only say what is plain to see on the table; explanations
            use them without a word, and no conflict is blamed on them.
        waypoints: variables besides the decisions that people know by name, so that explanations may
            say what they come to on the way.
        last_value: what people call it when all values of a variable but one are ruled out.
    """

    model: Model
    granted: Collection[Key] = ()
    waypoints: Sequence[IntVar] = ()
    last_value: ClassVar[str] = "the only value left"

    @abstractmethod
    def __init__(self, instance: I, objective: str | None = None) -> None:
        """Declare the model; ``objective`` is one of the puzzle's ``objectives``, or None."""

    def givens(self, instance: I) -> Givens:
        """The values that ``instance`` fixes in advance."""
        return {}

    @abstractmethod
    def decode(self, instance: I, assignment: Assignment) -> A:
        """The answer that ``assignment`` stands for, in the puzzle's own terms."""

    def value_name(self, var: IntVar, value: int) -> str:
        """What ``value`` of a decision is called in the puzzle: a colour, a symbol."""
        return str(value)

    def fact(self, fact: Literal) -> str:
        """That a decision has a value, or that it has not; a Boolean one is so or is not."""
        var = fact.var
        if var.is_boolean:
            return var.name if fact.values == {1} else f"not {var.name}"
        if len(fact.values) == 1:
            return f"{var.name} = {self.value_name(var, *fact.values)}"
        return f"{var.name} ≠ {self.value_name(var, taken_away(fact))}"

    def techniques(self, moment: Moment) -> Iterator[Proposal]:
        """What people who know the puzzle would see at ``moment``, by techniques with names, the easiest first."""
        return iter(())

    def draw_moment(self, instance: I, moment: Moment) -> str | None:
        """An SVG picture of a moment of solving, the step's reason lit; None where there is no such picture."""
        return None


class Puzzle(ABC, Generic[I, A]):
    """A puzzle: how to read it, state it, judge an answer and show it to a person.

    Instances and answers are frozen, hashable and compared by value; two solutions are the same
    answer exactly when the decoded answers are equal.

    Attributes:
        name: the word on the command line.
        title: the puzzle's name for people.
        summary: what it asks, in one sentence.
        formulations: the ways of saying it, the default first.
        default_instance: the name of the file solved when none is named.
        objectives: what ``--minimize`` can be given, each with a sentence.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    formulations: ClassVar[Mapping[str, type[Formulation[Any, Any]]]]
    default_instance: ClassVar[str]
    objectives: ClassVar[Mapping[str, str]] = {}

    @property
    def instances_folder(self) -> Path:
        """Where the instance files that come with the puzzle are."""
        return Path(__file__).parent.parent / "instances" / self.name

    def state(self, instance: I, formulation: str = "", objective: str | None = None) -> Formulation[I, A]:
        """``instance`` in the formulation named, or in the default one.

        Raises:
            InputError: when there is no such formulation or objective.
        """
        self.require(formulation, objective)
        return self.formulations[formulation or next(iter(self.formulations))](instance, objective)

    def require(self, formulation: str = "", objective: str | None = None) -> None:
        """See to it that there is a formulation of this name, and such an objective, where they are asked for.

        Raises:
            InputError: when there is not.
        """
        for kind, asked, there_are in (
            ("formulation", formulation, self.formulations),
            ("objective", objective, self.objectives),
        ):
            if asked and asked not in there_are:
                raise InputError(f"{self.name} has no {kind} {asked!r}; it has {', '.join(there_are) or 'none'}")

    @abstractmethod
    def read(self, path: Path) -> Iterator[I | InputError]:
        """The instances of a file, one by one; a bad one comes as the error that describes it.

        Reading is lazy: a file of a million puzzles takes no more memory than one of ten.
        """

    @abstractmethod
    def check(self, instance: I, answer: A) -> str | None:
        """What is wrong with ``answer``, judged from the instance's numbers alone; None when it is right."""

    @abstractmethod
    def render(self, instance: I, answer: A | None = None) -> str:
        """The instance, or the answer, as text that a person can act on."""

    def draw(self, instance: I, answer: A | None = None) -> str:
        """The instance, or the answer, as an SVG picture; where a puzzle says nothing else, a picture of its text."""
        from models.kit.text_picture import picture

        return picture(f"{self.title}: {instance.name}", self.render(instance, answer)).svg()

    def draw_conflict(self, instance: I, stated: Formulation[I, A], conflict: Conflict) -> str | None:
        """An SVG picture of the instance with the parts of a conflict lit; None where there is no such picture."""
        return None

    def motion(self, instance: I, answer: A) -> Motion | None:
        """The way from the instance to the answer as a picture in motion; None where nothing moves."""
        return None

    @abstractmethod
    def as_json(self, instance: I, answer: A) -> object:
        """The answer as JSON values, for machines."""

    def shape(self, instance: I) -> Hashable:
        """What instances must have in common to share one declared model; by default everything."""
        return instance

    def clash(self, instance: I) -> str | None:
        """A contradiction so plain that no search is needed to name it, in a sentence; or None."""
        return None

    def parts(self, instance: I, stated: Formulation[I, A]) -> Parts:
        """An instance taken apart, so that an impossible one can be blamed on some of its parts.

        By default every given and every rule of the formulation ``stated`` is a part of its own, but
        for the rules that are granted.
        """
        parts = [
            Part(("given", var.index), f"{stated.fact(fact)} is given", (fact,))
            for var, value in stated.givens(instance).items()
            for fact in (var == value,)
        ]
        rules: dict[Key, str] = {}
        for constraint in stated.model.constraints:
            rules.setdefault(constraint.rule, constraint.sentence)
        parts += [Part(key, name, (key,)) for key, name in rules.items() if key not in stated.granted]
        return Parts(stated.model, tuple(parts))

    def mistakes(self, instance: I) -> Mistakes[I, A]:
        """How ``instance`` may have been copied wrongly, stated anew each time; by default its givens and rules."""
        from models.kit.given_up import GivenUp

        return GivenUp(instance, self.state(instance))

    def rank(self, instance: I, answer: A) -> Any:
        """What several answers are sorted by before they are shown; by default their JSON values, one by one."""
        return _sortable(self.as_json(instance, answer))

    def remarks(self, instance: I) -> Sequence[str]:
        """What a person should know about ``instance`` before believing an answer, each a sentence without its stop."""
        return ()

    def untested(self, instance: I, answer: A) -> str | None:
        """What of ``instance`` may be wrong although ``answer`` is right, in a sentence; None where nothing can be."""
        return None

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options that only this puzzle has."""

    def arrange(self, instance: I, arguments: Namespace) -> I:
        """``instance`` as the puzzle's own options change it."""
        return instance

    def typed_instance(self, arguments: Namespace) -> I | None:
        """The instance typed in full on the command line through the puzzle's own options; or None.

        Raises:
            InputError: when what was typed makes no instance.
        """
        return None

    def compact(self, instance: I, answer: A) -> str | None:
        """The answer on one line, for bulk output (a Sudoku's 81 characters); None where there is no such form."""
        return None


def _sortable(value: Any) -> Any:
    """JSON values as something that can be compared: nothing before numbers, then texts, then lists and tables."""
    if value is None:
        return (0,)
    if isinstance(value, bool | int | float):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    return (3, [_sortable(part) for part in (value.values() if isinstance(value, Mapping) else value)])
