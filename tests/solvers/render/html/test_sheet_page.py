"""Can a puzzle be printed without its answer, alone or with the others of its file?"""

from __future__ import annotations

from pathlib import Path

import pytest

from models.registry import find_instance, load_puzzle
from solvers.__main__ import dispatch
from solvers.core.limits import ANSWERED
from solvers.run.__main__ import main
from tests.solvers.render.html.conftest import Open
from tests.solvers.render.html.parsed import faultless

TWO = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" + "." * 81 + "\n"


def blank(name: str) -> str:
    puzzle = load_puzzle(name)
    return puzzle.drawing.sheet(next(puzzle.read(find_instance(puzzle, puzzle.default_instance))))


@pytest.mark.parametrize("name", ["sudoku", "cubes", "grecian", "cover"])
def test_the_picture_of_a_puzzle_gives_nothing_away(name: str, tmp_path: Path) -> None:
    assert main([name, "--sheet", str(tmp_path / "puzzle.svg")]) == ANSWERED
    assert (tmp_path / "puzzle.svg").read_text(encoding="utf-8") == blank(name)


def test_a_worksheet_has_the_puzzle_its_rule_and_room_for_a_name_and_no_answer(tmp_path: Path) -> None:
    assert main(["sudoku", "--sheet", str(tmp_path / "sheet.html")]) == ANSWERED
    content = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    page = faultless(content)
    assert blank("sudoku").strip() in content
    assert load_puzzle("sudoku").summary in page.text
    assert "Name" in page.text
    assert "answer" not in page.text


def test_a_worksheet_of_a_file_has_every_puzzle_of_it_and_prints_two_in_a_row(tmp_path: Path, visit: Open) -> None:
    (tmp_path / "two.txt").write_text(TWO, encoding="utf-8")
    assert main(["sudoku", str(tmp_path / "two.txt"), "--sheet", str(tmp_path / "sheet.html")]) == ANSWERED
    page = visit(tmp_path / "sheet.html")
    page.set_viewport_size({"width": 700, "height": 990})
    page.emulate_media(media="print")
    one, other = (picture.bounding_box() for picture in page.locator("svg.puzzle").all())
    assert one["y"] == pytest.approx(other["y"], abs=2)
    assert one["x"] + one["width"] <= other["x"]


@pytest.mark.parametrize(("puzzle", "largest"), [("sudoku", 11), ("sudoku --size 16", 8), ("cubes", 9), ("grecian", 9)])
def test_answers_of_a_booklet_are_printed_in_letters_that_can_be_read(
    puzzle: str, largest: float, tmp_path: Path, visit: Open
) -> None:
    """No letter is smaller than 5.6 pt on A4, a name of a row say, and digits are as large as those of a book."""
    goal = tmp_path / "booklet.html"
    assert dispatch(["generate", *puzzle.split(), "--count", "3", "--seed", "1", "--html", str(goal)]) == ANSWERED
    page = visit(goal)
    page.set_viewport_size({"width": 688, "height": 1017})  # A4 without its margins
    page.emulate_media(media="print")
    points = page.evaluate(
        """() => [...document.querySelectorAll(".answers svg")].flatMap(svg => [...svg.querySelectorAll("text")].map(
            text => parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a * 72 / 96))"""
    )
    assert min(points) > 5.6
    assert max(points) > largest
    assert page.evaluate("document.documentElement.scrollWidth") <= 688


def test_a_worksheet_of_different_puzzles_tells_the_rules_of_each_kind_once(tmp_path: Path) -> None:
    latin, knight = '{"order": 4, "boxes": "none"}', '{"order": 4, "antiknight": true}'
    (tmp_path / "mixed.jsonl").write_text("\n".join([latin, knight, latin]), encoding="utf-8")
    assert main(["sudoku", str(tmp_path / "mixed.jsonl"), "--sheet", str(tmp_path / "sheet.html")]) == ANSWERED
    page = faultless((tmp_path / "sheet.html").read_text(encoding="utf-8"))
    assert (
        page.text.count("1 and 3: Fill the grid so that every row and column holds each digit from 1 to 4 once.") == 1
    )
    assert page.text.count("2: Fill the grid so that every row, column and box holds each digit from 1 to 4 once.") == 1
    assert page.text.count("Cells a knight's move of chess apart hold different digits.") == 1


@pytest.mark.parametrize("verb", ["run", "explain"])
def test_a_page_tells_the_rules_of_its_own_puzzle(verb: str, tmp_path: Path) -> None:
    goal = str(tmp_path / "page.html")
    assert dispatch([verb, "sudoku", "--instance", "variants/futoshiki", "--html", goal]) == ANSWERED
    page = faultless(Path(goal).read_text(encoding="utf-8"))
    assert "every row and column holds each digit from 1 to 5 once" in page.text
    assert "A sign between two cells points at the smaller digit." in page.text
    assert "column and box" not in page.text
