"""New Sudokus: one answer whoever is asked, no clue to spare, a pattern that is symmetric, as many clues as asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from models.errors import InputError
from models.generation import Candidate, UniquenessOracle
from models.options import Values
from models.registry import family, load_puzzle
from models.sudoku.board import BOXES, BoardLayout, layout_of
from models.sudoku.generator import GENERATOR, can_be_made, descending
from models.sudoku.generator.aiming import technique_aim
from models.sudoku.generator.boards import regions, shuffled_grid, turned_about
from models.sudoku.generator.descending import with_clue
from models.sudoku.generator.digging import SYMMETRIES, orbits
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.shapes import OutsideClue
from models.sudoku.techniques.estimating import estimate
from models.sudoku.techniques.grading import grade
from models.sudoku.variants import variants
from models.sudoku.variants.planting import ASIDE, LinePlanter
from solvers.classic.sudoku import RowByRow
from solvers.core.backend import ENDLESS
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.generate.uniqueness import BackendOracle
from tests.examples import examples
from tests.tables import rows

PUZZLE = load_puzzle("sudoku")
CPSAT: UniquenessOracle[Sudoku, Grid] = BackendOracle(PUZZLE, "cpsat", ENDLESS)
KERNEL: UniquenessOracle[Sudoku, Grid] = BackendOracle(PUZZLE, "kernel", ENDLESS)
SAT: UniquenessOracle[Sudoku, Grid] = BackendOracle(PUZZLE, "sat", ENDLESS)


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    """python-sat prints errors about solvers that are left when the interpreter ends."""
    yield
    global SAT
    del SAT


def candidates(size: str | int, values: Values, seed: str = "") -> Any:
    specification, random = GENERATOR.specification(str(size), values), Random(seed)
    ask = {"kernel": KERNEL, "sat": SAT}[specification.judges[0]]
    for _ in range(500):
        if isinstance(found := specification.candidate("new", random, ask), Candidate):
            yield found


@rows(
    ("size", "values"),
    [
        ("4", {}),
        ("6", {"minimal": True}),
        ("2x3", {"minimal": True, "symmetry": "diagonal"}),
        ("8", {"symmetry": "quarter-turn"}),
        ("9", {"clues": "24"}),
        ("9", {"minimal": True, "clues": "26"}),
        ("9", {"minimal": True, "symmetry": "half-turn"}),
        ("9", {"minimal": True, "symmetry": "quarter-turn"}),
        ("9", {"minimal": True, "symmetry": "full"}),
        ("9", {"minimal": True, "symmetry": "full", "variants": "diagonals"}),
        ("9", {"symmetry": "full", "clues": "36"}),
        ("5x2", {}),
    ],
)
def test_what_is_made_is_as_specified_and_has_one_answer_whoever_is_asked(size: str, values: Values) -> None:
    made = next(candidates(size, values))
    instance, clues = made.instance, made.instance.clues
    assert PUZZLE.check(instance, made.answer) is None
    assert KERNEL.only(instance) == SAT.only(instance) == made.answer
    if instance.order <= 6:  # the published program finds no other answer
        assert list(RowByRow(clues, instance.box)) == [made.answer.cells]
    assert len([*filter(None, clues)]) == int(values.get("clues", len([*filter(None, clues)])))
    for orbit in orbits(instance.layout, str(values.get("symmetry", "none"))):
        assert len({bool(clues[cell]) for cell in orbit}) == 1
    if values.get("minimal"):  # without any of its clues it has several answers
        fewer = [with_clue(instance, cell, 0) for cell, clue in enumerate(clues) if clue]
        assert set(KERNEL.counts(fewer)) == set(SAT.counts(fewer[:5])) == {2}


@rows("symmetry", SYMMETRIES)
@rows("order", [4, 9])
def test_orbits_part_the_cells_and_a_pattern_of_them_looks_alike_when_it_is_moved(order: int, symmetry: str) -> None:
    parts = orbits(layout_of((1, order)), symmetry)
    assert sorted(cell for orbit in parts for cell in orbit) == list(range(order * order))
    turned = {cell: (cell % order) * order + order - 1 - cell // order for cell in range(order * order)}
    mirrored = {cell: cell % order * order + cell // order for cell in range(order * order)}
    twice = {cell: turned[turned[cell]] for cell in turned}
    moves = {"half-turn": [twice], "quarter-turn": [turned], "diagonal": [mirrored], "full": [turned, mirrored]}
    for move in moves.get(symmetry, []):
        assert {frozenset(move[cell] for cell in orbit) for orbit in parts} == set(map(frozenset, parts))
        assert all(frozenset(move[cell] for cell in orbit) == frozenset(orbit) for orbit in parts)


def test_three_clues_never_make_a_sudoku_of_order_4() -> None:
    """That is why the wish is refused; with one more digit than the clues show, two of them could change places."""
    grids = list(RowByRow((0,) * 16, (2, 2)))
    first = grids[0]
    for cells in ((a, b, c) for c in range(16) for b in range(c) for a in range(b)):
        assert sum(all(grid[cell] == first[cell] for cell in cells) for grid in grids) > 1


KINDS = [kind for kind, variant in variants().items() if can_be_made(variant)]
BOARDS = ("jigsaw", "latin", "kenken", "futoshiki")


@rows("kind", [*BOARDS, "samurai", *KINDS, "killer,diagonals"])
def test_what_is_made_of_a_variant_has_one_answer_and_reads_back(kind: str, tmp_path: Path) -> None:
    specification = GENERATOR.specification(
        "5" if kind in BOARDS else "4" if kind == "windoku" else "6", {"variants": kind}
    )
    made = next(candidates(specification.order, {"variants": kind}))
    assert PUZZLE.check(made.instance, made.answer) is None  # every place that was planted holds, judged by the variant
    assert KERNEL.only(made.instance) == SAT.only(made.instance) == made.answer
    file = tmp_path / f"new{GENERATOR.ending(specification)}"
    file.write_text(GENERATOR.write(made.instance, ["a line", "another"]))
    assert list(PUZZLE.read(file)) == [made.instance]


def test_samurai_boards_share_their_corner_boxes() -> None:
    """Five squares of 81 cells share four boxes of 9, turned about they are the same board."""
    clues = next(candidates("9", {"variants": "samurai", "symmetry": "half-turn"})).instance.clues
    assert len(clues) == 5 * 81 - 4 * 9
    assert [bool(clue) for clue in clues] == [bool(clue) for clue in reversed(clues)]


@rows("kinds", ["killer", "kenken"])
def test_beside_cages_no_clue_is_printed_unless_it_is_asked_for(kinds: str) -> None:
    for more, clues in (({}, 0), ({"clues": "2"}, 2)):
        made = next(candidates("6", {"variants": kinds, **more}))
        assert sum(map(bool, made.instance.clues)) == clues


def test_large_ones_with_cages_keep_three_clues_for_two_rows() -> None:
    """With fewer, each search takes seconds."""
    assert sum(map(bool, next(candidates("16", {"variants": "killer"})).instance.clues)) == 24


def test_no_two_little_killers_stand_at_one_place_beside_the_grid() -> None:
    board, kind = layout_of((3, 3)), variants()["little_killer"]
    for seed in range(20):
        clues = [shape for place in kind.plant((1,) * 81, board, Random(seed)) for shape in place.shapes(board)]
        beside = [clue.cell for clue in clues if isinstance(clue, OutsideClue)]
        assert 5 < len(beside) == len(clues) == len(set(beside))


@given(order=integers(4, 9), seed=integers(0, 99))
@settings(max_examples=examples(10))
def test_random_regions_are_connected_and_of_one_size(order: int, seed: int) -> None:
    found = regions(order, Random(seed))
    assert {found.count(region) for region in range(order)} == {order}
    layout = BoardLayout((1, order))
    for region in range(order):
        cells = {cell for cell, number in enumerate(found) if number == region}
        reached = {min(cells)}
        for _ in range(order):
            reached |= {other for cell in reached for other in layout.beside(cell, ASIDE) if other in cells}
        assert reached == cells


@given(seed=integers(0, 99))
@settings(max_examples=examples(10))
def test_lines_share_no_cell_and_do_not_cross(seed: int) -> None:
    layout, lines = BoardLayout((3, 3)), LinePlanter(BoardLayout((3, 3)), Random(seed))
    cells: list[int] = []
    joined: list[frozenset[tuple[int, int]]] = []
    for start in lines.starts():
        line = lines.grow(start, 4, lambda line: True)
        lines.take(line)
        cells += line
        joined += [frozenset(layout.where(pair)) for pair in pairwise(line)]
    assert sorted(cells) == list(range(81))
    for (row, column), (next_row, next_column) in map(sorted, joined):
        assert max(abs(row - next_row), abs(column - next_column)) == 1
        if row != next_row and column != next_column:
            assert frozenset({(row, next_column), (next_row, column)}) not in joined


@rows(
    ("size", "values", "sentence"),
    [
        ("4", {"clues": "3"}, "at least 4 are needed"),
        ("9", {"variants": "jigsaw,samurai"}, "--variants names jigsaw and samurai, which are different boards"),
        *(  # without a clue, rules that hold turned round leave no single answer
            (
                "9",
                {"variants": kinds, "clues": "0"},
                "at least 1 is needed, for the rules allow each digit d to be 10 - d",
            )
            for kinds in ("between_lines", "palindromes", "even", "between_lines,antiknight")
        ),
        ("4", {"variants": "antiking,nonconsecutive"}, "no grid of order 4 keeps to the rules of antiking and noncon"),
        ("6", {"variants": "windoku"}, "a Windoku has order 4, 9, 16 or 25"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_with_the_reason(size: str, values: Values, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        GENERATOR.specification(size, values).candidate("new", Random(0), SAT)


@rows(
    ("technique", "values"),
    [
        ("naked pair", {}),
        ("xywing", {}),
        ("Unique Rectangle", {"minimal": True}),
        ("naked pair", {"variants": "diagonals"}),
    ],
)
def test_the_hardest_step_takes_the_technique_that_is_wished_for(technique: str, values: Values) -> None:
    aim = technique_aim(technique)
    made = next(candidates("9", {"technique": technique, **values}))
    assert set(grade(made.instance).hardest) & set(aim.techniques)
    assert SAT.only(made.instance) == made.answer


def test_a_technique_with_types_is_any_of_them() -> None:
    assert technique_aim("unique rectangle").techniques == tuple(f"unique rectangle type {n}" for n in (1, 2, 3, 4))
    assert technique_aim("unique rectangle type 3").techniques == ("unique rectangle type 3",)


@rows(("least", "most"), [(1.0, 1.2), (2.0, 2.5), (5.2, 6.6)])
def test_candidates_are_changed_until_they_are_as_hard_as_aimed_at(least: float, most: float) -> None:
    aimed, random = GENERATOR.specification("9", {}).aimed(least, most), Random(1)
    made = [aimed.candidate("new", random, KERNEL) for _ in range(2)]
    numbers = [grade(each.instance).number for each in made if isinstance(each, Candidate)]
    assert numbers
    assert all(least <= number <= most for number in numbers)


@rows(("kinds", "clues"), [("killer", "0"), ("kenken", "0"), ("killer", "8"), ("thermometers", "9")])
def test_variants_are_changed_until_the_techniques_reach_the_answer(kinds: str, clues: str) -> None:
    wanted = GENERATOR.specification("6", {"variants": kinds, "clues": clues}).aimed(1.0, 3.9)
    found = (wanted.candidate("new", Random(seed), SAT) for seed in range(9))
    made = next(each for each in found if isinstance(each, Candidate))
    assert sum(map(bool, made.instance.clues)) == int(clues)
    assert PUZZLE.check(made.instance, made.answer) is None
    assert SAT.only(made.instance) == made.answer
    assert estimate(made.instance, 11.0).number <= 3.9


def test_cages_alone_are_never_gentle() -> None:
    with pytest.raises(InputError, match=r"nothing so easy is without clues: cages .*; ask"):
        GENERATOR.specification("9", {"variants": "killer"}).aimed(1.0, 2.5)


def test_very_hard_ones_are_published_ones_with_a_clue_exchanged() -> None:
    aimed = GENERATOR.specification("9", {}).aimed(10.0, 11.0)
    made = aimed.candidate("new", Random(2), KERNEL)
    assert isinstance(made, Candidate)
    assert SAT.only(made.instance) == made.answer
    fewer = [with_clue(made.instance, cell, 0) for cell, clue in enumerate(made.instance.clues) if clue]
    assert set(KERNEL.counts(fewer)) == {2}
    assert made.instance.name == "new"
    assert grade(made.instance).number > 8


def test_a_published_one_is_never_passed_off_as_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descending, "_exchanged", lambda *_: iter(()))
    aimed = GENERATOR.specification("9", {}).aimed(10.0, 11.0)
    assert aimed.candidate("new", Random(2), KERNEL) == "have no clue that can be exchanged"


def test_a_grid_that_is_turned_about_keeps_its_empty_cells_and_stays_a_puzzle() -> None:
    clues = turned_about(shuffled_grid((2, 3), Random(0))[:30] + [0] * 6, (2, 3), Random(1))
    assert clues.count(0) == 6
    assert KERNEL.is_unique(Sudoku(tuple(clues), (2, 3)))


@pytest.mark.slow
@rows(
    ("size", "values"),
    [
        *(("9", {"variants": kind}) for kind in ("jigsaw", *KINDS, "cage,thermometers")),
        ("9", {"clues": "20"}),
        ("3x4", {"clues": "70"}),
    ],
)
def test_large_ones_are_made(size: str, values: Values) -> None:
    for made in islice(candidates(size, values), 2):
        assert PUZZLE.check(made.instance, made.answer) is None
        assert SAT.only(made.instance) == CPSAT.only(made.instance) == made.answer
        assert sum(map(bool, made.instance.clues)) == int(values.get("clues", sum(map(bool, made.instance.clues))))


# Families: valid grids with holes, the same ones everywhere


@rows("order", BOXES)
def test_a_shuffled_grid_is_valid(order: int) -> None:
    grid = tuple(shuffled_grid(BOXES[order], Random(order)))
    assert PUZZLE.check(Sudoku((0,) * order**2, BOXES[order]), Grid(grid)) is None


def test_shuffling_moves_rows_columns_and_digits() -> None:
    grids = {tuple(shuffled_grid((3, 3), Random(seed))) for seed in range(50)}
    assert len(grids) == 50
    assert {grid[0] for grid in grids} == set(range(1, 10))


def test_the_family_grows_with_the_order_and_more_holes_of_one_seed_are_the_same_and_more() -> None:
    for order in BOXES:
        planted = family("sudoku")(order, 0)
        assert (planted.order, planted.clues.count(0)) == (order, round(order * order / 2))
    few, many = (family("sudoku-16")(holes, 3).clues for holes in (60, 100))
    assert (few.count(0), many.count(0)) == (60, 100)
    assert all(clue in (0, before) for clue, before in zip(many, few, strict=True))


@rows(("name", "size"), [("sudoku", 7), ("sudoku-9", 82), ("sudoku-25", -1)])
def test_a_size_there_is_not_is_one_sentence(name: str, size: int) -> None:
    with pytest.raises(InputError, match=f"the size of family {name} is {size}; "):
        family(name)(size, 0)


@rows(("name", "size"), [("sudoku", 9), ("sudoku", 16), ("sudoku", 25), ("sudoku-9", 50)])
def test_a_planted_sudoku_has_an_answer(name: str, size: int) -> None:
    solver = Solver(PUZZLE, "", *load_backend("sat"))
    assert next(solver.answers(family(name)(size, 1))) is not None
