"""Peers in OR-Tools' CP-SAT, as one who knows it would write them: one model for one puzzle, nothing general.

Answers are enumerated in one search, as ours are, and with the same settings of its presolve.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solvers.bench.checks import UNITS, Dial, checked_dials, checked_grid, checked_tower


def solve_sudokus(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one: one model, copied, with the clues as domains."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") for _ in range(81)]
    for unit in UNITS:
        model.add_all_different([cells[cell] for cell in unit])
    found = []
    for line in lines:
        given = model.clone()
        for cell, clue in enumerate(line[:81]):
            if clue not in ".0":
                domain = given.proto.variables[cell].domain
                domain.clear()
                domain.extend([int(clue)] * 2)
        grids = [checked_grid(line, "".join(map(str, values))) for values in _enumerated(given, cells, 2)]
        found.append((grids[0], len(grids) == 1))
    return found


def solve_dials(dials: Sequence[Dial], target: int) -> list[list[int]]:
    """Two sets of offsets at most: each place is an Element over the numbers of its dial and what lies below."""
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
    return [checked_dials(dials, target, found) for found in _enumerated(model, offsets, 2)]


def stack_cubes(cubes: Sequence[Sequence[str]], turns: Sequence[Sequence[int]]) -> list[int] | None:
    """One tower: an Element for each cube and side, and all different on each side; the first cube is not turned."""
    from ortools.sat.python import cp_model

    colours = {colour: place for place, colour in enumerate(sorted({face for cube in cubes for face in cube}))}
    model = cp_model.CpModel()
    ways = [model.new_int_var(0, len(turns) - 1 if cube else 2, "") for cube in range(len(cubes))]
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
    found = [solver.value(way) for way in ways]
    checked_tower(cubes, [turns[way] for way in found])
    return found


def place_faces(cubes: Sequence[Sequence[str]]) -> list[tuple[int, int]] | None:
    """One tower: a Boolean for each face that a cube may have in front and on the right, every colour once a side."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sees: dict[tuple[int, str], list[Any]] = {}
    both = [tuple([model.new_bool_var("") for _ in range(6)] for _ in range(2)) for _ in cubes]
    for cube, (front, right) in zip(cubes, both, strict=True):
        model.add_exactly_one(front)
        model.add_exactly_one(right)
        for face in range(3):
            model.add_at_most_one(front[face], front[face + 3], right[face], right[face + 3])
        for face in range(6):
            behind = (face + 3) % 6
            for side, shows in enumerate((front[face], right[face], front[behind], right[behind])):
                sees.setdefault((side, cube[face]), []).append(shows)
    front, right = both[0]
    model.add_bool_or(front[:2])  # the first cube is not turned
    model.add_bool_or(right[1:3])
    for group in sees.values():
        model.add_exactly_one(group)
    solver = _solver()
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = [tuple(next(face for face in range(6) if solver.value(side[face])) for side in sides) for sides in both]
    checked_tower(cubes, [(front, right, (front + 3) % 6, (right + 3) % 6) for front, right in found])
    return [(front, right) for front, right in found]


def _enumerated(model: Any, variables: Sequence[Any], most: int) -> list[list[int]]:
    """The values of ``variables`` in so many answers at most, out of one search."""
    from ortools.sat.python import cp_model

    class SolutionCollector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append([self.value(var) for var in variables])
            if len(found) == most:
                self.stop_search()

    found: list[list[int]] = []
    solver = _solver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, SolutionCollector())
    return found


def _solver() -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    # Its own way with Ctrl-C would outlast the search: the next one would end the process without a word.
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    # As in our backend: puzzles are small, and light probing and a single pass of presolve are enough.
    solver.parameters.cp_model_probing_level = 1
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.inprocessing_probing_dtime = 0
    return solver
