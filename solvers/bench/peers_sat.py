"""Peers in python-sat, as one would write them by hand: straight clauses for one puzzle, nothing general."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

Clauses = list[list[int]]


def sudoku_clauses() -> Clauses:
    """The 9×9 grid: variable 81·row + 9·column + digit says that this digit stands there."""
    clauses: Clauses = []
    groups = [[81 * row + 9 * column + digit for digit in range(1, 10)] for row in range(9) for column in range(9)]
    places = range(9)
    units = [[(row, column) for column in places] for row in places]
    units += [[(row, column) for row in places] for column in places]
    units += [[(3 * (box // 3) + cell // 3, 3 * (box % 3) + cell % 3) for cell in places] for box in places]
    groups += [[81 * row + 9 * column + digit for row, column in unit] for unit in units for digit in range(1, 10)]
    for group in groups:
        clauses.append(group)
        clauses += [[-one, -other] for one, other in combinations(group, 2)]
    return clauses


def solve_sudokus(lines: Sequence[str], name: str = "cadical195") -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one: one solver, clues assumed, answers blocked by a selector."""
    from pysat.solvers import Solver

    solver = Solver(name=name, bootstrap_with=sudoku_clauses())
    found = []
    selector = 729
    for line in lines:
        selector += 1
        assumed = [9 * cell + int(clue) for cell, clue in enumerate(line) if clue in "123456789"]
        assumed.append(selector)
        solver.solve(assumptions=assumed)
        grid = [literal for literal in solver.get_model()[:729] if literal > 0]
        solver.add_clause([-literal for literal in grid] + [-selector])
        unique = not solver.solve(assumptions=assumed)
        solver.add_clause([-selector])
        found.append(("".join(str((literal - 1) % 9 + 1) for literal in grid), unique))
    solver.delete()
    return found


def solve_dials(dials: Sequence[Sequence[Sequence[int | None]]], target: int) -> list[list[int]]:
    """Every set of offsets, one dial after the other laid on top, column sums as ladders of partial sums."""
    from pysat.solvers import Solver

    rings, columns = len(dials[0]), len(dials[0][0])
    names: dict[Any, int] = {}
    clauses: Clauses = []

    def variable(*key: Any) -> int:
        return names.setdefault(key, len(names) + 1)

    for dial in range(len(dials)):
        group = [variable("offset", dial, offset) for offset in range(columns if dial else 1)]
        clauses.append(group)
        clauses += [[-one, -other] for one, other in combinations(group, 2)]
    for column in range(columns):
        sums = {0}
        for ring in range(rings):
            shown = {dials[0][ring][column]}
            for dial in range(1, len(dials)):
                here = set()
                for offset in range(columns):
                    number = dials[dial][ring][(column - offset) % columns]
                    turned = variable("offset", dial, offset)
                    for below in shown if number is None else [None]:
                        value = below if number is None else number
                        here.add(value)
                        clause = [-turned, variable("shown", dial, ring, column, value)]
                        if number is None and dial > 1:
                            clause.append(-variable("shown", dial - 1, ring, column, below))
                        clauses.append(clause)
                group = [variable("shown", dial, ring, column, value) for value in here]
                clauses += [[-one, -other] for one, other in combinations(group, 2)]
                shown = here
            after = set()
            for before in sums:
                for value in shown:
                    assert value is not None
                    clause = [-variable("shown", len(dials) - 1, ring, column, value)]
                    if ring:
                        clause.append(-variable("sum", ring - 1, column, before))
                    if before + value <= target:
                        after.add(before + value)
                        clause.append(variable("sum", ring, column, before + value))
                    clauses.append(clause)
            sums = after
        clauses += [[-variable("sum", rings - 1, column, total)] for total in sums if total != target]
    found = []
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            offsets = [
                next(offset for offset in range(columns) if model[variable("offset", dial, offset) - 1] > 0)
                for dial in range(1, len(dials))
            ]
            found.append([0, *offsets])
            solver.add_clause([-variable("offset", dial, offset) for dial, offset in enumerate(offsets, 1)])
    return found


def stack_cubes(cubes: Sequence[Sequence[str]], turns: Sequence[Sequence[int]]) -> list[int] | None:
    """One tower: which of the ``turns`` (the faces at the four sides) each cube stands in."""
    from pysat.solvers import Solver

    count = 0
    clauses: Clauses = []
    ways: list[list[int]] = []
    sees: dict[tuple[int, str], list[int]] = {}
    for cube in cubes:
        way = list(range(count + 1, count + 1 + len(turns)))
        count += len(turns)
        ways.append(way)
        clauses.append(way)
        clauses += [[-one, -other] for one, other in combinations(way, 2)]
        for side in range(4):
            showing: dict[str, list[int]] = {}
            for variable, turn in zip(way, turns, strict=True):
                showing.setdefault(cube[turn[side]], []).append(variable)
            for colour, variables in showing.items():
                count += 1
                sees.setdefault((side, colour), []).append(count)
                clauses += [[-variable, count] for variable in variables]
                clauses.append([-count, *variables])
    for group in sees.values():
        clauses.append(group)
        clauses += [[-one, -other] for one, other in combinations(group, 2)]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        model = solver.get_model()
        return [next(place for place, variable in enumerate(way) if model[variable - 1] > 0) for way in ways]
