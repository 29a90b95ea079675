"""Are exact covers that lie in a grid drawn as boards: every chosen option on its cells, in pictures and in words?"""

from itertools import pairwise
from pathlib import Path

import pytest

from models.cover.instance import Cover, Option, board_of
from models.cover.picture import picture
from models.deductions import Conflict, Deduction, PuzzlePart, Snapshot
from models.errors import InputError
from models.registry import find_instance, load_puzzle
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.explain.work import explain
from tests.models.placed import groups, texts

PUZZLE = load_puzzle("cover")
draw = PUZZLE.drawing.picture
DOMINOES = """
items = ["r1c1", "r1c2", "r2c1", "r2c2"]
[options]
top = ["r1c1", "r1c2"]
bottom = ["r2c1", "r2c2"]
left = ["r1c1", "r2c1"]
right = ["r1c2", "r2c2"]
"""
GARDEN = """
items = ["roses", "herbs", "pond"]
[options]
east = ["roses", "herbs"]
west = ["pond"]
none = ["pond", "herbs"]
[cells]
east = ["r1c2", "R2C2"]
west = ["r1c1"]
"""


def read(name: str) -> Cover:
    return cover(find_instance(PUZZLE, name))


def cover(path: Path) -> Cover:
    instance = next(PUZZLE.read(path))
    assert isinstance(instance, Cover), instance
    return instance


def written(folder: Path, content: str) -> Cover:
    path = folder / "mine.toml"
    path.write_text(content, encoding="utf-8")
    return cover(path)


def strip(length: int) -> Cover:
    """Dominoes on cells in a row."""
    cells = tuple(f"r1c{column}" for column in range(1, length + 1))
    return Cover("strip", cells, (), tuple(Option(" ".join(pair), pair) for pair in pairwise(cells)))


def first(instance: Cover) -> tuple[str, ...]:
    return next(Solver(PUZZLE, "", *load_backend("dlx")).answers(instance))


def test_pentominoes_lie_on_a_board_each_in_a_colour_and_with_its_letter() -> None:
    instance = read("pentominoes-6x10")
    answer = first(instance)
    svg = draw(instance, answer)
    assert len({node.get("data-cell") for node in groups(svg, "plate")}) == 60
    pieces = groups(svg, "option")
    assert {piece.get("data-option") for piece in pieces} == set(answer)
    fills = [{node.get("fill") for node in piece if node.tag.endswith("rect")} for piece in pieces]
    assert [len(colours) for colours in fills] == [1] * 12
    assert len(set.union(*fills)) == 12
    assert sorted(text.words for text in texts(svg, "option")) == list("FILNPTUVWXYZ")


def test_without_an_answer_the_pieces_lie_ready_below_an_empty_board() -> None:
    svg = draw(read("pentominoes-6x10"))
    assert not groups(svg, "option")
    assert [text.words for text in texts(svg, "piece")] == list("FILNPTUVWXYZ")


def test_rows_and_columns_are_numbered() -> None:
    words = [text.words for text in texts(draw(read("pentominoes-6x10")), "lines")]
    assert words == [*map(str, range(1, 7)), *map(str, range(1, 11))]


def test_queens_stand_on_a_chessboard() -> None:
    instance = read("queens-8")
    answer = first(instance)
    svg = draw(instance, answer)
    assert len(groups(svg, "maple")) == len(groups(svg, "oak")) == 32
    assert len(groups(svg, "queen")) == 8


def test_men_who_do_not_attack_along_diagonals_are_no_queens() -> None:
    options = tuple(Option(f"r{row} c{column}", (f"r{row}", f"c{column}")) for row in "12" for column in "12")
    svg = draw(Cover("rooks", ("r1", "r2", "c1", "c2"), (), options), ("r1 c1", "r2 c2"))
    assert len(groups(svg, "man")) == 2
    assert not groups(svg, "queen")


def test_a_board_has_holes_where_no_item_is_and_lights_the_cells_of_a_conflict() -> None:
    instance = read("mutilated-board")
    board = board_of(instance)
    assert board is not None
    assert {(1, 1), (4, 4)}.isdisjoint(board.cells)
    conflict = Conflict((PuzzlePart(("item", 0), "r1c2", ()), PuzzlePart(("item", 3), "r2c1", ())))
    svg = PUZZLE.drawing.conflict(instance, PUZZLE.state(instance), conflict)
    assert svg is not None
    assert len(groups(svg, "lit")) == 2


