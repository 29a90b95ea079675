"""Work on a Dask cluster, whatever dies on the way; what it shares with own processes is in ``test_pool``."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from models.errors import InputError
from solvers.run.__main__ import main
from solvers.workers import dask_pool as dask
from solvers.workers import dask_tasks
from solvers.workers.base import MAX_AHEAD, Pool, PoolLost
from solvers.workers.pool import open_pool
from solvers.workers.usage import WORKER, worker
from solvers.workers.worker_process import WorkerLost
from tests.patience import soon, wait_until
from tests.solvers.workers.test_pool import process, slowly
from tests.third_party import ROOT

psutil = pytest.importorskip("psutil", reason="psutil comes with Dask")
distributed = pytest.importorskip("distributed", reason="Dask is not installed")
config = pytest.importorskip("dask.config")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with open_pool("local", 2) as pool:
        yield pool


def whose(number: int) -> tuple[str, int]:
    time.sleep(0.05)
    return worker(), os.getppid()


def kill_the_worker_at(number: int, mark: str) -> int:
    """Bring down Dask's own process, the first time that somebody is at 3."""
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    return number


def kill_the_worker_when_done_again(number: int, mark: str) -> int:
    """Bring down Dask's own process each time but the first."""
    if Path(mark).exists():
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    Path(mark).touch()
    return number


def stop_the_worker_at(number: int, mark: str) -> int:
    """Stop Dask's own process, the first time that somebody is at 3; its number is left as ``mark``."""
    if number == 3 and not Path(mark).exists():
        Path(mark).write_text(str(os.getppid()))
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(60)
    return number


def test_few_long_pieces_are_shared(pool: Pool) -> None:
    """Even where only one of the workers has what is to be done with them."""
    results = [result for _, result in pool.imap(partial(slowly, seconds=0.3), [1, 1])]
    assert len({result.worker for result in results}) == 2


def test_a_piece_knows_on_whose_worker_it_is(pool: Pool) -> None:
    results = [result for _, result in pool.imap(whose, range(8))]
    assert all(result.worker and result.value[0] == result.worker for result in results)
    assert os.getpid() not in {result.value[1] for result in results}


def test_a_killed_worker_loses_nothing(pool: Pool, tmp_path: Path) -> None:
    work = partial(kill_the_worker_at, mark=str(tmp_path / "killed"))
    assert [result.value for _, result in pool.imap(work, range(10))] == list(range(10))
    assert (tmp_path / "killed").exists()


def test_a_stopped_worker_is_told_of_once_and_its_pieces_are_given_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask, "QUIET_SECONDS", 0.5)
    monkeypatch.setattr(dask, "SILENT_SECONDS", 2.0)
    mark = tmp_path / "stopped"
    work = partial(stop_the_worker_at, mark=str(mark))
    with open_pool("local", 2) as pool:
        assert [result.value for _, result in pool.imap(work, range(40))] == list(range(40))
        said = capfd.readouterr().err
        assert [result.value for _, result in pool.imap(work, range(40))] == list(range(40))  # it is still stopped
        os.kill(int(mark.read_text()), signal.SIGCONT)
        results = pool.imap(whose, count())
        wait_until(lambda: next(results)[1].worker in said.split()[1])
        results.close()
    told = re.findall(
        r"^worker \d at tls://\S+ has given no sign of life for \d+ s, and has pieces? [0-9, and]*4", said, re.M
    )
    assert len(told) == said.count("no sign of life") == 1, said
    assert "no sign of life" not in capfd.readouterr().err


