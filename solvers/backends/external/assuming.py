"""Searches by a solver that is asked again and again, each time under what it is to assume.

Whatever is to hold in some searches only, as a given, an assumption or that an answer is not to come again, stands
under a *head*, a Boolean of the solver; a search assumes the heads it needs, and retires its own at its end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Sequence
from typing import Any

from models.language.model import Assignment, Givens, IntVar, Literal, Model
from solvers.core.backend import Assignments, Clock, Search, Settings

Head = Any


class Hopeless(Exception):
    """The solver has found that there is no answer, and hears no more of it."""


class AssumingSearch(Search):
    """A model in such a solver."""

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model)
        self._settings = settings
        self._solves = 0
        self._asked: list[tuple[Literal, Head]] = []
        self._contradicts = False
        self._reset()

    def effort(self) -> dict[str, int]:
        return {"solves": self._solves}

    # What a solver says; everything but ``contradicts`` may raise ``Hopeless``

    @abstractmethod
    def contradicts(self, givens: Givens, assumptions: Sequence[Literal]) -> bool:
        """Whether these leave no answer, as can be seen without the solver, which need not hear of it."""

    @abstractmethod
    def head(self, literal: Literal) -> Head:
        """The head under which ``literal`` holds; it has values."""

    @abstractmethod
    def new_head(self) -> Head:
        """A new Boolean."""

    @abstractmethod
    def find(self, heads: Sequence[Head]) -> Assignment | None:
        """An answer in which the heads are true, None when there is none; each call of the solver is counted."""

    @abstractmethod
    def demand_better(self, assignment: Assignment, head: Head) -> None:
        """Where the head is true, the objective beats what it comes to here."""

    @abstractmethod
    def forbid(self, assignment: Assignment, decisions: Sequence[IntVar], head: Head) -> None:
        """Where the head is true, one of ``decisions``, of which there is one, has another value than here."""

    @abstractmethod
    def retire(self, head: Head) -> None:
        """A head is never true again."""

    @abstractmethod
    def blamed(self) -> Container[Head]:
        """After nothing was found: heads that cannot all be true."""

    # What is made of it

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        try:
            heads = self._begin(givens, assumptions)
            if heads is None:
                return True
            heads.append(selector := self.new_head())
        except Hopeless:
            return True
        decisions = [var for var in self.model.projection if var not in givens]
        try:
            while (assignment := self.find(heads)) is not None:
                yield assignment
                if self.model.objective is not None:
                    self.demand_better(assignment, selector)
                elif decisions:
                    self.forbid(assignment, decisions, selector)
                else:
                    break
            return True
        except Hopeless:
            return True
        finally:
            self.retire(selector)

    def _begin(self, givens: Givens, assumptions: Sequence[Literal]) -> list[Head] | None:
        self._solves, self._asked = 0, []
        self._contradicts = self.contradicts(givens, assumptions)
        if self._contradicts:
            return None
        heads = [self.head(var == value) for var, value in givens.items()]
        self._asked = [(literal, self.head(literal)) for literal in assumptions]
        return heads + [head for _, head in self._asked]

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        """What the solver blames, where it finds nothing under that alone either."""
        if self._contradicts:
            return None
        blamed = self.blamed()
        core = tuple(literal for literal, head in self._asked if head in blamed)
        for _ in self._assuming({}, core, Clock(None)):
            return None
        return core
