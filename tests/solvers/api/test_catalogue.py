"""``puzzles`` and ``backends`` say what there is, and what is missing here."""

from __future__ import annotations

import pytest

from models.registry import PUZZLES
from solvers import api as pb
from solvers.backends.cpsat.backend import BACKEND as CPSAT
from solvers.core.limits import MissingLibrary
from solvers.core.registry import BACKENDS, OTHERS


def test_the_puzzles_are_listed_one_a_line_with_what_they_ask() -> None:
    found = pb.puzzles()
    assert [one.name for one in found] == list(PUZZLES)
    assert all(
        line == f"<puzzle {one.name}: {one.summary}>" for one, line in zip(found, repr(found).splitlines(), strict=True)
    )


def test_a_backend_that_cannot_be_used_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(self: object, variant: str = "") -> str:
        raise MissingLibrary("cpsat", "OR-Tools", "cpsat")

    assert {one.name for one in pb.backends()} >= {*BACKENDS, *OTHERS, "best"}
    monkeypatch.setattr(type(CPSAT), "version", version)
    (cpsat,) = (one for one in pb.backends() if one.name == "cpsat")
    assert not cpsat.is_available
    assert "(not here: backend cpsat needs OR-Tools, which is not installed: pip install " in repr(cpsat)
    assert next(one for one in pb.backends() if one.name == "backtracking").is_available
