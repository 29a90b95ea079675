"""The network: how many puzzles that it never learnt from it solves, alone and in attempts, and how fast it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.bench.figures import Figure, Samples, absent, in_turns, left_out
from solvers.core.limits import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver

AT_ONCE = 8
"""Puzzles that the network looks at side by side; more do not fit the processor's nearest memory."""

PASSES = (16, 32, 64, 128)
RATED, RATED_PASSES, MIN_RATE = "17 clues", 16, 300
UNSEEN_SEED = 20_000
"""Of puzzles that are made here; no training has this seed."""

MAX_RATING = 7.0


@dataclass(frozen=True)
class Sample:
    """Puzzles of one kind, and what shares of them must be solved alone and in attempts; None promises nothing.

    ``instances`` are those of ``examples`` that can be asked of the backend.
    """

    name: str
    examples: Sequence[Any]
    instances: Sequence[Sudoku] = ()
    alone: float | None = None
    attempted: float | None = None


STORED = (
    ("Norvig's easy 50", "norvig_easy50", 100, 100),
    ("17 clues", "royle_17", 97, 99.5),
    ("rated up to 7", "se_rated", 90, None),
    ("top1465", "top1465", 60, 85),
    ("hardest", "hardest_1106", None, None),
    ("order 6", "order_6", 99, None),
    ("order 12", "order_12", None, None),
    ("Gecode's 16×16", "gecode_16", 95, None),
    ("Gecode's 25×25", "gecode_25", None, None),
)
"""Instance files, and what must be solved of each, alone and in attempts, in per cent."""


def network(samples: Samples) -> Iterator[Figure]:
    """Shares of puzzles solved in 128 passes alone, then of some of them in attempts; and the rate of 16 passes."""
    if why := absent("numpy"):
        yield left_out("network", "everything", why)
        return
    many, few = (50, 5) if samples.name == "quick" else (500, 50)
    for sample in (*_stored(many), *_made(many)):
        after = _solved_after(sample.examples)
        shares = [100 * float(((after > 0) & (after <= passes)).mean()) for passes in PASSES]
        fewer = "; ".join(f"{share:.0f} % by {passes}" for share, passes in zip(shares, PASSES[:-1], strict=False))
        note = f"of {len(after)}; {fewer}"
        yield Figure("network", f"{sample.name}, {PASSES[-1]} passes", shares[-1], None, "%", note, "", sample.alone)
        if sample.instances:
            chosen = sample.instances[:: max(1, len(sample.instances) // few)][:few]
            name, note = f"{sample.name}, in attempts", f"of {len(chosen)}"
            yield Figure("network", name, _attempted(chosen), None, "%", note, "", sample.attempted)
        if sample.name == RATED:
            (seconds,) = in_turns(samples.rounds, lambda: _solved_after(sample.examples, RATED_PASSES, to_the_end=True))  # noqa: B023
            note = f"{RATED_PASSES} passes over each, {AT_ONCE} at once, one core"
            yield Figure("network", f"rate on {RATED}", len(after) / seconds, None, "/s", note, "", MIN_RATE)


def _stored(many: int) -> Iterator[Sample]:
    import numpy

    from solvers.network.puzzles import Example, KernelBoard  # takes numpy along

    puzzle = load_puzzle("sudoku")
    for name, file, alone, attempted in STORED:
        instances = [one for one in puzzle.read(instance_files(puzzle)[file]) if isinstance(one, Sudoku)]
        if file == "se_rated":
            instances = [one for one in instances if float(one.name.split()[-1].strip("()")) <= MAX_RATING]
        instances = instances[:: max(1, len(instances) // many)][:many]
        board, nothing = KernelBoard(instances[0]), numpy.zeros(len(instances[0].clues), dtype=numpy.uint8)
        examples = [Example(board, numpy.array(one.clues, dtype=numpy.uint8), nothing) for one in instances]
        yield Sample(name, examples, instances, alone, attempted)


def _made(many: int) -> Iterator[Sample]:
    """Minimal puzzles made here, by a seed of their own."""
    import numpy

    from solvers.network.puzzles import board_of, jigsaw  # takes numpy along

    numbers, random = numpy.random.default_rng(UNSEEN_SEED), Random(UNSEEN_SEED)
    yield Sample("minimal", [*board_of(9).minimal(many, numbers)], alone=98)
    yield Sample("minimal with diagonals", [*board_of(9, "diagonals").minimal(many, numbers)], alone=90)
    yield Sample("minimal Latin squares", [*board_of(9, "latin").minimal(many, numbers)], alone=90)
    jigsaws = [example for _ in range(many // 10) for example in jigsaw(9, random).minimal(10, numbers)]
    yield Sample("minimal jigsaws", jigsaws, alone=90)


def _solved_after(examples: Sequence[Any], passes: int = PASSES[-1], to_the_end: bool = False) -> Any:
    """For each puzzle the pass after which it was solved, or 0; solved ones are looked at ``to_the_end`` or not."""
    import numpy

    from solvers.network.graph import side_by_side  # takes numpy along
    from solvers.network.inference import Passes, weights_of  # as above
    from solvers.network.proposals import covers_in  # as above

    solved = []
    for start in range(0, len(examples), AT_ONCE):
        graph = side_by_side([example.graph()[0] for example in examples[start : start + AT_ONCE]])
        looking, after = Passes(graph, weights_of()), numpy.zeros(graph.covers, dtype=int)
        for number in range(1, passes + 1):
            after[covers_in(graph, looking.step())[1] & (after == 0)] = number
            if after.all() and not to_the_end:
                break
        solved.append(after)
    return numpy.concatenate(solved)


def _attempted(instances: Sequence[Sudoku]) -> float:
    solver = Solver(load_puzzle("sudoku"), "cells", *load_backend("network"))
    found = [bool(solver.solve(one, Limits(solutions=1)).answers) for one in instances]
    return 100 * sum(found) / len(found)
