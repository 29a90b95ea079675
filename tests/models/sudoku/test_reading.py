"""How Sudoku files become puzzles: every format, every complaint, and no exception but the input error."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.kit.files import MAX_LINE_CHARACTERS
from models.registry import instance_files, load_puzzle
from models.sudoku import PUZZLE
from models.sudoku.board import BOXES, SYMBOLS
from models.sudoku.instance import Sudoku
from tests.examples import examples
from tests.models.sudoku.grids import NINE, ROWS, clues, read, ruled
from tests.tables import rows

FOUR = "43............31"
HEADINGS = ("my notes", "State", "Puzzle", "PencilMarks")
GRID = "\n".join(ROWS)


LETTERED = [
    "".join("ABCDEFGHIJKLMNOP"[(4 * row + row // 4 + column) % 16] for column in range(16)) for row in range(16)
]
"""Sixteen rows in letters, as newspapers have them."""


NINE_WRITTEN = {
    "one line": NINE,
    "zeros": NINE.replace(".", "0"),
    "stars": NINE.replace(".", "*"),
    "underscores": NINE.replace(".", "_"),
    "dashes": NINE.replace(".", "-"),
    "question marks": NINE.replace(".", "?"),
    "tildes": NINE.replace(".", "~"),
    "hashes": NINE.replace(".", "#"),
    "hashes in rows": GRID.replace(".", "#"),
    "question marks between commas": "\n".join(",".join(row).replace(".", "?") for row in ROWS),
    "rows joined by slashes": "/".join(ROWS),
    "rows joined by slashes with blanks": " / ".join(ROWS),
    "rows joined by dots": ".".join(row.replace(".", "0") for row in ROWS),
    "rows joined by dots, empty cells too": ".".join(ROWS),
    "rows joined by commas": ",".join(ROWS),
    "braces of C": "int grid[9][9] = {\n"
    + ",\n".join("{" + ",".join(row.replace(".", "0")) + "}" for row in ROWS)
    + "\n};",
    "braces on their own": "{\n" + ",\n".join("{" + ",".join(row.replace(".", "0")) + "}" for row in ROWS) + "\n};",
    "braces of Java on one line": "int[][] b = new int[][] {{"
    + "}, {".join(", ".join(row.replace(".", "0")) for row in ROWS)
    + "}};",
    "characters of C": "char board[9][9] = {\n" + ",\n".join("{" + str([*row])[1:-1] + "}" for row in ROWS) + "};",
    "a matrix of Matlab": "A = [" + ";\n".join(" ".join(row.replace(".", "0")) for row in ROWS) + "];",
    "an array of numpy in Python": "grid = np.array([["
    + "],\n [".join(", ".join(row.replace(".", "0")) for row in ROWS)
    + "]])",
    "one object of JSON": json.dumps({"puzzle": [[int(c.replace(".", "0")) for c in row] for row in ROWS], "id": 7}),
    "an object of JSON with a text": json.dumps({"difficulty": "easy", "board": NINE}),
    "a line of HoDoKu's library": f":0000:x:{NINE.replace('9', '+9')}::512:",
    "a link of sudokuwiki.org": f"https://www.sudokuwiki.org/sudoku.htm?bd={NINE.replace('.', '0')}",
    "a link of sudokuexchange.com": f"https://sudokuexchange.com/play/?s={NINE.replace('.', '0')}",
    "a link behind a hash": f"http://www.example.org/solver#puzzle={NINE}",
    "a link with it in its path": f"www.example.org/en/play/{NINE.replace('.', '0')}?import=1",
    "indented": f"   {NINE}  ",
    "a list of rows in Python": "grid = ["
    + ",\n".join(str(list(map(int, row.replace(".", "0")))) for row in ROWS)
    + "]",
    "a list of rows, its brackets apart": "board = [\n" + ",\n".join(f" [{', '.join(row)}]" for row in ROWS) + "\n]",
    "a list of rows on one line": "[" + ", ".join(f"[{', '.join(row.replace('.', '0'))}]" for row in ROWS) + "]",
    "an array printed by numpy": "[[" + "]\n [".join(" ".join(row.replace(".", "0")) for row in ROWS) + "]]",
    "in quotes": f'"{NINE}"',
    "integers on one line": " ".join(NINE.replace(".", "0")),
    "groups on one line": " ".join(ROWS),
    "rows": GRID,
    "rows between blank lines": f"\n\n{GRID}\n\n\n",
    "bands between blank lines": "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
    "apart": "\n".join(" ".join(row) for row in ROWS),
    "groups": "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS),
    "rules": ruled("{}{}{}|{}{}{}|{}{}{}", "---+---+---"),
    "dashes apart": "\n".join(" ".join(row).replace(".", "-") for row in ROWS),
    "wide rules": ruled("| {} {} {} | {} {} {} | {} {} {} |", "+-------+-------+-------+"),
    "stars and dashes": ruled("|{}{}{}|{}{}{}|{}{}{}|", "*-----------*"),
    "box drawing": ruled("║ {} {} {} │ {} {} {} │ {} {} {} ║", "╟───────┼───────┼───────╢"),
    "sdk sections": f"#A nobody\n#D a puzzle\n[Puzzle]\n{GRID}\n[State]\n{GRID}\n",
    "commas": "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "semicolons": "\n".join(";".join(row).replace(".", "0") for row in ROWS),
    "tabs": "\n".join("\t".join(row).replace(".", "") for row in ROWS),
    "a comma behind each row": "\n".join(",".join(row).replace(".", "") + "," for row in ROWS),
    "a tab behind each row": "\n".join("\t".join(row).replace(".", "0") + "\t" for row in ROWS),
    "a comma behind the only line": ",".join(NINE) + ",",
    "quoted fields": "\n".join(",".join(f'"{cell}"' for cell in row) for row in ROWS),
    "a byte-order mark": "\ufeff" + NINE,
    "carriage returns": GRID.replace("\n", "\r\n"),
}


@rows("text", NINE_WRITTEN.values())
def test_a_puzzle_is_read_however_it_is_written(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == [Sudoku(clues(NINE))]


@rows("written", list(NINE_WRITTEN))
def test_two_in_a_file_are_both_read(tmp_path: Path, written: str) -> None:
    text = NINE_WRITTEN[written]
    assert read(tmp_path, f"{text}\n\n{text}\n") == [Sudoku(clues(NINE))] * 2


COMMAS = "\n".join(",".join(row).replace(".", "") + "," for row in ROWS)

FILES = [
    (NINE, ["mine"]),
    (FOUR, ["mine"]),
    (GRID, ["mine"]),
    (f"{NINE}\n{NINE}", ["mine #1", "mine #2"]),
    (f"{GRID}\n\n{GRID}", ["mine #1", "mine #2"]),
    (f"{GRID}\n{GRID}\n{GRID}", ["mine #1", "mine #2", "mine #3"]),
    (f"{COMMAS}\n{COMMAS}", ["mine #1", "mine #2"]),
    *((text, []) for text in ("", "\n\n", "# only a comment\n", "[State]\n123\n", "-" * 81)),
    # labels
    (f"{NINE} 2.5", ["mine (2.5)"]),
    (f"{NINE},easy one", ["easy one"]),
    (f"puzzle,solution\n{NINE.replace('.', '0')},{NINE.replace('.', '1')}", ["mine"]),
    (f"{NINE} {'y' * 900}", ["y" * 120]),
    (f"{NINE};7.1;x", ["7.1;x"]),
    (f"{NINE} # of Monday", ["of Monday"]),
    (f"{NINE}\teasy", ["easy"]),
    (f"{FOUR} tiny", ["tiny"]),
    (" ".join(NINE.replace(".", "0")) + " all apart", ["all apart"]),
    (f"# a comment\n\nGrid 07\n{GRID}", ["Grid 07"]),
    (f"Puzzle (easy)\n\n{GRID}", ["Puzzle (easy)"]),
    (f"[easy ones]\n{GRID}\n[my notes]\n{GRID}\n", ["easy ones", "my notes"]),
    # headings of which only [Puzzle] has puzzles below it, but for whole ones on a line
    (f"[Puzzle]\n{GRID}\n[my notes]\n{GRID}\nfor myself\n[Puzzle]\n{GRID}\n", ["mine #1", "mine #2"]),
    *((f"[{heading}]\n{NINE}\n{NINE}\n", ["mine #1", "mine #2"]) for heading in HEADINGS),
    *((f"[Puzzle]\n{GRID}\n[{heading}]\n{NINE}\n", ["mine #1", "mine #2"]) for heading in HEADINGS),
    # what is wrong costs itself, and the number in a name finds the puzzle
    (f"{NINE[1:]}\n{NINE} 6.6", [1, "mine #2 (6.6)"]),
    (f"{FOUR}\n{FOUR[:-1]}\n{FOUR[:-1]}9\n{FOUR}\n", ["mine #1", 2, 3, "mine #4"]),
    ("\n".join([*ROWS[:4], "nonsense in here", *ROWS[5:], GRID]), [5, "mine #2"]),
    (
        f"# a comment\n{GRID}\n{NINE[1:]}\n\n{ROWS[0]}\n{ROWS[1]}\n\n{NINE}\n{NINE} 4.1\n{NINE} of Monday\n{GRID}",
        ["mine #1", 11, 13, "mine #4", "mine #5 (4.1)", "of Monday", "mine #7"],
    ),
    # one mistake for a wrong grid, and one for each wrong line of a list
    *(
        ("\n".join([*rows, "", NINE, ""]), [1, "mine #2"])
        for rows in (
            [row.replace(".", "x") for row in ROWS],
            [" ".join(row).replace(".", "x") for row in ROWS],
            ["5x..7....", *ROWS[1:]],
        )
    ),
    ("\n".join([ROWS[0], *[row + "1" for row in ROWS[1:]], "", NINE, ""]), [2, "mine #2"]),
    (f"{NINE}\n{NINE[1:]}\n{NINE}5\n7,{NINE[1:]}x\n{NINE}\n", ["mine #1", 2, 3, 4, "mine #5"]),
]
"""What stands in files, and the names of the puzzles in them, with the line of each that is wrong."""


@rows(("text", "expected"), FILES)
def test_puzzles_are_called_by_label_or_number_and_what_is_wrong_by_its_line(
    tmp_path: Path, text: str, expected: list[str | int]
) -> None:
    assert [item.name if isinstance(item, Sudoku) else item.line for item in read(tmp_path, text)] == expected


@pytest.mark.parametrize("row", ["- - - - - - - - -", "\t" * 8, "," * 8, ";" * 8], ids=repr)
def test_an_empty_row_is_a_row(tmp_path: Path, row: str) -> None:
    assert read(tmp_path, "\n".join([row] * 9)) == [Sudoku((0,) * 81)]


def test_a_grid_of_ten_may_have_an_empty_column_at_its_end(tmp_path: Path) -> None:
    rows = ["1,2,3,4,5,6,7,8,10,", *["," * 9] * 9]
    assert read(tmp_path, "\n".join(rows)) == [Sudoku((1, 2, 3, 4, 5, 6, 7, 8, 10, *[0] * 91), BOXES[10])]


@rows("order", BOXES)
def test_every_order_is_read_from_its_drawing_from_one_line_and_from_numbers(tmp_path: Path, order: int) -> None:
    digits = tuple((row + column) % order + 1 if row % 3 else 0 for row in range(order) for column in range(order))
    puzzle = Sudoku(digits, BOXES[order])
    texts = [PUZZLE.render(puzzle), "".join(SYMBOLS[digit] for digit in digits), " ".join(map(str, digits))]
    texts.append("\n".join(",".join(map(str, digits[i : i + order])) for i in range(0, order * order, order)))
    texts.append(texts[-1].replace("\n", ",\n") + ",")  # which adds no column
    texts.append(texts[1].lower())
    for text in texts:
        assert read(tmp_path, text) == [puzzle]


def test_a_drawing_shows_the_shape_of_its_boxes(tmp_path: Path) -> None:
    for box in [(3, 2), (4, 2), (5, 2), (4, 3), (2, 6), (6, 2)]:
        order = box[0] * box[1]
        puzzle = Sudoku(tuple(range(1, order + 1)) * order, box)
        assert read(tmp_path, PUZZLE.render(puzzle)) == [puzzle]


def test_a_comment_gives_the_boxes_of_the_puzzles_below(tmp_path: Path) -> None:
    row = "123456"
    found = read(tmp_path, f"{row * 6}\n# boxes 3x2\n{row * 6} tall\n{NINE}\n# Boxes are fun.\n")
    assert [puzzle.box for puzzle in found] == [(2, 3), (3, 2), (3, 3)]


def test_instances_are_equal_whatever_they_are_called(tmp_path: Path) -> None:
    first, second = read(tmp_path, f"{NINE} one\n{NINE} two\n")
    assert first == second
    assert hash(first) == hash(second)


@pytest.mark.parametrize("form", ["\n".join, "".join, lambda rows: "\n".join(map(" ".join, rows)), "/".join])
def test_letters_alone_are_digits_from_a_on(tmp_path: Path, form: Callable[[list[str]], str]) -> None:
    rows = [*LETTERED[:3], "." * 16, "...A............", *LETTERED[5:]]
    digits = tuple(".ABCDEFGHIJKLMNOP".index(symbol) for symbol in "".join(rows))
    assert read(tmp_path, form(rows)) == read(tmp_path, form(rows).lower()) == [Sudoku(digits, BOXES[16])]


JSON = {
    "a table of a file": '{"grid": ["1...", "....", "....", "...."]}',
    "numbers and nothing": '{"sudoku": [[1, 0, 0, 0], [null, null, null, null], [0, 0, 0, 0], [0, 0, 0, 0]]}',
    "cells one by one": f'{{"clues": [1{", 0" * 15}], "solution": [1], "level": 3}}',
    "a list of rows": "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
    "texts": '[["1", "", ".", "0"], ["", "", "", ""], ["", "", "", ""], ["", "", "", ""]]',
    "on several lines": json.dumps(
        {"puzzle": [[1, 0, 0, 0], *[[0] * 4] * 3], "solution": [[1, 2, 3, 4]] * 4}, indent=2
    ),
}


@rows("text", JSON.values())
def test_json_of_others_is_read(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, "mine.json") == [Sudoku((1, *[0] * 15), BOXES[4])]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"puzzle": [[1, 7.5]]}', "R1C2 is 7.5; a digit is expected"),
        (f'{{"puzzle": "{NINE}", "cages": []}}', "found the key 'cages'"),
        ('{"puzzle": 7}', "grid is 7; a list of texts"),
        ("{]", "this is no JSON"),
    ],
)
def test_what_json_says_beyond_a_grid_is_not_passed_over(tmp_path: Path, text: str, sentence: str) -> None:
    (error,) = read(tmp_path, text, "mine.json")
    assert sentence in str(error)


# Sixteen characters: a 4×4 puzzle, or a row of 16


def test_lines_of_sixteen_are_small_puzzles_or_rows_by_what_they_show(tmp_path: Path) -> None:
    assert [puzzle.order for puzzle in read(tmp_path, f"{FOUR}\n" * 40)] == [4] * 40
    big = "123456789ABCDEFG"
    assert [puzzle.order for puzzle in read(tmp_path, f"{big}\n" * 32)] == [16] * 2
    sparse = "4..............."
    assert [puzzle.order for puzzle in read(tmp_path, f"# boxes 4x4\n{sparse}\n" + f"{'.' * 16}\n" * 15)] == [16]


# Complaints


@rows(
    ("text", "line", "words"),
    [
        (NINE[:-1], 1, ["80 characters", "81"]),
        (f"{NINE}1", 1, ["82 characters", "81"]),
        (NINE[:-1] + "x", 1, ["cell 81 of 81 is 'x'", "1 to 9"]),
        (NINE[:-1] + "$", 1, ["cell 81 of 81 is '$'", ". or 0 for an empty cell"]),
        (NINE.replace(".", "O").replace("1", "l"), 1, ["cell 3 of 81 is 'O'", "1 to 9"]),
        (GRID.replace(".", "O"), 1, ["cell 3 of 9 is 'O'", "8 more rows"]),
        (GRID.replace(".", "⬜"), 1, ["'⬜' (white large square)", "8 more rows"]),
        (GRID.replace(".", "⬜").replace("5", "5️⃣"), 1, ["character 1 is '5️⃣' (combining enclosing keycap)"]),
        (NINE.replace("5", "５"), 1, ["cell 1 of 81 is '５' (fullwidth digit five)"]),
        (f":0300:4:{NINE}.:411::", 1, ["HoDoKu's library has 82 cells; expected are 81"]),
        (f":0300:4:{NINE}:4x1::", 1, ["'4x1' among the deleted candidates", "such as 412"]),
        ("\n".join([*LETTERED[:4], "123.EFG.........", *LETTERED[5:]]), 1, ["row 5 has digits from 1 to 9", "A for 1"]),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B01", 1, ["does not carry a puzzle that can be read"]),
        (NINE.replace(".", "x"), 1, ["cell 3 of 81 is 'x'", ". or 0 for an empty cell"]),
        ("\n".join(ROWS).replace(".", "x"), 1, ["cell 3 of 9 is 'x'", ". or 0 for an empty cell", "8 more rows"]),
        ("q", 1, ["found 1 character,"]),
        (f"{NINE}\nhello world\n{NINE}", 2, ["found words, 'hello world'", "expected"]),
        ("\n".join([*ROWS[:4], "53..7...", *ROWS[5:]]), 5, ["row 5 has 8 cells", "9"]),
        ("\n".join([*ROWS[:4], "53..7...A", *ROWS[5:]]), 5, ["cell 9 of 9 is 'A'", "1 to 9"]),
        ("\n".join(ROWS[:8]), 1, ["8 rows", "9"]),
        (f"# one\n{ROWS[0]}\n\n{GRID}", 2, ["1 row;", "9"]),
        ("5,3,,,7,,,,10\n", 1, ["cell 9 of 9 is '10'"]),
        (" ".join(["17"] * 256), 1, ["'17'", "1 to 16"]),
        ("# boxes 7x3\n", 1, ["7x3", "25"]),
        ("# boxes 1x9\n", 1, ["1x9"]),
        ("x" * 5000, 1, ["5,000 characters"]),
    ],
)
def test_a_complaint_names_the_line_and_what_was_expected(
    tmp_path: Path, text: str, line: int, words: list[str]
) -> None:
    errors = [item for item in read(tmp_path, text) if isinstance(item, InputError)]
    assert len(errors) == 1
    assert errors[0].line == line
    assert str(errors[0]).startswith(f"{tmp_path / 'mine.txt'}:{line}: ")
    assert len(str(errors[0])) < 300 + len(str(tmp_path))
    for word in words:
        assert word in errors[0].sentence


BROKEN_LINES = {"no UTF-8": b"f\xfcr", "zero bytes": b"53\0\0", "too long": b"5" * (MAX_LINE_CHARACTERS + 1)}


@pytest.mark.parametrize("broken", BROKEN_LINES.values(), ids=BROKEN_LINES)
def test_a_line_that_is_no_text_costs_only_itself(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\n".join([*[NINE.encode()] * 3, broken, *[NINE.encode()] * 3]))
    found = list(PUZZLE.read(path))
    assert [type(item) for item in found] == [Sudoku] * 3 + [InputError] + [Sudoku] * 3
    (error,) = [item for item in found if isinstance(item, InputError)]
    assert error.line == 4
    path.write_bytes("\n".join([*ROWS[:4], "ü", *ROWS[5:], GRID]).encode("latin-1"))  # in a grid it costs all of that
    assert [type(item) for item in PUZZLE.read(path)] == [InputError, Sudoku]


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(f"{NINE}\n" * 5 + "no puzzle at all\n")
    items = PUZZLE.read(path)
    assert isinstance(next(items), Sudoku)


BINARY = [
    b"\xff\xfe5\x003\x00",
    b"\x00" * 100,
    b"PK\x03\x04 and no zip",
    bytes.fromhex("d0cf11e0a1b11ae1") * 9,
    b"\x89PNG\r\n",
    bytes(range(256)) * 40,
    b"%PDF-1.4\n" + bytes(range(14, 256)) * 40,
]


def test_what_is_no_file_of_text_is_met_with_one_sentence(tmp_path: Path) -> None:
    paths = [tmp_path / "nowhere.txt", tmp_path]
    for number, content in enumerate(BINARY):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_bytes(content)
    for path in paths:
        (error,) = PUZZLE.read(path)
        assert isinstance(error, InputError)
        assert str(error).startswith(str(path))


def test_every_file_of_the_collection_is_read_without_complaint() -> None:
    for path in instance_files(load_puzzle("sudoku")).values():
        found = list(PUZZLE.read(path))
        assert found
        assert all(isinstance(item, Sudoku) for item in found), path


# Typed on the command line


@pytest.mark.parametrize("text", [NINE, GRID, GRID.replace("\n", "\\n"), PUZZLE.render(Sudoku(clues(NINE)))])
def test_a_puzzle_can_be_typed(text: str) -> None:
    assert PUZZLE.typed({"puzzle": text}) == Sudoku(clues(NINE))


@rows("text", ["", NINE[:-1], f"{NINE}\n{NINE}", ROWS[0], "x" * 81])
def test_what_is_typed_wrongly_is_met_with_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="--puzzle"):
        PUZZLE.typed({"puzzle": text})


# Whatever is in the file


FRAGMENTS = st.sampled_from(
    [
        NINE,
        FOUR,
        *ROWS[:2],
        "",
        "# boxes 3x2",
        "[Puzzle]",
        "[State]",
        "---+---+---",
        "Grid 1",
        "1,2,,4",
        "1 2|3 4",
        "\t\t\t",
    ]
)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(str.encode)))
def test_any_bytes_give_puzzles_or_input_errors(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.txt"
    path.write_bytes(content)
    assert all(isinstance(item, Sudoku | InputError) for item in PUZZLE.read(path))


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(FRAGMENTS, st.text("0123456789.ABPx ,;|\t-*", max_size=90)), max_size=40))
def test_any_lines_give_whole_puzzles_or_input_errors(tmp_path: Path, lines: list[str]) -> None:
    for item in read(tmp_path, "\n".join(lines)):
        if isinstance(item, Sudoku):
            assert len(item.clues) == item.order**2
            assert all(0 <= clue <= item.order for clue in item.clues)
        else:
            assert isinstance(item, InputError)


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=120))
def test_anything_typed_gives_a_puzzle_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        assert isinstance(PUZZLE.typed({"puzzle": text}), Sudoku)
