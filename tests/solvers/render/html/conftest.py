"""Files that are opened as pages in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]


@pytest.fixture
def visit(browser: Any) -> Iterator[Open]:
    """Opens a file as a page; afterwards its console must hold no error and nothing must have been fetched."""
    complaints: list[str] = []
    contexts = []

    def open_page(path: Path, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": 1200, "height": 900}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: complaints.append(asked.url) if asked.url != path.as_uri() else None)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
