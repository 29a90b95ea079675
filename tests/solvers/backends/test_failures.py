"""A solver underneath that fails: an outcome that is not known, with its words, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from solvers.core.backend import Search, Settings
from solvers.core.registry import load
from solvers.run.__main__ import main
from tests.solvers.backends.everyone import found, pair
from tests.system import skip_without_processes
from tests.third_party import ROOT

Break = Callable[[pytest.MonkeyPatch, Search], None]


def fails(*asked: Any, **options: Any) -> Any:
    raise MemoryError("no room for another clause")


class Failing:
    """A solver that fails at whatever it is asked."""

    def __getattr__(self, name: str) -> Any:
        return fails


def sat(monkeypatch: pytest.MonkeyPatch, search: Any) -> None:
    work = search._sat.work()
    monkeypatch.setattr(search._sat._engine, "_solver", Failing())
    monkeypatch.setattr(search._sat, "work", lambda: work)


def rc2(monkeypatch: pytest.MonkeyPatch, search: Any) -> None:
    from pysat.examples.rc2 import RC2

    monkeypatch.setattr(RC2, "compute", fails)


def cpsat(monkeypatch: pytest.MonkeyPatch, search: Any) -> None:
    import dataclasses

    class Wrapper(search._library.SolveWrapper):  # type: ignore[misc, name-defined]
        solve = fails

    monkeypatch.setattr(search, "_library", dataclasses.replace(search._library, SolveWrapper=Wrapper))


def highs(monkeypatch: pytest.MonkeyPatch, search: Any) -> None:
    monkeypatch.setattr(search._mathopt, "solve", fails)


CASES: dict[str, Break] = {"sat": sat, "sat:glucose4": sat, "cpsat": cpsat, "mip": highs, "maxsat": rc2}


def test_a_failing_solver_is_an_outcome_that_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, breaking in CASES.items():
        backend, model = found(name), pair()
        if name == "maxsat":
            model.minimize(model.variables[0] - model.variables[1])
        search = load(backend, model, Settings(variant=name.partition(":")[2]))
        breaking(monkeypatch, search)
        solutions = search.solutions()
        list(solutions)
        outcome = solutions.outcome
        assert (outcome.complete, outcome.stopped_by) == (False, "failure"), name
        assert outcome.failure.endswith("failed: no room for another clause"), name


LEFT_OPEN = """
import ctypes, sys
from solvers.core.backend import Settings
from solvers.core.registry import load_backend
from tests.solvers.backends import everyone

everyone.left_open = []
for variant in ("cadical195", "glucose4", "minisat22"):
    answers = load_backend("sat")[0].load(everyone.pair(), Settings(variant=variant)).solutions()
    next(answers)
    everyone.left_open.append(answers)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(everyone))  # so that it outlives the modules of python-sat
"""


def test_a_solver_that_is_open_when_python_ends_leaves_nothing_on_standard_error() -> None:
    pytest.importorskip("pysat")
    skip_without_processes()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", LEFT_OPEN], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_run_tells_what_the_solver_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    mathopt = pytest.importorskip("ortools.math_opt.python.mathopt")
    monkeypatch.setattr(mathopt, "solve", fails)
    asked = ["dealing", "--instance", "four-stacks", "--backend", "mip"]
    assert main(asked) == 3
    said = capsys.readouterr().out
    assert "stopped: no answer yet (the solver failed)" in said
    assert "HiGHS failed: no room for another clause" in said
    assert main([*asked, "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert (record["status"], record["stopped_by"]) == ("stopped", "failure")
    assert record["failure"] == "HiGHS failed: no room for another clause"
