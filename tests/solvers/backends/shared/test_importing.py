"""A library that is missing, broken, or interrupted while it loads: three different things to say."""

from __future__ import annotations

import signal
from contextlib import suppress
from pathlib import Path

import pytest

from models.errors import PuzzlebenchError
from solvers.backend import MissingLibrary
from solvers.backends.shared.native import importing


def test_a_missing_library_is_said_to_be_missing() -> None:
    with (
        pytest.raises(MissingLibrary, match="needs nonesuch_lib, which is not installed"),
        importing("b", "nonesuch_lib", "e"),
    ):
        import nonesuch_lib  # type: ignore[import-not-found]  # noqa: F401


@pytest.mark.parametrize("content", ["import nonesuch_lib", "raise ImportError('wrong glibc')"])
def test_a_broken_library_is_not(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_lib.py").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    with (
        pytest.raises(PuzzlebenchError, match="broken_lib is there, but cannot be used") as raised,
        importing("b", "broken_lib", "e"),
    ):
        import broken_lib  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(raised.value, MissingLibrary)


def test_ctrl_c_waits_until_the_library_is_loaded_and_is_ctrl_c_then() -> None:
    reached = []
    with suppress(KeyboardInterrupt):
        with importing("b", "lib", "e"):
            signal.raise_signal(signal.SIGINT)
            reached.append("the end of the import")
        reached.append("what comes after")
    assert reached == ["the end of the import"]
