"""The compiled kernel: five engines in C that know no puzzle, and what hands models to them.

- ``AllDifferentEngine`` takes models of AllDifferent alone (``units.c``);
- ``ExactCoverEngine`` takes exact covers (``cover.c``, ``links.c``);
- ``StoreEngine`` takes every kind of constraint (``store.c``, ``propagators.c``), learns from contradictions
  (``learn.c``) and does what the Python engine in ``solvers.backends.backtracking`` does, node by node;
- ``ClauseEngine`` learns clauses (``clauses.c``, ``analysis.c``) and does what the Python engine in
  ``solvers.backends.sat.cdcl`` does, conflict by conflict;
- ``PassesEngine`` makes the passes of the neural network in ``solvers.network`` (``passes.c``).

The Python engines are the ones to read, and the ones that answer where there is no compiler.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

VERSION = "661dc9c70090"
"""The binary that this code works with: the beginning of the SHA-256 of the sources in C, which ``version.h`` says too.

A test holds both to the sources, so that no change in C goes without a new number."""

PURE = "PUZZLEBENCH_PURE"  # set to anything but 0, this variable of the environment keeps to Python


def compiled() -> ModuleType | None:
    """The extension module; None where there is none that fits (``missing`` says why)."""
    return None if _looked_up() else import_module("solvers.kernel._kernel")


def missing() -> str:
    """Why there is no compiled kernel, in words; empty where there is one."""
    return _looked_up()


def _looked_up() -> str:
    if os.environ.get(PURE, "0") not in ("", "0"):
        return f"{PURE} is set"
    try:
        module = import_module("solvers.kernel._kernel")
    except ModuleNotFoundError:
        return "it was not built; with a C compiler, installing Puzzlebench again builds it"
    except ImportError:
        return "the binary was built for another machine or Python; installing Puzzlebench again builds it anew"
    if getattr(module, "VERSION", None) != VERSION:
        return "the binary is of another version; installing Puzzlebench again builds it anew"
    return ""
