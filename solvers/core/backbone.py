"""Backbones: what all answers share, as the values that answers give each variable, told as they become known.

A value is open until an answer has it, or a search for an answer that has it finds none. Every answer met closes many
values at once. A search is asked for any of the open values of as many variables as it can be asked about at a time;
where there is no such answer, all of these variables are settled. That is the chunked algorithm of Janota, Lynce and
Marques-Silva ("Algorithms for computing backbones of propositional formulae", AI Communications 28, 2015), told of
integers. Where a search takes one literal at a time, it is plain search, variable by variable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from models.errors import PuzzlebenchError
from models.language.model import Assignment, Givens, IntVar, Literal
from solvers.core.backend import ENDLESS, NO_GIVENS, Clock, Limits, Outcome, Search
from solvers.core.limits import Status, status_of

MAX_LISTED_VALUES = 1_000
"""Of a variable that can have more values it is only found out whether all answers give it the same one."""


@dataclass(frozen=True, repr=False)
class SharedValues:
    """What answers give one variable: one value in all of them, or one of several; ``values`` are those met.

    ``settled`` where no answer gives it another, and ``listed`` unless there may be more values than are listed.
    """

    var: IntVar
    values: frozenset[int]
    settled: bool = True
    listed: bool = True

    @property
    def shared(self) -> int | None:
        """The value that every answer has; None where answers differ, or that is not known."""
        return next(iter(self.values)) if self.settled and len(self.values) == 1 else None

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        if self.shared is not None:
            return f"{self.var.name} = {self.shared}"
        more = "" if self.settled and self.listed else ", …"
        return f"{self.var.name} ∈ {{{', '.join(map(str, sorted(self.values)))}{more}}}"


class Backbone(Iterator[SharedValues]):
    """What all answers of a loaded model share under ``givens``: of each variable, as soon as it is settled.

    It is an iterator. What is asked of it besides goes through it to its end first, or to that of the clock. Ctrl-C is
    raised, and what is known by then can be asked for afterwards.
    """

    def __init__(
        self, search: Search, variables: Iterable[IntVar], givens: Givens = NO_GIVENS, clock: Clock = ENDLESS
    ) -> None:
        if search.model.objective is not None:
            named = f"model {search.model.name!r} has an objective"
            raise PuzzlebenchError(f"{named}: what all answers share, good ones and bad ones, is asked without one")
        self.search = search
        self.variables = tuple(dict.fromkeys(variables))
        self._givens = givens
        self._clock = clock
        self._met: dict[IntVar, set[int]] = {var: set() for var in self.variables}
        self._open: dict[IntVar, Set[int]] = {}
        self._answers = 0
        self._stopped: Outcome | None = None
        self._complete = False
        self._findings = self._search()

    def __next__(self) -> SharedValues:
        return next(self._findings)

    @property
    def outcome(self) -> Outcome:
        """How many answers were met, whether everything is known, and if not, why."""
        stopped = self._stopped or Outcome(stopped_by="" if self._complete else "interrupt")
        return Outcome(self._answers, self._complete, stopped.stopped_by, stopped.effort, stopped.failure)

    @property
    def status(self) -> Status:
        self._finish()
        return status_of(self.outcome)

    @property
    def complete(self) -> bool:
        """Whether everything is known, be it that there is no answer; else the clock or an interrupt came first."""
        self._finish()
        return self._complete

    @property
    def shared(self) -> dict[IntVar, int]:
        """The variables to which every answer gives the same value, with that value."""
        return {one.var: one.shared for one in self.found if one.shared is not None}

    @property
    def found(self) -> list[SharedValues]:
        """What is known of each variable; nothing where no answer is."""
        self._finish()
        return [self[var] for var in self.variables] if self._answers else []

    def __getitem__(self, var: IntVar) -> SharedValues:
        """What is known of one variable by now."""
        settled = self._answers > 0 and var not in self._open
        return SharedValues(var, frozenset(self._met[var]), settled, len(var.domain) <= MAX_LISTED_VALUES)

    def not_excluded(self, var: IntVar) -> Collection[int]:
        """The values that, by what is known by now, some answer may have."""
        return self._met[var] | self._open.get(var, set()) if self._answers else var.domain

    def __repr__(self) -> str:
        settled = [var for var in self.variables if self._answers and var not in self._open]
        shared = sum(self[var].shared is not None for var in settled)
        return f"<{len(settled)} of {len(self.variables)} variables settled, {shared} of them shared>"

    def _finish(self) -> None:
        for _ in self._findings:
            pass

    def _search(self) -> Iterator[SharedValues]:
        first = self._answer(())
        if first is not None:
            yield from self._begin(first)
        while self._open and self._stopped is None:
            asked = list(islice(self._open, self.search.alternatives))
            answer = self._answer([var.is_in(self._open[var]) for var in asked])
            if answer is not None:
                yield from self._meet(answer)
            elif self._stopped is None:
                for var in asked:
                    del self._open[var]
                yield from map(self.__getitem__, asked)
        self._complete = self._stopped is None

    def _answer(self, any_of: Sequence[Literal]) -> Assignment | None:
        """An answer in which one of these literals holds, or any; None where there is none, or the search stopped."""
        limits = Limits(seconds=self._clock.remaining(), solutions=1)
        if len(any_of) == 1:
            solutions = self.search.solutions(self._givens, limits, any_of)
        elif any_of:
            solutions = self.search.any_of(any_of, self._givens, limits)
        else:
            solutions = self.search.solutions(self._givens, limits)
        answer = next(solutions, None)
        self._answers += answer is not None
        if answer is None and not solutions.outcome.complete:
            self._stopped = solutions.outcome
            if self._stopped.stopped_by == "interrupt":
                raise KeyboardInterrupt
        solutions.close()
        return answer

    def _begin(self, first: Assignment) -> Iterator[SharedValues]:
        for var in self.variables:
            value = first[var]
            self._met[var].add(value)
            others = (var != value).values
            if others and var not in self._givens:
                self._open[var] = others if len(var.domain) > MAX_LISTED_VALUES else set(others)
        yield from (self[var] for var in self.variables if var not in self._open)

    def _meet(self, answer: Assignment) -> Iterator[SharedValues]:
        for var in list(self._open):
            value, left = answer[var], self._open[var]
            if value not in left:
                continue
            self._met[var].add(value)
            if isinstance(left, set):
                left.remove(value)
            if not left or not isinstance(left, set):
                del self._open[var]
                yield self[var]
