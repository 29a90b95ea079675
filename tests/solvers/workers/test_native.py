"""Native libraries: missing, broken or interrupted while they load are three things to say; what they print is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from models.errors import PuzzlebenchError
from solvers.core.backend import MissingLibrary
from solvers.workers import native
from solvers.workers.native import importing, native_prints_hidden

PROGRAM = """
import ctypes
from solvers.workers.native import native_prints_hidden
library = ctypes.CDLL(None)
print("before")
with native_prints_hidden():
    library.puts(b"from inside a library")
print("after")
"""


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


@pytest.mark.skipif(sys.platform == "win32", reason="there the C library is not found in this way")
def test_native_prints_are_lost_and_ours_are_not() -> None:
    # Into a pipe the C library writes when its buffer is full or the program ends, long after the search.
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["before", "after"]


def test_standard_output_is_given_back_after_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        with native_prints_hidden():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    os.write(1, b"still heard\n")  # to where a library writes: what Python prints, pytest may take by itself
    assert capfd.readouterr().out == "still heard\n"


def test_standard_output_is_given_back_where_flushing_is_interrupted(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def flush() -> None:
        raise KeyboardInterrupt

    def interrupted() -> None:
        with native_prints_hidden():
            monkeypatch.setattr(native, "_flush", flush)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    os.write(1, b"still heard\n")  # to where a library writes: what Python prints, pytest may take by itself
    assert capfd.readouterr().out == "still heard\n"


def test_a_closed_standard_output_is_left_alone() -> None:
    program = PROGRAM.replace("import ctypes", "import ctypes, os; os.close(1)").replace("print(", "str(")
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
