"""Does every digit stand in its cell, and can clue, digit, candidate and reason be told apart without colour?"""

from typing import Any

import pytest

from models.deductions import SO, STRONG, WEAK, Conflict, Deduction, Link, Snapshot, TechniquePattern
from models.drawing import Belief
from models.language.model import Key
from models.registry import find_instance, load_puzzle
from models.sudoku.board import BOXES, SYMBOLS
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.picture import picture
from models.sudoku.reading.table import sudoku_from
from models.sudoku.sheet import EDGE, SIDE, edge
from tests.models.placed import Placed, groups, parsed, size, texts
from tests.models.sudoku.grids import shifted
from tests.tables import rows

PUZZLE = load_puzzle("sudoku")
draw = PUZZLE.drawing.picture
SHAPES = [*BOXES.values(), (3, 2), (5, 2)]


def cell_of(text: Placed, margin: float = EDGE) -> tuple[int, int]:
    return int((text.y - margin) // SIDE), int((text.x - margin) // SIDE)


def some_clues(box: tuple[int, int]) -> Sudoku:
    return Sudoku(tuple(digit if cell % 3 == 0 else 0 for cell, digit in enumerate(shifted(box).cells)), box)


@rows("box", SHAPES)
def test_every_clue_and_every_digit_stands_in_the_middle_of_its_cell(box: tuple[int, int]) -> None:
    instance, order = some_clues(box), box[0] * box[1]
    margin = edge(order)
    svg = draw(instance, shifted(box))
    clues, digits = texts(svg, "clues"), texts(svg, "digits")
    for drawn, wanted in ((clues, lambda cell: cell % 3 == 0), (digits, lambda cell: cell % 3)):
        assert {cell_of(text, margin): text.words for text in drawn} == {
            divmod(cell, order): SYMBOLS[digit] for cell, digit in enumerate(shifted(box).cells) if wanted(cell)
        }
    for text in (*clues, *digits):
        assert (text.x - margin) % SIDE == pytest.approx(SIDE / 2, abs=0.01)
        assert (text.y - margin) % SIDE == pytest.approx(SIDE / 2, abs=0.01)


def test_clues_are_bold_and_the_rest_is_light() -> None:
    svg = draw(some_clues((3, 3)), shifted((3, 3)))
    assert all(text.element.get("font-weight") == "bold" for text in texts(svg, "clues"))
    assert all(text.element.get("font-weight") is None for text in texts(svg, "digits"))


@rows("box", SHAPES)
def test_thick_rules_go_round_boxes(box: tuple[int, int]) -> None:
    order = box[0] * box[1]
    rules = groups(draw(some_clues(box)), "rules")[0]
    thick = {node.get("d") for node in rules if node.get("class") == "line"}
    start, end = edge(order), edge(order) + order * SIDE
    rows, columns = (range(0, order + 1, every) for every in box)
    across = {f"M{start:g} {start + row * SIDE:g}L{end:g} {start + row * SIDE:g}" for row in rows}
    down = {f"M{start + col * SIDE:g} {start:g}L{start + col * SIDE:g} {end:g}" for col in columns}
    assert thick == across | down
    assert len(rules) == 2 * (order + 1)


@rows("box", SHAPES)
def test_candidates_each_have_a_spot_of_their_own_inside_the_cell(box: tuple[int, int]) -> None:
    order = box[0] * box[1]
    instance = Sudoku((0,) * order**2, box)
    marks = texts(picture(instance, marks={(1, 2): range(1, order + 1)}).svg(), "candidates")
    assert [mark.words for mark in marks] == list(SYMBOLS[1 : order + 1])
    assert {cell_of(mark, edge(order)) for mark in marks} == {(1, 2)}
    assert len({(mark.x, mark.y) for mark in marks}) == order


def test_a_filled_cell_shows_no_candidates() -> None:
    instance = Sudoku((1,) + (0,) * 15, (2, 2))
    svg = picture(instance, found={(0, 1): 2}, marks={(0, 0): {1}, (0, 1): {2}, (0, 2): {3, 4}}).svg()
    assert [text.words for text in texts(svg, "candidates")] == ["3", "4"]


def test_struck_candidates_have_a_line_through_them() -> None:
    instance = Sudoku((0,) * 16, (2, 2))
    svg = picture(instance, marks={(0, 0): {1, 2, 3}}, struck={(0, 0): {2}}).svg()
    assert [text.words for text in texts(svg, "candidates")] == ["1", "2", "3"]
    assert [text.words for text in texts(svg, "wrong")] == ["2"]
    assert len(groups(svg, "wrong-line")) == 1


def test_lit_cells_have_a_full_frame_and_reasons_a_broken_one() -> None:
    svg = picture(Sudoku((0,) * 81), lit=[(4, 5)], reason=[(4, 0), (8, 8)]).svg()
    shades = {(node.get("class"), float(node.get("x")), float(node.get("y"))) for node in groups(svg, "shades")[0]}
    assert shades == {
        (class_, EDGE + column * SIDE, EDGE + row * SIDE)
        for class_, row, column in (("lit", 4, 5), ("reason", 4, 0), ("reason", 8, 8))
    }
    frames = {node.get("class"): node.get("stroke-dasharray") for node in groups(svg, "frames")[0]}
    assert frames["lit-line"] is None
    assert frames["reason-line"]
    words = parsed(svg)[1].text or ""
    assert "Lit: R5C6." in words
    assert "Lit as the reason: R5C1, R9C9." in words


@pytest.mark.parametrize(
    ("rules", "lit"),
    [
        ({"antiknight": True}, "R1C1, R2C3."),
        ({"lettered_cages": {"A": ["r1c1 r2c3", "r1c2"]}}, "R1C1, R1C2, R2C3."),
    ],
)
def test_a_conflict_lights_the_cells_of_a_rule_that_is_one_of_several_of_its_place(
    rules: dict[str, Any], lit: str
) -> None:
    instance = sudoku_from("", {"order": 4, **rules})
    stated = PUZZLE.state(instance)
    key = (next(iter(rules)), 0, 6) + (1,) * ("A" in str(rules))
    blamed = [part for part in PUZZLE.parts(instance, stated).parts if part.key == key]
    svg = PUZZLE.drawing.conflict(instance, stated, Conflict(tuple(blamed))) or ""
    assert (parsed(svg)[1].text or "").endswith(f"Lit as the reason: {lit}")


@pytest.mark.parametrize(
    ("formulation", "row"), [("cells", ("row", 1)), ("cover", ("row", 1, 2))], ids=["cells", "cover"]
)
def test_a_conflict_lights_its_clues_and_the_cells_of_its_rules(formulation: str, row: Key) -> None:
    instance = Sudoku((1, 0, 0, 2) + (0,) * 12, (2, 2))
    stated = PUZZLE.state(instance, formulation)
    blamed = [part for part in PUZZLE.parts(instance, stated).parts if part.key[0] == "given" or part.key == row]
    svg = PUZZLE.drawing.conflict(instance, stated, Conflict(tuple(blamed))) or ""
    words = parsed(svg)[1].text or ""
    assert words.endswith("Lit: R1C1, R1C4. Lit as the reason: R2C1, R2C2, R2C3, R2C4.")
    assert PUZZLE.drawing.conflict(instance, stated, Conflict(())) is None


def test_a_moment_of_solving_shows_what_is_left() -> None:
    instance = Sudoku((1, 0, 0, 2) + (0,) * 12, (2, 2))
    stated = CellsModel(instance)
    left = {stated.cells[1]: frozenset({3, 4}), stated.cells[6]: frozenset({1})}
    svg = PUZZLE.drawing.snapshot(instance, stated, Snapshot(stated.givens(instance), left)) or ""
    assert {(cell_of(mark), mark.words) for mark in texts(svg, "candidates")} == {
        ((0, 1), "3"),
        ((0, 1), "4"),
        ((1, 2), "1"),
    }


def test_candidates_can_be_read_on_a_phone() -> None:
    """In the 297 pixels that a page of 360 leaves, without scrolling."""
    marks = {(row, column): range(1, 10) for row in range(9) for column in range(9)}
    assert picture(Sudoku((0,) * 81), marks=marks).legible_width <= 297


def test_a_chain_is_drawn_with_its_links_and_its_two_sides() -> None:
    """Strong links are full, weak ones broken, what a supposition leads to has an arrow."""
    instance = Sudoku((0,) * 16, (2, 2))
    stated = CellsModel(instance)
    first, second, third, last = (stated.cells[cell] for cell in (0, 3, 7, 5))
    links = (
        Link(first == 1, second == 1, STRONG),
        Link(second == 1, third == 1, WEAK),
        Link(third == 1, last == 1, SO),
    )
    pattern = TechniquePattern(("the line of it",), ((first == 1, third == 1), (second == 1, last == 1)), links)
    step = Deduction(stated.cells[4] != 1, (), (), "chain", more=(stated.cells[6] != 1,), pattern=pattern)
    left = {cell: frozenset({1, 2, 3, 4}) for cell in stated.cells}
    svg = PUZZLE.drawing.snapshot(instance, stated, Snapshot({}, left, step)) or ""
    (links,) = groups(svg, "links")
    lines = [node for node in links if node.get("class") == "found-line"]
    assert [bool(node.get("stroke-dasharray")) for node in lines] == [False, True, False]
    assert len([node for node in links if node.get("class") == "found"]) == 1, "one arrow head"
    (sides,) = groups(svg, "sides")
    assert [node.get("class") for node in sides] == ["right", "right", "right-line", "right-line"]
    assert [text.words for text in texts(svg, "wrong")] == ["1", "1"]
    assert (parsed(svg)[1].text or "").endswith("the line of it")


def test_all_texts_are_inside_the_picture() -> None:
    svg = draw(some_clues((5, 5)), shifted((5, 5)))
    width, height = size(svg)
    assert all(0 < text.x < width and 0 < text.y < height for text in texts(svg))


def test_the_words_read_the_grid_row_by_row() -> None:
    instance = next(PUZZLE.read(find_instance(PUZZLE, "order_4")))
    words = parsed(draw(instance))[1].text or ""
    assert all(f"Row {row}:" in words for row in range(1, 5))


def test_what_is_believed_more_has_a_darker_ground_and_what_is_wrong_a_frame() -> None:
    instance = some_clues((2, 2))  # in the first row are a clue, two open cells and a clue
    stated = CellsModel(instance)
    first, second = stated.cells[1:3]
    shares = {first: {1: 0.1, 2: 0.9}, second: {3: 0.42, 4: 0.4}, **{var: {1: 1.0} for var in stated.cells[:1]}}
    svg = PUZZLE.drawing.belief(instance, stated, Belief(shares, {first: 2, second: 3}, frozenset({second})))
    assert svg is not None
    grounds = {node.get("x"): node.get("fill-opacity") for node in groups(svg, "belief")}
    assert grounds == {f"{EDGE + SIDE:g}": "0.9", f"{EDGE + 2 * SIDE:g}": "0.4"}  # a clue needs no belief
    (frame,) = groups(svg, "wrong-line")
    assert float(frame.get("x", 0)) // SIDE == (EDGE + 2 * SIDE) // SIDE
    assert {cell_of(text): text.words for text in texts(svg, "digits")} == {(0, 1): "2", (0, 2): "3"}
    assert "Wrong: R1C3. Believed to less than half: R1C3." in svg


def test_beliefs_in_another_formulation_have_no_picture_of_their_own() -> None:
    instance = some_clues((2, 2))
    assert PUZZLE.drawing.belief(instance, PUZZLE.formulations["cover"](instance), Belief({}, {})) is None
