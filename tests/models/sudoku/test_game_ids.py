"""Game IDs of Solo, and killers whose cages are letters beside the rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.errors import InputError
from models.sudoku.reading import from_text
from models.sudoku.reading.table import sudoku_from
from tests.models.sudoku.grids import read
from tests.tables import rows

JIGSAW = "b__b__caa_aaa"
"""The walls between AAAB, ACBB, CCBD and CDDD: oo| ||o o|| |oo in the rows, o|o |o| |o| o|o in the columns."""

DOMINOES = "abbba____________"
"""The walls between eight dominoes that lie in the rows: o|o o|o o|o o|o, and then walls alone."""

SUMS = (3, 7, 7, 3, 3, 7, 7, 3)
CAGES = [
    {"cells": f"r{1 + place // 2}c{1 + place % 2 * 2} r{1 + place // 2}c{2 + place % 2 * 2}", "sum": total}
    for place, total in enumerate(SUMS)
]


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
    ],)  # fmt: skip
def test_it_is_the_puzzle_that_a_table_tells(tmp_path: Path, text: str, table: dict[str, Any]) -> None:
    assert [*read(tmp_path, text)] == [sudoku_from("it", table)]


def test_it_may_be_typed_or_stand_in_a_link() -> None:
    assert from_text("2x2:1b4_3i2a") == from_text("https://example.org/js/solo.html#2x2:1b4_3i2a")


@rows(
    ("text", "sentence"),
    [
        ("3x3db#123456789", "is a seed for Solo's generator; paste the game ID by description"),
        ("2x2:1b4_3i2", "the digits of the game ID fill 15 cells; 4×4 are expected"),
        ("2x2:5b4_3i2a", "the digits of the game ID reach to 5; 4 is the largest"),
        ("2x2q:1b4_3i2a", "is not a game ID of Solo such as 3x3, 9j or 3x3xk"),
        ("2x2k:1b4_3i2a", "1 part behind its colon: digits, cages, sums expected"),
        (f"4j:p,{JIGSAW[:-1]}", "the blocks of the game ID have 23 places for walls; 25 are expected"),
        (f"4j:p,{JIGSAW}a", "the blocks of the game ID go on behind their last wall"),
        (f"4j:p,{DOMINOES}", "the game ID has 8 blocks; 4 are expected"),
        (f"2x2k:p,{DOMINOES},3a7a7a3a3a7a7c", "the cage of r4c3 has 0 sums; one is expected"),
        (f"2x2k:p,{DOMINOES},3_1_7a7a3a3a7a7a3a", "the cage of r1c1 has 2 sums; one is expected"),
        ("1... aabb\n.... ccdd\n.... ccdd\n.... aabb\na=3 b=7", "have no sum: c, d; a line such as a=12 b=17"),
        ("1... aabb\n.... aabb\n.... aabb\n.... aabb\na=3 b=7 e=1", "beside the rows draw have none called e"),
        ("1... aabb\n.... aabb\n.... aabb\n.... aabb\nno", "sums of cages such as a=12 b=17 are expected"),
    ],)  # fmt: skip
def test_a_sentence_says_what_is_wrong(tmp_path: Path, text: str, sentence: str) -> None:
    (found,) = read(tmp_path, text)
    assert isinstance(found, InputError)
    assert sentence in found.sentence
