"""The page in a real browser, with both engines: a server with Python behind it, and a static site with Pyodide."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.solvers.serve.servers import serving


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address of a server in a process of its own."""
    pytest.importorskip("uvicorn", reason="the server's libraries are missing")
    with serving("--workers", "2") as server:
        yield server.address


class SiteHandler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as the library has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A browser that closes its page early is no error."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, ThreadingHTTPServer]]:
    """The address and the folder of the static site, and what serves it as any web host would."""
    for tool in ("node", "npm", "emcc"):
        if shutil.which(tool) is None:
            pytest.skip(f"the site is built with {tool}, which is missing")
    folder = _built(tmp_path_factory)
    server = SiteServer(("127.0.0.1", 0), partial(SiteHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", folder, server
    server.shutdown()


def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site, once for all processes that test at the same time: the first does, the others wait for it."""
    home = tmp_path_factory.getbasetemp()
    shared = home.parent if "PYTEST_XDIST_WORKER" in os.environ else home
    folder, said = shared / "site", shared / "site.said"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            words = [sys.executable, "-m", "solvers.serve", "--build", str(folder)]
            built = subprocess.run(words, capture_output=True, text=True, timeout=600)
            said.write_text(json.dumps([built.returncode, built.stdout, built.stderr]))
    code, out, err = json.loads(said.read_text())
    if "by npm" in err:
        pytest.skip("Pyodide cannot be had here")
    assert code == 0, err
    assert "warning" not in out, out
    return folder


@pytest.fixture(params=["http", "worker"])
def address(request: pytest.FixtureRequest) -> str:
    """The page with each of the two engines."""
    if request.param == "http":
        found: str = request.getfixturevalue("served")
        return found
    return str(request.getfixturevalue("site")[0])


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    """Opens an address in a fresh browser; afterwards its console must hold no error, and no other host was asked."""
    complaints: list[str] = []
    contexts = []

    def complain(said: str, expected: str) -> None:
        if expected not in said:
            complaints.append(said)

    def open_page(address: str, expected: str = "\n", **more: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(45_000)  # of a busy machine
        page.on("console", lambda said: complain(said.text, expected) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        host = address.split("#")[0].split("?")[0]
        page.on("request", lambda asked: complaints.append(asked.url) if not _is_own(asked.url, host) else None)
        page.goto(address)
        page.wait_for_selector(".part")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def _is_own(url: str, host: str) -> bool:
    return url.startswith((host, "data:", "blob:"))
