"""Does the page of an explanation have every step, a picture for each, and every conflict?"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.deductions import Conflict, Deduction, PuzzlePart, Rule, Snapshot
from models.language.model import Assignment, IntVar, Model
from models.puzzle import Formulation
from models.registry import PUZZLES, find_instance, load_puzzle
from solvers.cli.exits import guarded
from solvers.core.backend import OutOfTime
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.explain.__main__ import main
from solvers.explain.explainer import Explainer
from solvers.explain.page import values_table
from solvers.render.html.flipbook import pack
from tests.solvers.render.html.evil import NAME, write_evil
from tests.solvers.render.html.parsed import Page, faultless
from tests.solvers.render.html.unpacked import unpack
from tests.tables import rows

EASY = ("sudoku", "--instance", "norvig_easy50", "--number", "3")


def explain(folder: Path, *words: str, code: int = ANSWERED) -> Page:
    target = folder / "page.html"
    assert main([*words, "--html", str(target)]) == code
    return faultless(target.read_text(encoding="utf-8"))


def pictures_of(folder: Path) -> list[str]:
    source = (folder / "page.html").read_text(encoding="utf-8")
    data = source.split('class="pictures">')[1].split("</script>")[0]
    return unpack(json.loads(data))


def test_every_step_has_its_reason_and_its_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = explain(tmp_path, *EASY)
    told = capsys.readouterr().out
    steps = int(page.all("div", "player")[0]["data-steps"] or "")
    assert told.count("    hidden single\n") == page.text.count("hidden single") - 1  # one more in the summary
    assert len(page.all("b", "fact")) == steps > 40
    pictures = pictures_of(tmp_path)
    assert len(pictures) == steps + 1
    assert all(picture.startswith("<svg") and "</svg>" in picture for picture in pictures)
    assert "·" not in pictures[-1].split("<desc")[1].split("</desc>")[0]  # at the end no cell is empty
    assert 'class="lit"' not in pictures[0]
    assert all('class="lit"' in picture for picture in pictures[1:])


def test_a_walk_of_many_pictures_stays_small(tmp_path: Path) -> None:
    explain(tmp_path, *EASY)
    assert 3 * (tmp_path / "page.html").stat().st_size < sum(map(len, pictures_of(tmp_path)))


@pytest.mark.parametrize(
    ("puzzle", "lit"), [("cover", '<tr class="lit">'), ("dealing", '<tr class="lit">'), ("cubes", 'class="lit"')]
)
def test_steps_of_other_puzzles_are_shown_in_their_pictures_or_variables(puzzle: str, lit: str, tmp_path: Path) -> None:
    page = explain(tmp_path, puzzle)
    steps = int(page.all("div", "player")[0]["data-steps"] or "")
    pictures = pictures_of(tmp_path)
    assert len(pictures) == steps + 1
    assert all(lit in picture for picture in pictures[1:])
    assert puzzle != "cubes" or all('class="solid"' in picture for picture in pictures)


def test_several_answers_are_said(tmp_path: Path) -> None:
    page = explain(tmp_path, "cover")
    assert "several answers" in page.text
    assert "nothing settles Noodling, Water Witching" in page.text


def test_the_cubes_are_shown_at_a_glance_by_their_graph(tmp_path: Path) -> None:
    page = explain(tmp_path, "cubes")
    assert "The whole at a glance" in page.text
    assert "walked B –1→ Y –3→ G –4→ R –2→ B" in page.text
    assert "front and back" in page.text  # the two sets are told in the picture of the graph
    assert "Counting fails" in explain(tmp_path, "cubes", "--instance", "csun-mid8", code=IMPOSSIBLE).text


def test_conflicts_are_listed(tmp_path: Path) -> None:
    page = explain(tmp_path, "cubes", "--instance", "csun-mid8", "--smallest", code=IMPOSSIBLE)
    assert "there is no answer" in page.text
    assert "cannot all hold" in page.text
    assert "No other conflict has fewer parts." in page.text
    assert page.all("ol", "parts")


@rows(
    ("words", "lit"),
    [
        (("sudoku", "--instance", "clash"), "Lit: R4C6, R4C8. Lit as the reason: R4C1, R4C2,"),
        (("sudoku", "--instance", "clash", "--formulation", "cover"), "Lit: R4C6, R4C8. Lit as the reason: R4C1,"),
        (("cubes", "--instance", "csun-mid8", "--smallest"), "Framed: cube "),
        (("grecian", "--instance", "broken-safecracker"), "Framed: column "),
        (("cover", "--instance", "mutilated-board"), "Framed: r1c3, r1c4, r2c1,"),
        (("dealing", "--instance", "wrong-count"), "Framed: round 4."),
    ],
)
def test_what_cannot_all_hold_is_lit_in_a_picture(words: tuple[str, ...], lit: str, tmp_path: Path) -> None:
    page = explain(tmp_path, *words, code=IMPOSSIBLE)
    assert lit in page.text
    assert "what cannot all hold is lit" in page.text
    assert len(page.all("svg", "puzzle")) == len(page.all("ol", "parts")) + 1


@rows("name", PUZZLES)
def test_parts_that_no_picture_can_show_are_told_alone(name: str) -> None:
    puzzle = load_puzzle(name)
    instance = next(puzzle.read(find_instance(puzzle, puzzle.default_instance)))
    unheard = Conflict((PuzzlePart(("unheard", 1), "what nobody drew is required", ()),))
    assert puzzle.drawing.conflict(instance, puzzle.state(instance), unheard) is None


def test_names_are_words_and_never_markup(tmp_path: Path) -> None:
    page = explain(tmp_path, "cover", "--instance", str(write_evil(tmp_path)))
    assert NAME in page.text
    assert not page.all("img")
    assert len(page.all("script")) == 3
    assert "<img src=x onerror=alert(2)>" in page.text


def test_a_bad_name_is_met_before_any_reasoning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(main, ["sudoku", "--html", str(tmp_path / "page.txt")]) == BAD_INPUT
    captured = capsys.readouterr()
    assert ".html or .htm" in captured.err
    assert not captured.out


def test_pictures_are_packed_without_loss() -> None:
    texts = ["a\nb\nc", "a\nx\nb\nc", "c\nb\na", "", "a\na\na", "a\nb\nc"]
    packed = pack(texts)
    assert unpack(packed) == texts
    assert json.loads(json.dumps(packed)) == packed
    assert packed["frames"][1] == [[0, 1], 3, [1, 2]]  # type: ignore[index]


class Colours(Formulation[Any, Any]):
    """A formulation whose values have names."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def decode(self, instance: Any, assignment: Assignment) -> Any:
        return assignment

    def value_name(self, var: IntVar, value: int) -> str:
        return {1: "red", 2: "green", 3: "blue"}[value]


