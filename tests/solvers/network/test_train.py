"""The command that teaches the network."""

from __future__ import annotations

from pathlib import Path

import pytest

import solvers.network
from models.errors import InputError
from solvers.core.limits import ANSWERED, BAD_INPUT, MissingLibrary
from solvers.kernel import compiled
from solvers.network.train.__main__ import main

WEIGHTS = Path(solvers.network.__file__).with_name("weights.npz")

needs_kernel = pytest.mark.skipif(compiled() is None, reason="no compiled kernel")


@needs_kernel
def test_a_training_leaves_weights_a_checkpoint_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("matplotlib")
    for seconds in ("3", "6"):  # the second goes on where the first ended
        assert main(["--output", str(tmp_path / "taught"), "--time-limit", seconds]) == ANSWERED
    assert {path.name for path in (tmp_path / "taught").iterdir()} == {
        "checkpoint.pt",
        "weights.npz",
        "curve.json",
        "curve.svg",
    }


@needs_kernel
def test_a_training_can_begin_with_weights(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    np = pytest.importorskip("numpy")
    from solvers.network.inference import weights_of

    assert main(["--output", str(tmp_path), "--time-limit", "2", "--weights", str(WEIGHTS)]) == ANSWERED
    before, after = weights_of(WEIGHTS), weights_of(tmp_path / "weights.npz")
    assert all(np.abs(after[name] - before[name]).max() < 0.1 for name in before)


@needs_kernel
def test_a_file_that_holds_no_weights_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (tmp_path / "no.npz").write_text("no weights")
    with pytest.raises(InputError, match="it holds no weights of this network"):
        main(["--output", str(tmp_path), "--weights", str(tmp_path / "no.npz")])


@needs_kernel
def test_without_torch_it_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    monkeypatch.delitem(__import__("sys").modules, "solvers.network.training", raising=False)
    monkeypatch.delitem(__import__("sys").modules, "solvers.network.learning", raising=False)
    with pytest.raises(
        MissingLibrary, match=r"needs torch, which is not installed: pip install 'puzzlebench\[learn\]'"
    ):
        main(["--output", str(tmp_path)])


def test_no_time_is_no_training(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--time-limit", "-1"])
    assert ended.value.code == BAD_INPUT
    assert "--time-limit" in capsys.readouterr().err
