"""Peers in python-sat, as one who knows it would write them: straight clauses for one puzzle, nothing general.

The solver underneath is CaDiCaL 1.9.5, as it is in our backend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

from solvers.bench.checks import UNITS, Dial, checked_dials, checked_grid, checked_tower

Clauses = list[list[int]]

CADICAL = "cadical195"


def sudoku_clauses() -> Clauses:
    """The 9×9 grid: variable 9·cell + digit says that this digit stands there."""
    clauses: Clauses = []
    groups = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    groups += [[9 * cell + digit for cell in unit] for unit in UNITS for digit in range(1, 10)]
    for group in groups:
        clauses += _exactly_one(group)
    return clauses


def solve_sudokus(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one: one solver, clues assumed, answers blocked by a selector."""
    from pysat.solvers import Solver

    solver = Solver(name=CADICAL, bootstrap_with=sudoku_clauses())
    found = []
    for selector, line in enumerate(lines, 730):
        assumed = [9 * cell + int(clue) for cell, clue in enumerate(line[:81]) if clue in "123456789"]
        assumed.append(selector)
        grids: list[str] = []
        while len(grids) < 2 and solver.solve(assumptions=assumed):
            chosen = [literal for literal in solver.get_model()[:729] if literal > 0]
            grids.append(checked_grid(line, "".join(str((literal - 1) % 9 + 1) for literal in chosen)))
            solver.add_clause([-literal for literal in chosen] + [-selector])
        solver.add_clause([-selector])
        found.append((grids[0], len(grids) == 1))
    solver.delete()
    return found


def solve_dials(dials: Sequence[Dial], target: int) -> list[list[int]]:
    """Two sets of offsets at most."""
    from pysat.solvers import Solver

    turns, clauses = dial_clauses(dials, target)
    found: list[list[int]] = []
    with Solver(name=CADICAL, bootstrap_with=clauses) as solver:
        while len(found) < 2 and solver.solve():
            model = solver.get_model()
            offsets = [_chosen(model, turn) for turn in turns]
            found.append(checked_dials(dials, target, [0, *offsets]))
            solver.add_clause([-turn[offset] for turn, offset in zip(turns, offsets, strict=True)])
    return found


def dial_clauses(dials: Sequence[Dial], target: int) -> tuple[list[list[int]], Clauses]:
    """A variable for each offset of each dial but the first, and the clauses: one dial is laid on after the other."""
    columns = len(dials[0][0])
    clauses: Clauses = []
    unused = count(1)
    turns = [[next(unused) for _ in range(columns)] for _ in dials[1:]]
    for turn in turns:
        clauses += _exactly_one(turn)
    for column in range(columns):
        places = []
        for ring, bottom in enumerate(dials[0]):
            first = bottom[column]
            assert first is not None, "a hole in the bottom dial"
            seen = {first: 0}  # each number with the variable that says so; 0 where it is sure
            for dial, turn in zip(dials[1:], turns, strict=True):
                coming = [dial[ring][(column - offset) % columns] for offset in range(columns)]
                numbers = {number for number in coming if number is not None}
                if not numbers:
                    continue
                below, seen = seen, {value: next(unused) for value in numbers | ({*seen} if None in coming else set())}
                for chosen, number in zip(turn, coming, strict=True):
                    if number is not None:
                        clauses.append([-chosen, seen[number]])
                        continue
                    for value, var in below.items():
                        clauses.append([-chosen, *_unless(var), seen[value]])
                        if var:
                            clauses.append([-chosen, var, -seen[value]])
            places.append(seen)
        clauses += _sum_clauses(places, target, unused)
    return turns, clauses


