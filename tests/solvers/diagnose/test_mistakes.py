"""A mistake on the command line or in a file is one sentence that names the place, and exit 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solvers.cli.exits import guarded
from solvers.run.__main__ import main
from tests.warm import ROOT, started


def exit_code(words: list[str]) -> int:
    """What ``run`` ends with, in this process."""
    try:
        return guarded(main, words)
    except SystemExit as ended:  # the parser's way to end
        return int(ended.code or 0)


DIALS = 'name = "d"\ntarget = {target}\ndials = [\n"""\n1 2 3\n""",\n"""\n{ring}\n""",\n]\n'

MISTAKES = {
    "no such puzzle": (
        ["chess"],
        None,
        "there is no puzzle 'chess'; the puzzles are grecian, sudoku, cubes, cover, dealing",
    ),
    "no puzzle at all": ([], None, "no puzzle was named; say for example: python -m solvers.run grecian"),
    "no such instance": (
        ["grecian", "--instance", "gresian"],
        None,
        "there is no file 'gresian' and no instance of grecian by that name; did you mean grecian?",
    ),
    "no such backend": (
        ["grecian", "--backend", "gurobi"],
        None,
        "there is no backend 'gurobi'; the backends are cpsat, sat, dlx, maxsat, mip, kernel, backtracking",
    ),
    "no such variant": (
        ["grecian", "--backend", "sat:zchaff"],
        None,
        "backend sat has no variant 'zchaff'; it has cadical195, ",
    ),
    "no such formulation": (
        ["grecian", "--formulation", "magic"],
        None,
        "grecian has no formulation 'magic'; it has element, table",
    ),
    "no such objective": (
        ["grecian", "--minimize", "effort"],
        None,
        "grecian has no objective 'effort'; it has turns, dials",
    ),
    "no such option": (
        ["grecian", "--fast"],
        None,
        "unrecognized arguments: --fast (puzzlebench run --help says more)",
    ),
    "a limit of nothing": (
        ["grecian", "--limit", "0"],
        None,
        "argument --limit: '0' is no whole number from 1 up (puzzlebench run --help says more)",
    ),
    "time that runs backwards": (
        ["grecian", "--time-limit", "-1"],
        None,
        "argument --time-limit: '-1' is no number of seconds above 0 (puzzlebench run --help says more)",
    ),
    "a limit of thousands of digits": (
        ["grecian", "--limit", "9" * 5000],
        None,
        f"argument --limit: '{'9' * 39}…' is no whole number from 1 up (puzzlebench run --help says more)",
    ),
    "a seed of thousands of digits": (
        ["grecian", "--seed", "9" * 5000],
        None,
        f"argument --seed: '{'9' * 39}…' is no whole number of at most 18 digits (puzzlebench run --help says more)",
    ),
    "cards of thousands of digits": (
        ["dealing", "--stacks", "4", "--cards", "9" * 5000],
        None,
        f"argument --cards: '{'9' * 39}…' is no whole number of at most 18 digits",
    ),
    "digits that run together": (
        ["dealing", "--stacks", "4", "--leftovers", "0121"],
        None,
        "the leftover of round 1 is 0121; with 4 stacks, 0 to 3 can be left over, or ? where it is not known",
    ),
    "an instance without a name": (
        ["sudoku", "--instance", ""],
        None,
        "--instance names nothing; a file, or an instance that comes with the puzzle, is expected",
    ),
    "a puzzle that the file has not": (
        ["sudoku", "--number", "3"],
        "." * 81 + "\n" + "." * 81,
        "mine.txt: there are 2 puzzles in it, and no number 3",
    ),
    "resume without a file": (
        ["sudoku", "--instance", "norvig_easy50", "--resume"],
        None,
        "--resume needs --output FILE to know where to go on",
    ),
    "binary": (
        ["sudoku"],
        b"\x00\x01\x02" * 100,
        "mine.txt:1: found a zero byte: this is no text file, or one in UTF-16; UTF-8 is expected",
    ),
    "wrong encoding": (
        ["cubes"],
        "# für zwei\nRGBYRG\n".encode("latin-1"),
        "mine.txt:1: character 4 is the byte 0xfc, which is no UTF-8: save the file as UTF-8",
    ),
    "nothing in it": (["sudoku"], "", "mine.txt: there is no sudoku instance in it"),
    "a short row": (
        ["sudoku"],
        "53..7\n",
        "mine.txt:1: found 5 characters, '53..7'; expected is a puzzle of n×n cells on one line (81 when n = 9)",
    ),
    "a clue out of range": (
        ["sudoku", "--formulation", "cells"],
        "5" * 40 + "?" + "." * 40,
        "mine.txt:1: cell 41 of 81 is '?'; expected is 1 to 9, or . or 0 for an empty cell",
    ),
    "a cube with five faces": (
        ["cubes"],
        "RGBYR\nRGBYRG\n",
        "mine.txt:1: cube 1 has 5 faces (RGBYR); a cube has 6, such as BRRYRG or blue, red, red, yellow, red, green",
    ),
    "a ring too short": (
        ["grecian"],
        DIALS.format(target=42, ring="1 ."),
        "mine.toml:8: dial 1, ring 1 has 2 numbers; every ring needs 3, as dial 0 has",
    ),
    "a negative target": (
        ["grecian"],
        DIALS.format(target=-1, ring="1 . 2"),
        "mine.toml:2: the target is -1; a number from 0 to 999999 is expected",
    ),
    "a dial of words": (
        ["grecian"],
        DIALS.format(target=4, ring="1 x 2"),
        "mine.toml:8: dial 1, ring 1 has 'x'; a number from 0 to 999999 or a dot for a hole is expected",
    ),
    "no TOML": (
        ["grecian"],
        "target = = 3\n",
        "mine.toml:1: found no value here; a number, a list or a text in quotes is expected (column 10)",
    ),
    "an item nobody knows": (["cover"], "a b\na c\n", "mine.dlx:2: item 'c' is not named on the first line"),
    "a leftover too large": (
        ["dealing", "--stacks", "4", "--leftovers", "0 4"],
        None,
        "the leftover of round 2 is 4; with 4 stacks, 0 to 3 can be left over, or ? where it is not known",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_mistake_is_one_sentence_and_exit_2(
    name: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    words, content, sentence = MISTAKES[name]
    if content is not None:
        suffix = {"grecian": ".toml", "cover": ".dlx"}.get(words[0], ".txt")
        path = tmp_path / f"mine{suffix}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        words = [*words, "--instance", str(path)]
    if form == "json" and not words:
        return
    assert exit_code([*words, *(["--json"] if form == "json" else [])]) == 2
    shown, said = capfd.readouterr()
    place = f"{tmp_path}/" if content is not None else ""
    assert f"error: {place}{sentence}" in said
    assert "Traceback" not in said
    if words:
        assert shown == ""
        assert len(said.strip().splitlines()) == 1


@pytest.mark.parametrize("words", [["chess"], ["grecian", "--fast"], ["sudoku", "--instance", "nosuch"]], ids=" ".join)
def test_a_mistake_ends_the_program_itself_with_exit_2(words: list[str]) -> None:
    done = started(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch("[^\n]*error: [^\n]*\n", done.stderr)
