"""Links of f-puzzles and SudokuPad: published puzzles come out with their published answers, and go back whole."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

import solvers
from models.errors import InputError
from models.kit.lzstring import packed, unpacked
from models.registry import instance_files
from models.sudoku import PUZZLE
from models.sudoku.board import BoardShape, Square, layout_of
from models.sudoku.instance import Sudoku
from models.sudoku.links import LINKS, SITES, sudoku_from_link
from models.sudoku.links.fpuzzles import usual_box
from models.sudoku.reading.table import sudoku_from
from models.sudoku.variants import variants
from solvers.__main__ import dispatch
from tests.tables import rows

SHARED = [
    tuple(line.split())
    for line in (Path(__file__).parent / "shared.txt").read_text().splitlines()
    if not line.startswith("#")
]
"""Published answers and links."""

EXAMPLES = {name: path for name, path in instance_files(PUZZLE).items() if path.suffix == ".toml"}
"""The instances with variants that come with the puzzle."""

SELF_CONTAINED, SUBSCRIBERS = (SHARED[place][1] for place in (1, 3))


def json_of(link: str) -> dict[str, Any]:
    return dict(json.loads(unpacked(letters_of(link), 100_000)))


def letters_of(link: str) -> str:
    """The packed puzzle in a link."""
    return "".join(link.partition("N4Ig")[1:])


def read(puzzle: object) -> Sudoku:
    """The Sudoku of a puzzle in f-puzzles' JSON."""
    return sudoku_from_link(f"fpuz{packed(json.dumps(puzzle))}", "typed")


def blank(order: int = 4, **rules: Any) -> dict[str, Any]:
    return {"size": order, "grid": [[{} for _ in range(order)] for _ in range(order)], **rules}


def latin(word: str, order: int, seed: int) -> Sudoku:
    """A random KenKen or Futoshiki, one of several answers perhaps."""
    random, layout, kind = Random(seed), layout_of(BoardShape((Square(order),))), variants()[word]
    rows, columns = (random.sample(range(order), order) for _ in range(2))
    places = kind.plant([(row + column) % order + 1 for row in rows for column in columns], layout, random)
    return sudoku_from("new", {"order": order, "boxes": "none", word: kind.write(places, layout)})


@rows(("answer", "link"), SHARED)
def test_a_published_puzzle_has_its_published_answer(answer: str, link: str) -> None:
    found = sudoku_from_link(link, "")
    (only,) = solvers.solutions(found, limit=2)
    assert "".join(map(str, only.value.cells)).startswith(answer)
    if {"title", "author"} <= json_of(link).keys():
        assert found.name == "{title} by {author}".format_map(json_of(link))
    assert packed(unpacked(letters_of(link), 100_000)) == letters_of(link), "to the letter as f-puzzles packs it"


TABLES: list[dict[str, Any]] = [
    {"grid": ["1...", "....", "..4.", "...."]},
    {"order": 6, "boxes": "3x2"},
    {"order": 5, "boxes": "none"},
    {"grid": ["1...", "....", "....", "...."], "regions": ["AABB", "ACBB", "ACCD", "CDDD"]},
    {"order": 9, "diagonals": "rising", "windoku": True},
    {"order": 9, "cage": [{"cells": "r1c1 r1c2", "sum": 12}, {"cells": "r2c1 r2c2 r3c2"}]},
    {"order": 9, "arrows": ["r1c1 r2c2 r3c3", "r1c1 r1c2"]},
    {"order": 9, "pill_arrow": [{"pill": "r9c4 r9c5", "cells": "r8c6 r7c6 r6c6"}]},
    {"order": 9, "kropki": {"white": ["r1c1 r1c2", "r3c1 r2c1"], "black": ["r5c5 r5c6"]}},
    {
        "order": 9,
        "kropki": {"black": ["r1c1 r1c2"], "all_given": "black"},
        "xv": {"x": ["r2c2 r2c3"], "v": ["r4c4 r5c4"]},
    },
    {"order": 9, "numbered_dots": {"white": ["r1c1 r1c2: 3", "r3c1 r2c1"], "black": ["r5c5 r5c6: 4"]}},
    {"order": 9, "numbered_dots": {"white": ["r1c1 r1c2: 3"], "all_given": ["white 1"]}},
    {"order": 9, "numbered_dots": {"black": ["r1c1 r1c2: 3", "r2c2 r2c3"], "all_given": True}},
    {"order": 9, "kropki": {"all_given": True}},
    {"order": 10, "given_marks": [{"cells": "r1c1", "digits": "1 10"}, {"cells": "r2c5", "digits": "3 4 5"}]},
    {"order": 9, "sandwich": {"rows": "4 . . . 33 . . . 0", "columns": ". . 8 . . . . . ."}},
]


