"""The server of the page: its files, and questions as ``POST /api/WORD`` answered by server-sent events."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from pathlib import Path
from secrets import token_hex, token_urlsafe
from shutil import rmtree
from socket import AF_INET, AF_INET6, SOCK_DGRAM, create_server, has_dualstack_ipv6, socket
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from models.errors import InputError, PuzzlebenchError
from models.kit.names import shown
from solvers.cli.exits import uninterrupted
from solvers.serve.answerers import Answerers, TooBusy, code_of
from solvers.serve.ask import WORDS, Record
from solvers.serve.gate import LOOPBACK, Gate, Receive, Scope, Send, bounded_protocol
from solvers.serve.request import ServeRequest

if TYPE_CHECKING:  # an extra: only who serves imports it
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

WEB = Path(__file__).parents[1] / "web"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The files of the page that are served, by how their names end."""

MAX_QUESTION_BYTES = 1_000_000
MAX_NESTING = 20  # of lists and objects in a question
MAX_SECONDS = 20.0  # for a question, where no time limit is set
BODY_SECONDS = 10.0  # for all of a question to come


def page_files() -> dict[str, Path]:
    """The files of the page by the path at which each is served."""
    found = {f"/{path.relative_to(WEB).as_posix()}": path for path in sorted(WEB.rglob("*")) if path.suffix in TYPES}
    return {"/": WEB / "index.html", **found}


def application(request: ServeRequest, answerers: Answerers) -> Starlette:
    """Return the server as an ASGI application, without the gate before it."""
    from starlette.applications import Starlette
    from starlette.requests import ClientDisconnect
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    files = page_files()

    def refused(status: int, sentence: str) -> Response:
        return JSONResponse({"error": sentence}, status)

    async def page(asked: Request) -> Response:
        path = files.get(asked.url.path)
        if path is None:
            return refused(404, f"there is no {shown(asked.url.path)} here")
        return Response(path.read_bytes(), media_type=TYPES[path.suffix])

    async def api(asked: Request) -> Response | AnswerStream:
        word = asked.path_params["word"]
        if word not in WORDS:
            return refused(404, f"there is no question {shown(word)}; there is {', '.join(WORDS)}")
        try:
            async with asyncio.timeout(BODY_SECONDS):
                question = {**await _body(asked), "ask": word}
        except InputError as error:
            return refused(413 if isinstance(error, TooLarge) else 400, str(error))
        except ClientDisconnect:
            return Response()  # which nobody reads
        except TimeoutError:
            return refused(408, f"the question did not come within {BODY_SECONDS:g} s")
        if request.host not in LOOPBACK and code_of(question):
            return refused(403, "Python of one's own is run only where the server listens to this machine alone")

        async def is_wanted() -> bool:
            return not await asked.is_disconnected()

        as_events = "text/event-stream" in asked.headers.get("accept", "")
        return AnswerStream(answerers.records(question, is_wanted), is_wanted, as_events)

    async def described(_: Request) -> Response:
        from solvers.serve.openapi import description  # only who reads it waits for it

        return JSONResponse(description())

    return Starlette(
        routes=[
            Route("/api/openapi.json", described),
            Route("/api/{word:str}", api, methods=["POST"]),
            Route("/{path:path}", page),
        ],
        exception_handlers={405: lambda *_: refused(405, "pages are read (GET), and questions sent (POST /api/WORD)")},
    )


class AnswerStream:
    """Records on their way to who asked: each is sent before the next is taken from the worker."""

    def __init__(
        self, records: AsyncGenerator[Record, None], is_wanted: Callable[[], Awaitable[bool]], as_events: bool
    ) -> None:
        self._records, self._is_wanted, self._as_events = records, is_wanted, as_events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._records) as records:
            try:
                first, status = await anext(records, None), 200
            except TooBusy as error:
                first, status = {"error": str(error)}, 503
            if status == 503 or (first and first.get("error") and not self._as_events):
                written = json.dumps([first] if status == 200 else first).encode()
                await self._begin(send, 422 if status == 200 else 503, b"application/json")
                await send({"type": "http.response.body", "body": written})
                if status == 200:
                    await anext(records, None)  # mostly there is none, and the worker is free for another question
                return
            kind, before, between, after = EVENTS if self._as_events else LIST
            await self._begin(send, 200, kind)
            record, start = first, before
            while record is not None and await self._is_wanted():
                written = json.dumps(record, ensure_ascii=False).encode()
                await send({"type": "http.response.body", "body": start + written, "more_body": True})
                record, start = await anext(records, None), between
            await send({"type": "http.response.body", "body": after if first else before + after})

    @staticmethod
    async def _begin(send: Send, status: int, kind: bytes) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind)]})


