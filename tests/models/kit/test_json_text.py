"""JSON of others is read as ever, but for what is nested so deeply that a browser's stack would overflow."""

from __future__ import annotations

import json

import pytest

from models.kit.json_text import MAX_NESTING, json_of
from tests.tables import rows


@pytest.mark.parametrize(
    "text",
    [
        "[" * MAX_NESTING + "]" * MAX_NESTING,
        "[" + "[{}]," * MAX_NESTING + "1]",
        json.dumps({"brackets in words": '[{"\\' * MAX_NESTING + '"'}),
    ],
    ids=["as deep as may be", "many, but flat", "in strings"],
)
def test_it_is_read(text: str) -> None:
    assert json_of(text) == json.loads(text)


@rows(
    "text",
    [
        "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1),
        '{"":' * 9_999,
        "[" * 999_999,
        '["]' + '", [' * 9_999,
        "[" * MAX_NESTING + "}",
    ],
)
def test_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"nested too deeply|Expecting"):
        json_of(text)
