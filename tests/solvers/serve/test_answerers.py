"""Workers that run somebody's Python: whatever it does, the asker is told a sentence and the next one is answered."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from solvers.serve import answerers as serving_room
from solvers.serve.answerers import MAX_PRINTED_BYTES, MAX_WORKER_BYTES, Answerers
from solvers.serve.ask import Record
from tests.patience import awaited, wait_until
from tests.solvers.serve.servers import ask, serving
from tests.third_party import is_running

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks at descriptors and processes as Linux has them")

OWN = "from models import Model\nmodel = Model('one')\nmodel.new_int_var(1, 2, 'x')\nimport os, signal, sys\n"
PIPES = "[int(name) for name in os.listdir('/proc/self/fd') if int(name) > 2]"
WRITE = OWN + f"for f in {PIPES}:\n  try: os.write(f, {{}})\n  except OSError: pass\n"
LONG_BYTES = 1 << 20


async def _wanted() -> bool:
    return True


@asynccontextmanager
async def _answering(folder: Path, seconds: float = 60.0) -> AsyncIterator[Callable[..., Any]]:
    answerers = Answerers(1, seconds, str(folder))

    async def asked(**question: Any) -> list[Record]:
        return [record async for record in answerers.records({"ask": "open", **question}, _wanted)]

    try:
        yield asked
    finally:
        answerers.close()


def answers(folder: Path, *sources: str, seconds: float = 60.0) -> list[list[Record]]:
    """What own Python is answered in turn, by the same server."""

    async def all_of_them() -> list[list[Record]]:
        async with _answering(folder, seconds) as asked:
            return [await asked(source=source) for source in sources]

    return awaited(all_of_them())


def sentence(records: list[Record]) -> str:
    """The one sentence in an answer."""
    (record,) = records
    found: str = record["error"]
    return found


class Touch:
    """A pickle that makes a file where it is read."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return Path.touch, (self.file,)


def framed(pickled: bytes) -> bytes:
    """A pickle as a pipe of Python's carries it."""
    return len(pickled).to_bytes(4, "big") + pickled


@LINUX
def test_a_pickle_from_somebodys_python_is_not_read(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    found = answers(tmp_path / "folder", WRITE.format(framed(pickle.dumps(Touch(mark))) + b"\n") + "signal.pause()")
    assert ("malformed" in sentence(found[0]), mark.exists()) == (True, False)


@LINUX
@pytest.mark.parametrize(
    "written",
    [
        b"\n",
        b"[1]\n",
        b"3\n",
        b"null\n",
        b"\xff\n",
        b'{"a": "\\ud800"}\n',
        b"[" * 100_000 + b"\n",
        b'{"a": ' * 100_000 + b"\n",
        b"9" * 5_000 + b"\n",
    ],
)
def test_what_no_worker_says_is_told_in_a_sentence(written: bytes, tmp_path: Path) -> None:
    found, others = answers(tmp_path, WRITE.format(written) + "signal.pause()", OWN)
    assert ("malformed" in sentence(found), "document" in others[0]) == (True, True)


@LINUX
def test_an_answer_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_room, "MAX_RECORD_BYTES", LONG_BYTES)
    endless = OWN + f"while True:\n  for f in {PIPES}:\n    try: os.write(f, b'x' * {LONG_BYTES})\n"
    (found,) = answers(tmp_path, endless + "    except OSError: pass\n")
    assert "too long" in sentence(found)


@LINUX
@pytest.mark.parametrize("written", [b"\0\0", b"\0\0\0\0", b'{"a": '])
def test_half_a_message_is_cut_short_and_the_next_question_is_answered(written: bytes) -> None:
    half = {"source": WRITE.format(written) + "signal.pause()"}
    with serving("--workers", "1", "--time-limit", "3", stderr=subprocess.PIPE) as served:
        assert ["cut short" in ask(served, "open", half)[1].decode() for _ in range(2)] == [True, True]
        assert ask(served, "open", {"puzzle": "sudoku"})[0] == 200
        assert served.end() == 0
        assert served.process.stderr is not None
        assert served.process.stderr.read() == ""


