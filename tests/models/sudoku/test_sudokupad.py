"""SudokuPad's own links, ``scl…``: the grid, cages and words come out, and what is only drawn is kept as drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from models.errors import InputError
from models.kit.lzstring import packed
from models.kit.toml import SchemaError
from models.sudoku import PUZZLE
from models.sudoku.instance import Sudoku
from models.sudoku.links import LINKS, sudoku_from_link
from models.sudoku.links.sudokupad import table_from, unzipped
from models.sudoku.reading.table import sudoku_from
from tests.models.sudoku.test_links import json_of, latin
from tests.tables import rows

ROWS = "ce:[[{v:1},,,],[,,{v:4},],[,,,],[,,,]]"
REGIONS = "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]"


def read(*parts: str, prefix: str = "scl") -> Sudoku:
    return sudoku_from_link(f"https://sudokupad.app/{prefix}{packed('{' + ','.join(parts) + '}')}", "typed")


@rows(
    ("text", "value"),
    [
        ("{a:[,{},,1],te:'don\\'t \\\\ stop',r:t,c:#0,x:f,y:1.5,c2:67F067}", {
            "arrows": [{}, {}, {}, 1], "text": "don't \\ stop", "rounded": True, "c": "#000000", "x": False, "y": 1.5,
            "backgroundColor": "67F067",
        }),
        ("[,]", [{}, {}]),
        ("[]", [{}]),
        ("{}", {}),
        ('{"te": "don\'t\\u00f7", "v": 1}', {"text": "don't÷", "value": 1}),
        ('{"cells":[["a"]]}', {"cells": [["a"]]}),
        ("{v:'a:b,[c]'}", {"value": "a:b,[c]"}),
    ],)  # fmt: skip
def test_the_short_form_is_json(text: str, value: Any) -> None:
    assert unzipped(text) == value


@rows(
    "text",
    ["", "{", "[", "{a}", "{a:1", "[1 2", "[1}", "{a:1]", "{}{}", "[" * 500, "{a:" * 500, "x:1"],
)
def test_what_is_cut_off_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        unzipped(text)


GRID = {"grid": ["1...", "..4.", "....", "...."], "boxes": "2x2"}
EMPTY = "ce:[[,,,],[,,,],[,,,],[,,,]]"


@rows(
    ("parts", "name", "table"),
    [
        (("metadata:{t:'Tiny',author:'Somebody',rules:'Be nice.'}", ROWS), "Tiny by Somebody", GRID),
        # cages are rules, and cages of no cells are words
        (("metadata:{antiking:t,rules:'Cages sum.'}", ROWS,
          "ca:[{v:'title: Small'},{ce:[[0,1],[0,2]],v:5,unique:t},{ce:[[1,0],[1,1]],unique:t},"
          "{ce:[[2,0]],v:'B',unique:t},{ce:[[3,3]],v:'a'}]"), "Small",
         GRID | {"antiking": True, "cage": [{"cells": "r1c2 r1c3", "sum": 5}, {"cells": "r2c1 r2c2"}],
                 "lettered_cages": {"B": ["r3c1"]}, "drawn": [{"cells": "r4c4", "form": "cage", "text": "a"}],
                 "ruleset": "Cages sum."}),
        # a rule of the whole board may be global
        ((ROWS, "global:[antiknight,foglight]"), "typed", GRID | {"antiknight": True}),
        ((ROWS, "metadata:{antiknight:t}"), "typed", GRID | {"antiknight": True}),
        # numbers beside KenKen's cages are theirs unless their digits are to differ
        ((EMPTY, "ca:[{ce:[[0,0],[0,1]],v:'2÷',unique:t},{ce:[[1,0],[2,0]],v:3},{ce:[[3,0],[3,1]],v:5,unique:t}]"),
         "typed", {"boxes": "2x2", "cage": [{"cells": "r4c1 r4c2", "sum": 5}],
                   "calcudoku": [{"cells": "r1c1 r1c2", "target": "2÷"}, {"cells": "r2c1 r3c1", "target": "3"}]}),
    ],
)  # fmt: skip
def test_parts_of_a_link_are_what_a_table_tells(parts: tuple[str, ...], name: str, table: dict[str, Any]) -> None:
    found = read(*parts, REGIONS)
    assert (found, found.name) == (sudoku_from("", table), name)
    assert read(*parts, REGIONS, prefix="ctc") == found


@rows("word", ["calcudoku", "inequalities"])
def test_what_sudokupad_makes_of_a_link_is_the_same_puzzle(word: str) -> None:
    """Its importer draws f-puzzles' cages as cages, and texts amid their cells."""
    instance = latin(word, 6, 1)
    puzzle = json_of(LINKS["sudokupad"](instance))
    places = {f"R{row + 1}C{column + 1}": [row, column] for row in range(6) for column in range(6)}
    cages = [{**part, "cells": [places[cell] for cell in part["cells"]]} for part in puzzle.get("cage", ())]
    texts = list[Any]()
    for part in puzzle.get("text", ()):
        (row, column), (to_row, to_column) = (places[cell] for cell in part["cells"])
        texts.append({"text": part["value"], "center": [(row + to_row + 1) / 2, (column + to_column + 1) / 2]})
    drawn = {"cells": [[{}] * 6] * 6, "cages": cages, "overlays": texts}
    assert sudoku_from_link(f"scl{packed(json.dumps(drawn))}", "") == instance


