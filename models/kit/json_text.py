"""JSON that others wrote, read up to a nesting for which every stack has room."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

MAX_NESTING = 500

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_NO_BRACKET = re.compile(r"[^][{}]+")


def json_of(text: str) -> Any:
    """What ``text`` says; ValueError where it is no JSON, or brackets are nested more than ``MAX_NESTING`` deep.

    Python's own limit is that of this machine's stack. In WebAssembly the stack is the browser's, which ends earlier,
    and Python with it.
    """
    import json  # as heavy as most runs are light

    if text.count("[") + text.count("{") > MAX_NESTING:
        brackets = _NO_BRACKET.sub("", _STRING.sub("", text))
        if max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0) > MAX_NESTING:
            raise ValueError("brackets are nested too deeply")
    return json.loads(text)
