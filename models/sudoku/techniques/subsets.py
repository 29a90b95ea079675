"""Singles and subsets: k cells of a unit for k digits, so that nothing else fits there, nor they elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from models.deductions import Pattern, Proposal
from models.kit.words import listed
from models.sudoku.instance import SYMBOLS, Unit
from models.sudoku.techniques.board import Board, written

SIZES = {2: "pair", 3: "triple", 4: "quad", 5: "quintuple", 6: "sextuple"}


def last_cells(board: Board) -> Iterator[Proposal]:
    """A unit lacks one digit."""
    for unit in _units(board):
        cells = [cell for cell in unit.cells if cell in board.candidates]
        if len(cells) == 1 and len(digits := board.missing(unit)) == 1:
            said = f"last cell of {unit}: only {SYMBOLS[digits[0]]} is missing"
            yield _single("last cell", board, cells[0], digits[0], unit, said)


def hidden_singles(board: Board) -> Iterator[Proposal]:
    """A digit has one place left in a unit."""
    for unit in _units(board):
        for digit in board.missing(unit):
            places = board.places(unit, digit)
            if len(places) == 1:
                said = f"in {unit}, {SYMBOLS[digit]} fits only {board.name(places[0])}"
                yield _single("hidden single", board, places[0], digit, unit, said)


def naked_singles(board: Board) -> Iterator[Proposal]:
    """A cell has one digit left; the others are placed in its units, or were excluded before."""
    for cell, left in board.candidates.items():
        if len(left) == 1:
            (digit,) = left
            told, rest = [], set(board.digits) - left
            for unit in board.layout.units_of[cell]:
                placed = sorted(rest.intersection(filter(None, map(board.known, unit.cells))))
                rest.difference_update(placed)
                if placed:
                    told.append(f"{unit} has {written(placed)}")
            if rest:
                told.append(f"{written(sorted(rest))} {'is' if len(rest) == 1 else 'are'} ruled out already")
            said = f"only {SYMBOLS[digit]} is left for {board.name(cell)}: {'; '.join(told)}"
            facts = board.hold_nothing_else((cell,))
            yield Proposal(
                "naked single", board.values([(cell, digit)]), (), facts, Pattern((said,), look=board.cells_at(cell))
            )


def naked_subsets(board: Board, size: int) -> Iterator[Proposal]:
    """``size`` cells of a unit with ``size`` candidates between them: the unit's other cells lose these."""
    for unit in board.units:
        cells = [cell for cell in unit.cells if cell in board.candidates]
        if len(cells) <= size:
            continue
        for chosen, digits in _subsets({cell: board.candidates[cell] for cell in cells}, size):
            units = [u for u in board.layout.units_of[chosen[0]] if set(chosen) <= set(u.cells)]
            if units[0] is not unit:
                continue  # where the cells share two units, all that follows is told once
            others = dict.fromkeys(cell for u in units for cell in board.candidates if cell in u.cells)
            gone = [(cell, d) for cell in others if cell not in chosen for d in sorted(digits & board.candidates[cell])]
            if gone:
                if all(board.candidates[cell] == digits for cell in chosen):
                    each = "both" if size == 2 else "all"
                    said = f"{board.names(chosen)} are {each} {written(sorted(digits), 'or')}"
                else:
                    said = ", ".join(map(board.left, chosen))
                said += f", so nothing else in {listed(units)} is {written(sorted(digits), 'or')}"
                sides = board.values((cell, d) for cell in chosen for d in sorted(board.candidates[cell]))
                rules, facts = [u.rule for u in units], board.hold_nothing_else(chosen)
                pattern = Pattern((said,), (sides,), look=board.units_at(*units))
                yield board.shows(f"naked {SIZES[size]}", gone, rules, facts, pattern)


def hidden_subsets(board: Board, size: int) -> Iterator[Proposal]:
    """``size`` digits with ``size`` places in a unit between them: these places hold nothing else."""
    for unit in board.units:
        places = {digit: frozenset(board.places(unit, digit)) for digit in board.missing(unit)}
        if len(places) <= size:
            continue
        for digits, chosen in _subsets(places, size):
            cells = sorted(chosen)
            gone = [(cell, d) for cell in cells for d in sorted(board.candidates[cell].difference(digits))]
            if gone:
                said = f"in {unit}, {written(digits)} fit only {board.names(cells)}, so these hold nothing else"
                sides = board.values((cell, d) for cell in cells for d in digits if d in board.candidates[cell])
                others = [cell for cell in unit.cells if cell not in chosen]
                facts = (fact for digit in digits for fact in board.lack(digit, others))
                pattern = Pattern((said,), (sides,), look=board.units_at(unit))
                yield board.shows(f"hidden {SIZES[size]}", gone, [unit.rule], facts, pattern)


def _units(board: Board) -> list[Unit]:
    """The units in the order in which people look through them, rows and columns last."""
    return [*board.compact, *board.lines("row"), *board.lines("column")]


def _single(name: str, board: Board, cell: int, digit: int, unit: Unit, said: str) -> Proposal:
    facts = board.lack(digit, (other for other in unit.cells if other != cell))
    return Proposal(
        name, board.values([(cell, digit)]), (unit.rule,), facts, Pattern((said,), look=board.units_at(unit))
    )


def _subsets(sets: Mapping[int, Set[int]], size: int) -> Iterator[tuple[Sequence[int], frozenset[int]]]:
    """Every choice of ``size`` of the ``sets``, by their names, that have ``size`` members between them."""
    names = [name for name, members in sets.items() if 2 <= len(members) <= size]

    def extend(
        chosen: tuple[int, ...], union: frozenset[int], start: int
    ) -> Iterator[tuple[Sequence[int], frozenset[int]]]:
        for place in range(start, len(names) - size + len(chosen) + 1):
            larger = union | sets[names[place]]
            if len(larger) <= size:
                more = (*chosen, names[place])
                if len(more) < size:
                    yield from extend(more, larger, place + 1)
                elif len(larger) == size:
                    yield more, larger

    return extend((), frozenset(), 0)