def test_a_piece_whose_result_was_lost_and_does_not_come_again_is_given_up(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = dask_tasks._fetched

    async def fetched_too_late(client: Any, futures: list[Any]) -> dict[Any, bytes | None]:
        for each in (lost := _at_work()):
            each.kill()
        psutil.wait_procs(lost)
        return await fetched(client, futures)

    monkeypatch.setattr(dask_tasks, "_fetched", fetched_too_late)
    work = partial(kill_the_worker_when_done_again, mark=str(tmp_path / "done"))
    [(_, result)] = pool.imap(work, [0])
    assert isinstance(result.error, WorkerLost)


def test_workers_of_another_version_are_refused(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_tasks, "edition", lambda: "Puzzlebench 0.0")
    with pytest.raises(InputError, match=r"worker \d has Puzzlebench .*, and this is Puzzlebench 0\.0"):
        list(pool.imap(process, range(4)))


class Outside:
    """A scheduler and workers as processes of their own, as on a cluster.

    They are started by a script, and beside it lies another one called models.py, which python-sat installs there.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        scripts = folder / "bin"
        scripts.mkdir()
        (scripts / "models.py").write_text("raise SystemExit('the wrong models')\n")
        self.script = scripts / "dask"
        self.script.write_text("from dask.__main__ import main\n\nif __name__ == '__main__':\n    main()\n")
        words = "scheduler --host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0"
        self.scheduler = self._start(*words.split())
        wait_until(self._is_there)
        self.workers: list[subprocess.Popen[bytes]] = []

    def grow(self, path: str = str(ROOT)) -> None:
        words = "worker --nthreads 1 --host 127.0.0.1 --no-dashboard"
        self.workers.append(self._start(*words.split(), path=path))

    def _start(self, *words: str, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(self.script), *words, "--scheduler-file", str(self.file)]
        env = os.environ | {"PYTHONPATH": path}
        return subprocess.Popen(command, cwd=self.file.parent, env=env, stderr=subprocess.DEVNULL)

    def _is_there(self) -> bool:
        try:
            return bool(json.loads(self.file.read_text()))
        except (OSError, ValueError):
            return False


@contextmanager
def outside(folder: Path, workers: int) -> Iterator[Outside]:
    cluster = Outside(folder)
    try:
        for _ in range(workers):
            cluster.grow()
        yield cluster
    finally:
        for each in [*cluster.workers, cluster.scheduler]:
            each.kill()  # Dask's worker ends with its nanny
            each.wait()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy, and the first worker may take its time."""
    monkeypatch.setattr(dask, "ANSWER_SECONDS", 60.0)


def test_a_lost_scheduler_ends_the_work_with_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], patient: None
) -> None:
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        results = pool.imap(process, range(10**9))
        assert next(results)[0] == 0
        there.scheduler.kill()
        with pytest.raises(PoolLost, match=r"the scheduler at tcp://127\.0\.0\.1:\d+ is gone"), soon():
            list(results)
    assert capfd.readouterr().err.count("\n") == 1  # where the dashboard is


def test_a_cluster_without_workers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "ANSWER_SECONDS", 1.0)
    with (
        outside(tmp_path, 0) as there,
        pytest.raises(InputError, match="has no workers; start some"),
        open_pool(str(there.file)),
    ):
        pass


def test_a_cluster_that_loses_all_workers_waits_for_new_ones(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, patient: None
) -> None:
    monkeypatch.setattr(dask, "WORKERLESS_SECONDS", 0.5)
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        done = []
        for number, result in pool.imap(partial(slowly, seconds=0.01), range(200)):
            done.append(result.value)
            if number == 20:
                there.workers[0].terminate()
                there.workers[0].wait()
                there.grow()
    assert done == [number**2 for number in range(200)]
    assert "no worker is left" in capfd.readouterr().err