@pytest.mark.parametrize("formulation", ["options", "choice"])
def test_at_each_step_the_board_shows_what_lies_there_and_how_many_ways_are_left(formulation: str) -> None:
    """Dominoes on six cells in a row: each end has one way, and that forces the next."""
    found = explain(PUZZLE, strip(6), formulation)
    start, *after = [PUZZLE.drawing.snapshot(strip(6), found.stated, snapshot) for snapshot in found.snapshots()]
    if formulation == "options":  # in the other, what meets an end is known from the start
        assert [text.words for text in texts(start or "", "moment")] == ["1", "2", "2", "2", "2", "1"]
    last = after[-1]
    assert last is not None
    assert {piece.get("data-option") for piece in groups(last, "option")} == {"r1c1 r1c2", "r1c3 r1c4", "r1c5 r1c6"}
    assert len(groups(last, "lit-line")) == 2
    assert not texts(last, "moment"), "no cell is free"


def test_what_is_ruled_out_is_crossed_out_on_the_board() -> None:
    """A domino on the middle of four cells in a row leaves none for its ends."""
    row = strip(4)
    stated = PUZZLE.state(row)
    out = {var: frozenset((0, 1)) for var in stated.model.variables}
    middle = stated.model.variables[1]
    svg = PUZZLE.drawing.snapshot(row, stated, Snapshot({}, out, Deduction(middle != 1, (), ())))
    assert svg is not None
    assert len(groups(svg, "wrong-line")) == 2
    looked = PUZZLE.drawing.snapshot(row, stated, Snapshot({}, out, look=(middle,)))
    assert looked is not None
    assert not groups(looked, "wrong-line")
    assert len(groups(looked, "lit-line")) == 2


def test_neighbours_without_names_differ_in_colour(tmp_path: Path) -> None:
    svg = draw(written(tmp_path, DOMINOES), ("left", "right"))
    colours = [piece[0].get("fill") for piece in groups(svg, "option")]
    assert len(set(colours)) == 2


def test_options_may_carry_cells_of_their_own(tmp_path: Path) -> None:
    instance = written(tmp_path, GARDEN)
    assert [option.cells for option in instance.options] == [((1, 2), (2, 2)), ((1, 1),), ()]
    svg = draw(instance, ("east", "west"))
    assert {piece.get("data-option") for piece in groups(svg, "option")} == {"east", "west"}


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ('north = ["r1c1"]', "'north', which is no option"),
        ('east = ["1,1"]', "a cell is written like r1c2"),
        ('east = ["r1c1", "R1C1"]', "on a cell twice"),
        ('east = "r1c1"', "a list of cells is expected"),
    ],
)
def test_cells_that_make_no_sense_are_told_in_a_sentence(cells: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GARDEN.split("[cells]")[0] + "[cells]\n" + cells, encoding="utf-8")
    error = next(PUZZLE.read(path))
    assert isinstance(error, InputError)
    assert sentence in str(error)


def test_a_cell_that_is_met_twice_is_crossed_out(tmp_path: Path) -> None:
    svg = draw(written(tmp_path, DOMINOES), ("top", "left"))
    assert len(groups(svg, "wrong-line")) == 2  # both strokes of one cross


def test_what_lies_in_no_grid_stays_a_matrix() -> None:
    for name in ("wildwood", "langford-4"):
        assert board_of(read(name)) is None
    far = Cover("far", ("r1c1", "r999c999"), (), (Option("a", ("r1c1",)), Option("b", ("r999c999",))))
    assert board_of(far) is None
    assert "as a matrix" in picture(far).title


def test_the_answer_in_characters_shows_the_board() -> None:
    instance = read("pentominoes-6x10")
    answer = first(instance)
    lines = [line.split() for line in PUZZLE.render(instance, answer).split("\n\n")[1].splitlines()]
    letters = {(row, column): letter for row, line in enumerate(lines, 1) for column, letter in enumerate(line, 1)}
    for name in answer:
        letter, *cells = name.split()
        assert {f"r{row}c{column}" for (row, column), found in letters.items() if found == letter} == set(cells)
