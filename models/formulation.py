"""A formulation: one way of saying a puzzle as a model, and what its variables mean to people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from models.language.model import Assignment, Givens, IntVar, Key, Literal, Model
from models.plugins import imported

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Derivation, Proposal, Snapshot


class NamedInstance(Hashable, Protocol):
    """What every instance has, whatever the puzzle: a name, and equality by value."""

    @property
    def name(self) -> str:
        """What the instance is called when it is printed."""


I = TypeVar("I", bound=NamedInstance)  # noqa: E741 - I for instance, A for answer, throughout
A = TypeVar("A", bound=Hashable)


class Formulation(ABC, Generic[I, A]):
    """One way of saying a puzzle as a model.

    It is declared from one instance and serves every instance of the same shape
    (``Puzzle.shape``): what differs between those goes into the givens.

    Attributes:
        background: the keys of rules that only say what is plain to see on the table; explanations
            use them without a word, and no conflict is blamed on them.
        landmarks: variables besides those of the projection that people know by name, for explanations.
    """

    model: Model  # the structure, without any instance's givens
    background: Collection[Key] = ()
    landmarks: Sequence[IntVar] = ()
    last_value: ClassVar[str] = "the only value left"  # when all values of a variable but one are ruled out
    uses_uniqueness: bool = False  # whether some of the techniques rest on there being one answer only
    propagates: ClassVar[bool] = True  # whether what one rule makes of one value is plain to see and needs no step
    gathers: ClassVar[bool] = False  # whether all that one rule takes away by a fact each, or by none, is one step
    row: Sequence[IntVar] = ()  # the variables whose values the bytes of :class:`Rows` are, in their order

    @abstractmethod
    def __init__(self, instance: I, objective: str | None = None) -> None:
        """Declare the model; ``objective`` is one of the puzzle's ``objectives``, or None."""

    def givens(self, instance: I) -> Givens:
        """The values that ``instance`` fixes in advance."""
        return {}

    def in_row(self, instance: I) -> bytes:
        """The values that ``instance`` fixes in advance, a byte for each variable of ``row``, 0 where it is open."""
        givens = self.givens(instance)
        return bytes(givens.get(var, 0) for var in self.row)

    @abstractmethod
    def decode(self, instance: I, assignment: Assignment) -> A:
        """The answer that ``assignment`` stands for, in the puzzle's own terms."""

    def value_name(self, var: IntVar, value: int) -> str:
        """What ``value`` of a variable is called in the puzzle: a colour, a symbol."""
        return str(value)

    def fact(self, fact: Literal) -> str:
        """That a variable has a value, or that it has not; a Boolean one is so or is not."""
        from models.deductions import taken_away  # only explanations speak of facts

        var = fact.var
        if var.is_boolean:
            return var.name if fact.values == {1} else f"not {var.name}"
        if len(fact.values) == 1:
            return f"{var.name} = {self.value_name(var, *fact.values)}"
        return f"{var.name} ≠ {self.value_name(var, taken_away(fact))}"

    def techniques(self, snapshot: Snapshot, names: Collection[str] | None = None) -> Iterator[Proposal]:
        """What people who know the puzzle would see at ``snapshot``, by techniques with names, the easiest first.

        With ``names`` of steps by those alone, be they usual or not (``Puzzle.techniques``).
        """
        return iter(())

    def derivations(
        self, rule: Key, known: Sequence[Literal], new: Sequence[Literal], besides: Sequence[Literal] = ()
    ) -> Sequence[Derivation]:
        """How to see that one rule, with what is ``known``, makes ``new`` facts; nothing where that is plain to see.

        ``besides`` are facts that were found before and are not needed.
        """
        return ()


class Rows(ABC, Generic[I]):
    """Instances of one shape that follow each other in a file, kept as rows of bytes and never taken apart one by one.

    A byte is 0 where nothing is given, else the value; ``Formulation.row`` says of which variable. A puzzle may read
    its plainest files so (``Puzzle.read_many``), and a search that takes batches gets the rows as they are. What
    ``Puzzle.warnings`` says is the same for all of them.
    """

    @abstractmethod
    def __len__(self) -> int:
        """How many instances these are; at least one."""

    @abstractmethod
    def __getitem__(self, place: int) -> I:
        """The instance at ``place``, as ``Puzzle.read`` tells it."""

    @abstractmethod
    def before(self, place: int) -> Rows[I]:
        """Those before ``place``, which is neither the first nor behind the last."""

    @abstractmethod
    def after(self, place: int) -> Rows[I]:
        """Those from ``place`` on."""

    @abstractmethod
    def givens(self) -> bytes:
        """The rows one after the other."""

    @abstractmethod
    def written(self, answers: bytes) -> list[str]:
        """Each of these answers, rows of values one after the other, as ``Puzzle.compact`` writes it."""

    @abstractmethod
    def as_json(self, answers: bytes) -> list[str]:
        """Each of these answers, rows of values one after the other, as JSON text of what ``Puzzle.as_json`` tells."""

    @abstractmethod
    def names(self) -> list[str]:
        """The name of each instance."""

    @abstractmethod
    def labels(self) -> list[str]:
        """Of each instance its ``Puzzle.label``."""

    @abstractmethod
    def given(self) -> list[str]:
        """Of each instance what ``Puzzle.given`` writes."""


class Shown:
    """Mixed into an instance, this makes notebooks show it; ``puzzle_name`` is the word that the registry knows."""

    puzzle_name: ClassVar[str]

    def _repr_svg_(self) -> str:
        picture: str = self._puzzle.drawing.picture(self)
        return picture

    def _repr_html_(self) -> str:
        caption = f"{self._puzzle.title}: {getattr(self, 'name', '')}"
        figure: str = imported("models.kit.svg:figure")(caption, self._repr_svg_())
        return figure

    @property
    def _puzzle(self) -> Any:
        return imported("models.registry:load_puzzle")(self.puzzle_name)  # only a notebook asks for it