@LINUX
def test_python_that_closes_everything_costs_its_worker_alone() -> None:
    closes = OWN + "os.closerange(3, os.sysconf('SC_OPEN_MAX'))\nsignal.pause()"
    with serving("--workers", "1", "--time-limit", "3") as served:
        assert "error" in json.loads(ask(served, "open", {"source": closes})[1])[0]
        assert ask(served, "open", {"puzzle": "sudoku"})[0] == 200


@LINUX
def test_a_worker_that_takes_no_question_any_more_is_cut_short(tmp_path: Path) -> None:
    """The first answer comes from a worker that has stopped reading; a long question finds no room in its pipe."""
    early = f'for f in {PIPES}:\n  try: os.write(f, b"true\\n")\n  except OSError: pass\n'
    source = OWN + early + "os.kill(os.getpid(), 19)\n#" + "x" * 900_000  # 19 stops it
    first, second = answers(tmp_path, source, source, seconds=3.0)
    assert (first, "cut short" in sentence(second)) == ([], True)


def test_each_worker_has_a_folder_of_its_own_which_goes_with_it(tmp_path: Path) -> None:
    tell = OWN + "import tempfile\n1 / 0 if os.environ['TMPDIR'] != tempfile.gettempdir() else None\n"
    sources = [f"{tell}# {number}" for number in range(6)]
    assert all("document" in found[0] for found in answers(tmp_path, *sources))
    wait_until(lambda: not list(tmp_path.iterdir()))


def test_python_that_removes_the_folders_harms_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    removes = OWN + f"import shutil\nshutil.rmtree({str(folder)!r})\n"
    found = answers(folder, removes, OWN, removes + "1 / 0", removes + "1 / 0")
    assert ["document" in found[0][0], "document" in found[1][0]] == [True, True]
    assert ["division by zero" in sentence(one) for one in found[2:]] == [True, True]


@LINUX
def test_the_limit_of_memory_cannot_be_raised(tmp_path: Path) -> None:
    tells = OWN + "import resource\nraise ValueError(resource.getrlimit(resource.RLIMIT_DATA))"
    assert str((MAX_WORKER_BYTES, MAX_WORKER_BYTES)) in sentence(answers(tmp_path, tells)[0])


def test_a_long_error_is_cut(tmp_path: Path) -> None:
    (found,) = answers(tmp_path, OWN + "raise ValueError('x' * 1_000_000)")
    assert len(sentence(found)) <= serving_room.MAX_ERROR_LETTERS + 2


def test_what_a_worker_prints_is_bounded() -> None:
    prints = {"source": OWN + "for _ in range(100): print('x' * 100_000, flush=True)"}
    with serving("--workers", "1", stderr=subprocess.PIPE) as served:
        assert served.process.stderr is not None
        assert ask(served, "open", prints)[0] == 200
        served.end()
        assert len(served.process.stderr.read()) == MAX_PRINTED_BYTES


@LINUX
def test_what_left_the_process_group_ends_with_the_worker(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    starts = (
        f"import subprocess\nprocess = subprocess.Popen(['sleep', '1000'], process_group=0)\nopen({str(pid)!r}, 'w')"
    )
    assert "document" in answers(tmp_path / "folder", OWN + starts + ".write(str(process.pid))")[0][0]
    wait_until(lambda: not is_running(int(pid.read_text())))


def test_the_server_ends_while_half_a_message_is_awaited(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    half = {"source": WRITE.format(b"\0\0") + f"open({str(mark)!r}, 'w').close()\nsignal.pause()"}
    with serving("--workers", "1", "--time-limit", "100000", stderr=subprocess.PIPE) as served:
        asked = subprocess.Popen(
            [sys.executable, "-c", ASKING, f"http://127.0.0.1:{served.port}/", served.key, half["source"]]
        )
        wait_until(mark.exists)
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(60) == 0
        assert served.process.stderr is not None
        assert served.process.stderr.read() == ""
        asked.wait(60)


ASKING = """
import json, sys, urllib.request
address, key, source = sys.argv[1:]
head = {"Authorization": f"Bearer {key}"}
request = urllib.request.Request(address + "api/open", json.dumps({"source": source}).encode(), head)
try:
    urllib.request.urlopen(request)
except OSError:
    pass
"""
