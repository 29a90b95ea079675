"""Different backends have the same answers: every puzzle × instance × formulation × backend, from the registries.

A new puzzle, instance file, formulation or backend is covered without a line here, unless there is something that
it does not take. Nothing depends on how quick the machine is. Backends that look at the clock once for so many nodes or
conflicts may look so many times, and what they have not searched to the end by then is not compared. Any other
backend is given what ``sat`` needed few conflicts for, and has to come to the end. What an unfinished search found must
be among the answers all the same. How many complete searches are compared is counted, and must not fall.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import pytest

from models.errors import InputError
from models.language.model import Model
from models.puzzle import Puzzle
from models.registry import instance_files, load_puzzle, puzzle_names
from solvers.core.backend import Clock, Limits, Outcome
from solvers.core.registry import BACKENDS, OTHERS, load_backend
from solvers.core.solver import Solver
from solvers.core.system import CAN_START_OTHERS

SAMPLED = 2
"""So many instances of a file of many stand for all of them."""

REFEREE = "sat"
"""Its conflicts say how hard an instance is for a backend that has no looks at the clock to count."""

REFUSED = {
    ("sudoku", "cells", "dlx"),
    ("grecian", "element", "dlx"),
    ("grecian", "table", "dlx"),
    ("cubes", "orientation", "dlx"),
    ("cubes", "factors", "dlx"),
    ("cubes", "faces", "dlx"),
    ("dealing", "rounds", "dlx"),
    ("dealing", "digits", "dlx"),
}
"""The formulations of which a backend does not take some instances, or any; everything else is taken."""


@dataclass(frozen=True)
class Effort:
    """How much work a search may be.

    Attributes:
        looks: how often each backend that counts them may look at the clock.
        conflicts: for any other backend, how many conflicts the referee may have had.
        otherwise: the same for the backends that are not named there.
        answers: how many answers may be asked for.
        values: how many values all domains together may have.
        patience: seconds after which a search that had to end is given up as a failure.
    """

    looks: dict[str, int]
    conflicts: dict[str, int]
    otherwise: int
    answers: int
    values: int
    patience: float

    def conflicts_for(self, backend: str) -> int:
        return self.conflicts.get(backend, self.otherwise)


LEFT_FOR_LONG = {
    *("antiking", "arrows", "diagonals", "diagonals_windoku", "inequalities", "kropki", "kropki_all", "little_killer"),
    *("miracle", "nonconsecutive", "palindromes", "parity", "pill_arrows", "sandwich", "windoku", "xv", "xv_all"),
    *("xv_kropki", "renban", "whispers", "region_sums", "entropic", "zipper", "slow_thermometers"),
    *("pencil_marks", "lettered_cages"),
}
"""Variants of Sudoku of order 9, which are compared where there is time; on small boards, backends are compared in
``tests/models/sudoku/test_variants.py``."""

QUICK = Effort({"sat": 8, "dlx": 15, "backtracking": 15}, {"cpsat": 1_000}, 60, 300, 8_000, 60.0)
LONG = Effort({"sat": 1_000, "dlx": 4_000, "backtracking": 4_000}, {"cpsat": 10_000}, 300, 3_000, 35_000, 600.0)

ENOUGH = 8
"""Files of a puzzle that stand for the others where every change waits for it; all are compared where there is time."""

SHOWN_FILES = {"toy", "grecian", "inkala", "wildwood", "four-stacks", "variants/futoshiki"}
"""Among those are these, if the puzzle has them."""

SHOWN = {"toy", "inkala", "Four stacks, leftovers 0 1 2 1", "Wildwood Academy"}
"""Instances with which other people's solvers are tried each time; with all of them where there is time."""

SLOW = {"z3"}
"""Those of them that list hundreds of answers so slowly that they are tried only where there is time."""

COMPARED = {"grecian": 35, "sudoku": 80, "cubes": 110, "cover": 40, "dealing": 50}
"""At least so many complete searches of each puzzle are compared, each with one of another backend."""

COMPARED_IN_WEBASSEMBLY = {"grecian": 20, "sudoku": 55, "cubes": 80, "cover": 30, "dealing": 40}
"""The same where no library's backends are there."""


@pytest.mark.parametrize("puzzle", puzzle_names())
def test_complete_searches_of_different_backends_have_the_same_answers(puzzle: str) -> None:
    least = COMPARED if CAN_START_OTHERS else COMPARED_IN_WEBASSEMBLY
    assert compare(load_puzzle(puzzle), QUICK) >= least.get(puzzle, 1)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", puzzle_names())
def test_longer_searches_of_different_backends_have_the_same_answers(puzzle: str) -> None:
    assert compare(load_puzzle(puzzle), LONG) >= COMPARED.get(puzzle, 1)


