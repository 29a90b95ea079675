"""New puzzles come with certificates of their one answer, which are about their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from tests.solvers.conftest import Typed
from tests.test_readme import block


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["sudoku", "--size", "4", "--count", "3"], "new.sdk"),
        (["sudoku", "--size", "4", "--variants", "diagonals", "--count", "2"], "new.jsonl"),
        (["sudoku", "--size", "4", "--variants", "killer"], "new"),
        (["cubes", "--count", "2"], "new"),
        (["cover", "--size", "4x4"], "new.toml"),
        (["dealing", "--size", "30"], "new.toml"),
        (["grecian", "--size", "3x2x4"], "new.toml"),
    ],
)
def test_each_new_puzzle_is_proved_to_have_one_answer(typed: Typed, words: list[str], output: str) -> None:
    code, _, err = typed("generate", *words, "--seed", "3", "--output", output, "--proof", "pr")
    assert code == ANSWERED, err
    count = int(words[words.index("--count") + 1]) if "--count" in words else 1
    several = "" if count == 1 else "s"
    assert f"proved {count} puzzle{several}; python -m solvers.verify pr checks them\n" in err
    code, out, _ = typed("verify", "pr", "--workers", "1", "--expect", "exactly 1")
    assert (code, out) == (ANSWERED, f"VERIFIED: {count} of {count} certificates (exactly 1 answer: {count})\n")


def test_a_certificate_is_about_the_file_that_was_made(typed: Typed) -> None:
    typed("generate", "sudoku", "--size", "4", "--seed", "3", "--output", "new.sdk", "--proof", "pr")
    typed("generate", "sudoku", "--size", "4", "--seed", "4", "--output", "other.sdk")
    text = Path("other.sdk").read_text()
    Path("new.sdk").write_text(text.replace("sudoku-4-1", "sudoku-3-1"))
    code, out, _ = typed("verify", "pr", "--workers", "1")
    assert (code, "of the statement says" in out) == (IMPOSSIBLE, True), out


def test_a_proof_needs_a_file_that_it_is_about(typed: Typed) -> None:
    code, _, err = typed("generate", "sudoku", "--proof", "pr")
    assert code == BAD_INPUT
    assert err == "error: --proof needs --output: a certificate names the file that its puzzle is in\n"


def test_a_limit_leaves_no_half_certificate(typed: Typed) -> None:
    words = ["generate", "sudoku", "--size", "4", "--seed", "3", "--output", "new.sdk", "--proof", "pr"]
    assert typed(*words, "--time-limit", "0.000001")[0] == STOPPED
    assert not Path("pr").exists()


NAMELESS = """
from models.generation import Candidate, Generator, Specification

class Any(Specification):
    def candidate(self, name, random, ask):
        city = City({name!r}, ("..12", ".2..", "...3", "..4."))
        return Candidate(city, ask.only(city))

class Cities(Generator):
    sizes, suffix = "none", ".txt"
    def specification(self, size, values): return Any()
    def write(self, city, comments): return " ".join(city.clues) + "\\n"

Skyscrapers.generator = Cities()
"""


@pytest.mark.usefixtures("opens_puzzle_files")
@pytest.mark.parametrize("name", ["new", "../new", "a/b"])
def test_no_new_puzzle_takes_the_file_of_another(typed: Typed, name: str) -> None:
    """A generator of somebody's own may call all that it makes alike, or by what is no name of a file."""
    source = block(r"class Skyscrapers") + NAMELESS.format(name=name)
    Path("skyscrapers.py").write_text(source, encoding="utf-8")
    code, _, err = typed("generate", "skyscrapers.py", "--count", "2", "--output", "folder")
    why = f"error: folder: a new puzzle is called {name!r}, which can name no new file\n"
    assert (code, err.endswith(why)) == (BAD_INPUT, True), err
    assert [path.name for path in Path("folder").iterdir()] == ["new.txt"] * (name == "new")
