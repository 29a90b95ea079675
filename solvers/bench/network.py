"""The network: how many puzzles that it never learnt from it solves, alone and in attempts, and how fast it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean
from typing import Any

from models.registry import family, instance_files, load_puzzle
from models.sudoku.board import BOXES
from models.sudoku.instance import Sudoku
from solvers.api.making import generate
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

MAX_RATING, MAX_SECONDS = 7.0, 10

MORE_CLUES = 8
"""Given besides those that a minimal jigsaw or puzzle with diagonals has, some 17."""


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


ORDERED, MAX_NODES_RATIO = ("17 clues", "top1465", "hardest", "minimal of order 16"), 0.5
CUBES = {8: 80, 12: None}
"""Sizes of sets of cubes, and what must be solved of each."""


def network(samples: Samples) -> Iterator[Figure]:
    """Shares of puzzles solved in 128 passes alone, then of some of them in attempts; the rate; and value orders."""
    if why := absent("numpy"):
        yield left_out("network", "everything", why)
        return
    from solvers.network.planted import planted_cover  # takes numpy along

    many, few = (50, 5) if samples.name == "quick" else (500, 20)
    for sample in (*_stored(many), *_made(many)):
        yield _alone(sample)
        if sample.instances:
            tried = few if sample.attempted is None else 5 * few
            chosen = sample.instances[:: max(1, len(sample.instances) // tried)][:tried]
            yield _in_attempts(sample.name, chosen, sample.attempted)
        if sample.name == RATED:
            yield _rate(sample.examples, samples.rounds)
        if sample.name in ORDERED:
            yield _ordered(sample.name, sample.instances)
    for size, least in CUBES.items():
        name, sets = (
            f"planted sets of {size} cubes",
            [family("cubes")(size, UNSEEN_SEED + place) for place in range(few)],
        )
        yield _in_attempts(name, sets, least, "cubes", "cover")
        yield _ordered(name, sets, "cubes", "cover")
    covers = [planted_cover(Random(UNSEEN_SEED + place)) for place in range(few)]
    yield _in_attempts("planted covers", covers, None, "cover", "options")
    yield _ordered("planted covers", covers, "cover", "options")


def _alone(sample: Sample) -> Figure:
    after = _solved_after(sample.examples)
    *fewer, share = (100 * float(((after > 0) & (after <= passes)).mean()) for passes in PASSES)
    told = ", ".join(f"{each:.0f} % by {passes}" for each, passes in zip(fewer, PASSES, strict=False))
    note = f"of {len(after)}; {told}"
    return Figure("network", f"{sample.name}, {PASSES[-1]} passes", share, None, "%", note, at_least=sample.alone)


def _in_attempts(
    name: str, instances: Sequence[Any], least: float | None, puzzle: str = "sudoku", formulation: str = "cells"
) -> Figure:
    solver = Solver(load_puzzle(puzzle), formulation, *load_backend("network"))
    share = 100 * mean(bool(solver.solve(one, Limits(MAX_SECONDS, solutions=1)).answers) for one in instances)
    note = f"of {len(instances)}, by the backend in {MAX_SECONDS} s each"
    return Figure("network", f"{name}, in attempts", share, None, "%", note, at_least=least)


def _rate(examples: Sequence[Any], rounds: int) -> Figure:
    (seconds,) = in_turns(rounds, lambda: _solved_after(examples, RATED_PASSES, to_the_end=True))
    note = f"{RATED_PASSES} passes over each, {AT_ONCE} at once, one core"
    return Figure("network", f"rate on {RATED}", len(examples) / seconds, None, "/s", note, at_least=MIN_RATE)


def _ordered(name: str, instances: Sequence[Any], puzzle: str = "sudoku", formulation: str = "cells") -> Figure:
    """Nodes to the first answer with values in the network's order and in their own."""
    ours, natural = (
        mean(
            Solver(load_puzzle(puzzle), formulation, *load_backend(f"backtracking:{order}"))
            .solve(one, Limits(solutions=1))
            .outcome.effort["nodes"]
            for one in instances
        )
        for order in ("network", "natural")
    )
    name = f"{name}, backtracking:network"
    note = f"mean of {len(instances)}"
    return Figure("network", name, ours, natural, "nodes", note, "natural order", at_most=MAX_NODES_RATIO)


