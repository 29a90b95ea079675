"""The examples in the language's docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ["models", *(f"models.language.{name}" for name in ("declarations", "expressions", "globals", "model"))]


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert (failed, tried > 0) == (0, True)
