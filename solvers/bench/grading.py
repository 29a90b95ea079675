"""Grading Sudokus: how well it agrees with a rater of renown, what it leaves to case reasoning, and how fast it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation

from models.grades import Grade, place_of
from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.techniques.forcing import NESTED
from models.sudoku.techniques.grading import grade
from solvers.bench.figures import Figure, Samples, in_turns

MIN_AGREEMENT, MAX_CASES_PERCENT, MIN_RATE = 0.95, 5, 10


def grading(samples: Samples) -> Iterator[Figure]:
    """Puzzles that Sukaku Explainer has rated, from easy to hard; and those of newspapers for the rate."""
    rated = held_out()[:: 4 if samples.name == "quick" else 1]
    ratings = [float(instance.name.split()[-1].strip("()")) for instance in rated]
    grades: list[Grade] = list(map(grade, rated))
    note = f"Spearman's rank correlation on {len(rated)} puzzles held out: they are in no test and no instance"
    for name, found in (
        ("grade by the number", [found.number for found in grades]),
        ("grade by the word", [place_of(found.number) for found in grades]),
    ):
        yield Figure("grading", name, spearman(ratings, found), None, "rho", note, "Sukaku Explainer", MIN_AGREEMENT)
    by_cases = 100 * sum(found.number >= NESTED for found in grades) / len(grades)
    note = "of the same puzzles, those that take a supposition inside another"
    yield Figure("grading", "need case reasoning", by_cases, None, "%", note, at_most=MAX_CASES_PERCENT)
    easy = _read(instance_files(load_puzzle("sudoku"))["norvig_easy50"])
    (seconds,) = in_turns(samples.rounds, lambda: list(map(grade, easy)))
    note = f"{len(easy)} puzzles as newspapers have them, one core"
    yield Figure("grading", "grades of easy Sudokus", len(easy) / seconds, None, "/s", note, at_least=MIN_RATE)


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float:
    """The correlation of ranks; equal values share the mean of their ranks."""

    def ranks(values: Sequence[float]) -> list[float]:
        ordered = sorted(values)
        return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]

    return correlation(ranks(xs), ranks(ys))


def held_out() -> list[Sudoku]:
    """Rated puzzles that nothing else reads: of the same bank as ``se_rated``, and none of those."""
    return _read(load_puzzle("sudoku").instances_folder / "_held_out.txt")


def _read(path: Path) -> list[Sudoku]:
    return [instance for instance in load_puzzle("sudoku").read(path) if isinstance(instance, Sudoku)]