LIST = b"application/json", b"[", b", ", b"]"
EVENTS = b"text/event-stream; charset=utf-8", b"data: ", b"\n\ndata: ", b"\n\nevent: end\ndata: \n\n"
"""The forms of an answer: its type, and what stands before the first record, between two, and after the last."""


class TooLarge(InputError):
    """A question has too many bytes."""


async def _body(asked: Request) -> dict[str, Any]:
    """The JSON object in the body of a request; InputError where there is none, or it is too large."""
    body, declared = bytearray(), asked.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > MAX_QUESTION_BYTES:
        raise TooLarge(f"a question may have {MAX_QUESTION_BYTES:,} bytes, and this one has more")
    async for chunk in asked.stream():
        body += chunk
        if len(body) > MAX_QUESTION_BYTES:
            raise TooLarge(f"a question may have {MAX_QUESTION_BYTES:,} bytes, and this one has more")
    try:
        question = json.loads(bytes(body))
    except (ValueError, RecursionError):
        raise InputError("the body is no JSON; an object is expected") from None
    try:
        json.dumps(question, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError("a text in the body has half a letter in it: a surrogate without its other half") from None
    if not _is_shallow(question):
        raise InputError(f"the body has lists and objects in each other deeper than {MAX_NESTING}")
    if not isinstance(question, dict):
        raise InputError(f"the body is {shown(question)}; a JSON object is expected")
    return question


def _is_shallow(question: Any) -> bool:
    level = [question]
    for _ in range(MAX_NESTING):
        level = [
            member
            for one in level
            if isinstance(one, dict | list)
            for member in (one.values() if isinstance(one, dict) else one)
        ]
    return not level


def listening(request: ServeRequest, key: str, home: str, answerers: Answerers) -> tuple[uvicorn.Server, socket]:
    """Return the server with its gate, which gives the page at ``home``, and the socket at which it listens already.

    Raises:
        PuzzlebenchError: when the libraries for that are missing, the port is taken, or there is none such.
    """
    try:
        import uvicorn  # an extra
    except ImportError:
        raise PuzzlebenchError("the server needs two libraries: pip install 'puzzlebench[web]'") from None

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            for connection in tuple(self.server_state.connections):  # nobody waits for what is half sent, or unread
                connection.transport.abort()
            await super().shutdown(sockets)

    bounds: Any = {
        "timeout_graceful_shutdown": 1,
        "http": bounded_protocol(),
        "ws": "none",
        "lifespan": "off",
        "proxy_headers": False,
    }
    quiet: Any = {"log_level": "error", "access_log": False, "server_header": False}
    homes = {home, *_names_in(request)}
    family = AF_INET6 if ":" in request.host else AF_INET
    is_dual = request.host == "::" and has_dualstack_ipv6()
    try:
        bound = create_server((request.host, request.port), family=family, backlog=128, dualstack_ipv6=is_dual)
    except OSError:
        place = f"port {request.port} at {request.host or 'all addresses'}"
        raise PuzzlebenchError(f"{place} cannot be had; --port and --host name others") from None
    port = bound.getsockname()[1]
    if request.host in LOOPBACK:
        app = Gate(application(request, answerers), key, port, homes, LOOPBACK)
    else:
        app = Gate(application(request, answerers), key, port, homes, any_address=True)
    return Server(uvicorn.Config(app, **bounds, **quiet)), bound


def _names_in(request: ServeRequest) -> list[str]:
    """Return the names that ``--names`` lists. Raises InputError for a name or a ``--port`` that cannot be used."""
    if request.port > MAX_PORT:
        raise InputError(f"--port is {request.port}; a number up to {MAX_PORT} is expected, or 0 for any")
    names = [name.strip().lower() for name in request.names.split(",") if name.strip()]
    for name in names:
        if not NAME.fullmatch(name):
            raise InputError(f"--names has {shown(name)}; names such as puzzles.example are expected, commas between")
    return names


MAX_PORT = 65_535
NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:]+")
"""A machine's name, or its address in numbers."""


