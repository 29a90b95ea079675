"""The command line's ``--on``: the address of a cluster, a scheduler's file, or a cluster of this machine's own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError, PuzzlebenchError
from solvers.workers import dask_pool
from solvers.workers import local_cluster as local
from solvers.workers.pool import open_pool, values
from tests.patience import awaited

distributed = pytest.importorskip("distributed", reason="Dask is not installed")
pytest.importorskip("cryptography", reason="it comes with the extra for clusters")
psutil = pytest.importorskip("psutil", reason="psutil comes with Dask")


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        with open_pool("local", 2) as pool:
            yield pool
    assert [*folder.iterdir()] == [*Path.cwd().glob("dask*")] == []


def identity(address: str, security: Any) -> Any:
    """What a scheduler or a worker says of itself to who knocks with these certificates."""

    async def ask() -> Any:
        async with asyncio.timeout(5):
            arguments = security.get_connection_args("client")
            async with distributed.rpc(address, timeout=5, connection_args=arguments) as there:
                return await there.identity()

    return awaited(ask())


def test_workers_of_this_machine_s_own_cluster_turn_strangers_away(pool: Any) -> None:
    """From scheduler and workers alike: whoever may send them something may run it as this user."""
    assert [*values(pool.imap(abs, range(-5, 5)))] == [5, 4, 3, 2, 1, 0, 1, 2, 3, 4]
    scheduler, ours = pool._address, pool._client.security
    addresses = [scheduler, *pool._client.scheduler_info(n_workers=-1)["workers"]]
    assert len(addresses) == 3
    assert identity(scheduler, ours)["type"] == "Scheduler"
    for address in addresses:
        for scheme, stranger in (("tcp", distributed.Security()), ("tls", distributed.Security.temporary())):
            with pytest.raises(OSError, match=r"."):
                identity(address.replace("tls:", f"{scheme}:"), stranger)
    certificate = Path(ours.tls_client_cert)
    assert certificate.stat().st_mode & 0o077 == certificate.parent.stat().st_mode & 0o077 == 0


def test_everything_listens_on_loopback_alone(pool: Any) -> None:
    here, listening = psutil.Process(), set()
    for each in [here, *here.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            connections = each.net_connections("inet")
            listening |= {one.laddr.ip for one in connections if one.status == psutil.CONN_LISTEN}
    assert listening == {"127.0.0.1"}


def test_what_is_missing_for_a_cluster_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: None if name == "cryptography" else name)
    with pytest.raises(PuzzlebenchError, match="needs cryptography: pip install"), open_pool("local"):
        pass


REFUSED = {
    "dask://": "takes local, dask://HOST:PORT",
    "dask://somewhere": "takes local, dask://HOST:PORT",
    "dask://somewhere:port": "takes local, dask://HOST:PORT",
    "dask://somewhere:8786/path": "takes local, dask://HOST:PORT",
    "http://somewhere:8786": "takes local, dask://HOST:PORT",
    "nowhere.json": "nowhere.json: cannot be read",
    "tls://127.0.0.1:1": "needs certificates",
    "dask://127.0.0.1:1": "no scheduler of Dask answers at tcp://127.0.0.1:1",
}


def test_a_bad_address_or_a_file_of_something_else_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 0.2)
    for on, says in REFUSED.items():
        with pytest.raises(InputError, match=says), open_pool(on):
            pass
    for content in ("", "[]", "{}", '{"address": 7}'):
        (tmp_path / "scheduler.json").write_text(content)
        with pytest.raises(InputError, match="is no scheduler file"), open_pool(str(tmp_path / "scheduler.json")):
            pass
