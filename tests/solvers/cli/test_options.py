"""The table of options: one parser for all verbs, one request out of it, and what of it decides what comes out."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.compare.request import CompareRequest
from solvers.core.registry import load_puzzle
from solvers.core.request import Request, VerbOption, options_of
from solvers.render.html.html import FILES
from solvers.run.request import RunRequest, resume_key
from solvers.verify.request import VerifyRequest
from tests.tables import rows

VERBS = ("run", "compare", "explain", "diagnose", "verify", "export", "generate", "bench")

REQUESTS: list[type[Request]] = [
    getattr(import_module(f"solvers.{verb}.request"), f"{verb.title()}Request") for verb in VERBS
]


def ended(verb: str, words: list[str]) -> object:
    """The exit code of a command line."""
    try:
        return guarded(import_module(f"solvers.{verb}.__main__").main, words)
    except SystemExit as end:
        return end.code


def test_a_request_has_no_option_of_another_verb() -> None:
    with pytest.raises(TypeError, match="svg"):
        VerifyRequest(svg=Path("x.svg"))  # type: ignore[call-arg]


def test_the_files_that_mean_nothing_elsewhere_are_known() -> None:
    declared = [option for request in REQUESTS[:-1] for option in options_of(request).values()]
    assert {o.written for o in declared if o.kind in (Path, "destination") and not o.decides} == FILES


def test_a_request_is_all_that_is_left_of_a_command_line() -> None:
    words = ["sudoku", "--boxes", "3x3", "--instance", "a", "b", "--repeat", "3", "--html", "x.html"]
    one, other = (parse(CompareRequest, words, "", find=load_puzzle) for _ in range(2))
    settings: dict[str, Any] = {"repeat": 3, "time_limit": 60.0, "html": Path("x.html"), "own": (("boxes", "3x3"),)}
    assert one == other == CompareRequest("sudoku", ("a", "b"), **settings)
    assert one.command == tuple(words)
    assert hash(one) == hash(other)


@rows("verb", ["run", "explain", "diagnose"])
@rows("words", [["--instance", "a", "--instance", "b"], ["--instance", "a", "b"], ["a", "b"]])
def test_of_two_instances_none_is_taken_in_silence(
    verb: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(verb, ["sudoku", *words]) == 2
    assert capsys.readouterr().err.startswith(f"error: two instances are named, a and b; {verb} takes one")


MEANT = {
    "run Sudoku": "sudoku",
    "run soduku": "sudoku",
    "explain cube": "cubes",
    "run sudoku --instnace inkala": "--instance",
    "run sudoku --Unique": "--unique",
    "run sudoku --puzle 53": "--puzzle",
    "run grecian --backend SAT": "sat",
    "run grecian --backend cpsta": "cpsat",
    "run grecian --backend sat:glucose": "glucose4",
    "run grecian --formulation Table": "table",
    "run grecian --minimize turn": "turns",
    "run sudoku --instance Inkala": "inkala",
    "run sudoku norvig_easy": "norvig_easy50",
    "run sudoku READMEE.md": "README.md",
    "compare --family cube --sizes 3": "cubes",
    "compare sudoku --backends sat,DLX": "dlx",
    "compare sudoku --formulations cell": "cells",
    "run grecian --backend classic:odometre": "odometer",
}


@rows("line", MEANT)
def test_what_was_probably_meant_is_named(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    verb, *words = line.split()
    code, said = ended(verb, words), capsys.readouterr().err
    assert (code, len(said.splitlines())) == (2, 1)
    assert f"; did you mean {MEANT[line]}?" in said


@rows("verb", [request.verb for request in REQUESTS if "seed" in options_of(request)])
@rows("word", ["x", "1.5", "9" * 19])
def test_a_seed_that_is_none_is_one_sentence_whatever_the_verb(
    verb: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(verb, ["sudoku", "--seed", word]) == 2
    says = f"error: argument --seed: '{word}' is no whole number of at most 18 digits (puzzlebench {verb} --help says "
    assert capsys.readouterr().err == f"{says}more)\n"


@rows("asked", REQUESTS)
def test_help_fits_a_screen_and_help_all_shows_every_option(
    asked: type[Request], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {}
    for word in ("--help", "--help-all"):
        assert ended(asked.verb, [word]) == 0
        shown[word] = capsys.readouterr().out
    for option in options_of(asked).values():
        assert f"  {option.written}" in shown["--help-all"]
        assert (f"  {option.written} " in shown["--help"]) != option.is_rare
    assert "register-python-argcomplete" in shown["--help-all"]
    assert len(shown["--help"].partition("exit codes")[0].splitlines()) <= 44
    assert len(shown["--help"].splitlines()) < 64


def other(option: VerbOption) -> Any:
    """A value that is not the default."""
    samples: dict[Any, Any] = {"flag": True, str: "x", Path: Path("x"), "destination": Path("x")}
    return samples.get(option.kind, 7)


@rows("option", options_of(RunRequest).values())
def test_an_unfinished_run_is_bound_to_what_decides_what_it_writes(option: VerbOption) -> None:
    request = RunRequest("sudoku")
    changed = resume_key(replace(request, **{option.name: other(option)})) != resume_key(request)
    form = {"instances", "workers", "stats", "why", "svg", "html", "sheet", "model", "list", "output"}
    form |= {"resume", "proof", "on"}
    assert changed == (option.name not in form)


def test_the_puzzle_and_its_own_options_decide_too() -> None:
    request = RunRequest("sudoku", own=(("boxes", "3x3"),))
    assert resume_key(request)["boxes"] == "'3x3'"
    assert resume_key(replace(request, puzzle="cubes")) != resume_key(request)


# Options that make no sense together

MANY = ["sudoku", "--instance", "norvig_easy50"]

SENSELESS = [
    (["cubes", "--list", "--json"], "--json is of no use beside --list, which only lists what there is"),
    (["--list", "--json"], "--json is of no use beside --list, which only lists what there is"),
    (["cubes", "--model", "--on", "local"], "--model is of no use beside --on, which says who works on searches"),
    (["cubes", "--on", "local", "--verified"], "--verified is of no use beside --on, by which workers share"),
    (["grecian", "--on", "local", "--backend", "classic"], "--on is about models, and a published program"),
    (["cubes", "--model", "--json"], "--json is of no use beside --model, which prints the formal model"),
    (["cubes", "--model", "--html", "x.html"], "--html is of no use beside --model, which prints the formal model"),
    (["cubes", "--resume"], "--resume needs --output FILE"),
    (["cubes", "--output", "x.txt", "--svg", "x.svg"], "--svg is of no use beside --output, which writes one line"),
    ([*MANY, "--number", "2", "--output", "x.txt"], "--output is of no use beside --number, which takes one puzzle"),
    *(
        (["grecian", "--minimize", "turns", *words], f"{words[0]} is of no use beside --minimize, which asks for")
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
    assert ended("run", words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"error: {sentence}")
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)
    assert not list(tmp_path.iterdir()), "nothing is written"
