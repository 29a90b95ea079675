"""What a native library prints stays off standard output; what we print does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

from solvers.backends.shared.native import native_prints_hidden

PROGRAM = """
import ctypes
from solvers.backends.shared.native import native_prints_hidden
library = ctypes.CDLL(None)
print("before")
with native_prints_hidden():
    library.puts(b"from inside a library")
print("after")
"""


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
    print("still heard")
    assert capfd.readouterr().out == "still heard\n"


def test_a_closed_standard_output_is_left_alone() -> None:
    program = PROGRAM.replace("import ctypes", "import ctypes, os; os.close(1)").replace("print(", "str(")
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
