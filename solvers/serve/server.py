"""The server of the page: its files, and questions as ``POST /api/WORD`` answered by server-sent events."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.errors import InputError, PuzzlebenchError
from models.kit.names import shown
from solvers.serve.answerers import Answerers, TooBusy
from solvers.serve.ask import WORDS
from solvers.serve.request import ServeRequest

if TYPE_CHECKING:  # an extra: only who serves imports it
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

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; frame-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAX_QUESTION_BYTES = 1_000_000
MAX_NESTING = 20  # of lists and objects in a question
MAX_SECONDS = 20.0  # for a question, where no time limit is set


def page_files() -> dict[str, Path]:
    """The files of the page by the path at which each is served."""
    found = {f"/{path.relative_to(WEB).as_posix()}": path for path in sorted(WEB.rglob("*")) if path.suffix in TYPES}
    return {"/": WEB / "index.html", **found}


def application(request: ServeRequest) -> Starlette:
    """The server as an ASGI application."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route

    answerers = Answerers(request.workers or os.cpu_count() or 1, request.time_limit or MAX_SECONDS)
    files = page_files()

    def refused(status: int, sentence: str) -> Response:
        return JSONResponse({"error": sentence}, status, headers=HEADERS)

    async def page(asked: Request) -> Response:
        path = files.get(asked.url.path)
        if path is None:
            return refused(404, f"there is no {shown(asked.url.path)} here")
        return Response(path.read_bytes(), media_type=TYPES[path.suffix], headers=HEADERS)

    async def api(asked: Request) -> Response:
        word = asked.path_params["word"]
        if word not in WORDS:
            return refused(404, f"there is no question {shown(word)}; there is {', '.join(WORDS)}")
        if asked.headers.get("origin", f"http://{asked.url.netloc}") != f"http://{asked.url.netloc}":
            return refused(403, "a page of another site may not ask")
        try:
            question = {**await _body(asked), "ask": word}
        except InputError as error:
            return refused(413 if isinstance(error, TooLarge) else 400, str(error))

        if request.host not in LOOPBACK and _has_code(question):
            return refused(403, "Python of one's own is run only where the server listens to this machine alone")

        async def is_wanted() -> bool:
            return not await asked.is_disconnected()

        records = answerers.records(question, is_wanted)
        try:
            first = await anext(records, None)
        except TooBusy as error:
            return refused(503, str(error))
        if first is not None and first.get("error") and "text/event-stream" not in asked.headers.get("accept", ""):
            await records.aclose()
            return JSONResponse([first], 422, headers=HEADERS)
        if "text/event-stream" not in asked.headers.get("accept", ""):
            return JSONResponse([first, *[record async for record in records]] if first else [], headers=HEADERS)

        async def events() -> AsyncIterator[str]:
            if first is not None:
                yield f"data: {json.dumps(first, ensure_ascii=False)}\n\n"
            async for record in records:
                yield f"data: {json.dumps(record, ensure_ascii=False)}\n\n"
            yield "event: end\ndata: \n\n"

        return StreamingResponse(events(), media_type="text/event-stream", headers=HEADERS)

    async def described(_: Request) -> Response:
        from solvers.serve.openapi import description  # only who reads it waits for it

        return JSONResponse(description(), headers=HEADERS)

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        yield
        answerers.close()

    hosts = ["*"] if request.host not in LOOPBACK else ["127.0.0.1", "localhost", "[::1]"]
    return Starlette(
        routes=[
            Route("/api/openapi.json", described),
            Route("/api/{word:str}", api, methods=["POST"]),
            Route("/{path:path}", page),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)],
        lifespan=lifespan,
    )


def _has_code(question: Mapping[str, Any]) -> bool:
    """Whether a question, or a document in it, brings Python along."""
    documents = [question, question.get("document")]
    if isinstance(listed := question.get("documents"), list):
        documents += listed
    return any(isinstance(one, Mapping) and (one.get("source") or one.get("rules")) for one in documents)


class TooLarge(InputError):
    """A question has too many bytes."""


async def _body(asked: Request) -> dict[str, Any]:
    """The JSON object in the body of a request; InputError where there is none, or it is too large."""
    body = bytearray()
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


def serve(request: ServeRequest) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        PuzzlebenchError: when the libraries for that are missing, or the port is taken.
    """
    try:
        import uvicorn  # an extra
    except ImportError:
        raise PuzzlebenchError("the server needs two libraries: pip install 'puzzlebench[web]'") from None
    config = uvicorn.Config(
        application(request), host=request.host, port=request.port, log_level="warning", access_log=False
    )
    try:
        listening = config.bind_socket()
    except SystemExit:
        raise PuzzlebenchError(f"port {request.port} at {request.host} cannot be had; --port names another") from None
    listening.listen(128)  # before anybody is told of it
    name = f"[{request.host}]" if ":" in request.host else request.host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"the page is at {address} (Ctrl-C ends it)", flush=True)
    if request.open:
        from webbrowser import open_new_tab  # only where it is asked for

        open_new_tab(address)
    with suppress(KeyboardInterrupt):  # the way to end it
        asyncio.run(uvicorn.Server(config).serve([listening]))