def _stored(many: int) -> Iterator[Sample]:
    puzzle = load_puzzle("sudoku")
    for name, file, alone, attempted in STORED:
        instances = [one for one in puzzle.read(instance_files(puzzle)[file]) if isinstance(one, Sudoku)]
        if file == "se_rated":
            instances = [one for one in instances if float(one.name.split()[-1].strip("()")) <= MAX_RATING]
        instances = instances[:: max(1, len(instances) // many)][:many]
        yield Sample(name, _examples(instances), instances, alone, attempted)


def _examples(instances: Sequence[Sudoku]) -> list[Any]:
    """Puzzles of one board, without their answers."""
    import numpy

    from solvers.network.puzzles import Example, KernelBoard  # takes numpy along

    board, nothing = KernelBoard(instances[0]), numpy.zeros(len(instances[0].clues), dtype=numpy.uint8)
    return [Example(board, numpy.array(one.clues, dtype=numpy.uint8), nothing) for one in instances]


def _made(many: int) -> Iterator[Sample]:
    """Puzzles made here, by a seed of their own: such as newspapers print, and minimal ones."""
    import numpy

    from solvers.network.puzzles import board_of, jigsaw  # takes numpy along

    numbers, random = numpy.random.default_rng(UNSEEN_SEED), Random(UNSEEN_SEED)
    printed = generate("sudoku", difficulty="gentle-moderate", symmetry="half-turn", count=many, seed=UNSEEN_SEED)
    yield Sample("like newspapers'", _examples([made.instance for made in printed]), alone=99.5)
    yield Sample("minimal", [*board_of(9).minimal(many, numbers)], alone=98)
    yield Sample("minimal of order 6", [*board_of(6).minimal(many, numbers)], alone=99)
    yield Sample("minimal of order 12", [*board_of(12).minimal(many // 10, numbers)])
    large = [*board_of(16).minimal(max(1, many // 25), numbers)]
    grids = [Sudoku(tuple(map(int, one.clues)), BOXES[16], "made") for one in large]
    yield Sample("minimal of order 16", large, grids)
    diagonals = [*board_of(9, "diagonals").minimal(many, numbers)]
    yield Sample("minimal with diagonals", diagonals)
    yield Sample(f"diagonals, {MORE_CLUES} clues more", [_eased(each, random) for each in diagonals], alone=90)
    yield Sample("minimal Latin squares", [*board_of(9, "latin").minimal(many, numbers)], alone=90)
    jigsaws = [example for _ in range(many // 10) for example in jigsaw(9, random).minimal(10, numbers)]
    yield Sample("minimal jigsaws", jigsaws)
    yield Sample(f"jigsaws, {MORE_CLUES} clues more", [_eased(each, random) for each in jigsaws], alone=90)


def _eased(example: Any, random: Random) -> Any:
    clues = example.clues.copy()
    cells = random.sample([cell for cell, clue in enumerate(clues) if not clue], MORE_CLUES)
    clues[cells] = example.grid[cells]
    return replace(example, clues=clues)


def _solved_after(examples: Sequence[Any], passes: int = PASSES[-1], to_the_end: bool = False) -> Any:
    """For each puzzle the pass after which it was solved, or 0; solved ones are looked at ``to_the_end`` or not."""
    import numpy

    from solvers.network.graph import side_by_side  # takes numpy along
    from solvers.network.inference import passes_over, weights_of  # as above
    from solvers.network.proposals import covers_in  # as above

    solved = []
    for start in range(0, len(examples), AT_ONCE):
        graph = side_by_side([example.graph()[0] for example in examples[start : start + AT_ONCE]])
        looking, after = passes_over(graph, weights_of()), numpy.zeros(graph.covers, dtype=int)
        for number in range(1, passes + 1):
            after[covers_in(graph, looking.step())[1] & (after == 0)] = number
            if after.all() and not to_the_end:
                break
        solved.append(after)
    return numpy.concatenate(solved)
