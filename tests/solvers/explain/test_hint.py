"""Hints: the next step alone, in two strengths, from wherever a person stands; and which entry is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solvers
from models.errors import InputError
from models.language.model import Model
from models.registry import load_puzzle
from solvers.core.backend import ENDLESS
from solvers.explain.__main__ import main
from solvers.explain.so_far import ANSWER, GIVEN, TOGETHER, entries, wrong_entries
from tests.solvers.explain.test_explain import NEWSPAPER, Bare
from tests.tables import rows

SUDOKU = solvers.puzzle("sudoku")
ANSWER_OF = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


def newspaper(so_far: str = "") -> list[str]:
    return ["sudoku", NEWSPAPER, *(["--from", so_far] if so_far else [])]


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main([*arguments]) == code
    return capsys.readouterr().out.splitlines()


def test_the_weaker_hint_says_where_to_look_and_the_stronger_what_there_is_to_see(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said(capsys, *newspaper(), "--hint") == ["Sudoku: typed", "", "Look at box 1 (hidden single)"]
    assert said(capsys, "--hint", *newspaper(), "--json") != [], "a word that is no strength is the puzzle"
    assert said(capsys, *newspaper(), "--hint", "see")[2:] == [
        "R2C2 = 6    hidden single",
        "       in box 1, 6 fits only R2C2",
    ]


def test_a_hint_goes_on_from_what_is_filled_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    half = tmp_path / "half.txt"
    half.write_text(ANSWER_OF[:9] + NEWSPAPER[9:])
    lines = said(capsys, *newspaper(str(half)), "--hint", "see")
    assert lines[0] == "Sudoku: typed, with 6 entries so far"
    assert not lines[2].startswith("R1")
    assert said(capsys, *newspaper(ANSWER_OF), "--hint")[2:] == [
        "Nothing is left to find: what is filled in is the answer."
    ]


def test_what_was_ruled_out_is_taken_in_as_explanations_say_it() -> None:
    """The next step is another one: nothing has to be found twice."""
    top = SUDOKU.load("top1465", 5)
    so_far = ["R9C6 = 4"]
    first = solvers.hint(top, "see", so_far=so_far)
    assert first.sentence == "R4C9, R6C9 ≠ 8: pointing"
    second = solvers.hint(top, "see", so_far=[*so_far, first.sentence.partition(":")[0]])
    assert second.sentence == "R6C4, R6C5, R6C6 ≠ 2: pointing"


@pytest.mark.parametrize(
    ("so_far", "sentence"),
    [
        ("R1C2 = 5", "R1C2 = 5 is wrong: it contradicts the only answer."),
        ("R1C2 != 8, 3; R1C1 = 4", "R1C2 ≠ 8 is wrong: it contradicts the only answer."),
        ("5" + NEWSPAPER[1:], "R1C1 = 5 is wrong: it contradicts the only answer."),
        ("..4" + NEWSPAPER[3:], "R1C3 = 4 cannot be: R1C3 = 3 is given."),
    ],
)
def test_a_wrong_entry_is_named(so_far: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *newspaper(so_far), "--hint", code=1)[2:] == [sentence]
    assert said(capsys, *newspaper(so_far), code=1)[2:] == [sentence], "and so it is on the whole way"


def test_of_several_answers_none_may_have_all_entries() -> None:
    """Two of the three entries cannot be together; the third has nothing to do with it."""
    model = Model("three")
    x, y, z = variables = [model.new_int_var(0, 3, name) for name in "xyz"]
    model.add(x + y == 3, key=("sum",))
    model.project_on(variables)
    found = wrong_entries(Bare(model), {}, [x == 1, z == 0, y == 1], None, ENDLESS)
    assert found is not None
    assert (set(map(str, found.facts)), found.against) == ({"x = 1", "y = 1"}, TOGETHER)
    assert wrong_entries(Bare(model), {}, [x == 1, z == 0, y == 2], None, ENDLESS) is None
    only = wrong_entries(Bare(model), {y: 3, z: 1}, [x == 1], None, ENDLESS)
    assert only is not None
    assert only.against == ANSWER
    given = wrong_entries(Bare(model), {y: 3}, [y != 3, x == 1], None, ENDLESS)
    assert given is not None
    assert (list(map(str, given.facts)), given.against) == (["y ≠ 3"], GIVEN)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("r1c1 = 4, R1C2 = 8", ["R1C1 = 4", "R1C2 = 8"]),
        ("R1C1, R1C2 ≠ 7; R2C2 <> 1, 2", ["R1C1 ≠ 7", "R1C2 ≠ 7", "R2C2 ≠ 1", "R2C2 ≠ 2"]),
        ("R1C1 = 4, R1C2 != 7, 9, R2C2 != 1", ["R1C1 = 4", "R1C2 ≠ 7", "R1C2 ≠ 9", "R2C2 ≠ 1"]),
        ("R1C3 = 3", []),  # which is given
    ],
)
def test_facts_are_read_as_explanations_write_them(text: str, facts: list[str]) -> None:
    puzzle, instance = SUDOKU.puzzle, SUDOKU.typed(NEWSPAPER)
    assert list(map(str, entries(puzzle, instance, puzzle.state(instance), text))) == facts


def test_facts_may_be_names_alone_where_these_are_so_or_not() -> None:
    cover = load_puzzle("cover")
    wildwood = solvers.puzzle("cover").load()
    found = entries(cover, wildwood, cover.state(wildwood), "bible study, not Moonshine")
    assert [(fact.var.name, fact.values) for fact in found] == [("Bible Study", {1}), ("Moonshine", {0})]


@rows(
    ("so_far", "complaint"),
    [
        ("R1C1 = 12", "R1C1 cannot be '12'; it is one of 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("R1C10 = 1", "nothing called so in this sudoku; did you mean R1C1"),
        ("R1C1", "say what 'R1C1' is or is not"),
        ("." * 16, "the grid so far has 16 cells; this puzzle has 81"),
        (7, "so_far is 7; a half-filled sudoku"),
    ],
)
def test_what_says_nothing_of_the_puzzle_is_refused(so_far: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        solvers.hint(SUDOKU.typed(NEWSPAPER), so_far=so_far)


def test_there_are_two_strengths() -> None:
    with pytest.raises(InputError, match="a hint says look or see, and not 'solve'"):
        solvers.hint(SUDOKU.typed(NEWSPAPER), "solve")


@pytest.mark.parametrize(
    ("puzzle", "look"),
    [
        ("cover", "Look at these rules together: Woodsmanship is met exactly once; Nature is met exactly once"),
        ("cubes", "Look at this rule: cube 3 has the faces R B G Y R Y"),
        ("dealing", "Look at this rule: round 4 deals its cards into 4 equal stacks and leaves the rest over"),
        ("grecian", "Look at this rule: column 2 sums to 15"),
    ],
)
def test_every_puzzle_has_hints(puzzle: str, look: str) -> None:
    found = solvers.hint(solvers.puzzle(puzzle).load("toy" if puzzle == "grecian" else ""), effort=0.1)
    assert (found.status, found.sentence) == ("hint", look)


def test_json_holds_the_step_only_where_it_is_to_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    look = json.loads(said(capsys, *newspaper(), "--hint", "--json")[0])
    assert look["place"]["words"] == "box 1"
    assert look["place"]["variables"][0] == "R1C1"
    assert look["step"] is None
    see = json.loads(said(capsys, *newspaper(), "--hint", "see", "--json")[0])
    assert see["step"]["fact"] == {"variable": "R2C2", "is": "=", "value": 6}
    wrong = json.loads(said(capsys, *newspaper("R1C2 = 5"), "--hint", "--json", code=1)[0])
    assert (wrong["status"], wrong["wrong"]["against"]) == ("wrong entries", "answer")
    assert wrong["wrong"]["entries"] == wrong["so_far"]


def test_a_page_lights_where_to_look_and_does_not_give_the_step_away(tmp_path: Path) -> None:
    page = tmp_path / "hint.html"
    main([*newspaper(), "--hint", "--html", str(page)])
    weak = page.read_text()
    assert "Lit: R1C1, R1C2, R1C3, R2C1" in weak
    assert "R2C2 = 6" not in weak
    main([*newspaper(), "--hint", "see", "--html", str(page)])
    assert "R2C2 = 6" in page.read_text()


def test_another_word_behind_hint_is_no_instance(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sudoku", "--instance", "inkala", "--hint", "blah"])
    assert "--hint takes look or see, and not 'blah'" in capsys.readouterr().err