def _home(host: str) -> str:
    """Return the name under which a browser finds the page: for this machine alone, a random one that is kept."""
    if host in LOOPBACK:
        return _kept_name()
    if host not in ("", "0.0.0.0", "::"):
        return host.lower()
    family, elsewhere, otherwise = (
        (AF_INET6, "2001:db8::1", "::1") if host == "::" else (AF_INET, "192.0.2.1", "127.0.0.1")
    )
    with suppress(OSError), socket(family, SOCK_DGRAM) as probe:
        probe.connect((elsewhere, 9))  # nothing is sent: the system only says from where it would be
        return str(probe.getsockname()[0])
    return otherwise


def _kept_name() -> str:
    """Return the random name that a private file keeps, so that the browser finds again what was begun under it.

    Without such a file, or with one that other users can read or write, a new name is made and kept.
    """
    name, made = "", f"{token_hex(12)}.localhost"
    with suppress(OSError, ValueError, RuntimeError):  # where nothing can be kept, the name is new each time
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        file = Path(state) / "puzzlebench" / "page-name"
        with suppress(FileNotFoundError), os.fdopen(os.open(file, os.O_RDONLY | O_NOFOLLOW), encoding="ascii") as kept:
            status = os.fstat(kept.fileno())
            if os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & 0o077):
                name = kept.read(MAX_NAME_CHARACTERS)
        if not KEPT_NAME.fullmatch(name):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.unlink(missing_ok=True)
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as kept:
                kept.write(made)
            return made
    return name if KEPT_NAME.fullmatch(name) else made


O_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
KEPT_NAME = re.compile(r"[0-9a-f]{24}\.localhost")
MAX_NAME_CHARACTERS = 100


def serve(request: ServeRequest) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        PuzzlebenchError: when the libraries for that are missing, or the port is taken.
    """
    key, home, folder = token_urlsafe(), _home(request.host), mkdtemp(prefix="puzzlebench-")
    answerers = Answerers(request.workers or os.cpu_count() or 1, request.time_limit or MAX_SECONDS, folder)
    try:
        server, bound = listening(request, key, home, answerers)
        name = f"[{home}]" if ":" in home else home
        address = f"http://{name}:{bound.getsockname()[1]}/?key={key}"
        print(f"the page is at {address} (Ctrl-C ends it)", flush=True)
        if request.host not in LOOPBACK:
            print(f"warning: {OPEN_TO_OTHERS}", file=sys.stderr, flush=True)
        if request.open:
            _open(address, Path(folder))
        hang_up = getattr(signal, "SIGHUP", signal.SIGINT)  # a closed terminal, which uvicorn does not look after
        if hang_up != signal.SIGINT and signal.getsignal(hang_up) is signal.default_int_handler:
            signal.signal(hang_up, server.handle_exit)
        with suppress(KeyboardInterrupt):  # the way to end it
            asyncio.run(server.serve([bound]))
    finally:
        with uninterrupted():
            answerers.close()
            rmtree(folder, ignore_errors=True)


OPEN_TO_OTHERS = (
    "other machines can reach this server, and what is sent can be read on the way, the key too. It runs no Python "
    "of one's own."
)


def _open(address: str, folder: Path) -> None:
    """Open the address in a browser, by way of a file: the words with which a program is started are for all to see."""
    from webbrowser import open_new_tab  # only where it is asked for

    page = folder / "open.html"
    page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">', encoding="utf-8")
    open_new_tab(page.as_uri())
