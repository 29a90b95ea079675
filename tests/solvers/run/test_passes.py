"""Does the page show the network thinking: a board for every pass, the shades as the beliefs, and what is wrong?"""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from models.drawing import Belief
from models.language.model import Model
from solvers.core.limits import ANSWERED, STOPPED
from solvers.run.__main__ import main
from solvers.run.passes import beliefs_table
from tests.solvers.render.html.parsed import Page, faultless
from tests.solvers.render.html.unpacked import unpack

pytest.importorskip("numpy")

EASY = ("sudoku", "--instance", "norvig_easy50", "--number", "1")


def page_of(folder: Path, *words: str, backend: str = "network", code: int = ANSWERED) -> tuple[Page, list[str]]:
    """The page of a run, and the boards that it goes through."""
    target = folder / "page.html"
    assert main([*words, "--backend", backend, "--html", str(target)]) == code
    source = target.read_text(encoding="utf-8")
    _, _, packed = source.partition('class="pictures">')
    return faultless(source), unpack(json.loads(packed.partition("</script>")[0])) if packed else []


def test_every_pass_has_its_board_and_its_line(tmp_path: Path) -> None:
    page, boards = page_of(tmp_path, *EASY)
    passes = int(page.all("div", "player")[0]["data-steps"] or "")
    assert len(boards) == len(page.all("b", "fact")) + 1 == passes + 1
    assert f"It settled after {passes}: what it believes in most is an answer." in page.text
    assert all(board.count('class="belief"') == 49 for board in boards)  # three of them follow from the clues alone
    for board, wrong in zip(boards[1:], re.findall(r"(\d+) of 46 choices differ", page.text), strict=False):
        assert board.count('class="wrong-line"') == int(wrong) > 0
    assert 'class="wrong-line"' not in boards[-1]
    assert "·" not in boards[-1].split("<desc")[1].split("</desc>")[0]
    assert boards[-1] in (tmp_path / "page.html").read_text(encoding="utf-8"), "what is shown without scripts"
    assert f"After pass {passes}." in page.text


def test_other_covers_are_shown_in_their_pictures_or_variables(tmp_path: Path) -> None:
    for words, board in (
        ("cover wildwood", 'class="believed"'),
        ("cover wildwood --formulation choice", "what meets Woodsmanship"),
        ("sudoku --instance variants/latin", 'class="belief"'),
    ):
        _, boards = page_of(tmp_path, *words.split())
        assert len(boards) > 1
        assert all(board in shown for shown in boards), words


def test_where_no_network_believes_anything_nothing_is_said_of_it(tmp_path: Path) -> None:
    for words, backend in ((EASY, "backtracking"), (("sudoku", "--puzzle", "1234341221434321"), "network")):
        page, boards = page_of(tmp_path, *words, backend=backend)
        assert (boards, "pass by pass" in page.text) == ([], False)


def test_a_table_has_every_value_with_its_share_and_marks_what_is_wrong() -> None:
    model = Model("m")
    x, y, so = model.new_int_var(1, 3, "x<b>"), model.new_int_var(1, 3, "y"), model.new_bool_var("so")
    shares = {x: {1: 0.7, 2: 0.296, 3: 0.004}, y: {3: 1.0}, so: {0: 0.2, 1: 0.8}}
    stated: Any = SimpleNamespace(value_name=lambda var, value: ("red", "green", "blue")[value - 1])
    shown = beliefs_table(stated, [x, so], Belief(shares, {x: 1, y: 3, so: 1}, frozenset({x})))
    assert '<th scope="row">x&lt;b&gt;</th>' in shown
    assert re.findall(r'<b class="([^"]*)" style="--share:([^"]*)">([^<]*)</b>', shown) == [
        ("believed wrong", "0.7", "red: 70% ✕"),
        ("believed", "0.3", "green: 30%"),
        ("believed", "0.8", "so: 80%"),
    ]
    assert not beliefs_table(stated, 51 * [x, y, so], Belief(shares, {}))


def test_without_an_answer_what_clashes_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.network.proposals.PASSES_ALONE", 1)
    monkeypatch.setattr("solvers.backends.network.backend.MAX_ATTEMPTS", 0)
    page, boards = page_of(tmp_path, "sudoku", "--instance", "inkala", code=STOPPED)
    assert "It did not settle in 1." in page.text
    assert "best values that clash with another" in page.text
    assert len(boards) == 2
    assert 'class="wrong-line"' in boards[-1]
