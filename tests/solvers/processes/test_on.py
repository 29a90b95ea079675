"""The command line's ``--on``: the address of a cluster, a scheduler's file, or a cluster of this machine's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from solvers.processes import cluster
from solvers.processes.crews import hired, values

pytest.importorskip("distributed", reason="Dask is not installed")


def test_workers_of_this_machine_s_own_cluster_do_the_work() -> None:
    with hired("local", 2) as crew:
        assert [*values(crew.spread(abs, range(-5, 5)))] == [5, 4, 3, 2, 1, 0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("on", "says"),
    [
        ("dask://", "takes local, dask://HOST:PORT"),
        ("dask://somewhere", "takes local, dask://HOST:PORT"),
        ("dask://somewhere:port", "takes local, dask://HOST:PORT"),
        ("dask://somewhere:8786/path", "takes local, dask://HOST:PORT"),
        ("http://somewhere:8786", "takes local, dask://HOST:PORT"),
        ("nowhere.json", "nowhere.json: cannot be read"),
        ("tls://127.0.0.1:1", "needs certificates"),
        ("dask://127.0.0.1:1", "no scheduler of Dask answers at tcp://127.0.0.1:1"),
    ],
)
def test_a_bad_address_is_one_sentence(on: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with pytest.raises(InputError, match=says), hired(on):
        pass


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"address": 7}'])
def test_a_file_of_something_else_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "scheduler.json").write_text(content)
    with pytest.raises(InputError, match="is no scheduler file"), hired(str(tmp_path / "scheduler.json")):
        pass
