"""Estimating a search before it is done: how many answers, how many nodes, how long.

Answers and nodes by random descents from the root: at each node one of its alternatives is taken by chance, and the
product of their numbers says how many nodes like the next one there are. The mean over many descents is right on the
average for any tree, though a few large products may make up most of it. Time by searching cubes drawn by chance.

Source: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29, 1975.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import process_time

from models.language.model import Givens
from solvers.core.backend import Clock, Limits, OutOfTime, Search
from solvers.run.splitting.covers import CoverTree, tree_of
from solvers.run.splitting.cubes import Cube, cut
from solvers.run.splitting.tree import Tree

MAX_DESCENTS = 1_000  # random descents, fewer where the time is up first

DEFAULT_SECONDS = 10.0
"""For all of it, where nobody sets a limit: a quarter for descents, as much for cutting, the rest for cubes."""


@dataclass(frozen=True)
class Guess:
    """The mean of a sample and its standard error: two samples of three are no further from the truth."""

    mean: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """What a search may come to."""

    descents: int
    answers: Guess  # by descents
    nodes: Guess
    cubes: int
    searched: int  # of the cubes, as they were drawn
    seconds: Guess | None  # of one processor for all cubes; None where not one was searched to its end
    counted: Guess | None  # answers by the cubes searched; exact where these are all
    backend: str


def estimate(search: Search, givens: Givens, seed: int = 0, seconds: float | None = None) -> Estimate:
    """What ``search`` may come to under ``givens``, told within about so many ``seconds``.

    Raises:
        OutOfTime: when not even the root can be propagated in that time.
    """
    budget = seconds or DEFAULT_SECONDS
    random = Random(seed)
    tree = tree_of(search.model, givens, (), Clock(budget / 4))
    answers, nodes = _descend(tree, random)
    cubes = cut(tree_of(search.model, givens, (), Clock(budget / 4)))
    spent, found = _sample(search, givens, cubes, random, Clock(budget / 2))
    return Estimate(
        len(answers),
        _guess(answers),
        _guess(nodes),
        len(cubes),
        len(spent),
        _guess(spent, len(cubes)) if spent or not cubes else None,
        _guess(found, len(cubes)) if spent or not cubes else None,
        search.word,
    )


def _descend(tree: Tree | CoverTree, random: Random) -> tuple[list[float], list[float]]:
    """For each random descent, how many answers and how many nodes it speaks for."""
    answers, nodes = [], []
    try:
        for _ in range(MAX_DESCENTS):
            like_it, seen, open_here = 1.0, 1.0, tree.holds and tree.go_to(())
            while open_here and (alternatives := tree.alternatives()):
                like_it *= len(alternatives)
                seen += like_it
                open_here = tree.decide(random.choice(alternatives))
            answers.append(like_it if open_here else 0.0)
            nodes.append(seen)
    except OutOfTime:
        if not answers:
            raise
    return answers, nodes


def _sample(
    search: Search, givens: Givens, cubes: Sequence[Cube], random: Random, clock: Clock
) -> tuple[list[float], list[float]]:
    """What cubes drawn by chance took, and how many answers each has, until the clock is up."""
    spent: list[float] = []
    found: list[float] = []
    for cube in random.sample(cubes, len(cubes)):
        started = process_time()
        outcome = search.count({**givens, **dict(cube.decisions)}, Limits(clock.remaining()))
        if not outcome.complete:
            break
        spent.append(process_time() - started)
        found.append(float(outcome.found))
    return spent, found


def _guess(sample: Sequence[float], times: int = 1) -> Guess:
    """The mean of a sample, so many times, with its standard error; that of a sample of all there are is 0."""
    number = len(sample)
    if not number:
        return Guess(0.0, 0.0)
    mean = sum(sample) / number
    if number < 2 or number == times:
        return Guess(mean * times, 0.0 if number == times else mean * times)
    variance = sum((each - mean) ** 2 for each in sample) / (number - 1)
    unseen = 1 - number / times if times > 1 else 1.0  # drawn without putting back
    return Guess(mean * times, times * sqrt(unseen * variance / number))
