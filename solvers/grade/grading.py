"""The line of a puzzle that is graded: how hard it is, the hardest technique, and how many steps each technique takes.

The puzzle's own grading comes first, as it is much quicker, and is the same; what it knows nothing of is explained.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from models.grades import GRADE_WORDS
from solvers.core.limits import Status
from solvers.core.record import Result
from solvers.explain.wording import hardness, technique_name
from solvers.explain.work import explain
from solvers.render.json import Record, write_record
from solvers.run.bulk.forms import is_table
from solvers.run.bulk.lines import Line, Task, solver_of
from solvers.run.bulk.statuses import GRADED, OPEN, SEVERAL, UNGRADED

GRADE_COLUMNS = {
    "number": "which puzzle of the input, from 1",
    "name": "what the input calls it, or its id there",
    "puzzle": "what is given, on one line",
    "status": "graded, impossible (proved), several answers, stopped (a limit came first) or bad input",
    "grade": "how hard the hardest step is, in a word",
    "rating": "the same on the scale of Sudoku Explainer; empty where not every step has a place on it",
    "technique": "the technique of the hardest step",
    "steps": "how many steps each technique takes",
    "verdict": "all of it in a sentence; of bad input, what is wrong",
}
"""Those of a table of grades, in this order, and the keys of a record but for the first."""


@dataclass(frozen=True)
class GradedPuzzle:
    """What grading a puzzle came to; only with ``GRADED`` there is more than a sentence."""

    status: str
    sentence: str = ""
    word: str = ""
    rating: float | None = None
    technique: str = ""
    steps: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.status != GRADED:
            return self.sentence
        rating = "" if self.rating is None else f" {self.rating:.1f}"
        hardest = f", {self.technique}" if self.technique else ""
        return f"{self.word}{rating}{hardest}" + (f": {self.counts}" if self.steps else "")

    @property
    def counts(self) -> str:
        return ", ".join(f"{name} × {times}" for name, times in Counter(self.steps).most_common())

    def record(self, name: str, given: str | None) -> Record:
        return {
            "name": name,
            "puzzle": given,
            "status": self.status,
            "grade": self.word or None,
            "rating": self.rating,
            "technique": self.technique or None,
            "steps": self.steps,
            "verdict": str(self),
        }


def graded(result: Result[Any, Any], formulation: str, seconds: float | None) -> GradedPuzzle:
    """How hard a puzzle is of which a search for two answers came to ``result``; each may take so many seconds.

    Raises:
        KeyboardInterrupt: when that comes first.
    """
    puzzle, instance = result.puzzle, result.instance
    if result.unique is not True:
        status = SEVERAL if result.unique is False else result.status.word
        return GradedPuzzle(status, result.verdict)
    generator = puzzle.generator
    known = None if generator is None or formulation else generator.graded(instance)
    if known is not None:
        return GradedPuzzle(GRADED, "", known.word, known.number, known.technique, dict(known.steps))
    found = explain(puzzle, instance, formulation, seconds=seconds)
    if found.stopped_by == "interrupt":
        raise KeyboardInterrupt
    if found.stopped_by:
        return GradedPuzzle(OPEN, "the time limit came first")
    hardest = max(found.steps, key=lambda step: (hardness(step), step.number or 0), default=None)
    return GradedPuzzle(
        GRADED,
        "",
        found.grade.partition(":")[0] or GRADE_WORDS[0],
        found.number,
        technique_name(hardest, found.stated) if hardest else "",
        Counter(technique_name(step, found.stated) for step in found.steps),
    )


class GradeTask(Task):
    """Grading each puzzle of a file; it travels to worker processes."""

    @property
    def as_json(self) -> bool:
        return self.request.json or super().as_json

    @property
    def is_table(self) -> bool:
        return self.as_json  # what is printed as JSON has the keys of a table, too

    @property
    def columns(self) -> list[str]:
        return list(GRADE_COLUMNS) if is_table(self.request.output) else []

    @property
    def takes_rows(self) -> bool:
        return False

    @property
    def asked(self) -> dict[str, str]:
        return {"verb": "grade"}

    def line(self, instance: Any) -> Line:
        result = solver_of(self).solve(instance, self.limits, in_bulk=True)
        if result.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        puzzle, found = result.puzzle, graded(result, self.request.formulation, self.request.time_limit)
        tallied = UNGRADED if found.status in (SEVERAL, Status.IMPOSSIBLE.word) else found.status
        if self.as_json:
            given = puzzle.given(instance) if puzzle.one_a_line else None
            steps = {"steps": found.counts} if self.columns else {}  # a cell of a table holds a text
            return Line(write_record(found.record(self.called(instance), given) | steps), tallied)
        return Line(str(found) if found.status == GRADED else f"# {instance.name}: {found}", tallied)
