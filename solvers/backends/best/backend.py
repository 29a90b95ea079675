"""A portfolio: the backends that suit a model search it side by side, each in a process of its own.

Their answers are one stream, each answer once. The first that settles what was asked ends it, and the others are
killed. An answer of theirs that it did not find, or a better one, is a contradiction, and nothing is believed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import wait
from time import monotonic
from typing import Any
from weakref import finalize

from models.kit.names import listed
from models.language.model import Assignment, Givens, Literal, Model
from solvers.backends.default.choice import LEARNERS, choose
from solvers.core.backend import Assignments, Backend, Clock, Search, Settings, SolverFailed, WrongAnswer
from solvers.core.registry import load_backend
from solvers.workers.solver_process import POLL_SECONDS, SolverProcess

MAX_ANSWERS_AT_ONCE = 4_096


class Best(Backend):
    name = "best"
    summary = "two or three of the backends that suit the model side by side; the first to settle it counts"

    def unsupported_reason(self, model: Model) -> str | None:
        return None  # somebody takes it

    def _load(self, model: Model, settings: Settings) -> Search:
        choice = choose(model)
        words = dict.fromkeys([*choice.backends, *LEARNERS])
        room = 3 if (os.cpu_count() or 1) > 2 else 2
        return Portfolio(model, settings, [word for word in words if _takes(word, model)][:room], choice.rule)

    def version(self, variant: str = "") -> str:
        return "a portfolio"


@dataclass
class Member:
    """A backend at work in a process, which was ``asked`` for so many answers together.

    It has ``found`` these answers, or with an objective the least cost alone, and ``counted`` so many.
    """

    word: str
    remote: SolverProcess
    asked: int = 1
    found: set[Any] = field(default_factory=set)
    counted: int = 0


class Portfolio(Search):
    def __init__(self, model: Model, settings: Settings, words: Sequence[str], rule: str) -> None:
        super().__init__(model)
        self._settings, self._words = settings, words
        self._members: list[Member] = []
        finalize(self, _end_all, self._members)
        self._winner: Member | None = None
        self._size: dict[str, int] = {}
        self._effort: dict[str, int] = {}
        self._under_way: tuple[Givens, Sequence[Literal]] = {}, ()
        self._began = monotonic()
        self.rule = rule
        self.why = f"{listed(words)} were to search side by side, and none has settled it"
        self._start()

    def size(self) -> dict[str, int]:
        return self._size

    def effort(self) -> dict[str, int]:
        return self._effort

    def _reset(self) -> bool:
        _end_all(self._members)
        return True

    def _start(self) -> None:
        there = {member.word for member in self._members}
        for word in self._words:
            if word not in there:
                member = Member(word, SolverProcess())
                self._members.append(member)
                member.remote.load(partial(_load_word, word), self.model, self._settings)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._began, self._winner = monotonic(), None
        self._under_way = givens, assumptions
        self._start()
        objective, projection = self.model.objective, self.model.projection
        known: set[Any] = set()  # answers, or with an objective the least cost alone
        for member in self._members:
            member.found, member.asked = set(), 1
            member.remote.search(givens, assumptions, wanted=clock.wanted)
        try:
            for member, what, value in self._heard(clock):
                if what == "over" and value:
                    self._settle(member, known - member.found)
                    return True
                if what == "over" and value is not None:  # it gave up, which nobody asked it to
                    self._members.remove(member)
                    member.remote.end()
                    if not self._members:
                        return False
                    continue
                if what == "over":
                    member.asked = min(2 * member.asked, MAX_ANSWERS_AT_ONCE)
                    member.remote.ask("more", member.asked)
                    continue
                assignment: Assignment = dict(zip(self.model.variables, value, strict=True))
                if objective is None:
                    answer: Any = tuple([assignment[var] for var in projection])
                    member.found.add(answer)
                    is_new = answer not in known
                else:
                    answer = objective.cost.value(assignment)
                    member.found = {answer}
                    is_new = not known or answer < min(known)
                    known = set() if is_new else known
                if is_new:
                    known.add(answer)
                    self._credit(member, "answered")
                    yield assignment
            return False
        finally:
            self._end_busy()

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        self._start()  # whoever was ended with the search for the first answer
        for member in self._members:
            member.counted = 0
            member.remote.count_all(*self._under_way, most)
        reported = 0
        try:
            for member, what, value in self._heard(clock):
                if what == "counted":
                    member.counted += value
                    if member.counted > reported:
                        report(member.counted - reported)
                        reported = member.counted
                elif what == "over" and value is not None and member.remote.at_rest:
                    self._settle(member, reported - member.counted)
                    return bool(value)
            return False
        finally:
            self._end_busy()

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        if self._winner is None or self._winner not in self._members:
            return None
        self._winner.remote.ask("core")
        places = self._winner.remote.answer(Clock(None))
        return None if places is None else tuple(assumptions[place] for place in places)

    def _heard(self, clock: Clock) -> Generator[tuple[Member, str, Any], None, None]:
        while not clock.expired():
            ready = wait([member.remote.fileno() for member in self._members], POLL_SECONDS)
            for member in [member for member in self._members if member.remote.fileno() in ready]:
                try:
                    what, value = member.remote.receive()
                except SolverFailed as failure:
                    self._members.remove(member)
                    member.remote.end()
                    if not self._members:
                        raise SolverFailed(f"{member.word}: {failure}") from None
                    continue
                if what == "over" and isinstance(value, dict):  # it has loaded the model
                    member.remote.size = value
                    self._size = self._size or value
                    continue
                yield member, what, value
                if clock.expired():
                    return

    def _settle(self, member: Member, missed: Any) -> None:
        """Somebody has settled it; if it ``missed`` an answer of others, or a better one, nothing is believed."""
        if missed:
            raise WrongAnswer(
                f"model {self.model.name!r}: {member.word} claims to have found everything, but others found more"
            )
        self._winner = member
        self._credit(member, "settled it")

    def _credit(self, member: Member, what: str) -> None:
        self.backend, _ = load_backend(member.word)
        self._size, self._effort = dict(member.remote.size), dict(member.remote.effort)
        took = monotonic() - self._began
        self.why = f"{listed(self._words)} searched side by side; {member.word} {what} first, after {took:.2f} s"

    def _end_busy(self) -> None:
        """Kill those that are still at work; who is at rest may be asked again."""
        for member in [member for member in self._members if not member.remote.at_rest]:
            self._members.remove(member)
            member.remote.end()


def _end_all(members: list[Member]) -> None:
    while members:
        members.pop().remote.end()


def _takes(word: str, model: Model) -> bool:
    backend, _ = load_backend(word)
    return not backend.missing() and backend.unsupported_reason(model) is None


def _load_word(word: str, model: Model, settings: Settings) -> Search:
    return load_backend(word)[0].load(model, settings)


BACKEND = Best()
