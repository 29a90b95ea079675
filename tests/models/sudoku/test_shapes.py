"""Is each thing that a variant draws where people would draw it, on paper and in characters?"""

from __future__ import annotations

from itertools import pairwise
from math import dist
from textwrap import dedent
from typing import Any

import pytest

from models.deductions import Deduction, Rule, Snapshot
from models.kit.palette import TINTS
from models.sudoku import PUZZLE
from models.sudoku.board import BoardShape, boxed
from models.sudoku.instance import Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.picture import picture
from models.sudoku.reading.table import sudoku_from
from models.sudoku.sheet import BESIDE, EDGE, SIDE, contours
from models.sudoku.text import render
from models.sudoku.variants import variants
from models.sudoku.variants.coloured_lines import ColouredLine
from tests.models.placed import groups, parsed, size, texts
from tests.tables import rows

Points = list[tuple[float, float]]


def sudoku(**table: Any) -> Sudoku:
    return sudoku_from("typed", {"order": 4, **table})


def points(path: str) -> Points:
    """The points of a line, in cells."""
    pairs = (point.split() for point in path.removeprefix("M").split("L"))
    return [((float(x) - EDGE) / SIDE, (float(y) - EDGE) / SIDE) for x, y in pairs]


def lines(svg: str, layer: str, class_: str) -> list[Points]:
    nodes = (node for group in groups(svg, layer) for node in group if node.get("class") == class_)
    return [points(node.get("d", "")) for node in nodes if node.get("d")]


def discs(svg: str, layer: str, class_: str) -> Points:
    nodes = (node for group in groups(svg, layer) for node in group if node.get("class") == class_ and node.get("cx"))
    return [((float(node.get("cx", 0)) - EDGE) / SIDE, (float(node.get("cy", 0)) - EDGE) / SIDE) for node in nodes]


RING = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]


