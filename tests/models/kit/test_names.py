"""Names and values from files: printable anywhere, in short sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from models.kit.names import printable, shown
from models.registry import load_puzzle
from tests.tables import rows

ESC, BELL, MIRRORED = "\x1b", "\x07", "\u202e"


@rows(
    ("text", "expected"),
    [
        ("Gürtel & Söhne", "Gürtel & Söhne"),
        (f"{ESC}[2J", "\\x1b[2J"),
        (f"a{MIRRORED}b", "a\\u202eb"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("lone\udcff", "lone\\udcff"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, expected: str) -> None:
    assert printable(text) == expected


def test_values_are_cut_to_what_a_sentence_bears() -> None:
    assert shown("x" * 99) == "'" + "x" * 39 + "…'"
    assert shown(10**5000) == "a number of thousands of digits"
    assert str(InputError("there is no such file", f"{ESC}[2J.txt", 3)) == "\\x1b[2J.txt:3: there is no such file"


FILES = {
    "grecian": ("x.toml", 'name = "a\\u001b[2Jb"\ntarget = 3\ndials = ["1 2", "2 1"]\n'),
    "cover": ("x.toml", 'name = "a\\u001b[2Jb"\nitems = ["i"]\n[options]\no = ["i"]\n'),
    "dealing": ("x.toml", 'name = "a\\u001b[2Jb"\nstacks = 4\ncards = 9\n'),
    "cubes": ("x.txt", f"# name: a{ESC}[2Jb\nABCDEF\n"),
    "sudoku": (f"a{ESC}[2Jb.txt", "1" + "." * 15),
}


@rows("puzzle", FILES)
def test_a_name_does_nothing_to_the_terminal(puzzle: str, tmp_path: Path) -> None:
    file, content = FILES[puzzle]
    (tmp_path / file).write_text(content, encoding="utf-8")
    (instance,) = load_puzzle(puzzle).read(tmp_path / file)
    assert instance.name == "a\\x1b[2Jb"


@pytest.mark.parametrize(("colour", "written"), [(BELL, "\\x07"), (MIRRORED, "\\u202e")])
def test_a_colour_can_be_seen(colour: str, written: str, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(f"ABCDEF\nABCDE{colour}\n", encoding="utf-8")
    (error,) = load_puzzle("cubes").read(tmp_path / "x.txt")
    assert isinstance(error, InputError)
    assert error.line == 2
    assert f"a face of cube 2 is {written}, which cannot be seen" in error.sentence


@rows(
    ("puzzle", "content", "sentence"),
    [
        ("grecian", f"target = {'9' * 5000}\n", ":1: found a number of thousands of digits"),
        ("grecian", f"target = 0x{'f' * 5000}\ndials = ['1 2']\n", ":1: the target is a number of thousands of digits"),
        ("dealing", f"stacks = 4\ncards = [0x{'f' * 5000}]\n", ":2: cards is something with thousands of digits"),
        ("dealing", "stacks = 4\nstacks = 5\n", ":2: the key stacks is given twice: this is no TOML"),
        ("cover", f"{'k' * 5000} = 1\n", "found the key 'kkk"),
    ],
)
def test_whatever_stands_in_a_file_the_sentence_is_short(
    puzzle: str, content: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "x.toml").write_text(content, encoding="utf-8")
    (error,) = load_puzzle(puzzle).read(tmp_path / "x.toml")
    assert isinstance(error, InputError)
    assert sentence in str(error)
    assert len(error.sentence) < 160
