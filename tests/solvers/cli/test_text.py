"""Colours come on a terminal and nowhere else, and change no letter."""

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from solvers.__main__ import dispatch
from solvers.cli.exits import guarded
from solvers.cli.text import Piece, console, in_lines, show
from solvers.explain.__main__ import main as explain
from solvers.run.__main__ import main as run
from tests.tables import rows

TEXT: list[Piece] = [
    ("Sudoku: [bold]one[/bold] :smile:", "bold"),
    ("answered: the only answer", "bold green"),
    "",
    "| 1 . | 'x' 0x1f https://example.org |",
]
PLAIN = "Sudoku: [bold]one[/bold] :smile:\nanswered: the only answer\n\n| 1 . | 'x' 0x1f https://example.org |\n"


class Terminal(io.StringIO):
    """Text that claims to be on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _an_ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_piped_text_is_plain_and_so_is_a_terminal_s_where_no_color_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    with redirect_stdout(io.StringIO()) as piped:
        show(in_lines(TEXT))
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(Terminal()) as screen:
        show(in_lines(TEXT))
    assert piped.getvalue() == screen.getvalue() == PLAIN


def test_a_terminal_gets_colours_and_the_very_same_text() -> None:
    with redirect_stdout(Terminal()) as screen:
        show(in_lines(TEXT))
    assert "\x1b[1;32manswered: the only answer\x1b[0m" in screen.getvalue()
    assert re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue()) == PLAIN


@rows(
    ("verb", "words", "expected"),
    [
        (run, ["grecian"], "\x1b[1;32manswered: the only answer\x1b[0m"),
        (run, ["sudoku", "--instance", "clash"], "\x1b[1;31mimpossible: "),
        (run, ["sudoku", "inkala", "--backend", "backtracking", "--time-limit", "1e-9"], "\x1b[1;33mstop"),
        (explain, ["cover"], "\x1b[1;32mnot Moonshine"),
        (explain, ["cubes", "--instance", "csun-mid8"], "\x1b[1;31mConflict 1: "),
    ],
)
def test_how_it_ended_is_seen_from_afar(verb: object, words: list[str], expected: str) -> None:
    with redirect_stdout(Terminal()) as screen:
        guarded(verb, words)  # type: ignore[arg-type]
    assert expected in screen.getvalue()


MARKED = ["a [/b] name", "[second set]", "[bold red]loud[/bold red]", "[link=https://example.org]there[/link] :smile:"]


@pytest.mark.parametrize("name", [" ".join(MARKED), *(pytest.param(name, marks=pytest.mark.slow) for name in MARKED)])
@pytest.mark.parametrize(
    "verb",
    [
        ["run", "--backend", "dlx"],
        ["compare", "--backends", "dlx,backtracking"],
        ["compare", "--backends", "dlx", "--formulations", "cover", "--mode", "count"],
        ["explain"],
        ["diagnose"],
    ],
)
@pytest.mark.parametrize("screen", [Terminal, io.StringIO])
def test_a_name_is_no_markup(verb: list[str], name: str, screen: type[io.StringIO], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(f"# name: {name}\nBRRYRG\nRGYBGB\nRBGYRY\nGBRYYG\n", encoding="utf-8")
    with redirect_stdout(screen()) as page, redirect_stderr(screen()):
        code = dispatch([verb[0], "cubes", "--instance", str(tmp_path / "mine.txt"), *verb[1:]])
    assert code == 0
    plain = re.sub(r"\x1b\[[\d;]*m", "", page.getvalue())  # a long title is broken, and each line of it in its colours
    assert f": {name}" in " ".join(plain.split())
    assert "\x1b]8" not in page.getvalue()


def test_a_title_keeps_its_brackets_in_every_table(tmp_path: Path) -> None:
    for place in range(6):
        (tmp_path / f"{place}.txt").write_text(f"# name: [/b]{place}\nBRRYRG\nRGYBGB\nRBGYRY\nGBRYYG\n", "utf-8")
    files = [word for place in range(6) for word in ("--instance", str(tmp_path / f"{place}.txt"))]
    with redirect_stdout(Terminal()) as page, redirect_stderr(Terminal()) as errors:
        assert dispatch(["compare", "cubes", *files, "--backends", "dlx", "--formulations", "cover"]) == 0
    assert "6 instances" in page.getvalue()
    assert errors.getvalue().count("[/b]") > 0  # beside the bar, while it is measured


def test_advice_keeps_its_brackets_in_a_table() -> None:
    from rich.table import Table

    advice = "pip install 'puzzlebench[cpsat]'"
    table = Table(advice, title=advice)
    table.add_row(advice)
    with redirect_stdout(Terminal()) as page:
        console().print(table, advice)
    assert page.getvalue().count(advice) == 4
