"""The published programs by name, each giving answers in its puzzle's terms and the figures that were published.

``run PUZZLE --backend classic`` runs a puzzle's first program, ``--backend classic:NAME`` another one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from models.errors import InputError
from solvers.classic import cover, cubes, dealing, grecian, sudoku

Figures = dict[str, int]
"""What a program counted so far, by what it is."""

Answers = Generator[Any, None, None]


@dataclass(frozen=True)
class Program:
    """A published program.

    Attributes:
        about: what it does, in a sentence.
        answers: from an instance to its answers, lazily; when it ends or is closed, its figures are in the
            dictionary it was given and, where it keeps a trace, the trace in words in the list.
        ends_at_first: whether the program stops at the first answer, as its original did.
    """

    about: str
    answers: Callable[[Any, Figures, list[str]], Answers]
    ends_at_first: bool = False


def program_for(puzzle: str, name: str) -> tuple[str, Program]:
    """The program called ``name`` for ``puzzle``, or its first one; and what it is called.

    Raises:
        InputError: when there is none.
    """
    programs = PROGRAMS.get(puzzle, {})
    if not programs:
        raise InputError(f"there is no published program for {puzzle}")
    chosen = name or next(iter(programs))
    if chosen not in programs:
        raise InputError(f"{puzzle} has no published program {name!r}; it has {', '.join(programs)}")
    return chosen, programs[chosen]


def _odometer(instance: Any, figures: Figures, story: list[str]) -> Answers:
    end = grecian.odometer(instance)
    figures["turns"] = end.clicks
    if end.turns is not None:
        yield end.turns


def _nested_loops(instance: Any, figures: Figures, story: list[str]) -> Answers:
    figures["positions"] = instance.columns ** len(instance.dials)
    figures["unturned answers"] = 0
    seen = set()
    for turns in grecian.nested_loops(instance):
        # Turning the whole stack turns every dial by as much: count what is left when dial 0 is turned back.
        seen.add(tuple((steps - turns[0]) % instance.columns for steps in turns))
        figures["unturned answers"] = len(seen)
        yield turns


def _ring_by_ring(instance: Any, figures: Figures, story: list[str]) -> Answers:
    nodes = grecian.Nodes()
    try:
        yield from grecian.ring_by_ring(instance, nodes)
    finally:
        figures["nodes"] = nodes.count


def _row_by_row(instance: Any, figures: Figures, story: list[str]) -> Answers:
    from models.sudoku.instance import Grid

    search = sudoku.RowByRow(instance.clues, instance.box)
    try:
        yield from map(Grid, search)
    finally:
        figures["placements"] = search.placements


def _sudoku_matrix(instance: Any, figures: Figures, story: list[str]) -> Answers:
    from models.sudoku.instance import Grid

    table = sudoku.incidence_table(instance.box)
    figures |= {"rows": len(table.rows), "columns": len(table.columns)}
    search = sudoku.algorithm_x(instance.clues, table)
    try:
        for rows in search:
            yield Grid(sudoku.grid_of(rows, instance.order))
    finally:
        _count_steps(figures, search)


def _cover_matrix(instance: Any, figures: Figures, story: list[str]) -> Answers:
    names = [option.name for option in instance.options]
    meets = [option.items for option in instance.options]
    # A secondary item need not be met: a row of its own, which is no option, meets it where no option does.
    columns = [*instance.primary, *instance.secondary]
    table = cover.incidence([*meets, *([item] for item in instance.secondary)], columns)
    figures |= {"rows": len(table), "columns": len(columns)}
    search = cover.AlgorithmX(table)
    labels = [*names, *(f"nothing for {item}" for item in instance.secondary)]
    try:
        for rows in search:
            yield tuple(names[row] for row in rows if row < len(names))
    finally:
        _count_steps(figures, search)
        story += search.story(labels, columns).splitlines()


def _count_steps(figures: Figures, search: cover.AlgorithmX) -> None:
    figures["choices"] = sum(step.row is not None for step in search.trace)
    figures["dead ends"] = sum(step.row is None and step.column is not None for step in search.trace)


def _paths(instance: Any, figures: Figures, story: list[str]) -> Answers:
    seen = cubes.Paths()
    try:
        yield from _stackings(instance, seen) if instance.orientations else _towers(instance, seen)
    finally:
        figures |= {"paths": seen.complete, "stackings": seen.stackings}
        story += [f"over {number} of the cubes: {count:,} paths" for number, count in enumerate(seen.after) if number]


def _towers(instance: Any, seen: cubes.Paths) -> Answers:
    """Stackings that look different."""
    unturned = {instance.shown(0, orientation) for orientation in range(3)}
    for picture in cubes.pictures(instance.cubes, seen):
        # Of the eight ways to see the tower, one in which the first cube is unturned, as in our answers.
        tower = min(way for way in picture if way[0] in unturned)
        yield instance.stacking([instance.views[cube][sides] for cube, sides in enumerate(tower)])


def _stackings(instance: Any, seen: cubes.Paths) -> Answers:
    """Stackings in which a cube stands differently, even where they look alike."""
    for standing in cubes.stackings(instance.cubes, seen):
        faces = [tuple(place + 1 for place in places) for places in standing]
        yield instance.stacking([instance.views[cube][sides] for cube, sides in enumerate(faces)])


def _remainders(instance: Any, figures: Figures, story: list[str]) -> Answers:
    from models.dealing.instance import Dealt

    known = instance.leftovers
    if instance.cards is not None:
        digits = dealing.leftovers_of(instance.cards, instance.stacks)
        ways = [digits] if _fits(digits, known, instance.goes_on) else []
        ways = [way for way in ways if instance.at_most is None or instance.cards <= instance.at_most]
        yield from (Dealt(instance.cards, tuple(way)) for way in ways)
        return
    longest = instance.span.rounds if instance.goes_on else len(known)
    for rounds in range(len(known), longest + 1):
        open_ended = [*known, *[None] * (rounds - len(known))]
        for way in dealing.fitting(open_ended, instance.stacks, instance.at_most):
            yield Dealt(dealing.cards_of(way, instance.stacks), tuple(way))


def _fits(digits: list[int], known: tuple[int | None, ...], goes_on: bool) -> bool:
    long_enough = len(digits) >= len(known) if goes_on else len(digits) == len(known)
    return long_enough and all(wanted in (None, digit) for digit, wanted in zip(digits, known, strict=False))


PROGRAMS: dict[str, dict[str, Program]] = {
    "grecian": {
        "odometer": Program(
            "turn the top dial round, the dials below carrying, until all columns are right", _odometer, True
        ),
        "loops": Program("one loop for each dial, the bottom one too, over all positions", _nested_loops),
        "rings": Program("nested loops that give up when a column is out of reach", _ring_by_ring),
    },
    "sudoku": {
        "rows": Program("cell by cell, row by row, digit by digit, and back", _row_by_row),
        "matrix": Program("Algorithm X on the 0/1 table of placements and requirements", _sudoku_matrix),
    },
    "cubes": {"paths": Program("three loops for each cube, paths pruned by colour counts, then turned", _paths)},
    "cover": {"matrix": Program("Algorithm X on the 0/1 table, with its trace", _cover_matrix)},
    "dealing": {"remainders": Program("divide and keep the remainder", _remainders)},
}
"""The programs of each puzzle, the first one the default."""
