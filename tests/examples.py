"""Random examples a property is tried on: a sixth of them in the quick suite, all with ``PUZZLEBENCH_DEEP=1``."""

from __future__ import annotations

import os

DEEP = bool(os.environ.get("PUZZLEBENCH_DEEP"))

FEWEST = 10


def examples(many: int) -> int:
    """So many of ``many`` are tried in this run."""
    return many if DEEP else max(min(many, FEWEST), many // 6)
