"""Command lines as a person types them, for the tests of all verbs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.cli.exits import guarded
from solvers.explain.__main__ import main as explain
from solvers.generate.__main__ import main as generate
from solvers.run.__main__ import main as run
from solvers.verify.__main__ import main as verify

Typed = Callable[..., tuple[int, str, str]]
"""Takes a verb and its words; gives the exit code, the output and the errors."""

VERBS = {"run": run, "verify": verify, "explain": explain, "generate": generate}


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """A command line of a verb, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def carry_out(verb: str, *words: str) -> tuple[int, str, str]:
        code = guarded(VERBS[verb], list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return carry_out
