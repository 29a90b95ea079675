"""The compiled kernel, or a skip where it was not built (the CI asserts that it was)."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from solvers.kernel import compiled, missing

patient = settings(deadline=None, suppress_health_check=list(HealthCheck))
"""Under sanitizers everything takes its time."""


def kernel() -> ModuleType:
    module = compiled()
    if module is None:
        pytest.skip(f"no compiled kernel: {missing()}", allow_module_level=True)
    return module
