"""Exact covers by other packages, where they are installed: every cover of items and options, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Problem:
    """Items that must be met once, items that may be, and the options that meet them."""

    primary: Sequence[str]
    secondary: Sequence[str]
    options: Sequence[Sequence[str]]


def by_xcover(problem: Problem) -> int:
    """Dancing cells, compiled by numba."""
    covers = import_module("xcover").covers
    return sum(1 for _ in covers(problem.options, primary=problem.primary, secondary=problem.secondary))


def by_pyxcc(problem: Problem) -> int:
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
    return int(found.count())


def by_miniexact(problem: Problem) -> int:
    """Dancing links in C."""
    solver = import_module("miniexact").miniexacts_c()
    numbers = {item: solver.primary(item) for item in problem.primary}
    numbers |= {item: solver.secondary(item) for item in problem.secondary}
    for option in problem.options:
        for item in option:
            solver.add(numbers[item])
        solver.add(0)
    found = 0
    while solver.solve() == SATISFIED:
        found += 1
    return found


SATISFIED = 10
"""What a search of miniexact returns for a cover."""

PEERS: dict[str, Callable[[Problem], int]] = {"xcover": by_xcover, "pyxcc": by_pyxcc, "miniexact": by_miniexact}
"""The packages by name, each with what counts the covers of a problem."""
