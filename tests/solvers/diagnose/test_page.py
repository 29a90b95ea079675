"""Does the page of a diagnosis say what is the matter, and show where?"""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from tests.solvers.render.html.evil import NAME, write_evil
from tests.solvers.render.html.parsed import Page, faultless
from tests.tables import rows


def diagnosed(folder: Path, *words: str, code: int = 0) -> Page:
    target = folder / "page.html"
    assert dispatch(["diagnose", *words, "--html", str(target)]) == code
    return faultless(target.read_text(encoding="utf-8"))


def test_the_ways_to_put_dials_right_are_told_with_their_lines_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "wrong.svg"
    page = diagnosed(tmp_path, "grecian", "--instance", "broken-safecracker", "--svg", str(picture))
    assert "dial 2 ring 3 is one place off" in picture.read_text(encoding="utf-8")
    assert "impossible as it stands" in page.text
    assert "1 mistake would explain it, no fewer; 2 ways to put it right" in page.text
    assert "dial 2 ring 4 is one place off" in page.text
    assert "line 22" in page.text
    assert "dial 2 as it was copied" in page.text


@rows(
    ("words", "said"),
    [
        (("sudoku", "--instance", "no_answer"), "and 8 more."),
        (("sudoku", "--instance", "inkala"), "well posed"),
        (("cubes", "--instance", "parker-jaap"), "well posed"),
        (("cover",), "would leave one answer"),
        (("dealing", "--instance", "wrong-count"), "the pack has 100 cards"),
    ],
)
def test_every_puzzle_has_a_page(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said.lower() in diagnosed(tmp_path, *words).text.lower()


def test_names_are_words_and_never_markup(tmp_path: Path) -> None:
    page = diagnosed(tmp_path, "cover", "--instance", str(write_evil(tmp_path)))
    assert NAME in page.text
    assert not page.all("img")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sudoku", "--instance", "no_answer"), "Lit: R1C3."),
        (("dealing", "--instance", "wrong-count"), "Framed: round 4."),
        (("cover", "--instance", "mutilated-board"), "Framed: r"),
    ],
)
def test_the_picture_shows_where_the_likeliest_mistake_is(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    target = tmp_path / "wrong.svg"
    assert dispatch(["diagnose", *words, "--svg", str(target)]) == 0
    assert said in target.read_text(encoding="utf-8")


def test_a_file_of_many_makes_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sudoku", "--instance", "norvig_easy50", "--html", str(tmp_path / "page.html"))
    assert dispatch(["diagnose", *words]) == 2
    assert "--number says which" in capsys.readouterr().err
