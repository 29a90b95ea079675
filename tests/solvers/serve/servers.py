"""Servers of the page in processes of their own, and how tests ask them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from typing import Any


@dataclass(frozen=True)
class Served:
    """A server that listens: its process, the address that it printed, and its port and key, which stand in that."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        return int(self.address.split(":")[2].split("/")[0])

    @property
    def home(self) -> str:
        """The name under which the page is given, with its port."""
        return self.address.split("/")[2]

    @property
    def key(self) -> str:
        return self.address.partition("key=")[2]

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


@contextmanager
def serving(*options: str, port: str = "0", **more: Any) -> Iterator[Served]:
    """Start a server, at any port if none is named, and end it afterwards."""
    words = ["-m", "solvers.serve", "--port", port, *options]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, **more)
    assert process.stdout is not None
    with process.stdout:
        served = Served(process, process.stdout.readline().split()[4])
        try:
            yield served
        finally:
            served.end()


def get(served: Served, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> HTTPResponse:
    """Send a request to the page's name with the key as a script has it, unless other headers are given."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=60)
    given = {"Host": served.home, "Authorization": f"Bearer {served.key}"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    connection.request(method, path, body, {name: value for name, value in given.items() if value})
    return connection.getresponse()


def ask(served: Served, word: str, body: bytes | object, **headers: str) -> tuple[int, bytes]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with closing(get(served, f"/api/{word}", "POST", data, **headers)) as response:
        return response.status, response.read()
