"""Mistakes about all of an instance at once: each is found, counts one, and is among the ways that are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from models.cubes.instance import Cubes
from models.cubes.mistakes import pairings
from models.dealing.instance import Dealing
from models.grecian.instance import Dials
from models.language.model import Model
from models.registry import load_puzzle
from models.sudoku.instance import Sudoku
from solvers.core.backend import Clock, Search, Settings
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.diagnose.repair import sweep
from tests.solvers.diagnose.spoiling import has_answer, instance_of, repaired, with_ring
from tests.tables import rows

Rings = tuple[tuple[int | None, ...], ...]


def mistakes(puzzle: str, spoilt: object) -> list[str]:
    """What would explain it, each a single mistake."""
    repair, corrections = repaired(puzzle, spoilt, show=10)
    assert (repair.fewest, repair.proved) == (1, True)
    return [str(correction.mistakes[0]) for correction in corrections]


def inside_out(rings: Rings) -> Rings:
    """The rings of one dial from the innermost out, as somebody writes them who begins there."""
    written = [ring for ring in rings if any(number is not None for number in ring)]
    return (*rings[: len(rings) - len(written)], *reversed(written))


def backwards(rings: Rings) -> Rings:
    return tuple(ring[::-1] for ring in rings)


DIALS: dict[str, Callable[[Dials], Dials]] = {
    "the target is {wrong}; instead: {goal}": lambda d: replace(d, targets=(d.targets[0] - 1,) * d.columns),
    "the dials are listed from the top down; instead: from the bottom up": lambda d: replace(d, dials=d.dials[::-1]),
    "the rings are listed from the innermost out; instead: from the outermost in": lambda d: replace(
        d, dials=tuple(map(inside_out, d.dials))
    ),
    "dial 1 stands where dial 2 belongs; instead: the two swapped": lambda d: replace(
        d, dials=(d.dials[0], d.dials[2], d.dials[1], *d.dials[3:])
    ),
    "dial 0 is written the wrong way round; instead: read anticlockwise": lambda d: replace(
        d, dials=(d.dials[0], *map(backwards, d.dials[1:]))
    ),
    "dial 1 ring 2 is written the wrong way round; instead: read anticlockwise": lambda d: with_ring(
        d, 1, 1, d.dials[1][1][::-1]
    ),
    "dial 0 ring 2 is written the wrong way round; instead: read anticlockwise": lambda d: with_ring(
        d, 0, 1, d.dials[0][1][:1] + d.dials[0][1][:0:-1]
    ),
}


*OF_ALL_DIALS, HIDDEN = DIALS
"""The last changes nothing that shows on the toy."""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *(("toy", said) for said in OF_ALL_DIALS),
        ("safecracker-40", HIDDEN),
        *(pytest.param("safecracker-40", said, marks=pytest.mark.slow) for said in OF_ALL_DIALS),
        *(pytest.param("grecian", said, marks=pytest.mark.slow) for said in DIALS),
    ],
)
def test_a_mistake_about_all_dials_is_one(name: str, said: str) -> None:
    instance = instance_of("grecian", name)
    expected = said.format(goal=instance.goal, wrong=instance.goal - 1)
    assert expected in mistakes("grecian", DIALS[said](instance))


def test_holes_written_as_noughts_are_one_mistake() -> None:
    instance = instance_of("grecian", "grecian")
    noughts = tuple(tuple(tuple(number or 0 for number in ring) for ring in dial) for dial in instance.dials)
    assert mistakes("grecian", replace(instance, dials=noughts))[0] == "0 is taken for a number; instead: a hole"


@rows("seed", range(8))
def test_every_target_with_an_answer_is_found_by_brute_force(seed: int) -> None:
    random = Random(seed)
    ring = [random.randrange(1, 4) for _ in range(3)]
    dials = ((tuple(ring), (1, 2, 3)), ((None, 1, 2), tuple(random.choice([None, 2]) for _ in range(3))))
    instance = Dials("random", (50,) * 3, dials)
    puzzle = load_puzzle("grecian")
    fitting = {
        target
        for target, turn in product(range(30), range(3))
        if puzzle.check(replace(instance, targets=(target,) * 3), (0, turn)) is None
    }
    named = [correction.mistakes[0] for correction in repaired("grecian", instance)[1]]
    assert {mistake.to for mistake in named if mistake.key == ("target",)} == fitting


def test_the_one_wrong_target_of_several_is_named() -> None:
    dials = (((1, 2, 3), (4, 4, 4)), ((None, 3, None), (None, None, 2)))
    said = mistakes("grecian", Dials("own targets", (5, 7, 9), dials))
    assert "the target of column 3 is 9; instead: 5" in said


def shifted(sudoku: Sudoku, row: int) -> Sudoku:
    cells = sudoku.clues[9 * row : 9 * row + 9]
    return replace(sudoku, clues=(*sudoku.clues[: 9 * row], *cells[-1:], *cells[:-1], *sudoku.clues[9 * row + 9 :]))


def test_a_row_of_a_sudoku_one_place_off_and_a_lost_cell_are_the_first_guess() -> None:
    sudoku = instance_of("sudoku", "inkala")
    assert mistakes("sudoku", shifted(sudoku, 3))[0] == "row 4 is one place off; instead: one place earlier"
    lost = replace(sudoku, clues=(*sudoku.clues[:30], *sudoku.clues[31:], 0))
    assert mistakes("sudoku", lost)[0].startswith("from R4C3 on, every clue is one cell too early")


def test_boxes_the_other_way_round_are_one_mistake() -> None:
    sudoku = instance_of("sudoku", "order_6")
    spoilt = replace(sudoku, box=sudoku.box[::-1])
    assert "the boxes are 3 rows by 2 columns; instead: 2 by 3" in mistakes("sudoku", spoilt)


FEW_AND_ALL = [pytest.param(slice(0, None, 4), id="few"), pytest.param(slice(None), id="all", marks=pytest.mark.slow)]
"""Of the ways to unfold a cube, every fourth or each."""


@pytest.mark.parametrize("which", FEW_AND_ALL)
def test_cubes_unfolded_otherwise_are_one_mistake(which: slice) -> None:
    assert len(pairings()) == len(set(pairings())) == 15
    good = instance_of("cubes", "parker-jaap")
    told = 0
    for pairs in pairings()[which]:
        spoilt = replace(good, cubes=tuple(misread(faces, pairs) for faces in good.cubes))
        if not has_answer("cubes", spoilt):
            told += any(said.startswith("the faces of all cubes") for said in mistakes("cubes", spoilt))
    assert told


@pytest.mark.parametrize("which", FEW_AND_ALL)
def test_two_cubes_read_in_another_order_are_one_mistake(which: slice) -> None:
    good = instance_of("cubes", "parker-jaap")
    spoilt = []
    for pairs in pairings()[which]:
        one, two, three, four = good.cubes
        spoilt.append(Cubes("two of them", (one, misread(two, pairs), three, misread(four, pairs))))
    impossible = [cubes for cubes in spoilt if not has_answer("cubes", cubes)]
    assert impossible
    for cubes in impossible:
        assert ("unfolded", 1, 3) in [tried.mistakes[0].key for tried in repaired("cubes", cubes)[1]]


def misread(faces: tuple[str, ...], pairs: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """The faces of a cube written in an order in which ``pairs`` are opposite."""
    written = list(faces)
    for place, (one, other) in enumerate(pairs):
        written[one], written[other] = faces[place], faces[place + 3]
    return tuple(written)


def test_another_number_of_stacks_is_one_mistake() -> None:
    said = mistakes("dealing", Dealing("five, not four", 4, (0, 0, 0, 1), goes_on=False, cards=125))
    assert "the pack is dealt into 4 stacks; instead: 5" in said


def test_every_mistake_about_all_of_it_is_tried_within_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading looks at a clock of its own for each, which leaves no more than the limit does."""
    solver = Solver(load_puzzle("grecian"), "element", load_backend("sat")[0])
    left: list[float | None] = []
    load = solver.backend.load

    def timed(model: Model, settings: Settings) -> Search:
        left.append(settings.clock.remaining())
        return load(model, settings)

    monkeypatch.setattr(solver.backend, "load", timed)
    spoilt = instance_of("grecian", "broken-safecracker")
    assert not sweep(solver, spoilt, Clock(0)).complete
    assert left == [], "without any time nothing is tried"
    sweep(solver, spoilt, Clock(0.5))
    assert left
    assert all(seconds is not None and seconds <= 0.5 for seconds in left)