@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made by openssl")
def test_a_cluster_behind_certificates_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patient: None) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout {key} -out {certificate}"
    subprocess.run(words.split(), check=True, stderr=subprocess.DEVNULL)
    comm = "distributed.comm"
    settings = {f"{comm}.default-scheme": "tls", f"{comm}.tls.ca-file": str(certificate)}
    for role in ("scheduler", "worker", "client"):
        settings |= {f"{comm}.tls.{role}.cert": str(certificate), f"{comm}.tls.{role}.key": str(key)}
    for name, value in settings.items():
        monkeypatch.setenv("DASK_" + name.upper().replace(".", "__").replace("-", "_"), value)
    with outside(tmp_path, 1) as there:
        address = json.loads(there.file.read_text())["address"]
        assert address.startswith("tls://")
        with pytest.raises(InputError, match="needs certificates"), open_pool(address):
            pass
        with config.set(settings), open_pool(address) as pool:
            assert [result.value for _, result in pool.imap(partial(slowly, seconds=0), range(5))] == [0, 1, 4, 9, 16]


def test_workers_follow_the_cluster(tmp_path: Path, patient: None) -> None:
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        assert pool.workers == 1
        there.grow()
        names = set()
        for _, result in pool.imap(partial(slowly, seconds=0.05), range(10**9)):
            names.add(result.worker)
            if pool.workers == len(names) == 2:
                break


STRANGER = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("models", "solvers"):
            raise ModuleNotFoundError(f"No module named {name!r}")

sys.meta_path.insert(0, Nothing())
"""
"""What lets a worker start without Puzzlebench, wherever that is installed."""


OLDER = """
import solvers.workers.dask_worker

solvers.workers.dask_worker.edition = lambda: "Puzzlebench 0.0"
"""
"""What makes a worker one of another version."""


@pytest.mark.parametrize(
    ("code", "says"),
    [(STRANGER, "has no Puzzlebench like this one: "), (OLDER, "has Puzzlebench 0.0, and this is Puzzlebench ")],
    ids=["without", "older"],
)
def test_a_worker_of_another_version_that_joins_is_left_out_with_a_sentence(
    code: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], patient: None
) -> None:
    """Also when the workers that can work change after it."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sitecustomize.py").write_text(code)
    said = ""
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        there.grow(path=os.pathsep.join([str(tmp_path / "other"), *([str(ROOT)] if code == OLDER else [])]))
        enough = None
        done, workers = [], set()

        def go_on() -> bool:
            nonlocal said, enough
            said += capfd.readouterr().err
            if enough is None and "it is left out" in said:
                enough = len(done) + 100
            return enough is None or len(done) < enough

        pieces = takewhile(lambda _: go_on(), count())
        for _, result in pool.imap(partial(slowly, seconds=0.01), pieces):
            done.append(result.value)
            workers.add(result.worker)
            if enough is not None and len(workers) == 1 and len(there.workers) == 2:
                there.workers[0].terminate()
                there.workers[0].wait()
                there.grow()
    assert done == [number**2 for number in range(len(done))]
    assert len(workers) == 2
    assert said.count("it is left out") == 1
    assert says in said


def test_a_cluster_of_another_version_alone_is_refused(tmp_path: Path, patient: None) -> None:
    (tmp_path / "sitecustomize.py").write_text(OLDER)
    with outside(tmp_path, 0) as there:
        there.grow(path=os.pathsep.join([str(tmp_path), str(ROOT)]))
        with pytest.raises(InputError, match=r"has Puzzlebench 0\.0, and this is"), open_pool(str(there.file)):
            pass


def test_an_interrupt_while_it_connects_comes_once_the_connection_can_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients: list[Any] = []
    start = distributed.Client.start

    def start_and_interrupt(client: Any, **how: Any) -> None:
        clients.append(client)
        start(client, **how)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(distributed.Client, "start", start_and_interrupt)
    with pytest.raises(KeyboardInterrupt), open_pool("local", 1):
        pass
    assert [client.status for client in clients] == ["closed"]


