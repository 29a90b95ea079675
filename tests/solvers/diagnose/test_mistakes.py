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
MORE = "(puzzlebench run --help says more)"
NINES = "9" * 5000

TYPED = [
    ("chess", "there is no puzzle 'chess'; the puzzles are grecian, sudoku, cubes, cover, dealing"),
    ("", "no puzzle was named; say for example: python -m solvers.run grecian"),
    (
        "grecian --instance gresian",
        "there is no file 'gresian' and no instance of grecian by that name; did you mean gr",
    ),
    (
        "grecian --backend gurobi",
        "there is no backend 'gurobi'; the backends are cpsat, sat, dlx, maxsat, mip, kernel,",
    ),
    ("grecian --backend sat:zchaff", "backend sat has no variant 'zchaff'; it has cadical195, "),
    ("grecian --formulation magic", "grecian has no formulation 'magic'; it has element, table"),
    ("grecian --minimize effort", "grecian has no objective 'effort'; it has turns, dials"),
    ("grecian --fast", f"unrecognized arguments: --fast {MORE}"),
    ("grecian --limit 0", f"argument --limit: '0' is no whole number from 1 up {MORE}"),
    ("grecian --time-limit -1", f"argument --time-limit: '-1' is not a number of seconds above 0 {MORE}"),
    (f"grecian --limit {NINES}", f"argument --limit: '{NINES[:39]}…' is no whole number from 1 up {MORE}"),
    (f"grecian --seed {NINES}", f"argument --seed: '{NINES[:39]}…' is no whole number of at most 18 digits {MORE}"),
    (
        f"dealing --stacks 4 --cards {NINES}",
        f"argument --cards: '{NINES[:39]}…' is no whole number of at most 18 digits",
    ),
    (
        "dealing --stacks 4 --leftovers 0121",
        "the leftover of round 1 is 0121; with 4 stacks, 0 to 3 can be left over, or ?",
    ),
    (
        "dealing --stacks 4 --leftovers 0,4",
        "the leftover of round 2 is 4; with 4 stacks, 0 to 3 can be left over, or ? whe",
    ),
    ("sudoku --instance=", "--instance names nothing; a file, or an instance that comes with the puzzle, is expected"),
    ("sudoku --instance norvig_easy50 --resume", "--resume needs --output FILE to know where to go on"),
]
"""Command lines, and what is said of them."""

IN_FILES = [
    ("sudoku --number 3", "." * 81 + "\n" + "." * 81, "mine.txt: there are 2 puzzles in it, and no number 3"),
    (
        "sudoku",
        b"\0\1\2" * 100,
        "mine.txt:1: found a zero byte: this is no text file, or one in UTF-16; UTF-8 is expect",
    ),
    (
        "cubes",
        b"# f\xfcr\nRGBYRG\n",
        "mine.txt:1: character 4 is the byte 0xfc, which is no UTF-8: save the file as UTF-8",
    ),
    ("sudoku", "", "mine.txt: there is no sudoku instance in it"),
    (
        "sudoku",
        "53..7\n",
        "mine.txt:1: found 5 characters, '53..7'; expected is a puzzle of n×n cells on one line (81 wh",
    ),
    (
        "sudoku --formulation cells",
        "5" * 40 + "O" + "." * 40,
        "mine.txt:1: cell 41 of 81 is 'O'; expected is 1 to 9, or .",
    ),
    ("cubes", "RGBYR\nRGBYRG\n", "mine.txt:1: cube 1 has 5 faces (RGBYR); a cube has 6, such as BRRYRG or blue, red,"),
    ("grecian", DIALS.format(target=42, ring="1 ."), "mine.toml:8: dial 1, ring 1 has 2 numbers; every ring needs 3"),
    (
        "grecian",
        DIALS.format(target=-1, ring="1 . 2"),
        "mine.toml:2: the target is -1; a number from 0 to 999999 is ex",
    ),
    ("grecian", DIALS.format(target=4, ring="1 x 2"), "mine.toml:8: dial 1, ring 1 has 'x'; a number from 0 to 999999"),
    (
        "grecian",
        "target = = 3\n",
        "mine.toml:1: found no value here; a number, a list or a text in quotes is expected (co",
    ),
    ("cover", "a b\na c\n", "mine.dlx:2: item 'c' is not named on the first line"),
]
"""Command lines, the file that they name, and what is said of it."""


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    ("line", "content", "sentence"), [*((line, None, sentence) for line, sentence in TYPED), *IN_FILES]
)
def test_a_mistake_is_one_sentence_and_exit_2(
    line: str,
    content: str | bytes | None,
    sentence: str,
    form: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    words = line.split()
    if content is not None:
        suffix = {"grecian": ".toml", "cover": ".dlx"}.get(words[0], ".txt")
        path = tmp_path / f"mine{suffix}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        words += ["--instance", str(path)]
    assert exit_code([*words, *form]) == 2
    shown, said = capfd.readouterr()
    place = "" if content is None else f"{tmp_path}/"
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
