"""Instances copied wrongly on purpose: one number, one ring, one dial, one clue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from models.grecian.instance import Dials
from models.mistakes import Correction
from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.diagnose.record import IMPOSSIBLE_AS_IT_STANDS, Diagnosis, Repair
from solvers.diagnose.work import diagnose

DIALS = ("grecian", "grecian-other-start", "safecracker-40", "safecracker-50", "toy")
"""The instances of dials that have an answer."""


def instance_of(puzzle: str, name: str) -> Any:
    known = load_puzzle(puzzle)
    return next(known.read(instance_files(known)[name]))


def has_answer(puzzle: str, instance: Any) -> bool:
    known = load_puzzle(puzzle)
    if known.contradiction(instance):
        return False
    return next(Solver(known, "", load_backend("sat")[0]).answers(instance, Limits(solutions=1)), None) is not None


def diagnosed(puzzle: str, instance: Any, backend: str = "maxsat", show: int = 1_000) -> Diagnosis[Any, Any]:
    return diagnose(load_puzzle(puzzle), instance, backend, show=show)


def repaired(
    puzzle: str, instance: Any, backend: str = "maxsat", show: int = 1_000
) -> tuple[Repair[Any, Any], list[Correction[Any, Any]]]:
    """What puts an instance right that has no answer, and the corrections of all groups."""
    found = diagnosed(puzzle, instance, backend, show)
    assert found.verdict == IMPOSSIBLE_AS_IT_STANDS
    assert found.repair is not None
    return found.repair, corrections(found)


def corrections(found: Diagnosis[Any, Any]) -> list[Correction[Any, Any]]:
    return [tried for group in found.repair.groups for tried in group] if found.repair else []


def corrected_instances(found: Diagnosis[Any, Any]) -> list[Any]:
    return [tried.instance for tried in corrections(found)]


def with_ring(instance: Dials, dial: int, ring: int, numbers: tuple[int | None, ...]) -> Dials:
    dials = [list(rings) for rings in instance.dials]
    dials[dial][ring] = numbers
    return replace(instance, dials=tuple(map(tuple, dials)))


def places(instance: Dials) -> Iterator[tuple[int, int, int]]:
    """Where a number is printed: dial, ring, place."""
    for dial, rings in enumerate(instance.dials):
        for ring, numbers in enumerate(rings):
            yield from ((dial, ring, place) for place, number in enumerate(numbers) if number is not None)


def with_cell(instance: Dials, place: tuple[int, int, int], number: int | None) -> Dials:
    dial, ring, home = place
    numbers = list(instance.dials[dial][ring])
    numbers[home] = number
    return with_ring(instance, dial, ring, tuple(numbers))


def with_numbers_changed(instance: Dials, random: Random) -> Iterator[Dials]:
    """Each number, in any order, changed to a random other, where that leaves no answer."""
    for place in random.sample(every := [*places(instance)], len(every)):
        dial, ring, home = place
        others = [number for number in range(1, 28) if number != instance.dials[dial][ring][home]]
        spoilt = with_cell(instance, place, random.choice(others))
        if not has_answer("grecian", spoilt):
            yield spoilt


def moved_rings(instance: Dials) -> Iterator[Dials]:
    """Each dial read the wrong way round, and each ring one place off, either way."""
    for dial, rings in enumerate(instance.dials):
        reversed_dial = tuple(numbers[::-1] for numbers in rings)
        yield replace(instance, dials=(*instance.dials[:dial], reversed_dial, *instance.dials[dial + 1 :]))
        for ring, numbers in enumerate(rings):
            if any(number is not None for number in numbers):
                yield with_ring(instance, dial, ring, numbers[1:] + numbers[:1])
                yield with_ring(instance, dial, ring, numbers[-1:] + numbers[:-1])


def with_one_wrong_clue(instance: Sudoku, random: Random) -> Sudoku:
    """A random clue changed to another digit, such that no answer is left."""
    clues = [cell for cell, clue in enumerate(instance.clues) if clue]
    while True:
        cell = random.choice(clues)
        digit = random.choice([digit for digit in range(1, instance.order + 1) if digit != instance.clues[cell]])
        spoilt = replace(instance, clues=(*instance.clues[:cell], digit, *instance.clues[cell + 1 :]))
        if not has_answer("sudoku", spoilt):
            return spoilt
