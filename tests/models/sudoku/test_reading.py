"""How Sudokus become puzzles, in any form in which they are typed and pasted; and what is told of each mistake."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.kit.files import MAX_LINE_CHARACTERS
from models.registry import instance_files
from models.sudoku import PUZZLE
from models.sudoku.board import BOXES, SYMBOLS
from models.sudoku.instance import Sudoku
from models.sudoku.reading import from_text
from models.sudoku.reading.table import sudoku_from
from tests.examples import examples
from tests.models.sudoku.grids import NINE, ROWS, SOLVED, clues, read, ruled
from tests.tables import rows

FOUR = "43............31"
HEADINGS = ("my notes", "State", "Puzzle", "PencilMarks")
GRID = "\n".join(ROWS)
ZEROS = NINE.replace(".", "0")
SPACES = [row.replace(".", " ") for row in ROWS]


def grid(cells: str = "", rows: str = "\n", empty: str = ".", start: str = "", end: str = "") -> str:
    """The rows of NINE, with some text between cells and between rows, another for empty cells, and one around."""
    return start + rows.join(cells.join(empty if cell == "." else cell for cell in row) for row in ROWS) + end


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


def lettered(*changed: str) -> list[str]:
    """Sixteen rows in letters, as newspapers have them, the first some others."""
    rows = [
        "".join("ABCDEFGHIJKLMNOP"[(4 * row + row // 4 + column) % 16] for column in range(16)) for row in range(16)
    ]
    return [*changed, *rows[len(changed) :]]


ONE_LINE = [
    NINE,
    *(NINE.replace(".", sign) for sign in "0*_-?~#"),
    f"   {NINE}  ",
    f'"{NINE}"',
    "\ufeff" + NINE,  # a byte-order mark
    ",".join(NINE) + ",",
    " ".join(ZEROS),
    *(grid(rows=joined) for joined in (" ", "/", " / ", ".", ",")),
    grid(rows=".", empty="0"),
    f":0000:x:{NINE.replace('9', '+9')}::512:",  # a line of HoDoKu's library
    f"https://www.sudokuwiki.org/sudoku.htm?bd={ZEROS}",
    f"https://sudokuexchange.com/play/?s={ZEROS}",
    f"http://www.example.org/solver#puzzle={NINE}",
    f"www.example.org/en/play/{ZEROS}?import=1",
    grid(", ", "], [", "0", "[[", "]]"),
    json.dumps({"puzzle": [[int(cell) for cell in row] for row in grid(empty="0").split()], "id": 7}),
    json.dumps({"difficulty": "easy", "board": NINE}),
]
ROW_BY_ROW = [
    GRID,
    f"\n\n{GRID}\n\n\n",
    grid(rows="\r\n"),
    grid(" "),
    grid(empty="#"),
    grid(",", empty="?"),
    grid(" ", empty="-"),
    grid(",", empty=""),
    grid(";", empty="0"),
    grid("\t", empty=""),
    grid(",", ",\n", "", end=","),
    grid("\t", "\t\n", "0", end="\t"),
    grid('","', '"\n"', start='"', end='"'),
    "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
    "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS),
    ruled("{}{}{}|{}{}{}|{}{}{}", "---+---+---"),
    ruled("| {} {} {} | {} {} {} | {} {} {} |", "+-------+-------+-------+"),
    ruled("|{}{}{}|{}{}{}|{}{}{}|", "*-----------*"),
    ruled("║ {} {} {} │ {} {} {} │ {} {} {} ║", "╟───────┼───────┼───────╢"),
    f"#A nobody\n#D a puzzle\n[Puzzle]\n{GRID}\n[State]\n{GRID}\n",
    # C, on its own and with characters; Java; Matlab; Python; printed by numpy
    grid(",", "},\n{", "0", "int grid[9][9] = {\n{", "}\n};"),
    grid(",", "},\n{", "0", "{\n{", "}\n};"),
    grid("', '", "'},\n{'", ".", "char board[9][9] = {\n{'", "'}};"),
    grid(", ", "}, {", "0", "int[][] b = new int[][] {{", "}};"),
    grid(" ", ";\n", "0", "A = [", "];"),
    grid(", ", "],\n [", "0", "grid = np.array([[", "]])"),
    grid(", ", "],\n[", "0", "grid = [[", "]]"),
    grid(", ", "],\n [", ".", "board = [\n [", "]\n]"),
    grid(" ", "]\n [", "0", "[[", "]]"),
]
BLANKS = [
    NINE.replace(".", " "),
    *(form(grid(cells, empty=" ")) for form in (str, trimmed) for cells in ("", " ")),
    grid("", "\n    ", " ", "    "),
    "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in SPACES),
    trimmed("\n".join("  ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in SPACES)),
    trimmed("\n\n".join("\n".join(SPACES[i : i + 3]) for i in (0, 3, 6))),
    *(form(ruled("{}{}{}|{}{}{}|{}{}{}", "---+---+---", SPACES)) for form in (str, trimmed)),
    ruled("|{}{}{}|{}{}{}|{}{}{}|", "+---+---+---+", SPACES),
    ruled("| {} {} {} | {} {} {} | {} {} {} |", "+-------+-------+-------+", SPACES),
    trimmed(ruled("{} {} {} | {} {} {} | {} {} {}", "------+-------+------", SPACES)),
    ruled("|{}|{}|{}|{}|{}|{}|{}|{}|{}|", "+-+-+-+-+-+-+-+-+-+", SPACES),
    ruled("║ {} {} {} │ {} {} {} │ {} {} {} ║", "╟───────┼───────┼───────╢", SPACES),
]


@rows("text", [*ONE_LINE, *ROW_BY_ROW, *BLANKS])
def test_a_puzzle_is_read_however_it_is_written_and_two_in_a_file(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text) == [Sudoku(clues(NINE))]
    assert read(tmp_path, f"{text}\n\n{text}\n") == [Sudoku(clues(NINE))] * 2


@rows("text", BLANKS)
def test_empty_cells_may_be_spaces_among_other_puzzles(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, f"{NINE}\n{text}\n{NINE}") == [Sudoku(clues(NINE))] * 3
    assert read(tmp_path, f"# mine\nPuzzle 7\n{text}\n") == [Sudoku(clues(NINE))]


FILES = [
    (NINE, ["mine"]),
    (FOUR, ["mine"]),
    (GRID, ["mine"]),
    (f"{NINE}\n{NINE}", ["mine #1", "mine #2"]),
    (f"{GRID}\n\n{GRID}", ["mine #1", "mine #2"]),
    (f"{GRID}\n{GRID}\n{GRID}", ["mine #1", "mine #2", "mine #3"]),
    ("\n".join([grid(",", ",\n", "", end=",")] * 2), ["mine #1", "mine #2"]),
    *((text, []) for text in ("", "\n\n", "# only a comment\n", "[State]\n123\n", "-" * 81)),
    # labels
    (f"{NINE} 2.5", ["mine (2.5)"]),
    (f"{NINE},easy one", ["easy one"]),
    (f"puzzle,solution\n{ZEROS},{NINE.replace('.', '1')}", ["mine"]),
    (f"{NINE} {'y' * 900}", ["y" * 120]),
    (f"{NINE};7.1;x", ["7.1;x"]),
    (f"{NINE} # of Monday", ["of Monday"]),
    (f"{NINE}\teasy", ["easy"]),
    (f"{FOUR} tiny", ["tiny"]),
    (" ".join(ZEROS) + " all apart", ["all apart"]),
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


@rows("row", ["- - - - - - - - -", "\t" * 8, "," * 8, ";" * 8])
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


@rows("form", ["\n".join, "".join, lambda rows: "\n".join(map(" ".join, rows)), "/".join])
def test_letters_alone_are_digits_from_a_on(tmp_path: Path, form: Any) -> None:
    rows = lettered(*lettered()[:3], "." * 16, "...A............")
    digits = tuple(".ABCDEFGHIJKLMNOP".index(symbol) for symbol in "".join(rows))
    assert read(tmp_path, form(rows)) == read(tmp_path, form(rows).lower()) == [Sudoku(digits, BOXES[16])]


GAP = ["".join(row) for row in [*SPACES[:4], " " * 9, *SPACES[5:]]]
LOST = "4....7.3..2..8.........9......1.28..5.7.........3......4.3..6..7...............1."


@rows("end", [str, str.rstrip])
@rows("form", ["{}{}{}{}{}{}{}{}{}", "|{}{}{}|{}{}{}|{}{}{}|", "{} {} {} {} {} {} {} {} {}"])
def test_a_row_may_be_empty(tmp_path: Path, form: str, end: type[str]) -> None:
    text = "\n".join(end(form.format(*row)) for row in GAP)
    assert read(tmp_path, text) == [Sudoku(clues("".join(GAP).replace(" ", ".")))]


def test_grids_follow_each_other_without_a_blank_line(tmp_path: Path) -> None:
    assert read(tmp_path, "\n".join([grid(empty=" ")] * 3)) == [Sudoku(clues(NINE))] * 3
    four = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    assert [item.order for item in read(tmp_path, four * 4) if isinstance(item, Sudoku)] == [4] * 4


def test_spaces_that_leave_no_certain_columns_are_no_grid(tmp_path: Path) -> None:
    (error,) = read(tmp_path, "\n".join([*SPACES[:4], "  " + SPACES[4], *SPACES[5:]]))
    assert isinstance(error, InputError)


@rows("empty", range(9))
@rows("bands", [False, True])
@rows("after", ["", "\n", f"\n\n{NINE}\n"])
def test_where_empty_rows_have_lost_their_spaces_no_grid_is_taken_for_another(
    tmp_path: Path, empty: int, bands: bool, after: str
) -> None:
    rows = [LOST[start : start + 9] for start in range(0, 81, 9)]
    rows[empty] = "." * 9
    lines = trimmed("\n".join(rows).replace(".", " ")).split("\n")
    text = "\n\n".join("\n".join(lines[i : i + 3]) for i in (0, 3, 6)) if bands else "\n".join(lines)
    found = [item for item in read(tmp_path, text + after) if isinstance(item, Sudoku)]
    assert {*found} <= {Sudoku(clues("".join(rows))), Sudoku(clues(NINE))}


# Puzzles of other programs

JIGSAW = "b__b__caa_aaa"
"""The walls between AAAB, ACBB, CCBD and CDDD: oo| ||o o|| |oo in the rows, o|o |o| |o| o|o in the columns."""

DOMINOES = "abbba____________"
"""The walls between eight dominoes that lie in the rows: o|o o|o o|o o|o, and then walls alone."""

SUMS = (3, 7, 7, 3, 3, 7, 7, 3)
CAGES = [
    {"cells": f"r{1 + place // 2}c{1 + place % 2 * 2} r{1 + place // 2}c{2 + place % 2 * 2}", "sum": total}
    for place, total in enumerate(SUMS)
]


TABLE_OF_1 = {"grid": ["1...", "....", "....", "...."]}


@rows(
    ("text", "table"),
    [
        ("2x2:1b4_3i2a", {"grid": ["1..4", "3...", "....", "..2."]}),
        ("2x2dt:1b4_3i2a", {"grid": ["1..4", "3...", "....", "..2."]}),
        ("2x3:a1z6e2a", {"grid": [".1....", "......", "......", "......", "....6.", "....2."], "boxes": "2x3"}),
        ("3x2a:a1z6e2a", {"grid": [".1....", "......", "......", "......", "....6.", "....2."], "boxes": "3x2"}),
        ("2x2x:n2a", {"grid": ["....", "....", "....", "..2."], "diagonals": True}),
        (f"4j:n2a,{JIGSAW}", {"grid": ["....", "....", "....", "..2."], "regions": ["AAAB", "ACBB", "CCBD", "CDDD"]}),
        (f"2x2k:p,{DOMINOES},{'a'.join(map(str, SUMS))}a", {"order": 4, "cage": CAGES}),
        (
            f"4jxkm2di:1o,{JIGSAW},{DOMINOES},{'a'.join(map(str, SUMS))}a",
            {
                "grid": ["1...", "....", "....", "...."],
                "regions": ["AAAB", "ACBB", "CCBD", "CDDD"],
                "diagonals": True,
                "cage": CAGES,
            },
        ),
        (
            "1... aabb\n.... ccdd\n.... eeff\n.... gghh\na=3 b=7 c=7\nd=3 e=3 f=7 g=7 h=3",
            {"grid": "1" + "." * 15, "cage": CAGES},
        ),
        # JSON: a table of a file; numbers and nothing; cells one by one; a list of rows; texts; on several lines
        ('{"grid": ["1...", "....", "....", "...."]}', TABLE_OF_1),
        ('{"sudoku": [[1, 0, 0, 0], [null, null, null, null], [0, 0, 0, 0], [0, 0, 0, 0]]}', TABLE_OF_1),
        (f'{{"clues": [1{", 0" * 15}], "solution": [1], "level": 3}}', TABLE_OF_1),
        ("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", TABLE_OF_1),
        ('[["1", "", ".", "0"], ["", "", "", ""], ["", "", "", ""], ["", "", "", ""]]', TABLE_OF_1),
        (json.dumps({"puzzle": [[1, 0, 0, 0], *[[0] * 4] * 3], "solution": [[1, 2, 3, 4]] * 4}, indent=2), TABLE_OF_1),
    ],
)
def test_it_is_the_puzzle_that_a_table_tells(tmp_path: Path, text: str, table: dict[str, Any]) -> None:
    assert read(tmp_path, text, "mine.json" if text[0] in "[{" else "mine.txt") == [sudoku_from("it", table)]


def test_a_game_id_may_be_typed_or_stand_in_a_link() -> None:
    assert from_text("2x2:1b4_3i2a") == from_text("https://example.org/js/solo.html#2x2:1b4_3i2a")


@rows(
    ("text", "name"),
    [
        (f"id,puzzle,solution\n7,{NINE},{SOLVED}", "mine (7)"),
        (f"id,puzzle,solution,clues,difficulty\n1,{NINE},{SOLVED},30,2.2", "mine (1 30 2.2)"),
        (f"quizzes,solutions\n{ZEROS},{SOLVED}", "mine"),
        (f"no;solution;puzzle\n1;{SOLVED};{NINE}", "mine (1)"),
        (f"name\tgrid\nof Monday\t{NINE}", "of Monday"),
        (f"0000183b305c {NINE} 1.2", "0000183b305c 1.2"),
        (f'"12","{NINE}","easy"', "12 easy"),
        (f"{NINE},{SOLVED},27", "mine (27)"),
    ],
)
def test_a_puzzle_may_stand_anywhere_in_a_table(tmp_path: Path, text: str, name: str) -> None:
    (puzzle,) = read(tmp_path, text, "mine.csv")
    assert puzzle == Sudoku(clues(NINE))
    assert puzzle.name == name


@rows("first", [0, 1])
def test_the_numbers_of_rows_and_columns_are_no_part_of_a_grid(tmp_path: Path, first: int) -> None:
    heading = ",".join(["", *map(str, range(first, first + 9))])
    rows = [f"{number}," + ",".join(row).replace(".", "0") for number, row in enumerate(ROWS, first)]
    assert read(tmp_path, "\n".join([heading, *rows]), "mine.csv") == [Sudoku(clues(NINE))]


def test_a_sheet_with_ids_is_read(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["id", "puzzle", "solution"], [1, NINE, SOLVED], [2, NINE, SOLVED]):
        book.active.append(row)
    book.save(tmp_path / "mine.xlsx")
    found = list(PUZZLE.read(tmp_path / "mine.xlsx"))
    assert found == [Sudoku(clues(NINE))] * 2
    assert [item.name for item in found if isinstance(item, Sudoku)] == ["mine #1 (1)", "mine #2 (2)"]


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
        ("\n".join(lettered(*lettered()[:4], "123.EFG.........")), 1, ["row 5 has digits from 1 to 9", "A for 1"]),
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
        # game IDs, and killers whose cages are letters beside the rows
        ("3x3db#123456789", 1, ["is a seed for Solo's generator; paste the game ID by description"]),
        ("2x2:1b4_3i2", 1, ["the digits of the game ID fill 15 cells; 4×4 are expected"]),
        ("2x2:5b4_3i2a", 1, ["the digits of the game ID reach to 5; 4 is the largest"]),
        ("2x2q:1b4_3i2a", 1, ["is not a game ID of Solo such as 3x3, 9j or 3x3xk"]),
        ("2x2k:1b4_3i2a", 1, ["1 part behind its colon: digits, cages, sums expected"]),
        (f"4j:p,{JIGSAW[:-1]}", 1, ["the blocks of the game ID have 23 places for walls; 25 are expected"]),
        (f"4j:p,{JIGSAW}a", 1, ["the blocks of the game ID go on behind their last wall"]),
        (f"4j:p,{DOMINOES}", 1, ["the game ID has 8 blocks; 4 are expected"]),
        (f"2x2k:p,{DOMINOES},3a7a7a3a3a7a7c", 1, ["the cage of r4c3 has 0 sums; one is expected"]),
        (f"2x2k:p,{DOMINOES},3_1_7a7a3a3a7a7a3a", 1, ["the cage of r1c1 has 2 sums; one is expected"]),
        ("1... aabb\n.... ccdd\n.... ccdd\n.... aabb\na=3 b=7", 1, ["have no sum: c, d; a line such as a=12 b=17"]),
        ("1... aabb\n.... aabb\n.... aabb\n.... aabb\na=3 b=7 e=1", 1, ["beside the rows draw have none called e"]),
        ("1... aabb\n.... aabb\n.... aabb\n.... aabb\nno", 5, ["sums of cages such as a=12 b=17 are expected"]),
        # JSON
        ('{"puzzle": [[1, 7.5]]}', None, ["R1C2 is 7.5; a digit is expected"]),
        (f'{{"puzzle": "{NINE}", "cages": []}}', None, ["found the key 'cages'"]),
        ('{"puzzle": 7}', None, ["grid is 7; a list of texts"]),
        ("{]", 1, ["this is no JSON"]),
        # pencil marks
        ("12 3 45 67 8 9 123 4 5", 1, ["the grid that begins here ends after 1 row"]),
        ("12 3 45 67 8 9 123 4", 1, ["found 13 characters"]),
        ("12 3 45 67 8 9 123 4 4x", 1, ["found"]),
        ("12 3 45 67 8 9 123 4 44", 1, ["found"]),
    ],
)
def test_a_complaint_names_the_line_and_what_was_expected(
    tmp_path: Path, text: str, line: int | None, words: list[str]
) -> None:
    name = "mine.json" if text[0] == "{" else "mine.txt"
    (error,) = (item for item in read(tmp_path, text, name) if isinstance(item, InputError))
    assert error.line == line
    assert str(error).startswith(f"{tmp_path / name}:{line or ''}")
    assert len(str(error)) < 300 + len(str(tmp_path))
    assert [word for word in words if word not in error.sentence] == []


@rows("broken", [b"f\xfcr", b"53\0\0", b"5" * (MAX_LINE_CHARACTERS + 1)])
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
    for path in instance_files(PUZZLE).values():
        found = list(PUZZLE.read(path))
        assert found
        assert all(isinstance(item, Sudoku) for item in found), path


# Typed on the command line


@rows("text", [NINE, GRID, GRID.replace("\n", "\\n"), PUZZLE.render(Sudoku(clues(NINE)))])
def test_a_puzzle_can_be_typed(text: str) -> None:
    assert PUZZLE.typed({"puzzle": text}) == Sudoku(clues(NINE))


@rows("text", ["", NINE[:-1], f"{NINE}\n{NINE}", ROWS[0], "x" * 81])
def test_what_is_typed_wrongly_is_met_with_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="--puzzle"):
        PUZZLE.typed({"puzzle": text})


# Whatever is in the file


HEADED = ("", "# boxes 3x2", "[Puzzle]", "[State]", "---+---+---", "Grid 1", "1,2,,4", "1 2|3 4", "\t\t\t")
FRAGMENTS = st.sampled_from([NINE, FOUR, *ROWS[:2], *HEADED])


@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
