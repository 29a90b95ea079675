"""Do reports have colours on a terminal, and nowhere else?"""

import io
import re
from collections.abc import Iterable
from contextlib import redirect_stdout

import pytest

from solvers.terminal.colour import REPORT, STEPS, Rule, show

TEXT = """\
Sudoku: [bold]one[/bold] :smile:
formulation cells, backend sat (cadical)
answered: the only answer
time: read 1.0 ms

| 1 . | 'x' 0x1f https://example.org |"""


class Terminal(io.StringIO):
    """Text that claims to be on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _an_ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def on_terminal(text: str, rules: Iterable[Rule]) -> str:
    """What a terminal is sent."""
    with redirect_stdout(Terminal()) as screen:
        show(text, rules)
    return screen.getvalue()


def test_piped_text_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    show(TEXT, REPORT)
    assert capsys.readouterr().out == TEXT + "\n"


def test_a_terminal_gets_colours_and_the_very_same_text() -> None:
    shown = on_terminal(TEXT, REPORT)
    assert "\x1b[1;32manswered: the only answer\x1b[0m" in shown
    assert re.sub(r"\x1b\[[\d;]*m", "", shown) == TEXT + "\n"


@pytest.mark.parametrize(("status", "code"), [("impossible", "31"), ("stopped", "33")])
def test_a_bad_end_has_another_colour(status: str, code: str) -> None:
    assert f"\x1b[1;{code}m{status}: why" in on_terminal(f"title\n{status}: why", REPORT)


def test_steps_have_their_fact_their_name_and_their_reason_apart() -> None:
    shown = on_terminal("  1. r1c2 ≠ 3    naked pair\n       by the rule: row 1", STEPS)
    assert "\x1b[1;32mr1c2 ≠ 3\x1b[0m    \x1b[36mnaked pair\x1b[0m" in shown


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert on_terminal(TEXT, REPORT) == TEXT + "\n"
