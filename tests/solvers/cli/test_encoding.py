"""Whatever standard output can hold, every verb ends as it always does, and what it says can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from solvers.cli.text import substitute
from tests.third_party import ROOT

Told = tuple[int, str]
Tell = Callable[..., Told]


@pytest.fixture(params=["ascii", "cp1252", "cp437", "utf-8"])
def tell(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """The exit code of a command line, and what it writes on standard output in an encoding of few characters."""

    def told(*words: str) -> Told:
        out, errors = (TextIOWrapper(BytesIO(), request.param, write_through=True) for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", errors)
            code = 0
            with suppress(SystemExit):
                code = dispatch([*words])
        said, complaints = (stream.buffer.getvalue().decode(request.param) for stream in (out, errors))
        assert "Traceback" not in complaints
        return code, said

    return told


@pytest.mark.parametrize("verb", ["run", "compare", "explain", "diagnose", "bench"])
def test_help_is_readable(tell: Tell, verb: str) -> None:
    code, said = tell(verb, "--help")
    assert code == 0
    assert "?" not in said.replace("What is the matter with an instance, and what would put it right?", "")


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["--help"], 0, "solve a puzzle"),
        (["run", "--list"], 0, "sudoku"),
        (["run", "sudoku", "--list"], 0, "inkala"),
        (["run", "grecian", "--model"], 0, "turn of dial 1"),
        (["run", "grecian", "--backend", "backtracking"], 0, "the only answer"),
        (["run", "sudoku", "--instance", "clash"], 1, "impossible"),
        (["run", "sudoku", "--instance", "nösuch ≤"], 2, ""),
        (["compare", "grecian", "--backends", "backtracking"], 0, "answered"),
        (["explain", "dealing"], 0, "only answer"),
        (["diagnose", "sudoku", "--instance", "no_answer", "--limit", "1"], 0, "impossible as it stands"),
    ],
)
def test_every_verb_ends_as_it_always_does(tell: Tell, words: list[str], code: int, expected: str) -> None:
    ended, said = tell(*words)
    assert ended == code
    assert expected in said


NAME = "Müller’s ≤ 中 😀 “x”"


@pytest.mark.parametrize("tell", ["ascii", "cp437"], indirect=True)
def test_json_stays_json_and_says_what_it_says_elsewhere(tell: Tell, tmp_path: Path) -> None:
    cubes = tmp_path / "mine.txt"
    cubes.write_text(f"# name: {NAME}\nBRRYRG\nRGYBGB\nRBGYRY\nGBRYYG\n", encoding="utf-8")
    for verb in (["run", "--backend", "backtracking"], ["diagnose"], ["explain"], ["compare", "--backends", "dlx"]):
        _, said = tell(verb[0], "cubes", *verb[1:], "--instance", str(cubes), "--json")
        record = json.loads(said)
        assert (record.get("instance") or record["rows"][0]["instance"]) == NAME


def test_a_collection_of_records_stays_json(tell: Tell, tmp_path: Path) -> None:
    file = tmp_path / "grids ≤ 中😀.txt"
    file.write_text("." * 81 + "\n" + "11" + "." * 79 + "\n", encoding="utf-8")
    _, said = tell("run", "sudoku", "--instance", str(file), "--backend", "backtracking", "--json")
    assert [json.loads(line)["file"] for line in said.splitlines()] == [str(file)] * 2


@pytest.mark.parametrize(
    ("letters", "instead"),
    [
        ("≠≤≥×−→…é½", "!= <= >= x - -> ... e 1/2"),
        ("│─┼═╬", "| - + = +"),
        ("–„»’\u0301", '- " " \' '),
        ("✓∈ß", "yes in ss"),
    ],
)
def test_a_substitute_looks_or_means_alike(letters: str, instead: str) -> None:
    assert [substitute(letter) for letter in letters] == instead.split(" ")


def test_where_nothing_looks_alike_the_letter_is_spelled_out() -> None:
    assert [substitute(letter) for letter in "中😀\udcff"] == ["\\u4e2d", "\\U0001f600", "\\udcff"]


@pytest.mark.skipif(sys.platform == "win32", reason="locales are other ones")
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252:strict"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_a_formal_model_is_printed_whatever_the_locale(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "solvers.run", "grecian", "--model"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" not in done.stdout
