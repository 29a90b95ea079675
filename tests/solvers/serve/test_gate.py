"""Bounds of the server: what is half sent, what is not read, too many connections, and turns that nobody waits for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from solvers.serve import gate, server
from solvers.serve.answerers import Lane
from solvers.serve.request import ServeRequest
from tests.patience import awaited

pytest.importorskip("starlette", reason="the server's libraries are missing")
pytest.importorskip("uvicorn", reason="the server's libraries are missing")

RECORD_BYTES = 1 << 20


class Endless:
    """Answers that have no end."""

    def __init__(self) -> None:
        self.sent, self.ended = 0, Event()

    async def records(self, *_: Any) -> AsyncGenerator[dict[str, str], None]:
        try:
            while True:
                self.sent += 1
                yield {"text": "x" * RECORD_BYTES}
        finally:
            self.ended.set()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, Endless]]:
    """The port of a server in this process whose patience is short, and what answers there."""
    for module, name in ((gate, "HEAD_SECONDS"), (gate, "UNREAD_SECONDS"), (server, "BODY_SECONDS")):
        monkeypatch.setattr(module, name, 0.2)
    monkeypatch.setattr(gate, "MAX_CONNECTIONS", 5)
    endless: Any = Endless()
    listening, bound = server.listening(ServeRequest(port=0), "key", "page.localhost", endless)
    thread = Thread(target=lambda: asyncio.run(listening.serve([bound])))
    thread.start()
    yield bound.getsockname()[1], endless
    listening.should_exit = True
    thread.join()


HEAD = "Host: page.localhost\r\nAuthorization: Bearer key\r\n"
PAGE = f"GET /style.css HTTP/1.1\r\n{HEAD}\r\n"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("", b""),
        ("GET / HT", b""),
        (f"GET / HTTP/1.1\r\n{HEAD}", b""),
        (f"{PAGE}GET / HT", b"HTTP/1.1 200"),
        (f"POST /api/run HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\n{{", b"HTTP/1.1 408"),
        (f"POST /api/run HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{{", b"HTTP/1.1 408"),
        (f"POST /api/run HTTP/1.1\r\n{HEAD}Content-Length: 1000001\r\n\r\n{{", b"HTTP/1.1 413"),
        ("POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{", b"HTTP/1.1 401"),
    ],
)
def test_what_is_half_sent_is_given_up(hasty: tuple[int, Endless], text: str, begins: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty[0]), timeout=60) as connection:
        connection.sendall(text.encode())
        found = b""
        while taken := _received(connection):  # until the server ends it
            found += taken
        assert found.startswith(begins)


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1 << 16)
    except ConnectionResetError:
        return b""


def test_an_answer_that_is_not_read_is_made_no_further_and_given_up(hasty: tuple[int, Endless]) -> None:
    port, endless = hasty
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"POST /api/run HTTP/1.1\r\n{HEAD}Content-Length: 2\r\n\r\n{{}}".encode())
        assert endless.ended.wait(60)
        assert endless.sent < 30  # what the system itself keeps for a reader


def test_the_oldest_connection_that_asks_nothing_makes_room(
    hasty: tuple[int, Endless], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "HEAD_SECONDS", 1_000.0)
    idle = [socket.create_connection(("127.0.0.1", hasty[0]), timeout=60) for _ in range(9)]
    idle[-1].sendall(PAGE.encode())
    assert idle[-1].recv(12) == b"HTTP/1.1 200"
    assert [_received(connection) for connection in idle[:4]] == [b""] * 4
    for connection in idle:
        connection.close()


async def _turns(wanted: list[bool]) -> list[bool]:
    lane, found = Lane(1), []

    async def is_wanted() -> bool:
        return wanted.pop(0)

    async with lane.turn(is_wanted) as first, lane.turn(is_wanted) as second:
        found += [first, second]
    async with lane.turn(is_wanted) as third:
        found.append(third)
    return found


def test_who_goes_away_while_waiting_loses_the_turn_and_takes_none() -> None:
    assert awaited(_turns([True, True, True, False, True])) == [True, False, True]


def test_a_long_answer_is_sent_in_pieces_and_whole() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    for size in (0, 1, gate.PIECE_BYTES, gate.PIECE_BYTES + 1, 3 * gate.PIECE_BYTES):
        sent.clear()
        body = bytes(number % 251 for number in range(size))
        awaited(gate._with_headers(send)({"type": "http.response.body", "body": body}))  # type: ignore[arg-type]
        assert b"".join(one["body"] for one in sent) == body
        assert [bool(one.get("more_body")) for one in sent] == [True] * (len(sent) - 1) + [False]
        assert max(len(one["body"]) for one in sent) <= gate.PIECE_BYTES