def test_what_is_drawn_is_kept_within_the_grid() -> None:
    lines = "l:[{wp:[[0.5,0.5],[2.5,2.5]],c:67F067,th:8},{wp:[[-1,-1],[-2,-1]]}]"
    dots = "{ct:[0.5,1],w:0.3,h:0.3,r:t,c2:#F},{ct:[1,0.5],w:0.3,h:0.3,r:t,c2:#0}"
    over = f"o:[{dots},{{ct:[3.5,3.5],te:'7'}},{{ct:[-0.5,1.5],te:9}}]"
    found = read(ROWS, REGIONS, lines, over, "u:[{ct:[2.5,0.5],r:t,w:1,h:1},{ct:[2.5,1.5],w:1,h:1}]")
    assert [(place.form, [found.layout.name(cell) for cell in place.of]) for place in found.variants] == [
        ("line", ["R1C1", "R2C2", "R3C3"]),
        ("circle", ["R3C1"]),
        ("square", ["R3C2"]),
        ("white dot", ["R1C1", "R1C2"]),
        ("black dot", ["R1C1", "R2C1"]),
        ("text", ["R4C4"]),
    ]
    assert PUZZLE.warnings(found)
    assert PUZZLE.drawing.picture(found).count("stroke-width") > 8


@rows(
    ("puzzle", "sentence"),
    [
        ([], "a puzzle of SudokuPad is expected"),
        ({"cells": 5}, "has no grid"),
        ({"cells": [[{}], [{}]]}, "the grid has 2 rows; as many cells in each"),
        ({"cells": [[{"value": 3}, {}], [{}, {}]]}, "a cell holds 3; the digits are 1 to 2"),
        ({"cells": [[{}, {}], [{}, {}]], "regions": [[[0, 0]]]}, "the grid has 1 regions; 2 that take up all of it"),
        ({"cells": [[{}, {}], [{}, {}]], "lines": 5}, "lines is 5, which cannot be read"),
        ({"cells": [[{"value": "9" * 5000}, {}], [{}, {}]]}, "the digits are 1 to 2"),
        (
            {"cells": [[{}, {}], [{}, {}]], "regions": [[[[0], 0], [True, 0], [0, 0]]] * 2},
            "the grid has 2 regions; 2 that",
        ),
    ],
)
def test_what_is_no_sudoku_is_told(puzzle: Any, sentence: str) -> None:
    with pytest.raises(SchemaError, match=sentence):
        table_from(puzzle)


def test_what_is_drawn_wrongly_or_far_away_is_left_out() -> None:
    drawn: dict[str, Any] = {
        "lines": [5, {"wayPoints": 5}, {"wayPoints": [[0.5, 0.5], [1e12, 0.5]]}, {"wayPoints": [["a", {}], [[], 1]]}],
        "overlays": [{"center": [10**400, 1]}, {"center": [0.5, 1], "rounded": True, "width": "x"}, {"center": None}],
        "cages": [7, {"cells": [[[0], 0]]}, {"cells": [[0, 0]], "value": "9" * 5000}],
    }
    name, table = table_from({"cells": [[{}, {}], [{}, {}]], **drawn})
    assert (name, table["grid"]) == ("", ["..", ".."])
    assert [part["form"] for part in table["drawn"]] == ["cage"]


def test_a_broken_link_is_told() -> None:
    with pytest.raises(InputError, match="the link is broken"):
        sudoku_from_link(f"scl{packed('{ce:[')}", "typed")
    with pytest.raises(InputError, match="which only the site itself can open"):
        sudoku_from_link("https://sudokupad.app/wsj7iunsg6", "typed")
