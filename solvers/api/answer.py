"""Answers as the front door hands them out, of models and of puzzles' instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from sys import modules
from typing import TYPE_CHECKING, Any, NoReturn, overload

from models.errors import ModelError, PuzzlebenchError
from models.language.expressions import Assignment, Constraint, Expression, IntVar, Literal
from models.language.model import Model
from solvers.core.backend import Outcome
from solvers.core.limits import Status, details_of

if TYPE_CHECKING:  # only named here
    from models.puzzle import Puzzle
    from solvers.core.record import Proof

MAX_SHOWN = 12  # so many variables are shown by an answer's ``repr``
MAX_ROWS = 60  # and so many in a notebook


class NotKnown(PuzzlebenchError):
    """A limit came before what was asked is known."""


class NoValue(PuzzlebenchError, KeyError):
    """An answer was asked for the value of something that has none in it."""

    __str__ = Exception.__str__  # that of a KeyError quotes it


class Values(dict[str, int]):
    """The values of variables by their names."""

    def __call__(self, *what: object) -> NoReturn:
        raise NoValue("answer.value is a dictionary of all values; for the value of x write answer[x]")


@dataclass(frozen=True, repr=False, eq=False)
class Answer(Mapping[str, int]):
    """An answer to a model or to a puzzle's instance; or that there is none, or that none is known.

    ``answer[x]`` and ``answer["x"]`` are the value of a variable; ``answer[x + y]`` is that of a sum, and
    ``answer[x == 3]`` is whether a literal or a constraint holds; an array gives a list of values.
    As a dictionary it has the names and values of the variables that make up the answer.
    ``value`` is the answer in its own terms: that dictionary, or of an instance
    what its puzzle says, and ``print(answer)`` says what to do. ``objective`` is what the objective comes to, where
    there is one. ``model`` is what was searched: of an instance, the model that it was stated as.
    """

    status: Status
    objective: float | None
    outcome: Outcome
    model: Model | None = None
    assignment: Assignment | None = None
    instance: Any = None
    decoded: Any = None
    proof: Proof | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from models.language.synonyms import ANSWERS, no_attribute  # only a mistake asks for it

            raise no_attribute("an answer", name, ANSWERS)

    @property
    def value(self) -> Any:
        return self.decoded if self.instance is not None else Values(self) if self else None

    @property
    def proved(self) -> bool:
        """Whether there is nothing beyond: no other answer was left to look for, or no better one."""
        return self.outcome.complete

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    @overload
    def __getitem__(self, what: str | Expression | Constraint) -> int: ...
    @overload
    def __getitem__(self, what: list[Any] | tuple[Any, ...]) -> list[Any]: ...
    def __getitem__(self, what: Any) -> Any:
        if self.assignment is None or self.model is None:
            raise NoValue(f"this answer has no values of variables: {self._ending()}")
        if isinstance(what, str):
            what = self._named(what)
        if isinstance(what, IntVar) and what not in self.assignment:
            raise NoValue(f"{what!r} is no variable of model {self.model.name!r}")
        if isinstance(what, Literal | Constraint):
            return what.holds(self.assignment)
        if isinstance(what, list | tuple):
            return [self[one] for one in what]
        if not isinstance(what, Expression):
            raise NoValue(f"{what!r} has no value here; a variable or its name, a literal or a sum of them has")
        return what.as_sum().value(self.assignment)

    def __iter__(self) -> Iterator[str]:
        return (var.name for var, _ in self._projected())

    def __len__(self) -> int:
        return len(self._projected())

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, be it that there is none; a dictionary may be the other."""
        return not (isinstance(other, Answer) and self.status is not other.status) and super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def _named(self, name: str) -> IntVar:
        assert self.model is not None
        try:
            return self.model.variable(name)
        except ModelError as error:
            raise NoValue(str(error)) from None

    def __repr__(self) -> str:
        return f"<{self.status.value}: {'; '.join(self._told())}>"

    def __str__(self) -> str:
        if self.instance is None or not self:
            return repr(self)
        return puzzle_of(self.instance).render(self.instance, self.decoded)

    def svg(self) -> str:
        if self.instance is None:
            raise PuzzlebenchError("a model has no picture; a puzzle's instance has")
        return puzzle_of(self.instance).drawing.picture(self.instance, self.decoded)

    def _repr_html_(self) -> str:
        from html import escape  # brings the names of all characters along, which most scripts do without

        from models.kit.svg import figure  # only a notebook asks for it

        if self.instance is not None:
            ending = "" if self else f" – {self._ending()}"
            return figure(f"{puzzle_of(self.instance).title}: {self.instance.name}{ending}", self.svg())
        if not self or self.model is None:
            return f"<p>{escape(repr(self))}</p>"
        values = self._projected()
        rows = [f"<tr><th>{escape(var.name)}</th><td>{value}</td></tr>" for var, value in values[:MAX_ROWS]]
        if len(values) > MAX_ROWS:
            rows.append(f"<tr><th>…</th><td>and {len(values) - MAX_ROWS:,} more</td></tr>")
        caption = escape("; ".join([self.model.name, *self._told_of_objective()]))
        return f"<table><caption>{caption}</caption>{''.join(rows)}</table>"

    def _projected(self) -> list[tuple[IntVar, int]]:
        values = self.assignment or {}
        return [(var, values[var]) for var in self.model.projection if var in values] if self.model else []

    def _told(self) -> Iterator[str]:
        if self.instance is not None:
            yield f"{puzzle_of(self.instance).name} {self.instance.name}"
        elif self:
            values = [f"{var.name} = {value}" for var, value in self._projected()[:MAX_SHOWN]]
            more = len(self._projected()) - len(values)
            yield (", ".join(values) or "nothing to decide") + (f" and {more:,} more" if more > 0 else "")
        elif self.model:
            yield self.model.name
        yield from self._told_of_objective()
        if not self:
            yield self._ending()

    def _told_of_objective(self) -> Iterator[str]:
        if self.objective is not None:
            yield f"objective {self.objective}" + (", proved the best" if self.proved else "")

    def _ending(self) -> str:
        return "proved to have no answer" if self.proved else f"no answer yet ({details_of(self.outcome)})"


def puzzle_of(instance: Any) -> Puzzle[Any, Any]:
    """The puzzle of an instance: the one it names, or the ``PUZZLE`` of its module or of a package around that."""
    from models.puzzle import Puzzle  # models of one's own do without
    from solvers.core.registry import load_puzzle  # as above

    name = getattr(instance, "puzzle_name", None)
    if isinstance(name, str):
        return load_puzzle(name)
    module = type(instance).__module__
    while module:
        found = getattr(modules.get(module), "PUZZLE", None)
        if isinstance(found, Puzzle):
            return found
        module = module.rpartition(".")[0]
    if (files := modules.get("models.puzzle_file")) and (own := files.puzzle_with(instance)):  # one was opened
        return own  # type: ignore[no-any-return]
    of_it = getattr(instance, "puzzle", instance)
    if isinstance(of_it, Puzzle):
        raise PuzzlebenchError(f"{of_it.name} is a puzzle; load an instance of it: pb.puzzle({of_it.name!r}).load()")
    raise PuzzlebenchError(f"{type(instance).__name__} is neither a model nor an instance of a puzzle")