def _sum_clauses(places: Sequence[dict[int, int]], target: int, unused: Iterator[int]) -> Clauses:
    """A ladder of partial sums: those that can be reached from nothing, and from which the target can be reached."""
    needed = [{target}]
    for seen in reversed(places):
        needed.append({rest - value for rest in needed[-1] for value in seen})
    clauses: Clauses = []
    sums = {0: 0}
    for seen, rest in zip(places, needed[-2::-1], strict=True):
        reached = {before + value for before in sums for value in seen} & rest
        after = {total: 0 if seen is places[-1] else next(unused) for total in reached}
        for before, var in sums.items():
            for value, shown in seen.items():
                clause = [*_unless(var), *_unless(shown)]
                if before + value not in after:
                    clauses.append(clause)
                elif after[before + value]:
                    clauses.append([*clause, after[before + value]])
        sums = after
    return clauses


def stack_cubes(cubes: Sequence[Sequence[str]], turns: Sequence[Sequence[int]]) -> list[int] | None:
    """One tower: which of the ``turns`` (the faces at the four sides) each cube stands in, the first in an unturned."""
    unused = count(1)
    clauses: Clauses = []
    ways: list[list[int]] = []
    sees: dict[tuple[int, str], list[int]] = {}
    for number, cube in enumerate(cubes):
        way = [next(unused) for _ in (turns if number else turns[:3])]
        ways.append(way)
        clauses += _exactly_one(way)
        for side in range(4):
            showing: dict[str, list[int]] = {}
            for chosen, turn in zip(way, turns, strict=False):
                showing.setdefault(cube[turn[side]], []).append(chosen)
            colours = {colour: next(unused) for colour in showing}
            for colour, shown in colours.items():
                sees.setdefault((side, colour), []).append(shown)
                clauses += [[-chosen, shown] for chosen in showing[colour]]
                clauses.append([-shown, *showing[colour]])
            clauses += [[-one, -other] for one, other in combinations(colours.values(), 2)]
    model = _tower(clauses, sees)
    if not model:
        return None
    found = [_chosen(model, way) for way in ways]
    checked_tower(cubes, [turns[way] for way in found])
    return found


def place_faces(cubes: Sequence[Sequence[str]]) -> list[tuple[int, int]] | None:
    """One tower: which face each cube has in front and which on the right; the first cube is not turned."""
    clauses: Clauses = []
    sees: dict[tuple[int, str], list[int]] = {}
    both = [(range(at, at + 6), range(at + 6, at + 12)) for at in range(1, 12 * len(cubes), 12)]
    for cube, (front, right) in zip(cubes, both, strict=True):
        clauses += _exactly_one(front) + _exactly_one(right)
        for face in range(6):
            behind = (face + 3) % 6
            clauses += [[-front[face], -right[face]], [-front[face], -right[behind]]]
            for side, shows in enumerate((front[face], right[face], front[behind], right[behind])):
                sees.setdefault((side, cube[face]), []).append(shows)
    front, right = both[0]
    model = _tower([*clauses, [*front[:2]], [*right[1:3]]], sees)
    if not model:
        return None
    found = [(_chosen(model, front), _chosen(model, right)) for front, right in both]
    checked_tower(cubes, [(front, right, (front + 3) % 6, (right + 3) % 6) for front, right in found])
    return found


def _tower(clauses: Clauses, sees: dict[tuple[int, str], list[int]]) -> list[int]:
    """A model in which each side shows every colour once; empty where there is none."""
    from pysat.solvers import Solver

    for group in sees.values():
        clauses += _exactly_one(group)
    with Solver(name=CADICAL, bootstrap_with=clauses) as solver:
        return list(solver.get_model()) if solver.solve() else []


def _exactly_one(group: Sequence[int]) -> Clauses:
    return [[*group], *([-one, -other] for one, other in combinations(group, 2))]


def _unless(var: int) -> list[int]:
    """The negated variable; nothing where there is none, since it is sure."""
    return [-var] if var else []


def _chosen(model: Sequence[int], variables: Sequence[int]) -> int:
    return next(place for place, variable in enumerate(variables) if model[variable - 1] > 0)