@rows("site", SITES)
@rows("table", TABLES)
def test_what_is_written_as_a_link_is_read_again(table: dict[str, Any], site: str) -> None:
    instance = sudoku_from("round trip", table)
    assert sudoku_from_link(LINKS[site](instance), "") == instance


@rows("name", sorted(EXAMPLES))
def test_every_example_goes_into_a_link_and_back_where_f_puzzles_has_words_for_it(name: str) -> None:
    (instance,) = PUZZLE.read(EXAMPLES[name])
    assert isinstance(instance, Sudoku)
    if len(instance.layout.squares) > 1:
        with pytest.raises(InputError, match="boards of one grid"):
            LINKS["fpuzzles"](instance)
    else:
        assert sudoku_from_link(LINKS["fpuzzles"](instance), "") == instance


@rows("order", [4, 6, 9])
@rows("word", ["calcudoku", "inequalities"])
def test_new_kenkens_and_futoshikis_go_into_a_link_and_back(word: str, order: int) -> None:
    for seed in range(3):
        instance = latin(word, order, seed)
        assert sudoku_from_link(LINKS["sudokupad"](instance), "") == instance


@rows(
    ("table", "sentence"),
    [
        ({"ten_lines": ["r1c1 r1c2"]}, "no word for ten_lines"),
        ({"calcudoku": [{"cells": "r1c1 r1c2", "target": "3"}]}, "no rule for cages without an operation"),
        ({"sandwich": {"rows": "4 . . .", "crusts": "2 3"}}, "not between 2 3"),
        ({"xv": {"x": ["r1c1 r1c2"], "all_given": "x"}}, "every X and every V is given, but not that every X alone is"),
        ({"numbered_dots": {"white": ["r1c1 r1c2: 2"], "all_given": "white"}}, "all white dots of 2 and no others"),
        ({"numbered_dots": {"all_given": ["black 3"]}}, "all black dots of 3 and no others"),
        ({"nonconsecutive": True, "kropki": {"black": ["r1c1 r1c2"]}}, "takes kropki and nonconsecutive for one rule"),
    ],
)
def test_what_f_puzzles_cannot_say_is_not_written(table: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        LINKS["fpuzzles"](sudoku_from("lacking", {"order": 4, **table}))


@rows(
    "link",
    [
        "https://f-puzzles.com/?load={}",
        "http://www.f-puzzles.com/?load={}&x=1#top",
        "https://sudokupad.app/fpuz{}",
        "https://beta.sudokupad.app/fpuzzles{}?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{}",
        "fpuz{}",
        "fpuzzles{}",
        "{}",
    ],
)
@rows("by_numbers", [False, True])
def test_a_link_may_have_any_form_in_which_it_is_met(link: str, by_numbers: bool) -> None:
    letters = letters_of(SELF_CONTAINED)
    assert "+" in letters
    typed = link.format(quote(letters, safe="") if by_numbers else letters)
    assert PUZZLE.from_text(typed) == sudoku_from_link(SELF_CONTAINED, "")


def test_a_file_may_have_links_among_other_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"# mine\n{SELF_CONTAINED}\nhttps://sudokupad.app/abc123\nGrid 7\n{SUBSCRIBERS}\n{'.' * 81}\n")
    first, error, second, plain = PUZZLE.read(path)
    assert isinstance(first, Sudoku)
    assert isinstance(second, Sudoku)
    assert isinstance(plain, Sudoku)
    assert [first.name, second.name, plain.name] == ["Self-contained by Lavaloid", "300 Subs! by Rangsk", "links #4"]
    assert isinstance(error, InputError)
    assert error.line == 3


