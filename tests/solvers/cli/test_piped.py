"""Puzzles from a pipe, from the command line itself, from a file alone; and what stands for none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from models.kit.source import standard_input
from models.registry import load_puzzle
from solvers.cli import options as piped
from solvers.core.registry import puzzle_meant
from solvers.run.__main__ import main
from tests import warm
from tests.tables import rows
from tests.third_party import ROOT

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SLIP = (ROOT / "instances/grecian/toy.toml").read_text().replace("target = ", "target = -")
NEWLINE = "\n"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def puzzlebench(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return warm.run(*words, module="solvers", **how)


def record(*words: str, **how: Any) -> dict[str, Any]:
    done = puzzlebench("run", *words, "--json", **how)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def answer(found: dict[str, Any]) -> str:
    return "".join(str(digit) for row in found["answers"][0] for digit in row)


@rows("words", [["sudoku"], ["sudoku", "-"], ["sudoku", "--instance", "-"], ["-"], []])
def test_a_piped_puzzle_is_the_one_that_is_solved(words: list[str]) -> None:
    found = record(*words, input=f"{EASY}\n")
    assert (found["puzzle"], answer(found), found["file"]) == ("sudoku", ANSWER, "standard input")


@pytest.mark.parametrize(
    ("words", "piped", "said"),
    [
        ((), "hallo\n", "error: standard input: this is no instance of any puzzle; there are "),
        (("sudoku", "-"), "", "error: standard input: there is no sudoku instance in it\n"),
        (("sudoku",), "\n", "error: standard input"),
        (("grecian",), SLIP, f"error: standard input:{SLIP[: SLIP.index('target = ')].count(NEWLINE) + 1}: the"),
    ],
)
def test_what_is_piped_and_is_no_puzzle_is_told_so(words: tuple[str, ...], piped: str, said: str) -> None:
    done = puzzlebench("run", *words, input=piped)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said)


def test_whoever_asks_for_help_waits_for_no_pipe() -> None:
    reading, writing = os.pipe()  # open, and silent
    try:
        for word in ("--help", "--version", "--list"):
            assert "waiting for" not in puzzlebench("run", word, stdin=reading).stderr
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("backend", ["kernel", "backtracking"])
def test_piped_lines_are_answered_as_they_come(backend: str) -> None:
    command = [sys.executable, "-m", "solvers.run", "sudoku", "-", "--backend", backend]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        print(EASY, EASY, sep="\n", file=run.stdin, flush=True)  # the second tells that there are many
        for _ in range(3):
            assert run.stdout.readline().strip() == ANSWER  # which would hang where the next puzzle is waited for
            print(EASY, file=run.stdin, flush=True)
        run.stdin.close()
        assert [line.strip() for line in run.stdout] == [ANSWER] * 2


def test_piped_lines_are_solved_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = tmp_path / "many.txt"
    many.write_text(f"{EASY}\n" * 200)
    with many.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        items = list(load_puzzle("sudoku").read_many(standard_input()))
    assert sum(map(len, items)) == 200
    assert len(items) < 5


def test_so_is_a_file_sent_to_standard_input_or_named_behind_options(tmp_path: Path) -> None:
    (mine := tmp_path / "mine.txt").write_text(EASY)
    with mine.open() as file:
        assert answer(record("sudoku", stdin=file)) == ANSWER
    assert answer(record("sudoku", "--backend", "backtracking", str(mine))) == ANSWER


@pytest.mark.parametrize(
    "words", [["sudoku", EASY], ["sudoku", "--instance", EASY], [EASY], ["sudoku", EASY.replace(".", "-")]]
)
def test_a_puzzle_written_on_the_command_line_is_solved(words: list[str]) -> None:
    found = record(*words)
    assert (found["puzzle"], found["instance"], answer(found)) == ("sudoku", "typed", ANSWER)


def test_cubes_too_are_written_on_the_command_line() -> None:
    found = record("cubes", "BRRYRG RGYBGB RBGYRY GBRYYG")
    assert (found["instance"], len(found["answers"][0])) == ("typed", 4)


@rows(
    ("file", "puzzle"),
    [
        ("cubes/tick-4.txt", "cubes"),
        ("grecian/toy.toml", "grecian"),
        ("cover/langford-3.dlx", "cover"),
        ("cover/wildwood.toml", "cover"),
        ("dealing/four-stacks.toml", "dealing"),
        ("sudoku/inkala.sdk", "sudoku"),
    ],
)
def test_the_puzzle_is_recognised_by_its_file_wherever_that_is(file: str, puzzle: str, tmp_path: Path) -> None:
    text = (ROOT / "instances" / file).read_text(encoding="utf-8")
    elsewhere = tmp_path / Path(file).name
    elsewhere.write_text(text, encoding="utf-8")
    named, sent = record(str(elsewhere)), record("-", input=text)
    assert named["puzzle"] == sent["puzzle"] == puzzle
    assert named["answers"] == sent["answers"] == record(puzzle, "--instance", str(elsewhere))["answers"]


def test_a_file_that_could_be_of_two_puzzles_or_is_of_none_is_refused(tmp_path: Path) -> None:
    both, none, slip = tmp_path / "both.txt", tmp_path / "none.txt", tmp_path / "slip.toml"
    both.write_text("123456\n" * 6)
    none.write_text("once upon a time\nthere was no puzzle\n")
    slip.write_text(SLIP)
    said = "this can be read as sudoku and as cubes; name the puzzle before it"
    assert puzzlebench("run", str(both)).stderr == f"error: {both}: {said}\n"
    assert puzzlebench("run", str(none)).returncode == 2
    assert ":6: read as grecian: the target is -" in puzzlebench("run", str(slip)).stderr
    slip.write_text((ROOT / "instances/grecian/grecian.toml").read_text().replace("target = ", "# the target: "))
    assert "read as grecian: there is no target; expected is" in puzzlebench("run", str(slip)).stderr


MATRIX = "\n".join(["001", "010", "101", "100", "110"])
COLOURS = "p q | x\np x:A\nq x:A\n"


@rows(
    ("name", "text", "puzzle", "found"),
    [
        ("formula.txt", "c as a library has it\np cnf 2  1  \n 1 2\n0\n%\n0\n", "dimacs", 3),
        ("formula", "h 1 2 0\n3 -1 0\n", "wcnf", 3),
        ("sums.txt", "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n", "opb", 3),
        ("program.txt", "\\ a title\nmin x\nst\n x >= 1\nbin\n x\nend\n", "lp", 1),
        ("program.dat", "NAME it\nROWS\n N c\nCOLUMNS\nBOUNDS\n BV B x\nENDATA\n", "mps", None),
        ("matrix.txt", MATRIX, "cover", 3),
        ("spaced.txt", MATRIX.replace("0", "0 ").replace("1", "1 "), "cover", 3),
        ("commas.csv", "0,0,1\n1,1,0\n", "cover", 1),
        ("items.txt", "0 1\n0\n1\n0 1\n", "cover", 2),
    ],
)
def test_what_no_ending_tells_the_content_does(
    name: str, text: str, puzzle: str, found: int | None, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    meant = puzzle_meant(str(tmp_path / name))
    assert meant is not None
    assert meant.name == puzzle
    if found is not None:
        assert record(str(tmp_path / name), "--count")["found"] == found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (f"{EASY}\n", "sudoku"),
        (MATRIX, "cover"),
        ("p cnf 1 1\n1 0\n", "dimacs"),
        ((ROOT / "instances/grecian/toy.toml").read_text(), "grecian"),
    ],
)
def test_a_named_pipe_says_what_it_holds_though_it_is_written_once(text: str, puzzle: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = Thread(target=(tmp_path / "pipe").write_text, args=(text,))
    writer.start()
    found = record(str(tmp_path / "pipe"))
    writer.join()
    assert (found["puzzle"], found["status"]) == (puzzle, "answered")


@rows(
    ("name", "text", "said"),
    [
        ("colours.dlx", COLOURS, ":2: item x is given the colour 'A'; colours are not supported"),
        ("often.dlx", "1:2|a b\na b\n", ":1: item '1:2|a' has a multiplicity; none is supported"),
        ("six.dlx", "123456\n123456 654321\n", ":2: item '654321' is not named on the first line"),
        ("row.sdk", "123456\n123456\n", ":1: "),
        ("soft.wbo", "soft: 5 ;\n[1] -1 x1 >= 0 ;\n", ": this file holds soft pseudo-Boolean constraints (WBO), which"),
        ("soft.wbo.gz", "", ": this file holds soft pseudo-Boolean constraints (WBO), which"),
        ("model.mzn", "solve satisfy;\n", ": this file holds a MiniZinc model, which MiniZinc compiles"),
        ("colours.txt", COLOURS, "read as cover: item x is given the colour "),
    ],
)
def test_an_ending_says_whose_faults_are_told(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    done = puzzlebench("run", str(tmp_path / name))
    assert done.returncode == 2
    assert said in done.stderr


def test_many_piped_puzzles_are_solved_one_line_each() -> None:
    done = puzzlebench("run", "sudoku", input=f"{EASY}\n" * 3)
    assert (done.returncode, done.stdout) == (0, f"{ANSWER}\n" * 3)


@pytest.mark.parametrize("verb", ["explain", "diagnose"])
def test_explanations_and_diagnoses_take_a_pipe_and_words_too(verb: str) -> None:
    by_pipe, by_word = puzzlebench(verb, input=EASY), puzzlebench(verb, "sudoku", EASY)
    assert by_pipe.returncode == by_word.returncode == 0
    assert by_pipe.stdout.splitlines()[1:] == by_word.stdout.splitlines()[1:]
    assert by_word.stdout.startswith("Sudoku: typed")


def test_a_comparison_takes_several_and_a_pipe() -> None:
    words = ["compare", "sudoku", "--backends", "backtracking", "--formulations", "cells", "--json"]
    runs = json.loads(puzzlebench(*words, "inkala", EASY).stdout)
    assert {run["instance"] for run in runs["rows"]} == {"inkala", "typed"}
    assert len(json.loads(puzzlebench(*words, input=EASY).stdout)["rows"]) == 1


# What stands for nothing

DEFAULT = "Sudoku: inkala "


def test_the_null_device_and_a_closed_standard_input_stand_for_nothing() -> None:
    command = [sys.executable, "-m", "solvers.run", "sudoku"]
    for how in ({"stdin": subprocess.DEVNULL}, {"preexec_fn": lambda: os.close(0)}):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, **how)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(DEFAULT)


def test_so_does_an_empty_pipe_and_it_is_said() -> None:
    done = puzzlebench("run", "sudoku", input="")
    assert (done.returncode, done.stderr) == (0, "nothing came on standard input: taken is inkala\n")
    assert done.stdout.startswith(DEFAULT)


def test_a_pipe_that_stays_silent_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read, write = os.pipe()
    monkeypatch.setattr(piped, "REMARK_SECONDS", 0.01)
    monkeypatch.setattr(piped, "MAX_PIPE_SECONDS", 0.02)
    with os.fdopen(read) as silent, os.fdopen(write, "w"):
        monkeypatch.setattr(sys, "stdin", silent)
        with pytest.raises(piped.InputError, match="name an instance, or - to wait for as long as it takes"):
            main(["sudoku"])
    assert capsys.readouterr().err.startswith("waiting for a puzzle on standard input")


@pytest.mark.parametrize("words", [["inkala"], ["--puzzle", EASY]])
def test_of_a_pipe_and_an_instance_the_instance_counts_and_the_pipe_is_left_as_it_is(words: list[str]) -> None:
    script = f"{sys.executable} -m solvers.run sudoku {' '.join(words)} >/dev/null; cat"
    done = subprocess.run(["sh", "-c", script], cwd=ROOT, input="mine\n", capture_output=True, text=True, check=True)
    assert done.stdout == "mine\n", "what is in the pipe may be for somebody else"
    assert done.stderr.startswith("standard input is left unread: ")


def test_only_lists_and_families_ask_for_no_instance() -> None:
    done = puzzlebench("run", "sudoku", "--list", input=EASY)
    assert (done.returncode, done.stderr) == (0, "")
