"""What tests need of the system, or are skipped: WebAssembly has no processes, and addresses of 32 bits."""

from __future__ import annotations

import sys

import pytest

from solvers.core.system import CAN_START_OTHERS


def skip_without_processes() -> None:
    if not CAN_START_OTHERS:
        pytest.skip("WebAssembly starts no process and no thread, and hears of no signal")


def skip_without_64_bits() -> None:
    if sys.maxsize < 2**62:
        pytest.skip("domains have no more values than there are addresses, which have 32 bits here")


NEEDS = {"needs_processes": skip_without_processes, "needs_64_bits": skip_without_64_bits}
"""What skips the tests that have these marks."""
