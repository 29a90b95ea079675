"""``puzzlebench diagnose``: exit codes, JSON, limits and bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from tests.patience import soon

KEYS = {
    *("puzzle", "instance", "file", "backend", "verdict", "clash", "remarks", "answers", "differences"),
    *(
        "extra_givens",
        "answer_left",
        "fewest_givens",
        "nearest",
        "mistakes",
        "mistakes_proved",
        "corrections",
        "known",
        "complete",
    ),
    *("stopped_by", "seconds"),
}


def run(*words: str) -> int:
    return dispatch(["diagnose", *words])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("grecian", "--instance", "toy"), 0),
        (("grecian", "--instance", "broken-safecracker"), 0),
        (("sudoku", "--instance", "no_answer", "--limit", "3"), 0),
        (("sudoku", "--instance", "several_answers"), 0),
        (("cover",), 0),
        (("dealing",), 0),
        (("sudoku", "--instance", "no_such_file"), 2),
        (("sudoku", "--backend", "dlx", "--instance", "no_answer"), 2),
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


def test_text_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    run("grecian", "--instance", "broken-safecracker")
    said = capsys.readouterr().out
    assert "impossible as it stands" in said
    assert "9 of 16 columns right" in said
    assert "1 mistake would explain it, no fewer" in said
    assert "the only answer: 0 14 10 5" in said


def test_every_instance_of_a_file_is_diagnosed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.txt"
    file.write_text("1" + "." * 15 + "\n" + "11" + "." * 14 + "\n")
    assert run("sudoku", "--instance", str(file), "--json") == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["verdict"] for record in records] == ["ambiguous", "impossible"]
    assert run("sudoku", "--instance", str(file), "--number", "2", "--json") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_time_limit_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    with soon():
        code = run("cubes", "--instance", "csun32-pi", "--time-limit", "0.5")
    assert code in (0, 3)


def test_nothing_heavy_is_imported_for_help() -> None:
    program = (
        "import sys; from solvers.diagnose import make_parser; make_parser();"
        "assert not {'ortools', 'pysat', 'numpy'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
