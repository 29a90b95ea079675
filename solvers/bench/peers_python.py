"""Peers in pure Python, written by hand for Sudoku: Algorithm X on dicts of sets, and propagation with search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from solvers.bench.checks import UNITS, checked_grid

Requirement = tuple[str, int, int]
Choice = tuple[int, int, int]
Meets = dict[Choice, list[Requirement]]
MetBy = dict[Requirement, set[Choice]]


def cover_sudokus(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one, by Algorithm X on the 729 × 324 exact cover."""
    meets, all_met_by = sudoku_cover()
    found = []
    for line in lines:
        met_by = {requirement: {*choices} for requirement, choices in all_met_by.items()}
        chosen = [(cell // 9, cell % 9, int(clue)) for cell, clue in enumerate(line[:81]) if clue not in ".0"]
        for choice in chosen:
            _choose(meets, met_by, choice)
        covers = islice(_covers(meets, met_by, chosen), 2)
        grids = [checked_grid(line, "".join(str(digit) for _, _, digit in sorted(cover))) for cover in covers]
        found.append((grids[0], len(grids) == 1))
    return found


def sudoku_cover() -> tuple[Meets, MetBy]:
    """What each choice of a digit for a cell meets, and what each requirement is met by."""
    meets: Meets = {}
    met_by: MetBy = {}
    for choice in product(range(9), range(9), range(1, 10)):
        row, column, digit = choice
        meets[choice] = [("cell", row, column), ("row", row, digit), ("column", column, digit)]
        meets[choice].append(("box", 3 * (row // 3) + column // 3, digit))
        for requirement in meets[choice]:
            met_by.setdefault(requirement, set()).add(choice)
    return meets, met_by


def _covers(meets: Meets, met_by: MetBy, chosen: list[Choice]) -> Iterator[list[Choice]]:
    if not met_by:
        yield list(chosen)
        return
    requirement = min(met_by, key=lambda open_one: len(met_by[open_one]))
    for choice in list(met_by[requirement]):
        chosen.append(choice)
        taken = _choose(meets, met_by, choice)
        yield from _covers(meets, met_by, chosen)
        _put_back(meets, met_by, choice, taken)
        chosen.pop()


def _choose(meets: Meets, met_by: MetBy, choice: Choice) -> list[set[Choice]]:
    taken = []
    for requirement in meets[choice]:
        for rival in met_by[requirement]:
            for other in meets[rival]:
                if other != requirement:
                    met_by[other].remove(rival)
        taken.append(met_by.pop(requirement))
    return taken


def _put_back(meets: Meets, met_by: MetBy, choice: Choice, taken: list[set[Choice]]) -> None:
    for requirement in reversed(meets[choice]):
        met_by[requirement] = taken.pop()
        for rival in met_by[requirement]:
            for other in meets[rival]:
                if other != requirement:
                    met_by[other].add(rival)


def search_sudokus(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each puzzle's grid and whether it is the only one: strings of candidates, two rules of propagation, search."""
    units_of = [[unit for unit in UNITS if cell in unit] for cell in range(81)]
    peers_of = [sorted({peer for unit in units_of[cell] for peer in unit} - {cell}) for cell in range(81)]

    def place(candidates: list[str], cell: int, digit: str) -> bool:
        return all(strike(candidates, cell, other) for other in candidates[cell] if other != digit)

    def strike(candidates: list[str], cell: int, digit: str) -> bool:
        """Take a candidate away and what follows from it; False where that leads to a clash."""
        if digit not in candidates[cell]:
            return True
        candidates[cell] = left = candidates[cell].replace(digit, "")
        if not left:
            return False
        if len(left) == 1 and not all(strike(candidates, peer, left) for peer in peers_of[cell]):
            return False
        for unit in units_of[cell]:
            homes = [home for home in unit if digit in candidates[home]]
            if not homes or (len(homes) == 1 and not place(candidates, homes[0], digit)):
                return False
        return True

    def grids(candidates: list[str]) -> Iterator[str]:
        open_cells = [cell for cell in range(81) if len(candidates[cell]) > 1]
        if not open_cells:
            yield "".join(candidates)
            return
        cell = min(open_cells, key=lambda one: len(candidates[one]))
        for digit in candidates[cell]:
            guess = list(candidates)
            if place(guess, cell, digit):
                yield from grids(guess)

    found = []
    for line in lines:
        candidates = ["123456789"] * 81
        fits = all(place(candidates, cell, clue) for cell, clue in enumerate(line[:81]) if clue not in ".0")
        both = [checked_grid(line, grid) for grid in islice(grids(candidates), 2)] if fits else []
        found.append((both[0], len(both) == 1))
    return found