def first_row(*cells: dict[str, Any]) -> dict[str, Any]:
    """A grid of order 4 whose first row begins with some cells."""
    return {"grid": [[*cells, *[{}] * (4 - len(cells))], *[[{}] * 4] * 3]}


def at(cells: str, value: Any = "", **more: Any) -> list[dict[str, Any]]:
    return [{"cells": cells.split(), "value": value, **more}]


CALCULATED = at("R1C1 R2C1", "2/") + at("R1C2", "3")
WINDOW = [" ".join(f"R{r + i // 3}C{c + i % 3}" for i in range(9)) for r in (2, 6) for c in (2, 6)]
LETTERED = [("R1C1 R1C2", "a"), ("R2C1 R3C1", "?"), ("R1C3 R1C4", "a"), ("R4C4", "??"), ("R3C3", "2"), ("R3C4", "")]
CAGES = [cage for cells, value in LETTERED for cage in at(cells, value)]
OF_LETTERS = {
    "lettered_cages": {"a": ["r1c1 r1c2", "r1c3 r1c4"], "?": ["r2c1 r3c1", "r4c4"]},
    "cage": [{"cells": "r3c3", "sum": 2}, {"cells": "r3c4"}],
}
OF_KENKEN = {"calcudoku": [{"cells": "r1c1 r2c1", "target": "2/"}, {"cells": "r1c2", "target": "3"}]}
DOT, DOT_3, BLACK, BLACK_3 = ({"difference": at("R1C1 R1C2")}, {"difference": at("R1C1 R1C2", "3")},
                              {"ratio": at("R1C1 R1C2")}, {"ratio": at("R1C1 R1C2", "3")})  # fmt: skip
DRAWN = "what is drawn besides is no part of the model"


