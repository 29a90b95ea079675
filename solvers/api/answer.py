"""Answers as the front door hands them out, of models and of puzzles' instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from sys import modules
from typing import TYPE_CHECKING, Any

from models.errors import PuzzlebenchError
from models.language.expressions import Assignment, Expression, IntVar, Literal
from models.language.model import Model
from solvers.core.backend import Outcome
from solvers.core.limits import Status, details_of

if TYPE_CHECKING:  # only named here
    from models.puzzle import Puzzle
    from solvers.core.record import Proof

MAX_SHOWN = 12  # so many variables are shown by an answer's ``repr``


class NotKnown(PuzzlebenchError):
    """A limit came before what was asked is known."""


@dataclass(frozen=True, repr=False)
class Answer:
    """An answer to a model or to a puzzle's instance; or that there is none, or that none is known.

    Of a model, ``answer[x]`` is the value of a variable or an expression, and whether a literal holds. Of an instance,
    ``answer.value`` is the answer in the puzzle's own terms, and ``print(answer)`` says what to do. An ``instance`` has
    a ``model`` too, the one it was stated as, and no ``assignment``.
    """

    status: Status
    objective: int | None
    outcome: Outcome
    model: Model | None = None
    assignment: Assignment | None = None
    instance: Any = None
    value: Any = None
    proof: Proof | None = None

    @property
    def proved(self) -> bool:
        """Whether there is nothing beyond: no other answer was left to look for, or no better one."""
        return self.outcome.complete

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def __getitem__(self, what: IntVar | Literal | Expression) -> int:
        if self.assignment is None:
            why = "use its value" if self.instance is not None and self else self._ending()
            raise PuzzlebenchError(f"this answer has no values of variables: {why}")
        if not isinstance(what, Expression):
            raise PuzzlebenchError(f"{what!r} has no value here; a variable, a literal or a sum of them has")
        if isinstance(what, IntVar) and what not in self.assignment:
            raise PuzzlebenchError(f"{what!r} is no variable of model {self.model.name if self.model else ''!r}")
        return what.holds(self.assignment) if isinstance(what, Literal) else what.as_sum().value(self.assignment)

    def __repr__(self) -> str:
        return f"<{self.status.value}: {'; '.join(self._told())}>"

    def __str__(self) -> str:
        if self.instance is None:
            return repr(self)
        return puzzle_of(self.instance).render(self.instance, self.value)

    def svg(self) -> str:
        if self.instance is None:
            raise PuzzlebenchError("a model has no picture; a puzzle's instance has")
        return puzzle_of(self.instance).drawing.picture(self.instance, self.value)

    def _repr_html_(self) -> str:
        from html import escape  # brings the names of all characters along, which most scripts do without

        from models.kit.svg import figure  # only a notebook asks for it

        if self.instance is not None:
            return figure(f"{puzzle_of(self.instance).title}: {self.instance.name}", self.svg())
        rows = "".join(f"<tr><th>{escape(str(var.name))}</th><td>{value}</td></tr>" for var, value in self._projected())
        return (
            f"<table><caption>{escape(repr(self))}</caption>{rows}</table>" if rows else f"<p>{escape(repr(self))}</p>"
        )

    def _projected(self) -> list[tuple[IntVar, int]]:
        values = self.assignment or {}
        return [(var, values[var]) for var in self.model.projection if var in values] if self.model else []

    def _told(self) -> Iterator[str]:
        if self.instance is not None:
            yield f"{puzzle_of(self.instance).name} {self.instance.name}"
        elif self:
            values = [f"{var.name} = {value}" for var, value in self._projected()[:MAX_SHOWN]]
            more = len(self._projected()) - len(values)
            yield ", ".join(values) + (f" and {more:,} more" if more > 0 else "")
        elif self.model:
            yield self.model.name
        if self.objective is not None:
            yield f"objective {self.objective}" + (", proved the best" if self.proved else "")
        if not self:
            yield self._ending()

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
    raise PuzzlebenchError(f"{type(instance).__name__} is neither a model nor an instance of a puzzle")
