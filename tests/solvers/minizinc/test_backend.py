"""The backend on MiniZinc's solvers: which there are, how they are ended, what is said where something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from models.errors import InputError
from models.language.model import Model
from solvers.core.backend import Limits, MissingLibrary, Settings
from solvers.core.registry import load_backend
from solvers.minizinc import backend as minizinc_solvers
from solvers.minizinc.backend import BACKEND
from solvers.workers.worker_process import WorkerProcess
from tests.patience import wait_until
from tests.random_models import answers_of
from tests.solvers.backends.hard_models import many_answers, market_split
from tests.third_party import is_running

NONE_THERE = pytest.mark.skipif(bool(BACKEND.missing()), reason=BACKEND.missing())


def scripted(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str, *flags: str) -> None:
    """Let a shell script stand for MiniZinc, with one solver that takes these flags."""
    solver = {"id": "org.example.mine", "name": "Mine", "version": "1", "stdFlags": flags, "isGUIApplication": False}
    others = [
        solver | {"id": "org.example.window", "isGUIApplication": True},
        solver | {"id": "org.example.absent", "version": "<unknown version>"},
        solver | {"id": "puzzlebench.sat"},
    ]
    (folder / "solvers.json").write_text(json.dumps([*others, solver]))
    program = folder / "minizinc"
    program.write_text(
        f'#!/bin/sh\ncase "$1" in --solvers-json) cat {folder}/solvers.json; exit;; --version) exit;; esac\n{script}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setattr(minizinc_solvers, "_printed", minizinc_solvers._printed.__wrapped__)


def pair() -> Model:
    model = Model("pair")
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "y")
    model.add(x < y)
    model.project_on(x)
    return model


@NONE_THERE
def test_a_solver_of_minizincs_answers() -> None:
    backend, variant = load_backend("minizinc:gecode")
    search = backend.load(pair(), Settings(variant=variant))
    assert answers_of(search) == {(0,), (1,)}
    assert search.word == "minizinc:gecode"
    assert search.version.startswith("Gecode ")
    assert search.effort()["nodes"] > 0


@NONE_THERE
@pytest.mark.parametrize("model", [many_answers, market_split])
def test_nothing_is_left_behind(model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # the file that the solver is called with lies there
    answers = BACKEND.load(model()).solutions(limits=Limits(seconds=0.7))
    for _ in answers:
        break
    answers.close()
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in running
    assert list(tmp_path.iterdir()) == []


def _search_for_ever(_: object) -> None:
    list(BACKEND.load(pair()).solutions())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not known which processes belong to a worker")
def test_a_worker_that_is_ended_takes_the_solver_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MiniZinc gives its solver a process group of its own, as a shell with ``-m`` does."""
    script = f"set -m; sleep 1000 & echo $$ $! > {tmp_path}/part; mv {tmp_path}/part {tmp_path}/there; wait"
    scripted(monkeypatch, tmp_path, script)
    worker = WorkerProcess(_search_for_ever)
    worker.send(None)
    wait_until((tmp_path / "there").exists)
    worker.end()
    begun = [int(word) for word in (tmp_path / "there").read_text().split()]
    wait_until(lambda: not any(map(is_running, begun)))


def test_only_solvers_that_can_be_called_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scripted(monkeypatch, tmp_path, "exit 1")
    assert BACKEND.variants == ("mine",)
    with pytest.raises(InputError, match="backend minizinc has no variant 'absent'; it has mine"):
        load_backend("minizinc:absent")


def test_a_solver_that_lists_nothing_is_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # It answers x = 0, then x = 1, and when both are forbidden nothing.
    script = """
    forbidden=$(grep -c 'constraint x != ')
    [ "$forbidden" = 2 ] && echo =====UNSATISFIABLE===== && exit
    echo "x = $forbidden;"; echo "y = 2;"; echo ----------
    """
    scripted(monkeypatch, tmp_path, script)
    assert answers_of(BACKEND.load(pair())) == {(0,), (1,)}


@pytest.mark.parametrize(("limit", "flags"), [(1, ""), (2, "-a"), (None, "-a")])
def test_only_who_wants_several_asks_for_all(
    limit: int | None, flags: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scripted(monkeypatch, tmp_path, f'echo "$@" > {tmp_path}/words; echo =====UNSATISFIABLE=====', "-a")
    next(BACKEND.load(pair()).solutions(limits=Limits(solutions=limit)), None)
    words = (tmp_path / "words").read_text().split()
    assert words == ["--solver", "org.example.mine", "--output-mode", "dzn", *flags.split(), "-"]


def test_a_failure_is_printed_in_its_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scripted(monkeypatch, tmp_path, "echo 'Error: out of licences' >&2; exit 1", "-a")
    answers = BACKEND.load(pair()).solutions()
    assert list(answers) == []
    assert answers.outcome.failure == "MiniZinc failed: Error: out of licences"


def test_without_minizinc_it_says_where_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(minizinc_solvers, "_printed", minizinc_solvers._printed.__wrapped__)
    assert BACKEND.missing().startswith("backend minizinc needs MiniZinc, which is not installed: https://")
    with pytest.raises(MissingLibrary):
        load_backend("minizinc:gecode")
