"""New puzzles, as they are made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.errors import InputError
from models.kit.names import shown
from models.puzzle import Puzzle
from solvers.api.answer import NotKnown
from solvers.api.arguments import checked
from solvers.api.instance_set import InstanceSet
from solvers.core.limits import Clock, OutOfTime
from solvers.generate.record import Made, Missed
from solvers.generate.request import GenerateRequest
from solvers.generate.work import Workshop, made


@checked
def generate(
    puzzle: str | InstanceSet | Puzzle[Any, Any],
    *,
    count: int = 1,
    size: str | int = "",
    difficulty: str = "",
    seed: int = 0,
    workers: int = 1,
    seconds: float | None = None,
    tries: int | None = None,
    **wishes: object,
) -> Iterator[Made[Any, Any]]:
    """New puzzles, each with exactly one answer, as they are made; the same seed makes the same ones.

    >>> made = next(pb.generate("sudoku", clues=24, symmetry="half-turn", seed=7))
    >>> made.instance.name, pb.is_unique(made.instance), made.warnings[0]
    ('sudoku-7-1', True, '24 clues')

    Args:
        size: how large, as the puzzle understands it; empty for the usual size.
        difficulty: a grade such as ``"hard"``, or two as in ``"moderate-hard"``; empty for any.
        workers: processes; what is made does not depend on it.
        seconds: the time limit of all together.
        tries: a puzzle is given up after so many candidates that will not do.
        wishes: what can be wished for of this puzzle, as on the command line.

    Raises:
        InputError: when what is wished for cannot be.
        NotKnown: when no candidate of a puzzle will do, or the time limit comes first.
    """

    known = puzzle.puzzle if isinstance(puzzle, InstanceSet) else puzzle
    word = known.name if isinstance(known, Puzzle) else known
    if not isinstance(word, str):
        raise InputError(f"puzzle is {shown(word)}; a puzzle or its word, such as 'sudoku', is expected")
    own = tuple(
        (name.replace("_", "-"), value if value is True else str(value))
        for name, value in wishes.items()
        if value is not False
    )
    request = GenerateRequest(
        puzzle=word, size=str(size), difficulty=difficulty, puzzles=count, tries=tries, seed=seed,
        workers=workers, own=own
    )  # fmt: skip
    clock = Clock(seconds)
    Workshop(request, clock)  # what cannot be is said at once

    def found() -> Iterator[Made[Any, Any]]:
        try:
            for outcome in made(request, clock):
                if isinstance(outcome, Missed):
                    raise NotKnown(str(outcome))
                yield outcome
        except OutOfTime:
            raise NotKnown("the time limit came before the puzzle was made") from None

    return found()
