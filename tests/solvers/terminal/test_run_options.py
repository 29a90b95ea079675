"""Every option of ``run`` has an effect beside the others, or is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.run import main
from solvers.terminal.exits import guarded

MANY = ["sudoku", "--instance", "norvig_easy50"]

SENSELESS = [
    (["cubes", "--list", "--json"], "--json is of no use beside --list, which only lists what there is"),
    (["--list", "--json"], "--json is of no use beside --list, which only lists what there is"),
    (["cubes", "--model", "--json"], "--json is of no use beside --model, which prints the formal model"),
    (["cubes", "--model", "--html", "x.html"], "--html is of no use beside --model, which prints the formal model"),
    (["cubes", "--resume"], "--resume needs --output FILE"),
    (["cubes", "--output", "x.txt", "--svg", "x.svg"], "--svg is of no use beside --output, which writes one line"),
    ([*MANY, "--number", "2", "--output", "x.txt"], "--output is of no use beside --number, which takes one puzzle"),
    *(
        (
            ["grecian", "--minimize", "turns", *words],
            f"{words[0]} is of no use beside --minimize, which asks for the best",
        )
        for words in (["--all"], ["--count"], ["--unique"], ["--limit", "3"])
    ),
    *(
        (["grecian", "--backend", "classic", *words], f"{words[0]} is about models, and a published program (classic)")
        for words in (["--formulation", "table"], ["--minimize", "turns"], ["--model"])
    ),
    *(
        ([*MANY, *words], f"{words[0]} is about one puzzle, and this is a file of many: name one with --number N")
        for words in (["--svg", "x.svg"], ["--html", "x.html"], ["--model"], ["--stats"])
    ),
    ([*MANY, "--backend", "classic"], "a published program solves one puzzle, and this is a file of many: name one"),
]


@pytest.mark.parametrize(("words", "sentence"), SENSELESS, ids=[" ".join(words) for words, _ in SENSELESS])
def test_an_option_that_would_have_no_effect_is_refused(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert guarded(main, words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"error: {sentence}")
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)
    assert not list(tmp_path.iterdir()), "nothing is written"
