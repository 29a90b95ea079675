"""The page of a run shows the puzzle, the answer, the model, the figures and the command, all escaped."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from models import Model
from models.registry import find_instance, load_puzzle, puzzle_names
from solvers.__main__ import dispatch
from solvers.core.limits import ANSWERED, IMPOSSIBLE
from solvers.run.__main__ import main
from solvers.run.formal import formal_section
from tests.solvers.render.html.evil import NAME, write_evil
from tests.solvers.render.html.parsed import Page, faultless


def run(folder: Path, *words: str, code: int = ANSWERED) -> Page:
    """The page of one run."""
    target = folder / "page.html"
    assert main([*words, "--html", str(target)]) == code
    return faultless(target.read_text(encoding="utf-8"))


def test_every_puzzle_has_a_whole_page(tmp_path: Path) -> None:
    for name in puzzle_names():
        page = run(tmp_path, name, "--backend", "backtracking")
        for heading in ("The formal model", "The run in figures", "Do it again"):
            assert heading in page.text, name
        assert f"python -m solvers.run {name} --backend backtracking --formulation" in page.text
        assert page.all("svg", "puzzle"), name


def test_a_copy_under_a_famous_name_names_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.toml"
    toy = find_instance(load_puzzle("grecian"), "toy").read_text(encoding="utf-8")
    copy.write_text(toy.replace('name = "', 'name = "Grecian Computer" # '), encoding="utf-8")
    for verb in ("run", "explain", "diagnose"):
        for words in (["grecian", "--instance", str(copy)], ["grecian", "--instance", "toy"]):
            dispatch([verb, *words, "--html", str(tmp_path / "page.html")])
            text = capsys.readouterr().out
            assert text.startswith("Grecian Computer: ")
            assert words[-1].rpartition("/")[2] in text.splitlines()[0]
            page = faultless((tmp_path / "page.html").read_text(encoding="utf-8"))
            assert ("read from" in page.text) == (words[-1] != "toy"), verb


def test_dials_come_with_the_turns_that_solve_them(tmp_path: Path) -> None:
    page = run(tmp_path, "grecian", "--backend", "backtracking")
    player = page.all("div", "player")[0]
    moves = json.loads(player["data-motion"] or "")
    assert [(move["rotor"], move["degrees"]) for move in moves] == [(1, 150), (2, -90), (3, 60), (4, -150)]
    assert moves[0]["sentence"] == "Turn dial 1 by 5 steps clockwise."
    assert moves[-1]["outcome"] == "With dial 4 turned, every column is right."
    assert player["data-start"] == "Before anything is turned, none of 12 columns is right."
    assert [group["data-after"] for group in page.all("g") if "data-after" in group] == ["0", "1", "2", "3", "4"]


SHOWN: dict[str, tuple[int, str, list[str], dict[str, int]]] = {
    "cubes": (ANSWERED, "good", [], {}),
    "cover queens-8 --limit 2": (ANSWERED, "open", [], {}),
    "cover --backend classic": (ANSWERED, "good", [], {}),
    "sudoku --backend backtracking": (
        ANSWERED,
        "good",
        [
            "row 1 holds each digit once9 × row i",
            "R1C1, R1C2, …, R9C9 ∈ {1, …, 9}",
            "all different(R1C1, R1C2",
            "27 constraints (27 all-different)",
        ],
        {},
    ),
    "sudoku --instance order_12 --backend backtracking": (
        ANSWERED,
        "good",
        ["10 stands for A, 11 stands for B, 12 stands for C."],
        {},
    ),
    "grecian --instance broken-safecracker --backend backtracking": (
        IMPOSSIBLE,
        "bad",
        ["proved to have no answer"],
        {"player": 0},
    ),
    f"sudoku --puzzle 11{79 * '.'} --backend backtracking": (
        IMPOSSIBLE,
        "bad",
        ["row 1 has two 1s", "none was needed"],
        {},
    ),
    "cover queens-8 --backend dlx --all": (
        ANSWERED,
        "good",
        ["Drawn are 12 of the 92 answers found."],
        {"picture": 13},
    ),
    "grecian --instance solved.toml --backend backtracking": (
        ANSWERED,
        "open",
        ["The puzzle and the answer"],
        {"player": 0},
    ),
    "grecian --hidden --backend backtracking": (
        ANSWERED,
        "good",
        [],
        {"covered": 5 + 2},  # at every moment of the animation; before and after
    ),
}
"""Of a run, how it ends; how its verdict looks, good or bad only where it is final; texts and marks on its page."""


@pytest.mark.parametrize("words", SHOWN)
def test_a_page_says_and_shows(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, tone, texts, marks = SHOWN[words]
    monkeypatch.chdir(tmp_path)
    Path("solved.toml").write_text("target = 3\ndials = ['''\n1 1\n2 2\n''', '''\n. 1\n2 .\n''']\n", encoding="utf-8")
    page = run(tmp_path, *words.split(), code=code)
    (verdict,) = page.all("p", "verdict")
    assert verdict["class"] == f"verdict {tone}"
    assert [text for text in texts if text not in page.text] == []
    kinds = {"player": "div", "picture": "figure", "covered": "g"}
    assert {mark: len(page.all(kinds[mark], mark)) for mark in marks} == marks
    assert ("stands for" in page.text) == ("order_12" in words)


def test_rules_without_keys_are_told_under_their_sentences() -> None:
    model = Model("keyless")
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    for number in range(3):
        model.add(x + y != number, because="the sum is large")
    model.add(x != y)
    stated: Any = SimpleNamespace(model=model, value_name=lambda var, value: str(value))
    page = formal_section(stated, {})
    assert '<h4>the sum is large<span class="times">3 ×</span></h4>' in page
    assert "<h4>also</h4>" in page


def test_names_are_words_and_never_markup(tmp_path: Path) -> None:
    source_file = write_evil(tmp_path)
    page = run(tmp_path, "cover", "--instance", str(source_file), "--backend", "backtracking")
    assert NAME in page.text
    assert not page.all("img")
    assert not page.all("b")[1:] or all("onerror" not in values for values in page.all("b"))
    assert len(page.all("script")) == len(page.scripts) == 2
    assert not any("alert" in script for script in page.scripts)


def test_the_page_and_the_json_can_be_asked_for_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = run(tmp_path, "grecian", "--instance", "toy", "--backend", "backtracking", "--json")
    said = json.loads(capsys.readouterr().out)
    assert said["answers"]
    assert f'"instance": "{said["instance"]}"' in page.text


def test_huge_models_are_cut_short_and_say_so(tmp_path: Path) -> None:
    page = run(tmp_path, "sudoku", "--instance", "order_12", "--formulation", "cover", "--backend", "dlx")
    assert "… and" in page.text
    assert "--model prints them all" in page.text
    assert len((tmp_path / "page.html").read_bytes()) < 400_000


def test_nothing_of_pages_or_colours_is_loaded_before_it_is_wanted() -> None:
    program = (
        "import sys; from solvers.run.__main__ import main;"
        "main(['grecian', '--instance', 'toy', '--backend', 'backtracking']);"
        "sys.exit(any(re in name for name in sys.modules for re in ('rich', 'solvers.render.html', 'models.kit.svg')))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert finished.returncode == 0, finished.stderr


def test_two_pages_of_one_run_differ_in_times_only(tmp_path: Path) -> None:
    words = ("grecian", "--instance", "toy", "--backend", "backtracking")
    pages = []
    for _ in range(2):
        run(tmp_path, *words)
        pages.append(
            re.sub(
                r"[\d.]+ m?s\b|flex-grow:[\d.]+|&quot;(read|model|load|first|search)&quot;: [\d.e-]+",
                "",
                (tmp_path / "page.html").read_text(),
            )
        )
    assert pages[0] == pages[1]


def test_every_instance_that_dials_come_with_can_be_set_in_motion() -> None:
    puzzle = load_puzzle("grecian")
    for name in ("toy", "safecracker-40", "safecracker-50"):
        instance = next(puzzle.read(find_instance(puzzle, name)))
        turns = tuple(range(len(instance.dials)))
        motion = puzzle.drawing.motion(instance, turns)
        assert motion is not None
        step = 360 / instance.columns
        reached = {move.rotor: round(move.degrees / step) % instance.columns for move in motion.moves}
        assert reached == {dial: turn % instance.columns for dial, turn in enumerate(turns) if turn % instance.columns}