@rows(
    ("parts", "table", "remark"),
    [
        # entries, colours and fog are no part of a puzzle; given pencil marks are, and those of a player are not
        ({"solution": [1] * 16, "cage": [{"value": "msgcorrect: Well done!", "cells": []}], "fogofwar": ["R1C1"],
          **first_row({"value": 3, "given": True}, {"value": 4}, {"c": "#D0D0FF", "centerPencilMarks": [1, 2]})},
         {"grid": ["3...", "....", "....", "...."]}, ""),
        (first_row({"givenPencilMarks": [1, 2], "centerPencilMarks": [3]}, {"cornerPencilMarks": [3]},
                   {"value": 3, "given": True, "givenPencilMarks": [4]}),
         {"grid": ["..3.", "....", "....", "...."], "given_marks": [{"cells": "r1c1", "digits": "1 2"}]}, ""),
        # cages with one letter have one sum, and those with a question mark any
        ({"killercage": CAGES}, OF_LETTERS, ""),
        ({"killercage": CAGES, "ruleset": "Same."}, OF_LETTERS | {"ruleset": "Same."},
         "cages with the same letter are taken to have the same sum: the setter's words tell"),
        # cages with an operation are those of KenKen, and beside them so are numbers
        ({"cage": CALCULATED}, OF_KENKEN, ""),
        ({"cage": CALCULATED, "ruleset": "Cages."}, OF_KENKEN | {"ruleset": "Cages."},
         "digits may repeat in cages with an operation, as in KenKen, unless the setter's words forbid it"),
        ({"cage": CALCULATED[1:]}, {"drawn": [{"cells": "r1c2", "form": "cage", "text": "3"}]}, DRAWN),
        # what a rule draws is not drawn besides, nor what is drawn in no way that is known or beside the grid
        ({"line": [{"lines": 5}, {"lines": [5, [["R1C1"], {}]]}, {}], "text": [{"cells": "R1C1"}, {"cells": [5]}]},
         {}, ""),
        ({"renban": [{"lines": [["R2C1", "R2C2"]]}], "line": [{"lines": [["R1C1", "R1C2"], ["R2C2", "R2C1"]]}],
          "text": at("R4C4", "?") + at("R0C1", "beside"), "ruleset": "Be\nnice."},
         {"renban": ["r2c1 r2c2"], "ruleset": "Be nice.",
          "drawn": [{"cells": "r1c1 r1c2"}, {"cells": "r4c4", "form": "text", "text": "?"}]}, DRAWN),
        ({"antiking": True, "ruleset": "Be nice."}, {"antiking": True, "ruleset": "Be nice."}, ""),
        # so f-puzzles and the solver beside it take "nonconsecutive": for neighbours without a dot, by 1 alone
        ({"nonconsecutive": True, **DOT}, {"kropki": {"white": ["r1c1 r1c2"], "all_given": "white"}}, ""),
        ({"nonconsecutive": True, **BLACK}, {"kropki": {"black": ["r1c1 r1c2"], "all_given": "white"}}, ""),
        ({"nonconsecutive": True, **BLACK_3},
         {"numbered_dots": {"black": ["r1c1 r1c2: 3"], "all_given": "white"}}, ""),
        ({"nonconsecutive": True, **DOT_3},
         {"numbered_dots": {"white": ["r1c1 r1c2: 3"], "all_given": ["white 1"]}}, ""),
        ({"nonconsecutive": True, "negative": ["ratio"]}, {"kropki": {"all_given": True}}, ""),
        # all dots of the numbers that are there are given
        ({"ratio": BLACK_3["ratio"] + at("R2C1 R2C2"), "negative": ["ratio"]},
         {"numbered_dots": {"black": ["r1c1 r1c2: 3", "r2c1 r2c2"], "all_given": ["black 2", "black 3"]}}, ""),
        # the four regions of a Windoku are one rule
        ({"size": 9, "grid": [[{}] * 9] * 9, "extraregion": [at(cells)[0] for cells in WINDOW]},
         {"order": 9, "windoku": True}, ""),
    ],
)  # fmt: skip
def test_parts_of_a_link_are_what_a_table_tells_and_a_remark_says_what_was_made_of_them(
    parts: dict[str, Any], table: dict[str, Any], remark: str
) -> None:
    found, told = read({**blank(), **parts}), sudoku_from("", {"order": 4} | table)
    assert (found.clues, found.box, found.board) == (told.clues, told.box, told.board)
    assert sorted(map(str, found.variants)) == sorted(map(str, told.variants))
    assert [text[: len(remark)] for text in PUZZLE.warnings(found)] == [remark] * bool(remark)


def test_marks_given_twice_are_written_once() -> None:
    marks = [{"cells": "r1c1 r2c1", "digits": "1 2"}, {"cells": "r1c1", "digits": "2 3"}]
    instance = sudoku_from("", {"grid": ["..3.", "....", "....", "...."], "given_marks": marks})
    grid = json_of(LINKS["fpuzzles"](instance))["grid"]
    assert [grid[row][0] for row in range(3)] == [{"givenPencilMarks": [2]}, {"givenPencilMarks": [1, 2]}, {}]