def compare(puzzle: Puzzle[Any, Any], effort: Effort) -> int:
    """Compare what all backends say of all instances; returns how many complete searches were compared."""
    puzzle = copy(puzzle)
    puzzle.state = lru_cache(maxsize=1)(puzzle.state)  # one model for all backends
    compared = 0
    complaints: list[str] = []
    refused: set[tuple[str, str, str]] = set()
    for instance in instances(puzzle, effort):
        complete: dict[str, frozenset[Any]] = {}
        unfinished: dict[str, frozenset[Any]] = {}
        through: set[str] = set()
        for formulation in puzzle.formulations:
            try:
                model = puzzle.state(instance, formulation).model
            except InputError:  # an exact cover cannot say what some variants demand
                continue
            values = sum(len(var.domain) for var in model.variables)
            conflicts: float = float("inf")
            others = other_backends() if effort is LONG or instance.name in SHOWN else ()
            others = others if effort is LONG else tuple(name for name in others if name not in SLOW)
            for name in (*sorted(general_backends(), key=REFEREE.__ne__), *others):  # the referee first
                if load_backend(name)[0].unsupported_reason(model) is not None:
                    if name not in OTHERS:
                        refused.add((puzzle.name, formulation, name))
                    continue
                is_counted = name in effort.looks
                if values > effort.values or not (is_counted or conflicts <= effort.conflicts_for(name)):
                    continue
                found, outcome = search(puzzle, instance, formulation, name, effort)
                side = f"{instance.name}: {formulation} × {name}"
                if len(found) != len(set(found)):
                    complaints.append(f"{side}: an answer came twice")
                if outcome.complete:
                    complete[side] = frozenset(found)
                    through.add(name)
                    conflicts = outcome.effort["conflicts"] if name == REFEREE else conflicts
                else:
                    unfinished[side] = frozenset(found)
                    if not is_counted:
                        complaints.append(f"{side}: not through after {effort.patience} s")
        if len(through) > 1:
            compared += len(complete)
            known = next(iter(complete.values()))
            complaints += [f"{side} differs" for side, found in complete.items() if found != known]
            complaints += [f"{side} has others" for side, found in unfinished.items() if found - known]
    assert complaints == []
    assert refused == {case for case in REFUSED if case[0] == puzzle.name}
    return compared


def search(
    puzzle: Puzzle[Any, Any], instance: Any, formulation: str, backend: str, effort: Effort
) -> tuple[list[Any], Outcome]:
    """What one backend finds, and what its search came to."""
    solver = Solver(puzzle, formulation, *load_backend(backend))
    clock = CountedLooks(effort.looks[backend]) if backend in effort.looks else None
    answers = solver.answers(instance, LimitsByLooks(effort.patience, effort.answers + 1, looks=clock))
    found = []
    for answer in answers:
        found.append(answer)
        if clock:
            clock.left += 1
    if clock and answers.outcome.stopped_by == "time":
        assert clock.left < 0, "it looked at another clock"
    return found, answers.outcome


class CountedLooks(Clock):
    """A clock on which time is up after so many looks at it; each answer is worth one more."""

    def __init__(self, looks: int) -> None:
        super().__init__(None)
        self.left = looks

    def expired(self) -> bool:
        self.left -= 1
        return self.left < 0


@dataclass(frozen=True)
class LimitsByLooks(Limits):
    """Limits of a search by looks at its clock, where there is one that counts them."""

    looks: CountedLooks | None = None

    def clock(self) -> Clock:
        return self.looks or super().clock()


def instances(puzzle: Puzzle[Any, Any], effort: Effort) -> Iterator[Any]:
    files = [name for name in instance_files(puzzle) if name.removeprefix("variants/") not in LEFT_FOR_LONG]
    quick = {*files[:: 1 + len(files) // ENOUGH], *SHOWN_FILES}
    for name, path in instance_files(puzzle).items():
        if effort is QUICK and name not in quick:
            continue
        for instance in islice(puzzle.read(path), SAMPLED):
            assert not isinstance(instance, InputError), instance
            yield instance


@cache
def other_backends() -> tuple[str, ...]:
    """Other people's solvers, as far as they are installed."""
    return tuple(name for name in OTHERS if not load_backend(name)[0].missing())


@cache
def general_backends() -> tuple[str, ...]:
    """The backends that need no objective, as far as they are there."""
    model = Model("anything")
    model.new_bool_var("whatever")
    there = (name for name in BACKENDS if not load_backend(name)[0].missing())
    return tuple(name for name in there if load_backend(name)[0].unsupported_reason(model) is None)
