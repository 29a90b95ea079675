"""The server of the page: its files, its refusals, questions cut short, and many at once."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import pytest

from solvers.serve import server
from solvers.serve.answerers import MAX_WORKER_BYTES, SHORT
from solvers.serve.ask import WORDS
from solvers.serve.request import ServeRequest
from solvers.serve.server import MAX_QUESTION_BYTES, page_files
from tests.solvers.serve.servers import Served, ask, get, serving

pytest.importorskip("starlette", reason="the server's libraries are missing")
pytest.importorskip("uvicorn", reason="the server's libraries are missing")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server with two workers and five seconds for a question."""
    with serving("--workers", "2", "--time-limit", "5") as started:
        yield started


GRID = {"puzzle": "sudoku", "entries": {"r1c1": "1"}, "settings": {"order": "9", "boxes": "3x3"}}
SLOW = {"puzzle": "cover", "instance": "pentominoes-6x10", "all": True, "backend": "backtracking"}


def test_every_file_of_the_page_is_served_with_its_type_and_a_policy(served: Served) -> None:
    for path in page_files():
        response = get(served, path)
        assert response.status == 200
        assert "unsafe-inline' script" not in response.headers["Content-Security-Policy"]
        assert "script-src 'self' 'wasm-unsafe-eval'" in response.headers["Content-Security-Policy"]
        assert response.read()


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/pyproject.toml", "//etc/passwd", "/server.py", "/README.md", "/vendor/"]
)
def test_no_other_file_is(served: Served, path: str) -> None:
    assert get(served, path).status == 404


def test_a_question_is_answered_as_json_and_as_events(served: Served) -> None:
    status, body = ask(served, "judge", {"document": GRID})
    assert (status, json.loads(body)[0]["verdict"]) == (200, "several")
    status, body = ask(served, "judge", {"document": GRID}, Accept="text/event-stream")
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
def test_what_is_malformed_is_refused_in_a_sentence(
    served: Served, word: str, body: bytes | object, status: int
) -> None:
    found, answer = ask(served, word, body)
    assert found == status
    records = json.loads(answer)
    assert (records[0] if isinstance(records, list) else records)["error"]


