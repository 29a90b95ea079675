"""Work on a Dask cluster that loses workers, or has strange ones; what all pools promise is in ``test_pool``.

Where processes of it are killed at random moments is in ``test_kills``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import closing
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from solvers.workers import dask_pool as dask
from solvers.workers import dask_tasks
from solvers.workers.base import Pool, PoolLost
from solvers.workers.pool import open_pool, values
from solvers.workers.worker_process import WorkerLost
from tests.patience import wait_until
from tests.solvers.workers.clusters import at_work, outside, psutil
from tests.solvers.workers.work import kill_the_leader_when_done_again, meet, process, signal_the_leader, squared, whose
from tests.third_party import ROOT

distributed = pytest.importorskip("distributed", reason="Dask is not installed")
config = pytest.importorskip("dask.config")

pytestmark = pytest.mark.slow


def test_few_long_pieces_are_shared(cluster: Pool, tmp_path: Path) -> None:
    """Even where only one of the workers has what is to be done with them."""
    results = [result for _, result in cluster.imap(partial(meet, folder=str(tmp_path)), [1, 2])]
    assert len({result.worker for result in results}) == 2


def test_a_piece_knows_on_whose_worker_it_is(cluster: Pool) -> None:
    results = [result for _, result in cluster.imap(whose, range(8))]
    assert all(result.worker and result.value[0] == result.worker for result in results)
    assert os.getpid() not in {result.value[1] for result in results}


def test_a_killed_worker_loses_nothing(cluster: Pool, tmp_path: Path) -> None:
    work = partial(signal_the_leader, mark=str(tmp_path / "killed"), ending=signal.SIGKILL)
    assert list(values(cluster.imap(work, range(10)))) == list(range(10))
    assert (tmp_path / "killed").exists()


def test_a_stopped_worker_is_told_of_once_and_its_pieces_are_given_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask, "QUIET_SECONDS", 0.5)
    monkeypatch.setattr(dask, "SILENT_SECONDS", 2.0)
    mark = tmp_path / "stopped"
    work = partial(signal_the_leader, mark=str(mark), ending=signal.SIGSTOP)
    with open_pool("local", 2) as pool:
        assert list(values(pool.imap(work, range(40)))) == list(range(40))
        said = capfd.readouterr().err
        assert list(values(pool.imap(work, range(40)))) == list(range(40))  # it is still stopped
        os.kill(int(mark.read_text()), signal.SIGCONT)
        with closing(pool.imap(squared, count())) as later:
            wait_until(lambda: next(later) and not pool._passed_over)  # type: ignore[attr-defined]
        (meeting := tmp_path / "meeting").mkdir()
        results = [result for _, result in pool.imap(partial(meet, folder=str(meeting)), [1, 2])]
        assert {result.worker for result in results} == {"0", "1"}, "both are at work again"
    told = re.findall(
        r"^worker \d at tls://\S+ has given no sign of life for \d+ s, and has pieces? [0-9, and]*4", said, re.M
    )
    assert len(told) == said.count("no sign of life") == 1, said
    assert "no sign of life" not in capfd.readouterr().err


def test_a_piece_whose_result_was_lost_and_does_not_come_again_is_given_up(
    cluster: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = dask_tasks._fetched

    async def fetched_too_late(client: Any, futures: list[Any]) -> dict[Any, bytes | None]:
        for each in (lost := at_work()):
            each.kill()
        psutil.wait_procs(lost)
        return await fetched(client, futures)

    monkeypatch.setattr(dask_tasks, "_fetched", fetched_too_late)
    [(_, result)] = cluster.imap(partial(kill_the_leader_when_done_again, mark=str(tmp_path / "done")), [0])
    assert isinstance(result.error, WorkerLost)


def test_a_lost_scheduler_ends_the_work_with_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], patient: None
) -> None:
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        results = pool.imap(process, range(10**9))
        assert next(results)[0] == 0
        there.scheduler.kill()
        with pytest.raises(PoolLost, match=r"the scheduler at tcp://127\.0\.0\.1:\d+ is gone"):
            list(results)
    assert capfd.readouterr().err.count("\n") == 1  # where the dashboard is


def test_a_cluster_follows_those_that_join_and_waits_where_all_are_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, patient: None
) -> None:
    monkeypatch.setattr(dask, "WORKERLESS_SECONDS", 0.5)
    done, names, said = [], set(), ""
    with outside(tmp_path, 1) as there, open_pool(str(there.file)) as pool:
        assert pool.workers == 1
        there.grow()

        def watch() -> None:
            nonlocal said
            said += capfd.readouterr().err
            if "no worker is left" in said and len(there.workers) == 2:
                there.grow()

        pieces = takewhile(lambda _: len(there.workers) < 3, count())
        for _, result in pool.imap(squared, pieces, watch=watch):
            done.append(result.value)
            names.add(result.worker)
            if pool.workers == len(names) == 2:
                for worker in there.workers:
                    worker.terminate()
    assert done == [number**2 for number in range(len(done))]
    assert said.count("no worker is left") == 1


# Refused


def test_workers_of_another_version_are_refused(cluster: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_tasks, "edition", lambda: "Puzzlebench 0.0")
    with pytest.raises(InputError, match=r"worker \d has Puzzlebench .*, and this is Puzzlebench 0\.0"):
        list(cluster.imap(process, range(4)))


def test_a_cluster_without_workers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "ANSWER_SECONDS", 1.0)
    with (
        outside(tmp_path, 0) as there,
        pytest.raises(InputError, match="has no workers; start some"),
        open_pool(str(there.file)),
    ):
        pass


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
            assert list(values(pool.imap(squared, range(5)))) == [0, 1, 4, 9, 16]


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
        for _, result in pool.imap(squared, pieces):
            done.append(result.value)
            workers.add(result.worker)
            if enough is not None and len(workers) == 1 and len(there.workers) == 2:
                there.replace()
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
