"""``puzzlebench diagnose``: exit codes, JSON, limits and bad input."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from solvers.__main__ import dispatch
from tests.patience import soon
from tests.tables import rows

KEYS = {
    *("puzzle", "instance", "file", "backend", "verdict", "clash", "remarks", "answers", "differences"),
    *("extra_givens", "answer_left", "fewest_givens", "needless", "nearest", "mistakes"),
    *("mistakes_proved", "corrections", "known", "complete", "stopped_by", "seconds"),
}


PROGRAM = (sys.executable, "-m", "solvers.diagnose")


def run(*words: str) -> int:
    return dispatch(["diagnose", *words])


@rows(
    ("words", "code"),
    [
        (("grecian", "--instance", "toy"), 0),
        (("sudoku", "--instance", "no_answer", "--limit", "3"), 0),
        (("sudoku", "--instance", "several_answers"), 0),
        (("cover",), 0),
        (("dealing",), 0),
        (("sudoku", "--instance", "no_such_file"), 2),
        (("sudoku", "--backend", "dlx", "--instance", "no_answer"), 2),
        (("grecian", "--backend", "mip", "--instance", "broken-safecracker"), 2),  # it would get nowhere
        (("sudoku", "--number", "7"), 2),
        (("snakes",), 2),
        ((), 2),
    ],
)
def test_exit_codes(words: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == code
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert bool(said.err) == (code == 2)


def test_one_json_object_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("sudoku", "--instance", "no_answer"), ("cover",), ("grecian", "--instance", "toy")):
        assert run(*words, "--json") == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert set(json.loads(line)) == KEYS


def test_text_says_what_to_do_in_which_line_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grecian", "--instance", "broken-safecracker") == 0
    said = capsys.readouterr().out
    for words in (
        "impossible as it stands",
        "9 of 16 columns right",
        "1 mistake would explain it, no fewer",
        "the only answer: 0 14 10 5",
        "dial 2 ring 4 is one place off (line 22); instead: its",
    ):
        assert words in said
    run("grecian", "--instance", "broken-safecracker", "--json")
    lines = [one["mistakes"][0]["line"] for one in json.loads(capsys.readouterr().out)["corrections"]]
    assert sorted(lines) == [21, 22]


@pytest.mark.parametrize(
    ("puzzle", "text", "said"),
    [
        ("sudoku", "# mine\n" + "1" * 16 + "\n", "(line 2)"),
        ("sudoku", "# mine\n1 1 . .\n. . . .\n2 2 2 .\n. . . .\n", "R3C1 reads 2 (line 4)"),
        ("cubes", "# mine\nRRRRRR\n\nRRRGGG\n", "(line 4)"),
        ("dealing", 'stacks = 4\nleftovers = "0 1 2 2"\ncards = 100\n', "the pack has 100 cards (line 3)"),
    ],
)
def test_every_puzzle_names_the_line(
    puzzle: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / ("mine.toml" if puzzle == "dealing" else "mine.txt")
    file.write_text(text)
    assert run(puzzle, "--instance", str(file), "--limit", "50") == 0
    assert said in capsys.readouterr().out


def test_at_most_ten_ways_are_told_and_how_many_more(capsys: pytest.CaptureFixture[str]) -> None:
    run("cover", "--instance", "mutilated-board")
    said = capsys.readouterr().out
    assert "28 ways to put it right" in said
    assert "\n 10. " in said
    assert "\n 11. " not in said
    assert "… and 18 ways more: --limit shows more of them" in said
    run("cover", "--instance", "mutilated-board", "--limit", "50")
    assert "ways more" not in capsys.readouterr().out


def test_run_points_to_what_tells_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["run", "grecian", "--instance", "broken-safecracker"]) == 1
    said = capsys.readouterr().out
    assert "python -m solvers.diagnose grecian --instance broken-safecracker" in said
    assert "python -m solvers.explain grecian --instance broken-safecracker" in said


def test_every_instance_of_a_file_is_diagnosed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.txt"
    file.write_text("1" + "." * 15 + "\n" + "11" + "." * 14 + "\n")
    assert run("sudoku", "--instance", str(file), "--json") == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["verdict"] for record in records] == ["ambiguous", "impossible"]
    assert run("sudoku", "--instance", str(file), "--number", "2", "--json") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("cubes", "--instance", "csun32-pi"),
        ("sudoku", "--instance", "." * 81, "--backend", "maxsat"),  # hundreds of questions, each answered at once
        ("sudoku", "--instance", "." * 81, "--backend", "cpsat"),
    ],
)
def test_no_part_of_it_outlives_the_time_limit(words: tuple[str, ...]) -> None:
    with soon():
        assert run(*words, "--time-limit", "0.3") in (0, 3)


def test_extra_givens_name_the_answer_that_they_leave(capsys: pytest.CaptureFixture[str]) -> None:
    run("dealing", "--instance", "first-two-only")
    assert capsys.readouterr().out.endswith("  leftover 3 = 0\n  → 29 cards, leftovers 2 0 0 1\n")
    run("dealing", "--instance", "first-two-only", "--json")
    assert json.loads(capsys.readouterr().out)["answer_left"]["cards"] == 29


def test_json_is_all_there_is_on_standard_output_whatever_the_solver_prints() -> None:
    words = ["sudoku", "--instance", "no_answer", "--backend", "mip", "--json"]
    said = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["mistakes"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_an_interrupt_ends_it_whenever_it_comes() -> None:
    for seconds in (0.6, 1.2):
        with subprocess.Popen(
            [*PROGRAM, "sudoku", "--instance", "." * 81, "--json"], stdout=subprocess.PIPE, text=True
        ) as running:
            sleep(seconds)
            running.send_signal(signal.SIGINT)
            with soon():
                said, _ = running.communicate()
        if said:  # on a busy machine it may not have begun
            assert json.loads(said)["stopped_by"] == "interrupt"