@rows(
    ("cells", "sign", "angle", "less"),
    [
        ("R1C1 R1C2", "<", 0, "r1c1 < r1c2"),
        ("R1C2 R1C1", ">", 0, "r1c2 < r1c1"),
        ("R2C1 R1C1", ">", 90, "r2c1 < r1c1"),
        ("R1C1 R2C1", "<", 90, "r1c1 < r2c1"),
        ("R1C1 R1C2", "^", -90, "r1c1 < r1c2"),
        ("R1C1 R2C1", "^", 0, "r1c1 < r2c1"),
        ("R1C1 R2C1", "∨", 0, "r2c1 < r1c1"),
        *((cells, sign, 0, "") for cells, sign in [("R1C1 R2C1", "<"), ("R1C1 R1C3", "<"), ("R1C1 R2C2", ">")]),
        *((cells, sign, 0, "") for cells, sign in [("R1C1 R2C1", "v"), ("R1C1", ">")]),
    ],
)
def test_a_sign_points_at_the_smaller_of_two_neighbours_or_is_only_drawn(
    cells: str, sign: str, angle: int, less: str
) -> None:
    found = read(blank(text=at(cells, sign, **{"angle": angle} if angle else {})))
    if less:
        assert found == sudoku_from("", {"order": 4, "inequalities": [less]})
    else:
        assert [place.word for place in found.variants] == ["drawn"]


def test_single_cells_of_one_letter_hold_one_digit_where_cages_are_rules_and_have_a_remark_where_they_are_drawn() -> (
    None
):
    cages = at("R1C1", "a") + at("R2C3", "a")
    answers = [answer.value.rows for answer in solvers.solutions(read(blank(killercage=cages)))]
    assert answers
    assert all(rows[0][0] == rows[1][2] for rows in answers)
    assert PUZZLE.warnings(read(blank(cage=cages)))[0].startswith(DRAWN)


@rows(
    ("words", "named"),
    [
        ("Each row has one SCHRÖDINGER cell.", "Schrödinger cells, which hold two digits"),
        ("Every box has a doubler: its value is twice its digit.", "doublers, which count twice"),
        ("Place the digits 0 to 8 in each row.", "the digit 0"),
        ("Fill in 0-9.", "the digit 0"),
        *((words, "") for words in ("Double arrows sum.", "No digit is doubled in a cage.", "Sums from 10 to 90.")),
    ],
)
def test_words_that_name_what_no_grid_here_can_hold_are_refused_and_others_shown(words: str, named: str) -> None:
    if named:
        with pytest.raises(InputError, match=f"in the link, the setter's words name {named}; such puzzles are not "):
            read(blank(ruleset=words))
    else:
        assert PUZZLE.rules(read(blank(antiking=True, ruleset=words)))[-1] == f"The setter says: {words}"


@rows("order", [4, 6, 8, 9, 10, 12, 15, 16, 25])
def test_boxes_are_as_square_as_they_can_be(order: int) -> None:
    high, wide = usual_box(order)
    assert high * wide == order
    assert not any(order % rows == 0 for rows in range(high + 1, wide))


