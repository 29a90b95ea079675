"""Which of the answers that a search comes upon are new; with an objective, which are better."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from models.language.model import Assignment, Model


class Distinct:
    """The answers so far by their projection, or with an objective how good the best of them is."""

    def __init__(self, model: Model) -> None:
        self._cost = None if model.objective is None else model.objective.cost
        self._projection = model.projection
        self._answers: set[tuple[int, ...]] = set()
        self._least: int | None = None

    def __len__(self) -> int:
        """How many distinct answers there are; none are kept with an objective."""
        return len(self._answers)

    def add(self, assignment: Assignment) -> bool:
        """Note an answer; whether it is new, or better than all before."""
        if self._cost is not None:
            cost = self._cost.value(assignment)
            if self._least is not None and cost >= self._least:
                return False
            self._least = cost
            return True
        before = len(self._answers)
        self._answers.add(tuple(map(assignment.__getitem__, self._projection)))
        return len(self._answers) > before

    def among(self, answers: Generator[Assignment, None, bool]) -> Generator[Assignment, None, bool]:
        """The new ones of ``answers``; returns whether these were complete."""
        with closing(answers):
            while True:
                try:
                    assignment = next(answers)
                except StopIteration as end:
                    return bool(end.value)
                if self.add(assignment):
                    yield assignment
