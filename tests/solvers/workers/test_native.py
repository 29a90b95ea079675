"""Native libraries: missing, broken or interrupted while they load are three things to say; what they print is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
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


def test_a_library_is_said_to_be_missing_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with (
        pytest.raises(MissingLibrary, match="needs nonesuch_lib, which is not installed"),
        importing("b", "nonesuch_lib", "e"),
    ):
        import nonesuch_lib  # type: ignore[import-not-found]  # noqa: F401
    for number, content in enumerate(("import nonesuch_lib", "raise ImportError('wrong glibc')")):
        name = f"broken_lib_{number}"
        (tmp_path / f"{name}.py").write_text(content)
        with (
            pytest.raises(PuzzlebenchError, match=f"{name} is there, but cannot be used") as raised,
            importing("b", name, "e"),
        ):
            import_module(name)
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


@pytest.mark.parametrize("interrupts", ["the library", "the flushing"])
def test_standard_output_is_given_back_where_it_is_interrupted(
    interrupts: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    def interrupted() -> None:
        with native_prints_hidden():
            if interrupts == "the library":
                interrupt()
            monkeypatch.setattr(native, "_flush", interrupt)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    os.write(1, b"still heard\n")  # to where a library writes: what Python prints, pytest may take by itself
    assert capfd.readouterr().out == "still heard\n"


def test_a_closed_standard_output_is_left_alone() -> None:
    program = PROGRAM.replace("import ctypes", "import ctypes, os; os.close(1)").replace("print(", "str(")
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