@rows(
    ("rules", "sentence"),
    [
        ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "3"}]}, "differ by 3; 2 and 1 are known"),
        ({"renbanish": True}, "the rule 'renbanish', which is not known"),
        ({"skyscraper": [{"cell": "R1C1", "value": "5"}]}, "the rule skyscraper at r1c1 has no number, or does not"),
        ({"killercage": [{"cells": ["R1C1", "R1C9"], "value": "5"}]}, "r1c9 is no cell"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<5"}]}, "a cage is '<5'; a whole number"),
        ({"killercage": [{"value": "5"}]}, "the rule killercage has the cells None"),
        ({"killercage": 5}, "killercage is 5; a list"),
        (
            {"difference": [{"cells": ["R1C1", "R1C2"], "value": "1.5"}]},
            "the value of the rule difference is '1.5'; a whole number",
        ),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "I"}]}, "xv has the value 'I', which is not known"),
        ({"negative": ["sums"]}, "known are difference, ratio, xv"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R3C3"]]}]}, "does not begin in its circle"),
        ({"arrow": [{"cells": ["R1C1"], "lines": []}]}, "has no line"),
        ({"littlekillersum": [{"cell": "R0C2", "direction": "D", "value": "5"}]}, "points no way"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "5"}]}, "does not stand beside"),
        ({"odd": [{"cell": "C1"}]}, "the rule odd is for 'C1'"),
        ({"size": 4, "grid": [[{}] * 4] * 3}, "row 1 of the grid has 4 cells; 3 are expected"),
        ({"grid": [[{}]]}, "the grid has 1 rows"),
        ({"grid": None}, "no grid"),
        ({"grid": [[{"value": 5, "given": True}, {}, {}, {}], *[[{}] * 4] * 3]}, "R1C1 holds 5; the digits are 1 to 4"),
        ({"grid": [[{"givenPencilMarks": [7]}, {}, {}, {}], *[[{}] * 4] * 3]}, "the digits of given marks are '7'"),
        ({"grid": [[{"givenPencilMarks": "1"}, {}, {}, {}], *[[{}] * 4] * 3]}, "given in R1C1 are '1'; a list"),
        ({"grid": [[{"region": None}, {}, {}, {}], *[[{}] * 4] * 3]}, "cells in no region"),
        ({"grid": [[{"region": 7}, {}, {}, {}], *[[{}] * 4] * 3]}, "5 regions"),
    ],
)
def test_what_is_not_known_is_named_and_never_passed_over(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read({**blank(), **rules})


@rows(
    ("link", "sentence"),
    [
        ("https://sudokupad.app/abc123", "'abc123' on sudokupad.app, which only the site itself can open"),
        ("https://www.f-puzzles.com/?id=abc", "only the site itself can open"),
        ("https://sudokupad.app/sclN4IgzglgXgpiBcBO", "the link is broken: it breaks off"),
        ("https://app.crackingthecryptic.com/sudoku/abc", "only the site itself can open"),
        ("fpuz", "the link is broken: it breaks off"),
        ("fpuzN4IgXXXX", "the link is broken"),
        ("https://f-puzzles.com/?load=N4I!", "'!' is no letter of base64"),
        (f"fpuz{packed('[' * 9999)}", "which is no JSON"),
        (f"fpuz{packed('hello')}", "it unpacks to 'hello', which is no JSON"),
        (f"fpuz{packed(' ' * 1_000_001)}", "more than 1,000,000 characters"),
        (f"fpuz{packed('[]')}", r"found \[\]; a puzzle of f-puzzles in braces is expected"),
    ],
)
def test_a_broken_link_ends_in_a_sentence(link: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        PUZZLE.from_text(link)


def test_whatever_stands_in_the_json_ends_in_a_sentence() -> None:
    random, values = Random(7), [None, 0, -1, 1.5, "", "R1C1", [], {}, [[]], [{}], ["R1C1"], {"cells": 1}, True, 10**30]
    parts = [json_of(link) for _, link in SHARED]
    for _ in range(60):
        puzzle: Any = json.loads(json.dumps(random.choice(parts)))
        place = puzzle
        while True:
            key = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or random.random() < 0.3:
                break
            place = place[key]
        place[key] = random.choice(values)
        with suppress(InputError):
            read(puzzle)


def test_the_command_line_reads_and_writes_links(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["export", "sudoku", SELF_CONTAINED, "--to", "sudokupad"]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://sudokupad.app/fpuz")
    assert dispatch(["export", "sudoku", link, "--to", "fpuzzles"]) == 0
    again = capsys.readouterr().out.strip()
    assert sudoku_from_link(again, "") == sudoku_from_link(SELF_CONTAINED, "")
    assert dispatch(["run", "sudoku", "https://f-puzzles.com/?load=N4I!"]) == 2
    written = capsys.readouterr()
    assert written.err.count("\n") == 1
    assert "the link is broken" in written.err
