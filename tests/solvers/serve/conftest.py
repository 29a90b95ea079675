"""What the tests of the page's questions share."""

from __future__ import annotations

import pytest

from solvers.serve import helping, judging, playing


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is tested here, however long a busy machine takes for it."""
    for module in (judging, playing, helping):
        for name in vars(module):
            if name.endswith("_SECONDS"):
                monkeypatch.setattr(module, name, 600.0)
