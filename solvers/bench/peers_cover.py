"""Exact covers by other packages, where they are installed: every cover of items and options, built and listed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from models.cover.instance import Cover
from solvers.backends.kernel.covers import CompiledCover

Covers = list[list[int]]  # the numbers of the options of each cover


def by_kernel(cover: Cover) -> Covers:
    """Ours, from the names of the items on."""
    numbers = {item: number for number, item in enumerate([*cover.primary, *cover.secondary])}
    options = [[numbers[item] for item in option.items] for option in cover.options]
    return list(CompiledCover(len(cover.primary), len(cover.secondary), options).covers())


def by_xcover(cover: Cover) -> Covers:
    """Dancing cells, compiled by numba."""
    options = [option.items for option in cover.options]
    found = import_module("xcover").covers(options, primary=cover.primary, secondary=cover.secondary)
    return [*map(list, found)]


def by_pyxcc(cover: Cover) -> Covers:
    """Dancing cells in Rust."""
    pyxcc, primary = import_module("pyxcc"), {*cover.primary}
    options = []
    for number, option in enumerate(cover.options):
        firsts = [item for item in option.items if item in primary]
        options.append(pyxcc.Option(str(number), firsts, [(item, "") for item in option.items if item not in primary]))
    found = pyxcc.solve(pyxcc.Problem(list(cover.primary), list(cover.secondary), options), True)
    return [[*map(int, chosen)] for chosen in found.all()]


def by_miniexact(cover: Cover) -> Covers:
    """Dancing links in C."""
    solver = import_module("miniexact").miniexacts_c()
    numbers = {item: solver.primary(item) for item in cover.primary}
    numbers |= {item: solver.secondary(item) for item in cover.secondary}
    for option in cover.options:
        for item in option.items:
            solver.add(numbers[item])
        solver.add(0)
    found = []
    while solver.solve() == 10:  # there is a cover
        found.append([number - 1 for number in solver.selected_options()])
    return found


PEERS: dict[str, Callable[[Cover], Covers]] = {"xcover": by_xcover, "pyxcc": by_pyxcc, "miniexact": by_miniexact}
"""The packages by name, each with what lists the covers of a problem."""
