"""What is said of a walk to the answer, or of why there is none: as text, and as JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from models.deductions import Conflict, Step
from models.puzzle import Puzzle
from solvers.explaining.steps import Walk
from solvers.render.wording import Stated, called, fact_record, grade, reason_lines, refutation_record
from solvers.terminal.colour import Piece

CLASH = "bold red"


def step_text(number: int, step: Step, stated: Stated) -> list[Piece]:
    """One step: what is new, what the deduction is called, and below it the reason."""
    reasons = "".join(f"\n       {line}" for line in reason_lines(step, stated))
    fact, name = (stated.fact(step.fact), "bold green"), (called(step, stated), "cyan")
    return [(f"{number:3}. ", "dim"), fact, "    ", name, (reasons, "dim")]


def verdict_lines(walk: Walk, steps: Sequence[Step], stated: Stated) -> Iterator[str]:
    """How the walk ended: how many steps of which kind, what they prove, and how hard they were."""
    counts = Counter(called(step, stated) for step in steps)
    if steps:
        said = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
        yield f"{said}: {', '.join(f'{name} × {count}' for name, count in counts.most_common())}"
    if walk.unsettled:
        names = [var.name for var in walk.unsettled]
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        if not steps:
            yield "Nothing follows from the givens."
        yield f"There are several answers: nothing settles {shown}."
    elif steps:
        yield "This is the only answer, for every step was forced."
        yield f"difficulty: {grade(steps)}"
    else:
        yield "Nothing is left to find: what is given is the answer."


def conflict_text(conflict: Conflict, number: int) -> list[Piece]:
    """The parts that clash, a line for each."""
    size = len(conflict.parts)
    if not size:
        return [("There is no answer: the rules alone cannot hold together.", CLASH)]
    if size == 1:
        return [(f"Conflict {number}: this alone cannot be:", CLASH), f"\n  {conflict.parts[0]}"]
    what = "the fewest parts that clash" if conflict.smallest else "take any one away, and the others can hold together"
    parts = "".join(f"\n  {part}" for part in conflict.parts)
    return [(f"Conflict {number}: these {size} cannot all hold ({what}):", CLASH), parts]


def walk_record(
    puzzle: Puzzle[Any, Any], instance: Any, stated: Stated, walk: Walk, steps: Sequence[Step], status: str
) -> dict[str, Any]:
    """A walk as one JSON object; ``status`` is explained, several answers, or stopped."""
    settled = status == "explained"
    answer = stated.decode(instance, walk.answer()) if settled else None
    return {
        "puzzle": puzzle.name,
        "instance": instance.name,
        "status": status,
        "grade": grade(steps) if settled and steps else None,
        "verdict": " ".join(verdict_lines(walk, steps, stated)) if status != "stopped" else None,
        "answer": puzzle.as_json(instance, answer) if settled else None,
        "unsettled": [var.name for var in walk.unsettled],
        "from_the_start": list(map(fact_record, walk.from_the_start)),
        "steps": [
            {
                "fact": fact_record(step.fact),
                "technique": called(step, stated),
                "rules": [rule.sentence for rule in step.rules],
                "facts": list(map(fact_record, step.facts)),
                "fewest_rules_proved": step.smallest,
                "refutation": step.refutation and refutation_record(step.refutation),
            }
            for step in steps
        ],
    }


def conflicts_record(
    puzzle: Puzzle[Any, Any], instance: Any, clash: str | None, conflicts: Sequence[Conflict], stopped: bool
) -> dict[str, Any]:
    """Why there is no answer, as one JSON object; ``clash`` where it is plain, ``stopped`` if more may be to come."""
    return {
        "puzzle": puzzle.name,
        "instance": instance.name,
        "status": "impossible",
        "stopped": stopped,
        "clash": clash,
        "conflicts": [
            {"parts": list(map(str, conflict.parts)), "smallest": conflict.smallest} for conflict in conflicts
        ],
    }
