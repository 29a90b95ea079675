"""Colours come on a terminal and nowhere else, and change no letter."""

import io
import re
from contextlib import redirect_stdout

import pytest

from solvers.explain import main as explain
from solvers.run import main as run
from solvers.terminal.colour import Piece, in_lines, show
from solvers.terminal.exits import guarded

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


def test_piped_text_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    show(in_lines(TEXT))
    assert capsys.readouterr().out == PLAIN


def test_a_terminal_gets_colours_and_the_very_same_text() -> None:
    with redirect_stdout(Terminal()) as screen:
        show(in_lines(TEXT))
    assert "\x1b[1;32manswered: the only answer\x1b[0m" in screen.getvalue()
    assert re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue()) == PLAIN


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stdout(Terminal()) as screen:
        show(in_lines(TEXT))
    assert screen.getvalue() == PLAIN


@pytest.mark.parametrize(
    ("verb", "words", "expected"),
    [
        (run, ["grecian"], "\x1b[1;32manswered: the only answer\x1b[0m"),
        (run, ["sudoku", "--instance", "clash"], "\x1b[1;31mimpossible: "),
        (
            run,
            ["sudoku", "--instance", "inkala", "--backend", "backtracking", "--time-limit", "1e-9"],
            "\x1b[1;33mstop",
        ),
        (explain, ["cover"], "\x1b[1;32mnot Moonshine"),
        (explain, ["cubes", "--instance", "csun-mid8"], "\x1b[1;31mConflict 1: "),
    ],
)
def test_how_it_ended_is_seen_from_afar(verb: object, words: list[str], expected: str) -> None:
    with redirect_stdout(Terminal()) as screen:
        guarded(verb, words)  # type: ignore[arg-type]
    assert expected in screen.getvalue()
