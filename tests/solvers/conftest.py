"""What tests of several verbs share: command lines as a person types them, and one browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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


ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, one in a process of tests; skips, with the reason, where there is none."""
    driver = pytest.importorskip("playwright.sync_api", reason="pages are tried out with playwright, which is missing")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("pages are tried out in Chromium, and none is installed")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()
