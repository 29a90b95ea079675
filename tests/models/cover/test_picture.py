"""Pictures of exact covers: boards with every chosen option on its cells, matrices with chosen rows plain to see."""

from itertools import pairwise
from pathlib import Path

import pytest

from models.cover.instance import Cover, Option, board_of
from models.cover.picture import MAX_COLUMNS, MAX_ROWS, MAX_WIDTH, matrix, part_of, picture
from models.deductions import Conflict, Deduction, PuzzlePart, Snapshot
from models.errors import InputError
from models.registry import load_puzzle
from solvers.explain.work import explain
from tests.models import rooms
from tests.models.placed import groups, parsed, size, texts

PUZZLE = load_puzzle("cover")
draw = PUZZLE.drawing.picture
CHOSEN = ("Noodling", "Bible Study", "Square Dancing")
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
    instance: Cover = rooms.instance_of("cover", name)
    return instance


def strip(length: int) -> Cover:
    """Dominoes on cells in a row."""
    cells = tuple(f"r1c{column}" for column in range(1, length + 1))
    return Cover("strip", cells, (), tuple(Option(" ".join(pair), pair) for pair in pairwise(cells)))


def first(instance: Cover) -> tuple[str, ...]:
    return tuple(rooms.answers(instance, backend="dlx", most=1)[0])


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
    assert [text.words for text in texts(svg, "lines")] == [*map(str, range(1, 7)), *map(str, range(1, 11))]


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
    svg = draw(rooms.read("cover", tmp_path, DOMINOES), ("left", "right"))
    colours = [piece[0].get("fill") for piece in groups(svg, "option")]
    assert len(set(colours)) == 2


def test_options_may_carry_cells_of_their_own(tmp_path: Path) -> None:
    instance = rooms.read("cover", tmp_path, GARDEN)
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
    error = rooms.read("cover", tmp_path, GARDEN.split("[cells]")[0] + "[cells]\n" + cells)
    assert isinstance(error, InputError)
    assert sentence in str(error)


def test_a_cell_that_is_met_twice_is_crossed_out(tmp_path: Path) -> None:
    svg = draw(rooms.read("cover", tmp_path, DOMINOES), ("top", "left"))
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


# Matrices


def test_each_row_has_its_ones_and_noughts_in_the_columns_of_its_items() -> None:
    instance = read("wildwood")
    svg = draw(instance)
    rows = groups(svg, "option")
    assert len(rows) == len(instance.options)
    headers = {text.words: round(text.x) for text in texts(svg, "items")}
    assert list(headers) == list(instance.primary)
    cells = [text for text in texts(svg, "option") if text.words in "01"]
    heights = sorted({round(text.y) for text in cells})
    for option, height in zip(instance.options, heights, strict=True):
        row = {round(text.x): text.words for text in cells if round(text.y) == height}
        assert row == {x: "1" if item in option.items else "0" for item, x in headers.items()}


def test_chosen_rows_are_lit_ticked_and_bold_and_every_item_is_met_once() -> None:
    instance = read("wildwood")
    svg = draw(instance, CHOSEN)
    lit = [row for row in groups(svg, "option") if row.get("data-chosen") == "1"]
    assert len(lit) == len(groups(svg, "chosen")) == len(groups(svg, "right-line")) == 3
    bold = [text.words for text in texts(svg, "option") if text.element.get("font-weight") and text.words not in "01"]
    assert bold == list(CHOSEN)
    assert [text.words for text in texts(svg, "met")] == ["met", *["1"] * 6]


def test_an_item_met_twice_or_never_is_marked_as_wrong() -> None:
    svg = draw(read("wildwood"), ("Noodling", "Moonshine"))
    assert [text.words for text in texts(svg, "wrong")] == ["2", "0", "0", "0"]


def test_secondary_items_stand_right_of_a_line_and_may_stay_unmet() -> None:
    instance = Cover("s", ("a",), ("x", "y"), (Option("o", ("a", "x")),))
    svg = draw(instance, ("o",))
    assert not texts(svg, "wrong")
    assert [text.words for text in texts(svg, "met")] == ["met", "1", "1", "0"]
    assert any("thick line" in text.words for text in texts(svg))


def test_a_large_matrix_shows_what_it_can_and_says_what_it_leaves_out() -> None:
    instance = read("pentominoes-6x10")
    shown = part_of(instance, None)
    assert MAX_ROWS > len(shown.options) >= 12
    assert shown.omitted == [f"Not shown: {len(instance.options) - len(shown.options):,} more options."]
    chosen = tuple(option.name for option in instance.options[::200])
    lit = part_of(instance, chosen)
    assert [option.name for option in lit.options] == list(chosen)
    assert lit.omitted == [f"Not shown: the {len(instance.options) - len(chosen):,} options that are not chosen."]
    many = Cover("m", tuple(f"i{place}" for place in range(500)), (), (Option("o", ("i1",)),) * 1)
    assert part_of(many, None).omitted == [f"Not shown: {500 - MAX_COLUMNS} more items."]
    blamed = instance.options[-1].name  # what is framed is shown even where not everything can be
    assert blamed in {option.name for option in part_of(instance, None, {blamed}).options}


def test_a_wide_matrix_is_folded_with_every_row_and_every_column_once_in_each_fold() -> None:
    instance = read("pentominoes-6x10")
    chosen = tuple(option.name for option in instance.options[::200])
    svg = matrix(instance, chosen).svg()
    folds = len(part_of(instance, chosen).folds)
    assert folds > 1
    assert size(svg)[0] <= MAX_WIDTH
    assert [text.words for text in texts(svg, "items")] == list(instance.primary)
    assert len(groups(svg, "option")) == folds * len(chosen)
    ones = [text for text in texts(svg, "option") if text.words == "1"]
    assert len(ones) == sum(len(option.items) for option in instance.options[::200])
    assert len([text for text in texts(svg, "met") if text.words != "met"]) == len(instance.primary)


def test_items_and_options_that_cannot_all_have_their_way_are_framed() -> None:
    instance = read("wildwood")
    item, option = instance.primary[2], instance.options[1].name
    conflict = Conflict((PuzzlePart(("item", 2), item, ()), PuzzlePart(("option", 1), option, ())))
    svg = PUZZLE.drawing.conflict(instance, PUZZLE.state(instance), conflict)
    assert svg is not None
    assert [node.get("data-column") for node in groups(svg, "lit")] == ["2"]
    bold = {text.words for text in texts(svg) if text.element.get("font-weight") and text.words not in "01"}
    assert bold == {item, option}


def test_a_problem_without_options_or_items_is_drawn() -> None:
    for instance in (
        Cover("e", (), (), ()),
        Cover("e", ("a",), (), ()),
        Cover("e", (), ("a",), (Option("o", ("a",)),)),
    ):
        assert parsed(draw(instance)) is not None
        assert parsed(draw(instance, ())) is not None


def test_long_names_are_cut_in_the_picture_but_whole_in_the_words() -> None:
    name = "a name that goes on and on and on"
    svg = draw(Cover("l", ("i" * 60,), (), (Option(name, ("i" * 60,)),)))
    assert name in (parsed(svg)[1].text or "")
    width, height = size(svg)
    assert all(0 <= text.x <= width and 0 <= text.y <= height for text in texts(svg))
    assert max(len(text.words) for text in texts(svg)) == 26
