"""Every JSON record has the same keys, whatever was asked and however it ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.errors import InputError
from solvers.render.json import KEYS, bad_input_record
from solvers.run.__main__ import epilog, main

RECORDED = {
    "answered": ["cubes", "--stats"],
    "plainly impossible": ["sudoku", "--instance", "clash"],
    "a published program": ["cover", "--backend", "classic"],
    "the best": ["dealing", "--stacks", "4", "--leftovers", "? 2 ?", "--minimize", "cards"],
    "typed, and impossible": ["dealing", "--stacks", "4", "--leftovers", "1 0"],
    "many": ["sudoku", "--instance", "norvig_easy50"],
}


@pytest.mark.parametrize("name", RECORDED)
def test_every_json_record_has_every_key_that_help_tells_of(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*RECORDED[name], "--json"])
    out = capsys.readouterr().out
    assert all(list(json.loads(line)) == list(KEYS) for line in out.splitlines())
    assert out.count("\n") == (49 if name == "many" else 1)
    assert all(f"\n  {key} " in epilog() for key in KEYS)


def test_the_record_of_bad_input_has_every_key_too() -> None:
    record = bad_input_record("sudoku", InputError("too short", "many.txt", 7), Path("many.txt"))
    assert list(record) == list(KEYS)
    assert (record["status"], record["file"], record["line"], record["error"]) == (
        "bad input",
        "many.txt",
        7,
        "too short",
    )
    assert (record["found"], record["answers"]) == (None, [])


def test_a_record_tells_where_the_time_went(capsys: pytest.CaptureFixture[str]) -> None:
    main(["cubes", "--json"])
    record = json.loads(capsys.readouterr().out)
    assert (record["status"], record["unique"]) == ("answered", True)
    assert set(record["seconds"]) == {"read", "model", "load", "first", "search"}
