"""The server of the page: its files, its refusals, questions cut short, and many at once."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import pytest

from solvers.serve.ask import WORDS
from solvers.serve.request import ServeRequest
from solvers.serve.server import MAX_QUESTION_BYTES, page_files

pytest.importorskip("starlette", reason="the server's libraries are missing")
pytest.importorskip("uvicorn", reason="the server's libraries are missing")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server in a process of its own, with two workers and five seconds for a question."""
    words = ["-m", "solvers.serve", "--port", "0", "--workers", "2", "--time-limit", "5"]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    yield int(line.split(":")[2].split("/")[0])
    process.terminate()
    process.wait(10)


def ask(port: int, word: str, body: bytes | object, **headers: str) -> tuple[int, bytes]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", f"/api/{word}", data, headers)
        response = connection.getresponse()
        return response.status, response.read()


def get(port: int, path: str, method: str = "GET", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, headers=headers)
    return connection.getresponse()


GRID = {"puzzle": "sudoku", "entries": {"r1c1": "1"}, "settings": {"order": "9", "boxes": "3x3"}}
SLOW = {"puzzle": "cover", "instance": "pentominoes-6x10", "all": True, "backend": "backtracking"}


def test_every_file_of_the_page_is_served_with_its_type_and_a_policy(port: int) -> None:
    for path in page_files():
        response = get(port, path)
        assert response.status == 200
        assert "unsafe-inline' script" not in response.headers["Content-Security-Policy"]
        assert "script-src 'self' 'wasm-unsafe-eval'" in response.headers["Content-Security-Policy"]
        assert response.read()


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/pyproject.toml", "//etc/passwd", "/server.py", "/README.md", "/vendor/"]
)
def test_no_other_file_is(port: int, path: str) -> None:
    assert get(port, path).status == 404


def test_a_question_is_answered_as_json_and_as_events(port: int) -> None:
    status, body = ask(port, "judge", {"document": GRID})
    assert (status, json.loads(body)[0]["verdict"]) == (200, "several")
    status, body = ask(port, "judge", {"document": GRID}, Accept="text/event-stream")
    assert body.startswith(b"data: ")
    assert body.endswith(b"event: end\ndata: \n\n")


@pytest.mark.parametrize(
    ("word", "body", "status"),
    [
        ("judge", b"", 400),
        ("judge", b"{", 400),
        ("judge", b"[1]", 400),
        ("judge", b"[" * 100_000, 400),
        ("judge", b"\xff\xfe", 400),
        ("judge", {"document": 3}, 422),
        ("judge", {"document": {"puzzle": "chess"}}, 422),
        ("open", {"puzzle": "../../etc/passwd"}, 422),
        ("run", {"puzzle": "sudoku", "output": "/tmp/x"}, 422),
        ("dance", {}, 404),
        ("judge", b"1" * (MAX_QUESTION_BYTES + 1), 413),
    ],
)
def test_what_is_malformed_is_refused_in_a_sentence(port: int, word: str, body: bytes | object, status: int) -> None:
    found, answer = ask(port, word, body)
    assert found == status
    records = json.loads(answer)
    assert (records[0] if isinstance(records, list) else records)["error"]


def test_another_sites_page_may_not_ask(port: int) -> None:
    assert ask(port, "judge", {"document": GRID}, Origin="http://evil.example")[0] == 403
    assert ask(port, "judge", {"document": GRID}, Host="evil.example")[0] == 400


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "\\ud800"}',
        b'{"document": ' + b'{"a": ' * 900 + b"1" + b"}" * 901,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"text": NaN',
        b'{"number": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe{}",
    ],
)
def test_what_cannot_be_a_question_is_refused_in_a_sentence(port: int, body: bytes) -> None:
    status, answer = ask(port, "open", body)
    assert status == 400
    assert json.loads(answer)["error"]


def test_an_answer_that_is_no_error_is_no_failure(port: int) -> None:
    status, answer = ask(port, "run", {"puzzle": "sudoku", "instance": "order_6"})
    assert status == 200
    assert json.loads(answer)[0]["found"] == 1


@pytest.mark.slow
def test_a_thousand_malformed_requests_leave_it_serving(port: int) -> None:
    chance = random.Random(22)
    words = [*WORDS, "", "x", "judge/../run"]
    for number in range(1_000):
        body = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        if number % 3 == 0:
            body = json.dumps(
                {chance.choice(["document", "puzzle", "state", "text"]): chance.choice([None, 3, [], {}, "x" * 99])}
            ).encode()
        status, _ = ask(port, chance.choice(words).replace("/", "%2F"), body)
        assert 200 <= status < 500
    assert ask(port, "judge", {"document": GRID})[0] == 200


def test_a_search_that_takes_too_long_is_cut_short_and_the_next_is_answered(port: int) -> None:
    _, body = ask(port, "run", SLOW)
    assert "cut short" in json.loads(body)[-1]["error"]
    assert ask(port, "judge", {"document": GRID})[0] == 200


def test_a_search_that_nobody_waits_for_makes_room(port: int) -> None:
    for _ in range(4):  # more than there are workers
        body = json.dumps(SLOW).encode()
        head = f"POST /api/run HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(head + body)
            sleep(0.3)
    started = perf_counter()
    assert ask(port, "judge", {"document": GRID})[0] == 200
    assert perf_counter() - started < 7  # four times five seconds on two workers would be ten


@pytest.mark.skipif(not Path("/proc").exists(), reason="it finds the server's processes in /proc")
def test_a_worker_that_is_killed_costs_its_question_alone() -> None:
    words = ["-m", "solvers.serve", "--port", "0", "--workers", "1", "--time-limit", "60"]
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split(":")[2].split("/")[0])
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(ask, port, "run", SLOW)
            while not (workers := children(process.pid)):
                sleep(0.05)
            sleep(0.5)
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            assert "unexpectedly" in json.loads(asked.result()[1])[-1]["error"]
        assert ask(port, "judge", {"document": GRID})[0] == 200
        process.terminate()


def children(parent: int) -> list[int]:
    """The processes that a process has started, without Python's own that tracks resources."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = stat.read_text().rpartition(")")[2].split()
            command = stat.with_name("cmdline").read_text()
        except OSError:
            continue
        if int(after[1]) == parent and "resource_tracker" not in command:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.slow
def test_twenty_browsers_at_once_wait_less_than_two_seconds(port: int) -> None:
    ask(port, "judge", {"document": GRID})

    def typing(browser: int) -> list[float]:
        waits = []
        for place in range(8):
            entries = {f"r{1 + browser % 9}c{1 + place}": str(1 + place)}
            started = perf_counter()
            status, _ = ask(port, "judge", {"document": {**GRID, "entries": entries}})
            waits.append(perf_counter() - started)
            assert status == 200
        return waits

    with ThreadPoolExecutor(20) as browsers:
        waits = [wait for some in browsers.map(typing, range(20)) for wait in some]
    print(f"20 browsers at once: {median(waits) * 1000:.0f} ms in the median, {max(waits) * 1000:.0f} ms at most")
    assert max(waits) < 2


def test_the_request_knows_its_defaults() -> None:
    request = ServeRequest()
    assert (request.host, request.port) == ("127.0.0.1", 8042)


def test_the_interface_is_described_and_everything_described_answers(port: int) -> None:
    described = json.loads(get(port, "/api/openapi.json").read())
    assert {path.rpartition("/")[2] for path in described["paths"]} == {*WORDS}
    for path, operations in described["paths"].items():
        post = operations["post"]
        assert post["summary"], path
        assert ask(port, path.rpartition("/")[2], {})[0] in (200, 422), path
