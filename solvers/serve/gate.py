"""The gate before the server: its key, the names it answers to, other pages' questions, and headers of every answer.

A random key is made at the start and stands in the address that is printed. That address answers with a page which
keeps the key where pages of this origin alone find it, and with a cookie; then it leaves the address. The cookie opens
files. A question needs the key itself in a header: browsers send a cookie to every port of a machine, so another
account's server could come to know it.

A server of this machine gives the page under a random name below ``localhost``, which a private file keeps. Another
account that had the port before can have left a service worker or files in a browser's cache, for 127.0.0.1 and for
localhost: they are of another origin, and see neither the key nor what is typed. Scripts ask at those two.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from ipaddress import ip_address
from secrets import compare_digest
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from models.kit.names import shown

if TYPE_CHECKING:  # an extra: only who serves imports it
    from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "::1")

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; frame-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""What every answer says, where it does not say otherwise itself."""

MAX_CONNECTIONS = 200
PIECE_BYTES = 1 << 16  # of an answer, before its reader has to take it
HEAD_SECONDS = 10.0  # for the lines of a request before its body
UNREAD_SECONDS = 10.0  # for a piece of an answer to be taken
READING_SECONDS = 60.0  # for the whole of an answer to be taken, from the first moment that it has to wait

SCRIPT = """
const key = document.body.dataset.right && new URLSearchParams(location.search).get("key");
try {
    if (key) localStorage.setItem("puzzlebench-key", key);
} catch {}
// Where a link of another site led here, the browser has kept the cookie back: this page asks again by itself.
if (key || !location.search) location.replace(key ? "./" + location.hash : "./?again" + location.hash);
else document.querySelector("form").hidden = false;
document.querySelector("form").action = "./" + location.hash;
"""
KEY_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Puzzlebench: key</title>
<body%s>
<form hidden>
<p>This page needs the key of its server. Open the address that the server printed when it was started, or enter the
key, which stands in it behind <code>key=</code>.</p>
<label>Key <input name="key" type="password" autocomplete="off" required></label> <button>Open</button>
</form>
<script>SCRIPT</script>
""".replace("SCRIPT", SCRIPT)
KEY_PAGE_POLICY = (
    f"default-src 'none'; script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
NOT_HERE = (
    "here the server answers only scripts, at /api/WORD with the header 'Authorization: Bearer KEY'; the page is at "
    "the address that it printed"
)
NEEDS_KEY = (
    "this server answers those who have its key: open the address that it printed, or send the header "
    "'Authorization: Bearer KEY'"
)


class Gate:
    """What stands before the application: it lets nobody in without the key, by another name, or from another page."""

    def __init__(
        self, app: App, key: str, port: int, homes: Iterable[str], others: Iterable[str] = (), any_address: bool = False
    ) -> None:
        """Give the page under ``homes``, and with ``any_address`` at numeric ones; answer scripts under ``others``."""
        self._app, self._key, self._cookie = app, key.encode(), f"puzzlebench-{port}"
        self._pass = sha256(b"cookie of " + self._key).hexdigest()
        self._homes, self._others, self._any_address = {*homes}, {*others}, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        found: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        hosts = found.get("host", [])
        name = _name_in(hosts[0]) if len(hosts) == 1 else ""
        is_home = name in self._homes or (self._any_address and _is_address(name))
        if not is_home and name not in self._others:
            asked = shown(" ".join(hosts))
            await _say(answer, 400, f"this server is not called {asked}; serve --names adds a name")
            return
        if not is_home and not scope["path"].startswith("/api/"):
            await _say(answer, 404, NOT_HERE)
            return
        pages = (f"http://{hosts[0]}", f"https://{hosts[0]}")  # the latter where a proxy with TLS stands before it
        is_question, key = scope["method"] not in ("GET", "HEAD"), self._key_in(scope)
        is_right = self._is_key(*(word[7:] for word in found.get("authorization", []) if word[:7] == "Bearer "))
        if scope["path"] == "/" and not is_question and self._is_key(*key):
            cookie = f"{self._cookie}={self._pass}; HttpOnly; SameSite=Strict; Path=/"
            await _say_page(answer, 200, ("set-cookie", cookie))
        elif not is_right and (is_question or not self._has_cookie(found.get("cookie", []))):
            if is_question or scope["path"].startswith("/api/"):
                await _say(answer, 401, NEEDS_KEY, ("www-authenticate", "Bearer"))
            else:
                await _say_page(answer, 401, ("www-authenticate", "Bearer"))
        elif is_question and any(origin not in pages for origin in found.get("origin", [])):
            await _say(answer, 403, "a page of another site may not ask")
        elif scope["path"] == "/" and scope["query_string"]:
            await _say(answer, 303, "the page is at ./", ("location", "./"), ("cache-control", "no-store"))
        else:
            await self._app(scope, receive, answer)

    def _key_in(self, scope: Scope) -> list[str]:
        pairs = (pair.partition("=") for pair in scope["query_string"].decode("latin-1").split("&"))
        return [unquote(value) for name, _, value in pairs if name == "key"]

    def _is_key(self, *words: str) -> bool:
        return any(compare_digest(word.encode(), self._key) for word in words)

    def _has_cookie(self, headers: Iterable[str]) -> bool:
        pairs = (pair.strip().partition("=") for header in headers for pair in header.split(";"))
        ours = [value for name, _, value in pairs if name == self._cookie]
        return any(compare_digest(value.encode(), self._pass.encode()) for value in ours)


def _name_in(host: str) -> str:
    """Return the name or address in a ``Host``, without the port."""
    name, colon, port = host.rpartition(":")
    if not (colon and port.isdecimal()):
        name = host
    return name.removeprefix("[").removesuffix("]").lower()


def _is_address(name: str) -> bool:
    """Return whether ``name`` is an address in numbers, which no other machine's name can be turned into."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    """Return ``send`` with the headers of every answer added, and bodies cut into pieces that are waited for."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            names = {name.lower() for name, _ in own}
            more = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
            message = {**message, "headers": own + [header for header in more if header[0] not in names]}
        body = message.get("body", b"")
        for start in range(0, len(body) - PIECE_BYTES, PIECE_BYTES):
            await send({"type": message["type"], "body": body[start : start + PIECE_BYTES], "more_body": True})
        if len(body) > PIECE_BYTES:
            message = {**message, "body": body[(len(body) - 1) // PIECE_BYTES * PIECE_BYTES :]}
        await send(message)

    return answer


async def _say(send: Send, status: int, sentence: str, *headers: tuple[str, str]) -> None:
    body = json.dumps({"error": sentence}).encode()
    await _whole(send, status, body, ("content-type", "application/json"), *headers)


async def _say_page(send: Send, status: int, *headers: tuple[str, str]) -> None:
    body = (KEY_PAGE % (" data-right=yes" if status == 200 else "")).encode()
    about = {"content-type": "text/html; charset=utf-8", "content-security-policy": KEY_PAGE_POLICY}
    await _whole(send, status, body, *about.items(), ("cache-control", "no-store"), *headers)


async def _whole(send: Send, status: int, body: bytes, *headers: tuple[str, str]) -> None:
    listed = [(name.encode(), value.encode()) for name, value in headers]
    listed.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": body})


def bounded_protocol() -> type[H11Protocol]:
    """Return uvicorn's protocol with bounds: on connections, and on the time that half a request or an answer takes."""
    from uvicorn.protocols.http.h11_impl import H11Protocol  # an extra

    between: dict[Any, None] = {}  # connections without a request at work, those that came first at the front

    class BoundedProtocol(H11Protocol):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            self._timers: dict[str, asyncio.TimerHandle] = {}

        def _begin(self, what: str, seconds: float) -> None:
            if what not in self._timers:
                self._timers[what] = self.loop.call_later(seconds, self.transport.abort)

        def _end(self, *which: str) -> None:
            for what in which:
                if timer := self._timers.pop(what, None):
                    timer.cancel()

        def _note(self) -> None:
            """Note whether a request is at work; a next one has to have its lines soon once it has begun."""
            if self.cycle is None or self.cycle.response_complete:
                between.setdefault(self)
            else:
                self._end("head")
                between.pop(self, None)

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._note()
            self._begin("head", HEAD_SECONDS)
            if len(self.connections) > MAX_CONNECTIONS:
                oldest = next(iter(between))
                del between[oldest]
                oldest.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._end(*self._timers)
            between.pop(self, None)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            self._begin("head", HEAD_SECONDS)
            super().data_received(data)
            self._note()

        def on_response_complete(self) -> None:
            if not self.flow.write_paused:
                self._end("unread", "reading")
            super().on_response_complete()
            self._note()

        def pause_writing(self) -> None:
            self._begin("unread", UNREAD_SECONDS)
            self._begin("reading", READING_SECONDS)
            super().pause_writing()

        def resume_writing(self) -> None:
            self._end("unread")
            if self.cycle is None or self.cycle.response_complete:
                self._end("reading")
            super().resume_writing()

        def send_400_response(self, msg: str) -> None:
            body = json.dumps({"error": msg}).encode()
            about = {**HEADERS, "Content-Type": "application/json", "Content-Length": len(body), "Connection": "close"}
            lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {value}" for name, value in about.items()), "", ""]
            self.transport.write("\r\n".join(lines).encode() + body)
            self.transport.close()

    return BoundedProtocol
