"""Peers in OR-Tools' CP-SAT, as one would write them by hand: one model for one puzzle, nothing general."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def solve_sudokus(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one: a model each, then the same without that grid."""
    from ortools.sat.python import cp_model

    found = []
    for line in lines:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, "") if clue in ".0" else model.new_constant(int(clue)) for clue in line[:81]]
        for place in range(9):
            model.add_all_different(cells[9 * place : 9 * place + 9])
            model.add_all_different(cells[place::9])
            corner = 27 * (place // 3) + 3 * (place % 3)
            model.add_all_different([cells[corner + 9 * (cell // 3) + cell % 3] for cell in range(9)])
        solver = _solver()
        solver.solve(model)
        grid = [solver.value(cell) for cell in cells]
        open_cells = [place for place, clue in enumerate(line[:81]) if clue in ".0"]
        model.add_forbidden_assignments([cells[place] for place in open_cells], [[grid[place] for place in open_cells]])
        unique = _solver().solve(model) == cp_model.INFEASIBLE
        found.append(("".join(map(str, grid)), unique))
    return found


def solve_dials(dials: Sequence[Sequence[Sequence[int | None]]], target: int) -> list[list[int]]:
    """Every set of offsets: each place is an Element over the numbers of its dial and what lies below."""
    from ortools.sat.python import cp_model

    rings, columns = len(dials[0]), len(dials[0][0])
    highest = max(number for dial in dials for ring in dial for number in ring if number is not None)
    model = cp_model.CpModel()
    offsets = [model.new_int_var(0, columns - 1 if dial else 0, "") for dial in range(len(dials))]
    for column in range(columns):
        shown: list[Any] = [ring[column] for ring in dials[0]]
        for dial, offset in zip(dials[1:], offsets[1:], strict=True):
            for ring in range(rings):
                numbers = [dial[ring][(column - turn) % columns] for turn in range(columns)]
                if any(number is not None for number in numbers):
                    place = model.new_int_var(0, highest, "")
                    model.add_element(offset, [shown[ring] if n is None else n for n in numbers], place)
                    shown[ring] = place
        model.add(sum(shown) == target)
    found: list[list[int]] = []
    solver = _solver()
    while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.append([solver.value(offset) for offset in offsets])
        model.add_forbidden_assignments(offsets, [found[-1]])
    return found


def stack_cubes(cubes: Sequence[Sequence[str]], turns: Sequence[Sequence[int]]) -> list[int] | None:
    """One tower: an Element for each cube and side, and all different on each side."""
    from ortools.sat.python import cp_model

    colours = {colour: place for place, colour in enumerate(sorted({face for cube in cubes for face in cube}))}
    model = cp_model.CpModel()
    ways = [model.new_int_var(0, len(turns) - 1, "") for _ in cubes]
    for side in range(4):
        shown = []
        for cube, way in zip(cubes, ways, strict=True):
            colour = model.new_int_var(0, len(colours) - 1, "")
            model.add_element(way, [colours[cube[turn[side]]] for turn in turns], colour)
            shown.append(colour)
        model.add_all_different(shown)
    solver = _solver()
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [solver.value(way) for way in ways]


def _solver() -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    # Its own way with Ctrl-C would outlast the search: the next one would end the process without a word.
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    return solver