@pytest.mark.parametrize("seed", range(8))
def test_asked_to_end_while_it_starts_it_ends_with_a_sentence_and_leaves_nothing(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    for name in ("temporary", "here"):
        (tmp_path / name).mkdir()
    (tmp_path / "puzzle.txt").write_text(f"{'.' * 81}\n" * 10_000)
    words = ["solvers.run", "sudoku", "../puzzle.txt", "--on", "local", "--backend", "backtracking"]
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "temporary")}
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    run = subprocess.Popen([sys.executable, "-m", *words], cwd=tmp_path / "here", env=env, **pipes)
    here = psutil.Process(run.pid)
    wait_until(here.children, pause=0.002)
    time.sleep(dice.uniform(0, 2.5))  # which may be longer than it takes
    started = here.children(recursive=True)
    run.send_signal(dice.choice([signal.SIGINT, signal.SIGTERM]))
    with soon():
        *said, last = run.communicate()[1].splitlines()
    assert run.returncode == 3
    assert all(line.startswith(("dashboard: ", "error: ")) or " puzzles: " in line for line in said)
    assert last.startswith("interrupted")
    wait_until(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in started))
    assert [*(tmp_path / "temporary").iterdir()] == [*(tmp_path / "here").iterdir()] == []


KILLS = 10


@pytest.mark.parametrize("seed", range(2))
def test_kills_at_random_lose_nothing_and_do_nothing_twice(seed: int, pool: Pool, tmp_path: Path) -> None:
    """Ten times over, one of Dask's processes or of the children is really killed, wherever it is."""
    dice = random.Random(seed)
    results: list[tuple[int, int]] = []
    kills = enough = 0
    at = time.monotonic() + dice.uniform(0.3, 1.5)

    def watch() -> None:
        nonlocal kills, at, enough
        if kills < KILLS and time.monotonic() > at and len(results) >= enough and (alive := _at_work()):
            dice.choice(alive).kill()
            kills += 1
            at = time.monotonic() + dice.uniform(0.3, 1.5)
            enough = len(results) + 2 * MAX_AHEAD  # what was under way is over then, or one piece might meet all kills

    pieces = takewhile(lambda _: kills < KILLS, range(4_000))  # some 500 as a rule
    for number, result in pool.imap(partial(slowly, seconds=0.05), pieces, watch=watch):
        results.append((number, result.value))
    assert kills == KILLS
    assert results == [(number, number**2) for number in range(len(results))]


def _at_work() -> list[Any]:
    """Dask's workers on this machine and their children, but not the scheduler."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if each.environ().get(WORKER):
                found.append(each)
    return found


def test_a_scheduler_killed_at_random_costs_nothing_that_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], patient: None
) -> None:
    """Ten times over, with a file: the run ends with a sentence, another goes on, and at last one without a cluster."""
    dice = random.Random(7)
    puzzles, plain, output = (tmp_path / name for name in ("puzzles.txt", "plain.txt", "output.txt"))
    lines = (ROOT / "instances/sudoku/royle_17.txt").read_text().splitlines()
    puzzles.write_text("\n".join([line for line in lines if not line.startswith("#")][:2500]))
    words = ["sudoku", "--instance", str(puzzles), "--backend", "backtracking"]
    assert main([*words, "--output", str(plain)]) == 0
    for kill in range(KILLS):
        (folder := tmp_path / str(kill)).mkdir()
        with outside(folder, 1) as there:
            enough = _lines(output) + dice.randint(1, 40)
            over = Event()
            killer = Thread(target=_kill_after, args=(there.scheduler, output, enough, over))
            killer.start()
            code = main([*words, "--on", str(there.file), "--output", str(output), "--resume"])
            over.set()
            killer.join()
            assert code == 3
            assert "is gone; --resume goes on after the first" in capsys.readouterr().err
    assert main([*words, "--output", str(output), "--resume"]) == 0
    assert output.read_text() == plain.read_text()


def _kill_after(scheduler: subprocess.Popen[bytes], output: Path, enough: int, over: Event) -> None:
    """Kill it once so many lines are written."""
    while not over.wait(0.01):
        if _lines(output) >= enough:
            scheduler.kill()
            return


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