OWN = {"source": "from models import Model\nmodel = Model('one')\nmodel.new_int_var(1, 2, 'x')\n"}


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 401),
        ("GET", "/app.js", {}, 401),
        ("GET", "/nothing", {}, 401),
        ("GET", "/api/openapi.json", {}, 401),
        ("HEAD", "/", {}, 401),
        ("GET", "/?key=guessed", {}, 401),
        ("GET", "/?key=", {}, 401),
        ("GET", "/?key={key}", {}, 200),
        ("GET", "/app.js?key={key}", {}, 401),  # one address takes it
        ("GET", "/app.js", {"Cookie": "puzzlebench-{port}={key}"}, 401),
        ("GET", "/app.js", {"Cookie": "puzzlebench-1={cookie}"}, 401),
        ("GET", "/app.js", {"Cookie": "puzzlebench-{port}=tossed; puzzlebench-{port}={cookie}"}, 200),
        ("GET", "/?again", {"Cookie": "puzzlebench-{port}={cookie}"}, 303),
        ("GET", "/app.js", {"Authorization": "Bearer {key}"}, 200),
        ("GET", "/app.js", {"Authorization": "Bearer {key}x"}, 401),
        ("GET", "/app.js", {"Authorization": "Bearer "}, 401),
        ("GET", "/app.js", {"Authorization": "Basic {key}"}, 401),
        ("POST", "/api/open", {}, 401),
        ("POST", "/api/open?key={key}", {}, 401),
        ("POST", "/?key={key}", {}, 401),
        ("POST", "/api/open", {"Cookie": "puzzlebench-{port}={cookie}"}, 401),  # any port of this machine is sent it
        ("POST", "/api/open", {"Cookie": "puzzlebench-{port}={cookie}", "Origin": "http://{home}"}, 401),
        ("POST", "/api/open", {"Authorization": "Bearer {key}"}, 200),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Origin": "http://{home}"}, 200),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Origin": "http://127.0.0.1:{port}"}, 403),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Origin": "http://evil.example"}, 403),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Origin": "null"}, 403),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "evil.example"}, 400),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "127.0.0.1.evil.example:{port}"}, 400),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "192.168.0.1"}, 400),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "LOCALHOST:{port}"}, 200),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "127.0.0.1:{port}"}, 200),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "[::1]:{port}"}, 200),
        ("POST", "/api/open", {"Authorization": "Bearer {key}", "Host": "page.localhost:{port}"}, 400),
        ("POST", "/api/open", {"Host": "127.0.0.1:{port}"}, 401),
        # Another account that had the port before can have left something in a browser for these names.
        ("GET", "/", {"Host": "127.0.0.1:{port}"}, 404),
        ("GET", "/?key={key}", {"Host": "127.0.0.1:{port}"}, 404),
        ("GET", "/?key={key}", {"Host": "localhost:{port}"}, 404),
        ("GET", "/app.js", {"Host": "localhost:{port}", "Cookie": "puzzlebench-{port}={cookie}"}, 404),
        ("PUT", "/api/open", {"Authorization": "Bearer {key}"}, 405),
        ("GET", "/api/open", {"Authorization": "Bearer {key}"}, 404),
    ],
)
def test_nothing_is_answered_without_the_key(
    served: Served, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    given = get(served, f"/?key={served.key}", Authorization="").headers["Set-Cookie"]
    name, _, cookie = given.partition(";")[0].partition("=")
    assert (name, cookie != served.key) == (f"puzzlebench-{served.port}", True)
    assert given.partition("; ")[2] == "HttpOnly; SameSite=Strict; Path=/"

    def filled(text: str) -> str:
        return text.format(key=served.key, home=served.home, port=served.port, cookie=cookie)

    sent = {"Authorization": ""} | {name: filled(value) for name, value in headers.items()}
    response = get(served, filled(path), method, json.dumps(OWN).encode() if method == "POST" else None, **sent)
    assert response.status == status
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["Referrer-Policy"] == "no-referrer"
    told = response.read().decode() + str(response.headers)
    assert served.key not in told
    assert served.home.partition(":")[0] not in told


@pytest.mark.parametrize("head", ["GET / HTTP/1.1", "GET /\0 HTTP/1.1\r\nHost: 127.0.0.1", "nonsense"])
def test_what_is_no_request_is_refused_with_the_policy_too(served: Served, head: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(f"{head}\r\n\r\n".encode())
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"frame-ancestors 'none'" in answer


def test_other_machines_ask_by_an_address_or_a_name_of_the_list_and_bring_no_python() -> None:
    with serving("--host", "0.0.0.0", "--names", "puzzles.example,other.example", stderr=subprocess.PIPE) as served:
        hosts = ("127.0.0.1", "192.168.0.7:80", "[::1]:80", "puzzles.example", "evil.example", "0x7f.1", "")
        found = {host: ask(served, "open", {"puzzle": "sudoku"}, Host=host or " ")[0] for host in hosts}
        assert found == dict.fromkeys(hosts[:4], 200) | dict.fromkeys(hosts[4:], 400)
        assert ask(served, "open", OWN)[0] == 403
        assert ask(served, "judge", {"document": {"puzzle": "sudoku", "rules": "x"}})[0] == 403
        assert get(served, "/", Authorization="").status == 401
        assert served.process.stderr is not None
        assert served.process.stderr.readline().startswith("warning: other machines can reach this server")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "99999"], "--port is 99999; a number up to 65535 is expected"),
        (["--names", "http://puzzles.example"], "names such as puzzles.example are expected"),
        (["--names", "puzzles.example,*"], "--names has '*'"),
        (["--host", "192.0.2.1"], "port 0 at 192.0.2.1 cannot be had"),
        (["--host", "nowhere.invalid"], "port 0 at nowhere.invalid cannot be had"),
        (["--port", "{taken}"], "port {taken} at 127.0.0.1 cannot be had; --port and --host name others"),
    ],
)
def test_where_it_cannot_listen_one_sentence_says_so(served: Served, words: list[str], told: str) -> None:
    words = ["--port", "0", *(word.format(taken=served.port) for word in words)]
    ended = subprocess.run([sys.executable, "-m", "solvers.serve", *words], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert told.format(taken=served.port) in ended.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_page_is_at_a_random_name_that_a_private_file_keeps(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    file = tmp_path / "puzzlebench" / "page-name"
    name = server._home(host)
    assert re.fullmatch(r"[0-9a-f]{24}\.localhost", name)
    assert server._home(host) == file.read_text() == name
    assert file.stat().st_mode & 0o777 == 0o600


def _loosen(file: Path) -> None:
    file.chmod(0o644)


def _garble(file: Path) -> None:
    file.write_text("evil.example")


def _link(file: Path) -> None:
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    file.symlink_to(elsewhere)


@pytest.mark.parametrize("spoil", [Path.unlink, _loosen, _garble, _link])
def test_a_name_that_others_can_know_or_write_is_made_anew(
    spoil: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    name, file = server._home("127.0.0.1"), tmp_path / "puzzlebench" / "page-name"
    spoil(file)
    assert server._home("127.0.0.1") != name
    assert re.fullmatch(r"[0-9a-f]{24}\.localhost", server._home("127.0.0.1"))


def test_where_no_name_can_be_kept_it_is_new_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert server._home("localhost") != server._home("localhost")


def test_a_name_that_is_added_has_the_page_too() -> None:
    with serving("--names", "puzzles.example, other.example") as served:
        hosts = (served.home, "puzzles.example", "OTHER.example:80", "127.0.0.1", "evil.example")
        assert [get(served, "/app.js", Host=host).status for host in hosts] == [200, 200, 200, 404, 400]


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_an_address_is_printed_that_can_be_asked(host: str) -> None:
    assert not ip_address(server._home(host)).is_unspecified


def test_the_key_is_in_no_list_of_processes_and_the_folder_is_private(tmp_path: Path) -> None:
    words = tmp_path / "words"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s' \"$*\" > {words}.part && mv {words}.part {words}\n")
    browser.chmod(0o755)
    environment = os.environ | {"BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    with serving("--open", env=environment) as served:
        while not words.exists():
            sleep(0.02)
        page = Path(words.read_text().removeprefix("file://"))
        assert served.address in page.read_text()
        assert page.parent.stat().st_mode & 0o777 == 0o700
        assert page.parent.parent == tmp_path
        tell = f"open({str(tmp_path / 'where')!r}, 'w').write(tempfile.gettempdir() + ' ' + __file__)"
        written = f"{OWN['source']}import tempfile\n{tell}"
        assert ask(served, "open", {"source": written})[0] == 200
        assert all(place.startswith(str(page.parent)) for place in (tmp_path / "where").read_text().split())
    assert not page.parent.exists()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_at_once_with_questions_running_and_half_a_body_and_leaves_nothing(
    ending: signal.Signals, tmp_path: Path
) -> None:
    options = ("--workers", "1", "--time-limit", "100000")
    with serving(*options, env=os.environ | {"TMPDIR": str(tmp_path)}, stderr=subprocess.PIPE) as served:
        halves = [b"GET / HT", head_of(served, 1_000) + b"{"]
        whole = json.dumps(SLOW).encode()
        questions = [head_of(served, len(whole)) + whole] * 3
        connections = [socket.create_connection(("127.0.0.1", served.port)) for _ in (*halves, *questions)]
        for connection, text in zip(connections, [*halves, *questions], strict=True):
            connection.sendall(text)
        while not (workers := children(served.process.pid)):
            sleep(0.05)
        served.process.send_signal(ending)
        assert served.process.wait(60) == 0  # a question alone may take longer
        assert served.process.stderr is not None
        assert served.process.stderr.read() == ""
        for connection in connections:
            connection.close()
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
        assert not list(tmp_path.iterdir())


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
def test_what_cannot_be_a_question_is_refused_in_a_sentence(served: Served, body: bytes) -> None:
    status, answer = ask(served, "open", body)
    assert status == 400
    assert json.loads(answer)["error"]


def test_an_answer_that_is_no_error_is_no_failure(served: Served) -> None:
    status, answer = ask(served, "run", {"puzzle": "sudoku", "instance": "order_6"})
    assert status == 200
    assert json.loads(answer)[0]["found"] == 1


@pytest.mark.slow
def test_a_thousand_malformed_requests_leave_it_serving(served: Served) -> None:
    chance = random.Random(22)
    words = [*WORDS, "", "x", "judge/../run"]
    for number in range(1_000):
        body = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        if number % 3 == 0:
            body = json.dumps(
                {chance.choice(["document", "puzzle", "state", "text"]): chance.choice([None, 3, [], {}, "x" * 99])}
            ).encode()
        status, _ = ask(served, chance.choice(words).replace("/", "%2F"), body)
        assert 200 <= status < 500
    assert ask(served, "judge", {"document": GRID})[0] == 200


def test_a_search_that_takes_too_long_is_cut_short_and_the_next_is_answered(served: Served) -> None:
    _, body = ask(served, "run", SLOW)
    assert "cut short" in json.loads(body)[-1]["error"]
    assert ask(served, "judge", {"document": GRID})[0] == 200


def test_python_of_one_document_meets_no_other(served: Served) -> None:
    marks = {**OWN, "source": OWN["source"] + "import builtins\nbuiltins.mark = getattr(builtins, 'mark', 0) + 1\n"}
    looks = {**OWN, "source": OWN["source"] + "import builtins\n1 / (not hasattr(builtins, 'mark'))\n"}
    assert [ask(served, "open", one)[0] for one in (marks, looks, marks, looks)] == [200] * 4


@pytest.mark.skipif(sys.platform != "linux", reason="other systems let a process have what there is")
def test_a_question_may_not_take_all_memory(served: Served) -> None:
    hungry = {"source": f"{OWN['source']}held = bytearray({2 * MAX_WORKER_BYTES})"}
    status, answer = ask(served, "open", hungry)
    assert (status, "memory" in json.loads(answer)[0]["error"]) == (422, True)


def test_short_questions_wait_for_no_search() -> None:
    body = json.dumps(SLOW).encode()
    with serving("--workers", "1", "--time-limit", "100000") as served, ExitStack() as held:
        for _ in range(3):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            connection.sendall(head_of(served, len(body)) + body)
        while not children(served.process.pid):
            sleep(0.05)
        assert [ask(served, word, {"puzzle": "sudoku", "document": GRID})[0] for word in sorted(SHORT)] == [200] * 4


def test_a_search_that_nobody_waits_for_makes_room(served: Served) -> None:
    for _ in range(4):  # more than there are workers
        body = json.dumps(SLOW).encode()
        with socket.create_connection(("127.0.0.1", served.port)) as connection:
            connection.sendall(head_of(served, len(body)) + body)
            sleep(0.3)
    started = perf_counter()
    assert ask(served, "judge", {"document": GRID})[0] == 200
    assert perf_counter() - started < 7  # four times five seconds on two workers would be ten


def head_of(served: Served, length: int) -> bytes:
    """The lines of a question before its body, as a script sends them."""
    lines = ["POST /api/run HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {served.key}"]
    return "\r\n".join([*lines, f"Content-Length: {length}", "", ""]).encode()


@pytest.mark.skipif(not Path("/proc").exists(), reason="it finds the server's processes in /proc")
def test_a_worker_that_is_killed_costs_its_question_alone() -> None:
    with serving("--workers", "1", "--time-limit", "60") as served, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, served, "run", SLOW)
        while not (workers := children(served.process.pid)):
            sleep(0.05)
        sleep(0.5)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        assert "unexpectedly" in json.loads(asked.result()[1])[-1]["error"]
        assert ask(served, "judge", {"document": GRID})[0] == 200


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
def test_twenty_browsers_at_once_wait_less_than_two_seconds(served: Served) -> None:
    ask(served, "judge", {"document": GRID})

    def typing(browser: int) -> list[float]:
        waits = []
        for place in range(8):
            entries = {f"r{1 + browser % 9}c{1 + place}": str(1 + place)}
            started = perf_counter()
            status, _ = ask(served, "judge", {"document": {**GRID, "entries": entries}})
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


def test_the_interface_is_described_and_everything_described_answers(served: Served) -> None:
    described = json.loads(get(served, "/api/openapi.json").read())
    assert {path.rpartition("/")[2] for path in described["paths"]} == {*WORDS}
    for path, operations in described["paths"].items():
        post = operations["post"]
        assert post["summary"], path
        assert ask(served, path.rpartition("/")[2], {})[0] in (200, 422), path
