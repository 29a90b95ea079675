"""What every puzzle provides, so that all verbs can treat all puzzles alike.

A puzzle defines an instance (the numbers printed on the thing in the box), an answer (what a person does with it), one
or several formulations, and one :class:`Puzzle` object called ``PUZZLE`` that ties them together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from models.errors import InputError
from models.formulation import A, Formulation, I, Rows
from models.kit.names import hint, shown
from models.language.model import IntVar, Key
from models.options import PuzzleOption, Values
from models.plugins import imported

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Conflict, KnownTechnique, Parts, Snapshot
    from models.drawing import Drawing
    from models.editing import Editing
    from models.generation import Family, Generator
    from models.mistakes import ErrorModel

__all__ = ["A", "Formulation", "I", "Puzzle"]


class Puzzle(ABC, Generic[I, A]):
    """A puzzle: how to read it, state it, judge an answer and show it to a person.

    Instances and answers are frozen, hashable and compared by value; two solutions are the same
    answer exactly when the decoded answers are equal.
    """

    name: ClassVar[str]  # the word on the command line
    title: ClassVar[str]  # the puzzle's name for people
    summary: ClassVar[str]  # what it asks, in one sentence
    formulations: ClassVar[Mapping[str, type[Formulation[Any, Any]]]]  # first the one to read and to explain by
    quickest: ClassVar[str] = ""  # the formulation that is solved the quickest, measured, where that is not the first
    default_instance: ClassVar[str]  # the name of the instance solved when none is named
    instances: ClassVar[Mapping[str, Any]] = {}  # those that stand in the puzzle's own code, by name; others are files
    objectives: ClassVar[Mapping[str, str]] = {}  # what ``--minimize`` can be given, each with a sentence
    options: ClassVar[Sequence[PuzzleOption]] = ()  # ``typed`` and ``with_options`` say what they do
    endings: ClassVar[Sequence[str]] = ()  # of files that hold nothing but instances, in lower case
    one_a_line: ClassVar[bool] = False  # whether a text file may list instances, one a line, with its name behind it

    techniques: ClassVar[Sequence[KnownTechnique]] = ()  # those with a name that explanations know, the easy ones first

    @property
    def instances_folder(self) -> Path:
        return Path(__file__).parent.parent / "instances" / self.name

    def state(self, instance: I, formulation: str = "", objective: str | None = None) -> Formulation[I, A]:
        """``instance`` in the formulation named, or in the default one; an InputError where there is no such one."""
        self.require(formulation, objective)
        return self.formulations[formulation or next(iter(self.formulations))](instance, objective)

    @property
    def by_speed(self) -> list[str]:
        """The formulations in the order in which they are tried where none is named, the quickest first."""
        return list(dict.fromkeys([self.quickest or next(iter(self.formulations)), *self.formulations]))

    def require(self, formulation: str = "", objective: str | None = None) -> None:
        """Raise an InputError where there is no formulation of this name, or no such objective."""
        named = ("formulation", formulation, self.formulations), ("objective", objective, self.objectives)
        for kind, asked, there_are in named:
            if asked and asked not in there_are:
                instead = hint(asked, there_are, f"it has {', '.join(there_are) or 'none'}")
                raise InputError(f"{self.name} has no {kind} {shown(asked)}; {instead}")

    @abstractmethod
    def read(self, path: Path) -> Iterator[I | InputError]:
        """The instances of a file, one by one and read lazily; a bad one comes as the error that describes it."""

    def looks_like(self, text: str) -> bool:
        """Return whether a file that begins with ``text`` is meant as an instance, be it a wrong one."""
        return False

    def read_many(self, path: Path) -> Iterator[I | InputError | Rows[I]]:
        """The instances of a file as ``read`` tells them, but many in a row as rows where that is quicker."""
        return self.read(path)

    @abstractmethod
    def check(self, instance: I, answer: A) -> str | None:
        """What is wrong with ``answer``, judged from the instance's numbers alone; None when it is right."""

    @abstractmethod
    def render(self, instance: I, answer: A | None = None) -> str:
        """The instance, or the answer, as text that a person can act on."""

    @abstractmethod
    def as_json(self, instance: I, answer: A) -> object:
        """The answer as JSON values, for machines."""

    def argument(self, instance: I, answer: A | None = None, conflict: Conflict | None = None) -> Sequence[str]:
        """How people who know the puzzle see that ``answer`` is the only one, or which there are, line by line.

        Or with a ``conflict``, why its parts clash; nothing where there is no such argument.
        """
        return ()

    def shape(self, instance: I) -> Hashable:
        """What instances must have in common to share one declared model; by default everything."""
        return instance

    def technique_example(self, technique: KnownTechnique) -> tuple[I, Formulation[I, A], Snapshot]:
        """A moment of solving an instance at which the technique shows a step."""
        raise LookupError(technique.name)

    def contradiction(self, instance: I) -> str | None:
        """A contradiction so plain that no search is needed to name it, in a sentence; or None."""
        return None

    def parts(self, instance: I, stated: Formulation[I, A]) -> Parts:
        """An instance taken apart, by default into givens and rules, so that some can be blamed if it is impossible."""
        from models.deductions import Parts, PuzzlePart, rules_of  # only where there is no answer

        facts = [var == value for var, value in stated.givens(instance).items()]
        givens = [PuzzlePart(("given", fact.var.index), f"{stated.fact(fact)} is given", (fact,)) for fact in facts]
        return Parts(stated.model, (*givens, *rules_of(stated.model, stated.background)))

    def never_spared(self, instance: I) -> Collection[Key]:
        """The rules that every instance of the kind has, so that nobody asks whether one of them is needed."""
        return ()

    def sort_key(self, instance: I, answer: A) -> Any:
        """What several answers are sorted by before they are shown; by default their JSON values, one by one."""
        return _sortable(self.as_json(instance, answer))

    def warnings(self, instance: I) -> Sequence[str]:
        """What a person should know about ``instance`` before believing an answer, each a sentence without its stop."""
        return ()

    def rules(self, instance: I) -> Sequence[str]:
        """What a person has to know to solve ``instance`` with a pencil, in whole sentences."""
        return (self.summary,)

    def asks_for(self, instance: I) -> str:
        """The objective that ``instance`` itself says is looked for; empty where it says nothing of the kind."""
        return ""

    def compact(self, instance: I, answer: A) -> str | None:
        """The answer on one line, for bulk output (a Sudoku's 81 characters); None where there is no such form."""
        return None

    def given(self, instance: I) -> str | None:
        """What is given, on one line, where a text file lists instances so (``one_a_line``); else None."""
        return None

    def label(self, instance: I) -> str:
        """What the input itself calls ``instance``; empty where it is called by its file and its number alone."""
        return str(getattr(instance, "name", ""))

    def candidates(
        self, instance: I, stated: Formulation[I, A], values: Mapping[IntVar, Collection[int]]
    ) -> str | None:
        """``instance`` as text with the ``values`` that variables may have; None where there is no such text."""
        return None

    # Capabilities, each in a module of its own that is imported when it is asked for; see ``lazy``

    @property
    def drawing(self) -> Drawing[I, A]:
        """What it looks like; by default a picture of its text."""
        from models.kit.text_picture import TextDrawing  # most runs draw nothing

        return TextDrawing(self.title, self.render)

    @property
    def editing(self) -> Editing[I, A]:
        """How it is entered and played on a page; by default as text, and value by value."""
        from models.kit.plain_editing import PlainEditing  # only a page asks for it

        return PlainEditing(self.name, self.instances, self.from_text)

    @property
    def error_model(self) -> ErrorModel[I, A]:
        """How it is copied wrongly; by default any given and any rule may have to be given up."""
        from models.kit.relaxed import RelaxedRules  # only a diagnosis asks for it
        from models.mistakes import ErrorModel  # as above

        return ErrorModel(lambda instance: RelaxedRules(instance, self.state(instance)))

    @property
    def generator(self) -> Generator[I, A] | None:
        """How new ones are made; None where nobody has said."""
        return None

    @property
    def families(self) -> Mapping[str, Family]:
        """Instances that grow with their size, by the name of the family; by default those of ``generator``."""
        return self.generator.families if self.generator else {}

    @property
    def links(self) -> Mapping[str, Callable[[I], str]]:
        """Links by which sites open an instance, each by the word that ``export --to`` knows it by."""
        return {}

    def typed(self, values: Values) -> I | None:
        """The instance typed in full through the puzzle's own options; or None. Raises InputError where it is none."""
        return None

    def from_text(self, text: str) -> I | None:
        """The instance that ``text`` is, written out where a name could stand; None when it looks like none."""
        return None

    def half_filled(self, instance: I, so_far: Any) -> I | None:
        """``instance`` with what a person has filled in as further givens; None where that is said otherwise.

        The same puzzle as it stands now is given written out, in a file (by its path or name) or as an instance.
        """
        return None

    def with_options(self, instance: I, values: Values) -> I:
        return instance


def lazy(where: str) -> Any:
    """A capability as a room declares it: the object that ``module:NAME`` names, imported when it is asked for."""
    return property(lambda puzzle: imported(where))


def _sortable(value: Any) -> Any:
    """JSON values as something that can be compared: nothing before numbers, then texts, then lists and tables."""
    if value is None:
        return (0,)
    if isinstance(value, bool | int | float):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    return (3, [_sortable(part) for part in (value.values() if isinstance(value, Mapping) else value)])
