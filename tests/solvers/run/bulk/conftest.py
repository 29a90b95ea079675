"""Runs of whole collections in this process, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.solvers.run.bulk.runs import Bulk


@pytest.fixture
def bulk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bulk:
    return Bulk(tmp_path, capsys)