@rows(
    ("cells", "loops"),
    [
        ([(0, 0)], [[(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]]),
        ([(0, 0), (0, 1), (1, 0)], [[(0.1, 0.1), (1.9, 0.1), (1.9, 0.9), (0.9, 0.9), (0.9, 1.9), (0.1, 1.9)]]),
        (
            [(0, 0), (1, 1)],  # which touch at a corner
            [[(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], [(1.1, 1.1), (1.9, 1.1), (1.9, 1.9), (1.1, 1.9)]],
        ),
        (RING, [[(0.1, 0.1), (0.1, 2.9), (2.9, 0.1), (2.9, 2.9)], [(0.9, 0.9), (0.9, 2.1), (2.1, 0.9), (2.1, 2.1)]]),
    ],
)
def test_a_cage_runs_within_its_cells_and_round_a_hole_on_either_side(
    cells: list[tuple[int, int]], loops: list[Points]
) -> None:
    assert [sorted(loop) for loop in contours(cells, 0.1)] == [sorted(loop) for loop in loops]


def test_a_cage_is_dashed_and_has_its_sum_in_the_corner_of_its_first_cell_clear_of_small_digits() -> None:
    svg = picture(sudoku(cage=[{"cells": "r3c2 r2c2", "sum": 5}]), marks={(1, 1): range(1, 5)}).svg()
    (frame,) = (node for node in groups(svg, "variants")[0] if node.get("stroke-dasharray"))
    assert all(1 < x < 2 and 1 < y < 3 for x, y in points(frame.get("d", "")))
    (label,) = texts(svg, "variants")
    assert label.words == "5"
    assert 1 < (label.x - EDGE) / SIDE < 1.2
    assert 1 < (label.y - EDGE) / SIDE < 1.3
    highest = min(text.y - 0.36 * float(text.element.get("font-size", 0)) for text in texts(svg, "candidates"))
    assert highest > label.y + 0.36 * float(label.element.get("font-size", 0))


def test_a_thermometer_has_its_bulb_in_its_first_cell() -> None:
    svg = picture(sudoku(thermometers=["r3c1 r2c2 r2c3"])).svg()
    assert discs(svg, "below", "band") == [(0.5, 2.5)]
    assert lines(svg, "below", "band-line") == [[(0.5, 2.5), (1.5, 1.5), (2.5, 1.5)]]


def test_a_coloured_line_has_its_colour_and_a_pattern_and_no_two_rules_have_either_in_common() -> None:
    rules = [kind for kind in variants().values() if issubclass(kind, ColouredLine) and kind.tint]
    for kind in rules:
        layer = groups(picture(sudoku_from("typed", {kind.word: ["r3c3 r4c4 r4c5"]})).svg(), "below")[0]
        band, middle = layer
        assert (band.get("class"), middle.get("stroke-dasharray")) == (kind.tint, kind.pattern)
        assert points(band.get("d", "")) == points(middle.get("d", "")) == [(2.5, 2.5), (3.5, 3.5), (4.5, 3.5)]
        assert kind.tint in TINTS
    assert len({kind.tint for kind in rules}) == len({kind.pattern for kind in rules}) == len(rules) == 9


def test_marked_cells_are_told_by_a_colour_and_by_a_shape() -> None:
    kinds: dict[str, Any] = {
        **dict.fromkeys(("even", "odd", "minimum", "maximum", "row_indexers", "column_indexers"), "r3c3"),
        "extra_regions": ["r3c3 r3c4"],
        "clone": [{"cells": "r3c3 r3c4", "copy": "r5c5 r5c6"}],
        "cage": [{"cells": "r3c3 r3c4", "sum": 5}],
    }
    colours, shapes = set(), set()
    for word, cells in kinds.items():
        svg = picture(sudoku_from("typed", {word: cells})).svg()
        layers = [layer for name in ("ground", "below", "variants") for layer in groups(svg, name)]
        drawn = [node for layer in layers for node in layer]
        colours.add(drawn[0].get("class"))
        # On a black and white print what is left are the forms, with their dashes, and the ways that lines run.
        shapes.add(tuple((node.tag, node.get("stroke-dasharray"), form(node)) for node in drawn))
    assert len(colours) == len(shapes) == len(kinds)
    assert colours - {"line"} <= TINTS.keys()


def form(node: Any) -> tuple[tuple[float, float], ...]:
    """The way along a line, from its start."""
    first, *others = points(node.get("d")) if node.get("d") else [(0.0, 0.0)]
    return tuple((round(x - first[0], 2), round(y - first[1], 2)) for x, y in others)


def test_the_ends_of_a_lockout_line_are_diamonds_and_a_sum_stands_on_its_line() -> None:
    svg = picture(sudoku(lockout_lines=["r1c1-r1c4"], sum_line=[{"cells": "r3c1-r3c4", "sum": 5}])).svg()
    diamonds = [shape for shape in lines(svg, "below", "wire") if len(shape) == 5]
    assert [shape[1][0] for shape in diamonds] == [3.5, 0.5]
    (label,) = texts(svg, "variants")
    assert (label.words, (label.x - EDGE) / SIDE) == ("5", 1)


def test_an_arrow_goes_from_the_edge_of_its_circle_to_a_head() -> None:
    svg = picture(sudoku(arrows=["r1c1-r1c3"])).svg()
    shaft, head = lines(svg, "below", "wire")
    assert shaft == [(pytest.approx(0.87), 0.5), (1.5, 0.5), (2.5, 0.5)]
    assert head[1] == (2.5, 0.5)
    assert all(x < 2.5 for x, _ in (head[0], head[2]))


def test_dots_and_letters_stand_between_their_cells() -> None:
    svg = picture(sudoku(kropki={"white": ["r1c1 r1c2"], "black": ["r2c3 r3c3"]}, xv={"x": ["r4c3 r4c4"]})).svg()
    assert discs(svg, "variants", "card") == [(1, 0.5)]
    assert discs(svg, "variants", "card-ink") == [(2.5, 2)]
    (letter,) = texts(svg, "variants")
    assert (letter.words, (letter.x - EDGE) / SIDE, (letter.y - EDGE) / SIDE) == ("X", 3, pytest.approx(3.5, abs=0.01))


def test_a_dot_has_its_number_in_it_unless_it_is_the_usual_one() -> None:
    dots = sudoku(numbered_dots={"white": ["r1c1 r1c2: 3", "r2c1 r2c2"], "black": ["r3c3 r3c4: 4"]})
    svg = picture(dots).svg()
    found = [(word.words, (word.x - EDGE) / SIDE, word.element.get("class")) for word in texts(svg, "variants")]
    assert found == [("3", 1, "card-ink"), ("4", 3, "card")]
    assert "| . ③ . | .   . |" in render(dots)
    assert "| .   . | . ❹ . |" in render(dots)


def test_given_marks_stand_at_the_lower_edge_of_their_cells_where_no_candidates_do() -> None:
    marked = sudoku(given_marks=[{"cells": "r1c1 r2c3", "digits": "4 2"}])
    svg = picture(marked, marks={(0, 0): (2, 4)}).svg()
    (found,) = texts(svg, "given-marks")
    assert found.words == "24"
    assert 2 < (found.x - EDGE) / SIDE < 3
    assert 1.75 < (found.y - EDGE) / SIDE < 2
    assert "|{.}  . | .   . |" in render(marked)


@rows(("sign", "tip"), [("r2c2 < r2c3", (1.8, 1.5)), ("r3c2 < r2c2", (1.5, 2.2))])
def test_the_point_of_an_inequality_is_towards_the_smaller(sign: str, tip: tuple[float, float]) -> None:
    svg = picture(sudoku(inequalities=[sign])).svg()
    (drawn_sign,) = lines(svg, "variants", "line")
    middle = ((drawn_sign[0][0] + drawn_sign[2][0]) / 2, (drawn_sign[0][1] + drawn_sign[2][1]) / 2)
    towards = [tip[part] - middle[part] for part in (0, 1)]
    pointed = [drawn_sign[1][part] - middle[part] for part in (0, 1)]
    assert sum(one * other for one, other in zip(towards, pointed, strict=True)) > 0


def test_clues_beside_the_board_get_room_where_they_are() -> None:
    bare = size(picture(sudoku()).svg())
    svg = picture(sudoku(sandwich={"rows": "0 . . ."})).svg()
    assert size(svg) == (pytest.approx(bare[0] + BESIDE * SIDE), bare[1])
    (clue,) = texts(svg, "variants")
    assert clue.words == "0"
    assert EDGE < clue.x < EDGE + BESIDE * SIDE
    assert EDGE < clue.y < EDGE + SIDE


def test_thick_lines_go_round_regions_of_any_form() -> None:
    regions = ["AABB", "ACBB", "ACCD", "CDDD"]
    svg = picture(sudoku(regions=regions)).svg()
    thick = {
        tuple(sorted((round(x + part * (u - x), 2), round(y + part * (v - y), 2)) for part in (0.0, 1.0)))
        for line in lines(svg, "rules", "line")
        for (x, y), (u, v) in pairwise(line)
    }
    length = sum(dist(*ends) for ends in thick)
    inside = sum(
        (row < 3 and regions[row][column] != regions[row + 1][column])
        + (column < 3 and regions[row][column] != regions[row][column + 1])
        for row in range(4)
        for column in range(4)
    )
    assert length == inside + 4 * 4
    assert ((0.0, 0.0), (4.0, 0.0)) in thick


def test_nothing_is_drawn_between_grids_that_overlap() -> None:
    two = Sudoku((0,) * 28, (2, 2), board=BoardShape((boxed((2, 2)), boxed((2, 2), (2, 2)))))
    svg = picture(two).svg()
    ends = [line for class_ in ("line", "hair") for line in lines(svg, "rules", class_)]
    assert not any(u > 4 and max(y, v) < 2 for (_, y), (u, v) in ends)
    assert "in 2 grids that overlap" in (parsed(svg)[1].text or "")
    assert render(two).splitlines()[3:7] == [
        "+-----+-----+-----+",
        "| . . | . . | . . |",
        "| . . | . . | . . |",
        "+-----+-----+-----+",
    ]


def test_a_step_by_a_cage_lights_the_cage() -> None:
    instance = sudoku(cage=[{"cells": "r1c1 r1c2 r2c1", "sum": 6}])
    stated = CellsModel(instance)
    (cage,) = instance.variants
    of_cage = tuple(constraint for constraint in stated.model.constraints if constraint.key == cage.key)
    rule = Rule(cage.key, "the cage adds up", of_cage)
    left = {var: range(1, 5) for var in stated.cells}
    svg = (
        PUZZLE.drawing.snapshot(instance, stated, Snapshot({}, left, Deduction(stated.cells[0] != 4, (), (rule,))))
        or ""
    )
    assert (parsed(svg)[1].text or "").endswith("Lit: R1C1. Lit as the reason: R1C2, R2C1.")


def test_everything_can_be_read_on_a_phone() -> None:
    instance = sudoku_from(
        "full",
        {
            "cage": [{"cells": "r1c1 r1c2", "sum": 12}],
            "sandwich": {"rows": "35 . . . . . . . ."},
            "little_killer": [{"cells": "r1c4-r4c1", "sum": 17}],
        },
    )
    marks = {(row, column): range(1, 10) for row in range(9) for column in range(9)}
    assert picture(instance, marks=marks).legible_width <= 400


@rows(
    ("table", "drawing"),
    [
        (
            {  # a cage goes on through the edge of a box where that has a stroke in it
                "grid": ["1234", "3412", "2143", "4321"],
                "cage": [
                    *({"cells": "r1c1 r1c2 r2c1", "sum": 6}, {"cells": "r2c2 r3c2", "sum": 5}),
                    {"cells": "r4c2 r4c3"},
                ],
            },
            """
            +6------+-------+
            | 1   2 | 3   4 |
            |    5 -|       |
            | 3 : 4 | 1   2 |
            +-----|-+-------+
            | 2 : 1 | 4   3 |
            |    - -|- -    |
            | 4 : 3 = 2 : 1 |
            +-------+-------+
            """,
        ),
        (
            {
                "kropki": {"white": ["r1c1 r1c2"], "black": ["r1c4 r2c4"]},
                "xv": {"x": ["r3c1 r4c1"]},
                "inequalities": ["r2c1 < r2c2", "r4c3 < r3c3"],
                "odd": "r4c4",
                "even": "r3c4",
                "sandwich": {"rows": ". . . 0", "columns": "5 . . ."},
            },
            """
                5
              +-------+-------+
              | . o . | .   . |
              |       |     * |
              | . < . | .   . |
              +-------+-------+
              | .   . | .  [.]|
              | X     | v     |
            0 | .   . | .  (.)|
              +-------+-------+
            """,
        ),
        (
            {"thermometers": ["r3c1 r2c2 r2c3"], "arrows": ["r4c4 r4c3 r4c2"]},
            """
            +-------+-------+
            | .   . | .   . |
            |       |       |
            | .   . - .   . |
            +---/---+-------+
            |(.)  . | .   . |
            |       |       |
            | .   . < . -(.)|
            +-------+-------+
            """,
        ),
    ],
)
def test_characters_show_what_stands_in_between_and_beside_cells(table: dict[str, Any], drawing: str) -> None:
    assert dedent(drawing).strip("\n") in dedent("\n".join(render(sudoku(**table)).splitlines()[:10]))
