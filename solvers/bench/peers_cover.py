"""Exact covers by other packages, where they are installed: every cover of items and options, built and listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from solvers.backends.kernel.covers import CompiledCover


@dataclass(frozen=True)
class Problem:
    """Items that must be met once, items that may be, and the options that meet them."""

    primary: Sequence[str]
    secondary: Sequence[str]
    options: Sequence[Sequence[str]]


Covers = list[list[int]]
"""The numbers of the options of each cover."""


def by_kernel(problem: Problem) -> Covers:
    """Ours, from the names of the items on."""
    numbers = {item: number for number, item in enumerate([*problem.primary, *problem.secondary])}
    options = [[numbers[item] for item in option] for option in problem.options]
    return list(CompiledCover(len(problem.primary), len(problem.secondary), options).covers())


def by_xcover(problem: Problem) -> Covers:
    """Dancing cells, compiled by numba."""
    covers = import_module("xcover").covers
    return [*map(list, covers(problem.options, primary=problem.primary, secondary=problem.secondary))]


def by_pyxcc(problem: Problem) -> Covers:
    """Dancing cells in Rust."""
    pyxcc, primary = import_module("pyxcc"), {*problem.primary}
    options = [
        pyxcc.Option(
            str(number),
            [item for item in option if item in primary],
            [(item, "") for item in option if item not in primary],
        )
        for number, option in enumerate(problem.options)
    ]
    found = pyxcc.solve(pyxcc.Problem(list(problem.primary), list(problem.secondary), options), True)
    return [[*map(int, cover)] for cover in found.all()]


def by_miniexact(problem: Problem) -> Covers:
    """Dancing links in C."""
    solver = import_module("miniexact").miniexacts_c()
    numbers = {item: solver.primary(item) for item in problem.primary}
    numbers |= {item: solver.secondary(item) for item in problem.secondary}
    for option in problem.options:
        for item in option:
            solver.add(numbers[item])
        solver.add(0)
    found = []
    while solver.solve() == SATISFIED:
        found.append([number - 1 for number in solver.selected_options()])
    return found


SATISFIED = 10
"""What a search of miniexact returns for a cover."""

PEERS: dict[str, Callable[[Problem], Covers]] = {"xcover": by_xcover, "pyxcc": by_pyxcc, "miniexact": by_miniexact}
"""The packages by name, each with what lists the covers of a problem."""