def test_the_board_strikes_out_what_a_step_takes_away() -> None:
    model = Model("m")
    x, y = model.new_int_var(1, 3, "x<b>"), model.new_int_var(1, 3, "y")
    step = Deduction(x != 2, (y == 3,), (Rule(("rule",), "rule", ()),))
    shown = values_table(Colours(model), model.variables, Snapshot({y: 3}, {x: frozenset({2, 3})}, step))
    assert '<tr class="lit"><th scope="row">x&lt;b&gt;</th>' in shown
    assert '<s>red</s> <s class="struck">green</s> <b class="sure">blue</b>' in shown
    assert '<tr class="reason">' in shown
    wide = model.new_int_var(0, 99, "wide")
    assert "<b>{0..99}</b>" in values_table(Colours(model), [wide], Snapshot({}, {wide: frozenset(range(100))}))
    assert not values_table(Colours(model), 151 * model.variables, Snapshot({}, {}))


def test_a_moment_of_a_sudoku_lights_the_new_digit_and_its_reason() -> None:
    puzzle = load_puzzle("sudoku")
    instance = next(puzzle.read(find_instance(puzzle, "inkala")))
    stated = puzzle.formulations["cells"](instance)
    draw = puzzle.drawing.snapshot
    first, second = stated.model.variables[1:3]
    left = {var: frozenset({1, 2}) for var in (first, second)}
    placed = draw(instance, stated, Snapshot(stated.givens(instance), left, Deduction(first == 2, (second != 2,), ())))
    assert placed is not None
    assert "Row 1: 8 2 ·" in placed
    assert "Lit: R1C2. Lit as the reason: R1C3." in placed
    taken = draw(instance, stated, Snapshot(stated.givens(instance), left, Deduction(first != 2, (second != 2,), ())))
    assert taken is not None
    assert 'class="wrong"' in taken
    assert draw(instance, stated, Snapshot(stated.givens(instance), left)) is not None
    assert draw(instance, puzzle.formulations["cover"](instance), Snapshot({}, {})) is None


def test_without_a_picture_for_each_step_the_puzzle_is_shown(tmp_path: Path) -> None:
    page = explain(tmp_path, "sudoku", "--instance", "order_6", "--formulation", "cover")
    assert pictures_of(tmp_path) == []
    assert len(page.all("svg", "puzzle")) == 1


def test_a_full_grid_is_a_page_without_steps(tmp_path: Path) -> None:
    page = explain(tmp_path, "sudoku", "--puzzle", "1234341221434321")
    assert page.all("div", "player")[0]["data-steps"] == "0"
    assert len(page.all("svg", "puzzle")) == 1
    assert "Nothing is left to find: what is given is the answer." in page.text


def test_a_walk_that_was_stopped_shows_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = Explainer.steps

    def two_steps(explainer: Explainer) -> Iterator[Deduction]:
        yield from islice(really(explainer), 2)
        raise OutOfTime

    monkeypatch.setattr(Explainer, "steps", two_steps)
    page = explain(tmp_path, *EASY, code=STOPPED)
    assert "stopped on the way" in page.text
    assert "Stopped after 2 steps." in page.text
    assert "the only answer" not in page.text
