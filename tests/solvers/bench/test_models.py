"""Whole models in the benchmark: classic ones beside Gecode, and the default beside the best single backend."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from solvers.bench import models
from solvers.bench.figures import QUICK
from solvers.kernel import compiled

needs_programs = pytest.mark.skipif(
    not all(map(which, ("minizinc", models.GECODE))) or compiled() is None, reason="no MiniZinc, no Gecode or no kernel"
)


def test_there_are_sixty_and_no_classic_one_says_how_to_search() -> None:
    assert (len(models.CLASSIC), len(models.CLASSIC) + len(models.OWN)) == (26, 60)
    for model, data in models.CLASSIC.values():
        text = (models.MODELS / f"{model}.mzn").read_text()
        assert "_search" not in text
        assert text.startswith("% ")
        assert not data or "=" in data or (models.MODELS / f"{data}.dzn").is_file()


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "which", lambda program: None)
    monkeypatch.setattr(models, "OWN", ())
    (nothing,) = models.classic(QUICK)
    assert "fzn-gecode is not installed and minizinc is not installed" in nothing.note
    assert "minizinc is not installed" in next(models.default(QUICK)).note


class Processes:
    """Stands in for processes: seconds, and whether it was settled, by the backend that is named."""

    def __init__(self, **came: tuple[float, bool]) -> None:
        self.came = came
        self.limits: list[float] = []

    def __call__(self, command: Sequence[str], limit: float, variables: Mapping[str, str]) -> tuple[float, str]:
        who = command[command.index("--backend") + 1] if "--backend" in command else "default"
        seconds, settled = self.came[who]
        self.limits.append(limit)
        said: dict[str, Any] = {"complete": settled, "stopped_by": "", "status": "answered", "effort": {}, "value": 7}
        return seconds, json.dumps(said)


@pytest.mark.parametrize(
    ("seconds", "best", "holds"),
    [((1.8, True), "cpsat", True), ((1.9, True), "cpsat", False), ((1.0, False), "cpsat", False)],
)
def test_the_default_is_held_to_the_best_that_settles_it(
    monkeypatch: pytest.MonkeyPatch, seconds: tuple[float, bool], best: str, holds: bool
) -> None:
    single = {"kernel": (0.1, False), "sat": (3.0, True), "cpsat": (1.0, True), "mip": (2.0, True)}
    monkeypatch.setattr(models, "_timed", processes := Processes(default=seconds, **single))
    figure = models._beside_the_best("some model", ["some.fzn"], 20)
    assert (figure.against, figure.holds) == (best, holds)
    assert max(processes.limits[1:]) == (20 if not seconds[1] else 5 + 3 * seconds[0])


def test_nobody_is_beside_the_default_where_nobody_settles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "_timed", Processes(**dict.fromkeys(("default", *models.SINGLE), (10.0, False))))
    assert "nobody settles it" in models._beside_the_best("some model", ["some.fzn"], 10).note


@needs_programs
def test_a_classic_model_and_one_of_a_folder_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(models, "CLASSIC", {"zebra": ("zebra", "")})
    monkeypatch.setattr(models, "OWN", ())
    monkeypatch.setattr(models, "SINGLE", ("kernel",))
    zebra, settled, ratio = models.classic(QUICK)
    assert zebra.note.startswith("answered after")
    assert (settled.ours, settled.peer, ratio.ours) == (1, 1, zebra.ratio)
    (tmp_path / "one.fzn").write_text(models.ONE_VARIABLE)
    (tmp_path / "notes.txt").write_text("no model")
    *found, total = models.default(models.Samples(**{**vars(QUICK), "peers": (tmp_path,)}))
    assert [figure.name for figure in found] == ["zebra", "one.fzn"]
    assert {figure.against for figure in found} == {"kernel"}
    assert total.peer == 2
