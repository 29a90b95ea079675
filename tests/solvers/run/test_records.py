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


def test_every_json_record_has_every_key_that_help_tells_of(capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in RECORDED.items():
        main([*words, "--json"])
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert all([*record] == list(KEYS) for record in records), name
        assert len(records) == (49 if name == "many" else 1), name
        if name == "answered":
            assert (records[0]["status"], records[0]["unique"]) == ("answered", True)
            assert set(records[0]["seconds"]) == {"read", "model", "load", "first", "search"}
    assert all(f"\n  {key} " in epilog() for key in KEYS)


def test_the_record_of_bad_input_has_every_key_too() -> None:
    record = bad_input_record("sudoku", InputError("too short", "many.txt", 7), Path("many.txt"))
    assert list(record) == list(KEYS)
    told = [record[key] for key in ("status", "file", "line", "error", "found", "answers")]
    assert told == ["bad input", "many.txt", 7, "too short", None, []]
